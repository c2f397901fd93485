//! The signs of a rule set: what its own state comes to in numbers of one byte, for players that read numbers (nets).
//!
//! A byte of [`ONE`] is one whole: something is so, or as much as there usually is. Nothing here is a float, so that the same view
//! gives the same bytes on every machine. Which signs a rule set has says its `Insight`; which other numbers there are says
//! `sifang_bots::features`.

/// One whole.
pub const ONE: u8 = 100;

/// Something is so, or not.
#[inline]
pub const fn flag(is: bool) -> u8 {
    if is { ONE } else { 0 }
}

/// So many, each worth `each`.
#[inline]
pub fn count(n: usize, each: u8) -> u8 {
    u8::try_from(n.saturating_mul(each as usize)).unwrap_or(u8::MAX)
}

/// An amount of any size (nothing, if it is below zero), as a logarithm: 20 for each doubling of `1 + amount`, with straight lines in
/// between. So 1 is 20, 31 is 100, and beyond some thousands all are alike.
#[inline]
pub fn amount(points: i32) -> u8 {
    let n = points.max(0) as u64 + 1;
    let doublings = n.ilog2();
    let rest = (20 * (n - (1 << doublings))) >> doublings;
    u8::try_from(20 * doublings as u64 + rest).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_never_fall_and_say_what_they_should() {
        for (points, byte) in
            [(i32::MIN, 0), (0, 0), (1, 20), (2, 30), (3, 40), (5, 50), (31, 100), (i32::MAX, 255)]
        {
            assert_eq!(amount(points), byte, "{points}");
        }
        assert!((0..20_000).all(|n| amount(n) <= amount(n + 1)));
    }

    #[test]
    fn counts_stop_at_a_byte() {
        assert_eq!((count(0, 25), count(4, 25), count(11, 25)), (0, 100, 255));
        assert_eq!((flag(true), flag(false)), (100, 0));
    }
}
