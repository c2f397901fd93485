//! The candidates of clause 6.6: what all readings of a hand have in common, the value of each, and the best.

use super::formula::{Formula, is_listed_first};
use super::reading::{Pair, Placed, Reading, for_each_reading};
use super::{Claim, Situation};
use crate::jingji::fans::{F, Fu};
use crate::jingji::options::JingjiOptions;
use sifang_shape::{PairRule, is_melds, is_win};
use sifang_table::{MeldKind, Source};
use sifang_tiles::{SuitKeys, Tile};
use std::ops::ControlFlow;
use tinyvec::ArrayVec;

const WINDS: u64 = 0b1111 << 27;
const DRAGONS: u64 = 0b111 << 31;
const SUIT: u64 = 0b1_1111_1111;
/// Kinds that are a 1, a 9 or an honour.
pub(super) const OUTSIDE: u64 = {
    let ends = 0b1_0000_0001;
    ends | ends << 9 | ends << 18 | WINDS | DRAGONS
};
/// Lowest tiles of 123 and 789.
const OUTSIDE_RUNS: u64 = {
    let ends = 0b0_0100_0001;
    ends | ends << 9 | ends << 18
};
/// Lowest tiles of 123, 456 and 789 of the first suit.
const STRAIGHT: u64 = 0b0_0100_1001;

/// What all candidates of a hand have in common.
pub(super) struct Common<'a> {
    claim: &'a Claim<'a>,
    pub(super) base: Formula,
    triplets: u64,
    runs: u64,
    /// Golds in the hand.
    pub(super) golds: u8,
    /// The winning tile is a gold.
    on_gold: bool,
    /// `single_you` and `double_you` count.
    you: bool,
    /// Lowest tile of the chow with the gold in its middle.
    around_gold: Option<u8>,
}

