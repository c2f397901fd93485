//! 补花: flowers never stay in the hand; each is shown and replaced from the tail of the wall.

use crate::{Aside, Journal, Table, WallEnd};
use sifang_tiles::Seat;

/// Where a seat's flower replacement stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flowers {
    /// No flower is left in the hand.
    Done,
    /// The seat has just shown its `n`-th flower and the rule set wants to look before it is replaced.
    Shown(u8),
    /// A replacement is due and the wall is empty.
    WallEmpty,
}

/// How many flowers the seat has shown.
pub fn shown(table: &Table, seat: Seat) -> u8 {
    table.aside().iter().filter(|a| a.seat == seat && a.why == Aside::Flower).count() as u8
}

/// Shows the lowest flower of the hand, if there is one. The replacement is a step of its own (`replace`), because a rule set
/// may stop in between.
pub fn show_one(table: &mut Table, seat: Seat, journal: &mut Journal) -> Flowers {
    match table.hand(seat).first_flower() {
        None => Flowers::Done,
        Some(flower) => {
            table.set_aside(seat, flower, Aside::Flower, journal);
            Flowers::Shown(shown(table, seat))
        }
    }
}

/// Draws the replacement of a shown flower from the tail; it may be a flower again.
pub fn replace(table: &mut Table, seat: Seat, journal: &mut Journal) -> Flowers {
    match table.draw(seat, WallEnd::Back, journal) {
        None => Flowers::WallEmpty,
        Some(_) => Flowers::Done,
    }
}
