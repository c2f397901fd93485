//! P4: a write fails at every place of a match in turn, before or after it reached the disk. Each table has its own place.

use crate::inside::{Inside, metric};
use crate::short::short_match;
use crate::{Bar, Plan, quick_setup};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use sifang_client::{Client, Played, Received, Server, play};
use sifang_rules::any::RuleSetId;
use sifang_server::Parts;
use sifang_store::{Entry, Journal, Later, LiveRoom, NewRoom, StoreError};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

/// Tables at once.
const AT_ONCE: u64 = 24;

/// How long a match may take to begin.
const PATIENCE: Duration = Duration::from_secs(60);

/// A journal that fails once for each room, at a place of its own.
#[derive(Debug)]
struct Faulty {
    inner: Arc<dyn Journal>,
    /// Rooms in the order in which they were opened: appends so far, and the one that fails.
    rooms: Mutex<HashMap<String, (u64, u64)>>,
}

/// What becomes of an append.
enum Fate {
    Well,
    /// It never reaches the disk.
    Lost,
    /// It is kept, but nobody learns of it.
    Unsent,
}

impl Faulty {
    fn fate(&self, room: &str) -> Fate {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        let place = rooms.len() as u64 + 1;
        let (count, fails_at) = rooms.entry(room.to_owned()).or_insert((0, place));
        *count += 1;
        match *count == *fails_at {
            false => Fate::Well,
            true if fails_at.is_multiple_of(2) => Fate::Unsent,
            true => Fate::Lost,
        }
    }
}

impl Journal for Faulty {
    fn open(&self, room: NewRoom) -> Later<'_, ()> {
        self.inner.open(room)
    }

    fn append(&self, entry: Entry) -> Later<'_, ()> {
        Box::pin(async {
            // The first line of a room is written by whoever opens it: its failure is an answer of HTTP, shown elsewhere.
            let fate = if entry.after == 0 { Fate::Well } else { self.fate(&entry.room) };
            let failed = || StoreError::Failed("an error put in by a trial".into());
            match fate {
                Fate::Well => self.inner.append(entry).await,
                Fate::Lost => Err(failed()),
                Fate::Unsent => self.inner.append(entry).await.and(Err(failed())),
            }
        })
    }

    fn load(&self) -> Later<'_, Vec<LiveRoom>> {
        self.inner.load()
    }

    fn load_one(&self, room: String) -> Later<'_, Option<LiveRoom>> {
        self.inner.load_one(room)
    }

    fn close(&self, room: String) -> Later<'_, ()> {
        self.inner.close(room)
    }
}

/// Plays a table for every place.
pub(super) async fn failing(plan: &Plan) -> Result<Vec<Bar>> {
    let inside = Inside::start(|parts| {
        let journal = Arc::new(Faulty { inner: parts.journal.clone(), rooms: Mutex::default() });
        Parts { journal, ..parts }
    })?;
    let tables = plan.count(24, 400, 2000);
    let (mut lost, mut acknowledged, mut returned) = (Vec::new(), 0, 0);
    let mut playing = JoinSet::new();
    let mut begun = 0;
    while begun < tables || !playing.is_empty() {
        while begun < tables && (playing.len() as u64) < AT_ONCE {
            playing.spawn(one_match(inside.server.clone(), begun));
            begun += 1;
        }
        let Some(played) = playing.join_next().await else { break };
        let played = played??;
        acknowledged += played.acknowledged.len() as u64;
        returned += u64::from(played.returned > 0);
        let id = played.table["match_id"].as_str().context("a match")?;
        let stored = inside.server.request("GET", &format!("/api/records/{id}"), None, None).await?.good()?;
        lost.extend(super::missing(&stored["record"], &played)?);
    }
    for line in &lost {
        eprintln!("P4: {line}");
    }
    let restarted = metric(&inside.metrics, "sifang_rooms_restarted_total").await?;
    let quarantined = metric(&inside.metrics, "sifang_rooms_quarantined_total").await?;
    inside.stop()?;
    Ok(vec![
        Bar::none(
            "P4",
            format!("answers acknowledged and lost when the n-th write fails, n = 1…{tables}"),
            lost.len() as u64,
            acknowledged,
        ),
        Bar::none("P4", "tables that did not go on after it", quarantined, tables),
        // A match that is shorter than its place never meets its fault.
        Bar::at_least("P4", "tables rebuilt from their logs", restarted, tables / 2),
        Bar::at_least("P4", "players cut off who came back by themselves", returned, tables / 2),
    ])
}

async fn one_match(server: Server, number: u64) -> Result<Played> {
    let rules = RuleSetId::ALL[number as usize % RuleSetId::ALL.len()];
    let mut setup = quick_setup(rules.id(), &short_match(rules));
    setup["bots"] = "random".into();
    let token = server.register("玩家").await?;
    let room = server.open_room(&token, &setup).await?;
    // Any of these may be the write that fails: then it is said again, if it was not kept all the same.
    let patience = Instant::now() + PATIENCE;
    loop {
        match begun(&server, &token, &room).await {
            Ok(client) => {
                let mut choose = |_: &Value, choices: &[Value]| choices.len() / 2;
                return play(&server, &token, &room, client, &mut choose).await;
            }
            Err(error) if Instant::now() > patience => return Err(error.context("a match could not begin")),
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
}

/// Enters, and starts the match if it has not begun.
async fn begun(server: &Server, token: &str, room: &str) -> Result<Client> {
    let mut client = Client::connect(server, token).await?;
    let id = client.enter(room).await?;
    client.answer(id).await?.map_err(anyhow::Error::msg)?;
    while client.room.is_null() {
        ensure!(matches!(client.receive().await?, Received::Message(_)), "cut off");
    }
    if client.room["phase"] == "waiting" {
        client.ask(json!({"type": "ready", "ready": true})).await?;
        client.ask(json!({"type": "start"})).await?;
    }
    Ok(client)
}
