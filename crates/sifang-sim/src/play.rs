//! Playing a deal to its end: the loop everything else here goes through.

use sifang_table::{Action, Choices, Deal, Journal, RuleSet};
use sifang_tiles::Seat;

/// Lets `choose` answer for every seat that is asked, until the deal is over. Returns the number of answers.
///
/// An answer that is refused counts as none: the rule set answers, as it does for a seat whose time is up. Generic over `choose`
/// so that a simple player is compiled into the loop.
#[inline]
pub fn play_out<R: RuleSet>(
    deal: &mut Deal<R>,
    journal: &mut Journal,
    mut choose: impl FnMut(&Deal<R>, Seat, &Choices) -> Action,
) -> u64 {
    let mut decisions = 0;
    while let Some(decision) = deal.decision() {
        for seat in decision.waiting().iter() {
            let Some(choices) = deal.decision().and_then(|decision| decision.choices(seat)) else { break };
            let action = choose(deal, seat, choices);
            decisions += 1;
            if deal.apply(seat, action, journal).is_err() {
                let fallback = deal.timeout_action(seat).map(|action| deal.apply(seat, action, journal));
                if !matches!(fallback, Some(Ok(()))) {
                    return decisions;
                }
            }
        }
    }
    decisions
}
