//! A deal's wall and dice, made from its 256-bit key.
//!
//! The order is part of the fairness scheme (`docs/fairness.md`): the rule set's full set in canonical order is shuffled by
//! the key's stream; the row is its first `row_length` tiles; then the same stream throws the two dice that are only shown,
//! and after them eighteen that rule sets may use.

use sifang_fair::{Stream, dice, shuffle, sorted_set};
use sifang_table::{Dice, RuleSet, SetUp};
use sifang_tiles::{Seat, Tile};

/// How many of the thrown dice matter; the two shown ones are thrown before them.
const DICE: usize = Dice::MOST - 2;

/// A shuffled set. One value serves deal after deal: shuffling again allocates nothing.
#[derive(Clone, Debug)]
pub struct Shuffled {
    sorted: Vec<Tile>,
    tiles: Vec<Tile>,
    row_length: usize,
    shown_dice: [u8; 2],
    dice: Dice,
}

impl Shuffled {
    /// The set of these rules, shuffled by `key`.
    pub fn new<R: RuleSet>(rules: &R, key: &[u8; 32]) -> Shuffled {
        let sorted = sorted_set(&rules.tile_set());
        let row_length = rules.row_length().min(sorted.len());
        let tiles = sorted.clone();
        let mut new = Shuffled { sorted, tiles, row_length, shown_dice: [1; 2], dice: Dice::default() };
        new.shuffle(key);
        new
    }

    /// Shuffles anew, from the sorted set.
    pub fn shuffle(&mut self, key: &[u8; 32]) {
        let mut stream = Stream::new(key);
        self.tiles.copy_from_slice(&self.sorted);
        shuffle(&mut stream, &mut self.tiles);
        self.shown_dice = [dice(&mut stream), dice(&mut stream)];
        self.dice = Dice::new(&[0; DICE].map(|_: u8| dice(&mut stream)));
    }

    /// The whole set in its new order; the row is its beginning.
    pub fn set(&self) -> &[Tile] {
        &self.tiles
    }

    /// The tiles in wall order, dealing included.
    pub fn row(&self) -> &[Tile] {
        &self.tiles[..self.row_length]
    }

    /// What a deal starts from.
    pub fn set_up<C>(&self, dealer: Seat, carry: C) -> SetUp<'_, C> {
        SetUp { row: self.row(), dealer, shown_dice: self.shown_dice, dice: self.dice, carry }
    }
}
