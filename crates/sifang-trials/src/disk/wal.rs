//! P5: the newest acknowledged lines of a killed server may be only in the write-ahead log beside its file. One that was damaged
//! or cut off leads to an earlier moment: logs may have lost their tails, and nothing else.

use super::damage::{Logs, load};
use crate::crowd::Crowd;
use crate::inside::metric;
use crate::{Bar, Host, Plan};
use anyhow::{Context, Result, ensure};
use rusqlite::Connection;
use sifang_bots::Rng;
use sifang_store::LiveRoom;
use std::fs;
use std::path::Path;

const FILE: &str = "sifang.db";
const AHEAD: &str = "sifang.db-wal";
/// Tables of the server that is killed.
const TABLES: usize = 5;
/// How often a server is killed anew when it has moved its write-ahead log into the file meanwhile.
const TRIES: usize = 10;
/// Bytes before the first commit in a write-ahead log.
const HEADER: u32 = 32;

/// What a killed server left.
struct Left {
    file: Vec<u8>,
    ahead: Vec<u8>,
    /// What the file alone holds, and what it holds together with the write-ahead log.
    least: Logs,
    most: Logs,
}

/// Flipped bytes and cuts in the write-ahead log that a killed server left.
pub(super) async fn ahead(plan: &Plan) -> Result<Vec<Bar>> {
    let mut host = Host::start(&plan.sifang)?;
    let left = killed(&mut host, plan.seed).await?;
    let tries = plan.count(40, 5_000, 5_000);
    let (mut wrong, mut stopped, mut lost) = (0, 0, 0);
    for n in 0..tries {
        let place = tempfile::tempdir()?;
        left.put(place.path(), &damaged(&left.ahead, n, &mut Rng::of(&[plan.seed, n, 0x0077_616c])))?;
        match load(place.path()).await {
            None => {
                eprintln!("P5: the store did not open at try {n} of seed {}", plan.seed);
                stopped += 1;
            }
            Some(rooms) => match between(&left.least, &rooms, &left.most) {
                Ok(shorter) => lost += u64::from(shorter),
                Err(what) => {
                    eprintln!("P5: {what} at try {n} of seed {}", plan.seed);
                    wrong += 1;
                }
            },
        }
    }
    let starts = plan.count(2, 20, 100);
    let mut unserved = 0;
    for n in 0..starts {
        left.put(host.folder(), &damaged(&left.ahead, n, &mut Rng::of(&[plan.seed, n, 0x0077_616d])))?;
        host.restart()?;
        // Counters are served while rooms are still coming back.
        let ready = host.server.request("GET", "/readyz", None, None).await?.status == 200;
        let served = metric(&host.metrics()?, "sifang_rooms").await?;
        if served != TABLES as u64 || !ready {
            eprintln!("P5: {served} of {TABLES} rooms are served, ready: {ready}\n{}", host.log());
            unserved += 1;
        }
        host.kill()?;
    }
    Ok(vec![
        Bar::none(
            "P5",
            "damaged write-ahead logs of a killed server after which a room is gone, damaged, or has other than its first lines",
            wrong,
            tries,
        ),
        Bar::none("P5", "of these with which the store did not open", stopped, tries),
        Bar::at_least("P5", "of these that cost a log its tail (so they were read)", lost, tries / 4),
        Bar::none("P5", "real servers that did not come back with all rooms on such a one", unserved, starts),
    ])
}

/// Lets tables play, brings everything into the file, lets them play on and kills the server in the middle of it.
async fn killed(host: &mut Host, seed: u64) -> Result<Left> {
    let crowd = Crowd::seat(host, TABLES, seed).await?;
    for _ in 0..TRIES {
        ensure!(crowd.at_work().await, "the tables stand still");
        host.kill()?;
        // The last to close a file brings everything into it.
        Connection::open(host.folder().join(FILE))?.pragma_query(None, "schema_version", |_| Ok(()))?;
        ensure!(!host.folder().join(AHEAD).exists(), "a write-ahead log is left that nobody has open");
        let file = fs::read(host.folder().join(FILE))?;
        host.restart()?;
        ensure!(crowd.at_work().await, "the tables stand still");
        host.kill()?;
        // A part of the log that is in the file already is needed all the same: what is lost with it is another matter.
        if fs::read(host.folder().join(FILE))? != file {
            host.restart()?;
            continue;
        }
        drop(crowd);
        let ahead = fs::read(host.folder().join(AHEAD))?;
        let mut left = Left { file, ahead, least: Logs::new(), most: Logs::new() };
        left.least = left.logs(&[]).await?;
        left.most = left.logs(&left.ahead).await?;
        ensure!(left.least.len() == TABLES && left.least != left.most, "nothing was written ahead");
        return Ok(left);
    }
    anyhow::bail!("a server was never killed before it had moved its write-ahead log into its file")
}

