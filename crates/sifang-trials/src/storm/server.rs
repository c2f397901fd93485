//! The server of the simulation: the shipped [`Driver`] with the disk, the clock and the connections
//! that it is run on, all of which can fail.
//!
//! It stands where `room/actor.rs` and `socket/` of `sifang-server` stand: whatever has arrived comes
//! before the timer; a turn waits as one thing in a queue of 64; a second connection of a player ends
//! the first. Left out are rate limits. What the room's loop promises is checked here and in `laws`.

use super::case::{Case, Fault, Flaw};
use super::laws::Answers;
use super::world::{Event, World};
use sifang_bots::Rng;
use sifang_proto::{ClientMessage, CloseReason, Millis, Player, limits};
use sifang_room::{
    Append, Command, DealReport, Driver, Event as DriverEvent, Founding, Input, Loaded, Message, Report,
    RoomCore,
};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// How long a process waits before it reads the disk again.
const PATIENCE_MS: Millis = 1_000;

/// The process, its one room, and the disk that outlives both.
pub(crate) struct Server {
    pub driver: Driver,
    pub inbox: VecDeque<Input>,
    /// Connections that look at the room.
    connections: BTreeSet<u64>,
    /// The one live connection of each player.
    pub sessions: BTreeMap<u64, u64>,
    pub down: bool,
    /// Separates what was begun by one process from what came after it.
    pub life: u64,
    /// Separates the streams of one core from those of another.
    run: u32,
    /// The clock, against the simulation's.
    pub offset: i64,
    pub refuses_until: Millis,
    pub panics_next: bool,
    pub dies_after_commit: bool,
    /// The line on its way to the disk is of somebody who comes in.
    enters: bool,
    /// Since the last panic people have only come in. However many they were, another panic may
    /// count as the second at the same place.
    only_entered: bool,
    /// Every message makes the core panic; how often it has.
    pub poisoned: Option<u32>,
    /// Since when nobody is connected, by the server's clock.
    pub alone: Option<Millis>,
    /// What is on its way to the disk.
    writing: VecDeque<Append>,
    /// The log.
    pub lines: Vec<Vec<u8>>,
    /// Finished deals, kept with their lines.
    pub reports: Vec<DealReport>,
    /// The digest of the room that the log leads to, where it is known.
    expected: Option<u64>,
    pub answers: Answers,
    /// The room is closed or set aside.
    pub over: bool,
}

/// The driver of a case.
fn driver(case: &Case, core: RoomCore, lines: usize, now: Millis) -> Driver {
    let driver = Driver::new(core, lines as u64, now, limits::IDLE_ROOM_MS);
    case.with_fault(driver)
}

impl Server {
    /// A server with one room.
    pub(crate) fn new(case: &Case, founding: Founding, now: Millis) -> Result<Server, String> {
        let (core, line) = RoomCore::create(founding, now, 1).map_err(|error| format!("{error:?}"))?;
        Ok(Server {
            driver: driver(case, core, 1, now),
            inbox: VecDeque::new(),
            connections: BTreeSet::new(),
            sessions: BTreeMap::new(),
            down: false,
            life: 0,
            run: 1,
            offset: 0,
            refuses_until: 0,
            panics_next: false,
            dies_after_commit: false,
            enters: false,
            only_entered: false,
            poisoned: None,
            alone: Some(0),
            writing: VecDeque::new(),
            lines: vec![line.into_bytes()],
            reports: Vec::new(),
            expected: None,
            answers: Answers::default(),
            over: false,
        })
    }

    /// Whether nothing is going on.
    pub(crate) fn rests(&self) -> bool {
        self.driver.is_ready() && self.inbox.is_empty() && !self.down
    }

    /// Whether a panic now would certainly not be the second at the same place.
    pub(crate) fn may_panic(&self) -> bool {
        !self.only_entered
    }

    /// The earliest update after which this stream can be gone on with.
    pub(crate) fn edge(&self, player: &Player, stream: &str) -> Option<u32> {
        self.driver.core().resume_edge(player.id, stream)
    }

    fn due(&self, now: Millis) -> bool {
        self.driver.core().wake().is_some_and(|at| at <= now)
    }
}

impl World {
    /// The server's clock.
    pub(crate) fn clock(&self) -> Millis {
        self.now.saturating_add_signed(self.server.offset)
    }

    /// Lets the room's task do whatever there is to do, until it waits for something.
    pub(crate) fn serve(&mut self) {
        while !self.server.down && self.wrong.is_none() {
            let driver = &self.server.driver;
            if (driver.is_ready() || driver.is_over())
                && let Some(input) = self.server.inbox.pop_front()
            {
                self.take_in(input);
                continue;
            }
            if let Some(wake) = driver.wake() {
                let life = self.server.life;
                self.after(wake.saturating_sub(self.clock()), Event::Wake(life));
            }
            return;
        }
    }

    /// The moment that the task waited for may have come.
    pub(crate) fn wake(&mut self) {
        if self.server.driver.wake().is_some_and(|at| at <= self.clock()) {
            self.drive(DriverEvent::Timer);
            self.serve();
        }
    }

