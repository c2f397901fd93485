//! Several nodes on one database: a room has one owner, and who is no longer that adds nothing, however late it wakes up.

use crate::common::{Proxy, entry, node, room};
use sifang_postgres::{Database, database};
use sifang_store::postgres::Settings;
use sifang_store::{Journal, Keeper, Postgres, Store, StoreError};
use std::collections::HashMap;
use std::time::{Duration, Instant};
use tokio::time::{sleep, timeout};

const ROOMS: u64 = 20;

/// A node that sleeps: it never renews its lease, which is soon over.
fn sleeper(database: &Database) -> Settings {
    let hour = Duration::from_secs(3600);
    Settings { lease: Duration::from_millis(200), renewal: hour, ..node(&database.url()) }
}

/// A node that is awake.
fn awake(database: &Database) -> Settings {
    Settings { renewal: Duration::from_millis(50), ..node(&database.url()) }
}

fn name(n: u64) -> String {
    format!("r{n}")
}

async fn open_rooms(store: &Postgres) {
    for n in 0..ROOMS {
        store.open(room(&name(n), &format!("{n:06}"))).await.unwrap();
        store.append(entry(&name(n), 0, &["first"])).await.unwrap();
    }
}

/// The lines of each room, every log whole.
async fn logs(store: &Postgres) -> HashMap<String, Vec<String>> {
    let text = |line: Vec<u8>| String::from_utf8(line).unwrap();
    let rooms = store.load().await.unwrap().into_iter();
    rooms.map(|found| (found.room.id, found.log.unwrap().into_iter().map(text).collect())).collect()
}

/// Lines that a node adds after another has taken its rooms, in some of which the new owner has written. Also says which of the
/// new owner's lines are refused.
async fn lines_of_a_former_owner(database: &Database, is_fenced: bool) -> (u64, u64) {
    let former = Postgres::open(Settings { unfenced: !is_fenced, ..sleeper(database) }).await.unwrap();
    open_rooms(&former).await;
    let owner = Postgres::open(awake(database)).await.unwrap();
    assert_eq!(owner.load().await.unwrap().len() as u64, ROOMS);
    for n in 0..ROOMS / 2 {
        owner.append(entry(&name(n), 1, &["the owner's"])).await.unwrap();
    }
    let (mut stale, mut refused) = (0, 0);
    for n in 0..ROOMS {
        match former.append(entry(&name(n), 1, &["the former owner's"])).await {
            Ok(()) => stale += 1,
            Err(error) => assert!(matches!(error, StoreError::Moved | StoreError::Gap { .. }), "{error}"),
        }
        let after = if n < ROOMS / 2 { 2 } else { 1 };
        refused += u64::from(owner.append(entry(&name(n), after, &["the owner's"])).await.is_err());
    }
    (stale, refused)
}

#[tokio::test]
async fn a_former_owner_adds_no_line() {
    let Some(database) = database() else { return };
    assert_eq!(lines_of_a_former_owner(&database, true).await, (0, 0));
    let earlier =
        "SELECT count(*) FROM log a JOIN log b USING (room) WHERE a.seq < b.seq AND a.epoch > b.epoch";
    assert_eq!(database.run(earlier).unwrap(), "0");
}

/// The saboteur: the test above sees a node without the fence.
#[tokio::test]
async fn a_node_without_the_fence_is_found() {
    let Some(database) = database() else { return };
    let (stale, refused) = lines_of_a_former_owner(&database, false).await;
    assert!(stale > 0 && refused > 0, "{stale} lines of a former owner, {refused} refused");
}

/// A takeover in the middle of commits: what was acknowledged is there, what was refused is not, and each room goes on elsewhere.
#[tokio::test(flavor = "multi_thread")]
async fn rooms_change_hands_between_two_commits() {
    let Some(database) = database() else { return };
    let former = Postgres::open(sleeper(&database)).await.unwrap();
    open_rooms(&former).await;
    let writing: Vec<_> = (0..ROOMS)
        .map(|n| {
            let former = former.clone();
            tokio::spawn(async move {
                for seq in 1.. {
                    match former.append(entry(&name(n), seq, &[&format!("{seq}")])).await {
                        Ok(()) => {}
                        Err(StoreError::Moved) => return (n, seq),
                        Err(other) => panic!("{other}"),
                    }
                }
                unreachable!()
            })
        })
        .collect();
    let owner = Postgres::open(awake(&database)).await.unwrap();
    let taken = logs(&owner).await;
    assert_eq!(taken.len() as u64, ROOMS);
    for task in writing {
        let (n, acknowledged) = timeout(Duration::from_secs(10), task).await.unwrap().unwrap();
        assert_eq!(taken[&name(n)].len() as u64, acknowledged, "{n}");
        owner.append(entry(&name(n), acknowledged, &["on"])).await.unwrap();
        assert!(former.load_one(name(n)).await.unwrap().is_none(), "it is no longer its room");
    }
    assert!(matches!(former.probe().await, Err(StoreError::Moved)));
    assert!(matches!(former.open(room("new", "999999")).await, Err(StoreError::Moved | StoreError::Taken)));
    former.close(name(0)).await.unwrap();
    assert_eq!(logs(&owner).await.len() as u64, ROOMS, "a former owner closes nothing");
}

