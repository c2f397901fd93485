//! Computer players.
//!
//! A [`Bot`] gets an [`Ask`]: its own seat, its own tiles, the tile in question and what it may do. Nothing hidden can reach it,
//! because nothing hidden is in an `Ask`. Its randomness is its own small generator ([`Rng`]), seeded from outside, so that the
//! same seed plays the same deal. What is *not* here: rules, tables, time limits.
#![forbid(unsafe_code)]

mod level;
mod random;
mod rng;
mod seeker;

pub use level::{AnyBot, Level, UnknownBot};
pub use random::RandomBot;
pub use rng::Rng;
pub use seeker::Seeker;

use sifang_table::{Action, Choices, Deal, RuleSet};
use sifang_tiles::{Hand, Seat, Tile};

/// What a bot is asked, and all it may know.
#[derive(Clone, Copy, Debug)]
pub struct Ask<'a> {
    /// Its seat.
    pub seat: Seat,
    /// What it may do; never empty.
    pub choices: &'a Choices,
    /// Its closed tiles.
    pub hand: &'a Hand,
    /// The tile in question (a discard, a kong's fourth tile), where there is one. It lies open.
    pub tile: Option<Tile>,
}

impl<'a> Ask<'a> {
    /// What `seat` is asked in this deal now; nothing if it is not.
    #[inline]
    pub fn of<R: RuleSet>(deal: &'a Deal<R>, seat: Seat) -> Option<Ask<'a>> {
        let decision = deal.decision()?;
        let choices = decision.choices(seat)?;
        let tile = deal.phase().and_then(|phase| R::stage(phase).tile);
        Some(Ask { seat, choices, hand: deal.table.hand(seat), tile })
    }
}

/// A computer player at one seat.
pub trait Bot {
    /// Answers. The answer must be one of the choices.
    fn choose(&mut self, ask: &Ask<'_>) -> Action;
}
