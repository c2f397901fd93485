//! Live rooms with their logs. All lines lie in one table in the order of writing, so one pass over it serves any number of
//! rooms; whoever asks while a pass is under way is served by the next.

use super::readers::Readers;
use crate::chain::{self, Head};
use crate::{Damage, LiveRoom, NewRoom, StoreError};
use rusqlite::{Connection, Statement, ToSql, params_from_iter};
use std::collections::{HashMap, HashSet};
use tokio::sync::{mpsc, oneshot};

/// Lines read at once.
const SLICE: i64 = 4096;
/// Parts that may fail before no smaller ones are tried: the file is broken as a whole then.
const MOST_FAILURES: usize = 4096;
/// Rooms that one pass looks for by name.
const MOST: usize = 1024;

/// A room that is asked for, and where the answer goes.
pub(super) type Request = (String, oneshot::Sender<Result<Option<LiveRoom>, StoreError>>);

/// A room's row, and where its log ends. Texts are read as bytes: one that a broken disk has left must not keep others away.
const ROOMS: &str =
    "SELECT CAST(id AS BLOB), CAST(code AS BLOB), CAST(link AS BLOB), CAST(created_ms AS INTEGER),
    CAST(meta AS BLOB), CAST(head.seq AS INTEGER), CAST(head.digest AS BLOB)
    FROM room LEFT JOIN head ON head.room = room.id ";
/// The rooms whose logs have an end.
const HEADS: &str = "SELECT CAST(room AS BLOB) FROM head ";
/// Lines of the log, read with the same care.
const LINES: &str =
    "SELECT n, CAST(room AS BLOB), CAST(seq AS INTEGER), CAST(line AS BLOB), CAST(digest AS BLOB)
    FROM log WHERE n > ? AND n <= ? AND room ";

/// As [`ROOMS`] gives it.
type RoomRow = (
    Option<Vec<u8>>,
    Option<Vec<u8>>,
    Option<Vec<u8>>,
    Option<i64>,
    Option<Vec<u8>>,
    Option<i64>,
    Option<Vec<u8>>,
);
/// As [`LINES`] gives it.
type LineRow = (i64, Option<Vec<u8>>, Option<i64>, Option<Vec<u8>>, Option<Vec<u8>>);
/// The lines of each room: place, bytes and digest.
type Lines = HashMap<String, Vec<(i64, Vec<u8>, Vec<u8>)>>;

/// Serves requests for single rooms.
pub(super) async fn serve(readers: Readers, mut requests: mpsc::Receiver<Request>) {
    while let Some(first) = requests.recv().await {
        let mut asked = vec![first];
        while asked.len() < MOST
            && let Ok(more) = requests.try_recv()
        {
            asked.push(more);
        }
        let names: Vec<String> = asked.iter().map(|(room, _)| room.clone()).collect();
        let found = readers.read(move |reader| rooms(reader, Some(&names))).await.map(|rooms| {
            rooms.into_iter().map(|room| (room.room.id.clone(), room)).collect::<HashMap<_, _>>()
        });
        for (room, reply) in asked {
            // Who has gone away needs no answer.
            let _ = reply.send(match &found {
                Ok(rooms) => Ok(rooms.get(&room).cloned()),
                Err(error) => Err(error.clone()),
            });
        }
    }
}

/// Live rooms with their logs, each log checked on its own: those of these names, or all.
pub(super) fn rooms(reader: &Connection, names: Option<&[String]>) -> Result<Vec<LiveRoom>, StoreError> {
    let which = names.map_or_else(String::new, |names| format!("WHERE id {}", one_of(names)));
    let mut select = reader.prepare(&format!("{ROOMS}{which} ORDER BY created_ms, id"))?;
    let rows = select.query_map(params_from_iter(names.unwrap_or_default()), |row| row.try_into())?;
    let rows: Vec<RoomRow> = rows.collect::<rusqlite::Result<_>>()?;
    let gone = without_row(reader, names, &rows)?;
    let (mut lines, unreadable) = lines(reader, names)?;
    let rooms = rows.into_iter().map(|(id, code, link, created_ms, meta, seq, digest)| {
        let (id, code, link) = (text(id), text(code), text(link));
        let mut lines = lines.remove(&id).unwrap_or_default();
        // Of one room the lines stand in order; only a hand from outside moves them.
        lines.sort_by_key(|(seq, ..)| *seq);
        let log = match seq.zip(digest.and_then(|digest| digest.try_into().ok())) {
            Some((seq, digest)) => chain::check(&id, lines, Head { seq: seq.max(0) as u64, digest }),
            None => Err(Damage::Unreadable("where it ends is not known".into())),
        };
        let log = log.map_err(|damage| unreadable.clone().map_or(damage, Damage::Unreadable));
        let (created_ms, meta) = (created_ms.unwrap_or_default(), meta.unwrap_or_default());
        LiveRoom { room: NewRoom { id, code, link, created_ms, meta }, log }
    });
    Ok(rooms.chain(gone).collect())
}

