//! Checks that rule sets live apart (none knows another, and nothing shared knows any of them by name) and that all are built to
//! the same plan.

use super::source::Source;
use super::{Finding, Repo};
use std::collections::BTreeSet;

/// Where the rule sets live, one folder each.
const HOME: &str = "crates/sifang-rules/src/";
/// The one closed list of rule sets, beside the declarations of their modules.
const LIST: &str = "crates/sifang-rules/src/lib.rs";
/// Stacked walls of single rule sets, one file each, and the list of them.
const RARITIES: &str = "crates/sifang-laws/src/rarities/";
const RARITY_LIST: &str = "crates/sifang-laws/src/rarities/mod.rs";

/// The files of a rule set; docs/design/rule-sets.md says what is in each. One that outgrows a file is a folder.
const PLAN: [&str; 13] = [
    "mod", "options", "fans", "shape", "score", "offer", "flow", "settle", "course", "view", "request",
    "insight", "book",
];
/// The example wins of its book, and the names that players use.
const DATA: [&str; 2] = ["examples.jsonl", "names.jsonl"];

/// The ids of the rule sets: the folders that have options of their own.
fn ids(repo: &Repo) -> BTreeSet<&str> {
    let id = |file: &'_ Source| -> Option<usize> {
        let folder = file.path.strip_prefix(HOME)?.strip_suffix("/options.rs")?;
        (!folder.contains('/')).then_some(folder.len())
    };
    repo.files.iter().filter_map(|file| Some(&file.path[HOME.len()..HOME.len() + id(file)?])).collect()
}

/// The rule set whose folder this file lies in, or whose stacked walls it is.
fn home_of<'a>(file: &Source, ids: &BTreeSet<&'a str>) -> Option<&'a str> {
    let rarity = || file.path.strip_prefix(RARITIES)?.strip_suffix(".rs");
    let folder = || Some(file.path.strip_prefix(HOME)?.split_once('/')?.0);
    ids.get(folder().or_else(rarity)?).copied()
}

/// Every rule set stands in the list, and has the files of the plan and no others.
pub(super) fn plan(repo: &Repo) -> Vec<Finding> {
    let ids = ids(repo);
    let mut found = unlisted(repo, &ids);
    for file in &repo.files {
        let Some((id, rest)) = file.path.strip_prefix(HOME).and_then(|path| path.split_once('/')) else {
            continue;
        };
        let name = match rest.split_once('/') {
            Some((folder, _)) => folder,
            None => rest.strip_suffix(".rs").unwrap_or(rest),
        };
        if ids.contains(id) && !PLAN.contains(&name) && !DATA.contains(&rest) {
            let what = format!(
                "'{name}' is not in the plan of a rule set (docs/design/rule-sets.md): {}",
                PLAN.join(", ")
            );
            found.push(Finding { check: "plan", path: file.path.clone(), line: 0, what });
        }
    }
    found
}

/// Rule sets without a line in the list: no test would find them.
fn unlisted(repo: &Repo, ids: &BTreeSet<&str>) -> Vec<Finding> {
    let Some(list) = repo.files.iter().find(|file| file.path == LIST) else { return Vec::new() };
    let listed = |id: &str| list.code().any(|(_, code)| code.contains(&format!("\"{id}\" =>")));
    let missing = ids.iter().filter(|id| !listed(id));
    let finding = |id: &&str| {
        let what = format!("{LIST} does not list the rule set {id}");
        Finding { check: "plan", path: format!("{HOME}{id}/options.rs"), line: 0, what }
    };
    missing.map(finding).collect()
}

/// No rule set mentions another one.
pub(super) fn apart(repo: &Repo) -> Vec<Finding> {
    let ids = ids(repo);
    let mut found = Vec::new();
    for file in &repo.files {
        let Some(home) = home_of(file, &ids) else { continue };
        for (line, code) in file.code() {
            for other in ids.iter().filter(|id| **id != home && names(code, id)) {
                let what =
                    format!("{home} knows {other}; what both need belongs into sifang-table's procedures");
                found.push(Finding { check: "apart", path: file.path.clone(), line, what });
            }
        }
    }
    found
}

/// No source outside a rule set's folder and stacked walls and the two lists names a rule set.
pub(super) fn unnamed(repo: &Repo) -> Vec<Finding> {
    let ids = ids(repo);
    let mut found = Vec::new();
    for file in &repo.files {
        let list = [LIST, RARITY_LIST].contains(&file.path.as_str());
        if file.crate_of_src().is_none() || list || home_of(file, &ids).is_some() {
            continue;
        }
        for (line, code) in file.code() {
            for id in ids.iter().filter(|id| names(code, id)) {
                let what =
                    format!("shared code names the rule set {id}; go through the closed list ({LIST})");
                found.push(Finding { check: "unnamed", path: file.path.clone(), line, what });
            }
        }
    }
    found
}

