//! How players are called: which names somebody may choose, and which look like each other.
//!
//! A [`Nickname`] is read tolerantly, because logs and databases hold names that were chosen under earlier rules; what somebody
//! chooses now goes by [`Nickname::choose`]. The tables of Unicode are those of the `unicode-*` crates. What is *not* here: how
//! often a name may change, and who in a room has it.

use crate::id::{IdError, as_text};
use crate::{ErrorCode, PlayerId, limits};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sifang_options::Text;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;
use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeEmoji, UnicodeGeneralCategory};
use unicode_security::skeleton;

/// The computer players by seat. A client shows them under these names, so nobody else may have them.
pub const BOT_NAMES: [Text; 4] = [
    Text::new("阿茶", "Acha"),
    Text::new("小舟", "Xiaozhou"),
    Text::new("老简", "Laojian"),
    Text::new("竹青", "Zhuqing"),
];

/// Words by which others would take a player for the server, for its people, or for what a client says about a seat.
const RESERVED: &[&str] = &[
    "host",
    "房主",
    "system",
    "系统",
    "系統",
    "server",
    "服务器",
    "伺服器",
    "admin",
    "administrator",
    "管理员",
    "管理員",
    "moderator",
    "official",
    "官方",
    "support",
    "客服",
    "bot",
    "机器人",
    "機器人",
    "sifang",
    "四方",
    "former player",
    "已注销玩家",
];

/// Combining marks that may follow each other: a Tibetan syllable needs three, a tower of them is no name.
const MARKS: usize = 3;

/// The marks that choose between the plain and the coloured form of an emoji.
const PRESENTATION: [char; 2] = ['\u{fe0e}', '\u{fe0f}'];

/// How a player is called: 1 to 16 characters, spaces around it taken away.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Nickname(String);

impl Nickname {
    /// A name that somebody chooses: visible from end to end, and nobody else's by its nature. Spaces are made plain and single.
    pub fn choose(text: &str) -> Result<Nickname, ErrorCode> {
        let text = tidy(text, limits::NICKNAME_CHARS).ok_or(ErrorCode::NicknameInvalid)?;
        if is_reserved(&text) { Err(ErrorCode::NicknameReserved) } else { Ok(Nickname(text)) }
    }

    /// The name as it is if it may be chosen today, else one that says nothing.
    #[must_use]
    pub fn or_neutral(self, id: PlayerId) -> Nickname {
        match Nickname::choose(&self.0) {
            Ok(name) => name,
            Err(_) => Nickname(format!("玩家{:04}", id.0 % 10_000)),
        }
    }

    /// What is left of the name of somebody whose account is deleted: nothing. Clients say so in their own words.
    pub fn former() -> Nickname {
        Nickname(String::new())
    }

