//! What a room reports of finished deals and matches, as the store keeps it.

use crate::clock;
use crate::keys::Keys;
use sifang_match::Record;
use sifang_options::{OptionSet, RawOptions};
use sifang_proto::{BestWin, HistoryRow, HistorySeat, Millis, StoredRecord, Tally, write_json};
use sifang_room::{DealReport, MatchReport, Report};
use sifang_rules::any::RuleSetId;
use sifang_rules::with_rule_set;
use sifang_store::{Entry, PlayedDeal, PlayedMatch, StoreError};
use sifang_table::RuleSet;
use sifang_tiles::Seat;

/// Adds reports to the entry of their line; what was played is signed.
pub(super) fn add(reports: &[Report], keys: &Keys, now: Millis, entry: &mut Entry) -> Result<(), StoreError> {
    for report in reports {
        match report {
            Report::Deal(report) => entry.deals.push(deal(report)?),
            Report::Unplayed(match_id) => entry.unplayed = Some(match_id.to_string()),
            Report::Match(report) => entry.played = Some(played(report, keys, now)?),
        }
    }
    Ok(())
}

fn json(value: &impl serde::Serialize) -> Result<Vec<u8>, StoreError> {
    serde_json::to_vec(value).map_err(|error| StoreError::Failed(error.to_string()))
}

fn deal(report: &DealReport) -> Result<PlayedDeal, StoreError> {
    let mut record = String::new();
    write_json(&mut record, &report.record).map_err(|error| StoreError::Failed(error.to_string()))?;
    Ok(PlayedDeal {
        match_id: report.match_id.to_string(),
        number: report.record.index,
        record: record.into_bytes(),
        events: report.events.clone().into_bytes(),
    })
}

fn played(report: &MatchReport, keys: &Keys, now: Millis) -> Result<PlayedMatch, StoreError> {
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
            bot: seat.bot.is_some(),
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
            options: unusual(record),
            at: now,
            deals: record.deals.len() as u32,
            dissolved: report.dissolved,
            practice: report.practice,
            seat: Seat::new(number),
            seats: seats.clone(),
            tally: tally(record, Seat::new(number)),
            best: best(record, Seat::new(number)),
        };
        players.push((player.id.to_string(), json(&row)?));
    }
    let stored = StoredRecord {
        record: keys.signed(record.clone()),
        seats: report.seats.clone(),
        at: now,
        dissolved: report.dissolved,
    };
    Ok(PlayedMatch {
        id: record.match_id.to_string(),
        rules: record.rules.clone(),
        ended_ms: clock::stored(now),
        players,
        record: json(&stored)?,
    })
}

/// The options of a match that were not at their defaults.
fn unusual(record: &Record) -> RawOptions {
    let mut unusual = RawOptions::new();
    let Ok(id) = RuleSetId::from_id(&record.rules) else { return unusual };
    let usual = with_rule_set!(id, R => <R as RuleSet>::Options::default().to_values());
    for (name, value) in record.options.iter() {
        if !usual.iter().any(|(known, default)| *known == name && default == value) {
            unusual.insert(name, value.clone());
        }
    }
    unusual
}

fn tally(record: &Record, seat: Seat) -> Tally {
    let deals = |of: &dyn Fn(&sifang_match::WinRecord) -> bool| {
        record.deals.iter().filter(|deal| deal.wins.iter().any(of)).count() as u32
    };
    Tally {
        wins: deals(&|win| win.seat == seat),
        self_draws: deals(&|win| win.seat == seat && win.from.is_none()),
        deal_ins: deals(&|win| win.from == Some(seat)),
    }
}

fn best(record: &Record, seat: Seat) -> Option<BestWin> {
    let wins = record.deals.iter().flat_map(|deal| deal.wins.iter().map(move |win| (deal.index, win)));
    let own = wins.filter(|(_, win)| win.seat == seat);
    let best = own.map(|(deal, win)| BestWin { deal, total: win.total });
    // Of equal ones the first.
    best.reduce(|best, next| if next.total > best.total { next } else { best })
}
