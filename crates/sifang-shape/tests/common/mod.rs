//! Hands for the tests: made of groups in few suits, then robbed of tiles for wilds and spoiled.
#![allow(unreachable_pub)]

use proptest::prelude::*;
use sifang_shape::PairRule;

pub type Counts = [u8; 34];

pub const RULES: [PairRule; 2] = [PairRule::Any, PairRule::TwoFiveEight];

/// A hand of `size` tiles, `wilds` of them wild, made of groups and then spoiled in `spoiled` places.
pub fn hand(size: usize, wilds: usize, spoiled: usize, choices: &[u16]) -> Counts {
    let mut counts = [0u8; 34];
    let mut choices = choices.iter().cycle().map(|&c| c as usize);
    let mut pick = |n: usize| choices.next().unwrap_or(0) % n;
    // A narrow range of suits makes crowded hands, where mistakes would hide.
    let suits = 1 + pick(3);
    let mut tiles: Vec<usize> = Vec::new();
    let add = |group: &[usize], tiles: &mut Vec<usize>, counts: &mut Counts| {
        if group.iter().all(|&t| counts[t] + group.iter().filter(|&&u| u == t).count() as u8 <= 4) {
            for &t in group {
                counts[t] += 1;
                tiles.push(t);
            }
        }
    };
    let mut turn = 0;
    while tiles.len() < size {
        turn += 1;
        let single = pick(34);
        let left = size - tiles.len();
        let low = pick(suits) * 9 + (pick(7) + turn) % 7;
        let kind = if pick(4) == 0 { (single + turn) % 34 } else { low };
        match (left, pick(3)) {
            (1, _) => add(&[(single + turn) % 34], &mut tiles, &mut counts),
            (2, _) => add(&[kind, kind], &mut tiles, &mut counts),
            (_, 0) => add(&[kind, kind, kind], &mut tiles, &mut counts),
            _ => add(&[low, low + 1, low + 2], &mut tiles, &mut counts),
        }
    }
    for _ in 0..wilds {
        let gone = tiles.swap_remove(pick(tiles.len()));
        counts[gone] -= 1;
    }
    for _ in 0..spoiled.min(tiles.len()) {
        let place = pick(tiles.len());
        let (old, new) = (tiles[place], pick(34));
        if counts[new] < 4 {
            counts[old] -= 1;
            counts[new] += 1;
            tiles[place] = new;
        }
    }
    counts
}

/// Hands with their number of wilds: `size` is taken modulo three to be 3m+`rest`.
pub fn hands(rest: usize, most_melds: usize) -> impl Strategy<Value = (Counts, u8)> {
    let choices = prop::collection::vec(any::<u16>(), 40);
    (0..=most_melds, 0usize..8, 0usize..5, choices).prop_map(move |(melds, wilds, spoiled, choices)| {
        let size = 3 * melds + rest;
        let wilds = wilds.min(size);
        (hand(size, wilds, spoiled, &choices), wilds as u8)
    })
}
