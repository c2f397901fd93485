//! One candidate by the formula: its fans, its fu items, its value, and which of two equal ones is listed.

use crate::jingji::fans::{self, BY_ID, F, Fu};

/// Counted fans, four bits each, the first id in the highest place: comparing two lists is finding the highest difference.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in super::super) struct FanList(u128);

const SHIFT: [u8; fans::CATALOG.len()] = {
    let mut shift = [0; fans::CATALOG.len()];
    let mut i = 0;
    while i < BY_ID.len() {
        shift[BY_ID[i] as usize] = 4 * (BY_ID.len() - 1 - i) as u8;
        i += 1;
    }
    shift
};

impl FanList {
    #[inline]
    fn add(&mut self, fan: F, count: u32) {
        self.0 += (count as u128) << SHIFT[fan as usize];
    }

    /// The fans and their counts, by id.
    pub(in super::super) fn iter(self) -> impl Iterator<Item = (F, u8)> {
        let count = move |fan: F| (self.0 >> SHIFT[fan as usize]) as u8 & 15;
        BY_ID.into_iter().map(move |fan| (fan, count(fan))).filter(|(_, n)| *n > 0)
    }
}

/// Counted fu items, four bits each, the first id in the highest place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in super::super) struct FuList(u16);

impl FuList {
    #[inline]
    fn add(&mut self, item: Fu, count: u32) {
        self.0 += (count as u16) << (12 - 4 * item as u16);
    }

    /// The items and their counts, by id.
    pub(in super::super) fn iter(self) -> impl Iterator<Item = (Fu, u8)> {
        Fu::ALL
            .iter()
            .copied()
            .map(move |fu| (fu, (self.0 >> (12 - 4 * fu as u16)) as u8 & 15))
            .filter(|(_, n)| *n > 0)
    }
}

/// Whether list `a` comes before list `b` (clause 6.6): at the first place where they differ the smaller count wins, a missing
/// entry is smaller only if nothing follows it.
fn is_smaller_list(a: u128, b: u128) -> bool {
    if a == b {
        return false;
    }
    let place = (127 - (a ^ b).leading_zeros()) & !3;
    let at = |list: u128| (list >> place) & 15;
    let ends = |list: u128| list & ((1 << place) - 1) == 0;
    match (at(a), at(b)) {
        (0, _) => ends(a),
        (_, 0) => !ends(b),
        (a, b) => a < b,
    }
}

/// One candidate by the formula.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Formula {
    pub fans: FanList,
    pub fu_items: FuList,
    pub n: i32,
    pub m: i32,
}

impl Formula {
    #[inline]
    pub(super) fn add(&mut self, fan: F, count: u32) {
        self.n += fan.fan().value * count as i32;
        self.fans.add(fan, count);
    }

    #[inline]
    pub(super) fn add_if(&mut self, holds: bool, fan: F) {
        if holds {
            self.add(fan, 1);
        }
    }

    #[inline]
    pub(super) fn add_fu(&mut self, item: Fu, count: u32) {
        self.m += item.fan().value * count as i32;
        self.fu_items.add(item, count);
    }

    /// min(m^n, cap).
    #[inline]
    pub(super) fn value(&self) -> i32 {
        if self.m == 1 {
            return 1;
        }
        let cap = cap(self.m);
        let mut value = 1;
        for _ in 0..self.n {
            value *= self.m;
            if value >= cap {
                return cap;
            }
        }
        value
    }
}

/// The most a hand with `m` fu is worth.
pub(in super::super) fn cap(m: i32) -> i32 {
    if m <= 2 { 64 } else { 128 }
}

/// The last two tie-breaks: the smaller fan list, then the smaller fu list.
pub(super) fn is_listed_first(a: &Formula, b: &Formula) -> bool {
    if a.fans == b.fans {
        return is_smaller_list(a.fu_items.0 as u128, b.fu_items.0 as u128);
    }
    is_smaller_list(a.fans.0, b.fans.0)
}
