//! The lab: what does a house rule do to many deals?
//!
//! Two sets of options, A and B, play the *same walls* ([`Plan`], [`run`]). What is measured of every deal is read from the
//! engine's own record of it ([`DealFacts`]): wins, fans, payments with their reasons. Everything is summed as whole numbers
//! ([`Tally`]), so that threads and shards can be added up in any order and give the same result digit by digit; only the
//! [`Report`] made at the end has fractions, intervals and sentences. [`html`] and [`chart`](fn@chart) draw it, [`columns`] writes the facts of
//! each deal as Parquet.
//!
//! Nothing here names a rule set or knows a rule. What is *not* here: files, sockets, a command line.
#![forbid(unsafe_code)]

mod catalogue;
mod chart;
pub mod columns;
mod estimate;
mod facts;
mod findings;
mod html;
mod metrics;
mod plan;
mod report;
mod run;
mod tally;

pub use chart::{Words, chart, escape};
pub use estimate::{Certainty, Difference, Estimate, mean};
pub use facts::{DealFacts, MatchFacts, Played, WinFact};
pub use findings::{FIRST, Finding, LEGEND, difference_text, estimate_text};
pub use html::html;
pub use metrics::{Group, Unit};
pub use plan::{Length, PART, Plan, Shard};
pub use report::{Changed, Distribution, Report, Statistic};
pub use run::{How, Part, Player, run};
pub use tally::{Tally, TallyError};
