//! A player of the load trials: it plays, loses its connection, and comes back.

use anyhow::{Result, bail};
use serde_json::{Value, json};
use sifang_client::{Client, Received, Server, seated};
use sifang_rules::any::RuleSetId;
use std::time::Duration;
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout_at};

/// Tables that are set up at the same time.
const ARRIVING: usize = 32;
/// How long a player waits for an answer, or for the server to be there.
const PATIENCE: Duration = Duration::from_secs(60);

/// A seated player.
pub(super) struct Guest {
    server: Server,
    token: String,
    room: String,
    client: Client,
    /// The phase and the decision it has answered last.
    said: (String, u64),
    random: u64,
}

/// Seats four at each of so many tables, which take the rule sets in turn; every match has begun.
pub(super) async fn seat(server: &Server, tables: u64, first: u64) -> Result<Vec<Guest>> {
    let mut guests = Vec::new();
    let mut arriving = JoinSet::new();
    for number in first..first + tables {
        if arriving.len() == ARRIVING
            && let Some(table) = arriving.join_next().await
        {
            guests.extend(table??);
        }
        arriving.spawn(arrive(
            server.clone(),
            number,
            RuleSetId::ALL[number as usize % RuleSetId::ALL.len()],
        ));
    }
    while let Some(table) = arriving.join_next().await {
        guests.extend(table??);
    }
    Ok(guests)
}

async fn arrive(server: Server, number: u64, rules: RuleSetId) -> Result<Vec<Guest>> {
    let mut tokens = Vec::new();
    for seat in 0..4 {
        tokens.push(server.register(&format!("guest {number}-{seat}")).await?);
    }
    let room = server.open_room(&tokens[0], &crate::quick_setup(rules.id(), &json!({}))).await?;
    let mut guests = Vec::new();
    for (seat, token) in tokens.into_iter().enumerate() {
        let client = seated(&server, &token, &room).await?;
        let random = (number * 4 + seat as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let (server, room) = (server.clone(), room.clone());
        guests.push(Guest { server, token, room, client, said: Default::default(), random });
    }
    guests[0].client.ask(json!({"type": "start"})).await?;
    Ok(guests)
}

/// Lets all of them do something at the same time.
pub(super) async fn all<F>(
    guests: Vec<Guest>,
    act: fn(Guest, Instant) -> F,
    until: Instant,
) -> Result<Vec<Guest>>
where
    F: Future<Output = Result<Guest>> + Send + 'static,
{
    let tasks: Vec<_> = guests.into_iter().map(|guest| tokio::spawn(act(guest, until))).collect();
    let mut back = Vec::new();
    for task in tasks {
        back.push(task.await??);
    }
    Ok(back)
}

/// Answers whatever is asked until a moment; then the table rests, with nothing said that is not acknowledged.
pub(super) async fn play(mut guest: Guest, until: Instant) -> Result<Guest> {
    while Instant::now() < until {
        if let Some(message) = guest.due() {
            guest.ask(message).await?;
            continue;
        }
        match timeout_at(until, guest.client.receive()).await {
            Ok(Ok(Received::Closed(status))) => bail!("cut off with {status:?} while playing"),
            Ok(received) => drop(received?),
            Err(_) => break,
        }
    }
    Ok(guest)
}

/// Receives what is still on its way: its table answers one thing after the other, so this answer comes last.
pub(super) async fn settle(mut guest: Guest, _: Instant) -> Result<Guest> {
    let id = guest.client.send(json!({"type": "auto", "on": false})).await?;
    // Refused or not: it is an answer.
    drop(guest.client.answer(id).await?);
    Ok(guest)
}

/// Loses the connection without a word and comes back with what it has seen.
pub(super) async fn come_back(mut guest: Guest, _: Instant) -> Result<Guest> {
    let start = Instant::now();
    let seen = guest.client.drop_and_remember();
    loop {
        match Client::connect(&guest.server, &guest.token).await {
            Ok(mut client) => {
                client.remember(seen);
                let id = client.enter(&guest.room).await?;
                client.answer(id).await?.map_err(|code| anyhow::anyhow!("not let back in: {code}"))?;
                guest.client = client;
                return Ok(guest);
            }
            Err(error) if start.elapsed() > PATIENCE => return Err(error.context("the server is not there")),
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
}

impl Guest {
    /// What the player has to say as things stand.
    fn due(&mut self) -> Option<Value> {
        if let Some(word) = self.client.nonce_word() {
            return Some(word);
        }
        let phase = self.client.room["phase"].as_str()?.to_owned();
        let deal = self.client.table.table["deal"].as_u64().unwrap_or_default();
        let open = self.client.table.prompt().filter(|_| phase == "playing");
        let about = open.map_or(deal, |(decision, _)| decision);
        if self.said == (phase.clone(), about) {
            return None;
        }
        let message = match (phase.as_str(), open) {
            ("between", _) if self.client.table.ended_deal().is_some() => json!({"type": "next"}),
            ("playing", Some((decision, choices))) => {
                self.random = self.random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                let action = &choices[(self.random >> 33) as usize % choices.len()];
                json!({"type": "act", "decision": decision, "action": action})
            }
            _ => return None,
        };
        self.said = (phase, about);
        Some(message)
    }

    /// Says something; that somebody else was faster, or that it sends too often, is no fault.
    async fn ask(&mut self, message: Value) -> Result<()> {
        let id = self.client.send(message.clone()).await?;
        match self.client.answer(id).await? {
            Ok(()) => Ok(()),
            Err(code) if code == "action/stale" || code == "nonce/closed" => Ok(()),
            Err(code) if code == "rate/exceeded" => {
                self.said = Default::default();
                tokio::time::sleep(Duration::from_millis(100)).await;
                Ok(())
            }
            Err(code) => bail!("{message} was refused: {code}"),
        }
    }

    /// The hash of what it sees; none while its table would go on by itself after some time.
    pub(super) fn at_rest(&self) -> Option<String> {
        (self.client.room["phase"] == "playing").then(|| self.client.table.hash())
    }

    /// Whether what it has put together is what the server would show it now.
    pub(super) async fn in_step(&mut self) -> Result<bool> {
        self.client.send(json!({"type": "sync"})).await?;
        let mut before = self.client.table.clone();
        loop {
            match self.client.receive().await? {
                Received::Message(message) if message["type"] == "snapshot" => {
                    let now = &self.client.table;
                    return Ok(now.seq == before.seq && now.hash() == before.hash());
                }
                // Something else happened in the meantime.
                Received::Message(_) => before = self.client.table.clone(),
                Received::Closed(status) => bail!("cut off with {status:?} at rest"),
            }
        }
    }
}
