//! Statements about the keys with which records are signed.

use super::statements::Outcome;
use super::writer::Reply;
use super::{FILE, apart, read_only};
use crate::{CopyError, KeySecret, NewKey, StoreError, StoredKey};
use rusqlite::Connection;
use std::path::Path;

/// The keys of a folder, the one in use first. A server may be running there.
pub async fn signing_keys(folder: &Path) -> Result<Vec<StoredKey>, CopyError> {
    let file = folder.join(FILE);
    apart(move || {
        if !file.is_file() {
            return Err(CopyError::Missing(file));
        }
        let connection = read_only(&file)?;
        // A database that no server of this version has opened yet has none.
        let has_keys = connection.table_exists(None, "signing_key")?;
        Ok(if has_keys { all(&connection)? } else { Vec::new() })
    })
    .await
}

/// All keys, the one in use first.
pub(super) fn all(reader: &Connection) -> Result<Vec<StoredKey>, StoreError> {
    let select = "SELECT public, secret, since_ms, until_ms FROM signing_key
                  ORDER BY secret IS NULL, since_ms DESC, public";
    let mut select = reader.prepare_cached(select)?;
    let rows = select.query_map([], |row| {
        let secret: Option<[u8; 32]> = row.get(1)?;
        let (public, since_ms, until_ms) = (row.get(0)?, row.get(2)?, row.get(3)?);
        Ok(StoredKey { public, secret: secret.map(KeySecret), since_ms, until_ms })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Takes a new key into use. The secret half of the one before is no longer needed, and is wiped from the file.
pub(super) fn begin(connection: &Connection, key: &NewKey) -> Outcome {
    connection.pragma_update(None, "secure_delete", true)?;
    let retire = "UPDATE signing_key SET secret = NULL, until_ms = ? WHERE secret IS NOT NULL";
    let retired = connection.execute(retire, [key.since_ms]);
    connection.pragma_update(None, "secure_delete", false)?;
    retired?;
    let insert = "INSERT INTO signing_key (public, secret, since_ms) VALUES (?, ?, ?)";
    connection.execute(insert, (key.public, key.secret.0, key.since_ms))?;
    Ok(Ok(Reply::Done))
}

/// Forgets a key that no longer signs; says whether there was one.
pub(super) fn withdraw(connection: &Connection, public: &[u8; 32]) -> Outcome {
    let rows = connection.execute("DELETE FROM signing_key WHERE public = ? AND secret IS NULL", [public])?;
    Ok(Ok(Reply::Found(rows > 0)))
}
