//! The laws that every rule set keeps, checked by playing: a rule set gets the whole suite with one line,
//! `sifang_laws::conformance!(MyRules);`.
//!
//! Deal number `index` of seed `seed` is always the same: its options (half of the deals have random ones), seats, players (half of
//! the deals are played by bots that seek wins), wall (a quarter of them stacked for something rare) and every choice. So a violation names two numbers, and
//! [`check_deal`] with these two shows it again. `laws` holds what is checked at every step and at the end, `refusals` the illegal
//! actions, `secrecy` what a viewer must not notice.

mod laws;
mod refusals;
mod secrecy;

pub(crate) use refusals::any_action;

use crate::stacker::themed_row;
use crate::{Coverage, rarities};
use laws::Tracked;
use sifang_bots::{Ask, Reflex, ReflexBot, Rng};
use sifang_fair::sim_key;
use sifang_match::Shuffled;
use sifang_options::OptionSet;
use sifang_table::{Action, Deal, Journal, RuleSet, SetUp};
use sifang_tiles::{Seat, Tile};
use std::fmt;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The most answers a deal may take (E5).
pub const MOST_DECISIONS: u64 = 1000;

/// A law that a rule set broke, with everything needed to see it again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// The rule set.
    pub rules: &'static str,
    /// The seed.
    pub seed: u64,
    /// The deal.
    pub index: u64,
    /// After how many answers.
    pub decision: u64,
    /// What was broken, and how.
    pub what: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Violation { rules, seed, index, decision, what } = self;
        write!(f, "{rules}: seed {seed}, deal {index}, after {decision} answers: {what}")
    }
}

impl std::error::Error for Violation {}

/// What is checked, and how hard.
#[derive(Clone, Debug)]
pub struct Config {
    /// The seed.
    pub seed: u64,
    /// Which deals.
    pub deals: Range<u64>,
    /// Threads (0 counts as 1).
    pub threads: usize,
}

/// Plays the deals and checks every law. `progress` gets how many are done; the first violation ends the run, as does `false`
/// from `progress`. Answers what has been covered.
pub fn conformance<R: RuleSet>(
    config: &Config,
    progress: &(dyn Fn(u64) -> bool + Sync),
) -> Result<Coverage, Box<Violation>> {
    sifang_shape::warm_up();
    let (next, done, stop) = (AtomicU64::new(config.deals.start), AtomicU64::new(0), AtomicBool::new(false));
    let total = Mutex::new(Coverage::new::<R>());
    let first: Mutex<Option<Box<Violation>>> = Mutex::new(None);
    let work = || {
        let mut coverage = Coverage::new::<R>();
        while !stop.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= config.deals.end {
                break;
            }
            if let Err(violation) = check_deal::<R>(config.seed, index, &mut coverage) {
                stop.store(true, Ordering::Relaxed);
                lock(&first).get_or_insert(violation);
            }
            if !progress(done.fetch_add(1, Ordering::Relaxed) + 1) {
                stop.store(true, Ordering::Relaxed);
            }
        }
        lock(&total).merge(&coverage);
    };
    std::thread::scope(|scope| {
        for _ in 1..config.threads.max(1) {
            scope.spawn(work);
        }
        work();
    });
    match lock(&first).take() {
        Some(violation) => Err(violation),
        None => Ok(lock(&total).clone()),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Plays one deal and checks every law. A panic inside the rule set is a violation too.
pub fn check_deal<R: RuleSet>(seed: u64, index: u64, coverage: &mut Coverage) -> Result<(), Box<Violation>> {
    let mut decision = 0;
    let checked = catch_unwind(AssertUnwindSafe(|| play_checked::<R>(seed, index, coverage, &mut decision)));
    let what = match checked {
        Ok(Ok(())) => return Ok(()),
        Ok(Err(what)) => what,
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            format!(
                "panic: {}",
                text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("without a message")
            )
        }
    };
    Err(Box::new(Violation { rules: R::ID, seed, index, decision, what }))
}

/// The rules of a deal: options and seats.
fn rules_of<R: RuleSet>(rng: &mut Rng) -> R {
    let options =
        if rng.below(2) == 0 { R::Options::default() } else { R::Options::sample(&mut |n| rng.below(n)) };
    let seats = *R::SEATS.start() + rng.below((R::SEATS.end() - R::SEATS.start() + 1) as u32) as usize;
    R::new(options, seats)
}

