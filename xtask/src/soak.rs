//! `cargo xtask soak`: long runs before a release.
//!
//! The programs live beside what they test (`sifang-sim`); this only starts them optimised.

use crate::run;
use anyhow::Result;

/// Builds the soak program in the release profile and hands it all arguments.
pub(crate) fn run(args: &[String]) -> Result<()> {
    let mut command = run::cargo(&["run", "--release", "--package", "sifang-sim", "--bin", "soak", "--"]);
    command.args(args);
    run::show(command)
}
