//! Every way to read a complete hand as melds and a pair, with the role of each wild: what scoring maximises over.
//!
//! Groups are placed in ascending order of their lowest tile, and equal tiles in a fixed order of kinds, so each
//! grouping is found exactly once and nothing is stored. The win table cuts off every branch in which the tiles left
//! need more wilds than are left.

use crate::{PairRule, counts, win};
use sifang_tiles::{SuitKeys, Tile, TileMask};
use std::ops::ControlFlow;
use tinyvec::ArrayVec;

/// What a group is. A kong in the open is no business of this crate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub enum GroupKind {
    /// 顺子: three consecutive tiles of a suit.
    #[default]
    Run,
    /// 刻子: three equal tiles.
    Triplet,
    /// 将: the pair.
    Pair,
}

/// One group of a grouping.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Group {
    /// Run, triplet or pair.
    pub kind: GroupKind,
    /// The tile, of a run the lowest.
    pub tile: Tile,
    /// Bit *i* is set if the group's *i*-th tile is a wild; in triplets and pairs the wilds come first.
    pub wilds: u8,
}

impl Group {
    /// The tiles the group stands for, wilds included.
    #[inline]
    pub fn tiles(&self) -> impl Iterator<Item = Tile> + use<> {
        let (first, step, size) = match self.kind {
            GroupKind::Run => (self.tile.index(), 1, 3),
            GroupKind::Triplet => (self.tile.index(), 0, 3),
            GroupKind::Pair => (self.tile.index(), 0, 2),
        };
        (0..size).map(move |i| Tile::at(first + i * step))
    }

    /// Whether `tile` is in the group, be it as a wild.
    #[inline]
    pub fn contains(&self, tile: Tile) -> bool {
        let above = tile.index().wrapping_sub(self.tile.index());
        if self.kind == GroupKind::Run { above < 3 } else { above == 0 }
    }

    /// How many of the group's tiles are wild.
    #[inline]
    pub fn wild_count(&self) -> u8 {
        self.wilds.count_ones() as u8
    }
}

/// A complete hand read as melds, in canonical order, and one pair.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Grouping {
    /// Melds by lowest tile, fewer wilds first, runs before triplets; then the pair.
    groups: ArrayVec<[Group; 6]>,
}

impl Grouping {
    /// The melds.
    #[inline]
    pub fn melds(&self) -> &[Group] {
        self.groups.split_last().map_or(&[], |(_, melds)| melds)
    }

    /// The pair.
    #[inline]
    pub fn pair(&self) -> Group {
        self.groups.last().copied().unwrap_or_default()
    }

    /// The melds, and last the pair.
    #[inline]
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }
}

/// A kind of group, which of its tiles are wild, and how many.
type GroupShape = (GroupKind, u8, u8);

/// Every form of group, in the order in which groups of the same lowest tile are placed: fewer wilds first.
const GROUP_SHAPES: [GroupShape; 15] = {
    use GroupKind::{Pair, Run, Triplet};
    [
        (Run, 0b000, 0),
        (Triplet, 0b000, 0),
        (Pair, 0b00, 0),
        (Run, 0b001, 1),
        (Run, 0b010, 1),
        (Run, 0b100, 1),
        (Triplet, 0b001, 1),
        (Pair, 0b01, 1),
        (Run, 0b011, 2),
        (Run, 0b101, 2),
        (Run, 0b110, 2),
        (Triplet, 0b011, 2),
        (Pair, 0b11, 2),
        (Run, 0b111, 3),
        (Triplet, 0b111, 3),
    ]
};

/// Most melds a grouping has room for.
const MOST_MELDS: usize = 5;

/// What is left to group, and what has been grouped.
struct Search<'a, F> {
    counts: [u8; Tile::PLAYABLE],
    keys: SuitKeys,
    wilds: u8,
    melds: ArrayVec<[Group; 6]>,
    pair: Option<Group>,
    rule: PairRule,
    kinds: TileMask,
    visit: &'a mut F,
}

