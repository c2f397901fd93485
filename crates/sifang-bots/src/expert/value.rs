//! What a hand may still bring: for each plan the chance to complete it in the draws that are left, times what it pays. A hand that is
//! ready is valued exactly, wait by wait; one that is not, by the rule set's estimate of the plan.

use crate::sense::Sense;
use crate::shape::Tiles;
use sifang_rules::insight::{Arrival, Form, Insight, Plan, Plans, Standing};
use sifang_tiles::{Tile, TileMask};

/// Share of the useful tiles drawn by an opponent that it throws again.
const THROWN: f64 = 0.65;
/// What plans beside the best one add.
const BESIDE: f64 = 0.12;

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

/// Values hands from one view.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Appraiser {
    pub(crate) sense: Sense,
    /// Chance that the deal, or one's part in it, goes on for another round.
    pub(crate) survive: f64,
    pub(crate) opponents: f64,
}

impl Appraiser {
    /// Values a hand that is one tile short, with so many draws more or less than the wall gives.
    pub(crate) fn value<R: Insight>(&self, at: &Standing<'_, R>, more: u32) -> Value {
        let tiles = Tiles::of(&at.hand, self.sense.wilds);
        let mut plans = Plans::new();
        R::plans(at, &mut plans);
        let rounds = self.sense.draws + more;
        let (mut best, mut sum) = (Value::default(), 0.0);
        let mut ready = TileMask::EMPTY;
        let mut consider = |value: Value| {
            sum += value.points;
            if value.points > best.points {
                best = value;
            }
        };
        for plan in &plans {
            let away = tiles.away(plan);
            if away <= 1 {
                ready |= tiles.useful(plan);
            } else if away < 9 {
                consider(self.plan(R::CHOWS, plan, &tiles, away, rounds));
            }
        }
        if !ready.is_empty() {
            consider(self.ready(at, ready, rounds));
        }
        best.points += BESIDE * (sum - best.points).max(0.0);
        best.away = best.away.max(1);
        best
    }

    /// A hand that waits for these kinds (some of which may be forbidden).
    fn ready<R: Insight>(&self, at: &Standing<'_, R>, waits: TileMask, rounds: u32) -> Value {
        let total = self.sense.total as f64;
        let next = at.others().next().unwrap_or(at.seat);
        let (mut chance, mut gain, mut useful) = (0.0, 0.0, 0);
        for tile in waits.iter() {
            let unseen = self.sense.unseen[tile.index()];
            if unseen == 0 || tile.index() >= Tile::PLAYABLE {
                continue;
            }
            let share = unseen as f64 / total;
            let drawn = R::worth(at, tile, Arrival::Draw);
            let taken = R::worth(at, tile, Arrival::Discard(next));
            if drawn.is_ok() || taken.is_ok() {
                useful += unseen as u32;
            }
            if let Ok(worth) = drawn {
                chance += share;
                gain += share * worth.points() as f64;
            }
            if let Ok(worth) = taken {
                let share = share * THROWN * self.opponents;
                chance += share;
                gain += share * worth.points() as f64;
            }
        }
        let chance = chance.min(0.95);
        let on = self.survive * (1.0 - chance);
        let rounds_won = self.survive * (1.0 - on.powi(rounds as i32)) / (1.0 - on).max(1e-6);
        // Whoever waits when the wall runs out is paid, or at least does not pay.
        let drawn_out = on.powi(rounds as i32) * R::ready_bonus(at) as f64 / 100.0;
        Value { points: gain * rounds_won + drawn_out, chance: chance * rounds_won, away: 1, useful }
    }

    /// A plan that is two or more tiles away.
    fn plan(&self, chows: bool, plan: &Plan, tiles: &Tiles, away: u8, rounds: u32) -> Value {
        let useful = self.sense.count(tiles.useful(plan));
        let steps = Steps::of(plan.form, chows, self.opponents);
        let total = self.sense.total as f64;
        // How the first step compares with a usual one tells about the later ones.
        let luck = (useful as f64 / steps.usual(away)).clamp(0.4, 1.6).sqrt();
        let mut at_stage = [0.0f64; 10];
        let mut rates = [0.0f64; 10];
        let away = (away as usize).min(8);
        for (stage, rate) in rates.iter_mut().enumerate().take(away + 1).skip(1) {
            let tiles = if stage == away { useful as f64 } else { steps.usual(stage as u8) * luck };
            let claims = if stage == 1 { steps.last } else { steps.claims };
            *rate = (tiles / total * (1.0 + claims)).min(0.9);
        }
        at_stage[away] = 1.0;
        let (mut alive, mut won) = (1.0, 0.0);
        for _ in 0..rounds {
            alive *= self.survive;
            won += alive * at_stage[1] * rates[1];
            at_stage[1] *= 1.0 - rates[1];
            for stage in 2..=away {
                let moved = at_stage[stage] * rates[stage];
                at_stage[stage] -= moved;
                at_stage[stage - 1] += moved;
            }
        }
        Value { points: won * plan.value as f64 / 100.0, chance: won, away: away as u8, useful }
    }
}

/// What the steps of a form usually look like.
struct Steps {
    /// Useful tiles when ready, and how many more with each tile further away.
    ready: f64,
    more: f64,
    /// What claims add to one's own draws, before the last step and in it.
    claims: f64,
    last: f64,
}

impl Steps {
    fn of(form: Form, chows: bool, opponents: f64) -> Steps {
        let last = THROWN * opponents;
        match form {
            Form::Sets | Form::SetsTwoFiveEight => {
                Steps { ready: 6.0, more: 7.0, claims: if chows { 0.45 } else { 0.2 }, last }
            }
            Form::Triplets => Steps { ready: 4.0, more: 3.0, claims: THROWN * opponents, last },
            Form::SevenPairs | Form::SevenPairsQuads => Steps { ready: 3.0, more: 5.5, claims: 0.0, last },
            Form::FivePairs => Steps { ready: 6.0, more: 6.0, claims: 0.0, last: 0.0 },
            Form::Orphans => Steps { ready: 4.0, more: 4.0, claims: 0.0, last },
        }
    }

    fn usual(&self, stage: u8) -> f64 {
        self.ready + self.more * (stage as f64 - 1.0)
    }
}
