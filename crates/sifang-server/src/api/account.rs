//! What proves who a player is, in the player's own hands: the devices it is signed in on, and the recovery code.

use super::extract::{Address, Body, Guest, Signed, readable};
use crate::app::{App, Shared};
use crate::error::ApiError;
use crate::limits::lock;
use crate::room::ToRoom;
use crate::{clock, ids};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use sifang_proto::{
    DeleteRequest, ErrorCode, KeyId, Label, Millis, Player, Recovered, Recovery, RecoveryRequest, RoomName,
    Token, TokenList, TokenView,
};
use sifang_room::Input;
use sifang_store::{NewRecovery, NewToken};
use std::time::Instant;

/// A new token, and how it is stored.
pub(crate) fn new_token(device: Option<&Label>) -> Result<(Token, NewToken), ApiError> {
    let token = ids::token()?;
    let new = NewToken {
        hash: ids::token_hash(&token),
        id: ids::key()?.to_string(),
        device: device.map(ToString::to_string).unwrap_or_default(),
        created_ms: clock::stored_now(),
    };
    Ok((token, new))
}

pub(crate) async fn devices(State(app): State<Shared>, signed: Signed) -> Result<Json<TokenList>, ApiError> {
    let player = signed.player.id.to_string();
    let stored = app.store.tokens(player.clone(), app.tokens_since(clock::stored_now())).await?;
    let recovery = app.store.has_recovery(player).await?;
    let moment = |stored: i64| Millis::try_from(stored).unwrap_or_default();
    let view = |token: sifang_store::Token| {
        let id: KeyId = token.id.parse().ok()?;
        let (created, used) = (moment(token.created_ms), moment(token.used_ms));
        Some(TokenView { id, device: token.device, created, used, current: id == signed.token })
    };
    let tokens = stored.into_iter().filter_map(view).collect();
    Ok(Json(TokenList { tokens, recovery, days: app.config.token_days }))
}

pub(crate) async fn revoke(
    State(app): State<Shared>,
    Guest(player): Guest,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    let id: KeyId = id.parse().map_err(|_| ErrorCode::NotFound)?;
    if !app.store.revoke_token(player.id.to_string(), id.to_string()).await? {
        return Err(ErrorCode::NotFound.into());
    }
    app.sessions.revoke(player.id, |token| token == id);
    Ok(StatusCode::NO_CONTENT)
}

pub(crate) async fn revoke_others(State(app): State<Shared>, signed: Signed) -> Result<StatusCode, ApiError> {
    let Signed { player: Player { id, .. }, token: own } = signed;
    app.store.revoke_others(id.to_string(), own.to_string()).await?;
    app.sessions.revoke(id, |token| token != own);
    Ok(StatusCode::NO_CONTENT)
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
    Address(address): Address,
    Body(request): Body<RecoveryRequest>,
) -> Result<Json<Recovered>, ApiError> {
    if !app.attempts.take(address, Instant::now()) || !may_miss(&app) {
        return Err(ErrorCode::RateExceeded.into());
    }
    let (token, new) = new_token(request.device.as_ref())?;
    let code = ids::recovery_code()?;
    let hashes = (ids::recovery_hash(&request.code), ids::recovery_hash(&code));
    let recovery = NewRecovery { code: hashes.0, next: hashes.1, token: new };
    let Some(player) = app.store.recover(recovery).await? else {
        missed(&app);
        return Err(ErrorCode::AuthRecovery.into());
    };
    let player = readable(player)?;
    // Its own token is newer than any connection.
    app.sessions.revoke(player.id, |_| true);
    Ok(Json(Recovered { player, token, code }))
}

/// Deletes the account. What matches hold of it that others played, too, is cleared away right after.
pub(crate) async fn delete(
    State(app): State<Shared>,
    Guest(player): Guest,
    Body(request): Body<DeleteRequest>,
) -> Result<StatusCode, ApiError> {
    if request.nickname.trim() != player.nickname.as_str() {
        return Err(ErrorCode::AccountConfirm.into());
    }
    app.store.erase(player.id.to_string(), clock::stored_now()).await?;
    app.sessions.revoke(player.id, |_| true);
    for code in app.lobby.codes_of(player.id) {
        if let Ok(room) = app.lobby.find(RoomName::Code(code)) {
            // A room that has closed in the meantime has nothing to forget.
            let _ = room.inbox.send(ToRoom::Input(Box::new(Input::Forget(player.id)))).await;
        }
    }
    app.lab.forget(player.id);
    app.reviews.forget(player.id);
    app.erasures.notify_one();
    Ok(StatusCode::NO_CONTENT)
}

/// Whether one more wrong try would be borne.
fn may_miss(app: &App) -> bool {
    let misses = *lock(&app.misses);
    { misses }.take(Instant::now())
}

/// Counts a wrong try.
fn missed(app: &App) {
    lock(&app.misses).take(Instant::now());
}
