//! The loop around a room's core: one input at a time, its line committed before anybody hears of it.
//!
//! If a commit fails, or the core panics, nothing has been told to anybody: the core is thrown away, its players are asked to
//! connect again, and the room is built anew from its log: as often as it takes when the disk is at fault, while a room that
//! panics twice at the same place is set aside.

use super::connections::Connections;
use super::outbox::Outbox;
use super::{Entrance, Handle, ToRoom, jobs, reports};
use crate::alarm::Alarm;
use crate::app::Shared;
use crate::clock;
use crate::lobby::Notice;
use crate::socket::connection::Ending;
use crate::socket::frame::status;
use crate::socket::refuse;
use sifang_proto::{ClientMessage, CloseReason, ErrorCode, Millis, PlayerId, RoomName};
use sifang_room::{ConnectionId, Effect, Input, Output, RoomCore};
use sifang_store::{Entry, StoreError, Then};
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::task::Poll;
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};
use tokio::time::sleep;

/// How long a room waits before it tries again to read its log.
const PATIENCE: Duration = Duration::from_secs(1);
/// When the timer of a room rings that nothing is due in.
const LONG: Duration = Duration::from_secs(86_400);

/// A room at work.
pub(crate) struct Actor {
    app: Shared,
    handle: Arc<Handle>,
    core: RoomCore,
    /// Lines in its log.
    lines: u64,
    /// Connections that look at the room.
    connections: Connections,
    /// Everybody in it.
    members: Vec<PlayerId>,
    /// When something last happened.
    last: Millis,
    /// Where it failed last.
    failed_at: Option<u64>,
    /// The answer to the last turn's line, as long as nobody needed it.
    unheard: Option<oneshot::Receiver<Result<(), StoreError>>>,
    /// A place in the public list was taken for a message that the room has not answered yet.
    listing: bool,
    /// The one timer: it may ring early, never late. So it need not be set anew with every turn.
    alarm: Alarm,
}

/// What comes next.
#[allow(clippy::large_enum_variant, reason = "it is passed on at once and never kept")]
enum Next {
    /// An input, with the moment it arrived if a client waits for it.
    Input(Input, Option<Instant>),
    /// Something is to be heard of the last turn.
    Look,
}

/// How far an input could be carried out at once.
enum Work {
    /// All the way, or it will be when its line is kept.
    Done,
    /// The core panicked.
    Failed,
    /// The journal could not take the line at once.
    Full(Entry, Then),
    /// Something has to be kept first, if anything, and then these are to be carried out.
    Keep(Result<Option<Entry>, StoreError>, Vec<Effect>),
}

/// How a turn went.
enum Turn {
    Done,
    Closed,
    /// The core panicked: nothing of it was told, and it is no longer to be trusted.
    Failed,
    /// It could not be kept: nothing of it was told, and the core is ahead of its log.
    Unkept,
}

impl Actor {
    pub(crate) fn new(app: Shared, handle: Arc<Handle>, core: RoomCore, lines: u64) -> Actor {
        let members = core.members();
        let last = clock::now();
        let alarm = Alarm::at(tokio::time::Instant::now() + PATIENCE);
        let connections = Connections::default();
        let (failed_at, unheard, listing) = (None, None, false);
        Actor { app, handle, core, lines, connections, members, last, failed_at, unheard, listing, alarm }
    }

    /// Runs the room until it is closed or the server stops. One that comes from its log stands still until somebody comes.
    pub(crate) async fn run(mut self: Box<Self>, mut inbox: mpsc::Receiver<ToRoom>) {
        self.app.metrics.rooms.change(1);
        let closed = loop {
            let next = self.next(&mut inbox).await;
            // Whatever has arrived is taken in first, and then the rooms work one after another: each finds the code of the last
            // at hand.
            tokio::task::yield_now().await;
            // Coming back after a panic writes a line of its own: the place that has failed once is after it then.
            let again = matches!(next, Some(Next::Input(Input::Enter { .. }, _)))
                && self.failed_at == Some(self.lines);
            let turn = match next {
                Some(next) => self.turn(next).await,
                None => break false,
            };
            if std::mem::take(&mut self.listing) && matches!(turn, Turn::Done) {
                self.note();
            }
            match turn {
                Turn::Done if again => self.failed_at = Some(self.lines),
                Turn::Done => {}
                Turn::Closed => break true,
                // In a box: it is rare, and would make every room larger.
                Turn::Failed | Turn::Unkept if Box::pin(self.rebuild(&turn)).await => {}
                Turn::Failed | Turn::Unkept => break false,
            }
        };
        self.app.lobby.remove(self.handle.code);
        self.app.metrics.rooms.change(-1);
        self.turn_away(inbox).await;
        if closed && let Err(error) = self.app.journal.close(self.handle.id.to_string()).await {
            tracing::warn!(room = &*self.handle.id, %error, "a closed room could not be cleared away");
        }
    }

