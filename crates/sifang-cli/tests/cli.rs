//! The commands as people and scripts see them: standard output, exit status, and what bad input does.

use crate::common::{Run, case_file, run, run_with, scored_case, scored_case_with, sifang, temporary};
use serde_json::{Value, json};
use sifang_options::{OptionKind, OptionSet};
use sifang_rules::any::RuleSetId;
use sifang_rules::with_rule_set;
use sifang_table::RuleSet;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

#[test]
fn help_names_every_command() {
    let help = run(&["--help"]);
    assert_eq!(help.status, 0);
    assert!(help.out.contains("Usage: sifang"), "{}", help.out);
    for command in
        ["serve", "load", "rules", "score", "waits", "cases", "simulate", "arena", "replay", "help"]
    {
        assert!(help.out.contains(&format!("\n  {command} ")), "{command} in {}", help.out);
    }
    assert_eq!(run(&["--version"]).status, 0);
}

#[test]
fn alone_it_serves_and_takes_its_settings_from_the_environment() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = sifang(&[]);
    let mut child = command
        .env("SIFANG_LISTEN", "127.0.0.1:0")
        .env("SIFANG_DATA", folder.path())
        .env("SIFANG_LOG", "error")
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(line.starts_with("Sifang is at http://127.0.0.1:"), "{line}");
}

#[test]
fn settings_that_cannot_be_are_usage_errors() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sifang.toml");
    for (text, word) in
        [("rooms = 0", "rooms"), ("no_such_setting = 1", "no_such_setting"), ("listen = 7", "listen")]
    {
        std::fs::write(&file, text).unwrap();
        let run = run(&["serve", "--config", file.to_str().unwrap()]);
        assert!(run.status == 2 && run.err.contains(word), "{}", run.err);
    }
    for args in [
        &["serve", "--listen", "nowhere"][..],
        &["serve", "--origin", "example.org"],
        &["load", "--tables", "0"],
    ] {
        assert_eq!(run(args).status, 2, "{args:?}");
    }
    let help = run(&["serve", "--help"]).out;
    for variable in
        ["LISTEN", "DATA", "CONFIG", "ORIGINS", "BEHIND_PROXY", "ROOMS", "SOCKETS_PER_ADDRESS", "LOG"]
    {
        assert!(help.contains(&format!("SIFANG_{variable}")), "{variable} in {help}");
    }
}

#[test]
fn wrong_commands_are_usage_errors() {
    for args in [&["frobnicate"][..], &["cases"], &["rules", "--no-such-flag"], &["score", "no such file"]] {
        let run = run(args);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{args:?}");
        assert!(!run.err.is_empty(), "{args:?}");
    }
    let unknown = run(&["rules", "checkers"]);
    assert_eq!(unknown.status, 2);
    assert!(unknown.err.contains("there is no rule set 'checkers'; there are: "), "{}", unknown.err);
}

#[test]
fn help_and_lists_speak_both_languages() {
    for (args, words) in [(&["--lang", "zh", "rules"][..], "人"), (&["rules", "--lang=en"], "players")] {
        assert!(run(args).out.contains(words), "{args:?}");
    }
    let help = run(&["score", "--help", "--lang", "zh"]);
    assert_eq!(help.status, 0);
    assert!(help.out.contains("示例") && !help.out.contains("Example"), "{}", help.out);
    let by_locale = sifang(&["rules"]).env("LANG", "zh_CN.UTF-8").output().unwrap();
    assert_eq!(String::from_utf8(by_locale.stdout).unwrap(), run(&["rules", "--lang", "zh"]).out);
}

