//! A finished deal as a row of the same messages that a live viewer gets: a snapshot of its beginning, then an update per step.
//!
//! The messages are made where those of live tables are made ([`Stream`]), so that a client shows a replay with what it shows a
//! table with. A replay starts from a record, and a record has no unfinished deals.

use crate::game::{Course, corrections};
use crate::updates::{Scene, Stream};
use sifang_match::{DealRecord, Mismatch, Playback, Problem, Record, RecordViewer};
use sifang_proto::{DealLine, Fairness, MatchOver, PublicDelta};
use sifang_rules::any::RuleSetId;
use sifang_rules::with_rule_set;
use sifang_table::{Deal, DecisionId, Moment, RuleSet};

/// The messages of deal `number` (from 1) for this viewer; none if the record has no such deal or seat. Every update carries
/// the hash of its view. `dissolved` says how the match ended. The error says why the record cannot be played.
pub fn replay(
    record: &Record,
    number: u32,
    who: RecordViewer,
    dissolved: bool,
) -> Result<Option<Vec<String>>, Mismatch> {
    let id = RuleSetId::from_id(&record.rules)
        .map_err(|_| Mismatch { deal: None, problem: Problem::Rules(record.rules.clone()) })?;
    with_rule_set!(id, R => messages::<R>(record, number, who, dissolved))
}

/// One moment of deal `number` (from 1) for this viewer, as a snapshot: the question that command `place` of the deal (from 1)
/// answered, before it was answered. None if the record has no such deal, command or seat.
pub fn question(
    record: &Record,
    number: u32,
    place: usize,
    who: RecordViewer,
) -> Result<Option<String>, Mismatch> {
    let id = RuleSetId::from_id(&record.rules)
        .map_err(|_| Mismatch { deal: None, problem: Problem::Rules(record.rules.clone()) })?;
    with_rule_set!(id, R => snapshot::<R>(record, number, place, who))
}

fn snapshot<R: RuleSet>(
    record: &Record,
    number: u32,
    place: usize,
    who: RecordViewer,
) -> Result<Option<String>, Mismatch> {
    if matches!(who, RecordViewer::Seat(seat) if seat.index() >= record.seats as usize) {
        return Ok(None);
    }
    let Some(mut playback) = Playback::<R>::new(record, number)? else { return Ok(None) };
    if !playback.go_to_question(place) {
        return Ok(None);
    }
    let course = course(record, number);
    Ok(Some(Stream::new("replay".into()).snapshot(&scene(&playback, who, &course))))
}

fn messages<R: RuleSet>(
    record: &Record,
    number: u32,
    who: RecordViewer,
    dissolved: bool,
) -> Result<Option<Vec<String>>, Mismatch> {
    if matches!(who, RecordViewer::Seat(seat) if seat.index() >= record.seats as usize) {
        return Ok(None);
    }
    let Some(mut playback) = Playback::<R>::new(record, number)? else { return Ok(None) };
    let mut course = course(record, number);
    let mut stream = Stream::new("replay".into());
    let mut messages = vec![stream.snapshot(&scene(&playback, who, &course))];
    loop {
        let before = *playback.game().deal();
        if !playback.step() {
            return Ok(Some(messages));
        }
        if playback.game().last_deal().is_some() && course.results.len() < number as usize {
            end(record, number, dissolved, &playback, &mut course);
        }
        let (before, scene) = (numbered(&before), scene(&playback, who, &course));
        let public = PublicDelta::between(before, scene.now);
        messages.extend(stream.next(&public, before, &scene, true));
    }
}

/// What is known of the match when deal `number` begins.
fn course(record: &Record, number: u32) -> Course {
    let before = &record.deals[..number as usize - 1];
    Course {
        match_id: record.match_id,
        fairness: Fairness {
            commitment: record.commitment,
            terms: record.terms,
            nonces: record.deals[number as usize - 1].nonces,
            revealed: before.iter().map(|deal| deal.secret).collect(),
        },
        results: before.iter().map(line).collect(),
        over: None,
    }
}

fn scene<'a, R: RuleSet>(
    playback: &'a Playback<'_, R>,
    who: RecordViewer,
    course: &'a Course,
) -> Scene<'a, R> {
    let game = playback.game();
    Scene { game, now: numbered(game.deal()), who: playback.viewer(who), course, clock: None }
}

/// A moment of the deal. No decision of a replay can be answered: all have number 0.
fn numbered<R: RuleSet>(deal: &Deal<R>) -> Moment<'_, R> {
    Moment { decision: DecisionId(0), ..deal.moment() }
}

/// The deal is over: its line and its secret are known, and the end of the match if it was the last.
fn end<R: RuleSet>(
    record: &Record,
    number: u32,
    dissolved: bool,
    playback: &Playback<'_, R>,
    course: &mut Course,
) {
    let deal = &record.deals[number as usize - 1];
    course.results.push(line(deal));
    course.fairness.revealed.push(deal.secret);
    if number as usize == record.deals.len() {
        let corrections = if dissolved { Vec::new() } else { corrections(playback.game()) };
        course.over = Some(MatchOver { ranks: playback.game().ranks(), corrections, dissolved });
    }
}

fn line(deal: &DealRecord) -> DealLine {
    DealLine {
        index: deal.index,
        dealer: deal.dealer,
        end: deal.end,
        deltas: deal.deltas.clone(),
        wins: deal.wins.clone(),
    }
}
