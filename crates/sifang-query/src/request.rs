//! One request as a line of JSON, answered as JSON: a described hand in, its score or its waits out.
//!
//! A line is read twice: once for `rules`, which says of what type the rest is, and once as that type. Whatever is
//! wrong with it becomes an answer of its own, `{"error": code, "detail": sentence}`.

use crate::chinese::{chinese, unknown_rules};
use serde::Serialize;
use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error as _, IgnoredAny, MapAccess, Visitor};
use serde_json::error::Category;
use sifang_rules::any::RuleSetId;
use sifang_rules::contract::Contract;
use sifang_rules::request::Refusal;
use sifang_rules::with_rule_set;
use std::borrow::Cow;
use std::fmt;

/// Longest sentence in an answer, in characters: a request's own words come back in it.
const LONGEST_DETAIL: usize = 400;

/// What a request asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Query {
    /// The score of a described win.
    Score,
    /// The winning tiles of a described hand.
    Waits,
}

/// Writes the answer to one request as JSON, without a line end; says whether it is an answer and no refusal.
pub fn answer(request: &[u8], query: Query, out: &mut Vec<u8>) -> bool {
    let start = out.len();
    let result = text(request).and_then(|text| try_answer(text, query, out));
    let Err(refusal) = result else { return true };
    out.truncate(start);
    write_refusal(refusal, out);
    false
}

/// A refusal with its sentence in Chinese beside the English one.
#[derive(Serialize)]
struct Told<'a> {
    #[serde(flatten)]
    refusal: &'a Refusal,
    zh: String,
}

/// Writes a refusal as JSON; its sentence stays short, because a request's own words come back in it.
pub fn write_refusal(mut refusal: Refusal, out: &mut Vec<u8>) {
    if let Some((end, _)) = refusal.detail.char_indices().nth(LONGEST_DETAIL) {
        refusal.detail.truncate(end);
        refusal.detail.push('…');
    }
    let zh = match refusal.error {
        "unknown_rules" => unknown_rules(),
        _ => chinese(&refusal.detail),
    };
    let told = Told { refusal: &refusal, zh };
    write(&told, out).unwrap_or_else(|failed| out.extend_from_slice(failed.error.as_bytes()));
}

fn try_answer(text: &str, query: Query, out: &mut Vec<u8>) -> Result<(), Refusal> {
    let head: Head<'_> = serde_json::from_str(text).map_err(|error| refuse(&error))?;
    let id =
        RuleSetId::from_id(&head.0).map_err(|unknown| Refusal::new("unknown_rules", unknown.to_string()))?;
    with_rule_set!(id, R => match query {
        Query::Score => write(&R::score(&read::<<R as Contract>::Request>(text)?)?, out),
        Query::Waits => write(&R::waits(&read::<<R as Contract>::WaitsRequest>(text)?)?, out),
    })
}

/// Bytes as text, if they are.
pub fn text(bytes: &[u8]) -> Result<&str, Refusal> {
    std::str::from_utf8(bytes).map_err(|error| {
        let detail = format!("byte {} is not UTF-8; JSON is written in UTF-8", error.valid_up_to() + 1);
        Refusal::new("bad_utf8", detail)
    })
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, Refusal> {
    serde_json::from_str(text).map_err(|error| refuse(&error))
}

fn write(answer: &impl Serialize, out: &mut Vec<u8>) -> Result<(), Refusal> {
    // Answers are structs with names as keys and go to memory: nothing can fail but an answer type that JSON has no form for.
    serde_json::to_writer(out, answer).map_err(|error| Refusal::new("bad_answer", error.to_string()))
}

/// Why JSON was refused, with the place told in columns: every request is a line of its own.
pub fn refuse(error: &serde_json::Error) -> Refusal {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let what = text.strip_suffix(&place).unwrap_or(&text);
    let column = error.column();
    match error.classify() {
        Category::Data => Refusal::new("bad_request", format!("{what} (at column {column})")),
        Category::Eof => {
            let detail = format!("the line ends at column {column} before the JSON does: {what}");
            Refusal::new("bad_json", detail)
        }
        Category::Syntax | Category::Io => {
            let detail =
                format!("this is not JSON at column {column}: {what}; a line is one complete JSON object");
            Refusal::new("bad_json", detail)
        }
    }
}

/// The part of a request that says which rule set it is for.
struct Head<'a>(Cow<'a, str>);

impl<'de> Deserialize<'de> for Head<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(HeadVisitor)
    }
}

struct HeadVisitor;

impl<'de> Visitor<'de> for HeadVisitor {
    type Value = Head<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a request: an object with `rules` and the hand")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Head<'de>, A::Error> {
        let mut rules = None;
        while let Some(name) = map.next_key::<Cow<'de, str>>()? {
            if name != "rules" {
                map.next_value::<IgnoredAny>()?;
            } else if rules.replace(map.next_value::<Cow<'de, str>>()?).is_some() {
                return Err(A::Error::duplicate_field("rules"));
            }
        }
        let known = || RuleSetId::ALL.iter().map(|rules| rules.id()).collect::<Vec<_>>().join(", ");
        rules.map(Head).ok_or_else(|| {
            A::Error::custom(format_args!("the field `rules` is missing; it names the rule set: {}", known()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(request: &[u8]) -> String {
        let mut out = Vec::new();
        assert!(!answer(request, Query::Score, &mut out));
        let answer: serde_json::Value = serde_json::from_slice(&out).unwrap();
        assert!(answer["detail"].is_string(), "{answer}");
        answer["error"].as_str().unwrap().to_owned()
    }

    #[test]
    fn every_kind_of_bad_line_has_its_code() {
        let own = RuleSetId::ALL[0].id();
        let codes = [
            ("{", "bad_json"),
            ("", "bad_json"),
            ("{\"rules\":\"x\"} more", "bad_json"),
            ("{\"rules\":\"x\"}", "unknown_rules"),
            ("{}", "bad_request"),
            ("[]", "bad_request"),
            ("7", "bad_request"),
            ("{\"rules\":7}", "bad_request"),
            ("{\"rules\":\"x\",\"rules\":\"x\"}", "bad_request"),
        ];
        for (text, expected) in codes {
            assert_eq!(code(text.as_bytes()), expected, "{text}");
        }
        assert_eq!(code(b"{\"rules\":\"\xff\"}"), "bad_utf8");
        let unknown = format!("{{\"rules\":\"{own}\",\"no_such_field\":1}}");
        assert_eq!(code(unknown.as_bytes()), "bad_request");
        let deep = format!("{{\"rules\":\"{own}\",\"options\":{}", "[".repeat(100_000));
        assert_eq!(code(deep.as_bytes()), "bad_json");
    }

    #[test]
    fn details_stay_short() {
        let name = "x".repeat(10_000);
        let line = format!("{{\"rules\":\"{}\",\"{name}\":1}}", RuleSetId::ALL[0].id());
        let mut out = Vec::new();
        assert!(!answer(line.as_bytes(), Query::Score, &mut out));
        assert!(out.len() < 1000, "{} bytes", out.len());
    }
}
