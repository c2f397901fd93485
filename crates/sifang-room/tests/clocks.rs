//! Time: per move, bank, being played for, the uniform pause, waiting for the next deal, votes.

use crate::common::{PAUSE, World, short};
use sifang_proto::{ClockSetup, limits};
use sifang_rules::any::RuleSetId;

fn world(id: RuleSetId, clients: usize, seed: u64) -> World {
    let mut setup = short(id);
    setup.clock = Some(ClockSetup { move_ms: 5_000, bank_ms: 10_000 });
    World::new(setup, clients, seed)
}

/// Whose own turn it is, by a client's view; none in windows.
fn turn(world: &World) -> Option<usize> {
    let clock = &world.clients[0].table["clock"];
    let seats = clock["seats"].as_array()?;
    (seats.len() == 1 && world.clients[0].table["view"]["stage"]["tile"].is_null())
        .then(|| seats[0].as_u64().unwrap() as usize)
}

/// Plays on until it is the own turn of somebody other than client 0, with a prompt open.
fn until_turn(world: &mut World) -> usize {
    for _ in 0..500 {
        if let Some(seat) = turn(world).filter(|seat| *seat != 0)
            && world.clients[seat].prompt().is_some()
        {
            return seat;
        }
        assert!(world.step());
    }
    panic!("nobody's turn comes");
}

#[test]
fn a_missed_clock_takes_the_bank_and_hands_the_seat_over() {
    let mut world = world(RuleSetId::ALL[3], 4, 1);
    world.start();
    let seat = until_turn(&mut world);
    let clock = &world.clients[seat].table["clock"];
    assert_eq!(clock["bank_ms"], 10_000);
    let until = clock["until"].as_u64().unwrap();
    assert!(world.clients[0].table["clock"]["bank_ms"].is_null(), "nobody sees another's bank");
    assert_eq!(world.core.wake(), Some(until + 10_000));
    world.now = until + 9_999;
    world.input(sifang_room::Input::Tick);
    assert!(world.clients[seat].prompt().is_some());
    world.now += 1;
    world.input(sifang_room::Input::Tick);
    assert_eq!(world.clients[0].room["seats"][seat]["auto"], true);
    // From now on a bot plays for it after a short moment, until it acts.
    world.clients[seat].plays = false;
    let answered = |world: &mut World| {
        let answer = world.jobs.pop().expect("a bot is asked").run(1);
        world.input(sifang_room::Input::Bot(answer));
        assert!(world.clients[seat].prompt().is_some(), "it can still be taken back");
        world.core.wake().unwrap() - world.now
    };
    assert_eq!(answered(&mut world), PAUSE);
    loop {
        assert!(world.step());
        if turn(&world) == Some(seat) && world.jobs.len() == 1 {
            break;
        }
    }
    assert_eq!(answered(&mut world), PAUSE);
    world.answer(seat);
    assert_eq!(world.clients[0].room["seats"][seat]["auto"], false, "acting takes the seat back");
}

#[test]
fn time_beyond_the_move_comes_from_the_bank_and_a_deal_brings_it_back() {
    let mut world = world(RuleSetId::ALL[3], 4, 2);
    world.start();
    let seat = until_turn(&mut world);
    let until = world.clients[seat].table["clock"]["until"].as_u64().unwrap();
    world.now = until + 4_000;
    world.answer(seat);
    let again = loop {
        assert!(world.step());
        let clock = &world.clients[seat].table["clock"];
        if !clock["bank_ms"].is_null() {
            break clock["bank_ms"].clone();
        }
    };
    assert_eq!(again, 6_000);
    while world.deals.is_empty() {
        world.step();
    }
    let fresh = loop {
        assert!(world.step());
        let clock = &world.clients[seat].table["clock"];
        if world.clients[seat].phase() == "playing" && !clock["bank_ms"].is_null() {
            break clock["bank_ms"].clone();
        }
    };
    assert_eq!(fresh, 10_000);
}

/// A window that somebody lets pass by is not shown as such: the badge comes with the seat's own turn.
#[test]
fn a_missed_window_is_not_shown_before_the_own_turn() {
    let mut shown = 0;
    for seed in 0..40 {
        let mut world = world(RuleSetId::ALL[3], 4, 100 + seed);
        world.start();
        let missed = loop {
            let tile = !world.clients[0].table["view"]["stage"]["tile"].is_null();
            let asked = (1..4).find(|n| world.clients[*n].prompt().is_some());
            if let Some(seat) = asked.filter(|_| tile) {
                break Some(seat);
            }
            if !world.deals.is_empty() || !world.step() {
                break None;
            }
        };
        let Some(seat) = missed else { continue };
        for n in 0..4 {
            world.clients[n].plays = n != seat;
        }
        let decision = world.clients[seat].prompt().unwrap().0;
        while world.clients[seat].prompt().is_some_and(|(open, _)| open == decision) {
            assert!(world.step());
        }
        if turn(&world) != Some(seat) && world.deals.is_empty() {
            assert_eq!(world.clients[0].room["seats"][seat]["auto"], false, "seed {seed}");
        }
        while world.deals.is_empty() && turn(&world) != Some(seat) {
            assert!(world.step());
        }
        if world.deals.is_empty() {
            assert_eq!(world.clients[0].room["seats"][seat]["auto"], true);
            shown += 1;
        }
    }
    assert!(shown > 5, "{shown}");
}

