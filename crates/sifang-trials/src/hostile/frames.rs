//! H1 and H2 at the transport: frames that are none, too long, or in too many pieces.

use super::ground::{Ground, resident_kb};
use super::raw::{BINARY, CLOSE, CONTINUE, Ended, PING, Raw, TEXT, frame};
use crate::{Bar, Plan};
use anyhow::Result;
use futures_util::future::join_all;
use sifang_bots::Rng;
use sifang_proto::limits;
use std::time::Duration;
use tokio::io::AsyncWriteExt;

/// Far above what a refusal takes, below what silence is allowed.
const PATIENCE: Duration = Duration::from_secs(60);
/// Connections at once.
const AT_ONCE: u64 = 16;
/// Empty frames of one message: a second's worth of work, if nobody cuts them off.
const EMPTY: usize = 200_000;
/// Sockets that hold as much unfinished as they can.
const HOARDERS: u64 = 200;

/// One input of H1: what is written after the handshake.
fn garbage(rng: &mut Rng) -> Vec<u8> {
    let mut noise = |most: u32| -> Vec<u8> {
        let length = rng.below(most);
        (0..length).map(|_| rng.word() as u8).collect()
    };
    let (short, long) = (noise(100), noise(4000));
    let control = [8u8, 9, 10][rng.below(3) as usize];
    match rng.below(14) {
        0 => long,
        1 => frame(true, TEXT, &long),
        2 => frame(true, 3 + rng.below(5) as u8, &short),
        3 => frame(true, 11 + rng.below(5) as u8, &short),
        4 => frame(true, 0x10 << rng.below(3) | TEXT, &short),
        5 => frame(false, control, &short),
        6 => frame(true, control, &vec![b'x'; 126 + rng.below(1000) as usize]),
        7 => frame(true, CONTINUE, &short),
        8 => [frame(false, TEXT, b"{"), frame(true, TEXT, b"}")].concat(),
        9 => [&[0x81u8, 5], &b"plain"[..]].concat(),
        10 => {
            let whole = frame(true, TEXT, b"{\"type\":\"ping\",\"id\":1}");
            whole[..1 + rng.below(whole.len() as u32 - 1) as usize].to_vec()
        }
        11 => frame(true, TEXT, &[b"{\"id\":1,\"type\":\"".to_vec(), vec![0xff, 0xfe], long].concat()),
        12 => frame(true, TEXT, deep(rng).as_bytes()),
        _ => frame(true, BINARY, &short),
    }
}

/// JSON that is deep, wide or full of numbers nobody can count to.
fn deep(rng: &mut Rng) -> String {
    let number = ["1e999", "-1", "18446744073709551616", "0.5", "1e-400", "99999999999999999999999"];
    let number = number[rng.below(6) as usize];
    match rng.below(5) {
        0 => "[".repeat(1 + rng.below(8000) as usize),
        1 => "{\"a\":".repeat(1 + rng.below(1500) as usize),
        2 => format!("{{\"id\":{number},\"type\":\"ping\"}}"),
        3 => format!("{{\"id\":1,\"type\":\"act\",\"decision\":{number},\"action\":\"pass\"}}"),
        _ => format!("{{\"id\":1,\"type\":\"sit\",\"seat\":{number},\"id\":2}}"),
    }
}

/// H1: everything ends, in an error or a close, and nobody else notices.
pub(super) async fn garbled(ground: &Ground, plan: &Plan) -> Result<Vec<Bar>> {
    let tries = plan.count(320, 20_000, 200_000);
    let (mut still_open, mut done) = (0, 0);
    while done < tries {
        let batch = (done..tries.min(done + AT_ONCE)).map(|n| one_try(ground, plan.seed, n));
        for ended in join_all(batch).await {
            still_open += u64::from(ended? == Ended::Open);
            done += 1;
        }
    }
    Ok(vec![Bar::none("H1", "garbled frames after which a connection was left hanging", still_open, done)])
}

async fn one_try(ground: &Ground, seed: u64, n: u64) -> Result<Ended> {
    let rng = &mut Rng::of(&[seed, n]);
    let mut raw = if n.is_multiple_of(2) {
        Raw::open(&ground.server).await?
    } else {
        Raw::greet(&ground.server, &ground.token(n).await?, false).await?
    };
    // The server may hang up before everything is written.
    let _ = raw.bytes(&garbage(rng)).await;
    let _ = raw.stream.shutdown().await;
    Ok(raw.ending(PATIENCE).await)
}

