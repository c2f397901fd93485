//! Rooms from outside: the public list, a look at one, opening one, and a table with bots in one request.

use super::extract::{Address, Body, Guest};
use crate::app::Shared;
use crate::error::ApiError;
use crate::room::{self, Handle};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use sifang_proto::{
    Created, ErrorCode, Player, QuickRequest, RoomList, RoomName, RoomSetup, RoomSummary, limits,
};
use std::sync::Arc;
use std::time::Instant;

/// Rooms in the public list.
const LISTED: usize = 100;

pub(crate) async fn list(State(app): State<Shared>) -> Json<RoomList> {
    Json(RoomList { rooms: app.lobby.listed(LISTED) })
}

pub(crate) async fn peek(
    State(app): State<Shared>,
    Address(network): Address,
    Path(name): Path<String>,
) -> Result<Json<RoomSummary>, ApiError> {
    if !app.looks.take(network, Instant::now()) {
        return Err(ErrorCode::RateExceeded.into());
    }
    let name: RoomName = name.parse().map_err(|_| ErrorCode::RoomNotFound)?;
    let look = || app.lobby.summary(name);
    let summary = match name {
        RoomName::Code(code) if !app.lobby.is_known(code, None) => {
            app.guesses.ask(network, None, Instant::now(), look)?
        }
        _ => look()?,
    };
    Ok(Json(summary))
}

pub(crate) async fn create(
    State(app): State<Shared>,
    Guest(player): Guest,
    Body(setup): Body<RoomSetup>,
) -> Result<(StatusCode, Json<Created>), ApiError> {
    let room = open(&app, player, setup).await?;
    Ok((StatusCode::CREATED, Json(Created { code: room.code, link: room.link })))
}

pub(crate) async fn quick(
    State(app): State<Shared>,
    Guest(player): Guest,
    Body(request): Body<QuickRequest>,
) -> Result<(StatusCode, Json<Created>), ApiError> {
    let host = player.id;
    let room = open(&app, player, request.setup).await?;
    room::start_at_once(&room, host).await;
    Ok((StatusCode::CREATED, Json(Created { code: room.code, link: room.link })))
}

async fn open(app: &Shared, player: Player, setup: RoomSetup) -> Result<Arc<Handle>, ApiError> {
    if app.lobby.codes_of(player.id).len() >= limits::ROOMS_PER_PLAYER {
        return Err(ErrorCode::RoomTooMany.into());
    }
    if !app.new_rooms.take(player.id, Instant::now()) {
        return Err(ErrorCode::RateExceeded.into());
    }
    if app.lobby.len() >= app.config.rooms {
        return Err(ErrorCode::ServerBusy.into());
    }
    room::open(app, player, setup).await
}
