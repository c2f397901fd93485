//! Waits (听牌): which tile would let a seat win by its own draw, and with how many fan. Hints, draws and requests ask this.

use super::{Claim, Situation, five_pairs, score};
use crate::hongzhong::options::{AskDuty, HongzhongOptions};
use crate::hongzhong::shape::{self, ORDINARY, WILD};
use serde::Serialize;
use sifang_table::{Declaration, Meld, Source};
use sifang_tiles::{Hand, Tile, TileMask};
use std::collections::BTreeMap;

/// A hand one tile short, and what binds it.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Waiting<'a> {
    pub options: &'a HongzhongOptions,
    /// Closed tiles.
    pub hand: &'a Hand,
    pub melds: &'a [Meld],
    pub declared: Option<Declaration>,
    pub locked: bool,
}

/// What one tile is worth: capped fan without circumstances and catches, 0 where it does not win.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "HongzhongWait"))]
pub struct Wait {
    /// Drawn, and won with sets and a pair.
    pub self_draw: i32,
    /// Won on when somebody else throws it; 1 is not enough by itself (or not a form that may, by the option).
    pub discard: i32,
    /// Drawn, and won by asking with the best tile.
    pub ask: i32,
}

/// All waits of a hand.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "HongzhongWaits"))]
pub struct Waits {
    /// There is at least one.
    pub ready: bool,
    /// The most fan in the table.
    pub best: i32,
    /// Each tile and what it is worth, in the order of the notation.
    pub waits: BTreeMap<Tile, Wait>,
}

