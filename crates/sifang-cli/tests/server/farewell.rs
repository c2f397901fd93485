//! The end of an account: nothing names the player any more, and what others played stays and verifies.

use crate::server::host::{Host, host, match_id, quick_setup};
use crate::server::http::{get, send};
use crate::server::matches::{eager, play_all, short_match};
use rusqlite::types::ValueRef;
use serde_json::{Value, json};
use sifang_client::{Client, Received, play};
use sifang_match::{Record, verify_any};
use sifang_rules::any::RuleSetId;
use std::time::Duration;
use tokio::time::sleep;

/// A name that stands nowhere else.
const NAME: &str = "要走的人";

async fn delete(host: &Host, token: &str, nickname: &str) -> (u16, Value) {
    send(host, "DELETE", "/api/me", Some(token), json!({"nickname": nickname})).await
}

/// Tables and columns of the database that hold one of these words.
fn mentions(host: &Host, words: &[&str]) -> Vec<String> {
    let db = rusqlite::Connection::open(host.folder().join("sifang.db")).unwrap();
    let mut tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").unwrap();
    let tables: Vec<String> = tables.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    let mut found = Vec::new();
    for table in tables {
        let mut select = db.prepare(&format!("SELECT * FROM {table}")).unwrap();
        let names: Vec<String> = select.column_names().map(ToString::to_string).collect();
        let mut rows = select.query([]).unwrap();
        while let Some(row) = rows.next().unwrap() {
            for (at, column) in names.iter().enumerate() {
                let (ValueRef::Text(bytes) | ValueRef::Blob(bytes)) = row.get_ref(at).unwrap() else {
                    continue;
                };
                let text = String::from_utf8_lossy(bytes);
                if words.iter().any(|word| text.contains(word)) {
                    found.push(format!("{table}.{column}"));
                }
            }
        }
    }
    found
}

/// Waits until the database holds these words in these places alone.
async fn until_gone(host: &Host, words: &[&str], but: &[&str]) {
    for tries in 0.. {
        let mut found = mentions(host, words);
        found.retain(|place| !but.contains(&place.as_str()));
        if found.is_empty() {
            return;
        }
        assert!(tries < 100, "{found:?}");
        sleep(Duration::from_millis(50)).await;
    }
}

async fn named(host: &Host, nickname: &str) -> (String, String) {
    let (_, made) = send(host, "POST", "/api/players", None, json!({"nickname": nickname})).await;
    (made["player"]["id"].as_str().unwrap().to_owned(), made["token"].as_str().unwrap().to_owned())
}

#[tokio::test]
async fn a_deleted_account_is_gone_and_others_keep_what_they_played() {
    let host = host();
    let rules = RuleSetId::ALL[3];
    let setup = quick_setup(rules.id(), &short_match(rules));
    let (room, seats) = host.table(&setup, 4).await.unwrap();
    let tokens: Vec<String> = seats.iter().map(|(token, _)| token.clone()).collect();
    let id = get(&host, "/api/me", Some(&tokens[1])).await.1["player"]["id"].as_str().unwrap().to_owned();
    assert_eq!(send(&host, "PATCH", "/api/me", Some(&tokens[1]), json!({"nickname": NAME})).await.0, 200);
    let played = play_all(&host.server, &room, seats).await.unwrap();
    let record = match_id(&played[0].table).unwrap();
    // A match with bots alone, saved options, a comparison, a recovery code.
    let mut alone = setup.clone();
    alone["bots"] = "random".into();
    let own = host.server.open_room(&tokens[1], &alone).await.unwrap();
    let client = sifang_client::seated(&host.server, &tokens[1], &own).await.unwrap();
    let mut one = vec![(tokens[1].clone(), client)];
    let bots = match_id(&play_all(&host.server, &own, one.split_off(0)).await.unwrap()[0].table).unwrap();
    let preset = json!({"name": "家规", "setup": setup});
    let (_, preset) = send(&host, "PUT", "/api/me/presets", Some(&tokens[1]), preset).await;
    let lab = json!({"rules": rules.id(), "seats": 4, "b": {"base": 3}, "deals": 200_000, "bots": "random"});
    let (_, run) = send(&host, "POST", "/api/lab", Some(&tokens[1]), lab).await;
    let (_, code) = send(&host, "POST", "/api/me/recovery", Some(&tokens[1]), json!({})).await;

    for wrong in ["", "要走", "x"] {
        let (status, refused) = delete(&host, &tokens[1], wrong).await;
        assert_eq!((status, refused["code"].as_str()), (400, Some("account/confirm")));
    }
    assert_eq!(get(&host, "/api/me", Some(&tokens[1])).await.0, 200);
    assert_eq!(delete(&host, &tokens[1], NAME).await.0, 204);

    assert_eq!(get(&host, "/api/me", Some(&tokens[1])).await.0, 401);
    assert_eq!(send(&host, "POST", "/api/recover", None, code).await.0, 401);
    let link = preset["link"].as_str().unwrap();
    assert_eq!(get(&host, &format!("/api/presets/{link}"), None).await.0, 404);
    assert_eq!(get(&host, &format!("/api/lab/{}", run["id"].as_str().unwrap()), None).await.0, 404);
    // The logs of rooms that are still open go with the rooms; the note that somebody was here is a number.
    until_gone(&host, &[NAME, &id], &["log.line", "room.meta", "erased.player"]).await;
    assert_eq!(get(&host, &format!("/api/records/{bots}"), None).await.0, 404, "nobody is left in it");

    let (_, stored) = get(&host, &format!("/api/records/{record}"), None).await;
    assert_eq!(stored["seats"][1], json!({"player": null, "bot": null}));
    assert!((0..4).filter(|seat| *seat != 1).all(|seat| stored["seats"][seat]["player"].is_object()));
    let whole: Record = serde_json::from_value(stored["record"].clone()).unwrap();
    assert!(verify_any(&whole, &mut |_, _| {}).unwrap().finished, "the record still verifies");
    let (_, history) = get(&host, "/api/history", Some(&tokens[0])).await;
    let seats = &history["matches"][0]["seats"];
    assert_eq!(
        (&seats[1]["name"], &seats[1]["bot"], &seats[0]["name"]),
        (&json!(""), &json!(false), &json!("玩家0"))
    );
    assert!(!host.log().contains(NAME));
    for folder in std::fs::read_dir(host.folder().join("lab")).unwrap() {
        let text = std::fs::read_to_string(folder.unwrap().path()).unwrap();
        assert!(!text.contains(&id), "a comparison names its player");
    }
}

