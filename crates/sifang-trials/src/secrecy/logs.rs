//! V6: what the server writes about itself at its most talkative level, after matches, refusals, a full disk, damaged rooms and
//! a kill; here its secrets are known and looked for.

use crate::disk::damage::{DAMAGES, spoil};
use crate::disk::full::{limit, until};
use crate::host::code_of;
use crate::logs::traces;
use crate::short::short_match;
use crate::{Bar, Host, Plan, quick_setup};
use anyhow::{Context, Result};
use serde_json::{Value, json};
use sifang_client::{Client, Played, play};
use sifang_rules::any::RuleSetId;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

/// Lines without which reading them would mean little.
const FEWEST: u64 = 15;

/// Matches of all rule sets, and everything that goes wrong; then every line is read.
pub(super) async fn silent(plan: &Plan) -> Result<Vec<Bar>> {
    let start = Instant::now();
    let mut host = Host::start_on_a_small_disk(&plan.sifang)?;
    let nickname = format!("极不寻常{}", plan.seed);
    let mut secrets = vec![nickname.clone()];
    let mut playing = matches(&host, &nickname, &mut secrets).await?;
    for bad in ["{", "{\"type\":\"act\",\"id\":1,\"decision\":1,\"action\":\"discard 5p\"}", "[[["] {
        let token = host.server.register(&nickname).await?;
        let mut client = Client::connect(&host.server, &token).await?;
        client.send_text(bad.into()).await?;
        secrets.push(token);
    }
    let mut damaged = Vec::new();
    for damage in DAMAGES {
        let (_, seats) = host.table(&quick_setup(RuleSetId::ALL[0].id(), &json!({})), 2).await?;
        damaged.push((code_of(&seats[0].1)?, *damage));
        for (token, client) in seats {
            secrets.extend([token, link(&client)?]);
        }
    }
    full(&host, &nickname).await?;
    for key in sifang_store::signing_keys(host.folder()).await? {
        secrets.extend(key.secret.map(|secret| secret.0.iter().map(|byte| format!("{byte:02x}")).collect()));
    }
    host.kill()?;
    for (room, damage) in damaged {
        spoil(host.folder(), &room, damage)?;
    }
    host.restart()?;
    while let Some(played) = playing.join_next().await {
        let played = played??;
        let id = played.table["match_id"].as_str().context("a match")?.to_owned();
        let stored = host.record(&id).await?;
        for deal in stored["record"]["deals"].as_array().context("deals")? {
            secrets.push(deal["secret"].as_str().context("a secret")?.to_owned());
        }
    }
    let log = host.log();
    let found = traces(&log, &secrets);
    for line in &found {
        eprintln!("V6: {line}");
    }
    let lines = log.lines().count() as u64;
    eprintln!("secrecy: {lines} lines of the log after {:.1} s", start.elapsed().as_secs_f64());
    Ok(vec![
        Bar::none("V6", "lines of the log with a tile, name, ticket or seed", found.len() as u64, lines),
        Bar::at_least(
            "V6",
            "lines of it, after matches, refusals, a full disk, damaged rooms and a kill",
            lines,
            FEWEST,
        ),
    ])
}

/// A match of every rule set, slow enough to be still going on when the trouble comes.
async fn matches(host: &Host, nickname: &str, secrets: &mut Vec<String>) -> Result<JoinSet<Result<Played>>> {
    let mut playing = JoinSet::new();
    for rules in RuleSetId::ALL {
        let token = host.server.register(nickname).await?;
        let mut setup = quick_setup(rules.id(), &short_match(*rules));
        setup["bots"] = "random".into();
        let room = host.server.open_room(&token, &setup).await?;
        let mut client = sifang_client::seated(&host.server, &token, &room).await?;
        secrets.extend([token.clone(), link(&client)?]);
        client.ask(json!({"type": "start"})).await?;
        let server = host.server.clone();
        playing.spawn(async move {
            let mut choose = |_: &Value, _: &[Value]| {
                std::thread::sleep(Duration::from_millis(20));
                0
            };
            play(&server, &token, &room, client, &mut choose).await
        });
    }
    Ok(playing)
}

fn link(client: &Client) -> Result<String> {
    Ok(client.room["link"].as_str().context("a link")?.to_owned())
}

/// The disk is full for a while: tables cannot be kept, and nobody can register.
async fn full(host: &Host, nickname: &str) -> Result<()> {
    limit(host.process(), Some(4096))?;
    let ready = async || anyhow::Ok(host.server.request("GET", "/readyz", None, None).await?.status);
    until("the server says that it cannot write", async || Ok(ready().await? == 503)).await?;
    for _ in 0..5 {
        // Refused, and said so in the log.
        drop(host.server.register(nickname).await);
    }
    limit(host.process(), None)?;
    until("the server can write again", async || Ok(ready().await? == 200)).await
}
