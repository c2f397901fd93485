//! Bots and advisers at work: on threads of their own, so many at once, with their answers sent back to the room.

use super::{Handle, ToRoom};
use crate::app::Shared;
use crate::ids;
use sifang_room::{BotJob, HintJob, Input};
use std::sync::Arc;
use std::time::Instant;

/// A bot thinks.
pub(super) fn ask(app: &Shared, handle: &Arc<Handle>, job: BotJob) {
    let given_up = Input::Bot(job.given_up());
    run(app, handle, move |seed| Input::Bot(job.run(seed)), Some(given_up));
}

/// An adviser thinks.
pub(super) fn advise(app: &Shared, handle: &Arc<Handle>, job: HintJob) {
    run(app, handle, move |_| Input::Hint(job.run()), None);
}

/// Runs the work on a thread of its own. If it fails, the room gets `instead`: a table never waits for who cannot answer.
fn run(
    app: &Shared,
    handle: &Arc<Handle>,
    work: impl FnOnce(u64) -> Input + Send + 'static,
    instead: Option<Input>,
) {
    let (app, handle) = (app.clone(), handle.clone());
    tokio::spawn(async move {
        // The semaphore is never closed; without a permit there would be nothing to do anyway.
        let Ok(_permit) = app.bots.clone().acquire_owned().await else { return };
        let Ok(seed) = ids::random().map(u64::from_be_bytes) else { return };
        let start = Instant::now();
        let thought = tokio::task::spawn_blocking(move || work(seed)).await;
        app.metrics.bot_time.add(start.elapsed());
        app.metrics.bot_answers.add();
        let answer = thought.map_or_else(
            |error| {
                tracing::error!(room = &*handle.id, %error, "a bot failed");
                instead
            },
            Some,
        );
        if let Some(input) = answer {
            // A room that has closed needs no answer.
            drop(handle.inbox.send(ToRoom::Input(Box::new(input))).await);
        }
    });
}
