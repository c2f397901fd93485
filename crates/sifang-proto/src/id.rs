//! Names of players and rooms, and the secrets that stand for them.
//!
//! A secret ([`Token`], [`RecoveryCode`], [`RoomLink`]) has a mute `Debug` and no `Display`, so that it cannot slip into a
//! log line; whoever needs the text calls `expose` and can be found by that word. Where the random bytes come from is the
//! caller's business.

use crate::Nickname;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sifang_fair::{HexDigits, read_hex};
use std::fmt;
use std::str::FromStr;

/// A text that is no such id.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IdError(pub(crate) &'static str);

impl fmt::Display for IdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is needed", self.0)
    }
}

impl std::error::Error for IdError {}

macro_rules! as_text {
    ($name:ident, $show:ident) => {
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.$show())
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

pub(crate) use as_text;

macro_rules! secret_bytes {
    ($(#[$doc:meta])* $name:ident, $length:literal, $needed:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
        pub struct $name(#[cfg_attr(feature = "ts", ts(type = "string"))] [u8; $length]);

        impl $name {
            /// Of random bytes.
            pub const fn new(bytes: [u8; $length]) -> $name {
                $name(bytes)
            }

            /// The bytes, for hashing and looking up.
            pub const fn bytes(&self) -> &[u8; $length] {
                &self.0
            }

            /// The text, for its owner only.
            pub fn expose(&self) -> String {
                HexDigits::of(&self.0).to_string()
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(concat!(stringify!($name), "(..)"))
            }
        }

        impl FromStr for $name {
            type Err = IdError;

            fn from_str(text: &str) -> Result<Self, IdError> {
                read_hex(text).map($name).map_err(|_| IdError($needed))
            }
        }

        as_text!($name, expose);
    };
}

secret_bytes!(
    /// What proves that a connection is a player's: 256 random bits. The server keeps only its hash.
    Token, 32, "a token of 64 hexadecimal digits"
);
secret_bytes!(
    /// What lets anybody into a room: 128 random bits in its invitation.
    RoomLink, 16, "a room link of 32 hexadecimal digits"
);

macro_rules! public_id {
    ($(#[$doc:meta])* $name:ident, $needed:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
        pub struct $name(#[cfg_attr(feature = "ts", ts(type = "string"))] pub u64);

        impl $name {
            fn digits(&self) -> HexDigits<8> {
                HexDigits::of(&self.0.to_be_bytes())
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.digits())
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self)
            }
        }

        impl FromStr for $name {
            type Err = IdError;

            fn from_str(text: &str) -> Result<Self, IdError> {
                read_hex(text).map(|bytes| $name(u64::from_be_bytes(bytes))).map_err(|_| IdError($needed))
            }
        }

        as_text!($name, digits);
    };
}

public_id!(
    /// A player's public id: 64 random bits as 16 hexadecimal digits. It gives no access to anything.
    PlayerId, "a player's id of 16 hexadecimal digits"
);
public_id!(
    /// The id of a token or a passkey, by which its owner revokes it. It gives no access to anything.
    KeyId, "an id of 16 hexadecimal digits"
);

/// The six digits people give each other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RoomCode(#[cfg_attr(feature = "ts", ts(type = "string"))] u32);

impl RoomCode {
    /// How many codes there are.
    pub const COUNT: u32 = 1_000_000;

    /// The code of this number; larger ones wrap.
    pub const fn new(number: u32) -> RoomCode {
        RoomCode(number % RoomCode::COUNT)
    }

    /// Its number, below [`RoomCode::COUNT`].
    pub const fn number(self) -> u32 {
        self.0
    }

    fn text(&self) -> String {
        format!("{:06}", self.0)
    }
}

impl fmt::Display for RoomCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:06}", self.0)
    }
}

impl fmt::Debug for RoomCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RoomCode({self})")
    }
}

impl FromStr for RoomCode {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        let digits = text.len() == 6 && text.bytes().all(|b| b.is_ascii_digit());
        let number = digits.then(|| text.parse().ok()).flatten();
        number.map(RoomCode).ok_or(IdError("a room code of six digits"))
    }
}

as_text!(RoomCode, text);

/// How a client names a room: by its code or by its link.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "string"))]
pub enum RoomName {
    /// Six digits.
    Code(RoomCode),
    /// Thirty-two hexadecimal digits.
    Link(RoomLink),
}

