//! The bots' own generator: SplitMix64, small enough to be inlined into the loop that plays millions of decisions.
//!
//! Not for walls: those come from the committed stream of `sifang-fair`.

/// SplitMix64: a counter stepped by a constant and mixed by two multiplications; period 2^64.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rng {
    state: u64,
}

const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

#[inline]
const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

impl Rng {
    /// The generator of this seed.
    #[inline]
    pub const fn new(seed: u64) -> Rng {
        Rng { state: seed }
    }

    /// The generator of several numbers together: each is added and mixed in, in order, so that nearby triples start far apart.
    #[inline]
    pub fn of(parts: &[u64]) -> Rng {
        Rng { state: parts.iter().fold(STEP, |state, part| mix((state ^ part).wrapping_add(STEP))) }
    }

    /// The next 64 bits.
    #[inline]
    pub const fn word(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        mix(self.state)
    }

    /// A number below `n` (0 if `n` is 0): the upper 32 bits times `n`, shifted down. Off the even by less than `n` / 2^32,
    /// which no test of a bot can see.
    #[inline]
    pub const fn below(&mut self, n: u32) -> u32 {
        (((self.word() >> 32) * n as u64) >> 32) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_the_published_generator() {
        // First outputs of SplitMix64 for the seed 1234567, as its author's reference code prints them.
        let mut rng = Rng::new(1_234_567);
        assert_eq!(rng.word(), 6_457_827_717_110_365_317);
        assert_eq!(rng.word(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn numbers_stay_below_and_reach_all() {
        let mut rng = Rng::of(&[1, 2, 3]);
        let mut seen = [0u32; 7];
        for _ in 0..7000 {
            seen[rng.below(7) as usize] += 1;
        }
        assert!(seen.iter().all(|n| (800..1200).contains(n)), "{seen:?}");
        assert_eq!(rng.below(0), 0);
    }

    #[test]
    fn order_and_place_of_the_parts_matter() {
        let words: std::collections::BTreeSet<u64> =
            [[1u64, 2, 3], [3, 2, 1], [1, 3, 2], [0, 0, 0], [0, 0, 1]]
                .iter()
                .map(|p| Rng::of(p).word())
                .collect();
        assert_eq!(words.len(), 5);
    }
}
