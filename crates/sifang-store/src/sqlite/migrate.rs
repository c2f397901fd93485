//! The schema, and how a file made by an older program is brought up to date.
//!
//! What was applied is written down in a table whose name and columns are those of the library that did this in earlier
//! versions: their files need no conversion.

use crate::StoreError;
use rusqlite::{Connection, TransactionBehavior};
use sha2::{Digest as _, Sha384};

/// A change of the schema: its number, its name and its statements.
type Migration = (i64, &'static str, &'static str);

/// The schema, one file per change; a file that was released is never edited.
const MIGRATIONS: &[Migration] = &[
    (1, "start", include_str!("../../migrations/0001_start.sql")),
    (2, "history by rules", include_str!("../../migrations/0002_history_by_rules.sql")),
    (3, "log in order", include_str!("../../migrations/0003_log_in_order.sql")),
    (4, "head by number", include_str!("../../migrations/0004_head_by_number.sql")),
    (5, "deals in order", include_str!("../../migrations/0005_deals_in_order.sql")),
    (6, "accounts", include_str!("../../migrations/0006_accounts.sql")),
    (7, "matches by id", include_str!("../../migrations/0007_matches_by_id.sql")),
    (8, "oldest matches", include_str!("../../migrations/0008_oldest_matches.sql")),
    (9, "signing keys", include_str!("../../migrations/0009_signing_keys.sql")),
];

const TABLE: &str = "CREATE TABLE _sqlx_migrations (
    version BIGINT PRIMARY KEY,
    description TEXT NOT NULL,
    installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    success BOOLEAN NOT NULL,
    checksum BLOB NOT NULL,
    execution_time BIGINT NOT NULL
)";
const APPLIED: &str = "SELECT version, success, checksum FROM _sqlx_migrations ORDER BY version";
/// How long it took was written down once, and is not any more.
const APPLY: &str = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
    VALUES (?, ?, TRUE, ?, -1)";

/// Whether anything was ever applied to a file.
pub(super) fn is_ours(connection: &Connection) -> rusqlite::Result<bool> {
    connection.table_exists(None, "_sqlx_migrations")
}

/// Gives a new file its schema.
pub(super) fn begin(connection: &mut Connection) -> Result<(), StoreError> {
    connection.execute(TABLE, [])?;
    migrate(connection)
}

/// Brings the schema up to date. A file that is newer than this program, or whose past is not ours, is refused.
pub(super) fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    run(connection, MIGRATIONS)
}

fn run(connection: &mut Connection, migrations: &[Migration]) -> Result<(), StoreError> {
    let applied: Vec<(i64, bool, Vec<u8>)> =
        connection.prepare(APPLIED)?.query_map([], |row| row.try_into())?.collect::<rusqlite::Result<_>>()?;
    for (version, whole, digest) in &applied {
        let Some((.., sql)) = migrations.iter().find(|(known, ..)| known == version) else {
            let what =
                format!("the database is newer than this program: it has change {version} of the schema");
            return Err(StoreError::Failed(what));
        };
        if !whole {
            return Err(StoreError::Failed(format!("change {version} of the schema was left half done")));
        }
        if digest != &Sha384::digest(sql)[..] {
            let what = format!("change {version} of the schema is not the one that this program knows");
            return Err(StoreError::Failed(what));
        }
    }
    for (version, name, sql) in migrations {
        if applied.iter().any(|(known, ..)| known == version) {
            continue;
        }
        let failed =
            |error: rusqlite::Error| StoreError::Failed(format!("change {version} of the schema: {error}"));
        // The change and its note together: it is never made twice.
        let transaction =
            connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
        transaction.execute_batch(sql).map_err(failed)?;
        transaction.execute(APPLY, (version, name, &Sha384::digest(sql)[..])).map_err(failed)?;
        transaction.commit().map_err(failed)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file() -> Connection {
        let mut connection = Connection::open_in_memory().unwrap();
        begin(&mut connection).unwrap();
        connection
    }

    fn refused(connection: &mut Connection) -> String {
        migrate(connection).unwrap_err().to_string()
    }

    #[test]
    fn what_was_applied_is_not_applied_again() {
        let mut connection = file();
        connection.execute("INSERT INTO head VALUES (1, 'a', 1, x'00')", []).unwrap();
        migrate(&mut connection).unwrap();
        let applied: i64 =
            connection.query_row("SELECT count(*) FROM _sqlx_migrations", [], |row| row.get(0)).unwrap();
        assert_eq!(applied, MIGRATIONS.len() as i64);
    }

    #[test]
    fn a_newer_file_and_another_past_are_refused() {
        let mut connection = file();
        connection.execute(APPLY, (99, "later", [0; 48])).unwrap();
        assert!(refused(&mut connection).contains("newer"));
        connection.execute("DELETE FROM _sqlx_migrations WHERE version = 99", []).unwrap();
        connection.execute("UPDATE _sqlx_migrations SET success = FALSE WHERE version = 3", []).unwrap();
        assert!(refused(&mut connection).contains("change 3 of the schema was left half done"));
        connection.execute("UPDATE _sqlx_migrations SET success = TRUE, checksum = x'00'", []).unwrap();
        assert!(refused(&mut connection).contains("change 1 of the schema is not the one"));
    }

    #[test]
    fn a_change_that_fails_leaves_nothing_behind() {
        let mut connection = file();
        let mut migrations = MIGRATIONS.to_vec();
        let next = migrations.len();
        migrations.push((99, "broken", "CREATE TABLE half (a); CREATE TABLE half (a);"));
        let failed = run(&mut connection, &migrations).unwrap_err().to_string();
        assert!(failed.contains("change 99 of the schema"), "{failed}");
        assert!(!connection.table_exists(None, "half").unwrap());
        migrations[next].2 = "CREATE TABLE whole (a)";
        run(&mut connection, &migrations).unwrap();
        assert!(connection.table_exists(None, "whole").unwrap());
    }

    #[test]
    fn deals_of_an_older_file_are_still_there_once_each() {
        let mut connection = Connection::open_in_memory().unwrap();
        connection.execute(TABLE, []).unwrap();
        run(&mut connection, &MIGRATIONS[..4]).unwrap();
        let old = "INSERT INTO played_deal VALUES ('b', 1, x'01', x'02'), ('a', 2, x'03', x'04'), ('a', 1, x'05', x'06')";
        connection.execute(old, []).unwrap();
        migrate(&mut connection).unwrap();
        let mut select =
            connection.prepare("SELECT match_id, number, record, events FROM played_deal").unwrap();
        let deals: Vec<(String, i64, Vec<u8>, Vec<u8>)> =
            select.query_map([], |row| row.try_into()).unwrap().map(Result::unwrap).collect();
        let expected = [("a", 1, 5, 6), ("a", 2, 3, 4), ("b", 1, 1, 2)]
            .map(|(name, number, record, events)| (name.to_owned(), number, vec![record], vec![events]));
        assert_eq!(deals, expected);
        let twice = "INSERT OR IGNORE INTO played_deal (match_id, number, record, events) VALUES ('a', 1, x'07', x'08')";
        assert_eq!(connection.execute(twice, []).unwrap(), 0);
    }
}
