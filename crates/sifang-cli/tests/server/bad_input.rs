//! What clients must not say: each gets its stable code with a sentence in both languages, and nothing changes.

use crate::server::host::{host, host_with, quick_setup};
use crate::server::matches::short_match;
use serde_json::{Value, json};
use sifang_client::{Client, Received};
use sifang_rules::any::RuleSetId;
use std::time::Instant;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Sends a text and gives the refusal that comes back; everything before it must not be one.
async fn refusal(client: &mut Client, text: String) -> Value {
    client.send_text(text).await.unwrap();
    loop {
        match client.receive().await.unwrap() {
            Received::Message(message) if message["type"] == "error" => return message,
            Received::Message(message) => assert_ne!(message["type"], "ack", "{message}"),
            Received::Closed(status) => panic!("closed with {status:?}"),
        }
    }
}

fn is_explained(error: &Value) -> bool {
    let said = |lang: &str| error[lang].as_str().is_some_and(|sentence| !sentence.is_empty());
    said("zh") && said("en")
}

/// The table and the room as the server has them now.
async fn snapshot(client: &mut Client, id: u32) -> (Value, Value) {
    client.send_text(json!({"type": "sync", "id": id}).to_string()).await.unwrap();
    client.answer(id.into()).await.unwrap().unwrap();
    (client.table.table["view"].clone(), client.room.clone())
}

#[tokio::test]
async fn the_first_word_must_be_hello() {
    let host = host();
    let token = host.players(1).await.unwrap().remove(0);
    let hello =
        |protocol: &str, token: &str| json!({"type": "hello", "id": 1, "protocol": protocol, "token": token});
    let upper = token.to_uppercase();
    let cases = [
        (hello("sifang/0", &token), "protocol/version"),
        (hello("sifang/1", &"0".repeat(64)), "auth/token"),
        (hello("sifang/1", &upper), "message/malformed"),
        (hello("sifang/1", ""), "message/malformed"),
        (json!({"type": "ping", "id": 1}), "message/unexpected"),
        (json!({"type": "enter", "id": 1, "room": "000000"}), "message/unexpected"),
        (json!("hello"), "message/malformed"),
    ];
    for (first, code) in cases {
        let mut client = Client::dial(&host.server).await.unwrap();
        let error = refusal(&mut client, first.to_string()).await;
        assert_eq!(error["code"], code, "{first}");
        assert!(is_explained(&error));
        assert!(matches!(client.receive().await.unwrap(), Received::Closed(Some(1008))), "{first}");
    }
}

#[tokio::test]
async fn bad_words_at_a_table_change_nothing() {
    let host = host();
    let rules = RuleSetId::ALL[0];
    let (room, mut seats) = host.table(&quick_setup(rules.id(), &short_match(rules)), 4).await.unwrap();
    let (_, mut host_client) = seats.remove(0);
    let before_start = [
        (json!({"type": "act", "decision": 0, "action": "pass"}), "match/none"),
        (json!({"type": "sit", "seat": 1}), "seat/taken"),
        (json!({"type": "sit", "seat": 3, "id": 0}), "message/order"),
        (json!({"type": "kick", "seat": 9}), "message/malformed"),
        (json!({"type": "configure", "setup": {"rules": "checkers"}}), "rules/unknown"),
        (
            json!({"type": "configure", "setup": {"rules": rules.id(), "options": {"no_such": 1}}}),
            "options/invalid",
        ),
        (json!({"type": "configure", "setup": {"rules": rules.id(), "seats": 9}}), "setup/invalid"),
        (json!({"type": "add_bot", "seat": 1, "level": "random"}), "seat/taken"),
        (json!({"type": "nonce", "nonce": "00".repeat(16)}), "nonce/closed"),
        (json!({"type": "nonce_commit", "commitment": "00".repeat(32)}), "nonce/closed"),
        (json!({"type": "nonce_waive", "seat": 1}), "nonce/closed"),
        (json!({"type": "phrase", "phrase": "no such phrase"}), "phrase/unknown"),
    ];
    let all_ready = |room: &Value| room["seats"].as_array().unwrap().iter().all(|seat| seat["ready"] == true);
    while !all_ready(&host_client.room) {
        host_client.receive().await.unwrap();
    }
    let quiet = host_client.room.clone();
    let mut id = 100;
    for (mut message, code) in before_start {
        tokio::time::sleep(std::time::Duration::from_millis(110)).await;
        id += 1;
        if message["id"].is_null() {
            message["id"] = id.into();
        }
        let error = refusal(&mut host_client, message.to_string()).await;
        assert_eq!(error["code"], code, "{message}");
        assert_eq!(error["id"], message["id"]);
        assert!(is_explained(&error));
    }
    assert_eq!(host_client.room, quiet);
    let guest = &mut seats[0].1;
    for message in [
        json!({"type": "start"}),
        json!({"type": "kick", "seat": 0}),
        json!({"type": "swap", "a": 0, "b": 1}),
    ] {
        let mut message = message;
        id += 1;
        message["id"] = id.into();
        assert_eq!(refusal(guest, message.to_string()).await["code"], "room/not_host");
    }
    let stranger = host.players(1).await.unwrap().remove(0);
    let mut stranger = Client::connect(&host.server, &stranger).await.unwrap();
    for (name, code) in
        [(room.as_str(), "room/full"), (&"ab".repeat(16), "room/not_found"), ("nowhere", "message/malformed")]
    {
        let entered = stranger.enter(name).await.unwrap();
        assert_eq!(stranger.answer(entered).await.unwrap(), Err(code.into()), "{name}");
    }
    let acted = stranger.send(json!({"type": "act", "decision": 0, "action": "pass"})).await.unwrap();
    assert_eq!(stranger.answer(acted).await.unwrap(), Err("room/none".into()));
}