#[test]
fn rules_lists_and_shows() {
    let list = run(&["rules", "--json"]).json();
    let ids: Vec<&str> = list.as_array().unwrap().iter().map(|entry| entry["id"].as_str().unwrap()).collect();
    assert_eq!(ids, RuleSetId::ALL.iter().map(|rules| rules.id()).collect::<Vec<_>>());
    let plain = run(&["rules"]).out;
    for rules in RuleSetId::ALL {
        assert!(plain.contains(rules.id()));
        let shown = run(&["rules", rules.id()]);
        let schema = run(&["rules", rules.id(), "--json"]).json();
        assert_eq!((shown.status, schema["$id"].as_str()), (0, Some(rules.id())));
        with_rule_set!(*rules, R => {
            for spec in <R as RuleSet>::Options::SPECS {
                assert!(shown.out.contains(spec.name) && shown.out.contains(spec.clause), "{}", spec.name);
                assert!(schema["properties"][spec.name]["default"] == json!(spec.default), "{}", spec.name);
            }
            for fan in <R as RuleSet>::FANS {
                // An option may have the same name: one of the rows must be the fan's.
                let mut rows = shown.out.lines().filter(|l| l.split_whitespace().next() == Some(fan.term.id));
                let value = fan.value.to_string();
                let texts = [fan.term.zh, fan.en, &value];
                assert!(rows.any(|row| texts.iter().all(|text| row.contains(text))), "no row for {texts:?}");
            }
        });
    }
}

#[test]
fn a_clause_is_shown_with_its_code_and_its_cases() {
    for rules in RuleSetId::ALL {
        let clause = with_rule_set!(*rules, R => <R as RuleSet>::TERMS)[0].clause;
        let shown = run(&["rules", rules.id(), "--clause", clause, "--lang", "en"]);
        assert_eq!((shown.status, shown.out.lines().next()), (0, Some(clause)));
        let found = run(&["rules", rules.id(), "--clause", clause, "--json"]).json();
        let place = &found["places"][0];
        let line = format!("  {}:{}\n", place["file"].as_str().unwrap(), place["line"]);
        assert!(shown.out.contains(&line) && line.contains(rules.id()), "{}", shown.out);
        let short = clause.split_once('.').unwrap().1;
        assert_eq!(run(&["rules", rules.id(), "--clause", short, "--json"]).json(), found);
        let unknown = run(&["rules", rules.id(), "--clause", "fan.no_such_fan", "--lang", "en"]);
        assert_eq!((unknown.status, unknown.out.as_str()), (2, ""));
        assert!(unknown.err.contains("has no clause"), "{}", unknown.err);
    }
    assert_eq!(run(&["rules", "--clause", "turn.draw"]).status, 2, "of which rule set?");
}

/// Lines between which good requests stand, so that each must leave the rest of the run alone.
fn interleaved(good: &Value, bad: &[Vec<u8>]) -> Vec<u8> {
    let mut input = Vec::new();
    for line in bad {
        writeln!(input, "{good}").unwrap();
        input.extend_from_slice(line);
        input.push(b'\n');
    }
    writeln!(input, "\n   \n{good}").unwrap();
    input
}

/// The errors of a run on [`interleaved`] lines, whose good ones must all be answered alike.
fn errors(run: &Run, bad: usize, is_good: impl Fn(&Value) -> bool) -> Vec<(String, String)> {
    assert_eq!((run.status, run.err.as_str()), (1, ""), "a line failed");
    let answers = run.json_lines();
    assert_eq!(answers.len(), 2 * bad + 1);
    for good in answers.iter().step_by(2) {
        assert!(is_good(good), "{good}");
        assert_eq!(good, &answers[0]);
    }
    let error = |answer: &Value| {
        let text =
            |name: &str| answer[name].as_str().unwrap_or_else(|| panic!("{name} of {answer}")).to_owned();
        (text("error"), text("detail"))
    };
    answers.iter().skip(1).step_by(2).map(error).collect()
}

/// An option with its greatest value plus one.
fn out_of_range(rules: RuleSetId) -> Value {
    with_rule_set!(rules, R => {
        let numbers = <R as RuleSet>::Options::SPECS.iter().filter_map(|spec| match spec.kind {
            OptionKind::Int { max, .. } => Some((spec.name, max + 1)),
            _ => None,
        });
        numbers.map(|(name, value)| json!({ name: value })).next().unwrap()
    })
}

