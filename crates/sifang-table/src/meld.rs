//! Melds on the table.

use serde::Serialize;
use sifang_tiles::{Seat, Tile};
use tinyvec::ArrayVec;

/// The kinds of meld.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
#[repr(u8)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum MeldKind {
    /// 吃: a run.
    #[default]
    #[serde(rename = "chi")]
    Chow,
    /// 碰: a triplet.
    #[serde(rename = "pon")]
    Pung,
    /// 直杠 / 明杠: three of one's own and a discard.
    #[serde(rename = "kong_direct")]
    KongDirect,
    /// 暗杠: four of one's own.
    #[serde(rename = "kong_concealed")]
    KongConcealed,
    /// 补杠: a pung and the fourth tile.
    #[serde(rename = "kong_added")]
    KongAdded,
}

impl MeldKind {
    /// Any of the three kongs.
    #[inline]
    pub const fn is_kong(self) -> bool {
        matches!(self, MeldKind::KongDirect | MeldKind::KongConcealed | MeldKind::KongAdded)
    }

    /// Made with somebody else's tile (everything but a concealed kong).
    #[inline]
    pub const fn is_called(self) -> bool {
        !matches!(self, MeldKind::KongConcealed)
    }

    /// The kind a written name stands for.
    pub fn from_name(name: &str) -> Option<MeldKind> {
        Some(match name {
            "chi" => MeldKind::Chow,
            "pon" => MeldKind::Pung,
            "kong_direct" => MeldKind::KongDirect,
            "kong_concealed" => MeldKind::KongConcealed,
            "kong_added" => MeldKind::KongAdded,
            _ => return None,
        })
    }

    /// Number of tiles.
    #[inline]
    pub const fn size(self) -> usize {
        if self.is_kong() { 4 } else { 3 }
    }
}

/// One meld: its lowest tile gives all the others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Meld {
    /// What it is.
    pub kind: MeldKind,
    /// The tile of a triplet or kong, the lowest of a run.
    pub tile: Tile,
    /// The tile that was claimed (in a run: which of the three).
    pub claimed: Tile,
    /// The seat it was claimed from; the owner for a concealed kong.
    pub from: Seat,
    /// It lies face down: the others see four backs.
    pub closed: bool,
}

impl Meld {
    /// Its tiles, ascending.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> {
        let (kind, tile) = (self.kind, self.tile);
        (0..kind.size())
            .map(move |i| if kind == MeldKind::Chow { tile.up(i as u8).unwrap_or(tile) } else { tile })
    }

    /// A triplet or kong (not a run).
    #[inline]
    pub const fn is_triplet(&self) -> bool {
        !matches!(self.kind, MeldKind::Chow)
    }

    /// Copies of `tile` in the meld.
    pub fn count(&self, tile: Tile) -> u8 {
        self.tiles().filter(|t| *t == tile).count() as u8
    }
}

/// The melds of one seat, in the order they were made.
pub type Melds = ArrayVec<[Meld; 5]>;

/// The three or four tiles of a meld. They lie in place: views are made and compared after every answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MeldTiles {
    count: u8,
    /// Beyond the count, the first one again.
    tiles: [Tile; 4],
}

impl MeldTiles {
    pub(crate) fn new(meld: &Meld) -> MeldTiles {
        let mut tiles = MeldTiles { count: 0, tiles: [meld.tile; 4] };
        for (place, tile) in tiles.tiles.iter_mut().zip(meld.tiles()) {
            *place = tile;
            tiles.count += 1;
        }
        tiles
    }
}

impl std::ops::Deref for MeldTiles {
    type Target = [Tile];

    fn deref(&self) -> &[Tile] {
        &self.tiles[..self.count as usize]
    }
}

impl<'a> IntoIterator for &'a MeldTiles {
    type Item = &'a Tile;
    type IntoIter = std::slice::Iter<'a, Tile>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl Serialize for MeldTiles {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self)
    }
}
