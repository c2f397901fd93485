//! How far tiles are from a plan, and which draws bring them nearer: the tables of `sifang-shape` put to the forms that rule sets
//! name. Wild tiles are counted apart; a drawn wild is always useful.

use sifang_rules::insight::{Form, Plan};
use sifang_shape::{PairRule, keys_of};
use sifang_tiles::{Hand, Tile, TileMask};

type Counts = [u8; Tile::PLAYABLE];

/// Closed tiles, natural and wild.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tiles {
    natural: Counts,
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
        let mut natural = *hand.counts();
        let mut wilds = 0;
        for tile in (wild_kinds & TileMask::PLAYABLE).iter() {
            wilds += natural[tile.index()];
            natural[tile.index()] = 0;
        }
        let len = hand.len();
        Tiles { natural, wild_kinds, wilds, sets: (len / 3) as u8, short: len % 3 == 1 }
    }

    fn kept(&self, keep: TileMask) -> Counts {
        if keep & TileMask::PLAYABLE == TileMask::PLAYABLE {
            return self.natural;
        }
        let bits = keep.bits();
        std::array::from_fn(|i| if bits >> i & 1 == 1 { self.natural[i] } else { 0 })
    }

    /// Fewest draws until the plan is complete; 1 is ready.
    pub(crate) fn away(&self, plan: &Plan) -> u8 {
        let away = self.away_of(plan.form, &self.kept(plan.keep));
        // Five pairs need one more tile to ask with.
        if self.short { away.max(1) } else { away }
    }

    fn away_of(&self, form: Form, counts: &Counts) -> u8 {
        let sets = |pair: PairRule| {
            keys_of(counts)
                .map_or(u8::MAX, |keys| sifang_shape::tiles_away(keys, self.wilds, self.sets, pair))
        };
        match form {
            Form::Sets => sets(PairRule::Any),
            Form::SetsTwoFiveEight => sets(PairRule::TwoFiveEight),
            Form::Triplets => triplets_away(counts, self.sets).saturating_sub(self.wilds),
            Form::SevenPairs => sifang_shape::seven_pairs_away(counts, self.wilds, false),
            Form::SevenPairsQuads => sifang_shape::seven_pairs_away(counts, self.wilds, true),
            Form::FivePairs => sifang_shape::five_pairs_away(counts, self.wilds),
            Form::Orphans => sifang_shape::thirteen_orphans_away(counts),
        }
    }

    /// The kinds whose drawing brings the plan nearer.
    pub(crate) fn useful(&self, plan: &Plan) -> TileMask {
        let counts = self.kept(plan.keep);
        let sets = |pair: PairRule| {
            keys_of(&counts)
                .map_or(TileMask::EMPTY, |keys| sifang_shape::useful(keys, self.wilds, self.sets, pair))
        };
        let natural = match plan.form {
            Form::Sets => sets(PairRule::Any),
            Form::SetsTwoFiveEight => sets(PairRule::TwoFiveEight),
            form => self.useful_by_trying(form, &counts),
        };
        let wilds = if plan.form == Form::Orphans { TileMask::EMPTY } else { self.wild_kinds };
        (natural & plan.keep & !self.wild_kinds) | wilds
    }

    fn useful_by_trying(&self, form: Form, counts: &Counts) -> TileMask {
        let now = self.away_of(form, counts);
        if now == 0 {
            return TileMask::PLAYABLE;
        }
        let mut more = *counts;
        let mut useful = TileMask::EMPTY;
        for tile in Tile::playable() {
            let i = tile.index();
            if more[i] < 4 {
                more[i] += 1;
                if self.away_of(form, &more) < now {
                    useful.insert(tile);
                }
                more[i] -= 1;
            }
        }
        useful
    }
}

/// Tiles missing to so many triplets and a pair: the kinds held most become triplets, the next one the pair.
fn triplets_away(counts: &Counts, sets: u8) -> u8 {
    let (mut threes, mut twos, mut ones) = (0u8, 0u8, 0u8);
    for &n in counts {
        match n {
            0 => {}
            1 => ones += 1,
            2 => twos += 1,
            _ => threes += 1,
        }
    }
    let mut missing = 0;
    for place in 0..=sets {
        let pair = place == sets;
        let held = if threes > 0 {
            threes -= 1;
            3
        } else if twos > 0 {
            twos -= 1;
            2
        } else if ones > 0 {
            ones -= 1;
            1
        } else {
            0
        };
        missing += if pair { 2u8.saturating_sub(held) } else { 3 - held };
    }
    missing
}

#[cfg(test)]
mod tests {
    use super::*;
    use sifang_tiles::{format_tiles, parse_tiles};

    fn look(hand: &str, form: Form, keep: TileMask, wild: &str) -> (u8, String) {
        let hand = Hand::from_tiles(&parse_tiles(hand).unwrap()).unwrap();
        let wild: TileMask = parse_tiles(wild).unwrap().into_iter().collect();
        let (tiles, plan) = (Tiles::of(&hand, wild), Plan { form, keep, open: true, value: 0 });
        let useful: Vec<Tile> = tiles.useful(&plan).iter().collect();
        (tiles.away(&plan), format_tiles(&useful))
    }

    #[test]
    fn plans_know_their_distance_and_their_tiles() {
        let all = TileMask::PLAYABLE;
        assert_eq!(look("123456m456p78s55z", Form::Sets, all, ""), (1, "69s".into()));
        // A wild more: one tile less, and itself useful.
        assert_eq!(look("123456m45p78s557z", Form::Sets, all, "7z"), (1, "36p69s7z".into()));
        // Only characters count for a flush of them.
        let man = TileMask::from_bits(0x1FF);
        assert_eq!(look("1112345678m99p1s", Form::Sets, man, "").0, 4);
        assert_eq!(look("111222m333p44s55z", Form::Triplets, all, ""), (1, "4s5z".into()));
        assert_eq!(look("1122m3344p55s667z", Form::SevenPairs, all, ""), (1, "7z".into()));
        assert_eq!(look("19m19p19s1234567z", Form::Orphans, all, "").0, 1);
        // Five pairs beside one tile: any tile will do.
        assert_eq!(look("1122334455p", Form::FivePairs, all, "7z").0, 1);
        assert_eq!(look("11223344p56s", Form::FivePairs, all, "7z"), (1, "56s7z".into()));
    }
}
