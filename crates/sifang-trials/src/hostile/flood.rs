//! H7: too much of everything from one client, while others play.

use super::honest::Honest;
use super::raw::{Ended, Raw, TEXT, upgrade};
use super::rooms;
use crate::inside::metric;
use crate::{Bar, Host, Plan, Tier};
use anyhow::Result;
use futures_util::future::join_all;
use serde_json::json;
use sifang_client::Server;
use sifang_proto::limits;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{interval, sleep, timeout, timeout_at};

/// Honest tables; their sockets and those of the floods have one address, and share what one address may have.
const TABLES: usize = 3;
/// Clients that send too much: more than the server has threads on a small machine, so that one that blocks its thread is felt.
const FLOODERS: usize = 4;
/// Connections at once that say nothing.
const SILENT: usize = 200;
/// After this long a connection counts as kept.
const KEPT: Duration = Duration::from_secs(1);
/// How long a flood may be felt after its end, at most.
const CALM: Duration = Duration::from_secs(60);

/// A server with the limits people meet. Honest tables play alone, and then beside each flood; the floods last as long as what
/// they feel is measured, and no longer than a socket may stay without `hello`.
pub(super) async fn floods(plan: &Plan) -> Result<Vec<Bar>> {
    let host = Host::start_with(&plan.sifang, &[])?;
    let (server, metrics) = (&host.server, &host.metrics()?);
    let mut bars = rooms::pace(server).await?;
    let is_small = plan.tier == Tier::C;
    let honest = Honest { server, tables: TABLES, tier: plan.tier };
    let time = Duration::from_secs(if is_small { 2 } else { 5 });
    let mut locked_out = 0;
    let mut calm = async || locked_out += u64::from(!calms_down(server, metrics).await);
    let alone = honest.alone(time).await?;
    calm().await;

    let tokens = host.players(FLOODERS).await?;
    let (found, messages) =
        honest.beside(time, async |end| message_flood(server, &tokens, end).await).await?;
    bars.extend(found);
    bars.extend(honest.bars("H7", "during floods of messages", &alone, &messages));
    calm().await;

    // Two thousand a second, and half of it with every change: with five, the flood itself needs most of a machine of two cores,
    // and what honest players feel is no longer the server's doing.
    let at_once = if is_small { 10 } else { 20 };
    let (found, sockets) = honest.beside(time, async |end| socket_flood(server, at_once, end).await).await?;
    bars.push(found);
    let counted = metric(metrics, "sifang_sockets_dropped_total").await?;
    bars.push(Bar::at_least("H7", "refusals counted by the server", counted, 1));
    bars.extend(honest.bars("H7", "during a flood of sockets", &alone, &sockets));
    calm().await;

    let (found, silence) = honest.beside(time, async |end| silent_flood(server, end).await).await?;
    bars.push(found);
    bars.extend(honest.bars("H7", "during a flood of silent connections", &alone, &silence));
    calm().await;

    bars.push(honest.cut_off("H7", "in the floods", &[&messages, &sockets, &silence]));
    bars.push(Bar::none("H7", "addresses locked out after a flood", locked_out, 3));
    Ok(bars)
}

