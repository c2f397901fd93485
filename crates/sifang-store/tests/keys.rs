//! Keys with which records are signed: one at a time is in use, earlier ones stay by their public half, and a copy has them all.

use crate::common::{Place, both, settings, store};
use sifang_store::{CopyError, Keeper, KeySecret, NewKey, Sqlite, Store, backup, restore, signing_keys};
use std::path::Path;

both!(one_key_is_in_use_and_earlier_ones_stay_without_their_secret, a_key_in_use_cannot_be_withdrawn);

fn key(number: u8) -> NewKey {
    // Bytes that are nowhere else in a file.
    let secret = std::array::from_fn(|i| (i as u8 + 1).wrapping_mul(number | 1).wrapping_add(number) ^ 0xa5);
    NewKey { public: [number; 32], secret: KeySecret(secret), since_ms: i64::from(number) }
}

async fn found(store: &dyn Keeper) -> Vec<(u8, bool, i64, Option<i64>)> {
    let keys = store.signing_keys().await.unwrap();
    keys.into_iter().map(|key| (key.public[0], key.secret.is_some(), key.since_ms, key.until_ms)).collect()
}

/// Whether any file of the folder has these bytes.
fn has(folder: &Path, bytes: &[u8]) -> bool {
    std::fs::read_dir(folder).unwrap().any(|file| {
        let content = std::fs::read(file.unwrap().path()).unwrap();
        content.windows(bytes.len()).any(|window| window == bytes)
    })
}

async fn one_key_is_in_use_and_earlier_ones_stay_without_their_secret(place: Place) {
    let store = place.open().await;
    assert_eq!(found(&*store).await, []);
    store.begin_signing_key(key(1)).await.unwrap();
    assert_eq!(store.signing_keys().await.unwrap()[0].secret, Some(key(1).secret));
    store.begin_signing_key(key(2)).await.unwrap();
    store.begin_signing_key(key(3)).await.unwrap();
    assert_eq!(found(&*store).await, [(3, true, 3, None), (2, false, 2, Some(3)), (1, false, 1, Some(2))]);
    // The same key is not taken twice, and nothing has changed after.
    assert!(store.begin_signing_key(key(1)).await.is_err());
    assert_eq!(found(&*store).await.len(), 3);
    assert!(found(&*store).await[0].1);
}

#[tokio::test]
async fn keys_can_be_looked_at_beside_a_running_server() {
    let (folder, store) = store().await;
    store.begin_signing_key(key(1)).await.unwrap();
    assert_eq!(signing_keys(folder.path()).await.unwrap(), store.signing_keys().await.unwrap());
    // Where there is no data nothing is made.
    let empty = tempfile::tempdir().unwrap();
    assert!(matches!(signing_keys(empty.path()).await, Err(CopyError::Missing(_))));
    assert_eq!(std::fs::read_dir(empty.path()).unwrap().count(), 0);
}

#[tokio::test]
async fn the_secret_of_an_earlier_key_is_wiped_from_the_file() {
    let (folder, store) = store().await;
    // In no order, so that not every row is written over by the next one.
    for number in 1..=100_u8 {
        store.begin_signing_key(key(number.wrapping_mul(61))).await.unwrap();
    }
    store.shut_down().await.unwrap();
    drop(store);
    for number in 1..=100_u8 {
        let secret = key(number.wrapping_mul(61)).secret.0;
        let found = secret.chunks(8).any(|part| has(folder.path(), part));
        assert_eq!(found, number == 100, "key {number}");
    }
}

async fn a_key_in_use_cannot_be_withdrawn(place: Place) {
    let store = place.open().await;
    store.begin_signing_key(key(1)).await.unwrap();
    assert!(!store.withdraw_signing_key([1; 32]).await.unwrap());
    store.begin_signing_key(key(2)).await.unwrap();
    assert!(store.withdraw_signing_key([1; 32]).await.unwrap());
    assert!(!store.withdraw_signing_key([1; 32]).await.unwrap(), "it is gone");
    assert_eq!(found(&*store).await, [(2, true, 2, None)]);
}

#[tokio::test]
async fn a_copy_has_the_keys() {
    let (folder, store) = store().await;
    store.begin_signing_key(key(1)).await.unwrap();
    store.begin_signing_key(key(2)).await.unwrap();
    let copy = folder.path().join("copy.db");
    backup(folder.path(), &copy).await.unwrap();
    let other = tempfile::tempdir().unwrap();
    restore(&copy, other.path()).await.unwrap();
    let again = Sqlite::open(settings(other.path())).await.unwrap();
    assert_eq!(again.signing_keys().await.unwrap(), store.signing_keys().await.unwrap());
}

#[test]
fn a_secret_is_not_shown() {
    let shown = format!("{:?}", key(9));
    assert!(shown.contains("KeySecret(..)") && !shown.contains(&key(9).secret.0[3].to_string()), "{shown}");
}
