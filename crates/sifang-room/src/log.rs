//! The lines of a room's log: one JSON object each. That none was changed, lost or moved is the store's promise: its chain of
//! digests covers every line.

use crate::input::{CHANCE, Deed, LogLine};
use serde::ser::{SerializeMap as _, Serializer};
use serde::{Deserialize, Serialize};
use sifang_fair::read_hex;
use sifang_proto::{ClientMessage, Millis, Player, PlayerId, write_json};

/// One line of the log.
#[derive(Deserialize)]
pub(crate) struct LogEntry {
    pub at: Millis,
    #[serde(flatten)]
    pub deed: Deed,
    /// The random bytes that went into it, as hexadecimal digits.
    #[serde(default)]
    pub chance: Option<String>,
    /// The version of the rules that a match was begun under: another one cannot go on with it.
    #[serde(default)]
    pub rules: Option<u32>,
}

/// By hand: what is made for a flattened field first puts all of it together in memory, with every line that is written.
impl Serialize for LogEntry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        /// What somebody said.
        #[derive(Serialize)]
        struct Said<'a> {
            by: &'a PlayerId,
            message: &'a ClientMessage,
        }
        /// The server has started again.
        #[derive(Serialize)]
        struct Resumed {
            edition: u32,
        }
        /// Somebody has come to a table that stood still.
        #[derive(Serialize)]
        struct Returned<'a> {
            player: &'a Player,
            edition: u32,
        }
        /// A deed that its name says all about.
        #[derive(Serialize)]
        struct Plain {}

        let mut line = serializer.serialize_map(None)?;
        line.serialize_entry("at", &self.at)?;
        match &self.deed {
            Deed::Found(founding) => line.serialize_entry("found", founding)?,
            Deed::Enter(player) => line.serialize_entry("enter", player)?,
            Deed::Say { by, message } => line.serialize_entry("say", &Said { by, message })?,
            Deed::Gone(player) => line.serialize_entry("gone", player)?,
            Deed::Tick {} => line.serialize_entry("tick", &Plain {})?,
            Deed::Bot(answer) => line.serialize_entry("bot", answer)?,
            Deed::Bots(answers) => line.serialize_entry("bots", answers)?,
            Deed::Rename(player) => line.serialize_entry("rename", player)?,
            Deed::Forget(player) => line.serialize_entry("forget", player)?,
            Deed::Resume { edition } => line.serialize_entry("resume", &Resumed { edition: *edition })?,
            Deed::Return { player, edition } => {
                line.serialize_entry("return", &Returned { player, edition: *edition })?
            }
            Deed::Close {} => line.serialize_entry("close", &Plain {})?,
        }
        if let Some(chance) = &self.chance {
            line.serialize_entry("chance", chance)?;
        }
        if let Some(rules) = &self.rules {
            line.serialize_entry("rules", rules)?;
        }
        line.end()
    }
}

/// Bytes that most lines need at most.
const ROOM: usize = 256;

impl LogEntry {
    /// As it is written.
    pub(crate) fn write(&self) -> LogLine {
        let mut text = String::with_capacity(ROOM);
        // A line has only texts and numbers in it: writing to memory does not fail.
        let written = write_json(&mut text, self);
        debug_assert!(written.is_ok() && serde_json::to_string(self).is_ok_and(|general| general == text));
        LogLine(text.into_bytes())
    }

    /// Reads a line. (Those of earlier versions also have a field `sum`.)
    pub(crate) fn read(bytes: &[u8]) -> Result<LogEntry, &'static str> {
        serde_json::from_slice(bytes).map_err(|_| "cannot be read")
    }

    /// The random bytes that went into it; none drawn are zeros.
    pub(crate) fn chance(&self) -> Result<[u8; CHANCE], &'static str> {
        let Some(digits) = &self.chance else { return Ok([0; CHANCE]) };
        read_hex(digits).map_err(|_| "has bad random bytes")
    }
}
