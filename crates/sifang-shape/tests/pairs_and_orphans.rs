//! The closed forms for hands of pairs and for thirteen orphans, against searches by single steps.

use crate::common::{Counts, hands};
use proptest::prelude::*;
use sifang_shape::*;
use sifang_tiles::{Tile, TileMask, parse_tiles};

fn counts(text: &str) -> Counts {
    let mut counts = [0; 34];
    parse_tiles(text).unwrap().iter().for_each(|tile| counts[tile.index()] += 1);
    counts
}

/// Whether the tiles can be laid out as exactly `wanted` pairs, a wild for a missing tile: tries the pairs one by one.
fn lays_out(counts: &mut Counts, wilds: u8, wanted: u8, quads: bool) -> bool {
    let Some(tile) = counts.iter().position(|&n| n > 0) else { return wilds == 2 * wanted };
    let (had, taken) = (counts[tile], counts[tile].min(2));
    if wanted == 0 || 2 - taken > wilds || (had > 2 && !quads) {
        return false;
    }
    counts[tile] -= taken;
    let found = lays_out(counts, wilds - (2 - taken), wanted - 1, quads);
    counts[tile] = had;
    found
}

/// Every hand one exchange away.
fn exchanged(counts: &Counts) -> impl Iterator<Item = Counts> + '_ {
    let held = Tile::playable().filter(|tile| counts[tile.index()] > 0);
    held.flat_map(|gone| Tile::playable().map(move |new| (gone, new))).filter_map(|(gone, new)| {
        let mut next = *counts;
        next[gone.index()] -= 1;
        next[new.index()] += 1;
        (next[new.index()] <= 4).then_some(next)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn seven_pairs_step_by_step((counts, wilds) in hands(2, 4).prop_filter("14 tiles", |(c, w)| c.iter().sum::<u8>() + w == 14)) {
        for quads in [false, true] {
            let away = seven_pairs_away(&counts, wilds, quads);
            prop_assert_eq!(away == 0, lays_out(&mut counts.clone(), wilds, 7, quads));
            prop_assert_eq!(is_seven_pairs(&counts, wilds, quads), away == 0);
            if away > 0 {
                prop_assert_eq!(exchanged(&counts).map(|c| seven_pairs_away(&c, wilds, quads)).min(), Some(away - 1));
            }
        }
    }

    #[test]
    fn seven_pairs_waits_complete((counts, wilds) in hands(1, 4).prop_filter("13 tiles", |(c, w)| c.iter().sum::<u8>() + w == 13)) {
        for quads in [false, true] {
            let completes = |tile: &Tile| {
                let mut more = counts;
                more[tile.index()] += 1;
                more[tile.index()] <= 4 && lays_out(&mut more, wilds, 7, quads)
            };
            prop_assert_eq!(seven_pairs_waits(&counts, wilds, quads), Tile::playable().filter(completes).collect());
        }
    }

    #[test]
    fn five_pairs_beside_any_tile((counts, wilds) in hands(2, 3).prop_filter("11 tiles", |(c, w)| c.iter().sum::<u8>() + w == 11)) {
        let away = five_pairs_away(&counts, wilds);
        let mut drops = Tile::playable().filter(|tile| counts[tile.index()] > 0).map(|tile| {
            let mut ten = counts;
            ten[tile.index()] -= 1;
            prop_assert_eq!(is_five_pairs(&ten, wilds), lays_out(&mut ten.clone(), wilds, 5, true));
            Ok(is_five_pairs(&ten, wilds))
        });
        let found = drops.try_fold(false, |any, ten| ten.map(|ten| any || ten))?;
        prop_assert_eq!(away == 0, found);
        prop_assert_eq!(pairs_made(&counts, wilds) == 5, found);
        if away > 0 {
            prop_assert_eq!(exchanged(&counts).map(|c| five_pairs_away(&c, wilds)).min(), Some(away - 1));
        }
    }

    #[test]
    fn orphans_step_by_step(seed in prop::collection::vec(0usize..34, 14), orphans in 0usize..14) {
        const KINDS: [usize; 13] = [0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33];
        let mut counts = [0u8; 34];
        for (i, &tile) in seed.iter().enumerate() {
            let tile = if i < orphans { KINDS[i.min(12)] } else { tile };
            counts[tile] += u8::from(counts[tile] < 4);
        }
        prop_assume!(counts.iter().sum::<u8>() == 14);
        let away = thirteen_orphans_away(&counts);
        let complete = KINDS.iter().all(|&k| counts[k] > 0) && KINDS.iter().map(|&k| counts[k]).sum::<u8>() == 14;
        prop_assert_eq!((away == 0, is_thirteen_orphans(&counts)), (complete, complete));
        if away > 0 {
            prop_assert_eq!(exchanged(&counts).map(|c| thirteen_orphans_away(&c)).min(), Some(away - 1));
        }
    }
}

#[test]
fn orphans_wait_for_the_missing_kind_or_for_all() {
    let all = counts("19m19p19s1234567z");
    assert_eq!(thirteen_orphans_waits(&all).len(), 13);
    let one = counts("19m19p19s1123456z");
    assert_eq!(thirteen_orphans_waits(&one), TileMask::one(Tile::honor(7)));
    assert_eq!(thirteen_orphans_waits(&counts("19m19p19s1112345z")), TileMask::EMPTY);
    assert_eq!(thirteen_orphans_waits(&counts("19m19p19s11234567z")), TileMask::EMPTY);
}

#[test]
fn quads_are_two_pairs_only_where_the_rule_says_so() {
    let hand = counts("1111m22334455p66s");
    assert!(is_seven_pairs(&hand, 0, true));
    assert!(!is_seven_pairs(&hand, 0, false));
    assert_eq!(seven_pairs_away(&hand, 0, false), 2);
    assert_eq!(pairs_made(&counts("1111m23p"), 3), 2 + 2);
}
