//! One verdict on a record: the server and the command line say the same in the same words; keys are published, replaced and
//! copied, and their secret halves stay where they are.

use crate::server::host::{Host, host, match_id, quick_setup};
use crate::server::matches::{play_all, short_match};
use serde_json::{Value, json};
use sifang_fair::PublicKey;
use sifang_rules::any::RuleSetId;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// The stored record of a match of four people that was played here to its end.
async fn played(host: &Host) -> Value {
    let rules = RuleSetId::ALL[0];
    let (room, seats) = host.table(&quick_setup(rules.id(), &short_match(rules)), 4).await.unwrap();
    let played = play_all(&host.server, &room, seats).await.unwrap();
    host.record(&match_id(&played[0].table).unwrap()).await.unwrap()
}

async fn verify(host: &Host, record: &Value) -> Value {
    let answer = host.server.request("POST", "/api/verify", None, Some(record)).await.unwrap();
    answer.good().unwrap()
}

async fn keys(host: &Host) -> Value {
    host.server.request("GET", "/api/keys", None, None).await.unwrap().good().unwrap()
}

/// Exit status and standard output of the binary.
fn sifang(args: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_sifang")).args(args).env("LANG", "C").output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
}

/// What `sifang replay` says of a record, as JSON.
fn replay(host: &Host, record: &Value, more: &[&str]) -> (i32, Value) {
    let file = host.folder().join("record.json");
    std::fs::write(&file, record.to_string()).unwrap();
    let (status, out) = sifang(&[&["replay", file.to_str().unwrap(), "--json"], more].concat());
    (status, serde_json::from_str(&out).unwrap())
}

/// The findings by part.
fn findings(verdict: &Value) -> BTreeMap<&str, &str> {
    let parts = verdict["parts"].as_array().unwrap().iter();
    parts.map(|part| (part["part"].as_str().unwrap(), part["finding"].as_str().unwrap())).collect()
}

