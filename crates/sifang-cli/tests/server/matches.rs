//! Whole matches of every rule set over real sockets, and their records checked offline.

use crate::server::host::{Host, host, match_id, quick_setup};
use anyhow::Result;
use serde_json::{Value, json};
use sifang_client::{Client, Played, Server, play};
use sifang_match::{Record, verify_any};
use sifang_rules::any::RuleSetId;
use sifang_rules::with_rule_set;
use sifang_table::RuleSet;
pub(crate) use sifang_trials::short_match;
use tokio::task::JoinSet;

/// A player that wins when it can and else plays anything.
pub(crate) fn eager(seed: u64) -> impl FnMut(&Value, &[Value]) -> usize + Send {
    let mut state = seed | 1;
    move |_, choices| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let win = choices.iter().position(|choice| choice == "hu");
        win.unwrap_or((state % choices.len() as u64) as usize)
    }
}

/// Starts the match and plays it with all these players to its end.
pub(crate) async fn play_all(
    server: &Server,
    room: &str,
    mut seats: Vec<(String, Client)>,
) -> Result<Vec<Played>> {
    seats[0].1.ask(json!({"type": "start"})).await?;
    let mut players = JoinSet::new();
    for (number, (token, client)) in seats.into_iter().enumerate() {
        let (server, room) = (server.clone(), room.to_owned());
        players.spawn(async move {
            let mut choose = eager(77 + number as u64);
            (number, play(&server, &token, &room, client, &mut choose).await)
        });
    }
    let mut played = Vec::new();
    while let Some(player) = players.join_next().await {
        let (number, result) = player?;
        played.push((number, result?));
    }
    played.sort_by_key(|(number, _)| *number);
    Ok(played.into_iter().map(|(_, played)| played).collect())
}

/// Everybody saw the same result, and it is what playing the record again gives.
pub(crate) async fn check(host: &Host, played: &[Played]) -> Result<Record> {
    let first = &played[0].table;
    for other in played {
        assert_eq!(other.table["totals"], first["totals"]);
        assert_eq!(other.table["over"], first["over"]);
    }
    let stored = host.record(&match_id(first)?).await?;
    let record: Record = serde_json::from_value(stored["record"].clone())?;
    let verified = verify_any(&record, &mut |_, _| {}).unwrap_or_else(|wrong| panic!("{wrong:?}"));
    assert!(verified.finished);
    assert_eq!(first["totals"], json!(record.totals));
    assert_eq!(first["over"]["ranks"], json!(record.ranks));
    Ok(record)
}

#[tokio::test]
async fn every_rule_set_is_played_to_its_end() {
    let host = host();
    let tables = RuleSetId::ALL.iter().map(|rules| async {
        let (room, seats) = host.table(&quick_setup(rules.id(), &short_match(*rules)), 4).await?;
        let played = play_all(&host.server, &room, seats).await?;
        let record = check(&host, &played).await?;
        assert_eq!(record.rules, rules.id());
        assert!(played.iter().all(|player| player.hashes > 0), "no view was compared");
        let acknowledged: usize = played.iter().map(|player| player.acknowledged.len()).sum();
        let commands: usize = record.deals.iter().map(|deal| deal.commands.len()).sum();
        assert_eq!(acknowledged, commands, "every answer is in the record, and nothing else");
        Ok::<_, anyhow::Error>(())
    });
    for result in futures_util::future::join_all(tables).await {
        result.unwrap();
    }
}

#[tokio::test]
async fn fewer_people_play_where_the_rules_allow_it() {
    let host = host();
    let mut counts = 0;
    for rules in RuleSetId::ALL {
        for people in with_rule_set!(*rules, R => <R as RuleSet>::SEATS).filter(|seats| *seats < 4) {
            let mut setup = quick_setup(rules.id(), &short_match(*rules));
            setup["seats"] = people.into();
            let (room, seats) = host.table(&setup, people).await.unwrap();
            let played = play_all(&host.server, &room, seats).await.unwrap();
            let record = check(&host, &played).await.unwrap();
            assert_eq!(record.seats as usize, people);
            counts += 1;
        }
    }
    assert!(counts >= 2, "some rule set allows two and three");
}

