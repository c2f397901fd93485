//! The keys with which a server signs records, as they are kept.

use std::fmt;

/// The secret half of a key. Its `Debug` is mute, so that no log can have it.
#[derive(Clone, PartialEq, Eq)]
pub struct KeySecret(pub [u8; 32]);

impl fmt::Debug for KeySecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KeySecret(..)")
    }
}

/// A key that is about to be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewKey {
    /// The public half.
    pub public: [u8; 32],
    /// The secret half.
    pub secret: KeySecret,
    /// From when, in milliseconds since 1970.
    pub since_ms: i64,
}

/// A key that signs, or has signed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredKey {
    /// The public half.
    pub public: [u8; 32],
    /// The secret half; none: it signs no longer.
    pub secret: Option<KeySecret>,
    /// Since when.
    pub since_ms: i64,
    /// Until when.
    pub until_ms: Option<i64>,
}
