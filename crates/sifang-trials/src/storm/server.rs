//! The server of the simulation: what `sifang-server` does around a room's core, with the core itself and its log's bytes.
//!
//! It follows `room/actor.rs` and `socket/`: one input at a time, inbox before timer; the line is kept before its effects are
//! carried out; when it cannot be kept, or the core fails, connections are ended and the core is built anew from the log; a
//! turn waits as one thing in a queue of 64; a second connection of a player ends the first. Left out are rate limits and the
//! closing of idle rooms.

use super::case::{Fault, Flaw};
use super::world::{Event, World};
use sifang_bots::Rng;
use sifang_proto::{ClientMessage, CloseReason, Millis, Player, ServerMessage, Since, limits};
use sifang_room::{BotAnswer, ConnectionId, DealReport, Effect, Founding, Input, LogLine, RoomCore, Text};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// How long a room waits before it reads its log again.
const PATIENCE_MS: Millis = 1_000;

/// Something for the room's task.
#[derive(Debug)]
pub(crate) enum ToRoom {
    Enter { link: u64, player: Player, id: u32, by_link: bool, since: Option<Since> },
    Frame { link: u64, id: u32, message: ClientMessage },
    Gone { link: u64 },
    Order(Player, ClientMessage),
    Bot(BotAnswer),
}

/// What the room's task is doing.
#[derive(Debug)]
enum State {
    Idle,
    /// A line is on its way to the disk; what follows from it waits.
    Keeping(Box<Turn>),
    /// The core has done something that was not kept.
    Ahead,
    /// The core is thrown away.
    Rebuilding,
}

#[derive(Debug)]
struct Turn {
    line: LogLine,
    effects: Vec<Effect>,
}

/// The process, its one room, and the disk that outlives both.
pub(crate) struct Server {
    core: RoomCore,
    state: State,
    pub inbox: VecDeque<ToRoom>,
    /// Connections that look at the room.
    connections: BTreeSet<u64>,
    /// The one live connection of each player.
    pub sessions: BTreeMap<u64, u64>,
    pub down: bool,
    /// Tells what was begun before a failure from what came after it.
    pub life: u64,
    /// Tells the streams of one core from those of another.
    run: u32,
    /// The clock, against the simulation's.
    pub offset: i64,
    pub refuses_until: Millis,
    pub panics_next: bool,
    pub dies_after_commit: bool,
    failed_at: Option<usize>,
    /// Since when nobody is connected, by the server's clock.
    alone: Option<Millis>,
    /// The log.
    pub lines: Vec<Vec<u8>>,
    /// Finished deals, kept with their lines.
    pub reports: Vec<DealReport>,
    /// The digest of the room that the log leads to, where it is known.
    kept: Option<u64>,
}

impl Server {
    /// A server with one room.
    pub(crate) fn new(founding: Founding, now: Millis) -> Result<Server, String> {
        let (core, line) = RoomCore::create(founding, now, 1).map_err(|error| format!("{error:?}"))?;
        Ok(Server {
            core,
            state: State::Idle,
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
            failed_at: None,
            alone: Some(0),
            lines: vec![line.into_bytes()],
            reports: Vec::new(),
            kept: None,
        })
    }

    /// Whether nothing is going on.
    pub(crate) fn rests(&self) -> bool {
        matches!(self.state, State::Idle) && self.inbox.is_empty() && !self.down
    }

    /// The earliest update after which this stream can be gone on with.
    pub(crate) fn edge(&self, player: &Player, stream: &str) -> Option<u32> {
        self.core.resume_edge(player.id, stream)
    }
}

impl World {
    /// The server's clock.
    pub(crate) fn clock(&self) -> Millis {
        self.now.saturating_add_signed(self.server.offset)
    }

    /// Lets the room's task do whatever there is to do, until it waits for something.
    pub(crate) fn serve(&mut self) {
        while !self.server.down && matches!(self.server.state, State::Idle) && self.wrong.is_none() {
            let Some(message) = self.server.inbox.pop_front() else {
                if let Some(wake) = self.server.core.wake() {
                    let life = self.server.life;
                    self.after(wake.saturating_sub(self.clock()), Event::Wake(life));
                }
                return;
            };
            if let Some(input) = self.input(message) {
                self.turn(input);
            }
        }
    }

    /// The moment that the task waited for may have come.
    pub(crate) fn wake(&mut self) {
        if self.server.rests() && self.server.core.wake().is_some_and(|at| at <= self.clock()) {
            self.turn(Input::Tick);
            self.serve();
        }
    }

