//! Words for people: the two languages, a pair of texts, and how wide a text is on a terminal.
//!
//! Every crate that shows something to a person speaks through [`Text`]; there is no look-up by key and no
//! third language, so a missing translation is a compile error.

use serde::Serialize;

/// A language people read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Lang {
    /// Simplified Chinese.
    Zh,
    /// English.
    #[default]
    En,
}

/// The same words in both languages.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Text {
    /// Simplified Chinese.
    pub zh: &'static str,
    /// English.
    pub en: &'static str,
}

impl Text {
    /// A pair of texts.
    pub const fn new(zh: &'static str, en: &'static str) -> Self {
        Self { zh, en }
    }

    /// The text in `lang`.
    pub const fn get(self, lang: Lang) -> &'static str {
        match lang {
            Lang::Zh => self.zh,
            Lang::En => self.en,
        }
    }
}

/// A sentence in both languages, made from the same parameters: see [`sentence!`](crate::sentence).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Sentence {
    /// Simplified Chinese.
    pub zh: String,
    /// English.
    pub en: String,
}

impl From<Text> for Sentence {
    fn from(text: Text) -> Self {
        Self { zh: text.zh.to_owned(), en: text.en.to_owned() }
    }
}

/// A [`Sentence`] from two formats, Chinese first: `sentence!("有 {n} 张", "{n} tiles")`. Parameters are variables in reach,
/// or given behind the formats as `n = expression`.
///
/// The compiler refuses a pair in which a language is missing, or stands in the other's place.
#[macro_export]
macro_rules! sentence {
    ($zh:literal, $en:literal $(, $name:ident = $value:expr)* $(,)?) => {{
        const { assert!($crate::is_pair($zh, $en), "Chinese first, then English") };
        $(let $name = $value;)*
        $crate::Sentence { zh: format!($zh), en: format!($en) }
    }};
}

/// Whether the first text has Chinese words and the second, which is not empty, has none.
pub const fn is_pair(zh: &str, en: &str) -> bool {
    has_chinese(zh) && !has_chinese(en) && !en.is_empty()
}

/// Chinese characters and punctuation begin with the bytes E3 to E9 (U+3000 to U+9FFF) or EF (full-width forms).
const fn has_chinese(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if matches!(bytes[at], 0xE3..=0xE9 | 0xEF) {
            return true;
        }
        at += 1;
    }
    false
}

/// Columns that `text` takes on a terminal: full-width characters count two, all others one.
///
/// Meant for the project's own words (no control or combining characters).
pub fn display_width(text: &str) -> usize {
    text.chars().map(|c| if is_full_width(c) { 2 } else { 1 }).sum()
}

/// `text` followed by the spaces that bring it to `width` columns; a longer text is left as it is.
pub fn pad(text: &str, width: usize) -> String {
    let missing = width.saturating_sub(display_width(text));
    let mut padded = String::with_capacity(text.len() + missing);
    padded.push_str(text);
    padded.extend(std::iter::repeat_n(' ', missing));
    padded
}

/// The blocks that Unicode's East Asian Width calls W or F.
fn is_full_width(c: char) -> bool {
    matches!(u32::from(c),
        0x1100..=0x115F
        | 0x2E80..=0x303E
        | 0x3041..=0x4DBF
        | 0x4E00..=0xA4CF
        | 0xAC00..=0xD7A3
        | 0xF900..=0xFAFF
        | 0xFE30..=0xFE4F
        | 0xFF01..=0xFF60
        | 0xFFE0..=0xFFE6
        | 0x1F004
        | 0x1F300..=0x1F64F
        | 0x20000..=0x3FFFD)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chinese_characters_take_two_columns() {
        assert_eq!(display_width("base"), 4);
        assert_eq!(display_width("底分"), 4);
        assert_eq!(display_width("，（）"), 6);
        assert_eq!(display_width("1–10 番"), 7);
        assert_eq!(pad("底分", 6), "底分  ");
        assert_eq!(pad("longer", 3), "longer");
    }

    #[test]
    fn a_sentence_has_its_parameters_in_both_languages() {
        let n = 3;
        let said = sentence!("有 {n} 张{what}", "{n} {what}", what = "tiles");
        assert_eq!((&said.zh[..], &said.en[..]), ("有 3 张tiles", "3 tiles"));
        assert!(
            !is_pair("tiles", "张") && !is_pair("", "tiles") && !is_pair("张", "") && !is_pair("张", "张")
        );
    }

    #[test]
    fn a_text_answers_in_the_language_asked_for() {
        let text = Text::new("胡", "win");
        assert_eq!((text.get(Lang::Zh), text.get(Lang::En)), ("胡", "win"));
    }
}
