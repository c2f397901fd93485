//! 十三幺: one of each terminal and honour, one of them twice. No rule book here lets a wild take part.

use sifang_tiles::{Tile, TileMask};

type Counts = [u8; Tile::PLAYABLE];

/// The thirteen kinds: the ones and nines, and all honours.
const ORPHANS: TileMask =
    TileMask::from_bits(1 | 1 << 8 | 1 << 9 | 1 << 17 | 1 << 18 | 1 << 26 | 0b111_1111 << 27);

fn orphan_kinds_and_pair(counts: &Counts) -> (u8, bool) {
    let (mut kinds, mut pair) = (0, false);
    for tile in ORPHANS.iter() {
        kinds += u8::from(counts[tile.index()] > 0);
        pair |= counts[tile.index()] > 1;
    }
    (kinds, pair)
}

fn total(counts: &Counts) -> u32 {
    counts.iter().map(|&n| n as u32).sum()
}

/// Whether fourteen tiles are thirteen orphans.
#[inline]
pub fn is_thirteen_orphans(counts: &Counts) -> bool {
    total(counts) == 14 && thirteen_orphans_away(counts) == 0
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
    match orphan_kinds_and_pair(counts) {
        (13, _) => ORPHANS,
        (12, true) => ORPHANS.iter().filter(|tile| counts[tile.index()] == 0).collect(),
        _ => TileMask::EMPTY,
    }
}
