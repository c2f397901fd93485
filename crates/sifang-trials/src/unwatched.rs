//! U1: tables with bots that nobody looks at, made as fast as one address can; and tables that it does look at, as many as it may.
//! What that costs an honest table of another address, the disk, and the next start.

use crate::{Bar, Host, Plan, quick_setup};
use anyhow::{Context, Result, ensure};
use futures_util::future::try_join_all;
use rusqlite::{Connection, OpenFlags};
use serde_json::{Value, json};
use sifang_client::{Client, Received, Server};
use sifang_proto::limits;
use sifang_rules::any::RuleSetId;
use std::net::Ipv4Addr;
use std::path::Path;
use std::time::{Duration, Instant};

/// Where the attacker is; honest people are elsewhere.
const ELSEWHERE: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 66);
/// Requests of the attacker at once.
const AT_ONCE: usize = 8;
/// Tables that the attacker looks at: as many sockets as one address may have, less one or two for its requests.
const WATCHED: usize = 18;
/// After this long, whoever is not there is played for: nonces and the first move have been waited for.
const UNDER_WAY: Duration = Duration::from_secs(5);
/// Lines of a table that waits for its host: it was founded, its host is ready and has started.
const FIRST_LINES: u64 = 3;
/// What an unwatched table may take in the database: its row, its first lines, and what pages leave free.
const BYTES_EACH: u64 = 16 * 1024;
/// What the write-ahead log of a database takes in any case, and what the honest table writes.
const BYTES_ANYWAY: u64 = 6 << 20;
/// An answer of a bot may take so much longer beside an attack on a machine that all share.
const MARGIN_MS: f64 = 100.0;
/// How long a start may take, on a busy machine.
const START_MS: f64 = 5_000.0;

/// Tables of bots that think hard, and never wait. In the attacker's nobody else is waited for longer than must be.
fn setup(rules: RuleSetId, clock: Value) -> Value {
    let mut setup = quick_setup(rules.id(), &json!({}));
    (setup["bots"], setup["clock"]) = ("expert".into(), clock);
    setup
}

fn shortest() -> Value {
    json!({"move_ms": limits::MOVE_MS_LEAST, "bank_ms": 0})
}

/// The trial.
pub(crate) fn run(plan: &Plan) -> Result<Vec<Bar>> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    plan.rounds(|plan| runtime.block_on(tables(plan)))
}

async fn tables(plan: &Plan) -> Result<Vec<Bar>> {
    let mut host = Host::start_with(&plan.sifang, &[])?;
    let time = Duration::from_secs(plan.count(3, 10, 30));
    let mut honest = Honest::sit(&host.server).await?;
    let alone = honest.play(time).await?;
    let before = bytes(host.folder());
    let foreign = host.server.asked_from(ELSEWHERE.into());
    let end = Instant::now() + time;
    let (made, meanwhile) = tokio::join!(flood(&foreign, end), honest.play(time));
    let made = made?;
    let meanwhile = meanwhile?;
    tokio::time::sleep(UNDER_WAY).await;
    let beside = honest.play(time).await?;
    let grown = bytes(host.folder()).saturating_sub(before);
    drop(honest);
    host.kill()?;
    let busy = lines_beyond(host.folder(), &made.rooms, FIRST_LINES)?;
    let began = Instant::now();
    host.restart()?;
    let mut honest = Honest::sit(&host.server).await?;
    let back = began.elapsed().as_secs_f64() * 1000.0;
    let again = honest.play(time).await?;
    let watched = watch(&foreign, &made, time);
    let (sockets, watching) = tokio::join!(watched, honest.play(time));
    let (sockets, watching) = (sockets?, watching?);
    let rooms = made.rooms.len() as u64;
    let most = (BYTES_ANYWAY + limits::ROOMS_PER_ADDRESS as u64 * BYTES_EACH) as f64 / 1e6;
    let what = format!("quick tables that one address made in {} s, in {} tries", time.as_secs(), made.tries);
    let stood =
        format!("lines that {rooms} tables at which nobody is wrote beyond their first {FIRST_LINES}");
    Ok(vec![
        Bar::at_most("U1", what, rooms as f64, limits::ROOMS_PER_ADDRESS as f64, "tables"),
        Bar::none("U1", stood, busy, rooms),
        Bar::at_most("U1", "growth of the database meanwhile", grown as f64 / 1e6, most, "MB"),
        felt("while these are made", &alone, &meanwhile),
        felt("when they would play by themselves", &alone, &beside),
        Bar::at_most("U1", "from a start after it until a new table is dealt", back, START_MS, "ms"),
        felt(&format!("beside {sockets} tables of one address that it looks at"), &again, &watching),
    ])
}

