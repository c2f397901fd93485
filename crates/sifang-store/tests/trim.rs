//! What is kept no longer: which matches go, that nothing of them stays, and that the file becomes smaller.

use crate::common::{Door, Place, both, entry, room, settings, side_door, store};
use sifang_store::{Journal, Keep, Keeper, PlayedDeal, PlayedMatch, Sqlite, vacuum};

both!(the_oldest_go_first_by_age_number_and_size);

const BYTES: usize = 40_000;

/// Matches 0, 1, 2 …, each with two deals and two players; match n ended at n seconds.
async fn play(store: &dyn Keeper, matches: i64) {
    store.open(room("a", "000001")).await.unwrap();
    for n in 0..matches {
        let mut line = entry("a", n as u64, &["line"]);
        let deal = |number| PlayedDeal {
            match_id: n.to_string(),
            number,
            record: vec![1; BYTES / 4],
            events: vec![2; BYTES / 4],
        };
        line.deals = vec![deal(1), deal(2)];
        line.played = Some(PlayedMatch {
            id: n.to_string(),
            rules: "r".into(),
            ended_ms: 1000 * n,
            players: vec![("p".into(), b"{}".to_vec()), ("q".into(), b"{}".to_vec())],
            record: vec![3; 100],
        });
        store.append(line).await.unwrap();
    }
}

async fn trimmed(store: &dyn Keeper, keep: Keep) -> u32 {
    let mut steps = 0;
    while store.trim(keep).await.unwrap() {
        steps += 1;
        assert!(steps < 10_000, "it does not end");
    }
    steps
}

fn count(door: &rusqlite::Connection, select: &str) -> i64 {
    door.query_row(select, [], |row| row.get(0)).unwrap()
}

/// The matches that are left, after looking that nothing is left of the others.
fn left(door: &Door) -> (i64, i64) {
    let matches = door.number("SELECT count(*) FROM played_match");
    assert_eq!(door.number("SELECT count(DISTINCT match_id) FROM played_deal"), matches);
    assert_eq!(door.number("SELECT count(*) FROM played_deal"), 2 * matches);
    assert_eq!(door.number("SELECT count(*) FROM played_by"), 2 * matches);
    (matches, door.number("SELECT coalesce(min(ended_ms), -1) FROM played_match") / 1000)
}

async fn the_oldest_go_first_by_age_number_and_size(place: Place) {
    let (store, door) = (place.open().await, place.door());
    play(&*store, 100).await;
    assert_eq!(trimmed(&*store, Keep::default()).await, 0, "without a bound nothing goes");
    assert_eq!(left(&door), (100, 0));
    let keep = Keep { since_ms: Some(10_000), ..Keep::default() };
    assert_eq!(trimmed(&*store, keep).await, 10, "one step, one match");
    assert_eq!(left(&door), (90, 10));
    trimmed(&*store, Keep { matches: Some(70), ..keep }).await;
    assert_eq!(left(&door), (70, 30));
    trimmed(&*store, Keep { bytes: Some(30 * BYTES as u64), ..keep }).await;
    let (matches, first) = left(&door);
    assert!((15..32).contains(&matches) && first == 100 - matches, "{matches} from {first}");
    // Nothing is left of them for their players either.
    let history = store.history("p".into(), None, i64::MAX, 1000).await.unwrap();
    assert_eq!(history.len() as i64, matches);
    assert_eq!(store.record("0".into()).await.unwrap(), None);
    assert!(store.record("99".into()).await.unwrap().is_some());
    // A bound that cannot be kept ends all the same.
    trimmed(&*store, Keep { bytes: Some(1), ..keep }).await;
    assert_eq!(left(&door).0, 0);
    assert_eq!(store.load().await.unwrap()[0].log.as_ref().unwrap().len(), 100, "live rooms are not touched");
}

#[tokio::test]
async fn space_is_given_back_a_little_at_a_time() {
    let (folder, store) = store().await;
    play(&store, 400).await;
    let pages = || count(&side_door(folder.path()), "PRAGMA page_count");
    let before = pages();
    assert!(trimmed(&store, Keep { matches: Some(10), ..Keep::default() }).await > 400);
    let after = pages();
    assert!(after < 1500 && before > 3500, "{before} pages, then {after}");
    assert_eq!(left(&Door::Sqlite(side_door(folder.path()))), (10, 390));
    store.shut_down().await.unwrap();
    drop(store);
    let again = Sqlite::open(settings(folder.path())).await.unwrap();
    assert_eq!(again.load().await.unwrap().len(), 1);
}

/// A file of an older version keeps its size until it was written anew; then it gives back by itself.
#[tokio::test]
async fn an_older_file_shrinks_after_a_vacuum() {
    let (folder, store) = store().await;
    play(&store, 200).await;
    store.shut_down().await.unwrap();
    drop(store);
    let door = side_door(folder.path());
    door.execute_batch("PRAGMA auto_vacuum = NONE; VACUUM").unwrap();
    door.close().unwrap();
    let store = Sqlite::open(settings(folder.path())).await.unwrap();
    let pages = || count(&side_door(folder.path()), "PRAGMA page_count");
    let before = pages();
    trimmed(&store, Keep { matches: Some(10), ..Keep::default() }).await;
    assert_eq!((pages(), left(&Door::Sqlite(side_door(folder.path())))), (before, (10, 190)));
    assert!(vacuum(folder.path()).await.is_err(), "a server is running there");
    store.shut_down().await.unwrap();
    drop(store);
    let done = vacuum(folder.path()).await.unwrap();
    assert!(done.after < done.before / 4, "{done:?}");
    assert_eq!(left(&Door::Sqlite(side_door(folder.path()))), (10, 190));
    let door = side_door(folder.path());
    assert_eq!(count(&door, "PRAGMA auto_vacuum"), 2);
    door.close().unwrap();
    Sqlite::open(settings(folder.path())).await.unwrap();
    assert!(vacuum(&folder.path().join("nowhere")).await.is_err());
}
