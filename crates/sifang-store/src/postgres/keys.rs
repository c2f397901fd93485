//! Statements about the keys with which records are signed.

use super::pool::Pool;
use crate::{KeySecret, NewKey, StoreError, StoredKey};

impl Pool {
    /// All keys, the one in use first.
    pub(super) async fn signing_keys(&self) -> Result<Vec<StoredKey>, StoreError> {
        let select = "SELECT public, secret, since_ms, until_ms FROM signing_key
                      ORDER BY secret IS NULL, since_ms DESC, public";
        let half = |bytes: Vec<u8>| {
            let why = |_| StoreError::Failed("a stored key has another length than keys have".into());
            <[u8; 32]>::try_from(bytes).map_err(why)
        };
        let key = |row: &tokio_postgres::Row| {
            let secret: Option<Vec<u8>> = row.get(1);
            let secret = secret.map(half).transpose()?.map(KeySecret);
            Ok(StoredKey { public: half(row.get(0))?, secret, since_ms: row.get(2), until_ms: row.get(3) })
        };
        self.all(select, &[]).await?.iter().map(key).collect()
    }

    /// Takes a new key into use; of the one before only the public half stays. Of two nodes that do it at once, one waits.
    pub(super) async fn begin_key(&self, key: NewKey) -> Result<(), StoreError> {
        let mut taken = self.write().await?;
        taken.begin().await?;
        taken.client.batch_execute("LOCK TABLE signing_key IN SHARE ROW EXCLUSIVE MODE").await?;
        let retire = "UPDATE signing_key SET secret = NULL, until_ms = $1 WHERE secret IS NOT NULL";
        taken.run(retire, &[&key.since_ms]).await?;
        let insert = "INSERT INTO signing_key (public, secret, since_ms) VALUES ($1, $2, $3)";
        taken.run(insert, &[&&key.public[..], &&key.secret.0[..], &key.since_ms]).await?;
        Ok(taken.end().await?)
    }

    /// Forgets a key that no longer signs; says whether there was one.
    pub(super) async fn withdraw_key(&self, public: [u8; 32]) -> Result<bool, StoreError> {
        let delete = "DELETE FROM signing_key WHERE public = $1 AND secret IS NULL";
        Ok(self.write().await?.run(delete, &[&&public[..]]).await? > 0)
    }
}
