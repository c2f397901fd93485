//! Laws that tie the tables, the closed forms and the groupings to each other and to plain searches written differently.

use proptest::prelude::*;
use sifang_shape::*;
use sifang_tiles::{POW5, SuitKeys, Tile, TileMask};
use std::collections::HashMap;
use std::ops::ControlFlow;

use crate::common::{Counts, RULES, hand, hands};

/// A plain search that remembers what it has found.
#[derive(Default)]
struct Search {
    known: HashMap<(Counts, Option<PairRule>), u8>,
}

impl Search {
    /// Fewest wilds that complete `counts` to melds and, if a rule is given, one pair: tries every group that holds the
    /// lowest tile, with every choice of natural tiles in it.
    fn wilds_needed(&mut self, counts: Counts, pair: Option<PairRule>) -> u8 {
        let Some(low) = counts.iter().position(|&n| n > 0) else { return if pair.is_some() { 2 } else { 0 } };
        if let Some(&known) = self.known.get(&(counts, pair)) {
            return known;
        }
        let tile = Tile::at(low);
        let mut groups = vec![(vec![low; 3], pair)];
        for start in (low.saturating_sub(2)..=low).map(Tile::at) {
            if start.suit() == tile.suit() && start.up(2).is_some() {
                groups.push(((start.index()..start.index() + 3).collect(), pair));
            }
        }
        if pair.is_some_and(|rule| rule.allows(tile)) {
            groups.push((vec![low; 2], None));
        }
        let mut best = u8::MAX;
        for (tiles, pair_left) in groups {
            for naturals in 1u32..1 << tiles.len() {
                let chosen = || (0..tiles.len()).filter(|i| naturals >> i & 1 == 1).map(|i| tiles[i]);
                let mut rest = counts;
                let fits = chosen().any(|t| t == low)
                    && chosen().all(|t| rest[t].checked_sub(1).map(|n| rest[t] = n).is_some());
                if fits {
                    let wilds = tiles.len() as u8 - naturals.count_ones() as u8;
                    best = best.min(wilds + self.wilds_needed(rest, pair_left));
                }
            }
        }
        self.known.insert((counts, pair), best);
        best
    }
}

fn naive_win(counts: &Counts, wilds: u8, pair: PairRule) -> bool {
    Search::default().wilds_needed(*counts, Some(pair)) <= wilds
}

fn total(counts: &Counts) -> u8 {
    counts.iter().sum()
}

fn groupings(counts: &Counts, wilds: u8, pair: PairRule, kinds: TileMask) -> Vec<Grouping> {
    let mut all = Vec::new();
    let flow = for_each_grouping(counts, wilds, pair, kinds, &mut |grouping| {
        all.push(*grouping);
        ControlFlow::Continue(())
    });
    assert!(flow.is_continue());
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_win_is_what_the_plain_search_finds((counts, wilds) in hands(2, 5)) {
        for rule in RULES {
            let win = is_win_counts(&counts, wilds, rule);
            prop_assert_eq!(win, naive_win(&counts, wilds, rule));
            prop_assert_eq!(win, is_win(SuitKeys::of_counts(&counts), wilds, rule));
            prop_assert_eq!(win, any_grouping(&counts, wilds, rule, TileMask::PLAYABLE).is_some());
        }
    }

    #[test]
    fn waits_are_the_kinds_that_win((counts, wilds) in hands(1, 5)) {
        let keys = SuitKeys::of_counts(&counts);
        for rule in RULES {
            let wins = |tile: &Tile| counts[tile.index()] < 4 && is_win(keys.with(*tile), wilds, rule);
            prop_assert_eq!(waits(keys, wilds, rule), Tile::playable().filter(wins).collect());
            prop_assert_eq!(is_ready(keys, wilds, rule), is_win(keys, wilds + 1, rule));
        }
    }

    #[test]
    fn groupings_use_every_tile_once((counts, wilds) in hands(2, 4), kinds in any::<u64>(), all in any::<bool>()) {
        let wilds = wilds.min(4);
        let kinds = if all { TileMask::PLAYABLE } else { TileMask::from_bits(kinds) & TileMask::PLAYABLE };
        for rule in RULES {
            let found = groupings(&counts, wilds, rule, kinds);
            for grouping in &found {
                let (mut natural, mut wild) = ([0; 34], 0);
                for group in grouping.groups() {
                    for (i, tile) in group.tiles().enumerate() {
                        prop_assert!(group.contains(tile));
                        if group.wilds >> i & 1 == 1 {
                            prop_assert!(kinds.contains(tile));
                            wild += 1;
                        } else {
                            natural[tile.index()] += 1;
                        }
                    }
                }
                prop_assert_eq!((natural, wild), (counts, wilds));
                prop_assert!(rule.allows(grouping.pair().tile));
                prop_assert_eq!(grouping.pair().kind, GroupKind::Pair);
                let order: Vec<_> =
                    grouping.melds().iter().map(|g| (g.tile, g.wild_count(), g.kind, g.wilds)).collect();
                prop_assert!(order.is_sorted() && grouping.melds().iter().all(|g| g.kind != GroupKind::Pair));
            }
            let mut seen = std::collections::HashSet::new();
            prop_assert!(found.iter().all(|grouping| seen.insert(*grouping)), "a grouping came twice");
        }
    }
}

