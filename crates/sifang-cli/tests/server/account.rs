//! Who somebody is, proved and no longer proved: devices, recovery codes, idle tokens.

use crate::server::host::{Host, host, host_with};
use crate::server::http::{get, send};
use serde_json::{Value, json};
use sifang_client::{Client, Received};

/// Registers a player on a device: the answer's `player` and `token`.
async fn register(host: &Host, device: &str) -> (Value, String) {
    let body = json!({"nickname": "小明", "device": device});
    let (status, made) = send(host, "POST", "/api/players", None, body).await;
    assert_eq!(status, 201, "{made}");
    (made["player"].clone(), made["token"].as_str().unwrap().to_owned())
}

async fn recovery_code(host: &Host, token: &str) -> String {
    let (_, recovery) = send(host, "POST", "/api/me/recovery", Some(token), json!({})).await;
    recovery["code"].as_str().unwrap().to_owned()
}

async fn recover(host: &Host, code: &str) -> (u16, Value) {
    send(host, "POST", "/api/recover", None, json!({"code": code, "device": "Safari · iPhone"})).await
}

async fn delete(host: &Host, path: &str, token: &str) -> u16 {
    host.server.request("DELETE", path, Some(token), None).await.unwrap().status
}

/// Why a connection was closed.
async fn farewell(client: &mut Client) -> Value {
    loop {
        match client.receive().await.unwrap() {
            Received::Message(message) if message["type"] == "closed" => return message["reason"].clone(),
            Received::Message(_) => {}
            Received::Closed(status) => panic!("closed with {status:?} and no reason"),
        }
    }
}

#[tokio::test]
async fn a_recovery_code_is_used_once_and_signs_out_every_other_device() {
    let host = host();
    let (player, first) = register(&host, "Chrome · Windows").await;
    let mut socket = Client::connect(&host.server, &first).await.unwrap();
    let replaced = recovery_code(&host, &first).await;
    let code = recovery_code(&host, &first).await;
    assert_eq!(recover(&host, &replaced).await.0, 401, "a newer code replaced it");
    let (status, moved) = recover(&host, &code.to_lowercase()).await;
    assert_eq!((status, &moved["player"]), (200, &player));
    let second = moved["token"].as_str().unwrap();
    assert_eq!(farewell(&mut socket).await, "signed_out");
    assert_eq!(get(&host, "/api/me", Some(&first)).await.0, 401);
    assert!(Client::connect(&host.server, &first).await.is_err());
    assert_eq!(get(&host, "/api/me", Some(second)).await.1["player"], player);
    let (status, again) = recover(&host, &code).await;
    assert_eq!((status, again["code"].as_str()), (401, Some("auth/recovery")), "it is used up");
    // Nobody is left without a code.
    let next = moved["code"].as_str().unwrap();
    let (status, third) = recover(&host, next).await;
    assert_eq!((status, &third["player"]), (200, &player));
    assert_eq!(get(&host, "/api/me", Some(second)).await.0, 401);
    let log = host.log();
    for secret in [&first, second, &code, next] {
        assert!(!log.contains(secret), "the log has a secret");
    }
}

#[tokio::test]
async fn devices_are_listed_and_signed_out_with_their_sockets() {
    let host = host_with(&["--token-days", "7"]);
    let (_, stranger) = register(&host, "x").await;
    let (_, token) = register(&host, "  Chrome ·  Windows ").await;
    let (status, list) = get(&host, "/api/me/tokens", Some(&token)).await;
    assert_eq!(status, 200);
    let own = &list["tokens"][0];
    assert_eq!(
        (&own["device"], &own["current"], list["tokens"].as_array().unwrap().len()),
        (&json!("Chrome · Windows"), &json!(true), 1)
    );
    assert_eq!((&list["recovery"], &list["days"]), (&json!(false), &json!(7)));
    assert!(own["created"].as_u64() > Some(1_700_000_000_000) && own["used"] == own["created"]);
    recovery_code(&host, &token).await;
    assert_eq!(get(&host, "/api/me/tokens", Some(&token)).await.1["recovery"], true);
    let id = own["id"].as_str().unwrap();
    // Nobody else's.
    for other in [id, "0000000000000000", "x", "..%2f"] {
        assert_eq!(delete(&host, &format!("/api/me/tokens/{other}"), &stranger).await, 404);
    }
    let mut socket = Client::connect(&host.server, &token).await.unwrap();
    assert_eq!(delete(&host, "/api/me/tokens", &token).await, 204);
    socket.send(json!({"type": "ping"})).await.unwrap();
    assert!(matches!(socket.receive().await.unwrap(), Received::Message(pong) if pong["type"] == "pong"));
    assert_eq!(get(&host, "/api/me", Some(&token)).await.0, 200, "one's own stays");
    assert_eq!(delete(&host, &format!("/api/me/tokens/{id}"), &token).await, 204);
    assert_eq!(farewell(&mut socket).await, "signed_out");
    assert_eq!(get(&host, "/api/me", Some(&token)).await.0, 401);
    assert_eq!(get(&host, "/api/me", Some(&stranger)).await.0, 200);
    for bad in [json!(""), json!("\u{3164}"), json!("x".repeat(41)), json!(7)] {
        let body = json!({"nickname": "小明", "device": bad});
        let (status, refused) = send(&host, "POST", "/api/players", None, body).await;
        assert_eq!((status, refused["code"].as_str()), (400, Some("request/invalid")));
    }
}

/// Time does not pass in a test: the database says that the token was last used long ago.
#[tokio::test]
async fn a_token_that_nobody_uses_ends() {
    let mut host = host();
    let (_, idle) = register(&host, "old").await;
    let (_, used) = register(&host, "new").await;
    host.kill().unwrap();
    let db = rusqlite::Connection::open(host.folder().join("sifang.db")).unwrap();
    let days = |count: i64| count * 86_400_000;
    let long_ago = "UPDATE token SET used_ms = used_ms - CASE device WHEN 'old' THEN ? ELSE ? END";
    db.execute(long_ago, (days(181), days(179))).unwrap();
    drop(db);
    host.restart().unwrap();
    let (status, refused) = get(&host, "/api/me", Some(&idle)).await;
    assert_eq!((status, refused["code"].as_str()), (401, Some("auth/token")));
    assert_eq!(get(&host, "/api/me", Some(&used)).await.0, 200);
    // What is used counts from now on again; what has ended is removed.
    for tries in 0.. {
        let (_, list) = get(&host, "/api/me/tokens", Some(&used)).await;
        let at = list["tokens"][0]["used"].as_i64().unwrap();
        let db = rusqlite::Connection::open(host.folder().join("sifang.db")).unwrap();
        let left: i64 = db.query_row("SELECT count(*) FROM token", [], |row| row.get(0)).unwrap();
        if left == 1 && at - list["tokens"][0]["created"].as_i64().unwrap() >= 0 {
            break;
        }
        assert!(tries < 200, "{left} tokens, used at {at}");
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}
