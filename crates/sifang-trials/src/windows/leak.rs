//! How much one thing gives away about another: mutual information from counts, less what counts as small as these show by chance.

use sifang_bots::Rng;
use sifang_proto::Millis;
use std::collections::BTreeMap;

/// A window that nobody claimed in, to somebody who was not asked in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Window {
    /// From the discard to whatever came next, as it was sent.
    pub length: Millis,
    /// Whether somebody else was asked.
    pub asked: bool,
}

/// Lengths are separated by so much: finer ones fill the bins too thinly, and networks blur them.
const BIN: Millis = 100;
/// Everything longer is as long.
const BINS: Millis = 80;
/// How often answers are exchanged by lot to see what chance shows.
const DRAWS: u32 = 32;

/// What windows give away.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Leak {
    /// How many there were.
    pub windows: usize,
    /// Of these, in percent: those in which others were asked.
    pub asked: f64,
    /// What the length gives away of whether others were asked, in thousandths of a bit per window.
    pub millibits: f64,
    /// Of 100 windows, how many more are guessed right by the best threshold than by always giving the same answer.
    pub gain: f64,
    /// The mean length in milliseconds.
    pub mean: f64,
}

/// Measures windows.
pub(super) fn measure(windows: &[Window], rng: &mut Rng) -> Leak {
    let lengths: Vec<Millis> = windows.iter().map(|window| (window.length / BIN).min(BINS)).collect();
    let mut asked: Vec<bool> = windows.iter().map(|window| window.asked).collect();
    let (found, gain) = (bits(&lengths, &asked), gain(windows));
    let mut by_chance = 0.0;
    for _ in 0..DRAWS {
        for place in (1..asked.len()).rev() {
            asked.swap(place, rng.below(place as u32 + 1) as usize);
        }
        by_chance += bits(&lengths, &asked) / f64::from(DRAWS);
    }
    let share = |part: f64| part / windows.len().max(1) as f64;
    Leak {
        windows: windows.len(),
        asked: 100.0 * share(asked.iter().filter(|asked| **asked).count() as f64),
        millibits: 1000.0 * (found - by_chance).max(0.0),
        gain,
        mean: share(windows.iter().map(|window| window.length).sum::<Millis>() as f64),
    }
}

/// The mutual information of two lists, in bits.
fn bits(lengths: &[Millis], asked: &[bool]) -> f64 {
    let mut counts: BTreeMap<Millis, [f64; 2]> = BTreeMap::new();
    let (all, mut sides) = (lengths.len() as f64, [0.0; 2]);
    for (length, asked) in lengths.iter().zip(asked) {
        counts.entry(*length).or_default()[usize::from(*asked)] += 1.0;
        sides[usize::from(*asked)] += 1.0;
    }
    let cells = counts.values().flat_map(|[no, yes]| {
        [(*no, no + yes, sides[0]), (*yes, no + yes, sides[1])].into_iter().filter(|(both, ..)| *both > 0.0)
    });
    cells.map(|(both, bin, side)| both / all * (both * all / (bin * side)).log2()).sum()
}

/// What the best threshold wins over the more common answer, in 100 windows.
fn gain(windows: &[Window]) -> f64 {
    let mut sorted = windows.to_vec();
    sorted.sort_unstable_by_key(|window| window.length);
    let asked = windows.iter().filter(|window| window.asked).count();
    let (mut right, mut best) = (asked, asked.max(windows.len() - asked));
    let common = best;
    for (place, window) in sorted.iter().enumerate() {
        // Everything up to here is said to be unasked, the rest asked.
        if window.asked {
            right -= 1
        } else {
            right += 1
        }
        if sorted.get(place + 1).is_none_or(|next| next.length > window.length) {
            best = best.max(right);
        }
    }
    100.0 * (best - common) as f64 / windows.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn windows(count: u32, length: impl Fn(bool, &mut Rng) -> Millis) -> Vec<Window> {
        let mut rng = Rng::new(5);
        let mut one = || {
            let asked = rng.below(2) == 0;
            Window { length: length(asked, &mut rng), asked }
        };
        (0..count).map(|_| one()).collect()
    }

    #[test]
    fn everything_nothing_and_half_are_measured_as_such() {
        let by = |length: fn(bool, &mut Rng) -> Millis| measure(&windows(4_000, length), &mut Rng::new(1));
        let all = by(|asked, _| if asked { 900 } else { 700 });
        assert!(all.millibits > 990.0 && all.gain > 45.0 && (45.0..55.0).contains(&all.asked), "{all:?}");
        let nothing = by(|_, rng| rng.below(5_000).into());
        assert!(nothing.millibits < 5.0 && nothing.gain < 3.0, "{nothing:?}");
        // Of those asked every other one is given away: 0.311 bits.
        let half = by(|asked, rng| if asked && rng.below(2) == 0 { 900 } else { 700 });
        assert!((290.0..335.0).contains(&half.millibits) && (20.0..30.0).contains(&half.gain), "{half:?}");
    }
}
