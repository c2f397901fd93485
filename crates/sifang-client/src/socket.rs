//! One socket of one player: frames out with rising numbers, messages in, the table kept up to date.

use crate::http::Server;
use crate::nonce::{Part, random_nonce};
use crate::reduce::Table;
use anyhow::{Context, Result, bail};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use sifang_proto::PROTOCOL;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout_at};
use tokio_tungstenite::tungstenite::{Message, client::IntoClientRequest};
use tokio_tungstenite::{WebSocketStream, client_async};

/// How long a server may stay silent.
const PATIENCE: Duration = Duration::from_secs(60);

/// What was received.
#[derive(Clone, PartialEq, Debug)]
pub enum Received {
    /// A message.
    Message(Value),
    /// The server closed the connection, with this status if it gave one.
    Closed(Option<u16>),
}

/// A player's connection.
#[derive(Debug)]
pub struct Client {
    socket: WebSocketStream<TcpStream>,
    next: u64,
    /// The table as it is seen.
    pub table: Table,
    /// The room as it is seen; null before the first.
    pub room: Value,
    /// The player's id.
    player: String,
    /// Its part in the randomness of the match.
    part: Part,
}

/// What a player still knows when its connection is gone.
#[derive(Clone, PartialEq, Debug)]
pub struct Memory {
    table: Table,
    room: Value,
    part: Part,
}

impl Client {
    /// Connects and says nothing yet.
    pub async fn dial(server: &Server) -> Result<Client> {
        let stream = server.connect().await?;
        stream.set_nodelay(true)?;
        let request = format!("ws://{}/ws", server.host()).into_client_request()?;
        let (socket, _) = client_async(request, stream).await?;
        let (table, room, player, part) = (Table::default(), Value::Null, String::new(), Part::default());
        Ok(Client { socket, next: 0, table, room, player, part })
    }

    /// The player's id; nothing before it has said who it is.
    pub fn player(&self) -> &str {
        &self.player
    }

    /// Connects and says who it is.
    pub async fn connect(server: &Server, token: &str) -> Result<Client> {
        let mut client = Client::dial(server).await?;
        client.send(json!({"type": "hello", "protocol": PROTOCOL, "token": token})).await?;
        let welcome = client.receive().await?;
        match welcome {
            Received::Message(message) if message["type"] == "welcome" => {
                client.player = message["player"]["id"].as_str().unwrap_or_default().to_owned();
                Ok(client)
            }
            other => bail!("no welcome: {other:?}"),
        }
    }

    /// Sends a message; its number.
    pub async fn send(&mut self, mut message: Value) -> Result<u64> {
        self.next += 1;
        message["id"] = self.next.into();
        self.send_text(message.to_string()).await?;
        Ok(self.next)
    }

    /// Sends any text.
    pub async fn send_text(&mut self, text: String) -> Result<()> {
        Ok(self.socket.send(Message::text(text)).await?)
    }

    /// Sends any frame.
    pub async fn send_frame(&mut self, frame: Message) -> Result<()> {
        Ok(self.socket.send(frame).await?)
    }

    /// Enters a room by code or link; what has been seen already is not sent again.
    pub async fn enter(&mut self, room: &str) -> Result<u64> {
        let mut enter = json!({"type": "enter", "room": room});
        if !self.table.stream.is_empty() {
            enter["since"] = json!({"stream": self.table.stream, "seq": self.table.seq});
        }
        self.send(enter).await
    }

    /// Waits for the next message and takes it in. Pings are no messages: a server that sends nothing else is silent.
    pub async fn receive(&mut self) -> Result<Received> {
        let patience = Instant::now() + PATIENCE;
        loop {
            let frame = timeout_at(patience, self.socket.next())
                .await
                .context("the server said nothing for a minute")?;
            let text = match frame {
                None => return Ok(Received::Closed(None)),
                Some(Ok(Message::Close(frame))) => {
                    return Ok(Received::Closed(frame.map(|frame| frame.code.into())));
                }
                Some(Ok(Message::Text(text))) => text,
                Some(Ok(_)) => continue,
                Some(Err(_)) => return Ok(Received::Closed(None)),
            };
            let message: Value = serde_json::from_str(&text)?;
            if message["type"] == "room" {
                self.room = message["room"].clone();
            }
            self.table.take(&message).map_err(anyhow::Error::msg)?;
            return Ok(Received::Message(message));
        }
    }

    /// Waits for the answer to a message, taking in what comes before it: the `ack`, or the error's code.
    pub async fn answer(&mut self, id: u64) -> Result<Result<(), String>> {
        loop {
            match self.receive().await? {
                Received::Closed(status) => bail!("closed with {status:?} before message {id} was answered"),
                Received::Message(message) if message["id"] == id => {
                    return Ok(match message["type"].as_str() {
                        Some("error") => Err(message["code"].as_str().unwrap_or_default().to_owned()),
                        _ => Ok(()),
                    });
                }
                Received::Message(_) => {}
            }
        }
    }

    /// Sends a message and waits until it is acknowledged.
    pub async fn ask(&mut self, message: Value) -> Result<()> {
        let what = message["type"].to_string();
        let id = self.send(message).await?;
        self.answer(id).await?.map_err(|code| anyhow::anyhow!("{what} was refused: {code}"))
    }

    /// What there is to say now about this player's nonce, if it has not been said: first the commitment, then the nonce.
    pub fn nonce_word(&mut self) -> Option<Value> {
        self.part.word(&self.room, &self.player, random_nonce)
    }

    /// What is wrong with the nonces that the server shows of the match that is played.
    pub fn wrong_nonces(&self) -> Option<String> {
        self.part.wrong(&self.room, &self.player)
    }

    /// Says the next word about its nonce as soon as it is asked for, and waits until that is acknowledged. At a table of several
    /// all must have said the first before the second is asked for.
    pub async fn give_nonce(&mut self) -> Result<()> {
        loop {
            if let Some(word) = self.nonce_word() {
                return self.ask(word).await;
            }
            if let Received::Closed(status) = self.receive().await? {
                bail!("closed with {status:?} before a nonce was asked for");
            }
        }
    }

    /// Drops the connection without a word, as a dead phone does; what was seen is kept for the next one.
    pub fn drop_and_remember(self) -> Memory {
        self.memory()
    }

    /// What another connection of the same player needs to know.
    pub fn memory(&self) -> Memory {
        Memory { table: self.table.clone(), room: self.room.clone(), part: self.part.clone() }
    }

    /// Takes up where another connection of the same player was dropped.
    pub fn remember(&mut self, Memory { table, room, part }: Memory) {
        (self.table, self.room, self.part) = (table, room, part);
        self.part.say_again();
    }
}
