//! The server's clock, read in one place. It starts at the wall clock's time and from then on only goes forward, so that a
//! wall clock that is set back cannot hold up a table.

use sifang_proto::Millis;
use std::sync::OnceLock;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970.
pub(crate) fn now() -> Millis {
    static START: OnceLock<(Duration, Instant)> = OnceLock::new();
    let (wall, start) = START
        .get_or_init(|| (SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default(), Instant::now()));
    (*wall + start.elapsed()).as_millis().min(u64::MAX as u128) as Millis
}

/// The same as the store writes it.
pub(crate) fn stored_now() -> i64 {
    stored(now())
}

/// A moment as the store writes it.
pub(crate) fn stored(moment: Millis) -> i64 {
    moment.min(i64::MAX as u64) as i64
}
