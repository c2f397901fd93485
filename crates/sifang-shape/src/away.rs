//! How far a hand is from melds and one pair, and which draws bring it nearer.

use crate::profile;
use crate::{PairRule, counts};
use sifang_tiles::{SuitKeys, Tile, TileMask};

pub(crate) fn warm_up() {}

/// Most melds a hand may still have to make.
const MOST_MELDS: u8 = 5;

/// Fewest natural draws, each replacing a useless tile, until `keys` and `wilds` hold `melds` melds and a pair.
///
/// 0 means complete, 1 means ready; this is 向听数 plus one. No draw is a fifth copy; a wild may be one. `melds` is the
/// number still to make from closed tiles and at most five.
#[inline]
pub fn tiles_away(keys: SuitKeys, wilds: u8, melds: u8, pair: PairRule) -> u8 {
    let melds = melds.min(MOST_MELDS);
    (3 * melds + 2).saturating_sub(exact_kept(keys, wilds, melds, pair)).saturating_sub(wilds)
}

/// The kinds, of which `keys` holds fewer than four, whose drawing lowers [`tiles_away`].
pub fn useful(keys: SuitKeys, wilds: u8, melds: u8, pair: PairRule) -> TileMask {
    let now = tiles_away(keys, wilds, melds, pair);
    let free = TileMask::from_bits(counts::below_four(keys));
    free.iter().filter(|&tile: &Tile| tiles_away(keys.with(tile), wilds, melds, pair) < now).collect()
}

/// The most tiles kept, reckoned rank by rank: exact for any number of wilds, and slow.
fn exact_kept(keys: SuitKeys, wilds: u8, melds: u8, pair: PairRule) -> u8 {
    let rows = [0, 1, 2, 3].map(|suit| {
        let digits = counts::digits(keys.0[suit]);
        profile::suit_row(if suit < 3 { &digits[..] } else { &digits[..7] })
    });
    let row = rows[1..].iter().fold(rows[0], |all, row| profile::merge(&all, row));
    let pairs = if pair == PairRule::Any { 2 } else { 1 };
    row[pairs][melds as usize][(wilds as usize).min(profile::LEVELS - 1)]
}
