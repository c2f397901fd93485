//! Guests: a nickname, a token, and a recovery code that moves them to another device.

use super::extract::{Address, Body, Guest, readable};
use crate::app::Shared;
use crate::error::ApiError;
use crate::room::ToRoom;
use crate::{clock, ids};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use sifang_proto::{ErrorCode, Me, Nickname, Player, Recovery, RecoveryRequest, Registered, RoomName};
use sifang_room::Input;
use sifang_store::NewPlayer;
use std::time::Instant;

/// A nickname as it was typed; whether it is one is said with a code of its own.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Named {
    nickname: String,
}

impl Named {
    pub(crate) fn read(&self) -> Result<Nickname, ApiError> {
        Nickname::choose(&self.nickname).map_err(ApiError::from)
    }
}

pub(crate) async fn register(
    State(app): State<Shared>,
    Address(network): Address,
    Body(named): Body<Named>,
) -> Result<(StatusCode, Json<Registered>), ApiError> {
    let nickname = named.read()?;
    if !app.new_players.take(network, Instant::now()) {
        return Err(ErrorCode::RateExceeded.into());
    }
    let player = Player { id: ids::player()?, nickname };
    let token = ids::token()?;
    let stored = sifang_store::Player { id: player.id.to_string(), nickname: player.nickname.to_string() };
    let new = NewPlayer { player: stored, token: ids::token_hash(&token), created_ms: clock::stored_now() };
    app.store.add_player(new).await?;
    Ok((StatusCode::CREATED, Json(Registered { player, token })))
}

pub(crate) async fn me(State(app): State<Shared>, Guest(player): Guest) -> Json<Me> {
    let rooms = app.lobby.rooms_of(player.id);
    Json(Me { player, rooms })
}

pub(crate) async fn rename(
    State(app): State<Shared>,
    Guest(player): Guest,
    Address(address): Address,
    Body(named): Body<Named>,
) -> Result<Json<Player>, ApiError> {
    let nickname = named.read()?;
    if nickname == player.nickname {
        return Ok(Json(player));
    }
    let now = Instant::now();
    if !app.renames.take(player.id, now) || !app.renames_here.take(address, now) {
        return Err(ErrorCode::RateExceeded.into());
    }
    app.store.rename(player.id.to_string(), nickname.to_string()).await?;
    let player = Player { nickname, ..player };
    app.sessions.rename(&player);
    for code in app.lobby.codes_of(player.id) {
        if let Ok(room) = app.lobby.find(RoomName::Code(code)) {
            // A room that has closed in the meantime needs no new name.
            let _ = room.inbox.send(ToRoom::Input(Box::new(Input::Rename(player.clone())))).await;
        }
    }
    Ok(Json(player))
}

pub(crate) async fn new_recovery(
    State(app): State<Shared>,
    Guest(player): Guest,
) -> Result<Json<Recovery>, ApiError> {
    let code = ids::recovery_code()?;
    app.store.set_recovery(player.id.to_string(), ids::recovery_hash(&code)).await?;
    Ok(Json(Recovery { code }))
}

pub(crate) async fn recover(
    State(app): State<Shared>,
    Address(network): Address,
    Body(request): Body<RecoveryRequest>,
) -> Result<Json<Registered>, ApiError> {
    if !app.attempts.take(network, Instant::now()) {
        return Err(ErrorCode::RateExceeded.into());
    }
    let found = app.store.player_by_recovery(ids::recovery_hash(&request.code)).await?;
    let player = readable(found.ok_or(ErrorCode::AuthRecovery)?)?;
    let token = ids::token()?;
    app.store.add_token(player.id.to_string(), ids::token_hash(&token), clock::stored_now()).await?;
    Ok(Json(Registered { player, token }))
}
