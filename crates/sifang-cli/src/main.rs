//! The `sifang` binary: everything is in the library, so that tests reach it too.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    sifang_cli::run(std::env::args_os().collect())
}
