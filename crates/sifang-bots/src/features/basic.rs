//! What can be seen: tiles, melds, rivers, the state of the seats, what is offered. Nothing is searched here, so that random play
//! through an environment stays as fast as the engine allows.

use super::actions::{DECLARED, PLAIN_SLOTS};
use super::layout::{GLOBALS, PLANES, at};
use super::scene::Scene;
use super::{Board, Encoder, Offered, Picks};
use sifang_rules::insight::Insight;
use sifang_rules::signs::{ONE, amount, count, flag};
use sifang_table::{Aside, MeldKind, Stage};
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
/// Room for all kinds and more, a power of two: a kind modulo this needs no check.
const ROOM: usize = 64;
/// What a tile counts that was thrown so many throws ago. A deal has fewer throws than that.
const RECENTLY: [u8; 256] = {
    let (mut all, mut since) = ([0; 256], 0);
    while since < all.len() {
        all[since] = (800 / (8 + since)) as u8;
        since += 1;
    }
    all
};
// The unseen and those that are gone are written together.
const _: () = assert!(GONE == UNSEEN + 1);

/// Writes the first part of an observation, which is all zeros.
pub(super) fn write<R: Insight>(
    encoder: &Encoder<R>,
    scene: &impl Scene,
    extra: &R::Extra,
    me: Seat,
    offered: &Offered,
    picks: &Picks,
    out: &mut [u8],
) {
    let parts = encoder.parts;
    let (planes, globals) = out.split_at_mut(parts.globals);
    let (globals, own) = globals.split_at_mut(parts.own - parts.globals);
    let (own, options) = own.split_at_mut(parts.options - parts.own);
    options.copy_from_slice(&encoder.options);
    let n = scene.seats();
    let mut places = [0; Seat::MAX];
    Seat::all(n).for_each(|seat| places[seat.index()] = me.distance_to(seat, n));
    let mut page = Page { places, unseen: encoder.tile_set, board: Board(planes), globals };
    let points = scene.points();
    Seat::all(n).for_each(|seat| page.seat(scene, seat, points[seat.index()]));
    page.river(scene);
    page.aside(scene, me);
    R::open_tile(extra).into_iter().for_each(|tile| page.see(tile, 1));
    page.unseen();
    R::wilds(extra).iter().for_each(|tile| page.board.set(WILD, tile, ONE));
    R::locked(extra).iter().for_each(|tile| page.board.set(LOCKED, tile, ONE));
    page.deal(scene, me);
    page.offered(offered, picks);
    signs::<R>(scene.stage(), extra, &places[..n], own);
}

/// An observation that is being written.
struct Page<'a> {
    /// Where each seat comes, counted from the one that looks.
    places: [usize; Seat::MAX],
    /// Copies of each kind that have not been seen so far.
    unseen: [u8; Tile::KINDS],
    board: Board<'a>,
    globals: &'a mut [u8],
}

