//! How many tiles of a suit a complete hand can keep: the exact reckoning behind "tiles away".
//!
//! A suit is read rank by rank. A [`Profile`] remembers, for every number of runs still open, melds and pairs placed so
//! far, and fifth copies used up, the most tiles kept. Tiles are kept towards a target of melds and a pair; what is
//! not kept must be drawn, or be a wild, and beyond four of a kind it must be a wild.

/// Melds placed: none to five.
pub(crate) const MELDS: usize = 6;
/// No pair, a pair of 2, 5 or 8, any pair.
const PAIRS: usize = 3;
/// Index of rows with a pair of 2, 5 or 8.
pub(crate) const TWO_FIVE_EIGHT: usize = 1;
/// Index of rows with any pair.
pub(crate) const ANY_PAIR: usize = 2;
/// Tiles of a target beyond four of a kind, which only wilds can fill: none to seven.
pub(crate) const LEVELS: usize = 8;

/// `[pairs][melds][fifth copies]`: the most tiles kept. "At most" in all three directions.
pub(crate) type Row = [[[u8; LEVELS]; MELDS]; PAIRS];

/// Entries are one more than the tiles kept; zero is "impossible".
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Profile {
    /// By runs begun two ranks and one rank before the next rank. Three equal runs are three triplets, so two suffice.
    open: [[Row; 3]; 3],
}

impl Profile {
    /// Nothing read yet.
    pub(crate) fn empty() -> Profile {
        let mut open = [[[[[0; LEVELS]; MELDS]; PAIRS]; 3]; 3];
        open[0][0][0][0][0] = 1;
        Profile { open }
    }

    /// The profile after one more rank of which `have` tiles are held.
    pub(crate) fn read(&self, have: u8, may_start_run: bool, two_five_eight: bool) -> Profile {
        let mut next = [[[[[0; LEVELS]; MELDS]; PAIRS]; 3]; 3];
        let starts = if may_start_run { 0..=2 } else { 0..=0 };
        for (older, by_newer) in self.open.iter().enumerate() {
            for (newer, row) in by_newer.iter().enumerate() {
                for start in starts.clone() {
                    // A third triplet of a kind would keep no tile: a meld anywhere else does as well.
                    for triplets in 0..=2 {
                        for pair in 0..=1 {
                            let wanted = older + newer + start + 3 * triplets + 2 * pair;
                            let kept = (have as usize).min(wanted) as u8;
                            let place =
                                Place { melds: start + triplets, excess: wanted.saturating_sub(4), kept };
                            let to = &mut next[newer][start];
                            if pair == 0 {
                                (0..PAIRS).for_each(|p| place.add(&row[p], &mut to[p]));
                            } else {
                                place.add(&row[0], &mut to[ANY_PAIR]);
                                if two_five_eight {
                                    place.add(&row[0], &mut to[TWO_FIVE_EIGHT]);
                                }
                            }
                        }
                    }
                }
            }
        }
        next.as_flattened_mut().iter_mut().for_each(close);
        Profile { open: next }
    }

    /// The row of a suit read to its end.
    pub(crate) fn row(&self) -> Row {
        let mut row = self.open[0][0];
        row.as_flattened_mut()
            .as_flattened_mut()
            .iter_mut()
            .for_each(|entry| *entry = entry.saturating_sub(1));
        row
    }
}

/// Makes every entry "at most": what is reached with less is reached with more.
///
/// A meld or pair that keeps no tile always finds a place without a fifth copy, for at most five kinds of a target are
/// there three times; so this loses nothing, and many profiles become equal.
fn close(row: &mut Row) {
    for p in 0..PAIRS {
        for m in 0..MELDS {
            for e in 0..LEVELS {
                let fewer_pairs = if p > 0 { row[p - 1][m][e] } else { 0 };
                let fewer_melds = if m > 0 { row[p][m - 1][e] } else { 0 };
                let fewer_copies = if e > 0 { row[p][m][e - 1] } else { 0 };
                row[p][m][e] = row[p][m][e].max(fewer_pairs).max(fewer_melds).max(fewer_copies);
            }
        }
    }
}

/// Groups on one rank: how they move an entry.
struct Place {
    melds: usize,
    excess: usize,
    kept: u8,
}

impl Place {
    #[inline]
    fn add(&self, from: &[[u8; LEVELS]; MELDS], to: &mut [[u8; LEVELS]; MELDS]) {
        for (melds, kept) in from.iter().enumerate().take(MELDS - self.melds) {
            // What is no more than with fewer melds or fewer fifth copies adds nothing: `close` brings it back.
            if melds > 0 && *kept == from[melds - 1] {
                continue;
            }
            let to = &mut to[melds + self.melds];
            for (excess, &entry) in steps(kept).take_while(|(excess, _)| excess + self.excess < LEVELS) {
                let best = &mut to[excess + self.excess];
                *best = (*best).max(entry + self.kept);
            }
        }
    }
}

/// The entries that are more than the one before.
pub(crate) fn steps(kept: &[u8; LEVELS]) -> impl Iterator<Item = (usize, &u8)> {
    kept.iter().enumerate().filter(|&(e, &entry)| entry > if e > 0 { kept[e - 1] } else { 0 })
}

/// The counts of a key, lowest rank first.
pub(crate) fn digits(key: usize) -> [u16; 9] {
    std::array::from_fn(|rank| (key / 5usize.pow(rank as u32) % 5) as u16)
}
