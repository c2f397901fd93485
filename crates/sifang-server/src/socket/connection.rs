//! One client as rooms see it: a short queue of texts, and a way to end it. Nobody who sends ever waits for a slow reader.

use axum::extract::ws::Utf8Bytes;
use sifang_proto::{CloseReason, limits};
use std::sync::OnceLock;
use tokio::sync::{Notify, mpsc};

/// Why a connection ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    /// The client is told this reason.
    Told(CloseReason),
    /// The client broke a rule of the transport; it gets this WebSocket status.
    Status(u16),
    /// The client went away.
    Gone,
}

/// A client's connection.
#[derive(Debug)]
pub(crate) struct Connection {
    /// Unique for the life of the process.
    pub(crate) id: u64,
    queue: mpsc::Sender<Vec<Utf8Bytes>>,
    ending: OnceLock<Ending>,
    ended: Notify,
}

impl Connection {
    /// A connection, and the end of its queue that is written to the socket.
    pub(crate) fn new(id: u64) -> (Connection, mpsc::Receiver<Vec<Utf8Bytes>>) {
        let (queue, texts) = mpsc::channel(limits::OUTGOING_QUEUE);
        (Connection { id, queue, ending: OnceLock::new(), ended: Notify::new() }, texts)
    }

    /// Queues texts that belong together (a client that comes back gets all it has missed at once). A client that reads
    /// too slowly is cut off; it can come back and resume.
    pub(crate) fn send_all(&self, texts: Vec<Utf8Bytes>) -> bool {
        let queued = self.queue.try_send(texts).is_ok();
        if !queued {
            self.end(Ending::Told(CloseReason::TooSlow));
        }
        queued
    }

    /// Queues one text.
    pub(crate) fn send(&self, text: Utf8Bytes) -> bool {
        self.send_all(vec![text])
    }

    /// Ends it; the first reason counts.
    pub(crate) fn end(&self, ending: Ending) {
        if self.ending.set(ending).is_ok() {
            self.ended.notify_waiters();
        }
    }

    /// Why it ended, once it has.
    pub(crate) fn ending(&self) -> Option<Ending> {
        self.ending.get().copied()
    }

    /// Waits for its end.
    pub(crate) async fn ended(&self) -> Ending {
        loop {
            let notified = self.ended.notified();
            if let Some(ending) = self.ending() {
                return ending;
            }
            notified.await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_full_queue_ends_the_connection_and_keeps_no_more() {
        let (connection, mut texts) = Connection::new(1);
        for _ in 0..limits::OUTGOING_QUEUE {
            assert!(connection.send("x".into()));
        }
        assert_eq!(connection.ending(), None);
        assert!(!connection.send("y".into()));
        assert_eq!(connection.ended().await, Ending::Told(CloseReason::TooSlow));
        connection.end(Ending::Gone);
        assert_eq!(connection.ending(), Some(Ending::Told(CloseReason::TooSlow)));
        let mut kept = 0;
        while texts.try_recv().is_ok() {
            kept += 1;
        }
        assert_eq!(kept, limits::OUTGOING_QUEUE);
    }
}
