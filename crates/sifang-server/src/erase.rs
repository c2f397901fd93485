//! What is left of a deleted account in matches that others played, too: it is taken out, one match after another. That the
//! account is deleted is written down first, so that a server which stops in between goes on when it starts again.

use crate::app::App;
use sifang_proto::{HistoryRow, StoredRecord};
use sifang_store::{Forgotten, StoreError};

/// Matches that are looked up at once.
const BATCH: u32 = 100;

/// Takes everybody whose account is deleted out of every match.
pub(crate) async fn forget_all(app: &App) -> Result<(), StoreError> {
    loop {
        let left = app.store.to_forget(BATCH).await?;
        if left.is_empty() {
            return Ok(());
        }
        for (player, match_id) in left {
            let forgotten = without(app, player, match_id).await?;
            app.store.forget(forgotten).await?;
        }
    }
}

/// A match without this player. The record proper names nobody, so that what verifies it stays as it is.
async fn without(app: &App, player: String, match_id: String) -> Result<Forgotten, StoreError> {
    let stored = app.store.record(match_id.clone()).await?;
    let stored = stored.and_then(|bytes| read::<StoredRecord>(&bytes, &match_id));
    let mut forgotten = Forgotten { match_id, player, record: None, others: Vec::new() };
    // A record that cannot be read is of no use to anybody, and might still name the player.
    let Some(mut stored) = stored else { return Ok(forgotten) };
    let mut places = Vec::new();
    for (place, seat) in stored.seats.iter_mut().enumerate() {
        if seat.player.as_ref().is_some_and(|found| found.id.to_string() == forgotten.player) {
            seat.player = None;
            places.push(place);
        }
    }
    let others: Vec<String> = stored
        .seats
        .iter()
        .filter_map(|seat| seat.player.as_ref())
        .map(|other| other.id.to_string())
        .collect();
    if others.is_empty() {
        return Ok(forgotten);
    }
    for other in others {
        let summary = app.store.summary(other.clone(), forgotten.match_id.clone()).await?;
        let row = summary.and_then(|bytes| read::<HistoryRow>(&bytes, &forgotten.match_id));
        let Some(mut row) = row else { continue };
        for place in &places {
            if let Some(seat) = row.seats.get_mut(*place) {
                (seat.name, seat.bot) = (String::new(), false);
            }
        }
        forgotten.others.push((other, write(&row)?));
    }
    forgotten.record = Some(write(&stored)?);
    Ok(forgotten)
}

fn read<T: serde::de::DeserializeOwned>(bytes: &[u8], match_id: &str) -> Option<T> {
    serde_json::from_slice(bytes)
        .inspect_err(|error| tracing::error!(match_id, %error, "what was played cannot be read"))
        .ok()
}

fn write(value: &impl serde::Serialize) -> Result<Vec<u8>, StoreError> {
    serde_json::to_vec(value).map_err(|error| StoreError::Failed(error.to_string()))
}
