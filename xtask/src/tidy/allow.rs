//! The list of excused findings: `check path reason…`, one per line.

use super::Finding;
use anyhow::{Result, bail};

/// Where the list lives.
pub(super) const FILE: &str = "xtask/tidy.allow";

/// The parsed list.
pub(super) struct AllowList {
    entries: Vec<Entry>,
}

struct Entry {
    check: String,
    path: String,
    line: usize,
}

impl AllowList {
    /// Reads the list; blank lines and lines that begin with `#` say nothing. A reason is required.
    pub(super) fn parse(text: &str) -> Result<AllowList> {
        let mut entries = Vec::new();
        for (i, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let mut words = line.split_whitespace();
            match (words.next(), words.next(), words.next()) {
                (Some(check), Some(path), Some(_)) => {
                    entries.push(Entry { check: check.into(), path: path.into(), line: i + 1 });
                }
                _ => bail!("{FILE}:{}: write the check, the path and a reason", i + 1),
            }
        }
        Ok(AllowList { entries })
    }

    /// Takes the excused findings out and adds one for every entry that excused nothing.
    pub(super) fn apply(&self, mut findings: Vec<Finding>) -> Vec<Finding> {
        let mut stale = Vec::new();
        for entry in &self.entries {
            let before = findings.len();
            findings.retain(|finding| finding.check != entry.check || finding.path != entry.path);
            if findings.len() == before {
                stale.push(Finding {
                    check: "allow",
                    path: FILE.to_string(),
                    line: entry.line,
                    what: format!("excuses nothing any more: take out '{} {}'", entry.check, entry.path),
                });
            }
        }
        findings.extend(stale);
        findings
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::places;
    use super::*;

    fn finding(check: &'static str, path: &str) -> Finding {
        Finding { check, path: path.to_string(), line: 7, what: String::new() }
    }

    #[test]
    fn an_entry_excuses_one_check_in_one_file() {
        let list = AllowList::parse("# why\n\nlength a.rs a table of data\n").unwrap();
        let left =
            list.apply(vec![finding("length", "a.rs"), finding("length", "b.rs"), finding("docs", "a.rs")]);
        assert_eq!(left, [finding("length", "b.rs"), finding("docs", "a.rs")]);
    }

    #[test]
    fn an_entry_that_excuses_nothing_is_found() {
        let list = AllowList::parse("length a.rs a table of data").unwrap();
        assert_eq!(places(&list.apply(vec![])), ["xtask/tidy.allow:1"]);
    }

    #[test]
    fn a_reason_is_required() {
        assert!(AllowList::parse("length a.rs").is_err());
    }
}