impl FromStr for RoomName {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        let code = text.parse().map(RoomName::Code);
        code.or_else(|_| text.parse().map(RoomName::Link))
            .map_err(|_| IdError("a room code of six digits or a room link of 32 hexadecimal digits"))
    }
}

impl RoomName {
    fn text(&self) -> String {
        match self {
            RoomName::Code(code) => code.to_string(),
            RoomName::Link(link) => link.expose(),
        }
    }
}

as_text!(RoomName, text);

/// What moves a player to another device: 100 random bits as twenty letters and digits in groups of five, none of which is
/// easily taken for another. Read with or without hyphens and in either case; the server keeps only its hash.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RecoveryCode(#[cfg_attr(feature = "ts", ts(type = "string"))] [u8; 20]);

const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

impl RecoveryCode {
    /// Of random bytes, of which each gives five bits.
    pub fn new(bytes: [u8; 20]) -> RecoveryCode {
        RecoveryCode(bytes.map(|b| b & 31))
    }

    /// The bytes, for hashing.
    pub const fn bytes(&self) -> &[u8; 20] {
        &self.0
    }

    /// The text, for its owner only.
    pub fn expose(&self) -> String {
        let letter = |b: &u8| char::from(LETTERS[(*b & 31) as usize]);
        let groups: Vec<String> = self.0.chunks(5).map(|group| group.iter().map(letter).collect()).collect();
        groups.join("-")
    }
}

impl fmt::Debug for RecoveryCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RecoveryCode(..)")
    }
}

impl FromStr for RecoveryCode {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        let error = IdError("a recovery code of four groups of five letters and digits");
        if text.len() > 64 {
            return Err(error);
        }
        let mut code = [0; 20];
        let mut places = code.iter_mut();
        for byte in text.bytes().filter(|b| !matches!(b, b'-' | b' ')) {
            // What people misread: O for zero, I and L for one.
            let letter = match byte.to_ascii_uppercase() {
                b'O' => b'0',
                b'I' | b'L' => b'1',
                other => other,
            };
            let value = LETTERS.iter().position(|l| *l == letter).ok_or(error)?;
            *places.next().ok_or(error)? = value as u8;
        }
        if places.next().is_some() { Err(error) } else { Ok(RecoveryCode(code)) }
    }
}

as_text!(RecoveryCode, expose);

/// A player as others see one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Player {
    /// The public id.
    pub id: PlayerId,
    /// The name.
    pub nickname: Nickname,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_read_back_and_others_are_refused() {
        assert_eq!("012345".parse::<RoomCode>().unwrap().to_string(), "012345");
        for bad in ["", "12345", "1234567", "12345a", "+12345", "１23456"] {
            assert!(bad.parse::<RoomCode>().is_err(), "{bad}");
        }
        let token = "ab".repeat(32);
        assert_eq!(token.parse::<Token>().unwrap().expose(), token);
        for bad in ["AB".repeat(32), "ab".repeat(31), "zz".repeat(32)] {
            assert!(bad.parse::<Token>().is_err());
        }
        assert_eq!("00000000000000ff".parse::<PlayerId>().unwrap(), PlayerId(255));
        assert!(matches!("123456".parse::<RoomName>(), Ok(RoomName::Code(_))));
        assert!(matches!("ab".repeat(16).parse::<RoomName>(), Ok(RoomName::Link(_))));
        assert!("nowhere".parse::<RoomName>().is_err());
    }

    #[test]
    fn recovery_codes_forgive_how_they_are_typed() {
        let code = RecoveryCode::new(std::array::from_fn(|i| i as u8));
        assert_eq!(code.expose(), "01234-56789-ABCDE-FGHJK");
        assert_eq!("o1234 56789abcdefghjk".parse::<RecoveryCode>().unwrap(), code);
        for bad in ["", "01234", "01234-56789-ABCDE-FGHJU", "01234-56789-ABCDE-FGHJK-0"] {
            assert!(bad.parse::<RecoveryCode>().is_err(), "{bad}");
        }
    }

    #[test]
    fn secrets_do_not_print() {
        assert_eq!(format!("{:?}", Token::new([7; 32])), "Token(..)");
        assert_eq!(format!("{:?}", RoomLink::new([7; 16])), "RoomLink(..)");
        assert_eq!(format!("{:?}", RecoveryCode::new([7; 20])), "RecoveryCode(..)");
        assert!(!format!("{:?}", RoomName::Link(RoomLink::new([7; 16]))).contains("07"));
    }
}
