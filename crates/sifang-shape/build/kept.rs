//! The tables behind "tiles away": classes of suits, and what classes keep together.
//!
//! About a thousand different rows (see `profile`) come out of the two million keys of a suit. For one pair rule there
//! are a few hundred, and few more when suits are put together; so the rows get numbers, and putting two parts of a
//! hand together is one look-up by two numbers.

use crate::profile::{LEVELS, MELDS, Profile, Row, steps};
use std::collections::HashMap;

/// The keys of a suit, sorted into classes that keep the same numbers of tiles.
pub(crate) struct Classes {
    /// The class of each key.
    pub(crate) of_key: Vec<u16>,
    /// The row of each class.
    pub(crate) rows: Vec<Row>,
}

/// Reads all suits of `ranks` kinds at once: suits whose lower ranks left equal profiles are read on together.
pub(crate) fn classes(ranks: usize, runs: bool) -> Classes {
    let mut profiles = vec![Profile::empty()];
    let mut of_key = vec![0u16];
    for rank in 0..ranks {
        let mut next = Numbered::default();
        let steps: Vec<[u16; 5]> = profiles
            .iter()
            .map(|profile| {
                [0, 1, 2, 3, 4]
                    .map(|have| next.number(profile.read(have, runs && rank < 7, runs && rank % 3 == 1)))
            })
            .collect();
        of_key = (0..5)
            .flat_map(|have| of_key.iter().map(|&p| steps[p as usize][have]).collect::<Vec<_>>())
            .collect();
        profiles = next.list;
    }
    let mut rows = Numbered::default();
    let class: Vec<u16> = profiles.iter().map(|profile| rows.number(profile.row())).collect();
    of_key.iter_mut().for_each(|number| *number = class[*number as usize]);
    Classes { of_key, rows: rows.list }
}

/// Things numbered in the order in which they were first seen.
struct Numbered<T> {
    list: Vec<T>,
    numbers: HashMap<T, u16>,
}

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Numbered { list: Vec::new(), numbers: HashMap::new() }
    }
}

impl<T: Clone + Eq + std::hash::Hash> Numbered<T> {
    fn number(&mut self, thing: T) -> u16 {
        if let Some(&number) = self.numbers.get(&thing) {
            return number;
        }
        let number = u16::try_from(self.list.len()).expect("fewer than 65536 things");
        self.list.push(thing.clone());
        self.numbers.insert(thing, number);
        number
    }
}

/// A row for one pair rule: without a pair, and with one.
type Part = [[[u8; LEVELS]; MELDS]; 2];

/// The parts of hands under one pair rule, and what two of them are together.
#[derive(Default)]
struct Parts {
    numbered: Numbered<Part>,
    together: HashMap<(u16, u16), u16>,
}

impl Parts {
    fn number(&mut self, row: &Row, pair: usize) -> u16 {
        self.numbered.number([row[0], row[pair]])
    }

    /// Puts each of `a` and each of `b` together; what comes out, each once.
    fn join(&mut self, a: &[u16], b: &[u16]) -> Vec<u16> {
        let mut joined = Vec::new();
        for &x in a {
            for &y in b {
                let sum = match self.together.get(&(x, y)) {
                    Some(&sum) => sum,
                    None => self
                        .numbered
                        .number(merge(&self.numbered.list[x as usize], &self.numbered.list[y as usize])),
                };
                self.together.insert((x, y), sum);
                self.together.insert((y, x), sum);
                joined.push(sum);
            }
        }
        distinct(joined)
    }
}

fn distinct(mut numbers: Vec<u16>) -> Vec<u16> {
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

fn merge(a: &Part, b: &Part) -> Part {
    let mut merged = *b;
    for (p, q) in [(0, 0), (0, 1), (1, 0)] {
        for m in 0..MELDS {
            for (e, kept) in steps(&a[p][m]) {
                for n in 0..MELDS - m {
                    let best = merged[p + q][m + n][e..].iter_mut();
                    best.zip(&b[q][n]).for_each(|(best, other)| *best = (*best).max(kept + other));
                }
            }
        }
    }
    merged
}

/// The tables of one pair rule as one list, in the order in which `src/away.rs` reads them: the number of parts, of
/// suit classes and of honour classes; the part of each suit class and of each honour class; what two parts are
/// together; and for each number of melds and of wilds the tiles that each part keeps.
pub(crate) fn rule(suits: &[Row], honors: &[Row], pair: usize) -> Vec<u16> {
    let mut parts = Parts::default();
    let of_suit: Vec<u16> = suits.iter().map(|row| parts.number(row, pair)).collect();
    let of_honor: Vec<u16> = honors.iter().map(|row| parts.number(row, pair)).collect();
    let (suit, honor) = (distinct(of_suit.clone()), distinct(of_honor.clone()));
    let two = parts.join(&suit, &suit);
    let mixed = parts.join(&suit, &honor);
    // All four parts, put together in each of the ways in which they are asked for.
    parts.join(&two, &mixed);
    let three = parts.join(&two, &suit);
    parts.join(&three, &honor);
    let others = [parts.join(&suit, &mixed), parts.join(&two, &honor)].concat();
    parts.join(&distinct(others), &suit);

    let count = parts.numbered.list.len();
    let mut table = vec![count as u16, of_suit.len() as u16, of_honor.len() as u16];
    table.extend(of_suit.iter().chain(&of_honor));
    let together = |x, y| parts.together.get(&(x as u16, y as u16)).copied().unwrap_or(0);
    table.extend((0..count).flat_map(|x| (0..count).map(move |y| together(x, y))));
    for melds in 0..MELDS {
        for wilds in 0..LEVELS {
            table.extend(parts.numbered.list.iter().map(|part| part[1][melds][wilds] as u16));
        }
    }
    table
}
