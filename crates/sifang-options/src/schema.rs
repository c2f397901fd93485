//! The options of a rule set as a JSON Schema (2020-12), from which a client builds its form.
//!
//! What the standard has no word for stands in `x-` members: both languages (`x-zh`, `x-en`, with the labels of
//! choices), the group and clause, and `x-visible-if`, a list of conditions that must all hold for the option to
//! have an effect.

use serde::ser::{Serialize, Serializer};

use crate::spec::{Condition, Group, OptionKind, OptionSpec};
use crate::text::{Lang, Text};
use crate::value::OptionValue;

#[cfg(feature = "ts")]
use std::collections::BTreeMap;

/// The schema of `specs`, to be written with any serializer. `id` becomes the schema's `$id`.
pub fn json_schema<'a>(
    id: &'a str,
    title_zh: &'a str,
    title_en: &'a str,
    specs: &'a [OptionSpec],
) -> OptionSchema<'a> {
    let groups = Group::ALL.into_iter().filter(|group| specs.iter().any(|spec| spec.group == *group));
    OptionSchema {
        schema: "https://json-schema.org/draft/2020-12/schema",
        id,
        title: title_en,
        zh: Title { title: title_zh },
        en: Title { title: title_en },
        kind: "object",
        additional_properties: false,
        groups: Object(groups.map(|group| (group.id(), group.label())).collect()),
        properties: Object(specs.iter().map(|spec| (spec.name, property(spec, specs))).collect()),
    }
}

/// The schema of a rule set's options.
#[derive(serde::Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct OptionSchema<'a> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    #[serde(rename = "$id")]
    id: &'a str,
    title: &'a str,
    #[serde(rename = "x-zh")]
    zh: Title<'a>,
    #[serde(rename = "x-en")]
    en: Title<'a>,
    #[serde(rename = "type")]
    kind: &'static str,
    #[serde(rename = "additionalProperties")]
    additional_properties: bool,
    #[serde(rename = "x-groups")]
    #[cfg_attr(feature = "ts", ts(as = "BTreeMap<String, Text>"))]
    groups: Object<Text>,
    #[cfg_attr(feature = "ts", ts(as = "BTreeMap<String, OptionProperty>"))]
    properties: Object<OptionProperty>,
}

#[derive(serde::Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "OptionTitle"))]
struct Title<'a> {
    title: &'a str,
}

/// One option.
#[derive(serde::Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
struct OptionProperty {
    #[serde(rename = "type")]
    kind: PropertyKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    minimum: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    maximum: Option<i32>,
    #[serde(rename = "enum", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "Array<number | string>"))]
    values: Option<Vec<OptionValue>>,
    default: OptionValue,
    title: &'static str,
    description: &'static str,
    #[serde(rename = "x-zh")]
    zh: OptionWords,
    #[serde(rename = "x-en")]
    en: OptionWords,
    #[serde(rename = "x-group")]
    group: &'static str,
    #[serde(rename = "x-clause")]
    clause: &'static str,
    #[serde(rename = "x-visible-if", skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<OptionCondition>>"))]
    visible_if: Vec<OptionCondition>,
}

#[derive(serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
enum PropertyKind {
    Boolean,
    Integer,
    String,
}

/// What people read about an option in one language.
#[derive(serde::Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
struct OptionWords {
    title: &'static str,
    description: &'static str,
    #[serde(skip_serializing_if = "Object::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<BTreeMap<String, String>>"))]
    choices: Object<&'static str>,
}

/// The subject (an option or `players`) is one of the values under `is`, or none of those under `not`.
#[derive(serde::Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
struct OptionCondition {
    subject: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<OptionValue>>"))]
    is: Vec<OptionValue>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<OptionValue>>"))]
    not: Vec<OptionValue>,
}

fn property(spec: &OptionSpec, specs: &[OptionSpec]) -> OptionProperty {
    let (kind, minimum, maximum, values) = match spec.kind {
        OptionKind::Bool => (PropertyKind::Boolean, None, None, None),
        OptionKind::Int { min, max } => (PropertyKind::Integer, Some(min), Some(max), None),
        OptionKind::IntSet(set) => {
            let values = set.iter().map(|&n| OptionValue::Int(n.into())).collect();
            (PropertyKind::Integer, None, None, Some(values))
        }
        OptionKind::Choice(choices) => {
            let values = choices.iter().map(|c| OptionValue::Text(c.value.into())).collect();
            (PropertyKind::String, None, None, Some(values))
        }
    };
    OptionProperty {
        kind,
        minimum,
        maximum,
        values,
        default: spec.default.clone(),
        title: spec.label.en,
        description: spec.meaning.en,
        zh: words(spec, Lang::Zh),
        en: words(spec, Lang::En),
        group: spec.group.id(),
        clause: spec.clause,
        visible_if: spec.when.iter().map(|condition| visible_if(condition, specs)).collect(),
    }
}

fn words(spec: &OptionSpec, lang: Lang) -> OptionWords {
    let choices = match spec.kind {
        OptionKind::Choice(choices) => choices.iter().map(|c| (c.value, c.label.get(lang))).collect(),
        _ => Vec::new(),
    };
    OptionWords { title: spec.label.get(lang), description: spec.meaning.get(lang), choices: Object(choices) }
}

fn visible_if(condition: &Condition, specs: &[OptionSpec]) -> OptionCondition {
    let values = condition.typed_values(specs);
    let (is, not) = if condition.is { (values, Vec::new()) } else { (Vec::new(), values) };
    OptionCondition { subject: condition.subject, is, not }
}

/// An object whose members keep their order.
struct Object<V>(Vec<(&'static str, V)>);

impl<V> Object<V> {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<V: Serialize> Serialize for Object<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}
