//! How long an input may take, and how that is measured: by the time that its own thread spent working, so that a machine with other
//! things to do raises no alarm.

use std::time::Duration;

/// The longest one input may take. Builds with checks and little optimisation get more: nobody serves strangers with them.
pub const LONGEST: Duration = Duration::from_millis(if cfg!(debug_assertions) { 2000 } else { 100 });

/// Does some work, and says how long this thread was busy with it.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let before = busy();
    let done = work();
    (done, busy().saturating_sub(before))
}

/// How long this thread has been busy so far.
#[cfg(unix)]
fn busy() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    // A clock that counts from a thread's beginning is never below zero.
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap_or_default()
}

/// The nearest to it where threads have no clock of their own: the time that has passed.
#[cfg(not(unix))]
fn busy() -> Duration {
    static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    #[test]
    fn work_counts() {
        let asked = Duration::from_millis(20);
        let ((), took) = timed(|| {
            let start = Instant::now();
            while start.elapsed() < asked {
                std::hint::spin_loop();
            }
        });
        assert!(took > Duration::ZERO, "{took:?}");
    }

    #[cfg(unix)]
    #[test]
    fn waiting_does_not_count() {
        let asked = Duration::from_millis(50);
        let ((), took) = timed(|| std::thread::sleep(asked));
        assert!(took < asked, "{took:?}");
    }
}
