//! The player that reckons: for every choice the points it may still win, less what it may lose by it.
//!
//! `value` appraises a hand, `far` one that is far away, `danger` a discard; what hands and dangers
//! there are in a rule set says its [`Insight`]. Here they are weighed against each other, the same
//! way for every rule set.

pub(crate) mod danger;
mod far;
mod memo;
pub(crate) mod rank;
mod value;

use crate::{Bot, Cause, Decision, Reason};
use danger::Danger;
use sifang_rules::insight::{Arrival, Insight, Standing, ViewOf};
use sifang_table::{Action, Declaration};
use sifang_tiles::{Tile, TileMask};
use value::{Appraiser, Value};

/// See [`Level::Expert`](crate::Level::Expert).
#[derive(Clone, Copy, Debug, Default)]
pub struct Expert;

/// A win is let go only if waiting promises this many times as much.
const PATIENCE: f64 = 1.6;

impl<R: Insight> Bot<R> for Expert {
    fn choose(&mut self, rules: &R, view: &ViewOf<R>) -> Decision {
        let choices = view.prompt.as_ref().map_or(&[][..], |prompt| &prompt.choices);
        let simple = |action, cause| Decision { action, reason: Reason::of(cause) };
        match choices {
            [] => return simple(Action::Pass, Cause::Forced),
            [only] => return simple(*only, Cause::Forced),
            [.., Action::Float(most)] => return simple(Action::Float(*most), Cause::Stake),
            _ => {}
        }
        let Some(at) = Standing::of(rules, view) else { return simple(choices[0], Cause::Forced) };
        Mind::new(at, choices).decide(choices)
    }
}

/// An action weighed.
#[derive(Clone, Copy, Debug)]
struct Weighed {
    action: Action,
    /// Points expected from here on, all things considered.
    score: f64,
    value: Value,
    danger: f64,
    cause: Cause,
}

struct Mind<'a, R: Insight> {
    at: Standing<'a, R>,
    danger: Danger,
    appraiser: Appraiser,
    /// Tiles away, after the best discard if one is due.
    near: u8,
    /// The same after each offered discard.
    left: [u8; Tile::KINDS],
}

impl<'a, R: Insight> Mind<'a, R> {
    fn new(at: Standing<'a, R>, choices: &[Action]) -> Self {
        let appraiser = Appraiser::new(&at, choices);
        let danger = Danger::of(&at, &appraiser.sense);
        let near = appraiser.away(&at);
        let discards = choices.iter().filter_map(|action| match action {
            Action::Discard(tile) => Some(*tile),
            _ => None,
        });
        let discards: TileMask = discards.collect();
        let left = appraiser.away_after(&at, discards);
        Mind { at, danger, appraiser, near, left }
    }

    fn decide(&self, choices: &[Action]) -> Decision {
        let mut best: Option<Weighed> = None;
        let only_fines = choices.iter().all(|a| R::income(&self.at, *a) < 0);
        for &action in choices {
            if matches!(action, Action::Bury(_)) && R::income(&self.at, action) < 0 && !only_fines {
                continue;
            }
            if let Some(weighed) = self.weigh(action)
                && best.is_none_or(|b| weighed.score > b.score)
            {
                best = Some(weighed);
            }
        }
        if choices.contains(&Action::Win) {
            return self.win_or_not(best);
        }
        let Some(best) = best else {
            return Decision { action: choices[0], reason: Reason::of(Cause::Forced) };
        };
        best.decision(self.appraiser.relief)
    }

    /// Takes the win, unless it costs points or waiting promises far more.
    fn win_or_not(&self, otherwise: Option<Weighed>) -> Decision {
        let worth = self.worth_now();
        let win = Reason { expects: worth, ..Reason::of(Cause::Win) };
        let Some(other) = otherwise else { return Decision { action: Action::Win, reason: win } };
        let bad = R::win_is_bad(self.at.view);
        let waits = worth.is_some_and(|worth| other.score > PATIENCE * (worth + self.appraiser.relief));
        if bad || waits {
            let decision = other.decision(self.appraiser.relief);
            return Decision { reason: Reason { cause: Cause::LetGo, ..decision.reason }, ..decision };
        }
        Decision { action: Action::Win, reason: win }
    }

    /// What the offered win pays; none where it is a win of its own kind, which is always worth taking.
    fn worth_now(&self) -> Option<f64> {
        let stage = self.at.view.stage?;
        let worth = match (stage.tile, stage.seat) {
            (Some(tile), Some(from)) if from != self.at.seat => {
                R::worth(&self.at, tile, Arrival::Discard(from))
            }
            _ => {
                let drawn = self.at.drawn()?;
                let mut before = self.at;
                before.hand.remove(drawn);
                R::worth(&before, drawn, Arrival::Draw)
            }
        };
        worth.ok().map(|worth| worth.points() as f64)
    }

