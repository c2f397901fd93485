//! Readings: every way to see closed tiles and wilds as sets and a pair, and the fans that depend on it.

use super::{Claim, Scored, needs_form};
use crate::hongzhong::fans::{F, FanSet};
use crate::hongzhong::options::{HongzhongOptions, TerminalTriplets};
use crate::hongzhong::shape::WILD;
use sifang_shape::{Group, GroupKind, PairRule, is_melds, is_win, keys_of};
use sifang_table::{Declaration, Source};
use sifang_tiles::{POW5, SuitKeys, Tile};
use tinyvec::ArrayVec;

/// Ordinary kinds: 筒 from 0, 条 from 9.
pub(super) const KINDS: usize = 18;
/// Index of the first ordinary kind among all tiles.
const FIRST: usize = 9;
/// Most wilds a hand holds.
const MOST_WILDS: usize = 4;
/// Keys that no win table knows: for tiles of which there are too many.
const NO_WIN: SuitKeys = SuitKeys([u32::MAX; 4]);
const ONE_SUIT: u32 = (1 << 9) - 1;
const TERMINALS: u32 = both_suits(0b1_0000_0001);
/// 4, 5 and 6: no group with one of them has a 1 or 9.
const MIDDLE: u32 = both_suits(0b0_0011_1000);
const TWO_FIVE_EIGHT: u32 = both_suits(0b0_1001_0010);

/// What makes a reading more than a basic win.
/// Clauses: `hongzhong.win.form`, `hongzhong.ruling.46`.
const FORMS: [F; 4] = [F::AllTriplets, F::PureSuit, F::OutsideHand, F::JiangTriplets];

const fn both_suits(ranks: u32) -> u32 {
    ranks | ranks << 9
}

/// The ordinary kinds that wilds stand for.
#[derive(Clone, Copy, Default)]
pub(super) struct Stands {
    kinds: [u8; MOST_WILDS],
    pub(super) len: u8,
}

impl Stands {
    #[inline]
    pub(super) fn push(&mut self, kind: usize) {
        self.kinds[self.len as usize % MOST_WILDS] = kind as u8;
        self.len += 1;
    }

    pub(super) fn with_pair(mut self, kind: usize) -> Stands {
        self.push(kind);
        self.push(kind);
        self
    }

    #[inline]
    pub(super) fn as_slice(&self) -> &[u8] {
        &self.kinds[..self.len as usize]
    }
}

/// The ordinary tiles among the counts.
pub(super) fn naturals(counts: &[u8; Tile::PLAYABLE]) -> [u8; KINDS] {
    std::array::from_fn(|kind| counts[FIRST + kind])
}

/// 清一色 and 断幺九.
#[inline]
pub(super) fn color_fans(kinds: u32, fans: &mut Scored) {
    fans.add_if(kinds & ONE_SUIT == 0 || kinds >> 9 == 0, F::PureSuit);
    fans.add_if(kinds & TERMINALS == 0, F::NoTerminals);
}

/// 勾: kinds with four natural copies (but those in `excepted`), and kinds that wilds bring to exactly four.
/// Clause: `hongzhong.ruling.14`.
#[inline]
pub(super) fn roots(options: &HongzhongOptions, natural: &[u8; KINDS], excepted: u32, stands: &Stands) -> u8 {
    let fours = (0..KINDS).filter(|k| natural[*k] == 4 && excepted >> k & 1 == 0).count() as u8;
    (fours + if options.wild_makes_root { roots_by_wilds(natural, stands) } else { 0 }).min(3)
}

/// Kinds that wilds bring to exactly four.
/// Clause: `hongzhong.ruling.14`.
#[inline]
fn roots_by_wilds(natural: &[u8; KINDS], stands: &Stands) -> u8 {
    let stands = stands.as_slice();
    let is_root = |(i, kind): (usize, &u8)| {
        let first = !stands[..i].contains(kind);
        let copies = stands.iter().filter(|k| *k == kind).count() as u8;
        first && natural[*kind as usize] + copies == 4
    };
    stands.iter().enumerate().filter(|(i, kind)| is_root((*i, kind))).count() as u8
}

