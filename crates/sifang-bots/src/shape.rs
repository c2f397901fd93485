//! How far tiles are from a plan, and which draws bring them nearer: the tables of `sifang-shape` put to the forms that rule sets
//! name. Wild tiles are counted apart; a drawn wild is always useful.

use sifang_rules::insight::{Pattern, Plan};
use sifang_shape::{Distance, PairRule};
use sifang_tiles::{Hand, SuitKeys, Tile, TileMask};

type Counts = [u8; Tile::PLAYABLE];

/// Closed tiles, natural and wild.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tiles {
    natural: Counts,
    /// The natural tiles as suit keys.
    keys: SuitKeys,
    /// The kinds of which there are at least one, two and four natural tiles.
    held: TileMask,
    pairs: TileMask,
    fours: TileMask,
    wild_kinds: TileMask,
    wilds: u8,
    /// Sets still to make.
    sets: u8,
    /// One tile short, as opposed to one too many.
    short: bool,
}

/// The numbered kinds from the second rank on and from the third, to the eighth and to the seventh.
const FROM_TWO: u64 = TileMask::of_ranks(0b1_1111_1110).bits();
const FROM_THREE: u64 = TileMask::of_ranks(0b1_1111_1100).bits();
const TO_EIGHT: u64 = TileMask::of_ranks(0b0_1111_1111).bits();
const TO_SEVEN: u64 = TileMask::of_ranks(0b0_0111_1111).bits();

impl Tiles {
    /// The tiles of a hand of 3m+1 or 3m+2 when these kinds are wild.
    pub(crate) fn of(hand: &Hand, wild_kinds: TileMask) -> Tiles {
        let (mut natural, mut keys, mut wilds) = (*hand.counts(), hand.keys(), 0);
        for tile in (wild_kinds & hand.held() & TileMask::PLAYABLE).iter() {
            let n = std::mem::take(&mut natural[tile.index()]);
            keys.remove_many(tile, n);
            wilds += n;
        }
        let held = hand.held() & TileMask::PLAYABLE & !wild_kinds;
        let (pairs, fours, len) = (hand.pairs() & held, hand.fours() & held, hand.len());
        let (sets, short) = ((len / 3) as u8, len % 3 == 1);
        Tiles { natural, keys, held, pairs, fours, wild_kinds, wilds, sets, short }
    }

    /// With one tile more, of which there must be fewer than four.
    pub(crate) fn with(&self, tile: Tile) -> Tiles {
        let mut next = Tiles { short: false, ..*self };
        if self.wild_kinds.contains(tile) {
            next.wilds += 1;
            return next;
        }
        next.natural[tile.index()] += 1;
        next.keys.add(tile);
        next.held.insert(tile);
        match next.natural[tile.index()] {
            2 => next.pairs.insert(tile),
            4 => next.fours.insert(tile),
            _ => {}
        }
        next
    }

    /// Without a tile, which must be there.
    pub(crate) fn without(&self, tile: Tile) -> Tiles {
        let mut next = Tiles { short: true, ..*self };
        if self.wild_kinds.contains(tile) {
            next.wilds -= 1;
            return next;
        }
        next.natural[tile.index()] -= 1;
        next.keys.remove(tile);
        match next.natural[tile.index()] {
            0 => next.held.remove(tile),
            1 => next.pairs.remove(tile),
            3 => next.fours.remove(tile),
            _ => {}
        }
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
        self.held
    }

    /// The kinds of which there are two natural tiles or more.
    pub(crate) fn pairs(&self) -> TileMask {
        self.pairs
    }

    /// The kinds that make a run with two natural tiles.
    pub(crate) fn runs(&self) -> TileMask {
        let held = (self.held & TileMask::SUITED).bits();
        let (below, above) = (held << 1 & FROM_TWO, held >> 1 & TO_EIGHT);
        let (lower, upper) = (held << 2 & FROM_THREE, held >> 2 & TO_SEVEN);
        TileMask::from_bits(below & above | below & lower | above & upper)
    }

    fn kept(&self, keep: TileMask) -> Counts {
        let mut natural = self.natural;
        (self.held & !keep).iter().for_each(|tile| natural[tile.index()] = 0);
        natural
    }

    /// What is kept for a plan, put to the tables.
    fn distance(&self, plan: &Plan, pair: PairRule) -> Distance {
        let mut keys = self.keys;
        (self.held & !plan.keep).iter().for_each(|tile| keys.remove_many(tile, self.count(tile)));
        Distance::new(keys, self.wilds, self.sets, pair)
    }

