//! The win table: how many wilds the tiles of a suit need until each is in a meld, or in the pair.

use crate::profile::digits;

/// What a pair adds, plus one, when the suit gains nothing from holding it: the pair is two wilds.
const NO_GAIN: u16 = 3;

/// One entry per key of a suit with `ranks` kinds. Bits 0–3: the fewest wilds that put every tile into melds; bits 4–5:
/// what any pair adds to that, plus one; bits 6–7: the same for a pair of 2, 5 or 8.
///
/// The lowest tile must be in some group; what is left after taking that group away has a smaller key, so going
/// through the keys in ascending order finds the smaller answers ready.
pub(crate) fn table(ranks: usize, runs: bool) -> Vec<u16> {
    let weight = |rank: usize| 5usize.pow(rank as u32);
    let mut table = vec![0; weight(ranks)];
    for key in 1..table.len() {
        let have = digits(key);
        let least = |rest: usize| table[rest] & 15;
        let low = (0..ranks).find(|&rank| have[rank] > 0).expect("a key above zero has tiles");
        let taken = have[low].min(3);
        let mut melds = 3 - taken + least(key - taken as usize * weight(low));
        if runs {
            for start in low.saturating_sub(2)..=low.min(ranks - 3) {
                let present = (start..start + 3).filter(|&rank| have[rank] > 0);
                let (found, rest) = present.fold((0, key), |(n, rest), rank| (n + 1, rest - weight(rank)));
                melds = melds.min(3 - found + least(rest));
            }
        }
        let pair_of = |rank: usize| {
            let taken = have[rank].min(2);
            2 - taken + least(key - taken as usize * weight(rank)) + 1 - melds
        };
        let held = (0..ranks).filter(|&rank| have[rank] > 0);
        let any = held.clone().map(pair_of).fold(NO_GAIN, u16::min);
        let two_five_eight = held.filter(|rank| runs && rank % 3 == 1).map(pair_of).fold(NO_GAIN, u16::min);
        table[key] = melds | any << 4 | two_five_eight << 6;
    }
    table[0] = NO_GAIN << 4 | NO_GAIN << 6;
    table
}
