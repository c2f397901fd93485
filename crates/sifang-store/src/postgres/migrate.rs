//! The schema, and how a database that an older program made is brought up to date. Several nodes may start at once: one lock lets
//! them do it one after another.

use super::connection::{Connection, Place, described};
use crate::{Refusal, StoreError};
use sha2::{Digest as _, Sha384};
use tokio_postgres::Error;

/// A change of the schema: its number, its name and its statements.
type Migration = (i64, &'static str, &'static str);

/// The schema, one file per change; a file that was released is never edited.
const MIGRATIONS: &[Migration] = &[(1, "start", include_str!("../../migrations/postgres/0001_start.sql"))];

const TABLE: &str = "CREATE TABLE sifang_schema (
    version BIGINT PRIMARY KEY,
    name TEXT NOT NULL,
    checksum BYTEA NOT NULL,
    applied_at TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp()
)";
/// Held until the end of the transaction; the number is ours.
const LOCK: &str = "SELECT pg_advisory_xact_lock(7324216543)";
/// The oldest version whose behaviour these statements were tried on.
const OLDEST: i32 = 150_000;

/// Brings the schema up to date. A database that is newer than this program, or whose past is not ours, is refused.
pub(super) async fn migrate(connection: &Connection, place: &Place) -> Result<(), StoreError> {
    let refused = |why| StoreError::Refused { place: place.address.to_string(), why };
    let fits = check_server(connection).await.map_err(|error| place.refusal(&error))?;
    fits.map_err(refused)?;
    run(connection, MIGRATIONS).await.map_err(|error| place.refusal(&error))?.map_err(refused)
}

/// Whether the server is new enough, and keeps what it says it has kept.
async fn check_server(connection: &Connection) -> Result<Result<(), Refusal>, Error> {
    let settings = "SELECT current_setting('server_version_num')::INT, current_setting('fsync'),
        current_setting('synchronous_commit'), current_setting('server_encoding')";
    let row = connection.client.query_one(settings, &[]).await?;
    let (version, fsync, commit): (i32, String, String) = (row.get(0), row.get(1), row.get(2));
    let encoding: String = row.get(3);
    Ok(if version < OLDEST {
        Err(Refusal::Other(format!("it is version {}; 15 or newer is needed", version / 10_000)))
    } else if fsync != "on" || commit == "off" {
        Err(Refusal::Other(format!(
            "fsync is {fsync} and synchronous_commit {commit}: a power cut would lose what was acknowledged"
        )))
    } else if encoding != "UTF8" {
        Err(Refusal::Other(format!("its encoding is {encoding}; UTF8 is needed")))
    } else {
        Ok(())
    })
}

/// All changes together with the notes about them: nothing is left half done.
async fn run(connection: &Connection, migrations: &[Migration]) -> Result<Result<(), Refusal>, Error> {
    let client = &connection.client;
    client.batch_execute(&format!("BEGIN; {LOCK}")).await?;
    let is_new = client.query_one("SELECT to_regclass('sifang_schema') IS NULL", &[]).await?.get(0);
    if is_new {
        client.batch_execute(TABLE).await?;
    }
    let applied = client.query("SELECT version, checksum FROM sifang_schema ORDER BY version", &[]).await?;
    let applied: Vec<(i64, Vec<u8>)> = applied.iter().map(|row| (row.get(0), row.get(1))).collect();
    for (version, checksum) in &applied {
        let refused = match migrations.iter().find(|(known, ..)| known == version) {
            None => Refusal::Newer(*version),
            Some((.., sql)) if checksum != &Sha384::digest(sql)[..] => Refusal::Other(format!(
                "change {version} of the schema is not the one that this program knows"
            )),
            Some(_) => continue,
        };
        client.batch_execute("ROLLBACK").await?;
        return Ok(Err(refused));
    }
    for (version, name, sql) in migrations {
        if applied.iter().any(|(known, _)| known == version) {
            continue;
        }
        if let Err(error) = client.batch_execute(sql).await {
            client.batch_execute("ROLLBACK").await?;
            let why = format!("change {version} of the schema: {}", described(&error));
            return Ok(Err(Refusal::Other(why)));
        }
        let insert = "INSERT INTO sifang_schema (version, name, checksum) VALUES ($1, $2, $3)";
        client.execute(insert, &[version, name, &&Sha384::digest(sql)[..]]).await?;
    }
    client.batch_execute("COMMIT").await?;
    Ok(Ok(()))
}
