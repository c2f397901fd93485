//! What can be seen: tiles, melds, rivers, the state of the seats, what is offered. Nothing is searched here, so that random play
//! through an environment stays as fast as the engine allows.

use super::actions::{DECLARED, ROWS, slot_of};
use super::layout::{GLOBALS, PLANES, at};
use super::{Board, Encoder, Picks, is_burial};
use sifang_rules::insight::{Insight, ViewOf};
use sifang_rules::signs::{ONE, amount, count, flag};
use sifang_table::{Action, Aside};
use sifang_tiles::{Seat, Tile};

const OWN: usize = at(PLANES, "own");
const DRAWN: usize = at(PLANES, "drawn");
const TILE: usize = at(PLANES, "tile");
const WILD: usize = at(PLANES, "wild");
const UNSEEN: usize = at(PLANES, "unseen");
const GONE: usize = at(PLANES, "gone");
const MELDS: usize = at(PLANES, "melds");
const RIVER: usize = at(PLANES, "river");
const RECENT: usize = at(PLANES, "recent");
const FROM_HAND: usize = at(PLANES, "from_hand");
const SHOWN: usize = at(PLANES, "shown");
const BURIED: usize = at(PLANES, "buried");
const ASIDE: usize = at(PLANES, "aside");
const LOCKED: usize = at(PLANES, "locked");
const MAY: usize = at(PLANES, "may");
const PICKED: usize = at(PLANES, "picked");

const WALL: usize = at(GLOBALS, "wall");
const DEAD_WALL: usize = at(GLOBALS, "dead_wall");
const SEATS: usize = at(GLOBALS, "seats");
const DEALER: usize = at(GLOBALS, "dealer");
const CLOSED: usize = at(GLOBALS, "closed");
const MELD_COUNT: usize = at(GLOBALS, "meld_count");
const KONG_COUNT: usize = at(GLOBALS, "kong_count");
const RIVER_LENGTH: usize = at(GLOBALS, "river_length");
const OUT: usize = at(GLOBALS, "out");
const WON: usize = at(GLOBALS, "won");
const LOST: usize = at(GLOBALS, "lost");
const FLOWERS: usize = at(GLOBALS, "flowers");
const OWN_TURN: usize = at(GLOBALS, "own_turn");
const FROM: usize = at(GLOBALS, "from");
const MAY_PLAIN: usize = at(GLOBALS, "may_plain");
const MAY_FLOAT: usize = at(GLOBALS, "may_float");
const PICKS: usize = at(GLOBALS, "picks");

/// A copy of a kind, of which there are four.
const COPY: u8 = 25;
/// The most signs a seat can have.
const MOST_SIGNS: usize = 16;

/// Writes the first part of an observation, which is all zeros.
pub(super) fn write<R: Insight>(
    encoder: &Encoder<R>,
    view: &ViewOf<R>,
    me: Seat,
    choices: &[Action],
    picks: &Picks,
    out: &mut [u8],
) {
    let parts = encoder.parts;
    let (planes, globals) = out.split_at_mut(parts.globals);
    let mut unseen = encoder.tile_set;
    let mut board = Board(planes);
    tiles::<R>(view, me, &mut unseen, &mut board);
    offered(view.stage.and_then(|stage| stage.tile), choices, picks, &mut board, globals);
    seats::<R>(view, me, globals);
    let own = &mut globals[parts.own - parts.globals..parts.options - parts.globals];
    signs::<R>(view, me, own);
    globals[parts.options - parts.globals..].copy_from_slice(&encoder.options);
}

