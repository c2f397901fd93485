//! What a hand may still bring.
//!
//! A hand that is ready is valued exactly, wait by wait. One that is a tile from ready is valued by what it would be ready for
//! after each useful tile. Further away the rule set's plans are estimated: the chance to complete one in the rounds that are
//! left, times what it pays.

use crate::sense::Sense;
use crate::shape::Tiles;
use sifang_rules::insight::{Arrival, Insight, Pattern, Plan, Plans, Standing, turns};
use sifang_table::Action;
use sifang_tiles::{Seat, SuitKeys, Tile, TileMask};
use std::cell::RefCell;
use std::collections::HashMap;

/// Share of the winning tiles drawn by an opponent that it throws again.
const THROWN: f64 = 0.9;
/// Share of the tiles drawn by an opponent that it throws again early enough to be claimed; on the way to triplets, where nearly every
/// useful tile can be.
const CLAIMED: f64 = 0.3;
const PUNGS: f64 = 0.7;
/// A narrow hand grows wider while it waits: it is taken for at least this share of a usual one.
const LEAST_FAR: f64 = 0.8;
const LEAST_NEAR: f64 = 0.4;
/// And a wide one for at most this many times a usual one: width fades with every step.
const MOST_FAR: f64 = 2.0;
/// Hands that are far away win less often than their steps promise: plans change, and safety comes first.
const CAUTION: f64 = 0.8;
/// How far a dear plan's price is believed, as a power of it beside that of the plain one: on the way to it much can still fail.
const DEAR: f64 = 0.7;
/// Winning tiles of a ready hand that are valued one by one, and of a hand that may become ready; those with the most copies unseen
/// stand for all.
const VALUED: usize = 6;
const VALUED_AHEAD: usize = 2;
/// Useful tiles after which the hand is looked at; likewise.
const DRAWN: usize = 8;
/// Ready hands looked at closely for each drawn tile: those with the most winning tiles.
const LOOKED_AT: usize = 2;

/// Room for the distances of all plans.
const MOST_PLANS: usize = 20;

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

/// Distinguishes ready hands of one decision: closed tiles, melds, declaration; and how many winning tiles were valued.
type Key = (SuitKeys, usize, bool, usize);

/// Values hands from one view.
#[derive(Clone, Debug)]
pub(crate) struct Appraiser {
    pub(crate) sense: Sense,
    /// How likely somebody else ends the deal in a round, in thousandths, from now on.
    pace: &'static [u16],
    opponents: f64,
    /// Runs may be claimed.
    chows: bool,
    /// What winning saves beside what it brings: the others' wins are not paid for.
    pub(crate) relief: f64,
    /// Ready hands that were looked at: many ways lead to the same one.
    known: RefCell<HashMap<Key, Rate>>,
    /// Useful tiles of hands looked at on the way.
    widths: RefCell<HashMap<(SuitKeys, u8), f64>>,
}

impl Appraiser {
    /// For what this seat sees.
    pub(crate) fn new<R: Insight>(at: &Standing<'_, R>) -> Appraiser {
        let played = Seat::all(at.view.players.len()).map(|seat| turns(at.view, seat)).max().unwrap_or(0);
        let pace = R::PACE.get(played as usize..).filter(|rest| !rest.is_empty());
        Appraiser {
            sense: Sense::of(at),
            pace: pace.unwrap_or(&R::PACE[R::PACE.len().saturating_sub(1)..]),
            opponents: at.others().count() as f64,
            chows: R::CHOWS,
            relief: R::relief(at) as f64 / 100.0,
            known: RefCell::default(),
            widths: RefCell::default(),
        }
    }

