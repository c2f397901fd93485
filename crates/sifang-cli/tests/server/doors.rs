//! Who gets through a room's door: guessed codes, knocks, and being let in.

use crate::server::host::{Host, host, host_with, quick_setup};
use serde_json::{Value, json};
use sifang_client::{Client, Received};
use sifang_proto::limits;
use sifang_rules::any::RuleSetId;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Looks at a room as a client behind a proxy that says this about it: the status.
async fn look(host: &Host, from: &str, room: &str) -> u16 {
    let mut stream = TcpStream::connect(host.server.host()).await.unwrap();
    let ask = format!(
        "GET /api/rooms/{room} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {from}\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(ask.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer.split(' ').nth(1).unwrap().parse().unwrap()
}

/// A code that is nobody's.
fn nowhere(code: &str) -> String {
    format!("{:06}", (code.parse::<u32>().unwrap() + 1) % 1_000_000)
}

async fn room(host: &Host) -> (String, Value) {
    let token = host.players(1).await.unwrap().remove(0);
    let setup = quick_setup(RuleSetId::ALL[0].id(), &json!({}));
    let made = host.server.request("POST", "/api/rooms", Some(&token), Some(&setup)).await.unwrap();
    (token, made.good().unwrap())
}

#[tokio::test]
async fn guesses_count_over_accounts_sockets_and_pages() {
    let host = host();
    let (owner, room) = room(&host).await;
    let code = room["code"].as_str().unwrap();
    let wrong = nowhere(code);
    let enter = async |token: &str, name: &str| {
        let mut client = Client::connect(&host.server, token).await.unwrap();
        let id = client.enter(name).await.unwrap();
        client.answer(id).await.unwrap()
    };
    for n in 0..=limits::GUESSES_FREE {
        if n % 2 == 0 {
            let somebody = host.players(1).await.unwrap().remove(0);
            assert_eq!(enter(&somebody, &wrong).await, Err("room/not_found".into()), "{n}");
        } else {
            let page = host.server.request("GET", &format!("/api/rooms/{wrong}"), None, None).await.unwrap();
            assert_eq!(page.status, 404, "{n}");
        }
    }
    // On a machine with much to do the wait may be over before the next guess; then that one waits longer.
    let another = host.players(1).await.unwrap().remove(0);
    let mut refused = None;
    for _ in 0..6 {
        if enter(&another, &wrong).await == Err("rate/exceeded".into()) {
            let page = host.server.request("GET", &format!("/api/rooms/{code}"), None, None).await.unwrap();
            refused = Some(page).filter(|page| page.status == 429);
        }
        if refused.is_some() {
            break;
        }
    }
    let body = refused.expect("a right code is refused like a wrong one").json().unwrap();
    assert_eq!(body["code"], "rate/exceeded");
    assert!(body["en"].as_str().unwrap().contains("Links still work"), "{body}");
    // Who does not guess is not kept out.
    assert_eq!(enter(&another, room["link"].as_str().unwrap()).await, Ok(()));
    assert_eq!(enter(&owner, code).await, Ok(()));
}

#[tokio::test]
async fn behind_a_proxy_guesses_count_against_the_client() {
    let host = host_with(&["--behind-proxy"]);
    let wrong = nowhere(room(&host).await.1["code"].as_str().unwrap());
    // How many guesses are answered until one has to wait.
    let exhaust = async |address: &dyn Fn(u32) -> String| {
        let mut answered = 0;
        while look(&host, &address(answered), &wrong).await == 404 {
            answered += 1;
        }
        answered
    };
    let few = limits::GUESSES_FREE + 1..limits::GUESSES_FREE + 6;
    assert!(few.contains(&exhaust(&|_| "192.0.2.1".into()).await));
    assert_eq!(look(&host, "192.0.2.2", &wrong).await, 404);
    // A home has a whole network of IPv6 addresses.
    assert!(few.contains(&exhaust(&|n| format!("2001:db8:1:2::{n:x}")).await));
    assert_eq!(look(&host, "2001:db8:1:3::1", &wrong).await, 404);
}

/// Waits for a message of this type.
async fn wait(client: &mut Client, kind: &str) -> Value {
    loop {
        match client.receive().await.unwrap() {
            Received::Message(message) if message["type"] == kind => return message,
            Received::Message(_) => {}
            Received::Closed(status) => panic!("closed with {status:?}"),
        }
    }
}

#[tokio::test]
async fn the_host_lets_in_who_knocks() {
    let host = host();
    let (owner, room) = room(&host).await;
    let (code, link) = (room["code"].as_str().unwrap(), room["link"].as_str().unwrap());
    let mut inside = Client::connect(&host.server, &owner).await.unwrap();
    let id = inside.enter(link).await.unwrap();
    inside.answer(id).await.unwrap().unwrap();
    let mut guests = Vec::new();
    for token in host.players(2).await.unwrap() {
        let mut guest = Client::connect(&host.server, &token).await.unwrap();
        let id = guest.enter(code).await.unwrap();
        guest.answer(id).await.unwrap().unwrap();
        let knocking = wait(&mut guest, "knocking").await;
        assert_eq!((&knocking["room"], knocking.as_object().unwrap().len()), (&json!(code), 3));
        guests.push(guest);
    }
    while inside.room["knocks"].as_array().is_none_or(|knocks| knocks.len() < 2) {
        inside.receive().await.unwrap();
    }
    let waiting = inside.room["knocks"].clone();
    inside.ask(json!({"type": "admit", "player": waiting[0]["id"], "yes": true})).await.unwrap();
    wait(&mut guests[0], "room").await;
    guests[0].ask(json!({"type": "ready", "ready": true})).await.unwrap();
    assert_eq!(guests[0].room["link"], link, "who is inside may invite others");
    inside.ask(json!({"type": "admit", "player": waiting[1]["id"], "yes": false})).await.unwrap();
    assert_eq!(wait(&mut guests[1], "closed").await["reason"], "refused");
    let again = guests[1].enter(code).await.unwrap();
    assert_eq!(guests[1].answer(again).await.unwrap(), Err("room/refused".into()));
    // The connection is as good as any: the link lets it in.
    let again = guests[1].enter(link).await.unwrap();
    assert_eq!(guests[1].answer(again).await.unwrap(), Ok(()));
}

#[tokio::test]
async fn one_address_does_not_knock_all_day() {
    let host = host();
    let (_, room) = room(&host).await;
    let mut answers = Vec::new();
    for token in host.players(9).await.unwrap() {
        let mut guest = Client::connect(&host.server, &token).await.unwrap();
        let id = guest.enter(room["code"].as_str().unwrap()).await.unwrap();
        answers.push(guest.answer(id).await.unwrap());
    }
    assert!(answers[..6].iter().all(Result::is_ok), "{answers:?}");
    assert_eq!(answers[8], Err("rate/exceeded".into()));
}

#[tokio::test]
async fn digits_show_of_a_private_room_only_that_it_is_there() {
    let host = host();
    let (owner, room) = room(&host).await;
    let look = async |name: &str| {
        let path = format!("/api/rooms/{}", room[name].as_str().unwrap());
        let answer = host.server.request("GET", &path, Some(&owner), None).await.unwrap();
        (answer.status, answer.json().unwrap())
    };
    let (status, body) = look("code").await;
    assert_eq!((status, body["code"].as_str()), (403, Some("room/private")));
    assert_eq!(body.as_object().unwrap().len(), 3, "{body}");
    let (status, body) = look("link").await;
    assert_eq!((status, &body["code"]), (200, &room["code"]));
}