#[tokio::test]
async fn wrong_answers_to_a_decision_change_nothing() {
    let host = host();
    let rules = RuleSetId::ALL[0];
    let (_, mut seats) = host.table(&quick_setup(rules.id(), &short_match(rules)), 4).await.unwrap();
    seats[0].1.ask(json!({"type": "start"})).await.unwrap();
    for _step in 0..2 {
        for (_, client) in &mut seats {
            client.give_nonce().await.unwrap();
        }
    }
    let client = &mut seats[0].1;
    while client.table.prompt().is_none() {
        client.receive().await.unwrap();
    }
    let (decision, choices) = client.table.prompt().unwrap();
    let good = choices[0].as_str().unwrap().to_owned();
    let act = |id: u32, decision: u64, action: &str| json!({"type": "act", "id": id, "decision": decision, "action": action});
    let mut seat_named = act(1004, decision, &good);
    seat_named["seat"] = 1.into();
    let cases = [
        (act(1000, decision + 1000, &good).to_string(), "action/stale"),
        (act(1001, decision, "hu").to_string(), "action/not_a_choice"),
        (act(1002, decision, "fly away").to_string(), "message/malformed"),
        (seat_named.to_string(), "message/malformed"),
        ("{\"type\":\"act\"".to_owned(), "message/malformed"),
        ("[".repeat(5000), "message/malformed"),
        (json!({"type": "shuffle", "id": 1005}).to_string(), "message/unknown"),
        (
            json!({"type": "hello", "id": 1006, "protocol": "sifang/1", "token": "0".repeat(64)}).to_string(),
            "message/unexpected",
        ),
        (json!({"type": "start", "id": 1007}).to_string(), "room/playing"),
    ];
    let before = snapshot(client, 999).await;
    for (text, code) in cases {
        tokio::time::sleep(std::time::Duration::from_millis(110)).await;
        let error = refusal(client, text.clone()).await;
        assert_eq!(error["code"], code, "{text}");
        assert!(is_explained(&error));
    }
    assert_eq!(snapshot(client, 2000).await, before);
    let accepted = act(2001, decision, &good).to_string();
    for _ in 0..2 {
        client.send_text(accepted.clone()).await.unwrap();
        assert_eq!(client.answer(2001).await.unwrap(), Ok(()), "the same answer again is acknowledged again");
    }
}

#[tokio::test]
async fn the_transport_has_bounds() {
    use tokio_tungstenite::tungstenite::Message;
    let host = host();
    let token = host.players(1).await.unwrap().remove(0);
    let close_status = async |frame: Message| {
        let mut client = Client::connect(&host.server, &token).await.unwrap();
        // The server may hang up while a long frame is still on its way.
        if client.send_frame(frame).await.is_err() {
            return None;
        }
        loop {
            if let Received::Closed(status) = client.receive().await.unwrap() {
                return status;
            }
        }
    };
    assert_eq!(close_status(Message::text("x".repeat(8 * 1024 + 1))).await, Some(1009));
    assert!(matches!(close_status(Message::text("x".repeat(1 << 20))).await, None | Some(1009)));
    assert_eq!(close_status(Message::binary(vec![1, 2, 3])).await, Some(1003));
    let mut client = Client::connect(&host.server, &token).await.unwrap();
    let error = refusal(&mut client, " ".repeat(8 * 1024)).await;
    assert_eq!(error["code"], "message/malformed", "8 KiB are read");
}