impl<F: FnMut(&Grouping) -> ControlFlow<()>> Search<'_, F> {
    /// Places groups whose lowest tile is `low` and whose form is `form` or later, then goes on to higher tiles.
    fn place(&mut self, low: usize, form: usize) -> ControlFlow<()> {
        for (next, &shape) in GROUP_SHAPES.iter().enumerate().skip(form) {
            if shape.2 > self.wilds {
                break;
            }
            if !self.fits(low, shape) {
                continue;
            }
            let before = (self.counts, self.keys);
            self.take(low, shape);
            if self.can_finish_with(self.wilds) {
                self.place(low, next)?;
            }
            (self.counts, self.keys) = before;
            self.give_up(shape);
        }
        if self.counts[low] > 0 {
            return ControlFlow::Continue(());
        }
        self.advance(low + 1)
    }

    /// Goes on with the lowest tile from `low` on that a group can have as its lowest.
    fn advance(&mut self, low: usize) -> ControlFlow<()> {
        let anywhere = self.can_spare_group();
        let next =
            (low..Tile::PLAYABLE).find(|&tile| anywhere || self.counts[tile] > 0 || self.may_lead(tile));
        match next {
            Some(tile) => self.place(tile, 0),
            None => self.finish(),
        }
    }

    /// Whether a wild could be the lowest tile of a run with natural tiles.
    #[inline]
    fn may_lead(&self, tile: usize) -> bool {
        self.wilds > 0 && Tile::at(tile).up(2).is_some() && self.counts[tile + 1] + self.counts[tile + 2] > 0
    }

    /// Whether the tiles left leave enough wilds for a group of nothing but wilds.
    #[inline]
    fn can_spare_group(&self) -> bool {
        let meld = self.wilds >= 3 && self.can_finish_with(self.wilds - 3);
        meld || self.pair.is_none() && self.wilds >= 2 && win::is_melds(self.keys, self.wilds - 2)
    }

    /// All tiles are placed: shows the grouping if the wilds are used up too.
    fn finish(&mut self) -> ControlFlow<()> {
        match self.pair {
            Some(pair) if self.wilds == 0 => {
                let mut groups = self.melds;
                groups.push(pair);
                (self.visit)(&Grouping { groups })
            }
            _ => ControlFlow::Continue(()),
        }
    }

    /// Whether the natural tiles left and the rule allow a group of this form on `low`.
    #[inline]
    fn fits(&self, low: usize, (kind, wilds, count): GroupShape) -> bool {
        let tile = Tile::at(low);
        let equal = |size: u8| self.counts[low] >= size - count && (count == 0 || self.kinds.contains(tile));
        match kind {
            GroupKind::Run => {
                tile.up(2).is_some()
                    && (0..3).all(|i| match wilds >> i & 1 {
                        0 => self.counts[low + i] > 0,
                        _ => self.kinds.contains(Tile::at(low + i)),
                    })
            }
            GroupKind::Triplet => equal(3),
            GroupKind::Pair => self.pair.is_none() && self.rule.allows(tile) && equal(2),
        }
    }

    /// Whether the tiles left need no more than so many wilds (not looking at which groups may still be placed).
    #[inline]
    fn can_finish_with(&self, wilds: u8) -> bool {
        if self.pair.is_some() {
            win::is_melds(self.keys, wilds)
        } else {
            win::is_win(self.keys, wilds, self.rule)
        }
    }

    /// Takes the tiles of a group away and remembers the group.
    #[inline]
    fn take(&mut self, low: usize, (kind, wilds, count): GroupShape) {
        let tile = Tile::at(low);
        let group = Group { kind, tile, wilds };
        match kind {
            GroupKind::Run => {
                for (i, tile) in group.tiles().enumerate().filter(|(i, _)| wilds >> i & 1 == 0) {
                    self.counts[low + i] -= 1;
                    self.keys.remove(tile);
                }
            }
            GroupKind::Triplet | GroupKind::Pair => {
                let naturals = if kind == GroupKind::Pair { 2 } else { 3 } - count;
                self.counts[low] -= naturals;
                self.keys.remove_many(tile, naturals);
            }
        }
        self.wilds -= count;
        match kind {
            GroupKind::Pair => self.pair = Some(group),
            GroupKind::Run | GroupKind::Triplet => self.melds.push(group),
        }
    }

    /// Forgets the last group of this form; its tiles are put back by the caller.
    #[inline]
    fn give_up(&mut self, (kind, _, count): GroupShape) {
        self.wilds += count;
        match kind {
            GroupKind::Pair => self.pair = None,
            GroupKind::Run | GroupKind::Triplet => self.melds.truncate(self.melds.len() - 1),
        }
    }
}

/// Shows `visit` each grouping of `counts` and `wilds` once, in a fixed order, until it breaks off.
///
/// `kinds` are the kinds a wild may stand for. Hands that are not 3m+2 tiles with m at most five, or that hold five
/// equal natural tiles, have no grouping.
pub fn for_each_grouping(
    counts: &[u8; Tile::PLAYABLE],
    wilds: u8,
    pair: PairRule,
    kinds: TileMask,
    visit: &mut impl FnMut(&Grouping) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Some(keys) = counts::keys_of(counts) else { return ControlFlow::Continue(()) };
    let size = counts.iter().map(|&n| n as usize).sum::<usize>() + wilds as usize;
    if size % 3 != 2 || size > 3 * MOST_MELDS + 2 || !win::is_win(keys, wilds, pair) {
        return ControlFlow::Continue(());
    }
    let melds = ArrayVec::new();
    Search { counts: *counts, keys, wilds, melds, pair: None, rule: pair, kinds, visit }.advance(0)
}

/// The first grouping, if there is one.
pub fn any_grouping(
    counts: &[u8; Tile::PLAYABLE],
    wilds: u8,
    pair: PairRule,
    kinds: TileMask,
) -> Option<Grouping> {
    let mut found = None;
    let _ = for_each_grouping(counts, wilds, pair, kinds, &mut |grouping| {
        found = Some(*grouping);
        ControlFlow::Break(())
    });
    found
}
