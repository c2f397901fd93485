//! Why a request gets no score: one list of faults for all rule sets, each with its code, and sentences in both languages.
//!
//! What is *not* here: which faults a rule set looks for and in which order; that is the table of checks in its `request.rs`.

use serde::Serialize;
use sifang_options::{Sentence, Text, is_pair};

/// Why a request gets no score: a stable code, and a sentence for people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[error("{error}: {detail}")]
pub struct Refusal {
    /// The code: `not_a_win` or `illegal:…`.
    pub error: &'static str,
    /// What was wrong and what would be right, in English.
    pub detail: String,
    /// The same in Chinese.
    pub zh: String,
}

impl Refusal {
    /// A refusal with this code.
    pub fn new(error: &'static str, why: impl Into<Sentence>) -> Refusal {
        let Sentence { zh, en } = why.into();
        Refusal { error, detail: en, zh }
    }
}

macro_rules! faults {
    ($($(#[$doc:meta])* $name:ident = $code:literal,)*) => {
        /// What can be wrong with a request of any rule set.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Fault {
            $($(#[$doc])* $name,)*
            /// Something only one rule set knows, with its code.
            Own(&'static str),
        }

        impl Fault {
            /// All that rule sets have in common.
            pub const ALL: &'static [Fault] = &[$(Fault::$name),*];

            /// The code, where the specification of a rule set does not ask for another.
            pub const fn code(self) -> &'static str {
                match self {
                    $(Fault::$name => $code,)*
                    Fault::Own(code) => code,
                }
            }
        }
    };
}

faults! {
    /// A field has a value of another type than it takes, or is given twice.
    Unreadable = "bad_request",
    /// There is no such field.
    UnknownField = "bad_request",
    /// An option that does not exist or has no such value.
    Options = "illegal:options",
    /// So many cannot play.
    Players = "illegal:players",
    /// A seat that is not at the table, or not in this place.
    Seat = "illegal:seat",
    /// No known way to win.
    Source = "illegal:source",
    /// Whoever pays is missing, is the winner, or is named where nobody is.
    From = "illegal:from",
    /// Notation that cannot be read, or a tile that is not in the set.
    Tiles = "illegal:tiles",
    /// The winning tile is missing or superfluous.
    WinningTile = "illegal:winning_tile",
    /// Tiles that do not make the meld, or a meld from a wrong seat.
    Meld = "illegal:meld",
    /// Too many or too few concealed tiles for the melds.
    HandSize = "illegal:hand_size",
    /// More of a tile than the set has.
    Copies = "illegal:copies",
    /// A circumstance that does not exist or cannot be.
    Context = "illegal:context",
    /// Robbing kongs is switched off.
    RobKongOff = "illegal:rob_kong",
    /// Less than the options ask for.
    MinFan = "illegal:min_fan",
    /// The tiles are no win.
    NotAWin = "not_a_win",
}

/// Faults for which the specification of a rule set asks for another code than [`Fault::code`].
pub type Codes = &'static [(Fault, &'static str)];

/// One line of a rule set's ordered table: the first that is broken is the refusal.
#[derive(Clone, Copy, Debug)]
pub struct Check<W> {
    /// What it is.
    pub fault: Fault,
    /// Whether the described win has it.
    pub broken: fn(&W) -> bool,
    /// What was wrong and what would be right.
    pub why: Text,
}

/// One line of a table; see `checks!`.
pub const fn check<W>(fault: Fault, broken: fn(&W) -> bool, zh: &'static str, en: &'static str) -> Check<W> {
    assert!(is_pair(zh, en), "Chinese first, then English");
    Check { fault, broken, why: Text::new(zh, en) }
}

/// A rule set's ordered table: `fault, |win| broken => Chinese, English;` a line.
macro_rules! checks {
    ($(#[$doc:meta])* $name:ident of $win:ty;
        $($fault:expr, |$w:ident| $broken:expr => $zh:literal, $en:literal;)*) => {
        $(#[$doc])*
        const $name: &[$crate::refusal::Check<$win>] =
            &[$($crate::refusal::check($fault, |$w| $broken, $zh, $en)),*];
    };
}
pub(crate) use checks;