/// Where every tile lies that can be seen.
fn tiles<R: Insight>(view: &ViewOf<R>, me: Seat, unseen: &mut [u8; Tile::KINDS], board: &mut Board<'_>) {
    let mut see = |tile: Tile| unseen[tile.index()] = unseen[tile.index()].saturating_sub(1);
    let n = view.players.len();
    let newest = view.players.iter().filter_map(|p| p.river.last()).map(|t| t.order).max().unwrap_or(0);
    for (seat, player) in Seat::all(n).zip(&view.players) {
        let place = me.distance_to(seat, n);
        for tile in player.hand.iter().flatten() {
            see(*tile);
            if place > 0 {
                board.add(SHOWN + place - 1, *tile, COPY);
            } else if let Some(plane) = (0..4).find(|i| board.is_empty(OWN + i, *tile)) {
                board.set(OWN + plane, *tile, ONE);
            }
        }
        for tile in player.melds.iter().filter_map(|meld| meld.tiles.as_ref()).flatten() {
            see(*tile);
            board.add(MELDS + place, *tile, COPY);
        }
        for thrown in &player.river {
            see(thrown.tile);
            board.add(RIVER + place, thrown.tile, COPY);
            if place > 0 {
                let since = (newest - thrown.order) as usize;
                board.set(RECENT + place - 1, thrown.tile, (800 / (8 + since)) as u8);
                if !thrown.drawn {
                    board.add(FROM_HAND + place - 1, thrown.tile, 2 * COPY);
                }
            }
        }
    }
    for aside in &view.aside {
        let Some(tile) = aside.tile else { continue };
        see(tile);
        let own = aside.why == Aside::Buried && aside.seat == me;
        board.add(if own { BURIED } else { ASIDE }, tile, COPY);
    }
    R::open_tile(view).into_iter().for_each(see);
    for (i, left) in unseen[..Tile::PLAYABLE].iter().enumerate() {
        board.set(UNSEEN, Tile::at(i), left * COPY);
        board.set(GONE, Tile::at(i), flag(*left == 0));
    }
    if let Some(tile) = view.players[me.index()].drawn {
        board.set(DRAWN, tile, ONE);
    }
    if let Some(tile) = view.stage.and_then(|stage| stage.tile) {
        board.set(TILE, tile, ONE);
    }
    R::wilds(view).iter().for_each(|tile| board.set(WILD, tile, ONE));
    R::locked(view).iter().for_each(|tile| board.set(LOCKED, tile, ONE));
}

/// What may be done.
fn offered(
    claimed: Option<Tile>,
    choices: &[Action],
    picks: &Picks,
    board: &mut Board<'_>,
    globals: &mut [u8],
) {
    for action in choices {
        let Some(slot) = slot_of(*action, claimed, picks) else { continue };
        if slot < ROWS.len() * Tile::PLAYABLE {
            board.0[MAY * Tile::PLAYABLE + slot] = ONE;
        } else if slot < DECLARED {
            globals[MAY_PLAIN + slot - ROWS.len() * Tile::PLAYABLE] = ONE;
        } else {
            globals[MAY_FLOAT] = ONE;
        }
    }
    if is_burial(choices) {
        picks.tiles().iter().for_each(|tile| board.add(PICKED, *tile, COPY));
        if let Some(made) = picks.tiles().len().checked_sub(1) {
            globals[PICKS + made] = ONE;
        }
    }
}

/// The state of the seats, and whose move it is.
fn seats<R: Insight>(view: &ViewOf<R>, me: Seat, globals: &mut [u8]) {
    let n = view.players.len();
    globals[WALL] = count(view.wall, 1);
    globals[DEAD_WALL] = count(view.dead_wall, 1);
    globals[SEATS + n.clamp(2, 4) - 2] = ONE;
    globals[DEALER + me.distance_to(view.dealer, n)] = ONE;
    for (seat, player) in Seat::all(n).zip(&view.players) {
        let place = me.distance_to(seat, n);
        globals[CLOSED + place] = count(player.closed, 7);
        globals[MELD_COUNT + place] = count(player.melds.len(), 25);
        globals[KONG_COUNT + place] = count(player.melds.iter().filter(|m| m.kind.is_kong()).count(), 25);
        globals[RIVER_LENGTH + place] = count(player.river.len(), 5);
        globals[OUT + place] = flag(player.out);
        globals[WON + place] = amount(player.points);
        globals[LOST + place] = amount(player.points.saturating_neg());
    }
    for aside in view.aside.iter().filter(|aside| aside.why == Aside::Flower) {
        let flowers = &mut globals[FLOWERS + me.distance_to(aside.seat, n)];
        *flowers = flowers.saturating_add(12);
    }
    globals[OWN_TURN] = flag(view.players[me.index()].closed % 3 == 2);
    if let Some(from) = view.stage.and_then(|stage| stage.seat) {
        globals[FROM + me.distance_to(from, n)] = ONE;
    }
}

/// What only this rule set has.
fn signs<R: Insight>(view: &ViewOf<R>, me: Seat, out: &mut [u8]) {
    let (stages, out) = out.split_at_mut(R::STAGES.len());
    let (of_seats, own) = out.split_at_mut(4 * R::SEAT_SIGNS.len());
    if let Some(stage) = view.stage
        && let Some(place) = R::STAGES.iter().position(|name| *name == stage.name)
    {
        stages[place] = ONE;
    }
    let n = view.players.len();
    let mut one = [0; MOST_SIGNS];
    let one = &mut one[..R::SEAT_SIGNS.len()];
    for seat in Seat::all(n) {
        R::seat_signs(view, seat, one);
        for (sign, byte) in one.iter().enumerate() {
            of_seats[4 * sign + me.distance_to(seat, n)] = *byte;
        }
    }
    R::signs(view, own);
}
