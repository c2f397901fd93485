//! A room, its server and its players simulated in one thread with virtual time: frames late, lost and repeated, connections cut and
//! opened elsewhere, the process killed, the journal refusing, clocks jumping; and through all of it the promises hold.
//!
//! The room's core, the loop around it, its log, the wire and the clients' reducer are the real ones
//! (see `server`). A case is a number: the same number gives the same storm, event by event. Checked
//! are that every client's table is the server's (hashes on the way, a whole snapshot in the end), that
//! every message is answered once and in order, that every acknowledged answer is kept once and in
//! order, that a log leads to the room it was written by, that the deal ends once the weather clears,
//! and that the room comes to a proper end (see `ending`).

mod case;
mod doings;
mod ending;
mod laws;
mod network;
mod player;
mod server;
mod world;

use crate::plan::{LONG, SHORT};
use crate::{Bar, Plan};
use anyhow::Result;
use case::{Case, STORMY_MS};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Instant;
use world::{Reached, World};

/// Every so many cases, one is run twice: it must be the same event by event.
const AGAIN: u64 = 16;
/// Cases that are run however little time there is, and those of a share of an hour.
const LEAST: u64 = 500;
const IN_AN_HOUR: u64 = 100_000;
/// Lines of a failing case that are shown.
const SHOWN: usize = 60;

/// How a case went.
#[derive(Clone, Debug)]
struct Outcome {
    wrong: Option<String>,
    hash: u64,
    reached: Reached,
    trace: Vec<String>,
}

/// Runs one case. A panic is something wrong, too.
fn storm(case: &Case, traced: bool) -> Outcome {
    let trace = Mutex::new(Vec::new());
    let ran = catch_unwind(AssertUnwindSafe(|| {
        let mut world = World::new(case, traced)?;
        let finished = catch_unwind(AssertUnwindSafe(|| world.run()));
        *trace.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) =
            world.trace.take().unwrap_or_default();
        if finished.is_err() {
            return Err("a panic".to_owned());
        }
        Ok((world.wrong, world.hash, world.reached))
    }));
    let (wrong, hash, reached) = match ran {
        Ok(Ok(done)) => done,
        Ok(Err(wrong)) => (Some(wrong), 0, Reached::default()),
        Err(_) => (Some("a panic at the start".to_owned()), 0, Reached::default()),
    };
    Outcome {
        wrong,
        hash,
        reached,
        trace: trace.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()),
    }
}

/// What all threads have counted.
#[derive(Default)]
struct Totals {
    cases: u64,
    twice: u64,
    differed: u64,
    broken: Vec<(u64, String)>,
    reached: Reached,
}

impl Totals {
    fn add(&mut self, index: u64, outcome: &Outcome) {
        self.cases += 1;
        let (all, one) = (&mut self.reached, outcome.reached);
        all.claims += one.claims;
        all.replaced += one.replaced;
        all.paused += one.paused;
        all.races += one.races;
        all.crashes += one.crashes;
        all.edges += one.edges;
        all.overflows += one.overflows;
        all.belated += one.belated;
        all.panics += one.panics;
        all.kept += one.kept;
        all.lost += one.lost;
        all.unreadable += one.unreadable;
        all.idle += one.idle;
        all.left += one.left;
        all.aside += one.aside;
        all.answers += one.answers;
        all.views += one.views;
        if let Some(wrong) = &outcome.wrong {
            self.broken.push((index, wrong.clone()));
        }
    }
}

/// Runs as many cases as the tier says, or as there is time for.
pub(crate) fn run(plan: &Plan) -> Result<Vec<Bar>> {
    if let Some(index) = plan.case {
        explain(plan.seed, index);
    }
    let totals = all(plan);
    if let Some((index, wrong)) = totals.broken.iter().min() {
        eprintln!("storm: case {index} of seed {}: {wrong}", plan.seed);
        explain(plan.seed, *index);
    }
    let Totals { cases, twice, differed, broken, reached } = totals;
    let least = match plan.case {
        Some(_) => 0,
        // Where the time is short, the rarest moments come up a few times only.
        None if plan.time.is_some_and(|time| time < SHORT) => 1,
        None => plan.count(1, 100, 100),
    };
    let sometimes = |what: &str, count: u64| Bar::at_least("T2", format!("reached: {what}"), count, least);
    Ok(vec![
        Bar::at_least(
            "T1",
            "storms of one to three simulated minutes, all rule sets",
            cases,
            plan.case.map_or(wanted(plan), |_| 1),
        ),
        Bar::none(
            "T1",
            "storms in which an answer was lost, doubled or reordered, a table was another than the server's, or the deal (T3) or the room did not end",
            broken.len() as u64,
            cases,
        ),
        Bar::at_least("T1", "acknowledged answers that were looked for in the logs", reached.answers, cases),
        Bar::at_least("L4", "tables in storms that were compared with the server's", reached.views, cases),
        sometimes("a snapshot while a claim is open", reached.claims),
        sometimes("two connections of one seat", reached.replaced),
        sometimes("somebody who comes to a table that stood still", reached.paused),
        sometimes("an expiry due when an answer came", reached.races),
        sometimes("a crash between commit and sending", reached.crashes),
        sometimes("coming back at exactly the edge of what is kept", reached.edges),
        sometimes("a reader too slow for its queue", reached.overflows),
        sometimes("a frame of an older connection after those of a newer one", reached.belated),
        sometimes("a panic of the room's core", reached.panics),
        sometimes("a commit that failed, its line kept all the same", reached.kept),
        sometimes("a commit that failed, and its line lost", reached.lost),
        sometimes("a log that could not be read at once", reached.unreadable),
        sometimes("a room closed because nobody was connected for long", reached.idle),
        sometimes("a room closed because everybody left", reached.left),
        sometimes("a room set aside after two panics at one place", reached.aside),
        Bar::none("T5", "storms that differed when run twice", differed, twice),
    ])
}

