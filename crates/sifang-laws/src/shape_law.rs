//! The law that ties the shape tables to the enumeration of groupings, on hands drawn by lot and hands built to be complete or
//! nearly so, with no to seven wild tiles and both pair rules: *the table says win ⇔ a grouping exists*, and *waits are exactly
//! the tiles that complete*.

use sifang_bots::Rng;
use sifang_shape::{PairRule, any_grouping, is_win, is_win_counts, waits};
use sifang_tiles::{SuitKeys, Tile, TileMask};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

type Counts = [u8; Tile::PLAYABLE];

/// How many hands were looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Looked {
    /// Hands.
    pub hands: u64,
    /// Hands that were complete.
    pub wins: u64,
    /// Hands one tile short whose waits were compared.
    pub waits: u64,
}

/// Checks hands `0..hands` of a seed. The error names the hand; `check_hand(seed, n)` shows it again. `progress` gets how many
/// are done; `false` from it ends the run.
pub fn check(
    hands: u64,
    seed: u64,
    threads: usize,
    progress: &(dyn Fn(u64) -> bool + Sync),
) -> Result<Looked, String> {
    const CHUNK: u64 = 1024;
    sifang_shape::warm_up();
    let (next, done, stop) = (AtomicU64::new(0), AtomicU64::new(0), AtomicBool::new(false));
    let result: Mutex<Result<Looked, String>> = Mutex::new(Ok(Looked::default()));
    let work = || {
        let mut looked = Looked::default();
        let mut failure = None;
        while !stop.load(Ordering::Relaxed) {
            let start = next.fetch_add(CHUNK, Ordering::Relaxed);
            if start >= hands {
                break;
            }
            let end = (start + CHUNK).min(hands);
            if let Err(error) = (start..end).try_for_each(|n| check_hand(seed, n, &mut looked)) {
                stop.store(true, Ordering::Relaxed);
                failure = Some(error);
            }
            if !progress(done.fetch_add(end - start, Ordering::Relaxed) + end - start) {
                stop.store(true, Ordering::Relaxed);
            }
        }
        let mut result = result.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        match (&mut *result, failure) {
            (Ok(_), Some(error)) => *result = Err(error),
            (Ok(all), None) => {
                all.hands += looked.hands;
                all.wins += looked.wins;
                all.waits += looked.waits;
            }
            (Err(_), _) => {}
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.max(1) {
            scope.spawn(work);
        }
        work();
    });
    result.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Checks one hand.
pub fn check_hand(seed: u64, n: u64, looked: &mut Looked) -> Result<(), String> {
    let mut rng = Rng::of(&[seed, n]);
    let melds = rng.below(6) as usize;
    let wilds = (rng.below(8) as usize).min(3 * melds + 2);
    let pair = if rng.below(2) == 0 { PairRule::Any } else { PairRule::TwoFiveEight };
    let mut counts =
        if rng.below(10) == 0 { drawn(&mut rng, melds, wilds) } else { built(&mut rng, melds, wilds) };
    let wilds = wilds as u8;
    let fail = |what: &str, counts: &Counts| {
        let tiles: Vec<Tile> =
            Tile::playable().flat_map(|t| std::iter::repeat_n(t, counts[t.index()] as usize)).collect();
        Err(format!(
            "hand {n} of seed {seed} ({} + {wilds} wilds, {pair:?}): {what}",
            sifang_tiles::format_tiles(&tiles)
        ))
    };
    let truth = |counts: &Counts| any_grouping(counts, wilds, pair, TileMask::PLAYABLE).is_some();
    let win = truth(&counts);
    looked.hands += 1;
    looked.wins += u64::from(win);
    if is_win(SuitKeys::of_counts(&counts), wilds, pair) != win || is_win_counts(&counts, wilds, pair) != win
    {
        return fail("table and groupings disagree", &counts);
    }
    // One natural tile less, and the waits must be those tiles that bring a grouping back.
    let held: Vec<usize> = (0..Tile::PLAYABLE).filter(|i| counts[*i] > 0).collect();
    if held.is_empty() || rng.below(4) != 0 {
        return Ok(());
    }
    counts[held[rng.below(held.len() as u32) as usize]] -= 1;
    let mut complete = TileMask::EMPTY;
    for tile in Tile::playable().filter(|t| counts[t.index()] < 4) {
        let mut with = counts;
        with[tile.index()] += 1;
        if truth(&with) {
            complete.insert(tile);
        }
    }
    looked.waits += 1;
    if waits(SuitKeys::of_counts(&counts), wilds, pair) != complete {
        return fail("the waits are others", &counts);
    }
    Ok(())
}

/// Tiles by lot; from few kinds now and then, so that hands are crowded.
fn drawn(rng: &mut Rng, melds: usize, wilds: usize) -> Counts {
    let kinds = [9, 18, 27, 34][rng.below(4) as usize];
    let mut counts = [0; Tile::PLAYABLE];
    let mut left = 3 * melds + 2 - wilds;
    while left > 0 {
        let tile = rng.below(kinds) as usize;
        if counts[tile] < 4 {
            counts[tile] += 1;
            left -= 1;
        }
    }
    counts
}

/// Groups laid out, some tiles taken away for the wilds, and in half of the hands a tile or two exchanged.
fn built(rng: &mut Rng, melds: usize, wilds: usize) -> Counts {
    let kinds = [9, 18, 27, 34][rng.below(4) as usize];
    let mut tiles: Vec<usize> = Vec::new();
    for group in 0..=melds {
        loop {
            let low = rng.below(kinds) as usize;
            let tile = Tile::at(low);
            let new: &[usize] = if group == melds {
                &[low, low]
            } else if rng.below(3) != 0 && tile.up(2).is_some() {
                &[low, low + 1, low + 2]
            } else {
                &[low, low, low]
            };
            let count = |t: usize| tiles.iter().chain(new).filter(|u| **u == t).count();
            if new.iter().all(|t| count(*t) <= 4) {
                tiles.extend_from_slice(new);
                break;
            }
        }
    }
    for _ in 0..wilds {
        tiles.swap_remove(rng.below(tiles.len() as u32) as usize);
    }
    let mut counts = [0; Tile::PLAYABLE];
    for tile in &tiles {
        counts[*tile] += 1;
    }
    if tiles.is_empty() || rng.below(2) == 0 {
        return counts;
    }
    for _ in 0..=rng.below(2) {
        let out = tiles.swap_remove(rng.below(tiles.len() as u32) as usize);
        let near = (out + rng.below(5) as usize).saturating_sub(2).min(Tile::PLAYABLE - 1);
        counts[out] -= 1;
        let new = if counts[near] < 4 { near } else { out };
        counts[new] += 1;
        tiles.push(new);
    }
    counts
}
