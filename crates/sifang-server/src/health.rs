//! Whether the store can write. Anybody may ask, and finding out costs a commit: so all who ask share one commit a second, and
//! what they receive comes after a time that has nothing to do with how long it took. A commit waits for others that were made just
//! before it, and those are moves: its length would show whether somebody at a table has answered.

use crate::limits::lock;
use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, Shared};
use sifang_store::{Store, StoreError};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::time::{Instant, sleep_until, timeout_at};

/// How long a finding holds.
const HOLDS: Duration = Duration::from_secs(1);
/// When whoever asked for a new one learns of it; much more than a commit takes. What takes longer is reported in steps of this.
const STEP: Duration = Duration::from_millis(200);

/// A finding, or one that is on its way; with the moment it was there.
type Finding = Shared<BoxFuture<'static, (Instant, Result<(), StoreError>)>>;

/// The latest finding.
#[derive(Debug, Default)]
pub(crate) struct Health(Mutex<Option<Finding>>);

impl Health {
    /// The latest finding, or a new one if it is old.
    pub(crate) async fn look(&self, store: &Arc<dyn Store>) -> Result<(), StoreError> {
        let finding = {
            let mut latest = lock(&self.0);
            let is_new = |finding: &&Finding| finding.peek().is_none_or(|(at, _)| at.elapsed() < HOLDS);
            match latest.as_ref().filter(is_new) {
                Some(finding) => finding.clone(),
                None => latest.insert(find(store.clone())).clone(),
            }
        };
        finding.await.1
    }
}

/// Finds out, whether or not those who asked stay for the answer.
fn find(store: Arc<dyn Store>) -> Finding {
    let found = tokio::spawn(async move {
        let mut step = Instant::now() + STEP;
        let mut probe = store.probe();
        let found = loop {
            match timeout_at(step, &mut probe).await {
                Ok(found) => break found,
                Err(_) => step += STEP,
            }
        };
        sleep_until(step).await;
        found
    });
    found.map(|found| (Instant::now(), found.unwrap_or(Err(StoreError::Closed)))).boxed().shared()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sifang_store::{Journal as _, Settings, Sqlite};

    #[tokio::test]
    async fn all_who_ask_share_one_commit_a_second_and_wait_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let store = Arc::new(Sqlite::open(Settings::new(folder.path())).await.unwrap());
        let (health, commits) = (Health::default(), store.commits());
        let shared: Arc<dyn Store> = store.clone();
        let start = Instant::now();
        // Whoever asks and does not stay starts nothing anew.
        for _ in 0..50 {
            let _ = tokio::time::timeout(Duration::from_millis(1), health.look(&shared)).await;
        }
        let asked: Vec<_> = (0..50).map(|_| health.look(&shared)).collect();
        futures_util::future::join_all(asked).await.into_iter().collect::<Result<Vec<_>, _>>().unwrap();
        assert!(start.elapsed() >= STEP, "nobody learns how long it took");
        assert!(store.commits() - commits <= 1 + start.elapsed().as_secs(), "{}", store.commits() - commits);
        tokio::time::sleep(HOLDS).await;
        let before = store.commits();
        health.look(&shared).await.unwrap();
        assert_eq!(store.commits() - before, 1, "what is old is found out anew");
    }
}
