//! The table every rule set plays on: tiles in their places, the open decision, events, the ledger, views; and [`Deal`], the
//! small machine that ties them to a [`RuleSet`].
//!
//! Three promises are kept here for all rule sets. *Legality is membership*: an action is legal exactly if it is among the
//! offered [`Choices`]. *Tiles move only through [`Table`], points only through [`Ledger`].* *What a viewer may know is decided
//! in two places only*: [`Journal::seen_by`] and [`Deal::view`]; the full state and its events cannot be serialized.
//!
//! What is not here: any rule of any rule set, randomness, clocks, files.
//!
//! What leaves the engine can be serialized:
//! ```
//! fn leaves<T: serde::Serialize>() {}
//! leaves::<sifang_table::SeenEvent>();
//! leaves::<sifang_table::View<(), ()>>();
//! ```
//! the full event, the table and a deal cannot, so sending one by mistake does not compile:
//! ```compile_fail,E0277
//! fn leaves<T: serde::Serialize>() {}
//! leaves::<sifang_table::Event>();
//! ```
//! ```compile_fail,E0277
//! fn leaves<T: serde::Serialize>() {}
//! leaves::<sifang_table::Table>();
//! ```
//! ```compile_fail,E0277
//! fn leaves<R: sifang_table::RuleSet>() { sends::<sifang_table::Deal<R>>() }
//! fn sends<T: serde::Serialize>() {}
//! ```
//! and nobody can look at all hands without the proof that a deal is over, which only a deal that is over gives:
//! ```compile_fail,E0423
//! let all = sifang_table::Viewer::All(sifang_table::Finished(()));
//! ```
#![forbid(unsafe_code)]

mod action;
mod choices;
mod deal;
mod decision;
mod event;
mod ledger;
mod meld;
pub mod procedures;
mod river;
mod ruleset;
mod seen;
mod table;
mod view;
mod wall;

pub use action::{Action, ActionError, Declaration};
pub use choices::{Bury, Choices};
pub use deal::{Deal, Dice, SetUp, Win};
pub use decision::{Answers, Decision, DecisionId, Illegal};
pub use event::{Aside, Event, Finished, HandTiles, Journal, Sight, Source, Viewer, WallEnd};
pub use ledger::{Entry, EntryId, Ledger, Op, Payment, Posting, Step, Steps, Term, fold};
pub use meld::{Meld, MeldKind, MeldTiles, Melds};
pub use river::{River, Throw, Thrown};
pub use ruleset::{
    After, Correction, Dealing, End, Fan, FirstDealer, Flow, Progress, RuleSet, Stage, shared_ranks,
};
pub use seen::{SeenEntry, SeenEvent, SeenMeld, SeenStep};
pub use table::{AsideTile, Table};
pub use view::{AsideView, Moment, PlayerView, Prompt, Seen, ThrownView, View, WinView, refill};
pub use wall::{MOST_TILES, Wall};
