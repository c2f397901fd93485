//! The task's side of a socket: texts in, pings answered and sent, what waits written when there is room, and the last words.

use super::connection::{Connection, Ending};
use super::frame::{Frames, Inbox, Incoming, status};
use crate::limits::{Bucket, Rate};
use sifang_proto::{CloseReason, ServerMessage, limits};
use socket2::SockRef;
use std::future::poll_fn;
use std::io::{self, ErrorKind, Read as _};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};
use tokio::io::Interest;
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep_until, timeout};

const SILENCE: Duration = Duration::from_millis(limits::SILENCE_MS);
/// Control frames of the transport (pings, pongs). A browser sends one pong for each of our pings.
const CONTROLS: Rate = Rate::per_second(2, 20);
/// How often a client is asked whether it is still there.
const PING_EVERY: Duration = Duration::from_secs(10);
/// How long a client may take nothing before it counts as gone.
const WRITE_TIME: Duration = Duration::from_secs(5);
/// How long, and how much, a client may still say after the goodbye: closing on unread bytes would take the goodbye back.
const LINGER: Duration = Duration::from_secs(1);
/// See [`LINGER`].
const LINGER_BYTES: usize = 1 << 20;
/// Bytes read from the system at once.
const CHUNK: usize = 4096;

/// A socket as its task has it.
pub(super) struct Reader {
    connection: Arc<Connection>,
    inbox: Inbox,
    controls: Bucket,
    /// When something was last received from the client.
    received: Instant,
    /// When it was last asked whether it is there.
    asked: Instant,
    /// The one timer: it may ring early, never late.
    timer: Pin<Box<Sleep>>,
}

impl Reader {
    /// The reader of a connection, with the bytes that came behind the handshake.
    pub(super) fn new(early: Vec<u8>, connection: Arc<Connection>) -> Reader {
        let now = Instant::now();
        let mut inbox = Inbox::default();
        inbox.add(&early);
        let timer = Box::pin(sleep_until((now + PING_EVERY).into()));
        let controls = Bucket::new(CONTROLS, now);
        Reader { connection, inbox, controls, received: now, asked: now, timer }
    }

    /// The next text. Everything else is seen to on the way.
    pub(super) async fn next(&mut self) -> Result<Vec<u8>, Ending> {
        loop {
            if let Some(ending) = self.connection.ending() {
                return Err(ending);
            }
            match self.inbox.next().map_err(Ending::Status)? {
                Some(Incoming::Text(text)) => return Ok(text),
                Some(Incoming::Ping(_) | Incoming::Pong) if !self.controls.take(Instant::now()) => {
                    return Err(Ending::Status(status::POLICY));
                }
                Some(Incoming::Ping(payload)) => {
                    let mut frames = Frames::default();
                    frames.pong(&payload);
                    self.connection.send(&frames);
                }
                Some(Incoming::Pong) => {}
                Some(Incoming::Close) => return Err(Ending::Status(status::NORMAL)),
                None => self.wait().await?,
            }
        }
    }

    /// Waits until something has happened.
    async fn wait(&mut self) -> Result<(), Ending> {
        let stuck = self.connection.stuck();
        self.arm(stuck);
        let Reader { inbox, connection, timer, .. } = self;
        let socket = connection.socket();
        tokio::select! {
            biased;
            () = connection.woken() => Ok(()),
            ready = poll_fn(|cx| socket.poll_write_ready(cx)), if stuck.is_some() => {
                ready.and_then(|()| connection.flush()).map(drop).map_err(|_| Ending::Gone)
            }
            read = poll_fn(|cx| poll_read(socket, inbox, cx)) => match read {
                Ok(1..) => {
                    self.received = Instant::now();
                    Ok(())
                }
                Ok(0) | Err(_) => Err(Ending::Gone),
            },
            () = timer.as_mut() => self.rung(Instant::now()),
        }
    }

    /// When something is due at the latest.
    fn due(&self, stuck: Option<Instant>) -> Instant {
        let due = (self.received + SILENCE).min(self.asked + PING_EVERY);
        stuck.map_or(due, |since| due.min(since + WRITE_TIME))
    }

    /// Sets the timer if it would ring too late. That it may ring early saves setting it with every message.
    fn arm(&mut self, stuck: Option<Instant>) {
        let due = self.due(stuck).into();
        if due < self.timer.deadline() {
            self.timer.as_mut().reset(due);
        }
    }

