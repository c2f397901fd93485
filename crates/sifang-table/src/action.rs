//! What a seat can do, and how it is written: `discard 5p`, `chi 46p`, `pon`, `kong 3m`, `hu`, `bury 123m` …
//!
//! One vocabulary serves players, scripts, records and bots. Whether an action is legal is never decided here: see `Choices`.

use serde::de::Visitor;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sifang_tiles::{NotationError, Tile, format_tiles, parse_tile, parse_tiles};
use std::fmt;

/// What a seat can announce about its hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Declaration {
    /// 报叫 / 报胡 / 报听: the hand waits and will not change.
    Ready,
    /// 报请胡: the hand will be won by asking.
    ReadyAsk,
}

impl Declaration {
    /// The verb that announces it.
    pub const fn verb(self) -> &'static str {
        match self {
            Declaration::Ready => "ready",
            Declaration::ReadyAsk => "ready_ask",
        }
    }
}

/// One answer of one seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "string"))]
pub enum Action {
    /// 过: let it go.
    Pass,
    /// 胡: win.
    Win,
    /// 杠 a discard with three of one's own.
    Kong,
    /// 碰 a discard.
    Pung,
    /// 吃 a discard with these two tiles of one's own, lower first.
    Chow(Tile, Tile),
    /// 暗杠 or 补杠 in one's own turn.
    OwnKong(Tile),
    /// 出牌.
    Discard(Tile),
    /// Announce in a window, without throwing a tile.
    Declare(Declaration),
    /// Announce and throw this tile.
    DeclareDiscard(Declaration, Tile),
    /// 请胡: show this tile and ask whether anybody wins on it.
    Ask(Tile),
    /// 埋牌: three tiles, ascending, face down for good.
    Bury([Tile; 3]),
    /// 飘: stake this many points before the deal.
    Float(u8),
}

impl Default for Action {
    /// `Pass`, so that arrays of answers can be made.
    fn default() -> Self {
        Action::Pass
    }
}

