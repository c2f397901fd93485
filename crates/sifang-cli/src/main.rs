//! The `sifang` binary: everything is in the library, so that tests reach it too.
#![forbid(unsafe_code)]

use std::process::ExitCode;

/// The system's own puts what rooms ask for and give back in a row side by side and joins it again, which costs a busy server a
/// tenth of its time (docs/benchmarks.md).
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    sifang_cli::run(std::env::args_os().collect())
}
