//! What is known about an option before any value is: its kind, default, words, group, clause and condition.
//!
//! Specs are constants made by [`options!`](crate::options!), which also has them audited while compiling.

use std::borrow::Cow;

use crate::error::OptionError;
use crate::text::{Lang, Text};
use crate::value::OptionValue;

/// One option of a rule set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionSpec {
    /// Name in JSON, on the command line and in Rust.
    pub name: &'static str,
    /// Which values it takes.
    pub kind: OptionKind,
    /// Value when not given.
    pub default: OptionValue,
    /// Short name for people.
    pub label: Text,
    /// What it changes, in a sentence.
    pub meaning: Text,
    /// Where a form shows it.
    pub group: Group,
    /// The clause of the rule text it belongs to.
    pub clause: &'static str,
    /// It has an effect only when all of these hold. It is *accepted* regardless: a form hides it, nothing refuses it.
    pub when: &'static [Condition],
    /// It was added after matches had been played without it. What those agreed on does not name it, and must keep
    /// its hash: so it is named only where it is not at its default ([`OptionSet::agreed`](crate::OptionSet::agreed)).
    pub later: bool,
}

impl OptionSpec {
    /// Refuses a value that this option does not take.
    pub fn accept(&self, value: &OptionValue) -> Result<(), OptionError> {
        if self.kind.allows(value) { Ok(()) } else { Err(OptionError::not_allowed(self, value)) }
    }
}

/// Which values an option takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// `true` or `false`.
    Bool,
    /// A whole number of a range.
    Int {
        /// Least value.
        min: i32,
        /// Greatest value.
        max: i32,
    },
    /// One of a few whole numbers.
    IntSet(&'static [i32]),
    /// One of a few named choices; a text in JSON.
    Choice(&'static [ChoiceSpec]),
}

/// One named choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChoiceSpec {
    /// The text in JSON and on the command line.
    pub value: &'static str,
    /// Its name for people.
    pub label: Text,
}

impl OptionKind {
    /// Whether `value` is one of this kind's values.
    pub fn allows(self, value: &OptionValue) -> bool {
        match (self, value) {
            (Self::Bool, OptionValue::Bool(_)) => true,
            (Self::Int { min, max }, OptionValue::Int(value)) => {
                (i64::from(min)..=i64::from(max)).contains(value)
            }
            (Self::IntSet(set), OptionValue::Int(value)) => set.iter().any(|&n| i64::from(n) == *value),
            (Self::Choice(choices), OptionValue::Text(text)) => choices.iter().any(|c| c.value == text),
            _ => false,
        }
    }

    /// What is allowed, as part of a sentence.
    pub fn describe(self, lang: Lang) -> String {
        let one_of = |values: Vec<String>| match lang {
            Lang::Zh => format!("{} 之一", values.join("、")),
            Lang::En => format!("one of {}", values.join(", ")),
        };
        match (self, lang) {
            (Self::Bool, Lang::Zh) => "true 或 false".into(),
            (Self::Bool, Lang::En) => "true or false".into(),
            (Self::Int { min, max }, Lang::Zh) => format!("{min} 到 {max} 的整数"),
            (Self::Int { min, max }, Lang::En) => format!("a whole number from {min} to {max}"),
            (Self::IntSet(set), _) => one_of(set.iter().map(i32::to_string).collect()),
            (Self::Choice(choices), _) => one_of(choices.iter().map(|c| format!("{:?}", c.value)).collect()),
        }
    }

    /// A value drawn with `below`, which answers a number below its argument.
    pub(crate) fn sample(self, below: &mut impl FnMut(u32) -> u32) -> OptionValue {
        // A range of all 2^32 numbers loses its last one; no option has such a range.
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        match self {
            Self::Bool => OptionValue::Bool(below(2) == 1),
            Self::Int { min, max } => {
                let span = max.abs_diff(min).saturating_add(1);
                OptionValue::Int(i64::from(min) + i64::from(below(span)))
            }
            Self::IntSet(set) => OptionValue::Int(i64::from(set[below(count(set.len())) as usize])),
            Self::Choice(choices) => {
                OptionValue::Text(Cow::Borrowed(choices[below(count(choices.len())) as usize].value))
            }
        }
    }

