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
        for (needed, bit) in CHOW_TILES[tile.index()].into_iter().zip(CHOWS) {
            if needed != 0 && with.bits() & needed == needed {
                self.claimed = tile;
                self.plain |= bit;
            }
        }
    }

    /// Offers to win, or to let it go.
    #[inline]
    pub fn win_or_pass(&mut self) {
        self.plain |= WIN | PASS;
    }

    /// Offers concealed or added kongs of these kinds.
    #[inline]
    pub fn own_kongs(&mut self, tiles: TileMask) {
        self.own_kongs |= tiles;
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

    /// The tiles one may ask with.
    #[inline]
    pub fn offered_asks(&self) -> TileMask {
        self.asks
    }

    /// The places that the claimed tile may take in a chow, as bits: lowest, middle, highest.
    #[inline]
    pub fn offered_chows(&self) -> u16 {
        (self.plain & (CHOWS[0] | CHOWS[1] | CHOWS[2])) >> CHOWS[0].trailing_zeros()
    }

    /// Whether this declaration is offered without a discard.
    #[inline]
    pub fn may_declare(&self, what: Declaration) -> bool {
        self.plain & DECLARE[what as usize] != 0
    }

    /// The discards offered together with this declaration.
    #[inline]
    pub fn offered_with(&self, what: Declaration) -> TileMask {
        self.declare_discards[what as usize]
    }

    /// The floats offered, as bits: of 0 points, of 1 …
    #[inline]
    pub fn offered_floats(&self) -> u16 {
        self.floats
    }

    /// Whether a burial is offered.
    #[inline]
    pub fn may_bury(&self) -> bool {
        self.bury.is_some()
    }

    /// The kinds that come next in the burials that begin with these tiles, up to two; nothing if no burial does.
    pub fn next_buried(&self, picked: &[Tile], hand: &Hand) -> TileMask {
        let Some((how, wanted)) = self.bury.zip(3usize.checked_sub(picked.len())) else {
            return TileMask::EMPTY;
        };
        let after = |tile: Tile| {
            let from = TileMask::from_bits(u64::MAX << tile.index());
            if how == Bury::Any { from } else { from & suit_kinds(tile.suit()) }
        };
        let (mut rest, mut kinds) = (*hand, TileMask::PLAYABLE);
        for tile in picked {
            if !kinds.contains(*tile) || !rest.remove(*tile) {
                return TileMask::EMPTY;
            }
            kinds = kinds & after(*tile);
        }
        kinds = kinds & rest.held();
        let enough = |tile: &Tile| {
            let with = kinds & after(*tile);
            let tiles = || with.iter().map(|tile| rest.count(tile) as usize).sum::<usize>();
            with.len() >= wanted || tiles() >= wanted
        };
        kinds.iter().filter(enough).collect()
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
        // The plain answers fit above the kinds, so that one count does for both.
        let common = (self.discards.bits() | (self.plain as u64) << Tile::KINDS).count_ones() as usize;
        if self.is_common() { common } else { common + self.uncommon(hand) }
    }

    /// Nothing beyond plain answers and discards.
    #[inline]
    fn is_common(&self) -> bool {
        self.floats == 0
            && self.bury.is_none()
            && (self.own_kongs | self.asks | self.declare_discards[0] | self.declare_discards[1]).is_empty()
    }

    /// How many actions are neither plain answers nor discards.
    fn uncommon(&self, hand: &Hand) -> usize {
        self.own_kongs.len()
            + self.asks.len()
            + self.declare_discards[0].len()
            + self.declare_discards[1].len()
            + self.floats.count_ones() as usize
            + self.bury.map_or(0, |how| burial_count(how, hand))
    }

    /// The `n`-th action in canonical order.
    #[inline]
    pub fn nth(&self, n: usize, hand: &Hand) -> Option<Action> {
        let mut plain = self.plain;
        for _ in 0..n {
            if plain == 0 {
                break;
            }
            plain &= plain - 1;
        }
        if plain != 0 {
            return self.plain_action(plain & plain.wrapping_neg());
        }
        let n = n - self.plain.count_ones() as usize;
        if self.own_kongs.is_empty()
            && let Some(tile) = self.discards.nth(n)
        {
            return Some(Action::Discard(tile));
        }
        if let Some(how) = self.bury
            && *self == (Choices { bury: self.bury, ..Choices::NONE })
        {
            return nth_burial(how, hand, n);
        }
        self.iter(hand).nth(n + self.plain.count_ones() as usize)
    }

    /// The action of one bit of `plain`.
    #[inline]
    fn plain_action(&self, bit: u16) -> Option<Action> {
        Some(match bit {
            PASS => Action::Pass,
            WIN => Action::Win,
            KONG => Action::Kong,
            PUNG => Action::Pung,
            _ => return self.rarer_action(bit),
        })
    }

    fn rarer_action(&self, bit: u16) -> Option<Action> {
        if let Some(what) = DECLARATIONS.into_iter().find(|what| DECLARE[*what as usize] == bit) {
            return Some(Action::Declare(what));
        }
        let place = CHOWS.iter().position(|chow| *chow == bit)?;
        chow_tiles(self.claimed, place).map(|(a, b)| Action::Chow(a, b))
    }

    /// Appends all actions in canonical order.
    pub fn list(&self, hand: &Hand, list: &mut Vec<Action>) {
        let mut plain = self.plain;
        while plain != 0 {
            list.extend(self.plain_action(plain & plain.wrapping_neg()));
            plain &= plain - 1;
        }
        self.own_kongs.iter().for_each(|tile| list.push(Action::OwnKong(tile)));
        self.discards.iter().for_each(|tile| list.push(Action::Discard(tile)));
        if !self.is_common() {
            let listed = self.plain.count_ones() as usize + self.own_kongs.len() + self.discards.len();
            list.extend(self.iter(hand).skip(listed));
        }
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
            .chain(self.bury.into_iter().flat_map(move |how| burials(how, &hand)))
            .chain((0..16).filter(move |n| this.floats & (1 << n) != 0).map(Action::Float))
    }
}

