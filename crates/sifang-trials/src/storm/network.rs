//! The network of the simulation: connections that keep their order, each with its own delays, and that may lose what was under
//! way when they break.

use super::case::Fault;
use super::player::Received;
use super::world::{Event, Link, MORNING, START_MS, World};
use serde_json::Value;
use sifang_proto::{ClientFrame, ClientMessage, Millis, RoomName};
use sifang_room::{ConnectionId, Input};
use std::collections::VecDeque;
use std::sync::Arc;
use xxhash_rust::xxh3::xxh3_64_with_seed;

impl World {
    /// How long something takes on the network.
    pub(super) fn latency(&mut self) -> Millis {
        // Everybody is to be seated before the match begins.
        let stormy = self.now > MORNING + START_MS && !self.calm;
        let far = self.case.has(Fault::Delay) && stormy && self.rng.below(8) == 0;
        (1 + self.rng.below(if far { 3_000 } else { 30 })).into()
    }

    pub(super) fn connect_after(&mut self, player: usize, wait: Millis) {
        if !std::mem::replace(&mut self.players[player].connects, true) {
            self.after(wait, Event::Connect(player));
        }
    }

    pub(super) fn connect(&mut self, player: usize) {
        self.players[player].connects = false;
        if self.players[player].device().link.is_some() || self.ending.is_some() {
            return;
        }
        if self.server.down {
            return self.connect_after(player, 300);
        }
        let wait = self.latency();
        self.open(player, wait);
    }

    /// A new connection of the device that the player looks at.
    pub(super) fn open(&mut self, player: usize, wait: Millis) -> u64 {
        let id = self.links.len() as u64 + 1;
        let link = Link {
            player,
            up_at: self.now,
            reads_at: 0,
            reads: false,
            queue: VecDeque::new(),
            alive: true,
            loses: false,
            ended: false,
            inside: false,
        };
        self.links.insert(id, link);
        self.players[player].hunts = false;
        self.after(wait, Event::Greeted(id));
        let enter = self.players[player].device().connect(id);
        self.up(id, &enter, wait);
        if let Some(again) = self.players[player].device().say_again() {
            let more = self.latency();
            self.up(id, &again, wait + more);
        }
        id
    }

    /// A frame goes to the server, after those before it.
    pub(super) fn up(&mut self, link: u64, frame: &Value, wait: Millis) {
        let repeats = self.case.has(Fault::Repeat) && !self.calm && self.rng.below(10) == 0;
        let Some(known) = self.links.get_mut(&link) else { return };
        known.up_at = known.up_at.max(self.now + wait);
        let (wait, text) = (known.up_at - self.now, Arc::<str>::from(frame.to_string()));
        self.after(wait, Event::Up(link, text.clone()));
        if repeats {
            // At once, or after what is said next.
            let later = if self.rng.below(2) == 0 { 0 } else { self.latency() };
            self.after(wait + later, Event::Up(link, text));
        }
    }

    pub(super) fn greeted(&mut self, id: u64) {
        let Some(link) = self.links.get(&id).filter(|link| !link.ended && !link.loses) else { return };
        if self.server.down {
            return self.end(id, true);
        }
        let who = self.players[link.player].person.id.0;
        if let Some(old) = self.server.sessions.insert(who, id) {
            self.end(old, false);
        }
    }

    pub(super) fn arrive(&mut self, id: u64, text: &str) {
        let Some(link) = self.links.get_mut(&id).filter(|link| !link.loses) else { return };
        if link.ended {
            let who = self.players[link.player].person.id.0;
            let replaced = self.server.sessions.get(&who).is_some_and(|newer| *newer > id);
            self.reached.belated += u64::from(replaced);
            return;
        }
        let Ok(ClientFrame { id: number, message }) = ClientFrame::parse(text.as_bytes()) else {
            return self.fail(format!("a frame cannot be read: {text}"));
        };
        let connection = ConnectionId(id);
        let input = match message {
            ClientMessage::Enter { room, since } => {
                let by_link = matches!(room, RoomName::Link(_));
                link.inside = true;
                let player = self.players[link.player].person.clone();
                Input::Enter { connection, player, id: number, by_link, since }
            }
            message => Input::Message { connection, id: number, message },
        };
        self.server.answers.asked(id, number);
        self.server.inbox.push_back(input);
        self.serve();
    }

    /// The server ends a connection; with `lost`, what waits is not delivered.
    pub(super) fn end(&mut self, id: u64, lost: bool) {
        let Some(link) = self.links.get_mut(&id).filter(|link| !link.ended) else { return };
        link.ended = true;
        self.server.answers.ended(id);
        if lost {
            link.queue.clear();
        }
        link.queue.push_back(None);
        let wait = self.rng.below(20);
        self.let_read(id);
        self.after(wait.into(), Event::Parted(id));
    }

    pub(super) fn parted(&mut self, id: u64) {
        let Some(link) = self.links.get_mut(&id) else { return };
        link.ended = true;
        self.server.answers.ended(id);
        let who = self.players[link.player].person.id.0;
        if std::mem::take(&mut link.inside) {
            self.server.inbox.push_back(Input::Disconnect { connection: ConnectionId(id) });
        }
        if self.server.sessions.get(&who) == Some(&id) {
            self.server.sessions.remove(&who);
        }
        self.serve();
    }

    /// A client will read what waits for it.
    pub(super) fn let_read(&mut self, id: u64) {
        let wait = self.latency();
        let Some(link) = self.links.get_mut(&id) else { return };
        let wait = (self.now + wait).max(link.reads_at) - self.now;
        if link.alive && !std::mem::replace(&mut link.reads, true) {
            self.after(wait, Event::Read(id));
        }
    }

    pub(super) fn read(&mut self, id: u64) {
        let Some(link) = self.links.get_mut(&id) else { return };
        link.reads = false;
        if !link.alive {
            return;
        }
        if link.reads_at > self.now && !self.calm {
            return self.let_read(id);
        }
        let player = link.player;
        for turn in std::mem::take(&mut link.queue) {
            let Some(device) = self.players[player].device_of(id) else { return };
            let Some(turn) = turn else {
                self.lost(player, device, id);
                continue;
            };
            for text in turn {
                self.receive(player, device, id, &text);
            }
        }
        self.think_later(player);
    }

    pub(super) fn receive(&mut self, player: usize, device: usize, link: u64, text: &str) {
        self.hash = xxh3_64_with_seed(text.as_bytes(), self.hash);
        self.say(|| format!("p{player} receives {text}"));
        match self.players[player].devices[device].receive(text) {
            Ok(Received::ClaimSnapshot) => self.reached.claims += 1,
            Ok(Received::Left) => self.lost(player, device, link),
            Ok(Received::Nothing | Received::TooLate) => {}
            Err(what) => self.fail(format!("p{player}: {what}")),
        }
    }

    /// A device finds its connection closed.
    pub(super) fn lost(&mut self, player: usize, device: usize, link: u64) {
        self.players[player].devices[device].lose();
        if let Some(link) = self.links.get_mut(&link) {
            link.alive = false;
        }
        // A connection that only left its room is closed by the client.
        let wait = self.rng.below(50);
        self.after(wait.into(), Event::Parted(link));
        if device == self.players[player].active && !self.players[player].hunts {
            let wait = if self.calm { 50 } else { 50 + self.rng.below(3_000) };
            self.connect_after(player, wait.into());
        }
    }
}