    /// Whether the account of whoever had a name here is deleted.
    pub fn is_former(&self) -> bool {
        self.0.is_empty()
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name with a number behind it, cut where it would be too long: for the second of its kind in a room.
    #[must_use]
    pub fn numbered(&self, number: usize) -> Nickname {
        let tail = format!(" ({number})");
        let room = limits::NICKNAME_CHARS.saturating_sub(tail.chars().count());
        let mut text: String = self.0.chars().take(room).collect();
        text.truncate(text.trim_end().len());
        Nickname(text + &tail)
    }

    /// What is left of the name when everything is taken away that the eye does not see: equal for names that look alike.
    pub fn likeness(&self) -> String {
        likeness(&self.0)
    }

    fn text(&self) -> String {
        self.0.clone()
    }
}

impl fmt::Display for Nickname {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// As it was always read: what is stored stays readable, whatever may be chosen today.
impl FromStr for Nickname {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        let text = text.trim();
        let length = text.chars().take(limits::NICKNAME_CHARS + 1).count();
        let fits = (1..=limits::NICKNAME_CHARS).contains(&length) && !text.chars().any(turns_or_hides);
        fits.then(|| Nickname(text.to_owned())).ok_or(IdError("a nickname of 1 to 16 visible characters"))
    }
}

as_text!(Nickname, text);

/// What a device or a passkey is called, for its owner: 1 to 40 characters that can be seen.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Label(String);

impl Label {
    fn text(&self) -> String {
        self.0.clone()
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Label {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        let label = tidy(text, limits::LABEL_CHARS).map(Label);
        label.ok_or(IdError("a name of 1 to 40 visible characters"))
    }
}

as_text!(Label, text);

/// Control characters, and those that turn or hide the text around them.
fn turns_or_hides(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
        || matches!(c, '\u{feff}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// A short text that others will read: composed, with single plain spaces, every character of it visible; none if it is empty,
/// longer than so many characters, or holds anything else.
fn tidy(text: &str, most: usize) -> Option<String> {
    // Composed text is never longer than twelve times what was typed; what is too long by far is not even composed.
    if text.len() > 64 * most {
        return None;
    }
    let is_space = |c: char| c.general_category() == GeneralCategory::SpaceSeparator;
    let words = text.trim().split(is_space).filter(|word| !word.is_empty());
    let text = words.map(|word| word.nfc().collect()).collect::<Vec<String>>().join(" ");
    let fits = (1..=most).contains(&text.chars().take(most + 1).count());
    (fits && is_visible(&text)).then_some(text)
}

fn is_visible(text: &str) -> bool {
    let (mut before, mut marks) = (' ', 0);
    for c in text.chars() {
        let fits = match c.general_category_group() {
            GeneralCategoryGroup::Mark => {
                marks += 1;
                let form = PRESENTATION.contains(&c);
                before != ' ' && marks <= MARKS && if form { before.is_emoji_char() } else { !is_blank(c) }
            }
            GeneralCategoryGroup::Separator => c == ' ',
            GeneralCategoryGroup::Other => false,
            _ => !is_blank(c),
        };
        if !fits {
            return false;
        }
        if c.general_category_group() != GeneralCategoryGroup::Mark {
            (before, marks) = (c, 0);
        }
    }
    true
}

/// Characters that count as letters, symbols or marks and show nothing: those that the standard says to ignore in display (the
/// fillers of Hangul, for example), the empty cell of Braille and the empty note.
fn is_blank(c: char) -> bool {
    matches!(c, '\u{2800}' | '\u{1d159}') || skeleton(c.encode_utf8(&mut [0; 4])).next().is_none()
}

/// See [`Nickname::likeness`]. The skeleton of Unicode's security mechanisms, whatever the case: what looks like a capital letter
/// is replaced before capitals are made small. A small i and a small l are one, since a capital i is an l to the eye.
fn likeness(text: &str) -> String {
    let bare: String = text.nfkc().filter(|c| !c.is_whitespace()).collect();
    let mut like = bare;
    for _ in 0..2 {
        like = skeleton(&like).flat_map(char::to_lowercase).collect();
    }
    like.replace('i', "l")
}

/// Likeness without ornaments: `[Host]` is taken for the host as well.
fn bare(text: &str) -> String {
    let is_word =
        |c: &char| c.is_alphanumeric() && !matches!(c.general_category(), GeneralCategory::NonspacingMark);
    likeness(text).chars().filter(is_word).collect()
}

fn is_reserved(text: &str) -> bool {
    static BARE: LazyLock<Vec<String>> = LazyLock::new(|| {
        let bots = BOT_NAMES.iter().flat_map(|name| [name.zh, name.en]);
        bots.chain(RESERVED.iter().copied()).map(bare).collect()
    });
    let text = bare(text);
    BARE.contains(&text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> Option<ErrorCode> {
        Nickname::choose(text).err()
    }

    #[test]
    fn what_can_be_seen_can_be_chosen() {
        for (typed, chosen) in [
            (" 小明 ", "小明"),
            ("小　 明", "小 明"),
            ("a\u{a0}b", "a b"),
            ("e\u{301}", "é"),
            ("❤\u{fe0f}", "❤\u{fe0f}"),
            ("1\u{fe0f}\u{20e3}", "1\u{fe0f}\u{20e3}"),
            ("😊", "😊"),
            ("สมชาย ที่", "สมชาย ที่"),
            ("སྒྲུབ", "སྒྲུབ"),
            ("नमस्ते", "नमस्ते"),
            ("שלום", "שלום"),
            ("雀友42", "雀友42"),
            ("?", "?"),
            ("bot1", "bot1"),
        ] {
            assert_eq!(Nickname::choose(typed).unwrap().as_str(), chosen, "{typed:?}");
        }
    }

    #[test]
    fn what_cannot_be_seen_or_turns_the_line_is_refused() {
        let blank =
            ["", "  ", "\u{3000}", "\u{3164}", "\u{2800}", "\u{115f}", "\u{1160}", "\u{ffa0}", "\u{1d159}"];
        let hidden = [
            "a\u{3164}",
            "小\u{2800}明",
            "\u{2800}\u{2800}",
            "a\u{34f}b",
            "a\u{17b4}",
            "小\u{e0100}明",
            "a\u{180e}",
        ];
        let bidi = [
            "\u{202e}ab",
            "a\u{200f}",
            "a\u{61c}b",
            "\u{2066}ab\u{2069}",
            "a\u{200b}b",
            "a\u{200d}b",
            "a\u{ad}b",
        ];
        let marks = [
            "\u{301}",
            "\u{301}a",
            "a \u{301}",
            "\u{fe0f}",
            "a\u{fe0f}",
            "a\u{316}\u{317}\u{318}\u{319}",
            "\u{20e3}",
        ];
        let other =
            ["a\nb", "a\u{0}b", "\u{e000}", "\u{fffff}", "\u{378}", "a\u{2028}b", "12345678901234567"];
        for bad in blank.iter().chain(&hidden).chain(&bidi).chain(&marks).chain(&other) {
            assert_eq!(refused(bad), Some(ErrorCode::NicknameInvalid), "{bad:?}");
        }
        let long = "\u{fdfa}".repeat(16);
        assert!(Nickname::choose(&long).is_ok(), "it is the characters typed that count");
        assert_eq!(refused(&"e\u{301}".repeat(2000)), Some(ErrorCode::NicknameInvalid));
    }

    #[test]
    fn nobody_is_called_as_the_bots_or_the_server() {
        for name in BOT_NAMES.iter().flat_map(|name| [name.zh, name.en]).chain(RESERVED.iter().copied()) {
            assert_eq!(refused(name), Some(ErrorCode::NicknameReserved), "{name}");
        }
        for alike in [
            "ＨＯＳＴ",
            "h o s t",
            "[Host]",
            "ΗΟЅТ",
            "hοst",
            "★房主★",
            "Adm1n",
            "b0t",
            "Вot",
            "ѕystem",
            "Zhuqlng",
        ] {
            assert_eq!(refused(alike), Some(ErrorCode::NicknameReserved), "{alike}");
        }
    }

    #[test]
    fn names_that_look_alike_are_alike() {
        let like = |a: &str, b: &str| likeness(a) == likeness(b);
        for (a, b) in [
            ("小明", "小 明"),
            ("Iris", "lris"),
            ("Iris", "iris"),
            ("Anna", "Аnna"),
            ("ａｂｃ", "abc"),
            ("❤", "❤\u{fe0f}"),
            ("rn", "m"),
            ("⼩明", "小明"),
        ] {
            assert!(like(a, b), "{a} {b}");
        }
        for (a, b) in [("小明", "大明"), ("é", "e"), ("小明", "小明 (2)"), ("a", "b")] {
            assert!(!like(a, b), "{a} {b}");
        }
    }

    #[test]
    fn numbered_names_fit_and_read_back() {
        let name = Nickname::choose("小明").unwrap();
        assert_eq!(name.numbered(2).as_str(), "小明 (2)");
        let long = Nickname::choose("1234567890 234567").unwrap_err();
        assert_eq!(long, ErrorCode::NicknameInvalid);
        let long = Nickname::choose("1234567890123456").unwrap();
        assert_eq!(long.numbered(36).as_str(), "12345678901 (36)");
        let cut = Nickname::choose("12345678901 3456").unwrap();
        assert_eq!(cut.numbered(2).as_str(), "12345678901 (2)");
        assert_eq!(cut.numbered(2).as_str().parse::<Nickname>().unwrap(), cut.numbered(2));
    }

    #[test]
    fn labels_are_visible_and_short() {
        assert_eq!("  Chrome · Windows ".parse::<Label>().unwrap().to_string(), "Chrome · Windows");
        for bad in ["", "\u{3164}", "a\u{202e}b", &"x".repeat(41), &"x".repeat(100_000)] {
            assert!(bad.parse::<Label>().is_err());
        }
    }

    #[test]
    fn names_chosen_before_are_read_and_shown_neutrally() {
        let id = PlayerId(123_456);
        for old in ["\u{3164}", "\u{2800}", "竹青", "\u{301}", "host"] {
            let stored: Nickname = old.parse().unwrap();
            assert_eq!(stored.as_str(), old);
            assert_eq!(stored.or_neutral(id).as_str(), "玩家3456");
        }
        assert_eq!("小明".parse::<Nickname>().unwrap().or_neutral(id).as_str(), "小明");
        assert!(Nickname::choose("玩家3456").is_ok());
        for bad in ["", "   ", "a\u{202e}b", "a\nb", "12345678901234567"] {
            assert!(bad.parse::<Nickname>().is_err(), "{bad:?}");
        }
    }
}