    /// Answers what the room will never come to: nobody waits for a room that is gone.
    async fn turn_away(&mut self, mut inbox: mpsc::Receiver<ToRoom>) {
        inbox.close();
        while let Some(message) = inbox.recv().await {
            let (connection, id, code) = match message {
                ToRoom::Enter(entrance) => {
                    let code = self.app.lobby.find(RoomName::Code(self.handle.code)).err();
                    (entrance.connection, entrance.id, code.unwrap_or(ErrorCode::RoomNotFound))
                }
                ToRoom::Frame { connection, frame, .. } => (connection, frame.id, ErrorCode::RoomNone),
                ToRoom::Gone { .. } | ToRoom::Input(_) | ToRoom::Look | ToRoom::Stop => continue,
            };
            refuse(&self.app, &connection, Some(id), &code.into());
        }
    }

    /// The next input, with the moment it arrived; none when the server stops.
    async fn next(&mut self, inbox: &mut mpsc::Receiver<ToRoom>) -> Option<Next> {
        loop {
            // Who only stands before its door does not keep a room.
            let idle = (self.core.connections() == 0).then(|| self.last + self.app.idle_ms);
            let wake = self.core.wake();
            if let Some(moment) = wake.into_iter().chain(idle).min() {
                let due =
                    tokio::time::Instant::now() + Duration::from_millis(moment.saturating_sub(clock::now()));
                if due < self.alarm.due() {
                    self.alarm.set(due);
                }
            }
            let alarm = &mut self.alarm;
            let message = poll_fn(|cx| match inbox.poll_recv(cx) {
                Poll::Ready(message) => Poll::Ready(Some(message)),
                Poll::Pending => alarm.poll(tokio::time::Instant::now(), cx).map(|()| None),
            });
            let Some(message) = message.await else {
                self.alarm.set(tokio::time::Instant::now() + LONG);
                let now = clock::now();
                if wake.is_some_and(|moment| moment <= now) {
                    return Some(Next::Input(Input::Tick, None));
                }
                if idle.is_some_and(|moment| moment <= now) {
                    return Some(Next::Input(Input::Close, None));
                }
                continue;
            };
            match message? {
                ToRoom::Enter(entrance) => {
                    let Entrance { connection, player, id, by_link, since, arrived } = *entrance;
                    let name = connection.name();
                    self.connections.add(connection);
                    let input = Input::Enter { connection: name, player, id, by_link, since };
                    return Some(Next::Input(input, Some(arrived)));
                }
                ToRoom::Frame { connection, frame, arrived } => {
                    let refused = if !self.connections.has(connection.name()) {
                        ErrorCode::RoomNone
                    } else if self.may_not_list(&frame.message) {
                        ErrorCode::RoomTooManyListed
                    } else {
                        let (connection, id) = (connection.name(), frame.id);
                        let input = Input::Message { connection, id, message: frame.message };
                        return Some(Next::Input(input, Some(arrived)));
                    };
                    refuse(&self.app, &connection, Some(frame.id), &refused.into());
                }
                ToRoom::Gone { connection } => {
                    let connection = ConnectionId(connection);
                    if self.connections.remove(connection) {
                        return Some(Next::Input(Input::Disconnect { connection }, None));
                    }
                }
                ToRoom::Input(input) => return Some(Next::Input(*input, None)),
                ToRoom::Look => return Some(Next::Look),
                ToRoom::Stop => return None,
            }
        }
    }

    /// Whether a message wants the room in the public list, where its founder has too many. One that may be gets its place there
    /// at once, and keeps it if the room takes the message.
    fn may_not_list(&mut self, message: &ClientMessage) -> bool {
        let ClientMessage::Configure { setup } = message else { return false };
        self.listing = setup.listed && self.app.lobby.may_list(self.handle.code);
        setup.listed && !self.listing
    }

