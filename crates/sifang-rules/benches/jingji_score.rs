//! Scoring winning hands of `jingji` with 0, 1 and 3 golds: the mean by criterion, and the worst single hand printed beside it.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use sifang_rules::jingji::{Claim, JingjiOptions, Scored, Situation, score};
use sifang_table::Source;
use sifang_tiles::Tile;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// A concealed winning hand.
struct Won {
    counts: [u8; Tile::PLAYABLE],
    gold: Tile,
    tile: Tile,
}

/// A small generator of its own, so that every run scores the same hands.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n as u64) as usize
    }

    /// Five melds and a pair out of `kinds` kinds (9: one suit, many readings), some tiles replaced by golds.
    fn hand(&mut self, golds: usize, kinds: usize) -> Won {
        loop {
            let gold = self.below(Tile::PLAYABLE);
            let mut tiles = Vec::new();
            for group in 0..6 {
                let low = self.below(kinds);
                let run = low < 27 && low % 9 < 7 && self.below(4) > 0;
                match group {
                    5 => tiles.extend([low; 2]),
                    _ if run => tiles.extend([low, low + 1, low + 2]),
                    _ => tiles.extend([low; 3]),
                }
            }
            for _ in 0..golds {
                tiles.swap_remove(self.below(tiles.len()));
            }
            if tiles.contains(&gold) {
                continue;
            }
            tiles.extend(std::iter::repeat_n(gold, golds));
            let mut counts = [0; Tile::PLAYABLE];
            tiles.iter().for_each(|t| counts[*t] += 1);
            if counts.iter().all(|n| *n <= 4) {
                let tile = Tile::at(tiles[self.below(tiles.len())]);
                return Won { counts, gold: Tile::at(gold), tile };
            }
        }
    }
}

fn value(options: &JingjiOptions, won: &Won) -> Scored {
    let claim = Claim {
        counts: &won.counts,
        melds: &[],
        tile: Some(won.tile),
        gold: won.gold,
        source: Source::Discard,
        situation: Situation::default(),
        is_dealer: false,
        seat_wind: Tile::honor(2),
        round_wind: Tile::honor(1),
    };
    score(options, &claim).expect("a winning hand")
}

/// The slowest of many hands, each timed as the best of five so that interruptions do not count.
fn worst(options: &JingjiOptions, hands: &[Won]) -> Duration {
    let time = |won: &Won| {
        let once = || {
            let start = Instant::now();
            black_box(value(options, black_box(won)));
            start.elapsed()
        };
        (0..5).map(|_| once()).min().unwrap_or_default()
    };
    hands.iter().map(time).max().unwrap_or_default()
}

fn scoring(c: &mut Criterion) {
    sifang_shape::warm_up();
    let options = JingjiOptions::default();
    for golds in [0, 1, 3] {
        let mut random = Random(7);
        let hands: Vec<Won> = (0..4096).map(|_| random.hand(golds, Tile::PLAYABLE)).collect();
        let mut next = 0;
        c.bench_function(&format!("jingji_score/{golds}_golds"), |b| {
            b.iter_batched(
                || {
                    next = (next + 1) % hands.len();
                    &hands[next]
                },
                |won| value(&options, won),
                BatchSize::SmallInput,
            )
        });
        let one_suit: Vec<Won> = (0..40_000).map(|_| random.hand(golds, 9)).collect();
        let mean = |hands: &[Won]| {
            let start = Instant::now();
            hands.iter().for_each(|won| _ = black_box(value(&options, won)));
            start.elapsed() / hands.len() as u32
        };
        println!(
            "{golds} golds: mean {:?}; one suit: mean {:?}, worst of {} {:?}",
            mean(&hands),
            mean(&one_suit),
            one_suit.len(),
            worst(&options, &one_suit)
        );
    }
}

criterion_group!(benches, scoring);
criterion_main!(benches);
