//! What one seat may do now. Legality *is* membership in a [`Choices`]: there is no second predicate to disagree with it.
//!
//! Everything is a mask, so that offering and checking cost no allocation; lists are made only for people and wires.

use crate::{Action, Declaration};
use sifang_tiles::{Hand, Suit, Tile, TileMask};

/// How three tiles may be picked from the hand for burying.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Bury {
    /// Any three tiles.
    Any,
    /// Three tiles of one suit.
    OneSuit,
}

/// The actions open to one seat, as masks, in canonical order: pass, win, kong, pung, chows, own kongs, discards,
/// declarations, declarations with a discard, asks, burials, floats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Choices {
    discards: TileMask,
    own_kongs: TileMask,
    asks: TileMask,
    /// Discards that go with a declaration, one mask per declaration.
    declare_discards: [TileMask; 2],
    /// Bit set of `PASS` … and the chows.
    plain: u16,
    floats: u16,
    bury: Option<Bury>,
    /// The tile a chow would take.
    claimed: Tile,
}

const PASS: u16 = 1;
const WIN: u16 = 2;
const KONG: u16 = 4;
const PUNG: u16 = 8;
/// The claimed tile becomes the lowest, middle or highest of the run.
const CHOWS: [u16; 3] = [16, 32, 64];
const DECLARE: [u16; 2] = [128, 256];
const DECLARATIONS: [Declaration; 2] = [Declaration::Ready, Declaration::ReadyAsk];

impl Choices {
    /// Nothing to choose: the seat is not asked.
    pub const NONE: Choices = Choices {
        discards: TileMask::EMPTY,
        own_kongs: TileMask::EMPTY,
        asks: TileMask::EMPTY,
        declare_discards: [TileMask::EMPTY; 2],
        plain: 0,
        floats: 0,
        bury: None,
        claimed: Tile::at(0),
    };

    /// Offers to pass.
    #[inline]
    pub fn pass(&mut self) {
        self.plain |= PASS;
    }

    /// Offers to win.
    #[inline]
    pub fn win(&mut self) {
        self.plain |= WIN;
    }

    /// Offers to kong the discard.
    #[inline]
    pub fn kong(&mut self) {
        self.plain |= KONG;
    }

    /// Offers to pung the discard.
    #[inline]
    pub fn pung(&mut self) {
        self.plain |= PUNG;
    }

    /// Offers every chow of `tile` with tiles held in the mask `with`.
    #[inline]
    pub fn chows(&mut self, tile: Tile, with: TileMask) {
        for (place, bit) in CHOWS.into_iter().enumerate() {
            if let Some((a, b)) = chow_tiles(tile, place)
                && with.contains(a)
                && with.contains(b)
            {
                self.claimed = tile;
                self.plain |= bit;
            }
        }
    }

    /// Offers a concealed or added kong of `tile`.
    #[inline]
    pub fn own_kong(&mut self, tile: Tile) {
        self.own_kongs.insert(tile);
    }

    /// Offers these discards.
    #[inline]
    pub fn discards(&mut self, tiles: TileMask) {
        self.discards |= tiles;
    }

    /// Offers a declaration without a discard.
    #[inline]
    pub fn declare(&mut self, what: Declaration) {
        self.plain |= DECLARE[what as usize];
    }

    /// Offers a declaration together with one of these discards.
    #[inline]
    pub fn declare_discards(&mut self, what: Declaration, tiles: TileMask) {
        self.declare_discards[what as usize] |= tiles;
    }

    /// Offers to ask with one of these tiles.
    #[inline]
    pub fn asks(&mut self, tiles: TileMask) {
        self.asks |= tiles;
    }

    /// Offers to bury three tiles of the hand.
    #[inline]
    pub fn bury(&mut self, how: Bury) {
        self.bury = Some(how);
    }

    /// Offers to float 0 to `most` points (at most 15).
    #[inline]
    pub fn floats(&mut self, most: u8) {
        self.floats = ((1u32 << (most.min(15) + 1)) - 1) as u16;
    }

