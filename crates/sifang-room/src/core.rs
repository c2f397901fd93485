//! The room with its connections: who is where, and who is sent what.
//!
//! Connections are not durable: they are gone after a restart, and so are the streams of updates. Everything durable changes
//! only in [`Room::apply`], by deeds that are written to the log.

use crate::bot::{HintAnswer, HintJob, adviser};
use crate::door::Door;
use crate::input::{CHANCE, ConnectionId, Deed, Effect, Founding, Input, LogLine, Output};
use crate::kept::Kept;
use crate::log::LogEntry;
use crate::presence::Presence;
use crate::room::Room;
use crate::step::Step;
use crate::updates::Stream;
use crate::updates::send::{refuse, send};
use sifang_fair::HexDigits;
use sifang_proto::{
    ClientMessage, ErrorBody, ErrorCode, Millis, Phase, Phrase, PlayerId, RoomCode, RoomLink, RoomSummary,
    ServerMessage, limits,
};
use sifang_tiles::Seat;
use std::collections::BTreeMap;
use std::fmt;

/// A room, the match played in it, and the connections of those who are there.
pub struct RoomCore {
    pub(crate) room: Room,
    pub(crate) sessions: BTreeMap<ConnectionId, Session>,
    /// Since when members have had no connection.
    pub(crate) away: BTreeMap<PlayerId, Millis>,
    /// Whether anybody is there. It is not asked of `sessions`: who was there a moment ago counts as well.
    presence: Presence,
    pub(crate) door: Door,
    /// Bots' answers to the open window. Nothing of them is written before it may close: see [`Kept`].
    pub(crate) kept: Kept,
    /// Distinguishes the streams of this run of the server from those of earlier ones.
    pub(crate) run: u32,
    /// Streams begun so far.
    pub(crate) streams: u32,
}

/// A connection in the room.
pub(crate) struct Session {
    pub(crate) player: PlayerId,
    /// Number of the last message that was carried out.
    last: u32,
    /// Quick phrases that may be said: how many at which moment.
    phrases: (u32, Millis),
    /// The latest decision it asked a hint for.
    hinted: Option<u32>,
}

impl Session {
    /// A connection that has just come in, with its message of this number.
    pub(crate) fn new(player: PlayerId, last: u32, now: Millis) -> Session {
        Session { player, last, phrases: (limits::PHRASES_BURST, now), hinted: None }
    }
}

/// Why a log could not be replayed: it does not come from this version, or is damaged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplayError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it. Holds nothing of the line itself.
    pub why: &'static str,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} of the room's log {}", self.line, self.why)
    }
}

impl std::error::Error for ReplayError {}

impl RoomCore {
    /// Makes a room, and the first line of its log. `run` must differ from run to run of the server.
    pub fn create(founding: Founding, now: Millis, run: u32) -> Result<(RoomCore, LogLine), ErrorBody> {
        let room = Room::found(&founding)?;
        let line = LogEntry { at: now, deed: Deed::Found(founding), chance: None, rules: None };
        Ok((RoomCore::with(room, run), line.write()))
    }

