//! Reading the repository's files, and separating code from comments and tests.

use anyhow::{Context, Result};
use std::path::Path;

/// Names of folders that hold build products or other people's files.
const SKIPPED: &[&str] = &[".git", "target", "node_modules", "dist"];
/// Folders of measurements and of a running server, which are never committed.
const SKIPPED_PATHS: &[&str] = &["data", "perf/peers/data"];

/// Kinds of file the checks look at.
const KINDS: &[&str] = &[
    "rs", "md", "toml", "lock", "json", "jsonl", "sh", "yml", "yaml", "js", "mjs", "ts", "css", "html",
    "svelte", "txt", "allow",
];

/// A text file of the repository.
pub(super) struct Source {
    /// Path from the root, with `/` on every platform.
    pub(super) path: String,
    /// Its whole text.
    pub(super) text: String,
}

impl Source {
    /// The crate whose `src` folder this Rust file lies in: `sifang-x`, or `xtask`.
    pub(super) fn crate_of_src(&self) -> Option<&str> {
        if !self.path.ends_with(".rs") {
            return None;
        }
        let mut parts = self.path.split('/');
        let name = match parts.next()? {
            "crates" => parts.next()?,
            "xtask" => "xtask",
            _ => return None,
        };
        (parts.next()? == "src").then_some(name)
    }

    /// Whether the whole file is a test module (`tests.rs`, or a file in a folder `tests`).
    fn is_test_module(&self) -> bool {
        self.path.ends_with("/tests.rs") || self.path.contains("/tests/")
    }

    /// The numbered lines outside `#[cfg(test)]` modules, comments included.
    pub(super) fn lines_outside_tests(&self) -> Vec<(usize, &str)> {
        let mut kept = Vec::new();
        if self.is_test_module() {
            return kept;
        }
        let mut lines = self.text.lines().enumerate();
        while let Some((i, line)) = lines.next() {
            if line != "#[cfg(test)]" {
                kept.push((i + 1, line));
                continue;
            }
            // The module's head, and, unless it is a mere `mod tests;`, everything up to its closing brace, which the
            // formatter puts at the start of a line.
            let opens_block = lines.next().is_some_and(|(_, head)| head.ends_with('{'));
            if opens_block {
                for (_, inner) in lines.by_ref() {
                    if inner == "}" {
                        break;
                    }
                }
            }
        }
        kept
    }

    /// The numbered lines of code outside tests, without comments.
    pub(super) fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let without_comment = |(number, line)| {
            let line: &str = line;
            let code = match line.find("//") {
                // `://` is an address inside a string, not a comment.
                Some(at) if !line[..at].ends_with(':') => &line[..at],
                _ => line,
            };
            (number, code)
        };
        self.lines_outside_tests()
            .into_iter()
            .map(without_comment)
            .filter(|(_, line)| !line.trim().is_empty())
    }
}

/// Reads every file of a known kind below `root`, in the order of their paths.
pub(super) fn read_all(root: &Path) -> Result<Vec<Source>> {
    let mut files = Vec::new();
    read_folder(root, "", &mut files)?;
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

fn read_folder(folder: &Path, prefix: &str, files: &mut Vec<Source>) -> Result<()> {
    for entry in std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{prefix}{name}");
        let kind = entry.file_type()?;
        if kind.is_dir() {
            if !SKIPPED.contains(&name.as_str()) && !SKIPPED_PATHS.contains(&path.as_str()) {
                read_folder(&entry.path(), &format!("{path}/"), files)?;
            }
        } else if kind.is_file() && is_text(&name) {
            // Some test data is broken on purpose: bytes that are no UTF-8 are replaced.
            let bytes = std::fs::read(entry.path()).with_context(|| format!("cannot read {path}"))?;
            files.push(Source { path, text: String::from_utf8_lossy(&bytes).into_owned() });
        }
    }
    Ok(())
}

/// Whether a file of this name is one of ours to look at; names without a dot are (`run`, `LICENSE-MIT`).
fn is_text(name: &str) -> bool {
    match name.rsplit_once('.') {
        None => true,
        Some((_, extension)) => KINDS.contains(&extension),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(path: &str, text: &str) -> Source {
        Source { path: path.to_string(), text: text.to_string() }
    }

    #[test]
    fn code_has_no_comments_and_no_tests() {
        let text = "//! Doc.\nfn a() {} // why\n#[cfg(test)]\nmod tests {\n    fn t() {\n    }\n}\nlet u = \"http://localhost\";\n";
        let file = source("crates/sifang-x/src/a.rs", text);
        let code: Vec<_> = file.code().collect();
        assert_eq!(code, [(2, "fn a() {} "), (8, "let u = \"http://localhost\";")]);
    }

    #[test]
    fn a_test_module_in_its_own_file_hides_only_its_line() {
        let file = source("crates/sifang-x/src/a.rs", "#[cfg(test)]\nmod tests;\nfn a() {}\n");
        assert_eq!(file.code().collect::<Vec<_>>(), [(3, "fn a() {}")]);
        assert_eq!(source("crates/sifang-x/src/a/tests.rs", "fn a() {}").code().count(), 0);
    }

    #[test]
    fn crates_are_known_by_path() {
        assert_eq!(source("crates/sifang-x/src/deep/a.rs", "").crate_of_src(), Some("sifang-x"));
        assert_eq!(source("xtask/src/main.rs", "").crate_of_src(), Some("xtask"));
        assert_eq!(source("crates/sifang-x/tests/a.rs", "").crate_of_src(), None);
        assert_eq!(source("crates/sifang-x/src/a.md", "").crate_of_src(), None);
    }

    #[test]
    fn pictures_are_not_read() {
        assert!(is_text("README.md") && is_text("run") && !is_text("tile.png"));
    }
}
