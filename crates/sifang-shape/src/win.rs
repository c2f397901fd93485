//! Wins and waits: four table look-ups, whatever the number of wilds.
//!
//! The table has one byte per suit key. It says how many wilds the tiles of that suit need until each of them is in a
//! meld, and how that number changes when the suit also holds the pair. Wilds left over always come in threes, so they
//! form melds of their own and need no thought.

use crate::tables::COVER;
use crate::{PairRule, counts};
use sifang_tiles::{POW5, SuitKeys, Tile, TileMask};

/// What a pair adds, plus one, when it is made of two wilds.
const NO_GAIN: u8 = 3;
/// For keys out of range: more wilds than a game has.
const NEVER: u8 = 0xFF;

/// The table's bytes for the four suits. Written out: four look-ups that need not wait for each other.
#[inline]
fn entries(keys: SuitKeys) -> [u8; 4] {
    let table = &*COVER;
    let (suit, honor) = (table.of(0), table.of(3));
    let entry = |table: &[u8], key: u32| table.get(key as usize).copied().unwrap_or(NEVER);
    let [man, pin, sou, honors] = keys.0;
    [entry(suit, man), entry(suit, pin), entry(suit, sou), entry(honor, honors)]
}

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
    let [a, b, c, d] = entries(keys);
    let melds = (a & 15) + (b & 15) + (c & 15) + (d & 15);
    // No early exit: a branch here would be guessed wrong the more often the more wilds there are.
    let pair = gain(a, pair).min(gain(b, pair)).min(gain(c, pair)).min(gain(d, pair)).min(NO_GAIN);
    melds + pair <= wilds.saturating_add(1)
}

/// Whether `keys` and `wilds`, 3m tiles in all, split into melds alone.
#[inline]
pub fn is_melds(keys: SuitKeys, wilds: u8) -> bool {
    entries(keys).iter().map(|entry| entry & 15).sum::<u8>() <= wilds
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
pub fn waits(keys: SuitKeys, wilds: u8, pair: PairRule) -> TileMask {
    let (melds, gains) =
        (entries(keys).map(|entry| entry & 15), entries(keys).map(|entry| gain(entry, pair)));
    let most = wilds.saturating_add(1);
    let melds_of_all: u8 = melds.iter().sum();
    if melds_of_all + gains.iter().copied().fold(NO_GAIN, u8::min) > most.saturating_add(1) {
        return TileMask::EMPTY;
    }
    let table = &*COVER;
    let mut bits = 0;
    for (suit, &key) in keys.0.iter().enumerate() {
        // Only this suit changes: what the other three need is the same for all its tiles.
        let other_melds = melds_of_all - melds[suit];
        let other_gains =
            (0..4).filter(|&other| other != suit).map(|other| gains[other]).fold(NO_GAIN, u8::min);
        let table = table.of(suit);
        for (rank, &weight) in POW5[..if suit < 3 { 9 } else { 7 }].iter().enumerate() {
            let entry = table.get(key.wrapping_add(weight) as usize).copied().unwrap_or(NEVER);
            let needed = other_melds + (entry & 15) + other_gains.min(gain(entry, pair));
            bits |= u64::from(needed <= most) << (suit * 9 + rank);
        }
    }
    // A fifth copy changed the digit above it, so that its bit means nothing; it is no draw anyway.
    TileMask::from_bits(bits & counts::below_four(keys))
}
