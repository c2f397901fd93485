//! The promises of the journal: an answer means a commit, order is kept, nothing damaged is taken for whole.

use crate::common::{How, Place, Shared, both, entry, room, settings, store};
use sifang_store::{Damage, PlayedDeal, PlayedMatch, Sqlite, Store, StoreError};
use std::time::Duration;
use tokio::time::{sleep, timeout};

both!(
    an_answer_comes_after_the_commit,
    a_line_that_does_not_join_its_log_is_refused_and_those_around_it_are_kept,
    a_failed_commit_keeps_nothing_and_the_next_one_works,
    order_is_kept_while_many_rooms_write_at_once,
    a_log_goes_on_after_reopening_and_ends_with_its_room,
    lines_that_do_not_join_are_refused,
    a_damaged_log_is_noticed_and_the_others_are_not_touched,
    a_room_that_is_gone_while_its_head_is_there_is_damaged_and_keeps_its_lines,
    the_queue_is_bounded,
    results_are_kept_with_the_lines_that_brought_them_about,
    what_closed_rooms_leave_is_cleared_away_with_later_commits,
    commits_keep_their_interval_however_many_ask,
    a_match_that_nobody_played_leaves_nothing_and_touches_no_other,
);

async fn an_answer_comes_after_the_commit(place: Place) {
    let store = place.open().await;
    store.open(room("a", "000001")).await.unwrap();
    let mut door = place.door();
    door.lock();
    let writing = tokio::spawn({
        let store = store.clone();
        async move { store.append(entry("a", 0, &["one", "two"])).await }
    });
    sleep(Duration::from_millis(100)).await;
    assert!(!writing.is_finished(), "an answer without a commit");
    door.unlock();
    timeout(Duration::from_secs(5), writing).await.unwrap().unwrap().unwrap();
    assert_eq!(door.lines("a"), 2);
}

