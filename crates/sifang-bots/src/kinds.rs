//! Tiles counted kind by kind, in masks, and the plans that only ask how many there are of each: pairs, triplets, orphans.

use sifang_rules::insight::{Pattern, Plan};
use sifang_shape::pairs_away;
use sifang_tiles::{Hand, Tile, TileMask};

/// How many tiles there are of each kind: the kinds of which there are at least one, two, three, four.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kinds([TileMask; 4]);

/// The kinds that a plan of pairs or triplets counts.
pub(crate) fn counted(plan: &Plan) -> TileMask {
    match plan.pattern {
        Pattern::Orphans => plan.keep & (TileMask::TERMINALS | TileMask::HONORS),
        _ => plan.keep,
    }
}

impl Kinds {
    pub(crate) fn of(hand: &Hand) -> Kinds {
        let three = hand.pairs().iter().filter(|tile| hand.count(*tile) >= 3).collect();
        Kinds([hand.held(), hand.pairs(), three, hand.fours()])
    }

    pub(crate) fn add(&mut self, tile: Tile) {
        let one = TileMask::one(tile);
        for n in (1..4).rev() {
            self.0[n] |= self.0[n - 1] & one;
        }
        self.0[0] |= one;
    }

    pub(crate) fn remove(&mut self, tile: Tile) {
        let one = TileMask::one(tile);
        for n in 0..4 {
            let more = self.least(n + 2);
            self.0[n] = (self.0[n] & !one) | (more & one);
        }
    }

    /// Only those among these kinds.
    pub(crate) fn among(&self, keep: TileMask) -> Kinds {
        Kinds(self.0.map(|kinds| kinds & keep))
    }

    pub(crate) fn count(&self, tile: Tile) -> u8 {
        self.0.iter().map(|kinds| u8::from(kinds.contains(tile))).sum()
    }

    /// The kinds of which there are so many or more.
    pub(crate) fn least(&self, n: usize) -> TileMask {
        match n {
            0 => TileMask::PLAYABLE,
            _ => self.0.get(n - 1).copied().unwrap_or(TileMask::EMPTY),
        }
    }

    /// The kinds of which there are so many.
    pub(crate) fn exactly(&self, n: usize) -> TileMask {
        self.least(n) & !self.least(n + 1)
    }

    /// Draws until a plan of pairs or triplets is complete.
    pub(crate) fn away(&self, plan: &Plan, sets: u8, wilds: u8) -> u8 {
        let kept = self.among(counted(plan));
        match plan.pattern {
            Pattern::Orphans => 14 - kept.0[0].len() as u8 - u8::from(!kept.0[1].is_empty()),
            Pattern::Triplets => Triplets::of(&kept).away(sets).saturating_sub(wilds),
            pattern => {
                let Pairs { wanted, quads } = Pairs::of(pattern);
                let (pairs, singles) = kept.pairs_and_singles(quads);
                pairs_away(pairs, singles, wilds, wanted)
            }
        }
    }

    /// The kinds whose drawing brings such a plan nearer.
    pub(crate) fn useful(&self, plan: &Plan, sets: u8, wilds: u8) -> TileMask {
        let kept = self.among(counted(plan));
        match plan.pattern {
            Pattern::Orphans => {
                // A kind that is missing, or the second of one where there is no pair.
                let pair = if kept.0[1].is_empty() { kept.0[0] } else { TileMask::EMPTY };
                counted(plan) & (kept.exactly(0) | pair)
            }
            Pattern::Triplets => kept.useful_triplets(sets, wilds),
            pattern => kept.useful_pairs(Pairs::of(pattern), wilds),
        }
    }

    /// Pairs without any wild, and tiles that lack one tile to be a pair.
    fn pairs_and_singles(&self, quads: bool) -> (u8, u8) {
        let [one, two, three, four] = self.0.map(|kinds| kinds.len() as u8);
        if quads { (two + four, one - two + three - four) } else { (two, one - two) }
    }

    /// A tile that pairs a single one is useful; so is a new kind (or the third of a kind, where four are two pairs) while there
    /// are fewer kinds than pairs wanted. With all pairs made, any tile will do.
    fn useful_pairs(&self, Pairs { wanted, quads }: Pairs, wilds: u8) -> TileMask {
        let (pairs, singles) = self.pairs_and_singles(quads);
        let missing = wanted.saturating_sub(pairs);
        let from_nothing = missing.saturating_sub(singles);
        if missing + from_nothing <= wilds {
            return TileMask::PLAYABLE;
        }
        let mut useful = self.exactly(1);
        if quads {
            useful |= self.exactly(3);
        }
        if from_nothing > 0 {
            useful |= self.exactly(0);
            if quads {
                useful |= self.exactly(2);
            }
        }
        useful
    }

    fn useful_triplets(&self, sets: u8, wilds: u8) -> TileMask {
        let now = Triplets::of(self);
        let away = now.away(sets);
        if away <= wilds {
            return TileMask::PLAYABLE;
        }
        let helps = |n: &usize| now.held[*n] > 0 && now.one_more(*n).away(sets) < away;
        (0..3).filter(helps).fold(TileMask::EMPTY, |useful, n| useful | self.exactly(n))
    }
}

/// How many pairs a plan wants, and whether four of a kind may be two of them.
struct Pairs {
    wanted: u8,
    quads: bool,
}

impl Pairs {
    fn of(pattern: Pattern) -> Pairs {
        Pairs {
            wanted: if pattern == Pattern::FivePairs { 5 } else { 7 },
            quads: pattern != Pattern::SevenPairs,
        }
    }
}

/// How many kinds are held not at all, once, twice, three times or more.
#[derive(Clone, Copy, Debug)]
struct Triplets {
    held: [u8; 4],
}

impl Triplets {
    fn of(kinds: &Kinds) -> Triplets {
        Triplets { held: [0, 1, 2, 3].map(|n| if n < 3 { kinds.exactly(n) } else { kinds.0[2] }.len() as u8) }
    }

    /// One tile more of a kind held `n` times.
    fn one_more(mut self, n: usize) -> Triplets {
        self.held[n] -= 1;
        self.held[n + 1] += 1;
        self
    }

    /// Tiles missing to so many triplets and a pair: the kinds held most become triplets, the next one the pair.
    fn away(mut self, sets: u8) -> u8 {
        let mut missing = 0;
        for place in 0..=sets {
            let wanted = if place == sets { 2 } else { 3 };
            let held = (1..4).rev().find(|n| self.held[*n] > 0).unwrap_or(0);
            self.held[held] -= 1;
            missing += wanted - wanted.min(held as u8);
        }
        missing
    }
}
