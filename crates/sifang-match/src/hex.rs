//! 128-bit names and digests, and their one spelling: 32 lowercase hexadecimal digits.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// A text that is not 32 lowercase hexadecimal digits.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("32 hexadecimal digits (0-9, a-f) are needed")]
pub struct HexError;

macro_rules! hex_number {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "string"))]
        pub struct $name(pub u128);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{:032x}", self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self)
            }
        }

        impl FromStr for $name {
            type Err = HexError;

            fn from_str(text: &str) -> Result<Self, HexError> {
                let plain = text.len() == 32 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
                if !plain {
                    return Err(HexError);
                }
                u128::from_str_radix(text, 16).map($name).map_err(|_| HexError)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

hex_number!(
    /// The name of a match, drawn at random when it is made. It enters every deal's key as 16 big-endian bytes.
    MatchId
);
hex_number!(
    /// The digest of a deal's journal.
    Digest
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_one_spelling() {
        let text = "00ff10a9000102030405060708090a0b";
        assert_eq!(text.parse::<Digest>().unwrap().to_string(), text);
        for bad in ["", "00", "+0ff10a9000102030405060708090a0b", "00FF10A9000102030405060708090A0B"] {
            assert_eq!(bad.parse::<MatchId>(), Err(HexError), "{bad}");
        }
    }
}