/// Whether a line has the id as a word (`east`, `EAST`, `play_east`) or at the head of a type name (`EastOptions`).
fn names(code: &str, id: &str) -> bool {
    code.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| {
        let head = word.get(..id.len()).is_some_and(|head| head.eq_ignore_ascii_case(id));
        let rest = word.get(id.len()..).unwrap_or_default();
        let capital = word.starts_with(|c: char| c.is_ascii_uppercase());
        head && (rest.is_empty() || capital && rest.starts_with(|c: char| c.is_ascii_uppercase()))
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{places, repo};
    use super::*;

    const EAST: (&str, &str) = ("crates/sifang-rules/src/east/options.rs", "//! East.\n");
    const WEST: (&str, &str) = ("crates/sifang-rules/src/west/options.rs", "//! West.\n");

    #[test]
    fn rule_sets_are_the_folders_with_options() {
        let repo = repo(&[EAST, WEST, ("crates/sifang-rules/src/shared/mod.rs", "")]);
        assert_eq!(ids(&repo).into_iter().collect::<Vec<_>>(), ["east", "west"]);
    }

    #[test]
    fn a_file_beside_the_plan_is_found() {
        let repo = repo(&[
            EAST,
            ("crates/sifang-rules/src/east/mod.rs", ""),
            ("crates/sifang-rules/src/east/score/mod.rs", ""),
            ("crates/sifang-rules/src/east/score/anything.rs", ""),
            ("crates/sifang-rules/src/east/examples.jsonl", ""),
            ("crates/sifang-rules/src/east/play.rs", ""),
            ("crates/sifang-rules/src/east/kings/mod.rs", ""),
            ("crates/sifang-rules/src/east/notes.md", ""),
            ("crates/sifang-rules/src/shared/anything.rs", ""),
        ]);
        let found = plan(&repo);
        let home = "crates/sifang-rules/src/east";
        let places = places(&found);
        assert_eq!(places, ["play.rs", "kings/mod.rs", "notes.md"].map(|name| format!("{home}/{name}:0")));
        assert!(found[0].what.ends_with(
            "mod, options, fans, shape, score, offer, flow, settle, course, view, request, insight, book"
        ));
    }

    #[test]
    fn a_rule_set_that_is_not_listed_is_found() {
        let repo = repo(&[EAST, WEST, (LIST, "rule_sets! {\n    \"west\" => West, west;\n}\n")]);
        assert_eq!(places(&plan(&repo)), ["crates/sifang-rules/src/east/options.rs:0"]);
    }

    #[test]
    fn a_rule_set_that_knows_another_is_found() {
        let own = ("crates/sifang-rules/src/east/mod.rs", "//! Unlike west.\nuse crate::east::options;\n");
        let other = ("crates/sifang-rules/src/west/deep/a.rs", "//! West.\nuse crate::east::fans;\n");
        assert_eq!(
            places(&apart(&repo(&[EAST, WEST, own, other]))),
            ["crates/sifang-rules/src/west/deep/a.rs:2"]
        );
    }

    #[test]
    fn shared_code_that_names_a_rule_set_is_found() {
        let shared =
            "//! Shared; east is an example.\nif id == \"east\" {}\nlet o: EastOptions;\nlet least = 1;\n";
        let repo = repo(&[
            EAST,
            ("crates/sifang-table/src/a.rs", shared),
            ("crates/sifang-table/benches/a.rs", shared),
            (LIST, shared),
        ]);
        let expected = ["crates/sifang-table/src/a.rs:2", "crates/sifang-table/src/a.rs:3"];
        assert_eq!(places(&unnamed(&repo)), expected);
    }

    #[test]
    fn stacked_walls_know_their_own_rule_set_alone() {
        let walls = "//! Walls.\nuse sifang_rules::east::East;\n";
        let repo = repo(&[
            EAST,
            WEST,
            ("crates/sifang-laws/src/rarities/east.rs", walls),
            ("crates/sifang-laws/src/rarities/west.rs", walls),
            ("crates/sifang-laws/src/rarities/deep/a.rs", walls),
            (RARITY_LIST, walls),
        ]);
        assert_eq!(places(&apart(&repo)), ["crates/sifang-laws/src/rarities/west.rs:2"]);
        assert_eq!(places(&unnamed(&repo)), ["crates/sifang-laws/src/rarities/deep/a.rs:2"]);
    }

    #[test]
    fn words_differ_from_parts_of_words() {
        for yes in ["east", "EAST", "Rules::East", "play_east(", "EastOptions", "\"east\""] {
            assert!(names(yes, "east"), "{yes}");
        }
        for no in ["least", "eastern", "Easter", "feast", ""] {
            assert!(!names(no, "east"), "{no}");
        }
    }
}
