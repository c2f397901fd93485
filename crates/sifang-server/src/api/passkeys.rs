//! Passkeys over HTTP: made and shown in two steps each, listed, taken away.

use super::account::new_token;
use super::extract::{Address, Body, Guest, readable};
use crate::app::{App, Shared};
use crate::config::Site;
use crate::error::ApiError;
use crate::network::Network;
use crate::{clock, ids};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use serde::Deserialize;
use serde_json::value::RawValue;
use sifang_proto::{
    ErrorCode, KeyId, Label, Millis, PasskeyList, PasskeyQuestion, PasskeyView, Registered, limits,
};
use sifang_store::{NewPasskey, PasskeyUse};
use std::time::Instant;

/// A passkey that a browser has made.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Made {
    /// What the browser gave, as `PublicKeyCredential.toJSON()` writes it.
    credential: Box<RawValue>,
    #[serde(default)]
    name: Option<Label>,
}

/// A passkey that a browser has shown.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Seen {
    credential: Box<RawValue>,
    #[serde(default)]
    device: Option<Label>,
}

/// The site whose passkeys can be used here and now, or why none can.
fn site<'a>(app: &'a App, headers: &HeaderMap) -> Result<&'a Site, ApiError> {
    let site = &app.config.site;
    if site.is_of(headers) { Ok(site) } else { Err(ErrorCode::PasskeyUnavailable.into()) }
}

/// Every question costs memory for a while and lets one signature be checked: an answer without an open question is refused
/// before that. So questions are what is limited. Wrong answers lock nobody else out: unlike a code, a signature is not guessed.
fn may_try(app: &App, network: Network) -> Result<(), ApiError> {
    if app.attempts.take(network, Instant::now()) { Ok(()) } else { Err(ErrorCode::RateExceeded.into()) }
}

/// Signatures are checked apart from the threads that serve tables.
async fn apart<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    tokio::task::spawn_blocking(work).await.map_err(|_| ErrorCode::ServerInternal)?
}

fn moment(stored: i64) -> Millis {
    Millis::try_from(stored).unwrap_or_default()
}

pub(crate) async fn list(
    State(app): State<Shared>,
    Guest(player): Guest,
    headers: HeaderMap,
) -> Result<Json<PasskeyList>, ApiError> {
    let stored = app.store.passkeys(player.id.to_string()).await?;
    let view = |key: sifang_store::Passkey| {
        let id: KeyId = key.id.parse().ok()?;
        Some(PasskeyView {
            id,
            name: key.name,
            created: moment(key.created_ms),
            used: key.used_ms.map(moment),
        })
    };
    let passkeys = stored.into_iter().filter_map(view).collect();
    Ok(Json(PasskeyList { passkeys, available: site(&app, &headers).is_ok() }))
}

pub(crate) async fn begin_new(
    State(app): State<Shared>,
    Guest(player): Guest,
    Address(address): Address,
    headers: HeaderMap,
) -> Result<Json<PasskeyQuestion>, ApiError> {
    let site = site(&app, &headers)?;
    may_try(&app, address)?;
    let known = app.store.passkeys(player.id.to_string()).await?;
    if known.len() >= limits::PASSKEYS as usize {
        return Err(ErrorCode::PasskeyFull.into());
    }
    let known = known.into_iter().map(|key| key.credential).collect();
    Ok(Json(PasskeyQuestion { public_key: app.passkeys.ask_new(site, &player, known)? }))
}

pub(crate) async fn finish_new(
    State(app): State<Shared>,
    Guest(player): Guest,
    headers: HeaderMap,
    Body(made): Body<Made>,
) -> Result<(StatusCode, Json<PasskeyView>), ApiError> {
    site(&app, &headers)?;
    let (checking, owner) = (app.clone(), player.id);
    let answer = made.credential;
    let added =
        apart(move || checking.passkeys.add(&checking.config.site, owner, answer.get().as_bytes())).await?;
    let (id, created_ms) = (ids::key()?, clock::stored_now());
    let name = made.name.map(|name| name.to_string()).unwrap_or_default();
    let new = NewPasskey {
        credential: added.credential,
        id: id.to_string(),
        name: name.clone(),
        fixed: added.fixed,
        changing: added.changing,
        created_ms,
    };
    if !app.store.add_passkey(player.id.to_string(), new, limits::PASSKEYS).await? {
        return Err(ErrorCode::PasskeyFull.into());
    }
    Ok((StatusCode::CREATED, Json(PasskeyView { id, name, created: moment(created_ms), used: None })))
}

pub(crate) async fn forget(
    State(app): State<Shared>,
    Guest(player): Guest,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    let id: KeyId = id.parse().map_err(|_| ErrorCode::NotFound)?;
    let there = app.store.drop_passkey(player.id.to_string(), id.to_string()).await?;
    if there { Ok(StatusCode::NO_CONTENT) } else { Err(ErrorCode::NotFound.into()) }
}

pub(crate) async fn begin(
    State(app): State<Shared>,
    Address(address): Address,
    headers: HeaderMap,
) -> Result<Json<PasskeyQuestion>, ApiError> {
    let site = site(&app, &headers)?;
    may_try(&app, address)?;
    Ok(Json(PasskeyQuestion { public_key: app.passkeys.ask_known(site)? }))
}

pub(crate) async fn finish(
    State(app): State<Shared>,
    headers: HeaderMap,
    Body(seen): Body<Seen>,
) -> Result<Json<Registered>, ApiError> {
    site(&app, &headers)?;
    let shown = app.passkeys.shown(seen.credential.get().as_bytes())?;
    let credential = shown.credential();
    let known = app.store.passkey(credential.clone()).await?.ok_or(ErrorCode::PasskeyRefused)?;
    let player = readable(known.player)?;
    let (checking, owner, before) = (app.clone(), player.id, known.changing.clone());
    let after =
        apart(move || shown.check(&checking.config.site, owner, &known.fixed, &known.changing)).await?;
    let (token, new) = new_token(seen.device.as_ref())?;
    let used = PasskeyUse { credential, before, after, token: new };
    let gone = app.store.use_passkey(used, limits::TOKENS).await?.ok_or(ErrorCode::PasskeyRefused)?;
    if !gone.is_empty() {
        app.sessions.revoke(player.id, |token| gone.contains(&token.to_string()));
    }
    Ok(Json(Registered { player, token }))
}
