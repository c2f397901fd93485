//! A player's closed tiles, with suit keys kept up to date on every change.

use crate::{Tile, TileMask};
use std::fmt;

/// Powers of five: the weight of each rank in a suit key.
pub const POW5: [u32; 9] = [1, 5, 25, 125, 625, 3125, 15625, 78125, 390625];

/// One base-5 number per suit (万 筒 条 honours): digit *i* is the number of tiles of rank *i*+1.
///
/// These index the tables of `sifang-shape`. Each digit must stay in 0..=4.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct SuitKeys(pub [u32; 4]);

impl SuitKeys {
    /// Counts one more `tile` (which must be no flower and not yet there four times).
    #[inline]
    pub fn add(&mut self, tile: Tile) {
        let (suit, weight) = place(tile);
        self.0[suit] += weight;
    }

    /// Counts one `tile` less (which must be there).
    #[inline]
    pub fn remove(&mut self, tile: Tile) {
        self.remove_many(tile, 1);
    }

    /// Counts `n` of `tile` less (all of which must be there).
    #[inline]
    pub fn remove_many(&mut self, tile: Tile, n: u8) {
        let (suit, weight) = place(tile);
        self.0[suit] = self.0[suit].wrapping_sub(weight * n as u32);
    }

    /// The keys with one more `tile`.
    #[inline]
    pub fn with(mut self, tile: Tile) -> SuitKeys {
        self.add(tile);
        self
    }

    /// The keys without `n` of `tile`.
    #[inline]
    pub fn without(mut self, tile: Tile, n: u8) -> SuitKeys {
        self.remove_many(tile, n);
        self
    }

    /// The keys of 34 counts.
    #[inline]
    pub fn of_counts(counts: &[u8; Tile::PLAYABLE]) -> SuitKeys {
        let fold =
            |range: std::ops::Range<usize>| counts[range].iter().rev().fold(0, |key, &n| key * 5 + n as u32);
        SuitKeys([fold(0..9), fold(9..18), fold(18..27), fold(27..34)])
    }
}

/// Suit index (0..4) and weight of a playable tile; a flower weighs nothing.
#[inline]
const fn place(tile: Tile) -> (usize, u32) {
    let (suit, weight) = PLACES[tile.index()];
    (suit as usize & 3, weight)
}

/// Looked up rather than reckoned: every tile that moves needs it.
const PLACES: [(u8, u32); Tile::KINDS] = {
    let mut places = [(3, 0); Tile::KINDS];
    let mut i = 0;
    while i < Tile::PLAYABLE {
        places[i] = ((i / 9) as u8, POW5[i % 9]);
        i += 1;
    }
    places
};

/// The closed tiles of one player: 34 counts, their suit keys, and flowers not yet shown.
///
/// At most four copies of a kind fit; `add` beyond that is a programming error of the caller and is caught in debug builds.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hand {
    counts: [u8; Tile::PLAYABLE],
    /// One bit per flower: there is only one of each.
    flowers: u8,
    len: u8,
    keys: SuitKeys,
    held: TileMask,
    /// Kinds held at least twice, and four times.
    pairs: TileMask,
    fours: TileMask,
}

impl Default for Hand {
    fn default() -> Self {
        Hand::EMPTY
    }
}

impl Hand {
    /// No tile.
    pub const EMPTY: Hand = Hand {
        counts: [0; Tile::PLAYABLE],
        flowers: 0,
        len: 0,
        keys: SuitKeys([0; 4]),
        held: TileMask::EMPTY,
        pairs: TileMask::EMPTY,
        fours: TileMask::EMPTY,
    };

    /// Adds one tile.
    #[inline]
    pub fn add(&mut self, tile: Tile) {
        self.len += 1;
        self.held.insert(tile);
        if tile.is_flower() {
            self.flowers |= 1 << (tile.rank() - 1);
        } else {
            debug_assert!(self.counts[tile.index()] < 4, "a fifth {tile}");
            self.counts[tile.index()] += 1;
            match self.counts[tile.index()] {
                2 => self.pairs.insert(tile),
                4 => self.fours.insert(tile),
                _ => {}
            }
            self.keys.add(tile);
        }
    }

