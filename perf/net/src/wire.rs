//! All sockets of the load process under one epoll: frames in, frames out, on one thread.

use crate::dial::Dial;
use crate::frame::{BINARY, CLOSE, PING, PONG, TEXT, frame, parse};
use mio::net::TcpStream;
use mio::{Events, Interest, Poll, Token};
use std::io::{Read, Write};
use std::time::Duration;

/// What plays on the sockets.
pub trait Game {
    /// A message has arrived.
    fn received(&mut self, socket: usize, payload: &[u8], out: &mut Out<'_>);
    /// Some time has passed.
    fn tick(&mut self, out: &mut Out<'_>);
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

/// The sockets.
pub struct Wire {
    poll: Poll,
    events: Events,
    sockets: Vec<Socket>,
    chunk: Vec<u8>,
}

impl Wire {
    /// Takes over connections that are set up; their numbers are their places.
    pub fn new(dials: Vec<Dial>) -> Wire {
        let poll = Poll::new().expect("epoll");
        let sockets = dials.into_iter().enumerate().map(|(number, dial)| {
            dial.stream.set_nonblocking(true).expect("a socket that does not block");
            let mut stream = TcpStream::from_std(dial.stream);
            let interest = Interest::READABLE | Interest::WRITABLE;
            poll.registry().register(&mut stream, Token(number), interest).expect("a socket in epoll");
            Socket { stream, inbox: dial.rest, outbox: Vec::new() }
        });
        let sockets = sockets.collect();
        Wire { poll, events: Events::with_capacity(4096), sockets, chunk: vec![0; 1 << 16] }
    }

    /// What has been read while connecting is received first.
    pub fn begin(&mut self, game: &mut impl Game) {
        for socket in 0..self.sockets.len() {
            let early = std::mem::take(&mut self.sockets[socket].inbox);
            self.take_in(socket, &early, game);
        }
    }

    /// Waits for something to happen, and lets the game learn of it.
    pub fn turn(&mut self, patience: Duration, game: &mut impl Game) {
        self.poll.poll(&mut self.events, Some(patience)).expect("epoll");
        let ready: Vec<usize> = self.events.iter().map(|event| event.token().0).collect();
        let mut chunk = std::mem::take(&mut self.chunk);
        for socket in ready {
            self.write_rest(socket);
            loop {
                let count = match self.sockets[socket].stream.read(&mut chunk) {
                    Ok(0) => panic!("the server closed connection {socket}"),
                    Ok(count) => count,
                    Err(_) => break,
                };
                if self.sockets[socket].inbox.is_empty() {
                    self.take_in(socket, &chunk[..count], game);
                } else {
                    let mut bytes = std::mem::take(&mut self.sockets[socket].inbox);
                    bytes.extend(&chunk[..count]);
                    self.take_in(socket, &bytes, game);
                }
                if count < chunk.len() {
                    break;
                }
            }
        }
        self.chunk = chunk;
        game.tick(&mut Out(&mut self.sockets));
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
