//! What players do by themselves, what goes wrong, and the end of it.

use super::case::Fault;
use super::world::{Event, World};
use serde_json::json;
use sifang_proto::Millis;

impl World {
    pub(super) fn think_later(&mut self, player: usize) {
        let calm = self.calm;
        let who = &mut self.players[player];
        let late = who.late;
        let device = &who.devices[who.active];
        if who.thinks || !device.has_something_to_say(calm) {
            return;
        }
        who.thinks = true;
        let deadline = device.deadline().filter(|_| late && !calm);
        let wait = match deadline {
            // As late as it can, and sometimes too late.
            Some(at) => at.saturating_sub(self.clock()).saturating_sub(40) + Millis::from(self.rng.below(45)),
            None if calm => 10,
            None => (100 + self.rng.below(2_000)).into(),
        };
        self.after(wait, Event::Think(player));
    }

    pub(super) fn think(&mut self, player: usize) {
        let (calm, mut rng) = (self.calm, self.rng);
        let who = &mut self.players[player];
        who.thinks = false;
        if self.ending.is_some() {
            return;
        }
        let person = who.person.clone();
        let device = who.device();
        let chat = if calm || !device.inside { None } else { device.chat(&mut rng) };
        let words = [chat, device.next_message(&person, &mut rng, calm)];
        let link = device.link;
        self.rng = rng;
        for word in words.into_iter().flatten() {
            let wait = self.latency();
            self.say(|| format!("p{player} says {word}"));
            if let Some(link) = link {
                self.up(link, &word, wait);
            }
        }
        self.think_later(player);
    }

    /// Lets those come back who wait for the edge of what is kept for them, at exactly that moment.
    pub(super) fn hunt(&mut self) {
        for player in 0..self.players.len() {
            let who = &mut self.players[player];
            if !who.hunts || who.devices[who.active].link.is_some() || self.server.down {
                continue;
            }
            let table = &who.devices[who.active].table;
            let edge = self.server.edge(&who.person, &table.stream);
            if edge.is_some_and(|edge| edge > 0 && u64::from(edge) >= table.seq) {
                self.open(player, 0);
            }
        }
    }

    pub(super) fn trouble_later(&mut self, fault: Fault) {
        let wait = 1_000 + self.rng.below(if fault == Fault::Edge { 15_000 } else { 40_000 });
        self.after(wait.into(), Event::Trouble(fault));
    }

    pub(super) fn trouble(&mut self, fault: Fault) {
        if self.calm {
            return;
        }
        let player = self.rng.below(self.players.len() as u32) as usize;
        let some = Millis::from(self.rng.below(20_000));
        self.say(|| format!("trouble: {fault:?} p{player}"));
        let link = self.players[player].device().link;
        match fault {
            Fault::Cut | Fault::Edge => self.cut(player, fault == Fault::Edge),
            Fault::Elsewhere => {
                let who = &mut self.players[player];
                who.active = 1 - who.active;
                self.connect_after(player, 1);
            }
            Fault::Kill if self.rng.below(2) == 0 => self.server.dies_after_commit = true,
            Fault::Kill => {
                if !self.server.down {
                    self.crash();
                }
            }
            Fault::Panic => self.server.panics_next = true,
            Fault::Refuse => self.server.refuses_until = self.now + some / 4,
            Fault::Slow => {
                let until = self.now + 30_000 + 3 * some;
                if let Some(link) = link.and_then(|link| self.links.get_mut(&link)) {
                    link.reads_at = until;
                }
            }
            Fault::Jump => self.server.offset += some as i64,
            // The last player stays: a room that everybody leaves is closed, and rightly so.
            Fault::Leave if player + 1 < self.players.len() => {
                if let Some(link) = link {
                    let leave = self.players[player].device().frame(json!({"type": "leave"}));
                    self.up(link, &leave, 5);
                }
            }
            Fault::Repeat | Fault::Delay | Fault::Leave => {}
        }
        self.trouble_later(fault);
    }

    /// The client is gone without a word; the server notices sooner or later.
    pub(super) fn cut(&mut self, player: usize, hunts: bool) {
        let device = self.players[player].device();
        let Some(id) = device.link else { return };
        device.lose();
        self.players[player].hunts = hunts;
        let loses = self.rng.below(2) == 0;
        if let Some(link) = self.links.get_mut(&id) {
            (link.alive, link.loses) = (false, loses);
        }
        let soon = self.rng.below(2) == 0;
        let notices = self.rng.below(if soon { 50 } else { 25_000 });
        self.after(notices.into(), Event::Parted(id));
        let back = if hunts { 60_000 } else { 50 + self.rng.below(10_000) };
        self.connect_after(player, back.into());
    }

    /// Nothing goes wrong any more.
    pub(super) fn clear_up(&mut self) {
        self.say(|| "the weather clears".into());
        self.calm = true;
        self.server.refuses_until = 0;
        (self.server.panics_next, self.server.dies_after_commit) = (false, false);
        let ids: Vec<u64> = self.links.keys().copied().collect();
        for id in ids {
            if let Some(link) = self.links.get_mut(&id) {
                link.reads_at = 0;
            }
            if !self.links[&id].queue.is_empty() {
                self.after(10, Event::Read(id));
            }
        }
        for player in 0..self.players.len() {
            self.players[player].hunts = false;
            self.after(20, Event::Connect(player));
            self.after(30, Event::Think(player));
        }
    }
}
