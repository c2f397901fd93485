//! The loop around a room as a pure machine: an event in, commands out. The server carries the
//! commands out and reports what became of them; the simulated storms drive this same machine.
//!
//! What it promises, and the storms check:
//!
//! - Nothing is sent before the line it follows from is committed. What could not be committed is
//!   never sent.
//! - Inputs are taken one at a time, so answers come in the order of the messages.
//! - After a failed commit or a panic every client is asked to connect again, and the room is built
//!   from its log: as often as it takes when the disk is at fault. A room that panics twice at the
//!   same line is set aside.
//! - A room that nobody is connected to closes after a while.
//! - A room that is over answers everybody who still comes.

#[cfg(feature = "mutations")]
mod fault;

#[cfg(feature = "mutations")]
pub use fault::Fault;

use crate::core::RoomCore;
use crate::input::{CHANCE, ConnectionId, Effect, Input, LogLine, Output, Report};
use crate::updates::Message;
use crate::{BotJob, HintJob};
use sifang_proto::{ClientMessage, CloseReason, ErrorCode, Millis, ServerMessage};

/// How long a room waits before it reads its log again: a disk that is full or locked stays so for a
/// while.
const RETRY_MS: Millis = 1_000;

/// Something that happened.
#[allow(clippy::large_enum_variant, reason = "it is handed over at once and never kept")]
pub enum Event {
    /// An input for the room; only while the driver [is ready](Driver::is_ready) or
    /// [over](Driver::is_over).
    Input(Input),
    /// The message of this number may not reach the room.
    Refuse(ConnectionId, u32, ErrorCode),
    /// The moment of [`Driver::wake`] may have come.
    Timer,
    /// The line of [`Command::Append`] is committed.
    Committed,
    /// The line of [`Command::Append`] may not be in the log.
    CommitFailed,
    /// [`Driver::handle`] panicked. What it was doing has come to nothing.
    Panicked,
    /// What [`Command::Load`] has found.
    Loaded(Loaded),
    /// The server stops.
    Stop,
}

/// What a log has led to.
pub enum Loaded {
    /// A room that can be played in, by so many lines.
    Room(Box<RoomCore>, u64),
    /// Nothing: no line was ever written, or the room was closed.
    Nothing,
    /// Nothing that can be trusted.
    Damaged,
    /// The log cannot be read at the moment.
    Unreadable,
}

/// Something to be done. Commands are carried out in their order.
#[derive(Debug)]
pub enum Command {
    /// Commit this, and answer with [`Event::Committed`] or [`Event::CommitFailed`].
    Append(Append),
    /// Send a frame with this text.
    Send(ConnectionId, Message),
    /// The connection is no longer in this room. One that was replaced is ended.
    Detach(ConnectionId, CloseReason),
    /// End all connections: their clients are to connect again.
    Reconnect,
    /// Let a bot think.
    Ask(BotJob),
    /// Let the adviser think.
    Advise(HintJob),
    /// What the lobby knows of the room may have changed.
    List,
    /// Read the log, and answer with [`Event::Loaded`].
    Load,
    /// The room is closed: its log is no longer needed.
    Close,
    /// The room cannot be trusted: nobody plays in it any more, and its log stays for whoever wants
    /// to look.
    SetAside,
}

/// A line for the room's log, and what the store keeps with it: all of it is committed, or nothing.
#[derive(Debug)]
pub struct Append {
    /// How many lines the log has before this one.
    pub after: u64,
    /// The line.
    pub line: LogLine,
    /// Finished deals and matches.
    pub reports: Vec<Report>,
    /// When all of it happened.
    pub at: Millis,
}

/// What a driver is doing.
enum State {
    /// It takes the next input.
    Ready,
    /// A line is on its way to the disk, perhaps of somebody who enters. This is to be done once it
    /// is there.
    Committing { then: Vec<Command>, enters: bool },
    /// The core is thrown away, and the log will be read at this moment.
    Failed { retry: Millis },
    /// The log is being read.
    Loading,
    /// The room is over; who comes in is sent the reason.
    Over(ErrorCode),
}

