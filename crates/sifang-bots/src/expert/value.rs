//! What a hand may still bring.
//!
//! A hand that is ready is valued exactly, wait by wait. One that is a tile from ready is valued by what it would be ready for
//! after each useful tile. Further away the rule set's plans are estimated: the chance to complete one in the rounds that are
//! left, times what it pays.

use crate::sense::Sense;
use crate::shape::Tiles;
use sifang_rules::insight::{Arrival, Form, Insight, Plan, Plans, Standing};
use sifang_table::Action;
use sifang_tiles::{SuitKeys, Tile, TileMask};
use std::cell::RefCell;
use std::collections::HashMap;

/// Share of the winning tiles drawn by an opponent that it throws again.
const THROWN: f64 = 0.9;
/// What claims add to one's own draws on the way to sets, and per opponent on the way to triplets.
const CLAIMS: f64 = 0.25;
const PUNGS: f64 = 0.7;
/// A narrow hand grows wider while it waits: it is taken for at least this share of a usual one.
const LEAST_FAR: f64 = 0.8;
const LEAST_NEAR: f64 = 0.4;
/// And a wide one for at most this many times a usual one: width fades with every step.
const MOST_FAR: f64 = 2.0;
/// Hands that are far away win less often than their steps promise: plans change, and safety comes first.
const CAUTION: f64 = 0.4;
/// Winning tiles that are valued one by one; of a hand that wins on more, those with the most copies unseen stand for all.
const VALUED: usize = 6;
/// Ready hands looked at closely for each drawn tile: those with the most winning tiles.
const LOOKED_AT: usize = 2;

/// What a hand may bring.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Value {
    /// Points it wins on average.
    pub(crate) points: f64,
    /// Chance to win at all.
    pub(crate) chance: f64,
    /// Tiles away along the best plan; 1 is ready.
    pub(crate) away: u8,
    /// Unseen tiles that help along it.
    pub(crate) useful: u32,
}

/// What a ready hand wins in one round.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Rate {
    /// Chance to win.
    chance: f64,
    /// Points on average: the chance is in them.
    gain: f64,
    /// Unseen winning tiles.
    useful: u32,
}

/// Tells ready hands of one decision apart: closed tiles, melds, declaration.
type Key = (SuitKeys, usize, bool);

/// Values hands from one view.
#[derive(Clone, Debug)]
pub(crate) struct Appraiser {
    pub(crate) sense: Sense,
    /// How likely somebody else ends the deal in a round, in thousandths, from now on.
    pace: &'static [u16],
    opponents: f64,
    /// Ready hands that were looked at: many ways lead to the same one.
    known: RefCell<HashMap<Key, Rate>>,
}

impl Appraiser {
    /// From these counts, at this pace, against so many.
    pub(crate) fn new(sense: Sense, pace: &'static [u16], opponents: usize) -> Appraiser {
        Appraiser { sense, pace, opponents: opponents as f64, known: RefCell::default() }
    }

    /// Chance that nobody else ends the deal in this round from now.
    fn goes_on(&self, round: u32) -> f64 {
        let pace = self.pace.get(round as usize).or(self.pace.last());
        1.0 - pace.map_or(0.1, |p| *p as f64 / 1000.0)
    }

    /// Tiles away from any win at all.
    pub(crate) fn away<R: Insight>(&self, at: &Standing<'_, R>) -> u8 {
        let tiles = Tiles::of(&at.hand, self.sense.wilds);
        let mut ways = Plans::new();
        R::ways(at, &mut ways);
        ways.iter().map(|way| tiles.away(way)).min().unwrap_or(u8::MAX)
    }

    /// Values a hand that is one tile short, with so many draws more than the wall gives. `deep`: look ahead by one tile.
    pub(crate) fn value<R: Insight>(&self, at: &Standing<'_, R>, more: u32, deep: bool) -> Value {
        let tiles = Tiles::of(&at.hand, self.sense.wilds);
        let mut plans = Plans::new();
        R::plans(at, &mut plans);
        let rounds = self.sense.draws + more;
        let plain = plans.first().map_or(0.0, |plan| plan.value as f64 / 100.0);
        let mut best = Value { away: 1, ..Value::default() };
        let mut consider = |value: Value| {
            if value.points > best.points {
                best = value;
            }
        };
        let (mut ready, mut near) = (TileMask::EMPTY, TileMask::EMPTY);
        for plan in &plans {
            match tiles.away(plan) {
                0 | 1 => ready |= tiles.useful(plan),
                2 if deep => near |= tiles.useful(plan),
                away @ 2..9 => consider(self.far(plan, plain, &tiles, away, rounds)),
                _ => {}
            }
        }
        if !ready.is_empty() {
            consider(self.ready(at, self.rate(at, ready), rounds));
        }
        if !near.is_empty() {
            consider(self.near(at, near, rounds));
        }
        best
    }

