//! What observations and actions mean is written in `docs/observations/`, from the code. `UPDATE=1 cargo test -p sifang-env` writes it.

use sifang_bots::features::{Entry, Layout};
use sifang_env::oracle_layout;
use sifang_rules::any::RuleSetId;
use sifang_rules::with_rule_set;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/observations")
}

fn compare(name: &str, text: &str) {
    let path = folder().join(name);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::create_dir_all(folder()).unwrap();
        std::fs::write(&path, text).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == text,
        "{name} is not what the code says: UPDATE=1 cargo test -p sifang-env writes it anew"
    );
}

fn table(title: &str, entries: &[Entry], text: &mut String) {
    writeln!(text, "\n{title}\n\n| name | offset | count | meaning |\n|---|---|---|---|").unwrap();
    for Entry { name, offset, count, about } in entries {
        writeln!(text, "| `{name}` | {offset} | {count} | {about} |").unwrap();
    }
}

#[test]
fn the_documented_layout_is_that_of_the_code() {
    for id in RuleSetId::ALL {
        let layout = with_rule_set!(*id, R => Layout::of::<R>());
        let oracle = oracle_layout();
        let mut json = serde_json::to_value(&layout).unwrap();
        json["oracle"] = serde_json::to_value(&oracle).unwrap();
        compare(&format!("{}.json", id.id()), &(serde_json::to_string_pretty(&json).unwrap() + "\n"));
        let mut text = format!(
            "# Observations and actions of `{}`\n\nMade from the code; do not edit. Layout version {}, rules version {}. \
             A byte of {} is one whole.\nAn observation has {} bytes without insight and {} with it. [How to read this](../python.md).\n",
            id.id(),
            layout.version,
            layout.rules_version,
            layout.unit,
            layout.basic,
            layout.full
        );
        table(&format!("## Planes of {} bytes, one for each kind", layout.kinds), &layout.planes, &mut text);
        table("## Single bytes", &layout.globals, &mut text);
        table("## Planes of insight", &layout.insight_planes, &mut text);
        table("## Single bytes of insight", &layout.insight_globals, &mut text);
        table("## Oracle", &oracle, &mut text);
        writeln!(text, "\n## Actions\n\n| slots | action |\n|---|---|").unwrap();
        for (i, row) in layout.action_rows.iter().enumerate() {
            let (first, last) = (i * layout.kinds, (i + 1) * layout.kinds - 1);
            writeln!(
                text,
                "| {first}–{last} | `{row}` and a kind: `{}` … `{}` |",
                layout.actions[first], layout.actions[last]
            )
            .unwrap();
        }
        for slot in layout.action_rows.len() * layout.kinds..layout.actions.len() {
            writeln!(text, "| {slot} | `{}` |", layout.actions[slot]).unwrap();
        }
        compare(&format!("{}.md", id.id()), &text);
    }
}
