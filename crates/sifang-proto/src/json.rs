//! JSON as `serde_json` writes it, byte for byte, but quicker: a busy server writes hundreds of thousands of small texts a second,
//! and the general writer passes on every comma and quote by itself.
//!
//! Only what messages are made of can be written: maps have texts or numbers as keys, and there are no fractions.

use serde::ser::{self, Error as _, Serialize};
use std::fmt::{self, Write as _};

/// Writes a value behind what is in `out`.
pub fn write_json<T: Serialize + ?Sized>(out: &mut String, value: &T) -> Result<(), Refused> {
    value.serialize(Writer { out })
}

/// A value that no message has in it.
#[derive(Debug)]
pub struct Refused;

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("messages have no such value")
    }
}

impl std::error::Error for Refused {}

impl ser::Error for Refused {
    fn custom<T: fmt::Display>(_: T) -> Refused {
        Refused
    }
}

type Done = Result<(), Refused>;

struct Writer<'a> {
    out: &'a mut String,
}

/// A list, a map or a structure that is being written.
struct Open<'a> {
    out: &'a mut String,
    /// Nothing is in it yet.
    empty: bool,
    /// What closes it.
    close: &'static str,
}

impl<'a> Open<'a> {
    #[inline]
    fn new(out: &'a mut String, open: char, close: &'static str) -> Open<'a> {
        out.push(open);
        Open { out, empty: true, close }
    }

    #[inline]
    fn comma(&mut self) {
        if !std::mem::replace(&mut self.empty, false) {
            self.out.push(',');
        }
    }

    /// The name of a field, which needs no escaping, as serde derives it from the names of the language.
    /// Always in place: where its length is known it is a store or two, and a tenth of what a turn takes goes into names otherwise.
    #[inline(always)]
    fn name(&mut self, name: &'static str) {
        self.out.reserve(name.len() + 4);
        if std::mem::replace(&mut self.empty, false) {
            self.out.push('"');
        } else {
            self.out.push_str(",\"");
        }
        self.out.push_str(name);
        self.out.push_str("\":");
    }

    #[inline(always)]
    fn field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Done {
        self.name(name);
        write_json(self.out, value)
    }

    #[inline]
    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        self.comma();
        write_json(self.out, value)
    }

    #[inline]
    fn end(self) -> Done {
        self.out.push_str(self.close);
        Ok(())
    }
}

/// A text in quotes.
fn text(out: &mut String, text: &str) {
    if is_plain(text) {
        quoted(out, text);
    } else {
        escaped(out, text);
    }
}

/// Whether a text needs no escaping.
#[inline]
fn is_plain(text: &str) -> bool {
    // Without a way out in the middle: texts are short, and bytes are looked at many at a time.
    text.bytes().fold(true, |plain, byte| plain & (byte >= 0x20) & (byte != b'"') & (byte != b'\\'))
}

/// A text in quotes that needs no escaping.
#[inline]
fn quoted(out: &mut String, text: &str) {
    out.reserve(text.len() + 2);
    out.push('"');
    out.push_str(text);
    out.push('"');
}

#[cold]
fn escaped(out: &mut String, text: &str) {
    out.push('"');
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\0'..'\x20' => {
                out.push_str("\\u00");
                out.extend(
                    [4, 0].into_iter().filter_map(|bits| char::from_digit(letter as u32 >> bits & 15, 16)),
                );
            }
            _ => out.push(letter),
        }
    }
    out.push('"');
}

fn number(out: &mut String, number: u64) {
    out.push_str(itoa::Buffer::new().format(number));
}

fn signed(out: &mut String, value: i64) {
    if value < 0 {
        out.push('-');
    }
    number(out, value.unsigned_abs());
}

impl<'a> ser::Serializer for Writer<'a> {
    type Ok = ();
    type Error = Refused;
    type SerializeSeq = Open<'a>;
    type SerializeTuple = Open<'a>;
    type SerializeTupleStruct = Open<'a>;
    type SerializeTupleVariant = Open<'a>;
    type SerializeMap = Open<'a>;
    type SerializeStruct = Open<'a>;
    type SerializeStructVariant = Open<'a>;

    #[inline]
    fn serialize_bool(self, value: bool) -> Done {
        self.out.push_str(if value { "true" } else { "false" });
        Ok(())
    }

    fn serialize_i8(self, value: i8) -> Done {
        self.serialize_i64(value.into())
    }

    fn serialize_i16(self, value: i16) -> Done {
        self.serialize_i64(value.into())
    }

    fn serialize_i32(self, value: i32) -> Done {
        self.serialize_i64(value.into())
    }

    fn serialize_i64(self, value: i64) -> Done {
        signed(self.out, value);
        Ok(())
    }

    #[inline]
    fn serialize_u8(self, value: u8) -> Done {
        self.serialize_u64(value.into())
    }

    #[inline]
    fn serialize_u16(self, value: u16) -> Done {
        self.serialize_u64(value.into())
    }

    #[inline]
    fn serialize_u32(self, value: u32) -> Done {
        self.serialize_u64(value.into())
    }

    #[inline]
    fn serialize_u64(self, value: u64) -> Done {
        if value < 10 {
            self.out.push((b'0' + value as u8) as char);
        } else {
            number(self.out, value);
        }
        Ok(())
    }

    fn serialize_f32(self, _: f32) -> Done {
        Err(Refused)
    }

    fn serialize_f64(self, _: f64) -> Done {
        Err(Refused)
    }

    fn serialize_char(self, value: char) -> Done {
        text(self.out, value.encode_utf8(&mut [0; 4]));
        Ok(())
    }

    #[inline]
    fn serialize_str(self, value: &str) -> Done {
        text(self.out, value);
        Ok(())
    }

