//! P5: a file that is no longer what was written. Logs are read back whole or not at all; a server that starts on such a file sets
//! the damaged rooms aside, says so, and serves the others.

use crate::host::code_of;
use crate::inside::metric;
use crate::{Bar, Host, Plan, quick_setup};
use anyhow::{Context, Result, ensure};
use rusqlite::{Connection, OptionalExtension as _};
use serde_json::json;
use sifang_bots::Rng;
use sifang_client::Client;
use sifang_rules::any::RuleSetId;
use sifang_store::{Entry, Journal, LiveRoom, NewRoom, Settings, Sqlite};
use std::collections::BTreeMap;
use std::path::Path;

/// Rooms in the file that is damaged, and lines in each.
const ROOMS: u64 = 12;
const LINES: u64 = 40;
/// The pages of the file, and what stands at the beginning of each.
const PAGE: u32 = 4096;
const PAGE_HEADER: u32 = 8;

/// Rooms and the lines of their logs.
pub(super) type Logs = BTreeMap<String, Vec<Vec<u8>>>;

/// A closed file with logs, and the logs.
pub(super) async fn whole_file(folder: &Path) -> Result<Logs> {
    let store = Sqlite::open(Settings::new(folder)).await?;
    let mut logs = Logs::new();
    for room in 0..ROOMS {
        let id = format!("room-{room}");
        let (code, link) = (format!("{room:06}"), format!("{room:032x}"));
        store
            .open(NewRoom { id: id.clone(), code, link, created_ms: room as i64, meta: b"{}".to_vec() })
            .await?;
        let lines: Vec<Vec<u8>> =
            (0..LINES).map(|line| format!("{{\"room\":{room},\"line\":{line}}}").into_bytes()).collect();
        store.append(Entry { room: id.as_str().into(), lines: lines.clone(), ..Entry::default() }).await?;
        logs.insert(id, lines);
    }
    store.shut_down().await?;
    Ok(logs)
}

/// How a damaged file was read.
enum Read {
    /// Some rooms were noticed to be damaged; the others are what was written.
    Partly(u64),
    /// The file as a whole was refused.
    Refused,
    /// Something was taken for whole that is not, or is gone without a word.
    Wrong(String),
}

/// The live rooms of a folder; none where it is refused as a whole.
pub(super) async fn load(folder: &Path) -> Option<Vec<LiveRoom>> {
    let store = Sqlite::open(Settings::new(folder)).await.ok()?;
    let loaded = store.load().await;
    // A file that cannot even be closed well has been read all the same.
    let _ = store.shut_down().await;
    loaded.ok()
}

async fn read_back(folder: &Path, logs: &Logs) -> Read {
    let Some(rooms) = load(folder).await else { return Read::Refused };
    // A room that is not even named would be missed by nobody but its players.
    if let Some(gone) = logs.keys().find(|id| rooms.iter().all(|room| room.room.id != **id)) {
        return Read::Wrong(format!("{gone} is gone without a word"));
    }
    let mut damaged = 0;
    for room in rooms {
        match room.log {
            Ok(lines) if logs.get(&room.room.id) == Some(&lines) => {}
            Ok(_) => return Read::Wrong(format!("{} was taken for whole", room.room.id)),
            Err(_) => damaged += 1,
        }
    }
    Read::Partly(damaged)
}

/// Bits flipped anywhere in the file, and files cut off anywhere.
pub(super) async fn flipped(plan: &Plan) -> Result<Vec<Bar>> {
    let tries = plan.count(100, 10_000, 10_000);
    let folder = tempfile::tempdir()?;
    let logs = whole_file(folder.path()).await?;
    let bytes = std::fs::read(folder.path().join("sifang.db"))?;
    let (mut wrong, mut noticed, mut refused) = (0, 0, 0);
    for n in 0..tries {
        let rng = &mut Rng::of(&[plan.seed, n]);
        let mut bad = bytes.clone();
        let length = bytes.len() as u32;
        match n % 10 {
            9 => bad.truncate(rng.below(length) as usize),
            // Where a page says what it holds: rooms may seem never to have been there.
            8 => {
                bad[(rng.below(length / PAGE) * PAGE + rng.below(PAGE_HEADER)) as usize] ^= 1 << rng.below(8)
            }
            _ => bad[rng.below(length) as usize] ^= 1 << rng.below(8),
        }
        let place = tempfile::tempdir()?;
        std::fs::write(place.path().join("sifang.db"), bad)?;
        match read_back(place.path(), &logs).await {
            Read::Partly(damaged) => noticed += u64::from(damaged > 0),
            Read::Refused => refused += 1,
            Read::Wrong(what) => {
                eprintln!("P5: {what} at try {n} of seed {}", plan.seed);
                wrong += 1;
            }
        }
    }
    Ok(vec![
        Bar::none(
            "P5",
            "damaged files from which a log was read that was not written, or a room is gone without a word",
            wrong,
            tries,
        ),
        Bar::at_least("P5", "damaged files in which rooms were set aside", noticed, tries / 20),
        Bar::at_least("P5", "damaged files that were refused as a whole", refused, tries / 100),
    ])
}