    /// One input: apply, commit, tell. The turn before it has been kept by then.
    async fn turn(&mut self, next: Next) -> Turn {
        if let Err(error) = self.hear().await {
            return self.unkept(&error);
        }
        let Next::Input(input, arrived) = next else { return Turn::Done };
        match self.work(input, arrived) {
            Work::Done => Turn::Done,
            Work::Failed => Turn::Failed,
            Work::Full(entry, then) => {
                then(self.app.journal.append(entry).await);
                Turn::Done
            }
            // In a box: it is rarer, and would make every room larger.
            Work::Keep(entry, effects) => Box::pin(self.keep(entry, effects, arrived)).await,
        }
    }

    /// Carries the input out, as far as nothing has to be waited for.
    fn work(&mut self, input: Input, arrived: Option<Instant>) -> Work {
        self.last = clock::now();
        let handled = catch_unwind(AssertUnwindSafe(|| {
            let (chance, now) = (&self.app.chance, self.last);
            chance.before(self.handle.code, &input);
            let mut output = self.core.handle(input, now, &mut || drawn(chance.draw()));
            let entry = self.entry(&mut output);
            (output.effects, entry)
        }));
        let Ok((effects, entry)) = handled else {
            tracing::error!(room = &*self.handle.id, line = self.lines, "a room failed");
            return Work::Failed;
        };
        #[cfg(feature = "mutations")]
        let effects = if crate::mutation::tells_first() {
            self.carry_out(effects);
            Vec::new()
        } else {
            effects
        };
        match (entry, arrived) {
            (Ok(Some(entry)), Some(arrived)) if effects.iter().all(is_text) => {
                match self.hand_in(entry, effects, arrived) {
                    None => Work::Done,
                    Some((entry, then)) => Work::Full(entry, then),
                }
            }
            (entry, _) => Work::Keep(entry, effects),
        }
    }

    /// Commits what has to be kept, and carries out what follows.
    async fn keep(
        &mut self,
        entry: Result<Option<Entry>, StoreError>,
        effects: Vec<Effect>,
        arrived: Option<Instant>,
    ) -> Turn {
        let kept = match entry {
            Ok(entry) => self.commit(entry).await,
            Err(error) => Err(error),
        };
        if let Err(error) = kept {
            return self.unkept(&error);
        }
        let turn = self.carry_out(effects);
        if let Some(arrived) = arrived {
            self.app.metrics.turn_time.add(arrived.elapsed());
        }
        turn
    }

    /// What has to be kept of an output; nothing if it changes nothing for good.
    fn entry(&self, output: &mut Output) -> Result<Option<Entry>, StoreError> {
        let Some(line) = output.line.take() else { return Ok(None) };
        let lines = vec![line.into_bytes()];
        let mut entry = Entry { room: self.handle.id.clone(), after: self.lines, lines, ..Entry::default() };
        reports::add(&output.effects, self.last, &mut entry)?;
        Ok(Some(entry))
    }

    /// Hands in a turn that has only texts to tell: they go out with the commit, and the room is not woken for it, unless it
    /// fails. What comes back has to be appended.
    fn hand_in(&mut self, entry: Entry, effects: Vec<Effect>, arrived: Instant) -> Option<(Entry, Then)> {
        let mut outbox = Outbox::new(&self.connections, effects.len());
        for effect in effects {
            if let Effect::Send { to, text } = effect {
                outbox.add(to, text);
            }
        }
        let (sender, unheard) = oneshot::channel();
        self.unheard = Some(unheard);
        let (app, code, start) = (self.app.clone(), self.handle.code, Instant::now());
        let then = move |answer: Result<(), StoreError>| {
            if answer.is_ok() {
                app.post.hand_in(outbox);
                app.metrics.commit_time.add(start.elapsed());
                app.metrics.turn_time.add(arrived.elapsed());
            }
            let failed = answer.is_err();
            // A room that is gone needs no answer, and one with a full inbox will look by itself.
            let _ = sender.send(answer);
            if failed && let Ok(room) = app.lobby.find(RoomName::Code(code)) {
                let _ = room.inbox.try_send(ToRoom::Look);
            }
        };
        self.app.journal.hand_in(entry, Box::new(then))
    }

    /// Hears whether the last turn was kept.
    async fn hear(&mut self) -> Result<(), StoreError> {
        if let Some(answer) = self.unheard.take() {
            answer.await.unwrap_or(Err(StoreError::Closed))?;
            self.lines += 1;
        }
        Ok(())
    }

