//! When actions are due. Each table has its own moments, half a gap to one and a half gaps apart, whatever the server does: an
//! action whose table is not ready for it waits, and the wait counts. What is then measured of it is in `book`.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::time::{Duration, Instant};

/// Numbers that only have to look random (xorshift).
pub struct Random(u64);

impl Random {
    /// Always the same numbers.
    pub fn new() -> Random {
        Random(0x9e37_79b9_7f4a_7c15)
    }

    /// The next one.
    pub fn number(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// At least 0 and less than 1.
    fn share(&mut self) -> f64 {
        (self.number() >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// The due moments of all tables.
pub struct Pace {
    gap: Duration,
    due: BinaryHeap<Reverse<(Instant, usize)>>,
    /// Of each table, what is due and not yet sent, the oldest first.
    waiting: Vec<VecDeque<Instant>>,
    random: Random,
}

impl Pace {
    /// Nothing is due.
    pub fn new() -> Pace {
        Pace { gap: Duration::ZERO, due: BinaryHeap::new(), waiting: Vec::new(), random: Random::new() }
    }

    /// From now on the first so many tables act, each once in a gap on average, and what was due before is forgotten.
    pub fn begin(&mut self, tables: usize, gap: Duration, now: Instant) {
        self.gap = gap;
        self.waiting = vec![VecDeque::new(); tables];
        self.due.clear();
        for table in 0..tables {
            let first = now + gap.mul_f64(self.random.share());
            self.due.push(Reverse((first, table)));
        }
    }

    /// Nobody acts any more.
    pub fn stop(&mut self) {
        self.due.clear();
        self.waiting.clear();
    }

    /// The next moment at which something is due.
    pub fn next(&self) -> Option<Instant> {
        self.due.peek().map(|Reverse((due, _))| *due)
    }

    /// A table at which an action has become due by now, and since when; it waits from here on.
    pub fn ripe(&mut self, now: Instant) -> Option<(usize, Instant)> {
        let Reverse((due, table)) = *self.due.peek().filter(|Reverse((due, _))| *due <= now)?;
        self.due.pop();
        // From the due moment, not from now: a late load process does not slow the tables down.
        let next = due + self.gap.mul_f64(0.5 + self.random.share());
        self.due.push(Reverse((next, table)));
        self.waiting[table].push_back(due);
        Some((table, due))
    }

    /// Whether something waits at a table.
    pub fn waits(&self, table: usize) -> bool {
        self.waiting.get(table).is_some_and(|waiting| !waiting.is_empty())
    }

    /// The table acts: since when was that due?
    pub fn take(&mut self, table: usize) -> Option<Instant> {
        self.waiting.get_mut(table)?.pop_front()
    }

    /// What is due at all tables and not yet sent.
    pub fn overdue(&self) -> impl Iterator<Item = Instant> {
        self.waiting.iter().flatten().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAP: Duration = Duration::from_secs(2);

    #[test]
    fn tables_act_at_their_own_moments_whatever_the_server_does() {
        let start = Instant::now();
        let mut pace = Pace::new();
        pace.begin(50, GAP, start);
        let mut moments = vec![Vec::new(); 50];
        // Nobody looks for a minute, and nothing is taken: all moments are still where they were.
        while let Some((table, due)) = pace.ripe(start + 30 * GAP) {
            moments[table].push(due);
        }
        let count: usize = moments.iter().map(Vec::len).sum();
        assert!((1_400..1_600).contains(&count), "{count} in a minute, one in two seconds at each of 50");
        for moments in &moments {
            assert!(moments[0] < start + GAP);
            let gaps: Vec<f64> = moments.windows(2).map(|pair| (pair[1] - pair[0]).as_secs_f64()).collect();
            assert!(gaps.iter().all(|gap| (1.0..3.0).contains(gap)), "{gaps:?}");
            let spread = gaps.iter().copied().fold(0.0, f64::max) - gaps.iter().copied().fold(9.0, f64::min);
            assert!(spread > 1.0, "not at fixed moments: {gaps:?}");
        }
        assert_eq!(pace.overdue().count(), count, "what nobody has sent waits");
    }

    #[test]
    fn what_waits_is_taken_in_its_order_and_forgotten_when_a_new_step_begins() {
        let start = Instant::now();
        let mut pace = Pace::new();
        pace.begin(1, GAP, start);
        let dues: Vec<Instant> =
            (0..3).filter_map(|_| pace.ripe(start + 10 * GAP)).map(|ripe| ripe.1).collect();
        assert_eq!([pace.take(0), pace.take(0)], [Some(dues[0]), Some(dues[1])]);
        assert!(pace.waits(0));
        pace.begin(1, GAP, start);
        assert!(!pace.waits(0) && pace.take(0).is_none());
        assert!(pace.next().is_some());
        pace.stop();
        assert!(pace.next().is_none() && pace.take(0).is_none());
    }
}
