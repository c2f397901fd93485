//! Stacked walls that bring about what random play of `jingji` hardly ever sees: hands that rob the gold, three golds, golden
//! pairs and dragons, winds and dragons in numbers, robbed kongs, pure outside hands, ready wins without yaku.

use crate::stacker::{Below, Stacker};
use sifang_rules::jingji::{DEAD_WALL, Jingji};
use sifang_tiles::{Seat, Tile, TileMask};

/// A row with one of these.
pub(super) fn row(rules: &Jingji, dealer: Seat, below: Below<'_>) -> Vec<Tile> {
    let gold = Tile::at(below(Tile::PLAYABLE as u32) as usize);
    let mut rare = Rare { stacker: Stacker::new(rules, dealer), gold, below };
    match (rare.below)(12) {
        0 => rare.waiting(),
        1 => rare.golds(),
        2 => rare.honors(),
        3 => rare.half_yaku(),
        4 => rare.outside(),
        5 | 6 => rare.robbed_added(),
        _ => rare.robbed_discard(),
    }
    rare.place_indicator();
    rare.stacker.finish(rare.below)
}

struct Rare<'a> {
    stacker: Stacker,
    gold: Tile,
    below: Below<'a>,
}

impl Rare<'_> {
    fn seat(&mut self) -> Seat {
        Seat::new((self.below)(4) as usize)
    }

    /// A kind that is no gold and of which a copy is left.
    fn natural(&mut self, fits: impl Fn(Tile) -> bool) -> Tile {
        let kinds: TileMask = self.stacker.kinds().iter().filter(|t| *t != self.gold && fits(*t)).collect();
        kinds.nth((self.below)(kinds.len().max(1) as u32) as usize).unwrap_or_default()
    }

    /// The indicator is the first tile of the dead wall: fourteenth from the tail.
    fn place_indicator(&mut self) {
        for _ in 1..DEAD_WALL {
            let tile = self.natural(|_| true);
            self.stacker.next_from_tail(tile);
        }
        self.stacker.next_from_tail(self.gold);
    }

    fn melds(&mut self, seat: Seat, n: usize) {
        for _ in 0..n {
            let low = self.natural(|t| t.up(2).is_some());
            let run: Vec<Tile> = (0..3).filter_map(|i| low.up(i)).collect();
            self.stacker.give(seat, &run);
        }
    }

    /// Melds and a pair, short of the tile that completes `low` and the one above it; answers that tile.
    fn ready(&mut self, seat: Seat, melds: usize) -> Tile {
        let pair = self.natural(|_| true);
        self.stacker.give(seat, &[pair; 2]);
        let low = self.natural(|t| t.rank() > 1 && t.up(2).is_some());
        self.stacker.give(seat, &[low, low.up(1).unwrap_or(low)]);
        self.melds(seat, melds);
        low.up(2).unwrap_or(low)
    }

    /// One or two seats wait from the deal: the indicator completes them.
    fn waiting(&mut self) {
        for _ in 0..1 + (self.below)(2) {
            let seat = self.seat();
            self.ready(seat, 4);
        }
    }

    /// Two or three golds in one hand, with or without a shape around them; the missing tile comes soon, maybe a gold.
    fn golds(&mut self) {
        let seat = self.seat();
        let n = 1 + (self.below)(3) as usize;
        self.stacker.give(seat, &[self.gold; 3][..n]);
        let melds = (self.below)(6) as usize;
        self.melds(seat, melds);
        if (self.below)(2) == 0 {
            let pair = self.natural(|_| true);
            self.stacker.give(seat, &[pair; 2]);
        }
        if (self.below)(2) == 0 {
            self.stacker.next_drawn(self.gold);
        }
    }

    /// Triplets of winds or dragons and the pair of the last, and what is missing comes next.
    fn honors(&mut self) {
        let seat = self.seat();
        let winds = (self.below)(2) == 0;
        let kinds = if winds { 27..31 } else { 31..34 };
        let last = kinds.end - 1;
        for kind in kinds {
            let copies = if kind == last { 2 + (self.below)(2) as usize } else { 3 };
            self.stacker.give(seat, &[Tile::at(kind); 3][..copies]);
        }
        self.melds(seat, 2);
        let pair = self.natural(|t| t.is_terminal());
        self.stacker.give(seat, &[pair; 2]);
    }

    /// Short of two tiles: the one answered first, which the seat is to draw, and the one it waits for then. A hand short of one
    /// would rob the gold at the opening.
    fn nearly_ready(&mut self, seat: Seat) -> [Tile; 2] {
        let wanted = self.ready(seat, 3);
        let low = self.natural(|t| t.up(2).is_some() && t != wanted);
        self.stacker.give(seat, &[low, low.up(1).unwrap_or(low)]);
        [low.up(2).unwrap_or(low), wanted]
    }

    /// Draws that help nobody much.
    fn idle_draws(&mut self, n: usize) {
        for _ in 0..n {
            let idle = self.natural(|t| t.is_honor());
            self.stacker.next_drawn(idle);
        }
    }

    /// A seat that has declared ready draws, and must throw, a tile that one seat could kong and another wins on.
    fn robbed_discard(&mut self) {
        let dealer = self.stacker.dealer();
        let [thrower, robber, konger] = [1, 2, 3].map(|steps| dealer.after(steps, 4));
        let [missing, wanted] = self.nearly_ready(robber);
        self.stacker.give(konger, &[wanted; 3]);
        let [first, _] = self.nearly_ready(thrower);
        self.melds(konger, 3);
        self.stacker.next_drawn(first);
        self.stacker.next_drawn(missing);
        self.idle_draws(2);
        self.stacker.next_drawn(wanted);
    }

    /// A seat pungs a tile of the dealer and draws the fourth a round later; by then another waits for it.
    fn robbed_added(&mut self) {
        let dealer = self.stacker.dealer();
        let (konger, robber) = (dealer.after(1, 4), dealer.after(3, 4));
        let [missing, wanted] = self.nearly_ready(robber);
        self.stacker.give(dealer, &[wanted]);
        self.stacker.give(konger, &[wanted; 2]);
        self.melds(dealer, 4);
        self.idle_draws(1);
        self.stacker.next_drawn(missing);
        self.idle_draws(1);
        self.stacker.next_drawn(wanted);
    }

    /// Sets with a terminal each but for two tiles, which are drawn in the first turns.
    fn outside(&mut self) {
        let dealer = self.stacker.dealer();
        let steps = (self.below)(4) as usize;
        let mut hand = Vec::new();
        while hand.len() < 15 {
            let low = Tile::at((self.below)(3) as usize * 9 + [0, 6][(self.below)(2) as usize]);
            hand.extend((0..3).filter_map(|i| low.up(i)));
        }
        hand.extend([Tile::at((self.below)(3) as usize * 9 + [0, 8][(self.below)(2) as usize]); 2]);
        let missing = [17, 16].map(|n| hand.swap_remove((self.below)(n) as usize));
        self.stacker.give(dealer.after(steps, 4), &hand);
        self.idle_draws((steps + 3) % 4);
        self.stacker.next_drawn(missing[0]);
        self.idle_draws(3);
        self.stacker.next_drawn(missing[1]);
    }

    /// An open hand that may declare ready for one of its two waits, and the other comes.
    fn half_yaku(&mut self) {
        let dealer = self.stacker.dealer();
        let seat = dealer.after(1, 4);
        // Two chows of three-suit chow, of which one is called; the third waits on both sides.
        let rank = 2 + (self.below)(5) as usize;
        let [man, pin, sou] = [0, 9, 18].map(|suit| Tile::at(suit + rank));
        let above = |t: Tile, n: u8| t.up(n).unwrap_or(t);
        self.stacker.give(seat, &[above(man, 1), above(man, 2), pin, above(pin, 1), above(pin, 2)]);
        self.stacker.give(seat, &[sou, above(sou, 1)]);
        let pair = self.natural(|t| t.is_terminal());
        self.stacker.give(seat, &[pair; 2]);
        self.melds(seat, 2);
        let bad = Tile::at(sou.index() - 1);
        self.stacker.give(dealer, &[man, bad]);
        self.stacker.next_drawn(bad);
        self.stacker.next_drawn(bad);
    }
}
