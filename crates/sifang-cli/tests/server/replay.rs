//! Replays over HTTP: they show what the players saw, step by step, and never a deal that is being played.

use crate::server::host::{Host, host, match_id, quick_setup};
use crate::server::matches::{check, eager, play_all, short_match};
use serde_json::{Value, json};
use sifang_client::{Played, Scripted, Seen, Table};
use sifang_match::Record;
use sifang_rules::any::RuleSetId;

async fn replay(host: &Host, path: &str) -> (u16, Value) {
    let answer = host.server.request("GET", &format!("/api/records/{path}"), None, None).await.unwrap();
    (answer.status, answer.json().unwrap_or_default())
}

/// The views of a replay, put together by the reducer that live tables are put together by.
fn views(replay: &Value) -> Vec<Seen> {
    let mut table = Table { seen: Some(Vec::new()), ..Table::default() };
    for message in replay["messages"].as_array().unwrap() {
        table.take(message).unwrap();
    }
    let updates = replay["messages"].as_array().unwrap().len() as u64 - 1;
    assert_eq!(table.hashes, updates, "every update of a replay carries its hash");
    table.seen.unwrap()
}

fn without_repeats(views: impl IntoIterator<Item = Seen>) -> Vec<Seen> {
    let mut kept: Vec<Seen> = views.into_iter().collect();
    kept.dedup_by(|next, before| next.hash == before.hash);
    kept
}

/// Plays a match of four people who note every view they see.
async fn play_noting(host: &Host, setup: &Value) -> (Vec<Played>, Record) {
    let (room, mut seats) = host.table(setup, 4).await.unwrap();
    for (_, client) in &mut seats {
        client.table.seen = Some(Vec::new());
    }
    let played = play_all(&host.server, &room, seats).await.unwrap();
    let record = check(host, &played).await.unwrap();
    (played, record)
}

/// Whether `part` runs through `whole` in order; else its first element that is missing.
fn is_part(part: &[Seen], whole: &[Seen]) -> Result<(), usize> {
    let mut rest = whole.iter();
    let missing = part.iter().position(|wanted| !rest.any(|found| found == wanted));
    missing.map_or(Ok(()), Err)
}

/// Every view that a player saw is a step of the replay, in the same order. (These tables make no pauses; a replay also stands
/// where one would have been made. That it has nothing else is a law of `sifang-room`, `tests/playback.rs`.)
#[tokio::test]
async fn a_replay_has_what_every_player_saw() {
    let host = host();
    let mut compared = 0;
    for rules in RuleSetId::ALL {
        let (played, record) = play_noting(&host, &quick_setup(rules.id(), &short_match(*rules))).await;
        // Of many deals the first and the last: that one has everything that is carried over from the others.
        for number in [1, record.deals.len()] {
            for (seat, player) in played.iter().enumerate() {
                let (status, body) =
                    replay(&host, &format!("{}/deals/{number}/views/{seat}", record.match_id)).await;
                assert_eq!(status, 200, "{body}");
                let own = player.seen.iter().filter(|seen| seen.deal == number as u64).cloned();
                let (live, again) = (without_repeats(own), without_repeats(views(&body)));
                let place = format!("{} deal {number} seat {seat}", rules.id());
                assert!(!live.is_empty() && live.len() <= again.len(), "{place}");
                compared += live.len();
                is_part(&live, &again)
                    .unwrap_or_else(|step| panic!("{place}: view {step} is not in the replay"));
                assert_eq!(live.last(), again.last(), "{place}");
            }
        }
    }
    // A deal may be over with its first tiles; all of them never are.
    assert!(compared > 300, "only {compared} views were compared");
}

