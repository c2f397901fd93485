//! What can go wrong with storage.

use std::path::PathBuf;

/// Why a request to the store failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// Too many writes are waiting; nothing was done.
    #[error("too many writes are waiting")]
    Busy,
    /// The name, code or link is in use; nothing was done.
    #[error("that is taken")]
    Taken,
    /// There is no such room or player; nothing was done.
    #[error("there is no such thing")]
    Missing,
    /// Lines do not join the log where it ends: somebody else has written, or wrote twice. Nothing was done.
    #[error("the log has {found} lines, the new ones should follow line {after}")]
    Gap {
        /// What the writer thought.
        after: u64,
        /// What the log has.
        found: u64,
    },
    /// The database refused or failed; nothing of the request was kept.
    #[error("storage failed: {0}")]
    Failed(String),
    /// The folder has had data that is gone; nothing was done.
    #[error("{0}")]
    Lost(Lost),
    /// The room belongs to another node, or this node has been given up by the others. Nothing was done.
    #[error("the room belongs to another node")]
    Moved,
    /// The others have found the lease of this node over.
    #[error(
        "this node did not answer for longer than its lease, and other nodes have taken its rooms; start it again"
    )]
    GivenUp,
    /// The database cannot be used.
    #[error("the database at {place} cannot be used: {why}")]
    Refused {
        /// Server, port and name.
        place: String,
        /// Why.
        why: Refusal,
    },
    /// The store has been shut down.
    #[error("the store is closed")]
    Closed,
}

/// How a folder shows that it has had a database which is gone. To begin anew there would hide the loss, and write over what may
/// still help.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Lost {
    /// The file is there and has no content.
    #[error("{0} has 0 bytes: its content is gone. {ADVICE}")]
    Empty(PathBuf),
    /// The file is a database without any of our tables.
    #[error("{0} is a database in which nothing of ours is: its content is gone. {ADVICE}")]
    Blank(PathBuf),
    /// The file is not there, but what was beside it is.
    #[error("{file} is gone, though {beside} is still there. {ADVICE}")]
    Missing {
        /// The database.
        file: PathBuf,
        /// What shows that there was one.
        beside: PathBuf,
    },
}

const ADVICE: &str = "Move sifang.db and sifang.db-wal out of this folder, if they are there, and restore a backup \
    (`sifang restore`); for a new server, name a folder that is empty";

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        StoreError::Failed(match error.sqlite_error() {
            // The number distinguishes what the words do not: a disk that cannot be read from one that cannot be synced, say.
            Some(cause) => format!("{error} (SQLite {})", cause.extended_code),
            None => error.to_string(),
        })
    }
}

/// Why a database cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// Nobody answers there.
    #[error("no server answers there ({0})")]
    Unreachable(String),
    /// The role is not let in.
    #[error("the server refuses the role ({0})")]
    Role(String),
    /// The role may not use the database, or there is none of that name.
    #[error("the role cannot use this database ({0})")]
    Database(String),
    /// The connection cannot be encrypted, or the server's certificate is not believed.
    #[error(
        "the connection cannot be encrypted ({0}); `sslrootcert=FILE` names the certificate to believe, `sslmode=disable` goes without"
    )]
    Tls(String),
    /// A later version has changed the schema.
    #[error("it is newer than this program: it has change {0} of the schema")]
    Newer(i64),
    /// Something else.
    #[error("{0}")]
    Other(String),
}

/// What is wrong with a stored log.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Damage {
    /// A line is missing between others, or stands twice.
    #[error("line {expected} is missing, line {found} follows")]
    Order {
        /// The number that should come.
        expected: u64,
        /// The number that came.
        found: u64,
    },
    /// A line or its digest is not what was written.
    #[error("line {seq} is not what was written")]
    Line {
        /// Its number.
        seq: u64,
    },
    /// The last lines are gone, or there are more than were written.
    #[error("the log ends with line {found}, but {expected} lines were written")]
    End {
        /// How many were written.
        expected: u64,
        /// How many there are.
        found: u64,
    },
    /// The database could not read it.
    #[error("it cannot be read: {0}")]
    Unreadable(String),
}
