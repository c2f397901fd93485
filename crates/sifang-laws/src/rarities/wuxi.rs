//! Stacked walls that bring about what random play of `wuxi` hardly ever sees: hands of winds and dragons, all green, robbed
//! kongs, one tile for which three wait.

use crate::stacker::{Below, Stacker};
use sifang_rules::wuxi::Wuxi;
use sifang_tiles::{Seat, Tile, TileMask, parse_tiles};

/// A row with one of these.
pub(super) fn row(rules: &Wuxi, dealer: Seat, below: Below<'_>) -> Vec<Tile> {
    let mut rare = Rare { stacker: Stacker::new(rules, dealer), below };
    match (rare.below)(7) {
        0 => rare.nearly("555666777z", 1),
        1 => rare.nearly("55566677z", 2),
        2 => rare.all_green(),
        3 => rare.all_wait(),
        4 => rare.nearly("11122233344455z", 0),
        5 => rare.nearly("11122233344z", 1),
        _ => rare.robbed_kong(),
    }
    rare.stacker.finish(rare.below)
}

struct Rare<'a> {
    stacker: Stacker,
    below: Below<'a>,
}

impl Rare<'_> {
    fn kind(&mut self, fits: impl Fn(Tile) -> bool) -> Tile {
        let kinds: TileMask = self.stacker.kinds().iter().filter(|t| fits(*t)).collect();
        kinds.nth((self.below)(kinds.len().max(1) as u32) as usize).unwrap_or_default()
    }

    fn run(&mut self) -> Vec<Tile> {
        let low = self.kind(|t| t.is_suited() && t.up(2).is_some());
        (0..3).filter_map(|i| low.up(i)).collect()
    }

    /// These tiles, and as many runs as fit beside them, with a pair where one is wanted.
    fn nearly(&mut self, tiles: &str, runs: usize) {
        let mut hand = parse_tiles(tiles).unwrap_or_default();
        for _ in 0..runs {
            hand.extend(self.run());
        }
        if hand.len() == 12 {
            hand.extend([self.kind(|t| t.is_suited()); 2]);
        }
        self.short_of_one(hand);
    }

    fn all_green(&mut self) {
        let sets = ["234s", "222s", "333s", "444s", "666s", "888s", "666z"];
        let mut hand = Vec::new();
        while hand.len() < 12 {
            let set = parse_tiles(sets[(self.below)(sets.len() as u32) as usize]).unwrap_or_default();
            let most = |t: Tile| hand.iter().chain(&set).filter(|u| **u == t).count() <= 4;
            if set.iter().all(|t| most(*t)) {
                hand.extend(set);
            }
        }
        let pair = ["8s", "6s", "6z", "2s", "3s", "4s"].map(|t| parse_tiles(t).unwrap_or_default()).concat();
        let pair = pair.into_iter().find(|t| hand.iter().filter(|u| *u == t).count() <= 2);
        hand.extend([pair.unwrap_or_default(); 2]);
        self.short_of_one(hand);
    }

    /// A seat gets all of a hand but one tile, which it draws in its first or second turn.
    fn short_of_one(&mut self, mut hand: Vec<Tile>) {
        let steps = (self.below)(4) as usize;
        let missing = hand.swap_remove((self.below)(hand.len() as u32) as usize);
        self.stacker.give(self.stacker.dealer().after(steps, 4), &hand);
        for _ in 0..(steps + 3) % 4 + 4 * (self.below)(2) as usize {
            let idle = self.kind(|t| t.is_suited());
            self.stacker.next_drawn(idle);
        }
        self.stacker.next_drawn(missing);
    }

    /// Four runs and a tile at the dealer; all others wait for it.
    fn all_wait(&mut self) {
        let dealer = self.stacker.dealer();
        let wanted = self.kind(|t| t.is_suited() && (3..=7).contains(&t.rank()));
        self.stacker.give(dealer, &[wanted]);
        for steps in 1..4 {
            let seat = dealer.after(steps, 4);
            self.stacker.give(seat, &[wanted.down(1), wanted.up(1)].map(|t| t.unwrap_or(wanted)));
            for _ in 0..3 {
                let run = self.run();
                self.stacker.give(seat, &run);
            }
            let pair = self.kind(|t| t != wanted && !t.is_flower());
            self.stacker.give(seat, &[pair; 2]);
        }
        for _ in 0..4 {
            let run = self.run();
            self.stacker.give(dealer, &run);
        }
    }

    /// The dealer throws a tile that the next seat pungs and whose fourth copy it draws a round later; by then the seat before
    /// the dealer, one tile short when it was thrown, waits for it.
    fn robbed_kong(&mut self) {
        let dealer = self.stacker.dealer();
        let (konger, robber) = (dealer.after(1, 4), dealer.after(3, 4));
        let wanted = self.kind(|t| t.is_suited() && (3..=7).contains(&t.rank()));
        let around = [wanted.down(1), wanted.up(1)].map(|t| t.unwrap_or(wanted));
        self.stacker.give(dealer, &[wanted]);
        self.stacker.give(konger, &[wanted; 2]);
        self.stacker.give(robber, &around);
        for _ in 0..3 {
            let run = self.run();
            self.stacker.give(robber, &run);
        }
        // A single tile that becomes the pair while the pung is made.
        let single = self.kind(|t| t.is_suited() && t != wanted);
        self.stacker.give(robber, &[single]);
        for _ in 0..4 {
            let run = self.run();
            self.stacker.give(dealer, &run);
        }
        let first = self.kind(|t| t.is_honor());
        self.stacker.next_drawn(first);
        self.stacker.next_drawn(single);
        let third = self.kind(|t| t.is_honor());
        self.stacker.next_drawn(third);
        self.stacker.next_drawn(wanted);
    }
}
