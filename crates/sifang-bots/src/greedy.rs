//! The player in a hurry: fewest tiles away, then most useful tiles unseen; it wins whenever it may and looks at nobody else.

use crate::sense::Sense;
use crate::shape::Tiles;
use crate::{Bot, Cause, Decision, Reason};
use sifang_rules::insight::{Insight, Plans, Standing, ViewOf};
use sifang_table::{Action, Declaration};
use sifang_tiles::{Tile, TileMask};

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
        let mind = Mind { sense: Sense::of(&at), at };
        let (cost, action) = mind.cheapest(choices).unwrap_or(((0, 0), choices[0]));
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

/// A distance, counted so.
fn tens(away: u8) -> u8 {
    away.min(24) * TENS
}

struct Mind<'a, R: Insight> {
    sense: Sense,
    at: Standing<'a, R>,
}

/// One tile too many: the tiles, the ways they can still win, and how far each discard leaves them
/// from the nearest.
struct Throw {
    tiles: Tiles,
    ways: Plans,
    left: [u8; Tile::PLAYABLE],
    least: u8,
}

impl Throw {
    /// Looks at these discards. The ways to win are those of `at`: they do not depend on the closed
    /// tiles.
    fn of<R: Insight>(at: &Standing<'_, R>, kinds: TileMask, wilds: TileMask) -> Throw {
        let (tiles, mut ways) = (Tiles::of(&at.hand, wilds), Plans::new());
        R::ways(at, &mut ways);
        let mut left = [u8::MAX; Tile::PLAYABLE];
        for way in &ways {
            tiles.away_without(way, kinds, |tile, away| {
                left[tile.index()] = away.min(left[tile.index()]);
            });
        }
        let least = kinds.iter().map(|tile| left[tile.index()]).min().unwrap_or(u8::MAX);
        Throw { tiles, ways, left, least }
    }
}

