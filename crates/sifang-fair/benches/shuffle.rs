//! What a fair wall costs: the key, the keystream and the shuffle, apart and together.

use criterion::{Criterion, criterion_group, criterion_main};
use sifang_fair::{Nonce, Nonces, Secret, Stream, Terms, deal_key, dice, shuffle, sim_key, sorted_set};
use sifang_tiles::Tile;
use std::hint::black_box;

fn benches(c: &mut Criterion) {
    let secret = Secret::new([7; 32]);
    let terms = Terms { rules: "wuxi", version: 1, seats: 4, options: "" }.hash();
    let nonces = Nonces::new([1, 2, 3, 4].map(|byte| Some(Nonce::new([byte; 16]))));
    let mut counts = [4; Tile::KINDS];
    counts[Tile::PLAYABLE..].fill(1);
    let sorted: [Tile; 144] = sorted_set(&counts).try_into().expect("144 tiles");
    let mut i = 0;

    c.bench_function("key of a deal", |b| {
        b.iter(|| {
            i += 1;
            deal_key(black_box(&secret), &[1; 16], i, &terms, &nonces)
        })
    });
    c.bench_function("key of a simulated deal", |b| {
        b.iter(|| {
            i += 1;
            sim_key(black_box(1), i.into())
        })
    });
    c.bench_function("160 words of the stream", |b| {
        b.iter(|| {
            let mut stream = Stream::new(black_box(&[3; 32]));
            (0..160).fold(0, |sum: u32, _| sum.wrapping_add(stream.word()))
        })
    });
    c.bench_function("deal: key, 144 tiles, two dice", |b| {
        b.iter(|| {
            i += 1;
            let mut stream = Stream::new(&deal_key(black_box(&secret), &[1; 16], i, &terms, &nonces));
            let mut wall = sorted;
            shuffle(&mut stream, &mut wall);
            (wall, dice(&mut stream), dice(&mut stream))
        })
    });
    c.bench_function("simulated deal: key, 108 tiles", |b| {
        b.iter(|| {
            i += 1;
            let mut stream = Stream::new(&sim_key(black_box(1), i.into()));
            let mut wall = sorted;
            shuffle(&mut stream, &mut wall[..108]);
            wall
        })
    });
}

criterion_group!(shuffles, benches);
criterion_main!(shuffles);