#[test]
fn each_bad_hand_has_its_own_error() {
    for rules in RuleSetId::ALL {
        let case = scored_case(*rules);
        let good = &case["request"];
        let with = |field: &str, value: Value| {
            let mut request = good.clone();
            request[field] = value;
            request.to_string().into_bytes()
        };
        let bad = [
            with("concealed", json!("12x")),
            with("concealed", json!("11111s")),
            with("concealed", json!("1s")),
            with("options", json!({"no_such_option": 1})),
            with("options", out_of_range(*rules)),
        ];
        let total = &case["expect"]["total"];
        let run = run_with(&["score"], &interleaved(good, &bad));
        let found = errors(&run, bad.len(), |answer| &answer["total"] == total);
        for (i, (code, detail)) in found.iter().enumerate() {
            assert!(code.starts_with("illegal:"), "{}: {code}: {detail}", rules.id());
            assert!(found[..i].iter().all(|(_, other)| other != detail), "{}: {detail} twice", rules.id());
        }
    }
}

#[test]
fn each_bad_line_has_its_own_error() {
    for rules in RuleSetId::ALL {
        let case = scored_case(*rules);
        let good = &case["request"];
        let text = good.to_string();
        let mut without_rules = good.clone();
        without_rules.as_object_mut().unwrap().remove("rules");
        let with = |field: &str, value: Value| {
            let mut request = good.clone();
            request[field] = value;
            request.to_string().into_bytes()
        };
        let huge = format!("{{\"rules\":\"{}\",\"concealed\":\"{}\"}}", rules.id(), "1m".repeat(5 << 20));
        let mut not_utf8 = text.clone().into_bytes();
        let middle = not_utf8.iter().rposition(|byte| *byte == b'"').unwrap();
        not_utf8[middle] = 0xff;
        let nested = format!("{{\"rules\":\"{}\",\"options\":{}", rules.id(), "[".repeat(300_000));
        let bad = [
            (text.as_bytes()[..text.len() / 2].to_vec(), "bad_json"),
            (b"not json at all".to_vec(), "bad_json"),
            (huge.into_bytes(), "line_too_long"),
            (not_utf8, "bad_utf8"),
            (nested.into_bytes(), "bad_json"),
            (with("rules", json!("checkers")), "unknown_rules"),
            (with("rules", json!(["x"])), "bad_request"),
            (without_rules.to_string().into_bytes(), "bad_request"),
            (with("concealed", json!(7)), "bad_request"),
            (with("no_such_field", json!(1)), "bad_request"),
            (b"[]".to_vec(), "bad_request"),
            (b"null".to_vec(), "bad_request"),
        ];
        let lines: Vec<Vec<u8>> = bad.iter().map(|(line, _)| line.clone()).collect();
        let total = &case["expect"]["total"];
        let run = run_with(&["score", "-"], &interleaved(good, &lines));
        let found = errors(&run, bad.len(), |answer| &answer["total"] == total);
        for ((_, wanted), (code, detail)) in bad.iter().zip(&found) {
            // A rule book may have a code of its own for a field it does not know.
            let own_code = *wanted == "bad_request" && code == "illegal:request";
            assert!(code == wanted || own_code, "{code}, not {wanted}: {detail}");
            assert!(detail.len() < 1700, "{} bytes of detail", detail.len());
        }
    }
}