/// A room with the loop around it: what it promises stands at the top of this file.
pub struct Driver {
    core: RoomCore,
    state: State,
    /// Lines in the log.
    lines: u64,
    /// When the last input came.
    active: Millis,
    /// How long the room is kept while nobody is connected.
    idle_ms: Millis,
    /// Where it panicked last.
    panicked_at: Option<u64>,
    #[cfg(feature = "mutations")]
    faulty: Option<fault::Faulty>,
}

impl Driver {
    /// Drives a room that its log of so many lines has led to, and closes it when nobody has been
    /// connected for `idle_ms`.
    pub fn new(core: RoomCore, lines: u64, now: Millis, idle_ms: Millis) -> Driver {
        Driver {
            core,
            state: State::Ready,
            lines,
            active: now,
            idle_ms,
            panicked_at: None,
            #[cfg(feature = "mutations")]
            faulty: None,
        }
    }

    /// What follows from an event. `chance` is asked for 48 random bytes when a match starts.
    pub fn handle(
        &mut self,
        event: Event,
        now: Millis,
        chance: &mut dyn FnMut() -> [u8; CHANCE],
    ) -> Vec<Command> {
        #[cfg(feature = "mutations")]
        if let Some(fault) = self.fault() {
            return self.handle_wrongly(fault, event, now, chance);
        }
        self.step(event, now, chance)
    }

    /// Whether an input can be taken now. Until then inputs have to wait.
    pub fn is_ready(&self) -> bool {
        matches!(self.state, State::Ready)
    }

    /// Whether the room is over. Inputs are still answered.
    pub fn is_over(&self) -> bool {
        matches!(self.state, State::Over(_))
    }

    /// The next moment at which [`Event::Timer`] is due.
    pub fn wake(&self) -> Option<Millis> {
        match self.state {
            State::Ready => self.core.wake().into_iter().chain(self.idle()).min(),
            State::Failed { retry } => Some(retry),
            State::Committing { .. } | State::Loading | State::Over(_) => None,
        }
    }

    /// The room. While the driver is not [ready](Driver::is_ready) it may be ahead of its log.
    pub fn core(&self) -> &RoomCore {
        &self.core
    }

    /// When the room has been left alone for too long. Who only stands before its door does not
    /// keep it.
    fn idle(&self) -> Option<Millis> {
        (self.core.connections() == 0).then(|| self.active + self.idle_ms)
    }

    fn step(&mut self, event: Event, now: Millis, chance: &mut dyn FnMut() -> [u8; CHANCE]) -> Vec<Command> {
        let is_due = |moment: Option<Millis>| moment.is_some_and(|moment| moment <= now);
        match (event, &self.state) {
            (Event::Input(input), State::Over(why)) => turn_away(&input, *why).into_iter().collect(),
            (Event::Input(input), _) => self.take_in(input, now, chance),
            (Event::Refuse(connection, id, code), _) => vec![refusal(connection, id, code)],
            (Event::Timer, State::Ready) if is_due(self.core.wake()) => {
                self.take_in(Input::Tick, now, chance)
            }
            (Event::Timer, State::Ready) if is_due(self.idle()) => self.take_in(Input::Close, now, chance),
            (Event::Timer, State::Failed { retry }) if is_due(Some(*retry)) => self.load(),
            (Event::Timer, _) => Vec::new(),
            (Event::Committed, _) => self.committed(),
            (Event::CommitFailed, _) => {
                self.state = State::Failed { retry: now + RETRY_MS };
                vec![Command::Reconnect]
            }
            (Event::Panicked, _) => self.panicked(),
            (Event::Loaded(found), _) => self.loaded(found, now),
            (Event::Stop, State::Over(_)) => Vec::new(),
            (Event::Stop, _) => self.end(ErrorCode::RoomNotFound, None),
        }
    }

