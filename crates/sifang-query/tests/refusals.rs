//! Refusals are said in both languages, whatever is wrong: every example of every rule set, damaged in every field.
//!
//! Sentences written with `sentence!` and `check` are pairs by construction; here is what also comes from options, notation and
//! requests themselves, and the proof that the requests below get to every code that a rule set spells in its own way.

use serde_json::{Map, Value, json};
use sifang_query::{Query, answer, examples};
use sifang_rules::any::RuleSetId;
use sifang_rules::refusal::Fault;
use sifang_rules::rulebook::Rulebook;
use sifang_rules::with_rule_set;
use std::collections::BTreeSet;

type Request = Map<String, Value>;

fn is_chinese(text: &str) -> bool {
    text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c))
}

/// The code, after a look at the sentences.
fn refused(request: &Request, query: Query) -> Option<String> {
    let text = Value::Object(request.clone()).to_string();
    let mut out = Vec::new();
    if answer(text.as_bytes(), query, &mut out) {
        return None;
    }
    let refusal: Value = serde_json::from_slice(&out).unwrap();
    let word = |name: &str| refusal[name].as_str().unwrap_or_else(|| panic!("{name} of {refusal}"));
    assert!(is_chinese(word("zh")), "{text}: {refusal}");
    assert!(!is_chinese(word("detail")) && !word("detail").is_empty(), "{text}: {refusal}");
    Some(word("error").to_owned())
}

/// The request with each of its fields, and each that it might have, left out or replaced.
fn damaged(request: &Request, own: &[&str]) -> Vec<Request> {
    let values = [
        json!(null),
        json!(true),
        json!(-1),
        json!(1),
        json!(9),
        json!(1.5),
        json!(""),
        json!("x"),
        json!("12x"),
        json!("1z"),
        json!("7z"),
        json!("1f"),
        json!("11111s"),
        json!("2m"),
        json!("5s"),
        json!("8p"),
        json!("self_draw"),
        json!("discard"),
        json!("rob_kong"),
        json!([]),
        json!([1]),
        json!([1, 1]),
        json!([9, 9, 9, 9]),
        json!(["x"]),
        json!({"no_such_option": 1}),
        json!({"rob_kong": false}),
        json!({"min_fan": 1}),
        json!([{"kind": "pon", "tiles": "123s"}]),
        json!([{"kind": "chi", "tiles": "123s", "from": 2}]),
        json!([{"kind": "kong", "tiles": "1111s"}]),
        json!([{"kind": "pon", "tiles": "12x"}]),
        json!([{"kind": "pon", "tiles": "777z", "from": 2}]),
        json!([{"tiles": "111s"}]),
    ];
    let common = [
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
        "context",
        "no_such_field",
    ];
    let mut all = Vec::new();
    for name in common.iter().chain(own) {
        for value in &values {
            let mut other = request.clone();
            other.insert((*name).into(), value.clone());
            all.push(other);
        }
        let mut without = request.clone();
        without.remove(*name);
        all.push(without);
    }
    let closed = request.get("concealed").and_then(Value::as_str).unwrap_or_default();
    let tiles = closed.chars().filter(char::is_ascii_digit).count();
    let mut same = request.clone();
    same.insert("concealed".into(), format!("{}s", "1".repeat(tiles)).into());
    all.push(same);
    all
}

/// The request won in each way, with each circumstance.
fn with_other_facts(request: &Request, flags: &[&str]) -> Vec<Request> {
    let mut all = Vec::new();
    for source in ["self_draw", "discard", "rob_kong"] {
        for flag in [None].into_iter().chain(flags.iter().map(Some)) {
            for dealer in 0..2 {
                let mut other = request.clone();
                other.insert("source".into(), source.into());
                other.insert("context".into(), flag.map_or(json!([]), |flag| json!([flag])));
                other.insert("dealer".into(), dealer.into());
                other.remove("from");
                if source != "self_draw" {
                    let winner = request.get("winner").and_then(Value::as_i64).unwrap_or(0);
                    other.insert("from".into(), ((winner + 1) % 2).into());
                }
                let mut off = other.clone();
                off.insert("options".into(), json!({"rob_kong": false}));
                all.extend([other, off]);
            }
        }
    }
    all
}

#[test]
fn every_refusal_is_said_in_both_languages() {
    for id in RuleSetId::ALL {
        let form = with_rule_set!(*id, R => <R as Rulebook>::FORM);
        let own: Vec<&str> = form.fields.iter().chain(form.unasked).map(|field| field.name).collect();
        let flags: Vec<&str> = form.flags.iter().map(|flag| flag.name).collect();
        let mut codes = BTreeSet::new();
        for checked in examples(*id).unwrap().into_iter().step_by(4) {
            let request = checked.example.request;
            for other in damaged(&request, &own).into_iter().chain(with_other_facts(&request, &flags)) {
                codes.extend(refused(&other, Query::Score));
                codes.extend(refused(&other, Query::Waits));
            }
        }
        let code = |fault: &Fault| {
            form.codes.iter().find(|(own, _)| own == fault).map_or(fault.code(), |(_, code)| code)
        };
        let always =
            [Fault::Unreadable, Fault::Options, Fault::Tiles, Fault::HandSize, Fault::Copies, Fault::NotAWin];
        let spelled = form.codes.iter().map(|(_, code)| *code).chain(always.iter().map(code));
        let missing: Vec<&str> = spelled.filter(|code| !codes.contains(*code)).collect();
        assert!(missing.is_empty(), "{}: no request was refused as {missing:?}, only {codes:?}", id.id());
    }
}
