//! What an observation is made of: a view, or the pieces a view is made of, where a deal is at hand. The second way spares the making
//! of the view; both show the same, and neither shows what its viewer may not see.

use sifang_table::{AsideView, MeldKind, RuleSet, Seen, SeenMeld, Stage, ThrownView, View};
use sifang_tiles::{Hand, Seat, Tile};

/// A deal as one seat sees it.
pub(super) trait Scene {
    /// How many play.
    fn seats(&self) -> usize;
    /// The dealer.
    fn dealer(&self) -> Seat;
    /// Tiles left for normal draws, and those of the dead wall.
    fn wall(&self) -> (usize, usize);
    /// Where the deal stands.
    fn stage(&self) -> Option<Stage>;
    /// The tile the seat has just drawn.
    fn drawn(&self, seat: Seat) -> Option<Tile>;
    /// How many closed tiles it has.
    fn closed(&self, seat: Seat) -> usize;
    /// It has won and plays no more.
    fn is_out(&self, seat: Seat) -> bool;
    /// What each seat has won or lost.
    fn points(&self) -> [i32; Seat::MAX];
    /// The closed tiles of a seat as kinds and copies; none where they are hidden.
    fn hand(&self, seat: Seat) -> impl Iterator<Item = (Tile, u8)>;
    /// Its melds, each as its kind and its lowest tile, which is absent while face down.
    fn melds(&self, seat: Seat) -> impl Iterator<Item = (MeldKind, Option<Tile>)>;
    /// The thrown tiles; those of one seat in order.
    fn thrown(&self) -> impl Iterator<Item = (Seat, ThrownView)>;
    /// The place of the latest of them.
    fn newest(&self) -> u16;
    /// The tiles beside the play.
    fn aside(&self) -> impl Iterator<Item = AsideView>;
}

impl<E, W> Scene for View<E, W> {
    fn seats(&self) -> usize {
        self.players.len()
    }

    fn dealer(&self) -> Seat {
        self.dealer
    }

    fn wall(&self) -> (usize, usize) {
        (self.wall, self.dead_wall)
    }

    fn stage(&self) -> Option<Stage> {
        self.stage
    }

    fn drawn(&self, seat: Seat) -> Option<Tile> {
        self.players[seat.index()].drawn
    }

    fn closed(&self, seat: Seat) -> usize {
        self.players[seat.index()].closed
    }

    fn is_out(&self, seat: Seat) -> bool {
        self.players[seat.index()].out
    }

    fn points(&self) -> [i32; Seat::MAX] {
        let mut points = [0; Seat::MAX];
        points.iter_mut().zip(&self.players).for_each(|(points, player)| *points = player.points);
        points
    }

    fn hand(&self, seat: Seat) -> impl Iterator<Item = (Tile, u8)> {
        let tiles = self.players[seat.index()].hand.as_ref().map_or(&[][..], |hand| &hand[..]);
        tiles.chunk_by(|a, b| a == b).map(|copies| (copies[0], copies.len() as u8))
    }

    fn melds(&self, seat: Seat) -> impl Iterator<Item = (MeldKind, Option<Tile>)> {
        let lowest = |meld: &SeenMeld| meld.tiles.as_ref().and_then(|tiles| tiles.first().copied());
        self.players[seat.index()].melds.iter().map(move |meld| (meld.kind, lowest(meld)))
    }

    fn thrown(&self) -> impl Iterator<Item = (Seat, ThrownView)> {
        let seats = Seat::all(self.players.len()).zip(&self.players);
        seats.flat_map(|(seat, player)| player.river.iter().map(move |thrown| (seat, thrown.clone())))
    }

    fn newest(&self) -> u16 {
        let last = self.players.iter().filter_map(|player| player.river.last());
        last.map(|thrown| thrown.order).max().unwrap_or(0)
    }

    fn aside(&self) -> impl Iterator<Item = AsideView> {
        self.aside.iter().cloned()
    }
}

impl<R: RuleSet> Scene for Seen<'_, R> {
    #[inline]
    fn seats(&self) -> usize {
        self.moment().deal.table.seats()
    }

    #[inline]
    fn dealer(&self) -> Seat {
        self.moment().deal.table.dealer()
    }

    #[inline]
    fn wall(&self) -> (usize, usize) {
        let wall = self.moment().deal.table.wall();
        (wall.left(), wall.dead())
    }

    #[inline]
    fn stage(&self) -> Option<Stage> {
        self.moment().stage()
    }

    #[inline]
    fn drawn(&self, seat: Seat) -> Option<Tile> {
        Seen::drawn(self, seat)
    }

    #[inline]
    fn closed(&self, seat: Seat) -> usize {
        self.moment().deal.table.hand(seat).len()
    }

    #[inline]
    fn is_out(&self, seat: Seat) -> bool {
        self.moment().deal.table.out().contains(seat)
    }

    #[inline]
    fn points(&self) -> [i32; Seat::MAX] {
        Seen::points(self)
    }

    #[inline]
    fn hand(&self, seat: Seat) -> impl Iterator<Item = (Tile, u8)> {
        let hand = self.open_hand(seat).unwrap_or(&Hand::EMPTY);
        hand.held().iter().map(move |tile| (tile, hand.count(tile)))
    }

    #[inline]
    fn melds(&self, seat: Seat) -> impl Iterator<Item = (MeldKind, Option<Tile>)> {
        self.lowest_of_melds(seat)
    }

    #[inline]
    fn thrown(&self) -> impl Iterator<Item = (Seat, ThrownView)> {
        self.moment().thrown()
    }

    #[inline]
    fn newest(&self) -> u16 {
        let river = self.moment().deal.table.river();
        river.iter().rposition(|thrown| !thrown.is_taken()).unwrap_or(0) as u16
    }

    #[inline]
    fn aside(&self) -> impl Iterator<Item = AsideView> {
        Seen::aside(*self)
    }
}
