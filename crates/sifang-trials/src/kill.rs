//! The process is killed again and again in the middle of many tables, sometimes while it is still coming back, and started
//! again: nobody may have been told anything that is not kept. The players and the final reckoning are in [`crate::crowd`].

use crate::crowd::{self, Counts, Crowd};
use crate::ledger::Audit;
use crate::{Bar, Host, Plan, Tier};
use anyhow::Result;
use sifang_bots::Rng;
use std::time::{Duration, Instant};

/// Tables at once, with four players each.
const TABLES: usize = 50;
/// A kill comes this long after the server is at work; with every change it comes sooner.
const MOMENTS: std::ops::Range<u32> = 50..2_000;
const SOON: std::ops::Range<u32> = 50..600;

/// Kills so often as the tier says, or as there is time for.
pub(crate) fn run(plan: &Plan) -> Result<Vec<Bar>> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let (killed, coming_back, counts) = runtime.block_on(attack(plan))?;
    let kills = if plan.time.is_some() { 20 } else { plan.count(20, 1_000, 10_000) };
    let early = if plan.time.is_some() { 1 } else { plan.count(1, 100, 500) };
    let Audit { acknowledged, lost, doubled, reordered } = counts.audit;
    Ok(vec![
        Bar::at_least(
            "P1",
            format!("kills under load ({TABLES} tables, {} players)", 4 * TABLES),
            killed,
            kills,
        ),
        Bar::at_least("P3", "of these while the server was coming back", coming_back, early),
        Bar::none("P1", "acknowledged and lost", lost, acknowledged),
        Bar::none("P1", "applied twice", doubled, acknowledged),
        Bar::none("P1", "reordered", reordered, acknowledged),
        Bar::none("P1", "logs damaged or rooms gone", counts.rooms.1, counts.rooms.0),
        Bar::none(
            "P1",
            "views that differ across a restart or from a fresh snapshot",
            counts.views.1,
            counts.views.0,
        ),
        Bar::none(
            "P1",
            "players refused what was offered, or not let back in",
            counts.troubled,
            4 * counts.rooms.0,
        ),
        Bar::at_least("P1", "times that a player came back", counts.returned, killed),
    ])
}

/// Kills; how often, how often of these while the server was coming back, and how it went for the players.
async fn attack(plan: &Plan) -> Result<(u64, u64, Counts)> {
    let start = Instant::now();
    let mut host = Host::start(&plan.sifang)?;
    let crowd = Crowd::seat(&host, TABLES, plan.seed).await?;
    eprintln!("kill: {TABLES} tables after {:.1} s", start.elapsed().as_secs_f64());
    let (mut kills, mut early) = (0, 0);
    let mut rng = Rng::of(&[plan.seed, 0x6b69_6c6c]);
    let wanted = if plan.time.is_some() { u64::MAX } else { plan.count(20, 1_000, 10_000) };
    let moments = if plan.tier == Tier::C { SOON } else { MOMENTS };
    // Half of what is left of the time would be too late for the last checks on a slow machine.
    let until = plan.time.map(|time| time.mul_f64(0.9).saturating_sub(Duration::from_secs(20)));
    while kills < wanted && until.is_none_or(|until| kills < 20 || start.elapsed() < until) {
        if !crowd.at_work().await {
            eprintln!("kill: the tables stand still after kill {kills}");
            break;
        }
        let moment = moments.start + rng.below(moments.end - moments.start);
        tokio::time::sleep(Duration::from_millis(moment.into())).await;
        host.kill()?;
        kills += 1;
        if rng.below(4) == 0 {
            host.restart()?;
            tokio::time::sleep(Duration::from_millis(rng.below(60).into())).await;
            host.kill()?;
            kills += 1;
            early += 1;
        }
        host.restart()?;
    }
    let accounts = crowd.rest().await?;
    host.kill()?;
    Ok((kills, early, crowd::settle(host.folder(), &accounts, TABLES).await?))
}
