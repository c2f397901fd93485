//! Everything that is stored, brought from a folder to a database or back. Both sides give their rows in one order and one form, so
//! that one digest holds for both: what was written is read again, and nothing counts before the digests agree.
//!
//! The target is empty before, and stays so if anything fails. Nobody may be running on either side.

use crate::{Address, CopyError, Digest, Postgres, Sqlite};
use sha2::{Digest as _, Sha256};
use std::path::{Path, PathBuf};
use tokio::sync::mpsc;

/// Rows handed over at once.
pub(crate) const SLICE: usize = 256;

/// A value in a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    Null,
    Number(i64),
    Text(String),
    Bytes(Vec<u8>),
}

/// Values in the order of the columns.
pub(crate) type Row = Vec<Value>;

/// Rows of the table of this number.
pub(crate) type Part = (usize, Vec<Row>);

/// What the columns of a table hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Number,
    Text,
    Bytes,
}

/// A table as both sides have it.
pub(crate) struct Table {
    pub(crate) name: &'static str,
    pub(crate) columns: &'static [(&'static str, Kind)],
    /// So many of the first columns are its key.
    pub(crate) key: usize,
}

use Kind::{Bytes, Number, Text};

/// All tables, in an order in which they can be filled.
pub(crate) const TABLES: &[Table] = &[
    Table {
        name: "room",
        columns: &[("id", Text), ("code", Text), ("link", Text), ("created_ms", Number), ("meta", Bytes)],
        key: 1,
    },
    Table { name: "head", columns: &[("room", Text), ("seq", Number), ("digest", Bytes)], key: 1 },
    Table {
        name: "log",
        columns: &[("room", Text), ("seq", Number), ("line", Bytes), ("digest", Bytes)],
        key: 2,
    },
    Table {
        name: "player",
        columns: &[("id", Text), ("nickname", Text), ("recovery", Bytes), ("created_ms", Number)],
        key: 1,
    },
    Table {
        name: "token",
        columns: &[
            ("hash", Bytes),
            ("id", Text),
            ("player", Text),
            ("device", Text),
            ("created_ms", Number),
            ("used_ms", Number),
        ],
        key: 1,
    },
    Table {
        name: "passkey",
        columns: &[
            ("credential", Bytes),
            ("id", Text),
            ("player", Text),
            ("name", Text),
            ("created_ms", Number),
            ("used_ms", Number),
            ("fixed", Bytes),
            ("changing", Bytes),
        ],
        key: 1,
    },
    Table {
        name: "preset",
        columns: &[("player", Text), ("name", Text), ("link", Text), ("saved_ms", Number), ("body", Bytes)],
        key: 2,
    },
    Table { name: "erased", columns: &[("player", Text), ("at_ms", Number)], key: 1 },
    Table { name: "played_match", columns: &[("id", Text), ("ended_ms", Number), ("record", Bytes)], key: 1 },
    Table {
        name: "played_by",
        columns: &[
            ("player", Text),
            ("match_id", Text),
            ("ended_ms", Number),
            ("rules", Text),
            ("summary", Bytes),
        ],
        key: 2,
    },
    Table {
        name: "played_deal",
        columns: &[("match_id", Text), ("number", Number), ("record", Bytes), ("events", Bytes)],
        key: 2,
    },
    Table {
        name: "signing_key",
        columns: &[("public", Bytes), ("secret", Bytes), ("since_ms", Number), ("until_ms", Number)],
        key: 1,
    },
];

impl Table {
    /// The names of the columns.
    pub(crate) fn names(&self) -> String {
        self.columns.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
    }

    /// All rows in the order of their bytes; of the log what belongs to a room.
    pub(crate) fn select(&self, collation: &str) -> String {
        let key = self.columns[..self.key].iter().map(|(name, kind)| match kind {
            Text => format!("{name} COLLATE {collation}"),
            Number | Bytes => (*name).to_owned(),
        });
        let key = key.collect::<Vec<_>>().join(", ");
        let which = if self.name == "log" { "WHERE room IN (SELECT room FROM head)" } else { "" };
        format!("SELECT {} FROM {} {which} ORDER BY {key}", self.names(), self.name)
    }
}

/// What was brought over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Transferred {
    /// Live rooms.
    pub rooms: u64,
    /// Players.
    pub players: u64,
    /// Finished matches.
    pub matches: u64,
    /// The digest of everything, the same on both sides.
    pub digest: Digest,
}

/// Counts and digests rows as they pass.
#[derive(Default)]
pub(crate) struct Tally {
    hash: Sha256,
    counts: [u64; TABLES.len()],
}

impl Tally {
    pub(crate) fn add(&mut self, (table, rows): &Part) {
        self.counts[*table] += rows.len() as u64;
        for row in rows {
            self.hash.update([*table as u8]);
            for value in row {
                let fixed: [u8; 8];
                let (kind, bytes): (u8, &[u8]) = match value {
                    Value::Null => (0, &[]),
                    Value::Number(number) => {
                        fixed = number.to_be_bytes();
                        (1, &fixed)
                    }
                    Value::Text(text) => (2, text.as_bytes()),
                    Value::Bytes(bytes) => (3, bytes),
                };
                self.hash.update([kind]);
                self.hash.update((bytes.len() as u64).to_be_bytes());
                self.hash.update(bytes);
            }
        }
    }

    pub(crate) fn end(self) -> Transferred {
        let of = |name: &str| {
            TABLES.iter().zip(self.counts).find(|(table, _)| table.name == name).map_or(0, |(_, count)| count)
        };
        Transferred {
            rooms: of("room"),
            players: of("player"),
            matches: of("played_match"),
            digest: self.hash.finalize().into(),
        }
    }
}

/// Brings everything from a folder into an empty database.
pub async fn to_database(folder: &Path, address: &Address) -> Result<Transferred, CopyError> {
    if !folder.join(crate::sqlite::FILE).is_file() {
        return Err(CopyError::Missing(folder.join(crate::sqlite::FILE)));
    }
    // Brings its schema up to date, if an older version has made it.
    Sqlite::open(crate::Settings::new(folder)).await?.shut_down().await?;
    let (parts, taken) = mpsc::channel(2);
    let folder: PathBuf = folder.to_owned();
    let reading = tokio::task::spawn_blocking(move || crate::sqlite::read_out(&folder, &parts));
    let written = Postgres::take_in(address, taken, async {
        reading.await.unwrap_or_else(|error| Err(CopyError::Failed(error.to_string())))
    });
    written.await
}

/// Brings everything from a database into a folder that has none.
pub async fn to_folder(address: &Address, folder: &Path) -> Result<Transferred, CopyError> {
    let (parts, taken) = mpsc::channel(2);
    let (sent, expected) = tokio::sync::oneshot::channel();
    let folder: PathBuf = folder.to_owned();
    let writing = tokio::task::spawn_blocking(move || crate::sqlite::take_in(&folder, taken, expected));
    let read = Postgres::read_out(address, parts).await;
    if let Ok(read) = &read {
        // Without it nothing is kept.
        let _ = sent.send(*read);
    } else {
        drop(sent);
    }
    let written = writing.await.unwrap_or_else(|error| Err(CopyError::Failed(error.to_string())));
    // The first cause is the better one, unless it is that the other side has ended.
    match (read, written) {
        (Err(CopyError::Broken), Err(error)) | (Err(error), _) | (Ok(_), Err(error)) => Err(error),
        (Ok(_), Ok(written)) => Ok(written),
    }
}
