//! Is every order of the wall equally likely? Chi-square and pair statistics over many shuffles with fixed seeds, so
//! that a run either always passes or never does. Shuffles known to be wrong must fail the same figures.

use sifang_fair::{Stream, shuffle, sim_key, sorted_set};
use sifang_tiles::Tile;

const N: usize = 144;
/// Tiles of the four starting hands, and what is left.
const HANDS: [usize; 5] = [14, 13, 13, 13, N - 53];
/// The normal deviate of p = 0.001 (and, negative, of p = 0.999).
const LIMIT: f64 = 3.0902;

fn counts() -> [u8; Tile::KINDS] {
    let mut counts = [4; Tile::KINDS];
    counts[Tile::PLAYABLE..].fill(1);
    counts
}

/// What is counted over all shuffles.
struct Tally {
    shuffles: u64,
    /// Kind by place in the wall.
    places: Vec<[u64; N]>,
    /// Kind by next kind, one pair per shuffle (each from another place), so that the pairs are independent.
    pairs: Vec<[u64; Tile::KINDS]>,
    /// Number of neighbours of one kind in a shuffle: sum and sum of squares.
    equal: (u64, u64),
}

fn tally(shuffles: u64, seed: u64, mut mix: impl FnMut(&mut Stream, &mut [Tile])) -> Tally {
    let sorted = sorted_set(&counts());
    let mut wall = sorted.clone();
    let mut places = vec![[0; N]; Tile::KINDS];
    let mut pairs = vec![[0; Tile::KINDS]; Tile::KINDS];
    let mut equal = (0, 0);
    for index in 0..shuffles {
        wall.copy_from_slice(&sorted);
        mix(&mut Stream::new(&sim_key(seed, index)), &mut wall);
        for (place, tile) in wall.iter().enumerate() {
            places[tile.index()][place] += 1;
        }
        let place = (index % (N as u64 - 1)) as usize;
        pairs[wall[place].index()][wall[place + 1].index()] += 1;
        let same = wall.windows(2).filter(|pair| pair[0] == pair[1]).count() as u64;
        equal = (equal.0 + same, equal.1 + same * same);
    }
    Tally { shuffles, places, pairs, equal }
}

/// Chi-square as a normal deviate (Wilson and Hilferty); at these degrees of freedom good to a few thousandths.
fn deviate(chi_square: f64, freedom: f64) -> f64 {
    let spread = 2.0 / (9.0 * freedom);
    ((chi_square / freedom).cbrt() - (1.0 - spread)) / spread.sqrt()
}

fn squared_error(found: u64, expected: f64) -> f64 {
    (found as f64 - expected).powi(2) / expected
}

impl Tally {
    /// Kind by group of places. A shuffle fills every place once, which makes the plain sum too large by `N/(N-1)`;
    /// with that taken off it is chi-square with (kinds - 1) * (groups - 1) degrees of freedom.
    fn kind_by_group(&self, groups: &[usize]) -> f64 {
        let mut sum = 0.0;
        for (row, copies) in self.places.iter().zip(counts()) {
            let mut start = 0;
            for &size in groups {
                let found = row[start..start + size].iter().sum();
                let expected = self.shuffles as f64 * f64::from(copies) * size as f64 / N as f64;
                sum += squared_error(found, expected);
                start += size;
            }
        }
        let freedom = (Tile::KINDS - 1) * (groups.len() - 1);
        deviate(sum * (N - 1) as f64 / N as f64, freedom as f64)
    }

    fn neighbouring_kinds(&self) -> f64 {
        let counts = counts();
        let (mut sum, mut cells) = (0.0, 0);
        for (a, row) in self.pairs.iter().enumerate() {
            for (b, &found) in row.iter().enumerate() {
                let ways = u32::from(counts[a]) * u32::from(counts[b] - u8::from(a == b));
                if ways > 0 {
                    let expected = self.shuffles as f64 * f64::from(ways) / (N * (N - 1)) as f64;
                    sum += squared_error(found, expected);
                    cells += 1;
                }
            }
        }
        deviate(sum, f64::from(cells - 1))
    }

    /// All neighbours of all shuffles: how often they are of one kind, against 34 * 4 * 3 / 144 per shuffle.
    fn equal_neighbours(&self) -> f64 {
        let shuffles = self.shuffles as f64;
        let mean = self.equal.0 as f64 / shuffles;
        let variance = self.equal.1 as f64 / shuffles - mean * mean;
        let ways: u32 = counts().iter().map(|&copies| u32::from(copies) * u32::from(copies - 1)).sum();
        (mean - f64::from(ways) / N as f64) / (variance / shuffles).sqrt()
    }

    fn deviates(&self) -> [(&'static str, f64); 4] {
        [
            ("kind by place", self.kind_by_group(&[1; N])),
            ("kind by starting hand", self.kind_by_group(&HANDS)),
            ("kind by next kind", self.neighbouring_kinds()),
            ("neighbours of one kind", self.equal_neighbours()),
        ]
    }
}

fn expect_uniform(shuffles: u64, seed: u64) {
    let deviates = tally(shuffles, seed, shuffle).deviates();
    println!("{shuffles} shuffles: {deviates:.2?}");
    for (what, deviate) in deviates {
        assert!(
            deviate.abs() < LIMIT,
            "{what}: {deviate:.2} standard deviations off after {shuffles} shuffles"
        );
    }
}

#[test]
fn shuffles_are_uniform() {
    expect_uniform(200_000, 1);
}

#[test]
#[ignore = "about half a minute in release; run nightly with --release -- --ignored"]
fn ten_million_shuffles_are_uniform() {
    expect_uniform(10_000_000, 2);
}

/// Every place changes with any place: the best-known wrong shuffle.
#[test]
fn a_naive_shuffle_is_noticed() {
    let naive = |stream: &mut Stream, tiles: &mut [Tile]| {
        for i in 0..tiles.len() {
            let j = stream.below(tiles.len() as u32) as usize;
            tiles.swap(i, j);
        }
    };
    let [(_, places), (_, hands), ..] = tally(20_000, 3, naive).deviates();
    assert!(places > 2.0 * LIMIT && hands > 2.0 * LIMIT, "places {places}, hands {hands}");
}

/// No place may keep its tile: one less in `below`.
#[test]
fn an_off_by_one_is_noticed() {
    let cyclic = |stream: &mut Stream, tiles: &mut [Tile]| {
        for i in (1..tiles.len()).rev() {
            let j = stream.below(i as u32) as usize;
            tiles.swap(i, j);
        }
    };
    let [(_, places), ..] = tally(200_000, 4, cyclic).deviates();
    assert!(places > 2.0 * LIMIT, "{places}");
}

/// A good shuffle with the tiles then turned in pairs: places stay uniform, neighbours do not.
#[test]
fn sticking_tiles_are_noticed() {
    let sticking = |stream: &mut Stream, tiles: &mut [Tile]| {
        shuffle(stream, tiles);
        tiles.chunks_exact_mut(2).for_each(|pair| pair.sort());
    };
    let [_, _, (_, pairs), _] = tally(200_000, 5, sticking).deviates();
    assert!(pairs > 2.0 * LIMIT, "{pairs}");
    let cut = |stream: &mut Stream, tiles: &mut [Tile]| {
        let place = stream.below(tiles.len() as u32) as usize;
        tiles.rotate_left(place);
    };
    let [_, _, _, (_, equal)] = tally(1_000, 6, cut).deviates();
    assert!(equal > 2.0 * LIMIT, "{equal}");
}
