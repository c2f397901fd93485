//! What the server says.

use crate::json::write_json;
use crate::{ErrorBody, Hint, Millis, Phrase, Player, RoomCode, RoomView, TablePatch, TableView};
use serde::Serialize;
use sifang_table::{DecisionId, SeenEvent};
use sifang_tiles::Seat;

/// Bytes that most messages need at most.
const ROOM: usize = 1024;

/// One message. `E` and `W` are the rule set's own part of a view; messages that carry none leave them at `()`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
#[allow(
    clippy::large_enum_variant,
    reason = "a message lies on the stack until it is written; a box would be an allocation for every update"
)]
pub enum ServerMessage<'a, E = (), W = ()> {
    /// The answer to `hello`.
    Welcome {
        /// [`PROTOCOL`](crate::PROTOCOL).
        protocol: &'a str,
        /// Who you are.
        player: &'a Player,
        /// Rooms you are in, the latest first: `enter` leads back.
        rooms: &'a [RoomCode],
        /// The server's clock.
        now: Millis,
    },
    /// Message `id` has been carried out and will not be forgotten.
    Ack {
        /// The message.
        id: u32,
    },
    /// Message `id` (none: something that could not be read) was refused; nothing has changed.
    Error {
        /// The message.
        id: Option<u32>,
        /// Why.
        #[serde(flatten)]
        error: &'a ErrorBody,
    },
    /// You have knocked: when you are let in, `room` follows; if not, `closed`.
    Knocking {
        /// Where.
        room: RoomCode,
        /// When nobody is taken to answer any more.
        until: Millis,
    },
    /// The room, whole.
    Room {
        /// The room.
        room: &'a RoomView,
    },
    /// The match, whole. Updates that follow continue from `seq`.
    Snapshot {
        /// Names this row of updates; given back in `enter`.
        stream: &'a str,
        /// The number of the last update that is in it.
        seq: u32,
        /// The match as you see it.
        table: TableView<'a, E, W>,
    },
    /// What happened, and what it changed.
    Update {
        /// One more than the last.
        seq: u32,
        /// What happened, for sounds and motion; the patch alone gives the state.
        events: &'a [SeenEvent],
        /// What changed.
        patch: TablePatch<'a, E, W>,
        /// Now and then: the hash of `table.view` after the patch.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        hash: Option<String>,
    },
    /// The answer to `hint`.
    Hint {
        /// The decision.
        decision: DecisionId,
        /// What each discard leaves, what to do, and why.
        hint: &'a Hint,
    },
    /// Somebody says something.
    Phrase {
        /// Who.
        seat: Seat,
        /// What.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        phrase: Phrase,
    },
    /// You are no longer in the room, or this connection ends.
    Closed {
        /// Why.
        reason: CloseReason,
    },
    /// The answer to `ping`.
    Pong {
        /// The server's clock.
        now: Millis,
    },
}

impl<E: Serialize, W: Serialize> ServerMessage<'_, E, W> {
    /// The text of the frame.
    pub fn to_json(&self) -> String {
        let mut text = String::with_capacity(ROOM);
        self.write(&mut text);
        text
    }

    /// The text of the frame, behind what is in `text`, for whoever writes many.
    pub fn write(&self, text: &mut String) {
        let start = text.len();
        // Every key of every map in it is a text or a number: writing to memory does not fail.
        let written = write_json(text, self);
        debug_assert!(
            written.is_ok() && serde_json::to_string(self).is_ok_and(|general| general == text[start..])
        );
    }
}

/// Why somebody is no longer in a room.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum CloseReason {
    /// You left.
    Left,
    /// The host sent you away.
    Kicked,
    /// You knocked and were not let in.
    Refused,
    /// You knocked and nobody answered.
    Unanswered,
    /// Another connection of yours took over.
    Replaced,
    /// The room was closed: nobody is left in it, or nothing happened for long.
    RoomClosed,
    /// The connection was too slow to read; connect again.
    TooSlow,
    /// The server stops; connect again.
    Shutdown,
    /// The token of this connection was revoked, or its account deleted.
    SignedOut,
}
