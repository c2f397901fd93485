//! What one decision remembers: hands are asked about again and again, because many ways lead to
//! the same one.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Answers by question. Nothing depends on the order in which they lie there.
pub(super) type Memo<K, V> = HashMap<K, V, BuildHasherDefault<Mixer>>;

/// A quick hash for numbers that no attacker chooses: each is multiplied into the state, and the
/// halves of the product are folded.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mixer(u64);

const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

impl Mixer {
    #[inline]
    fn mix(&mut self, number: u64) {
        let product = u128::from(self.0 ^ number) * u128::from(FACTOR);
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
}

impl Hasher for Mixer {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.mix(number);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use std::hash::{BuildHasher, BuildHasherDefault};

    #[test]
    fn near_keys_lie_far_apart() {
        let hash = |numbers: [u64; 2]| BuildHasherDefault::<Mixer>::default().hash_one(numbers);
        // Both ends of a hash are used: the low bits choose a place, the high ones tell its
        // neighbours apart.
        for end in [0, 52] {
            let places: HashSet<u64> = (0..4096).map(|i| hash([i, 7]) >> end & 0xFFF).collect();
            assert!(places.len() > 2200, "{} of 4096 places", places.len());
        }
        assert_ne!(hash([1, 2]), hash([2, 1]));
    }
}
