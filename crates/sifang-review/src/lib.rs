//! Review of a finished match: what each decision of a player cost, as far as the player could know.
//!
//! [`review`](fn@review) plays the record again. At each decision with a real alternative it draws worlds that the seat could not
//! tell from the real one, lets each alternative be played out in all of them by `greedy`, and compares: the difference
//! in points, with the 95 % interval of the lab. What others really held, and what was really drawn, plays no part. A decision is
//! called a mistake only if its interval excludes zero, measured in worlds that had no say in which decision and which alternative
//! were looked at.
//!
//! The same record and the same seed give the same review, for any number of threads. What is *not* here: checking a record
//! (`sifang-match`), how bots play, files, a command line.
//!
//! ```
//! use sifang_bots::Level;
//! use sifang_review::{Plan, review};
//! use sifang_rules::wuxi::Wuxi;
//! use sifang_sim::sample_record;
//! use sifang_table::RuleSet as _;
//! use sifang_tiles::Seat;
//!
//! let record = sample_record(Wuxi::new(Default::default(), 4), 1, 1, Level::Random)?;
//! let plan = Plan { worlds: 8, ..Plan::new(vec![Seat::new(0)]) };
//! let review = review::<Wuxi>(&record, &plan, &|_, _| ()).expect("the record holds");
//! assert_eq!(review.seats[0].deals[0].result, record.deals[0].deltas[0]);
//! # Ok::<(), sifang_fair::ChainError>(())
//! ```
#![forbid(unsafe_code)]

mod candidates;
mod difference;
mod html;
mod kind;
mod measure;
mod moments;
mod playout;
mod reason;
mod report;
mod review;
mod steps;
mod words;
mod worlds;

pub use difference::{Clause, Danger, Difference, GivenUp, Leaves, Wait};
pub use html::html;
pub use kind::Kind;
pub use measure::{Effort, Measured};
pub use moments::{Moment, moments};
pub use report::{Compared, DealReview, FORMAT, Hundredths, Review, Said, SeatReview};
pub use review::{Plan, people, review};
pub use steps::{Step, Steps, steps};
pub use words::action_words;
