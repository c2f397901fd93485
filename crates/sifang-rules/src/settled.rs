//! A settled win as it is known to whoever saw the deal, and the description of it that a score request is made of.
//!
//! Everything here is public at the end of a deal: the winner's tiles, the payments with their steps, what the view shows. A rule
//! set adds the circumstances and fields that only it knows of. What is *not* here: checking the description; whoever asks scores it
//! and compares it with what was paid.

use serde::Serialize;
use sifang_table::Source;
use sifang_tiles::{Tile, format_tiles};
use std::collections::{BTreeMap, BTreeSet};

/// A settled win.
#[derive(Clone, PartialEq, Debug)]
pub struct Settled {
    /// Number of seats.
    pub seats: usize,
    /// Who won.
    pub winner: usize,
    /// How.
    pub source: Source,
    /// The winning tile, where there is one.
    pub tile: Option<Tile>,
    /// Seats that had won before.
    pub before: Vec<usize>,
    /// Other seats that won on the same tile.
    pub beside: Vec<usize>,
    /// Tiles beside the play with the reason why, those of the winner only.
    pub aside: Vec<(String, Tile)>,
    /// Ids of all steps by which the winner was paid: its fans among them.
    pub steps: BTreeSet<String>,
    /// What the winner was paid: from whom, how much, by which clause.
    pub paid: Vec<(usize, i32, String)>,
    /// The options that differ from their defaults, as they are written.
    pub options: BTreeMap<String, String>,
}

impl Settled {
    /// A step of this id was among those that made the winner's points.
    pub fn has(&self, step: &str) -> bool {
        self.steps.contains(step)
    }

    /// The winner's tiles that lie aside for this reason.
    pub fn aside(&self, why: &str) -> Vec<Tile> {
        self.aside.iter().filter(|(reason, _)| reason == why).map(|(_, tile)| *tile).collect()
    }
}

/// What a rule set adds to the description of a win.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Description {
    /// Circumstances.
    pub context: Vec<&'static str>,
    /// Fields of its own.
    pub fields: BTreeMap<&'static str, Fact>,
}

/// The value of a field.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Fact {
    /// Tiles, as they are written.
    Tiles(String),
    /// Seats, or a number for each seat.
    Numbers(Vec<i64>),
    /// A word for each seat.
    Words(Vec<&'static str>),
}

impl Description {
    /// Adds a circumstance if it holds.
    pub fn flag(&mut self, holds: bool, name: &'static str) {
        if holds {
            self.context.push(name);
        }
    }

    /// Adds a field of tiles, unless there are none.
    pub fn tiles(&mut self, name: &'static str, tiles: &[Tile]) {
        if !tiles.is_empty() {
            self.fields.insert(name, Fact::Tiles(format_tiles(tiles)));
        }
    }

    /// Adds a field of seats or numbers, unless there are none.
    pub fn numbers(&mut self, name: &'static str, numbers: impl IntoIterator<Item = i64>) {
        let numbers: Vec<i64> = numbers.into_iter().collect();
        if !numbers.is_empty() {
            self.fields.insert(name, Fact::Numbers(numbers));
        }
    }
}
