//! The public list: a page at a time, in an order drawn by lot for every reader.
//!
//! A reader walks from page to page with a cursor, which holds the lot and how far the reader has come: no room is shown twice and
//! none is passed over, whatever is opened or closed meanwhile, and the server remembers nothing. Nobody can open rooms so often,
//! or at such a moment, that they stand first for others.

use sifang_fair::read_hex;
use std::collections::hash_map::DefaultHasher;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

/// How far a reader has come in its own order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cursor {
    lot: u64,
    after: u64,
}

impl Cursor {
    /// The beginning of a walk with this lot.
    pub(crate) fn new(lot: u64) -> Cursor {
        Cursor { lot, after: 0 }
    }

    /// The next page of these, of at most so many, and where the one after it begins; none if this is the last.
    pub(super) fn page<T: Hash>(self, all: impl Iterator<Item = T>, most: usize) -> (Vec<T>, Option<Cursor>) {
        let placed = all.map(|item| (self.place(&item), item));
        let mut left: Vec<(u64, T)> = placed.filter(|(place, _)| *place > self.after).collect();
        left.sort_unstable_by_key(|(place, _)| *place);
        let more = left.len() > most;
        left.truncate(most);
        let next = left.last().filter(|_| more).map(|(after, _)| Cursor { after: *after, ..self });
        (left.into_iter().map(|(_, item)| item).collect(), next)
    }

    /// Where something stands in this reader's order; never at 0, which is before the first.
    fn place(self, item: &impl Hash) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.lot.hash(&mut hasher);
        item.hash(&mut hasher);
        hasher.finish().max(1)
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}{:016x}", self.lot, self.after)
    }
}

/// Not a cursor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NoCursor;

impl FromStr for Cursor {
    type Err = NoCursor;

    fn from_str(text: &str) -> Result<Cursor, NoCursor> {
        let both = read_hex(text).map(u128::from_be_bytes).map_err(|_| NoCursor)?;
        Ok(Cursor { lot: (both >> 64) as u64, after: both as u64 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk(lot: u64, mut rooms: Vec<u32>, change: impl Fn(&mut Vec<u32>)) -> Vec<u32> {
        let (mut seen, mut cursor) = (Vec::new(), Some(Cursor::new(lot)));
        while let Some(at) = cursor {
            let (page, next) = at.page(rooms.iter().copied(), 10);
            assert!(page.len() == 10 || next.is_none());
            seen.extend(page);
            change(&mut rooms);
            // As a client hands it back.
            cursor = next.map(|next| next.to_string().parse().unwrap());
        }
        seen
    }

    #[test]
    fn a_walk_shows_every_room_once_in_an_order_of_its_own() {
        let rooms: Vec<u32> = (0..105).collect();
        let (one, other) = (walk(1, rooms.clone(), |_| ()), walk(2, rooms.clone(), |_| ()));
        assert_ne!(one, other);
        for mut seen in [one, other] {
            seen.sort_unstable();
            assert_eq!(seen, rooms);
        }
        assert!(walk(1, Vec::new(), |_| ()).is_empty());
        assert_eq!(walk(1, (0..10).collect(), |_| ()).len(), 10, "a full page may be the last");
    }

    #[test]
    fn what_comes_and_goes_meanwhile_moves_nothing() {
        let changing = |rooms: &mut Vec<u32>| {
            rooms.retain(|room| room % 7 != 3 || *room >= 100);
            rooms.extend(1000..1020);
            rooms.sort_unstable();
            rooms.dedup();
        };
        for lot in 0..50 {
            let seen = walk(lot, (0..105).collect(), changing);
            let mut once = seen.clone();
            once.sort_unstable();
            once.dedup();
            assert_eq!(once.len(), seen.len(), "one was shown twice");
            let stayed = (0..105).filter(|room| room % 7 != 3 || *room >= 100);
            assert!(stayed.clone().all(|room| seen.contains(&room)), "one that stayed was passed over");
        }
    }

    /// A hundred rooms of one person, opened last, beside ten of others: they stand on the first page as often as by lot.
    #[test]
    fn nobody_gets_to_the_top() {
        let mut first = 0;
        for lot in 0..1000 {
            let (page, _) = Cursor::new(lot).page(0..20_u32, 10);
            first += usize::from(page.contains(&19));
        }
        assert!((440..560).contains(&first), "{first}");
    }

    #[test]
    fn only_cursors_are_cursors() {
        let cursor = Cursor { lot: 0xfedc_ba98_7654_3210, after: 7 };
        assert_eq!(cursor.to_string().parse(), Ok(cursor));
        for bad in ["", "7", &"g".repeat(32), &"+".repeat(32), &"0".repeat(33), "０".repeat(32).as_str()] {
            assert_eq!(bad.parse::<Cursor>(), Err(NoCursor), "{bad}");
        }
    }
}
