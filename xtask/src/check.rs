//! `cargo xtask check`: what a contributor runs after every few lines. It looks at what has changed
//! and checks only that: format and tidy of everything, lints and tests of the changed crates, the
//! browser client's checks when it has changed. What is *not* here: crates above the changed ones,
//! the browser, the trials. `cargo xtask test` has them.

use crate::steps::Steps;
use crate::{run, tidy, web};
use anyhow::{Result, bail};
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Instant;

/// Every part is built as `cargo xtask test` builds it, so that both share what is built.
const FEATURES: &str = "sifang-proto/ts";

/// What has changed.
#[derive(Debug, Default, PartialEq, Eq)]
struct Changed {
    /// Names of crates.
    crates: BTreeSet<String>,
    /// Whether the browser client has.
    web: bool,
    /// Whether something has that every crate depends on.
    workspace: bool,
}

/// Checks what has changed since the last commit, or since the one named with `--base`.
pub(crate) fn run(args: &[String]) -> Result<()> {
    let base = match args {
        [] => "HEAD",
        [flag, base] if flag == "--base" => base.as_str(),
        _ => bail!("'check' takes --base REVISION or nothing"),
    };
    let start = Instant::now();
    let changed = changed(&files(base)?);
    let mut steps = Steps::default();
    steps.step("format", || run::show(run::cargo(&["fmt", "--all", "--check"])))?;
    steps.step("tidy", tidy::run)?;
    let packages = packages(&changed);
    if packages.is_empty() {
        println!("\nno crate has changed since {base}");
    } else {
        steps.step("clippy", || {
            let mut command = run::cargo(&["clippy", "--all-targets", "--features", FEATURES]);
            command.args(&packages).args(["--", "-D", "warnings"]);
            run::show(command)
        })?;
        steps.step("tests and worked cases", || {
            let mut command = run::cargo(&["test", "--features", FEATURES]);
            run::show({
                command.args(&packages);
                command
            })
        })?;
    }
    if changed.web {
        steps.step("browser client: build, format, lints, types, unit tests", || {
            web::build().and_then(|()| web::checks())
        })?;
    }
    println!("\n{} passed, 0 failed in {:.0} s", steps.passed(), start.elapsed().as_secs_f64());
    Ok(())
}

/// The packages to be checked, as arguments of cargo. The crate of the wire types is always among
/// them, because its feature is asked for.
fn packages(changed: &Changed) -> Vec<String> {
    if changed.workspace {
        return vec!["--workspace".into()];
    }
    let mut names = changed.crates.clone();
    if !names.is_empty() {
        names.insert("sifang-proto".into());
    }
    names.iter().flat_map(|name| ["--package".to_owned(), name.clone()]).collect()
}

/// The files that differ from a revision, and those that git does not know yet.
fn files(base: &str) -> Result<Vec<String>> {
    let mut all = String::new();
    for args in
        [&["diff", "--name-only", base, "--"] as &[&str], &["ls-files", "--others", "--exclude-standard"]]
    {
        all.push_str(&run::capture(run::command("git", args))?);
    }
    Ok(all.lines().map(str::to_owned).collect())
}

/// Which parts these files belong to.
fn changed(files: &[String]) -> Changed {
    let mut changed = Changed::default();
    for file in files {
        let parts: Vec<&str> = file.split('/').collect();
        match parts[..] {
            // A crate that was removed has nothing left to check.
            ["crates", name, ..] if run::root().join("crates").join(name).is_dir() => {
                changed.crates.insert(name.to_owned());
            }
            ["xtask", ..] => {
                changed.crates.insert("xtask".into());
            }
            // The rule books are tested with the crate that takes them apart.
            ["docs", "rules", ..] => {
                changed.crates.extend(["sifang-rules".to_owned(), "sifang-query".to_owned()]);
            }
            ["web", ..] => changed.web = true,
            ["Cargo.toml" | "Cargo.lock"] | [".cargo", ..] => changed.workspace = true,
            _ => {}
        }
        if Path::new(file).ends_with("protocol.ts") {
            changed.crates.insert("sifang-proto".into());
        }
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(files: &[&str]) -> Changed {
        changed(&files.iter().map(|file| file.to_string()).collect::<Vec<_>>())
    }

    #[test]
    fn files_belong_to_parts() {
        let one = of(&["crates/sifang-rules/src/lib.rs", "README.md"]);
        assert_eq!(packages(&one), ["--package", "sifang-proto", "--package", "sifang-rules"]);
        assert!(!one.web && !one.workspace);
        assert!(of(&["web/src/App.svelte"]).web);
        assert_eq!(packages(&of(&["Cargo.lock", "xtask/src/main.rs"])), ["--workspace"]);
        assert_eq!(of(&["crates/no-such-crate/src/lib.rs", "docs/lab.md"]), Changed::default());
        assert!(packages(&Changed::default()).is_empty());
    }
}
