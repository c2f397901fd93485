//! The laws every rule set must keep: the [`mod@conformance`] suite, the law of shapes ([`shape_law`]), the law of hints
//! ([`hint_law`]), the law of observations ([`feature_law`]), bots put through their paces ([`exercise`](fn@exercise)) and inputs
//! nobody would write ([`fuzz`]); and the figures of good play, measured again ([`estimate`](fn@estimate)).
//!
//! Walls are stacked for what is rare: [`stacker`] knows no rule set, [`rarities`] has one file for each that needs its own.
//! Elsewhere rule sets are known only as types. The long runs are the program `soak` in `src/bin`.
//! What is *not* here: rules, simulation (`sifang-sim`), attacks on the server (`sifang-trials`).
#![forbid(unsafe_code)]

pub mod conformance;
mod coverage;
mod estimate;
mod exercise;
pub mod feature_law;
pub mod fuzz;
pub mod hint_law;
pub mod rarities;
pub mod shape_law;
pub mod stacker;

pub use coverage::{Coverage, CoverageRow};
pub use estimate::{Estimate, estimate};
pub use exercise::exercise;
