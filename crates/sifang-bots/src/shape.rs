//! How far tiles are from a plan, and which draws bring them nearer: the tables of `sifang-shape` put to the forms that rule sets
//! name. Wild tiles are counted apart; a drawn wild is always useful.

use sifang_rules::insight::{Pattern, Plan};
use sifang_shape::PairRule;
use sifang_tiles::{Hand, POW5, SuitKeys, Tile, TileMask};

type Counts = [u8; Tile::PLAYABLE];

/// Closed tiles, natural and wild.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tiles {
    natural: Counts,
    /// The natural tiles as suit keys.
    keys: SuitKeys,
    wild_kinds: TileMask,
    wilds: u8,
    /// Sets still to make.
    sets: u8,
    /// One tile short, as opposed to one too many.
    short: bool,
}

impl Tiles {
    /// The tiles of a hand of 3m+1 or 3m+2 when these kinds are wild.
    pub(crate) fn of(hand: &Hand, wild_kinds: TileMask) -> Tiles {
        let (mut natural, mut keys, mut wilds) = (*hand.counts(), hand.keys(), 0);
        for tile in (wild_kinds & hand.held() & TileMask::PLAYABLE).iter() {
            let n = std::mem::take(&mut natural[tile.index()]);
            keys.remove_many(tile, n);
            wilds += n;
        }
        let len = hand.len();
        Tiles { natural, keys, wild_kinds, wilds, sets: (len / 3) as u8, short: len % 3 == 1 }
    }

    /// With one tile more, of which there must be fewer than four.
    pub(crate) fn with(&self, tile: Tile) -> Tiles {
        let mut next = Tiles { short: false, ..*self };
        if self.wild_kinds.contains(tile) {
            next.wilds += 1;
        } else {
            next.natural[tile.index()] += 1;
            next.keys.add(tile);
        }
        next
    }

    /// Without a natural tile, which must be there.
    pub(crate) fn without(&self, tile: Tile) -> Tiles {
        let mut next = Tiles { short: true, ..*self };
        next.natural[tile.index()] -= 1;
        next.keys.remove(tile);
        next
    }

    /// What distinguishes these tiles from others of the same seat.
    pub(crate) fn key(&self) -> (SuitKeys, u8) {
        (self.keys, self.wilds)
    }

    /// Copies of a natural tile.
    pub(crate) fn count(&self, tile: Tile) -> u8 {
        self.natural[tile.index()]
    }

    /// The kinds of natural tiles.
    pub(crate) fn kinds(&self) -> TileMask {
        let held = self.natural.iter().enumerate().filter(|(_, n)| **n > 0);
        TileMask::from_bits(held.fold(0, |bits, (i, _)| bits | 1 << i))
    }

    fn kept(&self, keep: TileMask) -> Counts {
        if keep & TileMask::PLAYABLE == TileMask::PLAYABLE {
            return self.natural;
        }
        let bits = keep.bits();
        std::array::from_fn(|i| if bits >> i & 1 == 1 { self.natural[i] } else { 0 })
    }

    fn kept_keys(&self, keep: TileMask) -> SuitKeys {
        let mut keys = self.keys;
        for (suit, key) in keys.0.iter_mut().enumerate() {
            let (first, kinds) = (9 * suit, if suit < 3 { 9 } else { 7 });
            let kept = keep.bits() >> first & ((1 << kinds) - 1);
            if kept == 0 {
                *key = 0;
            } else if kept != (1 << kinds) - 1 {
                let gone = (0..kinds).filter(|rank| kept >> rank & 1 == 0);
                *key -= gone.map(|rank| POW5[rank] * self.natural[first + rank] as u32).sum::<u32>();
            }
        }
        keys
    }

    /// Fewest draws until the plan is complete; 1 is ready.
    pub(crate) fn away(&self, plan: &Plan) -> u8 {
        let sets = |pair| sifang_shape::tiles_away(self.kept_keys(plan.keep), self.wilds, self.sets, pair);
        let away = match plan.pattern {
            Pattern::Sets => sets(PairRule::Any),
            Pattern::SetsTwoFiveEight => sets(PairRule::TwoFiveEight),
            Pattern::Triplets => {
                Triplets::of(&self.kept(plan.keep)).away(self.sets).saturating_sub(self.wilds)
            }
            Pattern::SevenPairs => sifang_shape::seven_pairs_away(&self.kept(plan.keep), self.wilds, false),
            Pattern::SevenPairsQuads => {
                sifang_shape::seven_pairs_away(&self.kept(plan.keep), self.wilds, true)
            }
            Pattern::FivePairs => sifang_shape::five_pairs_away(&self.kept(plan.keep), self.wilds),
            Pattern::Orphans => sifang_shape::thirteen_orphans_away(&self.kept(plan.keep)),
        };
        // Five pairs need one more tile to ask with.
        if self.short { away.max(1) } else { away }
    }

