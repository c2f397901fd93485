//! The data folder: who may read it, and what is not taken for a new one.

use crate::common::{entry, room, settings, side_door};
use sifang_store::{Journal, Lost, Sqlite, StoreError, backup, restore};
use std::path::{Path, PathBuf};

async fn refused(folder: &Path) -> Lost {
    match Sqlite::open(settings(folder)).await {
        Err(StoreError::Lost(lost)) => lost,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_database_without_content_is_not_begun_anew() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sifang.db");
    std::fs::write(&file, "").unwrap();
    assert_eq!(refused(folder.path()).await, Lost::Empty(file.clone()));
    // The words say what to do.
    let said = Sqlite::open(settings(folder.path())).await.unwrap_err().to_string();
    assert!(said.contains("0 bytes") && said.contains("sifang restore"), "{said}");
    assert_eq!(std::fs::metadata(&file).unwrap().len(), 0, "it was not touched");
    // A database, but none of ours.
    side_door(folder.path()).execute("CREATE TABLE x (y)", []).unwrap();
    assert_eq!(refused(folder.path()).await, Lost::Blank(file));
}

#[tokio::test]
async fn a_database_that_is_gone_is_not_begun_anew() {
    let folder = tempfile::tempdir().unwrap();
    let (file, log) = (folder.path().join("sifang.db"), folder.path().join("sifang.db-wal"));
    let store = Sqlite::open(settings(folder.path())).await.unwrap();
    store.open(room("a", "000001")).await.unwrap();
    let copy = folder.path().join("copy.db");
    backup(folder.path(), &copy).await.unwrap();
    // As somebody leaves it who copies the log and forgets the file, or a clean-up that takes the largest.
    let elsewhere = tempfile::tempdir().unwrap();
    let beside = elsewhere.path().join("sifang.db-wal");
    std::fs::copy(&log, &beside).unwrap();
    let gone = |beside: PathBuf| Lost::Missing { file: elsewhere.path().join("sifang.db"), beside };
    assert_eq!(refused(elsewhere.path()).await, gone(beside.clone()));
    std::fs::remove_file(beside).unwrap();
    let reports = elsewhere.path().join("lab");
    std::fs::create_dir(&reports).unwrap();
    std::fs::write(reports.join("x.json"), "{}").unwrap();
    assert_eq!(refused(elsewhere.path()).await, gone(reports));
    // As it says: a backup is put back.
    restore(&copy, elsewhere.path()).await.unwrap();
    let store = Sqlite::open(settings(elsewhere.path())).await.unwrap();
    store.append(entry("a", 0, &["on"])).await.unwrap();
    assert!(file.exists());
}

/// What a crash can leave behind while a new database is made is never taken for one that has lost its content.
#[tokio::test]
async fn a_beginning_that_was_interrupted_is_begun_again() {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in
        [("sifang.lock", ""), ("sifang.db.new", "half a page"), ("sifang.db.new-journal", "x")]
    {
        std::fs::write(folder.path().join(name), content).unwrap();
    }
    std::fs::create_dir(folder.path().join("lab")).unwrap();
    let store = Sqlite::open(settings(folder.path())).await.unwrap();
    store.open(room("a", "000001")).await.unwrap();
    assert!(!folder.path().join("sifang.db.new").exists());
}

#[cfg(unix)]
mod rights {
    use super::*;
    use std::os::unix::fs::PermissionsExt as _;

    fn mode(path: &Path) -> u32 {
        std::fs::metadata(path).unwrap().permissions().mode() & 0o7777
    }

    fn widen(path: &Path, mode: u32) {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    }

    fn all(folder: &Path) -> Vec<(PathBuf, u32)> {
        let mut found: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
        found.sort();
        found.into_iter().map(|path| (path.clone(), mode(&path))).collect()
    }

    fn only_the_owner(folder: &Path, names: &[&str]) {
        assert_eq!(mode(folder), 0o700);
        let expected: Vec<_> = names.iter().map(|name| (folder.join(name), 0o600)).collect();
        assert_eq!(all(folder), expected);
    }

    const NAMES: [&str; 4] = ["sifang.db", "sifang.db-shm", "sifang.db-wal", "sifang.lock"];

    #[tokio::test]
    async fn what_an_earlier_version_left_open_is_closed_at_the_start() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("a").join("data");
        let store = Sqlite::open(settings(&folder)).await.unwrap();
        store.open(room("a", "000001")).await.unwrap();
        only_the_owner(&folder, &NAMES);
        assert_eq!(mode(&place.path().join("a")), 0o700, "folders above it that were made for it, too");
        store.shut_down().await.unwrap();
        drop(store);
        widen(&folder, 0o755);
        for (path, _) in all(&folder) {
            widen(&path, 0o664);
        }
        let store = Sqlite::open(settings(&folder)).await.unwrap();
        store.open(room("b", "000002")).await.unwrap();
        only_the_owner(&folder, &NAMES);
    }

    /// The mode of a copy is ours, whatever that of the other file is.
    #[tokio::test]
    async fn copies_are_for_their_owner_alone() {
        let (folder, store) = crate::common::store().await;
        store.open(room("a", "000001")).await.unwrap();
        let place = tempfile::tempdir().unwrap();
        let (copy, target) = (place.path().join("copy.db"), place.path().join("target"));
        backup(folder.path(), &copy).await.unwrap();
        assert_eq!(mode(&copy), 0o600);
        widen(&copy, 0o644);
        restore(&copy, &target).await.unwrap();
        only_the_owner(&target, &["sifang.db", "sifang.lock"]);
    }
}
