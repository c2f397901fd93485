//! Values of options before and after they are checked: [`OptionValue`] and the unchecked [`RawOptions`].
//!
//! Reading never fails on what a value *is*: a list or a fraction is kept as a short description, so that the
//! refusal can name the option and say what is allowed instead of pointing at a byte offset.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::error::{OptionError, Problem};
use crate::spec::{OptionKind, OptionSpec};

/// At most this many options are kept of one object; no rule set has nearly as many.
const MAX_OPTIONS: usize = 64;
/// Longer names and texts are cut: they match no option, and an error message should stay readable.
const MAX_TEXT: usize = 64;

/// One value of an option.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "boolean | number | string"))]
pub enum OptionValue {
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A text: the value of a choice.
    Text(Cow<'static, str>),
    /// Something no option can be (null, a fraction, a list, an object), described in a few characters.
    Other(String),
}

impl OptionValue {
    /// Reads a value typed by a person for an option of this kind.
    ///
    /// The kind decides, because `159` is a number for one option and a choice's name for another. A text that
    /// does not fit the kind is kept as text, to be refused with the option's name.
    pub fn parse(kind: OptionKind, text: &str) -> Self {
        let text = text.trim();
        let read = match kind {
            OptionKind::Bool => match text {
                "true" | "on" => Some(Self::Bool(true)),
                "false" | "off" => Some(Self::Bool(false)),
                _ => None,
            },
            OptionKind::Int { .. } | OptionKind::IntSet(_) => text.parse().ok().map(Self::Int),
            OptionKind::Choice(_) => None,
        };
        read.unwrap_or_else(|| Self::text(text))
    }

    /// A text from outside, cut when it is too long to be any option's value.
    pub fn text(text: &str) -> Self {
        match cut(text) {
            Cow::Borrowed(whole) => Self::Text(Cow::Owned(whole.to_owned())),
            Cow::Owned(cut) => Self::Other(format!("{cut:?}")),
        }
    }

    /// The value as written in JSON; control characters are escaped.
    pub(crate) fn quoted(&self) -> String {
        match self {
            Self::Text(text) => format!("{text:?}"),
            other => other.to_string(),
        }
    }
}

fn cut(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(MAX_TEXT) {
        None => Cow::Borrowed(text),
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
    }
}

/// As typed after `name=`: no quotes.
impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool(value) => value.fmt(f),
            Self::Int(value) => value.fmt(f),
            Self::Text(text) => f.write_str(text),
            Self::Other(description) => f.write_str(description),
        }
    }
}

/// `Other` is written as its description: it never comes from a checked option set.
impl Serialize for OptionValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Int(value) => serializer.serialize_i64(*value),
            Self::Text(text) => serializer.serialize_str(text),
            Self::Other(description) => serializer.serialize_str(description),
        }
    }
}

impl<'de> Deserialize<'de> for OptionValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ValueVisitor)
    }
}

struct ValueVisitor;

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = OptionValue;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the value of an option")
    }

    fn visit_bool<E>(self, value: bool) -> Result<OptionValue, E> {
        Ok(OptionValue::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<OptionValue, E> {
        Ok(OptionValue::Int(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<OptionValue, E> {
        Ok(i64::try_from(value).map_or_else(|_| OptionValue::Other(value.to_string()), OptionValue::Int))
    }

    fn visit_f64<E>(self, value: f64) -> Result<OptionValue, E> {
        Ok(OptionValue::Other(format!("{value:?}")))
    }

    fn visit_str<E>(self, value: &str) -> Result<OptionValue, E> {
        Ok(OptionValue::text(value))
    }

    fn visit_unit<E>(self) -> Result<OptionValue, E> {
        Ok(OptionValue::Other("null".into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<OptionValue, A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(OptionValue::Other("[…]".into()))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<OptionValue, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(OptionValue::Other("{…}".into()))
    }
}

/// Options as they came in: names and values in order, nothing checked against a rule set yet.
///
/// A name given twice, or more names than any rule set has, is remembered and refused by
/// [`OptionSet::from_values`](crate::OptionSet::from_values), like every other mistake.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RawOptions {
    entries: Vec<(String, OptionValue)>,
    problem: Option<OptionError>,
}

impl RawOptions {
    /// No options: every one takes its default.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an option.
    pub fn insert(&mut self, name: &str, value: OptionValue) {
        let name = cut(name).into_owned();
        let problem = if self.get(&name).is_some() {
            Problem::Duplicate
        } else if self.entries.len() == MAX_OPTIONS {
            Problem::TooMany { limit: MAX_OPTIONS }
        } else {
            self.entries.push((name, value));
            return;
        };
        self.refuse(OptionError { option: name, problem });
    }

    /// Adds an option written as `name=value`, its value read as the kind of that option in `specs`.
    pub fn insert_pair(&mut self, specs: &'static [OptionSpec], pair: &str) {
        match read_pair(specs, pair) {
            Ok((name, value)) => self.insert(name, value),
            Err(error) => self.refuse(error),
        }
    }

    /// Options written as `name=value`, as on a command line.
    pub fn from_pairs<P: AsRef<str>>(
        specs: &'static [OptionSpec],
        pairs: impl IntoIterator<Item = P>,
    ) -> Self {
        let mut raw = Self::new();
        for pair in pairs {
            raw.insert_pair(specs, pair.as_ref());
        }
        raw
    }

    /// The value given for `name`.
    pub fn get(&self, name: &str) -> Option<&OptionValue> {
        self.entries.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// Names and values in the order given.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &OptionValue)> {
        self.entries.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// How many options were given.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether no option was given.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// What was wrong with the names themselves, if anything: the first such mistake.
    pub fn problem(&self) -> Option<&OptionError> {
        self.problem.as_ref()
    }

    fn refuse(&mut self, error: OptionError) {
        self.problem.get_or_insert(error);
    }
}

/// Splits `name=value`; a name without a spec keeps its value as text and is refused later, with a suggestion.
pub(crate) fn read_pair<'p>(
    specs: &'static [OptionSpec],
    pair: &'p str,
) -> Result<(&'p str, OptionValue), OptionError> {
    let Some((name, value)) = pair.split_once('=') else {
        return Err(OptionError { option: cut(pair.trim()).into_owned(), problem: Problem::NoValue });
    };
    let name = name.trim();
    let value = match specs.iter().find(|spec| spec.name == name) {
        Some(spec) => OptionValue::parse(spec.kind, value),
        None => OptionValue::text(value),
    };
    Ok((name, value))
}

impl<'de> Deserialize<'de> for RawOptions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(RawVisitor)
    }
}

struct RawVisitor;

impl<'de> Visitor<'de> for RawVisitor {
    type Value = RawOptions;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of options")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<RawOptions, A::Error> {
        let mut raw = RawOptions::new();
        while let Some((name, value)) = map.next_entry::<Cow<'de, str>, OptionValue>()? {
            raw.insert(&name, value);
        }
        Ok(raw)
    }
}