    /// Weighs one action; none for those that are not weighed (a win).
    fn weigh(&self, action: Action) -> Option<Weighed> {
        let income = R::income(&self.at, action) as f64 / 100.0;
        let plain = |value: Value, score: f64, cause| Weighed { action, score, value, danger: 0.0, cause };
        Some(match action {
            Action::Win => return None,
            Action::Float(points) => plain(Value::default(), points as f64, Cause::Stake),
            Action::Pass => {
                let value = self.waiting();
                plain(value, self.merit(&value), Cause::Pass)
            }
            Action::Discard(tile) => {
                self.throw(&self.at, tile, self.left[tile.index()] <= self.near, Cause::Build)
            }
            Action::Pung | Action::Chow(..) => {
                let after = self.at.after(action);
                let kinds = after.hand.held() & !self.appraiser.sense.wilds;
                let left = self.appraiser.away_after(&after, kinds);
                let near = kinds.iter().map(|tile| left[tile.index()]).min()?;
                // A claim that brings the hand no nearer only shows tiles.
                if near >= self.near {
                    return None;
                }
                let deep = |tile: Tile| left[tile.index()] <= near;
                let thrown = kinds.iter().map(|t| self.throw(&after, t, deep(t), Cause::Claim));
                let best = thrown.reduce(|a, b| if b.score > a.score { b } else { a })?;
                Weighed { action, ..best }
            }
            Action::Kong | Action::OwnKong(_) => {
                let value = self.appraiser.value(&self.at.after(action), 1, true);
                plain(value, self.merit(&value) + income, Cause::Kong)
            }
            Action::Declare(what) => self.declare(&self.at.after(action), what, action, 0.0),
            Action::DeclareDiscard(what, tile) => {
                let danger = self.danger.of_tile(tile).1;
                self.declare(&self.at.after(action), what, action, danger)
            }
            Action::Ask(tile) => {
                let worth = R::asking(&self.at.after(action))?.points() as f64;
                let (chance, cost) = self.danger.of_tile(tile);
                // Whoever takes an asked tile is paid more.
                let wins = (1.0 - chance).max(0.0);
                let value = Value { points: wins * worth, chance: wins, away: 1, ..Value::default() };
                let score = self.merit(&value) - 3.0 * cost;
                Weighed { action, score, value, danger: cost, cause: Cause::Win }
            }
            Action::Bury(_) => {
                let value = self.appraiser.value(&self.at.after(action), 0, true);
                plain(value, self.merit(&value) + income, Cause::Bury)
            }
        })
    }

    fn merit(&self, value: &Value) -> f64 {
        self.appraiser.merit(value)
    }

    /// What the hand is worth if the seat lets the tile go. In its own turn (a sealed or waiting hand) the drawn tile goes.
    fn waiting(&self) -> Value {
        let mut at = self.at;
        if at.hand.len() % 3 == 2
            && let Some(drawn) = at.drawn()
        {
            at.hand.remove(drawn);
        }
        self.appraiser.value(&at, 0, true)
    }

    /// Weighs a discard; hands that stay as near to a win as they can are looked at more closely
    /// (`deep`).
    fn throw(&self, at: &Standing<'_, R>, tile: Tile, deep: bool, cause: Cause) -> Weighed {
        let action = Action::Discard(tile);
        let value = self.appraiser.value(&at.after(action), 0, deep);
        let danger = self.danger.of_tile(tile).1;
        Weighed { action, score: self.merit(&value) - danger, value, danger, cause }
    }

    fn declare(&self, after: &Standing<'_, R>, what: Declaration, action: Action, danger: f64) -> Weighed {
        let value = self.appraiser.value(after, 0, true);
        let stake = R::stake(&self.at, what) as f64 / 100.0;
        let score = self.merit(&value) - danger - (1.0 - value.chance).max(0.0) * stake;
        Weighed { action, score, value, danger, cause: Cause::Declare }
    }
}

impl Weighed {
    fn decision(&self, relief: f64) -> Decision {
        // A hand that promises less than the danger it runs is given up.
        let folded = self.cause == Cause::Build && self.value.points < 0.3 && self.value.away > 2;
        let reckoned = self.cause != Cause::Stake;
        let reason = Reason {
            cause: if folded { Cause::Fold } else { self.cause },
            away: reckoned.then_some(self.value.away),
            useful: reckoned.then_some(self.value.useful),
            expects: reckoned.then_some(self.score - self.value.chance * relief),
            danger: Some(self.danger).filter(|d| *d > 0.0),
        };
        Decision { action: self.action, reason }
    }
}