    /// Whether there is anything to choose.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.plain == 0
            && self.floats == 0
            && self.bury.is_none()
            && (self.discards
                | self.own_kongs
                | self.asks
                | self.declare_discards[0]
                | self.declare_discards[1])
                .is_empty()
    }

    /// Whether passing is offered.
    #[inline]
    pub fn may_pass(&self) -> bool {
        self.plain & PASS != 0
    }

    /// Whether winning is offered.
    #[inline]
    pub fn may_win(&self) -> bool {
        self.plain & WIN != 0
    }

    /// Whether a pung is offered.
    #[inline]
    pub fn may_pung(&self) -> bool {
        self.plain & PUNG != 0
    }

    /// Whether a kong of the discard is offered.
    #[inline]
    pub fn may_kong(&self) -> bool {
        self.plain & KONG != 0
    }

    /// Whether a chow is offered.
    #[inline]
    pub fn may_chow(&self) -> bool {
        self.plain & (CHOWS[0] | CHOWS[1] | CHOWS[2]) != 0
    }

    /// The discards offered.
    #[inline]
    pub fn offered_discards(&self) -> TileMask {
        self.discards
    }

    /// The own kongs offered.
    #[inline]
    pub fn offered_kongs(&self) -> TileMask {
        self.own_kongs
    }

    /// Whether the action is offered to a seat that holds `hand`.
    pub fn allows(&self, action: Action, hand: &Hand) -> bool {
        match action {
            Action::Pass => self.may_pass(),
            Action::Win => self.may_win(),
            Action::Kong => self.may_kong(),
            Action::Pung => self.may_pung(),
            Action::Chow(a, b) => {
                (0..3).any(|i| self.plain & CHOWS[i] != 0 && chow_tiles(self.claimed, i) == Some((a, b)))
            }
            Action::OwnKong(t) => self.own_kongs.contains(t),
            Action::Discard(t) => self.discards.contains(t),
            Action::Declare(d) => self.plain & DECLARE[d as usize] != 0,
            Action::DeclareDiscard(d, t) => self.declare_discards[d as usize].contains(t),
            Action::Ask(t) => self.asks.contains(t),
            Action::Bury(tiles) => self.bury.is_some_and(|how| may_bury(how, tiles, hand)),
            Action::Float(n) => n < 16 && self.floats & (1 << n) != 0,
        }
    }

    /// How many actions are offered.
    #[inline]
    pub fn len(&self, hand: &Hand) -> usize {
        let tiles = self.discards.len() + self.plain.count_ones() as usize;
        if self.is_plain_turn() {
            return tiles + self.own_kongs.len();
        }
        tiles
            + self.own_kongs.len()
            + self.asks.len()
            + self.declare_discards[0].len()
            + self.declare_discards[1].len()
            + self.floats.count_ones() as usize
            + self.bury.map_or(0, |how| burials(how, hand).count())
    }

    /// Nothing beyond plain answers, own kongs and discards: the common case.
    #[inline]
    fn is_plain_turn(&self) -> bool {
        self.floats == 0
            && self.bury.is_none()
            && (self.asks | self.declare_discards[0] | self.declare_discards[1]).is_empty()
    }

    /// The `n`-th action in canonical order.
    pub fn nth(&self, n: usize, hand: &Hand) -> Option<Action> {
        let plain = self.plain.count_ones() as usize;
        let kongs = self.own_kongs.len();
        if n >= plain && n < plain + kongs {
            return self.own_kongs.nth(n - plain).map(Action::OwnKong);
        }
        if n >= plain + kongs && n < plain + kongs + self.discards.len() {
            return self.discards.nth(n - plain - kongs).map(Action::Discard);
        }
        self.iter(hand).nth(n)
    }

    /// All actions in canonical order.
    pub fn iter(&self, hand: &Hand) -> impl Iterator<Item = Action> {
        let this = *self;
        let hand = *hand;
        let plain = [(PASS, Action::Pass), (WIN, Action::Win), (KONG, Action::Kong), (PUNG, Action::Pung)]
            .into_iter()
            .filter(move |(bit, _)| this.plain & bit != 0)
            .map(|(_, action)| action);
        let chows = (0..3)
            .filter(move |&i| this.plain & CHOWS[i] != 0)
            .filter_map(move |i| chow_tiles(this.claimed, i))
            .map(|(a, b)| Action::Chow(a, b));
        let declares = DECLARATIONS
            .into_iter()
            .filter(move |&d| this.plain & DECLARE[d as usize] != 0)
            .map(Action::Declare);
        let declare_discards = DECLARATIONS.into_iter().flat_map(move |d| {
            this.declare_discards[d as usize].iter().map(move |t| Action::DeclareDiscard(d, t))
        });
        plain
            .chain(chows)
            .chain(declares)
            .chain(self.own_kongs.iter().map(Action::OwnKong))
            .chain(self.discards.iter().map(Action::Discard))
            .chain(declare_discards)
            .chain(self.asks.iter().map(Action::Ask))
            .chain(self.bury.into_iter().flat_map(move |how| burials(how, &hand).collect::<Vec<_>>()))
            .chain((0..16).filter(move |n| this.floats & (1 << n) != 0).map(Action::Float))
    }
}