#[tokio::test]
async fn a_flood_is_refused_and_then_cut_off() {
    let host = host();
    let token = host.players(1).await.unwrap().remove(0);
    let mut client = Client::connect(&host.server, &token).await.unwrap();
    for id in 1..=40 {
        client.send_text(json!({"type": "ping", "id": id}).to_string()).await.unwrap();
    }
    let (mut pongs, mut refused) = (0, Vec::new());
    while pongs + refused.len() < 40 {
        match client.receive().await.unwrap() {
            Received::Message(message) if message["type"] == "pong" => pongs += 1,
            Received::Message(message) if message["code"] == "rate/exceeded" => {
                // Which of them it was, so that whoever waits for its answer need not wait for ever.
                refused.push(message["id"].as_u64().unwrap_or_else(|| panic!("no number: {message}")));
            }
            other => panic!("{other:?}"),
        }
    }
    assert!(pongs >= 20 && !refused.is_empty(), "{pongs} pongs, {refused:?} refused");
    assert!(
        refused.is_sorted_by(|a, b| a < b) && refused[0] > 20 && refused.iter().all(|id| *id <= 40),
        "{refused:?}"
    );
    for _ in 0..1000 {
        // The server hangs up in the middle of it.
        if client.send_text("x".into()).await.is_err() {
            break;
        }
    }
    while matches!(client.receive().await, Ok(Received::Message(_))) {}
    assert!(client.send(json!({"type": "ping"})).await.is_err(), "a flood was not cut off");
}

#[tokio::test]
async fn a_new_connection_replaces_the_old_one() {
    let host = host();
    let token = host.players(1).await.unwrap().remove(0);
    let mut old = Client::connect(&host.server, &token).await.unwrap();
    let mut new = Client::connect(&host.server, &token).await.unwrap();
    let received = old.receive().await.unwrap();
    assert_eq!(received, Received::Message(json!({"type": "closed", "reason": "replaced"})));
    assert!(matches!(old.receive().await.unwrap(), Received::Closed(_)));
    new.send(json!({"type": "ping"})).await.unwrap();
    assert!(matches!(new.receive().await.unwrap(), Received::Message(message) if message["type"] == "pong"));
}

#[tokio::test]
async fn sockets_from_one_address_are_counted() {
    let host = host_with(&["--sockets-per-address", "3"]);
    let mut open = Vec::new();
    for _ in 0..3 {
        open.push(Client::dial(&host.server).await.unwrap());
    }
    let refused = Client::dial(&host.server).await.unwrap_err().to_string();
    assert!(refused.contains("429"), "{refused}");
    open.pop();
    for _ in 0..100 {
        if Client::dial(&host.server).await.is_ok() {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("a place that became free was not given away");
}

#[tokio::test]
async fn pages_of_strangers_may_not_connect() {
    let host = host_with(&["--origin", "https://example.org"]);
    for (origin, status) in [
        ("http://example.org", "403"),
        ("null", "403"),
        ("https://example.org", "101"),
        (&format!("http://{}", host.server.host()), "101"),
    ] {
        let mut stream = TcpStream::connect(host.server.host()).await.unwrap();
        let request = format!(
            "GET /ws HTTP/1.1\r\nHost: {}\r\nOrigin: {origin}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            host.server.host()
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut line = [0; 12];
        stream.read_exact(&mut line).await.unwrap();
        assert_eq!(std::str::from_utf8(&line[9..]).unwrap(), status, "{origin}");
    }
}

#[tokio::test]
async fn who_says_nothing_is_sent_away() {
    let host = host();
    let start = Instant::now();
    let silent = async {
        let mut client = Client::dial(&host.server).await.unwrap();
        assert_eq!(client.receive().await.unwrap(), Received::Closed(Some(1008)));
    };
    let half = async {
        let mut stream = TcpStream::connect(host.server.host()).await.unwrap();
        stream.write_all(b"GET /ws HTTP/1.1\r\nHost: half a request\r\n").await.unwrap();
        let mut rest = Vec::new();
        stream.read_to_end(&mut rest).await.unwrap();
    };
    tokio::join!(silent, half);
    let took = start.elapsed().as_secs();
    assert!((9..25).contains(&took), "{took} s");
}
