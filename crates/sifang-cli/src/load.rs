//! `sifang load`: how a running server bears many tables at once.

use crate::args::Load;
use crate::exit::Failure;
use crate::rules;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use sifang_client::Server;
use sifang_client::load::{Plan, Progress, Report, load};
use sifang_options::Lang;
use sifang_rules::any::RuleSetId;
use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// Failures that are printed.
const SHOWN: usize = 5;

/// Plays, measures and prints.
pub(crate) fn run(asked: &Load, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
    let plan = Plan {
        server: Server::new(&asked.url).map_err(Failure::usage)?,
        tables: asked.tables,
        time: Duration::from_secs(asked.seconds),
        think: Duration::from_millis(asked.think),
        rules: match &asked.rules {
            Some(id) => vec![rules::named(id, lang)?.id().to_owned()],
            None => RuleSetId::ALL.iter().map(|id| id.id().to_owned()).collect(),
        },
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let progress = Arc::<Progress>::default();
    let bar = bar(asked);
    let report = runtime.block_on(async {
        let watched = progress.clone();
        let shown = bar.clone();
        let watching = tokio::spawn(async move {
            loop {
                tokio::time::sleep(Duration::from_millis(500)).await;
                shown.set_position(watched.tables.load(Relaxed));
                shown.set_message(watched.actions.load(Relaxed).to_string());
            }
        });
        let report = load(&plan, progress.clone()).await;
        watching.abort();
        report
    });
    bar.finish_and_clear();
    let report = report.map_err(|error| hint(error, lang))?;
    print(&report, asked.json, lang, out)?;
    if report.failures.is_empty() { Ok(()) } else { Err(Failure::DoesNotHold) }
}

fn bar(asked: &Load) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{pos}/{len} tables  {msg} actions  {elapsed}");
    let bar = ProgressBar::new(asked.tables as u64);
    style.map_or_else(|_| bar.clone(), |style| bar.clone().with_style(style))
}

/// A server on its guard refuses hundreds of players from one address; whoever measures has to configure it first.
fn hint(error: anyhow::Error, lang: Lang) -> Failure {
    let text = format!("{error:#}");
    let limited = ["rate/exceeded", "room/too_many_here", "429"].iter().any(|sign| text.contains(sign));
    Failure::Outside(match (limited, lang) {
        (false, _) => error,
        (true, Lang::Zh) => error.context(
            "服务器限制了同一地址的人数和房间数；压测时请用 --sockets-per-address 100000 \
             --players-per-minute 1000000 --rooms-per-address 5000 \
             --requests-per-second 1000000 启动它",
        ),
        (true, Lang::En) => error.context(
            "the server limits players and rooms from one address; for a load test start it with \
             --sockets-per-address 100000 --players-per-minute 1000000 --rooms-per-address 5000 \
             --requests-per-second 1000000",
        ),
    })
}

fn print(report: &Report, as_json: bool, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
    let per_second = report.actions as f64 / report.seconds.max(0.001);
    let [p50, p99, p999] = [0.5, 0.99, 0.999].map(|share| report.percentile(share));
    if as_json {
        let facts = json!({
            "tables": report.tables, "seconds": report.seconds, "actions": report.actions,
            "actions_per_s": per_second, "samples": report.latencies_us.len(),
            "latency_ms": {"p50": p50, "p99": p99, "p999": p999},
            "hashes": report.hashes, "returned": report.returned, "failures": report.failures,
        });
        serde_json::to_writer_pretty(&mut *out, &facts)?;
        writeln!(out)?;
        return Ok(());
    }
    let Report { tables, seconds, actions, hashes, returned, .. } = report;
    match lang {
        Lang::Zh => {
            writeln!(out, "{tables} 桌，{seconds:.1} 秒：{actions} 个动作，每秒 {per_second:.0} 个")?;
            writeln!(out, "从发出到各家看到：p50 {p50:.1} ms，p99 {p99:.1} ms，p99.9 {p999:.1} ms")?;
            writeln!(out, "核对视图 {hashes} 次，重连 {returned} 次，失败 {} 次", report.failures.len())?;
        }
        Lang::En => {
            writeln!(
                out,
                "{tables} tables for {seconds:.1} s: {actions} actions, {per_second:.0} per second"
            )?;
            writeln!(
                out,
                "from sent to seen by each seat: p50 {p50:.1} ms, p99 {p99:.1} ms, p99.9 {p999:.1} ms"
            )?;
            writeln!(
                out,
                "{hashes} views compared, {returned} reconnections, {} failures",
                report.failures.len()
            )?;
        }
    }
    for failure in report.failures.iter().take(SHOWN) {
        writeln!(out, "  {failure}")?;
    }
    Ok(())
}
