//! Stacked walls that bring about what random play of `anhua` hardly ever sees: many kings in one hand, kongs whose tiles
//! somebody waits for, added kongs that can be robbed, one tile for which all wait.

use crate::stacker::{Below, Stacker};
use sifang_rules::anhua::{Anhua, Kings};
use sifang_table::RuleSet;
use sifang_tiles::{Seat, Tile, TileMask};

/// A row with one of these.
pub(super) fn row(rules: &Anhua, dealer: Seat, below: Below<'_>) -> Vec<Tile> {
    let mut stacker = Stacker::new(rules, dealer);
    let indicator = Tile::at(below(27) as usize);
    stacker.next_drawn(indicator);
    let mut rare =
        Rare { stacker, kings: Kings::new(indicator, rules.options()), seats: rules.seats(), below };
    match (rare.below)(5) {
        0 => rare.many_kings(),
        1 => rare.kong_tiles(),
        2 => rare.all_wait(),
        _ => rare.robbed_kong(),
    }
    rare.stacker.finish(rare.below)
}

struct Rare<'a> {
    stacker: Stacker,
    kings: Kings,
    seats: usize,
    below: Below<'a>,
}

impl Rare<'_> {
    /// Three kings or more in one hand, beside pairs or tiles of one suit.
    fn many_kings(&mut self) {
        let seat = Seat::new((self.below)(self.seats as u32) as usize);
        let full = 3 + (self.below)(2) as usize;
        let other = (self.below)(4) as usize;
        self.stacker.give(seat, &[self.kings.full_kind(); 4][..full]);
        if let Some(kind) = self.kings.other_kind() {
            self.stacker.give(seat, &[kind; 3][..other]);
        }
        let (one_suit, in_pairs) = ((self.below)(2) == 0, (self.below)(2) == 0);
        let suit = (self.below)(3) as usize * 9;
        for _ in 0..13 {
            let kind = if one_suit { suit + (self.below)(9) as usize } else { (self.below)(27) as usize };
            if !self.kings.contains(Tile::at(kind)) {
                self.stacker.give(seat, &[Tile::at(kind); 2][..1 + in_pairs as usize]);
            }
        }
    }

    /// The dealer can kong and waits; another waits too, maybe with a king; what they wait for lies at the tail.
    fn kong_tiles(&mut self) {
        let dealer = self.stacker.dealer();
        let quad = self.natural(|t| t.is_suited());
        self.stacker.give(dealer, &[quad; 4]);
        let mut waits = self.ready(dealer, 2);
        let other = dealer.after(1 + (self.below)(self.seats as u32 - 1) as usize, self.seats);
        if (self.below)(2) == 0 {
            self.stacker.give(other, &[self.kings.full_kind()]);
        }
        waits |= self.ready(other, 3);
        for _ in 0..3 {
            for tile in waits.iter() {
                self.stacker.next_from_tail(tile);
            }
        }
    }

    /// A seat gets a pair, whose third tile the dealer has and whose fourth it draws; another waits for it with a king, so that it
    /// cannot take the discard.
    fn robbed_kong(&mut self) {
        let dealer = self.stacker.dealer();
        let konger = dealer.after(1, self.seats);
        let robber = dealer.after(self.seats - 1, self.seats);
        let low = self.natural(|t| t.up(2).is_some());
        let robbed = [low.up(0), low.up(2)][(self.below)(2) as usize].unwrap_or(low);
        self.stacker.give(dealer, &[robbed]);
        self.stacker.give(konger, &[robbed; 2]);
        self.ready(konger, 2);
        if robber != konger {
            let partial: Vec<Tile> = (0..3).filter_map(|n| low.up(n)).filter(|t| *t != robbed).collect();
            self.stacker.give(robber, &partial);
            self.stacker.give(robber, &[self.kings.full_kind()]);
            self.ready(robber, 3);
        }
        self.ready(dealer, 3);
        for _ in 1..self.seats {
            let idle = self.natural(|t| t.is_terminal());
            self.stacker.next_drawn(idle);
        }
        self.stacker.next_drawn(robbed);
    }

    /// All others wait for a tile of the dealer, without kings.
    fn all_wait(&mut self) {
        let (dealer, kings, seats) = (self.stacker.dealer(), self.kings, self.seats);
        let low = self.natural(|t| [1, 2].iter().all(|n| t.up(*n).is_some_and(|up| !kings.contains(up))));
        let wanted = low.up(2).unwrap_or(low);
        self.stacker.give(dealer, &[wanted]);
        for other in (1..seats).map(|steps| dealer.after(steps, seats)) {
            self.ready_from(other, low, 3);
        }
    }

    /// A kind that is no king and of which there are copies.
    fn natural(&mut self, fits: impl Fn(Tile) -> bool) -> Tile {
        let kinds: TileMask =
            self.stacker.kinds().iter().filter(|t| !self.kings.contains(*t) && fits(*t)).collect();
        kinds.nth((self.below)(kinds.len().max(1) as u32) as usize).unwrap_or_default()
    }

    /// Gives a pair of 2, 5 or 8, two tiles of a run, and melds; answers what completes the run.
    fn ready(&mut self, seat: Seat, melds: usize) -> TileMask {
        let low = self.natural(|t| t.rank() > 1 && t.up(2).is_some());
        self.ready_from(seat, low, melds)
    }

    /// The same from this tile of the run on.
    fn ready_from(&mut self, seat: Seat, low: Tile, melds: usize) -> TileMask {
        let pair = self.natural(|t| t.rank() % 3 == 2);
        self.stacker.give(seat, &[pair; 2]);
        self.stacker.give(seat, &[low, low.up(1).unwrap_or(low)]);
        for _ in 0..melds {
            let first = self.natural(|t| t.up(2).is_some());
            let run: Vec<Tile> = (0..3).filter_map(|n| first.up(n)).collect();
            self.stacker.give(seat, &run);
        }
        [low.down(1), low.up(2)].into_iter().flatten().filter(|t| !self.kings.contains(*t)).collect()
    }
}
