//! What rule sets say of themselves, and answers to questions about hands, as JSON.

use crate::bad;
use pyo3::prelude::*;
use serde::Serialize;
use sifang_bots::features::Layout;
use sifang_options::Lang;
use sifang_query::{Query, answer};
use sifang_rules::any::RuleSetId;
use sifang_rules::with_rule_set;

/// The ids of the rule sets.
#[pyfunction]
pub(crate) fn rule_sets() -> Vec<&'static str> {
    RuleSetId::ALL.iter().map(|rules| rules.id()).collect()
}

/// The layout of a rule set's observations and actions, and of the oracle, as JSON.
#[pyfunction]
pub(crate) fn layout(rules: &str) -> PyResult<(String, String)> {
    let id = RuleSetId::from_id(rules).map_err(bad)?;
    let layout = with_rule_set!(id, R => Layout::of::<R>());
    Ok((json(&layout)?, json(&sifang_env::oracle_layout())?))
}

/// Names, seats and versions of the rule sets.
#[pyfunction]
pub(crate) fn catalogue() -> PyResult<String> {
    json(&sifang_query::entries())
}

/// The options of a rule set, as a JSON schema.
#[pyfunction]
pub(crate) fn schema(rules: &str) -> PyResult<String> {
    json(&sifang_query::schema(RuleSetId::from_id(rules).map_err(bad)?))
}

/// The fans of a rule set.
#[pyfunction]
pub(crate) fn fans(rules: &str) -> PyResult<String> {
    json(&sifang_query::fans(RuleSetId::from_id(rules).map_err(bad)?))
}

/// The rule book of a rule set.
#[pyfunction]
pub(crate) fn book(rules: &str, lang: &str) -> PyResult<String> {
    let id = RuleSetId::from_id(rules).map_err(bad)?;
    json(&sifang_query::book(id, language(lang)?).map_err(bad)?)
}

/// What a request for a score or waits is made of.
#[pyfunction]
pub(crate) fn form(rules: &str) -> PyResult<String> {
    json(&sifang_query::form(RuleSetId::from_id(rules).map_err(bad)?))
}

/// Scores a described win.
#[pyfunction]
pub(crate) fn score(py: Python<'_>, request: &str) -> PyResult<String> {
    asked(py, request, Query::Score)
}

/// The winning tiles of a described hand.
#[pyfunction]
pub(crate) fn waits(py: Python<'_>, request: &str) -> PyResult<String> {
    asked(py, request, Query::Waits)
}

fn asked(py: Python<'_>, request: &str, query: Query) -> PyResult<String> {
    py.detach(|| {
        let mut out = Vec::new();
        answer(request.as_bytes(), query, &mut out);
        String::from_utf8(out).map_err(bad)
    })
}

/// `zh` or `en`.
pub(crate) fn language(name: &str) -> PyResult<Lang> {
    match name {
        "zh" => Ok(Lang::Zh),
        "en" => Ok(Lang::En),
        _ => Err(bad("the language is 'zh' or 'en'")),
    }
}

fn json(what: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(what).map_err(bad)
}
