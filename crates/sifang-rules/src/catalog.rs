//! How a rule set writes down its fans and the terms its explanations use: one table each, from which the names in code, the
//! clauses and the lists for readers follow.

use sifang_table::Fan;

/// For each entry of a table, how many entries have a greater id.
pub(crate) const fn ids_after<const N: usize>(list: &[Fan]) -> [u8; N] {
    let mut after = [0; N];
    let mut i = 0;
    while i < N {
        let mut j = 0;
        while j < N {
            after[i] += is_before(list[i].term.id, list[j].term.id) as u8;
            j += 1;
        }
        i += 1;
    }
    after
}

/// `a < b`, for constants.
const fn is_before(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut i = 0;
    while i < a.len() && i < b.len() {
        if a[i] != b[i] {
            return a[i] < b[i];
        }
        i += 1;
    }
    a.len() < b.len()
}

/// A table of fans: an enum of their places, the list itself, the way from one to the other, and sets of them.
///
/// `fans! { /// What the list is. Place in LIST, Set(u64), "clauses."; Name = "id", value, 名, name, 何时, when; … }`
///
/// A set has three bits for each entry: how often it counts, at most seven times. The first id lies highest, so that sets are
/// listed and compared by id without sorting.
macro_rules! fans {
    ($(#[$about:meta])* $place:ident in $list:ident, $set:ident($bits:ty), $clauses:literal;
     $($name:ident = $id:literal, $value:literal, $zh:literal, $en:literal, $when_zh:literal, $when_en:literal;)*) => {
        /// Place of an entry in its table.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        #[repr(u8)]
        pub(super) enum $place { #[default] $($name),* }

        $(#[$about])*
        pub const $list: &[sifang_table::Fan] = &[$(sifang_table::Fan {
            term: sifang_table::Term { id: $id, zh: $zh, en: $en, clause: concat!($clauses, $id) },
            value: $value,
            zh: $when_zh,
            en: $when_en,
        }),*];

        #[allow(dead_code, reason = "no rule set needs all of these")]
        impl $place {
            /// Every entry, in the order of the table.
            pub(super) const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The entry.
            pub(super) const fn fan(self) -> &'static sifang_table::Fan {
                &$list[self as usize]
            }

            /// Its id.
            pub(super) const fn id(self) -> &'static str {
                self.fan().term.id
            }
        }

        /// Counted entries of the table.
        #[allow(unreachable_pub, reason = "what a win notes may be a set")]
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        pub struct $set($bits);

        #[allow(dead_code, reason = "no rule set needs all of these")]
        impl $set {
            const AFTER: [u8; $list.len()] = crate::catalog::ids_after($list);
            /// The entries, the last id first.
            const FROM_LAST: [$place; $list.len()] = {
                assert!(3 * $list.len() <= <$bits>::BITS as usize, "a wider number is needed");
                let mut entries = [$place::ALL[0]; $list.len()];
                let mut i = 0;
                while i < $list.len() {
                    entries[Self::AFTER[i] as usize] = $place::ALL[i];
                    i += 1;
                }
                entries
            };

            #[inline]
            const fn shift(entry: $place) -> u32 {
                3 * Self::AFTER[entry as usize] as u32
            }

            /// Counts an entry `n` times more.
            #[inline]
            pub(super) fn add_many(&mut self, entry: $place, n: u8) {
                self.0 += (n as $bits) << Self::shift(entry);
            }

            /// Counts an entry once more.
            #[inline]
            pub(super) fn add(&mut self, entry: $place) {
                self.add_many(entry, 1);
            }

            /// Counts an entry once more if something holds.
            #[inline]
            pub(super) fn add_if(&mut self, holds: bool, entry: $place) {
                self.add_many(entry, holds as u8);
            }

            /// Takes an entry out.
            #[inline]
            pub(super) fn remove(&mut self, entry: $place) {
                self.0 &= !(7 << Self::shift(entry));
            }

            /// How often an entry counts.
            #[inline]
            pub(super) const fn count(self, entry: $place) -> u8 {
                (self.0 >> Self::shift(entry)) as u8 & 7
            }

            /// Nothing counts.
            #[inline]
            pub(super) const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// These and others, none of which is among these.
            #[inline]
            pub(super) const fn plus(self, others: Self) -> Self {
                $set(self.0 | others.0)
            }

            /// The entries and how often each counts, in the order of their ids.
            #[inline]
            pub(super) fn iter(self) -> impl Iterator<Item = ($place, u8)> {
                let mut left = self.0;
                std::iter::from_fn(move || {
                    let place = left.checked_ilog2()? / 3;
                    let count = (left >> (3 * place)) as u8 & 7;
                    left &= !(7 << (3 * place));
                    Some((Self::FROM_LAST[place as usize], count))
                })
            }

            /// The same as an answer lists them, at the values of the table.
            pub(super) fn lines(self) -> Vec<crate::answer::FanLine> {
                self.iter().map(|(entry, n)| crate::answer::FanLine::new(entry.fan(), n)).collect()
            }

            /// The same in the order of the table.
            pub(super) fn in_table_order(self) -> impl Iterator<Item = ($place, u8)> {
                let all = $place::ALL.iter().map(move |entry| (*entry, self.count(*entry)));
                all.filter(|(_, count)| *count > 0)
            }

            /// Whether the list of (id, count) comes before the other one: at the first place where they differ the smaller
            /// count does, and a missing entry only if nothing follows it.
            #[inline]
            pub(super) fn is_listed_before(self, other: Self) -> bool {
                let Some(bit) = (self.0 ^ other.0).checked_ilog2() else { return false };
                let place = bit / 3 * 3;
                let at = |list: $bits| list >> place & 7;
                let ends = |list: $bits| list & ((1 << place) - 1) == 0;
                match (at(self.0), at(other.0)) {
                    (0, _) => ends(self.0),
                    (_, 0) => !ends(other.0),
                    (a, b) => a < b,
                }
            }
        }
    };
}

/// A table of terms: one static each, and the list of them (`with` what else belongs to it).
///
/// `terms! { /// What the list is. LIST; NAME = "id", "clause", 名, name; … }`
macro_rules! terms {
    ($(#[$about:meta])* $list:ident $(with $($other:expr),+)?;
     $($name:ident = $id:literal, $clause:literal, $zh:literal, $en:literal;)*) => {
        $(pub(super) static $name: sifang_table::Term = sifang_table::Term { id: $id, zh: $zh, en: $en, clause: $clause };)*
        $(#[$about])*
        pub(super) const $list: &[&sifang_table::Term] = &[$($($other,)+)? $(&$name),*];
    };
}

pub(crate) use {fans, terms};

#[cfg(test)]
mod tests {
    #![allow(unreachable_pub, reason = "the macro is made for modules")]

    fans! {
        /// A table whose ids are not in order.
        Entry in TABLE, Set(u16), "test.";

        Second = "b", 1, "乙", "B", "", "";
        First = "a", 1, "甲", "A", "", "";
        Third = "ba", 1, "丙", "C", "", "";
    }

    fn of(counts: [u8; 3]) -> Set {
        let mut set = Set::default();
        for (entry, n) in [Entry::First, Entry::Second, Entry::Third].into_iter().zip(counts) {
            set.add_many(entry, n);
        }
        set
    }

    #[test]
    fn sets_are_listed_by_id() {
        let set = of([1, 0, 7]);
        assert_eq!(set.iter().collect::<Vec<_>>(), [(Entry::First, 1), (Entry::Third, 7)]);
        let table: Vec<_> = of([1, 2, 0]).in_table_order().collect();
        assert_eq!(table, [(Entry::Second, 2), (Entry::First, 1)]);
        let mut less = set;
        less.remove(Entry::Third);
        assert_eq!((less, less.count(Entry::Third)), (of([1, 0, 0]), 0));
        assert!(Set::default().is_empty() && less.plus(of([0, 1, 0])) == of([1, 1, 0]));
    }

    /// As lists of pairs compare.
    #[test]
    fn sets_compare_as_their_lists() {
        let all = || (0..64).map(|n| of([n & 3, n >> 2 & 3, n >> 4]));
        for a in all() {
            for b in all() {
                let list = |set: Set| set.iter().map(|(entry, n)| (entry.id(), n)).collect::<Vec<_>>();
                assert_eq!(a.is_listed_before(b), list(a) < list(b), "{:?} {:?}", list(a), list(b));
            }
        }
    }
}
