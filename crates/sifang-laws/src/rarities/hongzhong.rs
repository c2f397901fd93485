//! Stacked rows for what random play of `hongzhong` hardly reaches: caught asks, robbed kongs, kongs after declaring, dealt
//! five pairs, triplets of 2, 5 and 8, hands of red dragons.

use crate::stacker::{Below, Stacker};
use sifang_rules::hongzhong::{Hongzhong, ORDINARY, WILD};
use sifang_tiles::{Seat, Tile, TileMask};

/// One of these rows.
pub(super) fn row(rules: &Hongzhong, dealer: Seat, below: Below<'_>) -> Vec<Tile> {
    let mut stacker = Stacker::new(rules, dealer);
    let middle = ORDINARY.iter().filter(|t| (2..=8).contains(&t.rank())).collect::<TileMask>();
    let tile = middle.nth(below(middle.len() as u32) as usize).unwrap_or_default();
    let [first, second, third] = [1, 2, 3].map(|steps| dealer.after(steps, 4));
    match below(6) {
        0 => {
            // The first seat asks with what it draws; two others wait for it.
            wait_for(&mut stacker, second, tile, below);
            wait_for(&mut stacker, third, tile, below);
            (0..5).for_each(|_| group(&mut stacker, first, 2, tile, below));
            stacker.next_drawn(tile);
        }
        1 => {
            // The first seat can pung the dealer's tile and draws the fourth a round later.
            stacker.give(first, &[tile, tile]);
            stacker.give(dealer, &[tile]);
            wait_for(&mut stacker, second, tile, below);
            wait_for(&mut stacker, third, tile, below);
            for _ in 0..3 {
                let kinds = stacker.kinds();
                stacker.next_drawn(kinds.nth(below(kinds.len() as u32) as usize).unwrap_or(WILD));
            }
            stacker.next_drawn(tile);
        }
        2 => {
            // A ready hand with three of the tile it draws first.
            stacker.give(first, &[tile; 3]);
            [3, 2, 2].iter().for_each(|n| group(&mut stacker, first, *n, tile, below));
            stacker.next_drawn(tile);
        }
        3 => {
            // Triplets of 2, 5 and 8 but for a tile.
            let middles = ORDINARY.iter().filter(|t| t.rank() % 3 == 2).collect::<TileMask>();
            for n in [3, 3, 2, 2] {
                let left: TileMask = middles.iter().filter(|t| stacker.left(*t) == 4).collect();
                let kind = left.nth(below(left.len().max(1) as u32) as usize).unwrap_or(tile);
                stacker.give(third, &[kind; 3][..n]);
                stacker.give(dealer, &[kind]);
            }
        }
        4 => {
            (0..5).for_each(|_| group(&mut stacker, dealer, 2, tile, below));
            (0..4).for_each(|_| group(&mut stacker, third, 2, tile, below));
        }
        _ => {
            // Pairs and wilds at one seat, the other copies of the pairs with the others.
            stacker.give(first, &[WILD, WILD]);
            for seat in [dealer, second, third] {
                let kind = pick(&stacker, 4, tile, below);
                stacker.give(first, &[kind; 2]);
                stacker.give(seat, &[kind; 2]);
            }
        }
    }
    stacker.finish(below)
}

/// Two sets, a pair, and the neighbours of `tile`.
fn wait_for(stacker: &mut Stacker, seat: Seat, tile: Tile, below: Below<'_>) {
    stacker.give(seat, &[tile.down(1), tile.up(1)].map(|t| t.unwrap_or(tile)));
    for n in [3, 3, 2] {
        group(stacker, seat, n, tile, below);
    }
}

/// Gives the seat `n` equal tiles of some kind other than `not`.
fn group(stacker: &mut Stacker, seat: Seat, n: u8, not: Tile, below: Below<'_>) {
    let kind = pick(stacker, n, not, below);
    (0..n).for_each(|_| {
        stacker.give(seat, &[kind]);
    });
}

/// An ordinary kind other than `not` of which at least `n` are left (the highest tile if there is none).
fn pick(stacker: &Stacker, n: u8, not: Tile, below: Below<'_>) -> Tile {
    let kinds = (stacker.kinds() & ORDINARY).iter().filter(|t| *t != not && stacker.left(*t) >= n);
    let kinds: TileMask = kinds.collect();
    kinds.nth(below(kinds.len().max(1) as u32) as usize).or(ORDINARY.last()).unwrap_or(not)
}
