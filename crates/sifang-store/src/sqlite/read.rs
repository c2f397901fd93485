//! Everything that is read but the logs. Reading never waits for the writer.

use crate::{Hash, Played, Player, Preset, StoreError};
use sqlx::SqlitePool;

pub(super) async fn player_by_token(pool: &SqlitePool, token: Hash) -> Result<Option<Player>, StoreError> {
    let select =
        "SELECT player.id, nickname FROM token JOIN player ON player.id = token.player WHERE hash = ?";
    player(pool, select, token).await
}

pub(super) async fn player_by_recovery(pool: &SqlitePool, code: Hash) -> Result<Option<Player>, StoreError> {
    player(pool, "SELECT id, nickname FROM player WHERE recovery = ?", code).await
}

async fn player(pool: &SqlitePool, select: &'static str, hash: Hash) -> Result<Option<Player>, StoreError> {
    let row: Option<(String, String)> =
        sqlx::query_as(select).bind(hash.to_vec()).fetch_optional(pool).await?;
    Ok(row.map(|(id, nickname)| Player { id, nickname }))
}

pub(super) async fn presets(pool: &SqlitePool, player: String) -> Result<Vec<Preset>, StoreError> {
    let select = "SELECT name, link, body FROM preset WHERE player = ? ORDER BY name";
    let rows: Vec<(String, String, Vec<u8>)> = sqlx::query_as(select).bind(player).fetch_all(pool).await?;
    Ok(rows.into_iter().map(preset).collect())
}

pub(super) async fn preset_by_link(pool: &SqlitePool, link: String) -> Result<Option<Preset>, StoreError> {
    let select = "SELECT name, link, body FROM preset WHERE link = ?";
    Ok(sqlx::query_as(select).bind(link).fetch_optional(pool).await?.map(preset))
}

fn preset((name, link, body): (String, String, Vec<u8>)) -> Preset {
    Preset { name, link, body }
}

pub(super) async fn history(
    pool: &SqlitePool,
    player: String,
    rules: Option<String>,
    before_ms: i64,
    most: u32,
) -> Result<Vec<Played>, StoreError> {
    let rows: Vec<(String, i64, Vec<u8>)> = sqlx::query_as(
        "SELECT match_id, ended_ms, summary FROM played_by
         WHERE player = ?1 AND (?2 IS NULL OR rules = ?2) AND ended_ms < ?3
         ORDER BY ended_ms DESC, match_id LIMIT ?4",
    )
    .bind(player)
    .bind(rules)
    .bind(before_ms)
    .bind(most)
    .fetch_all(pool)
    .await?;
    Ok(rows.into_iter().map(|(id, ended_ms, summary)| Played { id, ended_ms, summary }).collect())
}

pub(super) async fn record(pool: &SqlitePool, match_id: String) -> Result<Option<Vec<u8>>, StoreError> {
    let select = "SELECT record FROM played_match WHERE id = ?";
    Ok(sqlx::query_scalar(select).bind(match_id).fetch_optional(pool).await?)
}

pub(super) async fn events(
    pool: &SqlitePool,
    id: String,
    number: u32,
) -> Result<Option<Vec<u8>>, StoreError> {
    let select = "SELECT events FROM played_deal WHERE match_id = ? AND number = ?";
    Ok(sqlx::query_scalar(select).bind(id).bind(number).fetch_optional(pool).await?)
}
