//! Wins and waits: four table look-ups, whatever the number of wilds.
//!
//! The table has one byte per suit key. It says how many wilds the tiles of that suit need until each of them is in a
//! meld, and how that number changes when the suit also holds the pair. Wilds left over always come in threes, so they
//! form melds of their own and need no thought.

use crate::tables::COVER;
use crate::{PairRule, counts};
use sifang_tiles::{SuitKeys, Tile, TileMask};

/// What a pair adds, plus one, when it is made of two wilds.
const NO_GAIN: u8 = 3;
/// For keys out of range: more wilds than a game has.
const NEVER: u8 = 0xFF;

/// What a pair adds in this suit, plus one.
#[inline]
fn gain(entry: u8, pair: PairRule) -> u8 {
    match pair {
        PairRule::Any => (entry >> 4) & 3,
        PairRule::TwoFiveEight => entry >> 6,
    }
}

/// Whether the natural tiles `keys` and `wilds` wild tiles, 3m+2 in all, split into melds and one pair.
///
/// A wild stands for anything, also for a fifth copy. Digits of the keys must be 0..=4.
#[inline]
pub fn is_win(keys: SuitKeys, wilds: u8, pair: PairRule) -> bool {
    let entries = COVER.entries(keys, NEVER);
    let melds = entries.iter().map(|entry| entry & 15).sum::<u8>();
    let pair = entries.iter().map(|&entry| gain(entry, pair)).fold(NO_GAIN, u8::min);
    melds + pair <= wilds.saturating_add(1)
}

/// Whether `keys` and `wilds`, 3m tiles in all, split into melds alone.
#[inline]
pub fn is_melds(keys: SuitKeys, wilds: u8) -> bool {
    COVER.entries(keys, NEVER).iter().map(|entry| entry & 15).sum::<u8>() <= wilds
}

/// [`is_win`] from plain counts. Five equal natural tiles never win.
#[inline]
pub fn is_win_counts(counts: &[u8; Tile::PLAYABLE], wilds: u8, pair: PairRule) -> bool {
    counts::keys_of(counts).is_some_and(|keys| is_win(keys, wilds, pair))
}

/// Whether some tile, be it one more wild, completes these 3m+1 tiles.
#[inline]
pub fn is_ready(keys: SuitKeys, wilds: u8, pair: PairRule) -> bool {
    is_win(keys, wilds.saturating_add(1), pair)
}

/// Every kind, of which `keys` holds fewer than four, that completes these 3m+1 tiles.
#[inline]
pub fn waits(keys: SuitKeys, wilds: u8, pair: PairRule) -> TileMask {
    if !is_ready(keys, wilds, pair) {
        return TileMask::EMPTY;
    }
    let complete = Tile::playable().filter(|&tile| is_win(keys.with(tile), wilds, pair));
    complete.collect::<TileMask>() & TileMask::from_bits(counts::below_four(keys))
}
