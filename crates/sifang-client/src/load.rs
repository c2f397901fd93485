//! A load generator: tables of scripted players who answer every prompt, match after match, until the time is over.
//!
//! What is measured is what players feel: from sending a discard to the moment a client at the same table has learned of it,
//! one sample for each of the clients.

use crate::http::Server;
use crate::socket::{Client, Received};
use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout_at};

/// Tables that are being set up at the same time.
const ARRIVING: usize = 32;
/// Players at a table.
const SEATS: usize = 4;

/// What to do.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Against which server.
    pub server: Server,
    /// How many tables.
    pub tables: usize,
    /// For how long, once all tables are there.
    pub time: Duration,
    /// How long a player thinks before each answer.
    pub think: Duration,
    /// Rule sets by id; tables take them in turn.
    pub rules: Vec<String>,
}

/// What has happened so far, for a progress bar.
#[derive(Debug, Default)]
pub struct Progress {
    /// Tables that are being played.
    pub tables: AtomicU64,
    /// Answers that were acknowledged.
    pub actions: AtomicU64,
}

/// What came of it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Report {
    /// Tables that played.
    pub tables: usize,
    /// How long the tables were measured, in seconds.
    pub seconds: f64,
    /// Answers that were acknowledged in that time.
    pub actions: u64,
    /// From a discard sent to a client having learned of it, in microseconds, ascending.
    pub latencies_us: Vec<u32>,
    /// Views whose hash was compared with the server's.
    pub hashes: u64,
    /// Connections that broke and came back.
    pub returned: u64,
    /// Tables that ended with an error, and the first few errors.
    pub failures: Vec<String>,
}

impl Report {
    /// The latency below which this share of samples lies, in milliseconds.
    pub fn percentile(&self, share: f64) -> f64 {
        let place = (self.latencies_us.len() as f64 * share).ceil() as usize;
        let sample = self.latencies_us.get(place.saturating_sub(1)).or(self.latencies_us.last());
        sample.map_or(0.0, |us| f64::from(*us) / 1000.0)
    }
}

/// When each seat of a table last sent a discard.
type Sent = Mutex<[Option<Instant>; SEATS]>;

/// What one player brings home.
#[derive(Default)]
struct Tally {
    actions: u64,
    latencies_us: Vec<u32>,
    hashes: u64,
    returned: u64,
}

/// Runs the plan.
pub async fn load(plan: &Plan, progress: Arc<Progress>) -> Result<Report> {
    let arriving = Arc::new(Semaphore::new(ARRIVING));
    let mut setting_up = JoinSet::new();
    for number in 0..plan.tables {
        let (plan, arriving) = (plan.clone(), arriving.clone());
        setting_up.spawn(async move {
            let _place = arriving.acquire().await;
            arrive(&plan, number).await.with_context(|| format!("table {number}"))
        });
    }
    let mut tables = Vec::new();
    while let Some(table) = setting_up.join_next().await {
        tables.push(table??);
        progress.tables.fetch_add(1, Relaxed);
    }
    let start = Instant::now();
    let end = start + plan.time;
    let mut players = JoinSet::new();
    for table in tables {
        let sent: Arc<Sent> = Arc::default();
        for (seat, player) in table.into_iter().enumerate() {
            let (sent, progress, think) = (sent.clone(), progress.clone(), plan.think);
            let server = plan.server.clone();
            players.spawn(async move { player.run(server, seat == 0, &sent, think, end, &progress).await });
        }
    }
    let mut report = Report { tables: plan.tables, ..Report::default() };
    while let Some(player) = players.join_next().await {
        match player? {
            Ok(tally) => {
                report.actions += tally.actions;
                report.hashes += tally.hashes;
                report.returned += tally.returned;
                report.latencies_us.extend(tally.latencies_us);
            }
            Err(error) => report.failures.push(format!("{error:#}")),
        }
    }
    report.seconds = start.elapsed().as_secs_f64();
    report.latencies_us.sort_unstable();
    Ok(report)
}

/// Registers four players, opens a room and sits them down.
async fn arrive(plan: &Plan, number: usize) -> Result<Vec<Player>> {
    let rules = plan.rules.get(number % plan.rules.len().max(1)).context("no rule set is named")?;
    let setup = json!({"rules": rules, "clock": null, "uniform_pause": false});
    let mut tokens = Vec::new();
    for seat in 0..SEATS {
        tokens.push(plan.server.register(&format!("load {number}-{seat}")).await?);
    }
    let room = plan.server.open_room(&tokens[0], &setup).await?;
    let mut players = Vec::new();
    for token in tokens {
        let client = crate::seated(&plan.server, &token, &room).await?;
        players.push(Player { token, room: room.clone(), client, random: random() });
    }
    players[0].client.ask(json!({"type": "start"})).await?;
    Ok(players)
}

struct Player {
    token: String,
    room: String,
    client: Client,
    random: u64,
}

/// What a player can send something about; for each once.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Topic {
    Nonce(String),
    Act(u64),
    Next(u64),
    Again(String),
    Ready(String),
    Start(String),
}

/// The standard library seeds its maps at random.
fn random() -> u64 {
    RandomState::new().build_hasher().finish() | 1
}

