//! The door of a room: the link lets in, six digits knock, and the host decides.

use crate::common::{Client, World, player, short};
use serde_json::json;
use sifang_proto::limits;
use sifang_room::Input;
use sifang_rules::any::RuleSetId;

fn world(clients: usize) -> World {
    World::new(short(RuleSetId::ALL[3]), clients, 5)
}

/// One more person, who is not in the room.
fn stranger(w: &mut World) -> usize {
    let n = w.clients.len();
    w.clients.push(Client::new(player(n as u64)));
    n
}

fn admit(n: usize, yes: bool) -> String {
    format!(r#"{{"type":"admit","player":"{}","yes":{yes}}}"#, player(n as u64).id)
}

/// What a client was sent since, by type.
fn sent(w: &World, n: usize) -> Vec<String> {
    let kind = |text: &str| {
        serde_json::from_str::<serde_json::Value>(text).unwrap()["type"].as_str().unwrap().to_owned()
    };
    w.clients[n].inbox.iter().map(|(_, text)| kind(text)).collect()
}

/// Somebody knocks with the six digits.
fn knock(w: &mut World) -> usize {
    let n = stranger(w);
    let lines = w.lines.len();
    w.enter_by(n, false, false);
    assert_eq!(sent(w, n), ["ack", "knocking"]);
    assert_eq!(w.lines.len(), lines, "a knock is not durable");
    assert!(!w.core.members().contains(&player(n as u64).id));
    n
}

#[test]
fn six_digits_knock_and_the_host_lets_in() {
    let mut w = world(2);
    let guest = knock(&mut w);
    let until = w.now + limits::KNOCK_MS;
    let knocking = w.clients[guest].last("knocking").unwrap();
    assert_eq!(
        knocking,
        json!({"type": "knocking", "room": "123456", "until": until}),
        "and nothing of the room"
    );
    let shown = json!([{"id": player(guest as u64).id.to_string(), "nickname": "p2"}]);
    assert_eq!(w.clients[0].room["knocks"], shown);
    assert_eq!(w.clients[1].room["knocks"], shown);
    assert_eq!(w.say(1, &admit(guest, true)).as_deref(), Some("room/not_host"));
    assert_eq!(w.say(0, &admit(77, true)).as_deref(), Some("player/none"));
    w.send(0, &admit(guest, true));
    assert_eq!(sent(&w, guest), ["ack", "knocking", "room"]);
    assert_eq!((w.seat(guest), &w.clients[0].room["knocks"]), (Some(2), &json!([])));
    w.send(guest, r#"{"type":"ready","ready":true}"#);
    assert_eq!(w.replayed(w.lines.len()).digest(), w.core.digest());
    // Whoever is in comes back by the digits as well.
    w.drop_client(guest);
    w.enter_by(guest, true, false);
    assert_eq!(w.clients[guest].room["knocks"], json!([]));
    assert_eq!(sent(&w, guest).last().unwrap(), "room");
}

#[test]
fn the_link_lets_in_and_a_listed_room_is_open() {
    let mut w = world(1);
    let by_link = stranger(&mut w);
    w.enter(by_link, false);
    assert!(w.seat(by_link).is_some());
    let mut setup = short(RuleSetId::ALL[3]);
    setup.listed = true;
    let mut w = World::new(setup, 1, 5);
    let by_code = stranger(&mut w);
    w.enter_by(by_code, false, false);
    assert!(w.seat(by_code).is_some());
}

#[test]
fn who_is_refused_does_not_knock_again_at_once() {
    let mut w = world(2);
    let guest = knock(&mut w);
    w.send(0, &admit(guest, false));
    assert_eq!(w.clients[guest].closed.as_deref(), Some("refused"));
    assert_eq!(w.clients[0].room["knocks"], json!([]));
    w.enter_by(guest, false, false);
    let error = w.clients[guest].last("error").unwrap();
    assert_eq!(
        (error["code"].as_str(), error["en"].as_str().unwrap().ends_with("in 5 min")),
        (Some("room/refused"), true)
    );
    assert_eq!(w.clients[0].room["knocks"], json!([]));
    w.now += limits::KNOCK_AGAIN_MS;
    w.enter_by(guest, false, false);
    assert_eq!(sent(&w, guest).last().unwrap(), "knocking");
}

#[test]
fn a_knock_ends_with_its_connection_its_time_or_the_room() {
    let mut w = world(1);
    let gone = knock(&mut w);
    w.drop_client(gone);
    assert_eq!(w.clients[0].room["knocks"], json!([]));
    let leaves = knock(&mut w);
    assert_eq!(w.say(leaves, r#"{"type":"ready","ready":true}"#).as_deref(), Some("room/none"));
    w.send(leaves, r#"{"type":"leave"}"#);
    assert_eq!(
        (w.clients[leaves].closed.as_deref(), &w.clients[0].room["knocks"]),
        (Some("left"), &json!([]))
    );
    let waits = knock(&mut w);
    let until = w.now + limits::KNOCK_MS;
    assert_eq!(w.core.wake(), Some(until));
    w.now = until - 1;
    w.input(Input::Tick);
    assert_eq!(w.clients[waits].closed, None);
    w.now = until;
    w.input(Input::Tick);
    assert_eq!((w.clients[waits].closed.as_deref(), w.core.wake()), (Some("unanswered"), None));
    assert_eq!(w.clients[0].room["knocks"], json!([]));
    let last = knock(&mut w);
    w.send(0, r#"{"type":"leave"}"#);
    assert_eq!(w.clients[last].closed.as_deref(), Some("room_closed"));
}

#[test]
fn the_door_holds_only_so_many_and_separates_them() {
    let mut w = world(1);
    for _ in 0..limits::KNOCKS {
        knock(&mut w);
    }
    let late = stranger(&mut w);
    w.enter_by(late, false, false);
    assert_eq!(w.clients[late].last("error").unwrap()["code"], "rate/exceeded");
    assert_eq!(w.clients[0].room["knocks"].as_array().unwrap().len(), limits::KNOCKS);
    // A name that is somebody's already is shown as another.
    let mut w = world(1);
    for n in 1..3 {
        w.clients.push(Client::new(player(n)));
        w.clients[n as usize].player.nickname = "p0".parse().unwrap();
        w.enter_by(n as usize, false, false);
    }
    let names: Vec<&str> = w.clients[0].room["knocks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|p| p["nickname"].as_str().unwrap())
        .collect();
    assert!(names.len() == 2 && names[0] != "p0" && names[1] != "p0" && names[0] != names[1], "{names:?}");
}

#[test]
fn while_the_host_is_away_anybody_seated_lets_in() {
    let mut w = world(6);
    let guest = knock(&mut w);
    w.drop_client(0);
    assert_eq!(w.say(5, &admit(guest, true)).as_deref(), Some("room/not_host"), "a spectator does not");
    w.send(1, &admit(guest, false));
    assert_eq!(w.clients[guest].closed.as_deref(), Some("refused"));
}

#[test]
fn in_a_match_the_same_holds_for_who_watches_and_who_left() {
    let mut setup = short(RuleSetId::ALL[3]);
    setup.spectators = false;
    let mut w = World::new(setup, 3, 5);
    w.start();
    w.step();
    let guest = knock(&mut w);
    assert_eq!(w.say(0, &admit(guest, true)).as_deref(), Some("room/playing"), "there is no place");
    assert_eq!(w.clients[0].room["knocks"].as_array().unwrap().len(), 1, "it still waits");
    // Who has left its seat comes back to it.
    w.send(2, r#"{"type":"leave"}"#);
    w.enter_by(2, false, false);
    assert_eq!(w.clients[2].table["view"]["seat"], 2);
    let mut w = world(4);
    w.start();
    w.step();
    let watcher = knock(&mut w);
    w.send(0, &admit(watcher, true));
    assert_eq!(sent(&w, watcher), ["ack", "knocking", "room", "snapshot"]);
    w.play(World::compare_views);
}

#[test]
fn who_was_sent_away_knocks_whatever_it_has() {
    let mut w = world(3);
    w.send(0, r#"{"type":"kick","seat":1}"#);
    w.enter(1, false);
    assert_eq!(sent(&w, 1).last().unwrap(), "knocking");
    assert_eq!(w.clients[0].room["knocks"][0]["nickname"], "p1");
    w.send(0, &admit(1, true));
    assert_eq!(w.seat(1), Some(1));
    // From then on it is one of them.
    w.send(1, r#"{"type":"leave"}"#);
    w.enter(1, false);
    assert_eq!(w.seat(1), Some(1));
    let mut setup = short(RuleSetId::ALL[3]);
    setup.listed = true;
    let mut w = World::new(setup, 2, 5);
    w.send(0, r#"{"type":"kick","seat":1}"#);
    w.enter_by(1, false, false);
    assert_eq!(sent(&w, 1).last().unwrap(), "knocking");
}

#[test]
fn an_enter_said_twice_is_one_knock() {
    let mut w = world(1);
    let guest = knock(&mut w);
    let connection = w.clients[guest].connection.unwrap();
    let enter =
        |id| Input::Enter { connection, player: player(guest as u64), id, by_link: false, since: None };
    w.input(enter(1));
    assert_eq!(sent(&w, guest), ["ack", "knocking", "ack", "knocking"]);
    assert_eq!(w.clients[0].room["knocks"].as_array().unwrap().len(), 1);
    let renamed = sifang_proto::Player { nickname: "小明".parse().unwrap(), ..player(guest as u64) };
    w.input(Input::Enter { connection, player: renamed, id: 3, by_link: false, since: None });
    assert_eq!(w.clients[0].room["knocks"][0]["nickname"], "小明");
    w.input(enter(5));
    w.input(enter(4));
    assert_eq!(w.clients[guest].last("error").unwrap()["code"], "message/order");
    w.send(0, &admit(guest, true));
    w.clients[guest].id = 5;
    w.send(guest, r#"{"type":"ready","ready":true}"#);
}
