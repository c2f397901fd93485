//! Why a request gets no score: one list of faults for all rule sets, each with its code, and sentences in both languages.
//!
//! What is *not* here: which faults a rule set looks for and in which order; that is the table of checks in its `request.rs`.

use serde::Serialize;
use sifang_options::{Sentence, Text, is_pair};

/// Why a request gets no score: a stable code, and a sentence for people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[error("{error}: {detail}")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Refusal {
    /// The code: `not_a_win` or `illegal:…`.
    pub error: &'static str,
    /// What was wrong and what would be right, in English.
    pub detail: String,
    /// The same in Chinese.
    pub zh: String,
    /// The clause of the rule book that it follows from, where a rule says so and not the form of a request.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub clause: Option<&'static str>,
}

impl Refusal {
    /// A refusal with this code.
    pub fn new(error: &'static str, why: impl Into<Sentence>) -> Refusal {
        let Sentence { zh, en } = why.into();
        Refusal { error, detail: en, zh, clause: None }
    }

    /// The same, by this clause.
    pub fn at(self, clause: &'static str) -> Refusal {
        Refusal { clause: Some(clause), ..self }
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

/// The clauses that faults go against; what is not in the table goes against none.
pub type Clauses = &'static [(Fault, &'static str)];

/// One line of a rule set's ordered table: the first that is broken is the refusal.
#[derive(Clone, Copy, Debug)]
pub struct Check<W> {
    /// What it is.
    pub fault: Fault,
    /// Whether the described win has it.
    pub broken: fn(&W) -> bool,
    /// What was wrong and what would be right.
    pub why: Text,
    /// The clause it goes against, where it is another than that of the fault.
    pub clause: Option<&'static str>,
}

/// One line of a table; see `checks!`.
pub const fn check<W>(
    fault: Fault,
    broken: fn(&W) -> bool,
    [zh, en]: [&'static str; 2],
    clause: Option<&'static str>,
) -> Check<W> {
    assert!(is_pair(zh, en), "Chinese first, then English");
    Check { fault, broken, why: Text::new(zh, en), clause }
}

/// A rule set's ordered table: `fault, |win| broken => Chinese, English, clause;` a line, the clause where it is not the fault's.
macro_rules! checks {
    (@) => { None };
    (@ $clause:literal) => { Some($clause) };
    ($(#[$doc:meta])* $name:ident of $win:ty;
        $($fault:expr, |$w:ident| $broken:expr => $zh:literal, $en:literal $(, $clause:literal)?;)*) => {
        $(#[$doc])*
        const $name: &[$crate::refusal::Check<$win>] =
            &[$($crate::refusal::check($fault, |$w| $broken, [$zh, $en], $crate::refusal::checks!(@ $($clause)?))),*];
    };
}
pub(crate) use checks;