/// For each tile and place in a run the two kinds that complete it, as bits; nothing where there is no such run.
const CHOW_TILES: [[u64; 3]; Tile::KINDS] = {
    let mut all = [[0; 3]; Tile::KINDS];
    let mut i = 0;
    while i < 27 {
        let rank = i % 9;
        if rank <= 6 {
            all[i][0] = 0b110 << i;
        }
        if rank >= 1 && rank <= 7 {
            all[i][1] = 0b101 << (i - 1);
        }
        if rank >= 2 {
            all[i][2] = 0b011 << (i - 2);
        }
        i += 1;
    }
    all
};

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
fn burials(how: Bury, hand: &Hand) -> impl Iterator<Item = Action> + use<> {
    first_two(how, hand).flat_map(|(a, b, thirds)| thirds.iter().map(move |c| Action::Bury([a, b, c])))
}

/// How many distinct burials there are.
fn burial_count(how: Bury, hand: &Hand) -> usize {
    first_two(how, hand).map(|(_, _, thirds)| thirds.len()).sum()
}

/// The `n`-th burial, found without listing those before it.
fn nth_burial(how: Bury, hand: &Hand, mut n: usize) -> Option<Action> {
    for (a, b, thirds) in first_two(how, hand) {
        if n < thirds.len() {
            return thirds.nth(n).map(|c| Action::Bury([a, b, c]));
        }
        n -= thirds.len();
    }
    None
}

/// The first two tiles of every burial, ascending, each with the kinds that can be the third.
fn first_two(how: Bury, hand: &Hand) -> impl Iterator<Item = (Tile, Tile, TileMask)> + use<> {
    let hand = *hand;
    let kinds = hand.held() & TileMask::PLAYABLE;
    let from = |tile: Tile| TileMask::from_bits(u64::MAX << tile.index());
    kinds.iter().flat_map(move |a| {
        let with = match how {
            Bury::Any => kinds,
            Bury::OneSuit => kinds & suit_kinds(a.suit()),
        };
        let mut seconds = with & from(a);
        if hand.count(a) < 2 {
            seconds.remove(a);
        }
        seconds.iter().map(move |b| {
            let mut thirds = with & from(b);
            if hand.count(b) < 2 + u8::from(a == b) {
                thirds.remove(b);
            }
            (a, b, thirds)
        })
    })
}

/// The kinds of a suit.
fn suit_kinds(suit: Suit) -> TileMask {
    TileMask::from_bits(((1 << suit.size()) - 1) << suit.start())
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
        c.own_kongs(TileMask::one(tile("1m")));
        c.declare(Declaration::Ready);
        c.declare_discards(Declaration::ReadyAsk, held.held());
        c.asks(held.held());
        c.bury(Bury::OneSuit);
        c.floats(3);
        let all: Vec<Action> = c.iter(&held).collect();
        let mut listed = vec![Action::Pass];
        c.list(&held, &mut listed);
        assert_eq!((&listed[1..], all.len()), (&all[..], c.len(&held)));
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
        for (how, choices) in [(Bury::Any, any), (Bury::OneSuit, one)] {
            let held = hand("1112233m459p1222s");
            let all: Vec<Action> = choices.iter(&held).collect();
            // By brute force over all triples of kinds.
            let kinds: Vec<Tile> = held.held().iter().collect();
            let mut expected = Vec::new();
            for a in &kinds {
                for b in &kinds {
                    expected.extend(
                        kinds
                            .iter()
                            .map(|c| [*a, *b, *c])
                            .filter(|t| may_bury(how, *t, &held))
                            .map(Action::Bury),
                    );
                }
            }
            assert_eq!(all, expected);
            assert_eq!(choices.len(&held), all.len());
            for (n, action) in all.iter().enumerate() {
                assert_eq!(choices.nth(n, &held), Some(*action));
            }
            assert_eq!(choices.nth(all.len(), &held), None);
            check_next(&choices, &held, &all);
        }
    }

    /// What comes next after every beginning, of one of the burials or not, is what the list says.
    fn check_next(choices: &Choices, held: &Hand, all: &[Action]) {
        let next = |picked: &[Tile]| -> TileMask {
            let third = |action: &Action| match action {
                Action::Bury(tiles) => tiles.strip_prefix(picked)?.first().copied(),
                _ => None,
            };
            all.iter().filter_map(third).collect()
        };
        assert_eq!(choices.next_buried(&[], held), next(&[]));
        for a in Tile::all() {
            assert_eq!(choices.next_buried(&[a], held), next(&[a]), "{a}");
            for b in Tile::all() {
                assert_eq!(choices.next_buried(&[a, b], held), next(&[a, b]), "{a} {b}");
            }
        }
        assert_eq!(Choices::NONE.next_buried(&[], held), TileMask::EMPTY);
    }

    #[test]
    fn chow_masks_are_those_of_the_tiles() {
        for tile in Tile::all() {
            for (place, &mask) in CHOW_TILES[tile.index()].iter().enumerate() {
                let tiles = chow_tiles(tile, place).filter(|_| tile.is_suited());
                let expected = tiles.map_or(TileMask::EMPTY, |(a, b)| [a, b].into_iter().collect());
                assert_eq!(TileMask::from_bits(mask), expected, "{tile} in place {place}");
            }
        }
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
