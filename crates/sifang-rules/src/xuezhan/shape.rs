//! Shapes of `xuezhan`: what wins under the two-suit and void-suit rules, and what a hand waits for.

use sifang_shape::{PairRule, is_ready, is_win};
use sifang_table::{Aside, Meld, Table};
use sifang_tiles::{Hand, Seat, Suit, SuitKeys, Tile, TileMask};
use tinyvec::ArrayVec;

/// The tiles a seat has buried.
pub(super) type Buried = ArrayVec<[Tile; 3]>;

/// What a seat has buried so far: nothing or three tiles, ascending.
pub(super) fn buried(table: &Table, seat: Seat) -> Buried {
    let own = table.aside().iter().filter(|a| a.seat == seat && a.why == Aside::Buried);
    own.map(|a| a.tile).take(3).collect()
}

/// The one suit of these tiles; none if they are of several.
/// Clauses: `xuezhan.deal.void`, `xuezhan.ruling.2`.
pub(super) fn one_suit(tiles: &[Tile]) -> Option<Suit> {
    let suit = tiles.first()?.suit();
    tiles.iter().all(|t| t.suit() == suit).then_some(suit)
}

/// Which numbered suits occur in the closed tiles and melds, one bit each.
#[inline]
fn suits(keys: SuitKeys, melds: &[Meld]) -> u8 {
    let closed = (0..3).fold(0, |bits, suit| bits | (u8::from(keys.0[suit] != 0) << suit));
    melds.iter().fold(closed, |bits, meld| bits | 1 << (meld.tile.index() / 9))
}

/// 花猪: all three suits occur.
/// Clause: `xuezhan.ruling.5`.
pub(super) fn has_three_suits(hand: &Hand, melds: &[Meld]) -> bool {
    suits(hand.keys(), melds) == 0b111
}

/// Whether tiles of these suits are at most two and not the void one.
/// Clause: `xuezhan.win.shape`.
#[inline]
fn is_allowed(suits: u8, void: Option<Suit>) -> bool {
    suits != 0b111 && void.is_none_or(|void| suits >> (void.start() / 9) & 1 == 0)
}

/// Whether the closed tiles `keys`, 3n+2 of them, and the melds are a win. The suits are looked at first: they settle most hands
/// without a table.
/// Clause: `xuezhan.win.shape`.
#[inline]
pub(super) fn wins(keys: SuitKeys, melds: &[Meld], void: Option<Suit>) -> bool {
    is_allowed(suits(keys, melds), void) && is_win(keys, 0, PairRule::Any)
}

/// 听: the kinds that complete 3n+1 closed tiles, without those of which the seat itself has all four (buried ones count).
/// Clause: `xuezhan.win.waits`.
pub(super) fn waits(hand: &Hand, melds: &[Meld], buried: &[Tile], void: Option<Suit>) -> TileMask {
    let (keys, suits) = (hand.keys(), suits(hand.keys(), melds));
    if !is_allowed(suits, void) || !is_ready(keys, 0, PairRule::Any) {
        return TileMask::EMPTY;
    }
    // A tile of a suit that does not occur yet would stand alone.
    let near = Suit::NUMBERED.into_iter().filter(|suit| suits >> (suit.start() / 9) & 1 == 1);
    let near = near.fold(TileMask::EMPTY, |mask, suit| mask | TileMask::of_suit(suit));
    let own = |tile: Tile| {
        let laid = melds.iter().map(|m| m.count(tile)).sum::<u8>();
        hand.count(tile) + laid + buried.iter().filter(|t| **t == tile).count() as u8
    };
    near.iter().filter(|t| own(*t) < 4 && is_win(keys.with(*t), 0, PairRule::Any)).collect()
}
