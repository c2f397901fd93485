//! One client as rooms see it: a way to write to it, and a way to end it. Nobody who writes ever waits for a slow reader.
//!
//! A turn is written by whoever has something to say, straight to the socket. Only what the system does not take at once waits
//! here, within bounds, until the task that serves the socket can write it.

use super::frame::Frames;
use crate::metrics::Metrics;
use futures_util::task::AtomicWaker;
use sifang_proto::{CloseReason, limits};
use sifang_room::Message;
use socket2::SockRef;
use std::future::poll_fn;
use std::io::{self, ErrorKind, Write as _};
use std::net::Shutdown;
use std::sync::atomic::{AtomicBool, Ordering::AcqRel, Ordering::Release};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;

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
    /// Something waits to be written, or it is over.
    woken: AtomicBool,
    /// The task that serves the socket.
    server: AtomicWaker,
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
        let (writer, ending) = (Mutex::default(), OnceLock::new());
        let (woken, server) = (AtomicBool::new(false), AtomicWaker::new());
        Connection { id, socket, writer, ending, woken, server, metrics }
    }

    fn writer(&self) -> MutexGuard<'_, Writer> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
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

    /// The writing side, as long as something may be written.
    fn open_writer(&self) -> Option<MutexGuard<'_, Writer>> {
        Some(self.writer()).filter(|writer| !writer.closed && self.ending().is_none())
    }

    /// Writes messages that belong together (a client that comes back gets all it has missed at once), put into frames in this
    /// buffer. A client that reads too slowly is cut off; it can come back and resume.
    pub(crate) fn send_messages<'a>(&self, messages: impl Iterator<Item = &'a Message>, buffer: &mut Frames) {
        buffer.clear();
        messages.for_each(|message| buffer.text(message));
        self.send(buffer);
    }

    /// Writes frames of any kind, likewise; says whether they are on their way.
    pub(crate) fn send(&self, frames: &Frames) -> bool {
        let Some(writer) = self.open_writer() else { return false };
        self.metrics.messages_out.add_many(frames.texts);
        self.put(writer, &frames.bytes)
    }

    /// Hands bytes to the system; what it does not take waits.
    fn put(&self, mut writer: MutexGuard<'_, Writer>, bytes: &[u8]) -> bool {
        if bytes.is_empty() {
            return true;
        }
        match &writer.waiting {
            None => match self.write(bytes) {
                Ok(written) if written == bytes.len() => return true,
                Ok(written) => writer.keep(&bytes[written..]),
                Err(_) => {
                    self.end(Ending::Gone);
                    return false;
                }
            },
            Some(waiting)
                if waiting.turns < limits::OUTGOING_QUEUE
                    && waiting.bytes.len() + bytes.len() <= MOST_WAITING =>
            {
                writer.keep(bytes);
            }
            Some(_) => {
                self.end(Ending::Because(CloseReason::TooSlow));
                return false;
            }
        }
        self.wake();
        true
    }

    /// Writes one text.
    pub(crate) fn send_text(&self, text: &str) -> bool {
        self.send(&Frames::of(text))
    }

    /// Since when something waits to be written.
    pub(super) fn stuck(&self) -> Option<Instant> {
        self.writer().waiting.as_ref().map(|waiting| waiting.since)
    }

    /// The same, without a time in which nobody here could have written.
    pub(super) fn excuse(&self, late: Duration, now: Instant) -> Option<Instant> {
        let mut writer = self.writer();
        let waiting = writer.waiting.as_mut()?;
        waiting.since = now.min(waiting.since + late);
        Some(waiting.since)
    }

    /// Writes what waits, as far as the system takes it; true when nothing waits any more. It goes by way of the runtime, which
    /// learns from it whether it has to wait for room.
    pub(super) fn flush(&self) -> io::Result<bool> {
        let mut writer = self.writer();
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
        self.writer().keep(&frames.bytes);
    }

    /// Closes the writing side: the client reads its end.
    pub(super) fn hang_up(&self) {
        self.writer().closed = true;
        // One that the client has closed needs no end.
        let _ = SockRef::from(&self.socket).shutdown(Shutdown::Write);
    }

    /// Ends it; the first reason counts.
    pub(crate) fn end(&self, ending: Ending) {
        if self.ending.set(ending).is_ok() {
            self.wake();
        }
    }

    /// Why it ended, once it has.
    pub(crate) fn ending(&self) -> Option<Ending> {
        self.ending.get().copied()
    }

    fn wake(&self) {
        self.woken.store(true, Release);
        self.server.wake();
    }

    /// Ready when there is something to write or the connection has ended. Only the task that serves the socket may ask.
    pub(super) fn poll_woken(&self, cx: &Context<'_>) -> Poll<()> {
        self.server.register(cx.waker());
        if self.woken.swap(false, AcqRel) { Poll::Ready(()) } else { Poll::Pending }
    }

    /// Waits for its end. Only the task that serves the socket may wait.
    pub(super) async fn ended(&self) -> Ending {
        loop {
            if let Some(ending) = self.ending() {
                return ending;
            }
            poll_fn(|cx| self.poll_woken(cx)).await;
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
        let messages: [Message; 2] = ["one".into(), "two".into()];
        connection.send_messages(messages.iter(), &mut Frames::of("left over"));
        assert_eq!(connection.metrics.messages_out.get(), 2);
        connection.end(Ending::Gone);
        connection.send_messages(messages.iter(), &mut Frames::default());
        connection.conclude(&Frames::of("goodbye"));
        assert!(connection.flush().unwrap());
        let expected: Vec<u8> =
            ["one", "two", "goodbye"].iter().flat_map(|text| Frames::of(text).bytes).collect();
        let mut bytes = vec![0; expected.len()];
        client.read_exact(&mut bytes).await.unwrap();
        assert_eq!(bytes, expected);
    }
}
