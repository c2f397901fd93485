//! A scripted player: it answers every prompt, goes on after every deal, and comes back whenever it is cut off.

use crate::http::Server;
use crate::reduce::Seen;
use crate::socket::{Client, Received};
use anyhow::{Result, bail};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// How long a player waits that was refused for sending too often.
const A_MOMENT: Duration = Duration::from_millis(150);

/// Which of the choices to take: gets the table's view and the number of choices.
pub type Choose<'a> = dyn FnMut(&Value, &[Value]) -> usize + Send + 'a;

/// Takes the first choice.
pub fn first_choice(_view: &Value, _choices: &[Value]) -> usize {
    0
}

/// How a match went for a player.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Played {
    /// The table in the end.
    pub table: Value,
    /// Answers that were acknowledged: decision and action.
    pub acknowledged: Vec<(u64, String)>,
    /// Hashes that were compared.
    pub hashes: u64,
    /// How often it connected again.
    pub returned: u32,
    /// How long it was away each time.
    pub away: Vec<Duration>,
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

/// A player in the middle of a match, driven message by message.
#[derive(Debug)]
pub struct Scripted {
    server: Server,
    token: String,
    room: String,
    /// Its connection.
    pub client: Client,
    /// It has said over this connection that it wants the deal after this one.
    said_next: u64,
    /// The decision answered last, with its action, until it is acknowledged.
    pending: Option<(u64, u64, String)>,
    /// It has been said more than once: its fate was unknown when the connection was lost.
    said_again: bool,
    /// The table as it was when the connection was lost last.
    pub before: Value,
    /// After so long without a message it gives the connection up and comes back by another, as browsers do.
    pub patience: Option<Duration>,
    /// How it went so far; the last table and its hashes are filled in at the end.
    pub played: Played,
}

/// Plays a match to its end.
pub async fn play(
    server: &Server,
    token: &str,
    room: &str,
    client: Client,
    choose: &mut Choose<'_>,
) -> Result<Played> {
    let mut player = Scripted::new(server, token, room, client);
    while player.go_on(choose).await? {}
    Ok(player.finish())
}

impl Scripted {
    /// A player whose connection has entered the room.
    pub fn new(server: &Server, token: &str, room: &str, client: Client) -> Scripted {
        let played = Played::default();
        let (server, token, room) = (server.clone(), token.to_owned(), room.to_owned());
        Scripted {
            server,
            token,
            room,
            client,
            said_next: 0,
            pending: None,
            said_again: false,
            before: Value::Null,
            patience: None,
            played,
        }
    }

    /// Says what there is to say and receives one message, or comes back when it was cut off. False: the match is over.
    pub async fn go_on(&mut self, choose: &mut Choose<'_>) -> Result<bool> {
        if self.client.table.is_over() {
            return Ok(false);
        }
        self.move_on(choose).await?;
        self.listen().await?;
        Ok(true)
    }

    /// After a match: says one thing that leads to another one at the same table, and receives one message.
    pub async fn rematch(&mut self) -> Result<()> {
        // Everybody learns of everything: without a pause they would keep each other talking.
        tokio::time::sleep(A_MOMENT).await;
        let word = match self.client.room["phase"].as_str() {
            Some("over") => json!({"type": "again"}),
            Some("waiting") if self.is_host() => json!({"type": "start"}),
            Some("waiting") => json!({"type": "ready", "ready": true}),
            _ => {
                self.move_on(&mut first_choice).await?;
                return self.listen().await;
            }
        };
        // A connection that is gone is noticed by who listens.
        drop(self.client.send(word).await);
        self.listen().await
    }

    fn is_host(&self) -> bool {
        self.client.room["host"] == self.client.player()
    }

