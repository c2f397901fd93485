//! The process is killed again and again in the middle of many tables, sometimes while it is still coming back, and started
//! again: nobody may have been sent anything that is not kept. The players and the final reckoning are in [`crate::crowd`].

use crate::crowd::{self, Counts, Crowd};
use crate::ledger::Audit;
use crate::plan::LONG;
use crate::stop;
use crate::{Bar, Host, Plan, Tier};
use anyhow::Result;
use sifang_bots::Rng;
use std::path::Path;
use std::time::{Duration, Instant};

/// Tables at once, with four players each.
const TABLES: usize = 50;
/// A kill comes this long after the server is at work. Most come soon, so that there are many; with every change, all of them.
const MOMENTS: std::ops::Range<u32> = 50..2_000;
const SOON: std::ops::Range<u32> = 50..600;
const MOST_OF: u32 = 8;
/// The breach of a server that sends before it commits, how many tables it has, and how often it is killed.
const SENDS_FIRST: &str = "sends_first";
const FEW_TABLES: usize = 20;
const FEW_KILLS: u64 = 2;

/// Kills so often as the tier says, or as there is time for.
pub(crate) fn run(plan: &Plan) -> Result<Vec<Bar>> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let start = Instant::now();
        let killed = async {
            let lying = lying(plan).await?;
            let mut bars = honest(plan, start).await?;
            bars.extend(lying);
            anyhow::Ok(bars)
        };
        // A server that is stopped needs no time of the others.
        let (killed, stopped) = tokio::join!(killed, stop::stopped(plan));
        let mut bars = killed?;
        bars.extend(stopped?);
        Ok(bars)
    })
}

/// How often a run must have killed, and how often of these while the server was coming back.
fn wanted(plan: &Plan) -> (u64, u64) {
    match plan.time {
        None => (plan.count(20, 1_000, 10_000), plan.count(1, 100, 500)),
        Some(time) if time >= LONG => (1_000, 100),
        Some(_) => (20, 1),
    }
}

async fn honest(plan: &Plan, start: Instant) -> Result<Vec<Bar>> {
    let (killed, coming_back, counts) = attack(plan, start).await?;
    let (kills, early) = wanted(plan);
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
async fn attack(plan: &Plan, start: Instant) -> Result<(u64, u64, Counts)> {
    let mut host = Host::start(&plan.sifang)?;
    let crowd = Crowd::seat(&host, TABLES, plan.seed).await?;
    eprintln!("kill: {TABLES} tables after {:.1} s", start.elapsed().as_secs_f64());
    let (mut kills, mut early) = (0, 0);
    let mut rng = Rng::of(&[plan.seed, 0x6b69_6c6c]);
    let (least, _) = wanted(plan);
    // Half of what is left of the time would be too late for the last checks on a slow machine.
    let until = plan.time.map(|time| time.mul_f64(0.9).saturating_sub(Duration::from_secs(20)));
    while kills < least || until.is_some_and(|until| start.elapsed() < until) {
        if !crowd.at_work().await {
            eprintln!("kill: the tables stand still after kill {kills}");
            break;
        }
        let late = plan.tier != Tier::C && rng.below(MOST_OF) == 0;
        let moments = if late { MOMENTS } else { SOON };
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

/// P9: a server that sends before it commits must be seen to lose what it acknowledged.
async fn lying(plan: &Plan) -> Result<Vec<Bar>> {
    let what = format!(
        "answers that a server which sends before it commits lost or reordered, in {FEW_KILLS} kills"
    );
    let attack = async |mutated: &Path| {
        let breach = vec![("SIFANG_MUTATION".to_owned(), SENDS_FIRST.into())];
        let mut host = Host::start_within(mutated, |_| Ok(breach))?;
        let crowd = Crowd::seat(&host, FEW_TABLES, plan.seed).await?;
        // Its players do not give an answer again that was acknowledged: tables that lost one stand still.
        for _ in 0..FEW_KILLS {
            if !crowd.at_work().await {
                break;
            }
            host.kill()?;
            host.restart()?;
        }
        let accounts = crowd.rest().await?;
        host.kill()?;
        let audit = crowd::settle(host.folder(), &accounts, FEW_TABLES).await?.audit;
        Ok(audit.lost + audit.reordered)
    };
    plan.breach(what, attack).await
}
