//! The rule books, each in a folder of its own with the same files (the plan is in `docs/design/rule-sets.md`).
//!
//! Rule sets know the table, its procedures and the shape tables; they do not know each other. The one closed list of them is at the
//! end of this file; [`any`] leads from an id to a type. [`contract`] is what the command line asks of each beyond playing; [`request`] and [`script`] are the parts of that
//! which all share. [`rulebook`] and [`form`] are what readers and score forms get of each.
//!
//! What is a described win worth, and why?
//!
//! ```
//! use sifang_rules::contract::Contract;
//! use sifang_rules::wuxi::Wuxi;
//!
//! let request = serde_json::from_str(
//!     r#"{"rules": "wuxi", "options": {}, "players": 4, "dealer": 0, "winner": 1,
//!         "concealed": "1334555777999s", "melds": [], "winning_tile": "2s",
//!         "source": "discard", "from": 0, "flowers": "", "context": []}"#,
//! )?;
//! let answer = serde_json::to_value(Wuxi::score(&request).expect("it wins"))?;
//! assert_eq!(answer["deltas"], serde_json::json!([-45, 45, 0, 0])); // who discarded pays
//! # Ok::<(), serde_json::Error>(())
//! ```
#![forbid(unsafe_code)]

#[macro_use]
pub mod any;

pub mod answer;
mod catalog;
pub mod contract;
pub mod form;
pub mod insight;
mod plan;
pub mod reading;
pub mod refusal;
pub mod request;
pub mod rulebook;
pub mod script;
pub mod settled;
pub mod signs;

// A new rule set adds its module and its line; nothing else outside its folder names it.

pub mod anhua;
pub mod hongzhong;
pub mod jingji;
pub mod wuxi;
pub mod xuezhan;

rule_sets! {
    "xuezhan" => Xuezhan, xuezhan;
    "anhua" => Anhua, anhua;
    "jingji" => Jingji, jingji;
    "wuxi" => Wuxi, wuxi;
    "hongzhong" => Hongzhong, hongzhong;
}