    /// Fewest draws until the plan is complete; 1 is ready.
    pub(crate) fn away(&self, plan: &Plan) -> u8 {
        let away = match plan.pattern {
            Pattern::Sets => self.distance(plan, PairRule::Any).away(),
            Pattern::SetsTwoFiveEight => self.distance(plan, PairRule::TwoFiveEight).away(),
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

    /// Tells how far the tiles are from the plan without each of these kinds, which must be there.
    pub(crate) fn away_without(&self, plan: &Plan, kinds: TileMask, mut tell: impl FnMut(Tile, u8)) {
        let pair = match plan.pattern {
            Pattern::Sets => PairRule::Any,
            Pattern::SetsTwoFiveEight => PairRule::TwoFiveEight,
            _ => return kinds.iter().for_each(|tile| tell(tile, self.without(tile).away(plan))),
        };
        let all = self.distance(plan, pair);
        let kept = self.held & plan.keep;
        (kinds & kept).iter().for_each(|tile| tell(tile, all.without(tile).away().max(1)));
        (kinds & self.held & !kept).iter().for_each(|tile| tell(tile, all.away().max(1)));
        (kinds & !self.held).iter().for_each(|tile| tell(tile, self.without(tile).away(plan)));
    }

    /// How far the tiles are from the nearest of these plans.
    pub(crate) fn nearest(&self, plans: &[Plan]) -> u8 {
        plans.iter().map(|plan| self.away(plan)).min().unwrap_or(u8::MAX)
    }

    /// The kinds that bring the tiles nearer to those of the plans that are at most so far.
    pub(crate) fn useful_within(&self, plans: &[Plan], away: u8) -> TileMask {
        let near = plans.iter().filter(|plan| self.away(plan) <= away);
        near.fold(TileMask::EMPTY, |useful, plan| useful | self.useful(plan))
    }

    /// The kinds whose drawing brings the plan nearer.
    pub(crate) fn useful(&self, plan: &Plan) -> TileMask {
        let among = plan.keep & !self.fours & !self.wild_kinds & TileMask::PLAYABLE;
        let natural = match plan.pattern {
            Pattern::Sets => self.distance(plan, PairRule::Any).useful(among),
            Pattern::SetsTwoFiveEight => self.distance(plan, PairRule::TwoFiveEight).useful(among),
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

    const PATTERNS: [Pattern; 7] = [
        Pattern::Sets,
        Pattern::SetsTwoFiveEight,
        Pattern::Triplets,
        Pattern::SevenPairs,
        Pattern::SevenPairsQuads,
        Pattern::FivePairs,
        Pattern::Orphans,
    ];

    /// Crowded hands of fourteen and eleven tiles with wild kinds, drawn by lot.
    fn hands() -> impl Iterator<Item = (Hand, TileMask)> {
        let mut rng = crate::Rng::new(3);
        (0..300).map(move |number| {
            let (kinds, size) = (10 + rng.below(24), if number % 3 == 0 { 11 } else { 14 });
            let mut hand = Hand::EMPTY;
            while hand.len() < size {
                let tile = Tile::at(rng.below(kinds) as usize);
                if hand.count(tile) < 4 {
                    hand.add(tile);
                }
            }
            let wilds = (0..rng.below(3)).map(|_| Tile::at(rng.below(kinds) as usize)).collect();
            (hand, wilds)
        })
    }

    #[test]
    fn tiles_that_change_are_those_of_the_changed_hand() {
        for (hand, wilds) in hands() {
            let all = Tiles::of(&hand, wilds);
            for tile in hand.held().iter() {
                let mut rest = hand;
                rest.remove(tile);
                let fresh = Tiles::of(&rest, wilds);
                assert_eq!(format!("{:?}", all.without(tile)), format!("{fresh:?}"), "{hand:?} {wilds:?}");
                assert_eq!(format!("{:?}", fresh.with(tile)), format!("{all:?}"), "{hand:?} {wilds:?}");
            }
            let count = |tile: Option<Tile>| tile.map_or(0, |tile| all.count(tile));
            for tile in Tile::playable() {
                let (below, above) = (count(tile.down(1)) > 0, count(tile.up(1)) > 0);
                let run = below && (above || count(tile.down(2)) > 0) || above && count(tile.up(2)) > 0;
                assert_eq!(all.runs().contains(tile), run, "{tile} with {hand:?}");
                assert_eq!(all.pairs().contains(tile), all.count(tile) >= 2);
                assert_eq!(all.kinds().contains(tile), all.count(tile) >= 1);
            }
        }
    }

    #[test]
    fn discards_looked_at_together_are_as_far_as_one_by_one() {
        let keeps = [TileMask::PLAYABLE, TileMask::SUITED, TileMask::SIMPLES, TileMask::from_bits(0x3FE00)];
        for (hand, wilds) in hands() {
            let all = Tiles::of(&hand, wilds);
            for (pattern, keep) in PATTERNS.into_iter().flat_map(|p| keeps.map(|keep| (p, keep))) {
                let plan = Plan { pattern, keep, open: true, value: 0 };
                let mut counted = 0;
                all.away_without(&plan, hand.held(), |tile, away| {
                    assert_eq!(away, all.without(tile).away(&plan), "{hand:?} {wilds:?} {tile} {plan:?}");
                    counted += 1;
                });
                assert_eq!(counted, hand.held().len());
            }
        }
    }

    /// A useful tile is one that is nearer once it is drawn, and no other.
    #[test]
    fn useful_tiles_bring_the_plan_nearer() {
        let sets = [Pattern::Sets, Pattern::SetsTwoFiveEight];
        let keeps = [TileMask::PLAYABLE, TileMask::SIMPLES, TileMask::from_bits(0x3FE00)];
        for (hand, wilds) in hands() {
            let some = hand.held().first().unwrap();
            let tiles = Tiles::of(&hand, wilds).without(some);
            for (pattern, keep) in sets.into_iter().flat_map(|p| keeps.map(|keep| (p, keep))) {
                let plan = Plan { pattern, keep, open: true, value: 0 };
                let now = sifang_shape::tiles_away(
                    SuitKeys::of_counts(&tiles.kept(keep)),
                    tiles.wilds,
                    tiles.sets,
                    if pattern == Pattern::Sets { PairRule::Any } else { PairRule::TwoFiveEight },
                );
                assert_eq!(tiles.away(&plan), now.max(1));
                let nearer = |tile: &Tile| {
                    let wild = wilds.contains(*tile);
                    let fits = !wild && keep.contains(*tile) && tiles.count(*tile) < 4 && now > 0;
                    wild || fits && tiles.with(*tile).away(&plan) < now
                };
                let expected: TileMask = Tile::playable().filter(nearer).collect();
                assert_eq!(tiles.useful(&plan), expected, "{hand:?} without {some}, {wilds:?} {plan:?}");
            }
        }
    }
}
