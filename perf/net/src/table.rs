//! Tables of Sifang: four players each, who answer every prompt with one of its choices, deal after deal, match after match.
//!
//! The load process has to be much faster than the server it drives, so it does not read JSON: it looks for the few fields it
//! needs. That views are right is checked elsewhere, by clients that put them together.

use crate::dial::{Dial, field, post};
use crate::frame::{TEXT, put};
use crate::tally::Tally;
use crate::wire::{Game, Out};
use memchr::{memchr, memmem};
use sha2::{Digest, Sha256};
use std::time::{Duration, Instant};

/// Tables that are set up at the same time.
const ARRIVING: usize = 16;

/// Seats the players of all tables; the sockets of table n are 4n to 4n + 3. All are ready; the hosts say `start` when they see it.
pub fn connect(address: &str, tables: usize, rules: &[String]) -> Vec<Dial> {
    let mut seated: Vec<Option<Vec<Dial>>> = (0..tables).map(|_| None).collect();
    let share = tables.div_ceil(ARRIVING).max(1);
    std::thread::scope(|scope| {
        for (part, places) in seated.chunks_mut(share).enumerate() {
            scope.spawn(move || {
                for (place, table) in places.iter_mut().enumerate() {
                    let number = part * share + place;
                    *table = Some(arrive(address, number, &rules[number % rules.len()]));
                }
            });
        }
    });
    seated.into_iter().flatten().flatten().collect()
}

fn arrive(address: &str, number: usize, rules: &str) -> Vec<Dial> {
    let token = |seat: usize| {
        let body = format!("{{\"nickname\":\"load {number}-{seat}\"}}");
        field(&post(address, "/api/players", "", &body), "token").to_owned()
    };
    let tokens: Vec<String> = (0..4).map(token).collect();
    let setup = format!("{{\"rules\":\"{rules}\",\"clock\":null,\"uniform_pause\":false}}");
    let room = post(address, "/api/rooms", &tokens[0], &setup);
    let link = field(&room, "link");
    let seat = tokens.iter().map(|token| {
        let mut dial = Dial::open(address, "/ws");
        let hello =
            format!("{{\"id\":1,\"type\":\"hello\",\"protocol\":\"sifang/1\",\"token\":\"{token}\"}}");
        dial.send(TEXT, hello.as_bytes());
        dial.await_text("\"type\":\"welcome\"");
        dial.send(TEXT, format!("{{\"id\":2,\"type\":\"enter\",\"room\":\"{link}\"}}").as_bytes());
        dial.await_text("\"type\":\"ack\",\"id\":2");
        dial.send(TEXT, b"{\"id\":3,\"type\":\"ready\",\"ready\":true}");
        dial.await_text("\"type\":\"ack\",\"id\":3");
        dial
    });
    seat.collect()
}

/// Where the room of a player stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    Waiting,
    Nonces,
    Playing,
    Between,
    Over,
}

struct Player {
    /// Number of the last message.
    id: u32,
    /// The last update.
    seq: u64,
    seat: usize,
    phase: Phase,
    started: bool,
    /// The decision it is asked and the answer it will give.
    open: Option<(u64, Vec<u8>)>,
    /// The decision it answered last.
    answered: u64,
    /// The message whose `ack` counts as an action.
    acting: u32,
    /// The match it has a nonce for, the nonce, and the step it was last asked in.
    nonce: ([u8; 16], Vec<u8>, u8),
}

struct Table {
    /// When each seat last sent a discard.
    sent: [Option<Instant>; 4],
    due: Instant,
}

/// The tables.
pub struct Tables {
    players: Vec<Player>,
    tables: Vec<Table>,
    period: Option<Duration>,
    random: u64,
    buffer: Vec<u8>,
    /// Messages that were refused.
    pub refused: u64,
    /// Updates whose number did not follow the last one's.
    pub gaps: u64,
    /// What is counted.
    pub tally: Tally,
}

