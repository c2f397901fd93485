//! Live rooms with their logs, each log checked on its own.

use super::connection::{Connection, described, is_lost};
use super::pool::Pool;
use crate::chain::{self, Head};
use crate::{Damage, LiveRoom, NewRoom, StoreError};
use std::collections::HashMap;
use tokio_postgres::{Error, Row};

/// Rooms whose lines are read at once.
const SLICE: usize = 128;

/// The rooms of a node, each with the end of its log; those without an end are everybody's, as are ends without a room: a room is
/// closed in both places at once, so these were lost.
const ROOMS: &str = "SELECT coalesce(room.id, head.room), coalesce(code, ''), coalesce(link, ''),
        coalesce(created_ms, 0), coalesce(meta, ''), seq, digest, room.id IS NULL
    FROM room FULL JOIN head ON head.room = room.id
    WHERE owner = $1 OR head.room IS NULL ORDER BY created_ms, 1";
/// The same of one room, found by the keys.
const ROOM: &str = "SELECT coalesce(room.id, head.room), coalesce(code, ''), coalesce(link, ''),
        coalesce(created_ms, 0), coalesce(meta, ''), seq, digest, room.id IS NULL
    FROM (SELECT * FROM room WHERE id = $2) AS room
    FULL JOIN (SELECT * FROM head WHERE room = $2) AS head ON head.room = room.id
    WHERE owner = $1 OR head.room IS NULL";
const LINES: &str =
    "SELECT room, seq, line, digest FROM log WHERE room = ANY($1) ORDER BY room COLLATE \"C\", seq";

/// The lines of each room: place, bytes and digest; or why they cannot be read.
type Lines = HashMap<String, Result<Vec<(i64, Vec<u8>, Vec<u8>)>, String>>;

/// Live rooms of a node: all, or the one of this name.
pub(super) async fn rooms(pool: &Pool, node: i64, name: Option<String>) -> Result<Vec<LiveRoom>, StoreError> {
    let mut taken = pool.wait().await?;
    taken.begin().await?;
    taken.client.batch_execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY").await?;
    let rows = match &name {
        None => taken.all(ROOMS, &[&node]).await?,
        Some(name) => taken.all(ROOM, &[&node, name]).await?,
    };
    let names: Vec<String> = rows.iter().map(|row| row.get(0)).collect();
    let (mut lines, mut is_whole) = (Lines::new(), true);
    for part in names.chunks(SLICE) {
        match read(&taken, part, &mut lines).await {
            Ok(()) => {}
            Err(error) if is_lost(&error) => return Err(error.into()),
            Err(_) => {
                is_whole = false;
                break;
            }
        }
    }
    taken.end().await?;
    if !is_whole {
        // A page that cannot be read keeps only its own room away.
        lines.clear();
        for name in &names {
            match read(&taken, std::slice::from_ref(name), &mut lines).await {
                Ok(()) => {}
                Err(error) if is_lost(&error) => return Err(error.into()),
                Err(error) => drop(lines.insert(name.clone(), Err(described(&error)))),
            }
        }
    }
    Ok(rows.iter().map(|row| room(row, &mut lines)).collect())
}

async fn read(from: &Connection, names: &[String], lines: &mut Lines) -> Result<(), Error> {
    for row in from.all(LINES, &[&names]).await? {
        let line = (row.get(1), row.get(2), row.get(3));
        if let Ok(lines) = lines.entry(row.get(0)).or_insert_with(|| Ok(Vec::new())) {
            lines.push(line);
        }
    }
    Ok(())
}

fn room(row: &Row, lines: &mut Lines) -> LiveRoom {
    let id: String = row.get(0);
    let end = row.get::<_, Option<i64>>(5).zip(row.get::<_, Option<Vec<u8>>>(6));
    let end =
        end.and_then(|(seq, digest)| Some(Head { seq: seq.max(0) as u64, digest: digest.try_into().ok()? }));
    let log = match (row.get(7), end, lines.remove(&id).unwrap_or_else(|| Ok(Vec::new()))) {
        (true, ..) => Err(Damage::Unreadable("it is no longer among the rooms".into())),
        (_, None, _) => Err(Damage::Unreadable("where it ends is not known".into())),
        (_, _, Err(why)) => Err(Damage::Unreadable(why)),
        (_, Some(end), Ok(lines)) => chain::check(&id, lines, end),
    };
    let room = NewRoom { id, code: row.get(1), link: row.get(2), created_ms: row.get(3), meta: row.get(4) };
    LiveRoom { room, log }
}