impl<'a> Common<'a> {
    /// Counts what every reading has: golds, printed faces, melds, and how the win came about. A
    /// robbed indicator is among the golds.
    /// Clauses: `jingji.fu.concealed_kong`, `jingji.fu.exposed_kong`, `jingji.ruling.8`,
    /// `jingji.ruling.10`, `jingji.ruling.17`, `jingji.ruling.27`.
    pub(super) fn of(options: &JingjiOptions, claim: &'a Claim<'a>) -> Common<'a> {
        let golds = claim.counts[claim.gold.index()];
        let mut base = Formula { m: 1, ..Formula::default() };
        let (mut triplets, mut runs, mut called) = (0u64, 0u64, false);
        let mut faces = (0..Tile::PLAYABLE).fold(0, |mask, i| mask | u64::from(claim.counts[i] > 0) << i);
        for meld in claim.melds {
            let bit = 1 << meld.tile.index();
            called |= meld.kind.is_called();
            match meld.kind {
                MeldKind::Chow => {
                    runs |= bit;
                    faces |= bit * 0b111;
                    continue;
                }
                MeldKind::Pung => {}
                MeldKind::KongConcealed => base.add_fu(Fu::ConcealedKong, 1),
                MeldKind::KongDirect | MeldKind::KongAdded => base.add_fu(Fu::ExposedKong, 1),
            }
            triplets |= bit;
            faces |= bit;
        }
        let Situation { kong_draw, last_tile, ready, .. } = claim.situation;
        let self_draw = claim.source == Source::SelfDraw;
        base.add(F::GoldTile, golds as u32);
        base.add_if(faces & OUTSIDE == 0, F::AllSimples);
        base.add_if(!called, F::ConcealedHand);
        base.add_if(claim.source == Source::RobKong, F::RobKong);
        base.add_if(self_draw && kong_draw, F::KongDraw);
        base.add_if(self_draw && last_tile, F::LastTileDraw);
        base.add_if(claim.source == Source::Discard && last_tile, F::LastDiscard);
        base.add_if(ready, F::Ready);
        Common {
            claim,
            base,
            triplets,
            runs,
            golds,
            on_gold: claim.tile == Some(claim.gold),
            you: self_draw || !options.you_jin_self_draw_only,
            around_gold: claim.gold.down(1).filter(|_| claim.gold.up(1).is_some()).map(|t| t.index() as u8),
        }
    }

    /// The candidate of this reading, with the best choice of the winning tile's group.
    /// Clauses: `jingji.fu.concealed_triplet`, `jingji.ruling.9`, `jingji.ruling.11`,
    /// `jingji.ruling.12`, `jingji.ruling.13`.
    pub(super) fn value(&self, read: &Reading) -> Formula {
        let mut found = self.base;
        let triplets = read.triplets | self.triplets;
        let mut runs = self.runs;
        let mut twins = 0;
        let mut single = None;
        for &run in &read.runs {
            runs |= 1 << run;
            // Equal chows follow each other: every second one makes a pair.
            if single == Some(run) {
                twins += 1;
                single = None;
            } else {
                single = Some(run);
            }
        }
        let pair = if let Pair::Natural(tile) = read.pair { 1u64 << tile.index() } else { 0 };
        if read.triplets != 0 {
            found.add_fu(Fu::ConcealedTriplet, read.triplets.count_ones());
        }
        if (triplets | pair) & (WINDS | DRAGONS) != 0 {
            self.add_honors(triplets, pair, &mut found);
        }
        found.add_if(triplets & (triplets >> 9) & (triplets >> 18) & SUIT != 0, F::ThreeSuitTriplet);
        if runs != 0 {
            found.add_if(runs & (runs >> 9) & (runs >> 18) & SUIT != 0, F::ThreeSuitChow);
            let straight = [0, 9, 18].iter().any(|suit| runs >> suit & STRAIGHT == STRAIGHT);
            found.add_if(straight, F::FullStraight);
            if twins > 0 {
                found.add(F::TwinChow, twins);
            }
        }
        if read.natural && (triplets | pair) & !OUTSIDE == 0 && runs & !OUTSIDE_RUNS == 0 {
            let honors = (triplets | pair) & (WINDS | DRAGONS) != 0;
            found.add(if honors { F::MixedOutside } else { F::PureOutside }, 1);
        }
        self.add_winning_group(read, &mut found);
        found
    }

    /// Fans and fu of honour triplets and of a pair of honours.
    /// Clauses: `jingji.fu.honor_pair`, `jingji.ruling.10`, `jingji.ruling.11`.
    fn add_honors(&self, triplets: u64, pair: u64, found: &mut Formula) {
        let is_triplet = |tile: Tile| triplets >> tile.index() & 1 == 1;
        found.add_if(is_triplet(self.claim.round_wind), F::RoundWind);
        found.add_if(is_triplet(self.claim.seat_wind), F::SeatWind);
        let (winds, dragons) = ((triplets & WINDS).count_ones(), (triplets & DRAGONS).count_ones());
        if dragons > 0 {
            found.add(F::DragonTriplet, dragons);
        }
        found.add_if(dragons == 3, F::BigThreeDragons);
        found.add_if(dragons == 2 && pair & DRAGONS != 0, F::SmallThreeDragons);
        found.add_if(winds == 4, F::BigFourWinds);
        found.add_if(winds == 3 && pair & WINDS != 0, F::SmallFourWinds);
        if pair & (WINDS | DRAGONS) != 0 {
            found.add_fu(Fu::HonorPair, 1);
        }
    }

    /// Yaku of the group with the winning tile: only one group has it, so only one of these counts. Of two with the same
    /// value the one with the smaller id is listed, which is `gold_middle`.
    /// Clauses: `jingji.ruling.14`, `jingji.ruling.15`.
    fn add_winning_group(&self, read: &Reading, found: &mut Formula) {
        let (paired, tripled, middle) = if self.on_gold {
            let middle = self.around_gold.is_some_and(|low| read.runs.contains(&low));
            let gold = self.claim.gold;
            (read.pair == Pair::Natural(gold), read.triplets >> gold.index() & 1 == 1, middle)
        } else {
            (read.paired, read.tripled, false)
        };
        if tripled && self.you {
            found.add(F::DoubleYou, 1);
        } else if middle {
            found.add(F::GoldMiddle, 1);
        } else if paired && self.you {
            found.add(F::SingleYou, 1);
        }
    }

    /// Fan of a candidate that count as yaku: all but `ready`.
    /// Clauses: `jingji.score.no_yaku`, `jingji.ruling.20`.
    pub(super) fn yaku(&self, candidate: &Formula) -> i32 {
        candidate.n - self.claim.situation.ready as i32
    }

    /// Points of `value` for the winner.
    /// Clauses: `jingji.score.round_up`, `jingji.ruling.3`.
    pub(super) fn total(&self, value: i32) -> i32 {
        if self.claim.source == Source::SelfDraw { (value + 2) / 3 * 3 } else { value }
    }

    /// The best candidate by the formula. A candidate with a yaku goes before any without.
    /// Clauses: `jingji.score.choice`, `jingji.ruling.34`.
    pub(super) fn best_formula(&self, keys: SuitKeys) -> Option<Formula> {
        self.best_reading(keys, |_| true).map(|(formula, ..)| formula)
    }

    /// The same among the readings that are asked for, with the reading and its groups.
    pub(super) fn best_reading(
        &self,
        keys: SuitKeys,
        asked: impl Fn(&Reading) -> bool,
    ) -> Option<(Formula, Reading, ArrayVec<[Placed; 6]>)> {
        let mut best: Option<(i32, Formula, Reading, ArrayVec<[Placed; 6]>)> = None;
        let won = self.claim.tile?;
        let _ = for_each_reading(self.claim.counts, keys, self.claim.gold, won, &mut |read, placed| {
            if !asked(read) {
                return ControlFlow::Continue(());
            }
            let candidate = self.value(read);
            // Rounding up can make unequal values equal, so totals are compared.
            let total = self.total(candidate.value());
            let better = best.as_ref().is_none_or(|(best_total, best, ..)| {
                let key = |total: i32, c: &Formula| (self.yaku(c) > 0, total, c.n, c.m);
                let (new, old) = (key(total, &candidate), key(*best_total, best));
                new > old || (new == old && is_listed_first(&candidate, best))
            });
            if better {
                best = Some((total, candidate, *read, placed.iter().copied().collect()));
            }
            ControlFlow::Continue(())
        });
        best.map(|(_, formula, reading, placed)| (formula, reading, placed))
    }

    /// The fixed hand that counts, if there is one: the dearest, and of equal ones the first in the order of clause 6.6.
    /// Clauses: `jingji.turn.three_golds`, `jingji.score.choice`, `jingji.ruling.24`,
    /// `jingji.ruling.38`.
    pub(super) fn fixed(&self, others: SuitKeys, complete: bool) -> Option<F> {
        let (golds, rob_gold) = (self.golds, self.claim.situation.rob_gold);
        let self_draw = self.claim.source == Source::SelfDraw;
        let rob = if self.claim.is_dealer { F::DealerRobGold } else { F::NondealerRobGold };
        let candidates = [
            (complete && golds >= 3 && is_win(others, golds - 3, PairRule::Any), F::GoldenDragon),
            (complete && golds >= 2 && is_melds(others, golds - 2), F::GoldenPair),
            (complete && rob_gold, rob),
            // The indicator is taken only to complete a hand: robbing it is no way to three golds without a shape.
            (golds >= 3 && self_draw && (complete || !rob_gold), F::ThreeGolds),
        ];
        candidates.into_iter().find(|(holds, _)| *holds).map(|(_, fan)| fan)
    }
}