impl Player {
    /// Plays until the end. It goes on receiving while it thinks, as people do.
    async fn run(
        mut self,
        server: Server,
        host: bool,
        sent: &Sent,
        think: Duration,
        end: Instant,
        progress: &Progress,
    ) -> Result<Tally> {
        let mut tally = Tally::default();
        // What was said last, and since when the player thinks about the next thing.
        let (mut said, mut thinking): (Option<Topic>, Option<(Topic, Instant)>) = (None, None);
        loop {
            let topic = self.topic(host).filter(|topic| said.as_ref() != Some(topic));
            if thinking.as_ref().map(|(about, _)| about) != topic.as_ref() {
                thinking = topic.map(|topic| (topic, Instant::now() + think));
            }
            let wake = thinking.as_ref().map_or(end, |(_, due)| (*due).min(end));
            let received = match timeout_at(wake.into(), self.client.receive()).await {
                Ok(received) => received?,
                Err(_) if Instant::now() >= end => break,
                Err(_) => {
                    if let Some((topic, _)) = thinking.take() {
                        self.say(&topic, sent).await;
                        said = Some(topic);
                    }
                    continue;
                }
            };
            match received {
                Received::Closed(_) => {
                    self.come_back(&server).await?;
                    tally.returned += 1;
                    said = None;
                }
                Received::Message(message) => {
                    self.count_discards(&message, sent, &mut tally);
                    match message["type"].as_str() {
                        Some("ack") if matches!(said, Some(Topic::Act(_))) => {
                            tally.actions += 1;
                            progress.actions.fetch_add(1, Relaxed);
                        }
                        Some("error") if message["code"] == "rate/exceeded" => said = None,
                        _ => {}
                    }
                }
            }
        }
        tally.hashes = self.client.table.hashes;
        Ok(tally)
    }

    /// What this player has to send something about as things stand, if anything.
    fn topic(&self, host: bool) -> Option<Topic> {
        let room = &self.client.room;
        let played = || room["match"]["match_id"].to_string();
        match room["phase"].as_str()? {
            "nonces" => Some(Topic::Nonce(format!("{}{}", played(), room["match"]["step"]))),
            "playing" => self.client.table.prompt().map(|(decision, _)| Topic::Act(decision)),
            "between" => self.client.table.ended_deal().map(Topic::Next),
            "over" if host => Some(Topic::Again(played())),
            "waiting" => {
                let all_ready = room["seats"].as_array()?.iter().all(|seat| seat["ready"] == true);
                Some(if host && all_ready { Topic::Start(played()) } else { Topic::Ready(played()) })
            }
            _ => None,
        }
    }

    async fn say(&mut self, topic: &Topic, sent: &Sent) {
        let message = match topic {
            Topic::Nonce(_) => match self.client.nonce_word() {
                Some(word) => word,
                None => return,
            },
            Topic::Next(_) => json!({"type": "next"}),
            Topic::Again(_) => json!({"type": "again"}),
            Topic::Start(_) => json!({"type": "start"}),
            Topic::Ready(_) => json!({"type": "ready", "ready": true}),
            Topic::Act(decision) => {
                self.random ^= self.random << 13;
                self.random ^= self.random >> 7;
                self.random ^= self.random << 17;
                let Some((_, choices)) = self.client.table.prompt().filter(|(open, _)| open == decision)
                else {
                    return;
                };
                let action = &choices[(self.random % choices.len() as u64) as usize];
                json!({"type": "act", "decision": decision, "action": action})
            }
        };
        self.note_discard(&message, sent);
        // A dead line is noticed by who listens.
        let _ = self.client.send(message).await;
    }

    fn seat(&self) -> Option<usize> {
        self.client.table.table["view"]["seat"].as_u64().map(|seat| seat as usize)
    }

    fn note_discard(&self, message: &Value, sent: &Sent) {
        let discards = message["action"].as_str().is_some_and(|action| action.starts_with("discard"));
        let mut sent = sent.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = self.seat().and_then(|seat| sent.get_mut(seat)) {
            *place = discards.then(Instant::now);
        }
    }

    fn count_discards(&self, message: &Value, sent: &Sent, tally: &mut Tally) {
        let events = message["events"].as_array().into_iter().flatten();
        for event in events.filter(|event| event["type"] == "discarded") {
            let seat = event["seat"].as_u64().unwrap_or(u64::MAX) as usize;
            let sent = sent.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(Some(start)) = sent.get(seat) {
                tally.latencies_us.push(start.elapsed().as_micros().min(u32::MAX as u128) as u32);
            }
        }
    }

    async fn come_back(&mut self, server: &Server) -> Result<()> {
        for _ in 0..100 {
            if let Ok(mut client) = Client::connect(server, &self.token).await {
                client.remember(self.client.memory());
                let id = client.enter(&self.room).await?;
                if client.answer(id).await?.is_ok() {
                    self.client = client;
                    return Ok(());
                }
            }
            sleep(Duration::from_millis(100)).await;
        }
        bail!("a player could not come back")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_samples() {
        let report = Report { latencies_us: (1..=1000).map(|ms| ms * 1000).collect(), ..Report::default() };
        assert_eq!(
            (report.percentile(0.5), report.percentile(0.99), report.percentile(0.999)),
            (500.0, 990.0, 999.0)
        );
        assert_eq!(Report::default().percentile(0.5), 0.0);
    }
}
