//! What a winning hand of `hongzhong` is worth: the best of all readings of its tiles, wilds included.

use super::fans::{F, Fans};
use super::options::{HongzhongOptions, TerminalTriplets};
use super::shape::WILD;
use sifang_table::{Declaration, Meld, Source};
use sifang_tiles::Tile;

/// Ordinary kinds: 筒 from 0, 条 from 9.
const KINDS: usize = 18;
/// Index of the first ordinary kind among all tiles.
const FIRST: usize = 9;
/// Most wilds a hand holds.
const MOST_WILDS: usize = 4;
const ONE_SUIT: u32 = (1 << 9) - 1;
const TERMINALS: u32 = both_suits(0b1_0000_0001);
const TWO_FIVE_EIGHT: u32 = both_suits(0b0_1001_0010);

const fn both_suits(ranks: u32) -> u32 {
    ranks | ranks << 9
}

/// 天胡 and 地胡, which replace everything else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Special {
    Heavenly,
    Earthly,
}

/// What a win has beyond its tiles and its source.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Situation {
    pub special: Option<Special>,
    /// The tile was drawn for a kong, or thrown in a turn with such a draw.
    pub kong: bool,
    /// The tile is the last one, or thrown by who drew the last one.
    pub last: bool,
}

/// A hand that claims to win with sets and a pair.
#[derive(Clone, Copy, Debug)]
pub(super) struct Claim<'a> {
    /// Closed tiles, the winning tile included.
    pub counts: &'a [u8; Tile::PLAYABLE],
    pub melds: &'a [Meld],
    /// The winning tile; looked at only if somebody else's.
    pub tile: Tile,
    pub source: Source,
    pub declared: Option<Declaration>,
    pub situation: Situation,
}

/// The fans that do not depend on how the tiles are read.
pub(super) fn circumstances(
    source: Source,
    situation: Situation,
    declared: Option<Declaration>,
    melds: &[Meld],
) -> Fans {
    let mut fans = Fans::default();
    let self_draw = source == Source::SelfDraw;
    fans.add_if(declared.is_some(), F::Declared);
    if declared == Some(Declaration::Ready) {
        fans.add(F::DeclaredKong, kongs(melds).min(3));
    }
    fans.add_if(self_draw && situation.kong, F::KongDraw);
    fans.add_if(source == Source::Discard && situation.kong, F::KongDiscard);
    fans.add_if(self_draw && situation.last, F::LastDraw);
    fans.add_if(source == Source::Discard && situation.last, F::LastDiscard);
    fans.add_if(source == Source::RobKong, F::RobKong);
    fans
}

/// Number of kongs among the melds.
pub(super) fn kongs(melds: &[Meld]) -> u8 {
    melds.iter().filter(|m| m.kind.is_kong()).count() as u8
}

fn special_fan(special: Special) -> Fans {
    let mut fans = Fans::default();
    let fan = match special {
        Special::Heavenly => F::Heavenly,
        Special::Earthly => F::Earthly,
    };
    fans.add(fan, 1);
    fans
}

/// The fans of the best reading as sets and a pair; none if there is no such reading.
pub(super) fn standard(options: &HongzhongOptions, claim: &Claim<'_>) -> Option<Fans> {
    let best = Reader::new(options, claim).best()?;
    let common = circumstances(claim.source, claim.situation, claim.declared, claim.melds);
    Some(claim.situation.special.map_or_else(|| best.plus(common), special_fan))
}

/// The fans of ten tiles as five pairs won by asking; none if they are not five pairs.
pub(super) fn five_pairs(
    options: &HongzhongOptions,
    ten: &[u8; Tile::PLAYABLE],
    declared: Option<Declaration>,
    situation: Situation,
) -> Option<Fans> {
    let natural = naturals(ten);
    let mut stands = Stands::default();
    let wilds = ten[WILD.index()];
    let mut kinds = 0;
    for (kind, &n) in natural.iter().enumerate() {
        kinds |= u32::from(n > 0) << kind;
        if n % 2 == 1 {
            if stands.len == wilds {
                return None;
            }
            stands.push(kind);
        }
    }
    let sum: u8 = natural.iter().sum();
    if sum + wilds != 10 {
        return None;
    }
    // What is left of the wilds makes pairs of any kinds.
    let mut best = Fans::default();
    let mut consider = |kinds: u32, stands: &Stands| {
        let mut fans = Fans::default();
        fans.add(F::BaseWin, 1);
        fans.add(F::FivePairs, 1);
        color_fans(kinds, &mut fans);
        fans.add(F::Root, roots(options, &natural, 0, stands));
        best = best.max(fans);
    };
    match (wilds - stands.len) / 2 {
        0 => consider(kinds, &stands),
        1 => (0..KINDS).for_each(|a| consider(kinds | 1 << a, &stands.with_pair(a))),
        _ => (0..KINDS).for_each(|a| {
            (a..KINDS).for_each(|b| {
                consider(kinds | 1 << a | 1 << b, &stands.with_pair(a).with_pair(b));
            });
        }),
    }
    let common = circumstances(Source::SelfDraw, situation, declared, &[]);
    Some(situation.special.map_or_else(|| best.plus(common), special_fan))
}

