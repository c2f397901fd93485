//! The promises of the journal: an answer means a commit, order is kept, nothing damaged is taken for whole.

use crate::common::{entry, room, settings, side_door, store};
use rusqlite::Connection;
use sifang_store::{Damage, Journal, PlayedDeal, PlayedMatch, Settings, Sqlite, Store, StoreError};
use std::time::Duration;
use tokio::time::{sleep, timeout};

fn count(door: &Connection, room: &str) -> i64 {
    door.query_row("SELECT count(*) FROM log WHERE room = ?", [room], |row| row.get(0)).unwrap()
}

fn run(door: &Connection, statement: &str) {
    door.execute(statement, []).unwrap();
}

#[tokio::test]
async fn an_answer_comes_after_the_commit() {
    let (folder, store) = store().await;
    store.open(room("a", "000001")).await.unwrap();
    let door = side_door(folder.path());
    run(&door, "BEGIN IMMEDIATE");
    let writing = tokio::spawn({
        let store = store.clone();
        async move { store.append(entry("a", 0, &["one", "two"])).await }
    });
    sleep(Duration::from_millis(100)).await;
    assert!(!writing.is_finished(), "an answer without a commit");
    run(&door, "ROLLBACK");
    timeout(Duration::from_secs(5), writing).await.unwrap().unwrap().unwrap();
    assert_eq!(count(&door, "a"), 2);
}

#[tokio::test]
async fn a_line_that_does_not_join_its_log_is_refused_and_those_around_it_are_kept() {
    let (_folder, store) = store().await;
    store.open(room("a", "000001")).await.unwrap();
    store.append(entry("a", 0, &["one"])).await.unwrap();
    let append = |after: u64, line: &str| store.append(entry("a", after, &[line]));
    let results = tokio::join!(append(1, "two"), append(1, "two again"), append(2, "three"));
    assert!(matches!(results, (Ok(()), Err(StoreError::Gap { after: 1, found: 2 }), Ok(()))), "{results:?}");
    let rooms = store.load().await.unwrap();
    assert_eq!(rooms[0].log.as_ref().unwrap(), &[b"one".to_vec(), b"two".to_vec(), b"three".to_vec()]);
    store.shut_down().await.unwrap();
    assert!(matches!(store.append(entry("a", 3, &["four"])).await, Err(StoreError::Closed)));
}

#[tokio::test]
async fn a_failed_commit_keeps_nothing_and_the_next_one_works() {
    let (folder, store) = store().await;
    store.open(room("a", "000001")).await.unwrap();
    store.append(entry("a", 0, &["one"])).await.unwrap();
    let door = side_door(folder.path());
    run(&door, "BEGIN IMMEDIATE");
    let failed = store.append(entry("a", 1, &["two"])).await;
    assert!(matches!(failed, Err(StoreError::Failed(_))), "{failed:?}");
    run(&door, "ROLLBACK");
    assert_eq!(count(&door, "a"), 1);
    store.append(entry("a", 1, &["two again"])).await.unwrap();
    let rooms = store.load().await.unwrap();
    assert_eq!(rooms[0].log.as_ref().unwrap(), &[b"one".to_vec(), b"two again".to_vec()]);
}

#[tokio::test]
async fn order_is_kept_while_many_rooms_write_at_once() {
    let (folder, store) = store().await;
    let mut rooms = Vec::new();
    for i in 0..20 {
        store.open(room(&format!("r{i}"), &format!("{i:06}"))).await.unwrap();
        let store = store.clone();
        rooms.push(tokio::spawn(async move {
            for seq in 0..50 {
                store.append(entry(&format!("r{i}"), seq, &[&format!("{i} {seq}")])).await.unwrap();
            }
        }));
    }
    for room in rooms {
        room.await.unwrap();
    }
    store.shut_down().await.unwrap();
    drop(store);
    let again = Sqlite::open(settings(folder.path())).await.unwrap();
    for found in again.load().await.unwrap() {
        let name = found.room.id.strip_prefix('r').unwrap().to_owned();
        let wanted: Vec<Vec<u8>> = (0..50).map(|seq| format!("{name} {seq}").into_bytes()).collect();
        assert_eq!(found.log.unwrap(), wanted);
    }
}

