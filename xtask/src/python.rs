//! The Python package's part of `cargo xtask test`: a wheel of a quick profile in a virtual environment of its own, and the tests.
//!
//! What is installed comes from the package index and goes into `python/target/venv`; nothing outside that folder changes. What is
//! *not* here: the tests themselves (`python/tests`).

use crate::run;
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the tests use, beside the package: the builder, the adapters' libraries, tables and plots.
const PACKAGES: [&str; 7] = [
    "maturin>=1.9,<2",
    "numpy>=1.26",
    "gymnasium>=1",
    "pettingzoo>=1.25",
    "pandas>=2",
    "pyarrow>=18",
    "matplotlib>=3.8",
];

/// The least version of Python.
const LEAST: (u32, u32) = (3, 11);

/// Builds the wheel, installs it and runs the tests, with this binary for the arena and a server.
pub(crate) fn tests(sifang: &Path) -> Result<Command> {
    run::show(run::cargo(&["fmt", "--manifest-path", "python/Cargo.toml", "--check"]))?;
    let python = environment()?;
    let wheels = run::root().join("python/target/wheels-quick");
    if wheels.exists() {
        std::fs::remove_dir_all(&wheels).context("the wheels of an earlier run")?;
    }
    let mut build = run::command(&python, &["-m", "maturin", "build", "--quiet", "--profile", "quick"]);
    build
        .args(["--manifest-path", "python/Cargo.toml", "--out"])
        .arg(&wheels)
        .args(["--interpreter"])
        .arg(&python);
    run::show(build)?;
    let mut wheel = std::fs::read_dir(&wheels)?.filter_map(|entry| Some(entry.ok()?.path()));
    let wheel = wheel.next().context("maturin has built no wheel")?;
    let mut install = pip(&python)?;
    install.args(["install", "--quiet", "--no-deps", "--force-reinstall"]).arg(wheel);
    run::show(install)?;
    let mut command =
        run::command(&python, &["-m", "unittest", "discover", "-s", "python/tests", "-t", "python/tests"]);
    command.env("SIFANG", sifang).env("MPLBACKEND", "agg");
    Ok(command)
}

/// The interpreter of the virtual environment, with everything installed.
fn environment() -> Result<PathBuf> {
    let found = find()?;
    let folder = run::root().join("python/target/venv");
    let python = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    if !python.exists() {
        // Without pip: distributions that split Python up leave out what would install it.
        let mut make = run::command(found, &["-m", "venv", "--without-pip"]);
        make.arg(&folder);
        run::show(make)?;
    }
    println!("into python/target/venv, from the package index: {}", PACKAGES.join(" "));
    let mut install = pip(&python)?;
    install.args(["install", "--quiet"]).args(PACKAGES);
    run::show(install)?;
    Ok(python)
}

/// The `pip` outside, at work on this interpreter.
fn pip(python: &Path) -> Result<Command> {
    let mut command = run::command(find()?, &["-m", "pip", "--disable-pip-version-check", "--python"]);
    command.arg(python);
    Ok(command)
}

/// A Python that is new enough, has pip, and can make virtual environments.
fn find() -> Result<&'static str> {
    let (major, minor) = LEAST;
    let test = format!("import sys, venv, pip; sys.exit(sys.version_info < ({major}, {minor}))");
    let names = ["python3", "python"];
    let good = |name: &&str| run::answers(run::command(name, &["-c", &test]));
    match names.into_iter().find(|name| good(name)) {
        Some(name) => Ok(name),
        None => bail!(
            "Python {major}.{minor} or newer with pip is needed for the Python package (Debian: the packages python3 and \
             python3-pip); `cargo xtask test` without it: name the other steps with --only"
        ),
    }
}
