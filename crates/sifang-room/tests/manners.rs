//! What people can do to each other at a table, and what is done about it: votes, being ready, being sent away, stalling.

use crate::common::{self, World, player, short};
use sifang_options::OptionValue;
use sifang_proto::{ClockSetup, RoomSetup, limits};
use sifang_room::{EDITION, Input, RoomCore};
use sifang_rules::any::RuleSetId;

const AGREE: &str = r#"{"type":"dissolve","agree":true}"#;
const AGAINST: &str = r#"{"type":"dissolve","agree":false}"#;
const HURRY: &str = r#"{"type":"hurry"}"#;

/// A match of four deals, in which nobody's time runs.
fn world(clients: usize, seed: u64) -> World {
    let mut setup = RoomSetup::of(RuleSetId::ALL[3].id());
    setup.options.insert("deals", OptionValue::Int(4));
    (setup.clock, setup.spectators) = (None, true);
    World::new(setup, clients, seed)
}

fn refused(world: &mut World, n: usize, message: &str, code: &str) {
    assert_eq!(world.say(n, message).as_deref(), Some(code), "{message}");
}

fn tick_at(world: &mut World, now: u64) {
    world.now = now;
    world.input(Input::Tick);
}

/// Four people vote; these agree, these are played for, the others say nothing. Whether the match is dissolved.
fn dissolved(agree: &[usize], auto: &[usize]) -> bool {
    let mut w = world(4, 3);
    w.start();
    w.step();
    for n in auto {
        w.send(*n, r#"{"type":"auto","on":true}"#);
        w.clients[*n].plays = false;
    }
    // Being played for shows at the own turn.
    while auto.iter().any(|n| w.clients[agree[0]].room["seats"][*n]["auto"] == false) {
        assert!(w.step());
    }
    for n in agree {
        w.send(*n, AGREE);
    }
    if w.clients[0].phase() != "over" {
        let until = w.clients[0].room["dissolve"]["until"].as_u64().unwrap();
        while w.clients[0].phase() == "playing" && w.now < until {
            let due = w.core.wake().unwrap().min(until);
            tick_at(&mut w, due);
        }
        assert!(w.clients[0].room["dissolve"].is_null(), "the vote is over");
        assert_eq!(w.replayed(w.lines.len()).digest(), w.core.digest());
    }
    w.clients[0].phase() == "over"
}

#[test]
fn silence_is_not_agreement() {
    assert!(!dissolved(&[1], &[]), "three who say nothing");
    assert!(!dissolved(&[0, 1, 2], &[]), "one who says nothing");
    assert!(!dissolved(&[1], &[0, 2, 3]), "three who are away");
    assert!(!dissolved(&[1, 2], &[0]), "one who is away and one who says nothing");
    assert!(dissolved(&[0, 1, 2, 3], &[]), "all agree");
    assert!(dissolved(&[1, 2], &[0, 3]), "all who are there, and half of the table");
    assert!(dissolved(&[1, 2, 3], &[0]));
}

#[test]
fn a_seat_calls_few_votes() {
    let mut w = world(3, 4);
    w.start();
    let next_deal = |w: &mut World, deals: usize| {
        while w.deals.len() < deals || w.clients[0].phase() != "playing" {
            assert!(w.step());
        }
    };
    let mut called = 0;
    for deals in 0..4 {
        next_deal(&mut w, deals);
        if called < limits::VOTES {
            w.send(1, AGREE);
            w.send(2, AGAINST);
            called += 1;
        }
        refused(&mut w, 1, AGREE, "vote/limit");
        assert!(w.clients[0].room["dissolve"].is_null());
    }
    // Others have votes of their own, and agreeing to one is no call.
    w.send(0, AGREE);
    w.send(1, AGREE);
    w.send(2, AGREE);
    assert_eq!(w.clients[0].phase(), "over");
    w.send(0, r#"{"type":"again"}"#);
    w.start();
    w.send(1, AGREE);
    assert_eq!(w.clients[0].room["dissolve"]["by"], 1, "another match, other votes");
}

#[test]
fn who_was_ready_is_asked_again_when_seats_change() {
    let changes = [
        (0, r#"{"type":"swap","a":1,"b":2}"#),
        (0, r#"{"type":"swap","a":0,"b":3}"#),
        (2, r#"{"type":"sit","seat":3}"#),
        (0, r#"{"type":"add_bot","seat":3,"level":"random"}"#),
    ];
    for (by, change) in changes {
        let mut w = world(3, 5);
        for n in 1..3 {
            w.send(n, r#"{"type":"ready","ready":true}"#);
        }
        w.send(by, change);
        refused(&mut w, 0, r#"{"type":"start"}"#, "room/not_ready");
        for n in 1..3 {
            let seat = w.seat(n).unwrap();
            assert_eq!(w.clients[0].room["seats"][seat]["ready"], false, "{change}");
            w.send(n, r#"{"type":"ready","ready":true}"#);
        }
        if change.contains("bot") {
            w.send(0, r#"{"type":"remove_bot","seat":3}"#);
            refused(&mut w, 0, r#"{"type":"start"}"#, "room/not_ready");
            w.start();
        } else {
            w.send(0, r#"{"type":"start"}"#);
        }
        assert_ne!(w.clients[0].phase(), "waiting", "{change}");
    }
    // Who comes later does not undo what the others have said.
    let mut w = world(2, 5);
    w.send(1, r#"{"type":"ready","ready":true}"#);
    w.clients.push(common::Client::new(player(2)));
    w.enter(2, false);
    assert_eq!(w.clients[0].room["seats"][1]["ready"], true);
}

#[test]
fn who_was_sent_away_does_not_come_back_by_itself() {
    let mut w = world(3, 6);
    w.send(0, r#"{"type":"kick","seat":1}"#);
    assert_eq!(w.clients[1].closed.as_deref(), Some("kicked"));
    let kept_out = |w: &mut World, n: usize| {
        let lines = w.lines.len();
        w.enter(n, false);
        assert_eq!(w.clients[n].inbox.last().map(|(_, text)| text.contains("knocking")), Some(true));
        assert_eq!(w.lines.len(), lines);
        w.drop_client(n);
    };
    kept_out(&mut w, 1);
    w.restart();
    for n in [0, 2] {
        w.enter(n, true);
    }
    kept_out(&mut w, 1);
    // Who left by itself comes back as before.
    w.send(2, r#"{"type":"leave"}"#);
    w.enter(2, false);
    assert!(w.seat(2).is_some());
}

#[test]
fn the_host_removes_spectators_at_any_time_and_players_only_before_a_match() {
    let remove = |n: u64| format!(r#"{{"type":"remove","player":"{}"}}"#, player(n).id);
    let mut w = world(6, 7);
    assert_eq!(w.clients[0].room["spectators"].as_array().unwrap().len(), 2);
    refused(&mut w, 1, &remove(4), "room/not_host");
    refused(&mut w, 0, &remove(77), "player/none");
    w.send(0, &remove(3));
    assert_eq!(w.clients[3].closed.as_deref(), Some("kicked"));
    w.clients[3].room = serde_json::Value::Null;
    w.start();
    w.step();
    refused(&mut w, 0, &remove(1), "room/playing");
    w.send(0, &remove(4));
    assert_eq!(w.clients[4].closed.as_deref(), Some("kicked"));
    w.enter(4, false);
    assert!(w.clients[4].last("knocking").is_some());
    assert_eq!(w.clients[0].room["spectators"].as_array().unwrap().len(), 1);
    assert_eq!(w.replayed(w.lines.len()).digest(), w.core.digest());
}

#[test]
fn a_room_remembers_only_so_many_whom_it_sent_away() {
    let mut w = world(1, 8);
    for n in 1..=limits::REMOVED + 1 {
        w.clients.push(common::Client::new(player(n as u64)));
        w.enter(n, false);
        w.send(0, r#"{"type":"kick","seat":1}"#);
    }
    w.enter(2, false);
    assert!(w.clients[2].last("knocking").is_some());
    w.enter(1, false);
    assert_eq!(w.seat(1), Some(1), "the first is forgotten");
}

/// Plays on until somebody is asked, at its own turn or in a window; nobody answers any more.
fn until_asked(w: &mut World, window: bool) -> usize {
    for _ in 0..2000 {
        let in_window = !w.clients[0].table["view"]["stage"]["tile"].is_null();
        let asked = (1..4).find(|n| w.clients[*n].prompt().is_some());
        if let Some(n) = asked.filter(|_| in_window == window) {
            return n;
        }
        assert!(w.step());
    }
    panic!("nobody is asked");
}

#[test]
fn a_staller_is_hurried_and_then_played_for() {
    let mut w = world(4, 9);
    w.start();
    let staller = until_asked(&mut w, false);
    let opened = w.now;
    assert_eq!(w.core.wake(), None, "without a clock nothing is due");
    refused(&mut w, 0, HURRY, "hurry/early");
    w.now = opened + limits::HURRY_AFTER_MS - 1;
    refused(&mut w, 0, HURRY, "hurry/early");
    let error = w.clients[0].last("error").unwrap();
    assert!(error["en"].as_str().unwrap().ends_with("1 s are left"), "{error}");
    w.now += 1;
    w.send(0, HURRY);
    let lines = w.lines.len();
    w.send(2, HURRY);
    assert_eq!(w.lines.len(), lines, "it is hurried already");
    let until = w.now + limits::HURRY_MS;
    for n in 0..4 {
        assert_eq!(w.clients[n].room["hurry"], serde_json::json!({"by": 0, "until": until}));
    }
    // A server that starts again gives the whole time again.
    w.restart();
    w.now += 1000;
    for n in 0..4 {
        w.enter(n, true);
    }
    let until = until + 1000;
    assert_eq!(w.core.wake(), Some(until));
    tick_at(&mut w, until - 1);
    assert!(w.clients[staller].prompt().is_some());
    tick_at(&mut w, until);
    assert_eq!(w.clients[0].room["seats"][staller]["auto"], true);
    let decision = w.clients[staller].prompt().unwrap().0;
    while w.clients[staller].prompt().is_some_and(|(open, _)| open == decision) {
        w.clients[staller].plays = false;
        assert!(w.step());
    }
    assert!(w.clients[0].room["hurry"].is_null());
    // It is played for until it acts again.
    let again = loop {
        if w.clients[staller].prompt().is_some() {
            break w.clients[staller].prompt().unwrap();
        }
        assert!(w.step());
    };
    w.clients[staller].plays = false;
    w.send(staller, &format!(r#"{{"type":"act","decision":{},"action":"{}"}}"#, again.0, again.1[0]));
    assert_eq!(w.clients[0].room["seats"][staller]["auto"], false);
    assert_eq!(w.replayed(w.lines.len()).digest(), w.core.digest());
}

#[test]
fn who_answers_in_time_is_not_played_for() {
    let mut w = world(4, 10);
    w.start();
    let staller = until_asked(&mut w, false);
    w.now += limits::HURRY_AFTER_MS;
    w.send(0, HURRY);
    w.now += limits::HURRY_MS - 1;
    w.answer(staller);
    assert!(w.clients[0].room["hurry"].is_null(), "the table goes on");
    assert_eq!(w.clients[0].room["seats"][staller]["auto"], false);
}

/// In a claim window nobody learns who was waited for: not from the countdown, and not from its end.
#[test]
fn a_hurried_window_names_nobody() {
    let mut seen = 0;
    for seed in 0..60 {
        let mut w = world(4, 40 + seed);
        w.start();
        let staller = until_asked(&mut w, true);
        w.now += limits::HURRY_AFTER_MS;
        // Also who is asked itself may say it.
        let by = if seed % 2 == 0 { staller } else { 0 };
        w.send(by, HURRY);
        let room = w.clients[0].room.clone();
        assert_eq!(room["hurry"]["by"], by);
        assert!(w.clients[0].table["clock"].is_null());
        let before: Vec<usize> = w.clients.iter().map(|client| client.inbox.len()).collect();
        let until = w.now + limits::HURRY_MS;
        tick_at(&mut w, until);
        assert!(w.clients[staller].prompt().is_none_or(|(_, choices)| !choices.contains(&"pass".into())));
        let sent: Vec<&str> = w.clients[0].inbox[before[0]..].iter().map(|(_, text)| text.as_str()).collect();
        assert!(sent.iter().any(|text| text.contains("\"hurry\":null")), "{sent:?}");
        // Unless its own turn has come, no other seat is shown as played for.
        let turn = w.clients[0].table["view"]["stage"]["seat"].as_u64().unwrap_or(9) as usize;
        for seat in (1..4).filter(|seat| *seat != turn) {
            assert_eq!(w.clients[0].room["seats"][seat], room["seats"][seat], "seed {seed}");
        }
        seen += u32::from(turn != staller);
    }
    assert!(seen > 5, "{seen}");
}

#[test]
fn hurrying_is_for_seats_of_a_match_without_a_clock() {
    let mut w = world(5, 11);
    refused(&mut w, 0, HURRY, "match/none");
    w.start_without_nonces();
    refused(&mut w, 0, HURRY, "match/none");
    refused(&mut w, 4, HURRY, "seat/none");
    let mut setup = short(RuleSetId::ALL[3]);
    setup.clock = Some(ClockSetup { move_ms: 300_000, bank_ms: 0 });
    let mut w = World::new(setup, 4, 11);
    w.start();
    w.now += limits::HURRY_AFTER_MS;
    refused(&mut w, 0, HURRY, "hurry/clock");
}

/// A log from before there were editions: votes without limit, one of them carried by silence, seats exchanged after people were
/// ready, somebody sent away who came back at once. It leads to the room it led to, which is under the latest rules from then on.
#[test]
fn a_log_from_before_there_were_editions_means_what_it_meant() {
    let log = include_str!("logs/silent_vote.wuxi.jsonl");
    let lines: Vec<&[u8]> = log.lines().map(str::as_bytes).collect();
    assert!(log.contains("\"kick\"") && log.contains("\"swap\"") && !log.contains("edition"));
    for cut in 1..=lines.len() {
        assert!(RoomCore::replay(lines[..cut].iter().copied(), 1).is_ok(), "line {cut}");
    }
    let mut core = RoomCore::replay(lines.iter().copied(), 1).unwrap();
    let now = 1_794_967_800_000;
    let (connection, host) = (sifang_room::ConnectionId(1), core.members()[0]);
    let player = sifang_proto::Player { id: host, nickname: "甲".parse().unwrap() };
    let enter = Input::Enter { connection, player, id: 1, by_link: true, since: None };
    let resumed = core.handle(enter, now, &mut || [0; 48]).line.unwrap().into_bytes();
    assert!(String::from_utf8_lossy(&resumed).contains(&format!("\"edition\":{EDITION}")));
    let vote = |core: &mut RoomCore, text: &str| {
        core.handle(Input::Order { player: host, message: common::message(text) }, now, &mut || [0; 48])
    };
    let asked = vote(&mut core, r#"{"id":1,"type":"dissolve","agree":true}"#).line.unwrap().into_bytes();
    let over =
        core.handle(Input::Tick, now + limits::DISSOLVE_MS, &mut || [0; 48]).line.unwrap().into_bytes();
    assert_eq!(core.summary().phase, sifang_proto::Phase::Playing, "silence is no longer agreement");
    let again = vote(&mut core, r#"{"id":2,"type":"dissolve","agree":true}"#).refused.unwrap();
    assert_eq!(again.code, sifang_proto::ErrorCode::VoteLimit);
    let all = lines.iter().copied().chain([resumed.as_slice(), &asked, &over]);
    assert_eq!(RoomCore::replay(all, 1).unwrap().digest(), core.digest());
}
