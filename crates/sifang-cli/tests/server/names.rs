//! Nicknames from outside: which are refused, how often one may change, and that nobody in a room has another's.

use crate::server::host::{Host, host, quick_setup};
use crate::server::http::{get, send};
use serde_json::{Value, json};
use sifang_client::Client;

async fn rename(host: &Host, token: &str, nickname: &str) -> (u16, Value) {
    send(host, "PATCH", "/api/me", Some(token), json!({"nickname": nickname})).await
}

fn setup() -> Value {
    quick_setup("wuxi", &json!({}))
}

/// The names on the seats, as soon as there are so many.
async fn seated(client: &mut Client, many: usize) -> Vec<String> {
    loop {
        let seats = client.room["seats"].as_array().cloned().unwrap_or_default();
        let names: Vec<String> = seats
            .iter()
            .filter_map(|seat| seat["occupant"]["nickname"].as_str().map(str::to_owned))
            .collect();
        if names.len() >= many {
            return names;
        }
        client.receive().await.unwrap();
    }
}

#[tokio::test]
async fn names_that_hide_or_pretend_are_refused() {
    let host = host();
    let hidden = [
        "\u{3164}",
        "\u{2800}",
        "\u{ffa0}",
        "a\u{61c}",
        "\u{2067}a",
        "\u{301}",
        "x\u{316}\u{317}\u{318}\u{319}",
    ];
    let pretended = ["竹青", "Zhuqing", "ＺＨＵＱＩＮＧ", "房主", "Host", "ѕystem", "[系统]", "机器人"];
    let token = host.server.register("小明").await.unwrap();
    for (names, code) in [(&hidden[..], "nickname/invalid"), (&pretended[..], "nickname/reserved")] {
        for name in names {
            let (status, body) = send(&host, "POST", "/api/players", None, json!({"nickname": name})).await;
            assert_eq!((status, body["code"].as_str()), (400, Some(code)), "{name:?}");
            let (status, body) = rename(&host, &token, name).await;
            assert_eq!((status, body["code"].as_str()), (400, Some(code)), "{name:?}");
        }
    }
    assert_eq!(get(&host, "/api/me", Some(&token)).await.1["player"]["nickname"], "小明");
}

/// One player that renames itself all the time, and ten from the same address that take turns.
#[tokio::test]
async fn renaming_is_slow_and_a_room_hears_little_of_it() {
    let host = host();
    let token = host.server.register("小明").await.unwrap();
    let mut done = 0;
    for n in 0..100 {
        let (status, body) = rename(&host, &token, &format!("小明{n}")).await;
        if status == 200 {
            done += 1;
        } else {
            assert_eq!((status, body["code"].as_str()), (429, Some("rate/exceeded")));
        }
    }
    assert!((5..=7).contains(&done), "{done} new names of one player at once");
    // The name that one has may be saved again and again.
    let name = get(&host, "/api/me", Some(&token)).await.1["player"]["nickname"].as_str().unwrap().to_owned();
    for _ in 0..10 {
        assert_eq!(rename(&host, &token, &format!(" {name} ")).await.0, 200);
    }
    let mut done = 0;
    for player in 0..10 {
        let token = host.server.register("大明").await.unwrap();
        for n in 0..5 {
            done += u32::from(rename(&host, &token, &format!("大明{player}{n}")).await.0 == 200);
        }
    }
    assert!((10..=30).contains(&done), "{done} new names from one address at once");
}

#[tokio::test]
async fn nobody_in_a_room_has_anothers_name() {
    let host = host();
    let mut tokens = Vec::new();
    for name in ["小明", "小明", "⼩明"] {
        tokens.push(host.server.register(name).await.unwrap());
    }
    let room = host.server.open_room(&tokens[0], &setup()).await.unwrap();
    let mut first = Client::connect(&host.server, &tokens[0]).await.unwrap();
    first.enter(&room).await.unwrap();
    let mut others = Vec::new();
    for (n, token) in tokens[1..].iter().enumerate() {
        let mut client = Client::connect(&host.server, token).await.unwrap();
        client.enter(&room).await.unwrap();
        seated(&mut client, n + 2).await;
        others.push(client);
    }
    let names = ["小明", "小明 (2)", "⼩明 (3)"];
    assert_eq!(seated(&mut first, 3).await, names);
    assert_eq!(seated(&mut others[1], 3).await, names);
    // A new name goes with its player into the next room, by the same connection.
    assert_eq!(rename(&host, &tokens[1], "大明").await.0, 200);
    let own = host.server.open_room(&tokens[1], &setup()).await.unwrap();
    let id = others[0].enter(&own).await.unwrap();
    others[0].answer(id).await.unwrap().unwrap();
    others[0].room = Value::Null;
    assert_eq!(seated(&mut others[0], 1).await, ["大明"]);
    let id = others[0].enter(&room).await.unwrap();
    others[0].answer(id).await.unwrap().unwrap();
    others[0].room = Value::Null;
    assert_eq!(seated(&mut others[0], 3).await, ["小明", "大明", "⼩明 (3)"]);
}
