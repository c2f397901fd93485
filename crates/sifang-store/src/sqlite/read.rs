//! Everything that is read but the logs. Reading never waits for the writer.

use crate::{Hash, Played, Player, Preset, StoreError};
use rusqlite::{Connection, OptionalExtension as _, Params, Row};

pub(super) fn player_by_token(reader: &Connection, token: &Hash) -> Result<Option<Player>, StoreError> {
    let select =
        "SELECT player.id, nickname FROM token JOIN player ON player.id = token.player WHERE hash = ?";
    one(reader, select, [token], player)
}

pub(super) fn player_by_recovery(reader: &Connection, code: &Hash) -> Result<Option<Player>, StoreError> {
    one(reader, "SELECT id, nickname FROM player WHERE recovery = ?", [code], player)
}

pub(super) fn presets(reader: &Connection, player: &str) -> Result<Vec<Preset>, StoreError> {
    all(reader, "SELECT name, link, body FROM preset WHERE player = ? ORDER BY name", [player], preset)
}

pub(super) fn preset_by_link(reader: &Connection, link: &str) -> Result<Option<Preset>, StoreError> {
    one(reader, "SELECT name, link, body FROM preset WHERE link = ?", [link], preset)
}

pub(super) fn history(
    reader: &Connection,
    player: &str,
    rules: Option<&str>,
    before_ms: i64,
    most: u32,
) -> Result<Vec<Played>, StoreError> {
    let select = "SELECT match_id, ended_ms, summary FROM played_by
                  WHERE player = ?1 AND (?2 IS NULL OR rules = ?2) AND ended_ms < ?3
                  ORDER BY ended_ms DESC, match_id LIMIT ?4";
    all(reader, select, (player, rules, before_ms, most), |row| {
        Ok(Played { id: row.get(0)?, ended_ms: row.get(1)?, summary: row.get(2)? })
    })
}

pub(super) fn record(reader: &Connection, match_id: &str) -> Result<Option<Vec<u8>>, StoreError> {
    one(reader, "SELECT record FROM played_match WHERE id = ?", [match_id], |row| row.get(0))
}

pub(super) fn events(reader: &Connection, id: &str, number: u32) -> Result<Option<Vec<u8>>, StoreError> {
    // Deals are kept as they end, but nothing of a match is shown before it is over.
    let select = "SELECT events FROM played_deal WHERE match_id = ?1 AND number = ?2
                  AND EXISTS (SELECT 1 FROM played_match WHERE id = ?1)";
    one(reader, select, (id, number), |row| row.get(0))
}

fn player(row: &Row<'_>) -> rusqlite::Result<Player> {
    Ok(Player { id: row.get(0)?, nickname: row.get(1)? })
}

fn preset(row: &Row<'_>) -> rusqlite::Result<Preset> {
    Ok(Preset { name: row.get(0)?, link: row.get(1)?, body: row.get(2)? })
}

/// The first row, if there is one.
fn one<T>(
    reader: &Connection,
    select: &str,
    params: impl Params,
    value: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Option<T>, StoreError> {
    Ok(reader.prepare_cached(select)?.query_row(params, value).optional()?)
}

/// All rows.
fn all<T>(
    reader: &Connection,
    select: &str,
    params: impl Params,
    value: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Vec<T>, StoreError> {
    let mut select = reader.prepare_cached(select)?;
    let rows = select.query_map(params, value)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}
