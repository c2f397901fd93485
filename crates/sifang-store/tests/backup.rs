//! Copies: taken while lines are written, put back into an empty folder, and refused whenever something is not as it should be.

use crate::common::{entry, room, settings, side_door, store};
use sifang_store::{Accounts, CopyError, Journal, NewPlayer, NewToken, Player, Sqlite, backup, restore};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_has_everything_acknowledged_before_it_and_goes_on_elsewhere() {
    let (folder, store) = store().await;
    for (id, code) in [("a", "000001"), ("b", "000002")] {
        store.open(room(id, code)).await.unwrap();
    }
    let player = Player { id: "p".into(), nickname: "小明".into() };
    let token = NewToken { hash: [7; 32], id: "t".into(), device: String::new(), created_ms: 1 };
    store.add_player(NewPlayer { player: player.clone(), token }).await.unwrap();
    let written = Arc::new(AtomicU64::new(0));
    let writing = tokio::spawn({
        let (store, written) = (store.clone(), written.clone());
        async move {
            for seq in 0..200 {
                store.append(entry("a", seq, &["line"])).await.unwrap();
                written.store(seq + 1, Relaxed);
            }
        }
    });
    while written.load(Relaxed) < 20 {
        tokio::task::yield_now().await;
    }
    let copy = folder.path().join("copy.db");
    let before = written.load(Relaxed);
    let copied = backup(folder.path(), &copy).await.unwrap();
    assert_eq!((copied.rooms, copied.players, copied.matches), (2, 1, 0));
    assert_eq!(copied.bytes, std::fs::metadata(&copy).unwrap().len());
    writing.await.unwrap();
    let other = tempfile::tempdir().unwrap();
    assert_eq!(restore(&copy, other.path()).await.unwrap(), copied);
    let again = Sqlite::open(settings(other.path())).await.unwrap();
    let rooms = again.load().await.unwrap();
    let lines = rooms[0].log.as_ref().unwrap().len() as u64;
    assert!((before..=200).contains(&lines), "{before} acknowledged, {lines} in the copy");
    assert_eq!(again.player_by_token([7; 32], 0).await.unwrap().unwrap().player, player);
    again.append(entry("a", lines, &["on"])).await.unwrap();
}

fn files(folder: &Path) -> usize {
    std::fs::read_dir(folder).unwrap().count()
}

#[tokio::test]
async fn nothing_is_overwritten_and_nothing_half_done_stays() {
    let (folder, store) = store().await;
    store.open(room("a", "000001")).await.unwrap();
    let copy = folder.path().join("copy.db");
    backup(folder.path(), &copy).await.unwrap();
    assert_eq!(backup(folder.path(), &copy).await, Err(CopyError::Exists(copy.clone())));
    assert!(matches!(restore(&copy, folder.path()).await, Err(CopyError::Exists(_))));
    let empty = tempfile::tempdir().unwrap();
    assert!(matches!(backup(empty.path(), &empty.path().join("x")).await, Err(CopyError::Missing(_))));
    assert!(matches!(restore(&empty.path().join("x"), empty.path()).await, Err(CopyError::Missing(_))));
    let nowhere = folder.path().join("no such folder").join("copy.db");
    assert!(matches!(backup(folder.path(), &nowhere).await, Err(CopyError::Failed(_))));
    assert_eq!(files(empty.path()), 0);
}

#[tokio::test]
async fn a_damaged_copy_is_not_put_back() {
    let (folder, store) = store().await;
    store.open(room("a", "000001")).await.unwrap();
    store.append(entry("a", 0, &["one", "two", "three"])).await.unwrap();
    let whole = folder.path().join("whole.db");
    backup(folder.path(), &whole).await.unwrap();
    let bytes = std::fs::read(&whole).unwrap();
    let empty = tempfile::tempdir().unwrap();
    let try_to_restore = async |bytes: &[u8]| {
        let bad = folder.path().join("bad.db");
        std::fs::write(&bad, bytes).unwrap();
        let result = restore(&bad, empty.path()).await;
        assert!(!empty.path().join("sifang.db").exists(), "{result:?}");
        result.unwrap_err()
    };
    assert!(matches!(try_to_restore(b"no database").await, CopyError::Damaged(_)));
    assert!(matches!(try_to_restore(&bytes[..bytes.len() / 2]).await, CopyError::Damaged(_)));
    let at = bytes.windows(5).position(|window| window == b"three").unwrap();
    let mut flipped = bytes.clone();
    flipped[at] ^= 1;
    let refused = try_to_restore(&flipped).await;
    assert!(matches!(&refused, CopyError::Rooms(damages) if damages.len() == 1), "{refused}");
    // A server whose own log is damaged gets an error, and keeps its older copies.
    side_door(folder.path()).execute("DELETE FROM log WHERE seq = 2", []).unwrap();
    let refused = backup(folder.path(), &folder.path().join("second.db")).await;
    assert!(matches!(refused, Err(CopyError::Rooms(_))), "{refused:?}");
    assert!(!folder.path().join("second.db").exists());
}
