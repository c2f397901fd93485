//! What can be worked out: how near each discard, claim, kong and burial leaves the hand, what its waits pay, and how dangerous the
//! others are. The same reckoning as `greedy` and `expert` do, put into bytes.

use super::layout::{INSIGHT_GLOBALS, INSIGHT_PLANES, at, width};
use super::{Board, CHOW, Picks, is_burial, slot_of};
use crate::expert::danger::Danger;
use crate::sense::Sense;
use crate::shape::Tiles;
use sifang_rules::insight::{Arrival, Insight, Plans, Standing, ViewOf};
use sifang_rules::signs::{ONE, amount, count, flag};
use sifang_table::Action;
use sifang_tiles::{Tile, TileMask};

const SAFE: usize = at(INSIGHT_PLANES, "safe");
const TAKES: usize = at(INSIGHT_PLANES, "takes");
const DANGER_COST: usize = at(INSIGHT_PLANES, "danger_cost");
const DANGER_CHANCE: usize = at(INSIGHT_PLANES, "danger_chance");
const AFTER_AWAY: usize = at(INSIGHT_PLANES, "after_away");
const AFTER_USEFUL: usize = at(INSIGHT_PLANES, "after_useful");
const AFTER_WAITS: usize = at(INSIGHT_PLANES, "after_waits");
const AFTER_DRAW: usize = at(INSIGHT_PLANES, "after_draw");
const AFTER_DISCARD: usize = at(INSIGHT_PLANES, "after_discard");
const AFTER_KONG: usize = at(INSIGHT_PLANES, "after_kong");
const USEFUL: usize = at(INSIGHT_PLANES, "useful");

const READY: usize = at(INSIGHT_GLOBALS, "ready");
const LOSS: usize = at(INSIGHT_GLOBALS, "loss");
const FROZEN: usize = at(INSIGHT_GLOBALS, "frozen");
const COLLECTS: usize = at(INSIGHT_GLOBALS, "collects");
const AWAY: usize = at(INSIGHT_GLOBALS, "away");
const CLAIM_AWAY: usize = at(INSIGHT_GLOBALS, "claim_away");
const CLAIM_USEFUL: usize = at(INSIGHT_GLOBALS, "claim_useful");
const PLANS: usize = at(INSIGHT_GLOBALS, "plans");
const WIN_WORTH: usize = at(INSIGHT_GLOBALS, "win_worth");
const WIN_IS_BAD: usize = at(INSIGHT_GLOBALS, "win_is_bad");
const WAITS_NOW: usize = at(INSIGHT_GLOBALS, "waits_now");
const DRAWS: usize = at(INSIGHT_GLOBALS, "draws");

/// Further than that is as far.
const FAR: u8 = 8;

/// Writes the second part of an observation, which is all zeros.
pub(super) fn write<R: Insight>(
    rules: &R,
    view: &ViewOf<R>,
    choices: &[Action],
    picks: &Picks,
    out: &mut [u8],
) {
    let Some(at) = Standing::of(rules, view) else { return };
    let (planes, globals) = out.split_at_mut(width(INSIGHT_PLANES) * Tile::PLAYABLE);
    let mut mind = Mind { sense: Sense::of(&at), at, board: Board(planes), globals };
    mind.dangers();
    let away = if is_burial(choices) { mind.burials(choices, picks) } else { mind.turn(choices) };
    mind.globals[AWAY + away.min(FAR) as usize] = ONE;
    mind.claims(choices, away);
    mind.plans();
    mind.win(choices);
    mind.globals[DRAWS] = count(mind.sense.draws as usize, 5);
}

/// A seat that looks ahead, and where it writes what it finds.
struct Mind<'a, R: Insight> {
    at: Standing<'a, R>,
    sense: Sense,
    board: Board<'a>,
    globals: &'a mut [u8],
}

/// What a ready hand waits for: tiles unseen, and what they pay together, drawn or thrown.
#[derive(Clone, Copy, Default)]
struct Waits {
    unseen: usize,
    drawn: i32,
    thrown: i32,
}

