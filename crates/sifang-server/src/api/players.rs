//! Guests: how they come, who they are, and how they are called.

use super::account::new_token;
use super::extract::{Address, Body, Guest};
use crate::app::Shared;
use crate::error::ApiError;
use crate::ids;
use crate::room::ToRoom;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use sifang_proto::{ErrorCode, Label, Me, Nickname, Player, Registered, RoomName};
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

/// A newcomer: a name, and what its device calls itself.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Newcomer {
    nickname: String,
    #[serde(default)]
    device: Option<Label>,
}

pub(crate) async fn register(
    State(app): State<Shared>,
    Address(address): Address,
    Body(Newcomer { nickname, device }): Body<Newcomer>,
) -> Result<(StatusCode, Json<Registered>), ApiError> {
    let nickname = Named { nickname }.read()?;
    if !app.new_players.take(address, Instant::now()) {
        return Err(ErrorCode::RateExceeded.into());
    }
    let player = Player { id: ids::player()?, nickname };
    let stored = sifang_store::Player { id: player.id.to_string(), nickname: player.nickname.to_string() };
    let (token, new) = new_token(device.as_ref())?;
    app.store.add_player(NewPlayer { player: stored, token: new }).await?;
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
