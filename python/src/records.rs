//! Records of matches and of simulated deals, played again.

use crate::bad;
use crate::rules::language;
use pyo3::prelude::*;
use serde_json::{Value, json};
use sifang_match::Asked;
use sifang_match::{Record, SIMULATED, Simulated, judge, transcript};
use sifang_options::Lang;

/// Longest record that is read, in bytes.
const LARGEST: usize = 64 << 20;

/// Plays a record again. Gives JSON: whether it holds, why not, and the transcripts of its deals.
#[pyfunction]
pub(crate) fn replay(py: Python<'_>, text: &str, lang: &str) -> PyResult<String> {
    if text.len() > LARGEST {
        return Err(bad(format!("a record has at most {LARGEST} bytes")));
    }
    let lang = language(lang)?;
    py.detach(|| {
        let value: Value =
            serde_json::from_str(text).map_err(|why| bad(format!("this is no record: {why}")))?;
        if value["format"] == SIMULATED { one_deal(value, lang) } else { a_match(value, lang) }
    })
}

fn one_deal(value: Value, lang: Lang) -> PyResult<String> {
    let record: Simulated =
        serde_json::from_value(value).map_err(|why| bad(format!("this is no record: {why}")))?;
    Ok(match record.verify() {
        Ok(journal) => json!({"holds": true, "why": [], "deals": [transcript(&journal, lang)]}),
        Err(why) => json!({"holds": false, "why": [why], "deals": []}),
    }
    .to_string())
}

fn a_match(value: Value, lang: Lang) -> PyResult<String> {
    let record: Record =
        serde_json::from_value(value).map_err(|why| bad(format!("this is no record: {why}")))?;
    let mut deals = Vec::new();
    let verdict = judge(&record, Asked::Nobody, &mut |_, journal| deals.push(transcript(journal, lang)));
    let why: Vec<String> = verdict
        .parts
        .iter()
        .flat_map(|part| &part.mismatches)
        .map(|mismatch| mismatch.message(lang))
        .collect();
    Ok(json!({"holds": verdict.holds(), "why": why, "deals": deals}).to_string())
}
