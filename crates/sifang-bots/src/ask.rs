//! The short question: a seat's own tiles, the tile in question and its choices. Players that need no more are spared the making
//! of a view, so that random play stays fast.

use crate::{RandomBot, Rng, Seeker};
use sifang_table::{Action, Choices, Deal, RuleSet};
use sifang_tiles::{Hand, Seat, Tile};

/// What a simple bot is asked, and all it may know.
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

/// A player that needs only an [`Ask`].
pub trait Reflex {
    /// Answers. The answer must be one of the choices.
    fn answer(&mut self, ask: &Ask<'_>) -> Action;
}

/// Either of the two, without a heap.
#[derive(Clone, Copy, Debug)]
pub enum ReflexBot {
    /// Any legal action, with equal chance.
    Random(RandomBot),
    /// The test player that seeks wins.
    Seeker(Seeker),
}

impl ReflexBot {
    /// The random player.
    pub const fn random(rng: Rng) -> ReflexBot {
        ReflexBot::Random(RandomBot::new(rng))
    }

    /// The test player that seeks wins.
    pub const fn seeker(rng: Rng) -> ReflexBot {
        ReflexBot::Seeker(Seeker::new(rng))
    }
}

impl Reflex for ReflexBot {
    fn answer(&mut self, ask: &Ask<'_>) -> Action {
        match self {
            ReflexBot::Random(bot) => bot.answer(ask),
            ReflexBot::Seeker(bot) => bot.answer(ask),
        }
    }
}