impl Action {
    /// Reads an action as scripts and records write it (verb, then tiles or a number).
    pub fn parse(text: &str) -> Result<Action, ActionError> {
        let mut words = text.split_ascii_whitespace();
        let verb = words.next().ok_or(ActionError::Empty)?;
        let operand = words.next();
        if let Some(extra) = words.next() {
            return Err(ActionError::Extra { verb: verb.into(), extra: extra.into() });
        }
        let missing = || ActionError::Missing { verb: verb.into() };
        let tile = || parse_tile(operand.ok_or_else(missing)?).map_err(ActionError::from);
        let plain = |action: Action| match operand {
            None => Ok(action),
            Some(extra) => Err(ActionError::Extra { verb: verb.into(), extra: extra.into() }),
        };
        match verb {
            "pass" => plain(Action::Pass),
            "hu" => plain(Action::Win),
            "pon" => plain(Action::Pung),
            "kong" if operand.is_none() => Ok(Action::Kong),
            "kong" => tile().map(Action::OwnKong),
            "discard" => tile().map(Action::Discard),
            "ask" => tile().map(Action::Ask),
            "ready" | "ready_ask" => {
                let what = if verb == "ready" { Declaration::Ready } else { Declaration::ReadyAsk };
                if operand.is_none() {
                    Ok(Action::Declare(what))
                } else {
                    Ok(Action::DeclareDiscard(what, tile()?))
                }
            }
            "chi" => {
                let mut tiles = parse_tiles(operand.ok_or_else(missing)?)?;
                tiles.sort_unstable();
                match tiles[..] {
                    [a, b] => Ok(Action::Chow(a, b)),
                    _ => Err(ActionError::Number { verb: verb.into(), wanted: 2, found: tiles.len() }),
                }
            }
            "bury" => {
                let mut tiles = parse_tiles(operand.ok_or_else(missing)?)?;
                tiles.sort_unstable();
                match tiles[..] {
                    [a, b, c] => Ok(Action::Bury([a, b, c])),
                    _ => Err(ActionError::Number { verb: verb.into(), wanted: 3, found: tiles.len() }),
                }
            }
            "piao" => operand
                .ok_or_else(missing)?
                .parse()
                .map(Action::Float)
                .map_err(|_| ActionError::NotANumber { found: operand.unwrap_or_default().into() }),
            _ => Err(ActionError::Verb { found: verb.chars().take(20).collect() }),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Pass => f.write_str("pass"),
            Action::Win => f.write_str("hu"),
            Action::Kong => f.write_str("kong"),
            Action::Pung => f.write_str("pon"),
            Action::Chow(a, b) => write!(f, "chi {}", format_tiles(&[*a, *b])),
            Action::OwnKong(t) => write!(f, "kong {t}"),
            Action::Discard(t) => write!(f, "discard {t}"),
            Action::Declare(d) => f.write_str(d.verb()),
            Action::DeclareDiscard(d, t) => write!(f, "{} {t}", d.verb()),
            Action::Ask(t) => write!(f, "ask {t}"),
            Action::Bury(tiles) => write!(f, "bury {}", format_tiles(tiles)),
            Action::Float(n) => write!(f, "piao {n}"),
        }
    }
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The discard of each kind of tile, in letters.
static LETTERS: [[u8; 10]; Tile::KINDS] = {
    let mut all = [*b"discard 00"; Tile::KINDS];
    let mut kind = 0;
    while kind < Tile::KINDS {
        let name = Tile::at(kind).name().as_bytes();
        (all[kind][8], all[kind][9]) = (name[0], name[1]);
        kind += 1;
    }
    all
};

/// The same as texts.
static DISCARDS: [&str; Tile::KINDS] = {
    let mut all = [""; Tile::KINDS];
    let mut kind = 0;
    while kind < Tile::KINDS {
        if let Ok(text) = str::from_utf8(&LETTERS[kind]) {
            all[kind] = text;
        }
        kind += 1;
    }
    all
};

impl Serialize for Action {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // What tables write most lies ready, as kinds of a known few: a writer need not look whether they have to be escaped.
        match self {
            Action::Pass => serializer.serialize_unit_variant("Action", 0, "pass"),
            Action::Discard(tile) => {
                let number = 1 + tile.index() as u32;
                serializer.serialize_unit_variant("Action", number, DISCARDS[tile.index()])
            }
            _ => serializer.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for Action {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Written;

        impl Visitor<'_> for Written {
            type Value = Action;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Action, E> {
                Action::parse(text).map_err(E::custom)
            }
        }

        deserializer.deserialize_str(Written)
    }
}

/// What is wrong with a written action.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ActionError {
    /// Nothing was written.
    #[error("an action is missing; write a verb such as discard, pon or pass")]
    Empty,
    /// No such verb.
    #[error(
        "'{found}' is no verb; there are discard, chi, pon, kong, hu, pass, ready, ready_ask, ask, bury and piao"
    )]
    Verb {
        /// The word found.
        found: String,
    },
    /// The verb needs tiles or a number.
    #[error("'{verb}' needs its tile, as in '{verb} 5m' (piao: a number)")]
    Missing {
        /// The verb.
        verb: String,
    },
    /// More words than the verb takes.
    #[error("'{extra}' is too much after '{verb}'")]
    Extra {
        /// The verb.
        verb: String,
        /// The first word too many.
        extra: String,
    },
    /// Another number of tiles than the verb takes.
    #[error("'{verb}' takes {wanted} tiles, {found} were written")]
    Number {
        /// The verb.
        verb: String,
        /// How many it takes.
        wanted: usize,
        /// How many there were.
        found: usize,
    },
    /// `piao` without a small number.
    #[error("'{found}' is not a number of points from 0 to 255")]
    NotANumber {
        /// The word found.
        found: String,
    },
    /// Bad tiles.
    #[error(transparent)]
    Tiles(#[from] NotationError),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_actions_read_back() {
        for text in [
            "pass",
            "hu",
            "pon",
            "kong",
            "kong 5m",
            "discard 7z",
            "chi 46p",
            "ready",
            "ready 1s",
            "ready_ask",
            "ready_ask 9p",
            "ask 2p",
            "bury 119m",
            "piao 3",
        ] {
            assert_eq!(Action::parse(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn errors_name_the_trouble() {
        let message = |text: &str| Action::parse(text).unwrap_err().to_string();
        assert_eq!(message("discard"), "'discard' needs its tile, as in 'discard 5m' (piao: a number)");
        assert_eq!(message("chi 456p"), "'chi' takes 2 tiles, 3 were written");
        assert_eq!(message("hu now"), "'now' is too much after 'hu'");
        assert_eq!(message("piao x"), "'x' is not a number of points from 0 to 255");
        assert!(message("steal 5m").starts_with("'steal' is no verb"));
        assert!(message("discard 0m").starts_with("there is no 0m"));
    }
}
