//! How the file is opened, for writing and for reading. Calls into the database block: whatever holds a connection runs on a
//! thread of its own, or on one where blocking is allowed.

use crate::StoreError;
use rusqlite::{Connection, OpenFlags};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Statements that stay prepared: all that a connection ever runs.
const PREPARED: usize = 64;

/// Where the database is, and how long a lock on it that somebody else holds is waited for.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) file: PathBuf,
    pub(super) patience: Duration,
}

impl Place {
    /// Opens the file for writing.
    pub(super) fn write(&self) -> rusqlite::Result<Connection> {
        let connection = open(&self.file, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        connection.busy_timeout(self.patience)?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        connection.pragma_update(None, "synchronous", if syncs_rarely() { "NORMAL" } else { "FULL" })?;
        // The pages that a commit touches, in KB: the end of the log and where the logs end. What is larger goes to the disk early.
        connection.pragma_update(None, "cache_size", -512)?;
        Ok(connection)
    }

    /// Opens the file for reading.
    pub(super) fn read(&self) -> rusqlite::Result<Connection> {
        let connection = read_only(&self.file)?;
        connection.busy_timeout(self.patience)?;
        // What is read is small, and rarely the same twice.
        connection.pragma_update(None, "cache_size", -128)?;
        Ok(connection)
    }
}

/// Opens an empty file to make a database of it. What happens to it on the way need not survive anything: it has no name yet.
pub(super) fn new_file(file: &Path) -> rusqlite::Result<Connection> {
    let connection = open(file, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    // Before anything else is in it: so it can give back the space of what was removed.
    connection.pragma_update(None, "auto_vacuum", "INCREMENTAL")?;
    connection.pragma_update(None, "journal_mode", "MEMORY")?;
    connection.pragma_update(None, "synchronous", "OFF")?;
    Ok(connection)
}

/// Opens a database file for reading only.
pub(crate) fn read_only(file: &Path) -> rusqlite::Result<Connection> {
    open(file, OpenFlags::SQLITE_OPEN_READ_ONLY)
}

/// A connection is used by one thread at a time, which Rust sees to: no lock of its own is needed.
fn open(file: &Path, flags: OpenFlags) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(file, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.set_prepared_statement_cache_capacity(PREPARED);
    Ok(connection)
}

/// A breach that trials must find, switched on by name; no binary that anybody uses has the feature.
fn syncs_rarely() -> bool {
    cfg!(feature = "mutations")
        && std::env::var_os("SIFANG_MUTATION").is_some_and(|name| name == "syncs_rarely")
}

/// An acknowledged line must survive a power cut: reads back that the database really syncs every commit.
pub(super) fn check_durability(connection: &Connection) -> Result<(), StoreError> {
    let mode: String = connection.pragma_query_value(None, "journal_mode", |row| row.get(0))?;
    let synchronous: i64 = connection.pragma_query_value(None, "synchronous", |row| row.get(0))?;
    if mode != "wal" || synchronous != 2 && !syncs_rarely() {
        let what = format!("the database is in mode {mode}/{synchronous}; wal with full sync is needed");
        return Err(StoreError::Failed(what));
    }
    Ok(())
}
