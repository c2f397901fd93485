//! The world of one case: virtual time, one queue of events, a network that delays and loses, players with their devices, and
//! troubles that come until the weather clears. After that the deal must come to its end.

use super::case::{Case, Fault};
use super::player::{Device, Heard, Player};
use super::server::{Server, ToRoom};
use crate::ledger;
use serde_json::{Value, json};
use sifang_bots::Rng;
use sifang_proto::{
    ClientFrame, ClientMessage, Millis, Player as Person, PlayerId, RoomCode, RoomLink, limits,
};
use sifang_room::{BotAnswer, Founding};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// The room's code.
pub(crate) const ROOM: &str = "123456";
/// When a case begins.
const MORNING: Millis = 1_000_000_000;
/// Everybody is there, and the match begins.
const START_MS: Millis = 500;
/// Within this the deal must end once nothing goes wrong: a minute for each of the most decisions a deal may have.
const CALM_MS: Millis = 60_000 * 1_000;
/// Events of one case: far more than any needs.
const MOST_EVENTS: u64 = 400_000;

/// What happens at some moment.
#[derive(Debug)]
pub(crate) enum Event {
    /// A connection has said who it is.
    Greeted(u64),
    /// A frame arrives at the server.
    Up(u64, Arc<str>),
    /// A client reads what waits for it.
    Read(u64),
    /// The server notices that a connection has ended.
    Parted(u64),
    /// What the room's task waited for may be due.
    Wake(u64),
    /// The journal answers.
    Kept(u64),
    /// The room, or the whole process, comes back.
    Rebuild(u64),
    /// A bot has thought, in this process.
    Bot(u64, BotAnswer),
    /// A player says something.
    Think(usize),
    /// A player connects.
    Connect(usize),
    /// Something goes wrong.
    Trouble(Fault),
    /// The match is started.
    Start,
}

/// A connection.
#[derive(Debug)]
pub(crate) struct Link {
    player: usize,
    /// When the last frame arrives that was sent.
    up_at: Millis,
    /// The client does not read before.
    reads_at: Millis,
    /// A reading is due.
    reads: bool,
    /// Turns that wait; none: the end.
    pub queue: VecDeque<Option<Vec<Arc<str>>>>,
    /// The client is there.
    alive: bool,
    /// What the client sent last is lost.
    loses: bool,
    /// The server has ended it.
    pub ended: bool,
    /// It is in the room, as far as its session knows.
    inside: bool,
}

/// How often something was reached that must be reached sometimes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Reached {
    pub claims: u64,
    pub replaced: u64,
    pub races: u64,
    pub crashes: u64,
    pub edges: u64,
    pub overflows: u64,
    /// Acknowledged answers.
    pub answers: u64,
    /// Hashes and whole tables that were compared.
    pub views: u64,
}

/// See the module.
pub(crate) struct World {
    pub case: Case,
    pub now: Millis,
    pub rng: Rng,
    pub server: Server,
    pub links: BTreeMap<u64, Link>,
    players: Vec<Player>,
    events: BTreeMap<(Millis, u64), Event>,
    count: u64,
    /// Which run of the process this is.
    pub process: u64,
    pub paced: bool,
    /// Nothing goes wrong any more.
    pub calm: bool,
    asked: bool,
    pub reached: Reached,
    pub wrong: Option<String>,
    /// Digest of everything that happened.
    pub hash: u64,
    pub trace: Option<Vec<String>>,
}

