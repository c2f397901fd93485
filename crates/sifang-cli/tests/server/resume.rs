//! A client that drops its connection after every single message sees the same table in the end as one that never does.

use crate::server::host::{host, quick_setup};
use crate::server::matches::{check, eager, short_match};
use serde_json::json;
use sifang_client::{Client, Received, Server, play};
use sifang_rules::any::RuleSetId;
use std::collections::BTreeMap;

/// The hash of a view by the row of updates and the number of the last one.
type Hashes = BTreeMap<(String, u64), String>;

async fn enter(client: &mut Client, room: &str) {
    let id = client.enter(room).await.unwrap();
    client.answer(id).await.unwrap().unwrap();
}

/// A spectator: notes the hash of its view after every message about the table. With `flickers` it drops its connection after
/// every one of them and resumes. Also says how often a resumption was an update and no snapshot, and gives its connection back:
/// a row of updates lives as long as somebody watches.
async fn watch(
    server: &Server,
    token: &str,
    room: &str,
    mut client: Client,
    flickers: bool,
) -> (Hashes, u32, Client) {
    let (mut hashes, mut resumed) = (Hashes::new(), 0);
    while !client.table.is_over() {
        let kind = loop {
            match client.receive().await.unwrap() {
                Received::Message(message) if message["type"] == "update" => break "update",
                Received::Message(message) if message["type"] == "snapshot" => break "snapshot",
                Received::Message(_) => {}
                Received::Closed(status) => panic!("closed with {status:?}"),
            }
        };
        hashes.insert((client.table.stream.clone(), client.table.seq), client.table.hash());
        resumed += u32::from(kind == "update");
        if flickers {
            let seen = client.drop_and_remember();
            client = Client::connect(server, token).await.unwrap();
            client.remember(seen);
            enter(&mut client, room).await;
        }
    }
    (hashes, resumed, client)
}

#[tokio::test]
async fn a_view_survives_any_cut() {
    let host = host();
    let rules = RuleSetId::ALL[0];
    let mut setup = quick_setup(rules.id(), &short_match(rules));
    setup["spectators"] = true.into();
    let (room, mut seats) = host.table(&setup, 4).await.unwrap();
    let watchers = host.players(2).await.unwrap();
    let mut watching = Vec::new();
    for (token, flickers) in watchers.into_iter().zip([false, true]) {
        let (server, room) = (host.server.clone(), room.clone());
        // Both are there before the match begins, so that both begin with the same snapshot.
        let mut client = Client::connect(&server, &token).await.unwrap();
        enter(&mut client, &room).await;
        watching.push(tokio::spawn(async move { watch(&server, &token, &room, client, flickers).await }));
    }
    seats[0].1.ask(json!({"type": "start"})).await.unwrap();
    let players = seats.into_iter().enumerate().map(|(number, (token, client))| {
        let (server, room) = (host.server.clone(), room.clone());
        async move { play(&server, &token, &room, client, &mut eager(9 + number as u64)).await.unwrap() }
    });
    let played = futures_util::future::join_all(players).await;
    check(&host, &played).await.unwrap();
    let flickering = watching.pop().unwrap();
    let (steady, _, _still_there) = watching.pop().unwrap().await.unwrap();
    let (flickering, resumed, _) = flickering.await.unwrap();
    for (place, hash) in &flickering {
        assert_eq!(steady.get(place), Some(hash), "{place:?}");
    }
    assert_eq!(flickering.last_key_value(), steady.last_key_value());
    assert!(resumed >= 20, "only {resumed} times the missing updates came back");
}
