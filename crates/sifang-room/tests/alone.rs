//! One person alone with bots: nobody is kept waiting, so it is waited for; it may stop the deal. And whoever is away, here or at
//! a table of several, is played for by a bot that can be taken back from at any moment.

use crate::common::{PAUSE, World, short};
use sifang_options::OptionValue;
use sifang_proto::{ClockSetup, Millis, RoomName, RoomSetup};
use sifang_room::{EDITION, Input, RoomCore};
use sifang_rules::any::RuleSetId;

const AUTO: &str = r#"{"type":"auto","on":true}"#;
const HERE: &str = r#"{"type":"auto","on":false}"#;
const STOP: &str = r#"{"type":"pause","on":true}"#;
const GO_ON: &str = r#"{"type":"pause","on":false}"#;
const HOUR: Millis = 3_600_000;

fn world(clients: usize, deals: i64, seed: u64) -> World {
    let mut setup = RoomSetup::of(RuleSetId::ALL[3].id());
    setup.options.insert("deals", OptionValue::Int(deals));
    setup.clock = Some(ClockSetup { move_ms: 5_000, bank_ms: 10_000 });
    (setup.bots, setup.spectators) = (Some("random".into()), true);
    World::new(setup, clients, seed)
}

/// Plays until client `n` is asked in its own turn.
fn until_turn(world: &mut World, n: usize) {
    let own = |world: &World| {
        let stage = &world.clients[n].table["view"]["stage"];
        stage["name"] == "turn" && world.clients[n].prompt().is_some()
    };
    for _ in 0..500 {
        if own(world) {
            return;
        }
        assert!(world.step());
    }
    panic!("its turn does not come");
}

/// Everything due in the next hour comes to pass, and bots answer.
fn an_hour(world: &mut World) {
    let end = world.now + HOUR;
    while world.step_until(end) {}
    world.now = end;
    world.input(Input::Tick);
}

