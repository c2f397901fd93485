//! Windows held open for drawn times: whoever is asked or not, for everybody who answers, across restarts.

use crate::common::{World, short};
use sifang_proto::{ClockSetup, Millis, RoomSetup};
use sifang_rules::any::RuleSetId;
use std::collections::BTreeSet;

/// No window is held for less, and none in which nobody is asked for longer.
const LEAST: Millis = 500;
const MOST: Millis = 6_000;

fn setup(id: RuleSetId) -> RoomSetup {
    RoomSetup { window_hold: true, ..short(id) }
}

/// The decision of the open window, as far as everybody knows; none at somebody's own turn.
fn window(world: &World) -> Option<String> {
    let stage = &world.clients[0].table["view"]["stage"];
    let is_open = world.clients[0].phase() == "playing" && stage["name"] == "claim";
    is_open.then(|| format!("{} {}", stage, world.clients[0].table["view"]["players"]))
}

/// A window that has closed: how long it was open, and whether a bot or another client was asked.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Closed {
    after: Millis,
    asked: bool,
}

/// Plays a deal and notes its windows.
fn windows(world: &mut World) -> Vec<Closed> {
    let (mut all, mut open): (Vec<Closed>, Option<(String, Millis, bool)>) = (Vec::new(), None);
    while world.deals.is_empty() {
        let now = window(world);
        if open.as_ref().map(|(name, ..)| name) != now.as_ref() {
            all.extend(open.map(|(_, at, asked)| Closed { after: world.now - at, asked }));
            open = now.map(|name| (name, world.now, false));
        }
        if let Some((_, _, asked)) = &mut open {
            *asked |= !world.jobs.is_empty() || world.clients[1..].iter().any(|c| c.prompt().is_some());
        }
        assert!(world.step());
    }
    all
}

#[test]
fn every_window_is_held_for_a_time_of_its_own() {
    for id in RuleSetId::ALL {
        let deal = |seed| {
            let mut world = World::new(setup(*id), 1, seed);
            world.start();
            windows(&mut world)
        };
        let all: Vec<Closed> = (9..12).flat_map(deal).collect();
        let within = |closed: &&Closed| (LEAST..MOST).contains(&closed.after);
        assert_eq!(all.iter().filter(within).count(), all.len(), "{}: {all:?}", id.id());
        let lengths =
            |asked| all.iter().filter(|c| c.asked == asked).map(|c| c.after).collect::<BTreeSet<_>>();
        let (asked, unasked) = (lengths(true), lengths(false));
        assert!(!asked.is_empty() && unasked.len() > 3, "{}: {asked:?} {unasked:?}", id.id());
    }
}

/// Nobody says anything: clocks that run out, and seats that are played for, do not close a window before its time.
#[test]
fn neither_a_short_clock_nor_auto_play_ends_a_hold() {
    let mut asked = Vec::new();
    for seed in 0..4 {
        let clock = Some(ClockSetup { move_ms: 1_000, bank_ms: 0 });
        let mut world = World::new(RoomSetup { clock, ..setup(RuleSetId::ALL[3]) }, 4, seed);
        world.start();
        world.clients.iter_mut().for_each(|client| client.plays = false);
        asked
            .extend(windows(&mut world).into_iter().filter(|closed| closed.asked).map(|closed| closed.after));
    }
    let lengths: BTreeSet<_> = asked.iter().collect();
    assert!(asked.len() > 10 && lengths.len() > asked.len() / 2, "{asked:?}");
    assert!(asked.iter().all(|after| (LEAST..MOST).contains(after)), "{asked:?}");
}

/// Plays until somebody beside client 0 is asked in a window (or nobody is), and says when it was opened.
fn until_window(world: &mut World, asked: bool) -> Millis {
    for _ in 0..3_000 {
        let others = !world.jobs.is_empty() || world.clients[1..].iter().any(|c| c.prompt().is_some());
        if window(world).is_some() && others == asked && world.clients[0].prompt().is_none() {
            return world.now;
        }
        assert!(world.step());
    }
    panic!("there is no such window");
}

/// Lets the window end by itself, and says how long that takes.
fn ends(world: &mut World) -> Millis {
    let (name, at) = (window(world), world.now);
    while window(world) == name {
        assert!(world.step());
    }
    world.now - at
}

#[test]
fn a_restart_in_the_middle_of_a_hold_does_not_change_it() {
    for asked in [false, true] {
        let begin = || {
            let mut world = World::new(setup(RuleSetId::ALL[3]), 1, 11);
            world.start();
            let opened = until_window(&mut world, asked);
            (world, opened)
        };
        let (mut world, opened) = begin();
        let length = ends(&mut world);
        assert!((LEAST..MOST).contains(&length));
        let (mut again, same) = begin();
        assert_eq!(opened, same);
        again.now += LEAST - 1;
        again.restart();
        again.enter(0, true);
        assert_eq!(ends(&mut again), length, "clocks begin anew, with the same hold");
    }
}

/// Whoever is asked and leaves, or lets itself be played for, says nothing by it as long as the window is held.
#[test]
fn leaving_does_not_end_a_hold() {
    for word in [r#"{"type":"leave"}"#, r#"{"type":"auto","on":true}"#] {
        let begin = || {
            let mut world = World::new(setup(RuleSetId::ALL[3]), 2, 3);
            world.start();
            while world.clients[1].prompt().is_none() {
                until_window(&mut world, true);
                if world.clients[1].prompt().is_none() {
                    assert!(world.step());
                }
            }
            world.clients[1].plays = false;
            world
        };
        let mut answered = begin();
        answered.clients[1].plays = true;
        let length = ends(&mut answered);
        let mut left = begin();
        let opened = left.now;
        left.now += LEAST / 2;
        left.send(1, word);
        ends(&mut left);
        assert_eq!(left.now - opened, length, "{word}");
    }
}

#[test]
fn who_thinks_longer_than_the_hold_is_waited_for() {
    let mut world = World::new(setup(RuleSetId::ALL[3]), 2, 3);
    world.start();
    let opened = loop {
        until_window(&mut world, true);
        if world.clients[1].prompt().is_some() {
            break world.now;
        }
        assert!(world.step());
    };
    let name = window(&world);
    world.clients[1].plays = false;
    while world.step_until(opened + MOST + 1) {}
    assert_eq!(window(&world), name, "somebody still thinks");
    world.now = opened + MOST + 1;
    let (decision, _) = world.clients[1].prompt().unwrap();
    world.send(1, &format!(r#"{{"type":"act","decision":{decision},"action":"pass"}}"#));
    assert_ne!(window(&world), name, "nothing is left to wait for");
}

/// A setup as it was written before there were holds has none, and the pause is the one it was.
#[test]
fn a_room_without_the_field_keeps_its_pause() {
    let text = serde_json::to_string(&short(RuleSetId::ALL[3])).unwrap();
    let old = text.replace(",\"window_hold\":false", "");
    assert_ne!(text, old);
    let setup: RoomSetup = serde_json::from_str(&old).unwrap();
    let mut world = World::new(setup, 1, 9);
    world.start();
    let all = windows(&mut world);
    assert!(all.len() > 10 && all.iter().all(|closed| closed.after == crate::common::PAUSE), "{all:?}");
    let mut without = short(RuleSetId::ALL[3]);
    (without.uniform_pause, without.window_hold) = (false, true);
    let mut world = World::new(without, 1, 9);
    world.start();
    assert!(windows(&mut world).iter().all(|closed| closed.after < LEAST), "a hold belongs to the pause");
}
