//! The world of one case: virtual time, one queue of events, a network that delays and loses, players with their devices, and
//! troubles that come until the weather clears. After that the deal must come to its end.

use super::case::{Case, Fault};
use super::ending::Ending;
use super::player::{Device, Player};
use super::server::Server;
use crate::ledger;
use serde_json::json;
use sifang_bots::Rng;
use sifang_proto::{ClientMessage, Millis, Player as Person, PlayerId, RoomCode, RoomLink, limits};
use sifang_room::{BotAnswer, Founding, Input, Message};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// The room's link.
pub(crate) const ROOM: &str = "07070707070707070707070707070707";
/// When a case begins.
pub(crate) const MORNING: Millis = 1_000_000_000;
/// Everybody is there, and the match begins.
pub(crate) const START_MS: Millis = 500;
/// When it is tried again, if it has not begun by then.
const AGAIN_MS: Millis = 5_000;
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
    /// Somebody comes although the room is to end.
    Visit,
    /// Everybody must have been answered.
    Done,
}

/// A connection.
#[derive(Debug)]
pub(crate) struct Link {
    pub player: usize,
    /// When the last frame arrives that was sent.
    pub up_at: Millis,
    /// The client does not read before.
    pub reads_at: Millis,
    /// A reading is due.
    pub reads: bool,
    /// Turns that wait; none: the end.
    pub queue: VecDeque<Option<Vec<Message>>>,
    /// The client is there.
    pub alive: bool,
    /// What the client sent last is lost.
    pub loses: bool,
    /// The server has ended it.
    pub ended: bool,
    /// It is in the room, as far as its session knows.
    pub inside: bool,
}

/// How often something was reached that must be reached sometimes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Reached {
    pub claims: u64,
    pub replaced: u64,
    pub paused: u64,
    pub races: u64,
    pub crashes: u64,
    pub edges: u64,
    pub overflows: u64,
    pub belated: u64,
    pub panics: u64,
    /// Commits that failed with their line kept, and without.
    pub kept: u64,
    pub lost: u64,
    pub unreadable: u64,
    /// Rooms that closed because nobody came any more, or because everybody left, and those set aside.
    pub idle: u64,
    pub left: u64,
    pub aside: u64,
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
    pub players: Vec<Player>,
    events: BTreeMap<(Millis, u64), Event>,
    count: u64,
    /// Which run of the process this is.
    pub process: u64,
    pub paced: bool,
    /// Nothing goes wrong any more.
    pub calm: bool,
    /// How the room is to end, when all else has been checked.
    pub ending: Option<Ending>,
    /// The room has ended, and everybody has been answered.
    done: bool,
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
            edition: sifang_room::EDITION,
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
            server: Server::new(case, founding, MORNING)?,
            links: BTreeMap::new(),
            players,
            events: BTreeMap::new(),
            count: 0,
            process: 0,
            paced,
            calm: false,
            ending: None,
            done: false,
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
                // The last thing that happened may have been that everybody saw the end of the match.
                if !self.calm && self.all_see(&["over"]) {
                    self.clear_up();
                    continue;
                }
                let what = if self.ending.is_some() { "room" } else { "deal" };
                return self.fail(format!("nothing more happens, and the {what} is not over"));
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
            if self.done {
                return;
            }
            if self.calm && self.ending.is_none() && self.finished() {
                self.check();
                self.begin_ending();
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
                self.server.inbox.push_back(Input::Bot(answer));
                self.serve();
            }
            Event::Wake(_) | Event::Kept(_) | Event::Rebuild(_) | Event::Bot(..) => {}
            Event::Think(player) => self.think(player),
            Event::Connect(player) => self.connect(player),
            Event::Trouble(fault) => self.trouble(fault),
            Event::Start => self.start(),
            Event::Visit => self.visit(),
            Event::Done => {
                self.done = true;
                if let Some(missing) = self.server.answers.missing() {
                    self.fail(missing);
                }
            }
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

    /// The match begins: all are ready, and whoever is the host starts. What of it was lost is said again, and a start that was
    /// void because somebody was cut off before its nonce came is followed by another.
    fn start(&mut self) {
        let sees = |phases: &[&str]| {
            self.players.iter().any(|player| phases.contains(&player.devices[player.active].phase()))
        };
        if sees(&["playing", "between", "over"]) {
            return;
        }
        let gathers = sees(&["nonces"]);
        self.after(AGAIN_MS, Event::Start);
        if gathers {
            return;
        }
        for message in [ClientMessage::Ready { ready: true }, ClientMessage::Start {}] {
            for player in &self.players {
                let (player, message) = (player.person.id, message.clone());
                self.server.inbox.push_back(Input::Order { player, message });
            }
        }
        self.serve();
    }

    pub(super) fn everybody_is_in(&self) -> bool {
        self.players.iter().all(|player| player.devices[player.active].inside)
    }

    pub(super) fn all_see(&self, phases: &[&str]) -> bool {
        self.everybody_is_in()
            && self.players.iter().all(|player| phases.contains(&player.devices[player.active].phase()))
    }

    /// Whether the deal is over and everybody has compared its table with a fresh one.
    fn finished(&mut self) -> bool {
        if !self.all_see(&["between", "over"]) {
            // The next deal has begun before everybody had compared: after it they do so again.
            self.asked = false;
            return false;
        }
        if !self.server.rests() {
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

    /// What the players have seen against what was kept.
    fn check(&mut self) {
        if let Some(missing) = self.server.answers.missing() {
            return self.fail(missing);
        }
        let kept = ledger::answers(self.server.lines.iter().map(Vec::as_slice));
        let none = Vec::new();
        for n in 0..self.players.len() {
            let Player { person, devices, .. } = &self.players[n];
            let kept = kept.get(&person.id.to_string()).unwrap_or(&none);
            for device in devices {
                let audit = ledger::audit(kept, &device.acknowledged);
                self.reached.answers += audit.acknowledged;
                if !audit.is_clean() {
                    return self.fail(format!("p{n} has seen what was not kept so: {audit:?}"));
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
