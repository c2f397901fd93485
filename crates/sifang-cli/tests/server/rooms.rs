//! Rooms from outside: the public list, and how many there may be.

use crate::server::host::{host, host_with, quick_setup};
use crate::server::http::{get, send};
use futures_util::future::join_all;
use serde_json::{Value, json};
use sifang_client::{Server, seated};
use sifang_rules::any::RuleSetId;
use std::time::Duration;

fn setup(listed: bool) -> Value {
    let mut setup = quick_setup(RuleSetId::ALL[0].id(), &json!({}));
    setup["listed"] = listed.into();
    setup
}

/// The public list, all pages.
async fn listed(server: &Server) -> Vec<Value> {
    let (mut rooms, mut path) = (Vec::new(), "/api/rooms".to_owned());
    loop {
        let page = server.request("GET", &path, None, None).await.unwrap().good().unwrap();
        rooms.extend(page["rooms"].as_array().unwrap().clone());
        match page["next"].as_str() {
            Some(next) => path = format!("/api/rooms?after={next}"),
            None => return rooms,
        }
    }
}

#[tokio::test]
async fn rooms_are_listed_and_bounded() {
    let host = host();
    let token = host.players(1).await.unwrap().remove(0);
    let mut setup = setup(false);
    host.server.open_room(&token, &setup).await.unwrap();
    setup["listed"] = true.into();
    let link = host.server.open_room(&token, &setup).await.unwrap();
    setup["listed"] = false.into();
    assert!(listed(&host.server).await.is_empty(), "nobody is there");
    let client = seated(&host.server, &token, &link).await.unwrap();
    let list = listed(&host.server).await;
    assert_eq!((list.len(), &list[0]["code"]), (1, &client.room["code"]));
    drop(client);
    while !listed(&host.server).await.is_empty() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    for bad in ["7", "%00", &"g".repeat(32)] {
        assert_eq!(get(&host, &format!("/api/rooms?after={bad}"), None).await.1["code"], "request/invalid");
    }
    assert_eq!(get(&host, &format!("/api/rooms/{link}"), None).await.1["setup"], list[0]["setup"]);
    assert_eq!(get(&host, "/api/rooms/nowhere", None).await.1["code"], "room/not_found");
    host.server.open_room(&token, &setup).await.unwrap();
    let (status, fourth) = send(&host, "POST", "/api/rooms", Some(&token), setup.clone()).await;
    assert_eq!((status, fourth["code"].as_str()), (409, Some("room/too_many")));
    assert_eq!(get(&host, "/api/me", Some(&token)).await.1["rooms"].as_array().unwrap().len(), 3);
    let other = host.players(1).await.unwrap().remove(0);
    setup["options"]["no_such_option"] = 1.into();
    let (status, refused) = send(&host, "POST", "/api/rooms", Some(&other), setup).await;
    assert_eq!((status, refused["code"].as_str()), (400, Some("options/invalid")));
    assert!(refused["en"].as_str().unwrap().contains("no_such_option"), "{refused}");
}

/// Many players at once, far more than there are places.
#[tokio::test]
async fn the_bounds_on_rooms_hold_however_many_are_opened_at_once() {
    const PLAYERS: usize = 60;
    for (settings, status, code) in [
        (["--rooms", "10", "--rooms-per-address", "50"], 503, "server/busy"),
        (["--rooms", "50", "--rooms-per-address", "10"], 409, "room/too_many_here"),
    ] {
        let host = host_with(&settings);
        let tokens = host.players(PLAYERS).await.unwrap();
        let open = |token| send(&host, "POST", "/api/rooms", Some(token), setup(false));
        let answers = join_all(tokens.iter().map(|token| open(token))).await;
        let (opened, refused): (Vec<_>, Vec<_>) =
            tokens.iter().zip(answers).partition(|(_, answer)| answer.0 == 201);
        assert_eq!(opened.len(), 10, "{settings:?}");
        assert!(
            refused.iter().all(|(_, answer)| (answer.0, answer.1["code"].as_str()) == (status, Some(code)))
        );
        if status == 503 {
            // A room that is gone makes a place for another.
            let (token, (_, made)) = &opened[0];
            let mut client = seated(&host.server, token, made["code"].as_str().unwrap()).await.unwrap();
            client.ask(json!({"type": "leave"})).await.unwrap();
            while open(refused[0].0).await.0 != 201 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            assert_eq!(open(refused[1].0).await.0, status);
        }
    }
}