/// The two tiles that make a run with `claimed` in this place (0 lowest, 1 middle, 2 highest), lower first.
fn chow_tiles(claimed: Tile, place: usize) -> Option<(Tile, Tile)> {
    match place {
        0 => Some((claimed.up(1)?, claimed.up(2)?)),
        1 => Some((claimed.down(1)?, claimed.up(1)?)),
        _ => Some((claimed.down(2)?, claimed.down(1)?)),
    }
}

/// Whether the three tiles (ascending) are in the hand and fit the rule.
fn may_bury(how: Bury, tiles: [Tile; 3], hand: &Hand) -> bool {
    let [a, b, c] = tiles;
    let held = tiles.iter().all(|t| hand.count(*t) as usize >= tiles.iter().filter(|u| *u == t).count());
    let sorted = a <= b && b <= c;
    let one_suit = a.suit() == b.suit() && b.suit() == c.suit();
    held && sorted && (how == Bury::Any || one_suit)
}

/// Every distinct burial, ascending.
fn burials(how: Bury, hand: &Hand) -> impl Iterator<Item = Action> {
    let kinds: Vec<Tile> = hand.held().iter().filter(|t| t.suit() != Suit::Flower).collect();
    let n = kinds.len();
    let hand = *hand;
    (0..n)
        .flat_map(move |a| (a..n).flat_map(move |b| (b..n).map(move |c| (a, b, c))))
        .map(move |(a, b, c)| [kinds[a], kinds[b], kinds[c]])
        .filter(move |tiles| may_bury(how, *tiles, &hand))
        .map(Action::Bury)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sifang_tiles::parse_tiles;

    fn hand(text: &str) -> Hand {
        Hand::from_tiles(&parse_tiles(text).unwrap()).unwrap()
    }

    fn tile(text: &str) -> Tile {
        sifang_tiles::parse_tile(text).unwrap()
    }

    #[test]
    fn list_count_and_membership_agree() {
        let held = hand("1112345678999m");
        let mut c = Choices::NONE;
        assert!(c.is_empty());
        c.pass();
        c.win();
        c.pung();
        c.chows(tile("5m"), held.held());
        c.discards(held.held());
        c.own_kong(tile("1m"));
        c.declare(Declaration::Ready);
        c.declare_discards(Declaration::ReadyAsk, held.held());
        c.asks(held.held());
        c.bury(Bury::OneSuit);
        c.floats(3);
        let all: Vec<Action> = c.iter(&held).collect();
        assert_eq!(all.len(), c.len(&held));
        for (n, action) in all.iter().enumerate() {
            assert!(c.allows(*action, &held), "{action}");
            assert_eq!(c.nth(n, &held), Some(*action));
        }
        assert_eq!(c.nth(all.len(), &held), None);
        assert_eq!(all.iter().filter(|a| matches!(a, Action::Chow(..))).count(), 3);
        assert!(!c.allows(Action::Float(4), &held));
        assert!(!c.allows(Action::Kong, &held));
        assert!(!c.allows(Action::Chow(tile("5m"), tile("6m")), &held));
    }

    #[test]
    fn burials_are_distinct_and_held() {
        let held = hand("1122m345p");
        let mut any = Choices::NONE;
        any.bury(Bury::Any);
        let all: Vec<Action> = any.iter(&held).collect();
        // Of the 35 triples out of seven tiles, those that differ only in which copy is meant fall together.
        assert_eq!(all.len(), 18);
        assert!(any.allows(Action::Bury([tile("1m"), tile("1m"), tile("3p")]), &held));
        assert!(!any.allows(Action::Bury([tile("1m"), tile("1m"), tile("1m")]), &held));
        let mut one = Choices::NONE;
        one.bury(Bury::OneSuit);
        assert!(!one.allows(Action::Bury([tile("1m"), tile("1m"), tile("3p")]), &held));
        assert!(one.allows(Action::Bury([tile("3p"), tile("4p"), tile("5p")]), &held));
        assert_eq!(one.iter(&held).count(), 3);
    }

    #[test]
    fn chows_stay_inside_a_suit() {
        let held = hand("89m12p1234z");
        let mut c = Choices::NONE;
        c.chows(tile("1p"), held.held());
        assert!(c.is_empty());
        c.chows(tile("7m"), held.held());
        assert_eq!(c.iter(&held).collect::<Vec<_>>(), vec![Action::Chow(tile("8m"), tile("9m"))]);
    }
}
