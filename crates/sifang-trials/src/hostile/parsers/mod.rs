//! H1 at the parsers: everything that reads bytes from the network, fed with damaged and invented input. Input `n` of a seed is
//! always the same, so a failure can be shown again.

mod bodies;
mod damage;
mod questions;
mod wire;

use crate::{Bar, Plan};
use anyhow::Result;
use damage::input;
use sifang_bots::Rng;
use sifang_laws::fuzz::{LONGEST, timed};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A parser.
struct Target {
    name: &'static str,
    /// Inputs to begin with.
    corpus: Vec<Vec<u8>>,
    /// The most bytes that get as far as the parser.
    most: usize,
    /// How many inputs it is given.
    share: Share,
    read: fn(&[u8]) -> Made,
}

/// How many inputs a target is given: fewer where one takes long, or is long.
#[derive(Clone, Copy)]
enum Share {
    Light,
    Middle,
    Heavy,
}

impl Share {
    fn tries(self, plan: &Plan) -> u64 {
        match self {
            Share::Light => plan.count(20_000, 5_000_000, 100_000_000),
            Share::Middle => plan.count(3_000, 200_000, 2_000_000),
            Share::Heavy => plan.count(300, 20_000, 200_000),
        }
    }
}

/// What a parser made of an input.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Made {
    Refused,
    Taken,
    /// Something that it must never make of any input.
    Wrong(String),
}

impl From<bool> for Made {
    fn from(taken: bool) -> Made {
        if taken { Made::Taken } else { Made::Refused }
    }
}

fn text(bytes: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

/// What became of the inputs of a target.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Tried {
    inputs: u64,
    taken: u64,
    failures: u64,
}

impl Target {
    fn all(record: String) -> Result<Vec<Target>> {
        let mut all = bodies::targets(record);
        all.extend(wire::targets());
        all.extend(questions::targets()?);
        Ok(all)
    }

    fn feed(&self, seed: u64, inputs: u64) -> Tried {
        let mut tried = Tried { inputs, ..Tried::default() };
        for n in 0..inputs {
            let bytes = input(&mut Rng::of(&[seed, n]), &self.corpus, self.most);
            let (made, took) = timed(|| catch_unwind(AssertUnwindSafe(|| (self.read)(&bytes))));
            let failed = match made {
                Err(_) => "panics".to_owned(),
                Ok(Made::Wrong(what)) => what,
                Ok(_) if took > LONGEST => format!("takes {took:?}"),
                Ok(made) => {
                    tried.taken += u64::from(made == Made::Taken);
                    continue;
                }
            };
            tried.failures += 1;
            // One that is always wrong need not be shown a thousand times.
            if tried.failures <= 5 {
                let shown: String = text(&bytes).chars().take(2000).collect();
                eprintln!("H1: {}: input {n} of seed {seed} {failed}: {shown:?}", self.name);
            }
        }
        tried
    }
}

/// Every parser in turn, each for its share of inputs.
pub(super) fn parsers(plan: &Plan, record: String) -> Result<Vec<Bar>> {
    let targets = Target::all(record)?;
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let mut bars = Vec::new();
    let mut whole = Tried::default();
    let mut shut = 0;
    for target in targets {
        let tried = target.feed(plan.seed, target.share.tries(plan));
        let what = format!("{}: inputs that panic, go wrong or take {} ms", target.name, LONGEST.as_millis());
        bars.push(Bar::none("H1", what, tried.failures, tried.inputs));
        // Inputs that are all refused at the first byte would try little.
        if tried.taken < tried.inputs / 50 {
            eprintln!("H1: {}: only {} of {} inputs were good", target.name, tried.taken, tried.inputs);
            shut += 1;
        }
        whole.taken += tried.taken;
        whole.inputs += tried.inputs;
    }
    std::panic::set_hook(hook);
    bars.push(Bar::none("H1", "parsers whose inputs were nearly all refused", shut, bars.len() as u64));
    bars.push(Bar::at_least("H1", "of all these, inputs that were good", whole.taken, whole.inputs / 20));
    Ok(bars)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A parser with faults: it panics at a quotation mark, and contradicts itself at a bracket.
    fn faulty(bytes: &[u8]) -> Made {
        assert!(!bytes.contains(&b'"'), "on purpose");
        if bytes.contains(&b'[') { Made::Wrong("is odd".into()) } else { true.into() }
    }

    #[test]
    fn faults_are_found() {
        let target = |read| Target {
            name: "toy",
            corpus: vec![b"good".to_vec()],
            most: 1000,
            share: Share::Light,
            read,
        };
        let found = target(faulty).feed(1, 1000);
        assert!(found.failures > 50 && found.failures + found.taken == 1000, "{found:?}");
        assert_eq!(found, target(faulty).feed(1, 1000), "the same inputs again");
        let sound = target(|bytes| (bytes.len() <= 1000).into()).feed(1, 1000);
        assert_eq!(sound, Tried { inputs: 1000, taken: 1000, failures: 0 });
    }

    #[test]
    fn every_parser_takes_what_its_inputs_begin_with() {
        let record = crate::short::record(1).unwrap();
        for target in Target::all(record).unwrap() {
            for input in &target.corpus {
                let made = (target.read)(input);
                assert!(input.len() <= target.most, "{}: {} bytes", target.name, input.len());
                assert_eq!(made, Made::Taken, "{}: {}", target.name, text(input));
            }
        }
    }
}
