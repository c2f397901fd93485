//! What closed rooms leave behind in the log, and how it is cleared away: a little with each commit, once it is more than
//! what lives. So closing a room costs nothing, no commit becomes long, and the log is at most about twice what it must be.

use rusqlite::{Connection, OptionalExtension as _};

/// Lines looked at with one commit.
const SLICE: i64 = 512;
/// So much may lie about in any case.
const SPARE: i64 = 4096;
/// A closed room is gone from both tables. One that is gone from only one of them is damaged, and its lines stay.
const CLEAR: &str = "DELETE FROM log WHERE n > ? AND n <= ?
    AND room NOT IN (SELECT id FROM room) AND room NOT IN (SELECT room FROM head)";

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
    pub(super) fn read(connection: &Connection) -> rusqlite::Result<Space> {
        let number = |select| connection.query_row(select, [], |row| row.get(0));
        let all = number("SELECT count(*) FROM log")?;
        let live = number("SELECT coalesce(sum(seq), 0) FROM head")?;
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
    pub(super) fn clear(&mut self, connection: &Connection) -> rusqlite::Result<()> {
        if self.cleared.is_none() && self.all - self.live <= self.live.max(0) + SPARE {
            return Ok(());
        }
        let from = self.cleared.unwrap_or(i64::MIN);
        let to: Option<i64> = connection
            .prepare_cached("SELECT n FROM log WHERE n > ? ORDER BY n LIMIT 1 OFFSET ?")?
            .query_row([from, SLICE - 1], |row| row.get(0))
            .optional()?;
        let gone = connection.prepare_cached(CLEAR)?.execute([from, to.unwrap_or(i64::MAX)])?;
        self.all -= gone as i64;
        self.cleared = to;
        Ok(())
    }
}
