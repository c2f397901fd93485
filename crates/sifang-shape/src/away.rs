//! How far a hand is from melds and one pair, and which draws bring it nearer.
//!
//! A target keeps some of the tiles held; each other place of it is filled by a wild or by a draw, and a place beyond
//! four of a kind only by a wild. So the distance is the size of the target, less the wilds, less the most tiles kept;
//! the tables know that number for each suit and for suits together.

use crate::tables::{CLASS, MELDS, Parts, Row, WILDS};
use crate::{PairRule, counts};
use sifang_tiles::{POW5, SuitKeys, TileMask};

/// A question put to the tables: the four suits of a hand as parts, and what is asked of them.
struct Reckoning {
    parts: &'static Parts,
    /// Tiles kept, by part.
    kept: Row,
    suits: [u16; 4],
    /// 万 and 筒 together; 条 and honours together.
    halves: [u16; 2],
    /// Tiles the whole hand must keep to be complete with its wilds.
    wanted: u16,
}

/// The class of a suit; a key that no tiles have counts as no tile.
#[inline]
fn class(classes: &[u16], key: u32) -> u16 {
    classes.get(key as usize).copied().unwrap_or(0)
}

impl Reckoning {
    #[inline]
    fn new(keys: SuitKeys, wilds: u8, melds: u8, pair: PairRule) -> Reckoning {
        let (classes, parts) = (&*CLASS, Parts::of(pair));
        let melds = (melds as usize).min(MELDS - 1);
        let suits = [0, 1, 2, 3].map(|suit| parts.of_class(suit).at(class(classes.of(suit), keys.0[suit])));
        Reckoning {
            parts,
            kept: parts.kept(melds, (wilds as usize).min(WILDS - 1)),
            suits,
            halves: [parts.together(suits[0], suits[1]), parts.together(suits[2], suits[3])],
            wanted: (3 * melds as u16 + 2).saturating_sub(wilds as u16),
        }
    }

    /// Tiles kept by the whole hand.
    #[inline]
    fn kept(&self) -> u16 {
        self.kept.at(self.parts.together(self.halves[0], self.halves[1]))
    }

    /// All suits but one, together.
    #[inline]
    fn without(&self, suit: usize) -> u16 {
        self.parts.together(self.halves[1 - suit / 2], self.suits[suit ^ 1])
    }
}

/// Fewest natural draws, each replacing a useless tile, until `keys` and `wilds` hold `melds` melds and a pair.
///
/// 0 means complete, 1 means ready: this is 向听数 plus one. No draw is a fifth copy; a wild may be one. `melds` is the
/// number still to make from closed tiles, five at most; wilds beyond seven fill no more than seven fifth copies.
#[inline]
pub fn tiles_away(keys: SuitKeys, wilds: u8, melds: u8, pair: PairRule) -> u8 {
    let hand = Reckoning::new(keys, wilds, melds, pair);
    hand.wanted.saturating_sub(hand.kept()) as u8
}

/// The kinds, of which `keys` holds fewer than four, whose drawing lowers [`tiles_away`].
pub fn useful(keys: SuitKeys, wilds: u8, melds: u8, pair: PairRule) -> TileMask {
    let hand = Reckoning::new(keys, wilds, melds, pair);
    let now = hand.kept();
    if now >= hand.wanted {
        return TileMask::EMPTY;
    }
    let classes = &*CLASS;
    let mut bits = 0;
    for (suit, &key) in keys.0.iter().enumerate() {
        let (classes, parts) = (classes.of(suit), hand.parts.of_class(suit));
        let whole = hand.parts.with(hand.without(suit));
        for (rank, &weight) in POW5[..if suit < 3 { 9 } else { 7 }].iter().enumerate() {
            let part = parts.at(class(classes, key.wrapping_add(weight)));
            bits |= u64::from(hand.kept.at(whole.at(part)) > now) << (suit * 9 + rank);
        }
    }
    // A fifth copy changed the digit above it, so that its bit means nothing; it is no draw anyway.
    TileMask::from_bits(bits & counts::below_four(keys))
}