#[tokio::test]
async fn a_node_that_lives_keeps_its_rooms() {
    let Some(database) = database() else { return };
    let first = Postgres::open(awake(&database)).await.unwrap();
    open_rooms(&first).await;
    let second = Postgres::open(awake(&database)).await.unwrap();
    assert!(second.load().await.unwrap().is_empty());
    first.append(entry(&name(0), 1, &["on"])).await.unwrap();
    // A code is free or taken for all nodes.
    assert!(matches!(second.open(room("x", "000003")).await, Err(StoreError::Taken)));
    // One that says goodbye need not be waited for.
    first.shut_down().await.unwrap();
    let start = Instant::now();
    assert!(timeout(Duration::from_millis(10), second.given_up()).await.is_err());
    let third = Postgres::open(awake(&database)).await.unwrap();
    assert_eq!(third.load().await.unwrap().len() as u64, ROOMS);
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
    third.append(entry(&name(0), 2, &["on"])).await.unwrap();
}

/// Who wakes up and finds itself given up says so, and its process can end.
#[tokio::test]
async fn a_node_that_was_given_up_learns_of_it() {
    let Some(database) = database() else { return };
    let sleepy = Settings { renewal: Duration::from_millis(600), ..sleeper(&database) };
    let former = Postgres::open(sleepy).await.unwrap();
    open_rooms(&former).await;
    let owner = Postgres::open(awake(&database)).await.unwrap();
    // It wakes up now and then, and sleeps for longer than its lease again.
    while owner.load().await.unwrap().is_empty() {}
    timeout(Duration::from_secs(10), former.given_up()).await.unwrap();
}

async fn behind(database: &Database) -> (Proxy, Postgres) {
    let proxy = Proxy::to(database.port()).await;
    let store = Postgres::open(node(&database.url_by(proxy.port))).await.unwrap();
    open_rooms(&store).await;
    (proxy, store)
}

#[tokio::test]
async fn a_commit_whose_answer_is_lost_is_found_in_the_log() {
    let Some(database) = database() else { return };
    let (proxy, store) = behind(&database).await;
    for seq in 1..6 {
        proxy.lose_answers();
        let appending = (0..ROOMS).map(|n| {
            let store = store.clone();
            tokio::spawn(async move { store.append(entry(&name(n), seq, &["once"])).await })
        });
        for task in appending.collect::<Vec<_>>() {
            timeout(Duration::from_secs(10), task).await.unwrap().unwrap().unwrap();
        }
    }
    // Connections that nobody has used since are as deaf.
    proxy.cut();
    sleep(Duration::from_millis(100)).await;
    for (room, lines) in logs(&store).await {
        assert_eq!(lines.len(), 6, "{room}");
    }
}

#[tokio::test]
async fn a_commit_that_never_arrived_is_sent_again_and_comes_to_nothing_when_it_does() {
    let Some(database) = database() else { return };
    let (proxy, store) = behind(&database).await;
    proxy.hold();
    let writing = tokio::spawn({
        let store = store.clone();
        async move { store.append(entry(&name(0), 1, &["once"])).await }
    });
    sleep(Duration::from_millis(100)).await;
    proxy.cut();
    timeout(Duration::from_secs(10), writing).await.unwrap().unwrap().unwrap();
    proxy.release();
    sleep(Duration::from_millis(200)).await;
    store.append(entry(&name(0), 2, &["next"])).await.unwrap();
    assert_eq!(logs(&store).await[&name(0)], ["first", "once", "next"]);
}

/// What a connection has sent that was given up is worth nothing, even where the log stands as it did then.
#[tokio::test]
async fn a_late_statement_of_an_earlier_connection_adds_nothing() {
    let Some(database) = database() else { return };
    let (proxy, store) = behind(&database).await;
    proxy.hold();
    let writing = tokio::spawn({
        let store = store.clone();
        async move { store.append(entry(&name(0), 1, &["late"])).await }
    });
    sleep(Duration::from_millis(100)).await;
    // The log is read, and the line is refused by an epoch of which this node has not been told.
    database.run("UPDATE head SET epoch = epoch + 1, owner = 0 WHERE room = 'r0'").unwrap();
    proxy.cut();
    let refused = timeout(Duration::from_secs(10), writing).await.unwrap().unwrap();
    assert!(matches!(refused, Err(StoreError::Moved)), "{refused:?}");
    database
        .run("UPDATE head SET epoch = epoch - 1, owner = (SELECT max(id) FROM node) WHERE room = 'r0'")
        .unwrap();
    proxy.release();
    sleep(Duration::from_millis(300)).await;
    assert_eq!(database.run("SELECT count(*) FROM log WHERE room = 'r0'").unwrap(), "1");
}
