//! The intervals are honest: they hold what fifty times as many worlds give.

use crate::common::played;
use sifang_bots::Level;
use sifang_review::{Effort, Moment, moments};
use sifang_rules::any::RuleSetId;
use sifang_rules::insight::Insight;
use sifang_rules::with_rule_set;
use sifang_tiles::Seat;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Decisions of deals in which a random player sits among greedy ones, spread over the deals.
fn positions<R: Insight>(wanted: usize) -> Vec<Moment<R>> {
    let rules = R::new(Default::default(), *R::SEATS.end());
    let seats: Vec<Seat> = Seat::all(rules.seats()).collect();
    let mut found = Vec::new();
    for seed in 100.. {
        let level = if seed % 2 == 0 { Level::Greedy } else { Level::Random };
        let record = played(rules, seed, 1, level, |_, _| None);
        found.extend(moments::<R>(&record, &seats).unwrap().into_iter().skip(seed as usize % 7).step_by(11));
        if found.len() >= wanted {
            found.truncate(wanted);
            return found;
        }
    }
    found
}

/// Of so many positions: how many have an alternative, and how many intervals hold the long run.
fn covered<R: Insight>(wanted: usize, worlds: u32) -> (usize, usize) {
    let positions = positions::<R>(wanted);
    let (next, compared, held) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        let work = || {
            while let Some(moment) = positions.get(next.fetch_add(1, Relaxed)) {
                let Some(rival) = moment.rival(&Effort::of(16), 1) else { continue };
                let short = moment.measure(rival, worlds, 2).loss().unwrap();
                let long = moment.measure(rival, 50 * worlds, 3).loss().unwrap();
                compared.fetch_add(1, Relaxed);
                held.fetch_add(usize::from((short.low..=short.high).contains(&long.value)), Relaxed);
            }
        };
        (0..2).for_each(|_| {
            scope.spawn(work);
        });
    });
    println!("{}: {} of {} intervals hold", R::ID, held.load(Relaxed), compared.load(Relaxed));
    (compared.load(Relaxed), held.load(Relaxed))
}

fn all(rules: &[RuleSetId], wanted: usize, worlds: u32) -> (usize, usize) {
    let mut all = (0, 0);
    for id in rules {
        let (compared, held) = with_rule_set!(*id, R => covered::<R>(wanted, worlds));
        all = (all.0 + compared, all.1 + held);
    }
    all
}

/// Few positions and worlds: a fault in the intervals shows, a lack of two in a hundred does not.
#[test]
fn intervals_hold_a_long_run() {
    let (compared, held) = all(RuleSetId::ALL, 5, 12);
    assert!(compared >= 15 && held + 3 >= compared, "{held} of {compared}");
}

/// As promised: of 500 positions at least 93 in 100. It takes minutes:
/// `cargo test --release -p sifang-review -- --ignored --nocapture intervals_of_500`. With `RULES=hongzhong` before it only the 100
/// positions of that rule set.
#[test]
#[ignore = "takes minutes"]
fn intervals_of_500_positions_hold_a_long_run() {
    let one = std::env::var("RULES").ok().map(|id| RuleSetId::from_id(&id).unwrap());
    let rules = one.as_ref().map_or(RuleSetId::ALL, std::slice::from_ref);
    let (compared, held) = all(rules, 100, 62);
    println!("{held} of {compared}");
    assert!(compared >= 80 * rules.len() && held * 100 >= compared * 93, "{held} of {compared}");
}
