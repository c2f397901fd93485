//! The wall: a sorted set of tiles, shuffled by Fisher–Yates, and the dice thrown from the same stream.

use crate::Stream;
use sifang_tiles::Tile;

/// The order every shuffle starts from: kinds ascending, copies side by side.
pub fn sorted_set(counts: &[u8; Tile::KINDS]) -> Vec<Tile> {
    Tile::all().flat_map(|tile| std::iter::repeat_n(tile, counts[tile.index()].into())).collect()
}

/// Fisher–Yates from the last place down: for `i` from `n - 1` to 1, place `i` changes with place `below(i + 1)`.
/// All orders are equally likely, up to the quality of the stream.
pub fn shuffle(stream: &mut Stream, tiles: &mut [Tile]) {
    for i in (1..tiles.len()).rev() {
        let j = stream.below(i as u32 + 1);
        tiles.swap(i, j as usize);
    }
}

/// One die: `below(6) + 1`.
pub fn dice(stream: &mut Stream) -> u8 {
    stream.below(6) as u8 + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim_key;
    use proptest::prelude::*;
    use sifang_tiles::format_tiles;

    #[test]
    fn sets_are_sorted() {
        let mut counts = [0; Tile::KINDS];
        (counts[0], counts[9], counts[33], counts[41]) = (2, 1, 3, 1);
        assert_eq!(format_tiles(&sorted_set(&counts)), "11m1p777z8f");
        assert_eq!(sorted_set(&[0; Tile::KINDS]), []);
    }

    #[test]
    fn the_last_place_is_settled_first() {
        let mut words = Stream::new(&sim_key(1, 1));
        let (first, second) = (words.below(3) as usize, words.below(2) as usize);
        let mut expected = [0, 1, 2];
        expected.swap(2, first);
        expected.swap(1, second);
        let mut tiles = [0, 1, 2].map(Tile::at);
        shuffle(&mut Stream::new(&sim_key(1, 1)), &mut tiles);
        assert_eq!(tiles, expected.map(Tile::at));
    }

    #[test]
    fn one_tile_and_none_use_nothing_of_the_stream() {
        let mut stream = Stream::new(&[0; 32]);
        shuffle(&mut stream, &mut []);
        shuffle(&mut stream, &mut [Tile::at(0)]);
        assert_eq!(stream.word(), Stream::new(&[0; 32]).word());
    }

    #[test]
    fn dice_show_all_faces() {
        let mut stream = Stream::new(&sim_key(0, 0));
        let mut faces = [0u32; 6];
        for _ in 0..60_000 {
            faces[usize::from(dice(&mut stream)) - 1] += 1;
        }
        // 10,000 each, standard deviation 91; the stream is fixed, so this is no matter of luck.
        assert!(faces.iter().all(|face| face.abs_diff(10_000) < 300), "{faces:?}");
    }

    proptest! {
        #[test]
        fn no_tile_is_lost(counts in prop::array::uniform32(0u8..5), seed: u64) {
            let mut all = [0; Tile::KINDS];
            all[..32].copy_from_slice(&counts);
            let sorted = sorted_set(&all);
            let mut wall = sorted.clone();
            shuffle(&mut Stream::new(&sim_key(seed, 0)), &mut wall);
            wall.sort();
            prop_assert_eq!(wall, sorted);
        }
    }
}