/// So many kinds can wilds bring to four at most: those that need the fewest first.
fn most_roots_by_wilds(natural: &[u8; KINDS], wilds: u8) -> u8 {
    let (mut left, mut roots) = (wilds, 0);
    for needed in 1..=wilds.min(4) {
        let kinds = natural.iter().filter(|n| **n + needed == 4).count() as u8;
        let made = kinds.min(left / needed);
        roots += made;
        left -= made * needed;
    }
    roots
}

/// What a 456 must contain to count on this win.
#[derive(Clone, Copy)]
enum Won {
    /// Every 456 counts.
    SelfDraw,
    /// One, if the reading has a 456 in this suit: its 5 was won on.
    Five(usize),
    /// One, if a wild is read as the 5 of a suit with a 456: a wild was won on.
    Wild,
    /// None.
    Other,
}

impl Won {
    /// By the winning tile. A robbed kong counts as a discard does.
    /// Clause: `hongzhong.ruling.35`.
    fn of(claim: &Claim<'_>) -> Won {
        match claim.source {
            Source::SelfDraw => Won::SelfDraw,
            _ if claim.tile == WILD => Won::Wild,
            _ if claim.tile.rank() == 5 => Won::Five((claim.tile.index() - FIRST) / 9),
            _ => Won::Other,
        }
    }

    /// How many 456 can count at most of a win on somebody else's tile, with these closed tiles and wilds.
    fn most(self, closed: &[u8; KINDS], wilds: u8) -> u8 {
        match self {
            Won::SelfDraw | Won::Wild => 1,
            Won::Five(suit) => {
                let missing = |rank: usize| u8::from(closed[suit * 9 + rank - 1] == 0);
                u8::from(missing(4) + missing(6) <= wilds)
            }
            Won::Other => 0,
        }
    }

    /// How many 456 count of a reading that has so many in each suit.
    #[inline]
    fn count(self, runs_456: [u8; 2], stands: &Stands) -> u8 {
        match self {
            Won::SelfDraw => runs_456[0] + runs_456[1],
            Won::Five(suit) => runs_456[suit].min(1),
            Won::Wild => {
                let is_five = |suit: usize| stands.as_slice().contains(&(suit as u8 * 9 + 4));
                (0..2).any(|suit| runs_456[suit] > 0 && is_five(suit)) as u8
            }
            Won::Other => 0,
        }
    }
}

/// A reading in the making: what the groups placed so far (and the melds) show.
#[derive(Clone, Copy)]
struct Partial {
    /// Natural closed tiles in no group yet.
    keys: SuitKeys,
    sets_left: u8,
    pair_left: bool,
    wilds_left: u8,
    kinds: u32,
    /// Every group so far is a triplet or the pair, and the others may be.
    all_triplets: bool,
    /// Every group so far has a 1 or 9, and the others may have.
    outside: bool,
    runs_456: [u8; 2],
    stands: Stands,
}

impl Partial {
    /// Whether the tiles in no group yet can become the groups that are missing.
    #[inline]
    fn fits(&self) -> bool {
        if self.pair_left {
            is_win(self.keys, self.wilds_left, PairRule::Any)
        } else {
            is_melds(self.keys, self.wilds_left)
        }
    }
}

/// The groups of a reading.
pub(super) type Groups = ArrayVec<[Group; 4]>;

/// What is kept of the search for people: the groups placed so far, those of the best reading, and every fan that some reading
/// had.
#[derive(Clone, Copy, Default)]
struct Kept {
    placed: Groups,
    best: Groups,
    all: FanSet,
}