impl Waiting<'_> {
    /// By the option: whether the hand will have to ask with what it draws.
    /// Clauses: `hongzhong.ask.duty`, `hongzhong.ruling.45`.
    fn must_ask(&self) -> bool {
        self.options.ask_duty == AskDuty::Always && self.declared.is_none() && shape::is_five_pairs(self.hand)
    }

    /// Whether sets and a pair win: not once locked, or declared to ask.
    /// Clauses: `hongzhong.win.bound`, `hongzhong.ruling.34`.
    fn may_win_plainly(&self) -> bool {
        !self.locked && self.declared != Some(Declaration::ReadyAsk)
    }

    /// Whether five pairs win: not with melds, or declared ready.
    /// Clauses: `hongzhong.declare.ready`, `hongzhong.ask.shape`, `hongzhong.ruling.34`.
    fn may_ask(&self) -> bool {
        self.melds.is_empty() && self.declared != Some(Declaration::Ready)
    }

    /// The tiles that may be waits: all of which the seat does not hold four itself, if it can be ready at all.
    /// Clauses: `hongzhong.pay.ready`, `hongzhong.ruling.32`.
    fn candidates(&self) -> TileMask {
        let ready = (self.may_win_plainly() && shape::is_ready(self.hand))
            || (self.may_ask() && shape::pairs(self.hand) >= 4);
        if !ready {
            return TileMask::EMPTY;
        }
        (ORDINARY | TileMask::one(WILD)).iter().filter(|t| self.held(*t) < 4).collect()
    }

    /// Natural copies in hand and melds.
    /// Clauses: `hongzhong.pay.ready`, `hongzhong.ruling.32`.
    fn held(&self, tile: Tile) -> u8 {
        let in_melds = |m: &Meld| if m.tile == tile { m.kind.size() as u8 } else { 0 };
        self.hand.count(tile) + self.melds.iter().map(in_melds).sum::<u8>()
    }

    /// Fan of ten tiles as five pairs.
    fn value_of_pairs(&self, ten: &[u8; Tile::PLAYABLE]) -> i32 {
        let fans = five_pairs(self.options, ten, self.declared, Situation::default());
        fans.map_or(0, |fans| fans.raw.min(self.options.max_fan))
    }

    /// Fan of the hand with `tile` as sets and a pair; 1 where the tiles are a win, but in no form that may take it.
    /// Clauses: `hongzhong.ask.duty`, `hongzhong.win.form`.
    fn plain(&self, tile: Tile, source: Source) -> i32 {
        let asks = source == Source::SelfDraw && self.must_ask();
        if asks || !self.may_win_plainly() || !shape::wins_with(self.hand, tile) {
            return 0;
        }
        let mut counts = *self.hand.counts();
        counts[tile.index()] += 1;
        let claim = Claim {
            counts: &counts,
            melds: self.melds,
            tile,
            source,
            declared: self.declared,
            situation: Situation::default(),
        };
        score(self.options, &claim).map_or(1, |fans| fans.raw.min(self.options.max_fan))
    }

    /// Fan of the hand with `tile` drawn and the best tile asked with.
    fn asking(&self, tile: Tile) -> i32 {
        if !self.may_ask() {
            return 0;
        }
        let mut eleven = *self.hand;
        eleven.add(tile);
        let declared = self.declared == Some(Declaration::ReadyAsk) && shape::is_five_pairs(self.hand);
        let forced = declared || (tile != WILD && self.must_ask());
        let asks = if forced { TileMask::one(tile) } else { shape::asks(&eleven) };
        let value = |asked: Tile| {
            let mut ten = *eleven.counts();
            ten[asked.index()] -= 1;
            self.value_of_pairs(&ten)
        };
        asks.iter().map(value).max().unwrap_or(0)
    }

    /// The most fan this hand could win with by its own draw; 0 if it is not ready.
    ///
    /// A drawn wild is worth as much as any tile it may stand for, but for one thing: a natural fourth copy is a root
    /// whatever the other wilds do. And a tile that is asked with as it was drawn leaves the ten tiles as they are.
    /// A hand that must ask counts what it could win on instead of what it could draw.
    /// Clauses: `hongzhong.pay.not_ready`, `hongzhong.ruling.31`, `hongzhong.ruling.45`.
    pub(in super::super) fn best(&self) -> i32 {
        if self.must_ask() {
            return self.waits().best;
        }
        let mut candidates = self.candidates();
        if candidates.contains(WILD) {
            let three = |tile: &Tile| *tile == WILD || self.held(*tile) == 3;
            candidates = candidates.iter().filter(three).collect();
        }
        let own = |tile: Tile| self.plain(tile, Source::SelfDraw).max(self.asking(tile));
        let best = candidates.iter().map(own).max().unwrap_or(0);
        if self.may_ask() && !candidates.is_empty() {
            best.max(self.value_of_pairs(self.hand.counts()))
        } else {
            best
        }
    }

    /// Every wait with its worth.
    pub(in super::super) fn waits(&self) -> Waits {
        let mut table = Waits::default();
        for tile in self.candidates().iter() {
            let (self_draw, ask) = (self.plain(tile, Source::SelfDraw), self.asking(tile));
            if self_draw == 0 && ask == 0 {
                continue;
            }
            let claimable = tile != WILD || self.options.wild_discard_hu;
            let discard = if claimable { self.plain(tile, Source::Discard) } else { 0 };
            // No discard is worth more than the same tile drawn; where nothing may be drawn, it counts.
            table.best = table.best.max(self_draw).max(ask).max(discard);
            table.waits.insert(tile, Wait { self_draw, discard, ask });
        }
        table.ready = !table.waits.is_empty();
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hongzhong::options::OneFanDiscard;
    use proptest::prelude::*;
    use sifang_table::MeldKind;
    use sifang_tiles::Seat;

    fn pung(kind: usize) -> Meld {
        let tile = Tile::at(9 + kind);
        Meld { kind: MeldKind::Pung, tile, claimed: tile, from: Seat::new(1), closed: false }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]

        /// The shortcut agrees with the whole table.
        #[test]
        fn the_best_wait_is_the_best_of_the_table(
            kinds in prop::collection::vec(0usize..18, 10),
            narrow in 2usize..=18,
            wilds in 0usize..=4,
            meld in prop::option::of(0usize..18),
            (declared, locked) in (0u8..3, any::<bool>()),
            (wild_makes_root, always, form) in (any::<bool>(), any::<bool>(), any::<bool>()),
        ) {
            let melds: Vec<Meld> = meld.map(pung).into_iter().collect();
            let mut hand = Hand::EMPTY;
            (0..wilds).for_each(|_| hand.add(WILD));
            for kind in kinds {
                // Pull the tiles together, so that ready hands are not too rare.
                let tile = Tile::at(9 + kind % narrow);
                if hand.len() + 3 * melds.len() < 10 && hand.count(tile) < if meld == Some(kind % narrow) { 1 } else { 4 } {
                    hand.add(tile);
                }
            }
            prop_assume!(hand.len() + 3 * melds.len() == 10);
            let ask_duty = if always { AskDuty::Always } else { AskDuty::Bound };
            let one_fan_discard = if form { OneFanDiscard::AskOrKong } else { OneFanDiscard::TwoFan };
            let options =
                HongzhongOptions { wild_makes_root, ask_duty, one_fan_discard, ..HongzhongOptions::default() };
            let declared = [None, Some(Declaration::Ready), Some(Declaration::ReadyAsk)][declared as usize];
            let waiting = Waiting { options: &options, hand: &hand, melds: &melds, declared, locked };
            prop_assert_eq!(waiting.best(), waiting.waits().best, "{:?}", waiting);
        }
    }
}
