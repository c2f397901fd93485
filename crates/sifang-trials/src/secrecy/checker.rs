//! The checker of V2: from the messages of one viewer alone it puts together what that viewer was sent, and compares it with what
//! somebody was sent who knows nothing but what lies open. Whatever a seat knows beyond that must be its own.
//!
//! It knows no rule: what lies open is what a spectator gets; what is one's own stands under one's own seat, or in the prompt.

use serde_json::Value;
use sifang_client::Table;
use std::collections::BTreeMap;

/// Where tiles may stand in what a spectator gets before a deal is over.
const OPEN: &[&str] = &["melds", "river", "aside", "stage", "wins", "extra", "entries"];
/// Events that show a tile to everybody.
const SHOWING: &[&str] = &[
    "set_aside",
    "turned_up",
    "laid",
    "discarded",
    "melded",
    "robbed",
    "declared",
    "won",
    "shown",
    "posted",
    "ended",
];

/// What one viewer was sent, in order.
#[derive(Debug, Default)]
pub(super) struct Received {
    /// Its seat; none for a spectator.
    seat: Option<usize>,
    /// Every event but payments, which are sent as entries.
    events: Vec<Value>,
    /// The table after so many events, and whether the deal was over then.
    tables: BTreeMap<usize, Value>,
    /// What was wrong already by itself.
    pub(super) wrong: Vec<String>,
    /// Messages read.
    pub(super) messages: u64,
}

impl Received {
    /// Reads the messages of one viewer.
    pub(super) fn read(seat: Option<usize>, texts: &[String]) -> Received {
        let mut received = Received { seat, ..Received::default() };
        let mut table = Table::default();
        for text in texts {
            received.messages += 1;
            let Ok(message) = serde_json::from_str::<Value>(text) else {
                received.wrong.push(format!("no message: {text}"));
                continue;
            };
            if let Err(desync) = table.take(&message) {
                received.wrong.push(desync);
            }
            match message["type"].as_str() {
                Some("snapshot" | "update") => received.step(&message, &table.table),
                // Whatever is said about the room has no tiles at all.
                _ if has_tile(&message) => received.wrong.push(format!("a tile in {message}")),
                _ => {}
            }
        }
        received
    }

    fn step(&mut self, message: &Value, table: &Value) {
        let over = !table["view"]["end"].is_null();
        for event in message["events"].as_array().into_iter().flatten() {
            if self.seat.is_none() && !over && has_tile(event) && !is_one_of(event["type"].as_str(), SHOWING)
            {
                self.wrong.push(format!("a spectator saw {event}"));
            }
            if event["type"] != "posted" {
                self.events.push(event.clone());
            }
        }
        let revealed = table["fairness"]["revealed"].as_array().map_or(0, Vec::len) as u64;
        if revealed >= table["deal"].as_u64().unwrap_or_default() && !over {
            self.wrong.push("the secret of a deal was sent before its end".into());
        }
        if self.seat.is_none() && !over {
            self.open_only(&table["view"]);
        }
        self.tables.insert(self.events.len(), table.clone());
    }

    /// A spectator sees hands only when they are shown, and is asked nothing.
    fn open_only(&mut self, view: &Value) {
        for (name, value) in view.as_object().into_iter().flatten() {
            if name != "players" && !OPEN.contains(&name.as_str()) && has_tile(value) {
                self.wrong.push(format!("a spectator saw tiles in {name}: {value}"));
            }
        }
        for (seat, player) in view["players"].as_array().into_iter().flatten().enumerate() {
            let shown = self.events.iter().any(|event| event["type"] == "shown" && event["seat"] == seat);
            for (name, value) in player.as_object().into_iter().flatten() {
                if !OPEN.contains(&name.as_str()) && !shown && has_tile(value) {
                    self.wrong.push(format!("a spectator saw seat {seat}'s {name}: {value}"));
                }
            }
        }
    }

    /// Compares what a seat was sent with what lies open: every difference must be its own. Gives the comparisons made.
    pub(super) fn compare(&mut self, open: &Received) -> u64 {
        let Some(seat) = self.seat else { return 0 };
        let mut wrong = Vec::new();
        for (mine, theirs) in self.events.iter().zip(&open.events) {
            beyond(mine, theirs, seat, false, "event", &mut wrong);
        }
        let mut compared = self.events.len().min(open.events.len()) as u64;
        for (count, mine) in &self.tables {
            let Some(theirs) = open.tables.get(count) else { continue };
            compared += 1;
            compare_tables(mine, theirs, seat, &mut wrong);
        }
        self.wrong.append(&mut wrong);
        compared
    }
}

fn compare_tables(mine: &Value, theirs: &Value, seat: usize, wrong: &mut Vec<String>) {
    for name in ["match_id", "deal", "dealer", "totals", "results", "fairness", "over"] {
        if mine[name] != theirs[name] {
            wrong.push(format!("{name}: {} and {}", mine[name], theirs[name]));
        }
    }
    let entries = |table: &Value| table["entries"].as_array().cloned().unwrap_or_default();
    for entry in entries(mine).iter().filter(|entry| !entries(theirs).contains(entry)) {
        if entry["from"] != seat && entry["to"] != seat {
            wrong.push(format!("seat {seat} was sent {entry}"));
        }
    }
    for (name, value) in mine["view"].as_object().into_iter().flatten() {
        let open = &theirs["view"][name];
        match name.as_str() {
            // Who looks, and what it is asked.
            "seat" | "prompt" => {}
            "players" => {
                for (place, player) in value.as_array().into_iter().flatten().enumerate() {
                    beyond(player, &open[place], seat, place == seat, "player", wrong);
                }
            }
            "extra" => beyond_extra(value, open, seat, wrong),
            _ => beyond(value, open, seat, false, name, wrong),
        }
    }
}

