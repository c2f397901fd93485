//! Score and waits requests of every rule set, read once: [`WinRequest`] is the JSON as it came, [`Facts`] are its fields,
//! found to be known and of the right type.
//!
//! Fields are declared as data: the common ones here, a rule set's own in its [`Form`], from which clients
//! draw what this reads. `check` has the questions that rule sets ask of the facts. What is *not* here: in which order a
//! rule set asks them; that is its specification, in its own `request.rs`.

mod check;
mod json;

pub use check::{Flags, MeldFrom, Repeats};

use crate::form::{Field, Form, Type};
use crate::refusal::{Fault, Refusal};
use crate::rulebook::Rulebook;
use json::Json;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use sifang_options::{Sentence, Text, sentence};
use sifang_tiles::Tile;
use std::fmt;

/// A described win, or a hand one tile short, of any rule set. Absent and `null` mean the same.
#[derive(Clone, PartialEq, Debug)]
pub struct WinRequest {
    fields: Vec<(String, Json)>,
}

/// The fields that requests of all rule sets have.
const COMMON: &[(&str, Type, Text)] = &[
    ("rules", Type::Text, Text::new("规则", "rules")),
    ("options", Type::Options, Text::new("选项", "options")),
    ("players", Type::Number, Text::new("人数", "players")),
    ("dealer", Type::Number, Text::new("庄家", "dealer")),
    ("winner", Type::Number, Text::new("胡家", "winner")),
    ("concealed", Type::Text, Text::new("手牌", "concealed")),
    ("melds", Type::Melds, Text::new("副露", "melds")),
    ("winning_tile", Type::Text, Text::new("胡的牌", "winning_tile")),
    ("source", Type::Text, Text::new("胡法", "source")),
    ("from", Type::Number, Text::new("谁的牌", "from")),
    ("context", Type::Words, Text::new("情况", "context")),
];

/// The fields of a request, each known and of its type, and the rule set's declarations that say so.
#[derive(Clone, Debug)]
pub struct Facts<'a> {
    form: Form,
    /// How many copies of each tile there are.
    set: [u8; Tile::KINDS],
    values: Vec<(&'static str, &'a Json)>,
}

/// A meld as requests write it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "RequestMeld"))]
pub struct RawMeld<'a> {
    /// `chi`, `pon`, `kong_direct`, `kong_concealed` or `kong_added`.
    pub kind: &'a str,
    /// Its tiles.
    pub tiles: &'a str,
    /// The seat it came from.
    #[cfg_attr(feature = "ts", ts(optional))]
    pub from: Option<i64>,
}

impl WinRequest {
    /// The rule set that the request names, if it names one.
    pub fn rules(&self) -> Result<Option<&str>, Refusal> {
        let mut named = self.fields.iter().filter(|(name, _)| name == "rules");
        match (named.next(), named.next()) {
            (None, _) => Ok(None),
            (Some((_, Json::Text(rules))), None) => Ok(Some(rules)),
            (Some(_), None) => Err(unreadable(takes("规则", "rules", Type::Text))),
            (Some(_), Some(_)) => Err(unreadable(twice("规则", "rules"))),
        }
    }

    /// The fields, if the rule set knows them all and each has its type.
    pub fn facts<R: Rulebook>(&self) -> Result<Facts<'_>, Refusal> {
        let set = R::new(R::Options::default(), *R::SEATS.end()).tile_set();
        let mut facts = Facts { form: R::FORM, set, values: Vec::with_capacity(self.fields.len().min(32)) };
        let mut unknown = None;
        for (name, value) in &self.fields {
            let Some((name, json_type, zh, lenient)) = facts.declared(name) else {
                unknown.get_or_insert(name);
                continue;
            };
            if facts.values.iter().any(|(known, _)| *known == name) {
                return Err(unreadable(twice(zh, name)));
            }
            if !lenient && !json_type.fits(value) {
                return Err(unreadable(takes(zh, name, json_type)));
            }
            facts.values.push((name, value));
        }
        facts.values.retain(|(_, value)| **value != Json::Null);
        match unknown {
            None => Ok(facts),
            Some(name) => {
                let name: String = name.chars().take(40).collect();
                let why = sentence!("没有“{name}”这一项", "there is no field '{name}'");
                Err(facts.refuse(Fault::UnknownField, why))
            }
        }
    }
}

/// The fields of requests as TypeScript has them: those of all rule sets, then each rule set's own.
#[cfg(feature = "ts")]
pub fn declaration(forms: &[Form]) -> String {
    let own = forms.iter().flat_map(|form| form.fields.iter().chain(form.unasked));
    let mut fields: Vec<(&str, Type)> = COMMON.iter().map(|(name, json, _)| (*name, *json)).collect();
    for field in own {
        if !fields.iter().any(|(name, _)| *name == field.name) {
            fields.push((field.name, field.kind.json()));
        }
    }
    let lines = fields.iter().map(|(name, json)| format!("{name}?: {},", json.typescript()));
    lines.collect::<Vec<_>>().join("\n")
}

fn unreadable(why: Sentence) -> Refusal {
    Refusal::new(Fault::Unreadable.code(), why)
}

fn twice(zh: &str, name: &str) -> Sentence {
    sentence!("“{zh}”（{name}）写了两次", "the field `{name}` is given twice")
}

fn takes(zh: &str, name: &str, json_type: Type) -> Sentence {
    let what = json_type.label();
    sentence!(
        "“{zh}”（{name}）要写成{what}",
        "the field `{name}` takes {what_en}",
        what_en = what.en,
        what = what.zh
    )
}