fn states<'a>(verdict: &'a Value, state: &str) -> Vec<&'a str> {
    let parts = verdict["parts"].as_array().unwrap().iter().filter(|part| part["state"] == state);
    parts.map(|part| part["part"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn the_server_and_the_command_line_give_the_same_verdict_in_the_same_words() {
    let host = host();
    let stored = played(&host).await;
    let key = keys(&host).await["keys"][0]["key"].as_str().unwrap().to_owned();
    for honest in [&stored, &stored["record"]] {
        let verdict = verify(&host, honest).await;
        assert_eq!(verdict["verdict"], "proven", "{verdict}");
        assert_eq!(states(&verdict, "aside"), ["names"]);
        assert_eq!(findings(&verdict)["known"], "known_same");
        let (status, mut offline) = replay(&host, honest, &["--key", &key]);
        assert_eq!((status, offline["verdict"].as_str()), (0, Some("proven")));
        assert_eq!(findings(&offline)["known"], "signed_by_key");
        // All else is equal, word by word.
        offline["parts"][4] = verdict["parts"][4].clone();
        assert_eq!(offline, verdict);
    }
    let without = |change: &dyn Fn(&mut Value)| {
        let mut forged = stored.clone();
        change(&mut forged["record"]);
        forged["record"].as_object_mut().unwrap().shift_remove("signature");
        forged
    };
    let number = |value: &Value| value.as_i64().unwrap();
    for (change, part, words) in [
        (
            (&|r: &mut Value| r["deals"][0]["nonces"][1] = "00".repeat(16).into()) as &dyn Fn(&mut Value),
            "walls",
            "deal 1: the nonce of seat 1 is not the one that it committed to",
        ),
        (
            &|r| r["deals"][0]["commands"][0] = r["deals"][0]["commands"][1].clone(),
            "moves",
            "deal 1: command ",
        ),
        (
            &|r| r["deals"][0]["deltas"][0] = (number(&r["deals"][0]["deltas"][0]) + 1).into(),
            "points",
            "deal 1: the list of points is recorded as [",
        ),
        (
            &|r| r["totals"][0] = (number(&r["totals"][0]) + 1).into(),
            "points",
            "match: the list of totals is recorded as [",
        ),
    ] {
        let forged = without(change);
        let verdict = verify(&host, &forged).await;
        assert_eq!(verdict["verdict"], "fails");
        assert!(states(&verdict, "fails").contains(&part), "{verdict}");
        assert_eq!(findings(&verdict)["known"], "known_other");
        let answered = verdict["parts"].as_array().unwrap().iter().find(|one| one["part"] == part).unwrap();
        assert!(answered["mismatches"][0]["en"].as_str().unwrap().starts_with(words), "{answered}");
        let (status, offline) = replay(&host, &forged, &[]);
        assert_eq!((status, offline["verdict"].as_str()), (1, Some("fails")));
        let own = |verdict: &Value| verdict["parts"].as_array().unwrap()[..4].to_vec();
        assert_eq!(own(&offline), own(&verdict));
    }
}

#[tokio::test]
async fn a_match_cut_short_or_invented_is_not_proven() {
    let host = host();
    let stored = played(&host).await;
    let mut cut = stored["record"].clone();
    cut["deals"].as_array_mut().unwrap().pop();
    cut.as_object_mut().unwrap().shift_remove("signature");
    let verdict = verify(&host, &cut).await;
    assert_eq!((verdict["verdict"].as_str(), findings(&verdict)["known"]), (Some("fails"), "known_other"));
    assert_eq!(findings(&verdict)["end"], "end_cut_short");
    // A match of bots under another name: every part of it is right but that it was never played here.
    let file = host.folder().join("invented.json");
    let rules = RuleSetId::ALL[0].id();
    let made = ["simulate", "--rules", rules, "--deals", "1", "--record", file.to_str().unwrap()];
    assert_eq!(sifang(&made).0, 0);
    let mut invented: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    let verdict = verify(&host, &invented).await;
    assert_eq!((verdict["verdict"].as_str(), states(&verdict, "open")), (Some("unproven"), vec!["known"]));
    // With the signature of another match under it.
    invented["signature"] = stored["record"]["signature"].clone();
    let verdict = verify(&host, &invented).await;
    assert_eq!((verdict["verdict"].as_str(), states(&verdict, "fails")), (Some("fails"), vec!["signature"]));
    assert_eq!(replay(&host, &invented, &[]).0, 1, "that shows without any key");
}

#[tokio::test]
async fn what_is_no_record_and_what_is_too_much_is_refused() {
    let host = host();
    let ask = async |body: &Value| {
        let answer = host.server.request("POST", "/api/verify", None, Some(body)).await.unwrap();
        let answered = answer.json().unwrap();
        assert!(answered["zh"].is_string() && answered["en"].is_string(), "{answered}");
        (answer.status, answered["code"].as_str().unwrap_or_default().to_owned())
    };
    assert_eq!(ask(&json!({"format": "x"})).await, (400, "request/invalid".into()));
    assert_eq!(ask(&json!({"x": "y".repeat(2 << 20)})).await, (413, "message/too_large".into()));
    // Checking takes work: so much and no more for one address.
    let mut refused = Vec::new();
    for _ in 0..40 {
        refused.push(ask(&json!({})).await);
    }
    assert_eq!(refused.last(), Some(&(429, "rate/exceeded".into())), "{refused:?}");
}

/// The data folder's keys in use, as hexadecimal and as they lie.
async fn secrets(data: &Path) -> Vec<(String, [u8; 32])> {
    let stored = sifang_store::signing_keys(data).await.unwrap();
    let secrets = stored.into_iter().filter_map(|key| key.secret);
    secrets.map(|secret| (PublicKey::new(secret.0).to_string(), secret.0)).collect()
}

#[tokio::test]
async fn a_key_is_replaced_and_what_it_signed_still_holds() {
    let mut host = host();
    let old = played(&host).await;
    let first = keys(&host).await;
    assert_eq!(first["keys"].as_array().map(Vec::len), Some(1));
    assert_eq!(old["record"]["signature"]["key"], first["keys"][0]["key"]);
    let data = host.folder().to_str().unwrap().to_owned();
    let key = |more: &[&str]| sifang(&[&["key", "--data", &data], more].concat());
    let (status, shown) = key(&["--json"]);
    assert_eq!(
        (status, serde_json::from_str::<Value>(&shown).unwrap()),
        (0, first.clone()),
        "beside the server"
    );
    assert_eq!(key(&["--rotate"]).0, 1, "the server is running");
    let before = secrets(host.folder()).await;
    host.kill().unwrap();
    let (status, shown) = key(&["--rotate"]);
    assert_eq!((status, shown.lines().count()), (0, 2), "{shown}");
    host.restart().unwrap();
    let now = keys(&host).await;
    assert_eq!(now["keys"][1]["key"], first["keys"][0]["key"], "it stays published");
    assert!(now["keys"][0]["until"].is_null() && now["keys"][1]["until"].is_u64());
    let new = played(&host).await;
    assert_eq!(new["record"]["signature"]["key"], now["keys"][0]["key"]);
    let file = host.folder().join("keys.json");
    std::fs::write(&file, now.to_string()).unwrap();
    for record in [&old, &new] {
        let verdict = verify(&host, record).await;
        assert_eq!(
            (verdict["verdict"].as_str(), findings(&verdict)["signature"]),
            (Some("proven"), "signature_good")
        );
        assert_eq!(replay(&host, record, &["--key", file.to_str().unwrap()]).0, 0);
    }
    let (status, verdict) = replay(&host, &old, &["--key", now["keys"][0]["key"].as_str().unwrap()]);
    assert_eq!((status, findings(&verdict)["known"]), (1, "not_signed_by_key"));
    assert_ne!(secrets(host.folder()).await, before);
    // Withdrawn, because somebody else may have it.
    host.kill().unwrap();
    let gone = first["keys"][0]["key"].as_str().unwrap();
    assert_eq!(key(&["--withdraw", now["keys"][0]["key"].as_str().unwrap()]).0, 1, "it is in use");
    assert_eq!(
        key(&["--withdraw", gone]),
        (0, format!("{}  in use\n", now["keys"][0]["key"].as_str().unwrap()))
    );
    host.restart().unwrap();
    assert_eq!(findings(&verify(&host, &old).await)["signature"], "signature_strange");
    let nowhere = host.folder().join("nowhere");
    assert_eq!(sifang(&["key", "--data", nowhere.to_str().unwrap(), "--rotate"]).0, 1);
    assert!(!nowhere.exists(), "nothing is made where there was no data");
}

#[tokio::test]
async fn a_backup_has_the_key() {
    let host = host();
    let stored = played(&host).await;
    let place = tempfile::tempdir().unwrap();
    let (copy, restored) = (place.path().join("copy.db"), place.path().join("restored"));
    let path = |path: &Path| path.to_str().unwrap().to_owned();
    assert_eq!(sifang(&["backup", "--data", &path(host.folder()), "--out", &path(&copy)]).0, 0);
    assert_eq!(sifang(&["restore", "--from", &path(&copy), "--data", &path(&restored)]).0, 0);
    assert_eq!(secrets(&restored).await, secrets(host.folder()).await);
    let (_, shown) = sifang(&["key", "--data", &path(&restored), "--json"]);
    let keys = place.path().join("keys.json");
    std::fs::write(&keys, shown).unwrap();
    assert_eq!(replay(&host, &stored, &["--key", &path(&keys)]).0, 0);
}

#[tokio::test]
async fn the_secret_half_of_a_key_is_in_no_answer_and_in_no_log() {
    let host = host();
    let stored = played(&host).await;
    let id = stored["record"]["match_id"].as_str().unwrap();
    let [(hex, bytes)] = secrets(host.folder()).await.try_into().unwrap();
    let mut said = vec![host.log().into_bytes()];
    for path in ["/api/keys", "/api/openapi.json", "/", "/healthz", "/readyz", &format!("/api/records/{id}")]
    {
        said.push(host.server.request("GET", path, None, None).await.unwrap().body);
    }
    said.push(host.metrics().unwrap().request("GET", "/metrics", None, None).await.unwrap().body);
    said.push(verify(&host, &stored).await.to_string().into_bytes());
    said.push(sifang(&["key", "--data", host.folder().to_str().unwrap()]).1.into_bytes());
    for answer in &said {
        assert!(answer.len() > 1 && !answer.windows(32).any(|part| part == bytes));
        // In half as well, so that no other way to write it is missed by a letter.
        assert!(!String::from_utf8_lossy(answer).to_lowercase().contains(&hex[..32]));
    }
    assert!(host.log().contains("a new key signs records"));
}
