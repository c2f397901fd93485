//! A player in the simulation: a person with two devices, each with the table as its own reducer has put it together.

use crate::ledger::Answer;
use serde_json::{Value, json};
use sifang_bots::Rng;
use sifang_client::{Part, Table};
use sifang_fair::Nonce;
use sifang_proto::{Millis, Player as Person};

/// One of a player's devices.
#[derive(Debug, Default)]
pub(crate) struct Device {
    /// Its connection.
    pub link: Option<u64>,
    /// Whether it is in the room by this connection.
    pub inside: bool,
    /// The table as it sees it.
    pub table: Table,
    /// The room as it sees it.
    pub room: Value,
    /// Number of the last frame.
    pub id: u32,
    /// The last answer, until its fate is known: frame, decision, action.
    pending: Option<(u32, u64, String)>,
    /// The decision answered last.
    answered: u64,
    part: Part,
    said_next: u64,
    /// Every answer that was acknowledged.
    pub acknowledged: Vec<Answer>,
}

/// What a message meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Received {
    Nothing,
    /// A snapshot in which this player is asked for a claim.
    ClaimSnapshot,
    /// An answer came after the table had answered for the seat.
    TooLate,
    /// The room is left.
    Left,
}

impl Device {
    /// Takes in a text; an error is a promise that was broken.
    pub(crate) fn receive(&mut self, text: &str) -> Result<Received, String> {
        let message: Value = serde_json::from_str(text).map_err(|error| format!("not JSON: {error}"))?;
        self.table.take(&message)?;
        let about_answer = self.pending.as_ref().is_some_and(|(id, ..)| message["id"] == *id);
        match message["type"].as_str() {
            Some("room") => self.room = message["room"].clone(),
            Some("snapshot") => return Ok(self.snapshot()),
            Some("ack") => {
                self.inside = true;
                if about_answer && let Some((_, decision, action)) = self.pending.take() {
                    self.acknowledged.push((decision, action));
                }
            }
            Some("error") if about_answer => {
                return self.refused(message["code"].as_str().unwrap_or_default());
            }
            Some("closed") => return Ok(Received::Left),
            _ => {}
        }
        Ok(Received::Nothing)
    }

    fn snapshot(&self) -> Received {
        let asked = self.table.prompt().map_or(&[][..], |(_, choices)| choices);
        let starts =
            |word: &str| asked.iter().any(|choice| choice.as_str().is_some_and(|c| c.starts_with(word)));
        if starts("pass") && !starts("discard") { Received::ClaimSnapshot } else { Received::Nothing }
    }

    /// An answer that was offered can be too late, or be given already from the other device; nothing else.
    fn refused(&mut self, code: &str) -> Result<Received, String> {
        let Some((_, decision, action)) = self.pending.take() else { return Ok(Received::Nothing) };
        match code {
            "action/stale" | "action/answered" | "action/not_asked" | "action/deal_over" => {
                Ok(Received::TooLate)
            }
            "room/none" => {
                self.answered = 0;
                Ok(Received::Nothing)
            }
            other => Err(format!("'{action}' to decision {decision} was offered and refused: {other}")),
        }
    }

    /// A new connection: everything whose fate is unknown is said again.
    pub(crate) fn connect(&mut self, link: u64) -> Value {
        (self.link, self.inside, self.id) = (Some(link), false, 1);
        self.part.say_again();
        self.said_next = 0;
        let mut enter = json!({"id": 1, "type": "enter", "room": super::world::ROOM});
        if !self.table.stream.is_empty() {
            enter["since"] = json!({"stream": self.table.stream, "seq": self.table.seq});
        }
        enter
    }

    /// The connection is gone.
    pub(crate) fn lose(&mut self) {
        (self.link, self.inside) = (None, false);
    }

    /// The next frame.
    pub(crate) fn frame(&mut self, mut message: Value) -> Value {
        self.id += 1;
        message["id"] = self.id.into();
        message
    }