    fn take_in(&mut self, input: Input) {
        match &input {
            Input::Enter { connection, player, since, .. } => {
                self.server.connections.insert(connection.0);
                if let Some(since) = since {
                    let edge = self.server.edge(player, &since.stream);
                    self.reached.edges += u64::from(since.seq > 0 && edge == Some(since.seq));
                }
                self.reached.paused += u64::from(self.server.driver.core().is_paused());
            }
            Input::Message { connection, message, .. } => {
                self.server.connections.insert(connection.0);
                let act = matches!(message, ClientMessage::Act { .. });
                self.reached.races += u64::from(act && self.server.due(self.clock()) && !self.paced);
            }
            Input::Disconnect { connection } => {
                self.server.connections.remove(&connection.0);
            }
            _ => {}
        }
        self.drive(DriverEvent::Input(input));
    }

    /// One event, and what follows from it at once.
    fn drive(&mut self, event: DriverEvent) {
        let now = self.clock();
        if let DriverEvent::Input(input) = &event {
            self.say(|| format!("{input:?}"));
        }
        let is_turn = matches!(event, DriverEvent::Input(_) | DriverEvent::Timer);
        let is_turn = is_turn && self.server.driver.is_ready();
        let enters = matches!(event, DriverEvent::Input(Input::Enter { .. }));
        let unasked = matches!(event, DriverEvent::Timer | DriverEvent::Input(Input::Bot(_)));
        let panics = is_turn && self.is_to_panic(&event);
        // A digest is dear: looking at some of them is enough.
        let looks = is_turn && (panics || self.rng.below(16) == 0);
        let before = looks.then(|| self.server.driver.core().digest());
        let mut chance = Rng::of(&[self.case.seed, 4, self.server.lines.len() as u64]);
        let mut draw = || std::array::from_fn(|_| chance.word() as u8);
        let mut commands = self.server.driver.handle(event, now, &mut draw);
        let core = self.server.driver.core();
        let stands = self.server.alone.is_some_and(|since| now >= since + limits::ALONE_MS);
        let acts = |command: &Command| matches!(command, Command::Ask(_) | Command::Append(_));
        if is_turn && unasked && stands && commands.iter().any(acts) && !core.is_closed() {
            self.fail("a table at which nobody is plays on".into());
        } else if panics {
            self.say(|| "the core fails".into());
            self.reached.panics += 1;
            self.server.expected = before;
            commands = self.server.driver.handle(DriverEvent::Panicked, now, &mut draw);
        } else if before.is_some_and(|before| before != core.digest())
            && !commands.iter().any(|command| matches!(command, Command::Append(_)))
        {
            self.fail("something changed without a line".into());
        }
        if commands.iter().any(|command| matches!(command, Command::Append(_))) {
            self.server.enters = enters;
        }
        let alone = self.server.alone.unwrap_or(now);
        self.server.alone = self.server.connections.is_empty().then_some(alone);
        self.carry_out(commands);
    }

    /// Whether the core is to panic over this. Its second panic at one place is its last.
    fn is_to_panic(&mut self, event: &DriverEvent) -> bool {
        if let Some(count) = &mut self.server.poisoned {
            let panics = matches!(event, DriverEvent::Input(Input::Message { .. }));
            *count += u32::from(panics);
            if *count > 2 {
                self.fail("a room goes on that has panicked twice at one place".into());
            }
            return panics;
        }
        let panics = self.server.panics_next && self.server.may_panic();
        self.server.panics_next = false;
        if panics {
            self.server.only_entered = true;
        }
        panics
    }

    /// The journal answers.
    pub(crate) fn kept(&mut self) {
        let Some(append) = self.server.writing.pop_front() else { return };
        let refused = self.server.refuses_until > self.now;
        // An error does not say that nothing was written.
        let written = !refused || self.rng.below(4) == 0;
        if written {
            if append.after != self.server.lines.len() as u64 {
                return self.fail("a line that does not join its log".into());
            }
            self.server.lines.push(append.line.into_bytes());
            self.server.only_entered &= self.server.enters;
            let deals = append.reports.into_iter().filter_map(|report| match report {
                Report::Deal(report) => Some(*report),
                Report::Unplayed(_) | Report::Match(_) => None,
            });
            self.server.reports.extend(deals);
        }
        if refused {
            self.say(|| format!("the journal refuses; it has kept the line: {written}"));
            *(if written { &mut self.reached.kept } else { &mut self.reached.lost }) += 1;
            self.server.expected = written.then(|| self.server.driver.core().digest());
            self.drive(DriverEvent::CommitFailed);
        } else if std::mem::take(&mut self.server.dies_after_commit) {
            self.reached.crashes += 1;
            self.server.expected = Some(self.server.driver.core().digest());
            self.crash();
        } else {
            self.drive(DriverEvent::Committed);
        }
        self.serve();
    }