    /// Removes one tile; `false` (and no change) if it is not there.
    #[inline]
    pub fn remove(&mut self, tile: Tile) -> bool {
        if !self.held.contains(tile) {
            return false;
        }
        self.len -= 1;
        if tile.is_flower() {
            self.flowers &= !(1 << (tile.rank() - 1));
            self.held.remove(tile);
        } else {
            let left = &mut self.counts[tile.index()];
            *left -= 1;
            match *left {
                0 => self.held.remove(tile),
                1 => self.pairs.remove(tile),
                3 => self.fours.remove(tile),
                _ => {}
            }
            self.keys.remove(tile);
        }
        true
    }

    /// Copies of `tile` in the hand.
    #[inline]
    pub const fn count(&self, tile: Tile) -> u8 {
        let i = tile.index();
        if i < Tile::PLAYABLE { self.counts[i] } else { (self.flowers >> (i - Tile::PLAYABLE)) & 1 }
    }

    /// Number of tiles, flowers included.
    #[inline]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there is no tile.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The kinds held, flowers included.
    #[inline]
    pub const fn held(&self) -> TileMask {
        self.held
    }

    /// The kinds held at least twice.
    #[inline]
    pub const fn pairs(&self) -> TileMask {
        self.pairs
    }

    /// The kinds held four times.
    #[inline]
    pub const fn fours(&self) -> TileMask {
        self.fours
    }

    /// The 34 counts of playable tiles.
    #[inline]
    pub const fn counts(&self) -> &[u8; Tile::PLAYABLE] {
        &self.counts
    }

    /// The suit keys of the playable tiles.
    #[inline]
    pub const fn keys(&self) -> SuitKeys {
        self.keys
    }

    /// The lowest flower in the hand.
    #[inline]
    pub fn first_flower(&self) -> Option<Tile> {
        if self.flowers == 0 {
            None
        } else {
            Tile::from_index(Tile::PLAYABLE + self.flowers.trailing_zeros() as usize)
        }
    }

    /// All tiles in canonical order, copies repeated.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> + '_ {
        self.held.iter().flat_map(|tile| std::iter::repeat_n(tile, self.count(tile) as usize))
    }

    /// The hand of these tiles, or the first tile of which there are too many copies (five; two of a flower).
    pub fn from_tiles(tiles: &[Tile]) -> Result<Hand, Tile> {
        let mut hand = Hand::EMPTY;
        for &tile in tiles {
            let most = if tile.is_flower() { 1 } else { 4 };
            if hand.count(tile) >= most {
                return Err(tile);
            }
            hand.add(tile);
        }
        Ok(hand)
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tiles: Vec<Tile> = self.tiles().collect();
        f.write_str(&crate::format_tiles(&tiles))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn keys_follow_counts(indices in prop::collection::vec(0usize..42, 0..40)) {
            let mut hand = Hand::EMPTY;
            for &i in &indices {
                let tile = Tile::at(i);
                if hand.count(tile) < if tile.is_flower() { 1 } else { 4 } {
                    hand.add(tile);
                }
            }
            prop_assert_eq!(hand.keys(), SuitKeys::of_counts(hand.counts()));
            prop_assert_eq!(hand.tiles().count(), hand.len());
            for &i in &indices {
                hand.remove(Tile::at(i));
                prop_assert_eq!(hand.keys(), SuitKeys::of_counts(hand.counts()));
            }
            prop_assert_eq!(hand.held(), hand.tiles().collect());
            prop_assert_eq!(hand.pairs(), hand.held().iter().filter(|t| hand.count(*t) >= 2).collect());
            prop_assert_eq!(hand.fours(), hand.held().iter().filter(|t| hand.count(*t) == 4).collect());
        }
    }

    #[test]
    fn removing_what_is_not_there_changes_nothing() {
        let mut hand = Hand::from_tiles(&[Tile::at(3)]).unwrap();
        let before = hand;
        assert!(!hand.remove(Tile::at(4)));
        assert!(!hand.remove(Tile::at(40)));
        assert_eq!(hand, before);
    }
}
