//! All sockets of the load process under one epoll: frames in, frames out, on one thread.

use crate::dial::Dial;
use crate::frame::{BINARY, CLOSE, PING, PONG, TEXT, frame, parse};
use mio::net::TcpStream;
use mio::unix::SourceFd;
use mio::{Events, Interest, Poll, Token};
use rustix::time::{
    Itimerspec, TimerfdClockId, TimerfdFlags, TimerfdTimerFlags, Timespec, timerfd_create, timerfd_settime,
};
use std::io::{Read, Write};
use std::os::fd::{AsRawFd, OwnedFd};
use std::time::{Duration, Instant};

/// The timer among the sockets.
const RUNG: Token = Token(usize::MAX);
/// Sockets that are read before somebody looks what is due.
const BATCH: usize = 32;

/// What plays on the sockets.
pub trait Game {
    /// A message has arrived.
    fn received(&mut self, socket: usize, payload: &[u8], out: &mut Out<'_>);
    /// Some time has passed.
    fn tick(&mut self, out: &mut Out<'_>);
    /// When something will be due.
    fn next(&self) -> Option<Instant>;
}

struct Socket {
    stream: TcpStream,
    /// The beginning of a frame whose end has not come.
    inbox: Vec<u8>,
    /// What the system would not take yet.
    outbox: Vec<u8>,
}

/// Where a game writes.
pub struct Out<'a>(&'a mut [Socket]);

impl Out<'_> {
    /// Sends a frame.
    pub fn send(&mut self, socket: usize, bytes: &[u8]) {
        let Socket { stream, outbox, .. } = &mut self.0[socket];
        if !outbox.is_empty() {
            outbox.extend(bytes);
            return;
        }
        let written = stream.write(bytes).unwrap_or(0);
        outbox.extend(&bytes[written..]);
    }
}

/// Rings at a moment; what epoll itself waits for is whole milliseconds.
struct Timer {
    fd: OwnedFd,
    armed: Option<Instant>,
}

impl Timer {
    fn new(poll: &Poll) -> Timer {
        let fd = timerfd_create(TimerfdClockId::Monotonic, TimerfdFlags::NONBLOCK).expect("a timer");
        let interest = Interest::READABLE;
        poll.registry().register(&mut SourceFd(&fd.as_raw_fd()), RUNG, interest).expect("a timer in epoll");
        Timer { fd, armed: None }
    }

    /// Rings so long after now, which is at this moment.
    fn set(&mut self, at: Instant, after: Duration) {
        if self.armed == Some(at) {
            return;
        }
        self.armed = Some(at);
        let once = Itimerspec { it_interval: Timespec::default(), it_value: timespec(after) };
        timerfd_settime(&self.fd, TimerfdTimerFlags::empty(), &once).expect("a timer is set");
    }
}

fn timespec(time: Duration) -> Timespec {
    Timespec { tv_sec: time.as_secs() as i64, tv_nsec: i64::from(time.subsec_nanos()) }
}

/// The sockets.
pub struct Wire {
    poll: Poll,
    timer: Timer,
    events: Events,
    sockets: Vec<Socket>,
    chunk: Vec<u8>,
}

impl Wire {
    /// No sockets yet.
    pub fn new() -> Wire {
        let poll = Poll::new().expect("epoll");
        let timer = Timer::new(&poll);
        Wire {
            poll,
            timer,
            events: Events::with_capacity(4096),
            sockets: Vec::new(),
            chunk: vec![0; 1 << 16],
        }
    }

    /// How many sockets there are.
    pub fn len(&self) -> usize {
        self.sockets.len()
    }

    /// Takes over a connection that is set up; its number is its place. What was read while connecting is passed on at once.
    pub fn adopt(&mut self, dial: Dial, game: &mut impl Game) {
        let number = self.sockets.len();
        dial.stream.set_nonblocking(true).expect("a socket that does not block");
        let mut stream = TcpStream::from_std(dial.stream);
        let interest = Interest::READABLE | Interest::WRITABLE;
        self.poll.registry().register(&mut stream, Token(number), interest).expect("a socket in epoll");
        self.sockets.push(Socket { stream, inbox: Vec::new(), outbox: Vec::new() });
        self.take_in(number, &dial.rest, game);
    }

    /// Lets the game write.
    pub fn out(&mut self) -> Out<'_> {
        Out(&mut self.sockets)
    }

    /// Waits for something to happen, or to be due, but no longer than until a moment, and passes it to the game.
    pub fn turn(&mut self, until: Instant, game: &mut impl Game) {
        let now = Instant::now();
        let wake = game.next().map_or(until, |next| next.min(until));
        let wait = wake.saturating_duration_since(now);
        if wait.is_zero() {
            self.poll.poll(&mut self.events, Some(wait)).expect("epoll");
        } else {
            self.timer.set(wake, wait);
            self.poll.poll(&mut self.events, None).expect("epoll");
        }
        let ready: Vec<Token> = self.events.iter().map(|event| event.token()).collect();
        let mut chunk = std::mem::take(&mut self.chunk);
        // What becomes due while many have something to say does not wait for all of them.
        for some in ready.chunks(BATCH) {
            for token in some {
                match *token {
                    RUNG => self.timer.armed = None,
                    Token(socket) => self.read(socket, &mut chunk, game),
                }
            }
            game.tick(&mut Out(&mut self.sockets));
        }
        self.chunk = chunk;
        game.tick(&mut Out(&mut self.sockets));
    }

    /// Takes all that a socket has.
    fn read(&mut self, socket: usize, chunk: &mut [u8], game: &mut impl Game) {
        self.write_rest(socket);
        loop {
            let count = match self.sockets[socket].stream.read(chunk) {
                Ok(0) => panic!("the server closed connection {socket}"),
                Ok(count) => count,
                Err(_) => return,
            };
            if self.sockets[socket].inbox.is_empty() {
                self.take_in(socket, &chunk[..count], game);
            } else {
                let mut bytes = std::mem::take(&mut self.sockets[socket].inbox);
                bytes.extend(&chunk[..count]);
                self.take_in(socket, &bytes, game);
            }
            if count < chunk.len() {
                return;
            }
        }
    }

    fn write_rest(&mut self, socket: usize) {
        let Socket { stream, outbox, .. } = &mut self.sockets[socket];
        if !outbox.is_empty() {
            let written = stream.write(outbox).unwrap_or(0);
            outbox.drain(..written);
        }
    }

    /// Hands every whole frame to the game and keeps the rest.
    fn take_in(&mut self, socket: usize, bytes: &[u8], game: &mut impl Game) {
        let mut from = 0;
        while let Some((opcode, start, end)) = parse(&bytes[from..]) {
            let payload = &bytes[from + start..from + end];
            match opcode {
                TEXT | BINARY => game.received(socket, payload, &mut Out(&mut self.sockets)),
                PING => Out(&mut self.sockets).send(socket, &frame(PONG, payload)),
                CLOSE => {
                    panic!("the server closed connection {socket}: {}", String::from_utf8_lossy(payload))
                }
                _ => {}
            }
            from += end;
        }
        self.sockets[socket].inbox = bytes[from..].to_vec();
    }
}
