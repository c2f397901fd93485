//! Old matches go when there are too many, a little at a time, and the room they leave in the file is given back.
//!
//! A match goes as a whole: its record, its deals, and its rows in the histories of its players. One step takes away at most one
//! match, or gives back a few pages, so that no commit becomes long. Files from before this was possible keep their size, and what
//! goes makes room for what comes, until [`vacuum`] has been run on them.

use super::connection::Place;
use super::folder::lock;
use super::{FILE, apart};
use crate::{CopyError, Keep};
use rusqlite::{Connection, OptionalExtension as _};
use std::path::Path;
use std::time::Duration;

/// Pages given back in one step.
const PAGES: i64 = 64;
/// So many free pages stay in the file: rooms that come and go would otherwise make it shrink and grow all the time.
const SPARE: i64 = 1024;

/// `auto_vacuum` of a file that gives pages back when it is asked to.
const INCREMENTAL: i64 = 2;

fn number(connection: &Connection, pragma: &str) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, pragma, |row| row.get(0))
}

/// Whether the file can give back what it does not need.
pub(super) fn gives_back(connection: &Connection) -> rusqlite::Result<bool> {
    Ok(number(connection, "auto_vacuum")? == INCREMENTAL)
}

/// One step; says whether there may be more to do.
pub(super) fn trim(connection: &Connection, keep: &Keep) -> rusqlite::Result<bool> {
    let oldest: Option<(String, i64)> = connection
        .prepare_cached("SELECT id, ended_ms FROM played_match ORDER BY ended_ms, id LIMIT 1")?
        .query_row([], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    if let Some((match_id, ended_ms)) = oldest
        && is_beyond(connection, keep, ended_ms)?
    {
        for delete in [
            "DELETE FROM played_deal WHERE match_id = ?",
            "DELETE FROM played_by WHERE match_id = ?",
            "DELETE FROM played_match WHERE id = ?",
        ] {
            connection.prepare_cached(delete)?.execute([&match_id])?;
        }
        return Ok(true);
    }
    if number(connection, "freelist_count")? <= SPARE || !gives_back(connection)? {
        return Ok(false);
    }
    // A page is given back with every step of the statement.
    let mut vacuum = connection.prepare(&format!("PRAGMA incremental_vacuum({PAGES})"))?;
    let mut steps = vacuum.query([])?;
    while steps.next()?.is_some() {}
    Ok(true)
}

/// Whether the oldest match is one too many.
fn is_beyond(connection: &Connection, keep: &Keep, ended_ms: i64) -> rusqlite::Result<bool> {
    if keep.since_ms.is_some_and(|since| ended_ms < since) {
        return Ok(true);
    }
    if let Some(most) = keep.matches {
        let matches: i64 = connection
            .prepare_cached("SELECT count(*) FROM played_match")?
            .query_row([], |row| row.get(0))?;
        if matches.max(0) as u64 > most {
            return Ok(true);
        }
    }
    let Some(most) = keep.bytes else { return Ok(false) };
    let pages = number(connection, "page_count")? - number(connection, "freelist_count")?;
    Ok((pages * number(connection, "page_size")?).max(0) as u64 > most)
}

/// What a vacuum has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Vacuumed {
    /// The size of the file before.
    pub before: u64,
    /// And after.
    pub after: u64,
}

/// Writes the database of a folder anew without what it does not need, and so that it can give back space from then on. No server
/// may be running there, and the disk needs room for a second copy. What is interrupted has changed nothing.
pub async fn vacuum(folder: &Path) -> Result<Vacuumed, CopyError> {
    let folder = folder.to_owned();
    apart(move || rewrite(&folder)).await
}

fn rewrite(folder: &Path) -> Result<Vacuumed, CopyError> {
    let file = folder.join(FILE);
    let size = || std::fs::metadata(&file).map_or(0, |file| file.len());
    if !file.is_file() {
        return Err(CopyError::Missing(file));
    }
    let _lock = lock(folder)?;
    let before = size();
    let connection = Place { file: file.clone(), patience: Duration::from_secs(5) }.write()?;
    connection.pragma_update(None, "auto_vacuum", "INCREMENTAL")?;
    connection.execute_batch("VACUUM").map_err(|error| CopyError::Failed(error.to_string()))?;
    connection.close().map_err(|(_, error)| error)?;
    Ok(Vacuumed { before, after: size() })
}
