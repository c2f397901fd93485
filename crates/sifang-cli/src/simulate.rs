//! `sifang simulate`: many deals with bots, and what came of them.

use crate::args::Simulate;
use crate::exit::Failure;
use crate::{record, rules, statistics};
use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use sifang_bots::{Learned, Level};
use sifang_options::{Lang, OptionSet, RawOptions};
use sifang_rules::contract::Contract;
use sifang_rules::insight::Insight;
use sifang_rules::with_rule_set;
use sifang_sim::{Plan, Report};
use sifang_table::RuleSet;
use std::fs::File;
use std::io::{BufWriter, IsTerminal, Write};
use std::path::Path;

/// Deals played to time the answers of random bots.
const TIMED_DEALS: u64 = 500;

/// Simulates, prints the statistics and saves a record where asked.
pub(crate) fn run(asked: &Simulate, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
    let id = rules::named(&asked.rules, lang)?;
    with_rule_set!(id, R => simulate::<R>(asked, lang, out))
}

fn simulate<R: Contract + Insight>(asked: &Simulate, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
    let raw = RawOptions::from_pairs(R::Options::SPECS, &asked.set);
    let options = R::Options::from_values(&raw).map_err(|error| Failure::usage(error.message(lang)))?;
    let seats = seats::<R>(asked.players, lang)?;
    let bots = bots(&asked.bots, seats, lang)?;
    let rules = R::new(options, seats);
    if bots.contains(&Level::Net) {
        say_if_untrained(&rules, lang);
    }
    if let Some(path) = &asked.record {
        save(rules, &bots, asked.seed, path, lang)?;
    }
    let threads = asked.threads.map_or_else(available_threads, usize::from);
    let plan = Plan { rules, deals: asked.deals, seed: asked.seed, threads, bots, timing: false };
    let report = measure(plan);
    if asked.json {
        serde_json::to_writer_pretty(&mut *out, &report)?;
        writeln!(out)?;
    } else {
        let changed: Vec<String> =
            options.changed().iter().map(|(name, value)| format!("{name}={value}")).collect();
        statistics::print::<R>(&report, &changed, lang, out)?;
    }
    Ok(())
}

pub(crate) fn available_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Simulates with a progress bar. Random bots answer faster than a clock can be read: they are timed in a short run of
/// their own, so that the figures for deals a second are not those of the clock.
fn measure<R: Insight>(plan: Plan<R>) -> Report {
    let all_random = plan.bots.iter().all(|bot| *bot == Level::Random);
    let bar = progress_bar(plan.deals);
    let mut report =
        sifang_sim::simulate(&Plan { timing: !all_random, ..plan.clone() }, &|done| bar.set_position(done));
    bar.finish_and_clear();
    if all_random {
        let sample = Plan { timing: true, deals: plan.deals.min(TIMED_DEALS), threads: 1, ..plan };
        let timed = sifang_sim::simulate(&sample, &|_| {});
        for (bot, timed) in report.bots.iter_mut().zip(timed.bots) {
            bot.us_per_decision = timed.us_per_decision;
            bot.us_slowest = timed.us_slowest;
        }
    }
    report
}

/// A bar on standard error; none where nobody looks.
pub(crate) fn progress_bar(deals: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(deals);
    match ProgressStyle::with_template("{wide_bar} {human_pos}/{human_len} {per_sec} {eta}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// How many play: the number asked for, or the most that can.
pub(crate) fn seats<R: RuleSet>(asked: Option<usize>, lang: Lang) -> Result<usize, Failure> {
    let allowed = R::SEATS;
    let seats = asked.unwrap_or(*allowed.end());
    if allowed.contains(&seats) {
        return Ok(seats);
    }
    let (least, most) = (allowed.start(), allowed.end());
    Err(Failure::usage(match lang {
        Lang::Zh => format!("{} 不能 {seats} 人玩，可为 {least} 到 {most} 人", R::ID),
        Lang::En => format!("{seats} players cannot play {}; {least} to {most} can", R::ID),
    }))
}

/// The bot of each seat.
fn bots(names: &[String], seats: usize, lang: Lang) -> Result<Vec<Level>, Failure> {
    let levels = names.iter().map(|name| Level::by_name(name.trim()).map_err(Failure::usage));
    let levels = levels.collect::<Result<Vec<_>, _>>()?;
    match levels[..] {
        [one] => Ok(vec![one; seats]),
        _ if levels.len() == seats => Ok(levels),
        _ => Err(Failure::usage(match lang {
            Lang::Zh => format!("给了 {} 个机器人，座位有 {seats} 个：请写 1 个或 {seats} 个", names.len()),
            Lang::En => format!("{} bots for {seats} seats; name one, or one for each seat", names.len()),
        })),
    }
}

/// Says so where the learned player has not learned these options or this number of players.
pub(crate) fn say_if_untrained<R: Insight>(rules: &R, lang: Lang) {
    if Learned::knows(rules).is_none() {
        match lang {
            Lang::Zh => eprintln!("net 没有练过 {} 的这种玩法，由 expert 代打", R::ID),
            Lang::En => eprintln!("net has not learned {} under these options; expert plays for it", R::ID),
        }
    }
}

/// Plays a fair match and writes its record.
fn save<R: Insight>(rules: R, bots: &[Level], seed: u64, path: &Path, lang: Lang) -> Result<(), Failure> {
    let record = record::play(rules, bots, seed).context("the match could not be played")?;
    let name = || path.display().to_string();
    let mut file = BufWriter::new(File::create(path).with_context(name)?);
    serde_json::to_writer_pretty(&mut file, &record).with_context(name)?;
    writeln!(file).and_then(|()| file.flush()).with_context(name)?;
    let deals = record.deals.len();
    match lang {
        Lang::Zh => eprintln!("已将 {deals} 局的对局记录存入 {}", path.display()),
        Lang::En => eprintln!("a match of {deals} deals is recorded in {}", path.display()),
    }
    Ok(())
}
