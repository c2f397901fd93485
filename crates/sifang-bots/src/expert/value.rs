//! What a hand may still bring.
//!
//! A hand that is ready is valued exactly, wait by wait. One that is a tile from ready is valued by what it would be ready for
//! after each useful tile. Further away the rule set's plans are estimated: the chance to complete one in the rounds that are
//! left, times what it pays.

use super::far::{Course, Steps, Stretch};
use super::memo::Memo;
use crate::sense::Sense;
use crate::shape::Tiles;
use sifang_rules::insight::{Arrival, Insight, Pattern, Plan, Plans, Standing};
use sifang_table::Action;
use sifang_tiles::{SuitKeys, Tile, TileMask};
use std::cell::RefCell;
use std::collections::hash_map::Entry;

/// Share of the winning tiles drawn by an opponent that it throws again.
pub(super) const THROWN: f64 = 0.9;
/// Share of the tiles drawn by an opponent that it throws again early enough to be claimed.
const CLAIMED: f64 = 0.3;
/// A narrow hand grows wider while it waits: it is taken for at least this share of a usual one.
const LEAST_NEAR: f64 = 0.4;
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

/// Distinguishes hands of one decision: closed tiles, and a number for what else matters.
type Key = (u64, u64);

fn key(keys: SuitKeys, more: u64) -> Key {
    let [man, pin, sou, honors] = keys.0.map(u64::from);
    (man | pin << 32, sou | honors << 24 | more << 48)
}

/// Values hands from one view.
#[derive(Clone, Debug)]
pub(crate) struct Appraiser {
    pub(crate) sense: Sense,
    opponents: f64,
    /// What winning saves beside what it brings: the others' wins are not paid for.
    pub(crate) relief: f64,
    /// What a useful tile counts: its unseen copies, more where an opponent's discard of it could
    /// be taken by a run or by a pair.
    alone: [f64; Tile::PLAYABLE],
    by_run: [f64; Tile::PLAYABLE],
    by_pair: [f64; Tile::PLAYABLE],
    course: Course,
    /// The hands that are looked at are not all as far away: see [`Appraiser::widest`].
    mixed: bool,
    /// Ready hands that were looked at, by their tiles, melds, declaration and how many winning
    /// tiles were valued.
    known: RefCell<Memo<Key, Rate>>,
    /// Useful tiles of hands looked at on the way.
    widths: RefCell<Memo<Key, f64>>,
}

impl Appraiser {
    /// For what this seat sees and may do.
    pub(crate) fn new<R: Insight>(at: &Standing<'_, R>, choices: &[Action]) -> Appraiser {
        let sense = Sense::of(at);
        let opponents = at.others().count() as f64;
        let counted = |more: f64| std::array::from_fn(|i| sense.unseen[i] as f64 * (1.0 + more));
        let offered = |test: fn(&Action) -> bool| choices.iter().all(test);
        let one_turn = offered(|a| matches!(a, Action::Win | Action::Discard(_) | Action::Ask(_)));
        let one_claim =
            offered(|a| matches!(a, Action::Pass | Action::Win | Action::Pung | Action::Chow(..)));
        Appraiser {
            alone: counted(0.0),
            by_run: counted(if R::CHOWS { CLAIMED } else { 0.0 }),
            by_pair: counted(CLAIMED * opponents),
            course: Course::new(at, &sense, opponents),
            sense,
            opponents,
            relief: R::relief(at) as f64 / 100.0,
            mixed: !one_turn && !one_claim,
            known: RefCell::default(),
            widths: RefCell::default(),
        }
    }

    /// Points a hand wins, and what it saves by winning.
    pub(crate) fn merit(&self, value: &Value) -> f64 {
        value.points + value.chance * self.relief
    }

    /// Tiles away from any win at all.
    pub(crate) fn away<R: Insight>(&self, at: &Standing<'_, R>) -> u8 {
        let mut ways = Plans::new();
        R::ways(at, &mut ways);
        Tiles::of(&at.hand, self.sense.wilds).nearest(&ways)
    }

    /// The same after each of these discards.
    pub(crate) fn away_after<R: Insight>(&self, at: &Standing<'_, R>, kinds: TileMask) -> [u8; Tile::KINDS] {
        let (tiles, mut ways) = (Tiles::of(&at.hand, self.sense.wilds), Plans::new());
        R::ways(at, &mut ways);
        tiles.nearest_without(&ways, kinds & at.hand.held() & TileMask::PLAYABLE)
    }