impl Tables {
    /// Tables that are connected.
    pub fn new(tables: usize, period: Option<Duration>) -> Tables {
        let now = Instant::now();
        let player = || Player {
            id: 10,
            seq: 0,
            seat: 0,
            phase: Phase::Waiting,
            started: false,
            open: None,
            answered: 0,
            acting: 0,
            nonce: ([0; 16], Vec::new(), 0),
        };
        let due = |number: usize| now + period.unwrap_or_default().mul_f64(number as f64 / tables as f64);
        Tables {
            players: (0..4 * tables).map(|_| player()).collect(),
            tables: (0..tables).map(|number| Table { sent: [None; 4], due: due(number) }).collect(),
            period,
            random: 0x9e37_79b9_7f4a_7c15,
            buffer: Vec::new(),
            refused: 0,
            gaps: 0,
            tally: Tally::new(),
        }
    }

    fn random(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random
    }

    fn say(&mut self, socket: usize, message: &str, out: &mut Out<'_>) {
        let player = &mut self.players[socket];
        player.id += 1;
        self.buffer.clear();
        put(&mut self.buffer, TEXT, format!("{{\"id\":{},\"type\":{message}}}", player.id).as_bytes());
        out.send(socket, &self.buffer);
    }

    fn answer(&mut self, socket: usize, out: &mut Out<'_>) {
        let player = &mut self.players[socket];
        let Some((decision, action)) = player.open.take() else { return };
        player.answered = decision;
        player.acting = player.id + 1;
        let discards = action.starts_with(b"discard");
        self.tables[socket / 4].sent[player.seat] = discards.then(Instant::now);
        let action = String::from_utf8_lossy(&action);
        self.say(socket, &format!("\"act\",\"decision\":{decision},\"action\":\"{action}\""), out);
    }

    /// The room has changed: say what its phase asks for, once.
    fn room(&mut self, socket: usize, text: &[u8], out: &mut Out<'_>) {
        let phase = match after(text, b"\"phase\":\"").map(|rest| rest[0]) {
            Some(b'w') => Phase::Waiting,
            Some(b'n') => Phase::Nonces,
            Some(b'p') => Phase::Playing,
            Some(b'b') => Phase::Between,
            Some(b'o') => Phase::Over,
            _ => return,
        };
        let host = socket.is_multiple_of(4);
        let old = std::mem::replace(&mut self.players[socket].phase, phase);
        let ready = || memmem::find_iter(text, b"\"ready\":true").count();
        match phase {
            Phase::Waiting if old != phase => {
                self.players[socket].started = false;
                self.say(socket, "\"ready\",\"ready\":true", out);
            }
            Phase::Waiting if host && !self.players[socket].started && ready() == 4 => {
                self.players[socket].started = true;
                self.say(socket, "\"start\"", out);
            }
            Phase::Nonces => self.nonce(socket, text, out),
            Phase::Between if old != phase => self.say(socket, "\"next\"", out),
            Phase::Over if old != phase && host => self.say(socket, "\"again\"", out),
            _ => {}
        }
    }

    /// Commits to a nonce, and sends it in the next step. (Servers of the first version have one step.)
    fn nonce(&mut self, socket: usize, text: &[u8], out: &mut Out<'_>) {
        let Some(id) = after(text, b"\"match_id\":\"").and_then(bytes_of) else { return };
        let step = after(text, b"\"step\":\"").map_or(b'o', |rest| rest[0]);
        let random = [self.random(), self.random()];
        let player = &mut self.players[socket];
        if player.nonce.0 != id {
            player.nonce = (id, [random[0].to_be_bytes(), random[1].to_be_bytes()].concat(), 0);
        }
        if player.nonce.2 == step {
            return;
        }
        player.nonce.2 = step;
        let nonce = player.nonce.1.clone();
        if step == b'c' {
            // Players sit in the order in which they came.
            let parts: [&[u8]; 4] = [b"sifang/nonce/1", &id, &[(socket % 4) as u8], &nonce];
            let commitment = hex(&Sha256::digest(parts.concat()));
            self.say(socket, &format!("\"nonce_commit\",\"commitment\":\"{commitment}\""), out);
        } else {
            self.say(socket, &format!("\"nonce\",\"nonce\":\"{}\"", hex(&nonce)), out);
        }
    }

