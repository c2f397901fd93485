//! Servers that send to a room of four what one of it has said: bare WebSockets, socket.io, boardgame.io, Colyseus.

use crate::book::Book;
use crate::dial::{Dial, field, post};
use crate::frame::{BINARY, TEXT, frame};
use crate::rooms::Rooms;
use crate::wire::{Game, Out};
use std::time::Instant;

/// What a server speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tongue {
    /// Text frames go to everybody in the room.
    Raw,
    /// Events of socket.io.
    SocketIo,
    /// Moves of boardgame.io.
    BoardGame,
    /// Messages of Colyseus.
    Colyseus,
}

impl Tongue {
    /// Connects the four clients of a room.
    pub fn arrive(self, address: &str, room: usize) -> Vec<Dial> {
        if self == Tongue::Colyseus {
            return colyseus(address);
        }
        (0..4).map(|seat| self.dial(address, room, seat)).collect()
    }

    fn dial(self, address: &str, room: usize, seat: usize) -> Dial {
        if self == Tongue::Raw {
            return Dial::open(address, &format!("/ws?room={room}"));
        }
        let mut dial = Dial::open(address, "/socket.io/?EIO=4&transport=websocket");
        dial.receive();
        if self == Tongue::SocketIo {
            dial.send(TEXT, b"40");
            dial.receive();
            dial.send(TEXT, format!("42[\"join\",\"r{room}\"]").as_bytes());
            dial.receive();
        } else {
            dial.send(TEXT, b"40/mj,");
            dial.receive();
            dial.send(TEXT, format!("42/mj,[\"sync\",\"m{room}\",\"{seat}\",null,4]").as_bytes());
            dial.await_text("[\"sync\"");
        }
        dial
    }

    fn action(self, number: u64, room: usize) -> Vec<u8> {
        let seat = number % 4;
        let body = format!("{{\"t\":\"discard\",\"v\":17,\"s\":{number}}}");
        match self {
            Tongue::Raw => frame(TEXT, body.as_bytes()),
            Tongue::SocketIo => frame(TEXT, format!("42[\"act\",{body}]").as_bytes()),
            Tongue::BoardGame => frame(
                TEXT,
                format!(
                    "42/mj,[\"update\",{{\"type\":\"MAKE_MOVE\",\"payload\":{{\"type\":\"discard\",\"args\":[17],\
                     \"playerID\":\"{seat}\",\"credentials\":null}}}},{number},\"m{room}\",\"{seat}\"]"
                )
                .as_bytes(),
            ),
            Tongue::Colyseus => {
                // The same as MessagePack.
                let mut message = vec![13, 0xa3];
                message.extend(b"act");
                message.extend([0x83, 0xa1, b't', 0xa7]);
                message.extend(b"discard");
                message.extend([0xa1, b'v', 17, 0xa1, b's', 0xce]);
                message.extend((number as u32).to_be_bytes());
                frame(BINARY, &message)
            }
        }
    }

    /// Whether a message announces an action.
    fn announces(self, payload: &[u8]) -> bool {
        match self {
            Tongue::Raw => true,
            Tongue::SocketIo => payload.starts_with(b"42[\"ev\""),
            Tongue::BoardGame => {
                payload.starts_with(b"42/mj,[\"update\"") || payload.starts_with(b"42/mj,[\"patch\"")
            }
            Tongue::Colyseus => payload[0] == 13,
        }
    }
}

/// The first makes a room, and three more join it.
fn colyseus(address: &str) -> Vec<Dial> {
    let mut dials = Vec::new();
    let mut path = "/matchmake/create/mj".to_owned();
    while dials.len() < 4 {
        let answer = post(address, &path, "", "{}");
        let (name, session) = (field(&answer, "roomId"), field(&answer, "sessionId"));
        let process = field(&answer, "processId");
        let mut dial = Dial::open(address, &format!("/{process}/{name}?sessionId={session}"));
        assert_eq!(dial.receive()[0], 10, "a client gets word that it has joined");
        dial.send(BINARY, &[10]);
        dials.push(dial);
        path = format!("/matchmake/joinById/{name}");
    }
    dials
}

struct Room {
    /// The number by which the server knows it.
    name: usize,
    /// Actions so far: whose turn it is.
    acted: u64,
    /// Whether all four have received the last one.
    idle: bool,
}

/// Rooms in which one after the other acts.
pub struct Echo {
    tongue: Tongue,
    rooms: Vec<Room>,
    book: Book,
}

impl Echo {
    /// No rooms yet.
    pub fn new(tongue: Tongue) -> Echo {
        Echo { tongue, rooms: Vec::new(), book: Book::new() }
    }

    fn act(&mut self, number: usize, due: Instant, out: &mut Out<'_>) {
        let room = &mut self.rooms[number];
        room.idle = false;
        self.book.sent(number, 0, due);
        let action = self.tongue.action(room.acted, room.name);
        out.send(4 * number + (room.acted % 4) as usize, &action);
    }
}

impl Rooms for Echo {
    fn seat(&mut self, name: usize) {
        self.rooms.push(Room { name, acted: 0, idle: true });
        self.book.seat();
    }

    fn start(&mut self, out: &mut Out<'_>) {
        let now = Instant::now();
        for number in 0..self.rooms.len() {
            if self.rooms[number].idle {
                self.act(number, now, out);
            }
        }
    }

    fn book(&mut self) -> &mut Book {
        &mut self.book
    }

    fn unready(&self) -> usize {
        0
    }

    fn fault(&mut self) -> Option<String> {
        (self.book.lost > 0).then(|| format!("{} actions did not reach everybody", self.book.lost))
    }
}

impl Game for Echo {
    fn received(&mut self, socket: usize, payload: &[u8], out: &mut Out<'_>) {
        if matches!(self.tongue, Tongue::SocketIo | Tongue::BoardGame) && payload == b"2" {
            out.send(socket, &frame(TEXT, b"3"));
        }
        if !self.tongue.announces(payload) {
            return;
        }
        let (number, now) = (socket / 4, Instant::now());
        self.book.tally.deliveries += 1;
        self.book.tally.bytes += payload.len() as u64;
        if !self.book.received(number, 0, socket % 4, now) {
            return;
        }
        self.book.tally.actions += 1;
        let room = &mut self.rooms[number];
        room.acted += 1;
        room.idle = true;
        if self.book.closed {
            self.act(number, now, out);
        } else if let Some(due) = self.book.pace.take(number) {
            self.act(number, due, out);
        }
    }

    fn tick(&mut self, out: &mut Out<'_>) {
        let now = Instant::now();
        while let Some((number, due)) = self.book.pace.ripe(now) {
            self.book.noticed(now.saturating_duration_since(due));
            if self.rooms[number].idle
                && let Some(due) = self.book.pace.take(number)
            {
                self.act(number, due, out);
            }
        }
    }

    fn next(&self) -> Option<Instant> {
        self.book.pace.next()
    }
}