impl Page<'_> {
    #[inline]
    fn see(&mut self, tile: Tile, copies: u8) {
        let unseen = &mut self.unseen[tile.index()];
        *unseen = unseen.saturating_sub(copies);
    }

    /// A seat: its closed tiles if they are open, its melds, how it stands.
    #[inline]
    fn seat(&mut self, scene: &impl Scene, seat: Seat, points: i32) {
        let place = self.places[seat.index()];
        for (tile, copies) in scene.hand(seat) {
            self.see(tile, copies);
            if place > 0 {
                self.board.set(SHOWN + place - 1, tile, count(copies as usize, COPY));
            } else {
                (0..copies as usize).for_each(|copy| self.board.set(OWN + copy, tile, ONE));
            }
        }
        let (mut melds, mut kongs) = (0, 0);
        for (kind, lowest) in scene.melds(seat) {
            melds += 1;
            kongs += usize::from(kind.is_kong());
            let Some(lowest) = lowest else { continue };
            let (kinds, copies) = if kind == MeldKind::Chow { (3, 1) } else { (1, kind.size() as u8) };
            for tile in (0..kinds).filter_map(|up| if up == 0 { Some(lowest) } else { lowest.up(up) }) {
                self.see(tile, copies);
                self.board.add(MELDS + place, tile, copies * COPY);
            }
        }
        self.globals[CLOSED + place] = count(scene.closed(seat), 7);
        self.globals[MELD_COUNT + place] = count(melds, 25);
        self.globals[KONG_COUNT + place] = count(kongs, 25);
        self.globals[OUT + place] = flag(scene.is_out(seat));
        self.globals[WON + place] = amount(points);
        self.globals[LOST + place] = amount(points.saturating_neg());
    }

    /// What has been thrown.
    #[inline]
    fn river(&mut self, scene: &impl Scene) {
        let newest = scene.newest();
        // By seat and kind, without branches: rivers are the longest lists of a deal.
        let mut lengths = [0usize; Seat::MAX];
        let mut river = [[0u8; ROOM]; Seat::MAX];
        let (mut recent, mut from_hand) = (river, river);
        for (seat, thrown) in scene.thrown() {
            self.see(thrown.tile, 1);
            let (seat, kind) = (seat.index() % Seat::MAX, thrown.tile.index() % ROOM);
            lengths[seat] += 1;
            river[seat][kind] = river[seat][kind].saturating_add(COPY);
            let from = if thrown.drawn { 0 } else { 2 * COPY };
            from_hand[seat][kind] = from_hand[seat][kind].saturating_add(from);
            recent[seat][kind] = RECENTLY[usize::from(newest.wrapping_sub(thrown.order) as u8)];
        }
        for seat in Seat::all(scene.seats()) {
            let (place, seat) = (self.places[seat.index()], seat.index());
            self.globals[RIVER_LENGTH + place] = count(lengths[seat], 5);
            self.board.fill(RIVER + place, &river[seat]);
            if place > 0 {
                self.board.fill(RECENT + place - 1, &recent[seat]);
                self.board.fill(FROM_HAND + place - 1, &from_hand[seat]);
            }
        }
    }

    /// What lies beside the play.
    #[inline]
    fn aside(&mut self, scene: &impl Scene, me: Seat) {
        for aside in scene.aside() {
            if aside.why == Aside::Flower {
                let flowers = &mut self.globals[FLOWERS + self.places[aside.seat.index()]];
                *flowers = flowers.saturating_add(12);
            }
            let Some(tile) = aside.tile else { continue };
            self.see(tile, 1);
            let own = aside.why == Aside::Buried && aside.seat == me;
            self.board.add(if own { BURIED } else { ASIDE }, tile, COPY);
        }
    }

    /// What has not been seen, when all the rest has.
    #[inline]
    fn unseen(&mut self) {
        let (unseen, gone) = self.board.0[UNSEEN * Tile::PLAYABLE..].split_at_mut(Tile::PLAYABLE);
        for ((left, unseen), gone) in self.unseen[..Tile::PLAYABLE].iter().zip(unseen).zip(gone) {
            // There are four copies of a kind at most.
            *unseen = (u16::from(*left) * u16::from(COPY)) as u8;
            *gone = flag(*left == 0);
        }
    }

    /// Where the deal stands.
    #[inline]
    fn deal(&mut self, scene: &impl Scene, me: Seat) {
        let (wall, dead) = scene.wall();
        self.globals[WALL] = count(wall, 1);
        self.globals[DEAD_WALL] = count(dead, 1);
        self.globals[SEATS + scene.seats().clamp(2, 4) - 2] = ONE;
        self.globals[DEALER + self.places[scene.dealer().index()]] = ONE;
        self.globals[OWN_TURN] = flag(scene.closed(me) % 3 == 2);
        if let Some(tile) = scene.drawn(me) {
            self.board.set(DRAWN, tile, ONE);
        }
        let stage = scene.stage();
        if let Some(tile) = stage.and_then(|stage| stage.tile) {
            self.board.set(TILE, tile, ONE);
        }
        if let Some(from) = stage.and_then(|stage| stage.seat) {
            self.globals[FROM + self.places[from.index()]] = ONE;
        }
    }

    /// What may be done.
    #[inline]
    fn offered(&mut self, offered: &Offered, picks: &Picks) {
        offered.each(|slot| {
            if slot < PLAIN_SLOTS {
                self.board.0[MAY * Tile::PLAYABLE + slot] = ONE;
            } else if slot < DECLARED {
                self.globals[MAY_PLAIN + slot - PLAIN_SLOTS] = ONE;
            } else {
                self.globals[MAY_FLOAT] = ONE;
            }
        });
        if offered.is_burial() {
            picks.tiles().iter().for_each(|tile| self.board.add(PICKED, *tile, COPY));
            if let Some(made) = picks.tiles().len().checked_sub(1) {
                self.globals[PICKS + made] = ONE;
            }
        }
    }
}

/// What only this rule set has.
fn signs<R: Insight>(stage: Option<Stage>, extra: &R::Extra, places: &[usize], out: &mut [u8]) {
    let (stages, out) = out.split_at_mut(R::STAGES.len());
    let (of_seats, own) = out.split_at_mut(4 * R::SEAT_SIGNS.len());
    if let Some(stage) = stage
        && let Some(place) = R::STAGES.iter().position(|name| *name == stage.name)
    {
        stages[place] = ONE;
    }
    let mut one = [0; MOST_SIGNS];
    let one = &mut one[..R::SEAT_SIGNS.len()];
    for (seat, place) in Seat::all(places.len()).zip(places) {
        R::seat_signs(extra, seat, one);
        for (sign, byte) in one.iter().enumerate() {
            of_seats[4 * sign + place] = *byte;
        }
    }
    R::signs(extra, own);
}