#[tokio::test]
async fn a_log_goes_on_after_reopening_and_ends_with_its_room() {
    let (folder, first) = store().await;
    first.open(room("a", "000001")).await.unwrap();
    first.open(room("b", "000002")).await.unwrap();
    first.append(entry("a", 0, &["one"])).await.unwrap();
    first.shut_down().await.unwrap();
    assert!(matches!(first.append(entry("a", 1, &["late"])).await, Err(StoreError::Closed)));
    drop(first);
    let second = Sqlite::open(settings(folder.path())).await.unwrap();
    second.append(entry("a", 1, &["two"])).await.unwrap();
    second.close("b".into()).await.unwrap();
    let rooms = second.load().await.unwrap();
    assert_eq!(rooms.len(), 1);
    assert_eq!((rooms[0].room.id.as_str(), rooms[0].room.code.as_str()), ("a", "000001"));
    assert_eq!(rooms[0].log.as_ref().unwrap().len(), 2);
    assert_eq!(second.load_one("a".into()).await.unwrap().unwrap().log, rooms[0].log);
    assert!(second.load_one("b".into()).await.unwrap().is_none());
    assert!(matches!(second.append(entry("b", 0, &["x"])).await, Err(StoreError::Missing)));
    second.open(room("c", "000002")).await.unwrap();
}

#[tokio::test]
async fn lines_that_do_not_join_are_refused() {
    let (_folder, store) = store().await;
    store.open(room("a", "000001")).await.unwrap();
    store.append(entry("a", 0, &["one"])).await.unwrap();
    for after in [0, 2, 7] {
        let refused = store.append(entry("a", after, &["x"])).await;
        assert!(matches!(refused, Err(StoreError::Gap { found: 1, .. })), "{refused:?}");
    }
    assert!(matches!(store.open(room("b", "000001")).await, Err(StoreError::Taken)));
    assert!(matches!(store.append(entry("b", 0, &["x"])).await, Err(StoreError::Missing)));
    assert_eq!(store.load().await.unwrap()[0].log.as_ref().unwrap().len(), 1);
}

