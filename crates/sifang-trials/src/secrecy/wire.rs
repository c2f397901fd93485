//! Matches over real sockets whose every byte is kept: four seats and a spectator who knows nothing.

use super::auto::Shown;
use super::checker::Received;
use super::nonces::Nonces;
use super::worlds::{self, Found, Taken};
use crate::short::short_match;
use crate::{Bar, Host, Plan, quick_setup};
use anyhow::{Context, Result, bail};
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize as _;
use serde_json::{Value, json};
use sifang_bots::Rng;
use sifang_client::{Part, Server, Table};
use sifang_fair::Nonce;
use sifang_proto::{PROTOCOL, Player};
use sifang_rules::any::RuleSetId;
use sifang_store::{Journal, Settings, Sqlite};
use std::collections::BTreeMap;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::{Message, client::IntoClientRequest};
use tokio_tungstenite::{WebSocketStream, client_async};

/// How long a server may stay silent.
const PATIENCE: Duration = Duration::from_secs(60);
/// With the uniform pause a match takes minutes: so much of it is watched with every change, and as much as this otherwise.
const A_PART: Duration = Duration::from_secs(10);
const A_MATCH: Duration = Duration::from_secs(600);

/// The viewer who is played for now and then, where there is the uniform pause.
pub(super) const DOZER: usize = 4;

/// A connection that keeps every text it receives.
pub(super) struct Tap {
    socket: WebSocketStream<TcpStream>,
    pub(super) player: Player,
    pub(super) texts: Vec<String>,
    /// When each of them came.
    pub(super) moments: Vec<Instant>,
    table: Table,
    pub(super) room: Value,
    next: u64,
}

impl Tap {
    pub(super) async fn connect(server: &Server, token: &str) -> Result<Tap> {
        let stream = TcpStream::connect(server.host()).await?;
        let request = format!("ws://{}/ws", server.host()).into_client_request()?;
        let (socket, _) = client_async(request, stream).await?;
        let player =
            Player { id: sifang_proto::PlayerId(0), nickname: "?".parse().map_err(anyhow::Error::msg)? };
        let (table, room) = (Table::default(), Value::Null);
        let mut tap = Tap { socket, player, texts: Vec::new(), moments: Vec::new(), table, room, next: 0 };
        tap.send(json!({"type": "hello", "protocol": PROTOCOL, "token": token})).await?;
        let welcome = tap.receive().await?;
        tap.player = Player::deserialize(&welcome["player"])?;
        Ok(tap)
    }

    async fn send(&mut self, mut message: Value) -> Result<u64> {
        self.next += 1;
        message["id"] = self.next.into();
        self.socket.send(Message::text(message.to_string())).await?;
        Ok(self.next)
    }

    async fn receive(&mut self) -> Result<Value> {
        loop {
            let frame = tokio::time::timeout(PATIENCE, self.socket.next()).await.context("silence")?;
            if let Message::Text(text) = frame.context("the connection ended")?? {
                self.texts.push(text.to_string());
                self.moments.push(Instant::now());
                let message: Value = serde_json::from_str(&text)?;
                if message["type"] == "room" {
                    self.room = message["room"].clone();
                }
                self.table.take(&message).map_err(anyhow::Error::msg)?;
                return Ok(message);
            }
        }
    }

    pub(super) async fn ask(&mut self, message: Value) -> Result<()> {
        let id = self.send(message).await?;
        loop {
            let message = self.receive().await?;
            match message["type"].as_str() {
                Some("ack") if message["id"] == id => return Ok(()),
                Some("error") => bail!("refused: {message}"),
                _ => {}
            }
        }
    }

