//! Options saved by name ("our house rules"), and handed on by a link.

use super::extract::{Body, Guest};
use crate::app::Shared;
use crate::error::ApiError;
use crate::{clock, ids};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use sifang_proto::{ErrorBody, ErrorCode, Preset, PresetList, RoomLink, RoomSetup, limits};

pub(crate) async fn list(
    State(app): State<Shared>,
    Guest(player): Guest,
) -> Result<Json<PresetList>, ApiError> {
    let stored = app.store.presets(player.id.to_string()).await?;
    Ok(Json(PresetList { presets: stored.into_iter().map(readable).collect::<Result<_, _>>()? }))
}

pub(crate) async fn save(
    State(app): State<Shared>,
    Guest(player): Guest,
    Body(preset): Body<Preset>,
) -> Result<Json<Preset>, ApiError> {
    let name = preset.name.trim().to_owned();
    if name.is_empty()
        || name.chars().count() > limits::PRESET_CHARS
        || name.chars().any(char::is_control)
        || preset.link.is_some()
    {
        let zh = format!("名称须为 1 到 {} 个字符，链接由服务器给出", limits::PRESET_CHARS);
        let en =
            format!("a name has 1 to {} characters, and the server gives the link", limits::PRESET_CHARS);
        return Err(ErrorBody::with(ErrorCode::RequestInvalid, zh, en).into());
    }
    sifang_room::check_setup(&preset.setup)?;
    let saved = app.store.presets(player.id.to_string()).await?;
    if saved.len() >= limits::PRESETS && saved.iter().all(|other| other.name != name) {
        let (zh, en) =
            (format!("最多保存 {} 套", limits::PRESETS), format!("at most {} can be saved", limits::PRESETS));
        return Err(ErrorBody::with(ErrorCode::RequestInvalid, zh, en).into());
    }
    let body = serde_json::to_vec(&preset.setup).map_err(|_| ErrorCode::ServerInternal)?;
    let new = sifang_store::Preset { name: name.clone(), link: ids::link()?.expose(), body };
    let link = app.store.save_preset(player.id.to_string(), new, clock::stored_now()).await?;
    let link: Option<RoomLink> = link.parse().ok();
    Ok(Json(Preset { name, setup: preset.setup, link }))
}

pub(crate) async fn forget(
    State(app): State<Shared>,
    Guest(player): Guest,
    Path(name): Path<String>,
) -> Result<StatusCode, ApiError> {
    let there = app.store.drop_preset(player.id.to_string(), name).await?;
    if there { Ok(StatusCode::NO_CONTENT) } else { Err(ErrorCode::NotFound.into()) }
}

pub(crate) async fn shared(
    State(app): State<Shared>,
    Path(link): Path<String>,
) -> Result<Json<Preset>, ApiError> {
    let link: RoomLink = link.parse().map_err(|_| ErrorCode::NotFound)?;
    let found = app.store.preset_by_link(link.expose()).await?;
    readable(found.ok_or(ErrorCode::NotFound)?).map(Json)
}

fn readable(stored: sifang_store::Preset) -> Result<Preset, ApiError> {
    let setup: Result<RoomSetup, _> = serde_json::from_slice(&stored.body);
    let setup = setup.map_err(|error| {
        tracing::error!(%error, "a saved set of options cannot be read");
        ErrorCode::ServerInternal
    })?;
    Ok(Preset { name: stored.name, setup, link: stored.link.parse().ok() })
}
