//! One candidate by the formula: its fans, its fu items, its value, and which of two equal ones is listed.

use crate::jingji::fans::{F, FanSet, Fu, FuSet};

/// One candidate by the formula.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Formula {
    pub fans: FanSet,
    pub fu_items: FuSet,
    pub n: i32,
    pub m: i32,
}

impl Formula {
    #[inline]
    pub(super) fn add(&mut self, fan: F, count: u32) {
        self.n += fan.fan().value * count as i32;
        self.fans.add_many(fan, count as u8);
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
        self.fu_items.add_many(item, count as u8);
    }

    /// min(m^n, cap).
    /// Clauses: `jingji.score.power`, `jingji.ruling.2`.
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
/// Clause: `jingji.score.cap`.
pub(in super::super) fn cap(m: i32) -> i32 {
    if m <= 2 { 64 } else { 128 }
}

/// The last two tie-breaks: the smaller fan list, then the smaller fu list.
/// Clause: `jingji.score.choice`.
pub(super) fn is_listed_first(a: &Formula, b: &Formula) -> bool {
    if a.fans == b.fans {
        return a.fu_items.is_listed_before(b.fu_items);
    }
    a.fans.is_listed_before(b.fans)
}
