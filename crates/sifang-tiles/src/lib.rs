//! Tiles, seats and hands: the nouns every other crate speaks of.
//!
//! A [`Tile`] is a *kind* (one of 42), never a physical copy: no rule book here tells copies apart.
//! A [`Hand`] keeps, beside its counts, one base-5 key per suit up to date, so that questions about shape are
//! table look-ups (see `sifang-shape`). What is *not* here: anything about legality, scoring or turns.
#![forbid(unsafe_code)]

mod hand;
mod mask;
mod notation;
mod seat;
mod tile;

pub use hand::{Hand, POW5, SuitKeys};
pub use mask::TileMask;
pub use notation::{NotationError, format_tiles, parse_tile, parse_tiles};
pub use seat::{Seat, SeatSet};
pub use tile::{Suit, Tile};
