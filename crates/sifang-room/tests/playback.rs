//! A replay of a finished deal is what its player saw: the same tables in the same order, from the same messages.

use crate::common::{World, reduce, short};
use serde_json::Value;
use sifang_match::{Command, Mismatch, RecordViewer};
use sifang_proto::view_hash;
use sifang_room::{question, replay};
use sifang_rules::any::RuleSetId;
use sifang_tiles::Seat;

/// The tables that a row of messages leads through, without clocks and numbers of decisions, and without repeats.
fn tables<'a>(messages: impl Iterator<Item = &'a str>) -> Vec<Value> {
    let mut table = Value::Null;
    let mut all: Vec<Value> = Vec::new();
    for text in messages {
        let message: Value = serde_json::from_str(text).unwrap();
        match message["type"].as_str() {
            Some("snapshot") => table = message["table"].clone(),
            Some("update") => reduce(&mut table, &message["patch"]),
            _ => continue,
        }
        let mut timeless = table.clone();
        timeless["clock"] = Value::Null;
        if timeless["view"]["prompt"].is_object() {
            timeless["view"]["prompt"]["decision"] = 0.into();
        }
        if message["stream"] == "replay" || message["hash"].is_string() {
            let hash = view_hash(table["view"].to_string().as_bytes());
            assert!(message["hash"].is_null() || message["hash"] == hash.as_str());
        }
        if all.last() != Some(&timeless) {
            all.push(timeless);
        }
    }
    all
}

/// A table with uniform pauses shows its players exactly the steps of the replay, and beside them only that an answer of
/// their own is waiting for the end of a pause.
#[test]
fn a_replay_shows_what_the_player_saw() {
    for (n, id) in RuleSetId::ALL.iter().enumerate() {
        let mut world = World::new(short(*id), 4, 40 + n as u64);
        world.start();
        world.play(|_| {});
        let record = &world.matches[0].record;
        for client in 0..4 {
            let seat = world.seat(client).unwrap();
            let seen = tables(world.clients[client].inbox.iter().map(|(_, text)| text.as_str()));
            for deal in 1..=record.deals.len() as u32 {
                let who = RecordViewer::Seat(Seat::new(seat));
                let messages = replay(record, deal, who, false).unwrap().unwrap();
                let again = tables(messages.iter().map(String::as_str));
                let live: Vec<&Value> = seen.iter().filter(|table| table["deal"] == deal).collect();
                let waiting = |table: &Value| !table["view"]["prompt"]["answered"].is_null();
                let mut steps = again.iter().peekable();
                for table in live {
                    if steps.peek() == Some(&table) {
                        steps.next();
                    } else {
                        assert!(waiting(table), "{} deal {deal} seat {seat}: {table:#}", id.id());
                    }
                }
                assert_eq!(steps.next(), None, "{} deal {deal} seat {seat}: never seen", id.id());
            }
        }
    }
}

#[test]
fn all_hands_lie_open_at_every_step_and_nothing_is_asked() {
    for (n, id) in RuleSetId::ALL.iter().enumerate() {
        let mut world = World::new(short(*id), 4, n as u64);
        world.start();
        world.play(|_| {});
        let record = &world.matches[0].record;
        let messages = replay(record, 1, RecordViewer::Open, false).unwrap().unwrap();
        let all = tables(messages.iter().map(String::as_str));
        for table in &all {
            assert!(table["view"]["seat"].is_null() && table["view"]["prompt"].is_null());
            for player in table["view"]["players"].as_array().unwrap() {
                let hand = player["hand"].as_array().expect("an open hand");
                assert_eq!(hand.len() as u64, player["closed"].as_u64().unwrap());
            }
        }
        assert!(!all.last().unwrap()["view"]["end"].is_null());
    }
}

#[test]
fn what_cannot_be_replayed_is_refused() {
    let mut world = World::new(short(RuleSetId::ALL[0]), 4, 3);
    world.start();
    world.play(|_| {});
    let record = world.matches[0].record.clone();
    let beyond = record.deals.len() as u32 + 1;
    for (deal, who) in [(0, RecordViewer::Open), (beyond, RecordViewer::Open)] {
        assert_eq!(replay(&record, deal, who, false), Ok(None));
    }
    let mut three = record.clone();
    three.seats = 3;
    fn asked(record: &sifang_match::Record, who: RecordViewer) -> Result<Option<Vec<String>>, Mismatch> {
        replay(record, 1, who, false)
    }
    assert!(asked(&three, RecordViewer::Open).is_err());
    let says = |why: Result<_, Mismatch>| why.map(|_: Option<Vec<String>>| ()).unwrap_err().to_string();
    let mut other = record.clone();
    other.version += 1;
    assert!(says(asked(&other, RecordViewer::Open)).contains("version"));
    other = record.clone();
    other.rules = "checkers".into();
    assert!(says(asked(&other, RecordViewer::Open)).contains("checkers"));
    other = record.clone();
    other.deals[0].commands.pop();
    assert!(says(asked(&other, RecordViewer::Open)).contains("end before"));
    other = record;
    let first = other.deals[0].commands[0];
    other.deals[0].commands.insert(0, first);
    assert!(says(asked(&other, RecordViewer::Open)).starts_with("deal 1: command "));
}

/// Every decision of a record can be looked at as it stood: whoever answered is asked and offered what it answered, and nobody
/// sees another's hand unless all lie open.
#[test]
fn a_question_shows_the_table_before_its_answer() {
    for (n, id) in RuleSetId::ALL.iter().enumerate() {
        let mut world = World::new(short(*id), 4, 70 + n as u64);
        world.start();
        world.play(|_| {});
        let record = &world.matches[0].record;
        let number = record.deals.len() as u32;
        let deal = record.deals.last().unwrap();
        let shown = |place: usize, who: RecordViewer| -> Option<Value> {
            let text = question(record, number, place, who).unwrap()?;
            let message: Value = serde_json::from_str(&text).unwrap();
            assert_eq!(message["type"], "snapshot");
            Some(message["table"]["view"].clone())
        };
        for (place, command) in (1..).zip(&deal.commands).step_by(3) {
            let seat = command.seat();
            let view = shown(place, RecordViewer::Seat(seat)).unwrap();
            let prompt = &view["prompt"];
            assert!(prompt["answered"].is_null() && prompt["decision"] == 0, "{} {place}: {prompt}", id.id());
            if let Command::Act { action, .. } = command {
                let choices = prompt["choices"].as_array().unwrap();
                assert!(choices.contains(&action.to_string().into()), "{} {place}: {prompt}", id.id());
            }
            let hands = |view: &Value| {
                let players = view["players"].as_array().unwrap();
                players.iter().map(|player| !player["hand"].is_null()).collect::<Vec<_>>()
            };
            let open = shown(place, RecordViewer::Open).unwrap();
            assert!(open["prompt"].is_null() && hands(&open).iter().all(|open| *open));
            for (other, known) in hands(&view).into_iter().enumerate() {
                let out = view["players"][other]["out"] == true;
                assert!(out || known == (other == seat.index()), "{} {place}: seat {other}", id.id());
            }
        }
        let own = RecordViewer::Seat(Seat::new(0));
        assert_eq!((shown(0, own), shown(deal.commands.len() + 1, own)), (None, None));
        assert_eq!(question(record, number + 1, 1, own), Ok(None));
    }
}