#[tokio::test]
async fn bots_take_the_free_seats() {
    let host = host();
    for rules in RuleSetId::ALL {
        let mut setup = quick_setup(rules.id(), &short_match(*rules));
        setup["bots"] = "random".into();
        let (room, seats) = host.table(&setup, 1).await.unwrap();
        let played = play_all(&host.server, &room, seats).await.unwrap();
        check(&host, &played).await.unwrap();
        let stored = host.record(&match_id(&played[0].table).unwrap()).await.unwrap();
        let bots = stored["seats"].as_array().unwrap().iter().filter(|seat| seat["bot"].is_string()).count();
        assert_eq!(bots, 3, "{stored}");
    }
}

#[tokio::test]
async fn a_quick_table_has_begun_when_its_host_comes() {
    let host = host();
    let rules = RuleSetId::ALL[0];
    let token = host.players(1).await.unwrap().remove(0);
    let mut setup = quick_setup(rules.id(), &short_match(rules));
    setup["bots"] = "random".into();
    let body = json!({"setup": setup});
    let created = host.server.request("POST", "/api/quick", Some(&token), Some(&body)).await.unwrap();
    assert_eq!(created.status, 201);
    let room = created.json().unwrap()["code"].as_str().unwrap().to_owned();
    let mut client = Client::connect(&host.server, &token).await.unwrap();
    let id = client.enter(&room).await.unwrap();
    client.answer(id).await.unwrap().unwrap();
    let played = play(&host.server, &token, &room, client, &mut eager(5)).await.unwrap();
    let record = check(&host, std::slice::from_ref(&played)).await.unwrap();
    let history =
        host.server.request("GET", "/api/history", Some(&token), None).await.unwrap().good().unwrap();
    assert_eq!(history["matches"][0]["match_id"], json!(record.match_id));
    assert_eq!(history["matches"][0]["seats"].as_array().unwrap().len(), 4);
    let deal = format!("/api/records/{}/deals/1", record.match_id);
    let events = host.server.request("GET", &deal, None, None).await.unwrap().good().unwrap();
    assert!(events["events"].as_array().unwrap().iter().any(|event| event["type"] == "ended"));
}

#[tokio::test]
async fn a_downloaded_record_holds_for_the_command_line() {
    let host = host();
    let rules = RuleSetId::ALL[0];
    let (room, seats) = host.table(&quick_setup(rules.id(), &short_match(rules)), 4).await.unwrap();
    let played = play_all(&host.server, &room, seats).await.unwrap();
    let mut stored = host.record(&match_id(&played[0].table).unwrap()).await.unwrap();
    let file = host.folder().join("record.json");
    std::fs::write(&file, stored.to_string()).unwrap();
    let replay = |file: &std::path::Path| {
        std::process::Command::new(env!("CARGO_BIN_EXE_sifang"))
            .arg("replay")
            .arg(file)
            .output()
            .unwrap()
            .status
            .code()
    };
    assert_eq!(replay(&file), Some(0));
    stored["record"]["totals"][0] = 12345.into();
    std::fs::write(&file, stored.to_string()).unwrap();
    assert_eq!(replay(&file), Some(1));
}

#[tokio::test]
async fn the_log_has_no_secret() {
    let host = host();
    let rules = RuleSetId::ALL[0];
    let (room, seats) = host.table(&quick_setup(rules.id(), &short_match(rules)), 4).await.unwrap();
    let tokens: Vec<String> = seats.iter().map(|(token, _)| token.clone()).collect();
    let link = seats[0].1.room["link"].as_str().unwrap().to_owned();
    let played = play_all(&host.server, &room, seats).await.unwrap();
    let stored = host.record(&match_id(&played[0].table).unwrap()).await.unwrap();
    let log = host.log();
    assert!(log.contains("rooms of the last run"), "something is logged: {log}");
    let secrets =
        stored["record"]["deals"].as_array().unwrap().iter().map(|deal| deal["secret"].as_str().unwrap());
    for secret in tokens.iter().map(String::as_str).chain([link.as_str()]).chain(secrets) {
        assert!(secret.len() >= 32 && !log.contains(secret), "a secret in\n{log}");
    }
    for word in ["discard", "nonce", "玩家"] {
        assert!(!log.contains(word), "{word} in\n{log}");
    }
}
