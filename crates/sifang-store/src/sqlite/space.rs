//! What closed rooms leave behind in the log, and how it is cleared away: a little with each commit, once it is more than
//! what lives. So closing a room costs nothing, no commit becomes long, and the log is at most about twice what it must be.

use sqlx::SqliteConnection;

/// Lines looked at with one commit.
const SLICE: i64 = 512;
/// So much may lie about in any case.
const SPARE: i64 = 4096;

/// How the log is filled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Space {
    /// All lines.
    all: i64,
    /// Those of live rooms.
    live: i64,
    /// How far a clearing has come, while there is one.
    cleared: Option<i64>,
}

impl Space {
    /// Counts.
    pub(super) async fn read(connection: &mut SqliteConnection) -> Result<Space, sqlx::Error> {
        let all = sqlx::query_scalar("SELECT count(*) FROM log").fetch_one(&mut *connection).await?;
        let live = sqlx::query_scalar("SELECT coalesce(sum(seq), 0) FROM head").fetch_one(connection).await?;
        Ok(Space { all, live, cleared: None })
    }

    /// Lines were added.
    pub(super) fn add(&mut self, lines: usize) {
        self.all += lines as i64;
        self.live += lines as i64;
    }

    /// A room with so many lines was closed.
    pub(super) fn close(&mut self, lines: u64) {
        self.live -= lines as i64;
    }

    /// Clears away a part, if it is time for that.
    pub(super) async fn clear(&mut self, connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
        if self.cleared.is_none() && self.all - self.live <= self.live.max(0) + SPARE {
            return Ok(());
        }
        let from = self.cleared.unwrap_or(i64::MIN);
        let to: Option<i64> = sqlx::query_scalar("SELECT n FROM log WHERE n > ? ORDER BY n LIMIT 1 OFFSET ?")
            .bind(from)
            .bind(SLICE - 1)
            .fetch_optional(&mut *connection)
            .await?;
        let delete = "DELETE FROM log WHERE n > ? AND n <= ? AND room NOT IN (SELECT id FROM room)";
        let done = sqlx::query(delete).bind(from).bind(to.unwrap_or(i64::MAX)).execute(connection).await?;
        self.all -= done.rows_affected() as i64;
        self.cleared = to;
        Ok(())
    }
}
