//! How much one alternative is worth more than another: first who the rival is and how close it is, then, in worlds of their own, the
//! figure that is shown.
//!
//! Which rival is measured, and in how many worlds, is decided before the first of the worlds that count. So the interval needs no
//! excuse for the selection: it is that of a plain mean of paired differences.

use crate::Moment;
use crate::playout::{Outcome, Player, Way};
use crate::worlds;
use sifang_bots::Rng;
use sifang_lab::{Estimate, mean};
use sifang_rules::insight::Insight;
use sifang_table::Action;

/// Tells apart the worlds of choosing, of a second look, and those that count.
const STAGES: [u64; 3] = [1, 2, 3];

/// How many worlds each step takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// All alternatives.
    pub first: u32,
    /// The two best of them, and what was played.
    pub second: u32,
    /// The best of them where it may be better than what was played.
    pub third: u32,
    /// The figure, where what was played looks as good.
    pub plain: u32,
    /// The figure, where it looks like a mistake.
    pub sure: u32,
}

impl Effort {
    /// The steps for so many worlds of a decision that looks like a mistake.
    pub fn of(worlds: u32) -> Effort {
        let part = |of: u32, least: u32| (worlds / of).max(least);
        Effort {
            first: part(64, 4),
            second: part(32, 8),
            third: part(5, 8),
            plain: part(16, 8),
            sure: worlds.max(8),
        }
    }
}

/// Exact sums over worlds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Sums {
    pub(crate) n: u64,
    pub(crate) sum: i128,
    pub(crate) squares: i128,
}

impl Sums {
    fn add(&mut self, value: i64) {
        self.n += 1;
        self.sum += i128::from(value);
        self.squares += i128::from(value) * i128::from(value);
    }

    /// The sum of the squared deviations, times the number of values.
    fn spread(&self) -> i128 {
        i128::from(self.n) * self.squares - self.sum * self.sum
    }
}

/// One side of a comparison: its points, and how deals went.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Side {
    pub(crate) points: Sums,
    /// Deals won, deals dealt in.
    pub(crate) won: u64,
    pub(crate) dealt_in: u64,
    /// Points of those deals.
    pub(crate) won_points: i128,
    pub(crate) dealt_in_points: i128,
}

impl Side {
    fn add(&mut self, outcome: Outcome) {
        self.points.add(outcome.points.into());
        match outcome.way {
            Way::Won => {
                self.won += 1;
                self.won_points += i128::from(outcome.points);
            }
            Way::DealtIn => {
                self.dealt_in += 1;
                self.dealt_in_points += i128::from(outcome.points);
            }
            Way::Neither => {}
        }
    }
}

/// Two alternatives in the same worlds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Measured {
    /// What was played, and its rival.
    pub(crate) sides: [Side; 2],
    /// The rival's points less those of what was played.
    pub(crate) difference: Sums,
}

impl Measured {
    /// Worlds.
    pub fn worlds(&self) -> u64 {
        self.difference.n
    }

    /// What the played alternative loses against the rival, with its 95 % interval.
    ///
    /// A difference that is seldom not zero is narrower in few worlds than it should be. Two worlds are supposed beside those that were
    /// drawn, one to each side, in which the alternatives have no more in common than in different worlds.
    pub fn loss(&self) -> Option<Estimate> {
        let Sums { n, sum, squares } = self.difference;
        mean(n, sum, squares + 2 * self.apart())
    }

    /// The mean square of the difference of the two in different worlds.
    fn apart(&self) -> i128 {
        let n = i128::from(self.difference.n.max(1));
        self.sides.iter().map(|side| side.points.spread() / (n * n)).sum()
    }

    pub(crate) fn add(&mut self, played: Outcome, rival: Outcome) {
        self.sides[0].add(played);
        self.sides[1].add(rival);
        self.difference.add(i64::from(rival.points) - i64::from(played.points));
    }
}

/// A decision with what came of measuring it.
#[derive(Clone, Debug)]
pub(crate) struct Weighed {
    pub(crate) rival: Action,
    pub(crate) measured: Measured,
}

/// A decision after the first looks: whom to measure it against, and how closely.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Looked {
    pub(crate) rival: Action,
    /// It looks like a mistake.
    pub(crate) suspicious: bool,
    /// What it seems to lose: only for the order in which decisions are measured.
    pub(crate) seems: f64,
}

/// Measures a decision; none if there is no real alternative.
pub(crate) fn weigh<R: Insight>(
    moment: &Moment<R>,
    effort: &Effort,
    seed: u64,
    player: &mut Player<R>,
) -> Option<Weighed> {
    let mut table = Table { moment, seed, player, between: &|| () };
    let looked = table.look(effort)?;
    Some(table.settle(effort, &looked))
}

