//! The tables that the build script wrote: embedded as they are, or unfolded when they are first needed.
//!
//! Together they take less than 8 MiB, and unfolding takes a few milliseconds.

use crate::PairRule;
use crate::unfold::unfold;
use std::sync::LazyLock;

/// Melds distinguished in "tiles away": none to five.
pub(crate) const MELDS: usize = 6;
/// Wilds distinguished in "tiles away": none to seven.
pub(crate) const WILDS: usize = 8;

/// A value as the build script wrote it: two bytes, the lower one first.
type Written = [u8; 2];

/// The values of a file of the build script.
macro_rules! written {
    ($name:literal) => {
        include_bytes!(concat!(env!("OUT_DIR"), "/", $name)).as_chunks::<2>().0
    };
}

/// A table for the numbered suits and one for the honours, by suit key.
pub(crate) struct BySuit<T> {
    suit: Vec<T>,
    honor: Vec<T>,
}

impl<T> BySuit<T> {
    /// The table of a suit (3: honours).
    #[inline]
    pub(crate) fn of(&self, suit: usize) -> &[T] {
        if suit < 3 { &self.suit } else { &self.honor }
    }
}

/// The win table; see `build/cover.rs` for its bits.
pub(crate) static COVER: LazyLock<BySuit<u8>> = LazyLock::new(|| BySuit {
    suit: unfold(written!("suit_cover.bin"), |entry| entry as u8),
    honor: unfold(written!("honor_cover.bin"), |entry| entry as u8),
});

/// The class of each suit key.
pub(crate) static CLASS: LazyLock<BySuit<u16>> = LazyLock::new(|| BySuit {
    suit: unfold(written!("suit_class.bin"), |class| class),
    honor: unfold(written!("honor_class.bin"), |class| class),
});

static ANY_PAIR: Parts = Parts::read(written!("any_pair.bin"));
static TWO_FIVE_EIGHT: Parts = Parts::read(written!("two_five_eight.bin"));

/// What parts of a hand keep under one pair rule. Suits with the same row, and suits together, are numbered parts.
#[derive(Debug)]
pub(crate) struct Parts {
    count: usize,
    of_suit_class: &'static [Written],
    of_honor_class: &'static [Written],
    together: &'static [Written],
    /// Tiles kept, by melds, wilds and part.
    kept: &'static [Written],
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

    /// Takes a file of the build script apart, in the order of `build/kept.rs`.
    const fn read(written: &'static [Written]) -> Parts {
        let (sizes, rest) = written.split_at(3);
        let count = u16::from_le_bytes(sizes[0]) as usize;
        let (of_suit_class, rest) = rest.split_at(u16::from_le_bytes(sizes[1]) as usize);
        let (of_honor_class, rest) = rest.split_at(u16::from_le_bytes(sizes[2]) as usize);
        let (together, kept) = rest.split_at(count * count);
        Parts { count, of_suit_class, of_honor_class, together, kept }
    }

    /// The part that the suits of each class are (suit 3: honours).
    #[inline]
    pub(crate) fn of_class(&self, suit: usize) -> Row {
        Row(if suit < 3 { self.of_suit_class } else { self.of_honor_class })
    }

    /// What `part` is together with each other part.
    #[inline]
    pub(crate) fn with(&self, part: u16) -> Row {
        Row(&self.together[part as usize * self.count..][..self.count])
    }

    /// The part that `a` and `b` are together.
    #[inline]
    pub(crate) fn together(&self, a: u16, b: u16) -> u16 {
        u16::from_le_bytes(self.together[a as usize * self.count + b as usize])
    }

    /// The tiles each part keeps when so many melds are to be made with so many wilds.
    #[inline]
    pub(crate) fn kept(&self, melds: usize, wilds: usize) -> Row {
        Row(&self.kept[(melds * WILDS + wilds) * self.count..][..self.count])
    }
}

/// Some of the values written, one for each class or part.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row(&'static [Written]);

impl Row {
    #[inline]
    pub(crate) fn at(self, number: u16) -> u16 {
        u16::from_le_bytes(self.0[number as usize])
    }
}

/// Builds all tables now. Without it the first question that needs a table pays for it.
pub fn warm_up() {
    LazyLock::force(&COVER);
    LazyLock::force(&CLASS);
}