#[test]
fn one_person_alone_is_waited_for_between_deals() {
    for auto in [false, true] {
        let mut w = world(1, 4, 3);
        w.start();
        if auto {
            w.send(0, AUTO);
            w.clients[0].plays = false;
        }
        while w.deals.is_empty() {
            assert!(w.step());
        }
        assert!(w.clients[0].room["next"]["until"].is_null());
        let lines = w.lines.len();
        an_hour(&mut w);
        assert_eq!((w.clients[0].phase(), w.lines.len()), ("between", lines), "auto {auto}");
        w.send(0, r#"{"type":"next"}"#);
        assert_eq!(w.clients[0].table["deal"], 2);
        assert_eq!(w.replayed(w.lines.len()).digest(), w.core.digest());
    }
}

#[test]
fn a_deal_that_is_stopped_stands_still() {
    let mut stopped_in = [0, 0];
    for seed in 0..12 {
        let mut w = world(1, 2, 20 + seed);
        w.start();
        for _ in 0..20 + seed {
            w.step();
        }
        // Once a bot is asked, once the person.
        while w.clients[0].prompt().is_some() != (seed % 2 == 0) || w.clients[0].phase() != "playing" {
            assert!(w.step());
        }
        let asked = w.clients[0].prompt();
        stopped_in[usize::from(asked.is_some())] += 1;
        w.send(0, STOP);
        assert_eq!(w.clients[0].room["paused"], true);
        assert!(w.clients[0].table["clock"].is_null(), "no clock runs");
        let (lines, digest) = (w.lines.len(), w.core.digest());
        an_hour(&mut w);
        assert_eq!((w.lines.len(), w.core.digest(), w.core.wake()), (lines, digest, None));
        if let Some((decision, choices)) = &asked {
            let act = format!(r#"{{"type":"act","decision":{decision},"action":"{}"}}"#, choices[0]);
            assert_eq!(w.say(0, &act).as_deref(), Some("room/paused"));
        }
        // The same after the server has started again.
        w.restart();
        w.enter(0, true);
        an_hour(&mut w);
        assert_eq!(w.clients[0].room["paused"], true);
        w.send(0, GO_ON);
        assert_eq!(w.clients[0].room["paused"], false);
        if asked.is_some() {
            assert_eq!(w.clients[0].table["clock"]["until"], w.now + 5_000, "with the whole time");
        }
        assert_eq!(w.replayed(w.lines.len()).digest(), w.core.digest());
        w.play(|_| {});
        assert_eq!(w.matches.len(), 1);
    }
    assert!(stopped_in.iter().all(|n| *n > 1), "{stopped_in:?}");
}

#[test]
fn nobody_stops_a_deal_that_others_play() {
    let mut w = world(2, 2, 5);
    w.start();
    assert_eq!(w.say(0, STOP).as_deref(), Some("room/not_alone"));
    w.send(0, GO_ON);
    w.send(1, r#"{"type":"leave"}"#);
    w.send(0, STOP);
    // Who comes back to its seat does not wait for anybody's pause.
    w.enter(1, false);
    assert_eq!(w.clients[0].room["paused"], false);
    assert!(w.core.wake().is_some() || !w.jobs.is_empty());
    assert_eq!(w.replayed(w.lines.len()).digest(), w.core.digest());
    w.play(|_| {});
}

/// The old auto-play threw the drawn tile away and let everything pass: it won none of these deals.
#[test]
fn who_is_away_is_played_for_by_a_decent_player() {
    let mut w = world(1, 16, 8);
    w.start();
    w.send(0, AUTO);
    w.clients[0].plays = false;
    while w.deals.len() < 16 {
        assert!(w.step());
    }
    let won = w.deals.iter().filter(|deal| deal.record.wins.iter().any(|win| win.seat.index() == 0)).count();
    assert!(won >= 6, "{won} of 16 against three that play at random");
    assert_eq!(w.unplayed, 1, "nobody has played for itself");
}

#[test]
fn a_seat_is_taken_back_before_its_bot_has_played() {
    for by_answer in [false, true] {
        let mut w = world(1, 2, 4);
        w.start();
        until_turn(&mut w, 0);
        w.clients[0].plays = false;
        // However long it has thought, its bot leaves it a moment.
        w.now += 4_000;
        w.send(0, AUTO);
        let answer = w.jobs.pop().expect("a bot is asked for it").run(1);
        w.input(Input::Bot(answer));
        let (decision, choices) = w.clients[0].prompt().expect("not answered yet");
        assert_eq!(w.core.wake(), Some(w.now + PAUSE));
        w.now += PAUSE - 1;
        w.input(Input::Tick);
        assert!(w.clients[0].prompt().is_some());
        if by_answer {
            w.send(0, &format!(r#"{{"type":"act","decision":{decision},"action":"{}"}}"#, choices[0]));
        } else {
            w.send(0, HERE);
            w.now += 1;
            w.input(Input::Tick);
            assert_eq!(w.clients[0].prompt().map(|(open, _)| open), Some(decision), "it is its own again");
        }
        assert_eq!(w.clients[0].room["seats"][0]["auto"], false);
        assert_eq!(w.replayed(w.lines.len()).digest(), w.core.digest());
        w.clients[0].plays = true;
        w.play(|_| {});
    }
}

/// As for bots: nothing is written while a window is open, whoever is played for is asked in it.
#[test]
fn a_window_shows_nothing_of_a_seat_that_is_played_for() {
    let mut found = 0;
    for seed in 0..60 {
        let mut w = World::new(short(RuleSetId::ALL[3]), 4, 900 + seed);
        w.start();
        w.clients[2].plays = false;
        w.send(2, AUTO);
        let open = |w: &World| {
            let asked: Vec<usize> = (0..4).filter(|n| w.clients[*n].prompt().is_some()).collect();
            w.clients[0].table["view"]["stage"]["name"] == "claim" && asked == [2] && !w.jobs.is_empty()
        };
        while w.deals.is_empty() && !open(&w) {
            assert!(w.step());
        }
        if !w.deals.is_empty() {
            continue;
        }
        found += 1;
        let (opened, lines) = (w.now, w.lines.len());
        w.now += 90;
        let answer = w.jobs.pop().expect("a bot is asked for it").run(1);
        w.input(Input::Bot(answer));
        assert_eq!((w.lines.len(), w.core.wake()), (lines, Some(opened + PAUSE)));
        w.now = opened + PAUSE;
        w.input(Input::Tick);
        assert_eq!(w.lines.len(), lines + 1);
        assert_eq!(w.replayed(w.lines.len()).digest(), w.core.digest());
    }
    assert!(found > 10, "{found}");
}

/// A thread that dies must not keep the table waiting.
#[test]
fn a_bot_that_never_answers_for_somebody_is_answered_for() {
    let mut w = world(1, 2, 6);
    w.start();
    until_turn(&mut w, 0);
    w.clients[0].plays = false;
    w.now += HOUR / 60;
    w.send(0, AUTO);
    w.jobs.clear();
    let due = w.core.wake().unwrap();
    assert!(due > w.now + 5_000 && due < w.now + 15_000);
    w.now = due;
    w.input(Input::Tick);
    assert!(w.clients[0].prompt().is_none());
}

/// Lines of the edition before mean what they meant: the rule set answers for who misses its clock, at once, and bots that do not
/// answer after that are answered for.
#[test]
fn lines_of_an_earlier_edition_keep_their_meaning() {
    let mut w = world(1, 2, 7);
    w.start();
    until_turn(&mut w, 0);
    let due = w.core.wake().unwrap();
    let replayed = |edition: u32, ticks: &[Millis]| {
        let known = format!("\"edition\":{EDITION}");
        let line = |line: &Vec<u8>| {
            String::from_utf8(line.clone()).unwrap().replace(&known, &format!("\"edition\":{edition}"))
        };
        let ticks = ticks.iter().map(|at| format!(r#"{{"at":{at},"tick":{{}}}}"#));
        let lines: Vec<String> = w.lines.iter().map(line).chain(ticks).collect();
        RoomCore::replay(lines.iter().map(String::as_bytes), 2)
    };
    assert!(replayed(2, &[due]).is_ok() && replayed(EDITION, &[due]).is_ok());
    let later = due + 10_000;
    assert!(replayed(2, &[due, later]).is_ok(), "the bots of the window");
    assert!(replayed(EDITION, &[due, later]).is_err(), "its own bot may still answer");
    assert!(replayed(EDITION, &[due, later + PAUSE]).is_ok());
}

#[test]
fn everybody_sees_since_when_somebody_is_away() {
    let mut w = world(2, 2, 9);
    assert!(w.clients[0].room["seats"][1]["occupant"]["away"].is_null());
    w.now += 5_000;
    w.drop_client(1);
    let gone = w.now;
    w.now += 5_000;
    w.send(0, r#"{"type":"ready","ready":true}"#);
    assert_eq!(w.clients[0].room["seats"][1]["occupant"]["away"], gone);
    w.enter(1, true);
    assert!(w.clients[0].room["seats"][1]["occupant"]["away"].is_null());
}

#[test]
fn a_new_link_makes_the_old_one_void() {
    let mut w = world(2, 2, 9);
    let old = w.core.link();
    assert_eq!(w.say(1, r#"{"type":"new_link"}"#).as_deref(), Some("room/not_host"));
    w.send(0, r#"{"type":"new_link"}"#);
    let new = w.core.link();
    assert!(new != old && !w.core.is_named(RoomName::Link(old)) && w.core.is_named(RoomName::Link(new)));
    assert_eq!(w.clients[1].room["link"], serde_json::to_value(new).unwrap());
    assert_eq!(w.core.names().1, old, "the store knows it by the first one");
    assert_eq!(w.replayed(w.lines.len()).link(), new);
    w.start();
    w.send(0, r#"{"type":"new_link"}"#);
    assert_ne!(w.core.link(), new);
    assert_eq!(w.replayed(w.lines.len()).digest(), w.core.digest());
}