    fn input(&mut self, message: ToRoom) -> Option<Input> {
        match message {
            ToRoom::Enter { link, player, id, by_link, since } => {
                self.server.connections.insert(link);
                if let Some(since) = &since {
                    let edge = self.server.edge(&player, &since.stream);
                    self.reached.edges += u64::from(since.seq > 0 && edge == Some(since.seq));
                }
                Some(Input::Enter { connection: ConnectionId(link), player, id, by_link, since })
            }
            ToRoom::Frame { link, id, message } => {
                if self.server.connections.contains(&link) {
                    let due = self.server.core.wake().is_some_and(|at| at <= self.clock());
                    let act = matches!(message, ClientMessage::Act { .. });
                    self.reached.races += u64::from(act && due && !self.paced);
                    return Some(Input::Message { connection: ConnectionId(link), id, message });
                }
                let error = sifang_proto::ErrorCode::RoomNone.into();
                let refusal: ServerMessage<'_> = ServerMessage::Error { id: Some(id), error: &error };
                self.send(link, vec![refusal.to_json().into()]);
                None
            }
            ToRoom::Gone { link } => {
                let known = self.server.connections.remove(&link);
                known.then_some(Input::Disconnect { connection: ConnectionId(link) })
            }
            ToRoom::Order(player, message) => Some(Input::Order { player: player.id, message }),
            ToRoom::Bot(answer) => Some(Input::Bot(answer)),
        }
    }

    /// One input: apply, keep, tell.
    fn turn(&mut self, input: Input) {
        let now = self.clock();
        // A digest is dear: looking at some of them is enough.
        let before = (self.rng.below(16) == 0).then(|| self.server.core.digest());
        self.say(|| format!("{input:?}"));
        let mut chance = Rng::of(&[self.case.seed, 4, self.server.lines.len() as u64]);
        let mut draw = || std::array::from_fn(|_| chance.word() as u8);
        let again =
            matches!(input, Input::Enter { .. }) && self.server.failed_at == Some(self.server.lines.len());
        let unasked = matches!(input, Input::Tick | Input::Bot(_));
        let stands = self.server.alone.is_some_and(|since| now >= since + limits::ALONE_MS);
        self.reached.paused +=
            u64::from(matches!(input, Input::Enter { .. }) && self.server.core.is_paused());
        let output = self.server.core.handle(input, now, &mut draw);
        let asks = output.effects.iter().any(|effect| matches!(effect, Effect::Ask(_)));
        if stands && unasked && (asks || output.line.is_some()) {
            self.fail("a table at which nobody is plays on".into());
        }
        let alone = self.server.alone.unwrap_or(now);
        self.server.alone = self.server.connections.is_empty().then_some(alone);
        if std::mem::take(&mut self.server.panics_next)
            && self.server.failed_at.replace(self.server.lines.len()) != Some(self.server.lines.len())
        {
            self.say(|| "the core fails".into());
            self.server.state = State::Ahead;
            return self.rebuild(false);
        }
        if let Some(line) = output.line {
            if again {
                self.server.failed_at = Some(self.server.lines.len() + 1);
            }
            let mut effects = output.effects;
            if self.case.flaw == Some(Flaw::TellsFirst) {
                self.carry_out(std::mem::take(&mut effects));
            }
            self.server.state = State::Keeping(Box::new(Turn { line, effects }));
            let slow = self.rng.below(50) == 0;
            let takes = if slow { 300 } else { 1 + self.rng.below(8) };
            let life = self.server.life;
            self.after(takes.into(), Event::Kept(life));
        } else {
            if before.is_some_and(|before| before != self.server.core.digest()) {
                self.fail("something changed without a line".into());
            }
            self.carry_out(output.effects);
        }
    }

    /// The journal answers.
    pub(crate) fn kept(&mut self) {
        let State::Keeping(turn) = std::mem::replace(&mut self.server.state, State::Idle) else { return };
        let refused = self.server.refuses_until > self.now;
        // An error does not say that nothing was written.
        if !refused || self.rng.below(4) == 0 {
            self.server.lines.push(turn.line.into_bytes());
            let mut effects = Vec::new();
            for effect in turn.effects {
                match effect {
                    Effect::DealOver(report) => self.server.reports.push(*report),
                    other => effects.push(other),
                }
            }
            if !refused {
                if std::mem::take(&mut self.server.dies_after_commit) {
                    self.reached.crashes += 1;
                    return self.crash();
                }
                self.carry_out(effects);
                return self.serve();
            }
            self.say(|| "the journal refuses, but has kept it".into());
            return self.rebuild(true);
        }
        self.say(|| "the journal refuses".into());
        self.server.state = State::Ahead;
        self.rebuild(true);
    }

