//! Many tables at once: views compared all the time, syncs counted, memory weighed; then everybody loses the connection, and at
//! last the server itself is killed and brought back.
//!
//! How fast the server is beside others is `cargo xtask bench --net`; here is what must hold at any speed.

mod guest;

use crate::plan::SHORT;
use crate::{Bar, Host, Plan, Tier};
use anyhow::{Context, Result};
use guest::{Guest, all, come_back, play, seat, settle};
use sifang_client::load::{Plan as Load, Progress, Report, load};
use sifang_rules::any::RuleSetId;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// The interval of the server's commits, in seconds, and the most that there may be in one: two, and a little for where counting
/// begins and ends.
const INTERVAL: f64 = 0.008;
const SYNCS: f64 = 2.04;
/// So many times fewer tables are counted first.
const FEWER: usize = 5;
/// How long tables play at most until somebody has received a hash.
const LONGEST: Duration = Duration::from_secs(60);
/// What lets the players answer as fast as they can.
const QUICK: [&str; 2] = ["--messages-per-second", "1000"];

/// How much of everything.
struct Size {
    /// Tables that play, and whose players lose their connections.
    tables: u64,
    /// Tables at which the server is killed.
    killed: u64,
    /// How long each part plays.
    time: Duration,
}

/// Runs the trial.
pub(crate) fn run(plan: &Plan) -> Result<Vec<Bar>> {
    // In a short time there is none for so many tables.
    let is_round = plan.time.is_some_and(|time| time < SHORT);
    let plan = &Plan { is_round, ..plan.clone() };
    let size = Size {
        tables: plan.count(20, 500, 500),
        killed: plan.count(20, 2000, 2000),
        time: Duration::from_secs(plan.count(3, 20, 60)),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let mut bars = closed_loop(plan, &size).await?;
        bars.extend(storms(plan, &size).await?);
        Ok(bars)
    })
}

/// Everybody answers at once, with every hash compared; the disk syncs no more often than it may.
async fn closed_loop(plan: &Plan, size: &Size) -> Result<Vec<Bar>> {
    let host = Host::start_crowd(&plan.sifang, &QUICK)?;
    let mut asked = Load {
        server: host.server.clone(),
        tables: size.tables as usize / FEWER,
        time: size.time / FEWER as u32,
        think: Duration::ZERO,
        rules: RuleSetId::ALL.iter().map(|rules| rules.id().to_owned()).collect(),
    };
    let (few, (_, fewer)) = (asked.tables, loaded(&host, &asked).await?);
    (asked.tables, asked.time) = (size.tables as usize, size.time);
    let (mut report, mut syncs) = loaded(&host, &asked).await?;
    // One update in many carries a hash: where the machine is slow, the first takes longer.
    while report.hashes == 0 && report.failures.is_empty() && asked.time < LONGEST {
        asked.time *= 4;
        (report, syncs) = loaded(&host, &asked).await?;
    }
    Ok(vec![
        Bar::none(
            "L4",
            "views that differ from the server's, or gaps",
            report.failures.len() as u64,
            report.hashes,
        ),
        Bar::none("L2", "connections lost under load", report.returned, 4 * size.tables),
        Bar::at_most(
            "L1",
            format!("commits in an interval of 8 ms, with {few} tables"),
            fewer,
            SYNCS,
            "commits",
        ),
        Bar::at_most("L1", format!("the same with {} tables", size.tables), syncs, SYNCS, "commits"),
    ])
}

/// What the players of so many tables saw, and how many commits there were in an interval.
async fn loaded(host: &Host, asked: &Load) -> Result<(Report, f64)> {
    let (start, before) = (Instant::now(), figure(host, "sifang_commits_total").await?);
    let report = load(asked, Arc::<Progress>::default()).await?;
    let commits = figure(host, "sifang_commits_total").await? - before;
    let syncs = commits * INTERVAL / start.elapsed().as_secs_f64();
    println!(
        "load: {} tables, {:.0} actions/s, p50 {:.1} ms, p99 {:.1} ms, {syncs:.2} commits in 8 ms",
        report.tables,
        report.actions as f64 / report.seconds,
        report.percentile(0.5),
        report.percentile(0.99),
    );
    Ok((report, syncs))
}

