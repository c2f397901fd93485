//! Servers that send a room of four what one of it has said: bare WebSockets, socket.io, boardgame.io, Colyseus.

use crate::dial::{Dial, field, post};
use crate::frame::{BINARY, TEXT, frame};
use crate::tally::Tally;
use crate::wire::{Game, Out};
use std::collections::HashMap;
use std::time::{Duration, Instant};

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
    /// Connects clients until every room has four; the sockets by room.
    pub fn connect(self, address: &str, rooms: usize) -> (Vec<Dial>, Vec<[usize; 4]>) {
        let mut dials = Vec::new();
        let mut seated: Vec<Vec<usize>> = vec![Vec::new(); rooms];
        let mut names: HashMap<String, usize> = HashMap::new();
        for number in 0..4 * rooms {
            let (dial, room) = self.dial(address, number / 4, number % 4, &mut names);
            dials.push(dial);
            seated[room].push(number);
        }
        let rooms = seated.into_iter().map(|room| room.try_into().expect("four in every room"));
        (dials, rooms.collect())
    }

    fn dial(
        self,
        address: &str,
        room: usize,
        seat: usize,
        names: &mut HashMap<String, usize>,
    ) -> (Dial, usize) {
        match self {
            Tongue::Raw => (Dial::open(address, &format!("/ws?room={room}")), room),
            Tongue::SocketIo | Tongue::BoardGame => {
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
                (dial, room)
            }
            Tongue::Colyseus => {
                let answer = post(address, "/matchmake/joinOrCreate/mj", "", "{}");
                let (name, session) = (field(&answer, "roomId"), field(&answer, "sessionId"));
                let process = field(&answer, "processId");
                let known = names.len();
                let room = *names.entry(name.to_owned()).or_insert(known);
                let mut dial = Dial::open(address, &format!("/{process}/{name}?sessionId={session}"));
                assert_eq!(dial.receive()[0], 10, "a client is sent that it has joined");
                dial.send(BINARY, &[10]);
                (dial, room)
            }
        }
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

    /// Whether a message is about an action.
    fn is_about_action(self, payload: &[u8]) -> bool {
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

struct Room {
    sockets: [usize; 4],
    /// Actions so far: whose turn it is.
    acted: u64,
    /// Seats that have learned of the last one; four when nothing is under way.
    received: u8,
    sent: Instant,
    due: Instant,
}

/// Rooms in which one after the other acts.
pub struct Echo {
    tongue: Tongue,
    rooms: Vec<Room>,
    room_of: Vec<usize>,
    /// Time from action to action in a room; none: as soon as everybody has learned of the last.
    period: Option<Duration>,
    /// What is counted.
    pub tally: Tally,
}

impl Echo {
    /// Rooms that are connected.
    pub fn new(tongue: Tongue, rooms: Vec<[usize; 4]>, period: Option<Duration>) -> Echo {
        let now = Instant::now();
        let mut room_of = vec![0; 4 * rooms.len()];
        for (number, room) in rooms.iter().enumerate() {
            room.iter().for_each(|socket| room_of[*socket] = number);
        }
        let count = rooms.len() as f64;
        let due = |number: usize| now + period.unwrap_or_default().mul_f64(number as f64 / count);
        let rooms = rooms.into_iter().enumerate();
        let rooms =
            rooms.map(|(number, sockets)| Room { sockets, acted: 0, received: 4, sent: now, due: due(number) });
        Echo { tongue, rooms: rooms.collect(), room_of, period, tally: Tally::new() }
    }

    fn act(&mut self, number: usize, out: &mut Out<'_>) {
        let room = &mut self.rooms[number];
        (room.received, room.sent) = (0, Instant::now());
        out.send(room.sockets[(room.acted % 4) as usize], &self.tongue.action(room.acted, number));
    }
}

impl Game for Echo {
    fn received(&mut self, socket: usize, payload: &[u8], out: &mut Out<'_>) {
        if matches!(self.tongue, Tongue::SocketIo | Tongue::BoardGame) && payload == b"2" {
            out.send(socket, &frame(TEXT, b"3"));
        }
        if !self.tongue.is_about_action(payload) {
            return;
        }
        let number = self.room_of[socket];
        let room = &mut self.rooms[number];
        self.tally.deliveries += 1;
        self.tally.bytes += payload.len() as u64;
        if room.received == 4 {
            return;
        }
        self.tally.sample(room.sent.elapsed());
        room.received += 1;
        if room.received == 4 {
            self.tally.actions += 1;
            room.acted += 1;
            if self.period.is_none() {
                self.act(number, out);
            }
        }
    }

    fn tick(&mut self, out: &mut Out<'_>) {
        let now = Instant::now();
        for number in 0..self.rooms.len() {
            let room = &mut self.rooms[number];
            let idle = room.received == 4;
            match self.period {
                // A closed loop begins once, and then goes on by itself.
                None if idle => self.act(number, out),
                Some(period) if room.due <= now => {
                    room.due += period;
                    if idle {
                        self.act(number, out);
                    }
                }
                _ => {}
            }
        }
    }
}
