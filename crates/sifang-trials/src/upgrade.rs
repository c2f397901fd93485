//! An upgrade: the server is asked to end in the middle of many tables and another one takes over its
//! socket, which stayed open all the while. Nobody may be refused, nothing acknowledged may be lost,
//! and the pause must be short. The players and the final reckoning are in [`crate::crowd`].

use crate::crowd::{self, Crowd};
use crate::ledger::Audit;
use crate::{Bar, Host, Plan, Tier};
use anyhow::Result;
use std::time::Duration;

/// How long tables play before and between restarts.
const PLAY: Duration = Duration::from_secs(2);
/// The longest pause for ninety-nine players in a hundred, in seconds.
const PAUSE: f64 = 2.0;

/// What the whole trial takes. Where there is less time than this, fewer tables play.
const WHOLE: Duration = Duration::from_secs(15);

/// Restarts the server, as often as the tier says.
pub(crate) fn run(plan: &Plan) -> Result<Vec<Bar>> {
    let is_round = plan.time.is_some_and(|time| time < WHOLE);
    let plan = &Plan { is_round, ..plan.clone() };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(upgrades(plan))
}

async fn upgrades(plan: &Plan) -> Result<Vec<Bar>> {
    let tables = plan.count(20, 500, 500) as usize;
    let restarts = plan.count(2, 3, 10);
    let mut host = Host::start_on_a_kept_socket(&plan.sifang)?;
    let crowd = Crowd::seat(&host, tables, plan.seed).await?;
    let (mut done, players) = (0, 4 * tables as u64);
    for _ in 0..restarts {
        tokio::time::sleep(PLAY).await;
        if !crowd.at_work().await {
            break;
        }
        host.terminate()?;
        host.restart()?;
        done += 1;
        // Who is still on the way back would miss the next restart.
        if !crowd.back(done * players).await {
            break;
        }
    }
    let goes_on = crowd.at_work().await;
    tokio::time::sleep(PLAY).await;
    let accounts = crowd.rest().await?;
    host.kill()?;
    let counts = crowd::settle(host.folder(), &accounts, tables).await?;
    let Audit { acknowledged, lost, doubled, reordered } = counts.audit;
    let mut away: Vec<Duration> = accounts.iter().flat_map(|account| account.away.clone()).collect();
    away.sort_unstable();
    let pause = away.get(away.len() * 99 / 100).map_or(f64::INFINITY, Duration::as_secs_f64);
    let middle = away.get(away.len() / 2).map_or(f64::INFINITY, Duration::as_secs_f64);
    println!("upgrade: {tables} tables, {done} restarts, pause p50 {middle:.2} s, p99 {pause:.2} s");
    let mut bars = vec![
        Bar::at_least("P11", format!("restarts with the socket kept ({tables} tables)"), done, restarts),
        Bar::none("P11", "servers that did not go on after it", u64::from(!goes_on), done),
        Bar::at_least("P11", "times that a player came back", counts.returned, done * players),
        Bar::none(
            "P11",
            "acknowledged and lost, applied twice or reordered",
            lost + doubled + reordered,
            acknowledged,
        ),
        Bar::none("P11", "views that differ across the restart", counts.views.1, counts.views.0),
        Bar::none("P11", "players refused what was offered, or not let back in", counts.troubled, players),
    ];
    if plan.tier > Tier::C && !plan.is_round {
        bars.push(Bar::at_most("P11", "pause of a player, p99", pause, PAUSE, "s"));
    }
    Ok(bars)
}
