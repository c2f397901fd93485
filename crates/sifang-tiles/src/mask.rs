//! A set of tile kinds in one word: legal discards, waits, useful draws.

use crate::{Suit, Tile};
use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

/// A set of tile kinds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct TileMask(u64);

impl TileMask {
    /// No kind.
    pub const EMPTY: TileMask = TileMask(0);
    /// The 34 kinds that can stay in a hand.
    pub const PLAYABLE: TileMask = TileMask((1 << Tile::PLAYABLE) - 1);
    /// The 27 kinds of the numbered suits.
    pub const SUITED: TileMask = TileMask((1 << 27) - 1);
    /// Winds and dragons.
    pub const HONORS: TileMask = TileMask(0b111_1111 << 27);
    /// Ones and nines.
    pub const TERMINALS: TileMask = TileMask::of_ranks(0b1_0000_0001);
    /// Two to eight of the numbered suits.
    pub const SIMPLES: TileMask = TileMask::of_ranks(0b0_1111_1110);

    /// The set with these bits; bits beyond the 42 kinds are dropped.
    #[inline]
    pub const fn from_bits(bits: u64) -> TileMask {
        TileMask(bits & ((1 << Tile::KINDS) - 1))
    }

    /// The bits, tile 0 lowest.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The kinds of all three numbered suits whose rank has its bit, rank 1 lowest.
    #[inline]
    pub const fn of_ranks(ranks: u64) -> TileMask {
        TileMask(ranks | ranks << 9 | ranks << 18)
    }

    /// Every kind of a suit.
    #[inline]
    pub const fn of_suit(suit: Suit) -> TileMask {
        TileMask(((1 << suit.size()) - 1) << suit.start())
    }

    /// Just this kind.
    #[inline]
    pub const fn one(tile: Tile) -> TileMask {
        TileMask(1 << tile.index())
    }

    /// The kinds of the set that have no other of it within two ranks of their suit: in a run with
    /// tiles of the set they cannot be.
    #[inline]
    pub const fn lonely(self) -> TileMask {
        let suited = self.0 & TileMask::SUITED.0;
        let one = suited << 1 & TileMask::of_ranks(0b1_1111_1110).0
            | suited >> 1 & TileMask::of_ranks(0b0_1111_1111).0;
        let two = suited << 2 & TileMask::of_ranks(0b1_1111_1100).0
            | suited >> 2 & TileMask::of_ranks(0b0_0111_1111).0;
        TileMask(self.0 & !(one | two))
    }

    /// Puts the kind in.
    #[inline]
    pub fn insert(&mut self, tile: Tile) {
        self.0 |= 1 << tile.index();
    }

    /// Takes the kind out.
    #[inline]
    pub fn remove(&mut self, tile: Tile) {
        self.0 &= !(1 << tile.index());
    }

    /// Whether the kind is in.
    #[inline]
    pub const fn contains(self, tile: Tile) -> bool {
        self.0 & (1 << tile.index()) != 0
    }

    /// Whether the set has no kind.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of kinds in the set.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The lowest kind.
    #[inline]
    pub fn first(self) -> Option<Tile> {
        (self.0 != 0).then(|| Tile::at(self.0.trailing_zeros() as usize))
    }

    /// The highest kind.
    #[inline]
    pub fn last(self) -> Option<Tile> {
        (self.0 != 0).then(|| Tile::at(63 - self.0.leading_zeros() as usize))
    }

    /// The `n`-th kind in canonical order, from 0.
    #[inline]
    pub fn nth(self, n: usize) -> Option<Tile> {
        let mut bits = self.0;
        for _ in 0..n {
            bits &= bits.wrapping_sub(1);
        }
        TileMask(bits).first()
    }

    /// The kinds in canonical order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Tile> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let tile = TileMask(bits).first()?;
            bits &= bits - 1;
            Some(tile)
        })
    }
}

impl BitOr for TileMask {
    type Output = TileMask;
    fn bitor(self, other: TileMask) -> TileMask {
        TileMask(self.0 | other.0)
    }
}

impl BitOrAssign for TileMask {
    fn bitor_assign(&mut self, other: TileMask) {
        self.0 |= other.0;
    }
}

impl BitAnd for TileMask {
    type Output = TileMask;
    fn bitand(self, other: TileMask) -> TileMask {
        TileMask(self.0 & other.0)
    }
}

impl Not for TileMask {
    type Output = TileMask;
    fn not(self) -> TileMask {
        TileMask::from_bits(!self.0)
    }
}

impl FromIterator<Tile> for TileMask {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Self {
        let mut mask = TileMask::EMPTY;
        for tile in tiles {
            mask.insert(tile);
        }
        mask
    }
}

impl fmt::Debug for TileMask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tiles: Vec<Tile> = self.iter().collect();
        write!(f, "{{{}}}", crate::format_tiles(&tiles))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn lonely_kinds_have_no_neighbour(words in any::<[u64; 3]>()) {
            let set = TileMask::from_bits(words[0] & words[1] & words[2]);
            let near = |tile: Tile| [tile.up(1), tile.up(2), tile.down(1), tile.down(2)];
            let alone = |tile: &Tile| !near(*tile).into_iter().flatten().any(|other| set.contains(other));
            prop_assert_eq!(set.lonely(), set.iter().filter(alone).collect());
        }
    }
}
