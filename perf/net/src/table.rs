//! Tables of Sifang: four players each, who answer every prompt with one of its choices, deal after deal, match after match.
//!
//! The load process has to be much faster than the server it drives, so it does not read JSON: it looks for the few fields it
//! needs. That views are right is checked elsewhere, by clients that put them together.

use crate::book::Book;
use crate::frame::{TEXT, put};
use crate::pace::Random;
use crate::rooms::Rooms;
use crate::text::{after, bytes_of, hex, number};
use crate::wire::{Game, Out};
use memchr::{memchr, memmem};
use sha2::{Digest, Sha256};
use std::time::Instant;

/// About as many answers as a deal has.
const DEAL: u16 = 66;

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

/// The tables.
pub struct Tables {
    players: Vec<Player>,
    /// How many answers each table still gives at once, before it keeps the pace.
    early: Vec<u16>,
    random: Random,
    buffer: Vec<u8>,
    /// Messages that were refused.
    refused: u64,
    /// Updates whose number did not follow the last one's.
    gaps: u64,
    book: Book,
}

impl Tables {
    /// No tables yet.
    pub fn new() -> Tables {
        Tables {
            players: Vec::new(),
            early: Vec::new(),
            random: Random::new(),
            buffer: Vec::new(),
            refused: 0,
            gaps: 0,
            book: Book::new(),
        }
    }

    fn say(&mut self, socket: usize, message: &str, out: &mut Out<'_>) {
        let player = &mut self.players[socket];
        player.id += 1;
        self.buffer.clear();
        put(&mut self.buffer, TEXT, format!("{{\"id\":{},\"type\":{message}}}", player.id).as_bytes());
        out.send(socket, &self.buffer);
    }

    /// A player gives its answer, which was due at this moment.
    fn answer(&mut self, socket: usize, due: Instant, out: &mut Out<'_>) {
        let player = &mut self.players[socket];
        let Some((decision, action)) = player.open.take() else { return };
        player.answered = decision;
        player.acting = player.id + 1;
        if action.starts_with(b"discard") {
            self.book.sent(socket / 4, player.seat, due);
        }
        let action = String::from_utf8_lossy(&action);
        self.say(socket, &format!("\"act\",\"decision\":{decision},\"action\":\"{action}\""), out);
    }

    /// Whoever is asked first at a table answers what is due there.
    fn act(&mut self, table: usize, out: &mut Out<'_>) {
        while self.book.pace.waits(table) {
            let asked = (4 * table..4 * table + 4).find(|socket| self.players[*socket].open.is_some());
            let Some(socket) = asked else { return };
            let Some(due) = self.book.pace.take(table) else { return };
            self.answer(socket, due, out);
        }
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
        let random = [self.random.number(), self.random.number()];
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
        let chosen = choices[(self.random.number() % choices.len() as u64) as usize];
        self.players[socket].open = Some((decision, chosen[1..chosen.len() - 1].to_vec()));
        let early = &mut self.early[socket / 4];
        if self.book.closed || *early > 0 {
            *early = early.saturating_sub(1);
            self.answer(socket, Instant::now(), out);
        } else {
            self.act(socket / 4, out);
        }
    }

    fn update(&mut self, socket: usize, text: &[u8], out: &mut Out<'_>) {
        let seq = number(&text[br#"{"type":"update","seq":"#.len()..]);
        let player = &mut self.players[socket];
        self.gaps += (seq != player.seq + 1) as u64;
        player.seq = seq;
        self.book.tally.deliveries += 1;
        if let Some(discard) = after(text, br#"{"type":"discarded","seat":"#) {
            self.book.received(socket / 4, number(discard) as usize, socket % 4, Instant::now());
        }
        self.view(socket, text, out);
    }
}

impl Game for Tables {
    fn received(&mut self, socket: usize, text: &[u8], out: &mut Out<'_>) {
        self.book.tally.bytes += text.len() as u64;
        match text.get(9) {
            Some(b'u') => self.update(socket, text, out),
            Some(b'a') => {
                let id = number(&text[br#"{"type":"ack","id":"#.len()..]);
                self.book.tally.actions += (id == u64::from(self.players[socket].acting)) as u64;
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
        let now = Instant::now();
        while let Some((table, due)) = self.book.pace.ripe(now) {
            self.book.noticed(now.saturating_duration_since(due));
            self.act(table, out);
        }
    }

    fn next(&self) -> Option<Instant> {
        self.book.pace.next()
    }
}

impl Rooms for Tables {
    fn seat(&mut self, _name: usize) {
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
        self.players.extend((0..4).map(|_| player()));
        // Real tables are not all at the beginning of a deal.
        self.early.push((self.random.number() % u64::from(DEAL)) as u16);
        self.book.seat();
    }

    fn start(&mut self, out: &mut Out<'_>) {
        let now = Instant::now();
        for socket in 0..self.players.len() {
            self.answer(socket, now, out);
        }
    }

    fn book(&mut self) -> &mut Book {
        &mut self.book
    }

    fn unready(&self) -> usize {
        self.early.iter().filter(|early| **early > 0).count()
    }

    fn fault(&mut self) -> Option<String> {
        let (refused, gaps, lost) = (self.refused, self.gaps, self.book.lost);
        (refused + gaps + lost > 0).then(|| {
            format!(
                "{refused} messages refused, {gaps} updates missing, {lost} discards that did not reach everybody"
            )
        })
    }
}