    fn serialize_bytes(self, value: &[u8]) -> Done {
        self.collect_seq(value)
    }

    #[inline]
    fn serialize_none(self) -> Done {
        self.serialize_unit()
    }

    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Done {
        value.serialize(self)
    }

    #[inline]
    fn serialize_unit(self) -> Done {
        self.out.push_str("null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Done {
        self.serialize_unit()
    }

    #[inline]
    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Done {
        quoted(self.out, variant);
        Ok(())
    }

    #[inline]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Done {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Done {
        let mut open = Open::new(self.out, '{', "}");
        open.field(variant, value)?;
        open.end()
    }

    #[inline]
    fn serialize_seq(self, _: Option<usize>) -> Result<Open<'a>, Refused> {
        Ok(Open::new(self.out, '[', "]"))
    }

    fn serialize_tuple(self, len: usize) -> Result<Open<'a>, Refused> {
        self.serialize_seq(Some(len))
    }

    fn serialize_tuple_struct(self, _: &'static str, len: usize) -> Result<Open<'a>, Refused> {
        self.serialize_seq(Some(len))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Open<'a>, Refused> {
        Open::new(self.out, '{', "}").name(variant);
        Ok(Open::new(self.out, '[', "]}"))
    }

    #[inline]
    fn serialize_map(self, _: Option<usize>) -> Result<Open<'a>, Refused> {
        Ok(Open::new(self.out, '{', "}"))
    }

    #[inline]
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Open<'a>, Refused> {
        Ok(Open::new(self.out, '{', "}"))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Open<'a>, Refused> {
        Open::new(self.out, '{', "}").name(variant);
        Ok(Open::new(self.out, '{', "}}"))
    }

    fn collect_str<T: fmt::Display + ?Sized>(self, value: &T) -> Done {
        self.out.push('"');
        let start = self.out.len();
        write!(self.out, "{value}").map_err(|_| Refused)?;
        if is_plain(&self.out[start..]) {
            self.out.push('"');
        } else {
            let text = self.out.split_off(start);
            self.out.pop();
            escaped(self.out, &text);
        }
        Ok(())
    }
}

/// Everything that is a list, and everything that has named fields: serde asks for each kind by a trait of its own.
macro_rules! parts {
    ($($kind:ident: $add:ident($($name:ident)?) by $how:ident;)*) => {$(
        impl ser::$kind for Open<'_> {
            type Ok = ();
            type Error = Refused;

            #[inline(always)]
            fn $add<T: Serialize + ?Sized>(&mut self, $($name: &'static str,)? value: &T) -> Done {
                self.$how($($name,)? value)
            }

            #[inline]
            fn end(self) -> Done {
                Open::end(self)
            }
        }
    )*};
}

parts! {
    SerializeSeq: serialize_element() by element;
    SerializeTuple: serialize_element() by element;
    SerializeTupleStruct: serialize_field() by element;
    SerializeTupleVariant: serialize_field() by element;
    SerializeStruct: serialize_field(name) by field;
    SerializeStructVariant: serialize_field(name) by field;
}

impl ser::SerializeMap for Open<'_> {
    type Ok = ();
    type Error = Refused;

    #[inline]
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Done {
        self.comma();
        let from = self.out.len();
        write_json(self.out, key)?;
        match self.out.as_bytes().get(from) {
            Some(b'"') => {}
            // A number as a key is a text.
            Some(b'0'..=b'9' | b'-') => {
                self.out.insert(from, '"');
                self.out.push('"');
            }
            _ => return Err(Refused::custom("a key")),
        }
        self.out.push(':');
        Ok(())
    }

    #[inline]
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        write_json(self.out, value)
    }

    #[inline]
    fn end(self) -> Done {
        Open::end(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Serialize;
    use std::collections::BTreeMap;

    #[derive(Serialize)]
    enum Shape {
        Unit,
        New(i8),
        Pair(u16, char),
        Named { a: Option<()>, b: Vec<Shape> },
    }

    #[derive(Serialize)]
    struct All<'a> {
        shapes: Vec<Shape>,
        #[serde(flatten)]
        flat: BTreeMap<&'a str, i64>,
        numbers: BTreeMap<i32, (u64, i64, bool)>,
        text: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        absent: Option<u8>,
        unit: (),
        tile: sifang_tiles::Tile,
    }

    #[test]
    fn every_byte_is_as_the_general_writer_has_it() {
        let every: String = (0..0x300).filter_map(char::from_u32).chain("四方🀄".chars()).collect();
        let named = Shape::Named { a: Some(()), b: vec![Shape::Named { a: None, b: vec![] }] };
        let all = All {
            shapes: vec![Shape::Unit, Shape::New(-128), Shape::Pair(65_535, '"'), named],
            flat: BTreeMap::from([("zero", 0), ("least", i64::MIN)]),
            numbers: BTreeMap::from([(-5, (u64::MAX, i64::MIN, true)), (10, (10, -1, false))]),
            text: &every,
            absent: None,
            unit: (),
            tile: sifang_tiles::Tile::playable().last().unwrap(),
        };
        let mut own = String::new();
        write_json(&mut own, &all).unwrap();
        assert_eq!(own, serde_json::to_string(&all).unwrap());
        // What is only shown, with and without something to escape.
        for text in ["plain", &every] {
            let mut own = String::from("before");
            write_json(&mut own, &format_args!("{text}")).unwrap();
            assert_eq!(own, format!("before{}", serde_json::to_string(text).unwrap()));
        }
    }

    #[test]
    fn what_no_message_has_is_refused() {
        assert!(write_json(&mut String::new(), &1.5_f64).is_err());
        assert!(write_json(&mut String::new(), &BTreeMap::from([(vec![1], 2)])).is_err());
    }
}
