//! The power is lost again and again under load: whatever the server had not synced is forgotten, wholly or in parts, and still
//! nobody may have been sent anything that is not kept (P2).
//!
//! A library that is loaded before the server (`recorder.c`) writes down every change to the database's files and every completed
//! sync. After a kill the disk is put together as a power loss could have left it ([`medium`]), and the server starts on that.
//! That forgetting is seen when there is some is part of the trial (P9): the last disk is looked at once more as if it had ignored
//! every sync, and in the longer tiers a server that syncs too rarely is attacked as well.

mod medium;
mod recorder;

use crate::crowd::{self, Counts, Crowd};
use crate::ledger::Audit;
use crate::{Bar, Host, Plan, Tier};
use anyhow::Result;
use medium::Loss;
use recorder::Recorder;
use sifang_bots::Rng;
use std::path::Path;
use std::time::{Duration, Instant};

/// Power losses that any run must have, however short.
const FEWEST: u64 = 4;
/// The breach of the server that syncs too rarely, and how often it is attacked.
const WEAKENED: &str = "syncs_rarely";
const ROUNDS: u64 = 3;
/// How often such a server is seen at work before it loses its power.
const SPELLS: u64 = 5;

/// What became of a server.
#[derive(Default)]
struct Outcome {
    losses: u64,
    /// Losses that forgot something, and those that came while the server was coming back.
    forgetful: u64,
    early: u64,
    unexplained: u64,
    counts: Counts,
    /// What would have been lost had the disk ignored the syncs since the last start.
    lied: Audit,
}

/// Takes the power away as often as the tier says, or as there is time for.
pub(crate) fn run(plan: &Plan) -> Result<Vec<Bar>> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let start = Instant::now();
        let mut bars = weakened(plan).await?;
        let left = plan.time.map(|time| time.saturating_sub(start.elapsed()));
        bars.splice(0..0, honest(plan, left).await?);
        Ok(bars)
    })
}

async fn honest(plan: &Plan, time: Option<Duration>) -> Result<Vec<Bar>> {
    let tables = plan.count(8, 30, 50) as usize;
    let wanted = plan.count(FEWEST, 200, 2_000);
    let outcome = attack(plan, tables, wanted, time).await?;
    let Outcome { losses, forgetful, early, unexplained, counts, lied } = outcome;
    let Audit { acknowledged, lost, doubled, reordered } = counts.audit;
    let least = if time.is_some() { FEWEST } else { wanted };
    let players = 4 * counts.rooms.0;
    Ok(vec![
        Bar::at_least(
            "P2",
            format!("power losses under load ({tables} tables, {players} players)"),
            losses,
            least,
        ),
        Bar::at_least("P2", "of these that forgot or tore writes", forgetful, least / 4),
        Bar::none(
            "P2",
            format!("acknowledged and lost by it ({early} while coming back)"),
            lost,
            acknowledged,
        ),
        Bar::none("P2", "applied twice or reordered", doubled + reordered, acknowledged),
        Bar::none("P2", "logs damaged or rooms gone", counts.rooms.1, counts.rooms.0),
        Bar::none(
            "P2",
            "views that differ across it or from a fresh snapshot",
            counts.views.1,
            counts.views.0,
        ),
        Bar::none("P2", "players refused what was offered, or not let back in", counts.troubled, players),
        Bar::none("P2", "disks that the record of writes does not explain", unexplained, losses),
        Bar::at_least(
            "P9",
            "answers lost since the last start, had the disk ignored every sync (so the trial sees it)",
            lied.lost,
            1,
        ),
    ])
}

/// Loses the power, lets the server come back on what is left, and so on.
async fn attack(plan: &Plan, tables: usize, wanted: u64, time: Option<Duration>) -> Result<Outcome> {
    let start = Instant::now();
    let mut recorder = Recorder::build()?;
    let mut host = Host::start_within(&plan.sifang, |folder| recorder.environment(folder))?;
    let crowd = Crowd::seat(&host, tables, plan.seed).await?;
    let mut outcome = Outcome::default();
    let rng = &mut Rng::of(&[plan.seed, 0x706f_7765]);
    let until = time.map(|time| time.mul_f64(0.9).saturating_sub(Duration::from_secs(20)));
    let most = if time.is_some() { u64::MAX } else { wanted };
    let longest = if plan.tier == Tier::C { 300 } else { 1_500 };
    while outcome.losses < most
        && until.is_none_or(|until| outcome.losses < FEWEST || start.elapsed() < until)
    {
        if !crowd.at_work().await {
            break;
        }
        tokio::time::sleep(Duration::from_millis(rng.below(longest).into())).await;
        // Every other loss comes in the moment when something is being made certain.
        let syncing = outcome.losses.is_multiple_of(2);
        outcome.lose(&mut recorder, &mut host, syncing, rng).await?;
        host.restart()?;
        if rng.below(4) == 0 {
            tokio::time::sleep(Duration::from_millis(rng.below(60).into())).await;
            outcome.lose(&mut recorder, &mut host, false, rng).await?;
            outcome.early += 1;
            host.restart()?;
        }
    }
    // The last start must have acknowledged something for the lie to be seen.
    crowd.at_work().await;
    let accounts = crowd.rest().await?;
    let lied = outcome.lose(&mut recorder, &mut host, false, rng).await?;
    outcome.counts = crowd::settle(host.folder(), &accounts, tables).await?;
    let elsewhere = tempfile::tempdir()?;
    recorder::replace(elsewhere.path(), &lied)?;
    outcome.lied = crowd::settle(elsewhere.path(), &accounts, tables).await?.audit;
    Ok(outcome)
}

impl Outcome {
    async fn lose(
        &mut self,
        recorder: &mut Recorder,
        host: &mut Host,
        syncing: bool,
        rng: &mut Rng,
    ) -> Result<medium::Files> {
        let loss = [Loss::All, Loss::Some, Loss::Torn][self.losses as usize % 3];
        let lost = recorder.lose(host, syncing, loss, rng).await?;
        self.losses += 1;
        self.forgetful += u64::from(lost.forgotten > 0);
        self.unexplained += u64::from(!lost.explained);
        Ok(lost.had_it_lied)
    }
}

/// P9: a server that syncs its log only now and then must be seen to lose what it acknowledged.
async fn weakened(plan: &Plan) -> Result<Vec<Bar>> {
    let what = format!(
        "answers that a server with synchronous=NORMAL acknowledged and lost, in {ROUNDS} power losses"
    );
    let attack = async |mutated: &Path| {
        let mut lost = 0;
        for round in 0..ROUNDS {
            lost += forgetful(mutated, plan.seed + round).await?.lost;
        }
        Ok(lost)
    };
    plan.breach(what, attack).await
}

/// One power loss of a weakened server, after its players have been sent everything.
async fn forgetful(mutated: &Path, seed: u64) -> Result<Audit> {
    let tables = 10;
    let mut recorder = Recorder::build()?;
    let mut host = Host::start_within(mutated, |folder| {
        let mut environment = recorder.environment(folder)?;
        environment.push(("SIFANG_MUTATION".into(), WEAKENED.into()));
        Ok(environment)
    })?;
    let crowd = Crowd::seat(&host, tables, seed).await?;
    for _ in 0..SPELLS {
        crowd.at_work().await;
    }
    let accounts = crowd.rest().await?;
    recorder.lose(&mut host, false, Loss::All, &mut Rng::new(seed)).await?;
    Ok(crowd::settle(host.folder(), &accounts, tables).await?.audit)
}
