//! 过手胡: a seat that lets a win go may, until it moves its own tiles, win only with more.
//!
//! Which windows count, what lifts a lock and what a win is worth is the rule set's business; this only keeps the numbers.

use sifang_tiles::Seat;

/// The worth of the best win each seat has let go, while it is locked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Locks([u8; Seat::MAX]);

impl Locks {
    /// Whether the seat is bound by nothing.
    #[inline]
    pub fn is_free(&self, seat: Seat) -> bool {
        self.0[seat.index()] == 0
    }

    /// What a win must exceed; none if the seat is free.
    pub fn exceeds(&self, seat: Seat) -> Option<i32> {
        (self.0[seat.index()] as i32).checked_sub(1).filter(|n| *n >= 0)
    }

    /// Whether a win worth `total` is open to the seat.
    #[inline]
    pub fn allows(&self, seat: Seat, total: i32) -> bool {
        total >= self.0[seat.index()] as i32
    }

    /// The seat lets a win worth `total` (0 to 254) go.
    pub fn let_go(&mut self, seat: Seat, total: i32) {
        let kept = &mut self.0[seat.index()];
        *kept = (*kept).max(total.clamp(0, 254) as u8 + 1);
    }

    /// The seat is free again.
    #[inline]
    pub fn lift(&mut self, seat: Seat) {
        self.0[seat.index()] = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_more_is_allowed_until_the_lock_is_lifted() {
        let mut locks = Locks::default();
        let (a, b) = (Seat::new(1), Seat::new(2));
        assert!(locks.is_free(a) && locks.allows(a, 0));
        locks.let_go(a, 0);
        assert!(!locks.is_free(a) && !locks.allows(a, 0) && locks.allows(a, 1));
        assert_eq!((locks.exceeds(a), locks.exceeds(b)), (Some(0), None));
        locks.let_go(a, 3);
        locks.let_go(a, 1);
        assert!(!locks.allows(a, 3) && locks.allows(a, 4));
        assert!(locks.allows(b, 0));
        locks.lift(a);
        assert!(locks.allows(a, 0));
    }
}