/// Rooms whose logs have an end and that the table of rooms does not know. A room is closed in both places at once, so these were
/// lost: a page that says that it holds less than it does loses them without an error.
fn without_row(
    reader: &Connection,
    names: Option<&[String]>,
    rows: &[RoomRow],
) -> Result<Vec<LiveRoom>, StoreError> {
    let which = names.map_or_else(String::new, |names| format!("WHERE room {}", one_of(names)));
    let mut select = reader.prepare(&format!("{HEADS}{which}"))?;
    let heads = select.query_map(params_from_iter(names.unwrap_or_default()), |row| row.get(0))?;
    let heads: Vec<Option<Vec<u8>>> = heads.collect::<rusqlite::Result<_>>()?;
    let known: HashSet<_> = rows.iter().map(|row| &row.0).collect();
    let lost = heads.into_iter().filter(|id| !known.contains(id)).map(|id| {
        let (code, link, meta) = (String::new(), String::new(), Vec::new());
        let log = Err(Damage::Unreadable("it is no longer among the rooms".into()));
        LiveRoom { room: NewRoom { id: text(id), code, link, created_ms: 0, meta }, log }
    });
    Ok(lost.collect())
}

fn text(bytes: Option<Vec<u8>>) -> String {
    String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned()
}

/// The lines of rooms, and why some could not be read. What cannot be read is passed over: the logs that miss it show it.
fn lines(reader: &Connection, names: Option<&[String]>) -> Result<(Lines, Option<String>), StoreError> {
    let (mut lines, mut unreadable, mut failures) = (Lines::new(), None, 0);
    let last: Option<i64> = reader.query_row("SELECT max(n) FROM log", [], |row| row.get(0))?;
    let which = names.map_or_else(|| "IN (SELECT id FROM room)".into(), one_of);
    let mut select = reader.prepare(&format!("{LINES}{which} ORDER BY n LIMIT {SLICE}"))?;
    // What is still to be read, the next part at the end. A part that fails is halved until only what is broken is left out.
    let mut parts = vec![(0, last.unwrap_or_default())];
    while let Some((from, to)) = parts.pop() {
        if from >= to {
            continue;
        }
        match part(&mut select, names.unwrap_or_default(), from, to) {
            Ok(rows) => {
                if rows.len() == SLICE as usize {
                    parts.push((rows.last().map_or(to, |row| row.0), to));
                }
                for (_, room, seq, line, digest) in rows {
                    let line =
                        (seq.unwrap_or_default(), line.unwrap_or_default(), digest.unwrap_or_default());
                    lines.entry(text(room)).or_default().push(line);
                }
            }
            Err(error) => {
                unreadable = Some(error.to_string());
                failures += 1;
                if to - from > 1 && failures < MOST_FAILURES {
                    let middle = from + (to - from) / 2;
                    parts.extend([(middle, to), (from, middle)]);
                }
            }
        }
    }
    Ok((lines, unreadable))
}

/// The first lines after `from`, up to `to`.
fn part(
    select: &mut Statement<'_>,
    names: &[String],
    from: i64,
    to: i64,
) -> Result<Vec<LineRow>, rusqlite::Error> {
    let bounds: [&dyn ToSql; 2] = [&from, &to];
    let params = bounds.into_iter().chain(names.iter().map(|name| name as &dyn ToSql));
    select.query_map(params_from_iter(params), |row| row.try_into())?.collect()
}

/// A place for each of these names.
fn one_of(names: &[String]) -> String {
    format!("IN ({})", vec!["?"; names.len()].join(", "))
}
