//! The wall clock, read in one place.

use sifang_proto::Millis;
use std::time::{SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970.
pub(crate) fn now() -> Millis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_millis().min(u64::MAX as u128) as Millis
}

/// The same as the store writes it.
pub(crate) fn stored_now() -> i64 {
    stored(now())
}

/// A moment as the store writes it.
pub(crate) fn stored(moment: Millis) -> i64 {
    moment.min(i64::MAX as u64) as i64
}
