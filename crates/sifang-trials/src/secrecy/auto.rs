//! A1: whether a seat is played for is shown to others with its own turn, never in the middle of a window: a seat that is played
//! for and takes over with its answer to a claim was asked, and nobody else may learn that.

use serde_json::Value;
use sifang_client::Table;

/// What one viewer saw of other seats being played for.
#[derive(Debug, Default)]
pub(super) struct Shown {
    /// Changes, in deals that were being played.
    pub(super) changes: u64,
    /// Those at other moments than the seat's own turn or the end of a deal: seats that went, and seats that took over.
    pub(super) early: [Vec<String>; 2],
}

/// A change that was sent, with the stage before it.
struct Change {
    seat: usize,
    auto: bool,
    before: Value,
}

impl Shown {
    /// Reads the messages of one viewer.
    pub(super) fn read(own: Option<usize>, texts: &[String]) -> Shown {
        let mut shown = Shown::default();
        let mut table = Table::default();
        let (mut room, mut waiting): (Value, Vec<Change>) = (Value::Null, Vec::new());
        for message in texts.iter().filter_map(|text| serde_json::from_str::<Value>(text).ok()) {
            if message["type"] == "room" {
                let next = message["room"].clone();
                for seat in (0..4).filter(|seat| Some(*seat) != own && changed(&room, &next, *seat)) {
                    let (auto, before) = (next["seats"][seat]["auto"] == true, stage(&table.table));
                    waiting.push(Change { seat, auto, before });
                }
                room = next;
            } else if table.take(&message).is_ok() && matches!(kind(&message), "snapshot" | "update") {
                // The room is sent before the table of the same moment.
                let now = stage(&table.table);
                for Change { seat, auto, before } in waiting.drain(..) {
                    shown.changes += 1;
                    if !may_show(&before, seat) && !may_show(&now, seat) {
                        shown.early[usize::from(!auto)]
                            .push(format!("seat {seat} changed between {before} and {now}"));
                    }
                }
            }
        }
        shown
    }
}

fn kind(message: &Value) -> &str {
    message["type"].as_str().unwrap_or_default()
}

/// Where the deal stands; nothing when it is over.
fn stage(table: &Value) -> Value {
    let view = &table["view"];
    if view["end"].is_null() { view["stage"].clone() } else { Value::Null }
}

/// Whether everybody may see at this stage that a seat is played for: its own decision, or one that all are asked.
fn may_show(stage: &Value, seat: usize) -> bool {
    stage.is_null() || (stage["tile"].is_null() && (stage["seat"] == seat || stage["seat"].is_null()))
}

/// Whether a seat is played for in one room and not in the other. (Whoever leaves is seen to leave.)
fn changed(room: &Value, next: &Value, seat: usize) -> bool {
    let (old, new) = (&room["seats"][seat], &next["seats"][seat]);
    let playing = room["phase"] == "playing" && next["phase"] == "playing";
    playing && old["auto"] != new["auto"] && old["occupant"]["left"] == new["occupant"]["left"]
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn room(auto: bool) -> String {
        let seat = |auto: bool| json!({"occupant": {"left": false}, "auto": auto});
        json!({"type": "room", "room": {"phase": "playing", "seats": [seat(false), seat(auto)]}}).to_string()
    }

    fn table(stage: Value) -> String {
        let view = json!({"stage": &stage, "end": null, "players": []});
        json!({"type": "snapshot", "stream": stage.to_string(), "seq": 0, "table": {"view": view}})
            .to_string()
    }

    #[test]
    fn a_change_in_a_window_is_seen_and_one_with_the_own_turn_is_allowed() {
        let claim = json!({"name": "claim", "seat": 0, "tile": "1m"});
        let turn = |seat: usize| json!({"name": "turn", "seat": seat});
        let read = |own, stages: [&Value; 2]| {
            let texts = [room(true), table(stages[0].clone()), room(false), table(stages[1].clone())];
            let shown = Shown::read(own, &texts);
            (shown.changes, shown.early[1].len())
        };
        assert_eq!(read(Some(0), [&claim, &turn(2)]), (1, 1));
        assert_eq!(read(Some(0), [&claim, &turn(1)]), (1, 0));
        assert_eq!(read(Some(0), [&turn(1), &claim]), (1, 0));
        assert_eq!(read(None, [&turn(3), &claim]), (1, 1));
        assert_eq!(read(Some(1), [&claim, &turn(2)]), (0, 0), "one's own seat is one's own");
    }
}
