//! Headless play: [`simulate`](fn@simulate) with statistics, the [`mod@conformance`] suite every rule set must pass, the law of shapes
//! ([`shape_law`]), the law of hints ([`hint_law`]), bots put through their paces ([`exercise`](fn@exercise)) and inputs nobody would write ([`fuzz`]).
//!
//! The crate knows rule sets only as types: nothing here names one. The long runs are the program `soak` in `src/bin`.
//! What is *not* here: a command line for users, files, networks.
//!
//! ```
//! use sifang_rules::wuxi::Wuxi;
//! use sifang_sim::{Plan, simulate};
//! use sifang_table::RuleSet as _;
//!
//! let rules = Wuxi::new(Default::default(), 4);
//! let plan = |threads| Plan { threads, ..Plan::new(rules.clone(), 200, 1) };
//! let [one, two] = [1, 2].map(|threads| simulate(&plan(threads), &|_done| ()));
//! assert_eq!((one.deals, one.illegal), (200, 0));
//! assert_eq!(one.digest, two.digest); // it depends on the seed, and never on the threads
//! ```
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
