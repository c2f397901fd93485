//! What the players agreed to play, hashed with the commitment so that it cannot be changed afterwards.

use crate::{TermsHash, sha256};

/// The terms of a match. The option text must be canonical: one spelling for one set of options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms<'a> {
    /// Identifier of the rule set.
    pub rules: &'a str,
    /// Version of the rule set's rules.
    pub version: u32,
    /// Number of seats.
    pub seats: u8,
    /// The options in their canonical text.
    pub options: &'a str,
}

impl Terms<'_> {
    /// `SHA-256("sifang/terms/1" ‖ rules ‖ version ‖ seats ‖ options)`, each field with its length before it
    /// (u32 big-endian), so that no two terms spell the same bytes. Texts are UTF-8, the version a u32
    /// big-endian, the seats one byte.
    pub fn hash(&self) -> TermsHash {
        let rules = self.rules.as_bytes();
        let options = self.options.as_bytes();
        TermsHash::new(sha256(&[
            b"sifang/terms/1",
            &length(rules),
            rules,
            &4u32.to_be_bytes(),
            &self.version.to_be_bytes(),
            &1u32.to_be_bytes(),
            &[self.seats],
            &length(options),
            options,
        ]))
    }
}

/// Texts here are a few hundred bytes; one of 4 GiB would need a machine that first holds it in memory.
fn length(text: &[u8]) -> [u8; 4] {
    (text.len() as u32).to_be_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_changes_the_hash() {
        let terms = Terms { rules: "some", version: 1, seats: 4, options: "cap=5;swap=true" };
        let others = [
            Terms { rules: "other", ..terms },
            Terms { version: 2, ..terms },
            Terms { seats: 3, ..terms },
            Terms { options: "cap=4;swap=true", ..terms },
            Terms { options: "", ..terms },
        ];
        for other in others {
            assert_ne!(other.hash(), terms.hash(), "{other:?}");
        }
    }

    #[test]
    fn fields_do_not_run_into_each_other() {
        let terms = Terms { rules: "a", version: 0, seats: 0, options: "bc" };
        assert_ne!(Terms { rules: "ab", options: "c", ..terms }.hash(), terms.hash());
        // The options of the first spell the tail of the second.
        let tail = "\0\0\0\u{4}\0\0\0\0\0\0\0\u{1}\0\0\0\0\u{2}bc";
        let merged = format!("a{tail}");
        assert_ne!(Terms { rules: &merged, options: "", ..terms }.hash(), terms.hash());
    }
}
