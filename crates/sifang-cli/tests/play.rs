//! `simulate` and `replay`: statistics that repeat, records that hold, and tampered ones that do not.

use crate::common::{run, run_with, temporary};
use serde_json::Value;
use sifang_fair::SigningKey;
use sifang_match::Record;
use sifang_rules::any::RuleSetId;
use sifang_rules::with_rule_set;
use sifang_table::RuleSet;
use std::path::Path;

/// A simulation of every rule set with these arguments added, as JSON.
fn simulate(rules: RuleSetId, args: &[&str]) -> Value {
    let mut all = vec!["simulate", "--rules", rules.id(), "--json"];
    all.extend(args);
    let run = run(&all);
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{args:?}");
    run.json()
}

#[test]
fn the_same_seed_gives_the_same_digest_on_any_number_of_threads() {
    for rules in RuleSetId::ALL {
        let one = simulate(*rules, &["--deals", "600", "--seed", "5", "--threads", "1"]);
        let three = simulate(*rules, &["--deals", "600", "--seed", "5", "--threads", "3"]);
        let other = simulate(*rules, &["--deals", "600", "--seed", "6", "--threads", "3"]);
        for field in ["digest", "decisions", "draws", "fans"] {
            assert_eq!(one[field], three[field], "{field}");
        }
        assert_ne!(one["digest"], other["digest"]);
        assert_eq!((&one["threads"], &three["threads"]), (&1.into(), &3.into()));
    }
}

#[test]
fn the_report_has_every_field_of_the_contract() {
    for rules in RuleSetId::ALL {
        let report = simulate(*rules, &["--deals", "50", "--bots", "random"]);
        let numbers =
            ["deals", "seed", "threads", "seconds", "deals_per_s", "decisions", "decisions_per_s", "draws"];
        for field in numbers {
            assert!(report[field].is_number(), "{field}");
        }
        assert!(report["digest"].is_string() && report["options"].is_object() && report["fans"].is_object());
        assert_eq!(report["rules"], rules.id());
        let bot = &report["bots"][0];
        assert_eq!(bot["name"], "random");
        for field in ["points_per_deal", "win_rate", "deal_in_rate", "us_per_decision"] {
            assert!(bot[field].is_number(), "{field}");
        }
        assert_eq!(bot["ci95"].as_array().unwrap().len(), 2);
        let fans = report["fans"].as_object().unwrap();
        assert_eq!(fans.is_empty(), with_rule_set!(*rules, R => <R as RuleSet>::FANS).is_empty());
        for fan in fans.values() {
            assert!(fan["count"].is_number() && fan["share_of_wins"].is_number());
        }
    }
}

#[test]
fn people_get_tables_in_their_language() {
    let id = RuleSetId::ALL[0].id();
    let args = ["simulate", "--rules", id, "--deals", "50", "--lang"];
    for (lang, words) in [("en", ["deals/s", "win rate", "digest"]), ("zh", ["局/秒", "胡牌率", "摘要"])]
    {
        let run = run(&[&args[..], &[lang]].concat());
        assert_eq!(run.status, 0);
        assert!(words.iter().all(|word| run.out.contains(word)), "{}", run.out);
    }
}

#[test]
fn wrong_simulations_are_usage_errors() {
    let id = RuleSetId::ALL[0].id();
    let wrong: [(&[&str], &str); 11] = [
        (&["--deals", "0"], "1..=1000000000"),
        (&["--deals", "1000000001"], "1..=1000000000"),
        (&["--deals", "-5"], "unexpected argument"),
        (&["--deals", "many"], "invalid value 'many'"),
        (&["--deals", "5", "--threads", "0"], "1..=1024"),
        (&["--deals", "5", "--seed", "x"], "invalid value 'x'"),
        (&["--deals", "5", "--players", "9"], "9 players cannot play"),
        (&["--deals", "5", "--bots", "genius"], "there is no bot 'genius'"),
        (&["--deals", "5", "--bots", "random,random,random,random,random"], "5 bots for"),
        (&["--deals", "5", "--set", "no_such_option=1"], "unknown option `no_such_option`"),
        (&["--deals", "5", "--set", "no_value"], "write `name=value`"),
    ];
    for (args, words) in wrong {
        let run = run(&[&["simulate", "--rules", id], args].concat());
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{args:?}");
        assert!(run.err.contains(words), "{args:?}: {}", run.err);
    }
    assert_eq!(run(&["simulate", "--rules", "checkers", "--deals", "5"]).status, 2);
}

/// Records a match of a rule set and gives the file.
fn recorded(rules: RuleSetId, name: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}.{name}.json", rules.id()));
    let path = path.into_os_string().into_string().unwrap();
    let run = run(&["simulate", "--rules", rules.id(), "--deals", "1", "--seed", "3", "--record", &path]);
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(run.err.contains("is recorded in"), "{}", run.err);
    path
}