/// What honest bots took, against what they take alone: the middle one of all answers.
fn felt(during: &str, alone: &[Duration], felt: &[Duration]) -> Bar {
    let (before, value) = (middle(alone), middle(felt));
    let what = format!(
        "time until a bot of another address has answered, {during}: middle of {} (alone {before:.1} ms)",
        felt.len()
    );
    match felt.len() {
        0 => Bar::untried("U1", what, "none has answered", "some time"),
        _ => Bar::at_most("U1", what, value, (3.0 * before).max(before + MARGIN_MS), "ms"),
    }
}

fn middle(times: &[Duration]) -> f64 {
    let mut times = times.to_vec();
    times.sort_unstable();
    times.get(times.len() / 2).map_or(0.0, |time| time.as_secs_f64() * 1000.0)
}

/// The database and its write-ahead log.
fn bytes(folder: &Path) -> u64 {
    let size = |name| std::fs::metadata(folder.join(name)).map_or(0, |file| file.len());
    size("sifang.db") + size("sifang.db-wal")
}

/// Lines that these rooms have beyond so many each.
fn lines_beyond(folder: &Path, rooms: &[(String, String)], most: u64) -> Result<u64> {
    let file = folder.join("sifang.db");
    // The write-ahead log of a killed server is read with the file; the server that starts next takes it in.
    let connection = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let mut select = connection.prepare(
        "SELECT coalesce(max(seq), 0) FROM head JOIN room ON room.id = head.room WHERE room.code = ?",
    )?;
    let mut beyond = 0;
    for (_, code) in rooms {
        let lines: i64 = select.query_row([code], |row| row.get(0))?;
        beyond += (lines as u64).saturating_sub(most);
    }
    Ok(beyond)
}

/// What an attacker got.
#[derive(Default)]
struct Made {
    tries: u64,
    /// Token of the host, and code.
    rooms: Vec<(String, String)>,
}

/// Account after account, each of which makes as many tables as it may, and nobody comes to them.
async fn flood(server: &Server, end: Instant) -> Result<Made> {
    let mut all = Made::default();
    for made in try_join_all((0..AT_ONCE).map(|_| making(server, end))).await? {
        all.tries += made.tries;
        all.rooms.extend(made.rooms);
    }
    Ok(all)
}

async fn making(server: &Server, end: Instant) -> Result<Made> {
    let mut made = Made::default();
    while Instant::now() < end {
        let answer = server.request("POST", "/api/players", None, Some(&json!({"nickname": "贪"}))).await?;
        let Some(token) = answer.json()?["token"].as_str().map(str::to_owned) else { continue };
        for _ in 0..limits::ROOMS_PER_PLAYER {
            let rules = RuleSetId::ALL[made.tries as usize % RuleSetId::ALL.len()];
            let body = json!({"setup": setup(rules, shortest())});
            made.tries += 1;
            let answer = server.request("POST", "/api/quick", Some(&token), Some(&body)).await?.json()?;
            if let Some(code) = answer["code"].as_str().filter(|code| !code.contains('/')) {
                made.rooms.push((token.clone(), code.to_owned()));
            }
        }
    }
    Ok(made)
}