impl World {
    /// The beginning of a case.
    pub(crate) fn new(case: &Case, traced: bool) -> Result<World, String> {
        let (setup, people) = case.setup();
        let paced = setup.uniform_pause;
        let person = |n: usize| Person {
            id: PlayerId(0x1000 + n as u64),
            nickname: format!("p{n}").parse().unwrap_or_else(|_| unreachable!("a short name")),
        };
        let founding = Founding {
            code: RoomCode::new(123_456),
            link: RoomLink::new([7; 16]),
            setup,
            host: person(0),
            pause_ms: limits::PAUSE_MS,
        };
        let mut rng = Rng::of(&[case.seed, 5]);
        let players = (0..people).map(|n| Player {
            person: person(n),
            devices: [Device::default(), Device::default()],
            active: 0,
            thinks: false,
            connects: false,
            hunts: false,
            late: rng.below(3) == 0,
        });
        let players = players.collect();
        let mut world = World {
            case: case.clone(),
            now: MORNING,
            rng,
            server: Server::new(founding, MORNING)?,
            links: BTreeMap::new(),
            players,
            events: BTreeMap::new(),
            count: 0,
            process: 0,
            paced,
            calm: false,
            asked: false,
            reached: Reached::default(),
            wrong: None,
            hash: case.seed,
            trace: traced.then(Vec::new),
        };
        for player in 0..people {
            world.connect_after(player, 10 * player as Millis);
        }
        world.after(START_MS, Event::Start);
        for fault in world.case.faults.clone() {
            world.trouble_later(fault);
        }
        Ok(world)
    }

    /// Runs the case to its end.
    pub(crate) fn run(&mut self) {
        while self.wrong.is_none() {
            let Some(((at, number), event)) = self.events.pop_first() else {
                return self.fail("nothing more happens, and the deal is not over".into());
            };
            self.now = at;
            self.hash = xxh3_64_with_seed(&[at.to_le_bytes(), number.to_le_bytes()].concat(), self.hash);
            if !self.calm && (at >= MORNING + self.case.until || self.all_see(&["over"])) {
                self.clear_up();
            }
            if at >= MORNING + self.case.until + CALM_MS || number > MOST_EVENTS {
                return self.fail("the deal does not come to its end".into());
            }
            self.happen(event);
            if self.calm && self.finished() {
                return self.check();
            }
        }
    }

    fn happen(&mut self, event: Event) {
        match event {
            Event::Greeted(link) => self.greeted(link),
            Event::Up(link, text) => self.arrive(link, &text),
            Event::Read(link) => self.read(link),
            Event::Parted(link) => self.parted(link),
            Event::Wake(life) if life == self.server.life => self.wake(),
            Event::Kept(life) if life == self.server.life => self.kept(),
            Event::Rebuild(life) if life == self.server.life => self.rebuilt(),
            Event::Bot(process, answer) if process == self.process => {
                self.server.inbox.push_back(ToRoom::Bot(answer));
                self.serve();
            }
            Event::Wake(_) | Event::Kept(_) | Event::Rebuild(_) | Event::Bot(..) => {}
            Event::Think(player) => self.think(player),
            Event::Connect(player) => self.connect(player),
            Event::Trouble(fault) => self.trouble(fault),
            Event::Start => self.start(),
        }
    }

    /// Notes something, for people.
    pub(crate) fn say(&mut self, what: impl FnOnce() -> String) {
        if let Some(trace) = &mut self.trace {
            let mut what = what();
            if let Some((end, _)) = what.char_indices().nth(300) {
                what.truncate(end);
            }
            trace.push(format!("{:>7} ms  {what}", self.now - MORNING));
        }
    }

    /// A promise is broken.
    pub(crate) fn fail(&mut self, what: String) {
        self.say(|| format!("WRONG: {what}"));
        self.wrong.get_or_insert(what);
    }

    /// Something happens so much later.
    pub(crate) fn after(&mut self, wait: Millis, event: Event) {
        self.count += 1;
        self.events.insert((self.now + wait, self.count), event);
    }

    /// How long something takes on the network.
    fn latency(&mut self) -> Millis {
        let far = self.case.has(Fault::Delay) && !self.calm && self.rng.below(8) == 0;
        (1 + self.rng.below(if far { 3_000 } else { 30 })).into()
    }

    /// The match begins: the others are ready, the host starts.
    fn start(&mut self) {
        for player in (0..self.players.len()).rev() {
            let person = self.players[player].person.clone();
            let message = if player > 0 { ClientMessage::Ready { ready: true } } else { ClientMessage::Start {} };
            self.server.inbox.push_back(ToRoom::Order(person, message));
        }
        self.serve();
    }

