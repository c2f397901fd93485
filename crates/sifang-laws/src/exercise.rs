//! Deals in which one kind of bot sits at every seat: is every answer legal, and what of the rules does such play reach?

use crate::Coverage;
use sifang_bots::{Level, Rng};
use sifang_fair::sim_key;
use sifang_match::Shuffled;
use sifang_options::OptionSet;
use sifang_rules::insight::Insight;
use sifang_table::{Action, Deal, Journal};
use sifang_tiles::Seat;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Plays so many deals, three of four with default options and the others with random ones. Answers what was covered: phases, actions,
/// and what [`Coverage`] counts of events and payments. An answer that was not offered ends the run, as does `false` from `progress`.
pub fn exercise<R: Insight>(
    level: Level,
    deals: u64,
    seed: u64,
    threads: usize,
    progress: &(dyn Fn(u64) -> bool + Sync),
) -> Result<Coverage, String> {
    sifang_shape::warm_up();
    let (next, done) = (AtomicU64::new(0), AtomicU64::new(0));
    let total = Mutex::new((Coverage::new::<R>(), None));
    let work = || {
        let mut coverage = Coverage::new::<R>();
        let mut wrong = None;
        while wrong.is_none() {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= deals {
                break;
            }
            if let Err(why) = play::<R>(level, seed, index, &mut coverage) {
                wrong = Some(format!("{}: seed {seed}, deal {index}: {why}", R::ID));
                next.store(deals, Ordering::Relaxed);
            }
            if !progress(done.fetch_add(1, Ordering::Relaxed) + 1) {
                next.store(deals, Ordering::Relaxed);
            }
        }
        let mut total = total.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        total.0.merge(&coverage);
        total.1 = total.1.take().or(wrong);
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.max(1) {
            scope.spawn(work);
        }
        work();
    });
    match total.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()) {
        (_, Some(wrong)) => Err(wrong),
        (coverage, None) => Ok(coverage),
    }
}

fn play<R: Insight>(level: Level, seed: u64, index: u64, coverage: &mut Coverage) -> Result<(), String> {
    let mut rng = Rng::of(&[seed, index]);
    let options =
        if rng.below(4) > 0 { R::Options::default() } else { R::Options::sample(&mut |n| rng.below(n)) };
    let rules = R::new(options, *R::SEATS.end());
    let shuffled = Shuffled::new(&rules, &sim_key(seed, index));
    let dealer = Seat::new(rng.below(rules.seats() as u32) as usize);
    let mut journal = Journal::new();
    let mut deal = Deal::start(rules, &shuffled.set_up(dealer, rules.first_carry()), &mut journal);
    let mut bots: [_; Seat::MAX] = std::array::from_fn(|_| level.bot(Rng::new(rng.word())));
    while let Some(seat) = deal.decision().and_then(|d| d.waiting().iter().next()) {
        if let Some(phase) = deal.phase() {
            coverage.see("phase", R::stage(phase).name);
        }
        let action = bots[seat.index()].answer(&deal, seat).ok_or("a waiting seat is not asked")?;
        coverage.see("action", verb(action));
        coverage.decisions += 1;
        deal.apply(seat, action, &mut journal).map_err(|refused| refused.to_string())?;
    }
    coverage.count(&deal, &journal);
    Ok(())
}

/// What an action is called in the table.
fn verb(action: Action) -> &'static str {
    match action {
        Action::Pass => "pass",
        Action::Win => "hu",
        Action::Kong => "kong (discard)",
        Action::Pung => "pon",
        Action::Chow(..) => "chi",
        Action::OwnKong(_) => "kong (own)",
        Action::Discard(_) => "discard",
        Action::Declare(what) | Action::DeclareDiscard(what, _) => what.verb(),
        Action::Ask(_) => "ask",
        Action::Bury(_) => "bury",
        Action::Float(_) => "piao",
    }
}
