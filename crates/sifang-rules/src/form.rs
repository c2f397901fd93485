//! What a score request of a rule set is made of, declared so that a form can be drawn from it: which tiles there are, which
//! melds, which further facts, and what the numbers of an answer mean. A client that draws this form needs no rule.
//!
//! The same declarations say to the reader of requests which fields there are and what they take. What is *not* here: whether
//! a filled form is right. That says the rule set when it reads the request.

use crate::refusal::{Clauses, Codes};
use serde::Serialize;
use sifang_options::Text;

/// The form of one rule set.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FormParts"))]
pub struct Form {
    /// Closed tiles of a hand without melds, without the winning tile; every meld takes three.
    pub hand: u8,
    /// The melds there are.
    pub melds: &'static [MeldChoice],
    /// The ways to win.
    pub sources: &'static [Choice],
    /// Circumstances of a win (the field `context`).
    pub flags: &'static [Flag],
    /// How many circumstances a request may name.
    pub most_flags: u8,
    /// Everything else that a request may say.
    pub fields: &'static [Field],
    /// What the numbers of an answer and of a wait mean.
    pub figures: &'static [Choice],
    /// Fields that a request may have and the form does not ask for.
    #[serde(skip)]
    pub unasked: &'static [Field],
    /// Codes of refusals that the specification spells in its own way.
    #[serde(skip)]
    pub codes: Codes,
    /// The clauses that refusals follow from.
    #[serde(skip)]
    pub clauses: Clauses,
}

impl Form {
    /// Whether this is a field for flowers.
    pub(crate) fn is_for_flowers(&self, name: &str) -> bool {
        self.fields.iter().any(|field| field.name == name && matches!(field.kind, Kind::Flowers))
    }

    /// How many seats a field names at most.
    pub(crate) fn most_seats(&self, name: &str) -> usize {
        let most = |field: &Field| if let Kind::Seats(most) = field.kind { most as usize } else { 0 };
        self.fields.iter().find(|field| field.name == name).map_or(0, most)
    }
}

/// A name that requests and answers use, and what people read.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Choice {
    /// As it is written.
    pub name: &'static str,
    /// As it is read.
    pub label: Text,
}

/// One kind of meld.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct MeldChoice {
    /// As it is written.
    pub name: &'static str,
    /// As it is read.
    pub label: Text,
    /// From whom its tile comes.
    pub from: From,
}

/// From whom a meld may come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MeldFrom"))]
pub enum From {
    /// From nobody: it was in the hand.
    Nobody,
    /// From the seat before only.
    Previous,
    /// From any other seat.
    Other,
}

/// A circumstance of a win.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FormFlag"))]
pub struct Flag {
    /// As it is written.
    pub name: &'static str,
    /// As it is read.
    pub label: Text,
    /// The ways to win it goes with.
    pub sources: &'static [&'static str],
    /// What it does to the winning tile.
    pub tile: WinningTile,
}

impl Flag {
    /// The winning tile comes from elsewhere.
    pub const fn tile(self, tile: WinningTile) -> Flag {
        Flag { tile, ..self }
    }
}

/// Shorthand for tables: a circumstance of a win on a given tile.
pub const fn flag(
    name: &'static str,
    sources: &'static [&'static str],
    zh: &'static str,
    en: &'static str,
) -> Flag {
    Flag { name, label: Text::new(zh, en), sources, tile: WinningTile::Given }
}

/// Where the winning tile comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum WinningTile {
    /// One is given.
    Given,
    /// There is none.
    None,
    /// Only the dealer's dealt hand has one.
    DealerOnly,
    /// It is the tile of this field.
    Field(&'static str),
}

/// A fact of its own.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FormField"))]
pub struct Field {
    /// As it is written.
    pub name: &'static str,
    /// As it is read.
    pub label: Text,
    /// What it takes.
    pub kind: Kind,
    /// It is asked for only when one of these holds; empty: always.
    pub when: &'static [Need],
    /// Whether a request for waits has it too.
    pub waits: bool,
    /// A value of another type is refused in its turn, by what the specification says of this field, not as unreadable.
    #[serde(skip)]
    pub lenient: bool,
}

impl Field {
    /// It is asked for only when one of these holds.
    pub const fn when(self, when: &'static [Need]) -> Field {
        Field { when, ..self }
    }

    /// A request for waits has it too.
    pub const fn in_waits(self) -> Field {
        Field { waits: true, ..self }
    }

    /// A value of another type is refused in its turn.
    pub const fn lenient(self) -> Field {
        Field { lenient: true, ..self }
    }
}

/// Shorthand for tables: a field that is always asked for, of a win only.
pub const fn field(name: &'static str, kind: Kind, zh: &'static str, en: &'static str) -> Field {
    Field { name, label: Text::new(zh, en), kind, when: &[], waits: false, lenient: false }
}

/// What a field takes.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Kind {
    /// One tile out of the set.
    Tile,
    /// So many tiles out of the set, at most.
    Tiles(u8),
    /// Flowers that lie open.
    Flowers,
    /// One of these words.
    Word(&'static [Choice]),
    /// Another seat than the winner's.
    Seat,
    /// So many other seats, at most.
    Seats(u8),
    /// A number for each seat, from 0 to this.
    Numbers(u16),
    /// One of these words for each seat; the first is meant when nothing is said.
    Words(&'static [Choice]),
    /// Yes or no.
    Flag,
}

impl Kind {
    /// What it is in JSON.
    pub(crate) const fn json(self) -> Type {
        match self {
            Kind::Tile | Kind::Tiles(_) | Kind::Flowers | Kind::Word(_) => Type::Text,
            Kind::Seat => Type::Number,
            Kind::Seats(_) | Kind::Numbers(_) => Type::Numbers,
            Kind::Words(_) => Type::Words,
            Kind::Flag => Type::Flag,
        }
    }
}

/// What a field of a request is in JSON.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Type {
    Text,
    Number,
    Flag,
    Numbers,
    Words,
    Melds,
    Options,
}

/// When a field is asked for.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Need {
    /// The win came about in this way.
    Source(&'static str),
    /// An option has this value, written as JSON.
    Option(&'static str, &'static str),
    /// An option has another value than this.
    OptionNot(&'static str, &'static str),
}

/// Shorthand for tables.
pub const fn choice(name: &'static str, zh: &'static str, en: &'static str) -> Choice {
    Choice { name, label: Text::new(zh, en) }
}

/// Self-draw, discard, robbed kong: the three ways every rule set here knows.
pub const SOURCES: &[Choice] = &[
    choice("self_draw", "自摸", "Self-draw"),
    choice("discard", "点炮", "Discard"),
    choice("rob_kong", "抢杠", "Robbed kong"),
];

const fn meld(name: &'static str, zh: &'static str, en: &'static str, from: From) -> MeldChoice {
    MeldChoice { name, label: Text::new(zh, en), from }
}

/// A chow from the seat before.
pub const CHOW: MeldChoice = meld("chi", "吃", "Chow", From::Previous);
/// A pung.
pub const PUNG: MeldChoice = meld("pon", "碰", "Pung", From::Other);
/// A kong of a discard.
pub const KONG_DIRECT: MeldChoice = meld("kong_direct", "直杠", "Direct kong", From::Other);
/// A kong made by adding to a pung.
pub const KONG_ADDED: MeldChoice = meld("kong_added", "补杠", "Added kong", From::Other);
/// A kong of four in the hand.
pub const KONG_CONCEALED: MeldChoice = meld("kong_concealed", "暗杠", "Concealed kong", From::Nobody);
