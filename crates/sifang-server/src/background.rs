//! Machine time that no table waits for: the lab and the reviews take it in turns, on a few threads of the lowest priority.
//!
//! Who comes first is served first, for one short piece of work at a time. So neither can keep the other waiting for long, and
//! together they never use more threads than one of them may.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// After a piece of work its thread rests for this part of the time it took.
const REST: u32 = 3;
/// Shorter pieces are added up before the thread rests: the system's clock does not wake it more finely.
const WORTH_A_REST: Duration = Duration::from_millis(4);

/// Gives this thread, and those it starts, the lowest priority. Where that cannot be done the rests must do.
pub(crate) fn be_nice() {
    #[cfg(unix)]
    if let Err(error) = rustix::process::nice(19) {
        tracing::warn!(%error, "a thread for work in the background keeps its priority");
    }
}

/// Rests between pieces of work, so that even without priorities a table is not kept waiting.
#[derive(Debug)]
pub(crate) struct Rests(Mutex<Instant>);

impl Rests {
    /// The work begins.
    pub(crate) fn new() -> Rests {
        Rests(Mutex::new(Instant::now()))
    }

    /// A piece is done.
    pub(crate) fn rest(&self) {
        let mut since = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let worked = since.elapsed();
        if worked >= WORTH_A_REST {
            std::thread::sleep(worked / REST);
            *since = Instant::now();
        }
    }
}

/// The threads' turns.
#[derive(Debug)]
pub(crate) struct Background {
    threads: usize,
    turns: Mutex<Turns>,
    bell: Condvar,
}

#[derive(Debug, Default)]
struct Turns {
    /// The number of the next who comes, and of the next who is let in.
    next: u64,
    admitted: u64,
    busy: usize,
}

/// One of the turns; it ends when this is dropped.
#[derive(Debug)]
pub(crate) struct Turn(Arc<Background>);

impl Background {
    /// Turns for so many threads at a time.
    pub(crate) fn new(threads: usize) -> Arc<Background> {
        let turns = Mutex::default();
        Arc::new(Background { threads: threads.max(1), turns, bell: Condvar::new() })
    }

    fn lock(&self) -> MutexGuard<'_, Turns> {
        self.turns.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many threads may be at work.
    pub(crate) fn threads(&self) -> usize {
        self.threads
    }

    /// Waits for a turn.
    pub(crate) fn turn(self: &Arc<Background>) -> Turn {
        let mut turns = self.lock();
        let own = turns.next;
        turns.next += 1;
        while turns.admitted != own || turns.busy >= self.threads {
            turns = self.bell.wait(turns).unwrap_or_else(PoisonError::into_inner);
        }
        turns.admitted += 1;
        turns.busy += 1;
        drop(turns);
        self.bell.notify_all();
        Turn(self.clone())
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.0.lock().busy -= 1;
        self.0.bell.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

    #[test]
    fn so_many_are_at_work_and_no_more() {
        let background = Background::new(2);
        let (now, most, all) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..5 {
                scope.spawn(|| {
                    for _ in 0..20 {
                        let _turn = background.turn();
                        most.fetch_max(now.fetch_add(1, SeqCst) + 1, SeqCst);
                        std::thread::sleep(Duration::from_micros(200));
                        all.fetch_add(1, SeqCst);
                        now.fetch_sub(1, SeqCst);
                    }
                });
            }
        });
        assert_eq!((most.into_inner(), all.into_inner()), (2, 100));
    }

    #[test]
    fn who_comes_first_is_served_first() {
        let background = Background::new(1);
        let order = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            let held = background.turn();
            for n in 0..4 {
                let (background, order) = (&background, &order);
                scope.spawn(move || {
                    let _turn = background.turn();
                    order.lock().unwrap().push(n);
                });
                while background.lock().next < n + 2 {
                    std::thread::yield_now();
                }
            }
            drop(held);
        });
        assert_eq!(*order.lock().unwrap(), [0, 1, 2, 3]);
    }
}
