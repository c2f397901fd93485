//! Matches over real sockets whose every byte is kept: four seats and a spectator who knows nothing.

use super::checker::Told;
use crate::short::short_match;
use crate::{Bar, Host, Plan, quick_setup};
use anyhow::{Context, Result, bail};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use sifang_bots::Rng;
use sifang_client::{Server, Table};
use sifang_proto::PROTOCOL;
use sifang_rules::any::RuleSetId;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::{Message, client::IntoClientRequest};
use tokio_tungstenite::{WebSocketStream, client_async};

/// How long a server may stay silent.
const PATIENCE: Duration = Duration::from_secs(60);

/// A connection that keeps every text it hears.
struct Tap {
    socket: WebSocketStream<TcpStream>,
    texts: Vec<String>,
    table: Table,
    room: Value,
    next: u64,
}

impl Tap {
    async fn connect(server: &Server, token: &str) -> Result<Tap> {
        let stream = TcpStream::connect(server.host()).await?;
        let request = format!("ws://{}/ws", server.host()).into_client_request()?;
        let (socket, _) = client_async(request, stream).await?;
        let mut tap = Tap { socket, texts: Vec::new(), table: Table::default(), room: Value::Null, next: 0 };
        tap.send(json!({"type": "hello", "protocol": PROTOCOL, "token": token})).await?;
        tap.hear().await?;
        Ok(tap)
    }

    async fn send(&mut self, mut message: Value) -> Result<u64> {
        self.next += 1;
        message["id"] = self.next.into();
        self.socket.send(Message::text(message.to_string())).await?;
        Ok(self.next)
    }

    async fn hear(&mut self) -> Result<Value> {
        loop {
            let frame = tokio::time::timeout(PATIENCE, self.socket.next()).await.context("silence")?;
            if let Message::Text(text) = frame.context("the connection ended")?? {
                self.texts.push(text.to_string());
                let message: Value = serde_json::from_str(&text)?;
                if message["type"] == "room" {
                    self.room = message["room"].clone();
                }
                self.table.take(&message).map_err(anyhow::Error::msg)?;
                return Ok(message);
            }
        }
    }

    async fn ask(&mut self, message: Value) -> Result<()> {
        let id = self.send(message).await?;
        loop {
            let message = self.hear().await?;
            match message["type"].as_str() {
                Some("ack") if message["id"] == id => return Ok(()),
                Some("error") => bail!("refused: {message}"),
                _ => {}
            }
        }
    }

    /// Takes part until the match is over; a spectator only listens.
    async fn play(mut self, seed: u64) -> Result<Vec<String>> {
        let rng = &mut Rng::new(seed);
        let (mut sent_nonce, mut said_next, mut answered) = (false, 0, None);
        let seated = seed != 0;
        while !self.table.is_over() {
            let deal = self.table.table["deal"].as_u64().unwrap_or_default();
            let phase = self.room["phase"].as_str().unwrap_or_default().to_owned();
            let prompt = self.table.prompt().map(|(decision, choices)| (decision, choices.to_vec()));
            if seated && phase == "nonces" && !sent_nonce {
                sent_nonce = true;
                self.send(json!({"type": "nonce", "nonce": format!("{:032x}", rng.word())})).await?;
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
            }
            let message = self.hear().await?;
            if message["code"] == "rate/exceeded" {
                tokio::time::sleep(Duration::from_millis(150)).await;
                answered = None;
            }
        }
        Ok(self.texts)
    }
}

/// V2 for all rule sets.
pub(super) async fn watched(host: &Host, plan: &Plan) -> Result<Vec<Bar>> {
    let rounds = plan.count(1, 20, 100);
    let (mut wrong, mut messages, mut compared) = (Vec::new(), 0, 0);
    for round in 0..rounds {
        let mut tables = JoinSet::new();
        for (number, rules) in RuleSetId::ALL.iter().enumerate() {
            let seed = 1 + plan.seed + 1000 * round + 10 * number as u64;
            tables.spawn(one_match(host.server.clone(), *rules, seed));
        }
        while let Some(told) = tables.join_next().await {
            let mut seats = told??;
            let open = seats.pop().context("a spectator")?;
            for seat in &mut seats {
                compared += seat.compare(&open);
                messages += seat.messages;
                wrong.append(&mut seat.wrong);
            }
            messages += open.messages;
            wrong.extend(open.wrong);
        }
    }
    for line in wrong.iter().take(20) {
        eprintln!("V2: {line}");
    }
    Ok(vec![
        Bar::none(
            "V2",
            "things a seat or a spectator was told that it may not know, in messages",
            wrong.len() as u64,
            messages,
        ),
        Bar::at_least("V2", "tables and events compared with what lies open", compared, 1000 * rounds),
    ])
}

/// Plays a match; what the seats were told, and last what the spectator was.
async fn one_match(server: Server, rules: RuleSetId, seed: u64) -> Result<Vec<Told>> {
    let mut tokens = Vec::new();
    for _ in 0..5 {
        tokens.push(server.register("四方").await?);
    }
    let mut setup = quick_setup(rules.id(), &short_match(rules));
    setup["spectators"] = true.into();
    let room = server.open_room(&tokens[0], &setup).await?;
    let mut taps = Vec::new();
    let mut watcher = Tap::connect(&server, &tokens[4]).await?;
    watcher.ask(json!({"type": "enter", "room": room})).await?;
    watcher.ask(json!({"type": "stand"})).await?;
    for token in &tokens[..4] {
        let mut tap = Tap::connect(&server, token).await?;
        tap.ask(json!({"type": "enter", "room": room})).await?;
        tap.ask(json!({"type": "ready", "ready": true})).await?;
        taps.push(tap);
    }
    taps[0].ask(json!({"type": "start"})).await?;
    taps.push(watcher);
    let mut playing = JoinSet::new();
    for (number, tap) in taps.into_iter().enumerate() {
        let seed = if number == 4 { 0 } else { 10 * seed + number as u64 + 1 };
        playing.spawn(async move { (number, tap.play(seed).await) });
    }
    let mut told = Vec::new();
    while let Some(played) = playing.join_next().await {
        let (number, texts) = played?;
        let texts = texts.with_context(|| format!("{} seat {number}", rules.id()))?;
        let seat = texts.iter().rev().find_map(|text| {
            let message: Value = serde_json::from_str(text).ok()?;
            message["table"]["view"]["seat"].as_u64()
        });
        told.push((number, Told::read(seat.map(|seat| seat as usize), &texts)));
    }
    told.sort_by_key(|(number, _)| *number);
    Ok(told.into_iter().map(|(_, told)| told).collect())
}
