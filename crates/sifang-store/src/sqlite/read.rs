//! Everything that is read. Reading never waits for the writer.

use crate::chain::{self, Head};
use crate::{Damage, Hash, LiveRoom, NewRoom, Played, Player, Preset, StoreError};
use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, Row, SqlitePool};

/// A room's row, and where its log ends. Texts are read as bytes: one that a broken disk has left must not keep others away.
const ROOMS: &str =
    "SELECT CAST(id AS BLOB), CAST(code AS BLOB), CAST(link AS BLOB), CAST(created_ms AS INTEGER),
    CAST(meta AS BLOB), CAST(head.seq AS INTEGER), CAST(head.digest AS BLOB)
    FROM room LEFT JOIN head ON head.room = room.id";

/// All live rooms with their logs, each log checked on its own.
pub(super) async fn live_rooms(pool: &SqlitePool) -> Result<Vec<LiveRoom>, StoreError> {
    let select = format!("{ROOMS} ORDER BY created_ms, id");
    let rows = sqlx::query(AssertSqlSafe(select)).fetch_all(pool).await?;
    let mut rooms = Vec::with_capacity(rows.len());
    for row in rows {
        rooms.push(with_log(pool, &row).await?);
    }
    Ok(rooms)
}

/// One live room with its log.
pub(super) async fn live_room(pool: &SqlitePool, id: String) -> Result<Option<LiveRoom>, StoreError> {
    let select = format!("{ROOMS} WHERE id = ?");
    let row = sqlx::query(AssertSqlSafe(select)).bind(id).fetch_optional(pool).await?;
    Ok(match row {
        Some(row) => Some(with_log(pool, &row).await?),
        None => None,
    })
}

async fn with_log(pool: &SqlitePool, row: &SqliteRow) -> Result<LiveRoom, StoreError> {
    let text = |column: usize| -> Result<String, StoreError> {
        let bytes: Option<Vec<u8>> = row.try_get(column)?;
        Ok(String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned())
    };
    let (id, code, link) = (text(0)?, text(1)?, text(2)?);
    let created_ms = row.try_get::<Option<i64>, _>(3)?.unwrap_or_default();
    let meta = row.try_get::<Option<Vec<u8>>, _>(4)?.unwrap_or_default();
    let (seq, digest): (Option<i64>, Option<Vec<u8>>) = (row.try_get(5)?, row.try_get(6)?);
    let written = seq.zip(digest.and_then(|digest| digest.try_into().ok()));
    let log = match written {
        Some((seq, digest)) => log(pool, &id, Head { seq: seq.max(0) as u64, digest }).await,
        None => Err(Damage::Unreadable("where it ends is not known".into())),
    };
    Ok(LiveRoom { room: NewRoom { id, code, link, created_ms, meta }, log })
}

async fn log(pool: &SqlitePool, room: &str, written: Head) -> Result<Vec<Vec<u8>>, Damage> {
    let rows = sqlx::query_as("SELECT seq, line, digest FROM log WHERE room = ? ORDER BY seq")
        .bind(room)
        .fetch_all(pool)
        .await
        .map_err(|error| Damage::Unreadable(error.to_string()))?;
    chain::check(room, rows, written)
}

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
