//! H6: clients that are slow on purpose. Each must be gone within its limit, while honest tables play on.

use super::honest::Honest;
use super::raw::{Ended, PING, Raw, TEXT, upgrade};
use crate::inside::metric;
use crate::{Bar, Host, Plan, Tier, quick_setup};
use anyhow::{Context, Result};
use futures_util::future::join_all;
use serde_json::json;
use sifang_client::{Client, Server};
use sifang_rules::any::RuleSetId;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::time::timeout;

/// Longer than any client here is waited for.
const FOR_EVER: Duration = Duration::from_secs(600);

/// What a slow client does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Unknown,
    Pinging,
    Handshake,
    Mute,
    HalfOpen,
    Deaf,
    Body,
}

impl Kind {
    const ALL: [Kind; 7] =
        [Kind::Unknown, Kind::Pinging, Kind::Handshake, Kind::Mute, Kind::HalfOpen, Kind::Deaf, Kind::Body];

    fn does(self) -> &'static str {
        match self {
            Kind::Unknown => "never authenticates",
            Kind::Pinging => "only pings before hello",
            Kind::Handshake => "sends half a handshake",
            Kind::Mute => "says nothing at all",
            Kind::HalfOpen => "is half open",
            Kind::Deaf => "never reads",
            Kind::Body => "sends a body for ever",
        }
    }

    /// How many seconds the server lets it.
    fn limit(self) -> u64 {
        match self {
            // For the head of a request, and again for `hello`.
            Kind::Unknown | Kind::Pinging | Kind::Handshake | Kind::Mute => 10,
            // Five, once the buffers of the system are full, for which ten are plenty.
            Kind::Deaf => 15,
            Kind::HalfOpen => 25,
            // A minute for a request, and five to finish it.
            Kind::Body => 65,
        }
    }
}

/// What became of one client.
#[derive(Debug)]
struct Life {
    kind: Kind,
    has_ended: bool,
    lived: Duration,
}

/// All kinds at the same time, and honest tables beside them. Says when nothing is measured any more: others may make noise then.
pub(super) async fn slow(plan: &Plan, measured: oneshot::Sender<()>) -> Result<Vec<Bar>> {
    let host = Host::start(&plan.sifang)?;
    let (server, metrics) = (&host.server, &host.metrics()?);
    let is_small = plan.tier == Tier::C;
    // The machine may be busy, and the build a slow one, with every change.
    let slack = Duration::from_secs(if is_small { 30 } else { 5 });
    // Seven kinds: a hundred clients for a night, a thousand before a release.
    let each = if is_small { 4 } else { plan.count(15, 15, 150) };
    let honest = Honest { server, tables: if is_small { 1 } else { 5 }, tier: plan.tier };
    // As long as all of them are there.
    let time = Duration::from_secs(if is_small { 2 } else { 9 });
    let alone = honest.alone(time).await?;
    // A minute is too long to wait with every change.
    let kinds: Vec<Kind> = Kind::ALL.into_iter().filter(|kind| !is_small || *kind != Kind::Body).collect();
    let (crowd, felt) = honest
        .beside(time, async |end| {
            let clients = (0..each).flat_map(|_| &kinds).map(|kind| live(server, *kind, slack));
            let quiet = async {
                tokio::time::sleep_until(end.into()).await;
                // Nobody may be waiting for it.
                let _ = measured.send(());
            };
            Ok(tokio::join!(join_all(clients), quiet).0)
        })
        .await?;
    let crowd = crowd.into_iter().collect::<Result<Vec<Life>>>()?;
    let (count, slack_s) = (crowd.len() as u64, slack.as_secs());
    let outlived = crowd.iter().filter(|client| !client.has_ended).count() as u64;
    let what = format!("slow, silent or half-open clients still there {slack_s} s after their limit");
    let mut bars = vec![Bar::none("H6", what, outlived, count)];
    for kind in kinds {
        let lives = crowd.iter().filter(|client| client.kind == kind);
        let longest = lives.map(|client| client.lived.as_secs_f64()).fold(0.0, f64::max);
        let what = format!("longest life of a client that {} (limit {} s)", kind.does(), kind.limit());
        bars.push(Bar::at_most("H6", what, longest, (kind.limit() + slack_s) as f64, "s"));
    }
    bars.extend(honest.bars("H6", &format!("beside {count} slow clients"), &alone, &felt));
    bars.push(honest.cut_off("H6", "beside them", &[&felt]));
    let mut left = metric(metrics, "sifang_sockets").await?;
    let patience = Instant::now() + slack;
    while left > 0 && Instant::now() < patience {
        tokio::time::sleep(Duration::from_millis(100)).await;
        left = metric(metrics, "sifang_sockets").await?;
    }
    bars.push(Bar::none("H6", "sockets left of them", left, count));
    Ok(bars)
}

