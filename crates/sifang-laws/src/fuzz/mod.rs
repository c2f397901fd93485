//! Inputs nobody would write: random and damaged notation, score requests, records and action sequences. Nothing may panic, and
//! nothing may take long.
//!
//! Input number `n` of a seed is always the same, so that a failure can be shown again with [`check_input`].

mod effort;
mod request;

pub use effort::{LONGEST, timed};

use crate::conformance::any_action;
use request::Requests;
use serde_json::Value;
use sifang_bots::{Level, Rng};
use sifang_fair::sim_key;
use sifang_match::{Command, Record, Shuffled, verify};
use sifang_options::OptionSet;
use sifang_rules::contract::Contract;
use sifang_rules::insight::Insight;
use sifang_sim::sample_record;
use sifang_table::{Action, Deal, Journal};
use sifang_tiles::{Seat, parse_tile, parse_tiles};
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// What an input is fed to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// Tiles, actions and commands as text.
    Notation,
    /// Score and waits requests as JSON.
    Requests,
    /// Deals, by any actions at all.
    Actions,
    /// Damaged records.
    Records,
}

impl Target {
    /// All of them.
    pub const ALL: [Target; 4] = [Target::Notation, Target::Requests, Target::Actions, Target::Records];
}

/// What was tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tried {
    /// Inputs.
    pub inputs: u64,
    /// Of these such that were accepted (read, scored, applied): a fuzzer that never gets in tests only the door.
    pub accepted: u64,
    /// The longest that one kept its thread busy.
    pub longest: Duration,
}

/// Feeds one target for so long. `corpus` are worked score requests of the rule set, if there are any: most requests are made by
/// changing one of them. The error names the input.
pub fn fuzz<R: Contract + Insight>(
    target: Target,
    seed: u64,
    time: Duration,
    corpus: &[Value],
) -> Result<Tried, String> {
    let fuzzer = Fuzzer::<R>::new(seed, corpus)?;
    let start = Instant::now();
    let mut tried = Tried::default();
    while start.elapsed() < time {
        let (accepted, took) = timed(|| fuzzer.check(target, tried.inputs));
        tried.accepted += accepted?;
        tried.longest = tried.longest.max(took);
        if took > LONGEST {
            return Err(format!("{}: {target:?} input {} of seed {seed} took {took:?}", R::ID, tried.inputs));
        }
        tried.inputs += 1;
    }
    Ok(tried)
}

/// Shows one input again.
pub fn check_input<R: Contract + Insight>(
    target: Target,
    seed: u64,
    n: u64,
    corpus: &[Value],
) -> Result<u64, String> {
    Fuzzer::<R>::new(seed, corpus)?.check(target, n)
}

/// What inputs are made from.
struct Fuzzer<R: Contract + Insight> {
    seed: u64,
    requests: Requests,
    record: String,
    rules: PhantomData<R>,
}

impl<R: Contract + Insight> Fuzzer<R> {
    fn new(seed: u64, corpus: &[Value]) -> Result<Fuzzer<R>, String> {
        let rules = R::new(R::Options::default(), *R::SEATS.end());
        let record = sample_record(rules, seed, 2, Level::Seeker).map_err(|e| e.to_string())?;
        let record = serde_json::to_string(&record).map_err(|e| e.to_string())?;
        Ok(Fuzzer { seed, requests: Requests::new::<R>(corpus), record, rules: PhantomData })
    }

    /// Feeds one input; answers how much of it was accepted.
    fn check(&self, target: Target, n: u64) -> Result<u64, String> {
        let rng = &mut Rng::of(&[self.seed, n]);
        let run = AssertUnwindSafe(|| match target {
            Target::Notation => notation(rng),
            Target::Requests => self.request(rng),
            Target::Actions => self.actions(rng, n),
            Target::Records => self.damaged_record(rng),
        });
        catch_unwind(run).map_err(|_| format!("{}: {target:?} input {n} of seed {} panics", R::ID, self.seed))
    }

