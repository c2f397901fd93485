//! Shapes of `wuxi`: what wins, and the facts about a hand's tiles and sets that its fans look at.

use super::options::WuxiOptions;
use sifang_shape::{Group, GroupKind, Grouping, PairRule, is_win};
use sifang_table::{Meld, MeldKind};
use sifang_tiles::{Hand, Suit, Tile, TileMask};
use tinyvec::ArrayVec;

/// The thirteen kinds of 十三幺.
/// Clause: `wuxi.win.orphans`.
const ORPHANS: TileMask = TileMask::from_bits(TileMask::TERMINALS.bits() | TileMask::HONORS.bits());

/// 2 3 4 6 8 of bamboo and the green dragon.
const GREEN: TileMask = TileMask::from_bits(0b1010_1110 << 18 | 1 << 32);

/// Whether a hand (with `tile` more, if given) has a winning shape. Masks settle most hands before
/// a table or a count is looked at: a single tile without a neighbour is in no set and no pair, and
/// the two rare shapes have few kinds, or thirteen.
/// Clauses: `wuxi.win.standard`, `wuxi.win.seven_pairs`, `wuxi.win.orphans`.
#[inline]
pub(super) fn wins(options: &WuxiOptions, hand: &Hand, tile: Option<Tile>, melds: usize) -> bool {
    let (mut keys, mut held, mut pairs) = (hand.keys(), hand.held(), hand.pairs());
    if let Some(tile) = tile {
        keys.add(tile);
        if held.contains(tile) {
            pairs.insert(tile);
        }
        held.insert(tile);
    }
    if (held.lonely() & !pairs & TileMask::PLAYABLE).is_empty() && is_win(keys, 0, PairRule::Any) {
        return true;
    }
    if melds > 0 {
        return false;
    }
    if held.len() <= 7 {
        let mut counts = *hand.counts();
        if let Some(tile) = tile {
            counts[tile.index()] += 1;
        }
        return is_seven_pairs(options, &counts);
    }
    held == ORPHANS
}

/// 七对子.
/// Clauses: `wuxi.win.seven_pairs`, `wuxi.ruling.7`.
pub(super) fn is_seven_pairs(options: &WuxiOptions, counts: &[u8; Tile::PLAYABLE]) -> bool {
    sifang_shape::is_seven_pairs(counts, 0, options.seven_pairs_quads)
}

/// 十三幺.
/// Clause: `wuxi.win.orphans`.
pub(super) fn is_orphans(counts: &[u8; Tile::PLAYABLE]) -> bool {
    sifang_shape::is_thirteen_orphans(counts)
}

/// What kinds of tile a whole hand has, melds included.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facts {
    all: TileMask,
    /// How many numbered suits.
    pub suits: u8,
    pub has_honors: bool,
    pub has_terminals: bool,
}

impl Facts {
    pub(super) fn of(counts: &[u8; Tile::PLAYABLE], melds: &[Meld]) -> Facts {
        let closed = Tile::playable().filter(|t| counts[t.index()] > 0);
        let all: TileMask = closed.chain(melds.iter().flat_map(Meld::tiles)).collect();
        let in_suit = |suit: Suit| all.iter().any(|t| t.suit() == suit);
        Facts {
            all,
            suits: Suit::NUMBERED.into_iter().filter(|s| in_suit(*s)).count() as u8,
            has_honors: in_suit(Suit::Honor),
            has_terminals: all.iter().any(Tile::is_terminal),
        }
    }

    pub(super) fn is_all_green(&self) -> bool {
        self.all & !GREEN == TileMask::EMPTY
    }
}

/// All sets of a standard reading, melds included.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sets {
    triplets: TileMask,
    /// Lowest tiles of the sequences, ascending.
    pub runs: ArrayVec<[Tile; 4]>,
    pub pair: Tile,
}

