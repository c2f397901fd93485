//! A client that drops its connection after every single message sees the same table in the end as one that never does.

use crate::host::{Host, quick_setup};
use crate::matches::{check, eager, short_match};
use serde_json::json;
use sifang_client::{Client, Heard, Server, Table, play};
use sifang_rules::any::RuleSetId;

/// A spectator who comes back for every message. It resumes from what it has seen, and every time its view must be the one
/// that a newcomer gets.
async fn flicker(server: &Server, token: &str, room: &str) -> u32 {
    let mut seen = (Table::default(), serde_json::Value::Null);
    let mut drops = 0;
    loop {
        let mut client = Client::connect(server, token).await.unwrap();
        client.remember(seen.clone());
        let id = client.enter(room).await.unwrap();
        client.answer(id).await.unwrap().unwrap();
        if client.table.seq > seen.0.seq {
            let resumed = client.table.hash();
            let whole = client.send(json!({"type": "sync"})).await.unwrap();
            let before = client.table.clone();
            client.table = Table::default();
            client.answer(whole).await.unwrap().unwrap();
            while client.table.table.is_null() {
                client.hear().await.unwrap();
            }
            if client.table.seq == before.seq {
                assert_eq!(client.table.hash(), resumed, "update {}", before.seq);
                drops += 1;
            }
        }
        if client.table.is_over() {
            return drops;
        }
        if let Heard::Closed(status) = client.hear().await.unwrap() {
            panic!("closed with {status:?}");
        }
        seen = client.drop_and_remember();
    }
}

#[tokio::test]
async fn a_view_survives_any_cut() {
    let host = Host::start();
    let rules = RuleSetId::ALL[0];
    let mut setup = quick_setup(rules.id(), &short_match(rules));
    setup["spectators"] = true.into();
    let (room, mut seats) = host.table(&setup, 4).await.unwrap();
    let watcher = host.players(1).await.unwrap().remove(0);
    seats[0].1.ask(json!({"type": "start"})).await.unwrap();
    let watching = tokio::spawn({
        let (server, room) = (host.server.clone(), room.clone());
        async move { flicker(&server, &watcher, &room).await }
    });
    let players = seats.into_iter().enumerate().map(|(number, (token, client))| {
        let (server, room) = (host.server.clone(), room.clone());
        async move { play(&server, &token, &room, client, &mut eager(9 + number as u64)).await.unwrap() }
    });
    let played = futures_util::future::join_all(players).await;
    check(&host, &played).await.unwrap();
    let drops = watching.await.unwrap();
    assert!(drops >= 20, "the watcher came back only {drops} times");
}