/// All readings of a hand, found by trying to give each wild each kind and grouping the outcome without wilds.
#[test]
fn groupings_with_wilds_are_those_of_every_assignment() {
    let kinds = TileMask::from_bits(0b1_1111_1111 | 1 << 27);
    let mut hands = 0;
    for seed in 0..4000u64 {
        let choices: Vec<u16> = (1..40u64)
            .map(|i| (seed.wrapping_mul(i).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 48) as u16)
            .collect();
        let counts = hand(8, 2, (seed % 3) as usize, &choices);
        if counts[9..].iter().any(|&n| n > 0) {
            continue;
        }
        hands += 1;
        let shape = |grouping: &Grouping| {
            let mut shape: Vec<_> = grouping.groups().iter().map(|g| (g.kind, g.tile)).collect();
            shape.sort();
            shape
        };
        let mut expected = std::collections::BTreeSet::new();
        for first in kinds.iter() {
            for second in kinds.iter() {
                let mut assigned = counts;
                assigned[first.index()] += 1;
                assigned[second.index()] += 1;
                // Five of a kind cannot be asked for without wilds, so it is left to the other tests.
                if assigned.iter().all(|&n| n <= 4) {
                    expected
                        .extend(groupings(&assigned, 0, PairRule::Any, TileMask::EMPTY).iter().map(shape));
                }
            }
        }
        let found: std::collections::BTreeSet<_> = groupings(&counts, 2, PairRule::Any, kinds)
            .iter()
            .map(shape)
            .filter(|shape| four_at_most(shape))
            .collect();
        assert_eq!(found, expected, "{counts:?}");
    }
    assert!(hands > 500, "only {hands} hands of one suit");
}

fn four_at_most(shape: &[(GroupKind, Tile)]) -> bool {
    let tiles =
        shape.iter().flat_map(|&(kind, tile)| Group { kind, tile, wilds: 0 }.tiles().collect::<Vec<_>>());
    let mut counts = [0; 34];
    tiles.for_each(|tile| counts[tile.index()] += 1);
    counts.iter().all(|&n| n <= 4)
}

/// Every suit of at most eight tiles, numbered and honours, against the plain search.
#[test]
fn every_small_suit_agrees_with_the_plain_search() {
    fn visit(suit: usize, rank: usize, left: u8, counts: &mut Counts, seen: &mut u32, search: &mut Search) {
        let start = suit * 9;
        if rank == if suit < 3 { 9 } else { 7 } {
            let tiles = total(counts);
            let wilds = (5 - tiles % 3) % 3;
            for rule in RULES {
                // The least number of wilds decides for all larger ones; it and its neighbour below are asked.
                let need = search.wilds_needed(*counts, Some(rule));
                assert_eq!(need % 3, wilds, "{counts:?}");
                assert!(is_win_counts(counts, need, rule), "{counts:?} with {need} wilds, {rule:?}");
                assert!(need < 3 || !is_win_counts(counts, need - 3, rule), "{counts:?}, {rule:?}");
            }
            *seen += 1;
            return;
        }
        for n in 0..=left.min(4) {
            counts[start + rank] = n;
            visit(suit, rank + 1, left - n, counts, seen, search);
        }
        counts[start + rank] = 0;
    }
    let (mut seen, mut search) = (0, Search::default());
    visit(0, 0, 8, &mut [0; 34], &mut seen, &mut search);
    visit(3, 0, 8, &mut [0; 34], &mut seen, &mut search);
    assert_eq!(seen, 27_925);
}

#[test]
fn keys_of_every_suit_are_read_the_same_way() {
    let mut keys = SuitKeys([2 * POW5[8], 3, 3 * POW5[4], 3 * POW5[6]]);
    assert!(is_win(keys, 0, PairRule::Any));
    assert!(!is_win(keys, 0, PairRule::TwoFiveEight));
    keys.0[0] = 2 * POW5[7];
    assert!(is_win(keys, 0, PairRule::TwoFiveEight));
}

#[test]
fn wrong_input_is_no_win_and_no_panic() {
    let mut five = [0; 34];
    five[0] = 5;
    assert!(!is_win_counts(&five, 0, PairRule::Any));
    assert!(any_grouping(&five, 0, PairRule::Any, TileMask::PLAYABLE).is_none());
    assert!(!is_win(SuitKeys([u32::MAX; 4]), 7, PairRule::Any));
    let _ = waits(SuitKeys([u32::MAX - 5u32.pow(9); 4]), 255, PairRule::Any);
}
