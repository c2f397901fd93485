//! Tiles, seats and hands: the nouns every other crate speaks of.
//!
//! A [`Tile`] is a *kind* (one of 42), never a physical copy: no rule book here distinguishes copies.
//! A [`Hand`] keeps, beside its counts, one base-5 key per suit up to date, so that questions about shape are
//! table look-ups (see `sifang-shape`). What is *not* here: anything about legality, scoring or turns.
//!
//! ```
//! use sifang_tiles::{Hand, format_tiles, parse_tile, parse_tiles};
//!
//! let tiles = parse_tiles("77z55p312m")?; // 万 m, 筒 p, 条 s, honours z, flowers f
//! let mut hand = Hand::from_tiles(&tiles).expect("at most four of each");
//! hand.add(parse_tile("5p")?);
//! assert_eq!((hand.len(), hand.count(parse_tile("5p")?)), (8, 3));
//! assert_eq!(format_tiles(&hand.tiles().collect::<Vec<_>>()), "123m555p77z");
//! # Ok::<(), sifang_tiles::NotationError>(())
//! ```
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
