//! One request as a line of JSON, answered as JSON: a described hand in, its score or its waits out.
//!
//! A line is read once, whatever rule set it is for. Whatever is wrong with it becomes an answer of its own, `{"error": code,
//! "detail": sentence, "zh": the sentence in Chinese}`.

use serde::Serialize;
use serde_json::error::Category;
use sifang_options::{Sentence, sentence};
use sifang_rules::any::RuleSetId;
use sifang_rules::contract::Contract;
use sifang_rules::refusal::{Fault, Refusal};
use sifang_rules::request::WinRequest;
use sifang_rules::with_rule_set;

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
    or_refusal(out, |out| {
        let request = read(request)?;
        let rules = request.rules()?.ok_or_else(|| {
            let known = known(", ");
            let why = sentence!(
                "缺少 rules：它说明用哪种规则，可用的有 {known}",
                "the field `rules` is missing; it names the rule set: {known}"
            );
            Refusal::new(Fault::Unreadable.code(), why)
        })?;
        let id = RuleSetId::from_id(rules).map_err(|unknown| {
            let zh = format!("没有这种规则，可用的规则有：{}", known("、"));
            Refusal::new("unknown_rules", Sentence { zh, en: unknown.to_string() })
        })?;
        try_answer(id, &request, query, out)
    })
}

/// The same for a request that has been read, of this rule set.
pub fn answer_read(id: RuleSetId, request: &WinRequest, query: Query, out: &mut Vec<u8>) -> bool {
    or_refusal(out, |out| try_answer(id, request, query, out))
}

fn or_refusal(out: &mut Vec<u8>, answer: impl FnOnce(&mut Vec<u8>) -> Result<(), Refusal>) -> bool {
    let start = out.len();
    let Err(refusal) = answer(out) else { return true };
    out.truncate(start);
    write_refusal(refusal, out);
    false
}

/// Writes a refusal as JSON; its sentences stay short, because a request's own words come back in them.
pub fn write_refusal(mut refusal: Refusal, out: &mut Vec<u8>) {
    for sentence in [&mut refusal.detail, &mut refusal.zh] {
        if let Some((end, _)) = sentence.char_indices().nth(LONGEST_DETAIL) {
            sentence.truncate(end);
            sentence.push('…');
        }
    }
    write(&refusal, out).unwrap_or_else(|failed| out.extend_from_slice(failed.error.as_bytes()));
}

fn try_answer(id: RuleSetId, request: &WinRequest, query: Query, out: &mut Vec<u8>) -> Result<(), Refusal> {
    with_rule_set!(id, R => match query {
        Query::Score => write(&<R as Contract>::score(request)?, out),
        Query::Waits => write(&<R as Contract>::waits(request)?, out),
    })
}

fn known(between: &str) -> String {
    RuleSetId::ALL.iter().map(|rules| rules.id()).collect::<Vec<_>>().join(between)
}

/// Bytes as text, if they are.
pub fn text(bytes: &[u8]) -> Result<&str, Refusal> {
    std::str::from_utf8(bytes).map_err(|error| {
        let place = error.valid_up_to() + 1;
        let why = sentence!(
            "第 {place} 个字节不是 UTF-8；JSON 用 UTF-8 写",
            "byte {place} is not UTF-8; JSON is written in UTF-8"
        );
        Refusal::new("bad_utf8", why)
    })
}

/// A request, read: a JSON object, whatever is in it.
pub fn read(bytes: &[u8]) -> Result<WinRequest, Refusal> {
    serde_json::from_str(text(bytes)?).map_err(|error| refuse(&error))
}

fn write(answer: &impl Serialize, out: &mut Vec<u8>) -> Result<(), Refusal> {
    // Answers are structs with names as keys and go to memory: nothing can fail but an answer type that JSON has no form for.
    serde_json::to_writer(out, answer).map_err(|error| {
        Refusal::new(
            "bad_answer",
            sentence!("答案写不成 JSON：{error}", "the answer has no form in JSON: {error}"),
        )
    })
}

/// Why JSON was refused, with the place given in columns: every request is a line of its own.
pub fn refuse(error: &serde_json::Error) -> Refusal {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let what = text.strip_suffix(&place).unwrap_or(&text);
    let column = error.column();
    match error.classify() {
        Category::Data => {
            let why = sentence!("第 {column} 列：请求要是一个 JSON 对象", "{what} (at column {column})");
            Refusal::new(Fault::Unreadable.code(), why)
        }
        Category::Eof => {
            let why = sentence!(
                "到第 {column} 列就断了，JSON 还没有写完",
                "the line ends at column {column} before the JSON does: {what}"
            );
            Refusal::new("bad_json", why)
        }
        Category::Syntax | Category::Io => {
            let why = sentence!(
                "第 {column} 列起不是 JSON；一行要是一个完整的 JSON 对象",
                "this is not JSON at column {column}: {what}; a line is one complete JSON object"
            );
            Refusal::new("bad_json", why)
        }
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