    /// An answer that was under way when the connection broke, word for word.
    pub(crate) fn say_again(&mut self) -> Option<Value> {
        let (_, decision, action) = self.pending.clone()?;
        let frame = self.frame(json!({"type": "act", "decision": decision, "action": action}));
        self.pending = Some((self.id, decision, action));
        Some(frame)
    }

    /// Whether there is anything to say.
    pub(crate) fn has_something_to_say(&self, calm: bool) -> bool {
        match self.phase() {
            _ if !self.inside => false,
            "nonces" => self.part.is_due(&self.room),
            "between" => !calm && self.said_next != self.deal(),
            "playing" => self.table.prompt().is_some_and(|(decision, _)| decision != self.answered),
            _ => false,
        }
    }

    /// What it says now.
    pub(crate) fn next_message(&mut self, who: &Person, rng: &mut Rng, calm: bool) -> Option<Value> {
        if !self.has_something_to_say(calm) {
            return None;
        }
        match self.phase() {
            "nonces" => {
                // Both devices have the same.
                let nonce = || Nonce::new(u128::from(who.id.0).to_be_bytes());
                let word = self.part.word(&self.room, &who.id.to_string(), nonce)?;
                Some(self.frame(word))
            }
            "between" => {
                self.said_next = self.deal();
                Some(self.frame(json!({"type": "next"})))
            }
            _ => self.answer(rng),
        }
    }

    fn answer(&mut self, rng: &mut Rng) -> Option<Value> {
        let (decision, choices) = self.table.prompt()?;
        let win = choices.iter().position(|choice| choice == "hu").filter(|_| rng.below(2) == 0);
        let place = win.unwrap_or_else(|| rng.below(choices.len() as u32) as usize);
        let action = choices.get(place)?.as_str()?.to_owned();
        let frame = self.frame(json!({"type": "act", "decision": decision, "action": action}));
        (self.pending, self.answered) = (Some((self.id, decision, action)), decision);
        Some(frame)
    }

    /// Something that is said besides, now and then.
    pub(crate) fn chat(&mut self, rng: &mut Rng) -> Option<Value> {
        let message = match rng.below(60) {
            0 | 1 => json!({"type": "sync"}),
            2 => json!({"type": "phrase", "phrase": "hello"}),
            3 => json!({"type": "auto", "on": rng.below(2) == 0}),
            // An answer to a question that is long closed.
            4 if self.answered > 1 => json!({"type": "act", "decision": self.answered - 1, "action": "pass"}),
            5 => json!({"type": "hurry"}),
            _ => return None,
        };
        Some(self.frame(message))
    }

    /// When its time for the open decision ends, by the server's clock.
    pub(crate) fn deadline(&self) -> Option<Millis> {
        let clock = &self.table.table["clock"];
        Some(clock["until"].as_u64()? + clock["bank_ms"].as_u64()?)
    }

    /// The room's phase as it sees it.
    pub(crate) fn phase(&self) -> &str {
        self.room["phase"].as_str().unwrap_or_default()
    }

    fn deal(&self) -> u64 {
        self.table.table["deal"].as_u64().unwrap_or_default()
    }
}

/// A player.
#[derive(Debug)]
pub(crate) struct Player {
    /// Who it is.
    pub person: Person,
    /// Its devices.
    pub devices: [Device; 2],
    /// The one that it looks at.
    pub active: usize,
    /// Whether it is about to say something.
    pub thinks: bool,
    /// Whether it is about to connect.
    pub connects: bool,
    /// Waits for the ring's edge before it comes back.
    pub hunts: bool,
    /// Answers as late as it can.
    pub late: bool,
}

impl Player {
    /// The device that it looks at.
    pub(crate) fn device(&mut self) -> &mut Device {
        &mut self.devices[self.active]
    }

    /// The device of a connection.
    pub(crate) fn device_of(&mut self, link: u64) -> Option<usize> {
        self.devices.iter().position(|device| device.link == Some(link))
    }
}
