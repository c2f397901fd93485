//! `cargo xtask tidy`: what reviewers would otherwise have to watch for, as checks.
//!
//! Each check is a function from the repository to findings, with its own test on bad examples beside it. An exception
//! is one line with a reason in `xtask/tidy.allow`; a line there that excuses nothing is itself a finding.

mod allow;
mod clauses;
mod layers;
mod rule_sets;
mod source;
mod style;
mod text;
mod web;

use crate::run;
use allow::AllowList;
use anyhow::{Context, Result, bail};
use serde_json::Value;
use source::Source;
use std::fmt;
use std::path::Path;

/// Something that should not be so.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Finding {
    /// The check's name, as `tidy.allow` uses it.
    check: &'static str,
    /// Path from the repository's root.
    path: String,
    /// Line, from 1; 0 where the whole file is meant.
    line: usize,
    /// What is wrong, and what would be right.
    what: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {} [{}]", self.path, self.what, self.check),
            line => write!(f, "{}:{line}: {} [{}]", self.path, self.what, self.check),
        }
    }
}

/// The repository as the checks see it.
struct Repo {
    /// Every text file that is no build product.
    files: Vec<Source>,
    /// `cargo metadata` of the workspace with all dependencies of this machine's platform.
    metadata: Value,
}

/// A check: its findings in the whole repository.
type Check = fn(&Repo) -> Vec<Finding>;

const CHECKS: &[Check] = &[
    style::module_docs,
    style::unfinished,
    style::length,
    style::tests_run,
    layers::edges,
    layers::engine_words,
    layers::unsafe_forbidden,
    rule_sets::apart,
    rule_sets::plan,
    rule_sets::unnamed,
    clauses::point,
    text::paths,
    text::hosts,
    text::columns,
    text::map,
    web::columns,
    web::classes,
];

/// Runs all checks on this repository.
pub(crate) fn run() -> Result<()> {
    let findings = findings(&run::root())?;
    for finding in &findings {
        println!("{finding}");
    }
    if !findings.is_empty() {
        bail!(
            "{} finding(s); a measured exception is a line with its reason in {}",
            findings.len(),
            allow::FILE
        );
    }
    println!("{} checks, nothing found", CHECKS.len());
    Ok(())
}

/// All findings that no line of the allow list excuses, and the lines that excuse nothing.
fn findings(root: &Path) -> Result<Vec<Finding>> {
    let repo = Repo { files: source::read_all(root)?, metadata: metadata()? };
    let listed =
        repo.files.iter().find(|file| file.path == allow::FILE).map_or("", |file| file.text.as_str());
    let found = CHECKS.iter().flat_map(|check| check(&repo)).collect();
    Ok(AllowList::parse(listed)?.apply(found))
}

/// What cargo knows of the workspace. Limited to this platform, so that nothing is fetched that no build here needs.
fn metadata() -> Result<Value> {
    let version = run::capture(run::command("rustc", &["-vV"]))?;
    let host =
        version.lines().find_map(|line| line.strip_prefix("host: ")).context("rustc -vV names no host")?;
    run::json(run::cargo(&["metadata", "--format-version", "1", "--filter-platform", host]))
}

/// The workspace's own packages in the metadata.
fn own_packages(metadata: &Value) -> impl Iterator<Item = &Value> {
    let members = metadata["workspace_members"].as_array();
    let is_own = move |package: &&Value| members.is_some_and(|ids| ids.contains(&package["id"]));
    metadata["packages"].as_array().into_iter().flatten().filter(is_own)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A repository of these files, for the checks' tests.
    pub(super) fn repo(files: &[(&str, &str)]) -> Repo {
        let file = |&(path, text): &(&str, &str)| Source { path: path.to_string(), text: text.to_string() };
        Repo { files: files.iter().map(file).collect(), metadata: Value::Null }
    }

    /// `path:line` of each finding.
    pub(super) fn places(findings: &[Finding]) -> Vec<String> {
        findings.iter().map(|finding| format!("{}:{}", finding.path, finding.line)).collect()
    }

    #[test]
    fn this_repository_is_tidy() {
        let findings = findings(&run::root()).unwrap();
        let lines: Vec<String> = findings.iter().map(Finding::to_string).collect();
        assert!(lines.is_empty(), "{}", lines.join("\n"));
    }
}