impl Type {
    /// Whether a value is of this type, or is left out.
    fn fits(self, value: &Json) -> bool {
        let all = |is: fn(&Json) -> bool| matches!(value, Json::List(list) if list.iter().all(is));
        *value == Json::Null
            || match self {
                Type::Text => value.text().is_some(),
                Type::Number => value.int().is_some(),
                Type::Flag => value.bool().is_some(),
                Type::Numbers => all(|json| json.int().is_some()),
                Type::Words => all(|json| json.text().is_some()),
                Type::Melds => all(|json| meld(json).is_some()),
                Type::Options => value.object().is_some(),
            }
    }

    #[cfg(feature = "ts")]
    fn typescript(self) -> &'static str {
        match self {
            Type::Text => "string",
            Type::Number => "number",
            Type::Flag => "boolean",
            Type::Numbers => "Array<number>",
            Type::Words => "Array<string>",
            Type::Melds => "Array<RequestMeld>",
            Type::Options => "{ [option: string]: boolean | number | string }",
        }
    }

    fn label(self) -> Text {
        match self {
            Type::Text => Text::new("文字", "a text"),
            Type::Number => Text::new("整数", "a whole number"),
            Type::Flag => Text::new("true 或 false", "true or false"),
            Type::Numbers => Text::new("一列整数", "a list of whole numbers"),
            Type::Words => Text::new("一列文字", "a list of texts"),
            Type::Melds => Text::new(
                "一列副露，每副有 kind、tiles 和可写可不写的 from",
                "a list of melds, each with `kind`, `tiles` and perhaps `from`",
            ),
            Type::Options => Text::new("选项名和值的对象", "an object of options"),
        }
    }
}

/// A meld with its fields and no others, each once.
fn meld(value: &Json) -> Option<RawMeld<'_>> {
    let (mut kind, mut tiles, mut from) = (None, None, None);
    for (name, value) in value.object()? {
        let before = match name.as_str() {
            "kind" => kind.replace(value),
            "tiles" => tiles.replace(value),
            "from" => from.replace(value),
            _ => return None,
        };
        if before.is_some() {
            return None;
        }
    }
    let from = match from {
        None | Some(Json::Null) => None,
        Some(number) => Some(number.int()?),
    };
    Some(RawMeld { kind: kind?.text()?, tiles: tiles?.text()?, from })
}

impl<'a> Facts<'a> {
    /// The declaration of a field: its name, type and Chinese label, and whether a wrong type waits for its turn.
    fn declared(&self, name: &str) -> Option<(&'static str, Type, &'static str, bool)> {
        if let Some((name, json_type, label)) = COMMON.iter().find(|(common, ..)| *common == name) {
            return Some((name, *json_type, label.zh, false));
        }
        let mut own = self.form.fields.iter().chain(self.form.unasked);
        own.find(|field| field.name == name).map(|f: &Field| (f.name, f.kind.json(), f.label.zh, f.lenient))
    }

    fn value(&self, name: &str) -> Option<&'a Json> {
        self.values.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }

    /// What people call a field.
    fn zh(&self, name: &'static str) -> &'static str {
        self.declared(name).map_or(name, |(_, _, zh, _)| zh)
    }

    /// Whether the request has this field.
    pub fn has(&self, name: &str) -> bool {
        self.value(name).is_some()
    }

    /// A field of text: a word, or tiles.
    pub fn text(&self, name: &str) -> Option<&'a str> {
        self.value(name)?.text()
    }

    /// A field with a number.
    pub fn number(&self, name: &str) -> Option<i64> {
        self.value(name)?.int()
    }

    /// A field that is true or false.
    pub fn flag(&self, name: &str) -> bool {
        self.value(name).and_then(Json::bool).unwrap_or(false)
    }

    /// A field with numbers; none where a lenient field has something else.
    pub fn numbers(&self, name: &str) -> Option<Vec<i64>> {
        self.value(name).map(|value| value.list(Json::int).unwrap_or_default())
    }

    /// A field with words; none where a lenient field has something else.
    pub fn words(&self, name: &str) -> Option<Vec<&'a str>> {
        self.value(name).map(|value| value.list(Json::text).unwrap_or_default())
    }

    /// The melds as they are written.
    pub fn raw_melds(&self) -> Vec<RawMeld<'a>> {
        self.value("melds").and_then(|value| value.list(meld)).unwrap_or_default()
    }

    /// A refusal with the code and the clause that the rule set has for this fault.
    pub fn refuse(&self, fault: Fault, why: impl Into<Sentence>) -> Refusal {
        let of = |table: &[(Fault, &'static str)]| {
            table.iter().find(|(known, _)| *known == fault).map(|(_, text)| *text)
        };
        let refusal = Refusal::new(of(self.form.codes).unwrap_or(fault.code()), why);
        Refusal { clause: of(self.form.clauses), ..refusal }
    }
}

impl<'de> Deserialize<'de> for WinRequest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Fields)
    }
}

struct Fields;

impl<'de> Visitor<'de> for Fields {
    type Value = WinRequest;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a request: an object with `rules` and the hand")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<WinRequest, A::Error> {
        // As many as most requests have.
        let mut fields = Vec::with_capacity(16);
        while let Some(field) = map.next_entry()? {
            fields.push(field);
        }
        Ok(WinRequest { fields })
    }
}
