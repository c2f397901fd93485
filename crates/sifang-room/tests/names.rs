//! How people are called in a room: nobody there has, or looks to have, another's name.

use crate::common::{Client, World, player, short};
use sifang_proto::{Nickname, Player, PlayerId};
use sifang_room::{Input, RoomCore};
use sifang_rules::any::RuleSetId;

fn named(n: u64, nickname: &str) -> Player {
    Player { id: PlayerId(1000 + n), nickname: nickname.parse::<Nickname>().unwrap() }
}

/// All names in the room, seats first.
fn names(world: &World, viewer: usize) -> Vec<String> {
    let room = &world.clients[viewer].room;
    let seats = room["seats"].as_array().unwrap().iter().map(|seat| &seat["occupant"]["nickname"]);
    let all = seats.chain(room["spectators"].as_array().unwrap().iter().map(|player| &player["nickname"]));
    all.filter_map(|name| name.as_str()).map(str::to_owned).collect()
}

/// A room whose founder is `p0`, and these others, the last of whom watches.
fn room(others: &[&str]) -> World {
    let mut world = World::new(short(RuleSetId::ALL[3]), 1, 1);
    for (n, name) in others.iter().enumerate() {
        world.clients.push(Client::new(named(n as u64 + 1, name)));
        world.enter(n + 1, false);
    }
    world
}

#[test]
fn the_later_of_two_equal_names_gets_a_number_for_all_and_for_good() {
    // A Cyrillic letter and a full-width one look like the founder's name; a name that has a number already is passed over.
    let mut w = room(&["р0", "p0 (3)", "Ｐ0", "p0"]);
    let expected = ["p0", "р0 (2)", "p0 (3)", "Ｐ0 (4)", "p0 (5)"];
    for viewer in 0..5 {
        assert_eq!(names(&w, viewer), expected);
    }
    // Seats change, names do not.
    w.send(0, r#"{"type":"swap","a":0,"b":1}"#);
    assert_eq!(names(&w, 2)[..2], ["р0 (2)", "p0"]);
    w.restart();
    for n in 0..4 {
        w.enter(n, false);
    }
    assert_eq!(names(&w, 2)[..4], ["р0 (2)", "p0", "p0 (3)", "Ｐ0 (4)"]);
    // The number stays when the first of the name goes, also through a lost connection: it is who one is in this room.
    w.send(0, r#"{"type":"leave"}"#);
    w.drop_client(1);
    w.enter(1, true);
    assert_eq!(names(&w, 1)[..3], ["р0 (2)", "p0 (3)", "Ｐ0 (4)"]);
    assert_eq!(w.core.summary().host.unwrap().as_str(), "р0 (2)");
    // Who comes back to the room comes anew.
    w.enter(0, false);
    assert_eq!(names(&w, 1)[1], "p0", "the name is free");
    assert_eq!(w.replayed(w.lines.len()).digest(), w.core.digest());
}

#[test]
fn renaming_keeps_names_apart_and_the_record_has_what_all_saw() {
    let mut w = room(&["p1", "p2", "p3"]);
    w.start();
    assert!(w.input(Input::Rename(named(1, "p0"))).is_none());
    assert_eq!(names(&w, 3), ["p0", "p0 (2)", "p2", "p3"]);
    let lines = w.lines.len();
    assert!(w.input(Input::Rename(named(1, "p0"))).is_none());
    assert_eq!(w.lines.len(), lines, "the same name again changes nothing");
    assert!(w.input(Input::Rename(named(0, "other"))).is_none());
    assert!(w.input(Input::Rename(named(2, "P0 (2)"))).is_none());
    assert_eq!(names(&w, 3), ["other", "p0 (2)", "P0 (2) (2)", "p3"]);
    assert!(w.input(Input::Rename(named(2, "p2"))).is_none());
    w.play(|_| {});
    let seats: Vec<String> =
        w.matches[0].seats.iter().map(|seat| seat.player.as_ref().unwrap().nickname.to_string()).collect();
    assert_eq!(seats, ["other", "p0 (2)", "p2", "p3"]);
}

#[test]
fn who_comes_brings_the_name_that_it_has_now() {
    let mut w = room(&["p1", "p2"]);
    w.start();
    w.send(1, r#"{"type":"leave"}"#);
    w.clients[1].player = named(1, "later");
    w.enter(1, false);
    w.clients[2].player = named(2, "Later");
    w.drop_client(2);
    w.enter(2, true);
    assert_eq!(names(&w, 0)[..3], ["p0", "later", "Later (2)"]);
    assert_eq!(w.replayed(w.lines.len()).digest(), w.core.digest());
}

/// A room of an earlier version, with names that nobody can choose today.
#[test]
fn a_log_with_names_of_earlier_rules_is_replayed() {
    let w = room(&["\u{3164}", "竹青", "\u{2800}"]);
    let lines = w.lines.iter().map(Vec::as_slice);
    let core = RoomCore::replay(lines, 2).unwrap();
    assert_eq!(core.digest(), w.core.digest());
    assert_eq!(core.members(), (0..4).map(|n| player(n).id).collect::<Vec<_>>());
}

#[test]
fn a_deleted_account_leaves_its_seat_without_a_name() {
    let mut w = room(&["p1", "p2", "p3", "watcher"]);
    w.start();
    for _ in 0..20 {
        w.step();
    }
    w.send(2, r#"{"type":"leave"}"#);
    for gone in [1, 2, 4] {
        assert!(w.input(Input::Forget(PlayerId(1000 + gone))).is_none());
    }
    assert_eq!(names(&w, 0), ["p0", "", "", "p3"]);
    assert_eq!(w.clients[1].closed.as_deref(), Some("signed_out"));
    let seat = &w.clients[0].room["seats"][1];
    assert_eq!((&seat["occupant"]["left"], &seat["auto"]), (&true.into(), &true.into()));
    let lines = w.lines.len();
    for nobody in [1, 9] {
        assert!(w.input(Input::Forget(PlayerId(1000 + nobody))).is_none());
    }
    assert_eq!(w.lines.len(), lines, "there is nothing left to forget");
    w.restart();
    for n in [0, 3] {
        w.enter(n, false);
    }
    w.play(|_| {});
    let report = &w.matches[0];
    let seated: Vec<bool> = report.seats.iter().map(|seat| seat.player.is_some()).collect();
    assert_eq!(seated, [true, false, false, true]);
    assert!(report.seats.iter().all(|seat| seat.bot.is_none()));
    assert!(sifang_match::verify_any(&report.record, &mut |_, _| {}).unwrap().finished);
}

#[test]
fn the_last_one_who_is_forgotten_ends_the_room() {
    let mut w = room(&["p1"]);
    assert!(w.input(Input::Forget(PlayerId(1001))).is_none());
    assert_eq!(names(&w, 0), ["p0"], "before a match the seat is free again");
    w.clients.truncate(1);
    w.start();
    while w.deals.is_empty() {
        w.step();
    }
    assert!(w.input(Input::Forget(PlayerId(1000))).is_none());
    assert!(w.is_over && w.matches[0].seats.iter().all(|seat| seat.player.is_none()));
    assert_eq!(w.replayed(w.lines.len()).digest(), w.core.digest());
}