/// H2: too long in every way there is.
pub(super) async fn oversize(ground: &Ground, plan: &Plan) -> Result<Vec<Bar>> {
    let rounds = plan.count(3, 300, 2000);
    let (mut tries, mut accepted, mut answered) = (0, 0, 0);
    for round in 0..rounds {
        let token = ground.token(round).await?;
        for (what, bytes) in too_long() {
            for known in [false, true] {
                let mut raw = if known {
                    Raw::greet(&ground.server, &token, false).await?
                } else {
                    Raw::open(&ground.server).await?
                };
                let ended = flood(&mut raw, &bytes).await;
                tries += 1;
                answered += u64::from(ended == Ended::Closed(1009));
                if ended == Ended::Open {
                    eprintln!("{what} was not refused");
                    accepted += 1;
                }
            }
        }
    }
    let mut bars = vec![
        Bar::none(
            "H2",
            "messages or frames over 8 KB and 10^5 fragments that were not cut off",
            accepted,
            tries,
        ),
        Bar::at_least(
            "H2",
            "of these answered with 1009 (the others were cut off in the middle of writing)",
            answered,
            1,
        ),
    ];
    bars.push(empty_frames(ground, plan).await?);
    bars.push(hoard(ground).await?);
    Ok(bars)
}

/// Frames that carry nothing and never end their message: they cost the server work, and no limit on bytes or messages counts them.
/// The goodbye behind them is answered only where all of them were put up with.
async fn empty_frames(ground: &Ground, plan: &Plan) -> Result<Bar> {
    let rounds = plan.count(2, 20, 100);
    let more = frame(false, CONTINUE, b"").repeat(EMPTY);
    let attack = [frame(false, TEXT, b"{"), more, frame(true, CLOSE, b"")].concat();
    let mut borne = 0;
    for round in 0..rounds {
        let mut raw = Raw::greet(&ground.server, &ground.token(round).await?, false).await?;
        let ended = flood(&mut raw, &attack).await;
        borne += u64::from(matches!(ended, Ended::Open | Ended::Closed(1000)));
    }
    Ok(Bar::none("H2", format!("messages in {EMPTY} empty frames that were not cut off"), borne, rounds))
}

/// Writes while it reads: the last words come while most of it is still unsent.
async fn flood(raw: &mut Raw, bytes: &[u8]) -> Ended {
    let (mut reader, mut writer) = raw.stream.split();
    let writing = async {
        // The server hangs up in the middle of it.
        let _ = writer.write_all(bytes).await;
        std::future::pending::<()>().await
    };
    let reading = async {
        use tokio::io::AsyncReadExt;
        let mut received = Vec::new();
        // What was received before a reset counts.
        let _ = reader.read_to_end(&mut received).await;
        received
    };
    let received = tokio::select! {
        received = reading => received,
        () = writing => Vec::new(),
        () = tokio::time::sleep(PATIENCE) => return Ended::Open,
    };
    let close = received.windows(2).position(|pair| pair == [0x88, 2]);
    close
        .and_then(|at| received.get(at + 2..at + 4))
        .map_or(Ended::Dropped, |code| Ended::Closed(u16::from_be_bytes([code[0], code[1]])))
}

fn too_long() -> Vec<(&'static str, Vec<u8>)> {
    let most = limits::FRAME_BYTES;
    let mut pieces = frame(false, TEXT, b"{");
    for _ in 0..100_000 {
        pieces.extend(frame(false, CONTINUE, b" "));
    }
    let halves = [frame(false, TEXT, &vec![b' '; most]), frame(true, CONTINUE, b" ")].concat();
    let mut promised = vec![0x81, 0xff];
    promised.extend((1u64 << 62).to_be_bytes());
    promised.extend([0; 64]);
    vec![
        ("a frame of one byte too many", frame(true, TEXT, &vec![b' '; most + 1])),
        ("a frame of a megabyte", frame(true, TEXT, &vec![b' '; 1 << 20])),
        ("a message of two frames", halves),
        ("a hundred thousand fragments", pieces),
        ("a frame that promises 2^62 bytes", promised),
    ]
}

/// Many sockets, each with as much unfinished as is read: what the server holds for them.
async fn hoard(ground: &Ground) -> Result<Bar> {
    let before = resident_kb(ground.process)?;
    let mut held = Vec::new();
    for _ in 0..HOARDERS {
        let mut raw = Raw::open(&ground.server).await?;
        raw.frame(false, TEXT, &vec![b' '; limits::FRAME_BYTES - 1]).await?;
        raw.frame(true, PING, b"").await?;
        held.push(raw);
    }
    for raw in &mut held {
        // The pong says that everything before it has been read.
        let mut pong = [0; 2];
        use tokio::io::AsyncReadExt;
        tokio::time::timeout(PATIENCE, raw.stream.read_exact(&mut pong)).await??;
    }
    let grown = resident_kb(ground.process)?.saturating_sub(before) as f64 / HOARDERS as f64;
    Ok(Bar::at_most("H2", "memory held per socket with an unfinished message", grown, 64.0, "KB"))
}