#[test]
fn a_recorded_match_holds() {
    for rules in RuleSetId::ALL {
        let path = recorded(*rules, "holds");
        let verdict = run(&["replay", &path]);
        assert_eq!(verdict.status, 0, "{}", verdict.out);
        assert!(
            verdict.out.starts_with("Nothing is wrong, but not everything is proven ("),
            "{}",
            verdict.out
        );
        let json = run(&["replay", &path, "--json"]).json();
        assert_eq!((&json["holds"], json["verdict"].as_str()), (&true.into(), Some("unproven")));
        // Standard input gives the same, to the letter.
        assert_eq!(run_with(&["replay", "-"], &std::fs::read(&path).unwrap()).out, verdict.out);

        let printed = run(&["replay", &path, "--print"]).out;
        let deals = json["deals"].as_u64().unwrap();
        assert_eq!(printed.lines().filter(|line| line.starts_with("Deal ")).count() as u64, deals);
        assert!(printed.contains(" discards ") && printed.ends_with(&verdict.out));
        let second = run(&["replay", &path, "--deal", "2", "--lang", "zh"]).out;
        assert!(second.starts_with("第 2 局\n") && !second.contains("第 3 局"), "{second}");
        let beyond = run(&["replay", &path, "--deal", "2000"]);
        assert_eq!(beyond.status, 2);
        assert!(beyond.err.contains("there is no deal 2000"), "{}", beyond.err);
        assert_eq!(std::fs::read(&path).unwrap(), std::fs::read(recorded(*rules, "again")).unwrap());
    }
}

#[test]
fn a_record_can_be_seen_from_a_seat() {
    for rules in RuleSetId::ALL {
        let path = recorded(*rules, "seen");
        let views = run(&["replay", &path, "--views", "1", "--deal", "2"]);
        assert_eq!(views.status, 0, "{}", views.err);
        let lines: Vec<serde_json::Value> =
            views.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert!(lines.len() > 2 && lines.iter().all(|line| line["deal"] == 2 && line["view"]["seat"] == 1));
        assert_eq!(lines[0]["events"][0]["type"], "began");
        // Its own hand is there from the start, another's is not.
        assert!(lines.iter().any(|line| line["view"]["players"][1]["hand"].is_array()));
        assert!(lines[0]["view"]["players"][0]["hand"].is_null());
        assert!(!lines.last().unwrap()["view"]["end"].is_null());
        let open = run(&["replay", &path, "--views", "open", "--deal", "1"]).json_lines();
        let hand_is_open = |player: &Value| player["hand"].is_array();
        let all_open = |line: &Value| line["view"]["players"].as_array().unwrap().iter().all(hand_is_open);
        assert!(open.len() > 2 && open.iter().all(all_open));
        let beyond = run(&["replay", &path, "--views", "7"]);
        assert_eq!(beyond.status, 2);
        assert!(beyond.err.contains("there is no seat 7"), "{}", beyond.err);
    }
}

#[test]
fn a_changed_record_does_not_hold() {
    for rules in RuleSetId::ALL {
        let text = std::fs::read_to_string(recorded(*rules, "whole")).unwrap();
        let record: Value = serde_json::from_str(&text).unwrap();
        let check = |name: &str, change: &dyn Fn(&mut Value), words: &str| {
            let mut changed = record.clone();
            change(&mut changed);
            assert_ne!(changed, record, "{name}");
            let file = temporary(&format!("{}.{name}.json", rules.id()), changed.to_string().as_bytes());
            let run = run(&["replay", &file]);
            assert_eq!(run.status, 1, "{name}: {}", run.out);
            assert!(run.out.contains(words), "{name}: {}", run.out);
        };
        let number = |value: &Value| value.as_i64().unwrap();
        check(
            "totals",
            &|r| r["totals"][0] = (number(&r["totals"][0]) + 1).into(),
            "match: the list of totals is recorded as",
        );
        check(
            "deltas",
            &|r| r["deals"][1]["deltas"][0] = 77_777.into(),
            "deal 2: the list of points is recorded as",
        );
        check(
            "chain",
            &|r| r["deals"][1]["secret"] = r["deals"][0]["secret"].clone(),
            "deal 2: the revealed secret",
        );
        let nonce = &|r: &mut Value| r["deals"][0]["nonces"][0] = "00".repeat(16).into();
        check("nonce", nonce, "deal 1: the wall is not the one that secret and nonces give: at place ");
        check("format", &|r| r["format"] = "sifang/record/0".into(), "is not known");
        check("version", &|r| r["version"] = 999.into(), "version 999");
        let cut = &|r: &mut Value| drop(r["deals"][0]["commands"].as_array_mut().unwrap().pop());
        check("cut", cut, "the commands end before the deal does");
    }
}

