//! Practice: one person alone, without a clock, with hints, and its last discard may be taken back.

use crate::common::{World, short};
use sifang_proto::RoomSetup;
use sifang_rules::any::RuleSetId;

const BACK: &str = r#"{"type":"take_back"}"#;

fn world(id: RuleSetId, clients: usize, seed: u64) -> World {
    World::new(RoomSetup { practice: true, listed: true, ..short(id) }, clients, seed)
}

/// What the player holds.
fn hand(world: &World) -> serde_json::Value {
    world.clients[0].table["view"]["players"][0]["hand"].clone()
}

#[test]
fn practice_is_without_a_clock_with_hints_and_for_one() {
    let mut w = world(RuleSetId::ALL[0], 2, 1);
    let setup = &w.clients[0].room["setup"];
    assert!(setup["clock"].is_null() && setup["hints"] == true && setup["listed"] == false);
    // Whoever comes watches.
    assert_eq!(w.seat(1), None);
    w.send(1, r#"{"type":"sit","seat":1}"#);
    w.send(1, r#"{"type":"ready","ready":true}"#);
    assert_eq!(w.say(0, r#"{"type":"start"}"#).as_deref(), Some("room/not_alone"));
    w.send(1, r#"{"type":"stand"}"#);
    w.start();
    assert_eq!(w.clients[0].phase(), "playing");
}

/// In every rule set: as often as one likes, what follows a discard has not happened, for nobody who looks; and the record is one
/// that everybody can check.
#[test]
fn a_discard_is_taken_back_with_all_that_followed() {
    for id in RuleSetId::ALL {
        let mut taken = 0;
        let mut w = world(*id, 2, 5);
        w.start();
        let (mut thrown, mut steps) = (None, 0);
        while w.matches.is_empty() {
            let asked = w.clients[0].prompt();
            if let Some((decision, choices)) = &asked
                && w.clients[0].table["view"]["stage"]["name"] == "turn"
                && choices.iter().all(|choice| !choice.starts_with("hu"))
                && let Some(tile) = choices.iter().find(|choice| choice.starts_with("discard"))
            {
                let before = (hand(&w), choices.clone());
                w.send(0, &format!(r#"{{"type":"act","decision":{decision},"action":"{tile}"}}"#));
                (thrown, steps) = (Some((before, *decision)), 0);
                continue;
            }
            steps += 1;
            if let Some(((before, offered), last)) = thrown.take_if(|_| steps == 5 && taken < 8) {
                if w.clients[0].phase() != "playing" {
                    assert_eq!(w.say(0, BACK).as_deref(), Some("match/none"));
                    continue;
                }
                w.send(0, BACK);
                let (decision, choices) = w.clients[0].prompt().expect("asked again");
                assert!(decision > last && (hand(&w), &choices) == (before, &offered), "{}", id.id());
                assert_eq!(w.clients[0].table["view"]["stage"], w.clients[1].table["view"]["stage"]);
                assert_eq!(w.replayed(w.lines.len()).digest(), w.core.digest());
                w.compare_views();
                taken += 1;
                continue;
            }
            assert!(w.step());
        }
        assert!(taken > 1, "{}: {taken}", id.id());
        assert!(w.matches[0].practice);
        sifang_match::verify_any(&w.matches[0].record, &mut |_, _| {}).expect("a record that holds");
        assert_eq!(w.replayed(w.lines.len()).digest(), w.core.digest());
    }
}

#[test]
fn elsewhere_nothing_is_taken_back() {
    let mut w = World::new(short(RuleSetId::ALL[3]), 1, 2);
    w.start();
    w.step();
    assert_eq!(w.say(0, BACK).as_deref(), Some("practice/only"));
    let mut w = world(RuleSetId::ALL[3], 1, 2);
    assert_eq!(w.say(0, BACK).as_deref(), Some("match/none"));
    w.start();
    assert_eq!(w.say(0, BACK).as_deref(), Some("practice/nothing"));
}
