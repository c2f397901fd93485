//! What is compared, and how the work is cut: into parts of a fixed number of walls, which belong to shards.

use sifang_bots::Level;
use sifang_options::{Group, OptionSet, OptionSpec};
use sifang_table::RuleSet;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// Walls of one part. Parts are the unit of what is kept, resumed and merged: the same part is the same everywhere.
pub const PART: u64 = 1000;

/// Two sets of options and the walls they are played on.
#[derive(Clone, Debug)]
pub struct Plan<R> {
    /// The rules with option set A.
    pub a: R,
    /// The rules with option set B; as many seats as A.
    pub b: R,
    /// Who plays, at every seat.
    pub bots: Level,
    /// The seed of walls and bots.
    pub seed: u64,
    /// How many walls. Each is played once under A and once under B.
    pub deals: u64,
    /// What is played on a wall.
    pub length: Length,
}

/// What is played on a wall under each set of options.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Length {
    /// One deal, as the first of a match.
    #[default]
    Deal,
    /// A whole match: the wall is its first, the others follow from it.
    Match,
}

impl<R: RuleSet> Plan<R> {
    /// The options in which A and B differ, where none of them can matter to a single deal: how long a match is, who deals next,
    /// what is settled at its end.
    pub fn only_for_matches(&self) -> Option<Vec<&'static OptionSpec>> {
        let (a, b) = (self.a.options().to_values(), self.b.options().to_values());
        let specs = <R::Options as OptionSet>::SPECS.iter().zip(a.iter().zip(&b));
        let differ: Vec<_> = specs.filter(|(_, (a, b))| a != b).map(|(spec, _)| spec).collect();
        let none_matters = differ.iter().all(|spec| spec.group == Group::Match);
        (self.length == Length::Deal && none_matters && !differ.is_empty()).then_some(differ)
    }

    /// How many parts there are; the last one may be smaller.
    pub fn parts(&self) -> u64 {
        self.deals.div_ceil(PART)
    }

    /// The walls of a part.
    pub fn walls(&self, part: u64) -> Range<u64> {
        part * PART..((part + 1) * PART).min(self.deals)
    }
}

/// One of several machines' share of the parts: every `of`-th of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    number: u64,
    of: u64,
}

impl Shard {
    /// All parts.
    pub const WHOLE: Shard = Shard { number: 1, of: 1 };

    /// Whether the part is in this share.
    pub fn has(self, part: u64) -> bool {
        part % self.of == self.number - 1
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let numbers = text.split_once('/').and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
        match numbers {
            Some((number, of)) if (1..=of).contains(&number) && of <= 10_000 => Ok(Shard { number, of }),
            _ => Err(format!("'{text}' is no share; one looks like 2/5, at most 10000/10000")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_share_out_every_part_once() {
        let shards: Vec<Shard> = ["1/3", "2/3", "3/3"].map(|text| text.parse().unwrap()).to_vec();
        for part in 0..20 {
            assert_eq!(shards.iter().filter(|shard| shard.has(part)).count(), 1);
            assert!(Shard::WHOLE.has(part));
        }
        for wrong in ["", "1", "0/2", "3/2", "a/b", "1/0", "1/2/3", "1/10001", "-1/2"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
        assert_eq!(shards[1].to_string(), "2/3");
    }
}
