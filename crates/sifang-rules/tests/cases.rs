//! Every worked case of every rule set in the closed list: described hands and whole-deal scripts with their exact results.

use serde_json::{Value, json};
use sifang_rules::any::RuleSetId;
use sifang_rules::contract::Contract;
use sifang_rules::script::{self, Script};
use sifang_rules::with_rule_set;
use std::path::Path;

/// Every field of `expect` is in `got` with the same value; objects inside lists are compared the same way.
fn holds(expect: &Value, got: &Value) -> bool {
    match (expect, got) {
        (Value::Object(e), Value::Object(g)) => {
            e.iter().all(|(k, v)| holds(v, g.get(k).unwrap_or(&Value::Null)))
        }
        (Value::Array(e), Value::Array(g)) => e.len() == g.len() && e.iter().zip(g).all(|(e, g)| holds(e, g)),
        _ => expect == got,
    }
}

fn score<R: Contract>(request: Value, expect: &Value) -> Value {
    let is_waits = request.get("winning_tile").is_none()
        && request.get("query").is_none()
        && ["waits", "ready", "best"].iter().any(|k| expect.get(k).is_some());
    let answer = if is_waits {
        serde_json::from_value(request).map(|r| R::waits(&r).map(|a| json!(a)))
    } else {
        serde_json::from_value(request).map(|r| R::score(&r).map(|a| json!(a)))
    };
    match answer {
        Ok(Ok(answer)) => answer,
        Ok(Err(refusal)) => json!(refusal),
        Err(e) => json!({ "error": "bad_request", "detail": e.to_string() }),
    }
}

fn play<R: Contract>(case: Value) -> Value {
    let script: Script<R::ScriptFields> = match serde_json::from_value(case) {
        Ok(script) => script,
        Err(e) => return json!({ "error": e.to_string() }),
    };
    match script::play::<R>(&script) {
        Ok(played) => json!(played.outcome()),
        Err(e) => json!({ "error": e }),
    }
}

fn run<R: Contract>() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let (mut passed, mut failures) = (0, Vec::new());
    for kind in ["score", "play"] {
        let path = dir.join(format!("{}.{kind}.jsonl", R::ID));
        for line in std::fs::read_to_string(&path).unwrap().lines() {
            let case: Value = serde_json::from_str(line).unwrap();
            let expect = &case["expect"];
            let got = if kind == "score" {
                score::<R>(case["request"].clone(), expect)
            } else {
                play::<R>(case.clone())
            };
            if holds(expect, &got) {
                passed += 1;
            } else {
                failures
                    .push(format!("{} ({})\n  expected {expect}\n  got      {got}", case["id"], case["why"]));
            }
        }
    }
    assert!(failures.is_empty(), "{}: {passed} passed\n{}", R::ID, failures.join("\n"));
    assert!(passed >= 20, "{}: only {passed} cases were found", R::ID);
}

#[test]
fn every_worked_case_comes_out() {
    let failed: Vec<_> = RuleSetId::ALL
        .iter()
        .filter_map(|id| {
            std::panic::catch_unwind(|| with_rule_set!(*id, R => run::<R>())).err().map(|_| id.id())
        })
        .collect();
    assert!(failed.is_empty(), "cases of {failed:?} failed");
}
