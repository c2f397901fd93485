//! Rooms at work: each has an actor that owns its core. Here is how to reach one, open one, and bring all back after a restart.

mod actor;
mod jobs;
mod open;
mod outbox;
mod reports;
mod turns;

pub(crate) use actor::Actor;
pub(crate) use jobs::Bots;
pub(crate) use open::{open, recover, start_at_once};

use crate::lobby::Founder;
use crate::socket::connection::Connection;
use sifang_proto::{RoomCode, RoomLink};
use sifang_room::{ConnectionId, Input};
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::mpsc;

/// Messages that may wait for a room; who sends more waits.
const INBOX: usize = 64;

/// How to reach a room.
#[derive(Debug)]
pub(crate) struct Handle {
    /// Its name in the store.
    pub(crate) id: Arc<str>,
    /// Its six digits.
    pub(crate) code: RoomCode,
    /// Its link.
    pub(crate) link: RoomLink,
    /// Who opened it; not known of rooms that an older server opened.
    pub(crate) founder: Option<Founder>,
    /// Where its messages go.
    pub(crate) inbox: mpsc::Sender<ToRoom>,
}

/// A message for a room. Small, because every room has a queue of them.
pub(crate) enum ToRoom {
    /// What a client has sent: it comes into the room, or says something there.
    Client { connection: Arc<Connection>, input: Box<Input>, arrived: Instant },
    /// A connection no longer looks.
    Gone { connection: u64 },
    /// A job's answer, or something the server itself has to say.
    Input(Box<Input>),
    /// The server stops.
    Stop,
}

impl Connection {
    /// Its name in a room's core.
    pub(crate) fn name(&self) -> ConnectionId {
        ConnectionId(self.id)
    }
}
