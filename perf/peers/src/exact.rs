//! No speed without exactness: every answer of the peers is compared with Sifang's, hand by hand.

use crate::corpora::{Corpora, Counts};
use riichienv_core::{agari::is_agari, shanten::calc_shanten_from_counts, types::Hand};
use sifang_shape::*;
use sifang_tiles::{SuitKeys, TileMask};
use xiangting::{PlayerCount, calculate_necessary_tiles, calculate_replacement_number};

/// Win in one of the three forms that the peers know.
pub fn win(counts: &Counts) -> bool {
    is_win_counts(counts, 0, PairRule::Any) || is_seven_pairs(counts, 0, false) || is_thirteen_orphans(counts)
}

/// Tiles away from the nearest of the three forms.
pub fn away(counts: &Counts) -> u8 {
    let standard = keys_of(counts).map_or(u8::MAX, |keys| tiles_away(keys, 0, 4, PairRule::Any));
    standard.min(seven_pairs_away(counts, 0, false)).min(thirteen_orphans_away(counts))
}

/// riichienv-core's form of a hand.
pub fn riichienv_hand(counts: &Counts) -> Hand {
    let mut hand = Hand::new(None);
    for (tile, &n) in counts.iter().enumerate() {
        (0..n).for_each(|_| hand.add(tile as u8));
    }
    hand
}

pub fn check(corpora: &Corpora) {
    for (name, hands) in &corpora.natural {
        let (mut wins, mut sum, mut draws) = (0u64, 0u64, 0u64);
        for hand in hands {
            let (won, distance) = (win(hand), away(hand));
            assert_eq!(won, is_agari(&mut riichienv_hand(hand)), "win of {hand:?}");
            assert_eq!(
                i32::from(distance),
                calc_shanten_from_counts(hand, 4) as i32 + 1,
                "distance of {hand:?}"
            );
            let replacements = calculate_replacement_number(hand, PlayerCount::Four).expect("14 tiles");
            assert_eq!(distance, replacements, "distance of {hand:?}");
            let (_, necessary) = calculate_necessary_tiles(hand, PlayerCount::Four).expect("14 tiles");
            let useful = useful_of_three(hand, distance);
            assert_eq!(useful.bits(), necessary, "useful draws of {hand:?}");
            wins += u64::from(won);
            sum += u64::from(distance);
            draws += useful.len() as u64;
        }
        println!("{name:7} {} hands agree: {wins} wins, {sum} tiles away, {draws} useful draws", hands.len());
    }
}

/// The useful draws towards the three forms, checked against the definition on the way.
fn useful_of_three(counts: &Counts, now: u8) -> TileMask {
    let nearer = |kind: usize| {
        let mut more = *counts;
        more[kind] += 1;
        more[kind] <= 4 && away(&more) < now
    };
    let all = TileMask::from_bits((0..34).filter(|&kind| nearer(kind)).map(|kind| 1 << kind).sum());
    let keys = SuitKeys::of_counts(counts);
    if seven_pairs_away(counts, 0, false).min(thirteen_orphans_away(counts)) > now {
        assert_eq!(useful(keys, 0, 4, PairRule::Any), all, "useful draws of {counts:?}");
    }
    all
}