#[tokio::test]
async fn all_hands_are_open_only_when_the_match_is_over() {
    let host = host();
    let rules = RuleSetId::ALL[0];
    let (_, mut seats) = host.table(&quick_setup(rules.id(), &short_match(rules)), 4).await.unwrap();
    seats[0].1.ask(json!({"type": "start"})).await.unwrap();
    // The match is named before it begins; nothing of it can be asked for by that name.
    while seats[0].1.room["match"]["match_id"].is_null() {
        seats[0].1.receive().await.unwrap();
    }
    let live = seats[0].1.room["match"]["match_id"].as_str().unwrap().to_owned();
    let unknown = replay(&host, &format!("{}/deals/1/views/open", "0".repeat(32))).await;
    assert_eq!((unknown.0, unknown.1["code"].as_str()), (404, Some("request/not_found")));
    for path in ["", "/deals/1", "/deals/1/views/open", "/deals/1/views/0"] {
        assert_eq!(replay(&host, &format!("{live}{path}")).await, unknown, "{path}");
    }
    drop(seats);

    let (_, record) = play_noting(&host, &quick_setup(rules.id(), &short_match(rules))).await;
    let id = record.match_id;
    let (status, open) = replay(&host, &format!("{id}/deals/1/views/open")).await;
    assert_eq!(status, 200);
    let table = &open["messages"][0]["table"];
    assert!(table["view"]["seat"].is_null() && table["view"]["prompt"].is_null());
    for player in table["view"]["players"].as_array().unwrap() {
        assert_eq!(player["hand"].as_array().map(Vec::len), player["closed"].as_u64().map(|n| n as usize));
    }
    for path in [
        "deals/0/views/open",
        "deals/99/views/open",
        "deals/1/views/4",
        "deals/1/views/all",
        "deals/x/views/0",
    ] {
        assert_eq!(replay(&host, &format!("{id}/{path}")).await, unknown, "{path}");
    }
}

#[tokio::test]
async fn finished_deals_are_shown_only_when_the_match_is_over() {
    let host = host();
    let rules = RuleSetId::ALL[0];
    let mut setup = quick_setup(rules.id(), &short_match(rules));
    setup["bots"] = "random".into();
    let (room, mut seats) = host.table(&setup, 1).await.unwrap();
    let (token, mut client) = seats.remove(0);
    client.ask(json!({"type": "start"})).await.unwrap();
    let mut player = Scripted::new(&host.server, &token, &room, client);
    let finished = |player: &Scripted| player.client.table.table["results"].as_array().map_or(0, Vec::len);
    let mut choose = eager(3);
    while finished(&player) == 0 {
        assert!(player.go_on(&mut choose).await.unwrap(), "the match has more than one deal");
    }
    let id = match_id(&player.client.table.table).unwrap();
    let ask = async |path: &str, token: Option<&str>| {
        let path = format!("/api/records/{id}{path}");
        host.server.request("GET", &path, token, None).await.unwrap().status
    };
    for path in ["", "/deals/1", "/deals/1/views/open", "/deals/1/views/0"] {
        for token in [None, Some(token.as_str())] {
            assert_eq!(ask(path, token).await, 404, "{path} of a match that is being played");
        }
    }
    while player.go_on(&mut choose).await.unwrap() {}
    for path in ["", "/deals/1", "/deals/1/views/open", "/deals/1/views/0"] {
        assert_eq!(ask(path, None).await, 200, "{path} of a match that is over");
    }
}

#[tokio::test]
async fn a_history_counts_what_was_played() {
    let host = host();
    let rules = RuleSetId::ALL[0];
    let setup = quick_setup(rules.id(), &short_match(rules));
    let (room, seats) = host.table(&setup, 4).await.unwrap();
    let tokens: Vec<String> = seats.iter().map(|(token, _)| token.clone()).collect();
    let played = play_all(&host.server, &room, seats).await.unwrap();
    let record = check(&host, &played).await.unwrap();
    for (seat, token) in tokens.iter().enumerate() {
        let ask = async |path: &str| {
            host.server.request("GET", path, Some(token), None).await.unwrap().good().unwrap()
        };
        let row = &ask("/api/history").await["matches"][0];
        assert_eq!(row["options"], setup["options"], "options at their defaults are left out");
        let won = |deal: &&sifang_match::DealRecord| deal.wins.iter().any(|win| win.seat.index() == seat);
        assert_eq!(row["tally"]["wins"], record.deals.iter().filter(won).count());
        let statistics = ask("/api/history/statistics").await;
        assert_eq!(statistics["rules"][0]["rules"], rules.id());
        assert_eq!(statistics["rules"][0]["deals"], record.deals.len());
        assert_eq!(statistics["rules"][0]["tally"], row["tally"]);
        assert_eq!(statistics["points"][0]["total"], record.totals[seat]);
        let own = ask(&format!("/api/history?rules={}", rules.id())).await;
        let other = ask(&format!("/api/history?rules={}", RuleSetId::ALL[1].id())).await;
        let count = |history: &Value| history["matches"].as_array().unwrap().len();
        assert_eq!((count(&own), count(&other)), (1, 0));
    }
}
