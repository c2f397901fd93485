//! Finished matches: their records, single deals step by step, the check of a record that somebody hands in, and the keys with
//! which records are signed.
//!
//! The store shows only what is over: of a match that is being played nothing is found here, whoever asks, not even the deals
//! that are finished.

use super::extract::Address;
use super::study::study;
use crate::app::Shared;
use crate::error::ApiError;
use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use serde_json::value::RawValue;
use sifang_match::{Asked, Kept, MatchId, Mismatch, Record, RecordViewer, judge};
use sifang_options::Lang;
use sifang_proto::{ErrorBody, ErrorCode, KeyList, Replay, StoredRecord, VerdictView, read_record};
use std::time::Instant;

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

pub(crate) async fn replay(
    State(app): State<Shared>,
    Path((id, number, viewer)): Path<(String, String, String)>,
) -> Result<Response, ApiError> {
    let id: MatchId = id.parse().map_err(|_| ErrorCode::NotFound)?;
    let number: u32 = number.parse().map_err(|_| ErrorCode::NotFound)?;
    let viewer: RecordViewer = viewer.parse().map_err(|()| ErrorCode::NotFound)?;
    let stored = app.store.record(id.to_string()).await?.ok_or(ErrorCode::NotFound)?;
    let replay = study(&app, move || steps(&stored, number, viewer)).await??;
    Ok(([(CACHE_CONTROL, "no-cache")], Json(replay)).into_response())
}

pub(crate) async fn question(
    State(app): State<Shared>,
    Path((id, number, place, viewer)): Path<(String, String, String, String)>,
) -> Result<Response, ApiError> {
    let id: MatchId = id.parse().map_err(|_| ErrorCode::NotFound)?;
    let number: u32 = number.parse().map_err(|_| ErrorCode::NotFound)?;
    let place: usize = place.parse().map_err(|_| ErrorCode::NotFound)?;
    let viewer: RecordViewer = viewer.parse().map_err(|()| ErrorCode::NotFound)?;
    let stored = app.store.record(id.to_string()).await?.ok_or(ErrorCode::NotFound)?;
    let replay = study(&app, move || {
        let stored = readable(&stored)?;
        let text = sifang_room::question(&stored.record, number, place, viewer).map_err(unplayable)?;
        written(number, text.into_iter().collect()).and_then(|replay| {
            if replay.messages.is_empty() { Err(ErrorCode::NotFound.into()) } else { Ok(replay) }
        })
    });
    let replay = replay.await??;
    Ok(([(CACHE_CONTROL, "no-cache")], Json(replay)).into_response())
}

fn steps(stored: &[u8], number: u32, viewer: RecordViewer) -> Result<Replay, ApiError> {
    let stored = readable(stored)?;
    let texts = sifang_room::replay(&stored.record, number, viewer, stored.dissolved).map_err(unplayable)?;
    written(number, texts.ok_or(ErrorCode::NotFound)?)
}

/// A stored record, if it can still be read.
fn readable(stored: &[u8]) -> Result<StoredRecord, ApiError> {
    serde_json::from_slice(stored).map_err(|error| {
        let why = error.to_string();
        ErrorBody::with(ErrorCode::RecordUnplayable, &why, &why).into()
    })
}

fn unplayable(why: Mismatch) -> ApiError {
    ErrorBody::with(ErrorCode::RecordUnplayable, why.message(Lang::Zh), why.message(Lang::En)).into()
}

fn written(number: u32, texts: Vec<String>) -> Result<Replay, ApiError> {
    let messages = texts.into_iter().map(RawValue::from_string).collect::<Result<_, _>>();
    let messages = messages.map_err(|error| {
        tracing::error!(%error, "a message of a replay is not JSON");
        ErrorCode::ServerInternal
    })?;
    Ok(Replay { deal: number, messages })
}

pub(crate) async fn verify(
    State(app): State<Shared>,
    Address(network): Address,
    body: Result<Bytes, axum::extract::rejection::BytesRejection>,
) -> Result<Json<VerdictView>, ApiError> {
    if !app.verdicts.take(network, Instant::now()) {
        return Err(ErrorCode::RateExceeded.into());
    }
    let body = body.map_err(|_| ErrorCode::MessageTooLarge)?;
    let record = study(&app, move || handed_in(&body)).await??;
    let kept = app.store.record(record.match_id.to_string()).await?;
    let shared = app.clone();
    let verdict = study(&app, move || {
        let asked = Asked::Server { kept: compare(kept.as_deref(), &record), keys: shared.keys.public() };
        VerdictView::from(&judge(&record, asked, &mut |_, _| {}))
    });
    Ok(Json(verdict.await?))
}

fn handed_in(body: &[u8]) -> Result<Record, ApiError> {
    read_record(body).map_err(|error| {
        let detail: String = error.to_string().chars().take(200).collect();
        ErrorBody::with(ErrorCode::RequestInvalid, &detail, &detail).into()
    })
}

/// What is kept of the match of this record. One that cannot be read any more is as good as none.
fn compare(kept: Option<&[u8]>, record: &Record) -> Kept {
    let stored = kept.and_then(|bytes| {
        let read = serde_json::from_slice::<StoredRecord>(bytes);
        read.inspect_err(|error| tracing::error!(%error, "a stored record cannot be read")).ok()
    });
    Kept::compare(stored.map(|stored| stored.record.digest()), record)
}

pub(crate) async fn keys(State(app): State<Shared>) -> Json<KeyList> {
    Json(app.keys.published().clone())
}

/// Stored JSON as it is.
fn json(found: Option<Vec<u8>>) -> Result<Response, ApiError> {
    let body = found.ok_or(ErrorCode::NotFound)?;
    Ok(([(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-cache")], body).into_response())
}
