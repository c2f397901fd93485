//! Work that takes its time, away from the threads that serve tables, so many at once.

use crate::app::App;
use sifang_proto::ErrorCode;
use std::time::Duration;

/// How long somebody waits for a turn: beyond that there is more to do than can be done.
const PATIENCE: Duration = Duration::from_secs(10);

/// Does the work when its turn comes.
pub(super) async fn study<T: Send + 'static>(
    app: &App,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ErrorCode> {
    let turn = tokio::time::timeout(PATIENCE, app.studies.clone().acquire_owned());
    // It is never closed.
    let turn = turn.await.map_err(|_| ErrorCode::ServerBusy)?.map_err(|_| ErrorCode::ServerBusy)?;
    let done = tokio::task::spawn_blocking(move || {
        let result = work();
        drop(turn);
        result
    });
    done.await.map_err(|error| {
        tracing::error!(%error, "a request could not be worked out");
        ErrorCode::ServerInternal
    })
}