/// Whether the loss lies above zero by so many half-widths of its interval.
fn is_likely(measured: &Measured, halves: f64) -> bool {
    measured.loss().is_some_and(|loss| loss.value > 0.0 && loss.value >= halves * (loss.high - loss.value))
}

/// What all worlds of a decision have in common.
pub(crate) struct Table<'a, R: Insight> {
    pub(crate) moment: &'a Moment<R>,
    pub(crate) seed: u64,
    pub(crate) player: &'a mut Player<R>,
    /// Called after each world.
    pub(crate) between: &'a dyn Fn(),
}

impl<R: Insight> Table<'_, R> {
    /// Chooses the rival, and how closely to look; none if there is no real alternative.
    pub(crate) fn look(&mut self, effort: &Effort) -> Option<Looked> {
        let candidates = crate::candidates::candidates(self.moment);
        let (&played, rivals) = candidates.split_first()?;
        if rivals.is_empty() {
            return None;
        }
        let mut list = vec![Measured::default(); rivals.len()];
        self.race(STAGES[0], 0..effort.first, played, rivals, &mut list);
        let mut order: Vec<usize> = (0..rivals.len()).collect();
        order.sort_by_key(|i| (std::cmp::Reverse(list[*i].difference.sum), *i));
        order.truncate(2);
        let close: Vec<Action> = order.iter().map(|i| rivals[*i]).collect();
        let mut closer: Vec<Measured> = order.iter().map(|i| list[*i]).collect();
        let second = effort.first + effort.second;
        self.race(STAGES[0], effort.first..second, played, &close, &mut closer);
        let best = (0..close.len()).max_by_key(|i| (closer[*i].difference.sum, std::cmp::Reverse(*i)))?;
        let rival = close[best];
        let mut looked_at = closer[best];
        let mut suspicious = is_likely(&looked_at, 0.0);
        if suspicious {
            let looked = std::slice::from_mut(&mut looked_at);
            self.race(STAGES[1], 0..effort.third, played, &[rival], looked);
            suspicious = is_likely(&looked_at, 0.5);
        }
        let seems = looked_at.loss().map_or(0.0, |loss| loss.value);
        Some(Looked { rival, suspicious, seems })
    }

    /// The figure that is shown.
    pub(crate) fn settle(&mut self, effort: &Effort, looked: &Looked) -> Weighed {
        let worlds = if looked.suspicious { effort.sure } else { effort.plain };
        let mut measured = [Measured::default()];
        self.race(STAGES[2], 0..worlds, self.moment.played, &[looked.rival], &mut measured);
        Weighed { rival: looked.rival, measured: measured[0] }
    }

    /// Plays `played` and each of the rivals in the same worlds.
    pub(crate) fn race(
        &mut self,
        stage: u64,
        worlds: std::ops::Range<u32>,
        played: Action,
        rivals: &[Action],
        out: &mut [Measured],
    ) {
        let Moment { deal, number, place, seat, .. } = self.moment;
        for world in worlds {
            let parts =
                [self.seed, (*number).into(), *place as u64, seat.index() as u64, stage, world.into()];
            let world = worlds::draw(deal, *seat, Rng::of(&parts), &mut self.player.view);
            let Some(base) = self.player.play(&world, *seat, played) else { continue };
            for (rival, measured) in rivals.iter().zip(out.iter_mut()) {
                if let Some(outcome) = self.player.play(&world, *seat, *rival) {
                    measured.add(base, outcome);
                }
            }
            (self.between)();
        }
    }
}

/// For tests of what a review rests on.
impl<R: Insight> Moment<R> {
    /// What was played against `rival` in so many worlds of this seed.
    pub fn measure(&self, rival: Action, worlds: u32, seed: u64) -> Measured {
        let mut measured = [Measured::default()];
        let mut table = Table { moment: self, seed, player: &mut Player::new(), between: &|| () };
        table.race(STAGES[2], 0..worlds, self.played, &[rival], &mut measured);
        measured[0]
    }

    /// The rival that a review would choose; none if there is no real alternative.
    pub fn rival(&self, effort: &Effort, seed: u64) -> Option<Action> {
        weigh(self, effort, seed, &mut Player::new()).map(|weighed| weighed.rival)
    }

    /// The same moment in another world, which the seat cannot tell from this one.
    pub fn elsewhere(&self, seed: u64) -> Moment<R> {
        Moment { deal: worlds::draw(&self.deal, self.seat, Rng::of(&[seed]), &mut None), ..self.clone() }
    }
}
