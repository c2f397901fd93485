//! H4 and H5: acting for somebody else, and acting when there is nothing to act on.

use super::ground::{Ground, verdict};
use crate::{Bar, quick_setup};
use anyhow::{Context, Result};
use serde_json::{Value, json};
use sifang_client::{Client, Received};
use sifang_proto::PROTOCOL;
use sifang_rules::any::RuleSetId;

/// Tokens that are nobody's: everything that is known of a player, and everything near the real token.
fn forged(token: &str, known: &[&str]) -> Vec<String> {
    let mut cases: Vec<String> = known.iter().map(ToString::to_string).collect();
    for at in [0, 1, 7, 31, 32, 62, 63] {
        let mut bytes = token.as_bytes().to_vec();
        bytes[at] = if bytes[at] == b'0' { b'1' } else { b'0' };
        cases.push(String::from_utf8_lossy(&bytes).into_owned());
    }
    let reversed: String = token.chars().rev().collect();
    let swapped = format!("{}{}", &token[32..], &token[..32]);
    cases.extend([
        String::new(),
        "0".repeat(64),
        "f".repeat(64),
        token[..63].into(),
        token[1..].into(),
        format!("{token}0"),
        format!("0{token}"),
        format!(" {token}"),
        format!("{token} "),
        format!("{token}\u{0}"),
        format!("0x{}", &token[2..]),
        token.to_uppercase(),
        reversed,
        swapped,
        format!("Bearer {token}"),
        token.replace(|c: char| c.is_ascii_digit(), "０"),
        format!("{}'--", &token[..61]),
        "' OR 1=1 --".into(),
        "null".into(),
        "undefined".into(),
        "*".repeat(64),
        "%".repeat(64),
    ]);
    cases.retain(|case| case != token);
    cases
}

/// H4: nobody gets a seat, or anything else, with what is not its token.
pub(super) async fn hijack(ground: &Ground) -> Result<Vec<Bar>> {
    let rules = RuleSetId::ALL[0].id();
    let (room, mut seats) = ground.table(&quick_setup(rules, &json!({})), 2).await?;
    let (token, victim) = (seats[0].0.clone(), &seats[0].1);
    let link = victim.room["link"].as_str().context("no link")?.to_owned();
    let id = victim.room["host"].as_str().context("no host")?.to_owned();
    let recovery = ground.server.request("POST", "/api/me/recovery", Some(&token), Some(&json!({}))).await?;
    let recovery = recovery.good()?["code"].as_str().context("no code")?.to_owned();
    let cases = forged(&token, &[&room, &link, &id, &recovery, &seats[0].1.table.stream]);
    let (mut tries, mut accepted) = (0, 0);
    for case in &cases {
        let mut client = Client::dial(&ground.server).await?;
        let hello = json!({"type": "hello", "id": 1, "protocol": PROTOCOL, "token": case});
        client.send_text(hello.to_string()).await?;
        let welcomed =
            matches!(client.receive().await?, Received::Message(message) if message["type"] != "error");
        // A header cannot carry everything that a message can.
        let sendable = case.chars().all(|c| c.is_ascii_graphic() || c == ' ');
        let let_in = sendable
            && ground.server.request("GET", "/api/me", Some(case.trim_start()), None).await?.status != 401
            && case.trim() != token;
        tries += 1 + u64::from(sendable);
        accepted += u64::from(welcomed) + u64::from(let_in);
    }
    let (more, wrong) = other_ways(ground, &room, &link, &mut seats).await?;
    Ok(vec![
        Bar::none(
            "H4",
            "seats or accounts had by a forged, foreign or guessed ticket",
            accepted + wrong,
            tries + more,
        ),
        Bar::at_least("H4", "such cases", tries + more, 40),
    ])
}

/// Attempts of people who have tokens of their own: (tries, successes).
async fn other_ways(
    ground: &Ground,
    room: &str,
    link: &str,
    seats: &mut [(String, Client)],
) -> Result<(u64, u64)> {
    let stranger = ground.server.register("外人").await?;
    let mut client = Client::connect(&ground.server, &stranger).await?;
    let mut numbered = 100;
    let (mut tries, mut wrong) = (0, 0);
    let mut said = async |client: &mut Client, mut message: Value, allowed: &[&str]| -> Result<()> {
        numbered += 1;
        if message["id"].is_null() {
            message["id"] = numbered.into();
        }
        tries += 1;
        let code = verdict(client, message.to_string()).await?;
        if !allowed.contains(&code.as_str()) {
            eprintln!("{message} was answered with {code}");
            wrong += 1;
        }
        Ok(())
    };
    let act = json!({"type": "act", "decision": 1, "action": "pass"});
    for message in
        [act.clone(), json!({"type": "kick", "seat": 0}), json!({"type": "start"}), json!({"type": "sync"})]
    {
        said(&mut client, message, &["room/none"]).await?;
    }
    let near = format!("{}{}", &link[..31], if link.ends_with('0') { '1' } else { '0' });
    for name in [near.as_str(), "000000", "ffffffffffffffffffffffffffffffff"] {
        if name != room {
            said(&mut client, json!({"type": "enter", "room": name}), &["room/not_found"]).await?;
        }
    }
    for name in [" 123456", "12345", "1234567", "１２３４５６", "-12345", &link.to_uppercase()[..16]] {
        said(&mut client, json!({"type": "enter", "room": name}), &["message/malformed"]).await?;
    }
    // Naming a seat, an account or a connection is not even read.
    for (field, value) in
        [("seat", json!(0)), ("player", json!("0")), ("token", json!("0")), ("as", json!(0))]
    {
        let mut message = act.clone();
        message[field] = value;
        said(&mut seats[1].1, message, &["message/malformed"]).await?;
    }
    for message in [
        json!({"type": "kick", "seat": 0}),
        json!({"type": "start"}),
        json!({"type": "swap", "a": 0, "b": 1}),
    ] {
        said(&mut seats[1].1, message, &["room/not_host"]).await?;
    }
    said(&mut seats[1].1, json!({"type": "sit", "seat": 0}), &["seat/taken"]).await?;
    // A second socket of the same account replaces the first, and only that one.
    let mut again = Client::connect(&ground.server, &seats[1].0).await?;
    let replaced = loop {
        match seats[1].1.receive().await? {
            Received::Message(message) if message["type"] == "closed" => {
                break message["reason"] == "replaced";
            }
            Received::Message(_) => {}
            Received::Closed(_) => break false,
        }
    };
    let entered = again.enter(room).await?;
    again.answer(entered).await?.map_err(anyhow::Error::msg)?;
    let pinged = seats[0].1.send(json!({"type": "ping"})).await.is_ok();
    Ok((tries + 2, wrong + u64::from(!replaced) + u64::from(!pinged)))
}

