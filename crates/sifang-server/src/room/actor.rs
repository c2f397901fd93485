//! A room's task: it feeds events to the room's [`Driver`] and carries out its commands.

use super::outbox::{Connections, Outbox};
use super::{Handle, ToRoom, jobs, reports};
use crate::app::Shared;
use crate::clock;
use crate::lobby::Notice;
use crate::socket::connection::Ending;
use crate::socket::frame::status;
use sifang_proto::{ClientMessage, CloseReason, ErrorCode};
use sifang_room::{Append, Command, ConnectionId, Driver, Event, Input, Loaded, RoomCore};
use sifang_store::{Entry, StoreError};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use tokio::time::{Sleep, sleep};

/// When the timer of a room rings that nothing is due in.
const LONG: Duration = Duration::from_secs(86_400);

/// A room at work.
pub(crate) struct Actor {
    app: Shared,
    handle: Arc<Handle>,
    driver: Driver,
    connections: Connections,
    /// The one timer: it may ring early, never late. So it need not be set anew with every turn.
    timer: Pin<Box<Sleep>>,
    /// The log is no longer needed.
    closed: bool,
}

/// What the room waits for before it goes on.
enum Wait {
    Commit(Append),
    Log,
}

impl Actor {
    pub(crate) fn new(app: Shared, handle: Arc<Handle>, core: RoomCore, lines: u64) -> Actor {
        let driver = Driver::new(core, lines, clock::now(), app.idle_ms);
        #[cfg(feature = "mutations")]
        let driver = driver.with_fault(crate::mutation::fault());
        let timer = Box::pin(sleep(LONG));
        Actor { app, handle, driver, connections: Connections::default(), timer, closed: false }
    }

    /// Runs the room until it is closed or the server stops. One that comes from its log stands still until somebody comes.
    pub(crate) async fn run(mut self: Box<Self>, mut inbox: mpsc::Receiver<ToRoom>) {
        self.app.metrics.rooms.change(1);
        while !self.driver.is_over() {
            let (event, arrived) = self.next(&mut inbox).await;
            self.turn(event).await;
            if let Some(arrived) = arrived {
                self.app.metrics.turn_time.add(arrived.elapsed());
            }
        }
        self.app.lobby.remove(self.handle.code);
        self.app.metrics.rooms.change(-1);
        // Nobody waits for a room that is gone: whatever has still come in is answered.
        inbox.close();
        while let Some(message) = inbox.recv().await {
            let (event, _) = self.event(message);
            self.turn(event).await;
        }
        if self.closed
            && let Err(error) = self.app.journal.close(self.handle.id.to_string()).await
        {
            tracing::warn!(room = &*self.handle.id, %error, "a closed room could not be cleared away");
        }
    }

    /// The next event, with the moment it arrived if a client waits for it. What has arrived comes before the timer.
    async fn next(&mut self, inbox: &mut mpsc::Receiver<ToRoom>) -> (Event, Option<Instant>) {
        if let Some(moment) = self.driver.wake() {
            let wait = Duration::from_millis(moment.saturating_sub(clock::now()));
            let due = tokio::time::Instant::now() + wait;
            if due < self.timer.deadline() {
                self.timer.as_mut().reset(due);
            }
        }
        tokio::select! {
            biased;
            message = inbox.recv(), if self.driver.is_ready() => match message {
                Some(message) => self.event(message),
                None => (Event::Stop, None),
            },
            () = self.timer.as_mut() => {
                self.timer.as_mut().reset(tokio::time::Instant::now() + LONG);
                (Event::Timer, None)
            }
        }
    }

    /// What a message means to the room.
    fn event(&mut self, message: ToRoom) -> (Event, Option<Instant>) {
        let (input, arrived) = match message {
            ToRoom::Client { connection, input, arrived } => {
                let name = connection.name();
                self.connections.insert(name, connection);
                if let Input::Message { id, message, .. } = &*input
                    && self.may_not_list(message)
                {
                    let code = ErrorCode::RoomTooManyListed;
                    return (Event::Refuse(name, *id, code), Some(arrived));
                }
                (*input, Some(arrived))
            }
            ToRoom::Gone { connection } => {
                let connection = ConnectionId(connection);
                self.connections.remove(&connection);
                (Input::Disconnect { connection }, None)
            }
            ToRoom::Input(input) => (*input, None),
            ToRoom::Stop => return (Event::Stop, None),
        };
        (Event::Input(input), arrived)
    }

    /// Whether a message wants the room in the public list, where its founder has too many. One that may be gets its place there
    /// at once, and keeps it if the room takes the message.
    fn may_not_list(&self, message: &ClientMessage) -> bool {
        let ClientMessage::Configure { setup } = message else { return false };
        setup.listed && !self.app.lobby.may_list(self.handle.code)
    }

