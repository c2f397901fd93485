//! Bytes as lowercase hexadecimal digits, and the byte strings of a match that may be shown to everyone.
//!
//! This is the only codec of the workspace. Of what is here only the public types can be serialized; a
//! [`Secret`](crate::Secret) has to be turned into a [`Revealed`] first.

use std::ops::Deref;

/// What is wrong with a text that should be hexadecimal.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HexError {
    /// Too few or too many characters.
    #[error("{found} characters were given; {expected} hexadecimal digits are needed")]
    Length {
        /// Length of the text in bytes.
        found: usize,
        /// The length that is right.
        expected: usize,
    },
    /// Something else than `0`–`9` and `a`–`f`.
    #[error("place {place} is not one of 0-9 and a-f (lowercase)")]
    Digit {
        /// The place in the text, from 1.
        place: usize,
    },
}

/// The digits of `N` bytes, two each: a text without memory of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HexDigits<const N: usize>([[u8; 2]; N]);

impl<const N: usize> HexDigits<N> {
    /// The digits of these bytes.
    pub fn of(bytes: &[u8; N]) -> HexDigits<N> {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        HexDigits(bytes.map(|byte| [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]))
    }
}

impl<const N: usize> Deref for HexDigits<N> {
    type Target = str;

    fn deref(&self) -> &str {
        // Digits are ASCII.
        std::str::from_utf8(self.0.as_flattened()).unwrap_or_default()
    }
}

/// The bytes of a text of exactly so many digits.
pub fn read_hex<const N: usize>(text: &str) -> Result<[u8; N], HexError> {
    if text.len() != 2 * N {
        return Err(HexError::Length { found: text.len(), expected: 2 * N });
    }
    let mut bytes = [0; N];
    for (i, digit) in text.bytes().enumerate() {
        let value = match digit {
            b'0'..=b'9' => digit - b'0',
            b'a'..=b'f' => digit - b'a' + 10,
            _ => return Err(HexError::Digit { place: i + 1 }),
        };
        bytes[i / 2] = bytes[i / 2] << 4 | value;
    }
    Ok(bytes)
}

/// The spelling of a type that is so many bytes, on screens and in JSON: its digits. The last two say which bytes a value
/// has, and which value has these bytes.
#[macro_export]
macro_rules! hex_text {
    ($name:ident, $length:literal, $bytes:expr, $of:expr) => {
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let bytes: fn(&$name) -> [u8; $length] = $bytes;
                f.write_str(&$crate::HexDigits::of(&bytes(self)))
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self)
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::HexError;

            fn from_str(text: &str) -> Result<Self, $crate::HexError> {
                $crate::read_hex::<$length>(text).map($of)
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

macro_rules! public_bytes {
    ($(#[$doc:meta])* $name:ident, $length:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        pub struct $name([u8; $length]);

        impl $name {
            /// Wraps the bytes.
            pub const fn new(bytes: [u8; $length]) -> Self {
                Self(bytes)
            }

            /// The bytes.
            pub const fn bytes(&self) -> &[u8; $length] {
                &self.0
            }
        }

        hex_text!($name, $length, |value| value.0, $name);
    };
}

public_bytes!(
    /// A value of the chain that everyone may see: the commitment `s_0`, or `s_i` once deal `i` is over.
    Revealed,
    32
);
public_bytes!(
    /// The hash of the [`Terms`](crate::Terms) a match is played under.
    TermsHash,
    32
);
public_bytes!(
    /// Sixteen random bytes a player adds after the commitment is published.
    Nonce,
    16
);
public_bytes!(
    /// The hash with which a player fixes the own nonce before anybody's is known: [`Nonce::commitment`].
    NonceCommitment,
    32
);

public_bytes!(
    /// The digest of a record: what a server signs.
    RecordDigest,
    32
);
public_bytes!(
    /// The public half of the key with which a server signs records.
    PublicKey,
    32
);
public_bytes!(
    /// A server's signature over the digest of a record: Ed25519.
    Signature,
    64
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn has_one_spelling() {
        let text = "00ff10a9000102030405060708090a0b";
        let nonce: Nonce = text.parse().unwrap();
        assert_eq!(nonce.bytes()[..4], [0x00, 0xff, 0x10, 0xa9]);
        assert_eq!(nonce.to_string(), text);
        assert_eq!(serde_json::to_string(&nonce).unwrap(), format!("\"{text}\""));
        assert_eq!(serde_json::from_str::<Nonce>(&format!("\"{text}\"")).unwrap(), nonce);
        assert_eq!(text.to_uppercase().parse::<Nonce>(), Err(HexError::Digit { place: 3 }));
    }

    #[test]
    fn refuses_other_lengths_and_letters() {
        assert_eq!("00".parse::<Nonce>(), Err(HexError::Length { found: 2, expected: 32 }));
        assert_eq!("0".repeat(66).parse::<Revealed>(), Err(HexError::Length { found: 66, expected: 64 }));
        let not_ascii = format!("{}é", "0".repeat(30));
        assert_eq!(not_ascii.parse::<Nonce>(), Err(HexError::Digit { place: 31 }));
    }
}