impl<R: Insight> Mind<'_, R> {
    /// How far a hand is from the nearest way to win, and the tiles that bring it nearer.
    fn nearest(&self, at: &Standing<'_, R>) -> (u8, TileMask) {
        self.sense.nearest(at)
    }

    /// The others, as `expert` sees them.
    fn dangers(&mut self) {
        let danger = Danger::of(&self.at, &self.sense);
        for tile in Tile::playable() {
            let (chance, cost) = danger.of_tile(tile);
            self.board.set(DANGER_COST, tile, amount((10.0 * cost) as i32));
            self.board.set(DANGER_CHANCE, tile, (500.0 * chance).min(255.0) as u8);
        }
        let n = self.at.view.players.len();
        for other in self.at.seat.others(n) {
            let place = self.at.seat.distance_to(other, n) - 1;
            let Some((threat, safe)) = danger.of_seat(other) else { continue };
            let ready = (threat.ready.clamp(0, 1000) / 10) as u8;
            safe.iter().for_each(|tile| self.board.set(SAFE + place, tile, ONE));
            threat.takes.iter().for_each(|tile| self.board.set(TAKES + place, tile, ready));
            self.globals[READY + place] = ready;
            self.globals[LOSS + place] = amount(threat.loss / 100);
            self.globals[FROZEN + place] = flag(threat.frozen);
            for (suit, likely) in threat.collects.into_iter().enumerate() {
                self.globals[COLLECTS + 3 * place + suit] = (likely.clamp(0, 1000) / 10) as u8;
            }
        }
    }

    /// The waits of a ready hand among its useful tiles.
    fn waits(&self, at: &Standing<'_, R>, useful: TileMask) -> Waits {
        let (mut waits, next) = (Waits::default(), at.others().next());
        for tile in useful.iter() {
            let unseen = self.sense.unseen[tile.index()] as i32;
            if unseen == 0 {
                continue;
            }
            let drawn = R::worth(at, tile, Arrival::Draw).ok();
            let thrown = next.and_then(|next| R::worth(at, tile, Arrival::Discard(next)).ok());
            let pays = |worth: Option<sifang_rules::insight::Worth>| {
                worth.map_or(0, |worth| worth.points().saturating_mul(unseen))
            };
            waits.drawn = waits.drawn.saturating_add(pays(drawn));
            waits.thrown = waits.thrown.saturating_add(pays(thrown));
            waits.unseen += if drawn.is_some() || thrown.is_some() { unseen as usize } else { 0 };
        }
        waits
    }

    /// What each discard and own kong leaves; between turns, what the hand is. Returns how far it is from a win.
    fn turn(&mut self, choices: &[Action]) -> u8 {
        if self.at.hand.len() % 3 != 2 {
            let (away, useful) = self.nearest(&self.at);
            useful.iter().for_each(|tile| self.board.set(USEFUL, tile, ONE));
            if away <= 1 {
                let waits = self.waits(&self.at, useful);
                self.globals[WAITS_NOW] = count(waits.unseen, 10);
                self.globals[WAITS_NOW + 1] = amount(waits.drawn);
                self.globals[WAITS_NOW + 2] = amount(waits.thrown);
            }
            return away;
        }
        let mut left = [(u8::MAX, TileMask::EMPTY); Tile::PLAYABLE];
        for action in choices {
            let Action::Discard(tile) = *action else { continue };
            if tile.is_flower() {
                continue;
            }
            let after = self.at.after(*action);
            let (away, useful) = self.nearest(&after);
            left[tile.index()] = (away, useful);
            if away <= 1 {
                let waits = self.waits(&after, useful);
                self.board.set(AFTER_WAITS, tile, count(waits.unseen, 10));
                self.board.set(AFTER_DRAW, tile, amount(waits.drawn));
                self.board.set(AFTER_DISCARD, tile, amount(waits.thrown));
            }
        }
        let mut best = left.iter().map(|(away, _)| *away).min().unwrap_or(u8::MAX);
        if best == u8::MAX {
            best = self.nearest(&self.at).0.max(1);
        }
        self.write_left(&left, best);
        for action in choices {
            if let Action::OwnKong(tile) = *action {
                let (away, _) = self.nearest(&self.at.after(*action));
                self.board.set(AFTER_KONG, tile, further(away, best));
            }
        }
        best
    }

    /// What each next tile of a burial leaves, with the best tiles beside it. Those that cost a fine are looked at only if all do.
    fn burials(&mut self, choices: &[Action], picks: &Picks) -> u8 {
        let mut left = [(u8::MAX, TileMask::EMPTY); Tile::PLAYABLE];
        let fined = |action: &Action| R::income(&self.at, *action) < 0;
        let only_fines = choices.iter().all(fined);
        for action in choices {
            let Action::Bury(tiles) = *action else { continue };
            let Some(rest) = tiles.strip_prefix(picks.tiles()) else { continue };
            if !only_fines && fined(action) {
                continue;
            }
            let found = self.nearest(&self.at.after(*action));
            let cost = |(away, useful): (u8, TileMask)| (away, u32::MAX - self.sense.count(useful));
            let best = &mut left[rest[0].index()];
            if cost(found) < cost(*best) {
                *best = found;
            }
        }
        let best = left.iter().map(|(away, _)| *away).min().unwrap_or(u8::MAX);
        self.write_left(&left, best);
        best
    }

    fn write_left(&mut self, left: &[(u8, TileMask); Tile::PLAYABLE], best: u8) {
        for (i, (away, useful)) in left.iter().enumerate().filter(|(_, (away, _))| *away < u8::MAX) {
            self.board.set(AFTER_AWAY, Tile::at(i), further(*away, best));
            self.board.set(AFTER_USEFUL, Tile::at(i), count(self.sense.count(*useful) as usize, 2));
        }
    }

    /// What each claim leaves, after the best discard that follows it.
    fn claims(&mut self, choices: &[Action], away: u8) {
        let claimed = self.at.view.stage.and_then(|stage| stage.tile);
        for action in choices {
            let (place, throws) = match action {
                Action::Pung => (0, true),
                Action::Chow(..) => match slot_of(*action, claimed, &Picks::NONE) {
                    Some(slot) => (1 + slot - CHOW, true),
                    None => continue,
                },
                Action::Kong => (4, false),
                _ => continue,
            };
            let after = self.at.after(*action);
            let look = |at: &Standing<'_, R>| {
                let (away, useful) = self.nearest(at);
                (away, u32::MAX - self.sense.count(useful))
            };
            let kinds = after.hand.held() & !self.sense.wilds;
            let best = if throws {
                kinds.iter().map(|tile| look(&after.after(Action::Discard(tile)))).min()
            } else {
                Some(look(&after))
            };
            let Some((left, useful)) = best else { continue };
            self.globals[CLAIM_AWAY + place] = match left.cmp(&away) {
                std::cmp::Ordering::Less => ONE,
                std::cmp::Ordering::Equal => ONE / 2,
                std::cmp::Ordering::Greater => ONE / 10,
            };
            self.globals[CLAIM_USEFUL + place] = count((u32::MAX - useful) as usize, 2);
        }
    }

    /// The dearest plan at each distance beyond the nearest.
    fn plans(&mut self) {
        let tiles = Tiles::of(&self.at.hand, self.sense.wilds);
        let mut plans = Plans::new();
        R::plans(&self.at, &mut plans);
        let nearest = plans.iter().map(|plan| tiles.away(plan)).min().unwrap_or(0);
        for plan in &plans {
            if let Some(place) = self.globals[PLANS..PLANS + 7].get_mut((tiles.away(plan) - nearest) as usize)
            {
                *place = amount(plan.value / 100).max(*place);
            }
        }
    }

    /// What the offered win pays.
    fn win(&mut self, choices: &[Action]) {
        if !choices.contains(&Action::Win) {
            return;
        }
        self.globals[WIN_IS_BAD] = flag(R::win_is_bad(self.at.view));
        let stage = self.at.view.stage;
        let worth = match (stage.and_then(|s| s.tile), stage.and_then(|s| s.seat)) {
            (Some(tile), Some(from)) if from != self.at.seat => {
                R::worth(&self.at, tile, Arrival::Discard(from)).ok()
            }
            _ => self.at.drawn().and_then(|drawn| {
                let mut before = self.at;
                before.hand.remove(drawn);
                R::worth(&before, drawn, Arrival::Draw).ok()
            }),
        };
        self.globals[WIN_WORTH] = worth.map_or(0, |worth| amount(worth.points()));
    }
}

/// How much further than the best something is.
fn further(away: u8, best: u8) -> u8 {
    match away.saturating_sub(best) {
        0 => ONE,
        1 => ONE / 2,
        _ => 0,
    }
}

/// A hand at a glance, from its owner's view: for critics that may see all hands.
#[derive(Clone, Copy, Debug)]
pub struct Glance {
    /// Tiles away from a win.
    pub away: u8,
    /// The kinds that bring it nearer.
    pub useful: TileMask,
    /// What the dearest hand pays that is at most one tile further, in hundredths of a point.
    pub value: i32,
}

/// Looks at the hand of the view's owner; nothing for a spectator.
pub fn glance<R: Insight>(rules: &R, view: &ViewOf<R>) -> Option<Glance> {
    let at = Standing::of(rules, view)?;
    let sense = Sense::of(&at);
    let (away, useful) = sense.nearest(&at);
    let tiles = Tiles::of(&at.hand, sense.wilds);
    let mut plans = Plans::new();
    R::plans(&at, &mut plans);
    let near = plans.iter().filter(|plan| tiles.away(plan) <= away + 1);
    let value = near.map(|plan| plan.value).max().unwrap_or(0);
    Some(Glance { away, useful, value })
}
