//! Files that an earlier version left behind.

use crate::common::{entry, settings, side_door};
use sifang_store::{Accounts, Journal, Sqlite, Store};

/// What earlier versions wrote down of the changes they had made.
const APPLIED: &str = "CREATE TABLE _sqlx_migrations (
    version BIGINT PRIMARY KEY,
    description TEXT NOT NULL,
    installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    success BOOLEAN NOT NULL,
    checksum BLOB NOT NULL,
    execution_time BIGINT NOT NULL
);
INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES
    (1, 'start', TRUE, x'0F000EA7913BDC9E85B01C28BFF9723163C7533C04A4D1E6685513F2B83C47B71D646A458FB00C3FC0D1A6099D4EE75A', 512345),
    (2, 'history by rules', TRUE, x'307E54413AB0AF38C52DE6874F761CD63C0CAB2309E2675FFA6B7E92B26EBF2DFED1564A590C85505DD020FA39CA338D', -1);";

/// A room with one line, its digests as they were written.
const ROOM: &str = "INSERT INTO player VALUES ('p', 'Mei', NULL, 1);
INSERT INTO token VALUES (zeroblob(32), 'p', 1), (randomblob(32), 'p', 2);
INSERT INTO room VALUES ('a', '000001', 'link-a', 1, x'7b7d');
INSERT INTO log VALUES ('a', 1, x'6f6e65', x'032a5e57dd8e7af29bdfbc5d93318ae1db13100934d8cce89ee3311cfcafcd28');
INSERT INTO head VALUES ('a', 1, x'032a5e57dd8e7af29bdfbc5d93318ae1db13100934d8cce89ee3311cfcafcd28');
INSERT INTO played_match VALUES ('m', 5, x'00');
INSERT INTO played_by VALUES ('p', 'm', 5, CAST('{\"rules\":\"x\"}' AS BLOB), '');";

#[tokio::test]
async fn a_file_of_an_earlier_version_is_brought_up_to_date_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let door = side_door(folder.path());
    door.execute_batch(APPLIED).unwrap();
    for made in [
        include_str!("../migrations/0001_start.sql"),
        include_str!("../migrations/0002_history_by_rules.sql"),
    ] {
        door.execute_batch(made).unwrap();
    }
    door.execute_batch(ROOM).unwrap();
    drop(door);
    // Twice: what was applied is known the second time, too.
    for after in 1..3 {
        let store = Sqlite::open(settings(folder.path())).await.unwrap();
        store.append(entry("a", after, &["more"])).await.unwrap();
        let rooms = store.load().await.unwrap();
        assert_eq!(rooms[0].log.as_ref().unwrap().len() as u64, after + 1);
        assert_eq!(rooms[0].log.as_ref().unwrap()[0], b"one");
        assert_eq!(store.history("p".into(), None, 6, 1).await.unwrap().len(), 1);
        // Tokens have got ids of their own, and count as used when they did.
        let tokens = store.tokens("p".into(), 1_700_000_000_000).await.unwrap();
        assert_eq!(tokens.len(), 2);
        assert!(tokens.iter().all(|token| token.id.len() == 16) && tokens[0].id != tokens[1].id);
        let known = store.player_by_token([0; 32], tokens[0].used_ms).await.unwrap().unwrap();
        assert_eq!((known.player.nickname.as_str(), known.token), ("Mei", tokens[1].id.clone()));
        store.shut_down().await.unwrap();
    }
    let door = side_door(folder.path());
    let applied: i64 =
        door.query_row("SELECT count(*) FROM _sqlx_migrations WHERE success", [], |row| row.get(0)).unwrap();
    assert_eq!(applied, 9);
}

#[tokio::test]
async fn a_file_of_a_later_version_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    Sqlite::open(settings(folder.path())).await.unwrap().shut_down().await.unwrap();
    let later = "INSERT INTO _sqlx_migrations VALUES (99, 'later', CURRENT_TIMESTAMP, TRUE, x'00', 1)";
    side_door(folder.path()).execute(later, []).unwrap();
    let refused = Sqlite::open(settings(folder.path())).await.unwrap_err();
    assert!(refused.to_string().contains("newer than this program"), "{refused}");
}