#[tokio::test]
async fn a_damaged_log_is_noticed_and_the_others_are_not_touched() {
    let damages: [(&'static str, Damage); 5] = [
        ("UPDATE log SET line = x'6f6e65ff' WHERE room = 'a' AND seq = 2", Damage::Line { seq: 2 }),
        ("UPDATE log SET digest = zeroblob(32) WHERE room = 'a' AND seq = 3", Damage::Line { seq: 3 }),
        ("DELETE FROM log WHERE room = 'a' AND seq = 2", Damage::Order { expected: 2, found: 3 }),
        ("DELETE FROM log WHERE room = 'a' AND seq = 3", Damage::End { expected: 3, found: 2 }),
        ("DELETE FROM log WHERE room = 'a'", Damage::End { expected: 3, found: 0 }),
    ];
    for (statement, damage) in damages {
        let (folder, store) = store().await;
        for (id, code) in [("a", "000001"), ("b", "000002")] {
            store.open(room(id, code)).await.unwrap();
            store.append(entry(id, 0, &["one", "two", "three"])).await.unwrap();
        }
        run(&side_door(folder.path()), statement);
        let rooms = store.load().await.unwrap();
        assert_eq!(rooms[0].log, Err(damage), "{statement}");
        assert_eq!(rooms[1].log.as_ref().unwrap().len(), 3);
    }
}

/// Rooms of which the table knows nothing any more: a page of it that says that it holds less loses them without an error.
#[tokio::test]
async fn a_room_that_is_gone_while_its_head_is_there_is_damaged_and_keeps_its_lines() {
    let (folder, store) = store().await;
    let long: Vec<String> = (0..5000).map(|n| format!("line {n}")).collect();
    let long: Vec<&str> = long.iter().map(String::as_str).collect();
    for (id, code) in [("a", "000001"), ("b", "000002"), ("c", "000003")] {
        store.open(room(id, code)).await.unwrap();
        store.append(entry(id, 0, if id == "c" { &long } else { &["one", "two"] })).await.unwrap();
    }
    let door = side_door(folder.path());
    run(&door, "DELETE FROM room WHERE id = 'a'");
    let rooms = store.load().await.unwrap();
    let gone = rooms.iter().find(|room| room.room.id == "a").expect("it is named");
    assert!(matches!(gone.log, Err(Damage::Unreadable(_))), "{:?}", gone.log);
    assert!(rooms.iter().filter(|room| room.room.id != "a").all(|room| room.log.is_ok()));
    assert!(store.load_one("a".into()).await.unwrap().unwrap().log.is_err());
    assert!(store.load_one("d".into()).await.unwrap().is_none());
    store.close("c".into()).await.unwrap();
    while count(&door, "c") > 0 {
        store.probe().await.unwrap();
    }
    assert_eq!(count(&door, "a"), 2, "what is cleared away is only what closed rooms left");
}

#[tokio::test]
async fn the_queue_is_bounded() {
    let folder = tempfile::tempdir().unwrap();
    let mut settings = settings(folder.path());
    (settings.queue, settings.patience) = (4, Duration::from_secs(20));
    let store = Sqlite::open(settings).await.unwrap();
    let door = side_door(folder.path());
    run(&door, "BEGIN IMMEDIATE");
    let probes: Vec<_> = (0..40)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move { store.probe().await })
        })
        .collect();
    sleep(Duration::from_millis(200)).await;
    run(&door, "ROLLBACK");
    let (mut good, mut busy) = (0, 0);
    for probe in probes {
        match probe.await.unwrap() {
            Ok(()) => good += 1,
            Err(StoreError::Busy) => busy += 1,
            Err(other) => panic!("{other}"),
        }
    }
    // Four wait; those that the writer had already taken when it met the lock may be a few more.
    assert!((4..=9).contains(&good) && busy == 40 - good, "{good} good, {busy} refused");
}

#[tokio::test]
async fn results_are_kept_with_the_lines_that_brought_them_about() {
    let (_folder, store) = store().await;
    store.open(room("a", "000001")).await.unwrap();
    let mut last = entry("a", 0, &["one"]);
    last.deals.push(PlayedDeal {
        match_id: "m".into(),
        number: 1,
        record: b"r".to_vec(),
        events: b"deal".to_vec(),
    });
    last.played = Some(PlayedMatch {
        id: "m".into(),
        rules: "r".into(),
        ended_ms: 50,
        players: vec![("p".into(), b"for p".to_vec()), ("q".into(), b"for q".to_vec())],
        record: b"record".to_vec(),
    });
    let mut unjoined = last.clone();
    unjoined.after = 5;
    assert!(store.append(unjoined).await.is_err());
    assert_eq!(store.record("m".into()).await.unwrap(), None);
    store.append(last).await.unwrap();
    assert_eq!(store.record("m".into()).await.unwrap().unwrap(), b"record");
    assert_eq!(store.events("m".into(), 1).await.unwrap().unwrap(), b"deal");
    assert_eq!(store.events("m".into(), 2).await.unwrap(), None);
    for player in ["p", "q"] {
        let history = store.history(player.into(), None, 51, 10).await.unwrap();
        assert_eq!((history.len(), history[0].summary.clone()), (1, format!("for {player}").into_bytes()));
        assert_eq!(store.history(player.into(), Some("r".into()), 51, 10).await.unwrap(), history);
        assert_eq!(store.history(player.into(), Some("s".into()), 51, 10).await.unwrap(), []);
        assert_eq!(store.history(player.into(), None, 50, 10).await.unwrap(), []);
    }
    store.close("a".into()).await.unwrap();
    assert!(store.record("m".into()).await.unwrap().is_some());
}

