//! What every declared set of options can do: be read strictly, written, sampled and compared with its defaults.

use std::borrow::Cow;

use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{SerializeMap, Serializer};

use crate::error::OptionError;
use crate::spec::{OptionKind, OptionSpec};
use crate::value::{OptionValue, RawOptions, read_pair};

/// A type that an option's field may have: `bool`, `i32`, or an enum declared by [`options!`](crate::options!).
pub trait OptionType: Copy {
    /// The values it takes when the declaration names no range.
    const KIND: OptionKind;
    /// As a value.
    fn to_value(self) -> OptionValue;
    /// From a value, if it is one of this type.
    fn from_value(value: &OptionValue) -> Option<Self>;
}

impl OptionType for bool {
    const KIND: OptionKind = OptionKind::Bool;

    fn to_value(self) -> OptionValue {
        OptionValue::Bool(self)
    }

    fn from_value(value: &OptionValue) -> Option<Self> {
        match value {
            OptionValue::Bool(value) => Some(*value),
            _ => None,
        }
    }
}

impl OptionType for i32 {
    const KIND: OptionKind = OptionKind::Int { min: Self::MIN, max: Self::MAX };

    fn to_value(self) -> OptionValue {
        OptionValue::Int(self.into())
    }

    fn from_value(value: &OptionValue) -> Option<Self> {
        match value {
            OptionValue::Int(value) => (*value).try_into().ok(),
            _ => None,
        }
    }
}

/// The options of one rule set. Implemented by [`options!`](crate::options!), never by hand.
pub trait OptionSet: Copy + Default + Eq {
    /// Every option in declared order.
    const SPECS: &'static [OptionSpec];

    /// All values in the order of [`Self::SPECS`].
    #[doc(hidden)]
    fn values(&self) -> Vec<OptionValue>;

    /// Stores a value of the right type; `false` if there is no such option or the type differs.
    #[doc(hidden)]
    fn store(&mut self, name: &str, value: &OptionValue) -> bool;

    /// The cross-option check of the declaration: values that are allowed alone but not together.
    fn check(&self) -> Result<(), OptionError>;

    /// The spec of an option, or an error that suggests a name.
    fn spec(name: &str) -> Result<&'static OptionSpec, OptionError> {
        Self::SPECS
            .iter()
            .find(|spec| spec.name == name)
            .ok_or_else(|| OptionError::unknown(name, Self::SPECS))
    }

    /// Reads options strictly: unknown names, values that are not allowed and combinations that `check` refuses
    /// are errors. What is not given takes its default.
    fn from_values(raw: &RawOptions) -> Result<Self, OptionError> {
        if let Some(problem) = raw.problem() {
            return Err(problem.clone());
        }
        let mut options = Self::default();
        for (name, value) in raw.iter() {
            options.store_checked(name, value)?;
        }
        options.check()?;
        Ok(options)
    }

    /// Changes one option, written as `name=value`; after an error nothing has changed.
    ///
    /// The cross-option check runs at once. To apply several changes of which only the result must be consistent,
    /// collect them with [`RawOptions::from_pairs`].
    fn set(&mut self, pair: &str) -> Result<(), OptionError> {
        let (name, value) = read_pair(Self::SPECS, pair)?;
        let mut changed = *self;
        changed.store_checked(name, &value)?;
        changed.check()?;
        *self = changed;
        Ok(())
    }

    #[doc(hidden)]
    fn store_checked(&mut self, name: &str, value: &OptionValue) -> Result<(), OptionError> {
        let spec = Self::spec(name)?;
        spec.accept(value)?;
        if self.store(name, value) { Ok(()) } else { Err(OptionError::not_allowed(spec, value)) }
    }

    /// Whether all values are allowed, alone and together: true of everything read, not of every struct literal.
    fn validate(&self) -> Result<(), OptionError> {
        Self::SPECS.iter().zip(self.values()).try_for_each(|(spec, value)| spec.accept(&value))?;
        self.check()
    }

    /// Names and values in declared order.
    fn to_values(&self) -> Vec<(&'static str, OptionValue)> {
        Self::SPECS.iter().map(|spec| spec.name).zip(self.values()).collect()
    }

    /// What a match agrees on: names and values in declared order, without later options that are at their defaults.
    /// Terms and records are made of these, so that those from before an option was added stay as they were.
    fn agreed(&self) -> Vec<(&'static str, OptionValue)> {
        let specs = Self::SPECS.iter().zip(self.values());
        let named = specs.filter(|(spec, value)| !spec.later || spec.default != *value);
        named.map(|(spec, value)| (spec.name, value)).collect()
    }

    /// The options that differ from their defaults, in declared order.
    fn changed(&self) -> Vec<(&'static str, OptionValue)> {
        Self::SPECS
            .iter()
            .zip(self.values())
            .filter(|(spec, value)| spec.default != *value)
            .map(|(spec, value)| (spec.name, value))
            .collect()
    }

    /// Random valid options, for tests. `below(n)` answers a number below `n`.
    ///
    /// Draws again until `check` holds; a source that never varies gets the defaults in the end.
    fn sample(below: &mut impl FnMut(u32) -> u32) -> Self {
        const ATTEMPTS: usize = 1000;
        for _ in 0..ATTEMPTS {
            let mut options = Self::default();
            for spec in Self::SPECS {
                let stored = options.store(spec.name, &spec.kind.sample(below));
                debug_assert!(stored, "a sampled value has its option's type");
            }
            if options.check().is_ok() {
                return options;
            }
        }
        Self::default()
    }
}

/// Writes options as an object in declared order.
#[doc(hidden)]
pub fn serialize<O: OptionSet, S: Serializer>(options: &O, serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(O::SPECS.len()))?;
    for (name, value) in options.to_values() {
        map.serialize_entry(name, &value)?;
    }
    map.end()
}

/// Reads options strictly.
#[doc(hidden)]
pub fn deserialize<'de, O: OptionSet, D: Deserializer<'de>>(deserializer: D) -> Result<O, D::Error> {
    O::from_values(&RawOptions::deserialize(deserializer)?).map_err(D::Error::custom)
}

/// A choice's value; used by the code that `options!` writes.
#[doc(hidden)]
pub const fn text_value(text: &'static str) -> OptionValue {
    OptionValue::Text(Cow::Borrowed(text))
}
