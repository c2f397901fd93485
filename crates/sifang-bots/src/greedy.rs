//! The player in a hurry: fewest tiles away, then most useful tiles unseen; it wins whenever it may and looks at nobody else.

use crate::sense::Sense;
use crate::{Bot, Cause, Decision, Reason};
use sifang_rules::insight::{Insight, Standing, ViewOf};
use sifang_table::{Action, Declaration};

/// See [`Level::Greedy`](crate::Level::Greedy).
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

/// Tiles away, then minus the useful tiles: the smaller the better.
type Cost = (u8, i32);

impl<R: Insight> Bot<R> for Greedy {
    fn choose(&mut self, rules: &R, view: &ViewOf<R>) -> Decision {
        let choices = view.prompt.as_ref().map_or(&[][..], |prompt| &prompt.choices);
        let simple = |action, cause| Decision { action, reason: Reason::of(cause) };
        match choices {
            [] => return simple(Action::Pass, Cause::Forced),
            [only] => return simple(*only, Cause::Forced),
            _ => {}
        }
        if choices.contains(&Action::Win) && !R::win_is_bad(view) {
            return simple(Action::Win, Cause::Win);
        }
        let Some(at) = Standing::of(rules, view) else { return simple(choices[0], Cause::Forced) };
        let mut mind = Mind { sense: Sense::of(&at), at };
        let mut best: Option<(Cost, Action)> = None;
        for &action in choices {
            let Some(cost) = mind.cost(action) else { continue };
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, action));
            }
        }
        let (cost, action) = best.unwrap_or(((0, 0), choices[0]));
        let reason = Reason {
            away: Some(cost.0.div_ceil(TENS)).filter(|away| *away < 15),
            useful: Some(cost.1.unsigned_abs()),
            ..Reason::of(Cause::Build)
        };
        Decision { action, reason }
    }
}

/// Tiles away are counted by ten, so that the kind of action can decide between equal distances.
const TENS: u8 = 10;

struct Mind<'a, R: Insight> {
    sense: Sense,
    at: Standing<'a, R>,
}

impl<R: Insight> Mind<'_, R> {
    /// What an action leaves; none if it is never taken.
    fn cost(&mut self, action: Action) -> Option<Cost> {
        let bonus = |cost: Cost, less: u8| (cost.0.saturating_sub(less), cost.1);
        Some(match action {
            Action::Win => return None,
            Action::Float(points) => (0, points as i32),
            Action::Ask(_) | Action::Declare(Declaration::Ready) => (0, 0),
            Action::Declare(Declaration::ReadyAsk) | Action::DeclareDiscard(Declaration::ReadyAsk, _) => {
                return None;
            }
            Action::Pass => bonus(self.look(&self.at), 1),
            // A claim must bring the hand nearer: it costs what the best discard after it leaves.
            Action::Pung | Action::Chow(..) => {
                let after = self.at.after(action);
                let kinds = after.hand.held() & !self.sense.wilds;
                let costs = kinds.iter().map(|tile| self.look(&after.after(Action::Discard(tile))));
                costs.min().unwrap_or((u8::MAX, 0))
            }
            Action::Kong | Action::OwnKong(_) => bonus(self.look(&self.at.after(action)), 2),
            Action::DeclareDiscard(..) => bonus(self.look(&self.at.after(action)), 2),
            Action::Discard(_) => self.look(&self.at.after(action)),
            Action::Bury(_) => {
                if R::income(&self.at, action) < 0 {
                    return None;
                }
                self.look(&self.at.after(action))
            }
        })
    }

    /// Tiles away and useful tiles of a hand, over all ways it can win.
    fn look(&self, at: &Standing<'_, R>) -> Cost {
        let best = self.sense.nearest(at);
        (best.0.min(24) * TENS, -(self.sense.count(best.1) as i32))
    }
}
