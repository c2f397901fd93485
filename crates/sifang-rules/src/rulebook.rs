//! What readers get of a rule set: its book in both languages, example wins, and the form of its score requests.
//!
//! The texts live in `docs/rules/`, where people read them as they are; the programs read the same files. What is *not*
//! here: how a book is taken apart and drawn (`sifang-query` and the clients do that).

use crate::contract::Contract;
use crate::form::Form;
use crate::settled::{Description, Settled};
use serde::de::DeserializeOwned;
use sifang_options::Text;
use sifang_table::Term;

/// The texts of a rule set, where the floor plan has them: `texts!("id");` in its `impl Rulebook`.
macro_rules! texts {
    ($id:literal) => {
        const BOOK: sifang_options::Text = sifang_options::Text::new(
            include_str!(concat!("../../../../docs/rules/", $id, ".zh.md")),
            include_str!(concat!("../../../../docs/rules/", $id, ".en.md")),
        );
        const EXAMPLES: &'static str = include_str!("examples.jsonl");
        const NAMES: &'static str = include_str!("names.jsonl");
        const WHY: &'static [&'static sifang_table::Term] = fans::WHY;
    };
}
pub(crate) use texts;

/// A rule set that can be read.
pub trait Rulebook: Contract {
    /// The book, in Markdown of a fixed form: the same sections and clauses in both languages.
    const BOOK: Text;
    /// Example wins, one JSON object a line: `fan` (which fan it shows) or `name` (where the book shows it), `note` in
    /// both languages, `request`, and `expect`, what the engine must answer.
    const EXAMPLES: &'static str;
    /// Where the rules come from, with the version that the source gives of itself.
    const SOURCE: Text;
    /// Names that players use, one JSON object a line: `name`, and what it names: a `fan`, a `clause` (without the rule
    /// set's id; `absent`: the rules do not have it), a combination of `fans`, or, as `class`, all wins that are worth
    /// as much as these fans.
    const NAMES: &'static str;
    /// Why fans that seem to be there do not count.
    const WHY: &'static [&'static Term];
    /// What a score request is made of.
    const FORM: Form;
    /// What of its part of a view (`extra`) the description of a win needs.
    type Seen: DeserializeOwned;

    /// What a win with these fans and no others is worth under the default options, in the number that players give it;
    /// none where combinations have no names.
    fn combination(fans: &[&str]) -> Option<i32> {
        let _ = fans;
        None
    }

    /// Adds to the description of a settled win what only this rule set knows: circumstances and its own fields.
    fn describe(win: &Settled, seen: &Self::Seen, description: &mut Description);
}