    /// What a hand that waits for these kinds (some of which may be forbidden) wins in a round.
    fn rate<R: Insight>(&self, at: &Standing<'_, R>, waits: TileMask) -> Rate {
        let key = (at.hand.keys(), at.melds.len(), at.declares.is_some());
        if let Some(rate) = self.known.borrow().get(&key) {
            return *rate;
        }
        let total = self.sense.total as f64;
        let next = at.others().next().unwrap_or(at.seat);
        let mut kinds: Vec<(u8, Tile)> =
            (waits & TileMask::PLAYABLE).iter().map(|t| (self.sense.unseen[t.index()], t)).collect();
        kinds.retain(|(unseen, _)| *unseen > 0);
        kinds.sort_by_key(|(unseen, _)| std::cmp::Reverse(*unseen));
        let all: u32 = kinds.iter().map(|(unseen, _)| *unseen as u32).sum();
        kinds.truncate(VALUED);
        let valued: u32 = kinds.iter().map(|(unseen, _)| *unseen as u32).sum();
        let stand_for = all as f64 / valued.max(1) as f64;
        let mut rate = Rate::default();
        for (unseen, tile) in kinds {
            let share = unseen as f64 * stand_for / total;
            let mut wins = false;
            for (how, share) in
                [(Arrival::Draw, share), (Arrival::Discard(next), share * THROWN * self.opponents)]
            {
                if let Ok(worth) = R::worth(at, tile, how) {
                    wins = true;
                    rate.chance += share;
                    rate.gain += share * worth.points() as f64;
                }
            }
            rate.useful += if wins { (unseen as f64 * stand_for).round() as u32 } else { 0 };
        }
        if rate.chance > 0.95 {
            rate.gain *= 0.95 / rate.chance;
            rate.chance = 0.95;
        }
        self.known.borrow_mut().insert(key, rate);
        rate
    }

    fn ready<R: Insight>(&self, at: &Standing<'_, R>, rate: Rate, rounds: u32) -> Value {
        let (mut alive, mut rounds_won) = (1.0, 0.0);
        for round in 0..rounds {
            alive *= self.goes_on(round);
            rounds_won += alive;
            alive *= 1.0 - rate.chance;
        }
        // Whoever waits when the wall runs out is paid, or at least does not pay.
        let drawn_out = alive * R::ready_bonus(at) as f64 / 100.0;
        let points = rate.gain * rounds_won + drawn_out;
        Value { points, chance: rate.chance * rounds_won, away: 1, useful: rate.useful }
    }

    /// A hand that one of these kinds brings to a (better) ready one.
    fn near<R: Insight>(&self, at: &Standing<'_, R>, draws: TileMask, rounds: u32) -> Value {
        let mut ways = Plans::new();
        R::ways(at, &mut ways);
        let (mut tiles, mut mean) = (0.0, Rate::default());
        for tile in (draws & TileMask::PLAYABLE).iter() {
            let unseen = self.sense.unseen[tile.index()] as f64;
            if unseen == 0.0 || at.hand.count(tile) >= 4 {
                continue;
            }
            let mut full = *at;
            full.hand.add(tile);
            let best = self.best_ready(&full, &ways, tile);
            if best.chance > 0.0 {
                tiles += unseen;
                mean.chance += unseen * best.chance;
                mean.gain += unseen * best.gain;
            }
        }
        if tiles == 0.0 {
            return Value { away: 2, ..Value::default() };
        }
        let (chance, gain) = (mean.chance / tiles, mean.gain / tiles);
        let usual = Steps::of(Form::Sets, self.sense.total as f64).usual(2);
        let wide = tiles.max(LEAST_NEAR * usual) + 0.1 * tiles;
        let step = (wide / self.sense.total as f64 * (1.0 + CLAIMS)).min(0.9);
        let (mut alive, mut away, mut waits) = (1.0, 1.0, 0.0);
        let (mut won, mut points) = (0.0, 0.0);
        for round in 0..rounds {
            alive *= self.goes_on(round);
            won += alive * waits * chance;
            points += alive * waits * gain;
            waits = waits * (1.0 - chance) + away * step;
            away *= 1.0 - step;
        }
        points += alive * waits * R::ready_bonus(at) as f64 / 100.0;
        Value { points, chance: won, away: 2, useful: tiles as u32 }
    }

