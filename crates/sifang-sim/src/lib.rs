//! Headless play: [`simulate`](fn@simulate) with statistics, the loop that plays a deal to its end ([`play_out`]), and whole
//! matches with their records ([`sample_record`]).
//!
//! The crate knows rule sets only as types: nothing here names one. What is *not* here: the laws that rule sets keep
//! (`sifang-laws`), a command line for users, files, networks.
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

mod play;
mod report;
mod sample;
mod simulate;
mod tally;

pub use play::play_out;
pub use report::{BotReport, FanReport, Report};
pub use sample::sample_record;
pub use simulate::{Plan, simulate};
