//! Whole random deals of every rule set, and the copy of a deal in the middle of it.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sifang_rules::any::RuleSetId;
use sifang_rules::with_rule_set;
use sifang_sim::{Plan, simulate};
use sifang_table::{Deal, Journal, RuleSet};
use sifang_tiles::Seat;
use std::hint::black_box;

/// Deals played in one iteration.
const DEALS: u64 = 256;

fn rules<R: RuleSet>() -> R {
    R::new(R::Options::default(), *R::SEATS.end())
}

fn deals(c: &mut Criterion) {
    for id in RuleSetId::ALL {
        with_rule_set!(*id, R => {
            let plan = Plan::<R>::new(rules(), DEALS, 1);
            let decisions = simulate(&plan, &|_| {}).decisions;
            let mut group = c.benchmark_group("random_deals");
            // Elements are decisions, so that "elem/s" is decisions a second.
            group.throughput(Throughput::Elements(decisions));
            group.bench_function(id.id(), |b| b.iter(|| simulate(black_box(&plan), &|_| {})));
            group.finish();
        });
    }
}

fn copies(c: &mut Criterion) {
    for id in RuleSetId::ALL {
        with_rule_set!(*id, R => copy_of::<R>(c));
    }
}

fn copy_of<R: RuleSet>(c: &mut Criterion) {
    let rules: R = rules();
    let shuffled = sifang_match::Shuffled::new(&rules, &[1; 32]);
    let set_up = shuffled.set_up(Seat::new(0), rules.first_carry());
    let deal = Deal::start(rules, &set_up, &mut Journal::silent());
    let mut group = c.benchmark_group("copy_deal");
    group.throughput(Throughput::Bytes(size_of::<Deal<R>>() as u64));
    group.bench_function(R::ID, |b| b.iter(|| *black_box(&deal)));
    group.finish();
}

criterion_group!(benches, deals, copies);
criterion_main!(benches);