    // The network.

    fn connect_after(&mut self, player: usize, wait: Millis) {
        if !std::mem::replace(&mut self.players[player].connects, true) {
            self.after(wait, Event::Connect(player));
        }
    }

    fn connect(&mut self, player: usize) {
        self.players[player].connects = false;
        if self.players[player].device().link.is_some() {
            return;
        }
        if self.server.down {
            return self.connect_after(player, 300);
        }
        let wait = self.latency();
        self.open(player, wait);
    }

    /// A new connection of the device that the player looks at.
    fn open(&mut self, player: usize, wait: Millis) -> u64 {
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
    fn up(&mut self, link: u64, frame: &Value, wait: Millis) {
        let repeats = self.case.has(Fault::Repeat) && !self.calm && self.rng.below(10) == 0;
        let Some(known) = self.links.get_mut(&link) else { return };
        known.up_at = known.up_at.max(self.now + wait);
        let (wait, text) = (known.up_at - self.now, Arc::<str>::from(frame.to_string()));
        self.after(wait, Event::Up(link, text.clone()));
        if repeats {
            self.after(wait, Event::Up(link, text));
        }
    }

    fn greeted(&mut self, id: u64) {
        let Some(link) = self.links.get(&id).filter(|link| !link.ended && !link.loses) else { return };
        if self.server.down {
            return self.end(id, true);
        }
        let who = self.players[link.player].person.id.0;
        if let Some(old) = self.server.sessions.insert(who, id) {
            self.end(old, false);
        }
    }

    fn arrive(&mut self, id: u64, text: &str) {
        let Some(link) = self.links.get_mut(&id).filter(|link| !link.ended && !link.loses) else { return };
        let Ok(ClientFrame { id: number, message }) = ClientFrame::parse(text.as_bytes()) else {
            return self.fail(format!("a frame cannot be read: {text}"));
        };
        let message = match message {
            ClientMessage::Enter { since, .. } => {
                link.inside = true;
                let player = self.players[link.player].person.clone();
                ToRoom::Enter { link: id, player, id: number, since }
            }
            message => ToRoom::Frame { link: id, id: number, message },
        };
        self.server.inbox.push_back(message);
        self.serve();
    }

    /// The server ends a connection; with `lost`, what waits is not delivered.
    pub(crate) fn end(&mut self, id: u64, lost: bool) {
        let Some(link) = self.links.get_mut(&id).filter(|link| !link.ended) else { return };
        link.ended = true;
        if lost {
            link.queue.clear();
        }
        link.queue.push_back(None);
        let wait = self.rng.below(20);
        self.let_read(id);
        self.after(wait.into(), Event::Parted(id));
    }

    fn parted(&mut self, id: u64) {
        let Some(link) = self.links.get_mut(&id) else { return };
        link.ended = true;
        let who = self.players[link.player].person.id.0;
        if std::mem::take(&mut link.inside) {
            self.server.inbox.push_back(ToRoom::Gone { link: id });
        }
        if self.server.sessions.get(&who) == Some(&id) {
            self.server.sessions.remove(&who);
        }
        self.serve();
    }

    /// A client will read what waits for it.
    pub(crate) fn let_read(&mut self, id: u64) {
        let wait = self.latency();
        let Some(link) = self.links.get_mut(&id) else { return };
        let wait = (self.now + wait).max(link.reads_at) - self.now;
        if link.alive && !std::mem::replace(&mut link.reads, true) {
            self.after(wait, Event::Read(id));
        }
    }

    fn read(&mut self, id: u64) {
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
                self.hear(player, device, id, &text);
            }
        }
        self.think_later(player);
    }

    fn hear(&mut self, player: usize, device: usize, link: u64, text: &str) {
        self.hash = xxh3_64_with_seed(text.as_bytes(), self.hash);
        self.say(|| format!("p{player} hears {text}"));
        match self.players[player].devices[device].hear(text) {
            Ok(Heard::ClaimSnapshot) => self.reached.claims += 1,
            Ok(Heard::Left) => self.lost(player, device, link),
            Ok(Heard::Nothing | Heard::TooLate) => {}
            Err(what) => self.fail(format!("p{player}: {what}")),
        }
    }

    /// A device finds its connection closed.
    fn lost(&mut self, player: usize, device: usize, link: u64) {
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

    // The players.

    fn think_later(&mut self, player: usize) {
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

    fn think(&mut self, player: usize) {
        let (calm, mut rng) = (self.calm, self.rng);
        let who = &mut self.players[player];
        who.thinks = false;
        let person = who.person.clone();
        let device = who.device();
        let chat = if calm || !device.inside { None } else { device.chat(&mut rng) };
        let words = [chat, device.speak(&person, &mut rng, calm)];
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
    pub(crate) fn hunt(&mut self) {
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

    // Trouble, and its end.

    fn trouble_later(&mut self, fault: Fault) {
        let wait = 1_000 + self.rng.below(if fault == Fault::Edge { 15_000 } else { 40_000 });
        self.after(wait.into(), Event::Trouble(fault));
    }

    fn trouble(&mut self, fault: Fault) {
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
                let until = self.now + 10_000 + 3 * some;
                if let Some(link) = link.and_then(|link| self.links.get_mut(&link)) {
                    link.reads_at = until;
                }
            }
            Fault::Jump => self.server.offset += some as i64,
            Fault::Leave if self.everybody_is_in() => {
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
    fn cut(&mut self, player: usize, hunts: bool) {
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
    fn clear_up(&mut self) {
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

    fn everybody_is_in(&self) -> bool {
        self.players.iter().all(|player| player.devices[player.active].inside)
    }

    fn all_see(&self, phases: &[&str]) -> bool {
        self.everybody_is_in()
            && self.players.iter().all(|player| phases.contains(&player.devices[player.active].phase()))
    }

    /// Whether the deal is over and everybody has compared its table with a fresh one.
    fn finished(&mut self) -> bool {
        if !self.all_see(&["between", "over"]) || !self.server.rests() {
            return false;
        }
        if !self.asked {
            self.asked = true;
            for player in 0..self.players.len() {
                let device = self.players[player].device();
                self.reached.views += device.table.hashes + std::mem::take(&mut device.table.compared);
                let sync = device.frame(json!({"type": "sync"}));
                if let Some(link) = self.players[player].device().link {
                    self.up(link, &sync, 10);
                }
            }
        }
        self.players.iter().all(|player| player.devices[player.active].table.compared > 0)
    }

    /// What the players were told against what was kept.
    fn check(&mut self) {
        let kept = ledger::answers(self.server.lines.iter().map(Vec::as_slice));
        let none = Vec::new();
        for n in 0..self.players.len() {
            let Player { person, devices, .. } = &self.players[n];
            let kept = kept.get(&person.id.to_string()).unwrap_or(&none);
            for device in devices {
                let audit = ledger::audit(kept, &device.acknowledged);
                self.reached.answers += audit.acknowledged;
                if !audit.is_clean() {
                    return self.fail(format!("p{n} was told what was not kept so: {audit:?}"));
                }
            }
        }
        self.check_records();
    }

    /// Every acknowledged answer stands in the record of its deal, in order.
    fn check_records(&mut self) {
        let deals = self.server.reports.iter().flat_map(|report| &report.record.commands);
        let commands: Vec<String> = deals.map(ToString::to_string).collect();
        for n in 0..self.players.len() {
            for device in &self.players[n].devices {
                let Some(seat) = device.table.table["view"]["seat"].as_u64() else { continue };
                let mut own = commands.iter().filter_map(|command| command.strip_prefix(&format!("{seat} ")));
                if let Some((decision, action)) =
                    device.acknowledged.iter().find(|(_, action)| !own.any(|command| command == action))
                {
                    let what = format!("p{n}: '{action}' to decision {decision} is not in the record");
                    return self.fail(what);
                }
            }
        }
    }
}