    /// Takes part until the match or the time is over; a spectator only listens. Whoever dozes is played for from each own turn
    /// to the next claim, and takes over with the answer to it.
    pub(super) async fn play(&mut self, seed: Option<u64>, mut dozes: bool, until: Instant) -> Result<()> {
        let rng = &mut Rng::new(seed.unwrap_or_default());
        let (mut part, mut said_next, mut answered) = (Part::default(), 0, None);
        let dozer = dozes;
        let seated = seed.is_some();
        while !self.table.is_over() {
            let deal = self.table.table["deal"].as_u64().unwrap_or_default();
            let phase = self.room["phase"].as_str().unwrap_or_default().to_owned();
            let prompt = self.table.prompt().map(|(decision, choices)| (decision, choices.to_vec()));
            let own = self.player.id.to_string();
            if let Some(word) = part.word(&self.room, &own, || Nonce::new([rng.word() as u8; 16])) {
                self.send(word).await?;
            } else if seated && phase == "between" && said_next != deal {
                said_next = deal;
                self.send(json!({"type": "next"})).await?;
            } else if let Some((decision, choices)) =
                prompt.filter(|(decision, _)| answered != Some(*decision))
            {
                answered = Some(decision);
                let win = choices.iter().position(|choice| choice == "hu");
                let choice = &choices[win.unwrap_or_else(|| rng.below(choices.len() as u32) as usize)];
                self.send(json!({"type": "act", "decision": decision, "action": choice})).await?;
                dozes = dozer && self.table.table["view"]["stage"]["tile"].is_null();
            } else if dozes && phase == "playing" {
                dozes = false;
                self.send(json!({"type": "auto", "on": true})).await?;
            }
            let Ok(message) = tokio::time::timeout_at(until, self.receive()).await else { break };
            if message?["code"] == "rate/exceeded" {
                tokio::time::sleep(Duration::from_millis(150)).await;
                answered = None;
            }
        }
        Ok(())
    }
}

/// V1, V2 and V3 for all rule sets: each is played without pauses to its end, and with the uniform pause beside it.
pub(super) async fn watched(plan: &Plan) -> Result<Vec<Bar>> {
    let start = Instant::now();
    let mut host = Host::start(&plan.sifang)?;
    let rounds = plan.count(1, 20, 100);
    let part = plan.count(A_PART.as_secs(), A_MATCH.as_secs(), A_MATCH.as_secs());
    let (mut all, mut wrong, mut messages, mut compared) = (Vec::new(), Vec::new(), 0, 0);
    let (mut changes, mut early) = (0, [Vec::new(), Vec::new()]);
    let mut nonces = Nonces::default();
    for round in 0..rounds {
        let mut tables = JoinSet::new();
        for (number, rules) in RuleSetId::ALL.iter().enumerate() {
            for paced in [false, true] {
                let seed = 1 + plan.seed + 1000 * round + 10 * number as u64 + u64::from(paced);
                let until = Instant::now() + if paced { Duration::from_secs(part) } else { A_MATCH };
                tables.spawn(one_match(host.server.clone(), *rules, seed, paced, until));
            }
        }
        while let Some(taken) = tables.join_next().await {
            let taken = taken??;
            let mut received = taken.viewers.iter().map(|(_, texts)| Received::read(seat_in(texts), texts));
            let open = received.next().context("a spectator")?;
            for mut seat in received {
                compared += seat.compare(&open);
                messages += seat.messages;
                wrong.append(&mut seat.wrong);
            }
            messages += open.messages;
            wrong.extend(open.wrong);
            for (_, texts) in &taken.viewers {
                let mut shown = Shown::read(seat_in(texts), texts);
                changes += shown.changes;
                let mut shown_nonces = Nonces::read(texts);
                nonces.seen += shown_nonces.seen;
                nonces.wrong.append(&mut shown_nonces.wrong);
                early.iter_mut().zip(&mut shown.early).for_each(|(all, more)| all.append(more));
            }
            all.push(taken);
        }
    }
    for line in wrong.iter().take(20) {
        eprintln!("V2: {line}");
    }
    for line in nonces.wrong.iter().take(5) {
        eprintln!("N1: {line}");
    }
    for line in early.iter().flat_map(|lines| lines.iter().take(5)) {
        eprintln!("A1: {line}");
    }
    host.kill()?;
    eprintln!("secrecy: {} matches after {:.1} s", all.len(), start.elapsed().as_secs_f64());
    let mut bars = in_other_worlds(&host, &all, plan, rounds).await?;
    bars.extend([
        Bar::none(
            "V2",
            "things sent to a seat or a spectator that it may not know, in messages",
            wrong.len() as u64,
            messages,
        ),
        Bar::at_least("V2", "tables and events compared with what lies open", compared, 1000 * rounds),
        Bar::none(
            "A1",
            "seats that others saw take over from auto-play in the middle of a window, or in another's turn",
            early[1].len() as u64,
            changes,
        ),
        Bar::none(
            "A1",
            "seats that others saw go to auto-play in the middle of a window, or in another's turn",
            early[0].len() as u64,
            changes,
        ),
        Bar::at_least("A1", "changes of auto-play that others saw", changes, 20 * rounds),
        Bar::none(
            "N1",
            "nonces that a socket carried before everybody had committed to one, or that were not committed to",
            nonces.wrong.len() as u64,
            nonces.seen,
        ),
        Bar::at_least("N1", "nonces of matches that were played", nonces.seen, 100 * rounds),
    ]);
    Ok(bars)
}

