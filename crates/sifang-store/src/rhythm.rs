//! When the next commit begins. What comes just after one has begun waits longest: until the next
//! begins, and then for the disk. So that this, too, is committed within the interval, a commit is
//! due earlier than an interval after the last by as much as commits take lately, from when they
//! are due; but never sooner than half an interval after it, which bounds the syncs of a second.

use std::time::Duration;
use tokio::time::Instant;

/// How long it may take until what was committed is sent.
const SENDING: Duration = Duration::from_millis(1);

/// The beginning of the last commit, and how long commits take.
#[derive(Debug)]
pub(crate) struct Rhythm {
    interval: Duration,
    /// When the last commit began.
    last: Option<Instant>,
    /// How long commits take, the lateness of the timer included: a longer one counts at once,
    /// shorter ones little by little.
    takes: Duration,
}

impl Rhythm {
    pub(crate) fn new(interval: Duration) -> Rhythm {
        Rhythm { interval, last: None, takes: Duration::ZERO }
    }

    /// When a commit is due for what has come by now.
    pub(crate) fn due(&self, now: Instant) -> Instant {
        self.last.map_or(now, |last| now.max(last + self.pause()))
    }

    /// A commit has begun, and the next may begin before it has ended.
    pub(crate) fn began(&mut self, at: Instant) {
        self.last = Some(at);
    }

    /// A commit that was due began and has ended.
    pub(crate) fn committed(&mut self, due: Instant, began: Instant, ended: Instant) {
        let took = ended - due;
        self.last = self.last.max(Some(began));
        self.takes = took.max((31 * self.takes + took) / 32);
    }

    /// From the beginning of a commit to that of the next.
    fn pause(&self) -> Duration {
        self.interval.saturating_sub(self.takes + SENDING).max(self.interval / 2)
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
            rhythm.committed(began, began, began + *took * MS);
        }
        rhythm
    }

    #[test]
    fn the_first_commit_waits_for_nothing() {
        let now = Instant::now();
        assert_eq!(after(&[]).due(now), now);
    }

    #[test]
    fn what_comes_late_waits_for_nothing() {
        let rhythm = after(&[4]);
        let late = rhythm.last.unwrap() + 15 * MS;
        assert_eq!(rhythm.due(late), late);
        assert_eq!(rhythm.due(late - MS), late);
        assert_eq!(rhythm.due(late + MS), late + MS);
    }

    #[test]
    fn the_next_begins_early_enough_to_be_committed_within_the_interval() {
        let mut rhythm = after(&[]);
        let due = Instant::now();
        rhythm.committed(due, due, due + 4 * MS);
        assert_eq!(rhythm.due(due), due + 15 * MS, "20 ms, less 4 for the disk and 1 for sending");
    }

    #[test]
    fn a_late_timer_counts_like_a_slow_disk() {
        let mut rhythm = after(&[]);
        let due = Instant::now();
        rhythm.committed(due, due + 2 * MS, due + 5 * MS);
        assert_eq!(
            rhythm.due(due),
            due + 2 * MS + 14 * MS,
            "20 ms from its beginning, less 5 and 1 for sending"
        );
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
