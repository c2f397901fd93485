//! 十三幺: one of each terminal and honour, one of them twice. No rule book here lets a wild take part.

use crate::counts::{sum_of_bytes, two_or_more, words};
use sifang_tiles::{Tile, TileMask};

type Counts = [u8; Tile::PLAYABLE];

/// The thirteen kinds: the ones and nines, and all honours.
const ORPHANS: [usize; 13] = [0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33];

/// One in each byte of [`words`] that counts one of the kinds.
const MARKS: [u64; 5] = {
    let (mut marks, mut i) = ([0; 5], 0);
    while i < ORPHANS.len() {
        marks[ORPHANS[i] / 8] |= 1 << (ORPHANS[i] % 8 * 8);
        i += 1;
    }
    marks
};

#[inline]
fn orphan_kinds_and_pair(counts: &Counts) -> (u8, bool) {
    let words = words(counts);
    let kinds = std::array::from_fn(|i| (words[i] | two_or_more(words[i])) & MARKS[i]);
    let pairs = words.iter().zip(MARKS).fold(0, |pairs, (&word, marks)| pairs | two_or_more(word) & marks);
    (sum_of_bytes(kinds), pairs != 0)
}

fn total(counts: &Counts) -> u32 {
    counts.iter().map(|&n| n as u32).sum()
}

/// Whether fourteen tiles are thirteen orphans.
#[inline]
pub fn is_thirteen_orphans(counts: &Counts) -> bool {
    thirteen_orphans_away(counts) == 0 && total(counts) == 14
}

/// Fewest draws, each replacing a useless tile, until the tiles are thirteen orphans.
#[inline]
pub fn thirteen_orphans_away(counts: &Counts) -> u8 {
    let (kinds, pair) = orphan_kinds_and_pair(counts);
    14 - kinds - u8::from(pair)
}

/// Every kind that makes thirteen tiles thirteen orphans: the one that is missing, or all thirteen.
pub fn thirteen_orphans_waits(counts: &Counts) -> TileMask {
    if total(counts) != 13 {
        return TileMask::EMPTY;
    }
    let missing = |tile: &Tile| counts[tile.index()] == 0;
    let orphans = ORPHANS.into_iter().map(Tile::at);
    match orphan_kinds_and_pair(counts) {
        (13, _) => orphans.collect(),
        (12, true) => orphans.filter(missing).collect(),
        _ => TileMask::EMPTY,
    }
}
