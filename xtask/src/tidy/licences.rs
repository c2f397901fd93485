//! Checks of where our dependencies come from and under which licence.

use super::{Finding, Repo, own_packages};

/// Licences under which anybody may use, change and pass on what we ship, as SPDX names them.
const PERMISSIVE: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "BSD-1-Clause",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Our own licence.
const OURS: &str = "MIT OR Apache-2.0";

/// The public registry, as a lock file names it.
const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Every dependency can be used under a permissive licence, and our own crates carry ours.
pub(super) fn permissive(repo: &Repo) -> Vec<Finding> {
    let own: Vec<_> = own_packages(&repo.metadata).map(|package| &package["id"]).collect();
    let mut found = Vec::new();
    for package in repo.metadata["packages"].as_array().into_iter().flatten() {
        let name = package["name"].as_str().unwrap_or_default();
        let licence = package["license"].as_str().unwrap_or_default();
        let good = if own.contains(&&package["id"]) { licence == OURS } else { is_permissive(licence) };
        if !good {
            let what =
                format!("{name} has the licence '{licence}', which is not on the list of permissive ones");
            found.push(Finding { check: "licence", path: "Cargo.lock".into(), line: 0, what });
        }
    }
    found
}

/// The lock file names no registry but the public one.
pub(super) fn lock_file(repo: &Repo) -> Vec<Finding> {
    let mut found = Vec::new();
    for file in repo.files.iter().filter(|file| file.path.ends_with("Cargo.lock")) {
        for (i, line) in file.text.lines().enumerate() {
            if let Some(source) = line.strip_prefix("source = ")
                && source.trim_matches('"') != REGISTRY
            {
                let what = format!("{source} is not the public registry");
                found.push(Finding { check: "registry", path: file.path.clone(), line: i + 1, what });
            }
        }
    }
    found
}

/// Whether an SPDX expression can be satisfied with permissive licences alone: one side of an `OR`, both of an `AND`.
/// The old form with `/` means `OR`. An exception (`WITH …`) only ever permits more.
fn is_permissive(expression: &str) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let tokens: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = &tokens[..];
    either(&mut rest) && rest.is_empty()
}

/// `a OR b OR …`
fn either(rest: &mut &[&str]) -> bool {
    let mut good = both(rest);
    while rest.first() == Some(&"OR") {
        *rest = &rest[1..];
        good |= both(rest);
    }
    good
}

/// `a AND b AND …`
fn both(rest: &mut &[&str]) -> bool {
    let mut good = single(rest);
    while rest.first() == Some(&"AND") {
        *rest = &rest[1..];
        good &= single(rest);
    }
    good
}

/// A licence with its exception, or a group in brackets.
fn single(rest: &mut &[&str]) -> bool {
    let Some((&first, after)) = rest.split_first() else { return false };
    *rest = after;
    if first == "(" {
        let good = either(rest);
        let closed = rest.first() == Some(&")");
        *rest = rest.get(1..).unwrap_or_default();
        return good && closed;
    }
    if rest.first() == Some(&"WITH") {
        *rest = rest.get(2..).unwrap_or_default();
    }
    PERMISSIVE.contains(&first)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{places, repo};
    use super::*;
    use serde_json::json;

    #[test]
    fn expressions_are_read_as_spdx_means_them() {
        for good in [
            "MIT",
            "MIT/Apache-2.0",
            "GPL-3.0 OR MIT",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT",
            "MIT AND (GPL-3.0 OR ISC)",
        ] {
            assert!(is_permissive(good), "{good}");
        }
        for bad in
            ["", "GPL-3.0", "MIT AND GPL-3.0", "(MIT", "MIT)", "MPL-2.0", "MIT Apache-2.0", "OR MIT", "()"]
        {
            assert!(!is_permissive(bad), "{bad}");
        }
    }

    #[test]
    fn a_copyleft_dependency_and_a_crate_without_our_licence_are_found() {
        let mut repo = repo(&[]);
        repo.metadata = json!({"workspace_members": ["a"], "packages": [
            {"id": "a", "name": "ours", "license": "MIT"},
            {"id": "b", "name": "good", "license": "ISC"},
            {"id": "c", "name": "bad", "license": "GPL-3.0"},
            {"id": "d", "name": "none", "license": null},
        ]});
        let names: Vec<String> = permissive(&repo).into_iter().map(|finding| finding.what).collect();
        assert_eq!(names.len(), 3);
        assert!(
            names[0].starts_with("ours ") && names[1].starts_with("bad ") && names[2].starts_with("none ")
        );
    }

    #[test]
    fn the_list_for_cargo_deny_is_the_same() {
        let text = std::fs::read_to_string(crate::run::root().join("deny.toml")).unwrap();
        let list = text.split_once("allow = [").and_then(|(_, rest)| rest.split_once(']')).unwrap().0;
        let listed: Vec<&str> =
            list.lines().filter_map(|line| line.trim().strip_prefix('"')?.strip_suffix("\",")).collect();
        assert_eq!(listed, PERMISSIVE);
    }

    #[test]
    fn another_registry_in_the_lock_file_is_found() {
        let text = format!("source = \"{REGISTRY}\"\nsource = \"registry+https://example.org/index\"\n");
        assert_eq!(places(&lock_file(&repo(&[("Cargo.lock", &text)]))), ["Cargo.lock:2"]);
    }
}
