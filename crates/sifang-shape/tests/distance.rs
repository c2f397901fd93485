//! "Tiles away" against its definition: every target for small hands, every single step for large ones.

use crate::common::{Counts, RULES, hands};
use proptest::prelude::*;
use sifang_shape::*;
use sifang_tiles::{SuitKeys, Tile, TileMask};

/// Every meld there is, as the tiles it is made of.
fn melds() -> Vec<[usize; 3]> {
    let triplets = Tile::playable().map(|t| [t.index(); 3]);
    let runs =
        Tile::playable().filter(|t| t.up(2).is_some()).map(|t| [t.index(), t.index() + 1, t.index() + 2]);
    triplets.chain(runs).collect()
}

/// The distance by its definition, over all targets of `left` melds from `from` on and a pair.
fn over_targets(
    all: &[[usize; 3]],
    from: usize,
    left: u8,
    target: &mut Counts,
    hand: (&Counts, u8),
    rule: PairRule,
) -> u8 {
    let mut best = u8::MAX;
    if left > 0 {
        for i in from..all.len() {
            all[i].iter().for_each(|&t| target[t] += 1);
            best = best.min(over_targets(all, i, left - 1, target, hand, rule));
            all[i].iter().for_each(|&t| target[t] -= 1);
        }
        return best;
    }
    let (counts, wilds) = hand;
    for pair in Tile::playable().filter(|&t| rule.allows(t)) {
        target[pair.index()] += 2;
        let missing: u8 = target.iter().zip(counts).map(|(&t, &n)| t.saturating_sub(n)).sum();
        let beyond_four: u8 = target.iter().map(|&t| t.saturating_sub(4)).sum();
        if beyond_four <= wilds {
            best = best.min(missing.saturating_sub(wilds));
        }
        target[pair.index()] -= 2;
    }
    best
}

fn with(counts: &Counts, tile: Tile) -> Option<Counts> {
    let mut more = *counts;
    more[tile.index()] += 1;
    (more[tile.index()] <= 4).then_some(more)
}

fn away(counts: &Counts, wilds: u8, melds: u8, rule: PairRule) -> u8 {
    tiles_away(SuitKeys::of_counts(counts), wilds, melds, rule)
}

/// The smallest distance after one draw.
fn after_best_draw(counts: &Counts, wilds: u8, melds: u8, rule: PairRule) -> Option<u8> {
    Tile::playable().filter_map(|tile| with(counts, tile)).map(|more| away(&more, wilds, melds, rule)).min()
}