/// Goes through every reading: the lowest natural tile that is in no group yet must be in a pair, a triplet or one of three
/// runs, which take natural tiles where there are some and wilds where not; when no natural tile is left, wilds fill the rest.
/// (Taking a wild where a natural tile is at hand gives no other reading: that tile would only be replaced elsewhere.)
/// The win tables say after each group whether the rest can still be completed, so that no dead end is walked.
pub(super) struct Reader<'a> {
    options: &'a HongzhongOptions,
    won: Won,
    /// Only readings with a form beyond the basic win count.
    /// Clauses: `hongzhong.win.form`, `hongzhong.ruling.46`.
    form_only: bool,
    /// How many natural closed tiles of each kind are in no group yet.
    left: [u8; KINDS],
    /// All natural tiles, melds included.
    natural: [u8; KINDS],
    /// Roots whatever the wilds stand for.
    fixed_roots: u8,
    /// Roots there can be at most.
    most_roots: u8,
    /// 456 that can count at most, when no own draw makes every one count.
    most_456: u8,
    start: Partial,
    best: Option<Scored>,
    /// What is kept of the way to the best reading, where somebody wants to know.
    kept: Option<Kept>,
    /// Readings with less fan than this are of no interest.
    floor: i32,
    /// Fan that ends the search.
    enough: i32,
}

