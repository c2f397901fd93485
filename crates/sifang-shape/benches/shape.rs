//! Wins, waits, distances and groupings on fixed hands; the peers' comparison is in `perf/peers`.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use sifang_shape::*;
use sifang_tiles::{SuitKeys, TileMask};
use std::hint::black_box;
use std::ops::ControlFlow;

type Counts = [u8; 34];

const HANDS: usize = 4096;

/// splitmix64, so that every run sees the same hands.
struct Rng(u64);

impl Rng {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^= z >> 31;
        (((z >> 32) * n as u64) >> 32) as usize
    }
}

fn take_any(hand: &mut Counts, rng: &mut Rng) {
    loop {
        let tile = rng.below(34);
        if hand[tile] > 0 {
            hand[tile] -= 1;
            return;
        }
    }
}

/// A winning hand of four melds and a pair, with tiles replaced and then tiles taken out for wilds.
fn hand(rng: &mut Rng, replaced: usize, wilds: usize) -> Counts {
    let mut hand = loop {
        let mut hand = [0; 34];
        for _ in 0..4 {
            if rng.below(10) < 7 {
                let low = rng.below(3) * 9 + rng.below(7);
                hand[low..low + 3].iter_mut().for_each(|n| *n += 1);
            } else {
                hand[rng.below(34)] += 3;
            }
        }
        hand[rng.below(34)] += 2;
        if hand.iter().all(|&n| n <= 4) {
            break hand;
        }
    };
    for _ in 0..replaced {
        take_any(&mut hand, rng);
        let free: Vec<usize> = (0..34).filter(|&tile| hand[tile] < 4).collect();
        hand[free[rng.below(free.len())]] += 1;
    }
    (0..wilds).for_each(|_| take_any(&mut hand, rng));
    hand
}

fn hands(spoil: impl Fn(usize) -> usize, wilds: usize) -> Vec<Counts> {
    let mut rng = Rng(42);
    (0..HANDS).map(|i| hand(&mut rng, spoil(i), wilds)).collect()
}

fn keys(hands: &[Counts]) -> Vec<SuitKeys> {
    hands.iter().map(SuitKeys::of_counts).collect()
}

fn over<T>(c: &mut Criterion, name: &str, parameter: usize, items: &[T], answer: impl Fn(&T) -> u64) {
    let mut group = c.benchmark_group(name);
    group.throughput(Throughput::Elements(items.len() as u64));
    group.bench_function(BenchmarkId::from_parameter(parameter), |b| {
        b.iter(|| items.iter().map(|item| answer(black_box(item))).sum::<u64>());
    });
    group.finish();
}

fn wins(c: &mut Criterion) {
    for wilds in 0..8u8 {
        let hands = hands(|i| i % 4, wilds as usize);
        over(c, "win from keys, by wilds", wilds.into(), &keys(&hands), |&k| {
            is_win(k, wilds, PairRule::Any).into()
        });
        over(c, "win from counts, by wilds", wilds.into(), &hands, |h| {
            is_win_counts(h, wilds, PairRule::Any).into()
        });
    }
}

fn draws(c: &mut Criterion) {
    for wilds in [0u8, 3] {
        let thirteen = keys(&hands(|i| i % 3, wilds as usize + 1));
        over(c, "waits, by wilds", wilds.into(), &thirteen, |&k| waits(k, wilds, PairRule::Any).bits());
        let near = hands(|i| 1 + i % 4, wilds as usize);
        for rule in [PairRule::Any, PairRule::TwoFiveEight] {
            let name = |what: &str| format!("{what}, {rule:?}, by wilds");
            over(c, &name("tiles away"), wilds.into(), &keys(&near), |&k| {
                tiles_away(k, wilds, 4, rule).into()
            });
            over(c, &name("useful draws"), wilds.into(), &keys(&near), |&k| useful(k, wilds, 4, rule).bits());
        }
        over(c, "tiles away from counts, by wilds", wilds.into(), &near, |h| {
            keys_of(h).map_or(0, |k| tiles_away(k, wilds, 4, PairRule::Any).into())
        });
    }
}

fn groupings(c: &mut Criterion) {
    for wilds in [0u8, 1, 2, 3, 4] {
        let winning = hands(|_| 0, wilds as usize);
        over(c, "all groupings, by wilds", wilds.into(), &winning[..256], |hand| {
            let mut found = 0;
            let _ = for_each_grouping(hand, wilds, PairRule::Any, TileMask::PLAYABLE, &mut |grouping| {
                found += grouping.melds().len() as u64;
                ControlFlow::Continue(())
            });
            found
        });
    }
}

fn short() -> Criterion {
    warm_up();
    Criterion::default().sample_size(20).measurement_time(std::time::Duration::from_secs(1))
}

criterion_group!(name = shape; config = short(); targets = wins, draws, groupings);
criterion_main!(shape);
