//! The rule books: both languages say the same clauses, the generated lists are those of the code,
//! and the engine confirms every example. (That every clause which code cites is there is tested in
//! `sifang-rules`.)

use serde_json::{Map, Value};
use sifang_options::{ChoiceSpec, Lang, OptionKind, OptionSet, OptionSpec};
use sifang_query::markup::{Block, Look, parse};
use sifang_query::{BookFan, Example, book, examples, fans, form};
use sifang_rules::any::RuleSetId;
use sifang_rules::rulebook::Rulebook;
use sifang_rules::with_rule_set;
use sifang_table::RuleSet;
use std::path::PathBuf;

fn text(id: RuleSetId, lang: Lang) -> &'static str {
    with_rule_set!(id, R => <R as Rulebook>::BOOK).get(lang)
}

/// What must be the same in both languages: sections, clauses, marks and their order.
fn skeleton(id: RuleSetId, lang: Lang) -> Vec<String> {
    let markup = parse(text(id, lang)).unwrap_or_else(|e| panic!("{} {lang:?}: {e}", id.id()));
    let mut bones = Vec::new();
    for section in &markup.sections {
        bones.push(format!("section {}", section.id));
        bones.extend(section.blocks.iter().map(|block| match block {
            Block::Heading { .. } => "heading".into(),
            Block::Text { .. } => "text".into(),
            Block::Item { id, number, .. } => format!("item {id:?} {number:?}"),
            Block::Fans => "fans".into(),
            Block::Options => "options".into(),
            Block::Example { name } => format!("example {name}"),
        }));
    }
    bones
}

#[test]
fn both_languages_have_the_same_clauses() {
    for id in RuleSetId::ALL {
        let (zh, en) = (skeleton(*id, Lang::Zh), skeleton(*id, Lang::En));
        assert_eq!(zh, en, "{}", id.id());
        for bone in ["fans", "options"] {
            assert_eq!(zh.iter().filter(|b| *b == bone).count(), 1, "{}: {bone}", id.id());
        }
        let mut clauses: Vec<&String> = zh.iter().filter(|b| b.starts_with("item Some")).collect();
        let all = clauses.len();
        clauses.sort();
        clauses.dedup();
        assert_eq!(clauses.len(), all, "{}: a clause stands twice", id.id());
    }
}

/// A Chinese reader sees Chinese, an English reader English. (Names of options and tiles are
/// neither.)
#[test]
fn each_language_is_by_itself() {
    for id in RuleSetId::ALL {
        let han = text(*id, Lang::En).chars().find(|c| ('\u{4e00}'..='\u{9fff}').contains(c));
        assert_eq!(han, None, "{}: Chinese in the English book", id.id());
        let chinese = parse(text(*id, Lang::Zh)).unwrap();
        for block in chinese.sections.iter().flat_map(|section| &section.blocks) {
            let (Block::Text { spans } | Block::Item { spans, .. }) = block else { continue };
            let words = spans.iter().filter(|span| !matches!(span.look, Look::Code | Look::Tiles));
            let words: String = words.map(|span| span.text.as_str()).collect();
            let longest = words.split(|c: char| !c.is_ascii_alphabetic()).map(str::len).max().unwrap_or(0);
            assert!(longest < 4, "{}: English in the Chinese book: {words}", id.id());
        }
    }
}

#[test]
fn every_fan_has_an_example_and_the_engine_confirms_all() {
    for id in RuleSetId::ALL {
        let checked = examples(*id).unwrap();
        for (n, one) in checked.iter().enumerate() {
            let at = format!("{} example {}: {}", id.id(), n + 1, one.example.answer);
            let expect = one.expect.as_object().expect("an object");
            assert!(expect.contains_key("fans") && expect.contains_key("deltas"), "{at}");
            for (name, expected) in expect {
                assert_eq!(&one.example.answer[name], expected, "{name} of {at}");
            }
            if let Some(fan) = &one.fan {
                let counted = one.example.answer["fans"].as_array().unwrap();
                assert!(counted.iter().any(|f| f["id"] == fan.as_str()), "{fan} is not in {at}");
            }
        }
        for fan in fans(*id) {
            assert!(
                checked.iter().any(|one| one.fan.as_deref() == Some(fan.id)),
                "{} has no example",
                fan.clause
            );
        }
        let shown = book(*id, Lang::En).unwrap();
        let mut worked = 0;
        for block in shown.sections.iter().flat_map(|section| &section.blocks) {
            let Block::Example { name } = block else { continue };
            let found = shown.examples.iter().find(|example| example.name.as_deref() == Some(name.as_str()));
            let payments =
                found.and_then(|example| example.answer["payments"].as_array()).map_or(0, Vec::len);
            assert!(payments > 0, "{}: example {name} pays nothing", id.id());
            worked += 1;
        }
        assert!(worked > 0, "{}: no worked payment", id.id());
    }
}

/// Whatever an example says can be drawn and filled in: each field of its request is common or declared
/// by the form.
#[test]
fn forms_know_every_field_of_the_examples() {
    const COMMON: [&str; 10] = [
        "rules",
        "options",
        "players",
        "dealer",
        "winner",
        "concealed",
        "melds",
        "winning_tile",
        "source",
        "from",
    ];
    for id in RuleSetId::ALL {
        let form = form(*id).form;
        for one in examples(*id).unwrap() {
            for (name, value) in &one.example.request {
                if name == "context" {
                    for flag in value.as_array().unwrap() {
                        assert!(form.flags.iter().any(|f| flag == f.name), "{}: {flag}", id.id());
                    }
                } else {
                    let known = COMMON.contains(&name.as_str()) || form.fields.iter().any(|f| f.name == name);
                    assert!(known, "{}: the form has no {name}", id.id());
                }
            }
        }
    }
}