    /// One event, and all that follows from it.
    async fn turn(&mut self, event: Event) {
        let mut next = Some(event);
        while let Some(event) = next {
            let commands = self.handle(event);
            next = match self.carry_out(commands) {
                None => None,
                Some(Wait::Commit(append)) => Some(self.commit(append).await),
                // In a box: it is rare, and would make every room larger.
                Some(Wait::Log) => Some(Box::pin(self.load()).await),
            };
        }
    }

    fn handle(&mut self, event: Event) -> Vec<Command> {
        let (now, driver, app) = (clock::now(), &mut self.driver, &self.app);
        let mut chance = || drawn(app.chance.draw());
        let handled = catch_unwind(AssertUnwindSafe(|| {
            if let Event::Input(input) = &event {
                app.chance.before(self.handle.code, input);
            }
            driver.handle(event, now, &mut chance)
        }));
        handled.unwrap_or_else(|_| {
            tracing::error!(room = &*self.handle.id, "a room failed");
            driver.handle(Event::Panicked, now, &mut chance)
        })
    }

    /// Does what can be done at once; says what has to be waited for.
    fn carry_out(&mut self, commands: Vec<Command>) -> Option<Wait> {
        let mut outbox = Outbox::default();
        let (mut wait, mut left) = (None, Vec::new());
        for command in commands {
            match command {
                Command::Append(append) => wait = Some(Wait::Commit(append)),
                Command::Send(to, text) => outbox.add(to, &text),
                Command::Detach(connection, reason) => {
                    if reason == CloseReason::Replaced {
                        outbox.end(connection, Ending::Status(status::NORMAL));
                    }
                    left.push(connection);
                }
                Command::Reconnect => {
                    for &connection in self.connections.keys() {
                        outbox.end(connection, Ending::Because(CloseReason::Shutdown));
                        left.push(connection);
                    }
                }
                Command::Ask(job) => jobs::ask(&self.app, &self.handle, job),
                Command::Advise(job) => jobs::advise(&self.app, &self.handle, job),
                Command::List => self.app.lobby.note(self.handle.code, self.notice()),
                Command::Load => wait = Some(Wait::Log),
                Command::Close => self.closed = true,
                Command::SetAside => {
                    tracing::error!(room = &*self.handle.id, "a room cannot be trusted and is set aside");
                    super::open::set_aside(&self.app, Some(self.handle.code), Some(self.handle.link));
                }
            }
        }
        outbox.send(&self.connections);
        self.connections.retain(|connection, _| !left.contains(connection));
        wait
    }

    /// How the room stands.
    pub(super) fn notice(&self) -> Notice {
        let core = self.driver.core();
        let (summary, link) = (core.summary(), core.link());
        Notice { summary, link, members: core.members(), attended: core.connections() > 0 }
    }

    async fn commit(&mut self, append: Append) -> Event {
        let line = append.after;
        // Putting reports together is the room's business, too: if that fails, only this room does.
        let Ok(entry) = catch_unwind(AssertUnwindSafe(|| self.entry(append))) else {
            tracing::error!(room = &*self.handle.id, line, "a room failed");
            return Event::Panicked;
        };
        let start = Instant::now();
        let committed = match entry {
            Ok(entry) => self.app.journal.append(entry).await,
            Err(error) => Err(error),
        };
        if let Err(error) = committed {
            tracing::error!(room = &*self.handle.id, line, %error, "a line could not be committed");
            return Event::CommitFailed;
        }
        self.app.metrics.commit_time.add(start.elapsed());
        Event::Committed
    }

    fn entry(&self, Append { after, line, reports, at }: Append) -> Result<Entry, StoreError> {
        let (room, lines) = (self.handle.id.clone(), vec![line.into_bytes()]);
        let mut entry = Entry { room, after, lines, ..Entry::default() };
        reports::add(&reports, &self.app.keys, at, &mut entry)?;
        Ok(entry)
    }

    /// Reads the room's log.
    async fn load(&mut self) -> Event {
        let found = match self.app.journal.load_one(self.handle.id.to_string()).await {
            Ok(Some(stored)) => super::open::replay(&self.app, stored),
            Ok(None) | Err(StoreError::Closed) => Loaded::Nothing,
            Err(error) => {
                tracing::error!(room = &*self.handle.id, %error, "a log cannot be read; trying again");
                Loaded::Unreadable
            }
        };
        if let Loaded::Room(..) = found {
            self.app.metrics.rooms_restarted.add();
        }
        Event::Loaded(found)
    }
}

/// Randomness for the core. Without it nothing fair can be dealt: the turn fails, and no weaker value is ever used.
fn drawn(bytes: Option<[u8; 48]>) -> [u8; 48] {
    bytes.unwrap_or_else(|| panic!("no random bytes"))
}
