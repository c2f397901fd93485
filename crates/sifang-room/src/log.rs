//! The lines of a room's log: one JSON object each. That none was changed, lost or moved is the store's promise: its chain of
//! digests covers every line.

use crate::input::{CHANCE, Deed, LogLine};
use serde::{Deserialize, Serialize};
use sifang_fair::read_hex;
use sifang_proto::{Millis, write_json};

/// One line of the log.
#[derive(Serialize, Deserialize)]
pub(crate) struct LogEntry {
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

#[cfg(test)]
mod tests {
    use super::*;
    use sifang_proto::{ClientMessage, Player, PlayerId};

    #[test]
    fn lines_are_written_as_ever() {
        let me = || Player { id: PlayerId(1), nickname: "me".parse().expect("a nickname") };
        let act = r#"{"type":"act","decision":3,"action":"discard 5m"}"#;
        let message: ClientMessage = serde_json::from_str(act).expect("a message");
        let say = format!(r#""say":{{"by":"0000000000000001","message":{act}}}"#);
        let player = r#"{"id":"0000000000000001","nickname":"me"}"#;
        for (deed, chance, expected) in [
            (Deed::Say { by: PlayerId(1), message }, None, say),
            (Deed::Enter(me()), None, format!(r#""enter":{player}"#)),
            (
                Deed::Return { player: me(), edition: 2 },
                None,
                format!(r#""return":{{"player":{player},"edition":2}}"#),
            ),
            (Deed::Gone(PlayerId(1)), None, r#""gone":"0000000000000001""#.into()),
            (Deed::Bots(Vec::new()), None, r#""bots":[]"#.into()),
            (Deed::Tick {}, Some("0a"), r#""tick":{},"chance":"0a","rules":4"#.into()),
        ] {
            let line =
                LogEntry { at: 7, deed, chance: chance.map(Into::into), rules: chance.map(|_| 4) }.write();
            assert_eq!(String::from_utf8_lossy(line.expose()), format!(r#"{{"at":7,{expected}}}"#));
            assert_eq!(LogEntry::read(line.expose()).map(|read| read.write() == line), Ok(true));
        }
    }
}
