//! H12: strangers who ask for the longest pages as fast as they can, from one address, with and without reading the answers.

use super::honest::Honest;
use crate::{Bar, Host, Plan, Tier};
use anyhow::Result;
use futures_util::future::join_all;
use sifang_client::Server;
use sifang_client::load::Report;
use sifang_rules::any::RuleSetId;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::time::{interval, timeout_at};

/// Honest tables.
const TABLES: usize = 3;
/// Connections of the strangers: with those of the players, what one address may have.
const STRANGERS: usize = 40;
/// Requests that each sends at once, so many times a second: in all two thousand a second, in some 150 KB.
const AT_ONCE: usize = 5;
const PACE: Duration = Duration::from_millis(100);
/// Every so many-eth never reads.
const DEAF: usize = 4;

/// In the short tier other tests run on the same machine: so much longer may nine tenths of all
/// discards take. A server that made every answer anew took some 400 ms longer on a quiet machine.
const MARGIN_MS: f64 = 200.0;
/// What one address may ask for of what never changes: at once, and in a second.
const ALLOWED: (u64, u64) = (2400, 200);

/// So many seconds longer they ask at most.
const PATIENCE_S: u32 = 60;

/// What strangers got.
#[derive(Default, Debug)]
struct Got {
    sent: AtomicU64,
    answered: AtomicU64,
    refused: AtomicU64,
}

/// Honest tables play alone, and then beside strangers who ask for rule books and the document of the interface.
pub(super) async fn asking(plan: &Plan) -> Result<Vec<Bar>> {
    let host = Host::start_with(&plan.sifang, &[])?;
    let server = &host.server;
    let is_small = plan.tier == Tier::C;
    let honest = Honest { server, tables: TABLES, tier: plan.tier };
    let time = Duration::from_secs(if is_small { 3 } else { 10 });
    let alone = honest.alone(time).await?;
    let (got, begun) = (&Got::default(), Instant::now());
    let ((), felt) = honest
        .beside(time, async |end| {
            join_all((0..STRANGERS).map(|number| stranger(server, number, end, got))).await;
            Ok(())
        })
        .await?;
    // On a busy machine they may not have come to the limit yet: they go on until they have.
    for _ in 0..PATIENCE_S {
        if got.refused.load(Relaxed) > 0 {
            break;
        }
        let end = Instant::now() + Duration::from_secs(1);
        join_all((0..STRANGERS).map(|number| stranger(server, number, end, got))).await;
    }
    let during = "while strangers ask for rule books";
    let mut bars =
        if is_small { felt_at_all(during, &alone, &felt) } else { honest.bars("H12", during, &alone, &felt) };
    let [sent, answered, refused] = [&got.sent, &got.answered, &got.refused].map(|count| count.load(Relaxed));
    eprintln!("H12: {sent} requests, {answered} answered, {refused} refused");
    let most = (ALLOWED.0 + ALLOWED.1 * (begun.elapsed().as_secs() + 1)) as f64;
    bars.extend([
        honest.cut_off("H12", "meanwhile", &[&felt]),
        Bar::at_most("H12", "long answers to one address", answered as f64, most, "answers"),
        Bar::at_least("H12", "requests refused to it", refused, 1),
    ]);
    Ok(bars)
}

/// What holds on a busy machine, too: a server that makes every answer anew has next to no time for its players.
fn felt_at_all(during: &str, alone: &Report, felt: &Report) -> Vec<Bar> {
    let (before, value) = (alone.percentile(0.9), felt.percentile(0.9));
    let most = (2.0 * before).max(before + MARGIN_MS);
    let (usual, received) = (alone.latencies_us.len() as u64, felt.latencies_us.len() as u64);
    vec![
        Bar::at_most(
            "H12",
            format!("time until an honest discard is shown {during}: p90 (alone {before:.1} ms)"),
            value,
            most,
            "ms",
        ),
        Bar::at_least(
            "H12",
            format!("discards shown {during}, of {usual} alone"),
            received,
            (usual / 4).max(1),
        ),
    ]
}

/// Asks and asks; whoever is cut off comes again.
async fn stranger(server: &Server, number: usize, end: Instant, got: &Got) {
    while Instant::now() < end {
        // A connection that fails is followed by the next.
        let _ = timeout_at(end.into(), connection(server, number, got)).await;
    }
}

async fn connection(server: &Server, number: usize, got: &Got) -> io::Result<()> {
    let (reading, writing) = TcpStream::connect(server.host()).await?.into_split();
    tokio::select! {
        ended = ask(writing, number, got) => ended,
        ended = read(reading, got), if !number.is_multiple_of(DEAF) => ended,
    }
}

async fn ask(mut stream: OwnedWriteHalf, number: usize, got: &Got) -> io::Result<()> {
    let rules = RuleSetId::ALL[number % RuleSetId::ALL.len()].id();
    let request = |n: usize| {
        let method = if (n + number).is_multiple_of(2) { "GET" } else { "HEAD" };
        let path = match n % 3 {
            0 => format!("/api/rules/{rules}/book/zh"),
            1 => format!("/api/rules/{rules}/book/en"),
            _ => "/api/openapi.json".into(),
        };
        format!("{method} {path} HTTP/1.1\r\nHost: x\r\n\r\n")
    };
    let requests: String = (0..AT_ONCE).map(request).collect();
    let mut pace = interval(PACE);
    loop {
        pace.tick().await;
        stream.write_all(requests.as_bytes()).await?;
        got.sent.fetch_add(AT_ONCE as u64, Relaxed);
    }
}

/// Reads and counts. A status line that lies across two pieces is not counted: the figures need not be exact.
async fn read(mut stream: OwnedReadHalf, got: &Got) -> io::Result<()> {
    let mut piece = vec![0; 64 * 1024];
    loop {
        let count = stream.read(&mut piece).await?;
        if count == 0 {
            return Ok(());
        }
        for line in piece[..count].windows(12).filter(|line| line.starts_with(b"HTTP/1.1 ")) {
            let counter = if line.ends_with(b"429") { &got.refused } else { &got.answered };
            counter.fetch_add(1, Relaxed);
        }
    }
}
