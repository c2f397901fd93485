//! A store, in a folder or in a database of its own, and a second door to what it keeps.

mod door;
mod proxy;

pub(crate) use door::Door;
pub(crate) use proxy::Proxy;

use rusqlite::Connection;
use sifang_postgres::Database;
use sifang_store::{Entry, Keeper, NewRoom, Postgres, Settings, Sqlite, StoreError, postgres};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;

/// Runs each of these checks on both stores; on PostgreSQL where it is installed.
macro_rules! both {
    ($($check:ident),* $(,)?) => {
        mod sqlite {
            $(#[tokio::test]
            async fn $check() {
                super::$check(crate::common::Place::folder()).await;
            })*
        }

        mod postgres {
            $(#[tokio::test]
            async fn $check() {
                if let Some(place) = crate::common::Place::database() {
                    super::$check(place).await;
                }
            })*
        }
    };
}
pub(crate) use both;

/// Any of the stores.
pub(crate) type Shared = Arc<dyn Keeper>;

/// Where a store is.
pub(crate) enum Place {
    Folder(TempDir),
    Database(Database),
}

/// How a store works, where a test is about it.
#[derive(Clone, Copy)]
pub(crate) struct How {
    pub(crate) queue: usize,
    pub(crate) patience: Duration,
    pub(crate) interval: Duration,
}

impl Default for How {
    fn default() -> How {
        How { queue: 4096, patience: Duration::from_millis(300), interval: Duration::from_millis(8) }
    }
}

impl Place {
    pub(crate) fn folder() -> Place {
        Place::Folder(tempfile::tempdir().unwrap())
    }

    pub(crate) fn database() -> Option<Place> {
        sifang_postgres::database().map(Place::Database)
    }

    /// Opens the store; a node of its own each time, in a database.
    pub(crate) async fn open(&self) -> Shared {
        self.open_with(How::default()).await.unwrap()
    }

    pub(crate) async fn open_with(&self, how: How) -> Result<Shared, StoreError> {
        let How { queue, patience, interval } = how;
        Ok(match self {
            Place::Folder(folder) => {
                let settings = Settings { queue, patience, interval, ..Settings::new(folder.path()) };
                Arc::new(Sqlite::open(settings).await?)
            }
            Place::Database(database) => {
                let settings = node(&database.url());
                Arc::new(Postgres::open(postgres::Settings { queue, patience, interval, ..settings }).await?)
            }
        })
    }

    /// A connection of our own, as a backup or a curious person would have.
    pub(crate) fn door(&self) -> Door {
        match self {
            Place::Folder(folder) => Door::Sqlite(side_door(folder.path())),
            Place::Database(database) => Door::postgres(database.clone()),
        }
    }
}

/// How nodes work in tests.
pub(crate) fn node(url: &str) -> postgres::Settings {
    postgres::Settings {
        patience: Duration::from_millis(300),
        ..postgres::Settings::new(url.parse().unwrap())
    }
}

pub(crate) fn settings(folder: &Path) -> Settings {
    Settings { patience: Duration::from_millis(300), ..Settings::new(folder) }
}

pub(crate) async fn store() -> (TempDir, Sqlite) {
    let folder = tempfile::tempdir().unwrap();
    let store = Sqlite::open(settings(folder.path())).await.unwrap();
    (folder, store)
}

/// A connection of our own to the file.
pub(crate) fn side_door(folder: &Path) -> Connection {
    Connection::open(folder.join("sifang.db")).unwrap()
}

pub(crate) fn room(id: &str, code: &str) -> NewRoom {
    NewRoom {
        id: id.into(),
        code: code.into(),
        link: format!("link-{id}"),
        created_ms: 1,
        meta: b"{}".to_vec(),
    }
}

pub(crate) fn entry(room: &str, after: u64, lines: &[&str]) -> Entry {
    let lines = lines.iter().map(|line| line.as_bytes().to_vec()).collect();
    Entry { room: room.into(), after, lines, ..Entry::default() }
}
