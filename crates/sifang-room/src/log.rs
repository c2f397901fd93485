//! The lines of a room's log: one JSON object each, chained by a sum, so that a line that was changed, lost or moved is found
//! when the log is replayed. (That none is missing at the end is the store's promise.)

use crate::input::{CHANCE, Deed, LogLine};
use serde::{Deserialize, Serialize};
use sifang_proto::{Millis, write_json};
use std::fmt::Write;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// One line of the log, without its sum.
#[derive(Serialize, Deserialize)]
pub(crate) struct Line {
    pub at: Millis,
    #[serde(flatten)]
    pub deed: Deed,
    /// The random bytes that went into it, as hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chance: Option<String>,
    /// The version of the rules that a match was begun under: another one cannot go on with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<u32>,
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
        let _ = write!(text, ",\"sum\":\"{:016x}\"}}", self.0);
        LogLine(text.into_bytes())
    }

    /// Reads the next line; the error says what is wrong with it.
    pub(crate) fn read(&mut self, bytes: &[u8]) -> Result<Line, &'static str> {
        let (body, tail) = bytes.split_at(bytes.len().saturating_sub(TAIL));
        let mut body = body.to_vec();
        body.push(b'}');
        self.0 = xxh3_64_with_seed(&body, self.0);
        if tail != format!(",\"sum\":\"{:016x}\"}}", self.0).as_bytes() {
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
