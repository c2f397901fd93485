//! `sifang replay --views`: a record as one seat lived through it, for tests of clients and for programs that learn from views.

use crate::exit::Failure;
use serde::Serialize;
use sifang_fair::{Secret, deal_key};
use sifang_match::{Match, Record, verify};
use sifang_options::{Lang, OptionSet};
use sifang_rules::any::RuleSetId;
use sifang_rules::with_rule_set;
use sifang_table::{RuleSet, SeenEvent, View, Viewer};
use sifang_tiles::Seat;
use std::io::Write;

/// What a seat saw happen since the line before, and what it sees now.
#[derive(Serialize)]
struct Line<E, W> {
    /// Number of the deal, from 1.
    deal: u32,
    events: Vec<SeenEvent>,
    view: View<E, W>,
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
            seen = print_step(number, game, seat, seen, out)?;
        }
        for command in &deal.commands {
            game.command(*command).map_err(|_| Failure::DoesNotHold)?;
            if shown {
                seen = print_step(number, game, seat, seen, out)?;
            }
        }
    }
    Ok(())
}

/// Prints what is new since event `seen`, and answers how many events there are now.
fn print_step<R: RuleSet>(
    deal: u32,
    game: &Match<R>,
    seat: Seat,
    seen: usize,
    out: &mut dyn Write,
) -> Result<usize, Failure> {
    let who = Viewer::Seat(seat);
    let now = game.journal().events().len();
    let events = (seen..now).filter_map(|n| game.journal().seen_by(n, who)).collect();
    serde_json::to_writer(&mut *out, &Line { deal, events, view: game.deal().view(who) })?;
    writeln!(out)?;
    Ok(now)
}
