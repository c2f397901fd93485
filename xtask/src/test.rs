//! `cargo xtask test`: everything that must hold before a change is good.
//!
//! It needs only the Rust toolchain, Node.js and Python, so that a bare machine can run it; the browser is installed where it is missing.
//! It stops at the first step that fails. Everything is built once, in the development profile with its checks on: the same
//! binary answers the worked cases, deals the simulations and serves the browser.

use crate::steps::Steps;
use crate::{advisories, portable, postgres, python, run, tidy, web};
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

/// What can be asked for by name, and what it does.
const STEPS: &[(&str, &str)] = &[
    ("format", "rustfmt has nothing to change"),
    ("clippy", "no lint of the workspace finds anything"),
    ("tidy", "layers, lengths, words of the sources"),
    ("deny", "bans, licences and sources of dependencies (deny.toml), where cargo-deny is installed"),
    ("doc", "the documentation builds without a warning"),
    ("web", "the browser client's format, lints, types and unit tests"),
    ("cases", "the worked cases of the rule books, by the binary"),
    ("simulate", "simulations whose digest does not depend on threads"),
    ("tests", "unit and integration tests of all crates"),
    ("python", "the Python package: its wheel (quick profile) in a virtual environment, and its tests"),
    ("browser", "games in a real browser"),
    ("trials", "the short tier of all attacks on the server"),
    (PORTABLE, "the binary compiles for other platforms, where their targets are installed; only when named"),
];

/// It builds everything anew for each platform, so it is no part of a plain run.
const PORTABLE: &str = "portable";

/// Steps that need the binary.
const BUILT: [&str; 6] = ["cases", "simulate", "tests", "python", "browser", "trials"];

/// Steps that need the browser client, the last two as a part of the binary.
const CLIENT: [&str; 3] = ["web", "tests", "browser"];

/// Which steps are wanted.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Wanted {
    /// Only these; empty: all of them.
    only: Vec<String>,
    /// Leave the games in a browser out.
    no_browser: bool,
}

impl Wanted {
    /// Reads the arguments of `cargo xtask test`.
    pub(crate) fn parse(args: &[String]) -> Result<Wanted> {
        let mut wanted = Wanted::default();
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            match arg.as_str() {
                "--no-browser" => wanted.no_browser = true,
                "--only" => {
                    let name = args.next().context("--only needs the name of a step")?;
                    if STEPS.iter().all(|(known, _)| known != name) {
                        let names: Vec<&str> = STEPS.iter().map(|(name, _)| *name).collect();
                        bail!("there is no step '{name}'; the steps are {}", names.join(", "));
                    }
                    wanted.only.push(name.clone());
                }
                other => bail!("'test' takes --only NAME, --no-browser and --list; '{other}' was given"),
            }
        }
        if wanted.no_browser && wanted.only.iter().any(|name| name == "browser") {
            bail!("--only browser and --no-browser exclude each other");
        }
        Ok(wanted)
    }

    fn has(&self, name: &str) -> bool {
        let named = self.only.iter().any(|only| only == name);
        (named || self.only.is_empty() && name != PORTABLE) && !(self.no_browser && name == "browser")
    }
}

/// Names and subjects of all steps.
pub(crate) fn list_steps() {
    STEPS.iter().for_each(|(name, about)| println!("{name:10} {about}"));
}

/// Runs the steps that are wanted.
pub(crate) fn run(wanted: &Wanted) -> Result<()> {
    let start = Instant::now();
    let mut steps = Steps::default();
    steps.step("tools", tools)?;
    sources(wanted, &mut steps)?;
    if CLIENT.iter().any(|name| wanted.has(name)) {
        steps.step("browser client: packages and build", || web::packages().and_then(|()| web::build()))?;
    }
    if wanted.has("web") {
        steps.step("browser client: format, lints, types, unit tests", web::checks)?;
    }
    if BUILT.iter().any(|name| wanted.has(name)) {
        if wanted.has("tests") {
            steps.step("PostgreSQL", postgres::installed)?;
        }
        steps.step("build", || run::show(tests(&["--no-run"])))?;
        built(wanted, &mut steps)?;
    }
    if wanted.has(PORTABLE) {
        steps.step(PORTABLE, portable::run)?;
    }
    if wanted.no_browser {
        println!("\n== browser: SKIPPED, as asked (--no-browser)");
    }
    println!("\n{} passed, 0 failed in {:.0} s", steps.passed(), start.elapsed().as_secs_f64());
    Ok(())
}