    /// The best ready hand that a discard makes of these tiles, one too many.
    fn best_ready<R: Insight>(&self, full: &Standing<'_, R>, ways: &Plans, drawn: Tile) -> Rate {
        let mut widest = [(0, Tile::default(), TileMask::EMPTY); LOOKED_AT];
        for tile in (full.hand.held() & !self.sense.wilds).iter().filter(|t| *t != drawn) {
            let mut hand = full.hand;
            hand.remove(tile);
            let tiles = Tiles::of(&hand, self.sense.wilds);
            let ready = ways.iter().filter(|way| tiles.away(way) == 1);
            let waits = ready.fold(TileMask::EMPTY, |mask, way| mask | tiles.useful(way));
            let count = self.sense.count(waits);
            if let Some(place) = widest.iter().position(|(least, ..)| count > *least) {
                widest[place..].rotate_right(1);
                widest[place] = (count, tile, waits);
            }
        }
        let rates = widest.iter().filter(|(count, ..)| *count > 0);
        let rates = rates.map(|(_, tile, waits)| self.rate(&full.after(Action::Discard(*tile)), *waits));
        // What it wins before somebody else ends the deal.
        let ends = (1.0 - self.goes_on(2)).max(0.03);
        let worth = |rate: &Rate| rate.gain / (rate.chance + ends);
        rates.reduce(|a, b| if worth(&b) > worth(&a) { b } else { a }).unwrap_or_default()
    }

    /// A plan that is further away. Dear plans are taken for half as dear (in proportion) as they say beside the plain one: on the way
    /// to them much can still fail.
    fn far(&self, plan: &Plan, plain: f64, tiles: &Tiles, away: u8, rounds: u32) -> Value {
        let useful = self.sense.count(tiles.useful(plan));
        let total = self.sense.total as f64;
        let steps = Steps::of(plan.form, total);
        let away = (away as usize).min(8);
        let claims = match plan.form {
            _ if !plan.open => 0.0,
            Form::Triplets => PUNGS * self.opponents,
            _ => CLAIMS,
        };
        let last = if plan.form == Form::FivePairs { 0.0 } else { THROWN * self.opponents };
        let mut rates = [0.0f64; 9];
        for (stage, rate) in rates.iter_mut().enumerate().take(away + 1).skip(1) {
            let usual = steps.usual(stage as u8);
            let now = (useful as f64).clamp(LEAST_FAR * usual, MOST_FAR * usual) + 0.1 * useful as f64;
            let tiles = if stage == away { now } else { usual };
            *rate = (tiles / total * (1.0 + if stage == 1 { last } else { claims })).min(0.9);
        }
        let mut at_stage = [0.0f64; 9];
        at_stage[away] = 1.0;
        let (mut alive, mut won) = (1.0, 0.0);
        for round in 0..rounds {
            alive *= self.goes_on(round);
            won += alive * at_stage[1] * rates[1];
            at_stage[1] *= 1.0 - rates[1];
            for stage in 2..=away {
                let moved = at_stage[stage] * rates[stage];
                at_stage[stage] -= moved;
                at_stage[stage - 1] += moved;
            }
        }
        won *= CAUTION;
        let pays = (plan.value as f64 / 100.0 * plain).sqrt();
        Value { points: won * pays, chance: won, away: away as u8, useful }
    }
}

/// What the steps to a form usually look like.
struct Steps {
    /// Useful tiles when ready, and how many more with each tile further away.
    ready: f64,
    more: f64,
}

impl Steps {
    fn of(form: Form, total: f64) -> Steps {
        let (ready, more) = match form {
            Form::Sets | Form::SetsTwoFiveEight => (0.045 * total, 0.085 * total),
            Form::Triplets => (3.5, 2.5),
            Form::SevenPairs | Form::SevenPairsQuads => (3.0, 6.0),
            Form::FivePairs => (6.0, 6.0),
            Form::Orphans => (4.0, 4.0),
        };
        Steps { ready, more }
    }

    fn usual(&self, stage: u8) -> f64 {
        self.ready + self.more * (stage as f64 - 1.0)
    }
}
