//! One client as rooms see it: a way to write to it, and a way to end it. Nobody who writes ever waits for a slow reader.
//!
//! A turn is written by whoever has something to say, straight to the socket. Only what the system does not take at once waits
//! here, within bounds, until the task that serves the socket can write it.

use super::frame::Frames;
use crate::limits::lock;
use crate::metrics::Metrics;
use sifang_proto::{CloseReason, limits};
use socket2::SockRef;
use std::io::{self, ErrorKind, Write as _};
use std::net::Shutdown;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio::sync::Notify;

/// Most bytes that wait for a client that does not read; a snapshot fits in many times.
const MOST_WAITING: usize = 512 * 1024;

/// Why a connection ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    /// The server ends it and sends this reason.
    Because(CloseReason),
    /// The client broke a rule of the transport; it gets this WebSocket status.
    Status(u16),
    /// The client went away.
    Gone,
}

/// A client's connection. There are thousands, and every turn looks at four of them: it is small, and the socket lies in it.
#[derive(Debug)]
pub(crate) struct Connection {
    /// Unique for the life of the process.
    pub(crate) id: u64,
    socket: TcpStream,
    writer: Mutex<Writer>,
    ending: OnceLock<Ending>,
    /// Wakes the task that serves the socket: something waits to be written, or it is over.
    wake: Notify,
    metrics: Arc<Metrics>,
}

/// The state of the writing side.
#[derive(Debug, Default)]
struct Writer {
    /// Nothing more will be written.
    closed: bool,
    /// What the socket has not taken yet; rarely anything.
    waiting: Option<Box<Waiting>>,
}

/// What a socket has not taken yet.
#[derive(Debug)]
struct Waiting {
    bytes: Vec<u8>,
    /// Turns that wait.
    turns: usize,
    /// Since when the system takes nothing.
    since: Instant,
}

impl Waiting {
    /// Whether so many bytes more may wait.
    fn has_room(&self, bytes: usize) -> bool {
        self.turns < limits::OUTGOING_QUEUE && self.bytes.len() + bytes <= MOST_WAITING
    }
}

impl Writer {
    /// Keeps what was not taken.
    fn keep(&mut self, bytes: &[u8]) {
        let empty = || Box::new(Waiting { bytes: Vec::new(), turns: 0, since: Instant::now() });
        let waiting = self.waiting.get_or_insert_with(empty);
        waiting.turns += 1;
        waiting.bytes.extend_from_slice(bytes);
    }
}

impl Connection {
    /// A connection by this socket.
    pub(crate) fn new(id: u64, socket: TcpStream, metrics: Arc<Metrics>) -> Connection {
        let (writer, ending, wake) = (Mutex::default(), OnceLock::new(), Notify::new());
        Connection { id, socket, writer, ending, wake, metrics }
    }

    /// The socket, for the task that serves it.
    pub(super) fn socket(&self) -> &TcpStream {
        &self.socket
    }