/// Whatever the rule set adds: where it has something for each seat, that of the others is what everybody sees.
fn beyond_extra(mine: &Value, open: &Value, seat: usize, wrong: &mut Vec<String>) {
    let seats = 2..=4;
    for (name, value) in mine.as_object().into_iter().flatten() {
        let (Some(own), Some(public)) = (value.as_array(), open[name].as_array()) else { continue };
        if own.len() != public.len() || !seats.contains(&own.len()) {
            continue;
        }
        for (place, (own, public)) in own.iter().zip(public).enumerate() {
            beyond(own, public, seat, place == seat, name, wrong);
        }
    }
}

/// Finds what `mine` has beyond `open` that does not belong to `seat`.
fn beyond(mine: &Value, open: &Value, seat: usize, own: bool, place: &str, wrong: &mut Vec<String>) {
    match (mine, open) {
        _ if mine == open || own => {}
        (Value::Object(fields), Value::Object(_)) => {
            let own = fields.get("seat").is_some_and(|of| *of == seat);
            for (name, value) in fields {
                // Balances follow from entries, and those are compared one by one.
                if name != "points" {
                    beyond(value, &open[name], seat, own, name, wrong);
                }
            }
        }
        (Value::Array(mine), Value::Array(open)) if mine.len() == open.len() => {
            for (mine, open) in mine.iter().zip(open) {
                beyond(mine, open, seat, own, place, wrong);
            }
        }
        _ => wrong.push(format!("{place}: seat {seat} was sent {mine} where {open} lies open")),
    }
}

fn is_one_of(name: Option<&str>, list: &[&str]) -> bool {
    name.is_some_and(|name| list.contains(&name))
}

/// Whether a tile is named anywhere in a value.
fn has_tile(value: &Value) -> bool {
    match value {
        Value::String(text) => is_tile(text) || text.split(' ').skip(1).any(is_tile),
        Value::Array(values) => values.iter().any(has_tile),
        Value::Object(fields) => fields.values().any(has_tile),
        _ => false,
    }
}

/// As `5p`, or several of one kind as `119m`.
pub(crate) fn is_tile(text: &str) -> bool {
    let Some((digits, suit)) = text.split_at_checked(text.len().saturating_sub(1)) else { return false };
    !digits.is_empty()
        && digits.bytes().all(|b| b.is_ascii_digit())
        && matches!(suit, "m" | "p" | "s" | "z" | "f")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn table(hand: Value, other: Value) -> Value {
        json!({"deal": 1, "fairness": {"revealed": []}, "entries": [], "view": {
            "seat": null, "end": null, "wall": 50, "prompt": null,
            "players": [{"hand": hand, "river": [{"tile": "1m"}]}, {"hand": other, "river": []}], "extra": {"ready": [false, false]}}})
    }

    fn snapshot(table: Value) -> String {
        json!({"type": "snapshot", "stream": "s", "seq": 0, "table": table}).to_string()
    }

    fn found(seat: Option<usize>, texts: &[String], open: &[String]) -> Vec<String> {
        let open = Received::read(None, open);
        let mut received = Received::read(seat, texts);
        received.compare(&open);
        received.wrong
    }

    #[test]
    fn ones_own_is_allowed_and_nothing_else() {
        let open = snapshot(table(json!(null), json!(null)));
        let good = snapshot(table(json!(["5p"]), json!(null)));
        assert_eq!(found(Some(0), std::slice::from_ref(&good), std::slice::from_ref(&open)), [""; 0]);
        let leak = snapshot(table(json!(["5p"]), json!(["7z"])));
        assert_eq!(found(Some(0), std::slice::from_ref(&leak), std::slice::from_ref(&open)).len(), 1);
        assert_eq!(found(Some(1), &[good], std::slice::from_ref(&open)).len(), 1);
        assert!(!Received::read(None, &[leak]).wrong.is_empty());
    }

    #[test]
    fn leaks_in_events_rooms_extras_and_secrets_are_seen() {
        let open = [
            snapshot(table(json!(null), json!(null))),
            update(json!({"type": "drew", "seat": 1, "tile": null})),
        ];
        let drew = |tile: Value| [open[0].clone(), update(json!({"type": "drew", "seat": 1, "tile": tile}))];
        assert_eq!(found(Some(0), &drew(json!("3s")), &open).len(), 1);
        assert_eq!(found(Some(1), &drew(json!("3s")), &open), [""; 0]);
        assert!(!Received::read(None, &drew(json!("3s"))).wrong.is_empty());
        let room = [json!({"type": "room", "room": {"hint": "3s"}}).to_string()];
        assert_eq!(found(Some(0), &room, &open).len(), 1);
        let mut ready = table(json!(null), json!(null));
        ready["view"]["extra"]["ready"][1] = true.into();
        assert_eq!(found(Some(0), &[snapshot(ready.clone())], &open[..1]).len(), 1);
        assert_eq!(found(Some(1), &[snapshot(ready)], &open[..1]), [""; 0]);
        let mut secret = table(json!(null), json!(null));
        secret["fairness"]["revealed"] = json!(["00"]);
        assert!(!Received::read(Some(0), &[snapshot(secret)]).wrong.is_empty());
    }

    fn update(event: Value) -> String {
        json!({"type": "update", "seq": 1, "events": [event], "patch": {}}).to_string()
    }

    #[test]
    fn tiles_are_recognized() {
        assert!(is_tile("5p") && is_tile("119m") && is_tile("8f"));
        assert!(!is_tile("p") && !is_tile("5") && !is_tile("5x") && !is_tile("hu") && !is_tile(""));
    }
}
