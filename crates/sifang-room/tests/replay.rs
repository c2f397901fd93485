//! The log is the room: replayed at every cut it gives the state that was there.

use crate::common::{self, World, player, short};
use sifang_proto::{Player, PlayerId};
use sifang_room::{Input, RoomCore};
use sifang_rules::any::RuleSetId;

/// Half people, half bots, somebody who comes and goes, a vote that fails: then every prefix of the log.
fn eventful(id: RuleSetId, seed: u64) -> World {
    let mut world = World::new(short(id), 2, seed);
    world.start();
    let mut steps = 0;
    while world.deals.is_empty() {
        assert!(world.step());
        steps += 1;
        match steps {
            5 => world.drop_client(1),
            9 => world.enter(1, true),
            12 => world.send(1, r#"{"type":"auto","on":true}"#),
            20 => world.send(1, r#"{"type":"auto","on":false}"#),
            25 => world.send(0, r#"{"type":"dissolve","agree":true}"#),
            27 => world.send(1, r#"{"type":"dissolve","agree":false}"#),
            30 => {
                let renamed = Player { id: PlayerId(1001), nickname: "乙".parse().unwrap() };
                assert!(world.input(Input::Rename(renamed)).is_none());
            }
            _ => {}
        }
    }
    world
}

#[test]
fn every_cut_of_the_log_gives_the_state_that_was_there() {
    for (n, id) in RuleSetId::ALL.iter().enumerate() {
        let world = eventful(*id, 40 + n as u64);
        assert!(world.lines.len() > 30, "{}: {} lines", id.id(), world.lines.len());
        for cut in 1..=world.lines.len() {
            let replayed = world.replayed(cut);
            assert_eq!(replayed.digest(), world.digests[cut - 1], "{} after line {cut}", id.id());
            assert!(!replayed.is_closed());
        }
    }
}

#[test]
fn a_replayed_room_goes_on_to_the_same_result() {
    for (n, id) in RuleSetId::ALL.iter().enumerate() {
        let mut world = World::new(short(*id), 3, 60 + n as u64);
        world.start();
        for steps in [3, 17, 40] {
            for _ in 0..steps {
                world.step();
            }
            // The server dies: connections, streams and bots' thoughts are gone; the log is not.
            world.restart();
            world.now += 3_600_000;
            for n in 0..3 {
                let stream = world.clients[n].stream.clone();
                world.enter(n, true);
                assert_ne!(world.clients[n].stream, stream, "a new run starts new streams");
                assert!(
                    world.clients[n].room["seats"][n]["auto"] == false,
                    "an hour without a server is nobody's"
                );
            }
        }
        world.play(|_| {});
        let report = &world.matches[0];
        assert!(sifang_match::verify_any(&report.record, &mut |_, _| {}).unwrap().finished);
    }
}

/// That no line was changed or moved is the store's business (its chain of digests); a room refuses what makes no sense.
#[test]
fn a_log_that_makes_no_sense_is_refused() {
    let world = eventful(RuleSetId::ALL[0], 7);
    let lines: Vec<&[u8]> = world.lines.iter().map(Vec::as_slice).collect();
    let refused = |lines: Vec<&[u8]>| RoomCore::replay(lines, 1).err().map(|e| (e.line, e.why));
    assert_eq!(refused(lines.clone()), None);
    assert_eq!(refused(vec![]), Some((1, "is missing")));
    assert_eq!(refused(lines[1..].to_vec()), Some((1, "does not found a room")));
    assert_eq!(refused(vec![lines[0], lines[0]]), Some((2, "cannot be carried out")));
    for cut in 1..lines.len() {
        let half = &lines[cut][..lines[cut].len() / 2];
        assert_eq!(refused([&lines[..cut], &[half]].concat()), Some((cut + 1, "cannot be read")), "torn");
    }
    let started = lines.iter().position(|line| line.windows(9).any(|part| part == b"\"chance\":")).unwrap();
    let text = String::from_utf8(lines[started].to_vec()).unwrap();
    let (head, digits) = text.split_once("\"chance\":\"").unwrap();
    let upper = format!("{head}\"chance\":\"{}", digits.replacen(|c: char| c.is_ascii_lowercase(), "G", 1));
    let found = refused([&lines[..started], &[upper.as_bytes()]].concat());
    assert_eq!(found, Some((started + 1, "has bad random bytes")));
}

#[test]
fn lines_do_not_print() {
    let mut world = World::new(short(RuleSetId::ALL[0]), 4, 3);
    for n in 1..4 {
        world.send(n, r#"{"type":"ready","ready":true}"#);
    }
    let message = common::message(r#"{"id":1,"type":"start"}"#);
    let output = world.core.handle(Input::Order { player: player(0).id, message }, 1, &mut || {
        // The match's name is public, the secret is not.
        std::array::from_fn(|i| if i < 16 { 1 } else { 0xab })
    });
    assert!(output.line.as_ref().is_some_and(|line| line.expose().len() > 96));
    let text = format!("{output:?}");
    assert!(text.contains("LogLine(") && !text.contains("abab"), "the secret stands in a Debug text");
}

/// Logs written by the first version, in which nonces were sent in one step and auto-play was shown at once: four people who
/// switch it, miss claims, leave and come back; a match with nonces missing, and the beginning of one with all of them.
#[test]
fn a_log_of_the_first_version_leads_where_it_led() {
    let logs = [
        (include_str!("logs/one_step.wuxi.jsonl"), include_str!("logs/one_step.wuxi.json")),
        (include_str!("logs/one_step.xuezhan.jsonl"), include_str!("logs/one_step.xuezhan.json")),
    ];
    for (log, expected) in logs {
        let lines: Vec<&[u8]> = log.lines().map(str::as_bytes).collect();
        let mut core = RoomCore::replay(lines, 2).unwrap();
        let connection = sifang_room::ConnectionId(1);
        let enter = Input::Enter { connection, player: player(1), id: 1, by_link: true, since: None };
        let output = core.handle(enter, u64::MAX / 2, &mut || [0; 48]);
        assert!(output.line.is_some(), "the player was there, and the room goes on");
        let mut texts = output.effects.iter().filter_map(|effect| match effect {
            sifang_room::Effect::Send { text, .. } => serde_json::from_str::<serde_json::Value>(text).ok(),
            _ => None,
        });
        let snapshot = texts.next_back().unwrap();
        let (table, view) = (&snapshot["table"], &snapshot["table"]["view"]);
        let expected: serde_json::Value = serde_json::from_str(expected).unwrap();
        for name in ["match_id", "deal", "totals"] {
            assert_eq!(table[name], expected[name]);
        }
        for name in ["wall", "players"] {
            assert_eq!(view[name], expected[name]);
        }
    }
}

/// A room of the first version that the server opens again: its next match collects nonces in two steps, and the log says so.
#[test]
fn a_room_of_the_first_version_takes_the_latest_rules_with_the_next_start() {
    let log = include_str!("logs/one_step.wuxi.jsonl");
    let again = log.lines().position(|line| line.contains("\"again\"")).unwrap();
    let mut lines: Vec<Vec<u8>> = log.lines().take(again + 1).map(|line| line.as_bytes().to_vec()).collect();
    let mut core = RoomCore::replay(lines.iter().map(Vec::as_slice), 2).unwrap();
    let ready = |n: u64| Input::Order {
        player: player(n).id,
        message: common::message(r#"{"id":1,"type":"ready","ready":true}"#),
    };
    let start = Input::Order { player: player(0).id, message: common::message(r#"{"id":1,"type":"start"}"#) };
    let (now, mut step) = (u64::MAX / 2, String::new());
    let connection = sifang_room::ConnectionId(1);
    let enter = Input::Enter { connection, player: player(1), id: 1, since: None, by_link: true };
    for input in [enter, ready(1), ready(2), ready(3), start] {
        let output = core.handle(input, now, &mut || [3; 48]);
        assert!(output.refused.is_none(), "{:?}", output.refused);
        lines.extend(output.line.map(|line| line.into_bytes()));
        for effect in output.effects {
            if let sifang_room::Effect::Send { text, .. } = effect
                && text.contains("\"phase\":\"nonces\"")
            {
                let room: serde_json::Value = serde_json::from_str(&text).unwrap();
                step = room["room"]["match"]["step"].to_string();
            }
        }
    }
    assert_eq!(step, "\"commit\"");
    let replayed = RoomCore::replay(lines.iter().map(Vec::as_slice), 3).unwrap();
    assert_eq!(replayed.digest(), core.digest());
}