    /// Receives one message and answers nothing, or comes back when it was cut off.
    pub async fn listen(&mut self) -> Result<()> {
        let received = match self.patience {
            Some(patience) => tokio::time::timeout(patience, self.client.receive()).await,
            None => Ok(self.client.receive().await),
        };
        match received.unwrap_or(Ok(Received::Closed(None)))? {
            Received::Closed(_) => self.come_back().await,
            Received::Message(message) => self.take(&message).await,
        }
    }

    /// How it went.
    pub fn finish(mut self) -> Played {
        self.played.table = self.client.table.table;
        self.played.hashes = self.client.table.hashes;
        self.played.seen = self.client.table.seen.unwrap_or_default();
        self.played
    }

    /// Says whatever there is to say now.
    async fn move_on(&mut self, choose: &mut Choose<'_>) -> Result<()> {
        if let Some(wrong) = self.client.wrong_nonces() {
            bail!("the randomness of the match is not what was agreed: {wrong}");
        }
        let phase = self.client.room["phase"].as_str().unwrap_or_default().to_owned();
        let sent = if let Some(word) = self.client.nonce_word() {
            self.client.send(word).await.map(|_| ())
        } else if phase == "waiting" && !self.client.room["void"].is_null() {
            // Somebody's nonce was missing: once more.
            let host = self.is_host();
            let word = if host { json!({"type": "start"}) } else { json!({"type": "ready", "ready": true}) };
            self.client.send(word).await.map(|_| ())
        } else if let Some(deal) = self.client.table.ended_deal().filter(|_| phase == "between")
            && self.said_next != deal
        {
            self.said_next = deal;
            self.client.send(json!({"type": "next"})).await.map(|_| ())
        } else {
            self.answer(choose).await
        };
        // A connection that is gone is noticed by who listens.
        drop(sent);
        Ok(())
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
        (self.pending, self.said_again) = (Some((0, decision, action.clone())), false);
        let id = self.client.send(json!({"type": "act", "decision": decision, "action": action})).await?;
        self.pending = Some((id, decision, action));
        Ok(())
    }

    async fn take(&mut self, message: &Value) -> Result<()> {
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
            // It was the last of its match, and while this player was away the others have left that match behind.
            Some("error") if about_answer && self.said_again && message["code"] == "match/none" => {
                self.pending = None;
            }
            Some("error") if message["code"] == "rate/exceeded" => {
                // Whatever it was is said again.
                (self.pending, self.said_next) = (None, 0);
                tokio::time::sleep(A_MOMENT).await;
            }
            Some("error") if about_answer => bail!("an answer was refused: {message}"),
            _ => {}
        }
        Ok(())
    }

    /// Connects again, as often as it takes, and resumes.
    async fn come_back(&mut self) -> Result<()> {
        self.before = self.client.table.table.clone();
        let start = Instant::now();
        for _ in 0..600 {
            let returned = self.try_to_come_back().await;
            if returned.is_ok() {
                self.played.returned += 1;
                self.played.away.push(start.elapsed());
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        bail!("the server did not come back within a minute")
    }

    async fn try_to_come_back(&mut self) -> Result<()> {
        let mut client = Client::connect(&self.server, &self.token).await?;
        client.remember(self.client.memory());
        let id = client.enter(&self.room).await?;
        client.answer(id).await?.map_err(anyhow::Error::msg)?;
        self.client = client;
        // Whether it arrived is unknown; said again it changes nothing.
        self.said_next = 0;
        self.say_again().await
    }

    /// An answer whose fate is unknown is said again, word for word: the table takes it once. One that was acknowledged is not
    /// thought over, even if the view that came back is older than it.
    async fn say_again(&mut self) -> Result<()> {
        let Some((id, decision, action)) = &mut self.pending else { return Ok(()) };
        *id = 0;
        let known = self.played.acknowledged.last().is_some_and(|(last, _)| last == decision);
        if !known {
            self.said_again = true;
            *id = self.client.send(json!({"type": "act", "decision": decision, "action": action})).await?;
        }
        Ok(())
    }
}