#[tokio::test]
async fn who_deletes_its_account_at_the_table_leaves_a_seat_without_a_name() {
    let mut host = host();
    let (id, token) = named(&host, NAME).await;
    let (_, other) = named(&host, "留下").await;
    let rules = RuleSetId::ALL[3];
    let mut setup = quick_setup(rules.id(), &short_match(rules));
    setup["bots"] = "random".into();
    let room = host.server.open_room(&token, &setup).await.unwrap();
    let mut leaving = sifang_client::seated(&host.server, &token, &room).await.unwrap();
    let mut staying = sifang_client::seated(&host.server, &other, &room).await.unwrap();
    leaving.ask(json!({"type": "start"})).await.unwrap();
    // Each commits to a nonce, and when both have, each sends it.
    for _ in 0..2 {
        for client in [&mut leaving, &mut staying] {
            let word = loop {
                match client.nonce_word() {
                    Some(word) => break word,
                    None => drop(client.receive().await.unwrap()),
                }
            };
            client.ask(word).await.unwrap();
        }
    }
    assert_eq!(delete(&host, &token, NAME).await.0, 204);
    let farewell = loop {
        match leaving.receive().await.unwrap() {
            Received::Message(message) if message["type"] == "closed" => break message["reason"].clone(),
            Received::Message(_) => {}
            Received::Closed(status) => panic!("closed with {status:?}"),
        }
    };
    assert_eq!(farewell, "signed_out");
    assert!(Client::connect(&host.server, &token).await.is_err());
    // The room that lives through a restart has forgotten, too.
    staying.drop_and_remember();
    host.kill().unwrap();
    host.restart().unwrap();
    let mut staying = Client::connect(&host.server, &other).await.unwrap();
    let entered = staying.enter(&room).await.unwrap();
    staying.answer(entered).await.unwrap().unwrap();
    while staying.room.is_null() {
        staying.receive().await.unwrap();
    }
    let occupant = &staying.room["seats"][0]["occupant"];
    assert_eq!((&occupant["nickname"], &occupant["left"]), (&json!(""), &json!(true)));
    let played = play(&host.server, &other, &room, staying, &mut eager(5)).await.unwrap();
    let record = match_id(&played.table).unwrap();
    let (_, stored) = get(&host, &format!("/api/records/{record}"), None).await;
    assert_eq!(stored["seats"][0], json!({"player": null, "bot": null}));
    until_gone(&host, &[NAME, &id], &["log.line", "room.meta", "erased.player"]).await;
}

/// A server that stops in the middle of it goes on when it starts again.
#[tokio::test]
async fn a_deletion_that_was_interrupted_is_finished() {
    let mut host = host();
    let rules = RuleSetId::ALL[3];
    let (room, seats) = host.table(&quick_setup(rules.id(), &short_match(rules)), 4).await.unwrap();
    let token = seats[2].0.clone();
    let id = get(&host, "/api/me", Some(&token)).await.1["player"]["id"].as_str().unwrap().to_owned();
    let played = play_all(&host.server, &room, seats).await.unwrap();
    let record = match_id(&played[0].table).unwrap();
    host.kill().unwrap();
    let db = rusqlite::Connection::open(host.folder().join("sifang.db")).unwrap();
    let deleted = format!(
        "DELETE FROM token WHERE player = '{id}'; DELETE FROM player WHERE id = '{id}';
         INSERT INTO erased VALUES ('{id}', unixepoch() * 1000);"
    );
    db.execute_batch(&deleted).unwrap();
    drop(db);
    host.restart().unwrap();
    until_gone(&host, &[&id], &["log.line", "room.meta", "erased.player"]).await;
    let (_, stored) = get(&host, &format!("/api/records/{record}"), None).await;
    assert_eq!(stored["seats"][2], json!({"player": null, "bot": null}));
}
