//! What a viewer must not notice (V1): exchange everything hidden from it, and nothing it is shown may change.

use serde::Serialize;
use sifang_bots::Rng;
use sifang_table::{Aside, Deal, Event, Finished, Journal, RuleSet, SeenEvent, Viewer};
use sifang_tiles::Seat;

/// Compares, for every seat and a spectator, this deal's view and choices with those of a deal that differs only in what is hidden.
pub(super) fn check<R: RuleSet>(deal: &Deal<R>, rng: &mut Rng) -> Result<(), String> {
    let seats = Seat::all(deal.table.seats()).map(Some);
    for seat in seats.chain([None]) {
        let who = seat.map_or(Viewer::Public, Viewer::Seat);
        let other = deal.reimagine(seat, &mut |n| rng.below(n));
        if other.table.census() != deal.table.census() {
            return Err("reimagining lost a tile: the check itself is wrong".into());
        }
        let (real, imagined) = (json(&deal.view(who))?, json(&other.view(who))?);
        if real != imagined {
            return Err(format!("the view of {who:?} gives something away: {real} and {imagined}"));
        }
        if let Some(seat) = seat
            && deal.choices_now(seat) != other.choices_now(seat)
        {
            return Err(format!("what {seat:?} may do depends on what it must not know"));
        }
    }
    Ok(())
}

fn json(value: &impl Serialize) -> Result<String, String> {
    serde_json::to_string(value).map_err(|e| format!("a view cannot be written: {e}"))
}

/// No event may show a viewer a tile that was hidden from it when it happened.
pub(super) fn check_events(journal: &Journal, seats: usize, over: Finished) -> Result<(), String> {
    for (n, event) in journal.events().iter().enumerate() {
        for who in Seat::all(seats).map(Viewer::Seat).chain([Viewer::Public]) {
            let shown = journal.seen_by(n, who);
            if gives_away(event, shown.as_ref(), who, journal) {
                return Err(format!("event {n} shows {who:?} too much: {event:?}"));
            }
        }
        if journal.seen_by(n, Viewer::All(over)).is_none() && !matches!(event, Event::Opened { .. }) {
            return Err(format!("event {n} is missing from the full record"));
        }
    }
    Ok(())
}

/// Written from the physical facts, not from `seen_by`: whose tile is it, and does it lie open.
fn gives_away(event: &Event, shown: Option<&SeenEvent>, who: Viewer, journal: &Journal) -> bool {
    let stranger = |seat: Seat| who != Viewer::Seat(seat);
    match (event, shown) {
        (Event::Dealt { seat, .. }, Some(SeenEvent::Dealt { tiles, .. })) => {
            stranger(*seat) && tiles.is_some()
        }
        (Event::Drew { seat, .. }, Some(SeenEvent::Drew { tile, .. })) => stranger(*seat) && tile.is_some(),
        (Event::SetAside { seat, why: Aside::Buried, .. }, Some(SeenEvent::SetAside { tile, .. })) => {
            stranger(*seat) && tile.is_some()
        }
        (Event::Melded { seat, meld }, Some(SeenEvent::Melded { meld: seen, .. })) => {
            meld.closed && stranger(*seat) && (seen.tiles.is_some() || seen.claimed.is_some())
        }
        (Event::Won { seat, from: None, closed: true, .. }, Some(SeenEvent::Won { tile, .. })) => {
            stranger(*seat) && tile.is_some()
        }
        (Event::Posted { entry }, Some(_)) => {
            journal.entry(*entry).is_some_and(|(entry, _)| !entry.sight.includes(who))
        }
        _ => false,
    }
}