/// A wall in which something rare is about to happen, in one deal of two; none: the shuffled one. Players that seek wins
/// sit at those of the rule set's own taste: at random the chance would be thrown away.
fn stacked_row<R: RuleSet>(rules: &R, dealer: Seat, rng: &mut Rng, seeks: &mut bool) -> Option<Vec<Tile>> {
    let mut below = |n: u32| rng.below(n);
    match below(8) {
        0 => Some(themed_row(rules, dealer, &mut below)),
        1..=3 => {
            let rare = rarities::row(rules, dealer, &mut below);
            *seeks |= rare.is_some();
            rare.or_else(|| Some(themed_row(rules, dealer, &mut below)))
        }
        _ => None,
    }
}

fn play_checked<R: RuleSet>(
    seed: u64,
    index: u64,
    coverage: &mut Coverage,
    decision: &mut u64,
) -> Result<(), String> {
    let mut rng = Rng::of(&[seed, index]);
    let rules: R = rules_of(&mut rng);
    let mut seeks = rng.below(2) == 1;
    let dealer = Seat::new(rng.below(rules.seats() as u32) as usize);
    let shuffled = Shuffled::new(&rules, &sim_key(seed, index));
    let stacked = stacked_row(&rules, dealer, &mut rng, &mut seeks);
    let kind = if seeks { ReflexBot::seeker } else { ReflexBot::random };
    let mut bots: [ReflexBot; Seat::MAX] = std::array::from_fn(|_| kind(Rng::new(rng.word())));
    let plain = shuffled.set_up(dealer, rules.first_carry());
    let set_up = SetUp { row: stacked.as_deref().unwrap_or(plain.row), ..plain };
    let mut journal = Journal::new();
    let mut deal = Deal::start(rules, &set_up, &mut journal);
    let mut tracked = Tracked::new(&set_up, &deal);
    tracked.check_step(&deal, &journal)?;
    while let Some(open) = deal.decision() {
        let waiting: Vec<Seat> = open.waiting().iter().collect();
        let seat = waiting[rng.below(waiting.len() as u32) as usize];
        coverage.refusals += refusals::try_illegal(&mut deal, &mut journal, 3, &mut rng)?;
        if rng.below(24) == 0 {
            secrecy::check(&deal, &mut rng)?;
            coverage.views += 1;
        }
        let ask = Ask::of(&deal, seat).ok_or("a waiting seat has no choices")?;
        let action: Action = bots[seat.index()].answer(&ask);
        deal.apply(seat, action, &mut journal).map_err(|e| format!("a choice was refused: {e}"))?;
        *decision += 1;
        if *decision > MOST_DECISIONS {
            return Err(format!("more than {MOST_DECISIONS} answers and no end"));
        }
        tracked.note(seat, action, &deal, &journal, &mut rng);
        tracked.check_step(&deal, &journal)?;
    }
    coverage.refusals += refusals::try_illegal(&mut deal, &mut journal, 20, &mut rng)?;
    tracked.check_end(&deal, &journal, &set_up)?;
    secrecy::check(&deal, &mut rng)?;
    let over = deal.finished().ok_or("a deal without a decision is not over")?;
    secrecy::check_events(&journal, rules.seats(), over)?;
    coverage.views += 1;
    coverage.decisions += *decision;
    coverage.count(&deal, &journal);
    Ok(())
}

/// Starts a deal again and gives it these answers.
fn replay<R: RuleSet>(
    rules: R,
    set_up: &SetUp<'_, R::Carry>,
    answers: &[(Seat, Action)],
) -> Result<(Deal<R>, Journal), String> {
    let mut journal = Journal::new();
    let mut deal = Deal::start(rules, set_up, &mut journal);
    for (seat, action) in answers {
        deal.apply(*seat, *action, &mut journal).map_err(|e| format!("replaying: {e}"))?;
    }
    Ok((deal, journal))
}

/// Checks so many deals on all cores and panics on a violation: what [`conformance!`](crate::conformance!) calls.
///
/// # Panics
/// If a law is broken.
pub fn assert_conformance<R: RuleSet>(seed: u64, deals: u64) {
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
    let config = Config { seed, deals: 0..deals, threads };
    if let Err(violation) = conformance::<R>(&config, &|_| true) {
        panic!("{violation}");
    }
}

/// Makes a test that plays deals of a rule set and checks every law: `conformance!(MyRules)` or `conformance!(MyRules, 5000)`.
#[macro_export]
macro_rules! conformance {
    ($rules:ty) => {
        $crate::conformance!($rules, 2000);
    };
    ($rules:ty, $deals:expr) => {
        #[test]
        fn keeps_the_laws_of_all_rule_sets() {
            $crate::conformance::assert_conformance::<$rules>(1, $deals);
        }
    };
}