#[tokio::test]
async fn one_folder_serves_one_server() {
    let (folder, store) = store().await;
    let second = Sqlite::open(settings(folder.path())).await;
    assert!(second.unwrap_err().to_string().contains("in use"));
    store.shut_down().await.unwrap();
    drop(store);
    Sqlite::open(settings(folder.path())).await.unwrap();
}

#[tokio::test]
async fn what_closed_rooms_leave_is_cleared_away_with_later_commits() {
    let (folder, store) = store().await;
    let long: Vec<String> = (0..5000).map(|n| format!("line {n}")).collect();
    let long: Vec<&str> = long.iter().map(String::as_str).collect();
    for (id, code) in [("a", "000001"), ("b", "000002")] {
        store.open(room(id, code)).await.unwrap();
    }
    store.append(entry("b", 0, &["kept"])).await.unwrap();
    store.append(entry("a", 0, &long)).await.unwrap();
    store.append(entry("b", 1, &["kept, too"])).await.unwrap();
    store.close("a".into()).await.unwrap();
    let door = side_door(folder.path());
    let mut commits = 0;
    while count(&door, "a") > 0 {
        store.probe().await.unwrap();
        commits += 1;
        assert!(commits < 100, "a pass of ten commits is enough");
    }
    let kept = store.load_one("b".into()).await.unwrap().unwrap().log.unwrap();
    assert_eq!(kept, [b"kept".to_vec(), b"kept, too".to_vec()]);
}

#[tokio::test]
async fn commits_keep_their_interval_however_many_ask() {
    let folder = tempfile::tempdir().unwrap();
    let interval = Duration::from_millis(40);
    let store = Sqlite::open(Settings { interval, ..settings(folder.path()) }).await.unwrap();
    let start = std::time::Instant::now();
    let ask = |store: Sqlite| async move {
        for _ in 0..5 {
            store.probe().await.unwrap();
        }
    };
    let asking: Vec<_> = (0..50).map(|_| tokio::spawn(ask(store.clone()))).collect();
    for task in asking {
        task.await.unwrap();
    }
    let most = 1 + 2 * start.elapsed().as_millis() / interval.as_millis();
    assert!((5..=most).contains(&u128::from(store.commits())), "{} of at most {most}", store.commits());
}

#[tokio::test]
async fn a_probe_reaches_the_disk() {
    let (folder, store) = store().await;
    let wal = folder.path().join("sifang.db-wal");
    let before = std::fs::metadata(&wal).unwrap().len();
    store.probe().await.unwrap();
    assert!(std::fs::metadata(&wal).unwrap().len() > before, "nothing was written");
}

#[tokio::test]
async fn a_match_that_nobody_played_leaves_nothing_and_touches_no_other() {
    let (folder, store) = store().await;
    store.open(room("a", "000001")).await.unwrap();
    let deal = |match_id: &str, number| PlayedDeal {
        match_id: match_id.into(),
        number,
        record: vec![1; 9000],
        events: vec![2; 9000],
    };
    let mut played = entry("a", 0, &["one"]);
    played.deals = vec![deal("bots", 1), deal("people", 1), deal("bots", 2)];
    store.append(played).await.unwrap();
    let mut over = entry("a", 1, &["two"]);
    over.unplayed = Some("bots".into());
    store.append(over).await.unwrap();
    let door = side_door(folder.path());
    let left: String =
        door.query_row("SELECT group_concat(match_id) FROM played_deal", [], |row| row.get(0)).unwrap();
    assert_eq!(left, "people");
}