    /// Carries out an input. Whatever follows from it waits for its line, if it has one.
    fn take_in(
        &mut self,
        input: Input,
        now: Millis,
        chance: &mut dyn FnMut() -> [u8; CHANCE],
    ) -> Vec<Command> {
        self.active = now;
        let enters = matches!(input, Input::Enter { .. });
        // The lobby may have kept a place in its list for it, and learns here whether it is taken.
        let mut lists = matches!(input, Input::Message { message: ClientMessage::Configure { .. }, .. });
        let Output { line, effects, .. } = self.core.handle(input, now, chance);
        let (mut then, mut reports, mut closes) = (Vec::with_capacity(effects.len() + 1), Vec::new(), false);
        for effect in effects {
            match effect {
                Effect::Send { to, text } => then.push(Command::Send(to, text)),
                Effect::Detach { connection, reason } => then.push(Command::Detach(connection, reason)),
                Effect::Ask(job) => then.push(Command::Ask(job)),
                Effect::Advise(job) => then.push(Command::Advise(job)),
                Effect::Report(report) => reports.push(report),
                Effect::Listing => lists = true,
                Effect::Closed => closes = true,
            }
        }
        then.extend(lists.then_some(Command::List));
        then.extend(closes.then_some(Command::Close));
        let Some(line) = line else { return then };
        self.state = State::Committing { then, enters };
        vec![Command::Append(Append { after: self.lines, line, reports, at: now })]
    }

    /// The line is in the log: now everybody may know.
    fn committed(&mut self) -> Vec<Command> {
        let State::Committing { then, enters } = &mut self.state else { return Vec::new() };
        let (then, enters) = (std::mem::take(then), *enters);
        // Coming back after a panic writes a line of its own: the place that has failed once is after
        // it then.
        if enters && self.panicked_at == Some(self.lines) {
            self.panicked_at = Some(self.lines + 1);
        }
        self.lines += 1;
        self.state = if self.core.is_closed() { State::Over(ErrorCode::RoomNotFound) } else { State::Ready };
        then
    }

    fn panicked(&mut self) -> Vec<Command> {
        let mut commands = vec![Command::Reconnect];
        commands.extend(if self.panicked_at.replace(self.lines) == Some(self.lines) {
            self.end(ErrorCode::RoomDamaged, Some(Command::SetAside))
        } else {
            self.load()
        });
        commands
    }

    fn load(&mut self) -> Vec<Command> {
        self.state = State::Loading;
        vec![Command::Load]
    }

    fn loaded(&mut self, found: Loaded, now: Millis) -> Vec<Command> {
        match found {
            Loaded::Room(core, lines) => {
                (self.core, self.lines, self.state) = (*core, lines, State::Ready);
                vec![Command::List]
            }
            Loaded::Nothing => self.end(ErrorCode::RoomNotFound, None),
            Loaded::Damaged => self.end(ErrorCode::RoomDamaged, Some(Command::SetAside)),
            Loaded::Unreadable => {
                self.state = State::Failed { retry: now + RETRY_MS };
                Vec::new()
            }
        }
    }

    fn end(&mut self, why: ErrorCode, last: Option<Command>) -> Vec<Command> {
        self.state = State::Over(why);
        last.into_iter().collect()
    }
}

/// What is sent to somebody who comes to a room that is over.
fn turn_away(input: &Input, why: ErrorCode) -> Option<Command> {
    match input {
        Input::Enter { connection, id, .. } => Some(refusal(*connection, *id, why)),
        Input::Message { connection, id, .. } => Some(refusal(*connection, *id, ErrorCode::RoomNone)),
        _ => None,
    }
}

fn refusal(to: ConnectionId, id: u32, code: ErrorCode) -> Command {
    let error = code.into();
    let message: ServerMessage<'_> = ServerMessage::Error { id: Some(id), error: &error };
    Command::Send(to, message.to_json().into())
}