    /// The timer has rung: is anything due? As much as it is late, this task did not run: the process was stopped, or its machine
    /// had no time for it. Nobody was asked anything in that time, nor read, so it is not held against the client.
    fn rung(&mut self, now: Instant) -> Result<(), Ending> {
        let late = now.saturating_duration_since(self.timer.deadline().into());
        self.received = now.min(self.received + late);
        let stuck = self.connection.excuse(late, now);
        if stuck.is_some_and(|since| since + WRITE_TIME <= now) {
            return Err(Ending::Gone);
        }
        if self.received + SILENCE <= now {
            return Err(Ending::Status(status::POLICY));
        }
        if self.asked + PING_EVERY <= now {
            self.asked = now;
            let mut frames = Frames::default();
            frames.ping();
            self.connection.send(&frames);
        }
        let due = self.due(stuck);
        self.timer.as_mut().reset(due.into());
        Ok(())
    }

    /// Writes what waits and the last words, and closes. They are a courtesy: who does not read them is not waited for.
    pub(super) async fn farewell(mut self, ending: Ending) {
        let (status, reason) = match ending {
            Ending::Gone => return self.connection.hang_up(),
            Ending::Status(status) => (status, None),
            Ending::Because(reason @ CloseReason::TooSlow) => (status::POLICY, Some(reason)),
            Ending::Because(reason @ CloseReason::Shutdown) => (status::RESTART, Some(reason)),
            Ending::Because(reason) => (status::NORMAL, Some(reason)),
        };
        let mut frames = Frames::default();
        if let Some(reason) = reason {
            let closed: ServerMessage<'_> = ServerMessage::Closed { reason };
            frames.text(&closed.to_json());
        }
        frames.close(status);
        self.connection.conclude(&frames);
        let written = timeout(WRITE_TIME, self.write_out()).await;
        self.connection.hang_up();
        if matches!(written, Ok(Ok(()))) {
            let _ = timeout(LINGER, self.linger()).await;
        }
    }

    async fn write_out(&self) -> io::Result<()> {
        while !self.connection.flush()? {
            self.connection.socket().writable().await?;
        }
        Ok(())
    }

    /// Reads until the client has closed, too.
    async fn linger(&mut self) {
        let mut left = LINGER_BYTES;
        while left > 0 {
            let Reader { connection, inbox, .. } = self;
            match poll_fn(|cx| poll_read(connection.socket(), inbox, cx)).await {
                Ok(0) | Err(_) => return,
                Ok(count) => left = left.saturating_sub(count),
            }
            self.inbox = Inbox::default();
        }
    }
}

/// Reads into the inbox. The chunk lives on the stack: thousands of idle connections need no buffers.
fn poll_read(socket: &TcpStream, inbox: &mut Inbox, cx: &mut Context<'_>) -> Poll<io::Result<usize>> {
    loop {
        ready!(socket.poll_read_ready(cx))?;
        let mut read = 0;
        let tried = socket.try_io(Interest::READABLE, || {
            let mut chunk = [0; CHUNK];
            read = (&*SockRef::from(socket)).read(&mut chunk)?;
            inbox.add(&chunk[..read]);
            // Less than there was room for is all there is: to say so now saves asking once more.
            if (1..CHUNK).contains(&read) { Err(ErrorKind::WouldBlock.into()) } else { Ok(()) }
        });
        match tried {
            Err(error) if error.kind() != ErrorKind::WouldBlock => return Poll::Ready(Err(error)),
            Err(_) if read == 0 => {}
            _ => return Poll::Ready(Ok(read)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::socket::connection::pair;

    const SECOND: Duration = Duration::from_secs(1);

    #[tokio::test]
    async fn a_client_is_not_cut_off_because_the_server_slept() {
        let (connection, client) = pair(1).await;
        let mut reader = Reader::new(Vec::new(), Arc::new(connection));
        let start = reader.received;
        // The timer was set for ten seconds and rings after sixty: fifty of them nothing of the client could have been received.
        assert_eq!(reader.rung(start + 60 * SECOND), Ok(()));
        let mut ping = [0; 2];
        client.readable().await.unwrap();
        assert_eq!((client.try_read(&mut ping).unwrap(), ping), (2, [0x89, 0]), "it is asked now");
        // From then on silence counts as ever: ten seconds before, fifteen after.
        assert_eq!(reader.rung(start + 70 * SECOND), Ok(()));
        assert_eq!(reader.rung(start + 75 * SECOND), Err(Ending::Status(status::POLICY)));
    }
}
