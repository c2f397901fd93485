//! Why options were refused, in words a table's host can act on.

use std::fmt;

use crate::spec::{OptionKind, OptionSpec};
use crate::text::{Lang, Sentence, Text};
use crate::value::OptionValue;

/// A refused option: which one, and why. `Display` is English, [`OptionError::zh`] is Chinese.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct OptionError {
    /// The option's name as given.
    pub option: String,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What can be wrong with an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// The rule set has no option of this name.
    Unknown {
        /// The closest name that exists, if one is close.
        suggestion: Option<&'static str>,
        /// All names that exist.
        known: Vec<&'static str>,
    },
    /// The value is none of the allowed ones.
    NotAllowed {
        /// The option's label.
        label: Text,
        /// The value given, as written in JSON.
        given: String,
        /// What is allowed.
        allowed: OptionKind,
    },
    /// The name was given more than once.
    Duplicate,
    /// More options than any rule set has; the option named is the first one too many.
    TooMany {
        /// How many are read.
        limit: usize,
    },
    /// Not of the form `name=value`.
    NoValue,
    /// Each value is allowed, but not together with the others.
    Conflict(Text),
}

impl OptionError {
    /// Values that exclude each other: what a rule set's `check` answers. Names the option to change.
    pub fn conflict(option: &str, reason: Text) -> Self {
        Self { option: option.to_owned(), problem: Problem::Conflict(reason) }
    }

    pub(crate) fn unknown(name: &str, specs: &'static [OptionSpec]) -> Self {
        Self {
            option: name.to_owned(),
            problem: Problem::Unknown {
                suggestion: nearest(name, specs),
                known: specs.iter().map(|spec| spec.name).collect(),
            },
        }
    }

    pub(crate) fn not_allowed(spec: &OptionSpec, given: &OptionValue) -> Self {
        Self {
            option: spec.name.to_owned(),
            problem: Problem::NotAllowed { label: spec.label, given: given.quoted(), allowed: spec.kind },
        }
    }

    /// The message in Chinese.
    pub fn zh(&self) -> String {
        self.message(Lang::Zh)
    }

    /// The message in both languages.
    pub fn sentence(&self) -> Sentence {
        Sentence { zh: self.message(Lang::Zh), en: self.message(Lang::En) }
    }

    /// The message in `lang`.
    pub fn message(&self, lang: Lang) -> String {
        let mut out = String::new();
        let written = match lang {
            Lang::Zh => self.write_zh(&mut out),
            Lang::En => self.write_en(&mut out),
        };
        debug_assert!(written.is_ok(), "writing to a string does not fail");
        out
    }

    fn write_en(&self, out: &mut impl fmt::Write) -> fmt::Result {
        // The name may come from anywhere: control characters must not reach a terminal.
        let name = self.option.escape_debug();
        match &self.problem {
            Problem::Unknown { suggestion: Some(near), .. } => {
                write!(out, "unknown option `{name}`; did you mean `{near}`?")
            }
            Problem::Unknown { known, .. } => {
                write!(out, "unknown option `{name}`; the options are {}", known.join(", "))
            }
            Problem::NotAllowed { given, allowed, .. } => {
                write!(out, "option `{name}` cannot be {given}; allowed: {}", allowed.describe(Lang::En))
            }
            Problem::Duplicate => write!(out, "option `{name}` is given more than once"),
            Problem::TooMany { limit } => write!(out, "more than {limit} options, from `{name}` on"),
            Problem::NoValue => write!(out, "option `{name}` has no value: write `name=value`"),
            Problem::Conflict(reason) => write!(out, "option `{name}`: {}", reason.en),
        }
    }

    fn write_zh(&self, out: &mut impl fmt::Write) -> fmt::Result {
        let name = self.option.escape_debug();
        match &self.problem {
            Problem::Unknown { suggestion: Some(near), .. } => {
                write!(out, "没有选项 `{name}`，是否想写 `{near}`？")
            }
            Problem::Unknown { known, .. } => {
                write!(out, "没有选项 `{name}`，可用的选项有：{}", known.join("、"))
            }
            Problem::NotAllowed { label, given, allowed } => {
                write!(
                    out,
                    "选项 `{name}`（{}）不能是 {given}，可取：{}",
                    label.zh,
                    allowed.describe(Lang::Zh)
                )
            }
            Problem::Duplicate => write!(out, "选项 `{name}` 重复给出"),
            Problem::TooMany { limit } => write!(out, "选项超过 {limit} 个，从 `{name}` 起不再读取"),
            Problem::NoValue => write!(out, "选项 `{name}` 没有取值，请写成 `名称=取值`"),
            Problem::Conflict(reason) => write!(out, "选项 `{name}`：{}", reason.zh),
        }
    }
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_en(f)
    }
}

/// The known name with the fewest edits from `name`, if at most a third of its letters differ.
fn nearest(name: &str, specs: &'static [OptionSpec]) -> Option<&'static str> {
    specs
        .iter()
        .map(|spec| (edit_distance(name, spec.name), spec.name))
        .filter(|&(distance, known)| distance <= (known.len() / 3).max(1))
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, known)| known)
}

/// Levenshtein distance; both texts are short (names are cut when read).
fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::edit_distance;

    #[test]
    fn counts_single_letter_edits() {
        assert_eq!(edit_distance("", "base"), 4);
        assert_eq!(edit_distance("base", "base"), 0);
        assert_eq!(edit_distance("bsae", "base"), 2);
        assert_eq!(edit_distance("rob-kong", "rob_kong"), 1);
        assert_eq!(edit_distance("底分", "底"), 1);
    }
}