/// What only reads the sources.
fn sources(wanted: &Wanted, steps: &mut Steps) -> Result<()> {
    if wanted.has("format") {
        steps.step("format", || run::show(run::cargo(&["fmt", "--all", "--check"])))?;
    }
    if wanted.has("clippy") {
        steps.step("clippy", || {
            let args =
                ["clippy", "--workspace", "--all-targets", "--features", FEATURES, "--", "-D", "warnings"];
            run::show(run::cargo(&args))
        })?;
    }
    if wanted.has("tidy") {
        steps.step("tidy", tidy::run)?;
    }
    if wanted.has("deny") {
        steps.step("deny", advisories::deny)?;
    }
    if wanted.has("doc") {
        steps.step("doc", doc)?;
    }
    Ok(())
}

/// The documentation of all crates, as a reader gets it.
fn doc() -> Result<()> {
    let mut command = run::cargo(&["doc", "--workspace", "--no-deps", "--quiet", "--features", FEATURES]);
    command.env("RUSTDOCFLAGS", "-D warnings");
    run::show(command)
}

/// What the built binary has to show.
fn built(wanted: &Wanted, steps: &mut Steps) -> Result<()> {
    let sifang = run::binary("debug", "sifang")?;
    if wanted.has("cases") {
        steps.step("worked cases", || cases(&sifang))?;
    }
    if wanted.has("simulate") {
        for rules in steps.step("rule sets", || list(&sifang))? {
            steps.step(&format!("simulate {rules}"), || same_digest(&sifang, &rules))?;
        }
    }
    if wanted.has("python") {
        let tests = steps.step("python: wheel", || python::tests(&sifang))?;
        steps.step("python", || run::show(tests))?;
    }
    // They wait more than they work: for the disk, for bots that think, for pages that move. Each
    // server has a port and a folder of its own.
    let mut together = Vec::new();
    if wanted.has("tests") {
        together.push(("tests", tests(&["--", "--test-threads=4"])));
    }
    if wanted.has("browser") {
        let games = steps.step("browser", || web::end_to_end(&sifang))?;
        together.push(("browser client: games in a browser", games));
    }
    if wanted.has("trials") {
        together.push(("trials", trials(&sifang)?));
    }
    if together.is_empty() { Ok(()) } else { steps.together(together) }
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
    let args = [
        "simulate",
        "--rules",
        rules,
        "--bots",
        "random",
        "--deals",
        DEALS,
        "--seed",
        seed,
        "--threads",
        threads,
        "--json",
    ];
    let report = run::json(run::command(sifang, &args))?;
    let digest = report["digest"].as_str().context("`sifang simulate --json` gives no digest")?;
    Ok(digest.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(line: &str) -> Result<Wanted> {
        Wanted::parse(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn steps_are_asked_for_by_name() {
        let all = wanted("").unwrap();
        assert!(STEPS.iter().all(|(name, _)| all.has(name) == (*name != PORTABLE)));
        assert!(wanted("--only portable").unwrap().has(PORTABLE));
        let one = wanted("--only tidy --only cases").unwrap();
        assert!(one.has("tidy") && one.has("cases") && !one.has("clippy"));
        let no_browser = wanted("--no-browser").unwrap();
        assert!(!no_browser.has("browser") && no_browser.has("trials"));
        let error = |line| wanted(line).unwrap_err().to_string();
        assert!(error("--only tidi").starts_with("there is no step 'tidi'; the steps are format,"));
        assert!(error("--only").contains("needs the name"));
        assert!(error("--fast").contains("'--fast' was given"));
        assert!(error("--only browser --no-browser").contains("exclude each other"));
        assert!(BUILT.iter().chain(&CLIENT).all(|name| STEPS.iter().any(|(known, _)| known == name)));
    }

    #[test]
    fn a_folder_without_cases_is_an_error() {
        let error = case_files(&run::root().join("xtask")).unwrap_err().to_string();
        assert!(error.starts_with("there are no .jsonl case files"), "{error}");
        assert!(case_files(&run::root().join("no such folder")).is_err());
    }
}
