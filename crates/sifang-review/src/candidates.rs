//! Which alternatives of a decision are worth measuring: what was played, and what an expert and a greedy player like best.

use crate::Moment;
use sifang_bots::{Bot as _, Greedy, study};
use sifang_rules::insight::Insight;
use sifang_table::{Action, Viewer};

/// Alternatives of the expert's order.
const RANKED: usize = 3;

/// What was played, first, and its alternatives; only one if there is no real alternative.
pub(crate) fn candidates<R: Insight>(moment: &Moment<R>) -> Vec<Action> {
    let (rules, view) = (&moment.deal.rules, moment.deal.view(Viewer::Seat(moment.seat)));
    let choices = view.prompt.as_ref().map_or(&[][..], |prompt| &prompt.choices);
    let mut list = vec![moment.played];
    let mut add = |action: Action| {
        if !list.contains(&action) && choices.contains(&action) {
            list.push(action);
        }
    };
    add(Action::Win);
    add(Greedy.choose(rules, &view).action);
    let ranked = study::rank(rules, &view);
    ranked.into_iter().filter(|action| *action != moment.played).take(RANKED).for_each(&mut add);
    add(Action::Pass);
    list
}