/// How many cases a run must have.
fn wanted(plan: &Plan) -> u64 {
    match plan.time {
        None => plan.count(2_000, 200_000, 5_000_000),
        Some(time) if time >= LONG => IN_AN_HOUR,
        Some(_) => LEAST,
    }
}

fn all(plan: &Plan) -> Totals {
    let (start, least) = (Instant::now(), wanted(plan));
    let (from, to) = match plan.case {
        Some(case) => (case, case + 1),
        None if plan.time.is_some() => (0, u64::MAX),
        None => (0, least),
    };
    let (next, stop) = (AtomicU64::new(from), AtomicBool::new(false));
    let totals = Mutex::new(Totals::default());
    let lock = || totals.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let work = || {
        while !stop.load(Relaxed) {
            let index = next.fetch_add(1, Relaxed);
            let is_time = plan.time.is_none_or(|time| start.elapsed() < time) || index < least;
            if index >= to || !is_time {
                break;
            }
            let case = Case::new(plan.seed, index);
            let outcome = storm(&case, false);
            if index.is_multiple_of(AGAIN) {
                let again = storm(&case, false).hash;
                let mut totals = lock();
                totals.twice += 1;
                totals.differed += u64::from(again != outcome.hash);
            }
            if outcome.wrong.is_some() {
                stop.store(true, Relaxed);
            }
            lock().add(index, &outcome);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
        work();
    });
    totals.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Shows the end of a failing case, made as small as it gets: fewer kinds of trouble, for a shorter time.
fn explain(seed: u64, index: u64) {
    let small = shrink(Case::new(seed, index));
    let outcome = storm(&small, true);
    let Case { faults, until, .. } = &small;
    eprintln!(
        "{} of {} lines, with {faults:?} until {until} ms:",
        SHOWN.min(outcome.trace.len()),
        outcome.trace.len()
    );
    for line in outcome.trace.iter().rev().take(SHOWN).rev() {
        eprintln!("  {line}");
    }
    eprintln!("{}", outcome.wrong.as_deref().unwrap_or("nothing is wrong"));
    eprintln!("again: trials --only storm --seed {seed} --case {index} --sifang <binary>");
}

/// Leaves out every kind of trouble without which it fails as well, then lets the weather clear earlier.
fn shrink(mut case: Case) -> Case {
    if storm(&case, false).wrong.is_none() {
        return case;
    }
    for fault in case.faults.clone() {
        let mut less = case.clone();
        less.faults.retain(|other| *other != fault);
        if storm(&less, false).wrong.is_some() {
            case = less;
        }
    }
    let mut step = STORMY_MS / 2;
    while step >= 1_000 {
        let shorter = Case { until: case.until.saturating_sub(step), ..case.clone() };
        if storm(&shorter, false).wrong.is_some() {
            case = shorter;
        }
        step /= 2;
    }
    case
}

#[cfg(test)]
mod tests {
    use super::case::Flaw;
    use super::*;

    #[test]
    fn a_storm_is_the_same_twice_and_breaks_nothing() {
        for index in 0..8 {
            let case = Case::new(7, index);
            let (one, two) = (storm(&case, false), storm(&case, false));
            assert_eq!(one.wrong, None, "case {index}");
            assert_eq!((one.hash, one.reached), (two.hash, two.reached));
        }
    }

    /// After a panic three players came in, one after the other, and nobody played on: the next panic
    /// is the second at the same place, and the room rightly set aside.
    #[test]
    fn coming_in_again_and_again_is_no_other_place() {
        assert_eq!(storm(&Case::new(1, 4336), false).wrong, None);
    }

    /// The first of some cases in which something is noticed.
    fn found(what: &str, case: impl Fn(u64) -> Case) {
        let found = (0..400).find_map(|index| Some((index, storm(&case(index), false).wrong?)));
        let (index, wrong) = found.unwrap_or_else(|| panic!("{what} was not noticed"));
        println!("{what}: case {index}: {wrong}");
    }

    /// The checks see what they claim to see: each flaw of the disk is found within some cases.
    #[test]
    fn flaws_are_found() {
        for flaw in [Flaw::Forgets, Flaw::SameStreams] {
            found(&format!("{flaw:?}"), |index| Case { flaw: Some(flaw), ..Case::new(11, index) });
        }
    }

    /// And so is each promise that the driver of the room breaks.
    #[test]
    fn broken_promises_are_found() {
        for fault in sifang_room::Fault::ALL {
            found(&format!("{fault:?}"), |index| Case { broken: Some(fault), ..Case::new(11, index) });
        }
    }
}
