//! What was played: a player's matches, their records, and single deals for a replay.

use super::extract::Guest;
use crate::app::Shared;
use crate::clock;
use crate::error::ApiError;
use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use sifang_match::MatchId;
use sifang_proto::{ErrorCode, History, Millis};

/// Matches on one page.
const PAGE: u32 = 50;

/// Which page.
#[derive(Deserialize)]
pub(crate) struct Page {
    before: Option<Millis>,
}

pub(crate) async fn list(
    State(app): State<Shared>,
    Guest(player): Guest,
    page: Result<Query<Page>, QueryRejection>,
) -> Result<Json<History>, ApiError> {
    let Query(page) = page.map_err(|_| ErrorCode::RequestInvalid)?;
    let before = page.before.map_or(i64::MAX, clock::stored);
    let played = app.store.history(player.id.to_string(), before, PAGE).await?;
    let more = (played.len() == PAGE as usize).then(|| played.last()).flatten();
    let before = more.and_then(|last| u64::try_from(last.ended_ms).ok());
    let mut matches = Vec::with_capacity(played.len());
    for one in played {
        match serde_json::from_slice(&one.summary) {
            Ok(row) => matches.push(row),
            Err(error) => tracing::error!(id = one.id, %error, "the summary of a match cannot be read"),
        }
    }
    Ok(Json(History { matches, before }))
}

pub(crate) async fn record(State(app): State<Shared>, Path(id): Path<String>) -> Result<Response, ApiError> {
    let id: MatchId = id.parse().map_err(|_| ErrorCode::NotFound)?;
    json(app.store.record(id.to_string()).await?)
}

pub(crate) async fn deal(
    State(app): State<Shared>,
    Path((id, number)): Path<(String, String)>,
) -> Result<Response, ApiError> {
    let id: MatchId = id.parse().map_err(|_| ErrorCode::NotFound)?;
    let number: u32 = number.parse().map_err(|_| ErrorCode::NotFound)?;
    json(app.store.events(id.to_string(), number).await?)
}

/// Stored JSON as it is.
fn json(found: Option<Vec<u8>>) -> Result<Response, ApiError> {
    let body = found.ok_or(ErrorCode::NotFound)?;
    Ok(([(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-cache")], body).into_response())
}
