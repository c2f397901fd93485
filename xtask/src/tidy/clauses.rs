//! Checks that rule books and code point at each other: every clause has a place in the code of its
//! rule set, every ruling one there or in a worked case, every case says which clauses it shows, and
//! nobody names a clause that is not there.

use super::{Finding, Repo};
use std::collections::BTreeSet;

#[path = "../../../crates/sifang-query/src/clauses/scan.rs"]
mod scan;

const BOOKS: &str = "docs/rules/";
const CODE: &str = "crates/sifang-rules/src/";
const CASES: &str = "crates/sifang-rules/tests/cases/";

/// Clauses without a place, cases without a clause, and names of clauses that no book has.
pub(super) fn point(repo: &Repo) -> Vec<Finding> {
    let mut found = Vec::new();
    for book in &repo.files {
        let Some(rules) = book.path.strip_prefix(BOOKS).and_then(|name| name.strip_suffix(".en.md")) else {
            continue;
        };
        let clauses = scan::clauses(&book.text);
        let known: BTreeSet<&str> = clauses.iter().copied().collect();
        let mut named = of_code(repo, rules, &known, &mut found);
        let shown = of_cases(repo, rules, &known, &mut found);
        for clause in &clauses {
            let is_ruling = clause.split('.').nth(1) == Some("ruling");
            if is_ruling && shown.contains(*clause) {
                named.insert((*clause).to_owned());
            }
            if !named.contains(*clause) {
                let line = 1 + book.text.lines().position(|line| line.contains(&anchor(clause))).unwrap_or(0);
                let or = if is_ruling { " and no case shows it" } else { "" };
                let what = format!("no code in {CODE}{rules}/ names {clause}{or}");
                found.push(Finding { check: "clause", path: book.path.clone(), line, what });
            }
        }
    }
    found
}

fn anchor(clause: &str) -> String {
    format!("<a id=\"{clause}\">")
}

/// Whether this is a heading. It stands for its section as a whole: an unknown option has no other
/// clause.
fn is_heading(clause: &str) -> bool {
    clause.split('.').nth(1) == Some("book")
}

/// The clauses that the code of a rule set names.
fn of_code(repo: &Repo, rules: &str, known: &BTreeSet<&str>, found: &mut Vec<Finding>) -> BTreeSet<String> {
    let mut named = BTreeSet::new();
    let home = format!("{CODE}{rules}/");
    for file in repo.files.iter().filter(|f| f.path.starts_with(&home) && f.path.ends_with(".rs")) {
        for (clause, line) in scan::mentions(rules, &file.text) {
            if !is_heading(&clause) && !known.contains(&*clause) {
                let what = format!("no clause of {BOOKS}{rules}.en.md is called {clause}");
                found.push(Finding { check: "clause", path: file.path.clone(), line, what });
            }
            named.insert(clause);
        }
    }
    named
}

/// The clauses that the worked cases of a rule set show.
fn of_cases(repo: &Repo, rules: &str, known: &BTreeSet<&str>, found: &mut Vec<Finding>) -> BTreeSet<String> {
    let mut shown = BTreeSet::new();
    let begin = format!("{CASES}{rules}.");
    for file in repo.files.iter().filter(|file| file.path.starts_with(&begin)) {
        for (i, text) in file.text.lines().enumerate() {
            let mut bad = |what: String| {
                found.push(Finding { check: "clause", path: file.path.clone(), line: i + 1, what });
            };
            let case = match scan::case(text) {
                Ok(case) => case,
                Err(why) => {
                    bad(why);
                    continue;
                }
            };
            if case.shows.is_empty() {
                bad(format!("{} does not say which clauses it shows (`shows`): {}", case.id, case.why));
            }
            for clause in case.shows {
                if !is_heading(&clause) && !known.contains(&*clause) {
                    bad(format!("no clause of {BOOKS}{rules}.en.md is called {clause}"));
                }
                shown.insert(clause);
            }
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::super::tests::repo;
    use super::*;

    const BOOK: &str = "## <a id=\"toy.book.play\"></a>Play\n- <a id=\"toy.turn.draw\"></a>Draw.\n\
                        1. <a id=\"toy.ruling.1\"></a>One.\n2. <a id=\"toy.ruling.2\"></a>Two.\n";
    const CODE: &str = "/// A draw (`toy.turn.draw`, `toy.ruling.1`).\n";
    const CASE: &str = "{\"id\": \"toy-1\", \"why\": \"w\", \"shows\": [\"toy.ruling.2\"]}\n";

    fn what(book: &str, code: &str, case: &str) -> Vec<String> {
        let files = [
            ("docs/rules/toy.en.md", book),
            ("crates/sifang-rules/src/toy/flow.rs", code),
            ("crates/sifang-rules/tests/cases/toy.play.jsonl", case),
        ];
        let found = point(&repo(&files));
        found.iter().map(|one| format!("{}:{} {}", one.path, one.line, one.what)).collect()
    }

    #[test]
    fn every_clause_has_a_place_and_every_name_a_clause() {
        assert_eq!(what(BOOK, CODE, CASE), Vec::<String>::new());
        let removed = what(BOOK, &CODE.replace("`toy.turn.draw`, ", ""), CASE);
        assert_eq!(removed.len(), 1, "{removed:?}");
        assert!(removed[0].starts_with("docs/rules/toy.en.md:2 no code in"), "{removed:?}");
        let nowhere = what(BOOK, CODE, &CASE.replace("toy.ruling.2", "toy.ruling.1"));
        assert!(nowhere[0].ends_with("names toy.ruling.2 and no case shows it"), "{nowhere:?}");
        assert_eq!(what(BOOK, &CODE.replace("draw`", "drawn`"), CASE).len(), 2);
        assert_eq!(what(BOOK, CODE, &CASE.replace("toy.ruling.2", "toy.ruling.3")).len(), 2);
    }

    #[test]
    fn a_case_says_what_it_shows() {
        let silent = what(BOOK, CODE, &format!("{CASE}{{\"id\": \"toy-2\", \"why\": \"w\"}}\n"));
        assert!(silent[0].contains("toy-2 does not say"), "{silent:?}");
        assert_eq!(what(BOOK, CODE, &CASE.replace("[\"", "[\"toy.book.play\", \"")), Vec::<String>::new());
    }
}