impl Sets {
    /// The sets of a reading and of the melds; a kong counts as a triplet.
    /// Clause: `wuxi.ruling.25`.
    pub(super) fn of(grouping: &Grouping, melds: &[Meld]) -> Sets {
        let mut sets = Sets { triplets: TileMask::EMPTY, runs: ArrayVec::new(), pair: grouping.pair().tile };
        for group in grouping.melds() {
            sets.add(group.kind == GroupKind::Run, group.tile);
        }
        for meld in melds {
            sets.add(meld.kind == MeldKind::Chow, meld.tile);
        }
        sets.runs.sort_unstable();
        sets
    }

    fn add(&mut self, run: bool, tile: Tile) {
        if run {
            self.runs.push(tile);
        } else {
            self.triplets.insert(tile);
        }
    }

    pub(super) fn has_triplet(&self, tile: Tile) -> bool {
        self.triplets.contains(tile)
    }

    pub(super) fn has_run(&self, lowest: Tile) -> bool {
        self.runs.contains(&lowest)
    }

    /// Whether something holds for the same number in all three suits.
    pub(super) fn three_suits(&self, holds: impl Fn(Tile) -> bool) -> bool {
        (1..=9).any(|rank| Suit::NUMBERED.into_iter().all(|suit| Tile::new(suit, rank).is_some_and(&holds)))
    }

    /// 123, 456 and 789 of one suit.
    pub(super) fn has_straight(&self) -> bool {
        let has = |suit: Suit, rank: u8| Tile::new(suit, rank).is_some_and(|t| self.has_run(t));
        Suit::NUMBERED.into_iter().any(|suit| has(suit, 1) && has(suit, 4) && has(suit, 7))
    }

    /// Disjoint pairs of equal sequences.
    /// Clause: `wuxi.ruling.8`.
    pub(super) fn twins(&self) -> u8 {
        let mut twins = 0;
        let mut i = 0;
        while i + 1 < self.runs.len() {
            let same = self.runs[i] == self.runs[i + 1];
            twins += same as u8;
            i += if same { 2 } else { 1 };
        }
        twins
    }
}

/// 两面听: the winning tile is an end of the sequence, and not the inner end of 123 or 789.
/// Clause: `wuxi.ruling.24`.
pub(super) fn is_two_sided(group: Group, tile: Tile) -> bool {
    if group.kind != GroupKind::Run {
        return false;
    }
    let lowest = group.tile.rank();
    (tile == group.tile && lowest != 7) || (tile.index() == group.tile.index() + 2 && lowest != 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use sifang_table::RuleSet as _;

    proptest! {
        /// The masks that settle most hands settle them rightly. Half of the hands are made of
        /// sets, so that many win.
        #[test]
        fn masks_rule_no_win_out(groups in prop::collection::vec((0usize..34, any::<bool>()), 5), stray in 0usize..68) {
            let mut hand = Hand::EMPTY;
            let group = |(low, run): &(usize, bool), last: bool| {
                let low = Tile::at(*low);
                match (run, last) {
                    (_, true) => vec![low; 2],
                    (true, _) if low.up(2).is_some() => (0..3).filter_map(|i| low.up(i)).collect(),
                    _ => vec![low; 3],
                }
            };
            let mut tiles: Vec<Tile> =
                groups.iter().enumerate().flat_map(|(i, g)| group(g, i == 4)).collect();
            if stray < 34 {
                tiles[0] = Tile::at(stray);
            }
            for tile in tiles {
                if hand.count(tile) < 4 {
                    hand.add(tile);
                }
            }
            let rules = super::super::Wuxi::new(Default::default(), 4);
            let plain = is_win(hand.keys(), 0, PairRule::Any)
                || is_seven_pairs(rules.options(), hand.counts())
                || is_orphans(hand.counts());
            prop_assert_eq!(wins(rules.options(), &hand, None, 0), plain);
            let mut rest = hand;
            let last = hand.held().last().unwrap();
            rest.remove(last);
            prop_assert_eq!(wins(rules.options(), &rest, Some(last), 0), plain);
        }
    }
}
