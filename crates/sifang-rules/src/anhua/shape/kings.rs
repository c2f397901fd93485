//! Which tiles are kings in a deal, and what a number of kings is called.

use crate::anhua::options::AnhuaOptions;
use serde::Serialize;
use sifang_tiles::{Hand, Tile, TileMask};

/// The kinds that are kings: the one after the indicator, and in the seven-king game the indicator's own.
/// Clause: `anhua.deal.kings`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Kings {
    first: Tile,
    /// The same as `first` where there is only one kind.
    second: Tile,
}

impl Kings {
    /// The kings that this indicator fixes.
    /// Clauses: `anhua.deal.kings`, `anhua.ruling.4`.
    pub fn new(indicator: Tile, options: &AnhuaOptions) -> Kings {
        let lowest = Tile::new(indicator.suit(), 1);
        let first = indicator.up(1).or(lowest).unwrap_or(indicator);
        Kings { first, second: if options.kings == 7 { indicator } else { first } }
    }

    /// The kinds.
    #[inline]
    pub fn mask(self) -> TileMask {
        TileMask::one(self.first) | TileMask::one(self.second)
    }

    /// The kind of which all four copies are in play.
    /// Clause: `anhua.ruling.8`.
    #[inline]
    pub fn full_kind(self) -> Tile {
        self.first
    }

    /// The other kind, if there is one.
    #[inline]
    pub fn other_kind(self) -> Option<Tile> {
        (self.second != self.first).then_some(self.second)
    }

    /// Whether the tile is a king.
    #[inline]
    pub fn contains(self, tile: Tile) -> bool {
        tile == self.first || tile == self.second
    }

    /// Kings in a hand, of either kind.
    #[inline]
    pub fn counts(self, hand: &Hand) -> [u8; 2] {
        [hand.count(self.first), self.other_kind().map_or(0, |tile| hand.count(tile))]
    }

    /// The class of a hand's kings, `extra` being one tile more.
    /// Clause: `anhua.win.kings`.
    #[inline]
    pub fn class(self, hand: &Hand, extra: Option<Tile>) -> KingClass {
        let [mut a, mut b] = self.counts(hand);
        match extra {
            Some(tile) if tile == self.first => a += 1,
            Some(tile) if tile == self.second => b += 1,
            _ => {}
        }
        KingClass::of(a, b)
    }
}

/// 王的分类: what the kings of a hand are called.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "AnhuaKingClass"))]
pub enum KingClass {
    /// No king.
    #[default]
    None,
    /// 单王: kings, but no kind three times.
    Single,
    /// 三王.
    Three,
    /// 四王.
    Four,
    /// 六王.
    Six,
    /// 七王.
    Seven,
}

impl KingClass {
    /// The class of so many kings of one kind and so many of the other.
    /// Clauses: `anhua.win.kings`, `anhua.ruling.5`.
    #[inline]
    pub fn of(a: u8, b: u8) -> KingClass {
        match (a.max(b), a.min(b)) {
            (0, _) => KingClass::None,
            (..=2, _) => KingClass::Single,
            (3, ..=2) => KingClass::Three,
            (3, _) => KingClass::Six,
            (_, ..=2) => KingClass::Four,
            _ => KingClass::Seven,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sifang_tiles::parse_tile;

    #[test]
    fn the_kind_after_the_indicator_wraps_in_its_suit() {
        let tile = |text: &str| parse_tile(text).unwrap();
        let four = AnhuaOptions::default();
        let seven = AnhuaOptions { kings: 7, ..four };
        for (indicator, next) in [("1m", "2m"), ("9p", "1p"), ("9s", "1s"), ("8s", "9s")] {
            let (indicator, next) = (tile(indicator), tile(next));
            assert_eq!(Kings::new(indicator, &four).mask(), TileMask::one(next));
            assert_eq!(Kings::new(indicator, &seven).mask(), TileMask::one(next) | TileMask::one(indicator));
        }
    }

    #[test]
    fn classes_count_each_kind_apart() {
        use KingClass::*;
        let table = [
            [None, Single, Single, Three],
            [Single, Single, Single, Three],
            [Single, Single, Single, Three],
            [Three, Three, Three, Six],
            [Four, Four, Four, Seven],
        ];
        for (a, row) in table.iter().enumerate() {
            for (b, class) in row.iter().enumerate() {
                assert_eq!(KingClass::of(a as u8, b as u8), *class, "{a} and {b}");
            }
        }
    }
}
