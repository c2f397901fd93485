//! The options of a rule set as a JSON Schema (2020-12), from which a client builds its form.
//!
//! What the standard has no word for stands in `x-` members: both languages (`x-zh`, `x-en`, with the labels of
//! choices), the group and clause, and `x-visible-if`, a list of conditions that must all hold for the option to
//! have an effect.

use serde::ser::{Serialize, Serializer};

use crate::spec::{Condition, Group, OptionKind, OptionSpec};
use crate::text::{Lang, Text};
use crate::value::OptionValue;

/// The schema of `specs`, to be written with any serializer. `id` becomes the schema's `$id`.
pub fn json_schema<'a>(
    id: &'a str,
    title_zh: &'a str,
    title_en: &'a str,
    specs: &'a [OptionSpec],
) -> impl Serialize + 'a {
    let groups = Group::ALL.into_iter().filter(|group| specs.iter().any(|spec| spec.group == *group));
    Schema {
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

#[derive(serde::Serialize)]
struct Schema<'a> {
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
    groups: Object<Text>,
    properties: Object<Property>,
}

#[derive(serde::Serialize)]
struct Title<'a> {
    title: &'a str,
}

#[derive(serde::Serialize)]
struct Property {
    #[serde(rename = "type")]
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    minimum: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    maximum: Option<i32>,
    #[serde(rename = "enum", skip_serializing_if = "Vec::is_empty")]
    values: Vec<OptionValue>,
    default: OptionValue,
    title: &'static str,
    description: &'static str,
    #[serde(rename = "x-zh")]
    zh: Words,
    #[serde(rename = "x-en")]
    en: Words,
    #[serde(rename = "x-group")]
    group: &'static str,
    #[serde(rename = "x-clause")]
    clause: &'static str,
    #[serde(rename = "x-visible-if", skip_serializing_if = "Vec::is_empty")]
    visible_if: Vec<VisibleIf>,
}

/// What people read about an option in one language.
#[derive(serde::Serialize)]
struct Words {
    title: &'static str,
    description: &'static str,
    #[serde(skip_serializing_if = "Object::is_empty")]
    choices: Object<&'static str>,
}

/// The subject (an option or `players`) is one of the values under `is`, or none of those under `not`.
#[derive(serde::Serialize)]
struct VisibleIf {
    subject: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    is: Vec<OptionValue>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    not: Vec<OptionValue>,
}

fn property(spec: &OptionSpec, specs: &[OptionSpec]) -> Property {
    let (kind, minimum, maximum, values) = match spec.kind {
        OptionKind::Bool => ("boolean", None, None, Vec::new()),
        OptionKind::Int { min, max } => ("integer", Some(min), Some(max), Vec::new()),
        OptionKind::IntSet(set) => {
            ("integer", None, None, set.iter().map(|&n| OptionValue::Int(n.into())).collect())
        }
        OptionKind::Choice(choices) => {
            ("string", None, None, choices.iter().map(|c| OptionValue::Text(c.value.into())).collect())
        }
    };
    Property {
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

fn words(spec: &OptionSpec, lang: Lang) -> Words {
    let choices = match spec.kind {
        OptionKind::Choice(choices) => choices.iter().map(|c| (c.value, c.label.get(lang))).collect(),
        _ => Vec::new(),
    };
    Words { title: spec.label.get(lang), description: spec.meaning.get(lang), choices: Object(choices) }
}

fn visible_if(condition: &Condition, specs: &[OptionSpec]) -> VisibleIf {
    let values = condition.typed_values(specs);
    let (is, not) = if condition.is { (values, Vec::new()) } else { (Vec::new(), values) };
    VisibleIf { subject: condition.subject, is, not }
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
