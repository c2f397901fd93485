//! A store in a folder of its own, and a second door to its file.

use rusqlite::Connection;
use sifang_store::{Entry, NewRoom, Settings, Sqlite};
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;

pub(crate) fn settings(folder: &Path) -> Settings {
    Settings { patience: Duration::from_millis(300), ..Settings::new(folder) }
}

pub(crate) async fn store() -> (TempDir, Sqlite) {
    let folder = tempfile::tempdir().unwrap();
    let store = Sqlite::open(settings(folder.path())).await.unwrap();
    (folder, store)
}

/// A connection of our own to the file, as a backup or a curious person would have.
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
