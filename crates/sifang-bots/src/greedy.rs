//! The player in a hurry: fewest tiles away, then most useful tiles unseen; it wins whenever it may and looks at nobody else.

use crate::sense::Sense;
use crate::shape::Tiles;
use crate::{Bot, Cause, Decision, Reason};
use sifang_rules::insight::{Insight, Plans, Standing, ViewOf};
use sifang_table::{Action, Declaration};
use sifang_tiles::{Tile, TileMask};
use std::cell::OnceCell;

/// See [`Level::Greedy`](crate::Level::Greedy).
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl<R: Insight> Bot<R> for Greedy {
    fn choose(&mut self, rules: &R, view: &ViewOf<R>) -> Decision {
        let (action, cause, mind) = decide(rules, view);
        let mut reason = Reason::of(cause);
        if let Some(mind) = mind {
            let away = mind.away(action);
            reason.away = Some(away.unwrap_or(0).div_ceil(TENS)).filter(|away| *away < 15);
            reason.useful = Some(away.map_or(0, |_| mind.useful(action).unsigned_abs()));
        }
        Decision { action, reason }
    }
}

impl Greedy {
    /// The same action without the reason for it, which takes more work.
    pub(crate) fn answer<R: Insight>(self, rules: &R, view: &ViewOf<R>) -> Action {
        decide(rules, view).0
    }
}

/// What to do, and what it was weighed with, if anything was.
fn decide<'a, R: Insight>(rules: &'a R, view: &'a ViewOf<R>) -> (Action, Cause, Option<Mind<'a, R>>) {
    let choices = view.prompt.as_ref().map_or(&[][..], |prompt| &prompt.choices);
    let first = match choices {
        [] => return (Action::Pass, Cause::Forced, None),
        [only] => return (*only, Cause::Forced, None),
        [first, ..] => *first,
    };
    if choices.contains(&Action::Win) && !R::win_is_bad(view) {
        return (Action::Win, Cause::Win, None);
    }
    let Some(at) = Standing::of(rules, view) else { return (first, Cause::Forced, None) };
    let mind = Mind::new(at, choices);
    (mind.best(choices).unwrap_or(first), Cause::Build, Some(mind))
}

/// Tiles away are counted by ten, so that the kind of action can decide between equal distances.
const TENS: u8 = 10;

/// A distance, counted so; `less` by the kind of action.
fn tens(away: u8, less: u8) -> u8 {
    (away.min(24) * TENS).saturating_sub(less)
}

struct Mind<'a, R: Insight> {
    at: Standing<'a, R>,
    wilds: TileMask,
    /// The offered discards, if there are any.
    throw: Option<Throw>,
    /// What is unseen, once it is asked for.
    sense: OnceCell<Sense>,
}

/// One tile too many: the tiles, the ways they can still win, and how far each discard leaves them
/// from the nearest.
struct Throw {
    tiles: Tiles,
    kinds: TileMask,
    ways: Plans,
    left: [u8; Tile::KINDS],
    least: u8,
    /// The useful tiles after each discard that leaves the tiles `least` away, once they are asked for.
    useful: OnceCell<[TileMask; Tile::PLAYABLE]>,
}

impl Throw {
    /// Looks at these discards. The ways to win are those of `at`: they do not depend on the closed
    /// tiles.
    fn of<R: Insight>(at: &Standing<'_, R>, kinds: TileMask, wilds: TileMask) -> Throw {
        let (tiles, mut ways) = (Tiles::of(&at.hand, wilds), Plans::new());
        R::ways(at, &mut ways);
        let left = tiles.nearest_without(&ways, kinds);
        let least = kinds.iter().map(|tile| left[tile.index()]).min().unwrap_or(u8::MAX);
        Throw { tiles, kinds, ways, left, least, useful: OnceCell::new() }
    }

    /// The discards that leave the tiles nearest to a win.
    fn nearest(&self) -> impl Iterator<Item = Tile> {
        self.kinds.iter().filter(|tile| self.left[tile.index()] == self.least)
    }

    /// The useful tiles after one of those discards.
    fn useful(&self, tile: Tile) -> TileMask {
        let all = || self.tiles.useful_without(&self.ways, self.nearest().collect(), self.least);
        self.useful.get_or_init(all)[tile.index()]
    }
}

impl<'a, R: Insight> Mind<'a, R> {
    fn new(at: Standing<'a, R>, choices: &[Action]) -> Self {
        let discards = choices.iter().filter_map(|action| match action {
            Action::Discard(tile) => Some(*tile),
            _ => None,
        });
        let discards = discards.collect::<TileMask>() & at.hand.held() & TileMask::PLAYABLE;
        let wilds = R::wilds(&at.view.extra);
        let throw = (!discards.is_empty()).then(|| Throw::of(&at, discards, wilds));
        Mind { at, wilds, throw, sense: OnceCell::new() }
    }

