//! Points move only here. An entry's amount is *folded from its own explanation*, so the two cannot drift apart.

use crate::{Journal, Sight};
use serde::Serialize;
use sifang_tiles::Seat;
use tinyvec::ArrayVec;

/// A named thing of a rule book: a fan, a payment, a reason. `clause` is the anchor in the rule book that it comes from.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct Term {
    /// Stable id, unique within its rule set.
    pub id: &'static str,
    /// Chinese name.
    pub zh: &'static str,
    /// English name.
    pub en: &'static str,
    /// Anchor in the rule book.
    pub clause: &'static str,
}

static NO_TERM: Term = Term { id: "", zh: "", en: "", clause: "" };

/// What a step does to the two running numbers, *points* and *fans*.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Op {
    /// points = n
    #[default]
    Start,
    /// points += n
    Plus,
    /// points *= n
    Times,
    /// fans += n
    Fan,
    /// points *= fans
    TimesFans,
    /// points *= 2^fans
    DoublePerFan,
    /// points = points^fans
    RaiseToFans,
    /// fans = min(fans, n)
    CapFans,
    /// points = min(points, n)
    Cap,
    /// points rounded up to a multiple of n
    RoundUpTo,
    /// points /= n (one payer's part)
    Share,
}

/// One line of an explanation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    /// What it does.
    pub op: Op,
    /// With which number (0 where the operation takes none).
    pub n: i32,
    /// Why.
    pub why: &'static Term,
}

impl Default for Step {
    fn default() -> Self {
        Step { op: Op::Start, n: 0, why: &NO_TERM }
    }
}

/// An explanation: steps in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Steps(ArrayVec<[Step; 40]>);

impl Steps {
    /// No step yet.
    pub fn new() -> Steps {
        Steps::default()
    }

    /// The amount begins with this.
    pub fn start(points: i32, why: &'static Term) -> Steps {
        let mut steps = Steps::new();
        steps.push(Op::Start, points, why);
        steps
    }

    /// Adds a step. (No rule book comes near the limit of 40; what is beyond it is not taken, in debug builds it is an error.)
    pub fn push(&mut self, op: Op, n: i32, why: &'static Term) -> &mut Steps {
        let full = self.0.try_push(Step { op, n, why }).is_some();
        debug_assert!(!full, "an explanation of more than 40 steps");
        self
    }

    /// The steps.
    pub fn as_slice(&self) -> &[Step] {
        &self.0
    }

    /// The amount they come to.
    pub fn points(&self) -> i32 {
        fold(&self.0)
    }
}

/// Folds steps into points. Saturates instead of overflowing: no rule book reaches the limits.
pub fn fold(steps: &[Step]) -> i32 {
    let (mut points, mut fans) = (0i64, 0i64);
    for step in steps {
        let n = step.n as i64;
        match step.op {
            Op::Start => points = n,
            Op::Plus => points = points.saturating_add(n),
            Op::Times => points = points.saturating_mul(n),
            Op::Fan => fans += n,
            Op::TimesFans => points = points.saturating_mul(fans),
            Op::DoublePerFan => points = points.saturating_mul(1i64 << fans.clamp(0, 40)),
            Op::RaiseToFans => points = points.saturating_pow(fans.clamp(0, 63) as u32),
            Op::CapFans => fans = fans.min(n),
            Op::Cap => points = points.min(n),
            Op::RoundUpTo => points = if n > 0 { (points + n - 1).div_euclid(n) * n } else { points },
            Op::Share => points = if n != 0 { points / n } else { points },
        }
    }
    points.clamp(i32::MIN as i64, i32::MAX as i64) as i32
}

/// Number of an entry within its deal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize)]
#[serde(transparent)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct EntryId(pub u8);

/// What the ledger remembers of an entry during the deal; the explanation lies in the journal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Posting {
    /// Who paid.
    pub from: Seat,
    /// Who was paid.
    pub to: Seat,
    /// A number of the rule set's own, to find its entries again (which kong, which win).
    pub tag: u8,
    reversed: bool,
    sight: Sight,
    /// How much.
    pub points: i32,
}

impl Posting {
    /// It has been paid back, or is settled so that it never will be.
    pub fn is_closed(&self) -> bool {
        self.reversed
    }
}

/// Who pays whom how much, and why: what a rule set hands to [`Ledger::post`].
#[derive(Clone, Copy, Debug)]
pub struct Payment<'a> {
    /// What kind of payment this is (its clause goes on the entry).
    pub why: &'static Term,
    /// Who pays.
    pub from: Seat,
    /// Who is paid.
    pub to: Seat,
    /// How the amount comes about.
    pub steps: &'a Steps,
    /// A number of the rule set's own.
    pub tag: u8,
    /// Who may see it before the deal is over.
    pub sight: Sight,
}

/// The deal's accounts. Every entry takes from one seat what it gives to another: the sum is always zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Ledger {
    balances: [i32; Seat::MAX],
    postings: ArrayVec<[Posting; 120]>,
}

impl Ledger {
    /// Books a payment and writes it down with its explanation. A payment of 0 is booked too: it explains why nothing moved.
    pub fn post(&mut self, payment: Payment<'_>, journal: &mut Journal) -> EntryId {
        self.book(payment, None, journal)
    }

