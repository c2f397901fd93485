//! Reviews on the server: of one's own decisions, worked out while one looks on, stopped, and kept over a restart.

use crate::server::host::{Host, host, match_id, quick_setup};
use crate::server::http::{get, send};
use crate::server::matches::play_all;
use serde_json::{Value, json};
use sifang_rules::any::RuleSetId;
use std::time::Duration;

/// A match of four people: their tokens, and its id.
async fn played(host: &Host, rules: RuleSetId) -> (Vec<String>, String) {
    // One deal: the threads that review have the lowest priority, and a machine that runs tests is busy.
    let (room, seats) = host.table(&quick_setup(rules.id(), &json!({"deals": 1})), 4).await.unwrap();
    let tokens = seats.iter().map(|(token, _)| token.clone()).collect();
    let played = play_all(&host.server, &room, seats).await.unwrap();
    (tokens, match_id(&played[0].table).unwrap())
}

async fn begin(host: &Host, id: &str, token: Option<&str>) -> (u16, Value) {
    send(host, "POST", &format!("/api/records/{id}/review"), token, json!({})).await
}

async fn until_done(host: &Host, id: &str, token: &str) -> Value {
    for _ in 0..30_000 {
        let (status, run) = get(host, &format!("/api/records/{id}/review"), Some(token)).await;
        assert_eq!(status, 200, "{run}");
        if run["state"] == "done" {
            return run;
        }
        assert!(run["thousandths"].as_u64().unwrap() < 1000);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the review was never done");
}

#[tokio::test]
async fn a_player_has_its_own_decisions_reviewed() {
    let mut host = host();
    let (tokens, id) = played(&host, RuleSetId::ALL[0]).await;
    let (status, first) = begin(&host, &id, Some(&tokens[1])).await;
    assert_eq!((status, &first["seat"], &first["match_id"]), (200, &1.into(), &id.clone().into()), "{first}");
    let done = until_done(&host, &id, &tokens[1]).await;
    let review = &done["review"];
    let stored = host.record(&id).await.unwrap();
    let deals = stored["record"]["deals"].as_array().unwrap();
    assert_eq!(review["deals"].as_array().unwrap().len(), deals.len());
    for (deal, reviewed) in deals.iter().zip(review["deals"].as_array().unwrap()) {
        assert_eq!(deal["deltas"][1], reviewed["result"]);
        let parts = reviewed["play"].as_i64().unwrap() + reviewed["luck"].as_i64().unwrap();
        assert_eq!(parts, 100 * reviewed["result"].as_i64().unwrap());
    }
    assert!(review["compared"].as_u64() > Some(0));
    let mistakes = review["mistakes"].as_array().unwrap();
    let losses: Vec<i64> = mistakes.iter().map(|one| one["loss"].as_i64().unwrap()).collect();
    assert!(losses.is_sorted_by(|a, b| a >= b), "the worst first: {losses:?}");
    for one in mistakes {
        assert!(one["low"].as_i64() > Some(0) && one["low"].as_i64() <= one["loss"].as_i64(), "{one}");
        // The table as it was, with what was played and what is better among the choices.
        let path = format!("/api/records/{id}/deals/{}/questions/{}/1", one["deal"], one["place"]);
        let (status, shown) = get(&host, &path, None).await;
        assert_eq!(status, 200, "{shown}");
        let choices = shown["messages"][0]["table"]["view"]["prompt"]["choices"].as_array().unwrap();
        assert!(choices.contains(&one["played"]) && choices.contains(&one["better"]), "{one} {choices:?}");
    }
    let (_, list) = get(&host, "/api/history/reviews", Some(&tokens[1])).await;
    let summary = &list["reviews"][0];
    let same = ["play", "luck", "result", "compared"];
    assert!(same.iter().all(|name| summary[name] == review[name]), "{list}");
    let (_, none) = get(&host, "/api/history/reviews", Some(&tokens[0])).await;
    assert_eq!(none, json!({"reviews": []}));
    // Asking again costs nothing; a restart forgets nothing.
    assert_eq!(begin(&host, &id, Some(&tokens[1])).await, (200, done.clone()));
    host.kill().unwrap();
    host.restart().unwrap();
    assert_eq!(get(&host, &format!("/api/records/{id}/review"), Some(&tokens[1])).await, (200, done));
}

#[tokio::test]
async fn nobody_else_has_them_reviewed() {
    let host = host();
    let (tokens, id) = played(&host, RuleSetId::ALL[0]).await;
    let stranger = host.players(1).await.unwrap().remove(0);
    let code = |(status, body): (u16, Value)| (status, body["code"].as_str().unwrap_or_default().to_owned());
    assert_eq!(code(begin(&host, &id, Some(&stranger)).await), (403, "review/not_yours".into()));
    assert_eq!(code(begin(&host, &id, None).await), (401, "auth/token".into()));
    for unknown in ["0".repeat(32), "x".into(), format!("{id}0")] {
        assert_eq!(code(begin(&host, &unknown, Some(&tokens[0])).await), (404, "request/not_found".into()));
    }
    let path = format!("/api/records/{id}/review");
    assert_eq!(code(get(&host, &path, Some(&tokens[0])).await).0, 404, "nothing was begun");
    // One that is stopped is gone, and can be begun anew; two of a player go on at once, and no more.
    begin(&host, &id, Some(&tokens[0])).await;
    let stop = |token: String| {
        let (host, path) = (&host, path.clone());
        async move { send(host, "DELETE", &path, Some(&token), json!({})).await.0 }
    };
    assert_eq!(stop(stranger).await, 404);
    assert_eq!((stop(tokens[0].clone()).await, stop(tokens[0].clone()).await), (204, 404));
    assert_eq!(get(&host, &path, Some(&tokens[0])).await.0, 404);
    assert_eq!(begin(&host, &id, Some(&tokens[0])).await.0, 200);
    for wrong in [
        "deals/1/questions/0/0",
        "deals/1/questions/100000/0",
        "deals/1/questions/1/7",
        "deals/9999/questions/1/0",
    ] {
        assert_eq!(get(&host, &format!("/api/records/{id}/{wrong}"), None).await.0, 404, "{wrong}");
    }
}
