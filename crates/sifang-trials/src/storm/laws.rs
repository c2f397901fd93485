//! Laws of the answers: every message that reaches the room is answered once, in the order of the
//! messages, as long as its connection lives; and who comes to a room that is over is sent that it is.

use serde_json::Value;
use std::collections::{BTreeMap, VecDeque};

/// Messages that wait for their answers, by connection.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    waiting: BTreeMap<u64, VecDeque<u32>>,
    /// Why the room is over, as whoever comes in receives it.
    over: Option<&'static str>,
}

impl Answers {
    /// A message has arrived.
    pub(crate) fn asked(&mut self, link: u64, id: u32) {
        self.waiting.entry(link).or_default().push_back(id);
    }

    /// The connection has ended: nobody waits any more.
    pub(crate) fn ended(&mut self, link: u64) {
        self.waiting.remove(&link);
    }

    /// From now on whoever comes in receives this.
    pub(crate) fn over(&mut self, code: &'static str) {
        self.over = Some(code);
    }

    /// A text is sent to a connection.
    pub(crate) fn sent(&mut self, link: u64, text: &str) -> Result<(), String> {
        if !text.starts_with("{\"type\":\"ack\"") && !text.starts_with("{\"type\":\"error\"") {
            return Ok(());
        }
        let message: Value = serde_json::from_str(text).map_err(|error| format!("not JSON: {error}"))?;
        let first = self.waiting.get_mut(&link).and_then(VecDeque::pop_front);
        if first.map(u64::from) != message["id"].as_u64() {
            return Err(format!("message {first:?} is due for an answer, and connection {link} gets {text}"));
        }
        if let Some(code) = self.over {
            // What was said before the end may still be answered as it was meant.
            let code = if first == Some(1) { code } else { "room/none" };
            if message["code"] != code {
                return Err(format!("the room is over ({code}), and connection {link} gets {text}"));
            }
        }
        Ok(())
    }

    /// Who still waits for an answer.
    pub(crate) fn missing(&self) -> Option<String> {
        let (link, ids) = self.waiting.iter().find(|(_, ids)| !ids.is_empty())?;
        Some(format!("connection {link} never got an answer to message {}", ids[0]))
    }
}
