//! `sifang arena`: programs from outside against the bots, on walls that everybody plays from every seat.
//!
//! Three runs on the same walls: the players that were named; the same with the reference bot in place of the first; and that once more
//! with other luck. The first less the second is how much better the first player is; the second less the third must be nothing but luck.

pub(crate) mod args;
mod program;
mod report;
mod table;

use crate::exit::Failure;
use crate::{rules, simulate};
use anyhow::Context;
use args::Arena;
use program::Program;
use report::{Estimate, Report, Seated};
use serde_json::json;
use sifang_bots::Level;
use sifang_options::{Lang, OptionSet, RawOptions};
use sifang_rules::contract::Contract;
use sifang_rules::insight::Insight;
use sifang_rules::with_rule_set;
use std::io::Write;
use std::time::Duration;
use table::{Count, Plan, Player, Points, play};

/// Plays and reports.
pub(crate) fn run(asked: &Arena, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
    let id = rules::named(&asked.rules, lang)?;
    with_rule_set!(id, R => arena::<R>(asked, lang, out))
}

fn arena<R: Contract + Insight>(asked: &Arena, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
    let raw = RawOptions::from_pairs(R::Options::SPECS, &asked.set);
    let options = R::Options::from_values(&raw).map_err(|error| Failure::usage(error.message(lang)))?;
    let seats = simulate::seats::<R>(asked.players, lang)?;
    if asked.bots.len() != seats {
        return Err(Failure::usage(match lang {
            Lang::Zh => format!("给了 {} 个玩家，座位有 {seats} 个：每个座位写一个", asked.bots.len()),
            Lang::En => format!("{} players for {seats} seats; name one for each", asked.bots.len()),
        }));
    }
    let rules = R::new(options, seats);
    let values: serde_json::Map<String, serde_json::Value> = options
        .to_values()
        .into_iter()
        .filter_map(|(name, value)| Some((name.to_owned(), serde_json::to_value(value).ok()?)))
        .collect();
    let hello = json!({
        "type": "hello", "protocol": "sifang/arena/1", "rules": R::ID, "version": R::VERSION,
        "options": values, "seats": seats, "limit_ms": asked.limit,
    });
    let mut programs = Vec::new();
    let mut places = players(asked, &hello.to_string(), &mut programs)?;
    let reference = reference(asked, &places)?;
    let walls = asked.deals.div_ceil(seats as u64);
    let bar = simulate::progress_bar(3 * walls * seats as u64);
    let mut count = Count::default();
    let mut go = |places: &[Player], luck, programs: &mut [Program]| -> Result<Points, Failure> {
        let plan = Plan { rules, walls, seed: asked.seed, luck, places };
        let played = play(&plan, programs, &mut count, &mut || bar.inc(1));
        Ok(played.context("a program cannot be started")?)
    };
    let main = go(&places, 0, &mut programs)?;
    let seated: Vec<Seated> = (0..seats)
        .map(|place| Seated::new(&asked.bots[place], place, &places[place], &main, &programs))
        .collect();
    places[0] = Player::Bot(reference);
    let control = go(&places, 0, &mut programs)?;
    let again = go(&places, 1, &mut programs)?;
    bar.finish_and_clear();
    programs.iter_mut().for_each(Program::dismiss);
    let report = Report {
        rules: R::ID,
        seed: asked.seed,
        walls,
        deals: walls * seats as u64,
        limit_ms: asked.limit,
        reference: reference.name(),
        players: seated,
        better: Estimate::of_difference(&main, &control),
        luck_alone: Estimate::of_difference(&control, &again),
    };
    if asked.json {
        serde_json::to_writer_pretty(&mut *out, &report)?;
        writeln!(out)?;
    } else {
        report.print(lang, out)?;
    }
    Ok(())
}

/// Bots by name; everything else is a program.
fn players(asked: &Arena, hello: &str, programs: &mut Vec<Program>) -> Result<Vec<Player>, Failure> {
    let mut places = Vec::new();
    for name in &asked.bots {
        places.push(match Level::by_name(name.trim()) {
            Ok(level) => Player::Bot(level),
            // A single word that is no program nearly always is a bot's name with a slip in it.
            Err(unknown) if !name.trim().contains(['/', '.', ' ']) => return Err(Failure::usage(unknown)),
            Err(_) => {
                let limit = Duration::from_millis(asked.limit);
                programs.push(Program::new(name, limit, hello.to_owned()).map_err(Failure::usage)?);
                Player::Program(programs.len() - 1)
            }
        });
    }
    Ok(places)
}

/// The bot that the first player is compared with.
fn reference(asked: &Arena, places: &[Player]) -> Result<Level, Failure> {
    if let Some(name) = &asked.reference {
        return Level::by_name(name).map_err(Failure::usage);
    }
    let bots = places.iter().rev().filter_map(|player| match player {
        Player::Bot(level) => Some(*level),
        Player::Program(_) => None,
    });
    Ok(bots.into_iter().next().unwrap_or(Level::Random))
}
