//! The rule sets: the list, one with its options and fans, its book, and questions about described hands.

use super::extract::read;
use super::pages::Page;
use super::study::study;
use crate::app::Shared;
use crate::error::ApiError;
use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde_json::Value;
use sifang_options::Lang;
use sifang_proto::{ErrorBody, ErrorCode, FanView, RuleSetDetail, RuleSetSummary, TermView};
use sifang_query::Query;
use sifang_rules::any::RuleSetId;
use sifang_rules::with_rule_set;
use sifang_table::RuleSet;

pub(crate) async fn list(State(app): State<Shared>, asked: HeaderMap) -> Result<Response, ApiError> {
    app.pages.answer(&app, Page::List, &asked).await
}

pub(crate) async fn one(
    State(app): State<Shared>,
    Path(id): Path<String>,
    asked: HeaderMap,
) -> Result<Response, ApiError> {
    app.pages.answer(&app, Page::One(named(&id)?), &asked).await
}

pub(crate) async fn book(
    State(app): State<Shared>,
    Path((id, lang)): Path<(String, String)>,
    asked: HeaderMap,
) -> Result<Response, ApiError> {
    let lang = match lang.as_str() {
        "zh" => Lang::Zh,
        "en" => Lang::En,
        _ => return Err(ErrorCode::NotFound.into()),
    };
    app.pages.answer(&app, Page::Book(named(&id)?, lang), &asked).await
}

pub(crate) async fn form(
    State(app): State<Shared>,
    Path(id): Path<String>,
    asked: HeaderMap,
) -> Result<Response, ApiError> {
    app.pages.answer(&app, Page::Form(named(&id)?), &asked).await
}

/// The JSON of a page.
pub(super) fn make(page: Page) -> Result<Vec<u8>, ApiError> {
    let written = match page {
        Page::List => serde_json::to_vec(&all()),
        Page::One(id) => detail(id).and_then(|detail| serde_json::to_vec(&detail)),
        Page::Form(id) => serde_json::to_vec(&sifang_query::form(id)),
        Page::Book(id, lang) => {
            let book = sifang_query::book(id, lang).map_err(|error| {
                tracing::error!(error, "a rule book cannot be read");
                ErrorCode::ServerInternal
            })?;
            serde_json::to_vec(&book)
        }
    };
    written.map_err(|error| {
        tracing::error!(%error, "a page of the rules cannot be written");
        ErrorCode::ServerInternal.into()
    })
}

fn all() -> Vec<RuleSetSummary> {
    RuleSetId::ALL.iter().map(|id| with_rule_set!(*id, R => summary::<R>())).collect()
}

fn detail(id: RuleSetId) -> Result<RuleSetDetail, serde_json::Error> {
    let term = |term: &&sifang_table::Term| TermView {
        id: term.id,
        name: sifang_options::Text::new(term.zh, term.en).into(),
        clause: term.clause,
    };
    let fan = |fan: sifang_query::FanEntry| FanView {
        id: fan.id,
        name: fan.name.into(),
        when: fan.when.into(),
        value: fan.value,
        clause: fan.clause,
    };
    Ok(RuleSetDetail {
        summary: with_rule_set!(id, R => summary::<R>()),
        options: serde_json::to_value(sifang_query::schema(id))?,
        fans: sifang_query::fans(id).into_iter().map(fan).collect(),
        terms: with_rule_set!(id, R => <R as RuleSet>::TERMS).iter().map(term).collect(),
    })
}

pub(crate) async fn score(
    State(app): State<Shared>,
    path: Path<String>,
    body: Bytes,
) -> Result<Response, ApiError> {
    study(&app, move || ask(path, &body, Query::Score)).await?
}

pub(crate) async fn waits(
    State(app): State<Shared>,
    path: Path<String>,
    body: Bytes,
) -> Result<Response, ApiError> {
    study(&app, move || ask(path, &body, Query::Waits)).await?
}

/// The score request for a settled win, as far as a request can describe the win.
pub(crate) async fn describe(
    State(app): State<Shared>,
    Path(id): Path<String>,
    body: Bytes,
) -> Result<Json<Value>, ApiError> {
    let id = named(&id)?;
    study(&app, move || {
        let settled: Value = read(&body)?;
        Ok(Json(serde_json::json!({"request": sifang_query::describe(id, &settled)})))
    })
    .await?
}

fn summary<R: RuleSet>() -> RuleSetSummary {
    let most = R::new(R::Options::default(), *R::SEATS.end());
    RuleSetSummary {
        id: R::ID,
        name: R::NAME.into(),
        pitch: R::PITCH.into(),
        seats: R::SEATS.map(|seats| seats as u8).collect(),
        tiles: most.row_length() as u32,
        version: R::VERSION,
    }
}

fn named(id: &str) -> Result<RuleSetId, ApiError> {
    RuleSetId::from_id(id).map_err(|_| ErrorCode::RulesUnknown.into())
}

/// The body is what `sifang score` reads from a line; the rule set stands in the address and may be left out of it. A hand
/// that cannot be scored is answered as the command line does, `{"error": …, "detail": …, "zh": …}`: the question was answered, so
/// the status is that of an answer.
fn ask(Path(id): Path<String>, body: &[u8], query: Query) -> Result<Response, ApiError> {
    let id = named(&id)?;
    let invalid = |zh: &str, en: &str| ApiError::from(ErrorBody::with(ErrorCode::RequestInvalid, zh, en));
    let request = sifang_query::read(body).map_err(|refusal| invalid(&refusal.zh, &refusal.detail))?;
    // Whatever else stands there is refused with the other fields.
    if request.rules().is_ok_and(|rules| rules.is_some_and(|rules| rules != id.id())) {
        return Err(invalid("rules 与地址中的规则不同", "`rules` names another rule set than the address"));
    }
    let mut answer = Vec::new();
    sifang_query::answer_read(id, &request, query, &mut answer);
    Ok(([(CONTENT_TYPE, "application/json")], answer).into_response())
}
