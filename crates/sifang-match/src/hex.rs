//! 128-bit names and digests, and their one spelling: 32 lowercase hexadecimal digits.

macro_rules! hex_number {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "string"))]
        pub struct $name(pub u128);

        sifang_fair::hex_text!($name, 16, |value| value.0.to_be_bytes(), |bytes| {
            $name(u128::from_be_bytes(bytes))
        });
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
            assert!(bad.parse::<MatchId>().is_err(), "{bad}");
        }
    }
}
