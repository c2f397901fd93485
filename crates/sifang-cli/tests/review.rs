//! `review`: what it prints, what it refuses.

use crate::common::{run, run_with, temporary};
use serde_json::Value;
use sifang_rules::any::RuleSetId;

/// A match of bots, recorded.
fn record(name: &str) -> String {
    let path = temporary(name, b"");
    let id = RuleSetId::ALL[0].id();
    let args =
        ["simulate", "--rules", id, "--set", "deals=2", "--deals", "1", "--seed", "4", "--record", &path];
    let run = run(&args);
    assert_eq!(run.status, 0, "{}", run.err);
    path
}

const QUICK: [&str; 4] = ["--deal", "1", "--worlds", "8"];

#[test]
fn a_review_is_for_people_for_programs_and_on_paper() {
    let path = record("reviewed.json");
    let page = temporary("review.html", b"");
    let args = [&["review", &path, "--seat", "1", "--json", "--html", &page][..], &QUICK].concat();
    let review = run(&args);
    assert_eq!((review.status, review.err.as_str()), (0, ""));
    let review = review.json();
    assert_eq!(review["format"], "sifang/review/1");
    let seat = &review["seats"][0];
    assert_eq!((&seat["seat"], review["seats"].as_array().unwrap().len()), (&1.into(), 1));
    let deal = &seat["deals"][0];
    let hundredths = |value: &Value| (value.as_f64().unwrap() * 100.0).round() as i64;
    assert_eq!(hundredths(&deal["play"]) + hundredths(&deal["luck"]), hundredths(&deal["result"]));
    let decisions = deal["decisions"].as_array().unwrap();
    assert!(!decisions.is_empty());
    for decision in decisions {
        let [value, low, high] = ["value", "low", "high"].map(|end| decision["loss"][end].as_f64().unwrap());
        assert!(low <= value && value <= high, "{decision}");
        assert_eq!(decision["mistake"], low > 0.0);
        assert_ne!(decision["played"], decision["better"]);
    }
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.contains("复盘") && page.contains("Seat 1"));

    for (lang, words) in [("en", ["deal by deal", "luck"]), ("zh", ["逐局", "运气"])] {
        let text = run_with(
            &[&["review", "-", "--seat", "1", "--lang", lang][..], &QUICK].concat(),
            &std::fs::read(&path).unwrap(),
        );
        assert_eq!(text.status, 0, "{}", text.err);
        assert!(words.iter().all(|word| text.out.contains(word)), "{}", text.out);
    }
}

#[test]
fn what_cannot_be_reviewed_says_why() {
    let path = record("refused.json");
    let refused = |args: &[&str], status: i32, words: &str| {
        let run = run(&[&["review"][..], args].concat());
        assert_eq!(run.status, status, "{args:?}");
        assert!((run.out + &run.err).contains(words), "{args:?}");
    };
    refused(&[&path, "--seat", "4"], 2, "there is no seat 4; the record has 4");
    refused(&[&path, "--deal", "9"], 2, "there is no deal 9; the record has 2");
    refused(&[&path, "--worlds", "1"], 2, "8..=1000000");
    refused(&["no-such.json"], 2, "cannot open");
    refused(&[&temporary("no-record.json", b"{}")], 1, "cannot be read as a record");

    let good: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    let changed = |name: &str, change: fn(&mut Value)| {
        let mut record = good.clone();
        change(&mut record);
        temporary(name, record.to_string().as_bytes())
    };
    let tampered = changed("tampered.json", |record| record["deals"][0]["deltas"][0] = 99.into());
    let unfinished = changed("unfinished.json", |record| {
        record["deals"][1]["commands"].as_array_mut().unwrap().pop();
    });
    let empty = changed("no-deals.json", |record| {
        record["deals"].as_array_mut().unwrap().clear();
        record["totals"] = vec![0; 4].into();
        record["ranks"] = vec![1; 4].into();
    });
    // The verdict is that of `replay`, word for word.
    for path in [&tampered, &unfinished] {
        for more in [&[][..], &["--json"]] {
            let [review, replay] =
                ["review", "replay"].map(|command| run(&[&[command, path][..], more].concat()));
            assert_eq!((review.status, &review.out), (1, &replay.out));
        }
    }
    assert_ne!(run(&["review", &empty]).status, 0);
}
