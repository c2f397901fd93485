//! `cargo xtask advisories`: is a weakness known in anything we depend on? It asks the world (the database of RustSec through
//! `cargo deny`, npm's registry for the browser client), so it is no part of `cargo xtask test`, which needs nobody.
//!
//! What could not be asked is said and fails: silence would look like good news.

use crate::run;
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::process::Stdio;

/// Asks about crates and about packages of the browser client; both, whatever the first says.
pub(crate) fn run() -> Result<()> {
    let mut bad = Vec::new();
    for (what, asked) in [("crates", crates()), ("npm packages", packages())] {
        match asked {
            Ok(()) => println!("{what}: no weakness is known"),
            Err(error) => bad.push(format!("{what}: {error:#}")),
        }
    }
    if !bad.is_empty() {
        bail!("{}", bad.join("\n"));
    }
    Ok(())
}

/// Advisories, licences and sources of crates (`deny.toml`).
fn crates() -> Result<()> {
    if !is_installed() {
        bail!("nothing was checked: cargo-deny is not installed (cargo install --locked cargo-deny)");
    }
    run::show(run::cargo(&["deny", "fetch", "db"]))
        .context("nothing was checked: the database of advisories cannot be reached")?;
    run::show(run::cargo(&["deny", "check", "advisories", "bans", "licenses", "sources"]))
}

fn is_installed() -> bool {
    run::answers(run::cargo(&["deny", "--version"]))
}

/// What `deny.toml` says of dependencies and does not need the world for: a part of `cargo xtask test`
/// where cargo-deny is installed, as it is on every build machine.
pub(crate) fn deny() -> Result<()> {
    if !is_installed() {
        println!("not checked: cargo-deny is not installed (cargo install --locked cargo-deny)");
        return Ok(());
    }
    run::show(run::cargo(&["deny", "check", "bans", "licenses", "sources"]))
}

/// Advisories of the packages that build the browser client. None of them is shipped as it is, but their output is.
fn packages() -> Result<()> {
    let mut npm = run::command("npm", &["--prefix", "web", "audit", "--json"]);
    // It fails when it finds something, and when it cannot ask; what it says separates these.
    let output =
        npm.stderr(Stdio::null()).output().context("nothing was checked: npm could not be started")?;
    let found = weak(&output.stdout)?;
    if !found.is_empty() {
        bail!("known weaknesses in {}", found.join(", "));
    }
    Ok(())
}

/// The packages that an audit names, each with how bad it is.
fn weak(audit: &[u8]) -> Result<Vec<String>> {
    let audit: Value = serde_json::from_slice(audit).unwrap_or_default();
    let Some(found) = audit["vulnerabilities"].as_object() else {
        bail!("nothing was checked: the registry does not answer audits");
    };
    let name = |(name, weakness): (&String, &Value)| {
        format!("{name} ({})", weakness["severity"].as_str().unwrap_or("unknown"))
    };
    Ok(found.iter().map(name).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_audit_that_was_not_answered_is_no_good_news() {
        assert_eq!(weak(br#"{"auditReportVersion": 2, "vulnerabilities": {}}"#).unwrap(), [""; 0]);
        let found = br#"{"vulnerabilities": {"left": {"severity": "high"}, "right": {}}}"#;
        assert_eq!(weak(found).unwrap(), ["left (high)", "right (unknown)"]);
        for silent in [&b""[..], b"{}", br#"{"message": "404", "error": {"code": "ENOAUDIT"}}"#, b"<html>"] {
            assert!(weak(silent).unwrap_err().to_string().contains("nothing was checked"));
        }
    }
}
