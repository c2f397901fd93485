//! The physical table: wall, hands, melds, river, tiles set aside. Tiles move only through the methods here; each move keeps
//! the number of tiles and writes its event. Nothing here knows a rule.

use crate::{
    Aside, Dealing, Event, HandTiles, Journal, Meld, MeldKind, Melds, River, Throw, Thrown, Wall, WallEnd,
};
use sifang_tiles::{Hand, Seat, SeatSet, Tile, TileMask};
use tinyvec::ArrayVec;

/// A tile beside the play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct AsideTile {
    /// Whose it is.
    pub seat: Seat,
    /// Which tile.
    pub tile: Tile,
    /// Why it lies there.
    pub why: Aside,
}

/// All tiles of a deal and where they are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Table {
    seats: u8,
    dealer: Seat,
    wall: Wall,
    hands: [Hand; Seat::MAX],
    melds: [Melds; Seat::MAX],
    river: River,
    aside: ArrayVec<[AsideTile; 40]>,
    /// The tile the seat in turn has just drawn, while it is still apart.
    drawn: Option<(Seat, Tile)>,
    /// Seats that have won and play no more.
    out: SeatSet,
    /// Seats whose hand lies open.
    shown: SeatSet,
    /// What lay face down beside the play has been turned up.
    turned_up: bool,
}

impl Table {
    /// A table before the deal, with this row as its wall.
    pub fn new(seats: usize, dealer: Seat, row: &[Tile]) -> Table {
        Table {
            seats: seats.clamp(1, Seat::MAX) as u8,
            dealer,
            wall: Wall::new(row),
            hands: [Hand::EMPTY; Seat::MAX],
            melds: Default::default(),
            river: River::default(),
            aside: Default::default(),
            drawn: None,
            out: SeatSet::EMPTY,
            shown: SeatSet::EMPTY,
            turned_up: false,
        }
    }

    // ---- looking ----

    /// Number of seats.
    #[inline]
    pub const fn seats(&self) -> usize {
        self.seats as usize
    }

    /// The dealer.
    #[inline]
    pub const fn dealer(&self) -> Seat {
        self.dealer
    }

    /// The wall.
    #[inline]
    pub const fn wall(&self) -> &Wall {
        &self.wall
    }

    /// A seat's closed tiles.
    #[inline]
    pub const fn hand(&self, seat: Seat) -> &Hand {
        &self.hands[seat.index()]
    }

    /// A seat's melds, in the order they were made.
    #[inline]
    pub fn melds(&self, seat: Seat) -> &[Meld] {
        &self.melds[seat.index()]
    }

    /// The kinds of a seat's pungs of which it holds the fourth tile.
    #[inline]
    pub fn fourths(&self, seat: Seat) -> TileMask {
        let pungs = self.melds(seat).iter().filter(|meld| meld.kind == MeldKind::Pung);
        pungs.map(|meld| meld.tile).collect::<TileMask>() & self.hand(seat).held()
    }

    /// All thrown tiles.
    #[inline]
    pub fn river(&self) -> &[Thrown] {
        &self.river
    }

    /// The tile thrown last.
    #[inline]
    pub fn last_thrown(&self) -> Option<&Thrown> {
        self.river.last()
    }

    /// The tiles beside the play, in the order they were laid there.
    pub fn aside(&self) -> &[AsideTile] {
        &self.aside
    }

    /// The tile `seat` has just drawn, while it is its turn.
    #[inline]
    pub fn drawn(&self, seat: Seat) -> Option<Tile> {
        self.drawn.and_then(|(who, tile)| (who == seat).then_some(tile))
    }

    /// Seats that have won and play no more.
    #[inline]
    pub const fn out(&self) -> SeatSet {
        self.out
    }

    /// Seats whose hands lie open.
    pub const fn shown(&self) -> SeatSet {
        self.shown
    }

    /// Whether what lay face down beside the play has been turned up.
    pub const fn turned_up(&self) -> bool {
        self.turned_up
    }

    /// The next seat after `seat` that still plays (itself if it is the only one).
    #[inline]
    pub fn next_playing(&self, seat: Seat) -> Seat {
        let next = seat.after(1, self.seats());
        if self.out.is_empty() {
            return next;
        }
        seat.others(self.seats()).find(|s| !self.out.contains(*s)).unwrap_or(seat)
    }

