//! Coming back: after any update, on another connection, after the ring, and twice at once.

use crate::common::{self, World, short};
use sifang_proto::limits;
use sifang_rules::any::RuleSetId;

/// Two worlds with the same seed: in one a client stays, in the other it drops after every single update and comes back.
#[test]
fn a_client_that_drops_after_every_event_ends_with_the_same_view() {
    for (n, id) in RuleSetId::ALL.iter().enumerate() {
        let seed = 80 + n as u64;
        let mut steady = World::new(short(*id), 4, seed);
        let mut shaky = World::new(short(*id), 4, seed);
        let (mut drops, mut snapshots) = (0, 0);
        steady.start();
        shaky.start();
        while steady.deals.is_empty() {
            assert!(steady.step() && shaky.step());
            if shaky.clients[2].seq > 0 && shaky.deals.is_empty() {
                let stream = shaky.clients[2].stream.clone();
                let seen = shaky.clients[2].inbox.len();
                shaky.drop_client(2);
                shaky.enter(2, true);
                drops += 1;
                snapshots +=
                    shaky.clients[2].inbox[seen..].iter().filter(|(_, t)| t.contains("snapshot")).count();
                assert_eq!(shaky.clients[2].stream, stream);
            }
            assert_eq!(steady.clients[2].seq, shaky.clients[2].seq, "{}", id.id());
            assert_eq!(steady.clients[2].table, shaky.clients[2].table, "{}", id.id());
        }
        assert!(drops > 30, "{}: {drops}", id.id());
        assert_eq!(snapshots, 0, "nothing was missing, so nothing is sent again");
    }
}

/// Away for a while: the missing updates, each once; away for long: a snapshot.
#[test]
fn what_is_missing_is_sent_once_or_as_a_snapshot() {
    let (mut from_ring, mut anew) = (0, 0);
    for seed in 0..6 {
        let mut world = World::new(short(RuleSetId::ALL[3]), 4, seed);
        let mut setup = short(RuleSetId::ALL[3]);
        setup.clock = None;
        world.start();
        // Seat 2 plays by itself while its client is away.
        world.send(2, r#"{"type":"auto","on":true}"#);
        let away = [3, 8, 400][seed as usize % 3];
        for _ in 0..12 {
            world.step();
        }
        world.drop_client(2);
        let seq = world.clients[2].seq;
        for _ in 0..away {
            if world.matches.is_empty() {
                world.step();
            }
        }
        let seen = world.clients[2].inbox.len();
        world.enter(2, true);
        let sent: Vec<&String> = world.clients[2].inbox[seen..].iter().map(|(_, text)| text).collect();
        let updates = sent.iter().filter(|t| t.contains("\"type\":\"update\"")).count();
        let snapshots = sent.iter().filter(|t| t.contains("\"type\":\"snapshot\"")).count();
        assert!(updates == 0 || snapshots == 0);
        if snapshots == 1 {
            anew += 1;
        } else {
            from_ring += 1;
            assert_eq!(world.clients[2].seq - seq, updates as u32);
            let bytes: usize = sent.iter().map(|t| t.len()).sum();
            assert!(updates <= limits::RING_UPDATES && bytes <= limits::RING_BYTES + 4096);
        }
        world.compare_views();
    }
    assert!(from_ring >= 2 && anew >= 2, "{from_ring} {anew}");
}

#[test]
fn a_new_connection_of_a_player_replaces_the_old_one() {
    let mut world = World::new(short(RuleSetId::ALL[0]), 4, 5);
    world.start();
    let old = world.clients[1].connection.unwrap();
    let digest = world.core.digest();
    world.enter(1, false);
    assert_eq!(world.core.digest(), digest, "which connection it is does not matter to the table");
    let new = world.clients[1].connection.unwrap();
    assert_ne!(old, new);
    assert_eq!(world.core.connections(), 4);
    // What the old one says now is nobody's word.
    let message = common::message(r#"{"id":99,"type":"auto","on":true}"#);
    world.input(sifang_room::Input::Message { connection: old, id: 99, message });
    assert_eq!(world.core.digest(), digest);
    world.input(sifang_room::Input::Disconnect { connection: old });
    assert_eq!(world.core.connections(), 4);
    assert_eq!(world.clients[0].room["seats"][1]["occupant"]["online"], true);
    world.play(|_| {});
    assert_eq!(world.matches.len(), 1);
}

#[test]
fn a_stream_is_nobody_elses() {
    let mut world = World::new(short(RuleSetId::ALL[0]), 4, 5);
    world.start();
    for _ in 0..10 {
        world.step();
    }
    // Client 3 claims to stand where client 1 stands.
    let (stream, seq) = (world.clients[1].stream.clone(), world.clients[1].seq);
    world.drop_client(3);
    (world.clients[3].stream, world.clients[3].seq) = (stream.clone(), seq);
    world.clients[3].table = serde_json::Value::Null;
    world.enter(3, true);
    assert_ne!(world.clients[3].stream, stream);
    assert_eq!(world.clients[3].table["view"]["seat"], 3);
}

/// The same `enter` twice over one connection is carried out once: what it missed is not sent twice.
#[test]
fn an_enter_that_is_repeated_is_only_acknowledged() {
    let mut world = World::new(short(RuleSetId::ALL[0]), 4, 5);
    world.start();
    let (connection, player) = (world.clients[1].connection.unwrap(), world.clients[1].player.clone());
    let seen = world.clients[1].inbox.len();
    let again = |id, player| sifang_room::Input::Enter { connection, player, id, by_link: true, since: None };
    let last = world.clients[1].id;
    world.input(again(last, player.clone()));
    assert_eq!(world.clients[1].inbox.len(), seen + 1);
    assert_eq!(world.clients[1].last("ack").unwrap()["id"], last);
    world.input(again(last - 1, player));
    assert_eq!(world.clients[1].last("error").unwrap()["code"], "message/order");
}
