//! Hands of pairs, in closed form over the 34 counts: seven pairs, five pairs, pairs made.
//!
//! Counts are at most four; five of a kind get some answer, but no meaningful one.

use crate::counts::{ONES, sum_of_bytes, two_or_more, words};
use sifang_tiles::{Tile, TileMask};

type Counts = [u8; Tile::PLAYABLE];

/// Pairs without any wild, and tiles that lack one tile to be a pair.
#[inline]
fn pairs_and_singles(counts: &Counts, quads: bool) -> (u8, u8) {
    let words = words(counts);
    if quads {
        (
            sum_of_bytes(words.map(|word| (word >> 1) & (3 * ONES))),
            sum_of_bytes(words.map(|word| word & ONES)),
        )
    } else {
        let pairs = words.map(two_or_more);
        (sum_of_bytes(pairs), sum_of_bytes(words.map(|word| word & !two_or_more(word) & ONES)))
    }
}

#[inline]
fn total(counts: &Counts, wilds: u8) -> u32 {
    counts.iter().map(|&n| n as u32).sum::<u32>() + wilds as u32
}

/// The most pairs that `counts` and `wilds` make; four equal tiles are two pairs.
#[inline]
pub fn pairs_made(counts: &Counts, wilds: u8) -> u8 {
    let (pairs, singles) = pairs_and_singles(counts, true);
    let matched = wilds.min(singles);
    pairs + matched + (wilds - matched) / 2
}

/// Fewest draws, each replacing a useless tile, until `wanted` pairs are made of `pairs` that are there, of `singles` and
/// of `wilds`.
#[inline]
pub fn pairs_away(pairs: u8, singles: u8, wilds: u8, wanted: u8) -> u8 {
    // A single needs one tile to become a pair, a pair from nothing needs two; wilds serve where draws would.
    let missing = wanted.saturating_sub(pairs);
    let from_nothing = missing.saturating_sub(singles);
    (missing + from_nothing).saturating_sub(wilds)
}

/// The same from counts.
///
/// With `quads` four equal tiles may be two pairs (and a wild may pair the third of three); without, each kind makes
/// one pair at most.
fn counts_away(counts: &Counts, wilds: u8, wanted: u8, quads: bool) -> u8 {
    let (pairs, singles) = pairs_and_singles(counts, quads);
    pairs_away(pairs, singles, wilds, wanted)
}

/// Whether fourteen tiles are seven pairs. With `quads` four equal tiles may be two of the pairs.
#[inline]
pub fn is_seven_pairs(counts: &Counts, wilds: u8, quads: bool) -> bool {
    counts.iter().map(|&n| n as u32).sum::<u32>() + wilds as u32 == 14
        && seven_pairs_away(counts, wilds, quads) == 0
}

/// Fewest draws, each replacing a useless tile, until the tiles are seven pairs.
#[inline]
pub fn seven_pairs_away(counts: &Counts, wilds: u8, quads: bool) -> u8 {
    counts_away(counts, wilds, 7, quads)
}

/// Every kind, of which `counts` holds fewer than four, that makes thirteen tiles seven pairs.
pub fn seven_pairs_waits(counts: &Counts, wilds: u8, quads: bool) -> TileMask {
    if total(counts, wilds) != 13 || seven_pairs_away(counts, wilds, quads) > 1 {
        return TileMask::EMPTY;
    }
    let completes = |tile: &Tile| {
        let mut more = *counts;
        more[tile.index()] += 1;
        more[tile.index()] <= 4 && seven_pairs_away(&more, wilds, quads) == 0
    };
    Tile::playable().filter(completes).collect()
}

/// Whether ten tiles are five pairs; four equal tiles are two of them.
#[inline]
pub fn is_five_pairs(counts: &Counts, wilds: u8) -> bool {
    pairs_made(counts, wilds) == 5 && total(counts, wilds) == 10
}

/// Fewest draws, each replacing a useless tile, until eleven tiles hold five pairs beside one tile of any kind.
#[inline]
pub fn five_pairs_away(counts: &Counts, wilds: u8) -> u8 {
    counts_away(counts, wilds, 5, true)
}
