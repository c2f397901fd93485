//! Checks of style: documentation at the head of each module, nothing unfinished, no overlong file, no test that never runs.

use super::{Finding, Repo};

/// Most lines of a source file, its tests not counted. Longer ones are tables (and listed as such) or two modules.
const LONGEST: usize = 600;

/// Marks of unfinished work. Put together here so that this file does not find itself.
const UNFINISHED: &[&str] = &[
    concat!("TO", "DO"),
    concat!("FIX", "ME"),
    concat!("to", "do!("),
    concat!("unimple", "mented!("),
    concat!("db", "g!("),
];

/// Every module opens with a `//!` line that says something.
pub(super) fn module_docs(repo: &Repo) -> Vec<Finding> {
    let undocumented = |text: &str| !text.starts_with("//! ");
    let sources = repo.files.iter().filter(|file| file.crate_of_src().is_some() && undocumented(&file.text));
    let finding = |file: &super::Source| Finding {
        check: "docs",
        path: file.path.clone(),
        line: 1,
        what: "a module opens with `//! ` and what lives here".into(),
    };
    sources.map(finding).collect()
}

/// No source, test or benchmark has a mark of unfinished work.
pub(super) fn unfinished(repo: &Repo) -> Vec<Finding> {
    let mut found = Vec::new();
    for file in repo.files.iter().filter(|file| file.path.ends_with(".rs")) {
        for (i, line) in file.text.lines().enumerate() {
            if let Some(mark) = UNFINISHED.iter().find(|mark| line.contains(*mark)) {
                let what = format!("'{mark}' is unfinished work; finish it or open an issue");
                found.push(Finding { check: "unfinished", path: file.path.clone(), line: i + 1, what });
            }
        }
    }
    found
}

/// No source file is too long to be read in one go.
pub(super) fn length(repo: &Repo) -> Vec<Finding> {
    let mut found = Vec::new();
    for file in repo.files.iter().filter(|file| file.crate_of_src().is_some()) {
        let lines = file.lines_outside_tests().len();
        if lines > LONGEST {
            let what = format!("{lines} lines without tests; at most {LONGEST}");
            found.push(Finding { check: "length", path: file.path.clone(), line: 0, what });
        }
    }
    found
}

/// Where the tests of a crate from outside are one binary (`tests/main.rs`), every file there belongs to it: what is not named never runs.
pub(super) fn tests_run(repo: &Repo) -> Vec<Finding> {
    let mut found = Vec::new();
    for file in repo.files.iter().filter(|file| file.path.starts_with("crates/")) {
        let Some((folder, name)) = file.path.strip_suffix(".rs").and_then(|path| path.rsplit_once('/'))
        else {
            continue;
        };
        // A folder's `mod.rs` is a module of the folder above.
        let (folder, name) = match (name, folder.rsplit_once('/')) {
            ("main", _) => continue,
            ("mod", Some(above)) => above,
            _ => (folder, name),
        };
        let Some((_, below)) = folder.split_once("/tests") else { continue };
        let head = format!("{folder}/{}.rs", if below.is_empty() { "main" } else { "mod" });
        let Some(head) = repo.files.iter().find(|file| file.path == head) else { continue };
        if !head.text.lines().any(|line| line == format!("mod {name};")) {
            let what = format!("its tests never run: `mod {name};` is missing in {}", head.path);
            found.push(Finding { check: "tests", path: file.path.clone(), line: 0, what });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::tests::{places, repo};
    use super::*;

    #[test]
    fn a_module_without_docs_is_found() {
        let repo = repo(&[
            ("crates/sifang-x/src/good.rs", "//! Good.\n"),
            ("crates/sifang-x/src/bad.rs", "use a::b;\n//! Late.\n"),
            ("crates/sifang-x/src/empty.rs", "//!\n"),
            ("crates/sifang-x/tests/free.rs", "use a::b;\n"),
        ]);
        assert_eq!(
            places(&module_docs(&repo)),
            ["crates/sifang-x/src/bad.rs:1", "crates/sifang-x/src/empty.rs:1"]
        );
    }

    #[test]
    fn unfinished_work_is_found_in_code_and_comments() {
        for mark in UNFINISHED {
            let text = format!("//! Doc.\n// {mark} later\n");
            let repo = repo(&[("crates/sifang-x/src/a.rs", &text)]);
            assert_eq!(places(&unfinished(&repo)), ["crates/sifang-x/src/a.rs:2"], "{mark}");
        }
        assert_eq!(unfinished(&repo(&[("crates/sifang-x/src/a.rs", "//! A method.\n")])), []);
    }

    #[test]
    fn a_long_file_is_found_and_its_tests_are_not_counted() {
        let long = "x\n".repeat(LONGEST + 1);
        let tested =
            format!("{}#[cfg(test)]\nmod tests {{\n{}}}\n", "x\n".repeat(LONGEST), "    x\n".repeat(500));
        let repo =
            repo(&[("crates/sifang-x/src/long.rs", &long), ("crates/sifang-x/src/tested.rs", &tested)]);
        assert_eq!(places(&length(&repo)), ["crates/sifang-x/src/long.rs:0"]);
    }

    #[test]
    fn a_test_file_that_no_binary_names_is_found() {
        let repo = repo(&[
            ("crates/sifang-x/tests/main.rs", "//! Tests.\nmod laws;\nmod server;\n"),
            ("crates/sifang-x/tests/laws.rs", ""),
            ("crates/sifang-x/tests/law.rs", ""),
            ("crates/sifang-x/tests/common/mod.rs", ""),
            ("crates/sifang-x/tests/server/mod.rs", "mod http;\n"),
            ("crates/sifang-x/tests/server/http.rs", ""),
            ("crates/sifang-x/tests/server/laws.rs", ""),
            ("crates/sifang-y/tests/alone.rs", ""),
            ("crates/sifang-x/src/law.rs", ""),
        ]);
        assert_eq!(
            places(&tests_run(&repo)),
            [
                "crates/sifang-x/tests/law.rs:0",
                "crates/sifang-x/tests/common/mod.rs:0",
                "crates/sifang-x/tests/server/laws.rs:0"
            ]
        );
    }
}
