//! Old matches go when there are too many, one with each step: its record, its deals, and its rows in the histories of its
//! players. The space they leave is used again; PostgreSQL's own autovacuum sees to that.

use super::Postgres;
use crate::{Keep, StoreError};
use std::time::Duration;
use tokio::time::Instant;

/// For so long a count of all bytes holds, less what was removed since.
const HOLDS: Duration = Duration::from_secs(60);

/// The bytes of everything that was played, as they were counted.
#[derive(Debug, Default)]
pub(super) struct Played(Option<(Instant, u64)>);

const OLDEST: &str = "SELECT id, ended_ms FROM played_match ORDER BY ended_ms, id LIMIT 1";
/// The length of what is stored apart is known without reading it.
const BYTES: &str = "SELECT ((SELECT coalesce(sum(octet_length(record)), 0) FROM played_match)
    + (SELECT coalesce(sum(octet_length(summary)), 0) FROM played_by)
    + (SELECT coalesce(sum(octet_length(record) + octet_length(events)), 0) FROM played_deal))::BIGINT";
/// Another node may be at it, too: whoever comes first takes it.
const REMOVE: &str = "WITH gone AS (DELETE FROM played_match WHERE id = $1 RETURNING octet_length(record) AS bytes),
    deals AS (DELETE FROM played_deal WHERE match_id = $1 RETURNING octet_length(record) + octet_length(events) AS bytes),
    seats AS (DELETE FROM played_by WHERE match_id = $1 RETURNING octet_length(summary) AS bytes)
    SELECT coalesce(sum(bytes), 0)::BIGINT
    FROM (SELECT bytes FROM gone UNION ALL SELECT bytes FROM deals UNION ALL SELECT bytes FROM seats) AS removed";

impl Postgres {
    /// One step; says whether there may be more to do.
    pub(super) async fn trim_once(&self, keep: Keep) -> Result<bool, StoreError> {
        let taken = self.pool.write().await?;
        let Some(oldest) = taken.first(OLDEST, &[]).await? else { return Ok(false) };
        let (id, ended_ms): (String, i64) = (oldest.get(0), oldest.get(1));
        let mut played = self.played.lock().await;
        let mut is_beyond = keep.since_ms.is_some_and(|since| ended_ms < since);
        if let Some(most) = keep.matches.filter(|_| !is_beyond) {
            let row = taken.first("SELECT count(*) FROM played_match", &[]).await?;
            is_beyond = row.is_some_and(|row| row.get::<_, i64>(0).max(0) as u64 > most);
        }
        if let Some(most) = keep.bytes.filter(|_| !is_beyond) {
            let counted = played.0.filter(|(at, _)| at.elapsed() < HOLDS);
            let bytes = match counted {
                Some((_, bytes)) => bytes,
                None => {
                    let row = taken.first(BYTES, &[]).await?;
                    let bytes = row.map_or(0, |row| row.get::<_, i64>(0).max(0) as u64);
                    played.0 = Some((Instant::now(), bytes));
                    bytes
                }
            };
            is_beyond = bytes > most;
        }
        if !is_beyond {
            return Ok(false);
        }
        let removed = taken.first(REMOVE, &[&id]).await?.map_or(0, |row| row.get::<_, i64>(0).max(0) as u64);
        if let Some((_, bytes)) = &mut played.0 {
            *bytes = bytes.saturating_sub(removed);
        }
        Ok(true)
    }
}
