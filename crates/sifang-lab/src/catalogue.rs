//! The words of a rule set by number: its fans and its other terms. A set of them is one word of bits.

use sifang_table::{RuleSet, Term};
use std::collections::HashMap;

/// What a term of an explanation is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Word {
    /// Number so-and-so of the fan table.
    Fan(usize),
    /// Number so-and-so of the other terms.
    Term(usize),
}

/// Finds words by their ids, which are unique within a rule set (fans go first).
#[derive(Clone, Debug)]
pub(crate) struct Catalogue {
    words: HashMap<&'static str, Word>,
}

impl Catalogue {
    pub(crate) fn new<R: RuleSet>() -> Catalogue {
        const { assert!(R::FANS.len() <= 128 && R::TERMS.len() <= 128, "a set of words is 128 bits") };
        let terms = R::TERMS.iter().enumerate().map(|(i, term)| (term.id, Word::Term(i)));
        let fans = R::FANS.iter().enumerate().map(|(i, fan)| (fan.term.id, Word::Fan(i)));
        Catalogue { words: terms.chain(fans).collect() }
    }

    pub(crate) fn word(&self, term: &Term) -> Option<Word> {
        self.words.get(term.id).copied()
    }
}

/// The numbers of the set bits.
pub(crate) fn members(bits: u128) -> impl Iterator<Item = usize> {
    (0..128).filter(move |i| bits >> i & 1 == 1)
}
