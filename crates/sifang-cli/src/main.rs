//! The `sifang` binary: everything is in the library, so that tests reach it too.
#![forbid(unsafe_code)]

use std::process::ExitCode;

/// An action of a busy server takes about a sixth less time with it than with the system's own (docs/benchmarks.md).
#[cfg(target_os = "linux")]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    sifang_cli::run(std::env::args_os().collect())
}
