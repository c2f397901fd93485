//! Comparisons on the server: one per player, with progress, cancelled or finished, kept over a restart.

use crate::server::host::{Host, host};
use serde_json::{Value, json};
use sifang_rules::any::RuleSetId;
use std::time::Duration;

fn request(deals: u64, bots: &str) -> Value {
    json!({"rules": RuleSetId::ALL[0].id(), "seats": 4, "a": {}, "b": {"base": 3}, "deals": deals, "bots": bots})
}

async fn send(
    host: &Host,
    method: &str,
    path: &str,
    token: Option<&str>,
    body: Option<&Value>,
) -> (u16, Value) {
    let answer = host.server.request(method, path, token, body).await.unwrap();
    (answer.status, answer.json().unwrap_or_default())
}

async fn begin(host: &Host, token: &str, body: &Value) -> (u16, Value) {
    send(host, "POST", "/api/lab", Some(token), Some(body)).await
}

async fn look(host: &Host, id: &str) -> Value {
    let (status, run) = send(host, "GET", &format!("/api/lab/{id}"), None, None).await;
    assert_eq!(status, 200, "{run}");
    run
}

/// Looks until the run is as wanted.
async fn until(host: &Host, id: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..3000 {
        let run = look(host, id).await;
        if wanted(&run) {
            return run;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("it never came to that: {}", look(host, id).await);
}

#[tokio::test]
async fn comparisons_run_one_per_player_and_are_kept() {
    let mut host = host();
    let tokens = host.players(3).await.unwrap();
    let (status, made) = begin(&host, &tokens[0], &request(1500, "random")).await;
    assert_eq!(status, 201, "{made}");
    let id = made["id"].as_str().unwrap().to_owned();
    let done = until(&host, &id, |run| run["state"] == "done").await;
    assert_eq!((&done["played"], &done["report"]["deals"]), (&1500.into(), &1500.into()));
    let page = host.server.request("GET", &format!("/lab/reports/{id}"), None, None).await.unwrap();
    assert!(page.status == 200 && String::from_utf8(page.body).unwrap().contains("<svg"));

    // A long one, and a second wish of the same player; another player waits behind it. On a busy machine the lab's thread,
    // which has the lowest priority, is so slow that much longer ones would be refused.
    let (status, long) = begin(&host, &tokens[0], &request(10_000, "random")).await;
    assert_eq!(status, 201, "{long}");
    let long = long["id"].as_str().unwrap().to_owned();
    let (status, refused) = begin(&host, &tokens[0], &request(1000, "random")).await;
    assert_eq!((status, refused["code"].as_str()), (409, Some("lab/running")));
    until(&host, &long, |run| run["state"] == "running" && run["played"].as_u64() > Some(0)).await;
    let (_, waiting) = begin(&host, &tokens[1], &request(5_000, "random")).await;
    assert_eq!((&waiting["state"], &waiting["ahead"]), (&"waiting".into(), &1.into()), "{waiting}");
    let waiting = waiting["id"].as_str().unwrap().to_owned();
    // Somebody else's run cannot be cancelled, one's own can.
    let cancel = |token: &str, id: &str| {
        let (token, path) = (token.to_owned(), format!("/api/lab/{id}"));
        let host = &host;
        async move { send(host, "DELETE", &path, Some(&token), None).await.0 }
    };
    assert_eq!(cancel(&tokens[1], &long).await, 404);
    assert_eq!(cancel(&tokens[0], &long).await, 204);
    until(&host, &long, |run| run["state"] == "cancelled").await;
    until(&host, &waiting, |run| run["state"] == "running").await;

    // What the end of the process interrupts is reported as stopped; what was finished is still there.
    host.kill().unwrap();
    host.restart().unwrap();
    assert_eq!(look(&host, &waiting).await["state"], "stopped");
    assert_eq!(look(&host, &id).await, done);
    let (_, own) = send(&host, "GET", "/api/lab", Some(&tokens[0]), None).await;
    let states: Vec<&str> =
        own["runs"].as_array().unwrap().iter().map(|run| run["state"].as_str().unwrap()).collect();
    assert_eq!(states, ["cancelled", "done"]);
    let (status, _) = begin(&host, &tokens[1], &request(1000, "random")).await;
    assert_eq!(status, 201, "the stopped one no longer counts");
}

#[tokio::test]
async fn what_cannot_be_compared_is_refused() {
    let host = host();
    let tokens = host.players(10).await.unwrap();
    let good = request(1000, "random");
    let with = |name: &str, value: Value| {
        let mut body = good.clone();
        body[name] = value;
        body
    };
    for (body, status, code) in [
        (with("deals", 999.into()), 400, "lab/invalid"),
        (with("deals", 200_001.into()), 400, "lab/invalid"),
        (with("seats", 9.into()), 400, "lab/invalid"),
        (with("b", json!({})), 400, "lab/invalid"),
        (with("b", json!({"base": 0})), 400, "options/invalid"),
        (with("b", json!({"basis": 1})), 400, "options/invalid"),
        (with("rules", "checkers".into()), 404, "rules/unknown"),
        (with("bots", "genius".into()), 400, "bot/unknown"),
        (with("speed", 1.into()), 400, "request/invalid"),
    ] {
        let (got, refused) = begin(&host, &tokens[0], &body).await;
        assert_eq!((got, refused["code"].as_str()), (status, Some(code)), "{body}");
    }
    for path in ["/api/lab/none", "/api/lab/..%2f..%2fsifang.db", "/lab/reports/none"] {
        assert_eq!(send(&host, "GET", path, None, None).await.0, 404, "{path}");
    }
    // Two at a time from one address, however many players it has; a third is refused with a reason.
    let mut answers = Vec::new();
    for token in &tokens[..4] {
        answers.push(begin(&host, token, &request(60_000, "random")).await);
    }
    assert_eq!(answers.iter().map(|(status, _)| *status).collect::<Vec<_>>(), [201, 201, 409, 409]);
    let said = answers[2].1["en"].as_str().unwrap();
    assert!(answers[2].1["code"] == "lab/running" && said.contains("2 from your address"), "{said}");
    // Somebody at another address is let in.
    let elsewhere = host.server.asked_from("127.0.0.2".parse().unwrap());
    let body = request(1000, "random");
    let begun = elsewhere.request("POST", "/api/lab", Some(&tokens[9]), Some(&body)).await.unwrap();
    assert_eq!(begun.status, 201);
}
