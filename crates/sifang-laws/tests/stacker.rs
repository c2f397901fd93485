//! Stacked rows use every tile of the set exactly once, whatever was placed where.

use sifang_laws::rarities;
use sifang_laws::stacker::{Stacker, themed_row};
use sifang_rules::any::RuleSetId;
use sifang_rules::with_rule_set;
use sifang_table::RuleSet;
use sifang_tiles::{Seat, Tile};

/// SplitMix64.
fn source(mut state: u64) -> impl FnMut(u32) -> u32 {
    move |n| {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((((z ^ (z >> 31)) >> 32) * n as u64) >> 32) as u32
    }
}

fn check<R: RuleSet>() {
    for seats in R::SEATS {
        let rules = R::new(Default::default(), seats);
        let mut below = source(seats as u64);
        for round in 0..2000 {
            let dealer = Seat::new(round % seats);
            let rarity = (round % 2 == 0).then(|| rarities::row(&rules, dealer, &mut below)).flatten();
            let row = rarity.unwrap_or_else(|| themed_row(&rules, dealer, &mut below));
            assert_eq!(row.len(), rules.row_length());
            let mut counts = [0u8; Tile::KINDS];
            row.iter().for_each(|t| counts[t.index()] += 1);
            if row.len() == rules.tile_set().iter().map(|n| *n as usize).sum::<usize>() {
                assert_eq!(counts, rules.tile_set(), "{} round {round}", R::ID);
            }
            assert!(counts.iter().zip(rules.tile_set()).all(|(n, most)| *n <= most));
        }
    }
}

#[test]
fn rows_are_complete() {
    for id in RuleSetId::ALL {
        with_rule_set!(*id, R => check::<R>());
    }
}

fn places<R: RuleSet>() {
    let rules = R::new(Default::default(), *R::SEATS.end());
    let mut stacker = Stacker::new(&rules, Seat::new(1));
    let (a, b) =
        (Tile::new(sifang_tiles::Suit::Pin, 1).unwrap(), Tile::new(sifang_tiles::Suit::Pin, 9).unwrap());
    assert!(stacker.give(Seat::new(2), &[a, a, a]));
    assert!(stacker.next_drawn(b) && stacker.next_drawn(a) && stacker.next_from_tail(b));
    assert!(!stacker.next_drawn(a), "a fifth copy");
    let row = stacker.finish(&mut source(7));
    let dealt = R::DEALING.each() * rules.seats() + R::DEALING.extra as usize;
    assert_eq!((row[dealt], row[dealt + 1], *row.last().unwrap()), (b, a, b));
}

#[test]
fn placed_tiles_lie_where_they_were_put() {
    for id in RuleSetId::ALL {
        with_rule_set!(*id, R => places::<R>());
    }
}
