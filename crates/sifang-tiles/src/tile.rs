//! The 42 kinds of tile, in their canonical order: 万 筒 条, honours, flowers.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// The family a tile belongs to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Suit {
    /// 万, characters (`m`).
    Man,
    /// 筒 or 饼, dots (`p`).
    Pin,
    /// 条 or 索, bamboos (`s`).
    Sou,
    /// 字牌: 东南西北白发中 (`z`).
    Honor,
    /// 花牌: 春夏秋冬梅兰竹菊 (`f`).
    Flower,
}

impl Suit {
    /// The three numbered suits.
    pub const NUMBERED: [Suit; 3] = [Suit::Man, Suit::Pin, Suit::Sou];

    /// The letter of the notation.
    pub const fn letter(self) -> char {
        match self {
            Suit::Man => 'm',
            Suit::Pin => 'p',
            Suit::Sou => 's',
            Suit::Honor => 'z',
            Suit::Flower => 'f',
        }
    }

    /// The suit of a notation letter.
    pub const fn from_letter(letter: char) -> Option<Suit> {
        Some(match letter {
            'm' => Suit::Man,
            'p' => Suit::Pin,
            's' => Suit::Sou,
            'z' => Suit::Honor,
            'f' => Suit::Flower,
            _ => return None,
        })
    }

    /// How many kinds the suit has: nine, seven honours, eight flowers.
    pub const fn size(self) -> u8 {
        match self {
            Suit::Honor => 7,
            Suit::Flower => 8,
            _ => 9,
        }
    }

    /// Index of the suit's first tile.
    pub const fn start(self) -> u8 {
        match self {
            Suit::Man => 0,
            Suit::Pin => 9,
            Suit::Sou => 18,
            Suit::Honor => 27,
            Suit::Flower => 34,
        }
    }
}

/// A kind of tile, 0..42: 27 suited, 7 honours, 8 flowers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "string"))]
pub struct Tile(u8);

impl Tile {
    /// Number of kinds, flowers included.
    pub const KINDS: usize = 42;
    /// Number of kinds that can stay in a hand.
    pub const PLAYABLE: usize = 34;

    /// The tile with this index, if there is one.
    pub const fn from_index(index: usize) -> Option<Tile> {
        if index < Tile::KINDS { Some(Tile(index as u8)) } else { None }
    }

    /// The tile with this index; an index out of range is clamped to the last flower, so that table code needs no panic.
    pub const fn at(index: usize) -> Tile {
        if index < Tile::KINDS { Tile(index as u8) } else { Tile(41) }
    }

    /// The tile of `suit` with the printed `rank` (from 1).
    pub const fn new(suit: Suit, rank: u8) -> Option<Tile> {
        if rank >= 1 && rank <= suit.size() { Some(Tile(suit.start() + rank - 1)) } else { None }
    }

    /// A wind or dragon by its notation number: 1..=7 for 东南西北白发中; others are clamped.
    pub const fn honor(number: u8) -> Tile {
        let n = if number < 1 {
            1
        } else if number > 7 {
            7
        } else {
            number
        };
        Tile(26 + n)
    }

    /// Index in the canonical order.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The tile's suit.
    #[inline]
    pub const fn suit(self) -> Suit {
        match self.0 {
            0..=8 => Suit::Man,
            9..=17 => Suit::Pin,
            18..=26 => Suit::Sou,
            27..=33 => Suit::Honor,
            _ => Suit::Flower,
        }
    }

