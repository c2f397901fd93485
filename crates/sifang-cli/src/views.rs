//! `sifang replay --views`: a record as one seat lived through it, for tests of clients and for programs that learn from views.

use crate::exit::Failure;
use serde::Serialize;
use sifang_match::{Playback, Record, RecordViewer, verify};
use sifang_options::Lang;
use sifang_proto::{PublicDelta, ViewDelta, view_hash};
use sifang_rules::any::RuleSetId;
use sifang_rules::with_rule_set;
use sifang_table::{Deal, DecisionId, Moment, RuleSet, SeenEvent, View};
use std::io::Write;

/// What a seat saw happen since the line before, and what it sees now: as the server would send it, and whole.
#[derive(Serialize)]
struct StepLine<'a, E, W> {
    /// Number of the deal, from 1.
    deal: u32,
    events: Vec<SeenEvent>,
    /// What changed since the line before; none on the first line.
    patch: Option<ViewDelta<'a, E, W>>,
    view: &'a View<E, W>,
    /// The hash that the server would give with it.
    hash: String,
}

/// Prints one line per step of the record, or of one deal of it. Nothing is printed of a record that does not hold.
pub(crate) fn print(
    record: &Record,
    viewer: &str,
    deal: Option<u32>,
    lang: Lang,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let seats = record.seats;
    let known = |who: &RecordViewer| !matches!(who, RecordViewer::Seat(seat) if seat.index() >= seats.into());
    let Some(who) = viewer.parse().ok().filter(known) else {
        return Err(Failure::usage(match lang {
            Lang::Zh => format!("没有座位 {viewer}，这份记录有 {seats} 个座位，从 0 数起；open 为全部亮牌"),
            Lang::En => format!(
                "there is no seat {viewer}; the record has {seats}, counted from 0, and `open` shows all hands"
            ),
        }));
    };
    let id = RuleSetId::from_id(&record.rules).map_err(|unknown| Failure::usage(unknown.to_string()))?;
    with_rule_set!(id, R => steps::<R>(record, who, deal, out))
}

fn steps<R: RuleSet>(
    record: &Record,
    who: RecordViewer,
    wanted: Option<u32>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    if verify::<R>(record, &mut |_, _| {}).is_err() {
        return Err(Failure::DoesNotHold);
    }
    let mut printer = Printer::<R> { who, before: None, out };
    for number in (1..).take(record.deals.len()).filter(|number| wanted.is_none_or(|one| one == *number)) {
        let playback = Playback::new(record, number).map_err(|_| Failure::DoesNotHold)?;
        let Some(mut playback) = playback else { return Err(Failure::DoesNotHold) };
        let mut seen = printer.step(number, &playback, 0)?;
        while playback.step() {
            seen = printer.step(number, &playback, seen)?;
        }
    }
    Ok(())
}

/// Writes the lines, each against the one before.
struct Printer<'a, R: RuleSet> {
    who: RecordViewer,
    before: Option<Deal<R>>,
    out: &'a mut dyn Write,
}

impl<R: RuleSet> Printer<'_, R> {
    /// Prints what is new since event `seen`, and answers how many events there are now.
    fn step(&mut self, deal: u32, playback: &Playback<'_, R>, seen: usize) -> Result<usize, Failure> {
        let journal = playback.game().journal();
        let now = journal.events().len();
        let who = playback.viewer(self.who);
        let events = (seen..now).filter_map(|n| journal.seen_by(n, who)).collect();
        let view = playback.view(self.who);
        let current = *playback.game().deal();
        let is_first = self.before.is_none();
        let before = self.before.replace(current).unwrap_or(current);
        let seen = |deal| numbered(deal).seen_by(who);
        let public = PublicDelta::between(numbered(&before), numbered(&current));
        let patch = (!is_first).then(|| ViewDelta::between(&public, seen(&before), seen(&current)));
        let hash = view_hash(&serde_json::to_vec(&view)?);
        serde_json::to_writer(&mut *self.out, &StepLine { deal, events, patch, view: &view, hash })?;
        writeln!(self.out)?;
        Ok(now)
    }
}

/// A moment of the deal. No decision of a record can be answered: all have number 0.
fn numbered<R: RuleSet>(deal: &Deal<R>) -> Moment<'_, R> {
    Moment { decision: DecisionId(0), ..deal.moment() }
}