/// H5: before the deal, as a spectator, after leaving, after the end.
pub(super) async fn out_of_place(ground: &Ground) -> Result<Vec<Bar>> {
    let rules = RuleSetId::ALL[0].id();
    let mut setup = quick_setup(rules, &json!({}));
    (setup["bots"], setup["spectators"]) = ("random".into(), true.into());
    let (room, mut seats) = ground.table(&setup, 1).await?;
    let host = &mut seats[0].1;
    let mut wrong = Vec::new();
    let mut tries = 0u64;
    let mut check = async |client: &mut Client, id: u64, message: Value, allowed: &[&str]| -> Result<()> {
        let mut message = message;
        message["id"] = id.into();
        tries += 1;
        let code = verdict(client, message.to_string()).await?;
        if !allowed.contains(&code.as_str()) {
            wrong.push(format!("{message}: {code}"));
        }
        Ok(())
    };
    let act = |decision: u64| json!({"type": "act", "decision": decision, "action": "pass"});
    for (id, message) in [
        (100, act(0)),
        (101, act(1)),
        (102, json!({"type": "next"})),
        (103, json!({"type": "hint", "decision": 1})),
    ] {
        check(host, id, message, &["match/none", "hint/off"]).await?;
    }
    host.send_text(json!({"type": "start", "id": 200}).to_string()).await?;
    host.answer(200).await?.map_err(anyhow::Error::msg)?;
    for id in [201, 202] {
        let mut word = loop {
            match host.nonce_word() {
                Some(word) => break word,
                None => drop(host.receive().await?),
            }
        };
        word["id"] = id.into();
        host.send_text(word.to_string()).await?;
    }
    while host.table.prompt().is_none() {
        host.receive().await?;
    }
    let decision = host.table.prompt().map_or(0, |(decision, _)| decision);
    let mut watcher = Client::connect(&ground.server, &ground.server.register("看客").await?).await?;
    let entered = watcher.enter(&room).await?;
    watcher.answer(entered).await?.map_err(anyhow::Error::msg)?;
    let no_seat = ["seat/none", "room/playing", "room/not_host", "hint/off"];
    for (id, message) in [
        (300, act(decision)),
        (301, json!({"type": "auto", "on": true})),
        (302, json!({"type": "next"})),
        (303, json!({"type": "dissolve", "agree": true})),
        (304, json!({"type": "hint", "decision": decision})),
        (305, json!({"type": "sit", "seat": 0})),
        (306, json!({"type": "nonce", "nonce": "22".repeat(16)})),
        (307, json!({"type": "nonce_commit", "commitment": "22".repeat(32)})),
        (308, json!({"type": "nonce_waive", "seat": 0})),
    ] {
        let allowed: Vec<&str> =
            no_seat.iter().copied().chain(["nonce/closed", "vote/none", "match/none"]).collect();
        check(&mut watcher, id, message, &allowed).await?;
    }
    let choice = host.table.prompt().and_then(|(_, choices)| choices.first().cloned()).context("a prompt")?;
    host.send_text(json!({"type": "leave", "id": 400}).to_string()).await?;
    host.answer(400).await?.map_err(anyhow::Error::msg)?;
    let mut late = json!({"type": "act", "decision": decision, "action": choice});
    check(host, 401, late.clone(), &["room/none"]).await?;
    let entered = {
        host.send_text(json!({"type": "enter", "id": 402, "room": room}).to_string()).await?;
        host.answer(402).await?
    };
    entered.map_err(anyhow::Error::msg)?;
    host.send_text(json!({"type": "dissolve", "id": 403, "agree": true}).to_string()).await?;
    while !host.table.is_over() {
        host.receive().await?;
    }
    late["action"] = "pass".into();
    let over = ["match/none", "action/deal_over", "action/stale", "action/not_asked"];
    check(host, 404, late, &over).await?;
    check(host, 405, json!({"type": "next"}), &["match/none"]).await?;
    for line in &wrong {
        eprintln!("H5: {line}");
    }
    Ok(vec![Bar::none(
        "H5",
        "actions before the deal, from a spectator, after leaving or after the end that counted",
        wrong.len() as u64,
        tries,
    )])
}
