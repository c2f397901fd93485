//! The wall: one row of tiles, drawn from the front, from the back, or out of the middle; with or without a dead wall.

use sifang_tiles::Tile;
use std::fmt;
use std::hash::{Hash, Hasher};

/// The most tiles a rule set has.
pub const MOST_TILES: usize = 144;
const NOT_SHOWN: u8 = u8::MAX;

/// The row of tiles not yet drawn.
#[derive(Clone, Copy)]
pub struct Wall {
    tiles: [Tile; MOST_TILES],
    front: u8,
    end: u8,
    /// How many tiles at the back are a dead wall that normal draws never reach.
    dead: u8,
    /// Place of the one tile of the row that lies face up, if any.
    shown: u8,
}

impl Wall {
    /// The wall of this row (at most 144 tiles; more are not taken).
    pub fn new(row: &[Tile]) -> Wall {
        let n = row.len().min(MOST_TILES);
        let mut tiles = [Tile::default(); MOST_TILES];
        tiles[..n].copy_from_slice(&row[..n]);
        Wall { tiles, front: 0, end: n as u8, dead: 0, shown: NOT_SHOWN }
    }

    /// Tiles that normal draws can still reach.
    #[inline]
    pub const fn left(&self) -> usize {
        (self.end - self.dead - self.front) as usize
    }

    /// Tiles of the dead wall.
    #[inline]
    pub const fn dead(&self) -> usize {
        self.dead as usize
    }

    /// The whole row that is still there, dead wall included, front first.
    #[inline]
    pub fn row(&self) -> &[Tile] {
        &self.tiles[self.front as usize..self.end as usize]
    }

    /// Makes the last `n` tiles a dead wall.
    pub(crate) fn keep_dead(&mut self, n: usize) {
        self.dead = n.min((self.end - self.front) as usize) as u8;
    }

    /// Turns the dead wall's first tile (next to the live wall) face up where it lies.
    pub(crate) fn show_first_dead(&mut self) -> Option<Tile> {
        if self.dead == 0 {
            return None;
        }
        self.shown = self.end - self.dead;
        Some(self.tiles[self.shown as usize])
    }

    /// The face-up tile's place in `row`, if there is one.
    pub fn shown_place(&self) -> Option<usize> {
        (self.shown != NOT_SHOWN).then(|| (self.shown - self.front) as usize)
    }

    /// Takes the front tile.
    #[inline]
    pub(crate) fn take_front(&mut self) -> Option<Tile> {
        if self.left() == 0 {
            return None;
        }
        let tile = self.tiles[self.front as usize];
        self.front += 1;
        Some(tile)
    }

    /// Takes the last tile of the row (never the one that lies face up). A dead wall keeps its size: the last live tile joins it.
    /// Nothing if no live tile is left.
    #[inline]
    pub(crate) fn take_back(&mut self) -> Option<Tile> {
        if self.left() == 0 {
            return None;
        }
        let mut last = self.end - 1;
        if last == self.shown {
            // The face-up tile stays: the one before it goes, and the face-up one takes its place at the tail.
            last -= 1;
            self.tiles.swap(last as usize, self.shown as usize);
            self.shown = last;
            last += 1;
        }
        self.end -= 1;
        Some(self.tiles[last as usize])
    }

    /// Takes the tile at `place` of `row`; those behind it move up.
    pub(crate) fn take_at(&mut self, place: usize) -> Option<Tile> {
        let at = self.front as usize + place;
        if at >= self.end as usize {
            return None;
        }
        let tile = self.tiles[at];
        self.tiles.copy_within(at + 1..self.end as usize, at);
        self.end -= 1;
        Some(tile)
    }

    /// Replaces the hidden tiles of the row by others of the same number (see `Deal::reimagine`).
    pub(crate) fn replace_hidden(&mut self, tiles: &mut impl Iterator<Item = Tile>) {
        for i in self.front..self.end {
            if i != self.shown
                && let Some(tile) = tiles.next()
            {
                self.tiles[i as usize] = tile;
            }
        }
    }

    /// Puts a tile at a place of the row that lies face down, and returns the one that was there.
    pub(crate) fn exchange(&mut self, place: usize, tile: Tile) -> Option<Tile> {
        if place >= self.row().len() || Some(place) == self.shown_place() {
            return None;
        }
        Some(std::mem::replace(&mut self.tiles[self.front as usize + place], tile))
    }

    /// The tiles of the row that lie face down.
    pub(crate) fn hidden(&self) -> impl Iterator<Item = Tile> + '_ {
        (self.front..self.end).filter(|i| *i != self.shown).map(|i| self.tiles[i as usize])
    }
}

// Equality and hash look at the tiles that are still there, not at what was drawn long ago.
impl PartialEq for Wall {
    fn eq(&self, other: &Self) -> bool {
        self.row() == other.row() && self.dead == other.dead && self.shown_place() == other.shown_place()
    }
}

impl Eq for Wall {}

impl Hash for Wall {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.row(), self.dead, self.shown_place()).hash(state);
    }
}

impl fmt::Debug for Wall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({} dead)", sifang_tiles::format_tiles(self.row()), self.dead)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sifang_tiles::parse_tiles;

    fn wall(text: &str) -> Wall {
        Wall::new(&parse_tiles(text).unwrap())
    }

    fn text(tile: Option<Tile>) -> String {
        tile.map(|t| t.to_string()).unwrap_or_default()
    }

    #[test]
    fn front_back_and_middle() {
        let mut w = wall("123456m");
        assert_eq!(text(w.take_front()), "1m");
        assert_eq!(text(w.take_back()), "6m");
        assert_eq!(text(w.take_at(1)), "3m");
        assert_eq!(sifang_tiles::format_tiles(w.row()), "245m");
        assert_eq!(w.take_at(3), None);
        assert_eq!(w.left(), 3);
    }

    #[test]
    fn dead_wall_keeps_its_size_and_its_face_up_tile() {
        let mut w = wall("1234567m");
        w.keep_dead(3);
        assert_eq!(text(w.show_first_dead()), "5m");
        assert_eq!(w.left(), 4);
        assert_eq!(text(w.take_back()), "7m");
        assert_eq!(text(w.take_back()), "6m");
        // 5m lies at the tail now and is passed over.
        assert_eq!((w.left(), w.dead()), (2, 3));
        assert_eq!(text(w.take_back()), "4m");
        assert_eq!(text(w.take_front()), "1m");
        assert_eq!(w.take_front(), None);
        assert_eq!(w.take_back(), None);
        assert_eq!(w.shown_place(), Some(2));
        assert_eq!(sifang_tiles::format_tiles(w.row()), "235m");
    }
}
