//! What has to be done now and then, whoever is here: tokens that nobody uses any more are removed, and so is what matches still
//! hold of deleted accounts.

use crate::app::Shared;
use crate::{clock, erase};
use sifang_store::StoreError;
use std::time::Duration;
use tokio::time::timeout;

/// How often.
const EVERY: Duration = Duration::from_secs(3600);
/// For so long a match that was still played when an account was deleted may end and name it: then it is taken out, too.
const ERASED_MS: i64 = 30 * 86_400_000;

/// Looks after the server until it ends.
pub(crate) async fn run(app: Shared) {
    loop {
        if let Err(error) = once(&app).await {
            tracing::warn!(%error, "old tokens and deleted accounts could not be cleared away; later again");
        }
        // Somebody who deletes an account need not wait.
        let _ = timeout(EVERY, app.erasures.notified()).await;
    }
}

async fn once(app: &Shared) -> Result<(), StoreError> {
    let now = clock::stored_now();
    app.store.expire_tokens(app.tokens_since(now)).await?;
    erase::forget_all(app).await?;
    app.store.end_erasures(now.saturating_sub(ERASED_MS)).await
}
