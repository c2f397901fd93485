//! H11 in the middle of a match: the core panics over an answer. The table comes back from its log and everybody sees what they
//! saw before; the same answer goes through then. At another answer it panics twice, and the table is set aside.

use super::panics::{Faulty, back, elsewhere};
use crate::crowd::compare;
use crate::host::{code_of, table};
use crate::quick_setup;
use anyhow::Result;
use serde_json::{Value, json};
use sifang_client::{Client, Received, Server};
use sifang_proto::RoomCode;
use sifang_rules::any::RuleSetId;
use std::sync::Arc;
use tokio::task::JoinSet;

/// At which of its own turns the first player meets a panic over its answer, and at which it meets two.
const ONE_PANIC: u64 = 2;
const TWO_PANICS: u64 = 4;
/// Tables at once.
const AT_ONCE: u64 = 6;

/// What became of the tables.
#[derive(Default)]
pub(super) struct Middle {
    /// Tables that did not come back after the first panic, or were not set aside after two at one place.
    pub(super) wrong: u64,
    /// Views compared, and those that were not the same.
    pub(super) views: (u64, u64),
}

/// Plays so many tables of all rule sets until each is set aside.
pub(super) async fn in_the_middle(server: &Server, chance: &Arc<Faulty>, tables: u64) -> Result<Middle> {
    let mut middle = Middle::default();
    let (mut playing, mut begun) = (JoinSet::new(), 0);
    while begun < tables || !playing.is_empty() {
        while begun < tables && (playing.len() as u64) < AT_ONCE {
            let rules = RuleSetId::ALL[begun as usize % RuleSetId::ALL.len()];
            playing.spawn(one_table(elsewhere(server, begun), chance.clone(), rules));
            begun += 1;
        }
        let Some(ended) = playing.join_next().await else { break };
        for seat in ended?? {
            middle.views.0 += seat.views.0;
            middle.views.1 += seat.views.1;
            if !(seat.fewest..=3).contains(&seat.cut_off) || seat.ended != "room/damaged" {
                eprintln!("H11: cut off {} times, and then {}", seat.cut_off, seat.ended);
                middle.wrong += 1;
            }
        }
    }
    Ok(middle)
}

/// A player at such a table.
struct Seated {
    server: Server,
    token: String,
    room: String,
    client: Client,
    /// Own turns so far, by the decision of the last.
    turns: (u64, Option<u64>),
    cut_off: u64,
    /// How often it may have been, in the end: who comes back slowly finds the table set aside already.
    fewest: u64,
    views: (u64, u64),
    /// Why it was not let in again.
    ended: String,
}

async fn one_table(server: Server, chance: Arc<Faulty>, rules: RuleSetId) -> Result<Vec<Seated>> {
    // A match of the usual length, so that it is not over before its faults.
    let mut setup = quick_setup(rules.id(), &json!({}));
    setup["bots"] = "random".into();
    let (room, mut seats) = table(&server, &setup, 2).await?;
    seats[0].1.ask(json!({"type": "start"})).await?;
    let mut playing = JoinSet::new();
    for (number, (token, client)) in seats.into_iter().enumerate() {
        let code: RoomCode = code_of(&client)?.parse()?;
        let fault = (number == 0).then(|| (chance.clone(), code));
        let (server, room) = (server.clone(), room.clone());
        // The second of two panics needs the one who answers, and nobody else.
        let fewest = if number == 0 { 3 } else { 2 };
        let (turns, cut_off, views, ended) = ((0, None), 0, (0, 0), String::new());
        let seated = Seated { server, token, room, client, turns, cut_off, fewest, views, ended };
        playing.spawn(seated.live(fault));
    }
    let mut seats = Vec::new();
    while let Some(seat) = playing.join_next().await {
        seats.push(seat??);
    }
    Ok(seats)
}

impl Seated {
    /// Plays, comes back when it is cut off, and ends when it is not let in again.
    async fn live(mut self, fault: Option<(Arc<Faulty>, RoomCode)>) -> Result<Seated> {
        loop {
            if !self.play(fault.as_ref()).await? {
                self.ended = "the match went on to its end".into();
                return Ok(self);
            }
            self.cut_off += 1;
            let before = self.client.table.table.clone();
            match back(&self.server, &self.token, &self.room).await? {
                Ok(client) => self.client = client,
                Err(code) => {
                    self.ended = code;
                    return Ok(self);
                }
            }
            while self.client.table.table.is_null() {
                if let Received::Closed(_) = self.client.receive().await? {
                    break;
                }
            }
            compare(&before, &self.client.table.table, &mut self.views);
        }
    }

    /// Takes part until it is cut off; it never wins and never claims, so that the match lasts. False: the match is over.
    async fn play(&mut self, fault: Option<&(Arc<Faulty>, RoomCode)>) -> Result<bool> {
        let (mut answered, mut sent) = (None, Value::Null);
        loop {
            let phase = self.client.room["phase"].clone();
            let prompt = self.client.table.prompt().map(|(decision, choices)| (decision, choices.to_vec()));
            let next = (phase == "between" && phase != sent).then(|| json!({"type": "next"}));
            if let Some(word) = self.client.nonce_word().or(next) {
                self.client.send(word).await?;
            }
            sent = phase;
            if let Some((decision, choices)) = prompt.filter(|(decision, _)| answered != Some(*decision)) {
                answered = Some(decision);
                let action = self.choose(decision, &choices, fault);
                // A connection that is gone is noticed by listening.
                drop(self.client.send(json!({"type": "act", "decision": decision, "action": action})).await);
            }
            match self.client.receive().await? {
                Received::Closed(_) => return Ok(true),
                Received::Message(message) if message["code"] == "rate/exceeded" => answered = None,
                Received::Message(_) if self.client.table.is_over() => return Ok(false),
                Received::Message(_) => {}
            }
        }
    }

    fn choose(&mut self, decision: u64, choices: &[Value], fault: Option<&(Arc<Faulty>, RoomCode)>) -> Value {
        let starts = |word: &str| {
            choices.iter().find(|choice| choice.as_str().is_some_and(|choice| choice.starts_with(word)))
        };
        let discard = starts("discard");
        if discard.is_some() && self.turns.1 != Some(decision) {
            self.turns = (self.turns.0 + 1, Some(decision));
            if let Some((chance, code)) = fault {
                match self.turns.0 {
                    ONE_PANIC => chance.fail_answers(*code, 1),
                    TWO_PANICS => chance.fail_answers(*code, 2),
                    _ => {}
                }
            }
        }
        discard.or(starts("pass")).unwrap_or(&choices[0]).clone()
    }
}
