//! The process is stopped for half a minute in the middle of many tables (SIGSTOP), as a paused machine or a full memory would
//! stop it, and goes on. It has received nothing in that time because it did not listen: nobody may be cut off for silence, and
//! nobody's time for a move may have run out. Some players give it up meanwhile, as browsers do; they must come back by
//! themselves. The players and the final reckoning are in [`crate::crowd`].

use crate::crowd::{self, Crowd, Manner};
use crate::ledger::Audit;
use crate::{Bar, Host, Plan, Tier};
use anyhow::Result;
use serde_json::json;
use std::time::Duration;

/// Tables of four; the players of the first are impatient.
const TABLES: usize = 6;
const IMPATIENT: usize = 1;
/// What a browser bears without a word.
const PATIENCE: Duration = Duration::from_secs(20);
/// Their clock: far longer than a scripted player or a busy machine needs, and shorter than any stop.
const MOVE_MS: u64 = 15_000;
/// With every change only just longer than a client may be silent.
const SHORTEST: Duration = Duration::from_secs(27);
const USUAL: Duration = Duration::from_secs(30);

/// Stops a server and lets it go on, as often as the tier says.
pub(crate) async fn stopped(plan: &Plan) -> Result<Vec<Bar>> {
    let stops = plan.count(1, 5, 20);
    let time = if plan.tier == Tier::C { SHORTEST } else { USUAL };
    let mut host = Host::start(&plan.sifang)?;
    let clock = json!({"move_ms": MOVE_MS, "bank_ms": 0});
    let manner = Manner { clock, impatient: Some((IMPATIENT, PATIENCE)) };
    let crowd = Crowd::seat_as(&host, TABLES, plan.seed, &manner).await?;
    let mut done = 0;
    for _ in 0..stops {
        if !crowd.at_work().await {
            break;
        }
        host.freeze(true)?;
        tokio::time::sleep(time).await;
        host.freeze(false)?;
        done += 1;
    }
    let goes_on = crowd.at_work().await;
    let accounts = crowd.rest().await?;
    host.kill()?;
    let (patient, impatient): (Vec<_>, Vec<_>) =
        accounts.iter().partition(|account| account.table >= IMPATIENT);
    let cut_off: u64 = patient.iter().map(|account| account.returned).sum();
    let came_back: u64 = impatient.iter().map(|account| account.returned).sum();
    let played_for = accounts.iter().filter(|account| account.played_for).count() as u64;
    let counts = crowd::settle(host.folder(), &accounts, TABLES).await?;
    let Audit { acknowledged, lost, doubled, reordered } = counts.audit;
    let players = accounts.len() as u64;
    let seconds = time.as_secs();
    Ok(vec![
        Bar::at_least(
            "P10",
            format!("stops of {seconds} s under load ({TABLES} tables, {players} players)"),
            done,
            stops,
        ),
        Bar::none("P10", "servers that did not go on after it", u64::from(!goes_on), done),
        Bar::none(
            "P10",
            "clients that it cut off because it had slept",
            cut_off,
            done * patient.len() as u64,
        ),
        Bar::at_least(
            "P10",
            "times that clients who had given it up came back by themselves",
            came_back,
            done * impatient.len() as u64,
        ),
        Bar::none("P10", "players whose time ran out while it slept", played_for, players),
        Bar::none(
            "P10",
            "acknowledged and lost, applied twice or reordered",
            lost + doubled + reordered,
            acknowledged,
        ),
        Bar::none("P10", "views that differ from a fresh snapshot", counts.views.1, counts.views.0),
        Bar::none("P10", "players refused what was offered, or not let back in", counts.troubled, players),
    ])
}
