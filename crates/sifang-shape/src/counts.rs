//! From 34 plain counts to suit keys, eight counts at a time.

use sifang_tiles::{SuitKeys, Tile};

/// The suit keys of `counts`, or `None` if there are five of a kind or more: no key can say that.
///
/// Each word of eight counts is folded in three steps, neighbours first, which is shorter than nine dependent
/// multiplications.
#[inline]
pub fn keys_of(counts: &[u8; Tile::PLAYABLE]) -> Option<SuitKeys> {
    let (a, b, c, d) = (word(counts, 0), word(counts, 9), word(counts, 18), word(counts, 26));
    // Honours: the word begins one tile early, at 9s, which is masked out.
    let (z, last) = (d >> 8, [counts[8], counts[17], counts[26], counts[33]]);
    let over =
        too_many(a) | too_many(b) | too_many(c) | too_many(d) | too_many(u32::from_le_bytes(last) as u64);
    if over != 0 {
        return None;
    }
    const NINTH: u32 = sifang_tiles::POW5[8];
    Some(SuitKeys([
        fold(a) + NINTH * last[0] as u32,
        fold(b) + NINTH * last[1] as u32,
        fold(c) + NINTH * last[2] as u32,
        fold(z),
    ]))
}

#[inline]
fn word(counts: &[u8; Tile::PLAYABLE], start: usize) -> u64 {
    u64::from_le_bytes(std::array::from_fn(|i| counts[start + i]))
}

/// Not zero if one of the eight bytes is above four.
#[inline]
fn too_many(word: u64) -> u64 {
    (word | word.wrapping_add(0x7B7B_7B7B_7B7B_7B7B)) & 0x8080_8080_8080_8080
}

/// The base-5 number of eight digits, the lowest byte counting least.
#[inline]
fn fold(word: u64) -> u32 {
    const BYTES: u64 = 0x00FF_00FF_00FF_00FF;
    const PAIRS: u64 = 0x0000_FFFF_0000_FFFF;
    let twos = (word & BYTES) + 5 * ((word >> 8) & BYTES);
    let fours = (twos & PAIRS) + 25 * ((twos >> 16) & PAIRS);
    (fours as u32) + 625 * (fours >> 32) as u32
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
