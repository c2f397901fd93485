//! All choices of a position in the expert's order. The expert itself is in the module above; this only asks it about every choice.

use super::Mind;
use sifang_rules::insight::{Insight, Standing, ViewOf};
use sifang_table::Action;

/// The choices the expert would take, the best first. A win comes first; what it would never take comes last, in the order offered.
pub fn rank<R: Insight>(rules: &R, view: &ViewOf<R>) -> Vec<Action> {
    let choices = view.prompt.as_ref().map_or(&[][..], |prompt| &prompt.choices);
    let Some(at) = Standing::of(rules, view) else { return choices.to_vec() };
    let mind = Mind::new(at, choices);
    let score = |action: &Action| match action {
        Action::Win => f64::INFINITY,
        _ => mind.weigh(*action).map_or(f64::NEG_INFINITY, |weighed| weighed.score),
    };
    let mut ranked: Vec<(f64, Action)> = choices.iter().map(|action| (score(action), *action)).collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    ranked.into_iter().map(|(_, action)| action).collect()
}