    /// Writes as much as the system takes, straight: whether there is room is asked by trying, which is the usual case.
    fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        match (&*SockRef::from(&self.socket)).write(bytes) {
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => Ok(0),
            written => written,
        }
    }

    /// Writes frames, or keeps what the system does not take; says whether they are on their way. A client that reads too slowly
    /// is cut off; it can come back and resume.
    pub(crate) fn send(&self, frames: &Frames) -> bool {
        let (mut writer, bytes) = (lock(&self.writer), &frames.bytes);
        if writer.closed || self.ending().is_some() {
            return false;
        }
        if bytes.is_empty() {
            return true;
        }
        self.metrics.messages_out.add_many(frames.texts);
        let taken = match &writer.waiting {
            None => self.write(bytes).map_err(|_| Ending::Gone),
            Some(waiting) if waiting.has_room(bytes.len()) => Ok(0),
            Some(_) => Err(Ending::Because(CloseReason::TooSlow)),
        };
        match taken {
            Ok(taken) if taken < bytes.len() => {
                writer.keep(&bytes[taken..]);
                self.wake.notify_one();
            }
            Ok(_) => {}
            Err(ending) => self.end(ending),
        }
        taken.is_ok()
    }

    /// Writes one text.
    pub(crate) fn send_text(&self, text: &str) -> bool {
        self.send(&Frames::of(text))
    }

    /// Since when something waits to be written.
    pub(super) fn stuck(&self) -> Option<Instant> {
        lock(&self.writer).waiting.as_ref().map(|waiting| waiting.since)
    }

    /// The same, without a time in which nobody here could have written.
    pub(super) fn excuse(&self, late: Duration, now: Instant) -> Option<Instant> {
        let mut writer = lock(&self.writer);
        let waiting = writer.waiting.as_mut()?;
        waiting.since = now.min(waiting.since + late);
        Some(waiting.since)
    }

    /// Writes what waits, as far as the system takes it; true when nothing waits any more. It goes by way of the runtime, which
    /// learns from it whether it has to wait for room.
    pub(super) fn flush(&self) -> io::Result<bool> {
        let mut writer = lock(&self.writer);
        let Some(waiting) = &mut writer.waiting else { return Ok(true) };
        let written = match self.socket.try_write(&waiting.bytes) {
            Err(error) if error.kind() == ErrorKind::WouldBlock => 0,
            written => written?,
        };
        waiting.bytes.drain(..written);
        if waiting.bytes.is_empty() {
            writer.waiting = None;
            return Ok(true);
        }
        if written > 0 {
            waiting.since = Instant::now();
        }
        Ok(false)
    }

    /// Adds the last words behind everything that waits. Nothing is sent after them.
    pub(super) fn conclude(&self, frames: &Frames) {
        lock(&self.writer).keep(&frames.bytes);
    }

    /// Closes the writing side: the client reads its end.
    pub(super) fn hang_up(&self) {
        lock(&self.writer).closed = true;
        // One that the client has closed needs no end.
        let _ = SockRef::from(&self.socket).shutdown(Shutdown::Write);
    }

    /// Ends it; the first reason counts.
    pub(crate) fn end(&self, ending: Ending) {
        if self.ending.set(ending).is_ok() {
            self.wake.notify_one();
        }
    }

    /// Why it ended, once it has.
    pub(crate) fn ending(&self) -> Option<Ending> {
        self.ending.get().copied()
    }

    /// Waits until there is something to write or the connection has ended. Only the task that serves the socket may wait.
    pub(super) async fn woken(&self) {
        self.wake.notified().await;
    }

    /// Waits for its end. Only the task that serves the socket may wait.
    pub(super) async fn ended(&self) -> Ending {
        loop {
            if let Some(ending) = self.ending() {
                return ending;
            }
            self.woken().await;
        }
    }
}

/// Two ends of a connection, for tests: the server's and the client's.
#[cfg(test)]
pub(crate) async fn pair(id: u64) -> (Connection, TcpStream) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let client = tokio::net::TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
    let socket = listener.accept().await.unwrap().0;
    socket.writable().await.unwrap();
    (Connection::new(id, socket, Arc::default()), client)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::AsyncReadExt;

    #[tokio::test]
    async fn who_does_not_read_is_cut_off_and_keeps_no_more() {
        let (connection, mut client) = pair(1).await;
        let large = Frames::of(&"x".repeat(64 * 1024));
        // The system's own buffers take some megabytes.
        let mut sent = 0;
        while connection.stuck().is_none() {
            assert!(connection.send(&large));
            sent += 1;
        }
        assert_eq!(connection.ending(), None);
        let mut more = 0;
        while connection.send(&Frames::of("y")) {
            more += 1;
        }
        assert_eq!(more, limits::OUTGOING_QUEUE - 1);
        assert_eq!(connection.ended().await, Ending::Because(CloseReason::TooSlow));
        connection.end(Ending::Gone);
        assert_eq!(connection.ending(), Some(Ending::Because(CloseReason::TooSlow)));
        assert!(!connection.send(&Frames::of("z")));
        // What was taken arrives whole and in order.
        let expected = sent * large.bytes.len() + more * Frames::of("y").bytes.len();
        let reading = tokio::spawn(async move {
            let mut bytes = vec![0; expected];
            client.read_exact(&mut bytes).await.unwrap();
            bytes
        });
        while !connection.flush().unwrap() {
            tokio::task::yield_now().await;
        }
        let bytes = reading.await.unwrap();
        assert!(bytes.chunks(large.bytes.len()).take(sent).all(|chunk| chunk == large.bytes));
        assert!(bytes.ends_with(b"\x81\x01y\x81\x01y"));
    }

    #[tokio::test]
    async fn messages_go_out_at_once_and_last_words_behind_them() {
        let (connection, mut client) = pair(1).await;
        let mut messages = Frames::of("one");
        messages.text("two");
        assert!(connection.send(&messages));
        assert_eq!(connection.metrics.messages_out.get(), 2);
        connection.end(Ending::Gone);
        assert!(!connection.send(&messages));
        connection.conclude(&Frames::of("goodbye"));
        assert!(connection.flush().unwrap());
        let expected: Vec<u8> =
            ["one", "two", "goodbye"].iter().flat_map(|text| Frames::of(text).bytes).collect();
        let mut bytes = vec![0; expected.len()];
        client.read_exact(&mut bytes).await.unwrap();
        assert_eq!(bytes, expected);
    }
}
