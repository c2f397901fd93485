//! Headless play: [`simulate`](fn@simulate) with statistics, the [`mod@conformance`] suite every rule set must pass, the law of shapes
//! ([`shape_law`]), the law of hints ([`hint_law`]), bots put through their paces ([`exercise`](fn@exercise)) and inputs nobody would write ([`fuzz`]).
//!
//! The crate knows rule sets only as types: nothing here names one. The long runs are the program `soak` in `src/bin`.
//! What is *not* here: a command line for users, files, networks.
#![forbid(unsafe_code)]

pub mod conformance;
mod coverage;
mod exercise;
pub mod fuzz;
pub mod hint_law;
mod play;
mod report;
mod sample;
pub mod shape_law;
mod simulate;
mod tally;

pub use coverage::{Coverage, CoverageRow};
pub use exercise::exercise;
pub use play::play_out;
pub use report::{BotReport, FanReport, Report};
pub use sample::sample_record;
pub use simulate::{Plan, simulate};