/// The ordinary kinds that wilds stand for.
#[derive(Clone, Copy, Default)]
struct Stands {
    kinds: [u8; MOST_WILDS],
    len: u8,
}

impl Stands {
    #[inline]
    fn push(&mut self, kind: usize) {
        self.kinds[self.len as usize % MOST_WILDS] = kind as u8;
        self.len += 1;
    }

    fn with_pair(mut self, kind: usize) -> Stands {
        self.push(kind);
        self.push(kind);
        self
    }

    #[inline]
    fn as_slice(&self) -> &[u8] {
        &self.kinds[..self.len as usize]
    }
}

/// The ordinary tiles among the counts.
fn naturals(counts: &[u8; Tile::PLAYABLE]) -> [u8; KINDS] {
    std::array::from_fn(|kind| counts[FIRST + kind])
}

/// 清一色 and 断幺九.
#[inline]
fn color_fans(kinds: u32, fans: &mut Fans) {
    fans.add_if(kinds & ONE_SUIT == 0 || kinds >> 9 == 0, F::PureSuit);
    fans.add_if(kinds & TERMINALS == 0, F::NoTerminals);
}

/// 勾: kinds with four natural copies (but those in `excepted`), and kinds that wilds bring to exactly four.
#[inline]
fn roots(options: &HongzhongOptions, natural: &[u8; KINDS], excepted: u32, stands: &Stands) -> u8 {
    let fours = (0..KINDS).filter(|k| natural[*k] == 4 && excepted >> k & 1 == 0).count() as u8;
    (fours + if options.wild_makes_root { roots_by_wilds(natural, stands) } else { 0 }).min(3)
}

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
    fn of(claim: &Claim<'_>) -> Won {
        match claim.source {
            Source::SelfDraw => Won::SelfDraw,
            _ if claim.tile == WILD => Won::Wild,
            _ if claim.tile.rank() == 5 => Won::Five((claim.tile.index() - FIRST) / 9),
            _ => Won::Other,
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

#[derive(Clone, Copy, PartialEq, Eq)]
enum Group {
    Pair,
    Triplet,
    Run,
}

/// A reading in the making: what the groups placed so far (and the melds) tell.
#[derive(Clone, Copy)]
struct Partial {
    sets_left: u8,
    pair_left: bool,
    wilds_left: u8,
    kinds: u32,
    all_triplets: bool,
    /// Every group so far has a 1 or 9.
    outside: bool,
    runs_456: [u8; 2],
    stands: Stands,
}

/// Goes through every reading: the lowest natural tile that is in no group yet must be in a pair, a triplet or one of three
/// runs, which take natural tiles where there are some and wilds where not; when no natural tile is left, wilds fill the rest.
/// (Taking a wild where a natural tile is at hand gives no other reading: that tile would only be replaced elsewhere.)
struct Reader<'a> {
    options: &'a HongzhongOptions,
    won: Won,
    /// Natural closed tiles in no group yet.
    left: [u8; KINDS],
    /// All natural tiles, melds included.
    natural: [u8; KINDS],
    /// Roots whatever the wilds stand for.
    fixed_roots: u8,
    start: Partial,
    best: Option<Fans>,
}

impl<'a> Reader<'a> {
    fn new(options: &'a HongzhongOptions, claim: &Claim<'_>) -> Reader<'a> {
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
        let once = claim.declared == Some(Declaration::Ready) && !options.declared_kong_also_root;
        let excepted = if once { konged } else { 0 };
        Reader {
            options,
            won: Won::of(claim),
            left,
            natural,
            fixed_roots: roots(options, &natural, excepted, &Stands::default()),
            start: Partial {
                sets_left: 3u8.saturating_sub(claim.melds.len() as u8),
                pair_left: true,
                wilds_left: claim.counts[WILD.index()].min(MOST_WILDS as u8),
                kinds,
                all_triplets: true,
                outside,
                runs_456: [0; 2],
                stands: Stands::default(),
            },
            best: None,
        }
    }

    fn best(mut self) -> Option<Fans> {
        let tiles = self.left.iter().sum::<u8>() + self.start.wilds_left;
        if tiles != 3 * self.start.sets_left + 2 {
            return None;
        }
        self.go_on(0, &self.start.clone());
        self.best
    }

    /// Places the next group, beginning with the natural tiles from `low` upwards.
    fn go_on(&mut self, low: usize, partial: &Partial) {
        let next = (low..KINDS).find(|kind| self.left[*kind] > 0);
        let (lowest, highest) = match next {
            None if partial.sets_left == 0 && !partial.pair_left => return self.consider(partial),
            Some(kind) => (kind, kind),
            // Only wilds are left: they may be anything.
            None => (0, KINDS - 1),
        };
        let low = next.unwrap_or(KINDS);
        for kind in lowest..=highest {
            if partial.pair_left {
                self.place(low, partial, Group::Pair, kind);
            }
            if partial.sets_left > 0 {
                self.place(low, partial, Group::Triplet, kind);
                let rank = kind % 9;
                // With only wilds left each run is tried once, from its lowest tile.
                let down = if next.is_some() { 2.min(rank) } else { 0 };
                for first in (rank - down)..=rank.min(6) {
                    self.place(low, partial, Group::Run, kind - rank + first);
                }
            }
        }
    }

    /// Places one group, if there are tiles and wilds for it, and goes on.
    fn place(&mut self, low: usize, partial: &Partial, group: Group, first: usize) {
        let slots: [usize; 3] = match group {
            Group::Run => [first, first + 1, first + 2],
            _ => [first; 3],
        };
        let size = if group == Group::Pair { 2 } else { 3 };
        let mut next = *partial;
        let mut taken = [false; 3];
        let mut kinds = 0;
        let mut enough = true;
        for (&kind, taken) in slots[..size].iter().zip(&mut taken) {
            kinds |= 1 << kind;
            if self.left[kind] > 0 {
                self.left[kind] -= 1;
                *taken = true;
            } else if next.wilds_left > 0 {
                next.wilds_left -= 1;
                next.stands.push(kind);
            } else {
                enough = false;
                break;
            }
        }
        if enough {
            next.kinds |= kinds;
            next.outside &= kinds & TERMINALS != 0;
            match group {
                Group::Pair => next.pair_left = false,
                Group::Triplet => next.sets_left -= 1,
                Group::Run => {
                    next.sets_left -= 1;
                    next.all_triplets = false;
                    next.runs_456[first / 9] += u8::from(first % 9 == 3);
                }
            }
            self.go_on(low, &next);
        }
        for (&kind, taken) in slots.iter().zip(taken) {
            self.left[kind] += u8::from(taken);
        }
    }

    /// A whole reading: counts its fans.
    fn consider(&mut self, reading: &Partial) {
        let mut fans = Fans::default();
        fans.add(F::BaseWin, 1);
        let jiang = reading.all_triplets && reading.kinds & !TWO_FIVE_EIGHT == 0;
        let only_triplets = self.options.terminal_triplets == TerminalTriplets::Triplets;
        let outside = reading.outside && !(reading.all_triplets && only_triplets);
        fans.add_if(jiang, F::JiangTriplets);
        fans.add_if(outside, F::OutsideHand);
        fans.add_if(reading.all_triplets && !jiang && !outside, F::AllTriplets);
        color_fans(reading.kinds, &mut fans);
        fans.add(F::Ka456, self.won.count(reading.runs_456, &reading.stands));
        let mut roots = self.fixed_roots;
        if self.options.wild_makes_root && reading.stands.len > 0 {
            roots = (roots + roots_by_wilds(&self.natural, &reading.stands)).min(3);
        }
        fans.add(F::Root, roots);
        self.best = self.best.max(Some(fans));
    }
}
