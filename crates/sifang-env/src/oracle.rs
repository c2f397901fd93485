//! What a critic may see while it judges how a deal stands: all hands, the next tiles of the wall, how near the others are. It goes to
//! a buffer of its own: no player's observation ever has a byte of it.

use sifang_bots::features::{Entry, glance};
use sifang_rules::insight::{Insight, ViewOf};
use sifang_rules::signs::{ONE, amount, flag};
use sifang_table::{Aside, Deal, Viewer};
use sifang_tiles::{Seat, Tile};

const KINDS: usize = Tile::PLAYABLE;
/// Closed tiles of the three others.
const HANDS: usize = 0;
/// Useful tiles of the three others.
const USEFUL: usize = 3;
/// The next tiles of the wall, for each seat in the ordinary course.
const WALL: usize = 6;
/// What the others have buried.
const BURIED: usize = 10;
const PLANES: usize = 11;
/// Bytes that tell how near another seat is: 0 to 7 tiles and more, then what its hand may pay.
const NEAR: usize = 9;
/// Tiles of the wall that are given.
const AHEAD: usize = 24;

/// Bytes of a row.
pub const ORACLE: usize = PLANES * KINDS + 3 * NEAR;

/// The parts of a row: planes, then single bytes. Seats are relative to the one that is asked.
pub fn oracle_layout() -> Vec<Entry> {
    let entry = |name: &str, offset, count, about: &str| Entry {
        name: name.into(),
        offset,
        count,
        about: about.into(),
    };
    let plane = |name, plane: usize, count, about| entry(name, plane * KINDS, count, about);
    vec![
        plane("hands", HANDS, 3, "closed tiles of each other seat, 25 each"),
        plane(
            "useful",
            USEFUL,
            3,
            "brings each other seat nearer: 100 if it is ready, 50 two tiles away, 25 further",
        ),
        plane(
            "wall",
            WALL,
            4,
            "the next 24 tiles of the wall, every fourth in a plane, the first first: 100, then 4 less each",
        ),
        plane("buried", BURIED, 1, "tiles the others have buried, 25 each"),
        entry(
            "near",
            PLANES * KINDS,
            3 * NEAR,
            "for each other seat: 0 to 7 and more tiles away, then its value, as an amount",
        ),
    ]
}

/// Writes the row of `seat`. `other` is memory for the views of the others.
pub(crate) fn write<R: Insight>(deal: &Deal<R>, seat: Seat, other: &mut ViewOf<R>, out: &mut [u8]) {
    out.fill(0);
    let table = &deal.table;
    let n = table.seats();
    let mut add = |plane: usize, tile: Tile, byte: u8| {
        if tile.index() < KINDS {
            let place = &mut out[plane * KINDS + tile.index()];
            *place = place.saturating_add(byte);
        }
    };
    let wall = table.wall();
    for (i, tile) in wall.row().iter().take(wall.left().min(AHEAD)).enumerate() {
        add(WALL + i % 4, *tile, ONE - 4 * i as u8);
    }
    for who in seat.others(n) {
        table.hand(who).tiles().for_each(|tile| add(HANDS + seat.distance_to(who, n) - 1, tile, 25));
    }
    for aside in table.aside().iter().filter(|a| a.why == Aside::Buried && a.seat != seat) {
        add(BURIED, aside.tile, 25);
    }
    for who in seat.others(n).filter(|who| !table.out().contains(*who)) {
        let place = seat.distance_to(who, n) - 1;
        deal.view_plain(Viewer::Seat(who), other);
        let Some(seen) = glance(&deal.rules, other) else { continue };
        let weight = [ONE, ONE, ONE / 2][..].get(seen.away as usize).copied().unwrap_or(ONE / 4);
        for tile in seen.useful.iter().filter(|tile| tile.index() < KINDS) {
            out[(USEFUL + place) * KINDS + tile.index()] = weight;
        }
        let near = &mut out[PLANES * KINDS + place * NEAR..][..NEAR];
        near[seen.away.min(7) as usize] = flag(true);
        near[8] = amount(seen.value / 100);
    }
}
