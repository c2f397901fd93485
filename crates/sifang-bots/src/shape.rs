//! How far tiles are from a plan, and which draws bring them nearer: the tables of `sifang-shape` put to the forms that rule sets
//! name. Wild tiles are counted apart; a drawn wild is always useful.

use crate::kinds::{Kinds, counted};
use sifang_rules::insight::{Pattern, Plan};
use sifang_shape::{Distance, Draws, PairRule};
use sifang_tiles::{Hand, SuitKeys, Tile, TileMask};

/// Closed tiles, natural and wild.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tiles {
    /// The natural tiles as suit keys.
    keys: SuitKeys,
    /// The same kind by kind.
    natural: Kinds,
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
        let (mut keys, mut wilds) = (hand.keys(), 0);
        for tile in (wild_kinds & hand.held() & TileMask::PLAYABLE).iter() {
            let n = hand.count(tile);
            keys.remove_many(tile, n);
            wilds += n;
        }
        let (natural, len) = (Kinds::of(hand).among(TileMask::PLAYABLE & !wild_kinds), hand.len());
        Tiles { keys, natural, wild_kinds, wilds, sets: (len / 3) as u8, short: len % 3 == 1 }
    }

    /// With one tile more, of which there must be fewer than four.
    pub(crate) fn with(&self, tile: Tile) -> Tiles {
        let mut next = Tiles { short: false, ..*self };
        if self.wild_kinds.contains(tile) {
            next.wilds += 1;
        } else {
            next.keys.add(tile);
            next.natural.add(tile);
        }
        next
    }

    /// Without a tile, which must be there.
    pub(crate) fn without(&self, tile: Tile) -> Tiles {
        let mut next = Tiles { short: true, ..*self };
        if self.wild_kinds.contains(tile) {
            next.wilds -= 1;
        } else {
            next.keys.remove(tile);
            next.natural.remove(tile);
        }
        next
    }

    /// What distinguishes these tiles from others of the same seat.
    pub(crate) fn key(&self) -> (SuitKeys, u8) {
        (self.keys, self.wilds)
    }

    /// Copies of a natural tile.
    pub(crate) fn count(&self, tile: Tile) -> u8 {
        self.natural.count(tile)
    }

    /// The kinds of natural tiles.
    pub(crate) fn kinds(&self) -> TileMask {
        self.natural.least(1)
    }

    /// The kinds of which there are two natural tiles or more.
    pub(crate) fn pairs(&self) -> TileMask {
        self.natural.least(2)
    }

    /// The kinds that make a run with two natural tiles.
    pub(crate) fn runs(&self) -> TileMask {
        let held = (self.kinds() & TileMask::SUITED).bits();
        let (below, above) = (held << 1 & FROM_TWO, held >> 1 & TO_EIGHT);
        let (lower, upper) = (held << 2 & FROM_THREE, held >> 2 & TO_SEVEN);
        TileMask::from_bits(below & above | below & lower | above & upper)
    }

    /// What is kept for a plan of sets, put to the tables; none for another plan.
    fn distance(&self, plan: &Plan) -> Option<Distance> {
        let pair = match plan.pattern {
            Pattern::Sets => PairRule::Any,
            Pattern::SetsTwoFiveEight => PairRule::TwoFiveEight,
            _ => return None,
        };
        let mut keys = self.keys;
        (self.kinds() & !plan.keep).iter().for_each(|tile| keys.remove_many(tile, self.count(tile)));
        Some(Distance::new(keys, self.wilds, self.sets, pair))
    }

    /// Fewest draws until the plan is complete; 1 is ready.
    pub(crate) fn away(&self, plan: &Plan) -> u8 {
        let away = match self.distance(plan) {
            Some(distance) => distance.away(),
            None => self.natural.away(plan, self.sets, self.wilds),
        };
        // Five pairs need one more tile to ask with.
        if self.short { away.max(1) } else { away }
    }

    /// Tells how far the tiles are from the plan without each of these kinds, which must be there.
    pub(crate) fn away_without(&self, plan: &Plan, kinds: TileMask, mut tell: impl FnMut(Tile, u8)) {
        let naturals = kinds & self.kinds();
        if let Some(all) = self.distance(plan) {
            (naturals & plan.keep).iter().for_each(|tile| tell(tile, all.without(tile).away().max(1)));
            (naturals & !plan.keep).iter().for_each(|tile| tell(tile, all.away().max(1)));
        } else {
            // Such a plan does not distinguish kinds of which it counts as many tiles.
            let counted = self.natural.among(counted(plan));
            for n in 0..=4 {
                self.tell_alike(plan, naturals & counted.exactly(n), &mut tell);
            }
        }
        self.tell_alike(plan, kinds & self.wild_kinds, &mut tell);
    }

    /// Tells it of kinds that leave the tiles equally far from the plan.
    fn tell_alike(&self, plan: &Plan, kinds: TileMask, tell: &mut impl FnMut(Tile, u8)) {
        if let Some(first) = kinds.first() {
            let away = self.without(first).away(plan);
            kinds.iter().for_each(|tile| tell(tile, away));
        }
    }

    /// How far the tiles, one too many, are from the nearest of these plans without the natural tile
    /// that they need least.
    pub(crate) fn nearest_without_one(&self, plans: &[Plan]) -> u8 {
        let least = |plan: &Plan| match self.distance(plan) {
            // A hand that is not complete has a tile that it does not need.
            Some(all) => all.away().max(1),
            None => {
                let mut least = u8::MAX;
                self.away_without(plan, self.kinds(), |_, away| least = least.min(away));
                least
            }
        };
        plans.iter().map(least).min().unwrap_or(u8::MAX)
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
        let natural = match self.distance(plan) {
            Some(distance) => distance.useful(self.drawable(plan)),
            None => self.natural.useful(plan, self.sets, self.wilds),
        };
        self.with_wilds(plan, natural)
    }

    /// Natural tiles that can be drawn for a plan.
    fn drawable(&self, plan: &Plan) -> TileMask {
        plan.keep & !self.natural.least(4) & !self.wild_kinds & TileMask::PLAYABLE
    }

    /// These natural tiles as far as they may be kept, and what is wild.
    fn with_wilds(&self, plan: &Plan, natural: TileMask) -> TileMask {
        let wilds = if plan.pattern == Pattern::Orphans { TileMask::EMPTY } else { self.wild_kinds };
        (natural & plan.keep & !self.wild_kinds) | wilds
    }

    /// How far the tiles are from the nearest of these plans without each of these kinds, which must be
    /// there.
    pub(crate) fn nearest_without(&self, plans: &[Plan], kinds: TileMask) -> [u8; Tile::KINDS] {
        let mut left = [u8::MAX; Tile::KINDS];
        for plan in plans {
            self.away_without(plan, kinds, |tile, away| left[tile.index()] = away.min(left[tile.index()]));
        }
        left
    }

    /// The kinds that bring the tiles nearer, without each of these kinds, to those of the plans that are
    /// then at most so far.
    pub(crate) fn useful_without(
        &self,
        plans: &[Plan],
        kinds: TileMask,
        within: u8,
    ) -> [TileMask; Tile::PLAYABLE] {
        let mut useful = [TileMask::EMPTY; Tile::PLAYABLE];
        for plan in plans {
            let mut draws = None;
            self.away_without(plan, kinds, |tile, away| {
                if away <= within {
                    useful[tile.index()] |= self.useful_for(plan, tile, &mut draws);
                }
            });
        }
        useful
    }

    /// The kinds whose drawing brings the plan nearer without a tile. What is the same for all tiles is
    /// kept in `draws`.
    fn useful_for(&self, plan: &Plan, tile: Tile, draws: &mut Option<Draws>) -> TileMask {
        let rest = self.without(tile);
        if !(self.kinds() & plan.keep).contains(tile) {
            return rest.useful(plan);
        }
        if draws.is_none() {
            *draws = self.distance(plan).map(|all| Draws::new(all, self.drawable(plan)));
        }
        match draws {
            Some(draws) => rest.with_wilds(plan, draws.useful_without(tile, rest.drawable(plan))),
            None => rest.useful(plan),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sifang_tiles::{Suit, format_tiles, parse_tiles};

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

    /// Discards looked at together leave what each of them leaves by itself.
    #[test]
    fn what_discards_leave_is_what_the_changed_hands_are() {
        let sets = |suit: Suit| (Pattern::Sets, TileMask::of_suit(suit));
        let ways = PATTERNS.map(|pattern| (pattern, TileMask::PLAYABLE)).into_iter();
        let ways = ways.chain(Suit::NUMBERED.map(sets));
        let ways: Vec<Plan> =
            ways.map(|(pattern, keep)| Plan { pattern, keep, open: true, value: 0 }).collect();
        for (hand, wilds) in hands() {
            let all = Tiles::of(&hand, wilds);
            for ways in [&ways[..], &ways[..1], &ways[1..2], &ways[7..]] {
                let left = all.nearest_without(ways, hand.held());
                let least = all.kinds().iter().map(|tile| left[tile.index()]).min().unwrap_or(u8::MAX);
                assert_eq!(all.nearest_without_one(ways), least, "{hand:?} {wilds:?}");
                for within in [least, least.saturating_add(1)] {
                    let useful = all.useful_without(ways, hand.held(), within);
                    for tile in hand.held().iter() {
                        let rest = all.without(tile);
                        assert_eq!(left[tile.index()], rest.nearest(ways), "{hand:?} {wilds:?} {tile}");
                        assert_eq!(useful[tile.index()], rest.useful_within(ways, within), "{hand:?} {tile}");
                    }
                }
            }
        }
    }

    fn kept(tiles: &Tiles, keep: TileMask) -> [u8; Tile::PLAYABLE] {
        std::array::from_fn(|i| if keep.contains(Tile::at(i)) { tiles.count(Tile::at(i)) } else { 0 })
    }

    /// Pairs, triplets and orphans by masks are what they are by counts.
    #[test]
    fn plans_that_count_kinds_are_what_the_counts_say() {
        let keeps = [TileMask::PLAYABLE, TileMask::SIMPLES, TileMask::from_bits(0x3FE00)];
        for (hand, wilds) in hands() {
            let tiles = Tiles::of(&hand, wilds);
            for (pattern, keep) in PATTERNS[2..].iter().flat_map(|p| keeps.map(|keep| (*p, keep))) {
                let plan = Plan { pattern, keep, open: true, value: 0 };
                let away = |tiles: &Tiles| {
                    let counts = kept(tiles, keep);
                    match pattern {
                        Pattern::Triplets => {
                            let mut most = counts;
                            most.sort_by_key(|n| std::cmp::Reverse(*n));
                            let (sets, pair) = most.split_at(tiles.sets as usize);
                            let missing: u8 = sets.iter().map(|n| 3 - n.min(&3)).sum();
                            (missing + 2 - pair[0].min(2)).saturating_sub(tiles.wilds)
                        }
                        Pattern::FivePairs => sifang_shape::five_pairs_away(&counts, tiles.wilds),
                        Pattern::Orphans => sifang_shape::thirteen_orphans_away(&counts),
                        _ => {
                            let quads = pattern == Pattern::SevenPairsQuads;
                            sifang_shape::seven_pairs_away(&counts, tiles.wilds, quads)
                        }
                    }
                };
                let now = away(&tiles);
                assert_eq!(tiles.away(&plan), now, "{hand:?} {wilds:?} {plan:?}");
                let nearer = |tile: &Tile| {
                    let fits = !wilds.contains(*tile) && keep.contains(*tile) && tiles.count(*tile) < 4;
                    fits && away(&tiles.with(*tile)) < now
                };
                let expected: TileMask = Tile::playable().filter(nearer).collect();
                if now > 0 {
                    assert_eq!(tiles.useful(&plan) & !wilds, expected, "{hand:?} {wilds:?} {plan:?}");
                }
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
                    SuitKeys::of_counts(&kept(&tiles, keep)),
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
