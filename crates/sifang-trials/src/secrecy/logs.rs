//! V6: what the server writes about itself, after matches, kills and attacks at its most talkative level.

use super::checker::is_tile;
use crate::short::short_match;
use crate::{Bar, Host, Plan, quick_setup};
use anyhow::{Context, Result};
use serde_json::{Value, json};
use sifang_client::{Client, play};
use sifang_rules::any::RuleSetId;
use tokio::task::JoinSet;

/// Words that only somebody who looks at hands, names or secrets would write.
const WORDS: &[&str] = &["discard", "nonce", "Bearer", "token=", "secret", "秘密"];

/// Matches of all rule sets, a kill in the middle, and things that go wrong; then every line is read.
pub(super) async fn silent(host: &mut Host, plan: &Plan) -> Result<Vec<Bar>> {
    let nickname = format!("极不寻常{}", plan.seed);
    let mut secrets = vec![nickname.clone()];
    let mut playing = JoinSet::new();
    for rules in RuleSetId::ALL {
        let token = host.server.register(&nickname).await?;
        let mut setup = quick_setup(rules.id(), &short_match(*rules));
        setup["bots"] = "random".into();
        let room = host.server.open_room(&token, &setup).await?;
        let mut client = sifang_client::seated(&host.server, &token, &room).await?;
        secrets.push(client.room["link"].as_str().context("a link")?.to_owned());
        secrets.push(token.clone());
        client.ask(json!({"type": "start"})).await?;
        let server = host.server.clone();
        playing.spawn(
            async move { play(&server, &token, &room, client, &mut |_: &Value, _: &[Value]| 0).await },
        );
    }
    for bad in ["{", "{\"type\":\"act\",\"id\":1,\"decision\":1,\"action\":\"discard 5p\"}", "[[["] {
        let token = host.server.register(&nickname).await?;
        let mut client = Client::connect(&host.server, &token).await?;
        client.send_text(bad.into()).await?;
        secrets.push(token);
    }
    host.kill()?;
    host.restart()?;
    let mut matches = 0;
    while let Some(played) = playing.join_next().await {
        let played = played??;
        let id = played.table["match_id"].as_str().context("a match")?.to_owned();
        let stored = host.record(&id).await?;
        for deal in stored["record"]["deals"].as_array().context("deals")? {
            secrets.push(deal["secret"].as_str().context("a secret")?.to_owned());
        }
        matches += 1;
    }
    let log = host.log();
    let found = traces(&log, &secrets);
    for line in &found {
        eprintln!("V6: {line}");
    }
    Ok(vec![Bar::none(
        "V6",
        format!("lines of the log with a tile, name, ticket or seed, after {matches} matches and a kill"),
        found.len() as u64,
        log.lines().count() as u64,
    )])
}

/// Lines that tell what they must not.
fn traces(log: &str, secrets: &[String]) -> Vec<String> {
    let tells = |line: &str| {
        secrets.iter().any(|secret| line.contains(secret.as_str()))
            || WORDS.iter().any(|word| line.contains(word))
            || line.split(|c: char| !c.is_ascii_alphanumeric()).any(is_tile)
    };
    log.lines().filter(|line| tells(line)).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::traces;

    #[test]
    fn secrets_and_tiles_are_seen_and_times_are_not() {
        let good =
            "2026-11-15T18:17:28.123456Z ERROR sifang_server::room: a room failed room=\"3f9a\" line=17";
        assert_eq!(traces(good, &["s3cret".into()]), [""; 0]);
        for bad in ["drew 5p", "hand=[1m, 2m]", "x s3cret y", "discard"] {
            assert_eq!(traces(bad, &["s3cret".into()]).len(), 1, "{bad}");
        }
    }
}