/// Holds what the sockets carried against the logs of the rooms, and against worlds that look the same.
async fn in_other_worlds(host: &Host, all: &[Taken], plan: &Plan, rounds: u64) -> Result<Vec<Bar>> {
    let store = Sqlite::open(Settings::new(host.folder())).await?;
    let mut logs = BTreeMap::new();
    for room in store.load().await? {
        logs.insert(room.room.link, room.log.map_err(|damage| anyhow::anyhow!("{damage}"))?);
    }
    store.shut_down().await?;
    let (mut found, rng) = (Found::default(), &mut Rng::of(&[plan.seed, 0x7765_6c74]));
    for taken in all {
        let log = logs.get(&taken.room).context("the log of a room")?;
        worlds::look(taken, log, rng, &mut found).with_context(|| taken.rules)?;
    }
    let Found { texts, tables, own, discards, asked_otherwise } = found;
    Ok(vec![
        Bar::none(
            "V1",
            "texts of tables on sockets that are not, byte for byte, what the room's log leads to",
            texts.1,
            texts.0,
        ),
        Bar::none(
            "V1",
            "tables shown by sockets that differ when everything hidden from the viewer is exchanged",
            tables.1,
            tables.0,
        ),
        Bar::at_least("V1", "such tables, of seats and spectators of all rule sets", tables.0, 200 * rounds),
        Bar::at_least(
            "V1",
            "tables that differ when the viewer's own tiles are exchanged as well (so the trial sees it)",
            own.1,
            (own.0 / 2).max(1),
        ),
        Bar::none(
            "V3",
            "own discards after which number, moments or bytes of messages tell such worlds apart",
            discards.1,
            discards.0,
        ),
        Bar::at_least(
            "V3",
            "of these, others were asked in one world and not in the other",
            asked_otherwise,
            rounds,
        ),
    ])
}

/// The seat that texts were sent to; none: a spectator.
fn seat_in(texts: &[String]) -> Option<usize> {
    texts.iter().rev().find_map(|text| {
        let message: Value = serde_json::from_str(text).ok()?;
        message["table"]["view"]["seat"].as_u64().map(|seat| seat as usize)
    })
}

/// Plays a match; what the sockets of a spectator and of four seats carried.
async fn one_match(
    server: Server,
    rules: RuleSetId,
    seed: u64,
    paced: bool,
    until: Instant,
) -> Result<Taken> {
    let mut setup = quick_setup(rules.id(), &short_match(rules));
    (setup["spectators"], setup["uniform_pause"]) = (true.into(), paced.into());
    let mut tokens = Vec::new();
    for _ in 0..5 {
        tokens.push(server.register("同桌").await?);
    }
    let room = server.open_room(&tokens[1], &setup).await?;
    let mut taps = Vec::new();
    for (number, token) in tokens.iter().enumerate() {
        let mut tap = Tap::connect(&server, token).await?;
        tap.ask(json!({"type": "enter", "room": room})).await?;
        let word =
            if number == 0 { json!({"type": "stand"}) } else { json!({"type": "ready", "ready": true}) };
        tap.ask(word).await?;
        taps.push(tap);
    }
    taps[1].ask(json!({"type": "start"})).await?;
    let mut playing = JoinSet::new();
    for (number, mut tap) in taps.into_iter().enumerate() {
        let seed = (number > 0).then_some(10 * seed + number as u64);
        // The pause is long enough for an answer before the seat is played for.
        let dozes = paced && number == DOZER;
        playing.spawn(async move { (number, tap.play(seed, dozes, until).await, tap) });
    }
    let mut viewers = BTreeMap::new();
    while let Some(played) = playing.join_next().await {
        let (number, ended, tap) = played?;
        ended.with_context(|| format!("{} viewer {number}", rules.id()))?;
        viewers.insert(number, (tap.player, tap.texts));
    }
    let viewers = viewers.into_values().collect();
    Ok(Taken { rules: rules.id(), room, paced, viewers })
}
