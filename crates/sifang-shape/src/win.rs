//! Wins and waits: four table look-ups, whatever the number of wilds.
//!
//! The table has one byte per suit key. It says how many wilds the tiles of that suit need until each of them is in a
//! meld, and how that number changes when the suit also holds the pair. Wilds left over always come in threes, so they
//! form melds of their own and need no thought.

use crate::{PairRule, counts};
use sifang_tiles::{SuitKeys, Tile, TileMask};
use std::sync::LazyLock;

/// A cover that costs the same as two wilds for the pair: the suit gains nothing from holding it.
const NO_GAIN: u8 = 3;
/// For keys out of range: more wilds than a game has.
const NEVER: u8 = 0xFF;

/// Byte of a key: bits 0–3 the fewest wilds that put every tile into melds; bits 4–5 what any pair adds to that, plus
/// one; bits 6–7 the same for a pair of 2, 5 or 8.
struct Tables {
    suit: Vec<u8>,
    honor: Vec<u8>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| Tables { suit: build(9, true), honor: build(7, false) });

pub(crate) fn warm_up() {
    LazyLock::force(&TABLES);
}

/// Fills the table for a suit of `ranks` kinds.
///
/// The lowest tile must be in some group; what is left after taking that group away has a smaller key, so that going
/// through the keys in ascending order finds the smaller answers ready.
fn build(ranks: usize, runs: bool) -> Vec<u8> {
    let weight = |rank: usize| 5usize.pow(rank as u32);
    let mut table = vec![0u8; weight(ranks)];
    for key in 1..table.len() {
        let have = counts::digits(key as u32);
        let least = |table: &[u8], rest: usize| table[rest] & 15;
        let low = (0..ranks).find(|&rank| have[rank] > 0).unwrap_or(0);
        let taken = have[low].min(3);
        let mut melds = 3 - taken + least(&table, key - taken as usize * weight(low));
        if runs {
            for start in low.saturating_sub(2)..=low.min(ranks - 3) {
                let present = (start..start + 3).filter(|&rank| have[rank] > 0);
                let (found, rest) = present.fold((0, key), |(n, rest), rank| (n + 1, rest - weight(rank)));
                melds = melds.min(3 - found + least(&table, rest));
            }
        }
        let with_pair = |ranks: &mut dyn Iterator<Item = usize>| {
            ranks
                .filter(|&rank| have[rank] > 0)
                .map(|rank| {
                    let taken = have[rank].min(2);
                    2 - taken + least(&table, key - taken as usize * weight(rank)) + 1 - melds
                })
                .fold(NO_GAIN, u8::min)
        };
        let any = with_pair(&mut (0..ranks));
        let two_five_eight = if runs { with_pair(&mut (1..ranks).step_by(3)) } else { NO_GAIN };
        table[key] = melds | any << 4 | two_five_eight << 6;
    }
    table[0] = NO_GAIN << 4 | NO_GAIN << 6;
    table
}

impl Tables {
    #[inline]
    fn entries(&self, keys: SuitKeys) -> [u8; 4] {
        let suit = |key: u32| self.suit.get(key as usize).copied().unwrap_or(NEVER);
        let honor = self.honor.get(keys.0[3] as usize).copied().unwrap_or(NEVER);
        [suit(keys.0[0]), suit(keys.0[1]), suit(keys.0[2]), honor]
    }
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
    let entries = TABLES.entries(keys);
    let melds = entries.iter().map(|entry| entry & 15).sum::<u8>();
    let pair = entries.iter().map(|&entry| gain(entry, pair)).fold(NO_GAIN, u8::min);
    melds + pair <= wilds.saturating_add(1)
}

/// Whether `keys` and `wilds`, 3m tiles in all, split into melds alone.
#[inline]
pub(crate) fn is_melds(keys: SuitKeys, wilds: u8) -> bool {
    TABLES.entries(keys).iter().map(|entry| entry & 15).sum::<u8>() <= wilds
}

/// [`is_win`] from plain counts. Five equal natural tiles never win.
#[inline]
pub fn is_win_counts(counts: &[u8; Tile::PLAYABLE], wilds: u8, pair: PairRule) -> bool {
    counts::keys(counts).is_some_and(|keys| is_win(keys, wilds, pair))
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
