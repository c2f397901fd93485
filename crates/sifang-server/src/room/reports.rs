//! What a room reports of finished deals and matches, as the store keeps it.

use crate::clock;
use sifang_proto::{HistoryRow, HistorySeat, Millis, StoredRecord};
use sifang_room::{DealReport, Effect, MatchReport};
use sifang_store::{Entry, PlayedDeal, PlayedMatch, StoreError};
use sifang_tiles::Seat;

/// Adds the reports among these effects to the entry of their line.
pub(super) fn add(effects: &[Effect], now: Millis, entry: &mut Entry) -> Result<(), StoreError> {
    for effect in effects {
        match effect {
            Effect::DealOver(report) => entry.deals.push(deal(report)?),
            Effect::MatchOver(report) => entry.played = Some(played(report, now)?),
            _ => {}
        }
    }
    Ok(())
}

fn json(value: &impl serde::Serialize) -> Result<Vec<u8>, StoreError> {
    serde_json::to_vec(value).map_err(|error| StoreError::Failed(error.to_string()))
}

fn deal(report: &DealReport) -> Result<PlayedDeal, StoreError> {
    Ok(PlayedDeal {
        match_id: report.match_id.to_string(),
        number: report.record.index,
        record: json(&report.record)?,
        events: report.events.clone().into_bytes(),
    })
}

fn played(report: &MatchReport, now: Millis) -> Result<PlayedMatch, StoreError> {
    let record = &report.record;
    let seats: Vec<HistorySeat> = report
        .seats
        .iter()
        .zip(record.totals.iter().zip(&record.ranks))
        .map(|(seat, (total, rank))| HistorySeat {
            name: match (&seat.player, &seat.bot) {
                (Some(player), _) => player.nickname.to_string(),
                (None, level) => level.clone().unwrap_or_default(),
            },
            bot: seat.player.is_none(),
            total: *total,
            rank: *rank,
        })
        .collect();
    let mut players = Vec::new();
    for (number, seat) in report.seats.iter().enumerate() {
        let Some(player) = &seat.player else { continue };
        let row = HistoryRow {
            match_id: record.match_id,
            rules: record.rules.clone(),
            at: now,
            deals: record.deals.len() as u32,
            dissolved: report.dissolved,
            seat: Seat::new(number),
            seats: seats.clone(),
        };
        players.push((player.id.to_string(), json(&row)?));
    }
    let stored = StoredRecord {
        record: record.clone(),
        seats: report.seats.clone(),
        at: now,
        dissolved: report.dissolved,
    };
    Ok(PlayedMatch {
        id: record.match_id.to_string(),
        ended_ms: clock::stored(now),
        players,
        record: json(&stored)?,
    })
}
