//! Rooms from outside: the public list, a look at one, opening one, and a table with bots in one request.

use super::extract::{Address, Body, Guest};
use crate::app::Shared;
use crate::error::ApiError;
use crate::ids;
use crate::lobby::{Cursor, Founder};
use crate::network::Network;
use crate::room::{self, Handle};
use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use serde::Deserialize;
use sifang_proto::{Created, ErrorCode, Player, QuickRequest, RoomList, RoomName, RoomSetup, RoomSummary};
use std::sync::Arc;
use std::time::Instant;

/// Which page of the public list; none: the first one.
#[derive(Deserialize)]
pub(crate) struct Page {
    after: Option<String>,
}

pub(crate) async fn list(
    State(app): State<Shared>,
    page: Result<Query<Page>, QueryRejection>,
) -> Result<Json<RoomList>, ApiError> {
    let Query(page) = page.map_err(|_| ErrorCode::RequestInvalid)?;
    let cursor = match page.after {
        Some(text) => text.parse().map_err(|_| ErrorCode::RequestInvalid)?,
        None => Cursor::new(u64::from_be_bytes(ids::random()?)),
    };
    Ok(Json(app.lobby.listed(cursor)))
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
    if let RoomName::Code(code) = name
        && !app.lobby.is_known(code, None)
    {
        // That it is there is all that whoever knocks needs to know.
        app.guesses.ask(network, None, Instant::now(), || app.lobby.find(name))?;
        return Err(ErrorCode::RoomPrivate.into());
    }
    Ok(Json(app.lobby.summary(name)?))
}

pub(crate) async fn create(
    State(app): State<Shared>,
    Address(network): Address,
    Guest(player): Guest,
    Body(setup): Body<RoomSetup>,
) -> Result<(StatusCode, Json<Created>), ApiError> {
    let room = open(&app, player, network, setup).await?;
    Ok((StatusCode::CREATED, Json(Created { code: room.code, link: room.link })))
}

pub(crate) async fn quick(
    State(app): State<Shared>,
    Address(network): Address,
    Guest(player): Guest,
    Body(request): Body<QuickRequest>,
) -> Result<(StatusCode, Json<Created>), ApiError> {
    let host = player.id;
    let room = open(&app, player, network, request.setup).await?;
    room::start_at_once(&room, host).await;
    Ok((StatusCode::CREATED, Json(Created { code: room.code, link: room.link })))
}

async fn open(
    app: &Shared,
    player: Player,
    network: Network,
    setup: RoomSetup,
) -> Result<Arc<Handle>, ApiError> {
    let place = app.lobby.reserve(Founder { player: player.id, network }, setup.listed)?;
    let now = Instant::now();
    if !app.new_rooms.take(player.id, now) || !app.rooms_from.take(network, now) {
        return Err(ErrorCode::RateExceeded.into());
    }
    room::open(app, player, setup, place).await
}
