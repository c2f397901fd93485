//! The players' nonces: committed to before any is known; one that is missing makes the start void, unless all others agree.

use crate::common::{Client, World, nonce_of, player, reveal, short};
use serde_json::{Value, json};
use sifang_proto::limits;
use sifang_room::Input;
use sifang_rules::any::RuleSetId;

fn world(clients: usize, seed: u64) -> World {
    World::new(short(RuleSetId::ALL[3]), clients, seed)
}

/// A match is started, and these have committed to their nonces.
fn committed(people: impl IntoIterator<Item = usize>, clients: usize, seed: u64) -> World {
    let mut world = world(clients, seed);
    world.start_without_nonces();
    for n in people {
        world.send(n, &world.commit(n, nonce_of(n)));
    }
    world
}

fn room(world: &World) -> &Value {
    &world.clients[0].room
}

/// Time passes until what is due is done.
fn wait(world: &mut World) {
    world.now = world.core.wake().expect("something is due");
    world.input(Input::Tick);
}

/// The replayed room is the room that is there.
fn replays(world: &World) {
    assert_eq!(world.replayed(world.lines.len()).digest(), world.core.digest());
}

fn waive(seat: usize) -> String {
    format!(r#"{{"type":"nonce_waive","seat":{seat}}}"#)
}

/// Neither players nor whoever reads the server's own log has seen a value when the last one commits.
#[test]
fn nobody_sees_a_value_before_having_committed() {
    let mut world = committed(0..3, 4, 1);
    for n in 0..3 {
        assert_eq!(world.say(n, &reveal(nonce_of(n))).as_deref(), Some("nonce/early"));
    }
    let seen = |world: &World, value: &str| {
        let received = world.clients.iter().flat_map(|client| &client.inbox).map(|(_, text)| text.as_str());
        let kept = world.lines.iter().map(|line| std::str::from_utf8(line).unwrap());
        received.chain(kept).any(|text| text.contains(value))
    };
    for n in 0..3 {
        assert!(!seen(&world, &nonce_of(n).to_string()));
        assert!(room(&world)["match"]["nonce_commitments"][n].is_string());
    }
    assert_eq!(room(&world)["match"]["step"], "commit");
    world.send(3, &world.commit(3, nonce_of(3)));
    assert_eq!(room(&world)["match"]["step"], "reveal");
    assert_eq!(room(&world)["match"]["nonces"], json!([null, null, null, null]));
    // One that has committed cannot take another one now that it sees the others'.
    for n in 0..3 {
        world.send(n, &reveal(nonce_of(n)));
    }
    assert!(seen(&world, &nonce_of(0).to_string()));
    assert_eq!(world.say(3, &reveal(nonce_of(4))).as_deref(), Some("nonce/mismatch"));
    assert_eq!(world.say(3, &world.commit(3, nonce_of(4))).as_deref(), Some("nonce/sent"));
    assert_eq!(room(&world)["phase"], "nonces");
    world.send(3, &reveal(nonce_of(3)));
    assert_eq!(room(&world)["phase"], "playing");
    assert!(room(&world)["match"]["step"].is_null());
    replays(&world);
}

#[test]
fn a_nonce_that_is_withheld_voids_the_start() {
    let mut world = committed(0..4, 4, 2);
    let head = room(&world)["match"].clone();
    for n in 0..3 {
        world.send(n, &reveal(nonce_of(n)));
    }
    assert_eq!(world.core.wake(), Some(world.now + limits::NONCE_MS));
    wait(&mut world);
    let expected = json!({"by": [{"id": player(3).id.to_string(), "nickname": "p3"}], "reason": "no_nonce"});
    let count = json!([{"player": expected["by"][0].clone(), "starts": 1}]);
    assert_eq!(room(&world)["phase"], "waiting");
    for client in &world.clients {
        assert_eq!(client.room["void"], expected, "everybody sees it");
        assert_eq!(client.room["voided"], count);
        assert!(client.room["match"].is_null() && client.table.is_null());
    }
    let ready: Vec<bool> =
        room(&world)["seats"].as_array().unwrap().iter().map(|s| s["ready"] == true).collect();
    assert_eq!(ready, [false, true, true, false], "the host is never marked");
    assert!(world.core.wake().is_none());
    replays(&world);
    assert_eq!(world.say(0, r#"{"type":"start"}"#).as_deref(), Some("room/not_ready"));
    // A new start has nothing of the old one, and the count stays.
    world.send(3, r#"{"type":"ready","ready":true}"#);
    world.send(0, r#"{"type":"start"}"#);
    assert!(room(&world)["void"].is_null());
    assert_eq!(room(&world)["voided"], count);
    let fresh = room(&world)["match"].clone();
    for name in ["match_id", "commitment"] {
        assert_ne!(fresh[name], head[name]);
    }
    // What was sent for the old match does not fit the new one: the commitments name the match.
    assert_ne!(fresh["match_id"], head["match_id"]);
    let old = head["nonce_commitments"][0].as_str().unwrap();
    world.send(0, &format!(r#"{{"type":"nonce_commit","commitment":"{old}"}}"#));
    for n in 1..4 {
        world.send(n, &world.commit(n, nonce_of(n)));
    }
    assert_eq!(world.say(0, &reveal(nonce_of(0))).as_deref(), Some("nonce/mismatch"));
    wait(&mut world);
    assert_eq!(room(&world)["void"]["by"].as_array().unwrap().len(), 4, "nobody has sent one");
    assert_eq!(room(&world)["voided"][0]["starts"], 2);
    replays(&world);
}

#[test]
fn a_commitment_that_is_missing_voids_the_start() {
    let mut world = committed([0, 2], 4, 3);
    wait(&mut world);
    assert_eq!(room(&world)["void"]["reason"], "no_commitment");
    let by: Vec<&str> = room(&world)["void"]["by"]
        .as_array()
        .unwrap()
        .iter()
        .map(|p| p["nickname"].as_str().unwrap())
        .collect();
    assert_eq!(by, ["p1", "p3"]);
    let ready: Vec<bool> =
        room(&world)["seats"].as_array().unwrap().iter().map(|s| s["ready"] == true).collect();
    assert_eq!(ready, [false, false, true, false]);
    replays(&world);
}

#[test]
fn whoever_leaves_before_the_own_nonce_voids_the_start() {
    let mut world = committed(0..4, 4, 4);
    world.send(1, &reveal(nonce_of(1)));
    // Who has sent the own one may go: it counts.
    world.send(1, r#"{"type":"leave"}"#);
    assert_eq!(room(&world)["phase"], "nonces");
    world.send(2, r#"{"type":"leave"}"#);
    assert_eq!(room(&world)["phase"], "waiting");
    assert_eq!(room(&world)["void"]["reason"], "left");
    assert_eq!(room(&world)["void"]["by"][0]["nickname"], "p2");
    let seats: Vec<bool> =
        room(&world)["seats"].as_array().unwrap().iter().map(|s| s["occupant"].is_null()).collect();
    assert_eq!(seats, [false, true, true, false], "their seats are free");
    replays(&world);
    // The host, too; another is host then.
    let mut world = committed(1..4, 4, 5);
    world.send(0, r#"{"type":"leave"}"#);
    assert_eq!(world.clients[1].room["void"]["by"][0]["nickname"], "p0");
    assert_eq!(world.clients[1].room["host"], player(1).id.to_string());
    replays(&world);
    // When the last one leaves the room is over.
    let mut world = committed([], 1, 6);
    world.send(0, r#"{"type":"leave"}"#);
    assert!(world.is_over && world.core.is_closed());
    replays(&world);
}

#[test]
fn all_others_together_may_go_on_without_a_nonce() {
    for late in [false, true] {
        // Either it is never committed to, or it is withheld.
        let mut world = committed(if late { 0..4 } else { 0..3 }, 4, 7);
        if late {
            for n in 0..3 {
                world.send(n, &reveal(nonce_of(n)));
            }
        }
        world.send(0, &waive(1));
        assert_eq!(room(&world)["match"]["waived"], json!([]), "one that is there needs no agreement");
        world.send(0, &waive(3));
        world.send(0, &waive(3));
        world.send(1, &waive(3));
        assert_eq!(world.clients[3].room["match"]["waived"], json!([{"seat": 3, "by": [0, 1]}]));
        assert_eq!(room(&world)["phase"], "nonces", "one has not agreed");
        replays(&world);
        world.send(2, &waive(3));
        if !late {
            assert_eq!(room(&world)["match"]["step"], "reveal", "it goes on at once");
            assert_eq!(world.say(3, &world.commit(3, nonce_of(3))).as_deref(), Some("nonce/closed"));
            assert_eq!(world.say(3, &reveal(nonce_of(3))).as_deref(), Some("nonce/closed"));
            for n in 0..3 {
                world.send(n, &reveal(nonce_of(n)));
            }
        }
        assert_eq!(room(&world)["phase"], "playing");
        assert!(room(&world)["voided"].as_array().unwrap().is_empty());
        world.play(|_| {});
        let record = &world.matches[0].record;
        let stored = serde_json::to_value(record).unwrap();
        assert!(stored["deals"][0]["nonces"][3].is_null());
        assert_eq!(stored["nonce_commitments"][3].is_string(), late, "what was withheld can be seen");
        assert!(sifang_match::verify_any(record, &mut |_, _| {}).is_ok());
    }
}

#[test]
fn some_cannot_agree_for_all_and_nobody_for_oneself() {
    let mut world = committed([0, 1], 4, 8);
    for n in [0, 1] {
        for seat in [2, 3] {
            world.send(n, &waive(seat));
        }
    }
    // Both that are missing are people, too: each would have to agree to the other.
    wait(&mut world);
    assert_eq!(room(&world)["void"]["by"].as_array().unwrap().len(), 2);
    // Alone at the table there is nobody to agree.
    let mut world = committed([], 1, 9);
    assert_eq!(world.say(0, &waive(0)).as_deref(), Some("message/unexpected"));
    assert_eq!(world.say(0, &waive(1)).as_deref(), Some("seat/empty"));
    wait(&mut world);
    assert_eq!(room(&world)["phase"], "waiting");
    assert_eq!(room(&world)["void"]["reason"], "no_commitment");
}

/// Bots take free seats for a start, and give them back when it is void; so do seats that were left out.
#[test]
fn a_void_start_leaves_the_seats_as_they_were() {
    let kinds = |world: &World| -> Vec<String> {
        let seats = room(world)["seats"].as_array().unwrap();
        seats.iter().map(|s| s["occupant"]["type"].as_str().unwrap_or("-").to_owned()).collect()
    };
    let mut world = world(2, 10);
    world.send(0, r#"{"type":"add_bot","seat":3,"level":"random"}"#);
    world.start_without_nonces();
    assert_eq!(kinds(&world), ["human", "human", "bot", "bot"]);
    wait(&mut world);
    assert_eq!(kinds(&world), ["human", "human", "-", "bot"]);
    let mut setup = short(RuleSetId::ALL[1]);
    setup.options.insert("fewer_players", sifang_options::OptionValue::Bool(true));
    let mut world = World::new(setup, 2, 11);
    world.start_without_nonces();
    assert_eq!(kinds(&world), ["human", "human"]);
    wait(&mut world);
    assert_eq!(kinds(&world), ["human", "human", "-", "-"]);
    replays(&world);
}

#[test]
fn the_record_has_what_was_committed_to() {
    let mut world = world(4, 12);
    world.start();
    world.play(|_| {});
    let record = &world.matches[0].record;
    assert!(sifang_match::verify_any(record, &mut |_, _| {}).is_ok());
    let stored = serde_json::to_value(record).unwrap();
    assert_eq!(stored["nonce_commitments"].as_array().unwrap().iter().filter(|c| c.is_string()).count(), 4);
    let mut forged = stored.clone();
    forged["nonce_commitments"][2] = "00".repeat(32).into();
    let forged = serde_json::from_value(forged).unwrap();
    let found = sifang_match::verify_any(&forged, &mut |_, _| {}).unwrap_err();
    assert_eq!(found[0].to_string(), "deal 1: the nonce of seat 2 is not the one that it committed to");
    // Records of the first version have none.
    let mut old = stored;
    old.as_object_mut().unwrap().remove("nonce_commitments");
    assert!(sifang_match::verify_any(&serde_json::from_value(old).unwrap(), &mut |_, _| {}).is_ok());
}

#[test]
fn a_restart_in_either_step_goes_on_where_it_was() {
    let mut world = committed(0..2, 3, 13);
    let again = |world: &mut World| {
        world.restart();
        world.now += 3_600_000;
        for n in 0..3 {
            world.enter(n, true);
        }
        assert_eq!(world.core.wake(), Some(world.now + limits::NONCE_MS));
    };
    again(&mut world);
    world.send(2, &world.commit(2, nonce_of(2)));
    world.send(0, &reveal(nonce_of(0)));
    again(&mut world);
    for n in 1..3 {
        world.send(n, &reveal(nonce_of(n)));
    }
    assert_eq!(room(&world)["phase"], "playing");
    assert_eq!(
        room(&world)["match"]["nonces"].as_array().unwrap().iter().filter(|n| n.is_string()).count(),
        3
    );
}

/// A room does not remember everybody who ever walked away.
#[test]
fn the_counts_are_bounded() {
    let mut world = world(1, 14);
    let most = limits::VOIDED_BY as u64;
    for n in 1..=most + 3 {
        world.clients.push(Client::new(player(n)));
        let n = n as usize;
        world.enter(n, false);
        world.send(n, r#"{"type":"ready","ready":true}"#);
        world.send(0, r#"{"type":"start"}"#);
        world.send(n, r#"{"type":"leave"}"#);
    }
    let voided = room(&world)["voided"].as_array().unwrap();
    assert_eq!(voided.len() as u64, most);
    assert_eq!(voided.last().unwrap()["player"]["nickname"], format!("p{}", most + 3));
    replays(&world);
}
