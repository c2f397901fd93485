//! Reviews over HTTP: begin one of a match of one's own, look at it, stop it. The work is done in [`crate::review`].

use super::extract::{Address, Guest};
use super::study::study;
use crate::app::{App, Shared};
use crate::error::ApiError;
use crate::lab::Whose;
use crate::review;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use sifang_match::{MatchId, Record};
use sifang_proto::{ErrorCode, PlayerId, RecordSeat, ReviewRun, StoredRecord};
use sifang_tiles::Seat;

pub(crate) async fn begin(
    State(app): State<Shared>,
    Address(network): Address,
    Guest(player): Guest,
    Path(id): Path<String>,
) -> Result<Json<ReviewRun>, ApiError> {
    let id: MatchId = id.parse().map_err(|_| ErrorCode::NotFound)?;
    if let Some(run) = app.reviews.look(id, player.id) {
        return run.map(Json);
    }
    let (record, seat) = own(&app, id, player.id).await?;
    if let Some(run) = finished(&app, id, seat).await? {
        return Ok(Json(run));
    }
    let whose = Whose { player: player.id, network };
    app.reviews.may_begin(whose)?;
    let steps = study(&app, move || review::prepare(record, seat)).await??;
    app.reviews.begin(id, seat, whose, steps).map(Json)
}

pub(crate) async fn look(
    State(app): State<Shared>,
    Guest(player): Guest,
    Path(id): Path<String>,
) -> Result<Json<ReviewRun>, ApiError> {
    let id: MatchId = id.parse().map_err(|_| ErrorCode::NotFound)?;
    if let Some(run) = app.reviews.look(id, player.id) {
        return run.map(Json);
    }
    let (_, seat) = own(&app, id, player.id).await?;
    finished(&app, id, seat).await?.map(Json).ok_or_else(|| ErrorCode::NotFound.into())
}

pub(crate) async fn cancel(
    State(app): State<Shared>,
    Guest(player): Guest,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    let id: MatchId = id.parse().map_err(|_| ErrorCode::NotFound)?;
    app.reviews.cancel(id, player.id)?;
    Ok(StatusCode::NO_CONTENT)
}

/// The record of a match that is over, and the seat that the player had in it.
async fn own(app: &App, id: MatchId, player: PlayerId) -> Result<(Record, Seat), ApiError> {
    let stored = app.store.record(id.to_string()).await?.ok_or(ErrorCode::NotFound)?;
    study(app, move || -> Result<(Record, Seat), ApiError> {
        let stored: StoredRecord = serde_json::from_slice(&stored).map_err(|error| {
            tracing::error!(%error, "a stored record cannot be read");
            ErrorCode::ServerInternal
        })?;
        let is_own = |seat: &RecordSeat| seat.player.as_ref().is_some_and(|who| who.id == player);
        let place = stored.seats.iter().position(is_own).ok_or(ErrorCode::ReviewNotYours)?;
        Ok((stored.record, Seat::new(place)))
    })
    .await?
}

async fn finished(app: &Shared, id: MatchId, seat: Seat) -> Result<Option<ReviewRun>, ApiError> {
    let app = app.clone();
    let read = tokio::task::spawn_blocking(move || app.reviews.finished(id, seat));
    read.await.map_err(|_| ErrorCode::ServerInternal.into())
}