/// What is done to the row or the log of a room while the server is stopped.
pub(crate) const DAMAGES: &[&str] = &[
    "UPDATE log SET line = CAST(replace(CAST(line AS TEXT), '\"at\":', '\"at\": ') AS BLOB) WHERE room = ? AND seq = 2",
    "UPDATE log SET digest = zeroblob(32) WHERE room = ? AND seq = 1",
    "DELETE FROM log WHERE room = ? AND seq = 2",
    "DELETE FROM log WHERE seq > 2 AND room = ?",
    "DELETE FROM log WHERE room = ?",
    "DELETE FROM head WHERE room = ?",
    "UPDATE head SET seq = seq + 1 WHERE room = ?",
    "UPDATE room SET link = 'z' WHERE id = ?",
    "UPDATE room SET link = x'ff' WHERE id = ?",
    "UPDATE room SET link = hex(randomblob(16)), meta = 5 WHERE id = ?",
];

/// A real server on a file in which some rooms are damaged: those say so, the others play on.
pub(super) async fn contained(plan: &Plan) -> Result<Vec<Bar>> {
    let mut host = Host::start(&plan.sifang)?;
    let setup = quick_setup(RuleSetId::ALL[0].id(), &json!({}));
    let mut rooms = Vec::new();
    for damage in DAMAGES.iter().map(Some).chain([None; 3]) {
        let (_, seats) = host.table(&setup, 2).await?;
        rooms.push((damage, code_of(&seats[0].1)?, seats[0].0.clone()));
    }
    host.kill()?;
    for (damage, room, _) in &rooms {
        if let Some(damage) = damage {
            spoil(host.folder(), room, damage)?;
        }
    }
    host.restart()?;
    let (mut unsaid, mut unserved) = (0, 0);
    for (damage, room, token) in &rooms {
        let answer = enter(&host, token, room).await?;
        match damage {
            Some(damage) if answer != Err("room/damaged".into()) => {
                eprintln!("P5: {damage}: {answer:?}");
                unsaid += 1;
            }
            None if answer.is_err() => unserved += 1,
            _ => {}
        }
    }
    let tries = DAMAGES.len() as u64;
    let counted = metric(&host.metrics()?, "sifang_rooms_quarantined_total").await?;
    let logged = host.log().matches("set aside").count() as u64;
    Ok(vec![
        Bar::none("P5", "damaged rooms of a real server whose players get no word of it", unsaid, tries),
        Bar::none(
            "P5",
            "of these not counted in the metrics and logged",
            counted.abs_diff(tries) + logged.abs_diff(tries),
            tries,
        ),
        Bar::none("P5", "other rooms not served after it", unserved, rooms.len() as u64 - tries),
    ])
}

/// Connects and enters; the code of the refusal where there is one.
async fn enter(host: &Host, token: &str, room: &str) -> Result<Result<(), String>> {
    let mut client = Client::connect(&host.server, token).await?;
    let id = client.enter(room).await?;
    client.answer(id).await
}

/// Damages a room in the file of a server that is stopped.
pub(crate) fn spoil(folder: &Path, code: &str, damage: &str) -> Result<()> {
    let door = Connection::open(folder.join("sifang.db"))?;
    let find = "SELECT id FROM room WHERE code = ?";
    let id: Option<String> = door.query_row(find, [code], |row| row.get(0)).optional()?;
    let changed = door.execute(damage, [id.context("a room")?])?;
    ensure!(changed > 0, "{damage} changed nothing");
    Ok(())
}