    /// The table has changed: what is this player asked now?
    fn view(&mut self, socket: usize, text: &[u8], out: &mut Out<'_>) {
        let Some(prompt) = after(text, b"\"prompt\":") else { return };
        self.players[socket].open = None;
        let Some(rest) = prompt.strip_prefix(b"{\"decision\":") else { return };
        let decision = number(rest);
        let Some(choices) = after(rest, b"\"choices\":[") else { return };
        let Some(end) = memchr(b']', choices) else { return };
        let open = choices[end..].starts_with(b"],\"answered\":null");
        if !open || self.players[socket].answered == decision {
            return;
        }
        let choices: Vec<&[u8]> = choices[..end].split(|byte| *byte == b',').collect();
        let chosen = choices[(self.random() % choices.len() as u64) as usize];
        self.players[socket].open = Some((decision, chosen[1..chosen.len() - 1].to_vec()));
        if self.period.is_none() {
            self.answer(socket, out);
        }
    }

    fn update(&mut self, socket: usize, text: &[u8], out: &mut Out<'_>) {
        let seq = number(&text[br#"{"type":"update","seq":"#.len()..]);
        let player = &mut self.players[socket];
        self.gaps += (seq != player.seq + 1) as u64;
        player.seq = seq;
        self.tally.deliveries += 1;
        if let Some(discard) = after(text, br#"{"type":"discarded","seat":"#) {
            let seat = number(discard) as usize;
            if let Some(Some(sent)) = self.tables[socket / 4].sent.get(seat) {
                self.tally.sample(sent.elapsed());
            }
        }
        self.view(socket, text, out);
    }
}

impl Game for Tables {
    fn received(&mut self, socket: usize, text: &[u8], out: &mut Out<'_>) {
        self.tally.bytes += text.len() as u64;
        match text.get(9) {
            Some(b'u') => self.update(socket, text, out),
            Some(b'a') => {
                let id = number(&text[br#"{"type":"ack","id":"#.len()..]);
                self.tally.actions += (id == u64::from(self.players[socket].acting)) as u64;
            }
            Some(b'r') => self.room(socket, text, out),
            Some(b's') => {
                self.players[socket].seq = after(text, b"\"seq\":").map_or(0, number);
                let seat = after(text, b"\"view\":").and_then(|view| after(view, b"\"seat\":"));
                self.players[socket].seat = seat.map_or(0, number) as usize;
                self.view(socket, text, out);
            }
            Some(b'e') => {
                if self.refused == 0 {
                    eprintln!("refused: {}", String::from_utf8_lossy(text));
                }
                self.refused += 1;
            }
            _ => {}
        }
    }

    fn tick(&mut self, out: &mut Out<'_>) {
        let Some(period) = self.period else { return };
        let now = Instant::now();
        for number in 0..self.tables.len() {
            if self.tables[number].due > now {
                continue;
            }
            self.tables[number].due += period;
            let asked = (4 * number..4 * number + 4).find(|socket| self.players[*socket].open.is_some());
            if let Some(socket) = asked {
                self.answer(socket, out);
            }
        }
    }
}

/// What follows a part of a text.
fn after<'a>(text: &'a [u8], part: &[u8]) -> Option<&'a [u8]> {
    memmem::find(text, part).map(|start| &text[start + part.len()..])
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The sixteen bytes that hexadecimal digits at the start of a text say.
fn bytes_of(text: &[u8]) -> Option<[u8; 16]> {
    let digits = std::str::from_utf8(text.get(..32)?).ok()?;
    u128::from_str_radix(digits, 16).ok().map(u128::to_be_bytes)
}

/// The number at the start of a text.
fn number(text: &[u8]) -> u64 {
    text.iter().take_while(|byte| byte.is_ascii_digit()).fold(0, |n, byte| 10 * n + u64::from(byte - b'0'))
}