/// Whether all places come back when everybody has gone.
async fn calms_down(server: &Server, metrics: &Server) -> bool {
    let freed = async {
        // A server whose places are taken does not answer.
        while metric(metrics, "sifang_sockets").await.ok() != Some(0)
            || server.request("GET", "/healthz", None, None).await.is_err()
        {
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(CALM, freed).await.is_ok()
}

/// What one client got out of its flood, over all its connections.
#[derive(Default)]
struct Flooded {
    connections: u64,
    not_cut_off: u64,
    sent: u64,
    answered: u64,
    allowed: u64,
}

/// A thousand messages a second from each of these clients.
async fn message_flood(server: &Server, tokens: &[String], end: Instant) -> Result<Vec<Bar>> {
    let mut all = Flooded::default();
    for flooded in join_all(tokens.iter().map(|token| flooding(server, token, end))).await {
        let Flooded { connections, not_cut_off, sent, answered, allowed } = flooded?;
        all.connections += connections;
        all.not_cut_off += not_cut_off;
        all.sent += sent;
        all.answered += answered;
        all.allowed += allowed;
    }
    let what = format!("answers to floods of {} messages over {} connections", all.sent, all.connections);
    Ok(vec![
        Bar::at_most("H7", what, all.answered as f64, all.allowed as f64, "answers"),
        Bar::none("H7", "floods of messages that were not cut off", all.not_cut_off, all.connections),
    ])
}

/// One client, who comes back whenever it is cut off.
async fn flooding(server: &Server, token: &str, end: Instant) -> Result<Flooded> {
    let mut all = Flooded::default();
    while Instant::now() < end {
        let mut raw = Raw::greet(server, token, false).await?;
        let start = Instant::now();
        let mut ended = Ended::Open;
        while ended == Ended::Open && start.elapsed() < Duration::from_secs(30) {
            for _ in 0..100 {
                all.sent += 1;
                let ping = json!({"type": "ping", "id": all.sent + 1}).to_string();
                // Cut off in the middle of it; reading shows how.
                let _ = raw.frame(true, TEXT, ping.as_bytes()).await;
            }
            ended = raw.ending(Duration::from_millis(100)).await;
        }
        all.answered += raw.received.iter().filter(|message| message["type"] == "pong").count() as u64;
        all.allowed += u64::from(limits::MESSAGES_BURST)
            + (start.elapsed().as_secs_f64() * f64::from(limits::MESSAGES_PER_SECOND)).ceil() as u64;
        all.not_cut_off += u64::from(ended == Ended::Open);
        all.connections += 1;
    }
    Ok(all)
}

/// Sockets from one address, a hundred times a second so many at once, all of which would stay.
async fn socket_flood(server: &Server, at_once: usize, end: Instant) -> Result<Bar> {
    let mut open = Vec::new();
    let (mut tries, mut refused, mut dropped) = (0u64, 0u64, 0u64);
    let mut pace = interval(Duration::from_millis(10));
    while Instant::now() < end {
        pace.tick().await;
        tries += at_once as u64;
        for tried in join_all((0..at_once).map(|_| socket(server))).await {
            match tried {
                Ok((stream, Some(line))) if line.ends_with(b"101") => open.push(stream),
                Ok((_, Some(_))) => refused += 1,
                // One connection too many is dropped without a word.
                Ok((_, None)) | Err(_) => dropped += 1,
            }
        }
    }
    // Honest sockets count as well, until those players have gone; some of the last tries may get their places.
    let what =
        format!("sockets that one address got in {tries} tries ({refused} refused, {dropped} dropped)");
    let most = limits::SOCKETS_PER_ADDRESS as f64;
    Ok(Bar::at_most("H7", what, open.len() as f64, most, "sockets"))
}

/// Asks for a socket: the connection, and the beginning of the answer if there is one.
async fn socket(server: &Server) -> Result<(TcpStream, Option<[u8; 12]>)> {
    let mut stream = TcpStream::connect(server.host()).await?;
    stream.write_all(upgrade(server, "").as_bytes()).await?;
    let mut line = [0; 12];
    let read = stream.read_exact(&mut line).await;
    Ok((stream, read.ok().map(|_| line)))
}

/// Connections that say nothing hold no more than their share either; whichever is dropped comes back.
async fn silent_flood(server: &Server, end: Instant) -> Result<Bar> {
    // In the smallest tier the time is short; who is kept must be kept for a while.
    let end = end + KEPT;
    let alive = join_all((0..SILENT).map(|_| async {
        while Instant::now() < end {
            let start = Instant::now();
            if let Ok(mut stream) = TcpStream::connect(server.host()).await
                && timeout_at(end.into(), stream.read(&mut [0; 1])).await.is_err()
            {
                return start + KEPT < end;
            }
            sleep(Duration::from_millis(200)).await;
        }
        false
    }));
    let kept = alive.await.into_iter().filter(|is_kept| *is_kept).count();
    let most = 4 * limits::SOCKETS_PER_ADDRESS;
    let what = format!("silent connections of one address that are kept, of {SILENT}");
    Ok(Bar::at_most("H7", what, kept as f64, most as f64, "connections"))
}
