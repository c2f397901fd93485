//! Everything that is read but the logs. Reading never waits for the writer.

use crate::{Hash, Known, KnownPasskey, Passkey, Played, Player, Preset, StoreError, Token};
use rusqlite::{Connection, OptionalExtension as _, Params, Row};

pub(super) fn player_by_token(
    reader: &Connection,
    token: &Hash,
    since_ms: i64,
) -> Result<Option<Known>, StoreError> {
    let select = "SELECT player.id, nickname, token.id, used_ms
                  FROM token JOIN player ON player.id = token.player WHERE hash = ? AND used_ms >= ?";
    one(reader, select, (token, since_ms), |row| {
        Ok(Known { player: player(row)?, token: row.get(2)?, used_ms: row.get(3)? })
    })
}

pub(super) fn tokens(reader: &Connection, player: &str, since_ms: i64) -> Result<Vec<Token>, StoreError> {
    let select = "SELECT id, device, created_ms, used_ms FROM token WHERE player = ? AND used_ms >= ?
                  ORDER BY used_ms DESC, created_ms DESC, id";
    all(reader, select, (player, since_ms), |row| {
        Ok(Token { id: row.get(0)?, device: row.get(1)?, created_ms: row.get(2)?, used_ms: row.get(3)? })
    })
}

pub(super) fn has_recovery(reader: &Connection, player: &str) -> Result<bool, StoreError> {
    let select = "SELECT 1 FROM player WHERE id = ? AND recovery IS NOT NULL";
    Ok(one(reader, select, [player], |_| Ok(()))?.is_some())
}

pub(super) fn passkeys(reader: &Connection, player: &str) -> Result<Vec<Passkey>, StoreError> {
    let select = "SELECT id, credential, name, created_ms, used_ms FROM passkey WHERE player = ?
                  ORDER BY created_ms, id";
    all(reader, select, [player], |row| {
        let (id, credential, name) = (row.get(0)?, row.get(1)?, row.get(2)?);
        Ok(Passkey { id, credential, name, created_ms: row.get(3)?, used_ms: row.get(4)? })
    })
}

pub(super) fn passkey(reader: &Connection, credential: &[u8]) -> Result<Option<KnownPasskey>, StoreError> {
    let select = "SELECT player.id, nickname, fixed, changing
                  FROM passkey JOIN player ON player.id = passkey.player WHERE credential = ?";
    one(reader, select, [credential], |row| {
        Ok(KnownPasskey { player: player(row)?, fixed: row.get(2)?, changing: row.get(3)? })
    })
}

pub(super) fn erased(reader: &Connection) -> Result<Vec<String>, StoreError> {
    all(reader, "SELECT player FROM erased", [], |row| row.get(0))
}

pub(super) fn to_forget(reader: &Connection, most: u32) -> Result<Vec<(String, String)>, StoreError> {
    let select = "SELECT erased.player, match_id FROM erased JOIN played_by ON played_by.player = erased.player LIMIT ?";
    all(reader, select, [most], |row| row.try_into())
}

pub(super) fn summary(reader: &Connection, player: &str, id: &str) -> Result<Option<Vec<u8>>, StoreError> {
    let select = "SELECT summary FROM played_by WHERE player = ? AND match_id = ?";
    one(reader, select, (player, id), |row| row.get(0))
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

pub(super) fn player(row: &Row<'_>) -> rusqlite::Result<Player> {
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