    fn carry_out(&mut self, effects: Vec<Effect>) {
        let mut outbox: Vec<(u64, Vec<Text>)> = Vec::new();
        for effect in effects {
            match effect {
                Effect::Send { to, text } => match outbox.iter_mut().find(|(known, _)| *known == to.0) {
                    Some((_, texts)) => texts.push(text),
                    None => outbox.push((to.0, vec![text])),
                },
                Effect::Detach { connection, reason } => {
                    self.send_all(&mut outbox);
                    let known = self.server.connections.remove(&connection.0);
                    if known && reason == CloseReason::Replaced {
                        self.reached.replaced += 1;
                        self.end(connection.0, false);
                    }
                }
                Effect::Ask(job) => {
                    let answer = job.run(self.rng.word());
                    // One thread in fifty dies over it.
                    if self.rng.below(50) > 0 {
                        let (takes, process) = (10 + self.rng.below(400), self.process);
                        self.after(takes.into(), Event::Bot(process, answer));
                    }
                }
                Effect::Closed => self.fail("the room was closed".into()),
                Effect::DealOver(report) => self.server.reports.push(*report),
                Effect::Advise(_)
                | Effect::Member { .. }
                | Effect::MatchOver(_)
                | Effect::Unplayed(_)
                | Effect::Listing => {}
            }
        }
        self.send_all(&mut outbox);
        self.hunt();
    }

    fn send_all(&mut self, outbox: &mut Vec<(u64, Vec<Text>)>) {
        for (to, texts) in outbox.drain(..) {
            if self.server.connections.contains(&to) {
                self.send(to, texts);
            }
        }
    }

    /// Queues a turn for a connection; one that does not read is ended.
    pub(crate) fn send(&mut self, to: u64, texts: Vec<Text>) {
        let Some(link) = self.links.get_mut(&to).filter(|link| !link.ended) else { return };
        if link.queue.len() >= limits::OUTGOING_QUEUE {
            self.reached.overflows += 1;
            return self.end(to, true);
        }
        link.queue.push_back(Some(texts));
        self.let_read(to);
    }

    /// Throws the core away and builds it anew from the log.
    fn rebuild(&mut self, wait: bool) {
        for link in std::mem::take(&mut self.server.connections) {
            self.end(link, false);
        }
        self.server.life += 1;
        self.throw_away();
        let life = self.server.life;
        self.after(if wait { PATIENCE_MS } else { 0 }, Event::Rebuild(life));
    }

    /// The core is gone. Where its log was complete, the next one must be the same room.
    fn throw_away(&mut self) {
        match self.server.state {
            State::Idle => self.server.kept = Some(self.server.core.digest()),
            State::Keeping(_) | State::Ahead => self.server.kept = None,
            // It was thrown away before, and nothing has happened since.
            State::Rebuilding => {}
        }
        self.server.state = State::Rebuilding;
    }

    /// The process dies, and with it everything but the disk.
    pub(crate) fn crash(&mut self) {
        self.say(|| "the process dies".into());
        self.server.life += 1;
        self.throw_away();
        self.process += 1;
        self.server.down = true;
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

    /// The log is read, and the room goes on from there.
    pub(crate) fn rebuilt(&mut self) {
        if self.server.refuses_until > self.now && self.rng.below(2) == 0 {
            let life = self.server.life;
            return self.after(PATIENCE_MS, Event::Rebuild(life));
        }
        if self.case.flaw != Some(Flaw::SameStreams) {
            self.server.run += 1;
        }
        let lines = self.server.lines.iter().map(Vec::as_slice);
        match RoomCore::replay(lines, self.server.run) {
            Ok(core) => self.server.core = core,
            Err(error) => return self.fail(error.to_string()),
        }
        if self.server.kept.is_some_and(|kept| kept != self.server.core.digest()) {
            self.fail("the log leads to another room than the one that was told of".into());
        }
        (self.server.down, self.server.state) = (false, State::Idle);
        self.server.alone = Some(0);
        self.serve();
    }
}
