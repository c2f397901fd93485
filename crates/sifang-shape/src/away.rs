//! How far a hand is from melds and one pair, and which draws bring it nearer.
//!
//! A target keeps some of the tiles held; each other place of it is filled by a wild or by a draw, and a place beyond
//! four of a kind only by a wild. So the distance is the size of the target, less the wilds, less the most tiles kept;
//! the tables know that number for each suit and for suits together.

use crate::tables::{CLASS, MELDS, Parts, Row, WILDS};
use crate::{PairRule, counts};
use sifang_tiles::{POW5, SuitKeys, Tile, TileMask};

/// A hand put to the tables, for questions about hands that differ from it by a tile: only the suit
/// of that tile is looked up again.
#[derive(Clone, Copy, Debug)]
pub struct Distance {
    parts: &'static Parts,
    /// Tiles kept, by part.
    kept: Row,
    keys: SuitKeys,
    /// The four suits as parts.
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

impl Distance {
    /// Puts `keys` and `wilds` to the tables, of which `melds` melds (five at most) and a pair are
    /// to be made.
    #[inline]
    pub fn new(keys: SuitKeys, wilds: u8, melds: u8, pair: PairRule) -> Distance {
        let (classes, parts) = (&*CLASS, Parts::of(pair));
        let melds = (melds as usize).min(MELDS - 1);
        let suits = [0, 1, 2, 3].map(|suit| parts.of_class(suit).at(class(classes.of(suit), keys.0[suit])));
        Distance {
            parts,
            kept: parts.kept(melds, (wilds as usize).min(WILDS - 1)),
            keys,
            suits,
            halves: [parts.together(suits[0], suits[1]), parts.together(suits[2], suits[3])],
            wanted: (3 * melds as u16 + 2).saturating_sub(wilds as u16),
        }
    }

    /// The same with one `tile` more, which must be no flower and not yet there four times.
    #[inline]
    pub fn with(&self, tile: Tile) -> Distance {
        self.moved(tile, self.keys.with(tile))
    }

    /// The same with one `tile` less, which must be there.
    #[inline]
    pub fn without(&self, tile: Tile) -> Distance {
        self.moved(tile, self.keys.without(tile, 1))
    }

    #[inline]
    fn moved(&self, tile: Tile, keys: SuitKeys) -> Distance {
        let (suit, mut next) = ((tile.index() / 9).min(3), Distance { keys, ..*self });
        next.suits[suit] = self.parts.of_class(suit).at(class(CLASS.of(suit), keys.0[suit]));
        next.halves[suit / 2] = self.parts.together(next.suits[suit], next.suits[suit ^ 1]);
        next
    }

    /// See [`tiles_away`].
    #[inline]
    pub fn away(&self) -> u8 {
        self.wanted.saturating_sub(self.tiles_kept()) as u8
    }

    /// The kinds of `among`, of which there must be fewer than four each, whose drawing lowers the
    /// distance.
    pub fn useful(&self, among: TileMask) -> TileMask {
        self.nearer(among, |suit, rank| self.drawn(suit, rank))
    }

    /// The same where `drawn` says what part a suit (3: honours) becomes with one more of a rank.
    #[inline]
    fn nearer(&self, among: TileMask, drawn: impl Fn(usize, usize) -> u16) -> TileMask {
        let now = self.tiles_kept();
        if now >= self.wanted {
            return TileMask::EMPTY;
        }
        let mut useful = 0;
        for suit in 0..4 {
            let first = 9 * suit;
            let mut ranks = (among & TileMask::PLAYABLE).bits() >> first & 0x1FF;
            if ranks == 0 {
                continue;
            }
            let whole = self.parts.with(self.others(suit));
            while ranks != 0 {
                let rank = ranks.trailing_zeros() as usize;
                ranks &= ranks - 1;
                let nearer = self.kept.at(whole.at(drawn(suit, rank))) > now;
                useful |= u64::from(nearer) << (first + rank);
            }
        }
        TileMask::from_bits(useful)
    }

    /// What part a suit (3: honours) becomes with one more of a rank.
    #[inline]
    fn drawn(&self, suit: usize, rank: usize) -> u16 {
        let class = class(CLASS.of(suit), self.keys.0[suit].wrapping_add(POW5[rank]));
        self.parts.of_class(suit).at(class)
    }

    /// Tiles kept by the whole hand.
    #[inline]
    fn tiles_kept(&self) -> u16 {
        self.kept.at(self.parts.together(self.halves[0], self.halves[1]))
    }

    /// All suits but one, together.
    #[inline]
    fn others(&self, suit: usize) -> u16 {
        self.parts.together(self.halves[1 - suit / 2], self.suits[suit ^ 1])
    }
}

/// All draws of a hand with one tile too many, put to the tables once: for what is useful after each
/// of its discards.
#[derive(Clone, Copy, Debug)]
pub struct Draws {
    hand: Distance,
    /// What part the suit of each kind becomes with one more of it.
    parts: [u16; Tile::PLAYABLE],
    /// What is useful to the whole hand.
    useful: TileMask,
}

impl Draws {
    /// The draws of a hand. Kinds not `among` these, such as those held four times, are never useful.
    pub fn new(hand: Distance, among: TileMask) -> Draws {
        let mut parts = [0; Tile::PLAYABLE];
        for tile in (among & TileMask::PLAYABLE).iter() {
            parts[tile.index()] = hand.drawn(tile.index() / 9, tile.index() % 9);
        }
        let useful = hand.nearer(among, |suit, rank| parts[9 * suit + rank]);
        Draws { hand, parts, useful }
    }

    /// The kinds of `among` that lower the distance of the hand without `tile`, which must be there.
    pub fn useful_without(&self, tile: Tile, among: TileMask) -> TileMask {
        let (rest, thrown) = (self.hand.without(tile), tile.index() / 9);
        // What helps after a discard that costs nothing helps before it, too.
        let free = rest.tiles_kept() == self.hand.tiles_kept();
        let among = if free { among & self.useful } else { among };
        rest.nearer(among, |suit, rank| match suit == thrown {
            true => rest.drawn(suit, rank),
            false => self.parts[9 * suit + rank],
        })
    }
}

/// Fewest natural draws, each replacing a useless tile, until `keys` and `wilds` hold `melds` melds and a pair.
///
/// 0 means complete, 1 means ready: this is 向听数 plus one. No draw is a fifth copy; a wild may be one. `melds` is the
/// number still to make from closed tiles, five at most; wilds beyond seven fill no more than seven fifth copies.
#[inline]
pub fn tiles_away(keys: SuitKeys, wilds: u8, melds: u8, pair: PairRule) -> u8 {
    Distance::new(keys, wilds, melds, pair).away()
}

/// The kinds, of which `keys` holds fewer than four, whose drawing lowers [`tiles_away`].
pub fn useful(keys: SuitKeys, wilds: u8, melds: u8, pair: PairRule) -> TileMask {
    let hand = Distance::new(keys, wilds, melds, pair);
    if hand.away() == 0 {
        return TileMask::EMPTY;
    }
    hand.useful(TileMask::from_bits(counts::below_four(keys)))
}