impl Left {
    /// Puts the file into a folder, with a write-ahead log beside it.
    fn put(&self, folder: &Path, ahead: &[u8]) -> Result<()> {
        fs::write(folder.join(FILE), &self.file)?;
        fs::write(folder.join(AHEAD), ahead)?;
        // The index of the log, which a power loss or a copy does not leave; one that is there is not believed after a kill.
        let _ = fs::remove_file(folder.join("sifang.db-shm"));
        Ok(())
    }

    /// What the file holds with this write-ahead log, all of it whole.
    async fn logs(&self, ahead: &[u8]) -> Result<Logs> {
        let place = tempfile::tempdir()?;
        self.put(place.path(), ahead)?;
        let rooms = load(place.path()).await.context("an undamaged file is not read")?;
        let whole = rooms.into_iter().map(|room| Ok((room.room.id, room.log?)));
        whole.collect()
    }
}

/// The write-ahead log with some flipped bytes, or cut off; now and then its header is hit, and so nothing of it can be believed.
fn damaged(ahead: &[u8], n: u64, rng: &mut Rng) -> Vec<u8> {
    let mut bad = ahead.to_vec();
    let length = ahead.len() as u32;
    match n % 10 {
        0..4 => bad.truncate(rng.below(length) as usize),
        4 => bad[rng.below(HEADER) as usize] ^= 1 << rng.below(8),
        _ => {
            for _ in 0..=rng.below(8) {
                // Never by nothing: what is flipped is another byte.
                bad[rng.below(length) as usize] ^= 1 + rng.below(255) as u8;
            }
        }
    }
    bad
}

/// Whether some log is shorter than it was, if every room is there with a beginning of what was written that has at least what the
/// file alone holds.
fn between(least: &Logs, rooms: &[LiveRoom], most: &Logs) -> Result<bool, String> {
    let mut shorter = rooms.len() < most.len();
    for room in rooms {
        let id = &room.room.id;
        let log = room.log.as_ref().map_err(|damage| format!("{id} is set aside ({damage})"))?;
        let written = most.get(id).ok_or_else(|| format!("{id} was never opened"))?;
        if !written.starts_with(log) {
            return Err(format!("{id} has lines that were not written"));
        }
        shorter |= log.len() < written.len();
    }
    for (id, lines) in least {
        let read = rooms.iter().find(|room| room.room.id == *id).and_then(|room| room.log.as_ref().ok());
        match read {
            None => return Err(format!("{id} is gone")),
            Some(read) if read.len() < lines.len() => {
                return Err(format!("{id} has lost more than its tail"));
            }
            Some(_) => {}
        }
    }
    Ok(shorter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sifang_store::{Damage, NewRoom};

    fn logs(lengths: [usize; 2]) -> Logs {
        let line = |n: usize| format!("line {n}").into_bytes();
        let named = ["a", "b"].into_iter().zip(lengths);
        named.map(|(id, length)| (id.to_owned(), (0..length).map(line).collect())).collect()
    }

    fn rooms(logs: Logs) -> Vec<LiveRoom> {
        let room =
            |id| NewRoom { id, code: String::new(), link: String::new(), created_ms: 0, meta: Vec::new() };
        logs.into_iter().map(|(id, lines)| LiveRoom { room: room(id), log: Ok(lines) }).collect()
    }

    #[test]
    fn only_a_tail_may_be_lost() {
        let (least, most) = (logs([2, 1]), logs([5, 4]));
        let judge = |rooms: &[LiveRoom]| between(&least, rooms, &most);
        assert_eq!(judge(&rooms(logs([5, 4]))), Ok(false));
        assert_eq!(judge(&rooms(logs([3, 4]))), Ok(true));
        assert!(judge(&rooms(logs([1, 4]))).is_err_and(|what| what.contains("more than its tail")));
        assert!(judge(&rooms(logs([6, 4]))).is_err_and(|what| what.contains("not written")));
        assert!(judge(&rooms(logs([5, 4]))[..1]).is_err_and(|what| what.contains("gone")));
        let mut bad = rooms(logs([5, 4]));
        bad[0].log = Err(Damage::Line { seq: 1 });
        assert!(judge(&bad).is_err_and(|what| what.contains("set aside")));
        bad[0].room.id = "c".into();
        bad[0].log = Ok(Vec::new());
        assert!(judge(&bad).is_err_and(|what| what.contains("never opened")));
    }
}
