//! Bots and advisers at work: on a few threads beside those that serve tables, with their answers sent back to the room.
//!
//! Who waits takes turns ([`Turns`]): the networks that opened the tables, and among those the tables of each. So a table's bots
//! wait behind their own table's work and that of their own network, not behind whatever strangers have opened.

use super::turns::Turns;
use super::{Handle, ToRoom};
use crate::app::Shared;
use crate::ids;
use crate::limits::lock;
use crate::network::Network;
use sifang_proto::RoomCode;
use sifang_room::{BotJob, HintJob, Input};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::time::Instant;
use tokio::sync::mpsc::error::TrySendError;

/// Tables that share their turns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Group {
    /// All that were opened from one network.
    Network(Network),
    /// One of which that is not known.
    Room(RoomCode),
}

/// Something to think about.
struct Job {
    handle: Arc<Handle>,
    work: Box<dyn FnOnce(u64) -> Input + Send>,
    /// What the room gets if it fails: a table never waits for who cannot answer.
    instead: Option<Input>,
}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Job({})", self.handle.id)
    }
}

/// What waits, and how many think.
#[derive(Debug)]
pub(crate) struct Bots {
    most: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    turns: Turns<Group, RoomCode, Job>,
    /// Threads at work.
    working: usize,
}

impl Bots {
    /// Nobody thinks yet; at most so many will at once.
    pub(crate) fn new(most: usize) -> Bots {
        Bots { most, state: Mutex::default() }
    }

    /// Adds a job; says whether one more thread is to begin.
    fn add(&self, job: Job) -> bool {
        let Handle { code, founder, .. } = &*job.handle;
        let (code, group) = (*code, founder.map_or(Group::Room(*code), |by| Group::Network(by.network)));
        let mut state = lock(&self.state);
        state.turns.push(group, code, job);
        let begins = state.working < self.most;
        state.working += usize::from(begins);
        begins
    }

    /// The next job; none: the thread that asks ends.
    fn next(&self) -> Option<Job> {
        let mut state = lock(&self.state);
        let job = state.turns.pop();
        state.working -= usize::from(job.is_none());
        job
    }
}

/// A bot thinks.
pub(super) fn ask(app: &Shared, handle: &Arc<Handle>, job: BotJob) {
    let instead = Some(Input::Bot(job.given_up()));
    add(app, Job { handle: handle.clone(), work: Box::new(move |seed| Input::Bot(job.run(seed))), instead });
}

/// An adviser thinks.
pub(super) fn advise(app: &Shared, handle: &Arc<Handle>, job: HintJob) {
    let work = Box::new(move |_| Input::Hint(job.run()));
    add(app, Job { handle: handle.clone(), work, instead: None });
}

fn add(app: &Shared, job: Job) {
    if app.bots.add(job) {
        let app = app.clone();
        tokio::task::spawn_blocking(move || {
            while let Some(job) = app.bots.next() {
                run(&app, job);
            }
        });
    }
}

/// Does a job and hands its answer to the room.
fn run(app: &Shared, Job { handle, work, instead }: Job) {
    // A room that has closed needs no answer.
    if handle.inbox.is_closed() {
        return;
    }
    let Ok(seed) = ids::random().map(u64::from_be_bytes) else { return };
    let start = Instant::now();
    let thought = catch_unwind(AssertUnwindSafe(|| work(seed)));
    app.metrics.bot_time.add(start.elapsed());
    app.metrics.bot_answers.add();
    let answer = thought.map_or_else(
        |_| {
            tracing::error!(room = &*handle.id, "a bot failed");
            instead
        },
        Some,
    );
    let Some(input) = answer else { return };
    if let Err(TrySendError::Full(answer)) = handle.inbox.try_send(ToRoom::Input(Box::new(input))) {
        // Its room has much to do; nobody else waits for that.
        tokio::spawn(async move { handle.inbox.send(answer).await.is_ok() });
    }
}