    /// The action that leaves the hand nearest to a win, of those the one with the most useful tiles,
    /// of equals the one offered first. Useful tiles are counted only where the distance does not
    /// decide.
    fn best(&self, choices: &[Action]) -> Option<Action> {
        let mut best: Option<(u8, Action, Option<i32>)> = None;
        for &action in choices {
            let Some(away) = self.away(action) else { continue };
            match &mut best {
                Some((least, ..)) if away > *least => {}
                Some((least, first, counted)) if away == *least => {
                    let (most, useful) =
                        (*counted.get_or_insert_with(|| self.useful(*first)), self.useful(action));
                    if useful > most {
                        (*first, *counted) = (action, Some(useful));
                    }
                }
                _ => best = Some((away, action, None)),
            }
        }
        best.map(|(_, action, _)| action)
    }

    /// How far an action leaves the hand from the nearest way to win; none if it is never taken.
    fn away(&self, action: Action) -> Option<u8> {
        Some(match action {
            Action::Win => return None,
            Action::Float(_) | Action::Ask(_) | Action::Declare(Declaration::Ready) => 0,
            Action::Declare(Declaration::ReadyAsk) | Action::DeclareDiscard(Declaration::ReadyAsk, _) => {
                return None;
            }
            Action::Discard(tile) => {
                let throw = self.throw.as_ref()?;
                let left = throw.left.get(tile.index()).filter(|left| **left == throw.least)?;
                tens(*left, 0)
            }
            // A claim must bring the hand nearer: it leaves what the best discard after it does.
            Action::Pung | Action::Chow(..) => {
                let (tiles, ways) = self.look(&self.at.after(action));
                if tiles.kinds().is_empty() { u8::MAX } else { tens(tiles.nearest_without_one(&ways), 0) }
            }
            Action::Bury(_) if R::income(&self.at, action) < 0 => return None,
            Action::Pass
            | Action::Kong
            | Action::OwnKong(_)
            | Action::DeclareDiscard(..)
            | Action::Bury(_) => {
                let (tiles, ways) = self.look(&self.at.after(action));
                let less = match action {
                    Action::Pass => 1,
                    Action::Bury(_) => 0,
                    _ => 2,
                };
                tens(tiles.nearest(&ways), less)
            }
        })
    }

    /// The useful tiles unseen after an action, over all ways that are as near; a claim is followed by
    /// the best discard. Of floats the lowest is liked best.
    fn useful(&self, action: Action) -> i32 {
        let count = |useful: TileMask| self.sense.get_or_init(|| Sense::of(&self.at)).count(useful) as i32;
        match action {
            Action::Win | Action::Ask(_) | Action::Declare(_) => 0,
            Action::Float(points) => -i32::from(points),
            Action::Discard(tile) => self.throw.as_ref().map_or(0, |throw| count(throw.useful(tile))),
            Action::Pung | Action::Chow(..) => {
                let after = self.at.after(action);
                let kinds = after.hand.held() & !self.wilds & TileMask::PLAYABLE;
                let throw = Throw::of(&after, kinds, self.wilds);
                throw.nearest().map(|tile| count(throw.useful(tile))).max().unwrap_or(0)
            }
            Action::Pass
            | Action::Kong
            | Action::OwnKong(_)
            | Action::DeclareDiscard(..)
            | Action::Bury(_) => {
                let (tiles, ways) = self.look(&self.at.after(action));
                count(tiles.useful_within(&ways, tiles.nearest(&ways)))
            }
        }
    }

    /// The tiles of a hand, and all ways it can win.
    fn look(&self, at: &Standing<'_, R>) -> (Tiles, Plans) {
        let mut ways = Plans::new();
        R::ways(at, &mut ways);
        (Tiles::of(&at.hand, self.wilds), ways)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sifang_rules::any::RuleSetId;
    use sifang_rules::with_rule_set;

    /// Tiles away, then minus the useful tiles: the smaller the better.
    type Cost = (u8, i32);

    /// What an action leaves, the plain way: each hand that follows looked at by itself, its useful
    /// tiles always counted.
    fn plain<R: Insight>(mind: &Mind<'_, R>, sense: &Sense, action: Action) -> Option<Cost> {
        let at = &mind.at;
        let look = |at: &Standing<'_, R>, less: u8| {
            let (away, useful) = sense.nearest(at);
            (tens(away, less), -(sense.count(useful) as i32))
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
                let kinds = after.hand.held() & !sense.wilds;
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
                let choices = &view.prompt.as_ref().unwrap().choices;
                let (mind, sense) = (Mind::new(at, choices), Sense::of(&at));
                let costs = choices.iter().filter_map(|a| Some((plain(&mind, &sense, *a)?, *a)));
                let expected = costs.reduce(|best, next| if next.0 < best.0 { next } else { best });
                let best = mind.best(choices);
                let found = best.map(|a| ((mind.away(a).unwrap(), -mind.useful(a)), a));
                assert_eq!(found, expected, "{}: {view:?}", R::ID);
                asked += 1;
            });
            assert!(asked > 60, "{}: {asked} positions", R::ID);
        }
        for id in RuleSetId::ALL {
            with_rule_set!(*id, R => check::<R>());
        }
    }
}
