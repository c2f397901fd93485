//! The tables, written by the build script and unfolded when they are first needed.
//!
//! They take about 8 MB once unfolded, and a few milliseconds to get there.

use crate::PairRule;
use crate::unfold::unfold;
use sifang_tiles::SuitKeys;
use std::sync::LazyLock;

/// Melds told apart in "tiles away": none to five.
pub(crate) const MELDS: usize = 6;
/// Wilds told apart in "tiles away": none to seven.
pub(crate) const WILDS: usize = 8;

/// The values of a table as the build script wrote them: two bytes each, the lower one first.
macro_rules! written {
    ($name:literal) => {
        values(include_bytes!(concat!(env!("OUT_DIR"), "/", $name)))
    };
}

fn values(bytes: &[u8]) -> Vec<u16> {
    bytes.as_chunks::<2>().0.iter().map(|&pair| u16::from_le_bytes(pair)).collect()
}

/// A table for the numbered suits and one for the honours, by suit key.
pub(crate) struct BySuit<T> {
    suit: Vec<T>,
    honor: Vec<T>,
}

impl<T: Copy> BySuit<T> {
    fn new(suit: Vec<u16>, honor: Vec<u16>, value: impl Fn(u16) -> T) -> BySuit<T> {
        let convert = |table: Vec<u16>| unfold(&table).into_iter().map(&value).collect();
        BySuit { suit: convert(suit), honor: convert(honor) }
    }

    /// The entry of one suit (3: honours); `beyond` for a key that no tiles have.
    #[inline]
    pub(crate) fn entry(&self, suit: usize, key: u32, beyond: T) -> T {
        let table = if suit < 3 { &self.suit } else { &self.honor };
        table.get(key as usize).copied().unwrap_or(beyond)
    }

    /// The entries of the four suits.
    #[inline]
    pub(crate) fn entries(&self, keys: SuitKeys, beyond: T) -> [T; 4] {
        let [a, b, c, d] = keys.0;
        [
            self.entry(0, a, beyond),
            self.entry(1, b, beyond),
            self.entry(2, c, beyond),
            self.entry(3, d, beyond),
        ]
    }
}

/// The win table; see `build/cover.rs` for its bits.
pub(crate) static COVER: LazyLock<BySuit<u8>> = LazyLock::new(|| {
    BySuit::new(written!("suit_cover.bin"), written!("honor_cover.bin"), |entry| entry as u8)
});

/// The class of each suit key.
pub(crate) static CLASS: LazyLock<BySuit<u16>> =
    LazyLock::new(|| BySuit::new(written!("suit_class.bin"), written!("honor_class.bin"), |class| class));

static ANY_PAIR: LazyLock<Parts> = LazyLock::new(|| Parts::read(&written!("any_pair.bin")));
static TWO_FIVE_EIGHT: LazyLock<Parts> = LazyLock::new(|| Parts::read(&written!("two_five_eight.bin")));

/// What parts of a hand keep under one pair rule. Suits with the same row, and suits together, are numbered parts.
pub(crate) struct Parts {
    count: usize,
    of_suit_class: Vec<u16>,
    of_honor_class: Vec<u16>,
    together: Vec<u16>,
    /// Tiles kept, by melds, wilds and part.
    kept: Vec<u8>,
}

impl Parts {
    /// The parts under a pair rule.
    #[inline]
    pub(crate) fn of(pair: PairRule) -> &'static Parts {
        match pair {
            PairRule::Any => &ANY_PAIR,
            PairRule::TwoFiveEight => &TWO_FIVE_EIGHT,
        }
    }

    fn read(written: &[u16]) -> Parts {
        let (sizes, rest) = written.split_at(3);
        let (count, suits, honors) = (sizes[0] as usize, sizes[1] as usize, sizes[2] as usize);
        let (of_suit_class, rest) = rest.split_at(suits);
        let (of_honor_class, rest) = rest.split_at(honors);
        let (together, kept) = rest.split_at(count * count);
        Parts {
            count,
            of_suit_class: of_suit_class.to_vec(),
            of_honor_class: of_honor_class.to_vec(),
            together: together.to_vec(),
            kept: kept.iter().map(|&kept| kept as u8).collect(),
        }
    }

    /// The part that the suits of a class are (suit 3: honours).
    #[inline]
    pub(crate) fn of_class(&self, suit: usize, class: u16) -> u16 {
        let table = if suit < 3 { &self.of_suit_class } else { &self.of_honor_class };
        table[class as usize]
    }

    /// What `part` is together with each other part.
    #[inline]
    pub(crate) fn with(&self, part: u16) -> &[u16] {
        &self.together[part as usize * self.count..][..self.count]
    }

    /// The part that `a` and `b` are together.
    #[inline]
    pub(crate) fn together(&self, a: u16, b: u16) -> u16 {
        self.together[a as usize * self.count + b as usize]
    }

    /// The tiles each part keeps when so many melds are to be made with so many wilds.
    #[inline]
    pub(crate) fn kept(&self, melds: usize, wilds: usize) -> &[u8] {
        &self.kept[(melds * WILDS + wilds) * self.count..][..self.count]
    }
}

/// Builds all tables now. Without it the first question that needs a table pays for it.
pub fn warm_up() {
    LazyLock::force(&COVER);
    LazyLock::force(&CLASS);
    LazyLock::force(&ANY_PAIR);
    LazyLock::force(&TWO_FIVE_EIGHT);
}
