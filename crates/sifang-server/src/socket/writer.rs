//! The writing half of a socket: texts from the queue, pings, and the last words.

use super::connection::{Connection, Ending};
use super::{PING_EVERY, WRITE_TIME};
use crate::metrics::Metrics;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use futures_util::SinkExt;
use futures_util::stream::SplitSink;
use sifang_proto::{CloseReason, ServerMessage};
use std::sync::Arc;
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval, timeout};

type Sink = SplitSink<WebSocket, Message>;

/// Writes until the connection ends.
pub(super) async fn run(
    mut sink: Sink,
    mut texts: mpsc::Receiver<Vec<Utf8Bytes>>,
    connection: Arc<Connection>,
    metrics: Arc<Metrics>,
) {
    let mut pings = interval(PING_EVERY);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    pings.tick().await;
    let ending = loop {
        let first = tokio::select! {
            biased;
            ending = connection.ended() => break ending,
            next = texts.recv() => match next {
                Some(next) => next.into_iter().map(Message::Text).collect(),
                None => break Ending::Gone,
            },
            _ = pings.tick() => vec![Message::Ping(Default::default())],
        };
        if !write(&mut sink, &mut texts, first, &metrics).await {
            connection.end(Ending::Gone);
            return;
        }
    };
    // Last words are a courtesy: who does not read them is not waited for.
    let _ = timeout(WRITE_TIME, farewell(sink, texts, ending)).await;
}

/// Writes messages and whatever else waits, then flushes once.
async fn write(
    sink: &mut Sink,
    texts: &mut mpsc::Receiver<Vec<Utf8Bytes>>,
    first: Vec<Message>,
    metrics: &Metrics,
) -> bool {
    let all = async {
        for message in first {
            metrics.messages_out.add();
            sink.feed(message).await?;
        }
        while let Ok(more) = texts.try_recv() {
            for text in more {
                metrics.messages_out.add();
                sink.feed(Message::Text(text)).await?;
            }
        }
        sink.flush().await
    };
    matches!(timeout(WRITE_TIME, all).await, Ok(Ok(())))
}

async fn farewell(
    mut sink: Sink,
    mut texts: mpsc::Receiver<Vec<Utf8Bytes>>,
    ending: Ending,
) -> Result<(), axum::Error> {
    let (status, reason) = match ending {
        Ending::Gone => (close_code::NORMAL, None),
        Ending::Status(status) => (status, None),
        Ending::Told(reason @ CloseReason::TooSlow) => (close_code::POLICY, Some(reason)),
        Ending::Told(reason @ CloseReason::Shutdown) => (close_code::RESTART, Some(reason)),
        Ending::Told(reason) => (close_code::NORMAL, Some(reason)),
    };
    if ending != Ending::Told(CloseReason::TooSlow) {
        while let Ok(more) = texts.try_recv() {
            for text in more {
                sink.feed(Message::Text(text)).await?;
            }
        }
    }
    if let Some(reason) = reason {
        let closed: ServerMessage<'_> = ServerMessage::Closed { reason };
        sink.feed(Message::Text(closed.to_json().into())).await?;
    }
    sink.send(Message::Close(Some(CloseFrame { code: status, reason: Utf8Bytes::default() }))).await
}
