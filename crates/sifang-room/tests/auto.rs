//! 托管 as others see it: it changes with a seat's own turn or the end of a deal, never in the middle of a window.

use crate::common::{World, short};
use serde_json::Value;
use sifang_rules::any::RuleSetId;

/// Whether client `n` sees this seat as played for.
fn sees(world: &World, n: usize, seat: usize) -> bool {
    world.clients[n].room["seats"][seat]["auto"] == true
}

/// How many messages each client has had.
fn received(world: &World) -> Vec<usize> {
    world.clients.iter().map(|client| client.inbox.len()).collect()
}

/// Whose own turn it is; none in windows and between deals.
fn turn(world: &World) -> Option<usize> {
    let client = &world.clients[0];
    let stage = &client.table["view"]["stage"];
    let seat = stage["seat"].as_u64().filter(|_| client.phase() == "playing" && stage["tile"].is_null());
    seat.map(|seat| seat as usize)
}

/// Whether a tile lies there to be claimed.
fn in_window(world: &World) -> bool {
    world.clients[0].phase() == "playing" && world.clients[0].table["view"]["stage"]["name"] == "claim"
}

/// Says something; nobody but the sender may be sent anything of it, and the sender sees the seat so.
fn unnoticed(world: &mut World, seat: usize, message: &str, auto: bool) {
    let before = received(world);
    let shown = sees(world, 0, seat);
    world.send(seat, message);
    for n in 0..world.clients.len() {
        assert_eq!(sees(world, n, seat), if n == seat { auto } else { shown }, "client {n} after {message}");
    }
    // An answer may close the window: that is sent as a table, and never as a room.
    for (n, before) in before.into_iter().enumerate().filter(|(n, _)| *n != seat) {
        for (_, text) in &world.clients[n].inbox[before..] {
            assert!(
                !text.starts_with("{\"type\":\"room\""),
                "client {n} was sent something after {message}: {text}"
            );
        }
    }
}

/// Plays on until it is this seat's own turn; false if the deal ends before. Until then nobody else sees a change.
fn until_shown(world: &mut World, seat: usize) -> bool {
    let shown = sees(world, 0, seat);
    loop {
        if !world.deals.is_empty() {
            return false;
        }
        if turn(world) == Some(seat) {
            return true;
        }
        assert_eq!(sees(world, 0, seat), shown, "shown before its own turn");
        assert!(world.step());
    }
}

/// A world of four people in which seat 2 is played for, and is asked in a window.
fn asked_while_played_for(seed: u64) -> Option<(World, usize)> {
    played_for(seed, |world, seat| world.clients[seat].prompt().is_some())
}

