//! A scripted player: it answers every prompt, goes on after every deal, and comes back whenever it is cut off.

use crate::http::Server;
use crate::reduce::Seen;
use crate::socket::{Client, Heard};
use anyhow::{Result, bail};
use serde_json::{Value, json};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::time::Duration;

/// How long a player waits who was told that it speaks too often.
const A_MOMENT: Duration = Duration::from_millis(150);

/// Which of the choices to take: gets the table's view and the number of choices.
pub type Choose<'a> = dyn FnMut(&Value, &[Value]) -> usize + Send + 'a;

/// Takes the first choice.
pub fn first_choice(_view: &Value, _choices: &[Value]) -> usize {
    0
}

/// How a match went for a player.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// The table in the end.
    pub table: Value,
    /// Answers that were acknowledged: decision and action.
    pub acknowledged: Vec<(u64, String)>,
    /// Hashes that were compared.
    pub hashes: u64,
    /// How often it connected again.
    pub returned: u32,
    /// Every view it saw, if the client kept them.
    pub seen: Vec<Seen>,
}

/// Connects, enters a room and is ready.
pub async fn seated(server: &Server, token: &str, room: &str) -> Result<Client> {
    let mut client = Client::connect(server, token).await?;
    let id = client.enter(room).await?;
    client.answer(id).await?.map_err(|code| anyhow::anyhow!("enter was refused: {code}"))?;
    client.ask(json!({"type": "ready", "ready": true})).await?;
    Ok(client)
}

/// A player in the middle of a match.
struct Player<'a> {
    server: &'a Server,
    token: &'a str,
    room: &'a str,
    client: Client,
    sent_nonce: Option<String>,
    said_next: u64,
    /// The decision answered last, with its action, until it is acknowledged.
    pending: Option<(u64, u64, String)>,
    played: Played,
}

/// Plays a match to its end.
pub async fn play(
    server: &Server,
    token: &str,
    room: &str,
    client: Client,
    choose: &mut Choose<'_>,
) -> Result<Played> {
    let played =
        Played { table: Value::Null, acknowledged: Vec::new(), hashes: 0, returned: 0, seen: Vec::new() };
    let mut player =
        Player { server, token, room, client, sent_nonce: None, said_next: 0, pending: None, played };
    loop {
        if player.client.table.is_over() {
            player.played.table = player.client.table.table.clone();
            player.played.hashes = player.client.table.hashes;
            player.played.seen = player.client.table.seen.take().unwrap_or_default();
            return Ok(player.played);
        }
        player.move_on(choose).await?;
        match player.client.hear().await? {
            Heard::Closed(_) => player.come_back().await?,
            Heard::Message(message) => player.heard(&message).await?,
        }
    }
}

impl Player<'_> {
    /// Says whatever there is to say now.
    async fn move_on(&mut self, choose: &mut Choose<'_>) -> Result<()> {
        let phase = self.client.room["phase"].as_str().unwrap_or_default();
        let match_id = self.client.room["match"]["match_id"].as_str().map(str::to_owned);
        let sent = if phase == "nonces" && match_id.is_some() && self.sent_nonce != match_id {
            self.sent_nonce = match_id;
            self.client.send(json!({"type": "nonce", "nonce": nonce()})).await.map(|_| ())
        } else if phase == "between" && self.said_next != self.deal() {
            self.said_next = self.deal();
            self.client.send(json!({"type": "next"})).await.map(|_| ())
        } else {
            self.answer(choose).await
        };
        // A connection that is gone is noticed by who listens.
        drop(sent);
        Ok(())
    }

    fn deal(&self) -> u64 {
        self.client.table.table["deal"].as_u64().unwrap_or_default()
    }

    async fn answer(&mut self, choose: &mut Choose<'_>) -> Result<()> {
        let Some((decision, choices)) = self.client.table.prompt() else { return Ok(()) };
        if self.pending.as_ref().is_some_and(|(_, asked, _)| *asked == decision) {
            return Ok(());
        }
        let place = choose(&self.client.table.table["view"], choices).min(choices.len().saturating_sub(1));
        let Some(action) = choices.get(place).and_then(Value::as_str).map(str::to_owned) else {
            bail!("a prompt without choices");
        };
        // What is not acknowledged is said again after coming back, so it counts as said even if the line is dead.
        self.pending = Some((0, decision, action.clone()));
        let id = self.client.send(json!({"type": "act", "decision": decision, "action": action})).await?;
        self.pending = Some((id, decision, action));
        Ok(())
    }

    async fn heard(&mut self, message: &Value) -> Result<()> {
        let id = message["id"].as_u64();
        let about_answer = self.pending.as_ref().is_some_and(|(sent, ..)| Some(*sent) == id);
        match message["type"].as_str() {
            Some("ack") if about_answer => {
                if let Some((_, decision, action)) = &self.pending {
                    self.played.acknowledged.push((*decision, action.clone()));
                }
            }
            // Somebody's clock, or a vote, was faster: that is the table's good right.
            Some("error") if about_answer && message["code"] == "action/stale" => self.pending = None,
            Some("error") if message["code"] == "rate/exceeded" => {
                self.pending = None;
                tokio::time::sleep(A_MOMENT).await;
            }
            Some("error") if about_answer => bail!("an answer was refused: {message}"),
            _ => {}
        }
        Ok(())
    }

    /// Connects again, as often as it takes, and resumes.
    async fn come_back(&mut self) -> Result<()> {
        for _ in 0..600 {
            let returned = self.try_to_come_back().await;
            if returned.is_ok() {
                self.played.returned += 1;
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        bail!("the server did not come back within a minute")
    }

    async fn try_to_come_back(&mut self) -> Result<()> {
        let mut client = Client::connect(self.server, self.token).await?;
        client.remember((self.client.table.clone(), self.client.room.clone()));
        let id = client.enter(self.room).await?;
        client.answer(id).await?.map_err(anyhow::Error::msg)?;
        self.client = client;
        self.say_again().await
    }

    /// An answer whose fate is unknown is said again, word for word: the table takes it once. One that was acknowledged is not
    /// thought over, even if the view that came back is older than it.
    async fn say_again(&mut self) -> Result<()> {
        let Some((_, decision, action)) = self.pending.take() else { return Ok(()) };
        let known = self.played.acknowledged.last().is_some_and(|(last, _)| *last == decision);
        let id = if known {
            0
        } else {
            self.client.send(json!({"type": "act", "decision": decision, "action": action})).await?
        };
        self.pending = Some((id, decision, action));
        Ok(())
    }
}

/// Sixteen bytes that nobody can foresee: the keys with which the standard library seeds its maps are random.
fn nonce() -> String {
    let random = || RandomState::new().build_hasher().finish();
    format!("{:016x}{:016x}", random(), random())
}