impl<'a> Reader<'a> {
    /// Looks at what every reading has. By option a kong made after declaring is no root as well.
    /// Clause: `hongzhong.ruling.13`.
    pub(super) fn new(options: &'a HongzhongOptions, claim: &Claim<'_>) -> Reader<'a> {
        let left = naturals(claim.counts);
        let mut natural = left;
        let (mut kinds, mut konged, mut outside) = (0, 0, true);
        for meld in claim.melds {
            let kind = meld.tile.index().wrapping_sub(FIRST).min(KINDS - 1);
            natural[kind] += meld.kind.size() as u8;
            kinds |= 1 << kind;
            konged |= u32::from(meld.kind.is_kong()) << kind;
            outside &= TERMINALS >> kind & 1 == 1;
        }
        // Natural tiles are in every reading.
        let closed = (0..KINDS).fold(0u32, |kinds, kind| kinds | u32::from(left[kind] > 0) << kind);
        kinds |= closed;
        let sets_left = 3u8.saturating_sub(claim.melds.len() as u8);
        let once = claim.declared == Some(Declaration::Ready) && !options.declared_kong_also_root;
        let excepted = if once { konged } else { 0 };
        let fixed_roots = roots(options, &natural, excepted, &Stands::default());
        let wilds = claim.counts[WILD.index()].min(MOST_WILDS as u8);
        let mut ordinary = *claim.counts;
        ordinary[WILD.index()] = 0;
        let won = Won::of(claim);
        Reader {
            options,
            won,
            form_only: needs_form(options, claim.source, claim.situation),
            left,
            natural,
            fixed_roots,
            most_roots: if options.wild_makes_root {
                (fixed_roots + most_roots_by_wilds(&natural, wilds)).min(3)
            } else {
                fixed_roots
            },
            most_456: won.most(&left, wilds),
            start: Partial {
                keys: keys_of(&ordinary).unwrap_or(NO_WIN),
                sets_left,
                pair_left: true,
                wilds_left: wilds,
                kinds,
                // What can be seen not to come about is given up at once.
                all_triplets: closed.count_ones() <= u32::from(sets_left) + 1,
                outside: outside && closed & MIDDLE == 0,
                runs_456: [0; 2],
                stands: Stands::default(),
            },
            best: None,
            kept: None,
            floor: 0,
            enough: i32::MAX,
        }
    }

    /// The fans of the best reading; none if there is no reading.
    pub(super) fn best(mut self) -> Option<Scored> {
        self.search()
    }

    fn search(&mut self) -> Option<Scored> {
        let start = self.start;
        let tiles = self.left.iter().sum::<u8>() + start.wilds_left;
        if tiles == 3 * start.sets_left + 2 && start.fits() {
            self.go_on((0, 0), &start);
        }
        self.best
    }

    /// The fans of the best reading and its groups, and every fan that some reading of natural tiles has.
    pub(super) fn read(mut self) -> Option<(Scored, Groups, FanSet)> {
        self.kept = Some(Kept::default());
        let best = self.search()?;
        let mut groups = self.kept?.best;
        groups.sort_by_key(|group| group.kind == GroupKind::Pair);
        Some((best, groups, self.kept?.all))
    }

    /// Whether some reading has at least so many fan; looks no further than it must.
    pub(super) fn reaches(mut self, fan: i32) -> bool {
        self.floor = fan;
        self.enough = fan;
        self.search().is_some()
    }

    /// Places the next group, beginning with the natural tiles from `at.0` upwards. Groups of one lowest tile come in the
    /// order pair, triplet, runs (from `at.1` on), so that they are not tried in every order.
    fn go_on(&mut self, at: (usize, usize), partial: &Partial) {
        if self.floor > self.most(partial) {
            return;
        }
        let Some(kind) = (at.0..KINDS).find(|kind| self.left[*kind] > 0) else {
            return self.fill_up(partial);
        };
        let from = if kind == at.0 { at.1 } else { 0 };
        if partial.pair_left && from == 0 {
            self.place((kind, 0), partial, GroupKind::Pair, kind);
        }
        if partial.sets_left == 0 {
            return;
        }
        if from <= 1 {
            self.place((kind, 1), partial, GroupKind::Triplet, kind);
        }
        let rank = kind % 9;
        for (order, back) in [(2, 2), (3, 1), (4, 0)] {
            if from <= order && rank >= back && rank - back <= 6 {
                self.place((kind, order), partial, GroupKind::Run, kind - back);
            }
        }
    }

    /// More fan than any reading that begins like this can have, or as many.
    #[inline]
    fn most(&self, partial: &Partial) -> i32 {
        let kinds = partial.kinds;
        let shape = match (partial.all_triplets, partial.outside) {
            (true, _) if kinds & !TWO_FIVE_EIGHT == 0 => F::JiangTriplets.fan().value,
            (_, true) => F::OutsideHand.fan().value,
            (true, false) => F::AllTriplets.fan().value,
            (false, false) => 0,
        };
        let mut colors = Scored::default();
        color_fans(kinds, &mut colors);
        let runs_456 = match self.won {
            Won::SelfDraw => partial.runs_456[0] + partial.runs_456[1] + partial.sets_left,
            Won::Five(_) | Won::Wild | Won::Other => self.most_456,
        };
        F::BaseWin.fan().value + shape + colors.raw + (runs_456 + self.most_roots) as i32
    }

    /// No natural tile is left: wilds make the groups that are missing, of any kinds.
    fn fill_up(&mut self, partial: &Partial) {
        if partial.sets_left == 0 && !partial.pair_left {
            return self.consider(partial);
        }
        for kind in 0..KINDS {
            if partial.pair_left {
                self.place((KINDS, 0), partial, GroupKind::Pair, kind);
            }
            if partial.sets_left > 0 {
                self.place((KINDS, 0), partial, GroupKind::Triplet, kind);
                if kind % 9 <= 6 {
                    self.place((KINDS, 0), partial, GroupKind::Run, kind);
                }
            }
        }
    }

    /// Places one group, if there are tiles and wilds for it and for the rest, and goes on.
    /// Clause: `hongzhong.ruling.15`.
    fn place(&mut self, at: (usize, usize), partial: &Partial, kind: GroupKind, first: usize) {
        // Natural tiles of the kinds from `first` on that go into the group, and how many it is short of.
        let held = |kind: usize, most: u8| self.left[kind].min(most);
        let (taken, missing) = match kind {
            GroupKind::Pair => ([held(first, 2), 0, 0], 2),
            GroupKind::Triplet => ([held(first, 3), 0, 0], 3),
            GroupKind::Run => ([held(first, 1), held(first + 1, 1), held(first + 2, 1)], 3),
        };
        let short = missing - taken.iter().sum::<u8>();
        if short > partial.wilds_left {
            return;
        }
        let mut next = *partial;
        next.wilds_left -= short;
        next.pair_left &= kind != GroupKind::Pair;
        let powers = &POW5[first % 9..];
        let gone = taken.iter().zip(powers).map(|(n, power)| *n as u32 * power).sum::<u32>();
        next.keys.0[1 + first / 9] -= gone;
        if !next.fits() {
            return;
        }
        let kinds = if kind == GroupKind::Run { 0b111 << first } else { 1 << first };
        next.kinds |= kinds;
        next.outside &= kinds & TERMINALS != 0;
        next.sets_left -= u8::from(kind != GroupKind::Pair);
        if kind == GroupKind::Run {
            next.all_triplets = false;
            next.runs_456[first / 9] += u8::from(first % 9 == 3);
            (0..3).filter(|i| taken[*i] == 0).for_each(|i| next.stands.push(first + i));
        } else {
            (0..short).for_each(|_| next.stands.push(first));
        }
        taken.iter().enumerate().for_each(|(i, n)| self.left[(first + i).min(KINDS - 1)] -= n);
        if let Some(kept) = &mut self.kept {
            let wilds = match kind {
                GroupKind::Run => (0..3).filter(|i| taken[*i] == 0).fold(0, |bits, i| bits | 1 << i),
                GroupKind::Triplet | GroupKind::Pair => (1 << short) - 1,
            };
            kept.placed.push(Group { kind, tile: Tile::at(FIRST + first), wilds });
        }
        self.go_on(at, &next);
        if let Some(kept) = &mut self.kept {
            kept.placed.pop();
        }
        taken.iter().enumerate().for_each(|(i, n)| self.left[(first + i).min(KINDS - 1)] += n);
    }

    /// A whole reading: counts its fans, if it may win at all.
    /// Clauses: `hongzhong.win.form`, `hongzhong.ruling.18`, `hongzhong.ruling.20`.
    fn consider(&mut self, reading: &Partial) {
        let mut fans = Scored::default();
        fans.add(F::BaseWin, 1);
        let jiang = reading.all_triplets && reading.kinds & !TWO_FIVE_EIGHT == 0;
        let only_triplets = self.options.terminal_triplets == TerminalTriplets::Triplets;
        let outside = reading.outside && !(reading.all_triplets && only_triplets);
        fans.add_if(jiang, F::JiangTriplets);
        fans.add_if(outside, F::OutsideHand);
        fans.add_if(reading.all_triplets && !jiang && !outside, F::AllTriplets);
        color_fans(reading.kinds, &mut fans);
        if self.form_only && !FORMS.iter().any(|form| fans.fans.count(*form) > 0) {
            return;
        }
        fans.add(F::Ka456, self.won.count(reading.runs_456, &reading.stands));
        let mut roots = self.fixed_roots;
        if self.options.wild_makes_root && reading.stands.len > 0 {
            roots = (roots + roots_by_wilds(&self.natural, &reading.stands)).min(3);
        }
        fans.add(F::Root, roots);
        if let Some(kept) = &mut self.kept {
            fans.fans.iter().for_each(|(fan, _)| kept.all.add_if(kept.all.count(fan) == 0, fan));
            if self.best < Some(fans) {
                kept.best = kept.placed;
            }
        }
        if fans.raw >= self.floor {
            self.best = self.best.max(Some(fans));
            let all = self.kept.is_some() && self.start.wilds_left == 0;
            self.floor = match fans.raw >= self.enough {
                true => i32::MAX,
                // For people every reading of natural tiles is looked at; with wilds there are too many.
                false if all => 0,
                false => fans.raw,
            };
        }
    }
}