    fn request(&self, rng: &mut Rng) -> u64 {
        let mut text = self.requests.make(rng);
        if rng.below(4) == 0 {
            damage(&mut text, rng);
        }
        let scored = serde_json::from_slice(&text).is_ok_and(|request| R::score(&request).is_ok());
        let mut text = self.requests.make(rng);
        if rng.below(4) == 0 {
            damage(&mut text, rng);
        }
        let waits = serde_json::from_slice(&text).is_ok_and(|request| R::waits(&request).is_ok());
        u64::from(scored) + u64::from(waits)
    }

    /// A deal that is given any actions; now and then a legal one, so that it gets somewhere.
    fn actions(&self, rng: &mut Rng, n: u64) -> u64 {
        let options = R::Options::sample(&mut |n| rng.below(n));
        let seats = *R::SEATS.start() + rng.below((R::SEATS.end() - R::SEATS.start() + 1) as u32) as usize;
        let rules = R::new(options, seats);
        let shuffled = Shuffled::new(&rules, &sim_key(self.seed, n));
        let mut journal = Journal::new();
        let mut deal = Deal::start(
            rules,
            &shuffled.set_up(Seat::new(n as usize % seats), rules.first_carry()),
            &mut journal,
        );
        let mut accepted = 0;
        for _ in 0..400 {
            let seat = Seat::new(rng.below(Seat::MAX as u32) as usize);
            let mut action = any_action(rng);
            if rng.below(4) == 0
                && let Some(choices) = deal.decision().and_then(|d| d.choices(seat))
            {
                let hand = deal.table.hand(seat);
                action = choices.nth(rng.below(choices.len(hand) as u32) as usize, hand).unwrap_or_default();
            }
            accepted += u64::from(deal.apply(seat, action, &mut journal).is_ok());
        }
        accepted
    }

    fn damaged_record(&self, rng: &mut Rng) -> u64 {
        let mut text = self.record.clone().into_bytes();
        damage(&mut text, rng);
        let read = serde_json::from_slice::<Record>(&text);
        u64::from(read.is_ok_and(|record| {
            let _ = verify::<R>(&record, &mut |_, _| {});
            true
        }))
    }
}

/// Text that looks a little like notation.
fn notation(rng: &mut Rng) -> u64 {
    const PIECES: &[&str] = &[
        "1m",
        "55p",
        "789s",
        "7z",
        "8f",
        "m",
        "0",
        "9",
        "12345678901234567890m",
        " ",
        "é",
        "东",
        "\0",
        "discard ",
        "chi ",
        "kong ",
        "bury ",
        "piao ",
        "ready ",
        "hu",
        "pass",
        "0 ",
        "3 ",
        "-1",
        "999999999999",
        "\u{10FFFF}",
        "\n",
    ];
    let mut text = String::new();
    for _ in 0..rng.below(12) {
        text.push_str(PIECES[rng.below(PIECES.len() as u32) as usize]);
    }
    let mut bytes = text.into_bytes();
    if rng.below(2) == 0 {
        damage(&mut bytes, rng);
    }
    let text = String::from_utf8_lossy(&bytes);
    u64::from(parse_tiles(&text).is_ok())
        + u64::from(parse_tile(&text).is_ok())
        + u64::from(Action::parse(&text).is_ok())
        + u64::from(text.parse::<Command>().is_ok())
}

/// Changes, doubles, takes out or cuts off a few bytes.
fn damage(bytes: &mut Vec<u8>, rng: &mut Rng) {
    for _ in 0..=rng.below(3) {
        if bytes.is_empty() {
            bytes.push(rng.below(256) as u8);
            continue;
        }
        let at = rng.below(bytes.len() as u32) as usize;
        match rng.below(5) {
            0 => bytes[at] = rng.below(256) as u8,
            1 => bytes[at] = b"0123456789mpszf\"{}[],:-"[rng.below(23) as usize],
            2 => bytes.insert(at, rng.below(256) as u8),
            3 => {
                bytes.remove(at);
            }
            _ if rng.below(8) == 0 => bytes.truncate(at),
            _ => bytes.swap(at, 0),
        }
    }
}
