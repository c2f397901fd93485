//! The generator: the ChaCha20 keystream of a key, read as numbers. Named and fixed, so that a wall dealt today
//! can be dealt again by any later version and in any language.

use chacha20::cipher::{StreamCipherCore, array::Array, consts::U64};
use chacha20::{ChaChaCore, KeyIvInit, R20, variants::Ietf};
use std::fmt;

type Block = Array<u8, U64>;

/// Blocks made at a time: what the vector units of today's processors work on at once.
const BLOCKS: usize = 4;
const WORDS: usize = BLOCKS * 16;

/// ChaCha20 as in RFC 8439 (20 rounds, twelve zero bytes as nonce, block counter from 0), its bytes taken four at a
/// time as little-endian u32.
#[derive(Clone)]
pub struct Stream {
    key: [u8; 32],
    next_block: u32,
    words: [u32; WORDS],
    used: usize,
}

impl Stream {
    /// The stream of a key, at its beginning.
    pub const fn new(key: &[u8; 32]) -> Stream {
        Stream { key: *key, next_block: 0, words: [0; WORDS], used: WORDS }
    }

    /// The next 32 bits. (The stream would repeat after 256 GiB, which no deal comes near.)
    #[inline]
    pub fn word(&mut self) -> u32 {
        if self.used == WORDS {
            self.refill();
        }
        let word = self.words[self.used];
        self.used += 1;
        word
    }

    /// A number from 0 to `n - 1`, all equally likely (0 counts as 1).
    ///
    /// A word `x` is drawn; if `x >= floor(2^32 / n) * n` it is thrown away and the next one is drawn; the result
    /// is `x mod n`.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        let n = n.max(1);
        loop {
            let x = self.word();
            let rest = x % n;
            if accepts(x, rest, n) {
                return rest;
            }
        }
    }

    #[inline(never)]
    fn refill(&mut self) {
        let mut blocks = [Block::default(); BLOCKS];
        let mut cipher = ChaChaCore::<R20, Ietf>::new(&self.key.into(), &[0; 12].into());
        cipher.set_block_pos(self.next_block);
        cipher.write_keystream_blocks(&mut blocks);
        for (words, block) in self.words.chunks_exact_mut(16).zip(&blocks) {
            for (word, bytes) in words.iter_mut().zip(block.chunks_exact(4)) {
                *word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
            }
        }
        self.next_block = self.next_block.wrapping_add(BLOCKS as u32);
        self.used = 0;
    }
}

/// `x < floor(2^32 / n) * n` without a second division, given `rest = x mod n`: the run of `n` numbers that `x` falls
/// into begins at `x - rest` and must not end beyond `2^32`.
#[inline]
const fn accepts(x: u32, rest: u32, n: u32) -> bool {
    x - rest <= n.wrapping_neg()
}

impl fmt::Debug for Stream {
    /// The key decides walls that may still be in play, so it is not shown.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Stream(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 8439, appendix A.1, test vectors 1 and 2: key and nonce zero, block counters 0 and 1.
    const RFC_KEYSTREAM: [&str; 2] = [
        "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7\
         da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586",
        "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed\
         29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f",
    ];

    #[test]
    fn is_the_keystream_of_the_rfc() {
        let mut stream = Stream::new(&[0; 32]);
        let words = (0..32).flat_map(|_| stream.word().to_le_bytes());
        let text: String = words.map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(text, RFC_KEYSTREAM.concat());
        assert_eq!(Stream::new(&[0; 32]).word(), 0xade0_b876);
    }

    #[test]
    fn goes_on_where_a_buffer_ends() {
        // One call of the cipher for everything, against many refills.
        let mut blocks = [Block::default(); 5 * BLOCKS];
        ChaChaCore::<R20, Ietf>::new(&[6; 32].into(), &[0; 12].into()).write_keystream_blocks(&mut blocks);
        let mut stream = Stream::new(&[6; 32]);
        for bytes in blocks.iter().flat_map(|block| block.chunks_exact(4)) {
            assert_eq!(stream.word().to_le_bytes(), bytes);
        }
    }

    #[test]
    fn rejects_exactly_what_the_definition_rejects() {
        for n in
            [1, 2, 3, 6, 7, 108, 144, 1 << 16, (1 << 31) - 1, 1 << 31, (1 << 31) + 1, 3_000_000_000, u32::MAX]
        {
            let mut stream = Stream::new(&[1; 32]);
            let mut words = Stream::new(&[1; 32]);
            let limit = (1u64 << 32) / u64::from(n) * u64::from(n);
            for _ in 0..1000 {
                let x = std::iter::repeat_with(|| words.word()).find(|x| u64::from(*x) < limit).unwrap();
                assert_eq!(stream.below(n), x % n, "below {n}");
            }
        }
    }

    #[test]
    fn rejects_at_the_edge() {
        // The definition and the one-division form agree around every limit.
        for n in (1..=300).chain([1 << 31, 3_000_000_000, u32::MAX]) {
            let limit = (1u64 << 32) / u64::from(n) * u64::from(n);
            let around = (limit.saturating_sub(3)..limit + 3).chain(u64::from(u32::MAX) - 3..1 << 32);
            for x in around.filter_map(|x| u32::try_from(x).ok()) {
                assert_eq!(accepts(x, x % n, n), u64::from(x) < limit, "word {x} below {n}");
            }
        }
    }

    #[test]
    fn zero_counts_as_one() {
        let mut stream = Stream::new(&[1; 32]);
        assert_eq!((stream.below(0), stream.below(1)), (0, 0));
    }

    #[test]
    fn a_copy_goes_its_own_way_and_debug_shows_nothing() {
        let mut stream = Stream::new(&[1; 32]);
        stream.word();
        let mut copy = stream.clone();
        assert_eq!(stream.word(), copy.word());
        assert_eq!(format!("{stream:?}"), "Stream(..)");
    }
}
