//! The player that picks any legal action with equal chance: the opponent of statistics and the engine of tests.

use crate::{Ask, Bot, Cause, Decision, Reason, Reflex, Rng};
use sifang_rules::insight::ViewOf;
use sifang_table::{Action, Choices, RuleSet};
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

impl Reflex for RandomBot {
    #[inline]
    fn answer(&mut self, ask: &Ask<'_>) -> Action {
        self.pick(ask.choices, ask.hand)
    }
}

impl<R: RuleSet> Bot<R> for RandomBot {
    fn choose(&mut self, _rules: &R, view: &ViewOf<R>) -> Decision {
        let choices = view.prompt.as_ref().map_or(&[][..], |prompt| &prompt.choices);
        let n = self.rng.below(choices.len() as u32) as usize;
        let action = choices.get(n).copied().unwrap_or_default();
        Decision { action, reason: Reason::of(Cause::Lot) }
    }
}
