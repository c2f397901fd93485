//! How long a claim window is held open at least where the room asks for it (`window_hold`): a time drawn for each window, as
//! people take when they think, so that a long window does not say that somebody thinks.
//!
//! It is drawn from the key of the deal: nobody at the table can know it before, and a log that is replayed leads to the same one.

use sifang_fair::hold_word;
use sifang_proto::{Millis, limits};

/// Quantiles of the time, in milliseconds where the pause is the usual one: half of all windows are held for at most 1.2 s, one in
/// 32 for more than 4.1 s. It is what 450 ms to look and then a log-normal time to think (median 750 ms, sigma 0.85) give, cut at
/// both ends. A heavy tail hides more than a late middle, and costs less time: see the trial V8 for what either gives away.
const QUANTILES: [Millis; 33] = [
    500, 604, 654, 695, 732, 768, 803, 838, 873, 908, 945, 983, 1022, 1063, 1106, 1152, 1200, 1252, 1307,
    1368, 1433, 1506, 1586, 1677, 1781, 1901, 2044, 2220, 2444, 2749, 3213, 4103, 6000,
];

/// Bits of a drawn word that choose between two quantiles.
const WITHIN: u32 = 27;

/// How long the window with this number of a deal is held open at least. All of it is longer or shorter where the pause is.
pub(crate) fn held_for(key: &[u8; 32], window: u32, pause_ms: Millis) -> Millis {
    at(hold_word(key, window)) * pause_ms / limits::PAUSE_MS
}

/// The time at a drawn place of the distribution.
fn at(word: u32) -> Millis {
    let (step, within) = (word >> WITHIN, word & ((1 << WITHIN) - 1));
    let step = step as usize;
    let (low, high) = (QUANTILES[step], QUANTILES[step + 1]);
    low + (((high - low) * Millis::from(within)) >> WITHIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_rise_and_every_word_has_its_place() {
        assert!(QUANTILES.is_sorted_by(|a, b| a < b));
        assert_eq!(QUANTILES.len() - 1, 1 << (u32::BITS - WITHIN));
        assert_eq!((at(0), at(1 << 31), at(u32::MAX)), (500, 1200, 5999));
        assert!((0..1u32 << 12).map(|word| at(word << 20)).is_sorted());
    }

    #[test]
    fn draws_are_as_the_table_says() {
        let mut drawn: Vec<Millis> = (0..4096).map(|window| held_for(&[7; 32], window, 700)).collect();
        drawn.sort_unstable();
        let (median, mean) = (drawn[2048], drawn.iter().sum::<Millis>() / 4096);
        assert!((1150..1250).contains(&median) && (1450..1560).contains(&mean), "{median} {mean}");
        assert!(drawn[0] >= 500 && drawn[4095] < 6000);
        assert_eq!(held_for(&[7; 32], 3, 7), held_for(&[7; 32], 3, 700) / 100, "a short pause, a short hold");
    }
}
