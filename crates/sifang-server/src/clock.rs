//! The server's clock, read in one place. It starts at the wall clock's time and from then on only goes forward, so that a
//! wall clock that is set back cannot hold up a table.
//!
//! It stands still while the server itself does not run (the process is stopped, its machine is paused or has no memory left):
//! nobody's time for a move runs out because the server slept, and what players sent in the meantime is read before any timer
//! of a table rings. A thread of its own says several times a second that all is well; what lies further than a little beyond
//! its last word has not been seen to pass, and does not count.

use sifang_proto::Millis;
use std::sync::atomic::{AtomicU64, Ordering::Acquire, Ordering::Relaxed, Ordering::Release};
use std::sync::{Once, OnceLock};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// How often the thread says that all is well.
const BEAT: Duration = Duration::from_millis(250);
/// How long its silence means nothing: a busy machine is not asleep.
const PATIENCE: Duration = Duration::from_secs(1);

/// Milliseconds since 1970.
pub(crate) fn now() -> Millis {
    let clock = clock();
    let passed = Duration::from_nanos(clock.passed.at(clock.elapsed()));
    (clock.wall + passed).as_millis().min(u64::MAX as u128) as Millis
}

/// The same as the store writes it.
pub(crate) fn stored_now() -> i64 {
    stored(now())
}

/// A moment as the store writes it.
pub(crate) fn stored(moment: Millis) -> i64 {
    moment.min(i64::MAX as u64) as i64
}

/// Lets the clock notice when the server does not run. Before this it counts all time that passes.
pub(crate) fn watch() -> std::io::Result<()> {
    static ONCE: Once = Once::new();
    let mut begun = Ok(());
    ONCE.call_once(|| {
        let thread = std::thread::Builder::new().name("clock".into()).spawn(|| {
            loop {
                let clock = clock();
                if let Some(gap) = clock.passed.beat(clock.elapsed()) {
                    tracing::warn!(
                        ms = gap.as_millis() as u64,
                        "the server did not run; its clock stood still"
                    );
                }
                std::thread::sleep(BEAT);
            }
        });
        begun = thread.map(drop);
    });
    begun
}

/// The clock of this process.
struct Clock {
    wall: Duration,
    start: Instant,
    passed: Passed,
}

fn clock() -> &'static Clock {
    static CLOCK: OnceLock<Clock> = OnceLock::new();
    CLOCK.get_or_init(|| Clock {
        wall: SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default(),
        start: Instant::now(),
        passed: Passed::default(),
    })
}

impl Clock {
    /// Nanoseconds since the start, for centuries.
    fn elapsed(&self) -> u64 {
        nanoseconds(self.start.elapsed())
    }
}

fn nanoseconds(time: Duration) -> u64 {
    time.as_nanos().min(u64::MAX as u128) as u64
}

/// How much of the time since the start counts, in nanoseconds.
struct Passed {
    /// What did not count.
    skipped: AtomicU64,
    /// What may count until the next beat.
    ceiling: AtomicU64,
    /// What had counted when the last gap was noticed.
    floor: AtomicU64,
}

impl Default for Passed {
    fn default() -> Passed {
        Passed { skipped: AtomicU64::new(0), ceiling: AtomicU64::new(u64::MAX), floor: AtomicU64::new(0) }
    }
}

impl Passed {
    /// What counts of this time. It never goes back: whoever sees a new ceiling sees what was skipped before it was raised, and
    /// whoever sees that sees the floor below it, which counts for a time that was read just before the gap was noticed.
    fn at(&self, elapsed: u64) -> u64 {
        let ceiling = self.ceiling.load(Acquire);
        let counted = elapsed.saturating_sub(self.skipped.load(Acquire));
        counted.max(self.floor.load(Acquire)).min(ceiling)
    }

    /// The server runs at this time; gives the gap before it, if there was one. Only one thread may say so.
    fn beat(&self, elapsed: u64) -> Option<Duration> {
        let (ceiling, skipped) = (self.ceiling.load(Relaxed), self.skipped.load(Relaxed));
        let counted = elapsed.saturating_sub(skipped);
        let gap = counted.saturating_sub(ceiling);
        if gap > 0 {
            self.floor.store(ceiling, Release);
            self.skipped.store(skipped + gap, Release);
        }
        self.ceiling.store((counted - gap).saturating_add(nanoseconds(PATIENCE)), Release);
        (gap > 0).then(|| Duration::from_nanos(gap))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: u64 = 1_000_000;
    const SECOND: u64 = 1000 * MS;

    #[test]
    fn unwatched_it_counts_everything() {
        let passed = Passed::default();
        assert_eq!([0, 7, 90 * SECOND].map(|time| passed.at(time)), [0, 7, 90 * SECOND]);
    }

    #[test]
    fn a_server_that_runs_has_the_time_of_its_machine() {
        let passed = Passed::default();
        for time in (0..100 * SECOND).step_by(900 * MS as usize) {
            assert_eq!(passed.beat(time), None);
            assert_eq!(passed.at(time + 800 * MS), time + 800 * MS);
        }
    }

    #[test]
    fn it_stands_still_while_the_server_does_not_run() {
        let passed = Passed::default();
        assert_eq!(passed.beat(10 * SECOND), None);
        // Stopped for half a minute: whoever asks first, before the thread has noticed, does not count it as passed.
        assert_eq!(passed.at(40 * SECOND), 11 * SECOND);
        assert_eq!(passed.beat(40 * SECOND), Some(Duration::from_secs(29)));
        assert_eq!(passed.at(40 * SECOND), 11 * SECOND);
        assert_eq!(passed.at(40 * SECOND + 5), 11 * SECOND + 5);
        // And again.
        assert_eq!(passed.beat(40 * SECOND + 250 * MS), None);
        assert_eq!(passed.beat(140 * SECOND), Some(Duration::from_millis(98_750)));
        assert_eq!(passed.at(141 * SECOND), 13 * SECOND + 250 * MS);
    }

    #[test]
    fn it_never_goes_back_whoever_looks_at_it() {
        let passed = Passed::default();
        let done = std::sync::atomic::AtomicBool::new(false);
        let time = AtomicU64::new(0);
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    let mut last = 0;
                    while !done.load(Relaxed) {
                        let now = passed.at(time.fetch_add(1, Relaxed));
                        assert!(last <= now, "{last} came before {now}");
                        last = now;
                    }
                });
            }
            for beat in 1..200_000 {
                // Every seventh comes far too late.
                time.fetch_add(if beat % 7 == 0 { 30 * SECOND } else { 250 * MS }, Relaxed);
                passed.beat(time.fetch_add(1, Relaxed));
            }
            done.store(true, Relaxed);
        });
    }
}