/// A world of four people in which seat 2 is played for, in the first window of which this holds.
fn played_for(seed: u64, wanted: impl Fn(&World, usize) -> bool) -> Option<(World, usize)> {
    let seat = 2;
    let mut world = World::new(short(RuleSetId::ALL[3]), 4, seed);
    world.start();
    world.clients[seat].plays = false;
    world.send(seat, r#"{"type":"auto","on":true}"#);
    while world.deals.is_empty() {
        if in_window(&world) && sees(&world, 0, seat) && wanted(&world, seat) {
            return Some((world, seat));
        }
        assert!(world.step());
    }
    None
}

#[test]
fn taking_over_in_a_window_is_not_shown_before_the_own_turn() {
    let mut shown = 0;
    for seed in 0..30 {
        let Some((mut world, seat)) = asked_while_played_for(300 + seed) else { continue };
        let (decision, choices) = world.clients[seat].prompt().unwrap();
        assert!(choices.iter().any(|choice| choice == "pass"));
        let act = format!(r#"{{"type":"act","decision":{decision},"action":"pass"}}"#);
        unnoticed(&mut world, seat, &act, false);
        // It plays for itself from now on, and has a clock again when it is asked.
        world.clients[seat].plays = true;
        if until_shown(&mut world, seat) {
            assert!(!world.clients[seat].table["clock"]["bank_ms"].is_null(), "seed {seed}");
            assert!(!sees(&world, 0, seat), "seed {seed}: not shown at its own turn");
            shown += 1;
        }
    }
    assert!(shown > 10, "{shown}");
}

#[test]
fn the_end_of_a_deal_shows_who_has_taken_over() {
    let mut ended = 0;
    for seed in 0..200 {
        let last = |world: &World, _: usize| world.clients[0].table["view"]["wall"] == 0;
        let Some((mut world, seat)) = played_for(800 + seed, last) else { continue };
        unnoticed(&mut world, seat, r#"{"type":"auto","on":false}"#, false);
        if !until_shown(&mut world, seat) {
            assert!(!sees(&world, 0, seat), "seed {seed}");
            ended += 1;
        }
    }
    assert!(ended > 5, "{ended}");
}

#[test]
fn switching_by_message_is_not_shown_before_the_own_turn() {
    for seed in 0..12 {
        let Some((mut world, seat)) = asked_while_played_for(400 + seed) else { continue };
        // Asked or not, in a window or in another's turn: the others see the same, nothing.
        unnoticed(&mut world, seat, r#"{"type":"auto","on":false}"#, false);
        unnoticed(&mut world, seat, r#"{"type":"auto","on":true}"#, true);
        unnoticed(&mut world, seat, r#"{"type":"auto","on":false}"#, false);
        world.clients[seat].plays = true;
        if until_shown(&mut world, seat) {
            assert!(!sees(&world, 0, seat), "seed {seed}");
            // In the own turn it is shown at once: everybody knows who is asked.
            world.send(seat, r#"{"type":"auto","on":true}"#);
            assert!(sees(&world, 0, seat));
            world.answer(seat);
            assert!(!sees(&world, 0, seat));
        }
        let other = (seat + 1) % 4;
        while world.deals.is_empty() && turn(&world) != Some(seat) {
            assert!(world.step());
        }
        if world.deals.is_empty() {
            unnoticed(&mut world, other, r#"{"type":"auto","on":true}"#, true);
            world.clients[other].plays = false;
            until_shown(&mut world, other);
            assert!(sees(&world, 0, other), "seed {seed}");
        }
    }
}

#[test]
fn between_deals_it_is_shown_at_once() {
    let mut world = World::new(short(RuleSetId::ALL[3]), 4, 5);
    world.start();
    while world.deals.is_empty() {
        world.step();
    }
    assert_eq!(world.clients[0].phase(), "between");
    world.send(1, r#"{"type":"auto","on":true}"#);
    assert!(sees(&world, 0, 1));
    world.send(1, r#"{"type":"auto","on":false}"#);
    assert!(!sees(&world, 0, 1));
}

/// Who comes back to the room sees the own seat as it is, the others as everybody sees them.
#[test]
fn whoever_comes_back_sees_the_own_seat() {
    let found = (0..40).find_map(|seed| asked_while_played_for(500 + seed));
    let (mut world, seat) = found.expect("a window");
    unnoticed(&mut world, seat, r#"{"type":"auto","on":false}"#, false);
    for n in [seat, 0] {
        world.drop_client(n);
        world.enter(n, true);
    }
    assert!(!sees(&world, seat, seat) && sees(&world, 0, seat));
    world.restart();
    for n in 0..4 {
        world.enter(n, true);
    }
    assert!(!sees(&world, seat, seat) && sees(&world, 0, seat));
}

/// A window that is missed hands the seat over, and its own player learns of it at once.
#[test]
fn the_own_player_learns_of_a_missed_window() {
    let mut found = 0;
    for seed in 0..20 {
        let mut world = World::new(short(RuleSetId::ALL[3]), 4, 600 + seed);
        world.start();
        let seat = 2;
        while world.deals.is_empty() && !(in_window(&world) && world.clients[seat].prompt().is_some()) {
            assert!(world.step());
        }
        if !world.deals.is_empty() {
            continue;
        }
        world.clients[seat].plays = false;
        let decision = world.clients[seat].prompt().unwrap().0;
        while world.clients[seat].prompt().is_some_and(|(open, _)| open == decision) {
            assert!(world.step());
        }
        if turn(&world) == Some(seat) || !world.deals.is_empty() {
            continue;
        }
        assert!(sees(&world, seat, seat) && !sees(&world, 0, seat), "seed {seed}");
        found += 1;
    }
    assert!(found > 3, "{found}");
}

/// The rooms that others are sent have no other difference than the own seat.
#[test]
fn only_the_own_seat_differs() {
    let found = (0..40).find_map(|seed| asked_while_played_for(700 + seed));
    let (mut world, seat) = found.expect("a window");
    unnoticed(&mut world, seat, r#"{"type":"auto","on":false}"#, false);
    let rooms: Vec<Value> = world.clients.iter().map(|client| client.room.clone()).collect();
    for (n, room) in rooms.iter().enumerate() {
        let mut room = room.clone();
        if n == seat {
            room["seats"][seat]["auto"] = true.into();
        }
        assert_eq!(room, rooms[0], "client {n}");
    }
}
