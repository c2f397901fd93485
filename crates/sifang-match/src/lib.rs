//! From a key to a deal, from deals to a match, from a match to a record that anybody can check.
//!
//! [`Shuffled`] turns a deal's key into a wall and dice; [`Match`] plays deal after deal and keeps the [`Command`]s that were
//! given; [`Record`] is the finished match in a form that is stored, and [`verify`](fn@verify) plays it again and compares;
//! [`judge`] makes one [`Verdict`] of it, in named parts;
//! [`Simulated`] records a single deal of a simulation;
//! [`Playback`] goes through a deal of a record step by step, as any seat saw it or with all hands open;
//! [`transcript`](fn@transcript) writes a deal in words. What is *not* here: where keys, commands and time come from, who the
//! players are, and how anything is stored or sent.
//!
//! ```
//! use sifang_match::{Match, transcript};
//! use sifang_options::Lang;
//! use sifang_rules::wuxi::Wuxi;
//! use sifang_table::RuleSet as _;
//!
//! // The wall that this key gives; everybody lets the clock run out.
//! let mut game = Match::start(Wuxi::new(Default::default(), 4), &[7; 32]);
//! while let Some(decision) = game.deal().decision() {
//!     for seat in decision.waiting().iter() {
//!         let action = game.deal().timeout_action(seat).expect("whoever is asked can wait");
//!         game.act(seat, action).expect("waiting is legal");
//!     }
//! }
//! assert_eq!(game.totals().iter().sum::<i32>(), 0);
//! assert!(!transcript(game.journal(), Lang::En).is_empty());
//! ```
#![forbid(unsafe_code)]

mod command;
mod deal;
mod hex;
mod playback;
mod problem;
mod record;
mod simulated;
mod table;
mod transcript;
mod verdict;
mod verify;

pub use command::{Command, CommandError};
pub use deal::Shuffled;
pub use hex::{Digest, MatchId};
pub use playback::{Playback, RecordViewer, follow};
pub use problem::{Field, Mismatch, Problem};
pub use record::{DealRecord, FORMAT, Record, Signed, WinRecord, option_text};
pub use simulated::{SIMULATED, Simulated};
pub use table::{DealResult, Match, NotReady, Standing};
pub use transcript::{step_words, transcript};
pub use verdict::{Asked, Finding, Judged, Kept, Outcome, Part, State, Verdict, judge};
pub use verify::{Examined, MOST_COMMANDS, Verified, examine, examine_any, verify, verify_any};
