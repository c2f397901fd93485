//! The player that picks any legal action with equal chance: the opponent of statistics and the engine of tests.

use crate::{Ask, Bot, Rng};
use sifang_table::{Action, Choices};
use sifang_tiles::Hand;

/// Uniform over everything offered.
#[derive(Clone, Copy, Debug)]
pub struct RandomBot {
    rng: Rng,
}

impl RandomBot {
    /// With this generator.
    #[inline]
    pub const fn new(rng: Rng) -> RandomBot {
        RandomBot { rng }
    }

    /// Picks one of the choices of a seat that holds `hand`.
    #[inline]
    pub fn pick(&mut self, choices: &Choices, hand: &Hand) -> Action {
        let n = self.rng.below(choices.len(hand) as u32) as usize;
        choices.nth(n, hand).unwrap_or_default()
    }
}

impl Bot for RandomBot {
    #[inline]
    fn choose(&mut self, ask: &Ask<'_>) -> Action {
        self.pick(ask.choices, ask.hand)
    }
}
