//! A timer for tasks that are woken far more often by something else. Such a task is polled thousands of times before its timer
//! rings: it compares the time with a number at hand instead of looking at the timer, which lies elsewhere in memory.

use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::time::{Instant, Sleep, sleep_until};

/// A timer of one task, which must not be handed on to another.
#[derive(Debug)]
pub(crate) struct Alarm {
    sleep: Pin<Box<Sleep>>,
    due: Instant,
    /// The timer knows whom to wake.
    set: bool,
}

impl Alarm {
    /// Rings at this moment.
    pub(crate) fn at(due: Instant) -> Alarm {
        Alarm { sleep: Box::pin(sleep_until(due)), due, set: false }
    }

    /// When it rings, or has rung.
    pub(crate) fn due(&self) -> Instant {
        self.due
    }

    /// Sets it anew.
    pub(crate) fn set(&mut self, due: Instant) {
        self.sleep.as_mut().reset(due);
        (self.due, self.set) = (due, false);
    }

    /// Ready if it has rung by `now`; otherwise the task is woken when it does.
    pub(crate) fn poll(&mut self, now: Instant, cx: &mut Context<'_>) -> Poll<()> {
        if now >= self.due {
            return Poll::Ready(());
        }
        if !self.set {
            self.set = true;
            // It may have rung since `now`: then it wakes the task at once.
            if self.sleep.as_mut().poll(cx).is_ready() {
                return Poll::Ready(());
            }
        }
        Poll::Pending
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::poll_fn;
    use std::time::Duration;
    use tokio::time::{advance, timeout};

    const SECOND: Duration = Duration::from_secs(1);

    async fn ring(alarm: &mut Alarm) {
        poll_fn(|cx| alarm.poll(Instant::now(), cx)).await;
    }

    #[tokio::test(start_paused = true)]
    async fn it_rings_when_it_is_due_and_not_before() {
        let start = Instant::now();
        let mut alarm = Alarm::at(start + SECOND);
        ring(&mut alarm).await;
        assert!(start.elapsed() >= SECOND);
        // It goes on ringing until it is set anew.
        ring(&mut alarm).await;
        assert!(start.elapsed() < 2 * SECOND);
        alarm.set(start + 3 * SECOND);
        assert_eq!(alarm.due(), start + 3 * SECOND);
        assert!(timeout(SECOND, ring(&mut alarm)).await.is_err());
        ring(&mut alarm).await;
        assert!(start.elapsed() >= 3 * SECOND);
    }

    #[tokio::test(start_paused = true)]
    async fn being_woken_by_something_else_leaves_it_as_it_was() {
        let start = Instant::now();
        let mut alarm = Alarm::at(start + SECOND);
        for _ in 0..9 {
            assert!(timeout(Duration::ZERO, ring(&mut alarm)).await.is_err());
            advance(SECOND / 10).await;
        }
        ring(&mut alarm).await;
        assert!(start.elapsed() < SECOND + SECOND / 10);
        // Sooner than it was set for.
        alarm.set(start + 9 * SECOND);
        assert!(timeout(Duration::ZERO, ring(&mut alarm)).await.is_err());
        alarm.set(Instant::now());
        ring(&mut alarm).await;
    }
}
