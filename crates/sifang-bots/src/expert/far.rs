//! What plans that are further away promise: steps from draw to draw, while nobody else ends the
//! deal.

use super::memo::Memo;
use super::value::{THROWN, Value};
use crate::sense::Sense;
use sifang_rules::insight::{Insight, Pattern, Plan, Standing, turns};
use sifang_tiles::Seat;
use std::cell::RefCell;

/// Share of the tiles drawn by an opponent that it throws again early enough to be claimed on the
/// way to triplets, where nearly every useful tile can be.
const PUNGS: f64 = 0.7;
/// A narrow hand grows wider while it waits: it is taken for at least this share of a usual one.
const LEAST_FAR: f64 = 0.8;
/// And a wide one for at most this many times a usual one: width fades with every step.
const MOST_FAR: f64 = 2.0;
/// Hands that are far away win less often than their steps promise: plans change, and safety comes
/// first.
const CAUTION: f64 = 0.8;
/// How far a dear plan's price is believed, as a power of it beside that of the plain one: on the
/// way to it much can still fail.
const DEAR: f64 = 0.7;

/// Stages of a plan: 1 is ready, 8 the farthest that is looked at.
const STAGES: usize = 9;

/// How the rest of the deal goes, round by round.
#[derive(Clone, Debug)]
pub(super) struct Course {
    total: f64,
    opponents: f64,
    /// How likely nobody else has ended the deal in each round from now, and up to it.
    goes_on: Vec<f64>,
    alive: Vec<f64>,
    /// Chances to win that were reckoned, by what they follow from.
    won: RefCell<Memo<[u64; 3], f64>>,
    /// Prices of plans as they are believed.
    dear: RefCell<Memo<u64, f64>>,
}

/// A way to go: useful tiles (claims counted) now and perhaps a known number after the next, tiles
/// away, rounds left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch {
    pub(super) reach: f64,
    pub(super) away: u8,
    pub(super) next: Option<f64>,
    pub(super) rounds: u32,
}

impl Course {
    /// From what this seat sees.
    pub(super) fn new<R: Insight>(at: &Standing<'_, R>, sense: &Sense, opponents: f64) -> Course {
        let played = Seat::all(at.view.players.len()).map(|seat| turns(at.view, seat)).max().unwrap_or(0);
        let pace = R::PACE.get(played as usize..).filter(|rest| !rest.is_empty());
        let pace = pace.unwrap_or(&R::PACE[R::PACE.len().saturating_sub(1)..]);
        let ends = |round: usize| pace.get(round).or(pace.last()).map_or(0.1, |p| *p as f64 / 1000.0);
        // A kong gives one draw more; the pace is asked for two rounds ahead.
        let goes_on: Vec<f64> = (0..sense.draws as usize + 3).map(|round| 1.0 - ends(round)).collect();
        let alive = goes_on.iter().scan(1.0, |alive, goes_on| {
            *alive *= goes_on;
            Some(*alive)
        });
        let alive = alive.collect();
        let total = sense.total as f64;
        Course { total, opponents, goes_on, alive, won: RefCell::default(), dear: RefCell::default() }
    }

    /// Chance that nobody else ends the deal in this round from now.
    pub(super) fn goes_on(&self, round: u32) -> f64 {
        self.goes_on.get(round as usize).or(self.goes_on.last()).copied().unwrap_or(0.0)
    }

    /// What the price of the plain hand adds to that of every plan.
    pub(super) fn plain(&self, value: i32) -> f64 {
        (value as f64 / 100.0).powf(1.0 - DEAR)
    }

    /// The price of a plan as it is believed, but for that of the plain hand.
    fn dear(&self, value: i32) -> f64 {
        let price = || (value as f64 / 100.0).powf(DEAR);
        *self.dear.borrow_mut().entry(value as u64).or_insert_with(price)
    }

    /// A plan that is further away.
    pub(super) fn far(&self, plan: &Plan, plain: f64, stretch: Stretch) -> Value {
        let away = stretch.away.min(STAGES as u8 - 1);
        let stretch = Stretch { away, ..stretch };
        let key = [
            stretch.reach.to_bits(),
            stretch.next.map_or(u64::MAX, f64::to_bits),
            u64::from(stretch.rounds) << 32
                | (away as u64) << 16
                | (plan.pattern as u64) << 1
                | plan.open as u64,
        ];
        let known = self.won.borrow().get(&key).copied();
        let won = known.unwrap_or_else(|| {
            let won = self.chance(plan, stretch);
            self.won.borrow_mut().insert(key, won);
            won
        });
        Value { points: won * (self.dear(plan.value) * plain), chance: won, away, useful: 0 }
    }

    /// How likely the plan is completed.
    fn chance(&self, plan: &Plan, stretch: Stretch) -> f64 {
        let (away, rates) = (stretch.away as usize, self.rates(plan, stretch));
        let mut at_stage = [0.0f64; STAGES];
        at_stage[away] = 1.0;
        let mut won = 0.0;
        for round in 0..stretch.rounds as usize {
            won += self.alive[round] * at_stage[1] * rates[1];
            at_stage[1] *= 1.0 - rates[1];
            for stage in 2..=away {
                let moved = at_stage[stage] * rates[stage];
                at_stage[stage] -= moved;
                at_stage[stage - 1] += moved;
            }
        }
        won * CAUTION
    }

    /// How likely a round brings the hand nearer, by how far it is.
    fn rates(&self, plan: &Plan, Stretch { reach, away, next, .. }: Stretch) -> [f64; STAGES] {
        let (steps, away) = (Steps::of(plan.pattern, self.total), away as usize);
        let claims = match plan.pattern {
            Pattern::Triplets if plan.open => PUNGS * self.opponents,
            _ => 0.0,
        };
        let last = if plan.pattern == Pattern::FivePairs { 0.0 } else { THROWN * self.opponents };
        let mut rates = [0.0f64; STAGES];
        for (stage, rate) in rates.iter_mut().enumerate().take(away + 1).skip(1) {
            let usual = steps.usual(stage as u8);
            let wide = |tiles: f64| tiles.clamp(LEAST_FAR * usual, MOST_FAR * usual) + 0.1 * tiles;
            let tiles = match next {
                _ if stage == away => wide(reach),
                Some(next) if stage + 1 == away => wide(next),
                _ => usual,
            };
            *rate = (tiles / self.total * (1.0 + if stage == 1 { last } else { claims })).min(0.9);
        }
        rates
    }
}

/// What the steps to a pattern usually look like.
pub(super) struct Steps {
    /// Useful tiles when ready, and how many more with each tile further away.
    ready: f64,
    more: f64,
}

impl Steps {
    pub(super) fn of(pattern: Pattern, total: f64) -> Steps {
        let (ready, more) = match pattern {
            Pattern::Sets | Pattern::SetsTwoFiveEight => (0.045 * total, 0.085 * total),
            Pattern::Triplets => (3.5, 2.5),
            Pattern::SevenPairs | Pattern::SevenPairsQuads => (3.0, 6.0),
            Pattern::FivePairs => (6.0, 6.0),
            Pattern::Orphans => (4.0, 4.0),
        };
        Steps { ready, more }
    }

    pub(super) fn usual(&self, stage: u8) -> f64 {
        self.ready + self.more * (stage as f64 - 1.0)
    }
}