/// With the pause on, at least that long passes after every discard, whether somebody was asked or not.
#[test]
fn the_pause_is_the_same_whether_anybody_is_asked_or_not() {
    for id in RuleSetId::ALL {
        let (mut asked, mut unasked) = (0, 0);
        for seed in 9..12 {
            let mut world = World::new(short(*id), 1, seed);
            world.start();
            let mut opened: Option<(u64, bool)> = None;
            while world.deals.is_empty() {
                let window = world.clients[0].table["view"]["stage"]["name"] == "claim";
                match (opened, window) {
                    (None, true) => opened = Some((world.now, !world.jobs.is_empty())),
                    (Some((at, was_asked)), false) => {
                        let passed = world.now - at;
                        assert!(passed >= PAUSE, "{}: a window closed after {passed} ms", id.id());
                        *(if was_asked { &mut asked } else { &mut unasked }) += 1;
                        opened = None;
                    }
                    _ => {}
                }
                assert!(world.step());
            }
        }
        assert!(asked > 0 && unasked > 3, "{}: {asked} {unasked}", id.id());
    }
}

#[test]
fn the_next_deal_waits_for_all_or_for_the_clock() {
    let mut world = world(RuleSetId::ALL[0], 4, 4);
    world.start();
    while world.deals.is_empty() {
        world.step();
    }
    assert_eq!(world.clients[0].phase(), "between");
    let over = world.now;
    for n in 0..3 {
        world.send(n, r#"{"type":"next"}"#);
    }
    assert_eq!(world.clients[0].phase(), "between");
    assert_eq!(world.core.wake(), Some(over + limits::NEXT_MS));
    world.now = over + limits::NEXT_MS;
    world.input(sifang_room::Input::Tick);
    assert_eq!(world.clients[3].phase(), "playing");
    assert_eq!(world.clients[3].table["deal"], 2);
    world.send(3, r#"{"type":"next"}"#);
}

#[test]
fn a_vote_dissolves_when_all_agree() {
    for away in [false, true] {
        let mut world = world(RuleSetId::ALL[0], 3, 6);
        world.start();
        while world.deals.is_empty() {
            world.step();
        }
        for _ in 0..10 {
            world.step();
        }
        world.send(1, r#"{"type":"dissolve","agree":true}"#);
        assert_eq!(world.clients[0].room["dissolve"]["agreed"], serde_json::json!([1]));
        world.send(2, r#"{"type":"dissolve","agree":false}"#);
        assert!(world.clients[0].room["dissolve"].is_null(), "one voice against ends the vote");
        assert_eq!(world.say(0, r#"{"type":"dissolve","agree":false}"#).unwrap(), "vote/none");
        world.send(0, r#"{"type":"dissolve","agree":true}"#);
        world.send(0, r#"{"type":"dissolve","agree":true}"#);
        if away {
            // Who has left is not asked.
            world.send(2, r#"{"type":"leave"}"#);
            assert_eq!(world.clients[0].phase(), "playing");
            world.send(1, r#"{"type":"dissolve","agree":true}"#);
        } else {
            world.send(2, r#"{"type":"dissolve","agree":true}"#);
            world.send(1, r#"{"type":"dissolve","agree":true}"#);
        }
        assert_eq!(world.clients[0].phase(), "over");
        assert_eq!(world.clients[0].table["over"]["dissolved"], true);
        let report = &world.matches[0];
        assert!(report.dissolved && report.record.deals.len() == 1, "the open deal does not count");
        let verified = sifang_match::verify_any(&report.record, &mut |_, _| {}).unwrap();
        assert!(!verified.finished);
        world.compare_views();
        assert_eq!(world.core.wake(), None);
    }
}

#[test]
fn without_a_clock_nobody_is_hurried() {
    let mut setup = short(RuleSetId::ALL[3]);
    setup.clock = None;
    let mut world = World::new(setup, 4, 8);
    world.start();
    for _ in 0..40 {
        world.step();
        assert!(world.clients[0].table["clock"].is_null());
    }
    for client in &mut world.clients {
        client.plays = false;
    }
    while world.core.wake().is_some() {
        assert!(world.step());
    }
    assert!(world.clients.iter().any(|c| c.prompt().is_some()));
}