/// All connections break at once; then the server is killed under more tables.
async fn storms(plan: &Plan, size: &Size) -> Result<Vec<Bar>> {
    let mut host = Host::start_crowd(&plan.sifang, &QUICK)?;
    until_ready(&host).await?;
    let empty = resident_kib(&host)?;
    let guests = seat(&host.server, size.tables, 0).await?;
    let guests = rest(all(guests, play, Instant::now() + size.time).await?).await?;
    let each = (resident_kib(&host)? - empty) / guests.len() as f64;

    let start = Instant::now();
    let guests = all(guests, come_back, start).await?;
    let resumed = start.elapsed().as_secs_f64();
    let mut guests = rest(guests).await?;
    let count = guests.len() as u64;
    let astray = astray(&mut guests).await?;
    println!("load: {count} connections resumed in {resumed:.2} s, {each:.1} KiB resident each");
    let mut bars = vec![Bar::none("L3", "views astray after all connections broke", astray, count)];

    let more = size.killed.saturating_sub(size.tables);
    guests.extend(seat(&host.server, more, size.tables).await?);
    let guests = rest(all(guests, play, Instant::now() + size.time).await?).await?;
    let before: Vec<Option<String>> = guests.iter().map(Guest::at_rest).collect();
    host.kill()?;
    let start = Instant::now();
    host.restart()?;
    until_ready(&host).await?;
    let recovered = start.elapsed().as_secs_f64();
    let rooms = figure(&host, "sifang_rooms").await?;
    let mut guests = rest(all(guests, come_back, Instant::now()).await?).await?;
    let changed =
        guests.iter().zip(&before).filter(|(guest, before)| before.is_some() && guest.at_rest() != **before);
    let changed = changed.count() as u64;
    let astray = self::astray(&mut guests).await?;
    println!("load: {rooms} tables live again {recovered:.2} s after the start");
    bars.extend([
        Bar::at_least("P6", "tables back after a kill", rooms as u64, size.killed),
        Bar::none("P6", "views that a kill at rest has changed", changed + astray, guests.len() as u64),
    ]);
    if plan.tier > Tier::C && !plan.is_round {
        bars.extend([
            Bar::at_most("L3", "all connections resumed within", resumed, 5.0, "s"),
            Bar::at_most("P6", "live tables serve again within", recovered, 5.0, "s"),
            Bar::at_most("L1", "resident for each seated connection", each, 16.0, "KiB"),
        ]);
    }
    Ok(bars)
}

/// Waits until nothing is on its way to anybody: what one player said may still have to reach the others.
async fn rest(guests: Vec<Guest>) -> Result<Vec<Guest>> {
    let guests = all(guests, settle, Instant::now()).await?;
    all(guests, settle, Instant::now()).await
}

/// Players who see something else than the server would show them.
async fn astray(guests: &mut [Guest]) -> Result<u64> {
    let mut astray = 0;
    for guest in guests {
        astray += !guest.in_step().await? as u64;
    }
    Ok(astray)
}

async fn until_ready(host: &Host) -> Result<()> {
    let start = Instant::now();
    loop {
        match host.server.request("GET", "/readyz", None, None).await {
            Ok(answer) if answer.status == 200 => return Ok(()),
            _ if start.elapsed() > Duration::from_secs(120) => anyhow::bail!("the server is not ready again"),
            _ => tokio::time::sleep(Duration::from_millis(10)).await,
        }
    }
}

/// A figure of the server's own.
async fn figure(host: &Host, name: &str) -> Result<f64> {
    let answer = host.metrics()?.request("GET", "/metrics", None, None).await?;
    let text = String::from_utf8(answer.body)?;
    let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')?.parse().ok());
    value.with_context(|| format!("there is no {name}"))
}

fn resident_kib(host: &Host) -> Result<f64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", host.process()))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    kib.context("the memory of the server cannot be seen")
}