    /// The printed number, from 1 (for honours and flowers: the place in the notation).
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 - self.suit().start() + 1
    }

    /// 数字牌: a tile of one of the three numbered suits.
    #[inline]
    pub const fn is_suited(self) -> bool {
        self.0 < 27
    }

    /// 字牌: a wind or a dragon.
    #[inline]
    pub const fn is_honor(self) -> bool {
        self.0 >= 27 && self.0 < 34
    }

    /// 风牌: 东南西北.
    #[inline]
    pub const fn is_wind(self) -> bool {
        self.0 >= 27 && self.0 < 31
    }

    /// 箭牌: 白发中.
    #[inline]
    pub const fn is_dragon(self) -> bool {
        self.0 >= 31 && self.0 < 34
    }

    /// 花牌.
    #[inline]
    pub const fn is_flower(self) -> bool {
        self.0 >= 34
    }

    /// 幺九: a one or a nine of a numbered suit.
    #[inline]
    pub const fn is_terminal(self) -> bool {
        self.is_suited() && (self.rank() == 1 || self.rank() == 9)
    }

    /// The tile `steps` ranks above in the same numbered suit, if there is one.
    #[inline]
    pub const fn up(self, steps: u8) -> Option<Tile> {
        if self.is_suited() && self.rank() + steps <= 9 { Some(Tile(self.0 + steps)) } else { None }
    }

    /// The tile `steps` ranks below in the same numbered suit, if there is one.
    #[inline]
    pub const fn down(self, steps: u8) -> Option<Tile> {
        if self.is_suited() && self.rank() > steps { Some(Tile(self.0 - steps)) } else { None }
    }

    /// All 42 kinds in canonical order.
    pub fn all() -> impl Iterator<Item = Tile> {
        (0..Tile::KINDS as u8).map(Tile)
    }

    /// The 34 kinds that can stay in a hand, in canonical order.
    pub fn playable() -> impl Iterator<Item = Tile> {
        (0..Tile::PLAYABLE as u8).map(Tile)
    }

    /// The seven honors, in canonical order.
    pub fn honors() -> impl Iterator<Item = Tile> {
        Tile::playable().skip(27)
    }

    /// The name printed on the tile, in Chinese.
    pub fn chinese(self) -> &'static str {
        const NAMES: [&str; Tile::KINDS] = [
            "一万", "二万", "三万", "四万", "五万", "六万", "七万", "八万", "九万", "一筒", "二筒", "三筒",
            "四筒", "五筒", "六筒", "七筒", "八筒", "九筒", "一条", "二条", "三条", "四条", "五条", "六条",
            "七条", "八条", "九条", "东", "南", "西", "北", "白", "发", "中", "春", "夏", "秋", "冬", "梅",
            "兰", "竹", "菊",
        ];
        NAMES[self.index()]
    }
}

#[rustfmt::skip]
const NAMES: [&str; Tile::KINDS] = [
    "1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m",
    "1p", "2p", "3p", "4p", "5p", "6p", "7p", "8p", "9p",
    "1s", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s",
    "1z", "2z", "3z", "4z", "5z", "6z", "7z",
    "1f", "2f", "3f", "4f", "5f", "6f", "7f", "8f",
];

impl Tile {
    /// Its name in the notation.
    #[inline]
    pub const fn name(self) -> &'static str {
        NAMES[self.0 as usize]
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Tile {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // A kind of a known few: a writer need not look whether its name has to be escaped.
        serializer.serialize_unit_variant("Tile", self.0.into(), self.name())
    }
}

impl<'de> Deserialize<'de> for Tile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        crate::parse_tile(&text).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suits_cover_all_kinds_in_order() {
        let names: Vec<String> = Tile::all().map(|t| t.to_string()).collect();
        assert_eq!(names[0], "1m");
        assert_eq!(names[26], "9s");
        assert_eq!(names[27], "1z");
        assert_eq!(names[33], "7z");
        assert_eq!(names[41], "8f");
        for tile in Tile::all() {
            assert_eq!(Tile::new(tile.suit(), tile.rank()), Some(tile));
        }
    }

    #[test]
    fn neighbours_stay_in_their_suit() {
        let nine = Tile::new(Suit::Man, 9).unwrap();
        assert_eq!(nine.up(1), None);
        assert_eq!(nine.down(8), Tile::new(Suit::Man, 1));
        assert_eq!(nine.down(9), None);
        assert_eq!(Tile::honor(1).up(1), None);
    }
}
