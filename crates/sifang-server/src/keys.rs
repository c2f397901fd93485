//! The keys with which the server signs the records of what was played on it.
//!
//! They are kept in the database: so they are their owner's alone, and a backup has them. The first one is made when a server first
//! starts. The secret half of the one in use is in memory and in the store and nowhere else: no answer and no log has it.

use crate::clock;
use sifang_fair::{PublicKey, SigningKey};
use sifang_match::Record;
use sifang_proto::{KeyList, KeyView, Millis};
use sifang_store::{CopyError, KeySecret, NewKey, Settings, Sqlite, Store, StoreError, StoredKey};
use std::path::Path;

/// Why there is no key.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// The data cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is no data.
    #[error(transparent)]
    Folder(#[from] CopyError),
    /// The operating system gives no random bytes.
    #[error("the operating system gives no random bytes")]
    Chance,
    /// What is stored as a key is none.
    #[error(
        "the stored key {0} does not fit to its secret half; restore a backup, or make a new key with `sifang key --rotate`"
    )]
    Damaged(PublicKey),
}

/// The key in use, and what is published.
#[derive(Debug)]
pub(crate) struct Keys {
    secret: SigningKey,
    /// All public halves.
    public: Vec<PublicKey>,
    published: KeyList,
}

impl Keys {
    /// Reads the keys; a server that has none yet makes one.
    pub(crate) async fn open(store: &dyn Store) -> Result<Keys, KeyError> {
        let mut stored = store.signing_keys().await?;
        if !stored.iter().any(|key| key.secret.is_some()) {
            begin(store).await?;
            stored = store.signing_keys().await?;
        }
        let in_use = stored.iter().find_map(|key| Some((key.public, key.secret.as_ref()?)));
        let Some((public, secret)) = in_use else {
            return Err(StoreError::Failed("a new key was not kept".into()).into());
        };
        let secret = SigningKey::new(&secret.0);
        if secret.public().bytes() != &public {
            return Err(KeyError::Damaged(PublicKey::new(public)));
        }
        let public = stored.iter().map(|key| PublicKey::new(key.public)).collect();
        Ok(Keys { secret, public, published: list(&stored) })
    }

    /// The record with the server's signature.
    pub(crate) fn signed(&self, mut record: Record) -> Record {
        record.sign(&self.secret);
        record
    }

    /// All keys with which this server has signed.
    pub(crate) fn public(&self) -> &[PublicKey] {
        &self.public
    }

    /// What is published of them.
    pub(crate) fn published(&self) -> &KeyList {
        &self.published
    }
}

fn list(stored: &[StoredKey]) -> KeyList {
    let millis = |ms: i64| Millis::try_from(ms).unwrap_or_default();
    let keys = stored.iter().map(|key| KeyView {
        key: PublicKey::new(key.public),
        since: millis(key.since_ms),
        until: key.until_ms.map(millis),
    });
    KeyList { keys: keys.collect() }
}

/// Makes a new key and takes it into use.
async fn begin(store: &dyn Store) -> Result<PublicKey, KeyError> {
    let mut secret = [0; 32];
    getrandom::fill(&mut secret).map_err(|_| KeyError::Chance)?;
    let public = SigningKey::new(&secret).public();
    let key = NewKey { public: *public.bytes(), secret: KeySecret(secret), since_ms: clock::stored_now() };
    store.begin_signing_key(key).await?;
    let name: String = public.to_string().chars().take(16).collect();
    tracing::info!(key = name, "a new key signs records");
    Ok(public)
}

/// The keys of a data folder, the one in use first. A server may be running there.
pub async fn signing_keys(data: &Path) -> Result<KeyList, KeyError> {
    Ok(list(&sifang_store::signing_keys(data).await?))
}

/// Takes a new key into use. The one before stays published. No server may be running there.
pub async fn rotate_key(data: &Path) -> Result<PublicKey, KeyError> {
    with(data, async |store| begin(store).await).await
}

/// Forgets a key that is no longer in use: from then on what it signed counts as signed by a stranger. Says whether there was
/// such a key. No server may be running there.
pub async fn withdraw_key(data: &Path, key: PublicKey) -> Result<bool, KeyError> {
    with(data, async |store| Ok(store.withdraw_signing_key(*key.bytes()).await?)).await
}

/// Does something with the store of a folder in which there is one, and no server is running.
async fn with<T>(data: &Path, work: impl AsyncFnOnce(&Sqlite) -> Result<T, KeyError>) -> Result<T, KeyError> {
    sifang_store::signing_keys(data).await?;
    let store = Sqlite::open(Settings::new(data)).await?;
    let done = work(&store).await;
    store.shut_down().await?;
    done
}
