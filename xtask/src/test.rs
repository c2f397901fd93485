//! `cargo xtask test`: everything that must hold before a change is good.
//!
//! It needs only the Rust toolchain and Node.js, so that a bare machine can run it; the browser is installed where it is missing.
//! It stops at the first step that fails. Everything is built once, in the development profile with its checks on: the same
//! binary answers the worked cases, deals the simulations and serves the browser.

use crate::steps::Steps;
use crate::{run, tidy, web};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// Deals per simulation of the smoke test: enough to see every phase, short enough to run on every change.
const DEALS: &str = "5000";

/// Every part is built with this feature, so that the TypeScript declarations are compared without a build of their own.
const FEATURES: &str = "sifang-proto/ts";

/// Where the worked cases of the rule sets live.
const CASES: &str = "crates/sifang-rules/tests/cases";

/// Runs all steps.
pub(crate) fn run() -> Result<()> {
    let start = Instant::now();
    let mut steps = Steps::default();
    steps.step("tools", tools)?;
    steps.step("format", || run::show(run::cargo(&["fmt", "--all", "--check"])))?;
    steps.step("clippy", || {
        let args = ["clippy", "--workspace", "--all-targets", "--features", FEATURES, "--", "-D", "warnings"];
        run::show(run::cargo(&args))
    })?;
    steps.step("tidy", tidy::run)?;
    steps.step("browser client: packages", web::packages)?;
    steps.step("browser client: types, unit tests, size", web::checks)?;
    steps.step("build", || run::show(tests(&["--no-run"])))?;
    let sifang = run::binary("debug", "sifang")?;
    steps.step("worked cases", || cases(&sifang))?;
    for rules in steps.step("rule sets", || list(&sifang))? {
        steps.step(&format!("simulate {rules}"), || same_digest(&sifang, &rules))?;
    }
    // They wait more than they work: for the disk, for bots that think, for pages that move. Each server has a port and a folder of its own.
    let games = steps.step("browser", || web::end_to_end(&sifang))?;
    steps.together(vec![
        ("tests", tests(&["--", "--test-threads=4"])),
        ("browser client: games in a browser", games),
        ("trials", trials(&sifang)?),
    ])?;
    println!("\n{} passed, 0 failed in {:.0} s", steps.passed(), start.elapsed().as_secs_f64());
    Ok(())
}

/// The tests of all parts.
fn tests(args: &[&str]) -> Command {
    let mut command = run::cargo(&["test", "--workspace", "--features", FEATURES]);
    command.args(args);
    command
}

/// The short tier of all attacks on the server. The program was built beside its test.
fn trials(sifang: &Path) -> Result<Command> {
    let mut command = run::command(run::binary("debug", "trials")?, &["--tier", "c", "--sifang"]);
    command.arg(sifang);
    Ok(command)
}

/// Says what to install when a part of the toolchain is missing.
fn tools() -> Result<()> {
    for (tool, component) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        if !run::answers(run::cargo(&[tool, "--version"])) {
            bail!("`cargo {tool}` is missing; `rustup component add {component}` installs it");
        }
    }
    if !run::answers(run::command("node", &["--version"])) {
        bail!(
            "`node` is missing; the browser client and the independent fairness check need Node.js 20 or newer"
        );
    }
    if !run::answers(run::command("npm", &["--version"])) {
        bail!("`npm` is missing; it comes with Node.js (Debian: the package npm)");
    }
    Ok(())
}

/// Prints and gives the rule sets of the binary.
fn list(sifang: &Path) -> Result<Vec<String>> {
    let ids = run::rule_sets(sifang)?;
    println!("{}", ids.join(" "));
    Ok(ids)
}

/// Runs the repository's worked cases through the binary.
fn cases(sifang: &Path) -> Result<()> {
    let root = run::root();
    let files = case_files(&root.join(CASES))?;
    let mut command = run::command(sifang, &["cases"]);
    command.args(files.iter().map(|file| file.strip_prefix(&root).unwrap_or(file)));
    run::show(command)
}

/// The case files of a folder, in order; an empty folder would prove nothing and is an error.
fn case_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(|| format!("no folder {}", folder.display()))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "jsonl") {
            files.push(path);
        }
    }
    if files.is_empty() {
        bail!("there are no .jsonl case files in {}", folder.display());
    }
    files.sort();
    Ok(files)
}

/// The digest of a simulation depends on the seed and never on the number of threads.
fn same_digest(sifang: &Path, rules: &str) -> Result<()> {
    let one = digest(sifang, rules, "1", "1")?;
    let two = digest(sifang, rules, "1", "2")?;
    let other = digest(sifang, rules, "2", "2")?;
    println!("{rules}: {DEALS} deals, seed 1: digest {one}");
    if one != two {
        bail!("{rules}: 1 thread gives digest {one}, 2 threads give {two}");
    }
    if one == other {
        bail!("{rules}: seeds 1 and 2 give the same digest {one}");
    }
    Ok(())
}

fn digest(sifang: &Path, rules: &str, seed: &str, threads: &str) -> Result<String> {
    let args =
        ["simulate", "--rules", rules, "--deals", DEALS, "--seed", seed, "--threads", threads, "--json"];
    let report = run::json(run::command(sifang, &args))?;
    let digest = report["digest"].as_str().context("`sifang simulate --json` gives no digest")?;
    Ok(digest.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_without_cases_is_an_error() {
        let error = case_files(&run::root().join("xtask")).unwrap_err().to_string();
        assert!(error.starts_with("there are no .jsonl case files"), "{error}");
        assert!(case_files(&run::root().join("no such folder")).is_err());
    }
}
