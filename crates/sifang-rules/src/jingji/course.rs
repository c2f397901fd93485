//! The course of a match: rounds, hands, who deals next, when it is over, and what becomes of stakes left on the table.

use super::{Jingji, fans};
use serde::Serialize;
use sifang_table::{After, Correction, Deal, Progress};
use sifang_tiles::{Seat, Tile};

/// What goes from hand to hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Carry {
    /// Points of each seat when the hand begins; stakes are still among them.
    pub points: [i32; Seat::MAX],
    /// 场供 on the table, by the seat it comes from.
    pub stakes: [i32; Seat::MAX],
    /// Rounds finished: 0 is East, 3 North.
    pub round: u8,
    /// Hands finished in this round: 0 is the first.
    pub hand: u8,
}

impl Carry {
    /// At the start of a match.
    pub(super) fn first(start_points: i32) -> Carry {
        Carry { points: [start_points; Seat::MAX], ..Carry::default() }
    }

    /// 场风.
    /// Clause: `jingji.match.rounds`.
    pub fn round_wind(&self) -> Tile {
        Tile::honor(self.round + 1)
    }
}

/// What follows a hand: the dealer stays after winning, otherwise the deal passes; round after round, and then it is over.
/// Clauses: `jingji.match.dealer`, `jingji.match.rounds`, `jingji.match.end`, `jingji.ruling.22`,
/// `jingji.ruling.23`.
pub(super) fn after(deal: &Deal<Jingji>, before: &Progress<Carry>) -> After<Carry> {
    let options = &deal.rules.options;
    let balances = deal.ledger.balances();
    let mut carry = before.carry;
    for (points, won) in carry.points.iter_mut().zip(balances) {
        *points += won;
    }
    carry.stakes = deal.memo.stakes;
    let mut dealer = before.dealer;
    if deal.wins().first().is_none_or(|win| win.seat != before.dealer) {
        dealer = before.dealer.after(1, 4);
        carry.hand += 1;
        if dealer == before.first_dealer {
            carry.hand = 0;
            carry.round += 1;
        }
    }
    let bust = options.bust_ends_match && carry.points.iter().any(|p| *p < 0);
    let over = bust || carry.round as i32 >= options.rounds;
    After { dealer: (!over).then_some(dealer), carry, over }
}

/// Ranks by points; of equals the first counted from the first dealer comes first.
/// Clause: `jingji.match.end`.
pub(super) fn ranks(end: &Progress<Carry>) -> Vec<u8> {
    let place = |seat: Seat| (-end.totals[seat.index()], end.first_dealer.distance_to(seat, 4));
    let before = |seat: Seat| Seat::all(4).filter(|other| place(*other) < place(seat)).count();
    Seat::all(4).map(|seat| 1 + before(seat) as u8).collect()
}

/// Stakes left at the end go to the leader (most points; of equals the first counted from the first dealer).
/// Clauses: `jingji.pay.match_stakes`, `jingji.ruling.19`.
pub(super) fn settle_match(end: &Progress<Carry>) -> Vec<Correction> {
    let Carry { points, stakes, .. } = end.carry;
    let mut leader = end.first_dealer;
    for seat in end.first_dealer.others(4) {
        if points[seat.index()] > points[leader.index()] {
            leader = seat;
        }
    }
    let mut deltas = [0; Seat::MAX];
    for seat in leader.others(4) {
        deltas[seat.index()] -= stakes[seat.index()];
        deltas[leader.index()] += stakes[seat.index()];
    }
    if deltas == [0; Seat::MAX] {
        return Vec::new();
    }
    vec![Correction { why: &fans::MATCH_STAKES, deltas }]
}

/// 自风: the dealer is East.
/// Clause: `jingji.deal.seats`.
pub(super) fn seat_wind(dealer: Seat, seat: Seat) -> Tile {
    Tile::honor(dealer.distance_to(seat, 4) as u8 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_points_are_ranked_from_the_first_dealer() {
        let of = |first: usize| {
            let totals = [5, 30, 5, -40];
            ranks(&Progress { first_dealer: Seat::new(first), totals, ..Progress::default() })
        };
        assert_eq!(of(0), [2, 1, 3, 4]);
        assert_eq!(of(1), [3, 1, 2, 4]);
        assert_eq!(of(3), [2, 1, 3, 4]);
    }
}