/// What the documentation shows: a match of bots, signed with a key that everybody knows.
fn example() -> Record {
    let path = temporary("example.json", b"");
    let setting = ["--rules", "hongzhong", "--set", "deals=1", "--seed", "5", "--bots", "greedy"];
    assert_eq!(run(&[&["simulate", "--deals", "1", "--record", &path][..], &setting].concat()).status, 0);
    let mut record: Record = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    record.sign(&SigningKey::new(&[7; 32]));
    record
}

/// Compares a file with what it should be; with `UPDATE=1` it is written anew.
fn fresh(path: &Path, wanted: &str) {
    if std::env::var_os("UPDATE").is_some_and(|value| value == "1") {
        std::fs::write(path, wanted).unwrap();
    }
    let found = std::fs::read_to_string(path).unwrap();
    assert!(found == wanted, "{} is not fresh: run with UPDATE=1", path.display());
}

#[test]
fn the_documented_example_is_fresh_and_holds_and_every_field_is_explained() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let (page, file) = (docs.join("record.md"), docs.join("record-example.json"));
    let record = example();
    fresh(&file, &format!("{}\n", serde_json::to_string_pretty(&record).unwrap()));
    let document = std::fs::read_to_string(&page).unwrap();
    let signed = record.signature.unwrap();
    let signature = signed.signature.to_string();
    let values = format!(
        "```text\ndigest     {}\nkey        {}\nsignature  {}\n           {}\n```",
        record.digest(),
        signed.key,
        &signature[..64],
        &signature[64..]
    );
    let (before, rest) = document.split_once("<!-- example:begin -->\n").unwrap();
    let (_, after) = rest.split_once("<!-- example:end -->").unwrap();
    fresh(&page, &format!("{before}<!-- example:begin -->\n{values}\n<!-- example:end -->{after}"));
    let verdict = run(&["replay", "--verify", file.to_str().unwrap(), "--key", &signed.key.to_string()]);
    assert_eq!(verdict.status, 0, "{}", verdict.out);
    assert!(verdict.out.starts_with("Everything holds (1 deals"), "{}", verdict.out);
    let record = serde_json::to_value(&record).unwrap();
    let deal = &record["deals"][0];
    for part in [&record, deal, &deal["wins"][0]] {
        for field in part.as_object().unwrap().keys() {
            assert!(document.contains(&format!("`{field}`")), "{field} is not explained");
        }
    }
}

#[test]
fn a_key_is_given_as_digits_or_as_a_file() {
    let record = example();
    let file = temporary("signed.json", serde_json::to_string(&record).unwrap().as_bytes());
    let key = record.signature.unwrap().key.to_string();
    let other = SigningKey::new(&[8; 32]).public().to_string();
    let listed = format!(
        r#"{{"keys":[{{"key":"{other}","since":2,"until":null}},{{"key":"{key}","since":1,"until":2}}]}}"#
    );
    for (name, content, status) in [
        ("keys.json", listed.as_str(), 0),
        ("keys.txt", &format!("{other}\n\n  {key}\n"), 0),
        ("other.txt", &other, 1),
        ("nothing.txt", "", 2),
        ("half.txt", &key[..40], 2),
        ("words.txt", "no key at all", 2),
    ] {
        let given = temporary(name, content.as_bytes());
        let run = run(&["replay", &file, "--key", &given]);
        assert_eq!(run.status, status, "{name}: {} {}", run.out, run.err);
    }
    assert_eq!(run(&["replay", &file, "--key", &key]).status, 0);
    assert_eq!(run(&["replay", &file, "--key", "no such file"]).status, 2);
    // Without a key: nothing is wrong with it, and nobody knows where it comes from.
    let unasked = run(&["replay", &file]);
    assert!(unasked.status == 0 && unasked.out.contains("No server was asked"), "{}", unasked.out);
    assert!(unasked.out.contains(&key), "{}", unasked.out);
}

#[test]
fn what_is_no_record_is_refused() {
    for (name, content) in
        [("empty", ""), ("truncated", "{\"format\":"), ("other", "[1,2]"), ("binary", "\u{0}\u{1}")]
    {
        let run = run(&["replay", &temporary(&format!("{name}.record.json"), content.as_bytes())]);
        assert_eq!(run.status, 1, "{name}");
        assert!(run.out.starts_with("this cannot be read as a record: "), "{}", run.out);
    }
    assert_eq!(run(&["replay", "no such file"]).status, 2);
    assert_eq!(run(&["replay"]).status, 2);
}
