//! Stacked rows for what random play of `xuezhan` hardly reaches: flush terminals, 2-5-8 triplets, the flush golden hook, robbed
//! kongs. Every lucky seat gets three useless tiles of a third suit, so that the burial that helps it is the obvious one.

use crate::stacker::{Below, Stacker};
use sifang_rules::xuezhan::Xuezhan;
use sifang_tiles::{Seat, Suit, Tile};

/// Complete hands of one suit in which every set has a terminal.
const FLUSH_TERMINALS: [[u8; 11]; 4] = [
    [1, 1, 2, 2, 3, 3, 7, 8, 9, 9, 9],
    [1, 1, 1, 2, 3, 7, 8, 9, 9, 9, 9],
    [1, 1, 1, 2, 2, 2, 3, 3, 3, 9, 9],
    [1, 1, 7, 7, 7, 8, 8, 8, 9, 9, 9],
];

/// A row that makes one of them likely.
pub(super) fn row(rules: &Xuezhan, dealer: Seat, below: Below<'_>) -> Vec<Tile> {
    let mut stacker = Stacker::new(rules, dealer);
    let turn = below(3) as usize;
    let suits = [0, 1, 2].map(|i| Suit::NUMBERED[(turn + i) % 3]);
    match below(6) {
        0 => {
            let ranks = FLUSH_TERMINALS[below(4) as usize];
            let hand = ranks.map(|rank| tile(suits[0], rank));
            nearly_complete(&mut stacker, suits, hand, below);
        }
        1 => {
            let mut kinds = [2, 5, 8].map(|rank| [tile(suits[0], rank), tile(suits[1], rank)]).concat();
            for i in (1..kinds.len()).rev() {
                kinds.swap(i, below(i as u32 + 1) as usize);
            }
            nearly_complete(&mut stacker, suits, std::array::from_fn(|i| kinds[i / 3]), below);
        }
        2..=4 => kongs_of_one_suit(&mut stacker, suits, below),
        _ => robbed_kong(&mut stacker, suits, below),
    }
    stacker.finish(below)
}

fn tile(suit: Suit, rank: u8) -> Tile {
    Tile::new(suit, rank).unwrap_or_default()
}

/// Three tiles that go with nothing.
fn useless(suit: Suit) -> [Tile; 3] {
    [1, 5, 9].map(|rank| tile(suit, rank))
}

fn seat(below: Below<'_>) -> Seat {
    Seat::new(below(4) as usize)
}

/// A seat gets all of a hand but one tile (the dealer perhaps all), and draws that tile in its first or second turn.
fn nearly_complete(stacker: &mut Stacker, suits: [Suit; 3], mut hand: [Tile; 11], below: Below<'_>) {
    let lucky = seat(below);
    stacker.give(lucky, &useless(suits[2]));
    hand.swap(10, below(11) as usize);
    stacker.give(lucky, &hand[..10]);
    if lucky == stacker.dealer() && below(2) == 0 {
        stacker.give(lucky, &hand[10..]);
        return;
    }
    let first = (stacker.dealer().distance_to(lucky, 4) + 3) % 4;
    idle_draws(stacker, first + 4 * below(2) as usize, below);
    stacker.next_drawn(hand[10]);
}

fn idle_draws(stacker: &mut Stacker, n: usize, below: Below<'_>) {
    for _ in 0..n {
        let kinds = stacker.kinds();
        if let Some(tile) = kinds.nth(below(kinds.len().max(1) as u32) as usize) {
            stacker.next_drawn(tile);
        }
    }
}

/// Two kongs and two single tiles of one suit, so that the hand is not ready before the kongs; the replacements and the draw of
/// the next round make the third kong and the pair.
fn kongs_of_one_suit(stacker: &mut Stacker, suits: [Suit; 3], below: Below<'_>) {
    let (lucky, shift) = (seat(below), below(2) as u8);
    // Too far apart for sequences, so that nothing speaks against the kongs.
    let kind = |i: usize| tile(suits[0], [1, 3, 6, 8][i] + shift);
    stacker.give(lucky, &useless(suits[2]));
    stacker.give(lucky, &[[kind(0); 4], [kind(1); 4]].concat());
    stacker.give(lucky, &[kind(2), kind(3)]);
    for i in [2, 2, 3] {
        stacker.next_from_tail(kind(i));
    }
    let first = (stacker.dealer().distance_to(lucky, 4) + 3) % 4;
    idle_draws(stacker, first + if lucky == stacker.dealer() { 0 } else { 4 }, below);
    stacker.next_drawn(kind(2));
}

/// The dealer must throw a tile that a second seat can pon; the fourth comes to that seat in its next turn, when a third seat,
/// complete but for it by then, waits for it.
fn robbed_kong(stacker: &mut Stacker, [a, b, c]: [Suit; 3], below: Below<'_>) {
    let dealer = stacker.dealer();
    let konger = dealer.after(1 + below(3) as usize, 4);
    let gap = 1 + below(3) as usize;
    let robber = match konger.after(gap, 4) {
        seat if seat == dealer => konger.after(gap % 3 + 1, 4),
        seat => seat,
    };
    let wanted = tile(a, 5);
    let of = |suit: Suit, ranks: &[u8]| ranks.iter().map(|rank| tile(suit, *rank)).collect::<Vec<_>>();
    // Four tiles of a suit that is of no use: three are buried, the fourth must be thrown first.
    stacker.give(dealer, &of(a, &[1, 5, 7, 9]));
    stacker.give(dealer, &of(c, &[2, 2, 2, 3, 3, 3, 6, 6, 6, 8]));
    stacker.give(konger, &[wanted; 2]);
    stacker.give(konger, &useless(c));
    stacker.give(konger, &of(b, &[2, 3, 4, 6, 7, 8]));
    stacker.give(robber, &of(c, &[1, 4, 7, 9]));
    stacker.give(robber, &of(a, &[4, 6]));
    stacker.give(robber, &of(b, &[1, 2, 3, 7, 8, 9, 5]));
    // After the pon the next seat draws first; the konger draws fourth.
    for step in 1..=3 {
        if konger.after(step, 4) == robber {
            stacker.next_drawn(tile(b, 5));
        } else {
            idle_draws(stacker, 1, below);
        }
    }
    stacker.next_drawn(wanted);
}
