//! Every way to read a complete concealed hand, as far as its value depends on it.
//!
//! A gold is either natural (it counts as its own kind) or a stand-in. A group with a stand-in earns nothing by itself, so
//! readings differ only in their natural groups and in whether the winning tile is paired or tripled by golds; what
//! exactly a stand-in stands for is not enumerated. Groups are placed from the lowest tile upwards, equal ones in a fixed
//! order, and the shape tables cut off what cannot be completed.

use sifang_shape::{Group, GroupKind, PairRule, is_melds, is_win};
use sifang_tiles::{SuitKeys, Tile};
use std::ops::ControlFlow;
use tinyvec::ArrayVec;

/// The pair of a reading.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pair {
    /// Not placed yet.
    Missing,
    /// Two natural tiles.
    Natural(Tile),
    /// A tile and a gold standing for it.
    Mixed,
}

/// One reading.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reading {
    /// Natural triplets, one bit per kind.
    pub triplets: u64,
    /// Lowest tiles of the natural chows, ascending.
    pub runs: ArrayVec<[u8; 5]>,
    pub pair: Pair,
    /// No gold stands for another tile.
    pub natural: bool,
    /// A gold stands beside the winning kind as its pair.
    pub paired: bool,
    /// Two golds stand beside the winning kind as its triplet.
    pub tripled: bool,
}

/// What is left to read, and what has been read.
#[derive(Clone, Copy)]
struct State {
    counts: [u8; Tile::PLAYABLE],
    held: u64,
    keys: SuitKeys,
    /// Golds that must still stand in.
    wilds: u8,
    read: Reading,
}

impl State {
    #[inline]
    fn take(&mut self, index: usize, n: u8) {
        self.counts[index] -= n;
        self.held &= !(u64::from(self.counts[index] == 0) << index);
        self.keys.remove_many(Tile::at(index), n);
    }

    #[inline]
    fn can_finish(&self) -> bool {
        match self.read.pair {
            Pair::Missing => is_win(self.keys, self.wilds, PairRule::Any),
            _ => is_melds(self.keys, self.wilds),
        }
    }
}

/// How a group can be placed on its lowest natural tile, in the order in which equal tiles are grouped.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
#[repr(u8)]
pub(super) enum Placement {
    #[default]
    Run,
    RunMissingEnd,
    RunMissingMiddle,
    Triplet,
    TripletOfTwo,
    TripletOfOne,
    Pair,
    PairOfOne,
}

const PLACEMENTS: [Placement; 8] = [
    Placement::Run,
    Placement::RunMissingEnd,
    Placement::RunMissingMiddle,
    Placement::Triplet,
    Placement::TripletOfTwo,
    Placement::TripletOfOne,
    Placement::Pair,
    Placement::PairOfOne,
];

/// A group of a reading by its lowest natural tile.
pub(super) type Placed = (u8, Placement);

/// What the placed group is; of two ends that a gold could stand for, the upper one where there is a choice.
pub(super) fn group_of((tile, form): Placed, gold: Tile) -> Group {
    let lowest = Tile::at(tile as usize);
    let upper = lowest.up(2).is_some_and(|end| end != gold);
    let (kind, tile, wilds) = match form {
        Placement::Run => (GroupKind::Run, lowest, 0),
        Placement::RunMissingEnd if upper => (GroupKind::Run, lowest, 0b100),
        Placement::RunMissingEnd => (GroupKind::Run, lowest.down(1).unwrap_or(lowest), 0b001),
        Placement::RunMissingMiddle => (GroupKind::Run, lowest, 0b010),
        Placement::Triplet => (GroupKind::Triplet, lowest, 0),
        Placement::TripletOfTwo => (GroupKind::Triplet, lowest, 0b001),
        Placement::TripletOfOne => (GroupKind::Triplet, lowest, 0b011),
        Placement::Pair => (GroupKind::Pair, lowest, 0),
        Placement::PairOfOne => (GroupKind::Pair, lowest, 0b01),
    };
    Group { kind, tile, wilds }
}

struct Search<'a, V> {
    gold: usize,
    /// The winning tile.
    won: usize,
    /// The groups placed so far.
    placed: ArrayVec<[Placed; 6]>,
    visit: &'a mut V,
}