    /// Pays entry `which` back, for the reason `why`. Nothing happens if it was already paid back or settled.
    pub fn reverse(&mut self, which: EntryId, why: &'static Term, journal: &mut Journal) -> Option<EntryId> {
        let posting = self.postings.get_mut(which.0 as usize)?;
        if posting.reversed {
            return None;
        }
        posting.reversed = true;
        let posting = *posting;
        let steps = Steps::start(posting.points, why);
        let payment = Payment {
            why,
            from: posting.to,
            to: posting.from,
            steps: &steps,
            tag: posting.tag,
            sight: posting.sight,
        };
        Some(self.book(payment, Some(which), journal))
    }

    /// Marks an entry as settled: it can no longer be paid back.
    pub fn settle(&mut self, which: EntryId) {
        if let Some(posting) = self.postings.get_mut(which.0 as usize) {
            posting.reversed = true;
        }
    }

    fn book(&mut self, p: Payment<'_>, reverses: Option<EntryId>, journal: &mut Journal) -> EntryId {
        let points = p.steps.points();
        debug_assert!(p.from != p.to, "a seat pays itself");
        self.balances[p.from.index()] -= points;
        self.balances[p.to.index()] += points;
        let id = EntryId(self.postings.len() as u8);
        let posting = Posting {
            from: p.from,
            to: p.to,
            tag: p.tag,
            // A reversal is final: it is never itself paid back.
            reversed: reverses.is_some(),
            sight: p.sight,
            points,
        };
        let full = self.postings.try_push(posting).is_some();
        debug_assert!(!full, "more entries than a deal can have");
        journal.post(
            Entry { id, why: p.why, from: p.from, to: p.to, points, reverses, sight: p.sight },
            p.steps,
        );
        id
    }

    /// What each seat has won or lost in this deal so far.
    #[inline]
    pub fn balances(&self) -> [i32; Seat::MAX] {
        self.balances
    }

    /// The entries so far.
    pub fn postings(&self) -> impl Iterator<Item = (EntryId, &Posting)> {
        self.postings.iter().enumerate().map(|(i, posting)| (EntryId(i as u8), posting))
    }

    /// The balances as far as `who` may know them (hidden entries left out).
    pub(crate) fn balances_seen_by(&self, sees: impl Fn(Sight) -> bool) -> [i32; Seat::MAX] {
        let mut balances = [0; Seat::MAX];
        for posting in self.postings.iter().filter(|posting| sees(posting.sight)) {
            balances[posting.from.index()] -= posting.points;
            balances[posting.to.index()] += posting.points;
        }
        balances
    }
}

/// One payment as the journal keeps it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its number.
    pub id: EntryId,
    /// What kind of payment it is.
    pub why: &'static Term,
    /// Who pays.
    pub from: Seat,
    /// Who is paid.
    pub to: Seat,
    /// How much.
    pub points: i32,
    /// The entry it pays back.
    pub reverses: Option<EntryId>,
    /// Who may see it before the deal is over.
    pub sight: Sight,
}

#[cfg(test)]
mod tests {
    use super::*;

    static WHY: Term = Term { id: "x", zh: "x", en: "x", clause: "x" };

    fn points(steps: &[(Op, i32)]) -> i32 {
        let mut all = Steps::new();
        for (op, n) in steps {
            all.push(*op, *n, &WHY);
        }
        all.points()
    }

    #[test]
    fn steps_fold_as_they_read() {
        use Op::*;
        assert_eq!(points(&[(Start, 5), (Times, 4), (Fan, 2), (Fan, 1), (TimesFans, 0)]), 60);
        assert_eq!(points(&[(Start, 1), (Fan, 9), (CapFans, 6), (Fan, -1), (DoublePerFan, 0)]), 32);
        assert_eq!(
            points(&[(Start, 1), (Plus, 1), (Fan, 5), (RaiseToFans, 0), (RoundUpTo, 3), (Share, 3)]),
            11
        );
        assert_eq!(points(&[(Start, 3), (Fan, 0), (RaiseToFans, 0), (Cap, 128)]), 1);
        assert_eq!(points(&[(Start, i32::MAX), (Times, i32::MAX), (Times, i32::MAX)]), i32::MAX);
    }

    #[test]
    fn entries_cancel_and_are_paid_back_once() {
        let mut ledger = Ledger::default();
        let mut journal = Journal::new();
        let mut steps = Steps::new();
        steps.push(Op::Start, 8, &WHY);
        let (a, b) = (Seat::new(0), Seat::new(2));
        let pay = Payment { why: &WHY, from: a, to: b, steps: &steps, tag: 0, sight: Sight::ALL };
        let id = ledger.post(pay, &mut journal);
        assert_eq!(ledger.balances(), [-8, 0, 8, 0]);
        assert!(ledger.reverse(id, &WHY, &mut journal).is_some());
        assert_eq!(ledger.balances(), [0; 4]);
        assert_eq!(ledger.reverse(id, &WHY, &mut journal), None);
        let kept = ledger.post(pay, &mut journal);
        ledger.settle(kept);
        assert_eq!(ledger.reverse(kept, &WHY, &mut journal), None);
        assert_eq!(ledger.balances().iter().sum::<i32>(), 0);
    }
}