#[test]
fn waits_answers_the_hand_that_the_case_completes() {
    for rules in RuleSetId::ALL {
        let nothing = |field: &Value| field.as_array().is_none_or(Vec::is_empty);
        let case = scored_case_with(*rules, |r| nothing(&r["melds"]) && nothing(&r["context"]));
        let mut hand = case["request"].clone();
        let fields = hand.as_object_mut().unwrap();
        let winning = fields.remove("winning_tile").unwrap();
        for beyond in ["source", "from", "context", "winner", "dealer", "players"] {
            fields.remove(beyond);
        }
        let bad = [b"{".to_vec(), b"{\"rules\":\"checkers\"}".to_vec(), b"{}".to_vec()];
        let run = run_with(&["waits"], &interleaved(&hand, &bad));
        let lists = |answer: &Value| !answer["waits"][winning.as_str().unwrap()].is_null();
        let found = errors(&run, bad.len(), lists);
        let codes: Vec<&str> = found.iter().map(|(code, _)| code.as_str()).collect();
        assert_eq!(codes, ["bad_json", "unknown_rules", "bad_request"]);
    }
}

#[test]
fn whoever_waits_for_an_answer_gets_it() {
    let mut child = sifang(&["score"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    let request = scored_case(RuleSetId::ALL[0])["request"].to_string();
    for _ in 0..3 {
        // The next line is begun already, but not finished: the answer to this one must not wait for it.
        write!(stdin, "{request}\n{{").unwrap();
        stdin.flush().unwrap();
        let mut answer = String::new();
        answers.read_line(&mut answer).unwrap();
        assert!(answer.contains("total"), "{answer}");
        writeln!(stdin, "}}").unwrap();
        answer.clear();
        answers.read_line(&mut answer).unwrap();
        assert!(answer.contains("bad_request"), "{answer}");
    }
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(1), "some lines failed");
}

#[test]
fn a_reader_that_has_seen_enough_is_no_reason_to_panic() {
    let mut child = sifang(&["score"]).stdin(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    // The program may stop reading at any moment.
    let _ = stdin.write_all(&b"{}\n".repeat(100_000));
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(1), &b""[..]));
}

#[test]
fn cases_hold_or_say_where_they_do_not() {
    for rules in RuleSetId::ALL {
        let files =
            ["score", "play"].map(|kind| case_file(*rules, kind).into_os_string().into_string().unwrap());
        let good = run(&["cases", &files[0], &files[1]]);
        assert_eq!((good.status, good.err.as_str()), (0, ""), "{}", good.out);
        let counts: Vec<&str> = good.out.lines().map(|line| line.rsplit(": ").next().unwrap()).collect();
        assert_eq!(counts.len(), 3);
        assert!(counts.iter().all(|count| count.ends_with("passed, 0 failed")), "{counts:?}");

        let mut wrong = scored_case(*rules);
        wrong["expect"]["total"] = json!(-1);
        let file = temporary(&format!("{}.wrong.jsonl", rules.id()), format!("{wrong}\n{{\n").as_bytes());
        let failed = run(&["cases", &file, &files[1]]);
        assert_eq!(failed.status, 1);
        let id = wrong["id"].as_str().unwrap();
        assert!(failed.out.contains(&format!("FAILED {id}")), "{}", failed.out);
        assert!(
            failed.out.contains("  expected {\"total\":-1,") && failed.out.contains("  got      {\"total\":")
        );
        assert!(failed.out.contains(&format!("{file}:2) bad_json")), "{}", failed.out);
        assert!(failed.out.contains(": 0 passed, 2 failed"), "{}", failed.out);
    }
}

#[test]
fn cases_need_a_file_with_cases() {
    let missing = run(&["cases", "no-such-file.jsonl"]);
    assert_eq!((missing.status, missing.out.as_str()), (2, ""));
    assert!(missing.err.contains("cannot open no-such-file.jsonl"), "{}", missing.err);
    let folder = run(&["cases", env!("CARGO_TARGET_TMPDIR")]);
    assert_eq!(folder.status, 2);
    let empty = run(&["cases", &temporary("empty.jsonl", b"\n\n")]);
    assert_eq!(empty.status, 1);
    assert!(empty.out.contains("there is no case in this file"), "{}", empty.out);
}