    /// The other seats still playing, in playing order from `seat`.
    pub fn others_playing(&self, seat: Seat) -> impl Iterator<Item = Seat> + '_ {
        seat.others(self.seats()).filter(|s| !self.out.contains(*s))
    }

    /// Number of tiles of each kind over all places: the same before and after every move.
    pub fn census(&self) -> [u8; Tile::KINDS] {
        let mut census = [0u8; Tile::KINDS];
        let mut count = |tile: Tile| census[tile.index()] += 1;
        self.wall.row().iter().copied().for_each(&mut count);
        for seat in Seat::all(Seat::MAX) {
            self.hand(seat).tiles().for_each(&mut count);
            self.melds(seat).iter().flat_map(Meld::tiles).for_each(&mut count);
        }
        self.river.iter().filter(|t| !t.is_taken()).map(|t| t.tile).for_each(&mut count);
        self.aside.iter().map(|a| a.tile).for_each(&mut count);
        census
    }

    // ---- moving tiles ----

    /// Deals from the front of the wall.
    pub fn deal(&mut self, dealing: &Dealing, journal: &mut Journal) {
        let Dealing { rounds, extra, apart } = *dealing;
        for &n in rounds {
            for step in 0..self.seats() {
                let seat = self.dealer.after(step, self.seats());
                for _ in 0..n {
                    if let Some(tile) = self.wall.take_front() {
                        self.hands[seat.index()].add(tile);
                    }
                }
            }
        }
        let mut last = None;
        for _ in 0..extra {
            if let Some(tile) = self.wall.take_front() {
                self.hands[self.dealer.index()].add(tile);
                last = Some(tile);
            }
        }
        for step in 0..self.seats() {
            let seat = self.dealer.after(step, self.seats());
            let mut tiles: HandTiles = self.hand(seat).tiles().collect();
            if seat == self.dealer
                && apart
                && let Some(tile) = last
                && let Some(i) = tiles.iter().position(|t| *t == tile)
            {
                tiles.remove(i);
            }
            journal.push(Event::Dealt { seat, tiles });
        }
        if apart && let Some(tile) = last {
            self.drawn = Some((self.dealer, tile));
            journal.push(Event::Drew { seat: self.dealer, tile, from: WallEnd::Front });
        }
    }

    /// Draws a tile; none if the wall is used up.
    #[inline]
    pub fn draw(&mut self, seat: Seat, from: WallEnd, journal: &mut Journal) -> Option<Tile> {
        let tile = match from {
            WallEnd::Front => self.wall.take_front()?,
            WallEnd::Back => self.wall.take_back()?,
        };
        self.hands[seat.index()].add(tile);
        self.drawn = Some((seat, tile));
        journal.push(Event::Drew { seat, tile, from });
        Some(tile)
    }

    /// The drawn tile joins the others: it is no longer apart.
    pub fn settle_drawn(&mut self) {
        self.drawn = None;
    }

    /// Throws a tile of the hand into the river.
    #[inline]
    pub fn discard(&mut self, seat: Seat, tile: Tile, declared: bool, journal: &mut Journal) {
        let drawn = self.drawn(seat) == Some(tile);
        if self.take_from_hand(seat, tile) {
            self.river.push(Thrown::new(seat, tile, Throw::Discard { drawn, declared }));
            journal.push(Event::Discarded { seat, tile, drawn });
        }
        self.drawn = None;
    }

    /// 碰: claims the last thrown tile with two of the hand.
    pub fn pung(&mut self, seat: Seat, journal: &mut Journal) {
        self.claim(seat, MeldKind::Pung, 2, journal);
    }

    /// 直杠: claims the last thrown tile with three of the hand.
    pub fn kong_direct(&mut self, seat: Seat, journal: &mut Journal) {
        self.claim(seat, MeldKind::KongDirect, 3, journal);
    }

    fn claim(&mut self, seat: Seat, kind: MeldKind, own: usize, journal: &mut Journal) {
        let Some(thrown) = self.river.last_mut().filter(|t| !t.is_taken()) else {
            debug_assert!(false, "nothing to claim");
            return;
        };
        thrown.take();
        let (tile, from) = (thrown.tile, thrown.seat());
        for _ in 0..own {
            self.take_from_hand(seat, tile);
        }
        self.lay(seat, Meld { kind, tile, claimed: tile, from, closed: false }, journal);
    }

    /// 吃: claims the last thrown tile with these two of the hand.
    pub fn chow(&mut self, seat: Seat, with: [Tile; 2], journal: &mut Journal) {
        let Some(thrown) = self.river.last_mut().filter(|t| !t.is_taken()) else {
            debug_assert!(false, "nothing to claim");
            return;
        };
        thrown.take();
        let (claimed, from) = (thrown.tile, thrown.seat());
        for tile in with {
            self.take_from_hand(seat, tile);
        }
        let tile = claimed.min(with[0]).min(with[1]);
        self.lay(seat, Meld { kind: MeldKind::Chow, tile, claimed, from, closed: false }, journal);
    }

    /// 暗杠: lays down four of the hand, face down if `closed`.
    pub fn kong_concealed(&mut self, seat: Seat, tile: Tile, closed: bool, journal: &mut Journal) {
        for _ in 0..4 {
            self.take_from_hand(seat, tile);
        }
        self.drawn = None;
        let meld = Meld { kind: MeldKind::KongConcealed, tile, claimed: tile, from: seat, closed };
        self.lay(seat, meld, journal);
    }

    /// 补杠: adds the fourth tile to an own pung.
    pub fn kong_added(&mut self, seat: Seat, tile: Tile, journal: &mut Journal) {
        let melds = &mut self.melds[seat.index()];
        let Some(meld) = melds.iter_mut().find(|m| m.kind == MeldKind::Pung && m.tile == tile) else {
            debug_assert!(false, "no pung to add to");
            return;
        };
        meld.kind = MeldKind::KongAdded;
        let meld = *meld;
        self.take_from_hand(seat, tile);
        self.drawn = None;
        journal.push(Event::Melded { seat, meld });
    }

    fn lay(&mut self, seat: Seat, meld: Meld, journal: &mut Journal) {
        self.drawn = None;
        let full = self.melds[seat.index()].try_push(meld).is_some();
        debug_assert!(!full, "a sixth meld");
        journal.push(Event::Melded { seat, meld });
    }

    /// 抢杠: the tile of an announced kong leaves the hand for the river, where its winners share it; the pung stays.
    pub fn rob(&mut self, seat: Seat, tile: Tile, journal: &mut Journal) {
        if self.take_from_hand(seat, tile) {
            let mut thrown = Thrown::new(seat, tile, Throw::Dead);
            thrown.win();
            self.river.push(thrown);
            journal.push(Event::Robbed { seat, tile });
        }
        self.drawn = None;
    }

    /// Lays a tile of the hand beside the play.
    pub fn set_aside(&mut self, seat: Seat, tile: Tile, why: Aside, journal: &mut Journal) {
        if self.take_from_hand(seat, tile) {
            if self.drawn == Some((seat, tile)) {
                self.drawn = None;
            }
            self.put_aside(AsideTile { seat, tile, why }, journal);
        }
    }

    /// Takes the front tile of the wall and lays it beside the play.
    pub fn set_aside_front(&mut self, seat: Seat, why: Aside, journal: &mut Journal) -> Option<Tile> {
        let tile = self.wall.take_front()?;
        self.put_aside(AsideTile { seat, tile, why }, journal);
        Some(tile)
    }

    /// Takes the tile at `place` of the wall (0 is the front) and lays it beside the play; those behind it move up.
    pub fn set_aside_at(
        &mut self,
        place: usize,
        seat: Seat,
        why: Aside,
        journal: &mut Journal,
    ) -> Option<Tile> {
        let tile = self.wall.take_at(place)?;
        self.put_aside(AsideTile { seat, tile, why }, journal);
        Some(tile)
    }

    fn put_aside(&mut self, a: AsideTile, journal: &mut Journal) {
        let full = self.aside.try_push(a).is_some();
        debug_assert!(!full, "too many tiles set aside");
        journal.push(Event::SetAside { seat: a.seat, tile: a.tile, why: a.why });
    }

    /// Moves all of a seat's tiles that lie aside for this reason into its river, where nobody can claim them (in order).
    pub fn lay_in_river(&mut self, seat: Seat, why: Aside, journal: &mut Journal) {
        let mut i = 0;
        while i < self.aside.len() {
            let a = self.aside[i];
            if a.seat == seat && a.why == why {
                self.aside.remove(i);
                self.river.push(Thrown::new(seat, a.tile, Throw::Dead));
                journal.push(Event::Laid { seat, tile: a.tile });
            } else {
                i += 1;
            }
        }
    }

    /// Makes the last `n` tiles of the wall a dead wall.
    pub fn keep_dead_wall(&mut self, n: usize) {
        self.wall.keep_dead(n);
    }

    /// Turns the first tile of the dead wall face up where it lies. Says so as an indicator set aside, though the tile stays in its row.
    pub fn show_dead_wall_tile(&mut self, journal: &mut Journal) -> Option<Tile> {
        let tile = self.wall.show_first_dead()?;
        journal.push(Event::SetAside { seat: self.dealer, tile, why: Aside::Indicator });
        Some(tile)
    }

    /// Marks the last thrown tile as won on.
    pub fn mark_won(&mut self) {
        if let Some(thrown) = self.river.last_mut() {
            thrown.win();
        }
    }

    /// A winner leaves the play.
    pub fn leave(&mut self, seat: Seat) {
        self.out.insert(seat);
    }

    /// Shows a hand to everybody, face-down melds included.
    pub fn show_hand(&mut self, seat: Seat, journal: &mut Journal) {
        if self.shown.contains(seat) {
            return;
        }
        self.shown.insert(seat);
        for i in 0..self.melds[seat.index()].len() {
            let meld = &mut self.melds[seat.index()][i];
            if meld.closed {
                meld.closed = false;
                let meld = *meld;
                journal.push(Event::Melded { seat, meld });
            }
        }
        journal.push(Event::Shown { seat, tiles: self.hand(seat).tiles().collect() });
    }

    /// Turns up everything that lies face down beside the play.
    pub fn turn_up(&mut self, journal: &mut Journal) {
        if !self.turned_up {
            self.turned_up = true;
            for a in self.aside.iter().filter(|a| a.why.is_secret()) {
                journal.push(Event::TurnedUp { seat: a.seat, tile: a.tile, why: a.why });
            }
        }
    }

    fn take_from_hand(&mut self, seat: Seat, tile: Tile) -> bool {
        let there = self.hands[seat.index()].remove(tile);
        debug_assert!(there, "{seat:?} does not hold {tile}");
        there
    }

    // ---- for the secrecy law ----

    /// Another table that looks the same to `seat` (none: a spectator): all tiles hidden from it are exchanged among their
    /// places in an order that `below` chooses. Only for tests of what views give away.
    pub(crate) fn reimagine(&self, seat: Option<Seat>, below: &mut impl FnMut(u32) -> u32) -> Table {
        self.rearrange(seat, &mut |tiles| shuffle(tiles, below))
    }

    /// The same in an order that does not depend on the one they have: not even a part of it is hidden any less.
    pub(crate) fn imagine(&self, seat: Seat, below: &mut impl FnMut(u32) -> u32) -> Table {
        self.rearrange(Some(seat), &mut |tiles| {
            tiles.sort_unstable();
            shuffle(tiles, below);
        })
    }

    /// Puts the tiles hidden from `seat` in another order.
    fn rearrange(&self, seat: Option<Seat>, order: &mut dyn FnMut(&mut [Tile])) -> Table {
        let mut other = *self;
        let hides = |who: Seat| Some(who) != seat && !self.shown.contains(who);
        // A shown hand does not show what its owner laid face down.
        let hidden_aside = |a: &AsideTile| a.why.is_secret() && Some(a.seat) != seat && !self.turned_up;
        let mut tiles: Vec<Tile> = self.wall.hidden().collect();
        for who in Seat::all(self.seats()).filter(|who| hides(*who)) {
            tiles.extend(self.hand(who).tiles());
        }
        tiles.extend(self.aside.iter().filter(|a| hidden_aside(a)).map(|a| a.tile));
        order(&mut tiles);
        let mut tiles = tiles.into_iter();
        other.wall.replace_hidden(&mut tiles);
        for who in Seat::all(self.seats()).filter(|who| hides(*who)) {
            let n = self.hand(who).len();
            other.hands[who.index()] = Hand::EMPTY;
            for tile in tiles.by_ref().take(n) {
                other.hands[who.index()].add(tile);
            }
        }
        for a in other.aside.iter_mut().filter(|a| hidden_aside(a)) {
            if let Some(tile) = tiles.next() {
                a.tile = tile;
            }
        }
        // The drawn tile of somebody else is one of its tiles again.
        if let Some((who, _)) = other.drawn.filter(|(who, _)| hides(*who)) {
            let first = other.hand(who).held().first();
            other.drawn = first.map(|tile| (who, tile));
        }
        other
    }

    /// Exchanges a closed tile of a seat with the tile face down at this place of the row; says whether both were there. Only for
    /// imagined deals (see `Deal::imagine_with`).
    pub fn exchange(&mut self, who: Seat, tile: Tile, place: usize) -> bool {
        let hand = &mut self.hands[who.index()];
        if hand.count(tile) == 0 {
            return false;
        }
        let Some(other) = self.wall.exchange(place, tile) else { return false };
        hand.remove(tile);
        hand.add(other);
        if let Some((by, drawn)) = self.drawn.filter(|(by, _)| *by == who)
            && self.hands[who.index()].count(drawn) == 0
        {
            self.drawn = Some((by, other));
        }
        true
    }

    /// The same with the tile aside that has this number.
    pub fn exchange_aside(&mut self, number: usize, place: usize) -> bool {
        let Some(aside) = self.aside.get_mut(number) else { return false };
        let Some(other) = self.wall.exchange(place, aside.tile) else { return false };
        aside.tile = other;
        true
    }
}

/// Exchanges tiles among their places, from the last to the first.
fn shuffle(tiles: &mut [Tile], below: &mut impl FnMut(u32) -> u32) {
    for i in (1..tiles.len()).rev() {
        tiles.swap(i, below(i as u32 + 1) as usize);
    }
}
