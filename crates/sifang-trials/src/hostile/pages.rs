//! H9: other people's pages, missing tokens, and script where only words belong.

use super::ground::Ground;
use super::raw::upgrade;
use crate::{Bar, quick_setup};
use anyhow::{Context, Result};
use serde_json::{Value, json};
use sifang_client::seated;
use sifang_rules::any::RuleSetId;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Names that a careless page would run.
const SCRIPTS: &[&str] = &["<b onload=x()>", "<script>1", "'\"><img src=", "javascript:x()", "{{7*7}}${1}"];

pub(super) async fn cross_site(ground: &Ground) -> Result<Vec<Bar>> {
    let (mut tries, mut wrong) = (0, Vec::new());
    let host = ground.server.host();
    let port = host.rsplit(':').next().unwrap_or_default();
    for origin in [
        "https://example.org".into(),
        "null".into(),
        String::new(),
        format!("https://{host}.example.org"),
        format!("http://example.org:{port}"),
        format!("http://{host}@example.org"),
        format!("http://{host}/"),
        "file://".into(),
        format!("ws://{host}"),
    ] {
        tries += 1;
        let status = handshake(ground, &format!("Origin: {origin}\r\n")).await?;
        if status != 403 {
            wrong.push(format!("origin {origin:?} got {status}"));
        }
    }
    tries += 1;
    if handshake(ground, &format!("Origin: http://{host}\r\n")).await? != 101 {
        wrong.push("our own page was refused".into());
    }
    for (method, path) in [
        ("GET", "/api/me"),
        ("PATCH", "/api/me"),
        ("POST", "/api/rooms"),
        ("POST", "/api/quick"),
        ("GET", "/api/me/presets"),
        ("PUT", "/api/me/presets"),
        ("GET", "/api/history"),
        ("POST", "/api/me/recovery"),
        ("POST", "/api/lab"),
    ] {
        tries += 1;
        let status = ground.server.request(method, path, None, Some(&json!({}))).await?.status;
        if status != 401 {
            wrong.push(format!("{method} {path} without a token got {status}"));
        }
    }
    for path in ["/", "/api/rules", "/api/nothing", "/room/000000", "/assets/none.js"] {
        let head = ground.server.request("GET", path, None, None).await?.head.to_lowercase();
        tries += 1;
        if let Some(problem) = policy_problem(&head) {
            wrong.push(format!("{path}: {problem}"));
        }
    }
    let (more, scripted) = scripts(ground).await?;
    tries += more;
    wrong.extend(scripted);
    for line in &wrong {
        eprintln!("H9: {line}");
    }
    Ok(vec![Bar::none(
        "H9",
        "foreign pages let in, requests served without a token, script that could run",
        wrong.len() as u64,
        tries,
    )])
}

async fn handshake(ground: &Ground, more: &str) -> Result<u16> {
    let mut stream = TcpStream::connect(ground.server.host()).await?;
    stream.write_all(upgrade(&ground.server, more).as_bytes()).await?;
    let mut line = [0; 12];
    stream.read_exact(&mut line).await?;
    Ok(std::str::from_utf8(&line[9..])?.parse()?)
}

/// What is missing in the headers of an answer.
fn policy_problem(head: &str) -> Option<&'static str> {
    let Some(policy) = head.lines().find_map(|line| line.strip_prefix("content-security-policy:")) else {
        return Some("no content policy");
    };
    let scripts = policy.split(';').find_map(|part| part.trim().strip_prefix("script-src"));
    let open = |words: &str| {
        ["unsafe-inline", "unsafe-eval", "data:", "*", "http"].iter().any(|word| words.contains(word))
    };
    match scripts {
        None => Some("no policy for scripts"),
        Some(scripts) if open(scripts) => Some("the policy lets inline or foreign scripts run"),
        Some(_) if !policy.contains("frame-ancestors 'none'") => Some("others may frame the page"),
        Some(_) if head.contains("access-control-allow-origin") => Some("foreign pages may read answers"),
        Some(_) if head.contains("set-cookie") => Some("a cookie would go along with foreign requests"),
        Some(_) if !head.contains("nosniff") => Some("types are guessed"),
        Some(_) => None,
    }
}

/// Names are carried as the text they are, as JSON and never as a page; phrases are chosen from a list.
async fn scripts(ground: &Ground) -> Result<(u64, Vec<String>)> {
    let mut wrong = Vec::new();
    let mut tries = 0;
    for script in SCRIPTS {
        let token = ground.server.register(script).await?;
        let mut setup = quick_setup(RuleSetId::ALL[0].id(), &json!({}));
        setup["listed"] = true.into();
        let room = ground.server.open_room(&token, &setup).await?;
        let mut client = seated(&ground.server, &token, &room).await?;
        let name = client.room["seats"]
            .as_array()
            .context("seats")?
            .iter()
            .find_map(|seat| seat["occupant"]["nickname"].as_str());
        if name != Some(script) {
            wrong.push(format!("{script:?} came back as {name:?}"));
        }
        for path in ["/api/me".to_owned(), format!("/api/rooms/{room}"), "/api/rooms".to_owned()] {
            let answer = ground.server.request("GET", &path, Some(&token), None).await?;
            if !answer.head.to_lowercase().contains("content-type: application/json") {
                wrong.push(format!("{path} is no JSON"));
            }
            tries += 1;
        }
        let said = client.send(json!({"type": "phrase", "phrase": script})).await?;
        let refused: Result<(), String> = client.answer(said).await?;
        if refused != Err("phrase/unknown".into()) {
            wrong.push(format!("the phrase {script:?}: {refused:?}"));
        }
        let left = client.send(json!({"type": "leave"})).await?;
        client.answer(left).await?.map_err(anyhow::Error::msg)?;
        tries += 2;
    }
    let none: Value = ground.server.request("GET", "/api/%3Cscript%3E", None, None).await?.json()?;
    if none["code"] != "request/not_found" {
        wrong.push(format!("a strange address: {none}"));
    }
    Ok((tries + 1, wrong))
}

#[cfg(test)]
mod tests {
    use super::policy_problem;

    #[test]
    fn a_weak_policy_is_seen() {
        let good = "content-security-policy: default-src 'self'; script-src 'self'; frame-ancestors 'none'\nx-content-type-options: nosniff";
        assert_eq!(policy_problem(good), None);
        for (from, to) in [
            ("script-src 'self'", "script-src 'self' 'unsafe-inline'"),
            ("script-src 'self'", "img-src 'self'"),
            ("frame-ancestors 'none'", "frame-ancestors *"),
            ("nosniff", "x"),
            ("x-content", "access-control-allow-origin: *\nx-content"),
        ] {
            assert!(policy_problem(&good.replace(from, to)).is_some(), "{to}");
        }
        assert!(policy_problem("x-content-type-options: nosniff").is_some());
    }
}