impl<R: Insight> Mind<'_, R> {
    /// The action that costs least; of equals the one offered first.
    fn cheapest(&self, choices: &[Action]) -> Option<(Cost, Action)> {
        let discards = choices.iter().filter_map(|action| match action {
            Action::Discard(tile) => Some(*tile),
            _ => None,
        });
        let discards = discards.collect::<TileMask>() & self.at.hand.held() & TileMask::PLAYABLE;
        let throw = (!discards.is_empty()).then(|| Throw::of(&self.at, discards, self.sense.wilds));
        let mut best: Option<(Cost, Action)> = None;
        for &action in choices {
            // Useful tiles are counted only where the distance does not decide.
            let limit = best.map_or(u8::MAX, |((away, _), _)| away);
            let cost = match (action, &throw) {
                (Action::Discard(tile), Some(throw)) => self.discard(throw, tile, limit),
                _ => self.cost(action, limit),
            };
            if let Some(cost) = cost
                && best.is_none_or(|(least, _)| cost < least)
            {
                best = Some((cost, action));
            }
        }
        best
    }

    /// What an action leaves; none if it is never taken, or leaves the hand farther away than
    /// `limit`.
    fn cost(&self, action: Action, limit: u8) -> Option<Cost> {
        match action {
            Action::Win => None,
            Action::Float(points) => Some((0, points as i32)),
            Action::Ask(_) | Action::Declare(Declaration::Ready) => Some((0, 0)),
            Action::Declare(Declaration::ReadyAsk) | Action::DeclareDiscard(Declaration::ReadyAsk, _) => None,
            Action::Pass => self.look(&self.at, 1, limit),
            // A claim must bring the hand nearer: it costs what the best discard after it leaves.
            Action::Pung | Action::Chow(..) => {
                let after = self.at.after(action);
                let kinds = after.hand.held() & !self.sense.wilds & TileMask::PLAYABLE;
                let throw = Throw::of(&after, kinds, self.sense.wilds);
                let costs = kinds.iter().filter_map(|tile| self.discard(&throw, tile, limit));
                costs.min().or(kinds.is_empty().then_some((u8::MAX, 0)))
            }
            Action::Kong | Action::OwnKong(_) | Action::DeclareDiscard(..) => {
                self.look(&self.at.after(action), 2, limit)
            }
            Action::Discard(_) => self.look(&self.at.after(action), 0, limit),
            Action::Bury(_) if R::income(&self.at, action) < 0 => None,
            Action::Bury(_) => self.look(&self.at.after(action), 0, limit),
        }
    }

    /// What a discard leaves; none if another one leaves less, or it is farther away than `limit`.
    fn discard(&self, throw: &Throw, tile: Tile, limit: u8) -> Option<Cost> {
        let away = throw.left[tile.index()];
        if away > throw.least || tens(away) > limit {
            return None;
        }
        let useful = throw.tiles.without(tile).useful_within(&throw.ways, away);
        Some((tens(away), -(self.sense.count(useful) as i32)))
    }

    /// Tiles away, `less` by the kind of action, and useful tiles of a hand, over all ways it can
    /// win; none beyond `limit`.
    fn look(&self, at: &Standing<'_, R>, less: u8, limit: u8) -> Option<Cost> {
        let (tiles, mut ways) = (Tiles::of(&at.hand, self.sense.wilds), Plans::new());
        R::ways(at, &mut ways);
        let away = tiles.nearest(&ways);
        let cost = tens(away).saturating_sub(less);
        (cost <= limit).then(|| (cost, -(self.sense.count(tiles.useful_within(&ways, away)) as i32)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sifang_rules::any::RuleSetId;
    use sifang_rules::with_rule_set;

    /// What an action leaves, the plain way: each hand that follows looked at by itself, its useful
    /// tiles always counted.
    fn plain<R: Insight>(mind: &Mind<'_, R>, action: Action) -> Option<Cost> {
        let at = &mind.at;
        let look = |at: &Standing<'_, R>, less: u8| {
            let (away, useful) = mind.sense.nearest(at);
            (tens(away).saturating_sub(less), -(mind.sense.count(useful) as i32))
        };
        Some(match action {
            Action::Win => return None,
            Action::Float(points) => (0, points as i32),
            Action::Ask(_) | Action::Declare(Declaration::Ready) => (0, 0),
            Action::Declare(Declaration::ReadyAsk) | Action::DeclareDiscard(Declaration::ReadyAsk, _) => {
                return None;
            }
            Action::Pass => look(at, 1),
            Action::Pung | Action::Chow(..) => {
                let after = at.after(action);
                let kinds = after.hand.held() & !mind.sense.wilds;
                let costs = kinds.iter().map(|tile| look(&after.after(Action::Discard(tile)), 0));
                costs.min().unwrap_or((u8::MAX, 0))
            }
            Action::Kong | Action::OwnKong(_) | Action::DeclareDiscard(..) => look(&at.after(action), 2),
            Action::Discard(_) => look(&at.after(action), 0),
            Action::Bury(_) if R::income(at, action) < 0 => return None,
            Action::Bury(_) => look(&at.after(action), 0),
        })
    }

    #[test]
    fn what_is_left_out_would_not_have_been_chosen() {
        fn check<R: Insight>() {
            let mut asked = 0;
            crate::trial::positions::<R>(6, |rules, view| {
                let Some(at) = Standing::of(rules, view) else { return };
                let mind = Mind { sense: Sense::of(&at), at };
                let choices = &view.prompt.as_ref().unwrap().choices;
                let costs = choices.iter().filter_map(|a| Some((plain(&mind, *a)?, *a)));
                let expected = costs.reduce(|best, next| if next.0 < best.0 { next } else { best });
                assert_eq!(mind.cheapest(choices), expected, "{}: {view:?}", R::ID);
                asked += 1;
            });
            assert!(asked > 60, "{}: {asked} positions", R::ID);
        }
        for id in RuleSetId::ALL {
            with_rule_set!(*id, R => check::<R>());
        }
    }
}
