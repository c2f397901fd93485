//! What a spy sees of a server without being sent it: every page that anybody may ask for, again and again, with what it says, how
//! long the answer took, and every figure in it.

use anyhow::{Context, Result};
use sifang_client::Server;
use std::collections::BTreeMap;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{Instant, interval};
use xxhash_rust::xxh3::xxh3_64;

/// From one look to the next.
const EVERY: Duration = Duration::from_millis(30);
/// Largest head of an answer that is read.
const HEAD: usize = 16 * 1024;

/// One look at one page.
#[derive(Clone, Debug)]
struct Look {
    at: Instant,
    /// How long the answer took, in microseconds.
    took: f64,
    /// Everything in the answer but the time of day.
    print: u64,
    /// Figures by name, where there are any.
    figures: BTreeMap<String, f64>,
}

/// Everything seen of one page, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen(Vec<Look>);

/// Looks at a page until it is stopped. A page that is refused is a page, too.
pub(super) async fn watch(server: Server, path: String, token: Option<String>, end: Instant) -> Seen {
    let mut seen = Seen::default();
    let mut pace = interval(EVERY);
    pace.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut line = None;
    while Instant::now() < end {
        pace.tick().await;
        match look(&server, &path, token.as_deref(), &mut line).await {
            Ok(look) => seen.0.push(look),
            // A connection has its time; the next look opens another.
            Err(_) => line = None,
        }
    }
    seen
}

async fn look(
    server: &Server,
    path: &str,
    token: Option<&str>,
    line: &mut Option<TcpStream>,
) -> Result<Look> {
    let stream = match line {
        Some(stream) => stream,
        None => line.insert(TcpStream::connect(server.host()).await?),
    };
    let token = token.map_or(String::new(), |token| format!("Authorization: Bearer {token}\r\n"));
    let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n{token}\r\n", server.host());
    let start = Instant::now();
    stream.write_all(request.as_bytes()).await?;
    let (head, body) = answer(stream).await?;
    let took = start.elapsed().as_secs_f64() * 1e6;
    let head: Vec<&str> = head.lines().filter(|line| !line.to_lowercase().starts_with("date:")).collect();
    let print = xxh3_64(head.join("\n").as_bytes()) ^ xxh3_64(&body).rotate_left(1);
    let figures = if path == "/metrics" { figures(&body) } else { BTreeMap::new() };
    Ok(Look { at: Instant::now(), took, print, figures })
}

/// Reads one answer of a connection that stays open.
async fn answer(stream: &mut TcpStream) -> Result<(String, Vec<u8>)> {
    let mut text = Vec::new();
    let end = loop {
        let end = text.windows(4).position(|window| window == b"\r\n\r\n");
        if let Some(end) = end {
            break end;
        }
        anyhow::ensure!(text.len() < HEAD, "an answer without an end of its head");
        anyhow::ensure!(stream.read_buf(&mut text).await? > 0, "the connection ended");
    };
    let mut body = text.split_off(end + 4);
    let head = String::from_utf8(text)?;
    let length = head
        .lines()
        .find_map(|line| line.to_lowercase().strip_prefix("content-length:")?.trim().parse().ok());
    let length: usize = length.context("an answer without a length")?;
    while body.len() < length {
        anyhow::ensure!(stream.read_buf(&mut body).await? > 0, "the connection ended");
    }
    Ok((head, body))
}

/// The figures of a text for Prometheus.
fn figures(body: &[u8]) -> BTreeMap<String, f64> {
    let text = String::from_utf8_lossy(body);
    let line = |line: &str| {
        let (name, value) = line.rsplit_once(' ')?;
        Some((name.to_owned(), value.parse().ok()?))
    };
    text.lines().filter(|text| !text.starts_with('#')).filter_map(line).collect()
}

impl Seen {
    /// The names of figures that were seen.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.last().into_iter().flat_map(|look| look.figures.keys().map(String::as_str))
    }

    /// How often it was looked at.
    pub(super) fn looks(&self) -> usize {
        self.0.len()
    }

    /// What a time brought: how often the page changed, how long the longest and the mean answer took.
    pub(super) fn within(&self, from: Instant, to: Instant) -> [f64; 3] {
        let (mut changes, mut longest, mut sum, mut count) = (0.0, 0.0_f64, 0.0, 0.0);
        for pair in self.0.windows(2).filter(|pair| pair[1].at > from && pair[1].at <= to) {
            changes += f64::from(u8::from(pair[0].print != pair[1].print));
            longest = longest.max(pair[1].took);
            (sum, count) = (sum + pair[1].took, count + 1.0);
        }
        [changes, longest, if count > 0.0 { sum / count } else { 0.0 }]
    }

    /// By how much a figure grew in a time.
    pub(super) fn growth(&self, name: &str, from: Instant, to: Instant) -> f64 {
        let last = |moment: Instant| {
            let look = self.0.iter().rev().find(|look| look.at <= moment)?;
            look.figures.get(name).copied()
        };
        last(to).zip(last(from)).map_or(0.0, |(after, before)| after - before)
    }
}
