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
    /// Melds by lowest tile, runs before triplets, then the pair.
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

/// Every form of group, in the order in which groups of the same lowest tile are placed.
const FORMS: [(GroupKind, u8); 15] = {
    use GroupKind::{Pair, Run, Triplet};
    [
        (Run, 0b000),
        (Run, 0b001),
        (Run, 0b010),
        (Run, 0b011),
        (Run, 0b100),
        (Run, 0b101),
        (Run, 0b110),
        (Run, 0b111),
        (Triplet, 0b000),
        (Triplet, 0b001),
        (Triplet, 0b011),
        (Triplet, 0b111),
        (Pair, 0b00),
        (Pair, 0b01),
        (Pair, 0b11),
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
        for (next, &shape) in FORMS.iter().enumerate().skip(form) {
            let Some(group) = self.fitting(low, shape) else { continue };
            self.take(group);
            if self.can_finish() {
                self.place(low, next)?;
            }
            self.put_back(group);
        }
        if self.counts[low] > 0 {
            return ControlFlow::Continue(());
        }
        self.advance(low + 1)
    }

    /// Goes on with the tiles from `low` upwards.
    fn advance(&mut self, low: usize) -> ControlFlow<()> {
        let held = (low..Tile::PLAYABLE).find(|&tile| self.wilds > 0 || self.counts[tile] > 0);
        match held {
            Some(tile) => self.place(tile, 0),
            None => self.finish(),
        }
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

    /// The group of this form on `low`, if the tiles left and the rule allow it.
    #[inline]
    fn fitting(&self, low: usize, (kind, wilds): (GroupKind, u8)) -> Option<Group> {
        let tile = Tile::at(low);
        let naturals = |size: u32| (size - wilds.count_ones()) as u8;
        let fits = wilds.count_ones() as u8 <= self.wilds
            && match kind {
                GroupKind::Run => {
                    tile.up(2).is_some()
                        && (0..3).all(|i| match wilds >> i & 1 {
                            0 => self.counts[low + i] > 0,
                            _ => self.kinds.contains(Tile::at(low + i)),
                        })
                }
                GroupKind::Triplet => {
                    self.counts[low] >= naturals(3) && (wilds == 0 || self.kinds.contains(tile))
                }
                GroupKind::Pair => {
                    self.pair.is_none()
                        && self.rule.allows(tile)
                        && self.counts[low] >= naturals(2)
                        && (wilds == 0 || self.kinds.contains(tile))
                }
            };
        fits.then_some(Group { kind, tile, wilds })
    }

    /// Whether the tiles left need no more wilds than are left (not looking at which groups may still be placed).
    #[inline]
    fn can_finish(&self) -> bool {
        if self.pair.is_some() {
            win::is_melds(self.keys, self.wilds)
        } else {
            win::is_win(self.keys, self.wilds, self.rule)
        }
    }

    #[inline]
    fn take(&mut self, group: Group) {
        for (i, tile) in group.tiles().enumerate() {
            if group.wilds >> i & 1 == 0 {
                self.counts[tile.index()] -= 1;
                self.keys.remove(tile);
            }
        }
        self.wilds -= group.wild_count();
        match group.kind {
            GroupKind::Pair => self.pair = Some(group),
            _ => self.melds.push(group),
        }
    }

    #[inline]
    fn put_back(&mut self, group: Group) {
        for (i, tile) in group.tiles().enumerate() {
            if group.wilds >> i & 1 == 0 {
                self.counts[tile.index()] += 1;
                self.keys.add(tile);
            }
        }
        self.wilds += group.wild_count();
        match group.kind {
            GroupKind::Pair => self.pair = None,
            _ => self.melds.truncate(self.melds.len() - 1),
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
