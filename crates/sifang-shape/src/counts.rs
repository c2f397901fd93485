//! The 34 plain counts, taken eight at a time: their suit keys, and sums over them.

use sifang_tiles::{POW5, SuitKeys, Tile};

/// The suit keys of `counts`, or `None` if there are five of a kind or more: no key can say that.
#[inline]
pub fn keys_of(counts: &[u8; Tile::PLAYABLE]) -> Option<SuitKeys> {
    // The honours' word begins one tile early, so that it ends with the counts; that tile is shifted out.
    let (a, b, c, d) = (word(counts, 0), word(counts, 9), word(counts, 18), word(counts, 26));
    let ninths = [counts[8], counts[17], counts[26]];
    if (too_many(a) | too_many(b) | too_many(c) | too_many(d)) & HIGH != 0 || ninths[0].max(ninths[1]) > 4 {
        return None;
    }
    let suit = |word: u64, ninth: u8| fold(word) + POW5[8] * ninth as u32;
    Some(SuitKeys([suit(a, ninths[0]), suit(b, ninths[1]), suit(c, ninths[2]), fold(d >> 8)]))
}

#[inline]
fn word(counts: &[u8; Tile::PLAYABLE], start: usize) -> u64 {
    counts[start..].first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

/// The highest bit of each byte.
const HIGH: u64 = 0x8080_8080_8080_8080;

/// Sets one of the [`HIGH`] bits if one of the eight bytes is above four.
#[inline]
fn too_many(word: u64) -> u64 {
    word | word.wrapping_add(0x7B * ONES)
}

/// The base-5 number of eight digits, the lowest byte counting least.
///
/// Each multiplication adds to every second lane its upper neighbour times that neighbour's weight.
#[inline]
fn fold(word: u64) -> u32 {
    let twos = (word.wrapping_mul((1 << 8) + 5) >> 8) & 0x00FF_00FF_00FF_00FF;
    let fours = (twos.wrapping_mul((1 << 16) + 25) >> 16) & 0x0000_FFFF_0000_FFFF;
    (fours.wrapping_mul((1 << 32) + 625) >> 32) as u32
}

/// One in each byte of a word.
pub(crate) const ONES: u64 = 0x0101_0101_0101_0101;

/// The counts eight to a word, the last word filled up with zeros.
#[inline]
pub(crate) fn words(counts: &[u8; Tile::PLAYABLE]) -> [u64; 5] {
    let last = u16::from_le_bytes([counts[32], counts[33]]).into();
    [word(counts, 0), word(counts, 8), word(counts, 16), word(counts, 24), last]
}

/// The sum of all bytes, where it is below 256.
#[inline]
pub(crate) fn sum_of_bytes(words: [u64; 5]) -> u8 {
    (words.iter().fold(0, |sum: u64, word| sum.wrapping_add(*word)).wrapping_mul(ONES) >> 56) as u8
}

/// For each byte, counts of four at most: one if it is two or more.
#[inline]
pub(crate) fn two_or_more(word: u64) -> u64 {
    (word >> 1 | word >> 2) & ONES
}

/// The digits of a suit key, lowest rank first.
#[inline]
pub(crate) fn digits(key: u32) -> [u8; 9] {
    let mut rest = key;
    std::array::from_fn(|_| {
        let digit = rest % 5;
        rest /= 5;
        digit as u8
    })
}

/// The kinds of which `keys` holds fewer than four.
#[inline]
pub(crate) fn below_four(keys: SuitKeys) -> u64 {
    let mut bits = 0;
    for (suit, &key) in keys.0.iter().enumerate() {
        for (rank, &n) in digits(key).iter().enumerate().take(if suit < 3 { 9 } else { 7 }) {
            bits |= u64::from(n < 4) << (suit * 9 + rank);
        }
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn keys_are_those_of_the_counts(counts in prop::array::uniform32(0u8..=4), honours in prop::array::uniform2(0u8..=4)) {
            let mut all = [0; 34];
            all[..32].copy_from_slice(&counts);
            all[32..].copy_from_slice(&honours);
            let keys = keys_of(&all).unwrap();
            prop_assert_eq!(keys, SuitKeys::of_counts(&all));
            for tile in Tile::playable() {
                prop_assert_eq!(below_four(keys) >> tile.index() & 1 == 1, all[tile.index()] < 4);
            }
        }

        #[test]
        fn five_of_a_kind_have_no_key(kind in 0usize..34, n in 5u8.., other in 0usize..34) {
            let mut counts = [0; 34];
            counts[other] = 3;
            counts[kind] = n;
            prop_assert_eq!(keys_of(&counts), None);
        }
    }
}
