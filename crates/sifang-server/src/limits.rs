//! How often somebody may do something: a token bucket, and one bucket per key for addresses and players.
//! The figures themselves stand in `sifang_proto::limits` and in the configuration.

use crate::network::Network;
use sifang_proto::PlayerId;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// So many at once, and one more every so often.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rate {
    /// How many at once.
    pub(crate) burst: u32,
    /// After this time there is one more.
    pub(crate) every: Duration,
}

impl Rate {
    /// So many a second.
    pub(crate) const fn per_second(count: u32, burst: u32) -> Rate {
        Rate { burst, every: Duration::from_nanos(1_000_000_000 / count as u64) }
    }

    /// So many a minute, all of them at once if wished.
    pub(crate) const fn per_minute(count: u32) -> Rate {
        Rate { burst: count, every: Duration::from_nanos(60_000_000_000 / count as u64) }
    }
}

/// One bucket. It keeps only the moment at which it will be full again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    rate: Rate,
    full_at: Instant,
}

impl Bucket {
    /// A full bucket.
    pub(crate) fn new(rate: Rate, now: Instant) -> Bucket {
        Bucket { rate, full_at: now }
    }

    /// Takes one, if there is one.
    pub(crate) fn take(&mut self, now: Instant) -> bool {
        let full_at = self.full_at.max(now) + self.rate.every;
        let allowed = full_at <= now + self.rate.every * self.rate.burst;
        if allowed {
            self.full_at = full_at;
        }
        allowed
    }

    /// How long until there is one again.
    pub(crate) fn wait(&self, now: Instant) -> Duration {
        let full_at = self.full_at.max(now) + self.rate.every;
        full_at.saturating_duration_since(now + self.rate.every * self.rate.burst)
    }
}

/// Locks it. A panic elsewhere does not close it for good: whatever is kept behind a lock here is whole after every statement.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What limits may count by. An address is none: it has to become a [`Network`] first, or one home would have as many keys as it
/// has addresses.
pub(crate) trait Key: Copy + Eq + Hash {}

impl Key for Network {}
impl Key for PlayerId {}

/// Buckets by key. Full ones are forgotten now and then, so that strangers leave no trace.
#[derive(Debug)]
pub(crate) struct Buckets<K> {
    rate: Rate,
    buckets: Mutex<HashMap<K, Bucket>>,
}

/// How many buckets there may be before the full ones are thrown away.
const SWEEP_AT: usize = 1024;

impl<K: Key> Buckets<K> {
    /// None yet.
    pub(crate) fn new(rate: Rate) -> Buckets<K> {
        Buckets { rate, buckets: Mutex::default() }
    }

    /// Takes one from this key's bucket, if there is one.
    pub(crate) fn take(&self, key: K, now: Instant) -> bool {
        self.take_or_wait(key, now).is_ok()
    }

    /// Takes one from this key's bucket, or says how long to wait for it.
    pub(crate) fn take_or_wait(&self, key: K, now: Instant) -> Result<(), Duration> {
        let mut buckets = lock(&self.buckets);
        if buckets.len() >= SWEEP_AT && buckets.len().is_power_of_two() {
            buckets.retain(|_, bucket| bucket.full_at > now);
        }
        let bucket = buckets.entry(key).or_insert_with(|| Bucket::new(self.rate, now));
        if bucket.take(now) { Ok(()) } else { Err(bucket.wait(now)) }
    }
}

/// How many places each key holds at this moment, with a bound.
#[derive(Debug)]
pub(crate) struct Held<K> {
    most: usize,
    held: Mutex<HashMap<K, usize>>,
}

/// One of the places of a key; given back when dropped.
#[derive(Debug)]
pub(crate) struct Place<K: Key> {
    held: Arc<Held<K>>,
    /// Whose it is.
    pub(crate) key: K,
}

impl<K: Key> Held<K> {
    /// Nobody holds anything yet.
    pub(crate) fn new(most: usize) -> Arc<Held<K>> {
        Arc::new(Held { most, held: Mutex::default() })
    }

    /// One more for this key, if it may.
    pub(crate) fn take(self: &Arc<Self>, key: K) -> Option<Place<K>> {
        let mut held = lock(&self.held);
        let count = held.entry(key).or_default();
        let allowed = *count < self.most;
        *count += usize::from(allowed);
        allowed.then(|| Place { held: self.clone(), key })
    }
}

impl<K: Key> Drop for Place<K> {
    fn drop(&mut self) {
        let mut held = lock(&self.held.held);
        if let Some(count) = held.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                held.remove(&self.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Key for u32 {}
    impl Key for &str {}

    #[test]
    fn a_bucket_gives_its_burst_and_then_its_rate() {
        let start = Instant::now();
        let mut bucket = Bucket::new(Rate::per_second(10, 20), start);
        assert_eq!((0..30).filter(|_| bucket.take(start)).count(), 20);
        assert!(!bucket.take(start + Duration::from_millis(99)));
        assert!(bucket.take(start + Duration::from_millis(100)));
        assert!(!bucket.take(start + Duration::from_millis(100)));
        let later = start + Duration::from_secs(60);
        assert_eq!((0..30).filter(|_| bucket.take(later)).count(), 20);
    }

    #[test]
    fn keys_do_not_share_and_full_buckets_are_forgotten() {
        let start = Instant::now();
        let buckets = Buckets::new(Rate::per_minute(6));
        assert_eq!((0..10).filter(|_| buckets.take(0_u32, start)).count(), 6);
        assert!(!buckets.take(0, start) && buckets.take(1, start));
        for key in 0_u32..5000 {
            buckets.take(key, start + Duration::from_secs(u64::from(key) * 100));
        }
        assert!(buckets.buckets.lock().unwrap().len() <= SWEEP_AT);
    }

    #[test]
    fn what_is_held_is_bounded_and_given_back() {
        let held = Held::new(2);
        let [first, second, third, other] = ["a", "a", "a", "b"].map(|key| held.take(key));
        assert!(first.is_some() && second.is_some() && third.is_none() && other.is_some());
        drop(first);
        let again = held.take("a");
        assert!(again.is_some() && held.take("a").is_none());
        drop((second, other, again));
        assert!(held.held.lock().unwrap().is_empty());
    }
}