impl<V: FnMut(&Reading, &[Placed]) -> ControlFlow<()>> Search<'_, V> {
    /// Groups the lowest tile left, with forms from `form` on if it is still `low`.
    fn place(&mut self, state: &State, low: usize, form: usize) -> ControlFlow<()> {
        if state.held == 0 {
            if state.wilds == 0 && state.read.pair != Pair::Missing {
                return (self.visit)(&state.read, &self.placed);
            }
            return ControlFlow::Continue(());
        }
        let tile = state.held.trailing_zeros() as usize;
        let first = if tile == low { form } else { 0 };
        for (n, &form) in PLACEMENTS.iter().enumerate().skip(first) {
            if self.fits(state, tile, form) {
                let mut next = *state;
                self.put(&mut next, tile, form);
                if next.can_finish() {
                    self.placed.push((tile as u8, form));
                    self.place(&next, tile, n)?;
                    self.placed.pop();
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether the tiles and golds left allow this group on `tile`. A gold never stands for its own kind (it is natural then),
    /// and a group of golds alone is natural too.
    /// Clauses: `jingji.deal.gold`, `jingji.win.golds`, `jingji.ruling.8`.
    #[inline]
    fn fits(&self, state: &State, tile: usize, form: Placement) -> bool {
        let rank = if tile < 27 { tile % 9 } else { 9 };
        let has = |above: usize| rank + above <= 8 && state.counts[tile + above] > 0;
        let stands_for = |place: isize| {
            (0..=8).contains(&(rank as isize + place)) && tile as isize + place != self.gold as isize
        };
        let (copies, wilds, other) = (state.counts[tile], state.wilds, tile != self.gold);
        let unpaired = state.read.pair == Pair::Missing;
        match form {
            Placement::Run => has(1) && has(2),
            Placement::RunMissingEnd => wilds >= 1 && has(1) && (stands_for(-1) || stands_for(2)),
            Placement::RunMissingMiddle => wilds >= 1 && has(2) && stands_for(1),
            Placement::Triplet => copies >= 3,
            Placement::TripletOfTwo => wilds >= 1 && copies >= 2 && other,
            Placement::TripletOfOne => wilds >= 2 && other,
            Placement::Pair => unpaired && copies >= 2,
            Placement::PairOfOne => unpaired && wilds >= 1 && other,
        }
    }

    #[inline]
    fn put(&self, state: &mut State, tile: usize, form: Placement) {
        let won = tile == self.won;
        match form {
            Placement::Run => {
                (0..3).for_each(|i| state.take(tile + i, 1));
                state.read.runs.push(tile as u8);
            }
            Placement::RunMissingEnd => {
                (0..2).for_each(|i| state.take(tile + i, 1));
                state.wilds -= 1;
            }
            Placement::RunMissingMiddle => {
                state.take(tile, 1);
                state.take(tile + 2, 1);
                state.wilds -= 1;
            }
            Placement::Triplet => {
                state.take(tile, 3);
                state.read.triplets |= 1 << tile;
            }
            Placement::TripletOfTwo => {
                state.take(tile, 2);
                state.wilds -= 1;
            }
            Placement::TripletOfOne => {
                state.take(tile, 1);
                state.wilds -= 2;
                state.read.tripled |= won;
            }
            Placement::Pair => {
                state.take(tile, 2);
                state.read.pair = Pair::Natural(Tile::at(tile));
            }
            Placement::PairOfOne => {
                state.take(tile, 1);
                state.wilds -= 1;
                state.read.pair = Pair::Mixed;
                state.read.paired |= won;
            }
        }
    }
}

/// Shows `visit` every reading of the concealed tiles `counts` (printed faces, 3m+2 of them with at most five melds), until it
/// breaks off. `keys` are the suit keys of `counts`; at most four golds may be among them.
/// Clause: `jingji.win.shape`.
pub(super) fn for_each_reading(
    counts: &[u8; Tile::PLAYABLE],
    keys: SuitKeys,
    gold: Tile,
    won: Tile,
    visit: &mut impl FnMut(&Reading, &[Placed]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let held = (0..Tile::PLAYABLE).fold(0, |held, i| held | u64::from(counts[i] > 0) << i);
    for stand_ins in 0..=counts[gold.index()] {
        let read = Reading {
            triplets: 0,
            runs: ArrayVec::new(),
            pair: Pair::Missing,
            natural: stand_ins == 0,
            paired: false,
            tripled: false,
        };
        let mut state = State { counts: *counts, held, keys, wilds: stand_ins, read };
        if stand_ins > 0 {
            state.take(gold.index(), stand_ins);
        }
        if state.can_finish() {
            let (gold, won, placed) = (gold.index(), won.index(), ArrayVec::new());
            let mut search = Search { gold, won, placed, visit: &mut *visit };
            search.place(&state, Tile::PLAYABLE, 0)?;
        }
    }
    ControlFlow::Continue(())
}