    fn unkept(&self, error: &StoreError) -> Turn {
        tracing::error!(room = &*self.handle.id, line = self.lines, %error, "a room could not be kept");
        Turn::Unkept
    }

    async fn commit(&mut self, entry: Option<Entry>) -> Result<(), StoreError> {
        let Some(entry) = entry else { return Ok(()) };
        let start = Instant::now();
        self.app.journal.append(entry).await?;
        self.app.metrics.commit_time.add(start.elapsed());
        self.lines += 1;
        Ok(())
    }

    fn carry_out(&mut self, effects: Vec<Effect>) -> Turn {
        let (mut changed, mut closed) = (false, false);
        let (mut outbox, mut left) = (Outbox::new(&self.connections, effects.len()), Vec::new());
        for effect in effects {
            match effect {
                Effect::Send { to, text } => outbox.add(to, text),
                Effect::Detach { connection, reason } => {
                    if reason == CloseReason::Replaced {
                        outbox.end(connection, Ending::Status(status::NORMAL));
                    }
                    left.push(connection);
                }
                Effect::Ask(job) => jobs::ask(&self.app, &self.handle, job),
                Effect::Advise(job) => jobs::advise(&self.app, &self.handle, job),
                Effect::Member { player, present } => {
                    self.members.retain(|member| *member != player);
                    if present {
                        self.members.push(player);
                    }
                    changed = true;
                }
                // Kept with the line that brought them about.
                Effect::DealOver(_) | Effect::MatchOver(_) | Effect::Unplayed(_) => {}
                Effect::Listing => changed = true,
                Effect::Closed => closed = true,
            }
        }
        self.app.post.hand_in(outbox);
        for connection in left {
            self.connections.remove(connection);
        }
        if closed {
            return Turn::Closed;
        }
        if changed {
            self.note();
        }
        Turn::Done
    }

    /// How the room stands.
    pub(super) fn notice(&self) -> Notice {
        let (summary, members) = (self.core.summary(), self.members.clone());
        Notice { summary, members, attended: self.core.connections() > 0 }
    }

    /// Tells the lobby.
    fn note(&self) {
        self.app.lobby.note(self.handle.code, self.notice());
    }

    /// Builds the core anew from the log. False: the room is set aside.
    async fn rebuild(&mut self, turn: &Turn) -> bool {
        // By way of the post: what was kept and is not written yet comes before the farewell.
        let mut outbox = Outbox::new(&self.connections, 0);
        for connection in std::mem::take(&mut self.connections).ids() {
            outbox.end(connection, Ending::Told(CloseReason::Shutdown));
        }
        self.app.post.hand_in(outbox);
        let panicked = matches!(turn, Turn::Failed);
        if panicked && self.failed_at.replace(self.lines) == Some(self.lines) {
            tracing::error!(
                room = &*self.handle.id,
                line = self.lines,
                "a room failed twice and is set aside"
            );
            super::open::set_aside(&self.app, Some(self.handle.code), Some(self.handle.link));
            return false;
        }
        let mut wait = !panicked;
        loop {
            if wait {
                // A disk that is full or locked stays so for a while.
                sleep(PATIENCE).await;
            }
            wait = true;
            match self.app.journal.load_one(self.handle.id.to_string()).await {
                Ok(Some(stored)) => {
                    let (core, lines) = match super::open::replay(&self.app, stored) {
                        Ok(Some(replayed)) => replayed,
                        Ok(None) => return false,
                        Err(_) => {
                            super::open::set_aside(&self.app, Some(self.handle.code), Some(self.handle.link));
                            return false;
                        }
                    };
                    (self.core, self.lines) = (core, lines);
                    self.members = self.core.members();
                    self.app.metrics.rooms_restarted.add();
                    self.note();
                    return true;
                }
                Ok(None) | Err(StoreError::Closed) => return false,
                Err(error) => {
                    tracing::error!(room = &*self.handle.id, %error, "a log cannot be read; trying again");
                }
            }
        }
    }
}

fn is_text(effect: &Effect) -> bool {
    matches!(effect, Effect::Send { .. })
}

/// Randomness for the core. Without it nothing fair can be dealt: the turn fails, and no weaker value is ever used.
fn drawn(bytes: Option<[u8; 48]>) -> [u8; 48] {
    bytes.unwrap_or_else(|| panic!("no random bytes"))
}