/// Prepares a client and lets it live; the time before it is slow does not count.
async fn live(server: &Server, kind: Kind, slack: Duration) -> Result<Life> {
    match kind {
        Kind::Unknown => {
            let mut raw = Raw::open(server).await?;
            Ok(watched(kind, slack, raw.ending(FOR_EVER)).await)
        }
        Kind::Pinging => {
            let raw = Raw::open(server).await?;
            Ok(watched(kind, slack, pings(raw)).await)
        }
        Kind::Handshake | Kind::Mute => {
            let half = if kind == Kind::Mute { "" } else { "GET /ws HTTP/1.1\r\nHost: x\r\n" };
            let mut stream = TcpStream::connect(server.host()).await?;
            stream.write_all(half.as_bytes()).await?;
            Ok(watched(kind, slack, stream.read_to_end(&mut Vec::new())).await)
        }
        Kind::HalfOpen => {
            let token = server.register("慢").await?;
            let mut raw = Raw::greet(server, &token, false).await?;
            Ok(watched(kind, slack, raw.ending(FOR_EVER)).await)
        }
        Kind::Deaf => {
            let raw = seated_beside_bots(server).await?;
            Ok(watched(kind, slack, asks_and_never_reads(raw)).await)
        }
        Kind::Body => {
            let head = upgrade(server, "").replace("GET /ws", "POST /api/players");
            let head = head.replace("Upgrade", "keep-alive");
            let more = "\r\nContent-Type: application/json\r\nContent-Length: 8000\r\n\r\n";
            let mut stream = TcpStream::connect(server.host()).await?;
            stream.write_all(head.replace("\r\n\r\n", more).as_bytes()).await?;
            Ok(watched(kind, slack, a_byte_a_second(stream)).await)
        }
    }
}

/// Waits for its end, however that looks, as long as the limit and the slack allow.
async fn watched<T>(kind: Kind, slack: Duration, life: impl Future<Output = T>) -> Life {
    let start = Instant::now();
    let has_ended = timeout(Duration::from_secs(kind.limit()) + slack, life).await.is_ok();
    let lived = start.elapsed();
    if !has_ended {
        eprintln!("H6: a client that {}: still there after {lived:.0?}", kind.does());
    }
    Life { kind, has_ended, lived }
}

/// Pings of the transport do not replace `hello`.
async fn pings(mut raw: Raw) {
    loop {
        // Once the server has hung up, writing fails sooner or later; reading says that it has.
        let _ = raw.frame(true, PING, b"x").await;
        if raw.ending(Duration::from_millis(600)).await != Ended::Open {
            return;
        }
    }
}

/// Blanks before a JSON text, one at a time.
async fn a_byte_a_second(mut stream: TcpStream) {
    let mut answer = [0; 512];
    loop {
        if stream.write_all(b" ").await.is_err() {
            return;
        }
        // If it is sent something, it does not care.
        if let Ok(Ok(0) | Err(_)) = timeout(Duration::from_secs(1), stream.read(&mut answer)).await {
            return;
        }
    }
}

/// A player at a table of bots, with the smallest buffer there is.
async fn seated_beside_bots(server: &Server) -> Result<Raw> {
    let token = server.register("聋").await?;
    let mut setup = quick_setup(RuleSetId::ALL[0].id(), &json!({}));
    setup["bots"] = "random".into();
    let body = json!({"setup": setup});
    let room = server.request("POST", "/api/quick", Some(&token), Some(&body)).await?.good()?;
    // The match begins with its nonces; then the slow connection takes the place of this one.
    let code = room["code"].as_str().context("a code")?;
    let mut client = Client::connect(server, &token).await?;
    let entered = client.enter(code).await?;
    client.answer(entered).await?.map_err(anyhow::Error::msg)?;
    for _step in 0..2 {
        client.give_nonce().await?;
    }
    let mut raw = Raw::greet(server, &token, true).await?;
    let enter = json!({"type": "enter", "id": 2, "room": code});
    raw.frame(true, TEXT, enter.to_string().as_bytes()).await?;
    Ok(raw)
}

/// Asks for the whole table again and again, and reads none of it.
async fn asks_and_never_reads(mut raw: Raw) {
    for id in 3_u64.. {
        let sync = json!({"type": "sync", "id": id}).to_string();
        if raw.frame(true, TEXT, sync.as_bytes()).await.is_err() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}