    /// The kinds whose drawing brings the plan nearer.
    pub(crate) fn useful(&self, plan: &Plan) -> TileMask {
        let sets = |pair| sifang_shape::useful(self.kept_keys(plan.keep), self.wilds, self.sets, pair);
        let natural = match plan.pattern {
            Pattern::Sets => sets(PairRule::Any),
            Pattern::SetsTwoFiveEight => sets(PairRule::TwoFiveEight),
            Pattern::Triplets => self.useful_triplets(&self.kept(plan.keep)),
            Pattern::SevenPairs => self.useful_pairs(&self.kept(plan.keep), 7, false),
            Pattern::SevenPairsQuads => self.useful_pairs(&self.kept(plan.keep), 7, true),
            Pattern::FivePairs => self.useful_pairs(&self.kept(plan.keep), 5, true),
            Pattern::Orphans => useful_orphans(&self.kept(plan.keep)),
        };
        let wilds = if plan.pattern == Pattern::Orphans { TileMask::EMPTY } else { self.wild_kinds };
        (natural & plan.keep & !self.wild_kinds) | wilds
    }

    /// A tile that pairs a single one is useful; so is a new kind (or the third of a kind, where four are two pairs) while there
    /// are fewer kinds than pairs wanted. With all pairs made, any tile will do.
    fn useful_pairs(&self, counts: &Counts, wanted: u8, quads: bool) -> TileMask {
        let (mut pairs, mut singles) = (0, 0);
        for &n in counts {
            let (pair, single) = if quads { (n / 2, n % 2) } else { ((n >= 2) as u8, (n == 1) as u8) };
            pairs += pair;
            singles += single;
        }
        let missing = wanted.saturating_sub(pairs);
        let from_nothing = missing.saturating_sub(singles);
        if missing + from_nothing <= self.wilds {
            return TileMask::PLAYABLE;
        }
        let helps = |n: u8| match n {
            4.. => false,
            1 => true,
            3 => quads,
            0 => from_nothing > 0,
            _ => quads && from_nothing > 0,
        };
        of_kinds(counts, helps)
    }

    fn useful_triplets(&self, counts: &Counts) -> TileMask {
        let now = Triplets::of(counts);
        let away = now.away(self.sets);
        if away <= self.wilds {
            return TileMask::PLAYABLE;
        }
        let helps = [0, 1, 2].map(|n| now.held[n] > 0 && now.one_more(n).away(self.sets) < away);
        of_kinds(counts, |n| helps.get(n as usize).copied().unwrap_or(false))
    }
}

/// The kinds whose number of copies passes a test.
fn of_kinds(counts: &Counts, test: impl Fn(u8) -> bool) -> TileMask {
    TileMask::from_bits(counts.iter().enumerate().fold(0, |bits, (i, n)| bits | (test(*n) as u64) << i))
}

fn useful_orphans(counts: &Counts) -> TileMask {
    let away = sifang_shape::thirteen_orphans_away(counts);
    let mut more = *counts;
    let helps = Tile::playable().filter(|tile| {
        let i = tile.index();
        more[i] += 1;
        let nearer = sifang_shape::thirteen_orphans_away(&more) < away;
        more[i] -= 1;
        nearer
    });
    helps.collect()
}

/// How many kinds are held not at all, once, twice, three times or more.
#[derive(Clone, Copy, Debug)]
struct Triplets {
    held: [u8; 4],
}

impl Triplets {
    fn of(counts: &Counts) -> Triplets {
        let mut held = [0; 4];
        counts.iter().for_each(|n| held[(*n as usize).min(3)] += 1);
        Triplets { held }
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

#[cfg(test)]
mod tests {
    use super::*;
    use sifang_tiles::{format_tiles, parse_tiles};

    fn look(hand: &str, pattern: Pattern, keep: TileMask, wild: &str) -> (u8, String) {
        let hand = Hand::from_tiles(&parse_tiles(hand).unwrap()).unwrap();
        let wild: TileMask = parse_tiles(wild).unwrap().into_iter().collect();
        let (tiles, plan) = (Tiles::of(&hand, wild), Plan { pattern, keep, open: true, value: 0 });
        let useful: Vec<Tile> = tiles.useful(&plan).iter().collect();
        (tiles.away(&plan), format_tiles(&useful))
    }

    #[test]
    fn plans_know_their_distance_and_their_tiles() {
        let all = TileMask::PLAYABLE;
        assert_eq!(look("123456m456p78s55z", Pattern::Sets, all, ""), (1, "69s".into()));
        // A wild more: one tile less, and itself useful.
        assert_eq!(look("123456m45p78s557z", Pattern::Sets, all, "7z"), (1, "36p69s7z".into()));
        // Only characters count for a flush of them.
        let man = TileMask::from_bits(0x1FF);
        assert_eq!(look("1112345678m99p1s", Pattern::Sets, man, "").0, 4);
        assert_eq!(look("111222m333p44s55z", Pattern::Triplets, all, ""), (1, "4s5z".into()));
        assert_eq!(look("1122m3344p55s667z", Pattern::SevenPairs, all, ""), (1, "7z".into()));
        assert_eq!(look("19m19p19s1234567z", Pattern::Orphans, all, "").0, 1);
        // Five pairs beside one tile: any tile will do.
        assert_eq!(look("1122334455p", Pattern::FivePairs, all, "7z").0, 1);
        assert_eq!(look("11223344p56s", Pattern::FivePairs, all, "7z"), (1, "56s7z".into()));
    }
}
