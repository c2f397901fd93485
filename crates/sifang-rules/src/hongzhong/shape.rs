//! Shapes of `hongzhong`: standard wins and five pairs, both with red dragons as wilds. Everything here is asked in every turn,
//! so it is answered from the hand's suit keys and from how many kinds are held an odd number of times.

use sifang_shape::{PairRule, is_win};
use sifang_tiles::{Hand, SuitKeys, Tile, TileMask};

/// 红中.
/// Clause: `hongzhong.wild.stands`.
pub const WILD: Tile = Tile::honor(7);
/// 筒 and 条.
/// Clause: `hongzhong.deal.tiles`.
pub const ORDINARY: TileMask = TileMask::from_bits(((1 << 18) - 1) << 9);
/// More ordinary kinds than this never make five pairs beside one tile, whatever the wilds.
const MOST_KINDS: usize = 6;

/// The natural tiles as keys, and the number of wilds.
/// Clause: `hongzhong.wild.stands`.
#[inline]
fn parts(hand: &Hand) -> (SuitKeys, u8) {
    let mut keys = hand.keys();
    keys.0[3] = 0;
    (keys, hand.count(WILD))
}

/// Whether the hand is sets and a pair.
/// Clauses: `hongzhong.win.standard`, `hongzhong.ruling.15`.
#[inline]
pub(super) fn wins(hand: &Hand) -> bool {
    let (keys, wilds) = parts(hand);
    is_win(keys, wilds, PairRule::Any)
}

/// Whether the hand is sets and a pair with one more `tile`.
/// Clause: `hongzhong.win.standard`.
#[inline]
pub(super) fn wins_with(hand: &Hand, tile: Tile) -> bool {
    let (keys, wilds) = parts(hand);
    if tile == WILD {
        is_win(keys, wilds + 1, PairRule::Any)
    } else {
        is_win(keys.with(tile), wilds, PairRule::Any)
    }
}

/// Whether one more wild makes the hand sets and a pair.
/// Clause: `hongzhong.declare.ready`.
#[inline]
pub(super) fn is_ready(hand: &Hand) -> bool {
    wins_with(hand, WILD)
}

/// Whether the hand without `n` of the ordinary `tile` is ready.
/// Clause: `hongzhong.declare.kong`.
#[inline]
pub(super) fn is_ready_without(hand: &Hand, tile: Tile, n: u8) -> bool {
    let (keys, wilds) = parts(hand);
    is_win(keys.without(tile, n), wilds + 1, PairRule::Any)
}

/// How a hand's tiles pair up.
#[derive(Clone, Copy, Debug)]
struct Parity {
    /// Ordinary kinds held once or three times.
    odd: TileMask,
    /// Number of ordinary tiles.
    naturals: u8,
    wilds: u8,
}

impl Parity {
    fn of(hand: &Hand) -> Parity {
        let odd = (hand.held() & ORDINARY).iter().filter(|t| hand.count(*t) % 2 == 1).collect();
        let wilds = hand.count(WILD);
        Parity { odd, naturals: hand.len() as u8 - wilds, wilds }
    }

    /// Pairs that so many natural tiles make with the wilds, when so many kinds are odd.
    /// Clauses: `hongzhong.ask.shape`, `hongzhong.ruling.39`.
    fn pairs(&self, naturals: u8, odd: u8) -> u8 {
        let matched = self.wilds.min(odd);
        (naturals - odd) / 2 + matched + (self.wilds - matched) / 2
    }

    /// The ordinary kinds among `held` of which one may go so that the rest makes `wanted` pairs.
    fn spare(&self, held: TileMask, wanted: u8) -> TileMask {
        let odd = self.odd.len() as u8;
        let left = self.naturals.saturating_sub(1);
        let mut spare = TileMask::EMPTY;
        if odd > 0 && self.pairs(left, odd - 1) >= wanted {
            spare |= self.odd;
        }
        // Breaking a pair leaves one more odd kind.
        let even = held & ORDINARY & !self.odd;
        if !even.is_empty() && self.pairs(left, odd + 1) >= wanted {
            spare |= even;
        }
        spare
    }
}

/// The ordinary tiles of eleven without which the others are five pairs.
/// Clauses: `hongzhong.ask.shape`, `hongzhong.ask.which`, `hongzhong.ruling.7`.
#[inline]
pub(super) fn asks(hand: &Hand) -> TileMask {
    if (hand.held() & ORDINARY).len() > MOST_KINDS || hand.len() != 11 {
        return TileMask::EMPTY;
    }
    Parity::of(hand).spare(hand.held(), 5)
}

/// Whether the ten tiles beside `tile` are five pairs.
/// Clause: `hongzhong.ask.which`.
pub(super) fn is_five_pairs_beside(hand: &Hand, tile: Tile) -> bool {
    let mut ten = *hand;
    ten.remove(tile) && is_five_pairs(&ten)
}

/// Whether ten tiles are five pairs.
/// Clause: `hongzhong.ask.shape`.
pub(super) fn is_five_pairs(hand: &Hand) -> bool {
    hand.len() == 10 && pairs(hand) == 5
}

/// How many pairs the tiles make.
pub(super) fn pairs(hand: &Hand) -> u8 {
    let parity = Parity::of(hand);
    parity.pairs(parity.naturals, parity.odd.len() as u8)
}

/// The ordinary tiles of eleven without which the others hold at least four pairs.
/// Clause: `hongzhong.declare.dealer`.
pub(super) fn four_pairs_beside(hand: &Hand) -> TileMask {
    Parity::of(hand).spare(hand.held(), 4)
}

/// The ordinary tiles without which the hand is ready.
/// Clause: `hongzhong.declare.dealer`.
pub(super) fn ready_beside(hand: &Hand) -> TileMask {
    (hand.held() & ORDINARY).iter().filter(|t| is_ready_without(hand, *t, 1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sifang_tiles::{format_tiles, parse_tiles};

    fn hand(text: &str) -> Hand {
        Hand::from_tiles(&parse_tiles(text).unwrap()).unwrap()
    }

    fn listed(mask: TileMask) -> String {
        format_tiles(&mask.iter().collect::<Vec<_>>())
    }

    #[test]
    fn five_pairs_leave_one_tile_to_ask_with() {
        assert_eq!(listed(asks(&hand("2244p1566688s"))), "");
        assert_eq!(listed(asks(&hand("2244p1556688s"))), "1s");
        // A wild pairs either single, so the other one is asked.
        assert_eq!(listed(asks(&hand("2244p158866s7z"))), "15s");
        // Two wilds beside five pairs less one: they may also be a pair of their own.
        assert_eq!(listed(asks(&hand("2244p15566s77z"))), "24p156s");
        // Three of a kind: one of the three is the tile beside.
        assert_eq!(listed(asks(&hand("22p1133555s99p"))), "5s");
        assert_eq!(listed(asks(&hand("1122334455p6s"))), "6s");
        assert_eq!(listed(asks(&hand("12345678p777z"))), "");
    }

    #[test]
    fn pairs_follow_their_formula() {
        for (text, made) in [
            ("1122334455p", 5),
            ("1111222234p", 4),
            ("1234567p777z", 3),
            ("11123p456s77z", 3),
            ("11p22334s777z", 5),
        ] {
            assert_eq!(pairs(&hand(text)), made, "{text}");
        }
        assert!(!is_five_pairs(&hand("1112223344p")) && is_five_pairs(&hand("111222p33s77z")));
    }

    #[test]
    fn a_wild_may_be_a_fifth_copy() {
        assert!(wins(&hand("11112p3456s77z")) && is_ready(&hand("1111p123456s")));
    }
}
