//! Looks for every kind of question that a seat can be asked and prints one position of each, as the asked seat sees it: one
//! JSON object per line. Walls are stacked for rare things and options drawn at random, so that all special prompts come up.
//! The tests of the browser client are fed with it.
//!
//! `cargo run -p sifang-laws --example prompts`

use serde::Serialize;
use sifang_bots::Rng;
use sifang_laws::rarities;
use sifang_match::Shuffled;
use sifang_options::OptionSet;
use sifang_rules::any::RuleSetId;
use sifang_rules::with_rule_set;
use sifang_sim::play_out;
use sifang_table::{Action, Choices, Deal, Journal, RuleSet, SetUp, View, Viewer};
use sifang_tiles::Seat;
use std::collections::BTreeSet;
use std::error::Error;
use std::io::{self, Write};

/// Deals looked at per rule set.
const DEALS: u64 = 3000;

#[derive(Serialize)]
struct PromptLine<'a, E, W> {
    /// The phase and the verbs of the choices.
    kind: &'a str,
    view: View<E, W>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    for id in RuleSetId::ALL {
        with_rule_set!(*id, R => search::<R>(&mut out))?;
    }
    Ok(out.flush()?)
}

fn search<R: RuleSet>(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let mut found = BTreeSet::new();
    for index in 0..DEALS {
        let mut rng = Rng::of(&[71, index]);
        let options =
            if index % 2 == 0 { R::Options::default() } else { R::Options::sample(&mut |n| rng.below(n)) };
        let rules = R::new(options, *R::SEATS.end());
        let dealer = Seat::new(rng.below(rules.seats() as u32) as usize);
        let mut key = [0; 32];
        key[..8].copy_from_slice(&index.to_le_bytes());
        let shuffled = Shuffled::new(&rules, &key);
        let plain = shuffled.set_up(dealer, rules.first_carry());
        let stacked = rarities::row(&rules, dealer, &mut |n| rng.below(n));
        let set_up = SetUp { row: stacked.as_deref().unwrap_or(plain.row), ..plain };
        let mut journal = Journal::new();
        let mut deal = Deal::start(rules, &set_up, &mut journal);
        let mut lines = Vec::new();
        play_out(&mut deal, &mut journal, |deal, seat, choices| {
            let kind = kind(deal, seat, choices);
            if found.insert(kind.clone()) {
                let line = PromptLine { kind: &kind, view: deal.view(Viewer::Seat(seat)) };
                lines.push(serde_json::to_string(&line));
            }
            let all: Vec<Action> = choices.iter(deal.table.hand(seat)).collect();
            all[rng.below(all.len() as u32) as usize]
        });
        for line in lines {
            writeln!(out, "{}", line?)?;
        }
    }
    Ok(())
}

/// `turn: discard hu`, with a dot behind verbs that name a tile where they also come without one.
fn kind<R: RuleSet>(deal: &Deal<R>, seat: Seat, choices: &Choices) -> String {
    let verbs: BTreeSet<String> = choices
        .iter(deal.table.hand(seat))
        .map(|action| match action.to_string().split_once(' ') {
            Some((verb @ ("kong" | "ready" | "ready_ask"), _)) => format!("{verb}."),
            Some((verb, _)) => verb.to_owned(),
            None => action.to_string(),
        })
        .collect();
    let stage = deal.phase().map(R::stage).map_or("", |stage| stage.name);
    format!("{stage}: {}", verbs.into_iter().collect::<Vec<_>>().join(" "))
}