async fn a_line_that_does_not_join_its_log_is_refused_and_those_around_it_are_kept(place: Place) {
    let store = place.open().await;
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

async fn a_failed_commit_keeps_nothing_and_the_next_one_works(place: Place) {
    let store = place.open().await;
    store.open(room("a", "000001")).await.unwrap();
    store.append(entry("a", 0, &["one"])).await.unwrap();
    let mut door = place.door();
    door.lock();
    let failed = store.append(entry("a", 1, &["two"])).await;
    assert!(matches!(failed, Err(StoreError::Failed(_))), "{failed:?}");
    door.unlock();
    assert_eq!(door.lines("a"), 1);
    store.append(entry("a", 1, &["two again"])).await.unwrap();
    let rooms = store.load().await.unwrap();
    assert_eq!(rooms[0].log.as_ref().unwrap(), &[b"one".to_vec(), b"two again".to_vec()]);
}

async fn order_is_kept_while_many_rooms_write_at_once(place: Place) {
    let store = place.open().await;
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
    let again = place.open().await;
    for found in again.load().await.unwrap() {
        let name = found.room.id.strip_prefix('r').unwrap().to_owned();
        let wanted: Vec<Vec<u8>> = (0..50).map(|seq| format!("{name} {seq}").into_bytes()).collect();
        assert_eq!(found.log.unwrap(), wanted);
    }
}

async fn a_log_goes_on_after_reopening_and_ends_with_its_room(place: Place) {
    let first = place.open().await;
    first.open(room("a", "000001")).await.unwrap();
    first.open(room("b", "000002")).await.unwrap();
    first.append(entry("a", 0, &["one"])).await.unwrap();
    first.shut_down().await.unwrap();
    assert!(matches!(first.append(entry("a", 1, &["late"])).await, Err(StoreError::Closed)));
    drop(first);
    let second = place.open().await;
    assert_eq!(second.load().await.unwrap().len(), 2);
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

async fn lines_that_do_not_join_are_refused(place: Place) {
    let store = place.open().await;
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

async fn a_damaged_log_is_noticed_and_the_others_are_not_touched(place: Place) {
    let damages: [(&'static str, Damage); 5] = [
        ("UPDATE log SET line = x'6f6e65ff' WHERE room = 'a' AND seq = 2", Damage::Line { seq: 2 }),
        (
            "UPDATE log SET digest = x'0000000000000000000000000000000000000000000000000000000000000000' WHERE room = 'a' AND seq = 3",
            Damage::Line { seq: 3 },
        ),
        ("DELETE FROM log WHERE room = 'a' AND seq = 2", Damage::Order { expected: 2, found: 3 }),
        ("DELETE FROM log WHERE room = 'a' AND seq = 3", Damage::End { expected: 3, found: 2 }),
        ("DELETE FROM log WHERE room = 'a'", Damage::End { expected: 3, found: 0 }),
    ];
    let store = place.open().await;
    for (statement, damage) in damages {
        for (id, code) in [("a", "000001"), ("b", "000002")] {
            store.open(room(id, code)).await.unwrap();
            store.append(entry(id, 0, &["one", "two", "three"])).await.unwrap();
        }
        place.door().run(statement);
        let rooms = store.load().await.unwrap();
        assert_eq!(rooms[0].log, Err(damage), "{statement}");
        assert_eq!(rooms[1].log.as_ref().unwrap().len(), 3);
        for id in ["a", "b"] {
            store.close(id.into()).await.unwrap();
        }
        place.door().run("DELETE FROM log");
    }
}

/// Rooms of which the table knows nothing any more: a page of it that says that it holds less loses them without an error.
async fn a_room_that_is_gone_while_its_head_is_there_is_damaged_and_keeps_its_lines(place: Place) {
    let store = place.open().await;
    let long: Vec<String> = (0..5000).map(|n| format!("line {n}")).collect();
    let long: Vec<&str> = long.iter().map(String::as_str).collect();
    for (id, code) in [("a", "000001"), ("b", "000002"), ("c", "000003")] {
        store.open(room(id, code)).await.unwrap();
        store.append(entry(id, 0, if id == "c" { &long } else { &["one", "two"] })).await.unwrap();
    }
    let door = place.door();
    door.run("DELETE FROM room WHERE id = 'a'");
    let rooms = store.load().await.unwrap();
    let gone = rooms.iter().find(|room| room.room.id == "a").expect("it is named");
    assert!(matches!(gone.log, Err(Damage::Unreadable(_))), "{:?}", gone.log);
    assert!(rooms.iter().filter(|room| room.room.id != "a").all(|room| room.log.is_ok()));
    assert!(store.load_one("a".into()).await.unwrap().unwrap().log.is_err());
    assert!(store.load_one("d".into()).await.unwrap().is_none());
    store.close("c".into()).await.unwrap();
    while door.lines("c") > 0 {
        store.probe().await.unwrap();
    }
    assert_eq!(door.lines("a"), 2, "what is cleared away is only what closed rooms left");
}

async fn the_queue_is_bounded(place: Place) {
    let how = How { queue: 4, patience: Duration::from_secs(20), ..How::default() };
    let store = place.open_with(how).await.unwrap();
    let mut door = place.door();
    door.lock();
    let probes: Vec<_> = (0..40)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move { store.probe().await })
        })
        .collect();
    sleep(Duration::from_millis(200)).await;
    door.unlock();
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

async fn results_are_kept_with_the_lines_that_brought_them_about(place: Place) {
    let store = place.open().await;
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

async fn what_closed_rooms_leave_is_cleared_away_with_later_commits(place: Place) {
    let store = place.open().await;
    let long: Vec<String> = (0..5000).map(|n| format!("line {n}")).collect();
    let long: Vec<&str> = long.iter().map(String::as_str).collect();
    for (id, code) in [("a", "000001"), ("b", "000002")] {
        store.open(room(id, code)).await.unwrap();
    }
    store.append(entry("b", 0, &["kept"])).await.unwrap();
    store.append(entry("a", 0, &long)).await.unwrap();
    store.append(entry("b", 1, &["kept, too"])).await.unwrap();
    store.close("a".into()).await.unwrap();
    let door = place.door();
    let mut commits = 0;
    while door.lines("a") > 0 {
        store.probe().await.unwrap();
        commits += 1;
        assert!(commits < 100, "a pass of ten commits is enough");
    }
    let kept = store.load_one("b".into()).await.unwrap().unwrap().log.unwrap();
    assert_eq!(kept, [b"kept".to_vec(), b"kept, too".to_vec()]);
}

async fn commits_keep_their_interval_however_many_ask(place: Place) {
    let interval = Duration::from_millis(40);
    let store = place.open_with(How { interval, ..How::default() }).await.unwrap();
    for n in 0..50 {
        store.open(room(&n.to_string(), &format!("{n:06}"))).await.unwrap();
    }
    let (start, before) = (std::time::Instant::now(), store.commits());
    let ask = |store: Shared, room: String| async move {
        for seq in 0..5 {
            store.append(entry(&room, seq, &["line"])).await.unwrap();
        }
    };
    let asking: Vec<_> = (0..50).map(|n| tokio::spawn(ask(store.clone(), n.to_string()))).collect();
    for task in asking {
        task.await.unwrap();
    }
    let most = 1 + 2 * start.elapsed().as_millis() / interval.as_millis();
    let commits = u128::from(store.commits() - before);
    assert!((5..=most).contains(&commits), "{commits} of at most {most}");
}

#[tokio::test]
async fn a_probe_reaches_the_disk() {
    let (folder, store) = store().await;
    let wal = folder.path().join("sifang.db-wal");
    let before = std::fs::metadata(&wal).unwrap().len();
    store.probe().await.unwrap();
    assert!(std::fs::metadata(&wal).unwrap().len() > before, "nothing was written");
}

async fn a_match_that_nobody_played_leaves_nothing_and_touches_no_other(place: Place) {
    let store = place.open().await;
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
    let door = place.door();
    assert_eq!(door.number("SELECT count(*) FROM played_deal"), 1);
    assert_eq!(door.number("SELECT count(*) FROM played_deal WHERE match_id = 'people'"), 1);
}
