//! H6: clients that are slow on purpose. Each must be gone within its limit, while an honest table plays on.

use super::raw::{Ended, PING, Raw, TEXT, upgrade};
use crate::inside::metric;
use crate::short::short_match;
use crate::{Bar, Host, Plan, Tier, quick_setup};
use anyhow::Result;
use futures_util::future::join_all;
use serde_json::{Value, json};
use sifang_client::{Server, play};
use sifang_rules::any::RuleSetId;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// What is waited for beyond a limit: the machine may be busy.
const SLACK: Duration = Duration::from_secs(30);

/// A kind of slowness: its name, its limit, and whether it has ended in time.
type Kind = (&'static str, Duration, bool, Duration);

/// All kinds at the same time, and an honest table beside them.
pub(super) async fn slow(plan: &Plan) -> Result<Vec<Bar>> {
    let host = Host::start(&plan.sifang)?;
    let server = &host.server;
    let each = plan.count(4, 100, 250) as usize;
    let quiet = honest(server, plan.count(1, 3, 5)).await?;
    let crowd = async {
        let mut all = Vec::new();
        for _ in 0..each {
            all.push(one_of_each(server, plan.tier));
        }
        join_all(all).await
    };
    let (crowd, busy) = tokio::join!(crowd, honest(server, plan.count(1, 3, 5)));
    let busy = busy?;
    let mut kinds: Vec<Kind> = Vec::new();
    for one in crowd {
        kinds.extend(one?);
    }
    let late = kinds.iter().filter(|(.., ended, _)| !ended);
    for (what, limit, _, took) in late.clone() {
        eprintln!("H6: {what}: not ended after {took:?}, the limit is {limit:?}");
    }
    let mut bars = vec![Bar::none(
        "H6",
        "slow, silent or half-open clients that outlived their limit",
        late.count() as u64,
        kinds.len() as u64,
    )];
    for kind in ["never authenticates", "never reads", "is half open"] {
        let lives = kinds.iter().filter(|(what, ..)| *what == kind).map(|(.., took)| took.as_secs_f64());
        let (longest, most) = (lives.fold(0.0, f64::max), 30.0 + SLACK.as_secs_f64());
        bars.push(Bar::at_most("H6", format!("longest life of a client that {kind}"), longest, most, "s"));
    }
    // Timings hold on a quiet machine only; with every change they are printed.
    let line = if plan.tier == Tier::C { f64::INFINITY } else { 3.0 * quiet + 20.0 };
    bars.push(Bar::at_most(
        "H6",
        format!("mean time of an honest move beside them (alone {quiet:.2} ms)"),
        busy,
        line,
        "ms",
    ));
    let mut left = metric(server, "sifang_sockets").await?;
    let patience = Instant::now() + SLACK;
    while left > 0 && Instant::now() < patience {
        tokio::time::sleep(Duration::from_millis(100)).await;
        left = metric(server, "sifang_sockets").await?;
    }
    bars.push(Bar::none("H6", "sockets left of them", left, kinds.len() as u64));
    Ok(bars)
}

async fn one_of_each(server: &Server, tier: Tier) -> Result<Vec<Kind>> {
    let (hello, silence) = (Duration::from_secs(10), Duration::from_secs(25));
    let token = server.register("慢").await?;
    let unknown = timed("never authenticates", hello, async {
        Ok(Raw::open(server).await?.ending(hello + SLACK).await)
    });
    let pinging = timed("only pings before hello", hello, pings(server));
    let handshake = timed("half a handshake", hello, half_request(server, "GET /ws HTTP/1.1\r\nHost: x\r\n"));
    let mute = timed("says nothing at all", hello, half_request(server, ""));
    let half_open = timed("is half open", silence, async {
        let mut raw = Raw::greet(server, &token, false).await?;
        Ok(raw.ending(silence + SLACK).await)
    });
    let deaf = timed("never reads", silence, never_reads(server));
    let life = Duration::from_secs(60);
    let body = timed("sends a body for ever", life, async {
        // A minute is too long to wait with every change.
        if tier == Tier::C { Ok(Ended::Dropped) } else { slow_body(server).await }
    });
    let (a, b, c, d, e, f, g) = tokio::join!(unknown, pinging, handshake, mute, half_open, deaf, body);
    Ok(vec![a?, b?, c?, d?, e?, f?, g?])
}

async fn timed(
    what: &'static str,
    limit: Duration,
    attack: impl Future<Output = Result<Ended>>,
) -> Result<Kind> {
    let start = Instant::now();
    let ended = attack.await? != Ended::Open;
    Ok((what, limit, ended, start.elapsed()))
}

/// Pings of the transport do not replace `hello`.
async fn pings(server: &Server) -> Result<Ended> {
    let mut raw = Raw::open(server).await?;
    for _ in 0..60 {
        // Once the server has hung up, writing fails sooner or later; reading says how it ended.
        let _ = raw.frame(true, PING, b"x").await;
        let ended = raw.ending(Duration::from_millis(600)).await;
        if ended != Ended::Open {
            return Ok(ended);
        }
    }
    Ok(Ended::Open)
}

async fn half_request(server: &Server, text: &str) -> Result<Ended> {
    let mut stream = TcpStream::connect(server.host()).await?;
    stream.write_all(text.as_bytes()).await?;
    let mut rest = Vec::new();
    let ended = tokio::time::timeout(Duration::from_secs(10) + SLACK, stream.read_to_end(&mut rest)).await;
    Ok(if ended.is_ok() { Ended::Dropped } else { Ended::Open })
}

async fn slow_body(server: &Server) -> Result<Ended> {
    let mut stream = TcpStream::connect(server.host()).await?;
    let head = upgrade(server, "").replace("GET /ws", "POST /api/players").replace("Upgrade", "keep-alive");
    let head = head.replace("\r\n\r\n", "\r\nContent-Type: application/json\r\nContent-Length: 8000\r\n\r\n");
    stream.write_all(head.as_bytes()).await?;
    for _ in 0..100 {
        if stream.write_all(b" ").await.is_err() {
            return Ok(Ended::Dropped);
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    Ok(Ended::Open)
}

/// Asks for the whole table again and again, and reads none of it.
async fn never_reads(server: &Server) -> Result<Ended> {
    let token = server.register("聋").await?;
    let mut setup = quick_setup(RuleSetId::ALL[0].id(), &json!({}));
    setup["bots"] = "random".into();
    let body = json!({"setup": setup});
    let room = server.request("POST", "/api/quick", Some(&token), Some(&body)).await?.good()?;
    let mut raw = Raw::greet(server, &token, true).await?;
    let enter = json!({"type": "enter", "id": 2, "room": room["code"]});
    raw.frame(true, TEXT, enter.to_string().as_bytes()).await?;
    for id in 3..600 {
        let sync = json!({"type": "sync", "id": id}).to_string();
        if raw.frame(true, TEXT, sync.as_bytes()).await.is_err() {
            return Ok(Ended::Dropped);
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    Ok(Ended::Open)
}

/// Plays a match with bots; the mean time of an answer in milliseconds.
async fn honest(server: &Server, matches: u64) -> Result<f64> {
    let mut spent = Duration::ZERO;
    let mut answers = 0;
    for _ in 0..matches {
        let token = server.register("老实人").await?;
        let rules = RuleSetId::ALL[0];
        let mut setup = quick_setup(rules.id(), &short_match(rules));
        setup["bots"] = "random".into();
        let room = server.open_room(&token, &setup).await?;
        let mut client = sifang_client::seated(server, &token, &room).await?;
        client.ask(json!({"type": "start"})).await?;
        let start = Instant::now();
        let played =
            play(server, &token, &room, client, &mut |_: &Value, choices: &[Value]| choices.len() - 1)
                .await?;
        spent += start.elapsed();
        answers += played.acknowledged.len();
    }
    Ok(spent.as_secs_f64() * 1000.0 / answers.max(1) as f64)
}
