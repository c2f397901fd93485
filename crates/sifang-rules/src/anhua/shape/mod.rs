//! Shapes of `anhua`: what wins, what is tenpai, what may be claimed. Everything is a table query; nothing is enumerated.

mod kings;

pub use kings::{KingClass, Kings};

use super::options::AnhuaOptions;
use super::score::Situation;
use sifang_shape::{PairRule, is_seven_pairs, is_win};
use sifang_table::Meld;
use sifang_tiles::{Hand, SuitKeys, Tile, TileMask};

/// A hand with its kings either wild or as printed.
/// Clause: `anhua.win.readings`.
#[derive(Clone, Copy)]
pub(super) struct Reading<'a> {
    hand: &'a Hand,
    melds: &'a [Meld],
    /// One tile more than the hand.
    extra: Option<Tile>,
    /// The kings, where they are wild.
    jokers: Option<Kings>,
    /// Natural tiles.
    keys: SuitKeys,
    wilds: u8,
}

/// What a winning reading has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Facts {
    /// 清一色.
    pub pure: bool,
    /// 小七对.
    pub pairs: bool,
}

impl<'a> Reading<'a> {
    /// Every king is a joker.
    /// Clause: `anhua.ruling.38`.
    #[inline]
    pub(super) fn wild(hand: &'a Hand, extra: Option<Tile>, melds: &'a [Meld], kings: Kings) -> Reading<'a> {
        let [a, b] = kings.counts(hand);
        let mut keys = hand.keys().without(kings.full_kind(), a);
        if let Some(other) = kings.other_kind() {
            keys.remove_many(other, b);
        }
        let mut wilds = a + b;
        match extra {
            Some(tile) if kings.contains(tile) => wilds += 1,
            Some(tile) => keys.add(tile),
            None => {}
        }
        Reading { hand, melds, extra, jokers: Some(kings), keys, wilds }
    }

    /// Every king is the tile printed on it.
    /// Clauses: `anhua.win.readings`, `anhua.ruling.12`.
    #[inline]
    pub(super) fn natural(hand: &'a Hand, extra: Option<Tile>, melds: &'a [Meld]) -> Reading<'a> {
        let mut keys = hand.keys();
        if let Some(tile) = extra {
            keys.add(tile);
        }
        Reading { hand, melds, extra, jokers: None, keys, wilds: 0 }
    }

    /// The same with an imaginary joker more.
    #[inline]
    pub(super) fn with_joker(self) -> Reading<'a> {
        Reading { wilds: self.wilds + 1, ..self }
    }

    /// Kinds of natural tiles in the hand.
    #[inline]
    fn held(&self) -> TileMask {
        let mut held = self.hand.held();
        if let Some(tile) = self.extra {
            held.insert(tile);
        }
        match self.jokers {
            Some(kings) => held & !kings.mask(),
            None => held,
        }
    }

    /// Natural tiles and melds are of one suit.
    #[inline]
    fn is_pure(&self) -> bool {
        is_one_suit(self.held(), self.melds)
    }

    /// Four melds and a pair: any pair in one suit, else 2, 5 or 8.
    /// Clauses: `anhua.win.standard`, `anhua.ruling.2`, `anhua.ruling.10`, `anhua.ruling.38`.
    #[inline]
    fn is_standard(&self) -> bool {
        is_win(self.keys, self.wilds, PairRule::Any)
            && (is_win(self.keys, self.wilds, PairRule::TwoFiveEight) || self.is_pure())
    }

    /// Seven pairs, four equal tiles being two. More than seven kinds cannot be.
    /// Clause: `anhua.win.seven_pairs`.
    #[inline]
    fn is_pairs(&self) -> bool {
        if !self.melds.is_empty() || self.held().len() > 7 {
            return false;
        }
        let mut counts = *self.hand.counts();
        if let Some(tile) = self.extra {
            counts[tile.index()] += 1;
        }
        if let Some(kings) = self.jokers {
            kings.mask().iter().for_each(|tile| counts[tile.index()] = 0);
        }
        is_seven_pairs(&counts, self.wilds, true)
    }

    /// Whether it wins.
    #[inline]
    pub(super) fn wins(&self) -> bool {
        self.is_standard() || self.is_pairs()
    }

    /// What it has, if it wins. Where a hand is both, seven pairs are worth more.
    #[inline]
    pub(super) fn facts(&self) -> Option<Facts> {
        let pairs = self.is_pairs();
        (pairs || self.is_standard()).then(|| Facts { pure: self.is_pure(), pairs })
    }
}

/// Whether these kinds and the melds are of one suit.
#[inline]
fn is_one_suit(kinds: TileMask, melds: &[Meld]) -> bool {
    const NINE: u64 = 0x1FF;
    let bits = kinds.bits();
    let mut suits = [bits & NINE, bits >> 9 & NINE, bits >> 18 & NINE].map(|suit| suit != 0);
    for meld in melds {
        suits[(meld.tile.index() / 9).min(2)] = true;
    }
    suits.into_iter().filter(|there| *there).count() <= 1
}

/// Whether the hand is tenpai once `n` of its `tile` lie in a kong (the others of the four came from elsewhere). It does not
/// matter whether a winning tile is still there.
/// Clauses: `anhua.rule.kong`, `anhua.ruling.22`.
#[inline]
pub(super) fn is_ready_after_kong(hand: &Hand, melds: &[Meld], kings: Kings, tile: Tile, n: u8) -> bool {
    let reading = Reading::wild(hand, None, melds, kings);
    let (keys, wilds) = (reading.keys.without(tile, n), reading.wilds + 1);
    // The kong's own suit counts too: it is still among the natural tiles here.
    is_win(keys, wilds, PairRule::Any)
        && (is_win(keys, wilds, PairRule::TwoFiveEight) || is_one_suit(reading.held(), melds))
}

/// Whether the hand, of 3m+1 tiles, is tenpai.
pub(super) fn is_ready(hand: &Hand, melds: &[Meld], kings: Kings) -> bool {
    Reading::wild(hand, None, melds, kings).with_joker().wins()
}

/// Whether a hand can win on another's tile in this way (王的接炮).
/// The shape is the same in every way, and `kong_discard_big` forbids nothing.
/// Clauses: `anhua.rule.kings_claim`, `anhua.ruling.10`, `anhua.ruling.13`, `anhua.ruling.15`.
#[inline]
pub(super) fn can_claim(
    options: &AnhuaOptions,
    hand: &Hand,
    melds: &[Meld],
    kings: Kings,
    tile: Tile,
    situation: Situation,
) -> bool {
    match kings.class(hand, Some(tile)) {
        KingClass::None => Reading::natural(hand, Some(tile), melds).wins(),
        KingClass::Single if situation == Situation::Discard => {
            options.wild_self_hard && Reading::natural(hand, Some(tile), melds).wins()
        }
        KingClass::Single => Reading::wild(hand, Some(tile), melds, kings).wins(),
        _ => false,
    }
}
