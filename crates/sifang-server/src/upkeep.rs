//! What has to be done now and then, whoever is here: tokens that nobody uses any more are removed.

use crate::app::Shared;
use crate::clock;
use std::time::Duration;

/// How often.
const EVERY: Duration = Duration::from_secs(3600);

/// Looks after the server until it ends.
pub(crate) async fn run(app: Shared) {
    loop {
        if let Err(error) = app.store.expire_tokens(app.tokens_since(clock::stored_now())).await {
            tracing::warn!(%error, "tokens that have expired could not be removed");
        }
        tokio::time::sleep(EVERY).await;
    }
}