/// Looks at as many of its tables as it may, where everybody is played for; how many that are.
async fn watch(server: &Server, made: &Made, time: Duration) -> Result<u64> {
    let end = Instant::now() + time;
    let mut hosts: Vec<&(String, String)> = made.rooms.iter().collect();
    hosts.dedup_by_key(|(token, _)| token.clone());
    let looking = hosts.into_iter().take(WATCHED).map(|(token, code)| async move {
        let mut client = Client::connect(server, token).await?;
        let entered = client.enter(code).await?;
        client.answer(entered).await?.map_err(anyhow::Error::msg)?;
        // Where it is refused, time passes instead.
        let auto = client.send(json!({"type": "auto", "on": true})).await?;
        let _ = client.answer(auto).await?;
        while Instant::now() < end {
            if let Some(word) = client.nonce_word() {
                client.send(word).await?;
            }
            // One person alone is waited for between deals.
            if client.room["next"]["seats"] == json!([]) {
                client.send(json!({"type": "next"})).await?;
            }
            let _ = tokio::time::timeout_at(end.into(), client.receive()).await;
        }
        anyhow::Ok(())
    });
    Ok(try_join_all(looking).await?.len() as u64)
}

/// Somebody at a table of bots, and at another one when the match is over.
struct Honest {
    server: Server,
    client: Client,
}

impl Honest {
    /// Opens a table with bots and waits until it is dealt.
    async fn sit(server: &Server) -> Result<Honest> {
        let token = server.register("老实").await?;
        let body = json!({"setup": setup(RuleSetId::ALL[0], Value::Null)});
        let room = server.request("POST", "/api/quick", Some(&token), Some(&body)).await?.good()?;
        let mut client = Client::connect(server, &token).await?;
        let entered = client.enter(room["code"].as_str().context("a room")?).await?;
        client.answer(entered).await?.map_err(anyhow::Error::msg)?;
        let mut honest = Honest { server: server.clone(), client };
        let start = Instant::now();
        while honest.client.table.table.is_null() {
            ensure!(start.elapsed() < Duration::from_secs(30), "no deal after half a minute");
            honest.receive().await?;
        }
        Ok(honest)
    }

    /// Takes in one message, and says what is to be said outside of a deal.
    async fn receive(&mut self) -> Result<Value> {
        let Received::Message(message) = self.client.receive().await? else { anyhow::bail!("cut off") };
        if let Some(word) = self.client.nonce_word() {
            self.client.send(word).await?;
        } else if self.client.room["phase"] == "between" && message["type"] == "room" {
            self.client.send(json!({"type": "next"})).await?;
        }
        Ok(message)
    }

    /// Plays for a time; from each answer of its own until the next one of a bot is received.
    async fn play(&mut self, time: Duration) -> Result<Vec<Duration>> {
        let (end, mut times, mut answered) = (Instant::now() + time, Vec::new(), 0);
        let mut waiting: Option<Instant> = None;
        while Instant::now() < end {
            if !self.client.table.table["over"].is_null() {
                self.client.ask(json!({"type": "leave"})).await?;
                *self = Honest::sit(&self.server.clone()).await?;
                (waiting, answered) = (None, 0);
            }
            let asked = self.client.table.prompt().filter(|(open, _)| *open != answered);
            if let Some((decision, choices)) = asked.map(|(decision, choices)| (decision, choices.to_vec())) {
                answered = decision;
                // Slower than what one connection may say.
                tokio::time::sleep(Duration::from_millis(110)).await;
                let action = choices.last().cloned().context("a choice")?;
                self.client.send(json!({"type": "act", "decision": decision, "action": action})).await?;
                waiting = Some(Instant::now());
            }
            let message = self.receive().await?;
            let seat = &self.client.table.table["view"]["seat"];
            let thrown = |event: &Value| event["type"] == "discarded" && event["seat"] != *seat;
            if message["events"].as_array().is_some_and(|events| events.iter().any(thrown)) {
                times.extend(waiting.take().map(|since| since.elapsed()));
            }
        }
        Ok(times)
    }
}
