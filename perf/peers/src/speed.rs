//! The clock: each question is put to both sides in turn, five turns, and the median ratio counts.

use crate::corpora::{Corpora, Counts};
use crate::exact;
use riichienv_core::{agari::is_agari, shanten::calc_shanten_from_counts};
use sifang_shape::{PairRule, is_win, is_win_counts, keys_of, tiles_away, useful};
use sifang_tiles::SuitKeys;
use std::hint::black_box;
use std::time::Instant;
use xiangting::{PlayerCount, calculate_necessary_tiles};

/// The machine may be busy: a turn takes the fastest of so many passes, and the median of the turns counts.
const PASSES: usize = 15;
const TURNS: usize = 5;

/// Nanoseconds an item, the fastest of some passes: the first ones bring the tables back into the caches. The sum of
/// the answers keeps the work alive.
fn time<T>(items: &[T], answer: impl Fn(&T) -> u64) -> f64 {
    let pass = || {
        let start = Instant::now();
        black_box(items.iter().map(|item| answer(black_box(item))).fold(0, u64::wrapping_add));
        start.elapsed().as_secs_f64() * 1e9 / items.len() as f64
    };
    (0..PASSES).map(|_| pass()).fold(f64::INFINITY, f64::min)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Prints one comparison: `turn` times the peer and Sifang, one after the other.
fn line(question: &str, corpus: &str, bar: f64, mut turn: impl FnMut() -> [f64; 2]) {
    let turns: Vec<[f64; 2]> = (0..TURNS).map(|_| turn()).collect();
    let of = |value: fn(&[f64; 2]) -> f64| median(turns.iter().map(value).collect());
    let (peer, ours, ratio) = (of(|t| t[0]), of(|t| t[1]), of(|t| t[0] / t[1]));
    let verdict = match ratio {
        _ if bar == 0.0 => "",
        _ if ratio >= bar => "ok",
        _ => "BELOW",
    };
    let bar = if bar == 0.0 { "-".to_string() } else { format!("{bar:.1}x") };
    println!("{question:44} {corpus:7} {peer:8.1} {ours:8.1} {ratio:7.1}x {bar:>7}  {verdict}");
}

pub fn table(corpora: &Corpora) {
    println!(
        "\n{:44} {:7} {:>8} {:>8} {:>8} {:>7}",
        "question", "hands", "peer ns", "ours ns", "ratio", "bar"
    );
    for (name, hands) in &corpora.natural {
        compare(name, hands);
    }
    wilds(corpora);
}

fn compare(name: &str, hands: &[Counts]) {
    let kept: Vec<SuitKeys> = hands.iter().map(SuitKeys::of_counts).collect();
    let theirs: Vec<_> = hands.iter().map(exact::riichienv_hand).collect();
    let agari = || time(&theirs, |hand| is_agari(&mut hand.clone()) as u64);
    // The bars are set for hands of which half win, as they are asked about in play.
    let bar = |bar: f64| if name == "win50" { bar } else { 0.0 };
    line("win from counts / riichienv-core", name, bar(10.0), || {
        [agari(), time(hands, |hand| is_win_counts(hand, 0, PairRule::Any) as u64)]
    });
    line("win from kept keys / riichienv-core", name, bar(25.0), || {
        [agari(), time(&kept, |&keys| is_win(keys, 0, PairRule::Any) as u64)]
    });
    line("win, three forms / riichienv-core", name, 0.0, || {
        [agari(), time(hands, |hand| exact::win(hand) as u64)]
    });
    let shanten = || time(hands, |hand| calc_shanten_from_counts(hand, 4) as u64);
    line("tiles away, three forms / riichienv-core", name, 1.0, || {
        [shanten(), time(hands, |hand| exact::away(hand) as u64)]
    });
    line("tiles away from kept keys / riichienv-core", name, 0.0, || {
        [shanten(), time(&kept, |&keys| tiles_away(keys, 0, 4, PairRule::Any) as u64)]
    });
    line("useful draws from counts / xiangting", name, 2.5, || {
        let necessary =
            |hand: &Counts| calculate_necessary_tiles(hand, PlayerCount::Four).map_or(0, |(_, tiles)| tiles);
        let ours = |hand: &Counts| keys_of(hand).map_or(0, |keys| useful(keys, 0, 4, PairRule::Any).bits());
        [time(hands, necessary), time(hands, ours)]
    });
}

/// A win test must not cost more for many wilds than for few.
fn wilds(corpora: &Corpora) {
    let keys = corpora.wild.each_ref().map(|hands| hands.iter().map(SuitKeys::of_counts).collect::<Vec<_>>());
    let one = |wilds: usize| time(&keys[wilds], |&keys| is_win(keys, wilds as u8, PairRule::Any) as u64);
    let turns: Vec<[f64; 8]> = (0..TURNS).map(|_| std::array::from_fn(one)).collect();
    // The code is the same for all eight, so the fastest of all turns says most about the cost and least about the
    // machine.
    let fastest_turn = |wilds: usize| turns.iter().map(|turn| turn[wilds]).fold(f64::INFINITY, f64::min);
    let each: [f64; 8] = std::array::from_fn(fastest_turn);
    let (fastest, slowest) =
        each.iter().fold((f64::INFINITY, 0.0f64), |(lo, hi), &ns| (lo.min(ns), hi.max(ns)));
    let verdict = if slowest / fastest <= 1.3 { "ok" } else { "ABOVE" };
    let shown: Vec<String> = each.iter().map(|ns| format!("{ns:.1}")).collect();
    println!(
        "win with 0 to 7 wilds: {} ns; slowest / fastest {:.2} (bar 1.3) {verdict}",
        shown.join(" "),
        slowest / fastest
    );
}