    fn carry_out(&mut self, commands: Vec<Command>) {
        let mut outbox: Vec<(u64, Vec<Message>)> = Vec::new();
        for command in commands {
            match command {
                Command::Append(append) => self.append(append),
                Command::Send(to, text) => match outbox.iter_mut().find(|(known, _)| *known == to.0) {
                    Some((_, texts)) => texts.push(text),
                    None => outbox.push((to.0, vec![text])),
                },
                Command::Detach(connection, reason) => {
                    self.send_all(&mut outbox);
                    let known = self.server.connections.remove(&connection.0);
                    if known && reason == CloseReason::Replaced {
                        self.reached.replaced += 1;
                        self.end(connection.0, false);
                    }
                }
                Command::Reconnect => {
                    self.send_all(&mut outbox);
                    for link in std::mem::take(&mut self.server.connections) {
                        self.end(link, false);
                    }
                }
                Command::Ask(job) => {
                    let answer = job.run(self.rng.word());
                    // One thread in fifty dies over it.
                    if self.rng.below(50) > 0 {
                        let (takes, process) = (10 + self.rng.below(400), self.process);
                        self.after(takes.into(), Event::Bot(process, answer));
                    }
                }
                Command::Load => {
                    let life = self.server.life;
                    self.after(0, Event::Rebuild(life));
                }
                Command::Close | Command::SetAside => {
                    self.send_all(&mut outbox);
                    self.is_over(matches!(command, Command::SetAside));
                }
                Command::Advise(_) | Command::List => {}
            }
        }
        self.send_all(&mut outbox);
        self.hunt();
    }

    fn append(&mut self, append: Append) {
        self.server.writing.push_back(append);
        let slow = self.rng.below(50) == 0;
        let takes = if slow { 300 } else { 1 + self.rng.below(8) };
        let life = self.server.life;
        self.after(takes.into(), Event::Kept(life));
    }

    fn send_all(&mut self, outbox: &mut Vec<(u64, Vec<Message>)>) {
        for (to, texts) in outbox.drain(..) {
            if self.server.connections.contains(&to) {
                self.send(to, texts);
            }
        }
    }

    /// Queues a turn for a connection; one that does not read is ended.
    pub(crate) fn send(&mut self, to: u64, texts: Vec<Message>) {
        let Some(link) = self.links.get_mut(&to).filter(|link| !link.ended) else { return };
        if link.queue.len() >= limits::OUTGOING_QUEUE {
            self.reached.overflows += 1;
            return self.end(to, true);
        }
        for text in &texts {
            if let Err(wrong) = self.server.answers.sent(to, text) {
                return self.fail(wrong);
            }
        }
        link.queue.push_back(Some(texts));
        self.let_read(to);
    }

    /// The process dies, and with it everything but the disk.
    pub(crate) fn crash(&mut self) {
        self.say(|| "the process dies".into());
        self.server.life += 1;
        if self.server.driver.is_ready() {
            self.server.expected = Some(self.server.driver.core().digest());
        } else if !self.server.writing.is_empty() {
            self.server.expected = None;
        }
        self.process += 1;
        self.server.down = true;
        self.server.writing.clear();
        self.server.inbox.clear();
        self.server.connections.clear();
        self.server.sessions.clear();
        (self.server.panics_next, self.server.dies_after_commit) = (false, false);
        if self.case.flaw == Some(Flaw::Forgets) && self.server.lines.len() > 20 {
            self.server.lines.pop();
        }
        let open: Vec<u64> = self.links.iter().filter(|(_, link)| !link.ended).map(|(id, _)| *id).collect();
        for link in open {
            self.end(link, true);
        }
        if self.case.has(Fault::Jump) && !self.calm {
            self.server.offset += i64::from(self.rng.below(120_000)) - 60_000;
        }
        let (life, takes) = (self.server.life, 200 + self.rng.below(2_800));
        self.after(takes.into(), Event::Rebuild(life));
    }

    /// The log is read, by the room or by a process that starts, and the room goes on from there.
    pub(crate) fn rebuilt(&mut self) {
        let unreadable = self.server.refuses_until > self.now && self.rng.below(2) == 0;
        if unreadable && self.server.down {
            let life = self.server.life;
            return self.after(PATIENCE_MS, Event::Rebuild(life));
        }
        self.reached.unreadable += u64::from(unreadable);
        let found = if unreadable { Ok(Loaded::Unreadable) } else { self.replayed() };
        match found {
            Err(wrong) => return self.fail(wrong),
            Ok(Loaded::Room(core, lines)) if self.server.down => {
                self.server.driver = driver(&self.case, *core, lines as usize, self.clock());
                self.server.down = false;
            }
            Ok(found) => self.drive(DriverEvent::Loaded(found)),
        }
        self.serve();
    }

    fn replayed(&mut self) -> Result<Loaded, String> {
        if self.case.flaw != Some(Flaw::SameStreams) {
            self.server.run += 1;
        }
        let lines = self.server.lines.iter().map(Vec::as_slice);
        let core = RoomCore::replay(lines, self.server.run).map_err(|error| error.to_string())?;
        if self.server.expected.is_some_and(|expected| expected != core.digest()) {
            return Err("the log leads to another room than the one that was seen".into());
        }
        self.server.alone = Some(0);
        Ok(Loaded::Room(Box::new(core), self.server.lines.len() as u64))
    }
}
