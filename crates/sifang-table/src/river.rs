//! Thrown tiles, in the order they were thrown, of all seats.

use sifang_tiles::{Seat, Tile};
use tinyvec::ArrayVec;

/// One thrown tile and what became of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Thrown {
    /// The tile.
    pub tile: Tile,
    marks: u8,
}

const SEAT: u8 = 3;
const TAKEN: u8 = 4;
const WON: u8 = 8;
const DRAWN: u8 = 16;
const DECLARED: u8 = 32;
const DEAD: u8 = 64;

/// How a tile gets into the river.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Throw {
    /// Discarded; `drawn` if it is the tile just drawn, `declared` if a declaration went with it.
    Discard {
        /// The tile just drawn was thrown.
        drawn: bool,
        /// A declaration went with it.
        declared: bool,
    },
    /// Laid there without being claimable (a kong's turned-up tiles).
    Dead,
}

impl Thrown {
    pub(crate) fn new(seat: Seat, tile: Tile, how: Throw) -> Thrown {
        let marks = match how {
            Throw::Discard { drawn, declared } => {
                (if drawn { DRAWN } else { 0 }) | (if declared { DECLARED } else { 0 })
            }
            Throw::Dead => DEAD,
        };
        Thrown { tile, marks: marks | seat.index() as u8 }
    }

    /// Who threw it.
    #[inline]
    pub const fn seat(&self) -> Seat {
        Seat::new((self.marks & SEAT) as usize)
    }

    /// It was claimed for a meld and lies there now.
    #[inline]
    pub const fn is_taken(&self) -> bool {
        self.marks & TAKEN != 0
    }

    /// Somebody won on it. It stays in the river: several winners may share it.
    #[inline]
    pub const fn is_won(&self) -> bool {
        self.marks & WON != 0
    }

    /// The tile just drawn was thrown.
    #[inline]
    pub const fn was_drawn(&self) -> bool {
        self.marks & DRAWN != 0
    }

    /// A declaration went with it (it lies sideways).
    #[inline]
    pub const fn is_declared(&self) -> bool {
        self.marks & DECLARED != 0
    }

    /// It was never claimable.
    #[inline]
    pub const fn is_dead(&self) -> bool {
        self.marks & DEAD != 0
    }

    pub(crate) fn take(&mut self) {
        self.marks |= TAKEN;
    }

    pub(crate) fn win(&mut self) {
        self.marks |= WON;
    }
}

/// All thrown tiles of a deal.
pub type River = ArrayVec<[Thrown; 144]>;