    /// Whether `text` is the written form of an allowed value.
    pub(crate) const fn allows_written(self, text: &str) -> bool {
        match self {
            Self::Bool => same(text, "true") || same(text, "false"),
            Self::Int { min, max } => match i32::from_str_radix(text, 10) {
                Ok(n) => min <= n && n <= max,
                Err(_) => false,
            },
            Self::IntSet(set) => match i32::from_str_radix(text, 10) {
                Ok(n) => holds(set, n),
                Err(_) => false,
            },
            Self::Choice(choices) => {
                let mut i = 0;
                while i < choices.len() {
                    if same(choices[i].value, text) {
                        return true;
                    }
                    i += 1;
                }
                false
            }
        }
    }
}

/// A condition under which an option has an effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Condition {
    /// Another option of the same rule set, or [`PLAYERS`].
    pub subject: &'static str,
    /// Whether the subject must be one of `values` (`true`) or none of them (`false`).
    pub is: bool,
    /// Values of the subject as written on the command line.
    pub values: &'static [&'static str],
}

/// The subject of a [`Condition`] that is not an option: how many play.
pub const PLAYERS: &str = "players";

impl Condition {
    /// The values, typed as the subject's are.
    pub fn typed_values(&self, specs: &[OptionSpec]) -> Vec<OptionValue> {
        let kind = specs
            .iter()
            .find(|spec| spec.name == self.subject)
            .map_or(OptionKind::Int { min: 2, max: 4 }, |spec| spec.kind);
        self.values.iter().map(|value| OptionValue::parse(kind, value)).collect()
    }

    /// The condition as a clause of a sentence.
    pub fn describe(&self, lang: Lang) -> String {
        let subject = match (self.subject, lang) {
            (PLAYERS, Lang::Zh) => "人数",
            (PLAYERS, Lang::En) => "the number of players",
            (option, _) => option,
        };
        match lang {
            Lang::Zh => {
                format!("{subject} {} {}", if self.is { "为" } else { "不为" }, self.values.join(" 或 "))
            }
            Lang::En => {
                format!("{subject} {} {}", if self.is { "is" } else { "is not" }, self.values.join(" or "))
            }
        }
    }
}

/// Where a form shows an option.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Group {
    /// Length of the match and who deals.
    Match,
    /// The table: players, tiles, what is shown.
    Table,
    /// What is a win and when it may be taken.
    Win,
    /// What a win is worth.
    Score,
    /// Kongs.
    Kong,
    /// What only this rule set has.
    Special,
}

impl Group {
    /// All groups in the order in which forms and tables show them.
    pub const ALL: [Self; 6] = [Self::Match, Self::Table, Self::Win, Self::Score, Self::Kong, Self::Special];

    /// The group of this id. Meant for constants, where an unknown id is a compile error.
    ///
    /// # Panics
    /// If there is no such group.
    pub const fn named(id: &str) -> Self {
        let mut i = 0;
        while i < Self::ALL.len() {
            if same(Self::ALL[i].id(), id) {
                return Self::ALL[i];
            }
            i += 1;
        }
        panic!("group must be one of: match, table, win, score, kong, special")
    }

    /// The id in schemas and declarations.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Match => "match",
            Self::Table => "table",
            Self::Win => "win",
            Self::Score => "score",
            Self::Kong => "kong",
            Self::Special => "special",
        }
    }

    /// The heading people see.
    pub const fn label(self) -> Text {
        match self {
            Self::Match => Text::new("对局", "Match"),
            Self::Table => Text::new("牌桌", "Table"),
            Self::Win => Text::new("胡牌", "Winning"),
            Self::Score => Text::new("计分", "Scoring"),
            Self::Kong => Text::new("杠牌", "Kongs"),
            Self::Special => Text::new("特殊玩法", "Special rules"),
        }
    }
}

pub(crate) const fn holds(set: &[i32], n: i32) -> bool {
    let mut i = 0;
    while i < set.len() {
        if set[i] == n {
            return true;
        }
        i += 1;
    }
    false
}

/// `==` for texts, which constants cannot use.
pub(crate) const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}
