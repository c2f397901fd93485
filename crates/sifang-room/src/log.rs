//! The lines of a room's log: one JSON object each, chained by a sum, so that a line that was changed, lost or moved is found
//! when the log is replayed. (That none is missing at the end is the store's promise.)

use crate::input::{CHANCE, Deed, LogLine};
use serde::ser::{SerializeMap as _, Serializer};
use serde::{Deserialize, Serialize};
use sifang_proto::{ClientMessage, HexDigits, Millis, Player, PlayerId, write_json};
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// One line of the log, without its sum.
#[derive(Deserialize)]
pub(crate) struct Line {
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
impl Serialize for Line {
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

/// `,"sum":"` and sixteen digits and `"}`.
const TAIL: usize = 26;
/// Bytes that most lines need at most.
const ROOM: usize = 256;

/// The chain of sums over the lines so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Sum(u64);

impl Sum {
    /// The next line.
    pub(crate) fn write(&mut self, line: &Line) -> LogLine {
        let mut text = String::with_capacity(ROOM);
        // A line has only texts and numbers in it: writing to memory does not fail.
        let written = write_json(&mut text, line);
        debug_assert!(written.is_ok() && serde_json::to_string(line).is_ok_and(|general| general == text));
        self.0 = xxh3_64_with_seed(text.as_bytes(), self.0);
        text.pop();
        text.push_str(",\"sum\":\"");
        text.push_str(&HexDigits::of(self.0));
        text.push_str("\"}");
        LogLine(text.into_bytes())
    }

    /// Reads the next line; the error says what is wrong with it.
    pub(crate) fn read(&mut self, bytes: &[u8]) -> Result<Line, &'static str> {
        let (body, tail) = bytes.split_at(bytes.len().saturating_sub(TAIL));
        let mut body = body.to_vec();
        body.push(b'}');
        self.0 = xxh3_64_with_seed(&body, self.0);
        let digits = tail.strip_prefix(b",\"sum\":\"").and_then(|rest| rest.strip_suffix(b"\"}"));
        if digits != Some(HexDigits::of(self.0).as_bytes()) {
            return Err("is damaged, or does not follow the one before it");
        }
        serde_json::from_slice(&body).map_err(|_| "cannot be read")
    }
}

/// Random bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Random bytes from hexadecimal digits.
pub(crate) fn unhex(text: &str) -> Option<[u8; CHANCE]> {
    let mut bytes = [0; CHANCE];
    if text.len() != 2 * CHANCE || !text.is_ascii() {
        return None;
    }
    for (i, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * i..2 * i + 2], 16).ok()?;
    }
    Some(bytes)
}
