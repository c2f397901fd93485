//! `sifang replay --views`: a record as one seat lived through it, for tests of clients and for programs that learn from views.

use crate::exit::Failure;
use serde::Serialize;
use sifang_fair::{Secret, deal_key};
use sifang_match::{Match, Record, verify};
use sifang_options::{Lang, OptionSet};
use sifang_proto::{ViewPatch, view_hash};
use sifang_rules::any::RuleSetId;
use sifang_rules::with_rule_set;
use sifang_table::{RuleSet, SeenEvent, View, Viewer};
use sifang_tiles::Seat;
use std::io::Write;

/// What a seat saw happen since the line before, and what it sees now: as the server would tell it, and whole.
#[derive(Serialize)]
struct Line<'a, E, W> {
    /// Number of the deal, from 1.
    deal: u32,
    events: Vec<SeenEvent>,
    /// What changed since the line before; none on the first line.
    patch: Option<ViewPatch<'a, E, W>>,
    view: &'a View<E, W>,
    /// The hash that the server would give with it.
    hash: String,
}

/// Prints one line per step of the record, or of one deal of it. Nothing is printed of a record that does not hold.
pub(crate) fn print(
    record: &Record,
    seat: u8,
    deal: Option<u32>,
    lang: Lang,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    if seat >= record.seats {
        let seats = record.seats;
        return Err(Failure::usage(match lang {
            Lang::Zh => format!("没有座位 {seat}，这份记录有 {seats} 个座位，从 0 数起"),
            Lang::En => format!("there is no seat {seat}; the record has {seats}, counted from 0"),
        }));
    }
    let id = RuleSetId::from_id(&record.rules).map_err(|unknown| Failure::usage(unknown.to_string()))?;
    with_rule_set!(id, R => steps::<R>(record, Seat::new(seat.into()), deal, out))
}

fn steps<R: RuleSet>(
    record: &Record,
    seat: Seat,
    wanted: Option<u32>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    if verify::<R>(record, &mut |_, _| {}).is_err() {
        return Err(Failure::DoesNotHold);
    }
    let options =
        R::Options::from_values(&record.options).map_err(|error| Failure::usage(error.to_string()))?;
    let rules = R::new(options, record.seats.into());
    let mut game: Option<Match<R>> = None;
    let mut printer = Printer { who: Viewer::Seat(seat), before: None, out };
    for (number, deal) in (1..).zip(&record.deals) {
        let secret = Secret::from(deal.secret);
        let key = deal_key(&secret, &record.match_id.0.to_be_bytes(), number, &record.terms, &deal.nonces);
        match &mut game {
            None => game = Some(Match::start(rules, &key)),
            Some(game) => game.next_deal(&key).map_err(|_| Failure::DoesNotHold)?,
        }
        let Some(game) = &mut game else { return Err(Failure::DoesNotHold) };
        let shown = wanted.is_none_or(|wanted| wanted == number);
        let mut seen = 0;
        if shown {
            seen = printer.step(number, game, seen)?;
        }
        for command in &deal.commands {
            game.command(*command).map_err(|_| Failure::DoesNotHold)?;
            if shown {
                seen = printer.step(number, game, seen)?;
            }
        }
    }
    Ok(())
}

/// Writes the lines, each against the one before.
struct Printer<'a, R: RuleSet> {
    who: Viewer,
    before: Option<View<R::Extra, R::WinFacts>>,
    out: &'a mut dyn Write,
}

impl<R: RuleSet> Printer<'_, R> {
    /// Prints what is new since event `seen`, and answers how many events there are now.
    fn step(&mut self, deal: u32, game: &Match<R>, seen: usize) -> Result<usize, Failure> {
        let now = game.journal().events().len();
        let events = (seen..now).filter_map(|n| game.journal().seen_by(n, self.who)).collect();
        let view = game.deal().view(self.who);
        let patch = self.before.as_ref().map(|before| ViewPatch::between(before, &view));
        let hash = view_hash(&serde_json::to_vec(&view)?);
        serde_json::to_writer(&mut *self.out, &Line { deal, events, patch, view: &view, hash })?;
        writeln!(self.out)?;
        self.before = Some(view);
        Ok(now)
    }
}
