//! What a rule set tells readers: its book in both languages, example wins, and the form of its score requests.
//!
//! The texts live in `docs/rules/`, where people read them as they are; the programs read the same files. What is *not*
//! here: how a book is taken apart and drawn (`sifang-query` and the clients do that).

use crate::contract::Contract;
use crate::form::Form;
use crate::settled::{Description, Settled};
use serde::de::DeserializeOwned;
use sifang_options::Text;

/// A rule set that can be read.
pub trait Rulebook: Contract {
    /// The book, in Markdown of a fixed form: the same sections and clauses in both languages.
    const BOOK: Text;
    /// Example wins, one JSON object a line: `fan` (which fan it shows) or `name` (where the book shows it), `note` in
    /// both languages, `request`, and `expect`, what the engine must answer.
    const EXAMPLES: &'static str;
    /// What a score request is made of.
    const FORM: Form;
    /// What of its part of a view (`extra`) the description of a win needs.
    type Seen: DeserializeOwned;

    /// Adds to the description of a settled win what only this rule set knows: circumstances and its own fields.
    fn describe(win: &Settled, seen: &Self::Seen, description: &mut Description);
}
