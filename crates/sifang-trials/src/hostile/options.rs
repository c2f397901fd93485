//! H8: options that cannot be: every option of every rule set, with every kind of wrong value.

use super::ground::Ground;
use crate::short::specs;
use crate::{Bar, quick_setup};
use anyhow::Result;
use serde_json::{Value, json};
use sifang_options::{OptionKind, OptionSpec};
use sifang_rules::any::RuleSetId;

/// Values that no option of this kind has.
fn wrong(kind: &OptionKind) -> Vec<Value> {
    let mut values =
        vec![Value::Null, json!([]), json!({}), json!(1.5), json!("no such value"), json!(-1e300)];
    match kind {
        OptionKind::Int { min, max } => {
            values.extend([
                json!(i64::from(*min) - 1),
                json!(i64::from(*max) + 1),
                json!(u64::MAX),
                json!(true),
            ]);
        }
        OptionKind::IntSet(set) => {
            let outside = (-1..).find(|value| !set.contains(value)).unwrap_or(-1);
            values.extend([json!(outside), json!(i64::MIN), json!("1")]);
        }
        OptionKind::Bool => values.extend([json!(0), json!("true")]),
        OptionKind::Choice(_) => values.extend([json!(0), json!(true), json!("")]),
    }
    values
}

/// Values of a rule set that are allowed alone and exclude each other, with the option that the refusal names: every pair of
/// values of two options is tried on a copy of the rule set, so a pair that is new one day is found as well.
fn contradictions(rules: RuleSetId) -> Vec<(Value, String)> {
    let values = |spec: &OptionSpec| -> Vec<Value> {
        match spec.kind {
            OptionKind::Int { min, max } => [min, max].map(Value::from).to_vec(),
            OptionKind::IntSet(set) => set.iter().copied().map(Value::from).collect(),
            OptionKind::Bool => [true, false].map(Value::from).to_vec(),
            OptionKind::Choice(choices) => choices.iter().map(|choice| choice.value.into()).collect(),
        }
    };
    let refusal = |options: &Value| {
        let setup = serde_json::from_value(quick_setup(rules.id(), options)).ok()?;
        sifang_room::check_setup(&setup).err()
    };
    let mut found: Vec<(Value, String)> = Vec::new();
    for (n, a) in specs(rules).iter().enumerate() {
        for b in &specs(rules)[n + 1..] {
            for (one, other) in
                values(a).iter().flat_map(|one| values(b).into_iter().map(move |other| (one, other)))
            {
                let alone = [json!({a.name: one}), json!({b.name: other})];
                let both = json!({a.name: one, b.name: other});
                if alone.iter().all(|options| refusal(options).is_none())
                    && let Some(refused) = refusal(&both)
                {
                    let named = if refused.en.contains(a.name) { a.name } else { b.name };
                    found.push((both, named.to_owned()));
                }
            }
        }
    }
    found
}

/// Saved options are checked like those of a room, and cost nothing but a request.
pub(super) async fn options(ground: &Ground) -> Result<Vec<Bar>> {
    let token = ground.server.register("挑剔").await?;
    let (mut tries, mut accepted, mut unnamed) = (0, 0, 0);
    for rules in RuleSetId::ALL {
        let mut cases: Vec<(String, Value)> = Vec::new();
        for spec in specs(*rules) {
            cases.extend(wrong(&spec.kind).into_iter().map(|value| (spec.name.to_owned(), value)));
            let upper = spec.name.to_uppercase();
            cases.extend([(upper, json!(1)), (format!("{} ", spec.name), json!(1))]);
        }
        for unknown in ["no_such_option", "__proto__", "seed", ""] {
            cases.push((unknown.to_owned(), json!(1)));
        }
        for (name, value) in cases {
            let mut setup = quick_setup(rules.id(), &json!({}));
            setup["options"][&name] = value.clone();
            let body = json!({"name": "x", "setup": setup});
            let answer = ground.server.request("PUT", "/api/me/presets", Some(&token), Some(&body)).await?;
            let refusal = answer.json()?;
            tries += 1;
            if answer.status != 400 || refusal["code"] != "options/invalid" {
                eprintln!("H8: {} {name}={value} was answered with {refusal}", rules.id());
                accepted += 1;
            } else if !["zh", "en"]
                .iter()
                .all(|lang| refusal[lang].as_str().is_some_and(|text| text.contains(name.trim())))
            {
                eprintln!("H8: {} {name}={value}: {refusal}", rules.id());
                unnamed += 1;
            }
        }
    }
    let contradictory = contradictory(ground, &token).await?;
    Ok(vec![
        contradictory.0,
        contradictory.1,
        Bar::none(
            "H8",
            "options out of range, of the wrong kind or unknown that were accepted",
            accepted,
            tries,
        ),
        Bar::none("H8", "refusals that do not name the option in both languages", unnamed, tries),
    ])
}

/// Options that contradict each other, asked for as a room and as saved options.
async fn contradictory(ground: &Ground, token: &str) -> Result<(Bar, Bar)> {
    let (mut cases, mut wrong) = (0, 0);
    for rules in RuleSetId::ALL {
        for (options, named) in contradictions(*rules) {
            let setup = quick_setup(rules.id(), &options);
            let preset = json!({"name": "x", "setup": setup});
            for (method, path, body) in [("POST", "/api/rooms", &setup), ("PUT", "/api/me/presets", &preset)]
            {
                let answer = ground.server.request(method, path, Some(token), Some(body)).await?;
                let refusal = answer.json()?;
                let says = |lang: &str| refusal[lang].as_str().is_some_and(|text| text.contains(&named));
                cases += 1;
                if answer.status != 400 || refusal["code"] != "options/invalid" || !says("zh") || !says("en")
                {
                    eprintln!("H8: {} {options}: {refusal}", rules.id());
                    wrong += 1;
                }
            }
        }
    }
    let what = "options that contradict each other: accepted, or refused without the option's name";
    Ok((
        Bar::none("H8", what, wrong, cases),
        Bar::at_least("H8", "such contradictions that rule sets know", cases, 2),
    ))
}
