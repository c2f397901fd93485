//! How much of what was played is kept: the oldest matches are removed, a little at a time, where there are more than the settings
//! allow.

use crate::app::Shared;
use crate::clock;
use crate::config::Config;
use sifang_store::Keep;
use std::time::Duration;

/// How often it is asked whether matches are too many.
const LOOK: Duration = Duration::from_secs(60);
/// Between two steps of their removal, each of which takes the writer a few milliseconds: tables come first.
const REST: Duration = Duration::from_millis(50);
const DAY_MS: i64 = 86_400_000;

/// Removes what is too much until the server ends.
pub(crate) async fn run(app: Shared) {
    loop {
        let more = app.store.trim(kept(&app.config, clock::stored_now())).await;
        if let Err(error) = &more {
            tracing::warn!(%error, "old matches could not be removed");
        }
        tokio::time::sleep(if matches!(more, Ok(true)) { REST } else { LOOK }).await;
    }
}

/// What the settings keep at this moment.
fn kept(config: &Config, now_ms: i64) -> Keep {
    let bound = |most: u64| Some(most).filter(|most| *most > 0);
    Keep {
        since_ms: bound(config.keep_days.into()).map(|days| now_ms.saturating_sub(days as i64 * DAY_MS)),
        matches: bound(config.keep_matches),
        bytes: bound(config.keep_megabytes).map(|megabytes| megabytes.saturating_mul(1_000_000)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_bound_is_no_bound() {
        let config = Config { keep_days: 0, keep_matches: 0, keep_megabytes: 0, ..Config::default() };
        assert_eq!(kept(&config, 10 * DAY_MS), Keep::default());
        let config = Config { keep_days: 3, keep_matches: 7, keep_megabytes: 2, ..Config::default() };
        let expected = Keep { since_ms: Some(7 * DAY_MS), matches: Some(7), bytes: Some(2_000_000) };
        assert_eq!(kept(&config, 10 * DAY_MS), expected);
        assert!(kept(&Config { keep_days: u32::MAX, ..config }, 0).since_ms.is_some());
    }
}