/// Accounts are cheap: one network has so many rooms, and opens so many in a minute, over all of them; also after a restart.
#[tokio::test]
async fn rooms_count_against_the_network_they_were_opened_from() {
    let mut host = host_with(&["--rooms-per-address", "4"]);
    let tokens = host.players(7).await.unwrap();
    for token in &tokens[..4] {
        host.server.open_room(token, &setup(false)).await.unwrap();
    }
    let refused = send(&host, "POST", "/api/quick", Some(&tokens[4]), json!({"setup": setup(false)})).await;
    assert_eq!((refused.0, refused.1["code"].as_str()), (409, Some("room/too_many_here")));
    host.kill().unwrap();
    host.restart().unwrap();
    while get(&host, "/readyz", None).await.0 != 200 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let refused = send(&host, "POST", "/api/rooms", Some(&tokens[5]), setup(false)).await;
    assert_eq!((refused.0, refused.1["code"].as_str()), (409, Some("room/too_many_here")));
}

/// Rooms that are opened and left at once are never too many, but they come too often.
#[tokio::test]
async fn a_network_opens_only_so_many_rooms_in_a_minute() {
    let host = host_with(&["--rooms-per-address", "4"]);
    let tokens = host.players(6).await.unwrap();
    let (mut opened, mut last) = (0, String::new());
    for token in &tokens {
        let (status, answer) = send(&host, "POST", "/api/rooms", Some(token), setup(false)).await;
        match status {
            201 => {
                opened += 1;
                let link = answer["link"].as_str().unwrap();
                let mut client = seated(&host.server, token, link).await.unwrap();
                client.ask(json!({"type": "leave"})).await.unwrap();
                while get(&host, &format!("/api/rooms/{link}"), None).await.0 == 200 {
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
            }
            _ => last = answer["code"].as_str().unwrap_or_default().to_owned(),
        }
    }
    assert_eq!((opened, last.as_str()), (4, "rate/exceeded"));
}

#[tokio::test]
async fn one_account_and_one_network_have_only_so_many_rooms_in_the_public_list() {
    let host = host();
    let tokens = host.players(4).await.unwrap();
    let mut clients = Vec::new();
    for token in &tokens[..3] {
        for _ in 0..2 {
            let link = host.server.open_room(token, &setup(true)).await.unwrap();
            clients.push(seated(&host.server, token, &link).await.unwrap());
        }
    }
    let third = send(&host, "POST", "/api/rooms", Some(&tokens[0]), setup(true)).await;
    assert_eq!((third.0, third.1["code"].as_str()), (409, Some("room/too_many_listed")));
    let seventh = send(&host, "POST", "/api/rooms", Some(&tokens[3]), setup(true)).await;
    assert_eq!((seventh.0, seventh.1["code"].as_str()), (409, Some("room/too_many_listed")));
    // Nor can one be opened and put into the list afterwards, until another is no longer there.
    let link = host.server.open_room(&tokens[3], &setup(false)).await.unwrap();
    let mut client = seated(&host.server, &tokens[3], &link).await.unwrap();
    let configure = |listed| json!({"type": "configure", "setup": setup(listed)});
    let id = client.send(configure(true)).await.unwrap();
    assert_eq!(client.answer(id).await.unwrap(), Err("room/too_many_listed".into()));
    let last = clients.last_mut().unwrap();
    last.ask(configure(false)).await.unwrap();
    client.ask(configure(true)).await.unwrap();
    let id = last.send(configure(true)).await.unwrap();
    assert_eq!(last.answer(id).await.unwrap(), Err("room/too_many_listed".into()));
}

/// A guest cannot use up the host's places in the list.
#[tokio::test]
async fn a_refused_wish_to_be_listed_takes_no_place() {
    let host = host();
    let tokens = host.players(2).await.unwrap();
    let link = host.server.open_room(&tokens[0], &setup(false)).await.unwrap();
    let mut guest = seated(&host.server, &tokens[1], &link).await.unwrap();
    let id = guest.send(json!({"type": "configure", "setup": setup(true)})).await.unwrap();
    assert_eq!(guest.answer(id).await.unwrap(), Err("room/not_host".into()));
    for _ in 0..2 {
        host.server.open_room(&tokens[0], &setup(true)).await.unwrap();
    }
}
