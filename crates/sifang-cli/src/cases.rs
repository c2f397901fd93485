//! `sifang cases`: runs worked cases, score requests and whole-deal scripts, and compares what comes out.

use crate::compare;
use crate::exit::Failure as CommandFailure;
use crate::input::open_file;
use crate::lines::{InputLine, Lines};
use anyhow::Context;
use serde_json::{Map, Value, json};
use sifang_options::{Lang, Text};
use sifang_query::{self as query, Query};
use sifang_rules::any::RuleSetId;
use sifang_rules::contract::Contract;
use sifang_rules::script::{self, Script};
use sifang_rules::with_rule_set;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Fields that only the list of winning tiles can answer.
const WAITS_FIELDS: [&str; 4] = ["waits", "ready", "tenpai", "best"];

/// What came out of a file of cases.
#[derive(Debug, Default)]
pub struct Report {
    /// How many cases hold.
    pub passed: usize,
    /// Those that do not.
    pub failures: Vec<Failure>,
}

/// A case that does not hold.
#[derive(Debug)]
pub struct Failure {
    /// Its line in the file, from 1.
    pub line: usize,
    /// Its id; empty when the line could not be read.
    pub id: String,
    /// What the case is about, or what is wrong with the line.
    pub why: String,
    /// What was expected and what came, as JSON with the differing fields first; none for a broken line.
    pub compared: Option<(String, String)>,
}

/// Runs files and prints every failure, the counts of each file and the total.
pub(crate) fn run(files: &[PathBuf], lang: Lang, out: &mut dyn Write) -> Result<(), CommandFailure> {
    // All are opened first: a misspelt name should not come up after minutes of work.
    let opened = files.iter().map(|path| open_file(path, lang));
    let opened = opened.collect::<Result<Vec<File>, _>>()?;
    let (mut passed, mut failed, mut empty) = (0, 0, false);
    for (path, file) in files.iter().zip(opened) {
        let report = check(file).with_context(|| path.display().to_string())?;
        for failure in &report.failures {
            print(path, failure, lang, out)?;
        }
        let name = path.display();
        if report.passed + report.failures.len() == 0 {
            empty = true;
            writeln!(
                out,
                "{name}: {}",
                Text::new("没有任何用例", "there is no case in this file").get(lang)
            )?;
        }
        writeln!(out, "{name}: {} passed, {} failed", report.passed, report.failures.len())?;
        passed += report.passed;
        failed += report.failures.len();
    }
    writeln!(out, "{}: {passed} passed, {failed} failed", Text::new("合计", "total").get(lang))?;
    if failed > 0 || empty { Err(CommandFailure::DoesNotHold) } else { Ok(()) }
}

fn print(path: &Path, failure: &Failure, lang: Lang, out: &mut dyn Write) -> io::Result<()> {
    let failed = Text::new("未通过", "FAILED").get(lang);
    let id = if failure.id.is_empty() { "?" } else { &failure.id };
    writeln!(out, "{failed} {id} ({}:{}) {}", path.display(), failure.line, failure.why)?;
    if let Some((expected, got)) = &failure.compared {
        writeln!(out, "  {} {expected}", Text::new("期望", "expected").get(lang))?;
        writeln!(out, "  {} {got}", Text::new("实得", "got     ").get(lang))?;
    }
    Ok(())
}

/// Runs every case of a source; blank lines are not cases.
pub fn check(source: impl Read) -> io::Result<Report> {
    let mut report = Report::default();
    let mut lines = Lines::new(source);
    let mut number = 0;
    while let Some(line) = lines.next()? {
        number += 1;
        if line.is_blank() {
            continue;
        }
        match check_line(&line, number) {
            Ok(()) => report.passed += 1,
            Err(failure) => report.failures.push(failure),
        }
    }
    Ok(report)
}

fn check_line(line: &InputLine<'_>, number: usize) -> Result<(), Failure> {
    let mut failure = Failure { line: number, id: String::new(), why: String::new(), compared: None };
    let case = match read(line) {
        Ok(case) => case,
        Err(why) => return Err(Failure { why, ..failure }),
    };
    let text = |name: &str| case.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    (failure.id, failure.why) = (text("id"), text("why"));
    match expectation(&case).and_then(|expect| Ok((expect, outcome(&case, expect)?))) {
        Err(broken) => Err(Failure { why: broken, ..failure }),
        Ok((expect, got)) if compare::record(expect, &got) => Ok(()),
        Ok((expect, got)) => Err(Failure { compared: Some(differences(expect, &got)), ..failure }),
    }
}

fn read(line: &InputLine<'_>) -> Result<Map<String, Value>, String> {
    let text = line.bytes().and_then(query::text).map_err(|refusal| refusal.to_string())?;
    serde_json::from_str(text).map_err(|error| query::refuse(&error).to_string())
}