/// Columns of a line in a rule book.
const COLUMNS: usize = 100;

/// Sentences as lines below an item: English between words, Chinese behind a full-width mark.
fn below(text: &str, lang: Lang, indent: &str) -> String {
    let pieces: Vec<&str> = match lang {
        Lang::Zh => text.split_inclusive(['，', '。', '；', '：', '、']).collect(),
        Lang::En => text.split_inclusive(' ').collect(),
    };
    let mut lines = vec![indent.to_owned()];
    for piece in pieces {
        let line = lines.last_mut().expect("at least one");
        let width = line.chars().count() + piece.trim_end().chars().count();
        if width > COLUMNS && *line != indent {
            lines.push(format!("{indent}{piece}"));
        } else {
            line.push_str(piece);
        }
    }
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// The anchor, the name and the id of a fan or an option.
fn headline(clause: &str, name: &str, id: &str, lang: Lang) -> String {
    match lang {
        Lang::Zh => format!("- <a id=\"{clause}\"></a>**{name}**（`{id}`）"),
        Lang::En => format!("- <a id=\"{clause}\"></a>**{name}** (`{id}`)"),
    }
}

fn fan_list(id: RuleSetId, lang: Lang) -> String {
    let mut out = String::new();
    for BookFan { fan, examples } in book(id, lang).unwrap().fans {
        let (name, when) = (fan.name.get(lang), fan.when.get(lang));
        let hand = examples.first().map(Example::notation).unwrap_or_default();
        out += &headline(fan.clause, name, fan.id, lang);
        let value = fan.value;
        out += &match lang {
            Lang::Zh => format!("：{value}。\n{}  例：`{hand}`\n", below(when, lang, "  ")),
            Lang::En => format!(": {value}.\n{}  Example: `{hand}`\n", below(when, lang, "  ")),
        };
    }
    out
}

fn option_list(specs: &[OptionSpec], lang: Lang) -> String {
    let mut out = String::new();
    for spec in specs {
        let default = spec.default.to_string();
        let stop = if lang == Lang::Zh { "。" } else { "." };
        out += &headline(spec.clause, spec.label.get(lang), spec.name, lang);
        out += &format!("{stop}\n{}", below(spec.meaning.get(lang), lang, "  "));
        let values = match spec.kind {
            OptionKind::Bool => "`true`/`false`".to_owned(),
            OptionKind::Int { min, max } => format!("{min}–{max}"),
            OptionKind::IntSet(set) => set.iter().map(i32::to_string).collect::<Vec<_>>().join("/"),
            OptionKind::Choice(choices) => {
                out.extend(choices.iter().map(|choice| one_choice(choice, default == choice.value, lang)));
                continue;
            }
        };
        out += &match lang {
            Lang::Zh => format!("  取值 {values}，默认 `{default}`。\n"),
            Lang::En => format!("  Values: {values}, default `{default}`.\n"),
        };
    }
    out
}

fn one_choice(choice: &ChoiceSpec, is_default: bool, lang: Lang) -> String {
    let (value, label) = (choice.value, choice.label.get(lang));
    match (lang, is_default) {
        (Lang::Zh, true) => format!("  - `{value}`（默认）：{label}\n"),
        (Lang::Zh, false) => format!("  - `{value}`：{label}\n"),
        (Lang::En, true) => format!("  - `{value}` (default): {label}\n"),
        (Lang::En, false) => format!("  - `{value}`: {label}\n"),
    }
}

/// The lists in the files are those of the code. `UPDATE=1` writes them, and what examples expect
/// where they say nothing yet.
#[test]
fn generated_lists_are_those_of_the_code() {
    let update = std::env::var_os("UPDATE").is_some();
    for id in RuleSetId::ALL {
        let specs = with_rule_set!(*id, R => <<R as RuleSet>::Options as OptionSet>::SPECS);
        for (lang, name) in [(Lang::Zh, "zh"), (Lang::En, "en")] {
            let path = format!("../../docs/rules/{}.{name}.md", id.id());
            let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path);
            let found = std::fs::read_to_string(&path).unwrap();
            let mut wanted = found.clone();
            for (mark, list) in [("fans", fan_list(*id, lang)), ("options", option_list(specs, lang))] {
                let (head, rest) = wanted.split_once(&format!("<!-- {mark} -->\n")).unwrap();
                let (_, tail) = rest.split_once(&format!("<!-- /{mark} -->")).unwrap();
                wanted = format!("{head}<!-- {mark} -->\n\n{list}\n<!-- /{mark} -->{tail}");
            }
            if update {
                std::fs::write(&path, wanted).unwrap();
            } else {
                assert!(
                    found == wanted,
                    "{}: UPDATE=1 cargo test -p sifang-query writes the lists anew",
                    path.display()
                );
            }
        }
        if update {
            write_expectations(*id);
        }
    }
}

/// Fills in what the engine says wherever an example expects nothing yet; a person reads the
/// difference.
fn write_expectations(id: RuleSetId) {
    let path = format!("../sifang-rules/src/{}/examples.jsonl", id.id());
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path);
    let text = std::fs::read_to_string(&path).unwrap();
    let mut out = String::new();
    for (line, one) in text.lines().zip(examples(id).unwrap()) {
        let Some(head) = line.strip_suffix("\"expect\":{}}") else {
            out += &format!("{line}\n");
            continue;
        };
        let names = ["fans", "total", "points", "flowers", "fu", "deltas"];
        let matches = names
            .into_iter()
            .filter_map(|name| Some((name.to_owned(), one.example.answer.get(name)?.clone())));
        let expect = Value::Object(matches.collect::<Map<String, Value>>());
        out += &format!("{head}\"expect\":{expect}}}\n");
    }
    std::fs::write(&path, out).unwrap();
}
