//! A tile lies open and several seats may want it: offering, and deciding between the answers.

use crate::{Action, Answers, Choices, Table};
use sifang_tiles::{Seat, Tile};
use tinyvec::ArrayVec;

/// A tile in question and the seat it comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Window {
    /// The tile.
    pub tile: Tile,
    /// Whose tile it is.
    pub from: Seat,
}

/// What the rules would let a seat do with the tile, if its hand has the tiles for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct May {
    /// It can win on the tile (the rule set has looked at the hand).
    pub win: bool,
    /// Kongs are allowed.
    pub kong: bool,
    /// Pungs are allowed.
    pub pung: bool,
    /// Chows are allowed to this seat.
    pub chow: bool,
}

/// Offers what `may` allows and the hand can do; with at least one of these also to pass.
#[inline]
pub fn offer(table: &Table, window: Window, seat: Seat, may: May, out: &mut Choices) {
    let hand = table.hand(seat);
    let copies = hand.count(window.tile);
    if may.win {
        out.win();
    }
    if may.kong && copies >= 3 {
        out.kong();
    }
    if may.pung && copies >= 2 {
        out.pung();
    }
    if may.chow {
        out.chows(window.tile, hand.held());
    }
    if !out.is_empty() {
        out.pass();
    }
}

/// Winners of one tile, in the order they count.
pub type Winners = ArrayVec<[Seat; 4]>;

/// What became of the tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claimed {
    /// These won on it, in playing order from the seat the tile came from.
    Wins(Winners),
    /// This seat kongs it.
    Kong(Seat),
    /// This seat pungs it.
    Pung(Seat),
    /// This seat chows it with these two tiles.
    Chow(Seat, [Tile; 2]),
    /// Nobody wanted it.
    Nobody,
}

/// Decides between the answers: every win, else the kong or pung (only one seat can hold the copies), else the chow.
pub fn decide(answers: &Answers, from: Seat, seats: usize) -> Claimed {
    if answers.is_empty() {
        return Claimed::Nobody;
    }
    let mut winners = Winners::new();
    let mut best = Claimed::Nobody;
    for step in 1..=seats {
        let seat = from.after(step, seats);
        match answers.of(seat) {
            Some(Action::Win) => winners.push(seat),
            Some(Action::Kong) => best = Claimed::Kong(seat),
            Some(Action::Pung) => best = Claimed::Pung(seat),
            Some(Action::Chow(a, b)) if best == Claimed::Nobody => best = Claimed::Chow(seat, [a, b]),
            _ => {}
        }
    }
    if winners.is_empty() { best } else { Claimed::Wins(winners) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sifang_tiles::{SeatSet, parse_tile};

    fn answers(list: &[(usize, Action)]) -> Answers {
        let mut answers = Answers::default();
        for (seat, action) in list {
            answers.given.insert(Seat::new(*seat));
            answers.actions[*seat] = *action;
        }
        answers
    }

    #[test]
    fn wins_beat_melds_and_come_in_playing_order() {
        let chow = Action::Chow(parse_tile("4p").unwrap(), parse_tile("6p").unwrap());
        let decided = |list: &[(usize, Action)], from: usize| decide(&answers(list), Seat::new(from), 4);
        assert_eq!(decided(&[], 0), Claimed::Nobody);
        assert_eq!(decided(&[(1, Action::Pass), (2, Action::Pass)], 0), Claimed::Nobody);
        assert_eq!(decided(&[(1, chow), (3, Action::Pung)], 0), Claimed::Pung(Seat::new(3)));
        assert_eq!(decided(&[(1, Action::Kong), (2, chow)], 1), Claimed::Kong(Seat::new(1)));
        let Claimed::Wins(w) = decided(&[(0, Action::Win), (3, Action::Win), (1, Action::Pung)], 2) else {
            panic!("wins expected");
        };
        assert_eq!(w.as_slice(), &[Seat::new(3), Seat::new(0)]);
        assert_eq!(w.iter().copied().collect::<SeatSet>().len(), 2);
    }
}