fn total(counts: &Counts, wilds: u8) -> u8 {
    counts.iter().sum::<u8>() + wilds
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn small_hands_are_as_far_as_their_nearest_target((counts, wilds) in (1usize..3).prop_flat_map(|rest| hands(rest, 2))) {
        let size = total(&counts, wilds);
        for rule in RULES {
            let nearest = over_targets(&melds(), 0, size / 3, &mut [0; 34], (&counts, wilds), rule);
            prop_assert_eq!(away(&counts, wilds, size / 3, rule), nearest, "{:?}", rule);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    /// Complete is zero, and from anywhere else the best exchange of one tile is exactly one step: by induction that
    /// makes the distance the length of the shortest way.
    #[test]
    fn each_step_is_one_nearer((counts, wilds) in hands(2, 5)) {
        let melds = total(&counts, wilds) / 3;
        for rule in RULES {
            let now = away(&counts, wilds, melds, rule);
            prop_assert_eq!(now == 0, is_win_counts(&counts, wilds, rule));
            if now > 0 {
                let discards = Tile::playable().filter(|tile| counts[tile.index()] > 0);
                let next = discards.filter_map(|tile| {
                    let mut fewer = counts;
                    fewer[tile.index()] -= 1;
                    after_best_draw(&fewer, wilds, melds, rule)
                });
                prop_assert_eq!(next.min(), Some(now - 1), "{:?}", rule);
            }
        }
    }

    #[test]
    fn ready_hands_are_one_tile_away((counts, wilds) in hands(1, 5)) {
        let melds = total(&counts, wilds) / 3;
        for rule in RULES {
            let now = away(&counts, wilds, melds, rule);
            prop_assert_eq!(now == 1, !waits(SuitKeys::of_counts(&counts), wilds, rule).is_empty());
            prop_assert_eq!(after_best_draw(&counts, wilds, melds, rule), Some(now - 1));
        }
    }

    #[test]
    fn useful_draws_are_those_that_bring_nearer((counts, wilds) in (1usize..3).prop_flat_map(|rest| hands(rest, 5))) {
        let melds = total(&counts, wilds) / 3;
        for rule in RULES {
            let now = away(&counts, wilds, melds, rule);
            let nearer = |tile: &Tile| with(&counts, *tile).is_some_and(|more| away(&more, wilds, melds, rule) < now);
            let expected: TileMask = Tile::playable().filter(nearer).collect();
            prop_assert_eq!(useful(SuitKeys::of_counts(&counts), wilds, melds, rule), expected);
        }
    }
}

proptest! {
    /// A hand that is changed tile by tile is as far as one that is looked up anew, and finds the
    /// same draws useful.
    #[test]
    fn changed_hands_are_as_far_as_new_ones((counts, wilds) in hands(2, 5), drawn in 0usize..34, mask in any::<u64>()) {
        let (melds, among) = (total(&counts, wilds) / 3, TileMask::from_bits(mask));
        for rule in RULES {
            let keys = SuitKeys::of_counts(&counts);
            let hand = Distance::new(keys, wilds, melds, rule);
            prop_assert_eq!(hand.away(), tiles_away(keys, wilds, melds, rule));
            for tile in Tile::playable().filter(|tile| counts[tile.index()] > 0) {
                let fewer = keys.without(tile, 1);
                prop_assert_eq!(hand.without(tile).away(), tiles_away(fewer, wilds, melds, rule));
                let Some(more) = with(&counts, Tile::at(drawn)) else { continue };
                let fewer = SuitKeys::of_counts(&more).without(tile, 1);
                let changed = hand.with(Tile::at(drawn)).without(tile);
                prop_assert_eq!(changed.away(), tiles_away(fewer, wilds, melds, rule));
                let held = |t: &Tile| more[t.index()] - u8::from(*t == tile) < 4;
                let below_four: TileMask = Tile::playable().filter(held).collect();
                let expected = useful(fewer, wilds, melds, rule) & among;
                prop_assert_eq!(changed.useful(among & below_four), expected);
            }
        }
    }

    /// What is useful after each discard, reckoned for all of them together, is what is useful to each
    /// hand by itself.
    #[test]
    fn draws_after_discards_are_those_of_the_hands((counts, wilds) in hands(2, 5), mask in any::<u64>()) {
        let (melds, keys) = (total(&counts, wilds) / 3, SuitKeys::of_counts(&counts));
        let drawable = |counts: &Counts| -> TileMask {
            Tile::playable().filter(|tile| counts[tile.index()] < 4).collect::<TileMask>() & TileMask::from_bits(mask)
        };
        for rule in RULES {
            let draws = Draws::new(Distance::new(keys, wilds, melds, rule), drawable(&counts));
            for tile in Tile::playable().filter(|tile| counts[tile.index()] > 0) {
                let mut fewer = counts;
                fewer[tile.index()] -= 1;
                let among = drawable(&fewer);
                let expected = useful(keys.without(tile, 1), wilds, melds, rule) & among;
                prop_assert_eq!(draws.useful_without(tile, among), expected);
            }
        }
    }
}

/// Four kings of one kind and their fifth copies: where simply subtracting the wilds would go wrong.
#[test]
fn fifth_copies_need_a_wild_each() {
    let mut counts = [0; 34];
    counts[27] = 4;
    counts[28] = 4;
    counts[29] = 4;
    // Three triplets, the pair's second tile and the fourth meld are missing. One wild is a fifth 1z; but a target with
    // fifth copies in the meld as well would need three wilds, and there are two.
    assert_eq!(away(&counts, 2, 4, PairRule::Any), 2);
    counts[27] = 4;
    counts[28] = 0;
    counts[29] = 0;
    assert_eq!(away(&counts, 0, 1, PairRule::Any), 2);
    assert_eq!(away(&counts, 1, 1, PairRule::Any), 0);
}