    /// Values a hand that is one tile short, with so many draws more than the wall gives. `deep`: look ahead by one tile.
    pub(crate) fn value<R: Insight>(&self, at: &Standing<'_, R>, more: u32, deep: bool) -> Value {
        let tiles = Tiles::of(&at.hand, self.sense.wilds);
        let mut plans = Plans::new();
        R::plans(at, &mut plans);
        let rounds = self.sense.draws + more;
        let plain = self.course.plain(plans.first().map_or(0, |plan| plan.value));
        let mut best = Value { away: 1, ..Value::default() };
        let mut consider = |value: Value| {
            if self.merit(&value) > self.merit(&best) {
                best = value;
            }
        };
        let (mut ready, mut near) = (TileMask::EMPTY, TileMask::EMPTY);
        let looks = Looks::of(&tiles, &plans);
        let nearest = looks.away.iter().copied().min().unwrap_or(u8::MAX);
        let ahead = if deep && (3..9).contains(&nearest) { self.ahead(at, &tiles) } else { None };
        if let (Some(ahead), Some(first)) = (ahead, plans.first()) {
            let any = Plan { pattern: Pattern::Sets, ..*first };
            let stretch = Stretch { reach: ahead.reach, away: nearest, next: Some(ahead.next), rounds };
            consider(Value { useful: ahead.useful, ..self.course.far(&any, plain, stretch) });
        }
        let mut useful = [None; MOST_PLANS];
        for (i, plan) in plans.iter().enumerate() {
            let (twin, away) = (looks.twin[i], looks.away[i]);
            if away >= 9 {
                continue;
            }
            let useful = *useful[twin].get_or_insert_with(|| tiles.useful(plan));
            match away {
                0 | 1 => ready |= useful,
                2 if deep => near |= useful,
                _ => {
                    let count = self.sense.count(useful);
                    let reach = if plan.open { self.reach(&tiles, useful) } else { count as f64 };
                    let next = ahead.filter(|_| away == nearest).map(|a| a.next);
                    let value = self.course.far(plan, plain, Stretch { reach, away, next, rounds });
                    consider(Value { useful: count, ..value });
                }
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
        if ways.is_empty() {
            return None;
        }
        let away = tiles.nearest(&ways);
        ways.retain(|way| tiles.away(way) == away);
        let useful = tiles.useful_within(&ways, away);
        let (mut count, mut sum) = (0, 0.0);
        for tile in (useful & TileMask::PLAYABLE).iter() {
            let unseen = self.sense.unseen[tile.index()] as u32;
            if unseen == 0 || tiles.count(tile) >= 4 {
                continue;
            }
            let full = tiles.with(tile);
            let mut discards = full.kinds();
            discards.remove(tile);
            count += unseen;
            sum += unseen as f64 * self.widest(&full, discards, &ways, away - 1);
        }
        Some(Ahead { useful: count, reach: self.reach(tiles, useful), next: sum / count.max(1) as f64 })
    }

    /// Unseen copies of these kinds, more where others' discards of them can be claimed.
    fn reach(&self, tiles: &Tiles, kinds: TileMask) -> f64 {
        let (pairs, runs) = (tiles.pairs(), tiles.runs());
        let mut sum = 0.0;
        for tile in (kinds & TileMask::PLAYABLE).iter() {
            let counted = match tile {
                _ if pairs.contains(tile) => &self.by_pair,
                _ if runs.contains(tile) => &self.by_run,
                _ => &self.alone,
            };
            sum += counted[tile.index()];
        }
        sum
    }

    /// The most useful tiles unseen that one of these discards leaves, among those that leave the tiles
    /// `wanted` away; 0 if none does.
    ///
    /// The first answer about a hand stands for the whole decision. Where all hands looked at
    /// should be as near, it is nothing for every hand that is farther, which need not be looked
    /// up; where they are `mixed`, who asked first decides.
    fn widest(&self, full: &Tiles, discards: TileMask, ways: &[Plan], wanted: u8) -> f64 {
        let left = full.nearest_without(ways, discards);
        let (keys, wilds) = full.key();
        let key = |tile: Tile| key(keys.without(tile, 1), wilds.into());
        let (mut widths, mut widest, mut unknown) = (self.widths.borrow_mut(), 0.0, TileMask::EMPTY);
        for tile in discards.iter() {
            let far = left[tile.index()] > wanted;
            if far && !self.mixed {
                continue;
            }
            match widths.entry(key(tile)) {
                Entry::Occupied(width) => widest = f64::max(widest, *width.get()),
                Entry::Vacant(width) if far => _ = width.insert(0.0),
                Entry::Vacant(_) => unknown.insert(tile),
            }
        }
        if !unknown.is_empty() {
            let useful = full.useful_without(ways, unknown, wanted);
            for tile in unknown.iter() {
                let width = self.reach(&full.without(tile), useful[tile.index()]);
                widths.insert(key(tile), width);
                widest = f64::max(widest, width);
            }
        }
        widest
    }

    /// What a hand that waits for these kinds (some of which may be forbidden) wins in a round.
    fn rate<R: Insight>(&self, at: &Standing<'_, R>, waits: TileMask, valued: usize) -> Rate {
        let more = at.melds.len() << 4 | usize::from(at.declares.is_some()) << 3 | valued;
        let key = key(at.hand.keys(), more as u64);
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
        let unseen = (kinds & TileMask::PLAYABLE).iter().map(|t| (self.sense.unseen[t.index()], t));
        let mut found: Vec<(u8, Tile)> = unseen.filter(|(unseen, _)| *unseen > 0).collect();
        found.sort_by_key(|(unseen, _)| std::cmp::Reverse(*unseen));
        found
    }

    fn ready<R: Insight>(&self, at: &Standing<'_, R>, rate: Rate, rounds: u32) -> Value {
        let (mut alive, mut rounds_won) = (1.0, 0.0);
        for round in 0..rounds {
            alive *= self.course.goes_on(round);
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
            alive *= self.course.goes_on(round);
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
        let mut discards = all.kinds();
        discards.remove(drawn);
        let left = all.nearest_without(ways, discards);
        let ready = discards.iter().filter(|tile| left[tile.index()] == 1).collect();
        let waits = all.useful_without(ways, ready, 1);
        for tile in ready.iter() {
            let waits = waits[tile.index()];
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
        let ends = (1.0 - self.course.goes_on(2)).max(0.03);
        let worth = |rate: &Rate| (rate.gain + rate.chance * self.relief) / (rate.chance + ends);
        rates.reduce(|a, b| if worth(&b) > worth(&a) { b } else { a }).unwrap_or_default()
    }
}

/// Tiles put to all plans. Plans of the same pattern and kinds are twins: what holds of the first
/// of them holds of all.
struct Looks {
    away: [u8; MOST_PLANS],
    twin: [usize; MOST_PLANS],
}

impl Looks {
    fn of(tiles: &Tiles, plans: &[Plan]) -> Looks {
        let mut looks = Looks { away: [u8::MAX; MOST_PLANS], twin: [0; MOST_PLANS] };
        for (i, plan) in plans.iter().enumerate() {
            let is_twin = |other: &Plan| other.pattern == plan.pattern && other.keep == plan.keep;
            let twin = plans[..i].iter().position(is_twin);
            looks.away[i] = twin.map_or_else(|| tiles.away(plan), |twin| looks.away[twin]);
            looks.twin[i] = twin.unwrap_or(i);
        }
        looks
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

#[cfg(test)]
mod tests {
    use super::*;
    use sifang_rules::any::RuleSetId;
    use sifang_rules::with_rule_set;

    /// Where all hands looked at are as near, those that are farther need not be looked up.
    #[test]
    fn hands_left_out_would_have_added_nothing() {
        fn check<R: Insight>() {
            let mut weighed = 0;
            crate::trial::positions::<R>(2, |rules, view| {
                let at = Standing::of(rules, view).unwrap();
                let choices = &view.prompt.as_ref().unwrap().choices;
                let quick = Appraiser::new(&at, choices);
                let plain = Appraiser { mixed: true, ..quick.clone() };
                for action in choices.iter().filter(|a| matches!(a, Action::Discard(_))) {
                    let after = at.after(*action);
                    if !quick.mixed && quick.away(&after) <= quick.away(&at) {
                        assert_eq!(quick.value(&after, 0, true), plain.value(&after, 0, true), "{view:?}");
                        weighed += 1;
                    }
                }
            });
            assert!(weighed > 20, "{}: {weighed}", R::ID);
        }
        for id in RuleSetId::ALL {
            with_rule_set!(*id, R => check::<R>());
        }
    }

    /// What is remembered of one hand is what would be reckoned for it again.
    #[test]
    fn what_is_remembered_is_what_is_reckoned() {
        fn check<R: Insight>() {
            crate::trial::positions::<R>(2, |rules, view| {
                let at = Standing::of(rules, view).unwrap();
                let choices = &view.prompt.as_ref().unwrap().choices;
                let known = Appraiser::new(&at, choices);
                for action in choices.iter().filter(|a| matches!(a, Action::Discard(_))) {
                    let (after, fresh) = (at.after(*action), Appraiser::new(&at, choices));
                    let deep = known.away(&after) <= known.away(&at);
                    assert_eq!(known.value(&after, 0, deep), fresh.value(&after, 0, deep), "{view:?}");
                }
            });
        }
        for id in RuleSetId::ALL {
            with_rule_set!(*id, R => check::<R>());
        }
    }
}
