//! Seats in playing order, and small sets of them.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A seat, 0..n-1 in playing order (seat+1 is 下家, the next to play).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize)]
#[serde(transparent)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "number"))]
pub struct Seat(u8);

impl Seat {
    /// The most seats a table has.
    pub const MAX: usize = 4;

    /// Seat number `index`; numbers beyond 3 wrap, so that a seat is always one of four.
    #[inline]
    pub const fn new(index: usize) -> Seat {
        Seat((index & 3) as u8)
    }

    /// The seat's number.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 3) as usize
    }

    /// The seat `steps` places further in playing order at a table of `seats`.
    #[inline]
    pub const fn after(self, steps: usize, seats: usize) -> Seat {
        let mut i = self.index() + steps;
        while i >= seats {
            i -= seats;
        }
        Seat(i as u8)
    }

    /// How many places `other` sits after this seat (0 for itself).
    #[inline]
    pub const fn distance_to(self, other: Seat, seats: usize) -> usize {
        (other.index() + seats - self.index()) % seats
    }

    /// All seats of a table of `seats`, from 0.
    pub fn all(seats: usize) -> impl Iterator<Item = Seat> {
        (0..seats).map(Seat::new)
    }

    /// The other seats in playing order, beginning with the next one.
    pub fn others(self, seats: usize) -> impl Iterator<Item = Seat> {
        (1..seats).map(move |step| self.after(step, seats))
    }
}

impl<'de> Deserialize<'de> for Seat {
    /// Strict, unlike [`Seat::new`]: a number from outside that is no seat is refused, not wrapped.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let index = u8::deserialize(deserializer)?;
        if (index as usize) < Seat::MAX {
            return Ok(Seat(index));
        }
        Err(serde::de::Error::custom(format_args!("there is no seat {index}; seats are 0 to 3")))
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SeatSet(u8);

impl SeatSet {
    /// No seat.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// Just this seat.
    #[inline]
    pub const fn one(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.index())
    }

    /// Puts the seat in.
    #[inline]
    pub fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.index();
    }

    /// Takes the seat out.
    #[inline]
    pub fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.index());
    }

    /// Whether the seat is in.
    #[inline]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.index()) != 0
    }

    /// Number of seats in the set.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set has no seat.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The bits, seat 0 lowest.
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The seats of this set that are not in `other`.
    #[inline]
    pub const fn minus(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & !other.0)
    }

    /// The seats in ascending order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let seat = (bits != 0).then(|| Seat::new(bits.trailing_zeros() as usize))?;
            bits &= bits - 1;
            Some(seat)
        })
    }
}

/// The seats in ascending order.
impl Serialize for SeatSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        let mut set = SeatSet::EMPTY;
        for seat in seats {
            set.insert(seat);
        }
        set
    }
}
