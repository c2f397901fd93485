//! Questions about a rule set that need no table, asked and answered as JSON: which there are, what can be chosen and won,
//! what a described hand scores, what it waits for, and the rule book to read. The command line and the server answer alike
//! because both ask here.
//!
//! What is *not* here: any rule, and where requests come from.
//!
//! ```
//! use sifang_query::{Query, answer};
//!
//! let request = br#"{"rules": "wuxi", "concealed": "1334555777999s", "melds": []}"#;
//! let mut out = Vec::new();
//! assert!(answer(request, Query::Waits, &mut out));
//! assert!(String::from_utf8_lossy(&out).contains("\"2s\""));
//! ```
#![forbid(unsafe_code)]

mod book;
mod catalogue;
mod clauses;
pub mod markup;
mod request;
mod settled;

pub use book::{
    Book, BookFan, Checked, Combination, Example, FullForm, OtherName, Words, book, examples, form,
};
pub use catalogue::{Entry, FanEntry, entries, entry, fans, schema};
pub use clauses::{CasePointer, Clause, Place, Pointers, clause, clauses, pointers};
pub use request::{Query, answer, answer_read, read, refuse, text, write_refusal};
pub use settled::describe;
