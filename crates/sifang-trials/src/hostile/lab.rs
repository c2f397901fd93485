//! Q1: one address wants the lab for itself. Many of its players ask for the longest comparisons there are; somebody at another
//! address asks for a short one, and must have its report soon.

use crate::{Bar, Host, Plan};
use anyhow::{Context, Result};
use serde_json::{Value, json};
use sifang_client::Server;
use sifang_proto::limits;
use sifang_rules::any::RuleSetId;
use std::time::{Duration, Instant};

/// Accounts of the one address.
const ACCOUNTS: usize = 10;
/// Where somebody else is; all of 127.0.0.0/8 is this machine.
const ELSEWHERE: &str = "127.0.0.2";
/// A slice of somebody else's work, the walls themselves, and a busy machine.
const SOON: Duration = Duration::from_secs(120);

/// A server with the limits people meet.
pub(super) async fn hoarded(plan: &Plan) -> Result<Vec<Bar>> {
    let host = Host::start_with(&plan.sifang, &[])?;
    let mut taken = 0;
    for token in host.players(ACCOUNTS).await? {
        taken += u64::from(begin(&host.server, &token, limits::LAB_DEALS_MOST, "expert").await?.is_some());
    }
    let elsewhere = host.server.asked_from(ELSEWHERE.parse()?);
    let token = elsewhere.register("somebody else").await?;
    let start = Instant::now();
    let seconds = match begin(&elsewhere, &token, limits::LAB_DEALS_LEAST, "random").await? {
        Some(id) => done(&elsewhere, &id, start).await?,
        None => f64::INFINITY,
    };
    let most = limits::LAB_RUNS_PER_ADDRESS as f64;
    let what = format!("long comparisons that one address with {ACCOUNTS} accounts got into the lab");
    Ok(vec![
        Bar::at_most("Q1", what, taken as f64, most, "comparisons"),
        Bar::at_most(
            "Q1",
            "until somebody at another address has the report of a short one",
            seconds,
            SOON.as_secs_f64(),
            "s",
        ),
    ])
}

/// Asks for a comparison: its name, if it is let in.
async fn begin(server: &Server, token: &str, deals: u64, bots: &str) -> Result<Option<String>> {
    let rules = RuleSetId::ALL[0].id();
    let body = json!({"rules": rules, "seats": 4, "b": {"base": 3}, "deals": deals, "bots": bots});
    let answer = server.request("POST", "/api/lab", Some(token), Some(&body)).await?;
    if answer.status != 201 {
        return Ok(None);
    }
    let id = answer.json()?["id"].as_str().map(str::to_owned);
    id.context("a comparison without a name").map(Some)
}

/// Seconds until a comparison is done; without end if it takes too long.
async fn done(server: &Server, id: &str, start: Instant) -> Result<f64> {
    while start.elapsed() < SOON {
        let run: Value = server.request("GET", &format!("/api/lab/{id}"), None, None).await?.good()?;
        if run["state"] == "done" {
            return Ok(start.elapsed().as_secs_f64());
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    Ok(f64::INFINITY)
}
