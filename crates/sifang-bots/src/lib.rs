//! Computer players, and the hints that show people what such a player sees.
//!
//! A [`Bot`] gets the rules in force and the [`View`](sifang_table::View) of its seat, and answers with a [`Decision`]: an action
//! and the reason for it. Nothing hidden can reach it, because nothing hidden is in a view. What a good player of each rule
//! set knows stands beside the rule set ([`sifang_rules::insight`]); here it is weighed, without naming a rule set.
//!
//! Two players for tests and statistics need less: they answer an [`Ask`] by [`Reflex`], without a view being made. Chance is a bot's
//! own small generator ([`Rng`]), seeded from outside, so that the same seed plays the same deal.
//! What is *not* here: rules, tables, time limits.
//!
//! ```
//! use sifang_bots::{Level, Rng, hint};
//! use sifang_match::Match;
//! use sifang_rules::wuxi::Wuxi;
//! use sifang_table::{RuleSet as _, Viewer};
//!
//! let rules = Wuxi::new(Default::default(), 4);
//! let game = Match::start(rules.clone(), &[7; 32]);
//! let seat = game.deal().decision().and_then(|open| open.waiting().iter().next()).expect("a deal begins");
//! let answer = Level::Expert.bot(Rng::of(&[1])).answer(game.deal(), seat);
//! let advice = hint(&rules, &game.deal().view(Viewer::Seat(seat))).recommended.expect("there is advice");
//! assert_eq!(answer, Some(advice.action)); // what the expert does is what a hint shows,
//! assert!(!advice.en.is_empty()); // with its reason
//! ```
#![forbid(unsafe_code)]

mod ask;
mod expert;
pub mod features;
mod greedy;
mod hint;
mod kinds;
mod level;
mod net;
mod random;
mod reason;
mod rng;
mod seeker;
mod sense;
mod shape;
pub mod study;
#[cfg(test)]
mod trial;

pub use ask::{Ask, Reflex, ReflexBot};
pub use expert::Expert;
pub use greedy::Greedy;
pub use hint::{AfterDiscard, Hint, Payment, Recommended, Useful, Wait, WhyNot, hint};
pub use level::{AnyBot, Eye, Level, UnknownBot};
pub use net::{Broken, Header, Learned, Net};
pub use random::RandomBot;
pub use reason::{Cause, Reason};
pub use rng::Rng;
pub use seeker::Seeker;

use sifang_rules::insight::ViewOf;
use sifang_table::{Action, RuleSet};

/// What a bot answers, and why.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Decision {
    /// One of the choices of the view's prompt.
    pub action: Action,
    /// Why, in numbers; [`Reason::text`] makes a sentence of it.
    pub reason: Reason,
}

/// A computer player at one seat.
pub trait Bot<R: RuleSet> {
    /// Answers the prompt of the view. Without a prompt there is nothing to answer, and the action is a pass.
    fn choose(&mut self, rules: &R, view: &ViewOf<R>) -> Decision;
}
