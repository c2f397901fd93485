//! When the next commit begins. What comes just after one has begun waits longest: until the next begins, and then for the disk.
//! So that this, too, is kept within the interval, a commit begins earlier than an interval after the last by as much as commits
//! take lately; but never sooner than half an interval after it, which bounds the syncs of a second.

use std::time::Duration;
use tokio::time::Instant;

/// What a timer may be late by.
const TICK: Duration = Duration::from_millis(1);

/// The beginning of the last commit, and how long commits take.
#[derive(Debug)]
pub(super) struct Rhythm {
    interval: Duration,
    /// When the last commit began.
    last: Option<Instant>,
    /// How long commits take: a longer one counts at once, shorter ones little by little.
    takes: Duration,
}

impl Rhythm {
    pub(super) fn new(interval: Duration) -> Rhythm {
        Rhythm { interval, last: None, takes: Duration::ZERO }
    }

    /// When the next commit may begin; the first has nothing to wait for.
    pub(super) fn next(&self) -> Option<Instant> {
        Some(self.last? + self.pause())
    }

    /// A commit began and has ended.
    pub(super) fn kept(&mut self, began: Instant, ended: Instant) {
        let took = ended - began;
        self.last = Some(began);
        self.takes = took.max((31 * self.takes + took) / 32);
    }

    /// From the beginning of a commit to that of the next.
    fn pause(&self) -> Duration {
        self.interval.saturating_sub(self.takes + TICK).max(self.interval / 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    /// A rhythm of 20 ms after commits that took so many milliseconds.
    fn after(took: &[u32]) -> Rhythm {
        let mut rhythm = Rhythm::new(20 * MS);
        for took in took {
            let began = Instant::now();
            rhythm.kept(began, began + *took * MS);
        }
        rhythm
    }

    #[test]
    fn the_first_commit_waits_for_nothing() {
        assert_eq!(after(&[]).next(), None);
    }

    #[test]
    fn the_next_begins_early_enough_to_be_kept_within_the_interval() {
        let mut rhythm = after(&[]);
        let began = Instant::now();
        rhythm.kept(began, began + 4 * MS);
        assert_eq!(rhythm.next(), Some(began + 15 * MS), "20 ms, less 4 for the disk and 1 for the timer");
    }

    #[test]
    fn two_in_an_interval_are_the_most() {
        for took in [9, 15, 20, 5000] {
            assert_eq!(after(&[took]).pause(), 10 * MS, "{took} ms");
        }
    }

    #[test]
    fn a_slow_commit_counts_at_once_and_is_forgotten_little_by_little() {
        assert_eq!(after(&[1, 1, 8]).pause(), 11 * MS);
        let soon = after(&[8, 0]).pause();
        assert_eq!(soon, 11 * MS + MS / 4);
        let late = after(&[&[8][..], &[0; 160]].concat()).pause();
        assert!((18 * MS..19 * MS).contains(&late), "{late:?}");
    }
}
