//! H7: too much of everything from one client, while others play.

use super::raw::{Ended, Raw, TEXT, upgrade};
use crate::inside::metric;
use crate::{Bar, Host, Plan};
use anyhow::Result;
use futures_util::future::join_all;
use serde_json::json;
use sifang_client::Client;
use sifang_proto::limits;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// A server with the limits people meet.
pub(super) async fn floods(plan: &Plan) -> Result<Vec<Bar>> {
    let host = Host::start_with(&plan.sifang, &[])?;
    let honest = host.players(1).await?.remove(0);
    let mut honest = Client::connect(&host.server, &honest).await?;
    let mut bars = messages(&host, plan).await?;
    bars.extend(connects(&host, plan).await?);
    // Whoever was there before has noticed nothing.
    let start = Instant::now();
    honest.send(json!({"type": "ping"})).await?;
    let heard = honest.hear().await?;
    let answered = format!("{heard:?}").contains("pong");
    bars.push(Bar::none("H7", "honest clients lost in the floods", u64::from(!answered), 1));
    eprintln!("H7: an honest ping after the floods took {:.1} ms", start.elapsed().as_secs_f64() * 1000.0);
    Ok(bars)
}

/// A thousand messages a second from one socket.
async fn messages(host: &Host, plan: &Plan) -> Result<Vec<Bar>> {
    let seconds = plan.count(3, 20, 60);
    let token = host.players(1).await?.remove(0);
    let mut raw = Raw::greet(&host.server, &token, false).await?;
    let start = Instant::now();
    let mut sent = 0u64;
    let mut ended = Ended::Open;
    while ended == Ended::Open && start.elapsed() < Duration::from_secs(seconds + 30) {
        for _ in 0..100 {
            sent += 1;
            let ping = json!({"type": "ping", "id": sent + 1}).to_string();
            // Cut off in the middle of it; reading tells how.
            let _ = raw.frame(true, TEXT, ping.as_bytes()).await;
        }
        ended = raw.ending(Duration::from_millis(100)).await;
    }
    let answered = raw.heard.iter().filter(|message| message["type"] == "pong").count() as u64;
    let allowed = u64::from(limits::MESSAGES_BURST)
        + (start.elapsed().as_secs_f64() * f64::from(limits::MESSAGES_PER_SECOND)).ceil() as u64;
    Ok(vec![
        Bar::at_most(
            "H7",
            format!("messages of a flood of {sent} that were answered"),
            answered as f64,
            allowed as f64,
            "messages",
        ),
        Bar::none("H7", "floods of messages that were not cut off", u64::from(ended == Ended::Open), 1),
    ])
}

/// Many connections from one address: sockets, and connections that say nothing.
async fn connects(host: &Host, plan: &Plan) -> Result<Vec<Bar>> {
    let tries = plan.count(300, 5000, 20_000);
    let mut open = Vec::new();
    let (mut refused, mut dropped) = (0u64, 0u64);
    for _ in 0..tries / 50 {
        let batch = (0..50).map(|_| async {
            let mut stream = TcpStream::connect(host.server.host()).await?;
            stream.write_all(upgrade(&host.server, "").as_bytes()).await?;
            let mut line = [0; 12];
            let read = stream.read_exact(&mut line).await;
            anyhow::Ok((stream, read.ok().map(|_| line)))
        });
        for tried in join_all(batch).await {
            match tried {
                Ok((stream, Some(line))) if line.ends_with(b"101") => open.push(stream),
                Ok((_, Some(_))) => refused += 1,
                // One connection too many is dropped without a word.
                Ok((_, None)) | Err(_) => dropped += 1,
            }
        }
    }
    let most = limits::SOCKETS_PER_ADDRESS as f64;
    let mut bars = vec![
        Bar::at_most(
            "H7",
            format!("sockets of one address out of {tries} ({refused} refused, {dropped} dropped)"),
            open.len() as f64,
            most,
            "sockets",
        ),
        Bar::at_least(
            "H7",
            "refusals counted by the server",
            metric(&host.server, "sifang_sockets_dropped_total").await?,
            1,
        ),
    ];
    drop(open);
    // Connections that say nothing hold no more than their share either.
    let mut mute = Vec::new();
    for _ in 0..200 {
        mute.push(TcpStream::connect(host.server.host()).await?);
    }
    let alive = join_all(mute.iter_mut().map(|stream| async {
        let mut byte = [0; 1];
        tokio::time::timeout(Duration::from_secs(3), stream.read(&mut byte)).await.is_err()
    }));
    let alive = alive.await.into_iter().filter(|alive| *alive).count() as f64;
    bars.push(Bar::at_most(
        "H7",
        "silent connections of one address that are kept, of 200",
        alive,
        4.0 * most,
        "connections",
    ));
    drop(mute);
    // Their places come back.
    let freed = async {
        while host.server.request("GET", "/healthz", None, None).await.is_err() {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    let freed = tokio::time::timeout(Duration::from_secs(60), freed).await.is_ok();
    bars.push(Bar::none("H7", "addresses locked out after a flood", u64::from(!freed), 1));
    Ok(bars)
}
