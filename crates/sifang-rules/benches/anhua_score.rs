//! Scoring a winning hand of `anhua` with 0, 1, 3, 4 and 7 kings: the mean over random winning hands, and the slowest of them.
//!
//! `cargo bench -p sifang-rules --bench anhua_score`

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sifang_rules::anhua::{AnhuaOptions, Claim, Kings, Situation, score};
use sifang_tiles::{Hand, Tile, parse_tile};
use std::hint::black_box;
use std::time::Instant;

const HANDS: usize = 4096;

/// SplitMix64.
struct Rng(u64);

impl Rng {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 33) as usize % n
    }
}

/// Four melds and a pair, or seven pairs, with this many tiles replaced by kings; only what really wins.
fn winning_hands(kings: Kings, number: usize, options: &AnhuaOptions) -> Vec<Hand> {
    let mut rng = Rng(number as u64);
    let kinds: Vec<Tile> = kings.mask().iter().collect();
    let mut hands = Vec::with_capacity(HANDS);
    while hands.len() < HANDS {
        let mut tiles: Vec<Tile> = Vec::with_capacity(14);
        if rng.below(4) == 0 {
            (0..7).for_each(|_| {
                let i = rng.below(27);
                tiles.extend([Tile::at(i); 2]);
            });
        } else {
            for _ in 0..4 {
                let (run, suit) = (rng.below(2) == 0, rng.below(3) * 9);
                let i = suit + rng.below(if run { 7 } else { 9 });
                tiles.extend((0..3).map(|j| Tile::at(if run { i + j } else { i })));
            }
            tiles.extend([Tile::at(rng.below(3) * 9 + 1 + 3 * rng.below(3)); 2]);
        }
        tiles.retain(|tile| !kings.contains(*tile));
        if tiles.len() < 14 {
            continue;
        }
        for i in 0..number {
            let last = tiles.len() - 1 - i;
            tiles.swap(rng.below(last + 1), last);
            // Four of the kind that has four, then three of the other.
            tiles[last] = kinds[if i < 4 { kinds.len() - 1 } else { 0 }];
        }
        let Ok(hand) = Hand::from_tiles(&tiles) else { continue };
        let claim = Claim { hand: &hand, melds: &[], kings, situation: Situation::SelfDraw };
        if score(options, &claim).is_ok() {
            hands.push(hand);
        }
    }
    hands
}

/// Nanoseconds for scoring these hands once each, at the best of several rounds: what else the machine does is not counted.
fn nanoseconds(hands: &[Hand], rounds: usize, kings: Kings, options: &AnhuaOptions) -> f64 {
    let round = || {
        let start = Instant::now();
        score_all(hands, kings, options);
        start.elapsed().as_nanos() as f64
    };
    (0..rounds).map(|_| round()).fold(f64::INFINITY, f64::min)
}

fn score_all(hands: &[Hand], kings: Kings, options: &AnhuaOptions) {
    for hand in hands {
        let claim = Claim { hand: black_box(hand), melds: &[], kings, situation: Situation::SelfDraw };
        let _ = black_box(score(options, &claim));
    }
}

fn bench(c: &mut Criterion) {
    sifang_shape::warm_up();
    // The indicator is 2m: 3m has four kings, 2m three.
    let options = AnhuaOptions { kings: 7, wild_self_hard: true, ..AnhuaOptions::default() };
    let kings = parse_tile("2m").map(|indicator| Kings::new(indicator, &options)).unwrap_or_default();
    for number in [0, 1, 3, 4, 7] {
        let hands = winning_hands(kings, number, &options);
        let mean = nanoseconds(&hands, 50, kings, &options) / HANDS as f64;
        let one = |hand: &Hand| nanoseconds(&[*hand; 200], 5, kings, &options) / 200.0;
        let slowest = hands.iter().map(one).fold(0.0, f64::max);
        println!("anhua_score {number} kings: mean {mean:.0} ns, slowest hand {slowest:.0} ns");
        let mut group = c.benchmark_group("anhua_score");
        group.throughput(Throughput::Elements(HANDS as u64));
        group.bench_function(format!("{number}_kings"), |b| b.iter(|| score_all(&hands, kings, &options)));
        group.finish();
    }
}

criterion_group!(benches, bench);
criterion_main!(benches);
