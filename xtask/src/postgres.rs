//! PostgreSQL for the tests: the distribution's own, installed where it is missing. The tests start private servers of it.

use crate::run;
use anyhow::{Result, bail};

/// Where Debian keeps its versions.
const DEBIAN: &str = "/usr/lib/postgresql";

/// Installs it, unless it is there.
pub(crate) fn installed() -> Result<()> {
    let has_version = std::fs::read_dir(DEBIAN).is_ok_and(|mut versions| versions.next().is_some());
    if has_version || run::answers(run::command("initdb", &["--version"])) {
        return Ok(());
    }
    if !run::answers(run::command("apt-get", &["--version"])) {
        bail!("the tests of the store need PostgreSQL 15 or newer; please install it");
    }
    println!("PostgreSQL is missing: installing it with apt-get now. The tests start servers of their own.");
    run::show(run::command("apt-get", &["update", "-qq"]))?;
    run::show(run::command("apt-get", &["install", "-y", "-qq", "--no-install-recommends", "postgresql"]))
}
