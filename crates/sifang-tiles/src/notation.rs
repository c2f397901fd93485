//! MPSZ notation: `123m55p77z`, digits before their suit letter; flowers are `1f`–`8f`.

use crate::{Suit, Tile};
use std::fmt::Write;

/// Longest text `parse_tiles` looks at: far more than any wall needs.
const LONGEST: usize = 1024;

/// What is wrong with a piece of notation, and what would be right.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotationError {
    /// A suit letter with no digit before it.
    #[error("'{letter}' at place {place} has no digit before it; write the digits first, as in 123m")]
    NoDigits {
        /// The letter found.
        letter: char,
        /// Its place in the text, from 1.
        place: usize,
    },
    /// Digits that no suit letter follows.
    #[error("the digits {digits} at the end have no suit letter; add m, p, s, z or f")]
    NoSuit {
        /// The digits found.
        digits: String,
    },
    /// A number the suit does not have.
    #[error("there is no {rank}{letter}: {letter} has 1 to {most}")]
    NoSuchTile {
        /// The number found.
        rank: u8,
        /// The suit letter.
        letter: char,
        /// The suit's highest number.
        most: u8,
    },
    /// A character that is neither digit nor suit letter.
    #[error("'{found}' at place {place} is not part of the notation; it knows digits and m p s z f")]
    Unknown {
        /// The character found.
        found: char,
        /// Its place in the text, from 1.
        place: usize,
    },
    /// More text than any wall needs.
    #[error("{length} characters are too many; at most {LONGEST} are read")]
    TooLong {
        /// Length of the text in bytes.
        length: usize,
    },
    /// Another number of tiles than one where one was asked for.
    #[error("one tile was expected, {found} were written")]
    NotOne {
        /// How many there were.
        found: usize,
    },
}

impl NotationError {
    /// The message in Chinese; `Display` is English.
    pub fn zh(&self) -> String {
        match self {
            Self::NoDigits { letter, place } => {
                format!("第 {place} 个字符“{letter}”前面没有数字；先写数字再写花色，如 123m")
            }
            Self::NoSuit { digits } => format!("末尾的 {digits} 没有花色；请加 m、p、s、z 或 f"),
            Self::NoSuchTile { rank, letter, most } => {
                format!("没有 {rank}{letter}：{letter} 只有 1 到 {most}")
            }
            Self::Unknown { found, place } => {
                format!("第 {place} 个字符“{found}”看不懂；只写数字和 m、p、s、z、f")
            }
            Self::TooLong { length } => format!("{length} 个字符太长，最多读 {LONGEST} 个"),
            Self::NotOne { found } => format!("这里要一张牌，写了 {found} 张"),
        }
    }
}

/// Reads tiles in the order they are written. Spaces between groups are allowed.
pub fn parse_tiles(text: &str) -> Result<Vec<Tile>, NotationError> {
    if text.len() > LONGEST {
        return Err(NotationError::TooLong { length: text.len() });
    }
    let mut tiles = Vec::new();
    let mut digits = String::new();
    for (i, c) in text.chars().enumerate() {
        if c.is_ascii_digit() {
            digits.push(c);
        } else if let Some(suit) = Suit::from_letter(c) {
            if digits.is_empty() {
                return Err(NotationError::NoDigits { letter: c, place: i + 1 });
            }
            for digit in digits.drain(..) {
                let rank = digit as u8 - b'0';
                let no_such = NotationError::NoSuchTile { rank, letter: c, most: suit.size() };
                tiles.push(Tile::new(suit, rank).ok_or(no_such)?);
            }
        } else if c != ' ' || !digits.is_empty() {
            return Err(NotationError::Unknown { found: c, place: i + 1 });
        }
    }
    if digits.is_empty() { Ok(tiles) } else { Err(NotationError::NoSuit { digits }) }
}

/// Reads exactly one tile.
pub fn parse_tile(text: &str) -> Result<Tile, NotationError> {
    // Nearly every action names one tile: no list has to be made for it.
    if let &[digit @ b'0'..=b'9', letter] = text.as_bytes()
        && let Some(tile) = Suit::from_letter(letter.into()).and_then(|suit| Tile::new(suit, digit - b'0'))
    {
        return Ok(tile);
    }
    match parse_tiles(text)?[..] {
        [tile] => Ok(tile),
        ref other => Err(NotationError::NotOne { found: other.len() }),
    }
}

/// Writes tiles in the given order, neighbours of one suit grouped.
pub fn format_tiles(tiles: &[Tile]) -> String {
    let mut text = String::with_capacity(tiles.len() + 8);
    for (i, tile) in tiles.iter().enumerate() {
        let _ = write!(text, "{}", tile.rank());
        if tiles.get(i + 1).is_none_or(|next| next.suit() != tile.suit()) {
            text.push(tile.suit().letter());
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn reads_groups_in_written_order() {
        let tiles = parse_tiles("21m7z 58f").unwrap();
        assert_eq!(format_tiles(&tiles), "21m7z58f");
        assert_eq!(parse_tiles("").unwrap(), vec![]);
    }

    #[test]
    fn errors_say_what_would_be_right() {
        let message = |text: &str| parse_tiles(text).unwrap_err().to_string();
        assert_eq!(message("8z"), "there is no 8z: z has 1 to 7");
        assert_eq!(message("0m"), "there is no 0m: m has 1 to 9");
        assert_eq!(message("m"), "'m' at place 1 has no digit before it; write the digits first, as in 123m");
        assert_eq!(message("12m3"), "the digits 3 at the end have no suit letter; add m, p, s, z or f");
        assert_eq!(
            message("1x"),
            "'x' at place 2 is not part of the notation; it knows digits and m p s z f"
        );
        assert_eq!(message(&"1m".repeat(600)), "1200 characters are too many; at most 1024 are read");
        assert_eq!(parse_tile("11m").unwrap_err().to_string(), "one tile was expected, 2 were written");
    }

    proptest! {
        #[test]
        fn what_is_written_can_be_read(indices in prop::collection::vec(0usize..42, 0..150)) {
            let tiles: Vec<Tile> = indices.into_iter().map(Tile::at).collect();
            prop_assert_eq!(parse_tiles(&format_tiles(&tiles)).unwrap(), tiles);
        }

        #[test]
        fn no_text_panics(text in ".{0,40}") {
            let _ = parse_tiles(&text);
        }
    }
}