    /// Points a hand wins, and what it saves by winning.
    pub(crate) fn merit(&self, value: &Value) -> f64 {
        value.points + value.chance * self.relief
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
            if self.merit(&value) > self.merit(&best) {
                best = value;
            }
        };
        let (mut ready, mut near) = (TileMask::EMPTY, TileMask::EMPTY);
        let mut aways = [u8::MAX; MOST_PLANS];
        aways.iter_mut().zip(&plans).for_each(|(away, plan)| *away = tiles.away(plan));
        let nearest = aways.iter().copied().min().unwrap_or(u8::MAX);
        let ahead = if deep && (3..9).contains(&nearest) { self.ahead(at, &tiles) } else { None };
        if let (Some(ahead), Some(first)) = (ahead, plans.first()) {
            let any = Plan { pattern: Pattern::Sets, ..*first };
            let value = self.far(&any, plain, ahead.reach, nearest, Some(ahead.next), rounds);
            consider(Value { useful: ahead.useful, ..value });
        }
        for (plan, away) in plans.iter().zip(aways) {
            match away {
                0 | 1 => ready |= tiles.useful(plan),
                2 if deep => near |= tiles.useful(plan),
                2..9 => {
                    let useful = tiles.useful(plan);
                    let reach =
                        if plan.open { self.reach(&tiles, useful) } else { self.sense.count(useful) as f64 };
                    let next = ahead.filter(|_| away == nearest).map(|a| a.next);
                    let value = self.far(plan, plain, reach, away, next, rounds);
                    consider(Value { useful: self.sense.count(useful), ..value });
                }
                _ => {}
            }
        }
        if !ready.is_empty() {
            consider(self.ready(at, self.rate(at, ready, VALUED), rounds));
        }
        if !near.is_empty() {
            consider(self.near(at, near, rounds));
        }
        best
    }

    /// Looks two draws ahead along the nearest ways: useful tiles now, and on average after the best discard that follows.
    fn ahead<R: Insight>(&self, at: &Standing<'_, R>, tiles: &Tiles) -> Option<Ahead> {
        let mut ways = Plans::new();
        R::ways(at, &mut ways);
        let away = ways.iter().map(|way| tiles.away(way)).min()?;
        ways.retain(|way| tiles.away(way) == away);
        let useful = ways.iter().fold(TileMask::EMPTY, |mask, way| mask | tiles.useful(way));
        let (mut count, mut sum) = (0, 0.0);
        for tile in (useful & TileMask::PLAYABLE).iter() {
            let unseen = self.sense.unseen[tile.index()] as u32;
            if unseen == 0 || tiles.count(tile) >= 4 {
                continue;
            }
            let full = tiles.with(tile);
            let widths = full
                .kinds()
                .iter()
                .filter(|t| *t != tile)
                .map(|t| self.width(&full.without(t), &ways, away - 1));
            count += unseen;
            sum += unseen as f64 * widths.fold(0.0, f64::max);
        }
        Some(Ahead { useful: count, reach: self.reach(tiles, useful), next: sum / count.max(1) as f64 })
    }

    /// Unseen copies of these kinds, more where others' discards of them can be claimed.
    fn reach(&self, tiles: &Tiles, kinds: TileMask) -> f64 {
        let mut sum = 0.0;
        for tile in (kinds & TileMask::PLAYABLE).iter() {
            let held = |t: Option<Tile>| t.is_some_and(|t| tiles.count(t) > 0);
            let (below, above) = (tile.down(1), tile.up(1));
            let run = self.chows
                && (held(below) && (held(above) || held(tile.down(2))) || held(above) && held(tile.up(2)));
            let more = if tiles.count(tile) >= 2 {
                CLAIMED * self.opponents
            } else if run {
                CLAIMED
            } else {
                0.0
            };
            sum += self.sense.unseen[tile.index()] as f64 * (1.0 + more);
        }
        sum
    }

    /// Useful tiles unseen of a hand that should be this near; 0 if it is not.
    fn width(&self, tiles: &Tiles, ways: &Plans, away: u8) -> f64 {
        let key = tiles.key();
        if let Some(width) = self.widths.borrow().get(&key) {
            return *width;
        }
        let mut useful = TileMask::EMPTY;
        for way in ways {
            if tiles.away(way) <= away {
                useful |= tiles.useful(way);
            }
        }
        let width = self.reach(tiles, useful);
        self.widths.borrow_mut().insert(key, width);
        width
    }

    /// What a hand that waits for these kinds (some of which may be forbidden) wins in a round.
    fn rate<R: Insight>(&self, at: &Standing<'_, R>, waits: TileMask, valued: usize) -> Rate {
        let key = (at.hand.keys(), at.melds.len(), at.declares.is_some(), valued);
        if let Some(rate) = self.known.borrow().get(&key) {
            return *rate;
        }
        let total = self.sense.total as f64;
        let next = at.others().next().unwrap_or(at.seat);
        let mut kinds = self.commonest(waits);
        let all: u32 = kinds.iter().map(|(unseen, _)| *unseen as u32).sum();
        kinds.truncate(valued);
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

    /// The kinds of which some are unseen, the commonest first.
    fn commonest(&self, kinds: TileMask) -> Vec<(u8, Tile)> {
        let mut found: Vec<(u8, Tile)> =
            (kinds & TileMask::PLAYABLE).iter().map(|t| (self.sense.unseen[t.index()], t)).collect();
        found.retain(|(unseen, _)| *unseen > 0);
        found.sort_by_key(|(unseen, _)| std::cmp::Reverse(*unseen));
        found
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
        let own = Tiles::of(&at.hand, self.sense.wilds);
        let mut drawn: Vec<(f64, u8, Tile)> = Vec::new();
        for (unseen, tile) in self.commonest(draws) {
            if at.hand.count(tile) < 4 {
                drawn.push((self.reach(&own, TileMask::one(tile)), unseen, tile));
            }
        }
        drawn.sort_by(|a, b| b.0.total_cmp(&a.0));
        let (mut tiles, mut weight, mut mean) = (0, 0.0, Rate::default());
        for &(reach, unseen, tile) in drawn.iter().take(DRAWN) {
            let mut full = *at;
            full.hand.add(tile);
            let best = self.best_ready(&full, &own.with(tile), &ways, tile);
            if best.chance > 0.0 {
                tiles += unseen as u32;
                weight += reach;
                mean.chance += reach * best.chance;
                mean.gain += reach * best.gain;
            }
        }
        if tiles == 0 {
            return Value { away: 2, ..Value::default() };
        }
        // The rest is taken to be as good as these.
        let rest = drawn.iter().skip(DRAWN);
        let stands_for =
            1.0 + rest.clone().map(|d| d.0).sum::<f64>() / drawn.iter().take(DRAWN).map(|d| d.0).sum::<f64>();
        tiles += rest.map(|d| d.1 as u32).sum::<u32>();
        let (chance, gain) = (mean.chance / weight, mean.gain / weight);
        let usual = Steps::of(Pattern::Sets, self.sense.total as f64).usual(2);
        let weight = weight * stands_for;
        let wide = weight.max(LEAST_NEAR * usual) + 0.1 * weight;
        let step = (wide / self.sense.total as f64).min(0.9);
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
        Value { points, chance: won, away: 2, useful: tiles }
    }

    /// The best ready hand that a discard makes of these tiles (`all`, the same), one too many.
    fn best_ready<R: Insight>(&self, full: &Standing<'_, R>, all: &Tiles, ways: &Plans, drawn: Tile) -> Rate {
        let mut widest = [(0, Tile::default(), TileMask::EMPTY); LOOKED_AT];
        for tile in all.kinds().iter().filter(|t| *t != drawn) {
            let tiles = all.without(tile);
            let ready = ways.iter().filter(|way| tiles.away(way) == 1);
            let waits = ready.fold(TileMask::EMPTY, |mask, way| mask | tiles.useful(way));
            let count = self.sense.count(waits);
            if let Some(place) = widest.iter().position(|(least, ..)| count > *least) {
                widest[place..].rotate_right(1);
                widest[place] = (count, tile, waits);
            }
        }
        let rates = widest.iter().filter(|(count, ..)| *count > 0);
        let rates = rates
            .map(|(_, tile, waits)| self.rate(&full.after(Action::Discard(*tile)), *waits, VALUED_AHEAD));
        // What it wins before somebody else ends the deal.
        let ends = (1.0 - self.goes_on(2)).max(0.03);
        let worth = |rate: &Rate| (rate.gain + rate.chance * self.relief) / (rate.chance + ends);
        rates.reduce(|a, b| if worth(&b) > worth(&a) { b } else { a }).unwrap_or_default()
    }

    /// A plan that is further away, with so many useful tiles (claims counted) now and perhaps a known number after the next.
    fn far(&self, plan: &Plan, plain: f64, reach: f64, away: u8, next: Option<f64>, rounds: u32) -> Value {
        let total = self.sense.total as f64;
        let steps = Steps::of(plan.pattern, total);
        let away = (away as usize).min(8);
        let claims = match plan.pattern {
            _ if !plan.open => 0.0,
            Pattern::Triplets => PUNGS * self.opponents,
            _ => 0.0,
        };
        let last = if plan.pattern == Pattern::FivePairs { 0.0 } else { THROWN * self.opponents };
        let mut rates = [0.0f64; 9];
        for (stage, rate) in rates.iter_mut().enumerate().take(away + 1).skip(1) {
            let usual = steps.usual(stage as u8);
            let wide = |tiles: f64| tiles.clamp(LEAST_FAR * usual, MOST_FAR * usual) + 0.1 * tiles;
            let tiles = match next {
                _ if stage == away => wide(reach),
                Some(next) if stage + 1 == away => wide(next),
                _ => usual,
            };
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
        let pays = (plan.value as f64 / 100.0).powf(DEAR) * plain.powf(1.0 - DEAR);
        Value { points: won * pays, chance: won, away: away as u8, useful: 0 }
    }
}

/// Two draws ahead.
#[derive(Clone, Copy, Debug)]
struct Ahead {
    /// Useful tiles unseen.
    useful: u32,
    /// The same with what can be claimed.
    reach: f64,
    /// Useful tiles unseen after drawing one of them, on average.
    next: f64,
}

/// What the steps to a pattern usually look like.
struct Steps {
    /// Useful tiles when ready, and how many more with each tile further away.
    ready: f64,
    more: f64,
}

impl Steps {
    fn of(pattern: Pattern, total: f64) -> Steps {
        let (ready, more) = match pattern {
            Pattern::Sets | Pattern::SetsTwoFiveEight => (0.045 * total, 0.085 * total),
            Pattern::Triplets => (3.5, 2.5),
            Pattern::SevenPairs | Pattern::SevenPairsQuads => (3.0, 6.0),
            Pattern::FivePairs => (6.0, 6.0),
            Pattern::Orphans => (4.0, 4.0),
        };
        Steps { ready, more }
    }

    fn usual(&self, stage: u8) -> f64 {
        self.ready + self.more * (stage as f64 - 1.0)
    }
}