/// The fields expected. A case that expects nothing could not fail.
fn expectation(case: &Map<String, Value>) -> Result<&Map<String, Value>, String> {
    let expect = case.get("expect").and_then(Value::as_object);
    expect.filter(|fields| !fields.is_empty()).ok_or_else(|| {
        "broken case: `expect` must be an object with at least one field to compare".to_owned()
    })
}

/// What the engine answers to a case.
fn outcome(case: &Map<String, Value>, expect: &Map<String, Value>) -> Result<Map<String, Value>, String> {
    if let Some(asked) = case.get("request") {
        return scored(asked, expect);
    }
    if !case.contains_key("hands") {
        return Err("broken case: it has neither `request` (a score case) nor `hands` (a script)".into());
    }
    let rules = case.get("rules").and_then(Value::as_str).ok_or("broken case: `rules` is missing")?;
    let id = RuleSetId::from_id(rules).map_err(|unknown| unknown.to_string())?;
    let played = with_rule_set!(id, R => play::<R>(case));
    object(played.unwrap_or_else(|why| json!({"error": "script", "detail": why})))
}

/// Answers a request exactly as `sifang score` or `sifang waits` would.
fn scored(asked: &Value, expect: &Map<String, Value>) -> Result<Map<String, Value>, String> {
    let about_waits = WAITS_FIELDS.iter().any(|name| expect.contains_key(*name))
        && asked.get("winning_tile").is_none()
        && asked.get("query").is_none();
    let asks = if about_waits { Query::Waits } else { Query::Score };
    let mut answer = Vec::new();
    query::answer(asked.to_string().as_bytes(), asks, &mut answer);
    object(serde_json::from_slice(&answer).map_err(|error| error.to_string())?)
}

fn play<R: Contract>(case: &Map<String, Value>) -> Result<Value, String> {
    let script: Script<R::ScriptFields> =
        serde_json::from_value(Value::Object(case.clone())).map_err(|error| error.to_string())?;
    let played = script::play::<R>(&script)?;
    serde_json::to_value(played.outcome()).map_err(|error| error.to_string())
}

fn object(value: Value) -> Result<Map<String, Value>, String> {
    match value {
        Value::Object(fields) => Ok(fields),
        other => Err(format!("the answer is no object: {other}")),
    }
}

/// Expected and got, cut down to the fields that were expected (or the error that came instead), differing ones first.
fn differences(expect: &Map<String, Value>, got: &Map<String, Value>) -> (String, String) {
    let differs = |name: &String| !got.get(name).is_some_and(|found| compare::field(&expect[name], found));
    let (first, rest): (Vec<&String>, Vec<&String>) = expect.keys().partition(|name| differs(name));
    let (mut wanted, mut found) = (Map::new(), Map::new());
    for name in ["error", "detail"] {
        found.extend(got.get(name).map(|value| (name.to_owned(), value.clone())));
    }
    for name in first.into_iter().chain(rest) {
        wanted.insert(name.clone(), expect[name].clone());
        found.extend(got.get(name).map(|value| (name.clone(), value.clone())));
    }
    (Value::Object(wanted).to_string(), Value::Object(found).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failures(text: &str) -> Vec<Failure> {
        check(text.as_bytes()).unwrap().failures
    }

    #[test]
    fn broken_lines_fail_with_their_number() {
        let text = "\n{\n{\"id\":\"a\",\"expect\":{}}\n{\"id\":\"b\",\"expect\":{\"total\":1}}\n";
        let found = failures(text);
        assert_eq!(found.iter().map(|f| f.line).collect::<Vec<_>>(), [2, 3, 4]);
        assert!(found[0].why.starts_with("bad_json: "), "{}", found[0].why);
        assert!(found[1].why.contains("at least one field"), "{}", found[1].why);
        assert!(found[2].why.contains("neither"), "{}", found[2].why);
        assert_eq!(found[2].id, "b");
    }

    #[test]
    fn a_refusal_is_compared_by_its_code() {
        let case = |code: &str| {
            format!("{{\"id\":\"x\",\"request\":{{\"rules\":\"none\"}},\"expect\":{{\"error\":\"{code}\"}}}}")
        };
        assert!(failures(&case("unknown_rules")).is_empty());
        let found = failures(&case("not_a_win"));
        let (expected, got) = found[0].compared.as_ref().unwrap();
        assert_eq!(expected, "{\"error\":\"not_a_win\"}");
        assert!(got.starts_with("{\"error\":\"unknown_rules\",\"detail\":"), "{got}");
    }

    #[test]
    fn differing_fields_come_first() {
        let map = |value: Value| value.as_object().unwrap().clone();
        let expect = map(json!({"fans": [], "total": 1, "deltas": [0]}));
        let got = map(json!({"lines": [], "fans": [], "total": 2, "deltas": [0]}));
        let (expected, found) = differences(&expect, &got);
        assert_eq!(expected, "{\"total\":1,\"fans\":[],\"deltas\":[0]}");
        assert_eq!(found, "{\"total\":2,\"fans\":[],\"deltas\":[0]}");
    }
}
