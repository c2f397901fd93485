//! A JSON value as it came, before anybody knows what it should be: reading it never fails on what it is, so that a refusal can
//! name the field and say what it takes.

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use sifang_options::{OptionValue, RawOptions};
use std::fmt;

/// A value.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Json {
    /// The same as an absent field.
    Null,
    Bool(bool),
    Int(i64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
    /// A fraction or a number too large for any field, as it was written.
    Other(String),
}

impl Json {
    pub(super) fn text(&self) -> Option<&str> {
        if let Json::Text(text) = self { Some(text) } else { None }
    }

    pub(super) fn int(&self) -> Option<i64> {
        if let Json::Int(number) = self { Some(*number) } else { None }
    }

    pub(super) fn bool(&self) -> Option<bool> {
        if let Json::Bool(flag) = self { Some(*flag) } else { None }
    }

    pub(super) fn list<'a, T>(&'a self, read: impl Fn(&'a Json) -> Option<T>) -> Option<Vec<T>> {
        if let Json::List(list) = self { list.iter().map(read).collect() } else { None }
    }

    pub(super) fn object(&self) -> Option<&[(String, Json)]> {
        if let Json::Object(fields) = self { Some(fields) } else { None }
    }

    pub(super) fn options(&self) -> Option<RawOptions> {
        let value = |json: &Json| match json {
            Json::Null => OptionValue::Other("null".into()),
            Json::Bool(flag) => OptionValue::Bool(*flag),
            Json::Int(number) => OptionValue::Int(*number),
            Json::Text(text) => OptionValue::text(text),
            Json::List(_) => OptionValue::Other("[…]".into()),
            Json::Object(_) => OptionValue::Other("{…}".into()),
            Json::Other(written) => OptionValue::Other(written.clone()),
        };
        let mut options = RawOptions::new();
        self.object()?.iter().for_each(|(name, json)| options.insert(name, value(json)));
        Some(options)
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyValue)
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Int(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(i64::try_from(value).map_or_else(|_| Json::Other(value.to_string()), Json::Int))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Json, E> {
        Ok(Json::Other(format!("{value:?}")))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(Json::Text(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Json, E> {
        Ok(Json::Text(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Json, A::Error> {
        let mut list = Vec::new();
        while let Some(value) = seq.next_element()? {
            list.push(value);
        }
        Ok(Json::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json, A::Error> {
        let mut fields = Vec::new();
        while let Some(field) = map.next_entry()? {
            fields.push(field);
        }
        Ok(Json::Object(fields))
    }
}