    /// The room that a log has led to.
    pub fn replay<'a>(lines: impl IntoIterator<Item = &'a [u8]>, run: u32) -> Result<RoomCore, ReplayError> {
        let mut room: Option<Room> = None;
        for (n, bytes) in lines.into_iter().enumerate() {
            let error = |why| ReplayError { line: n + 1, why };
            let line = LogEntry::read(bytes).map_err(error)?;
            match &mut room {
                None => room = Some(first(&line).map_err(error)?),
                Some(room) => again(room, &line).map_err(error)?,
            }
        }
        let room = room.ok_or(ReplayError { line: 1, why: "is missing" })?;
        Ok(RoomCore::with(room, run))
    }

    /// A room in which nobody is yet.
    fn with(room: Room, run: u32) -> RoomCore {
        RoomCore {
            room,
            sessions: BTreeMap::new(),
            away: BTreeMap::new(),
            door: Door::default(),
            presence: Presence::Paused,
            kept: Kept::default(),
            run,
            streams: 0,
        }
    }

    /// Carries out an input at a moment. `chance` is asked for 48 random bytes when a match starts.
    pub fn handle(&mut self, input: Input, now: Millis, chance: &mut dyn FnMut() -> [u8; CHANCE]) -> Output {
        self.presence = self.presence.at(now);
        let mut step = Step::new(now, true, chance);
        step.asks = !self.is_paused();
        let mut output = Output::default();
        match input {
            Input::Enter { connection, player, id, by_link, since } => {
                output.line = self.enter(connection, player, id, (by_link, since), &mut step);
            }
            Input::Message { connection, id, message } => {
                output.line = self.message(connection, id, message, &mut step);
            }
            Input::Order { player, message } => match self.deed(Deed::Say { by: player, message }, &mut step)
            {
                Ok(line) => output.line = line,
                Err(refused) => output.refused = Some(refused),
            },
            Input::Disconnect { connection } => output.line = self.disconnect(connection, &mut step),
            Input::Hint(answer) => self.hinted(answer, &mut step),
            // Whatever was asked or due when the table came to a stand is asked anew, or due again, when it goes on.
            Input::Tick | Input::Bot(_) if self.is_paused() => {}
            Input::Bot(_) if self.room.is_stopped() => {}
            Input::Tick => {
                let bots = self.kept_answers(true, &mut step);
                output.line = bots.or_else(|| self.quiet(Deed::Tick {}, &mut step));
            }
            Input::Bot(answer) => output.line = self.bot_answer(answer, &mut step),
            Input::Rename(player) => output.line = self.quiet(Deed::Rename(player), &mut step),
            Input::Forget(player) => output.line = self.quiet(Deed::Forget(player), &mut step),
            Input::Close => output.line = self.quiet(Deed::Close {}, &mut step),
        }
        self.close_door(&mut step);
        self.send_changes(&mut step);
        self.presence = self.presence.with(!self.sessions.is_empty(), now);
        output.effects = step.effects;
        output
    }

    /// The next moment at which [`Input::Tick`] is due.
    pub fn wake(&self) -> Option<Millis> {
        let own = self.room.wake(&self.kept).filter(|moment| self.presence.waits_for(*moment));
        // Who knocks where nobody is must not wait for ever.
        own.into_iter().chain(self.door.wake()).min().filter(|_| !self.room.closed)
    }

    /// Whether the table stands still, because nobody is there.
    pub fn is_paused(&self) -> bool {
        self.presence == Presence::Paused
    }

    /// The room in a list.
    pub fn summary(&self) -> RoomSummary {
        self.room.summary()
    }

    /// The names it was opened under.
    pub fn names(&self) -> (RoomCode, RoomLink) {
        (self.room.code, self.room.first_link)
    }

    /// The link that lets in now.
    pub fn link(&self) -> RoomLink {
        self.room.link
    }

    /// The members: seated and not left, or watching.
    pub fn members(&self) -> Vec<PlayerId> {
        let seated = self.room.chairs.iter().filter_map(|chair| chair.present());
        seated.chain(&self.room.watchers).map(|p| p.id).collect()
    }

    /// Everybody with a place in it: the members, and those who have left a match that is not over.
    pub fn people(&self) -> Vec<PlayerId> {
        let named = self.room.people().filter(|player| !player.nickname.is_former());
        named.map(|player| player.id).collect()
    }

    /// How a client may name this room.
    pub fn is_named(&self, name: sifang_proto::RoomName) -> bool {
        match name {
            sifang_proto::RoomName::Code(code) => code == self.room.code,
            sifang_proto::RoomName::Link(link) => link == self.room.link,
        }
    }

    /// Whether the room is over.
    pub fn is_closed(&self) -> bool {
        self.room.closed
    }

    /// The earliest update of a stream after which its player could go on without a snapshot; none if the stream is gone.
    pub fn resume_edge(&self, player: PlayerId, stream: &str) -> Option<u32> {
        let viewer = self.room.seat_of(player).map_or(crate::game::PUBLIC, |seat| seat.index());
        self.room.bout.as_ref()?.game.as_ref()?.stream(viewer, stream).map(Stream::edge)
    }

    /// Exchanges by lot everything that is hidden from a viewer (a seat, or whoever watches) and ends all streams. Nothing that
    /// this viewer is sent may show it, until something hidden is shown to all: a law, and trials hold the server to it.
    pub fn reimagine(&mut self, viewer: Option<Seat>, below: &mut dyn FnMut(u32) -> u32) {
        let viewer = viewer.map_or(crate::game::PUBLIC, Seat::index);
        if let Some(bout) = &mut self.room.bout {
            bout.game = bout.game.as_ref().map(|game| game.reimagined(viewer, below));
        }
    }

    /// Open connections.
    pub fn connections(&self) -> usize {
        self.sessions.len()
    }

    /// A digest of everything durable: equal before and after an input that changes nothing, and after a replay.
    pub fn digest(&self) -> u64 {
        self.room.digest()
    }

    /// Carries out a deed; a line if it has changed anything.
    pub(crate) fn deed(&mut self, deed: Deed, step: &mut Step<'_>) -> Result<Option<LogLine>, ErrorBody> {
        if !self.room.apply(&deed, step)? {
            return Ok(None);
        }
        self.kept.only(self.room.bots_seats());
        let chance = step.drawn.as_ref().map(|bytes| HexDigits::of(bytes).to_string());
        let begun = self.room.bout.is_some();
        let rules = chance.as_ref().filter(|_| begun).map(|_| self.room.rules_version());
        Ok(Some(LogEntry { at: step.now, deed, chance, rules }.write()))
    }

    /// A deed nobody waits for an answer to.
    pub(crate) fn quiet(&mut self, deed: Deed, step: &mut Step<'_>) -> Option<LogLine> {
        self.deed(deed, step).unwrap_or(None)
    }

    /// Whether this connection has had a message of this number or a later one. The last one is acknowledged again, and
    /// carried out only once.
    pub(crate) fn is_old(&self, connection: ConnectionId, id: u32, step: &mut Step<'_>) -> bool {
        let Some(last) = self.sessions.get(&connection).map(|session| session.last) else { return false };
        if id == last {
            send(connection, &ServerMessage::Ack { id }, step);
        } else if id < last {
            refuse(connection, Some(id), &ErrorCode::MessageOrder.into(), step);
        }
        id <= last
    }

    fn message(
        &mut self,
        connection: ConnectionId,
        id: u32,
        message: ClientMessage,
        step: &mut Step<'_>,
    ) -> Option<LogLine> {
        let Some(session) = self.sessions.get(&connection) else {
            if self.knocker_says(connection, id, &message, step) {
                return None;
            }
            refuse(connection, Some(id), &ErrorCode::RoomNone.into(), step);
            return None;
        };
        let player = session.player;
        if self.is_old(connection, id, step) {
            return None;
        }
        let done = match message {
            ClientMessage::Phrase { phrase } => self.phrase(connection, &phrase, step).map(|()| None),
            ClientMessage::Hint { decision } => self.hint(connection, decision.0, step).map(|()| None),
            ClientMessage::Sync {} => {
                self.catch_up(connection, None, step);
                Ok(None)
            }
            ClientMessage::Ping {} => {
                send(connection, &ServerMessage::Pong { now: step.now }, step);
                return None;
            }
            ClientMessage::Admit { player: who, yes } => self.admit(player, who, yes, step),
            message => self.deed(Deed::Say { by: player, message }, step),
        };
        match done {
            Ok(line) => {
                if let Some(session) = self.sessions.get_mut(&connection) {
                    session.last = id;
                }
                send(connection, &ServerMessage::Ack { id }, step);
                line
            }
            Err(error) => {
                refuse(connection, Some(id), &error, step);
                None
            }
        }
    }

    fn phrase(&mut self, connection: ConnectionId, id: &str, step: &mut Step<'_>) -> Result<(), ErrorBody> {
        let session = self.sessions.get_mut(&connection).ok_or(ErrorCode::RoomNone)?;
        let seat = self.room.seated(session.player)?;
        let phrase = Phrase::from_id(id).ok_or(ErrorCode::PhraseUnknown)?;
        let (left, since) = session.phrases;
        let earned = step.now.saturating_sub(since) / 1000 * limits::PHRASES_PER_SECOND as Millis;
        let left = (left as Millis + earned).min(limits::PHRASES_BURST as Millis) as u32;
        if left == 0 {
            return Err(ErrorCode::RateExceeded.into());
        }
        session.phrases = (left - 1, if earned > 0 { step.now } else { since });
        self.send_all(&ServerMessage::Phrase { seat, phrase }, step);
        Ok(())
    }

    fn hint(
        &mut self,
        connection: ConnectionId,
        decision: u32,
        step: &mut Step<'_>,
    ) -> Result<(), ErrorBody> {
        let session = self.sessions.get_mut(&connection).ok_or(ErrorCode::RoomNone)?;
        let seat = self.room.seated(session.player)?;
        if !self.room.setup.hints {
            return Err(ErrorCode::HintsOff.into());
        }
        let bout = self.room.bout()?;
        let game =
            bout.game.as_ref().filter(|_| self.room.phase == Phase::Playing).ok_or(ErrorCode::NoMatch)?;
        if decision != bout.decision {
            return Err(ErrorCode::ActionStale.into());
        }
        let waiting = game.open().is_some_and(|open| open.waiting.contains(seat));
        let task = game.task(seat, adviser()).filter(|_| waiting).ok_or(ErrorCode::ActionNotAsked)?;
        // A hint is work, and the same for the same decision: one each.
        if session.hinted.replace(decision) == Some(decision) {
            return Err(ErrorCode::RateExceeded.into());
        }
        step.effects.push(Effect::Advise(HintJob { connection, decision, task }));
        Ok(())
    }

    fn hinted(&mut self, answer: HintAnswer, step: &mut Step<'_>) {
        if self.sessions.contains_key(&answer.connection) {
            let decision = sifang_table::DecisionId(answer.decision);
            send(answer.connection, &ServerMessage::Hint { decision, hint: &answer.hint }, step);
        }
    }

    fn disconnect(&mut self, connection: ConnectionId, step: &mut Step<'_>) -> Option<LogLine> {
        if self.knocker_gone(connection, step) {
            return None;
        }
        let session = self.sessions.remove(&connection)?;
        self.away.retain(|player, _| self.room.is_member(*player));
        self.away.insert(session.player, step.now);
        step.room = true;
        self.quiet(Deed::Gone(session.player), step)
    }
}

/// The room that the first line founds.
fn first(line: &LogEntry) -> Result<Room, &'static str> {
    let Deed::Found(founding) = &line.deed else { return Err("does not found a room") };
    Room::found(founding).map_err(|_| "founds a room that is no longer allowed")
}

/// Does again what a later line says.
fn again(room: &mut Room, line: &LogEntry) -> Result<(), &'static str> {
    let chance = line.chance()?;
    if line.rules.is_some_and(|version| version != room.rules_version()) {
        return Err("was written under another version of the rules");
    }
    let mut chance = || chance;
    match room.apply(&line.deed, &mut Step::new(line.at, false, &mut chance)) {
        Ok(true) => Ok(()),
        _ => Err("cannot be carried out"),
    }
}
