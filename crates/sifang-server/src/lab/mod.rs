//! Comparisons in the background: players ask what a house rule does, one low-priority thread plays the deals.
//!
//! Each player has one comparison at a time, each address a few, and all that waits is bounded by the time it will take. The
//! thread plays them in slices, and whoever has had the least of its time lately is next (`queue`): nobody waits for a long
//! one to end. What is finished is kept in files (`kept`), the latest ones only. A comparison that the end of the server
//! interrupts is reported as stopped.

mod kept;
mod queue;
#[cfg(test)]
mod tests;
mod work;

pub(crate) use queue::{Shares, Whose};
pub(crate) use work::check;

use crate::background::{Background, be_nice};
use crate::clock;
use crate::error::ApiError;
use crate::ids;
use crate::limits::{Buckets, Rate, lock};
use crate::network::Network;
use kept::{Kept, Stored};
use queue::{Open, Pace, Rank, admit};
use serde_json::Value;
use sifang_proto::{ErrorCode, LabRequest, LabRun, LabState, PlayerId, limits};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};
use work::{Job, Pause};

/// How long a comparison is played before it gives way to somebody else's.
const SLICE: Duration = Duration::from_secs(30);
/// How often an address may begin one. Those that are kept are few: nobody is to drive out everybody else's with small ones.
const BEGINNINGS: Rate =
    Rate { burst: limits::LAB_BEGIN_BURST, every: Duration::from_millis(limits::LAB_BEGIN_EVERY_MS) };

/// All comparisons of a server.
#[derive(Debug)]
pub(crate) struct Lab {
    kept: Kept,
    desk: Mutex<Desk>,
    /// Rings when there is something to do.
    bell: Condvar,
    closing: AtomicBool,
    beginnings: Buckets<Network>,
    slice: Duration,
    background: Arc<Background>,
}

/// What is known of all of them.
#[derive(Debug, Default)]
struct Desk {
    /// The oldest first; those that are over have their reports in files.
    runs: Vec<Arc<Run>>,
    shares: Shares,
    pace: Pace,
}

/// One comparison.
#[derive(Debug)]
pub(crate) struct Run {
    id: String,
    whose: Whose,
    request: LabRequest,
    began: u64,
    played: AtomicU64,
    stop: AtomicBool,
    now: Mutex<Now>,
}

#[derive(Debug)]
struct Now {
    state: LabState,
    report: Option<Value>,
    /// What was played of it, while it waits to be played on.
    job: Option<Box<dyn Job>>,
}

/// A comparison whose turn it is, with what was played of it.
type Turn = (Arc<Run>, Option<Box<dyn Job>>);

impl Run {
    fn state(&self) -> LabState {
        lock(&self.now).state
    }

    /// The run as it is sent, with or without its report.
    fn shown(&self, ahead: u32, with_report: bool) -> LabRun {
        let now = lock(&self.now);
        LabRun {
            id: self.id.clone(),
            request: self.request.clone(),
            state: now.state,
            played: self.played.load(Relaxed),
            ahead,
            report: now.report.clone().filter(|_| with_report),
        }
    }

    fn stored(&self) -> Stored {
        Stored { owner: self.whose.player, began: self.began, run: self.shown(0, true) }
    }
}

impl Desk {
    fn open(&self) -> impl Iterator<Item = &Arc<Run>> {
        self.runs.iter().filter(|run| !run.state().is_over())
    }

    /// What is open and how long it will still take.
    fn load(&self) -> Vec<Open> {
        let left = |run: &Arc<Run>| run.request.deals.saturating_sub(run.played.load(Relaxed));
        self.open().map(|run| (run.whose, self.pace.estimate(&run.request, left(run)))).collect()
    }

    /// The one that waits and is next: of those who stand equal, the oldest.
    fn next(&self, now: Instant) -> Option<(&Arc<Run>, Rank)> {
        let waiting = self.runs.iter().filter(|run| run.state() == LabState::Waiting);
        waiting.map(|run| (run, self.shares.rank(run.whose, now))).min_by_key(|(_, rank)| *rank)
    }

    /// How many comparisons come before one, as things stand now.
    fn ahead(&self, run: &Run) -> u32 {
        if run.state() != LabState::Waiting {
            return 0;
        }
        let now = Instant::now();
        let own = (self.shares.rank(run.whose, now), run.began);
        let is_before = |other: &&Arc<Run>| {
            other.id != run.id
                && (other.state() == LabState::Running
                    || (self.shares.rank(other.whose, now), other.began) <= own)
        };
        self.open().filter(is_before).count() as u32
    }

    /// Those that are over and no longer kept: the oldest of a player who has many, then the oldest of all.
    fn forget_old(&mut self) -> Vec<String> {
        let mut forgotten = Vec::new();
        let over: Vec<Arc<Run>> = self.runs.iter().filter(|run| run.state().is_over()).cloned().collect();
        let mut surplus = self.runs.len().saturating_sub(limits::LAB_KEPT);
        for (at, run) in over.iter().enumerate() {
            let newer = over[at..].iter().filter(|other| other.whose.player == run.whose.player).count();
            if newer > limits::LAB_KEPT_PER_PLAYER {
                forgotten.push(run.id.clone());
                surplus = surplus.saturating_sub(1);
            }
        }
        let oldest = over.iter().filter(|run| !forgotten.contains(&run.id)).take(surplus);
        let oldest: Vec<String> = oldest.map(|run| run.id.clone()).collect();
        forgotten.extend(oldest);
        self.runs.retain(|run| !forgotten.contains(&run.id));
        forgotten
    }
}

impl Lab {
    /// The comparisons that are kept in this folder. Those that were not over have been stopped.
    pub(crate) fn open(folder: &Path, background: Arc<Background>) -> Lab {
        let kept = Kept::at(folder);
        let mut runs = Vec::new();
        for mut stored in kept.all() {
            if !stored.run.state.is_over() {
                stored.run.state = LabState::Stopped;
                kept.keep(&stored, None);
            }
            runs.push(Arc::new(Run {
                id: stored.run.id,
                // Where it came from matters only while it is open, and is not written down.
                whose: Whose { player: stored.owner, network: Network::UNKNOWN },
                request: stored.run.request,
                began: stored.began,
                played: AtomicU64::new(stored.run.played),
                stop: AtomicBool::new(false),
                now: Mutex::new(Now { state: stored.run.state, report: None, job: None }),
            }));
        }
        runs.sort_by_key(|run| run.began);
        Lab {
            kept,
            desk: Mutex::new(Desk { runs, ..Desk::default() }),
            bell: Condvar::new(),
            closing: AtomicBool::new(false),
            beginnings: Buckets::new(BEGINNINGS),
            slice: SLICE,
            background,
        }
    }

    /// Begins a comparison, or lets it wait for its turn.
    pub(crate) fn begin(
        &self,
        player: PlayerId,
        network: Network,
        request: LabRequest,
    ) -> Result<LabRun, ApiError> {
        check(&request)?;
        let id = ids::room()?;
        let whose = Whose { player, network };
        let mut desk = lock(&self.desk);
        if self.closing.load(Relaxed) {
            return Err(ErrorCode::ServerBusy.into());
        }
        admit(&desk.load(), whose, desk.pace.estimate(&request, request.deals))?;
        if !self.beginnings.take(network, Instant::now()) {
            return Err(ErrorCode::RateExceeded.into());
        }
        let run = Arc::new(Run {
            id,
            whose,
            request,
            began: clock::now(),
            played: AtomicU64::new(0),
            stop: AtomicBool::new(false),
            now: Mutex::new(Now { state: LabState::Waiting, report: None, job: None }),
        });
        self.kept.keep(&run.stored(), None);
        desk.runs.push(run.clone());
        desk.forget_old().iter().for_each(|id| self.kept.forget(id));
        self.bell.notify_all();
        Ok(run.shown(desk.ahead(&run), false))
    }

    /// The player's comparisons, the latest first.
    pub(crate) fn list(&self, owner: PlayerId) -> Vec<LabRun> {
        let desk = lock(&self.desk);
        let own = desk.runs.iter().rev().filter(|run| run.whose.player == owner);
        own.map(|run| run.shown(desk.ahead(run), false)).collect()
    }

    /// One comparison with its report.
    pub(crate) fn one(&self, id: &str) -> Result<LabRun, ApiError> {
        let shown = {
            let desk = lock(&self.desk);
            let run = desk.runs.iter().find(|run| run.id == id).ok_or(ErrorCode::NotFound)?;
            run.shown(desk.ahead(run), true)
        };
        if shown.state.is_over() {
            // The files are written before the state changes; one that was removed by hand is simply gone.
            let stored = self.kept.read(id).ok_or(ErrorCode::NotFound)?;
            return Ok(LabRun { state: shown.state, ..stored.run });
        }
        Ok(shown)
    }

    /// The report of a finished comparison as a page.
    pub(crate) fn page(&self, id: &str) -> Option<String> {
        let is_known = lock(&self.desk).runs.iter().any(|run| run.id == id);
        is_known.then(|| self.kept.page(id)).flatten()
    }

    /// The player no longer wants it; what was played is kept.
    pub(crate) fn cancel(&self, owner: PlayerId, id: &str) -> Result<(), ApiError> {
        let desk = lock(&self.desk);
        let run = desk.runs.iter().find(|run| run.id == id && run.whose.player == owner);
        let run = run.ok_or(ErrorCode::NotFound)?;
        run.stop.store(true, Relaxed);
        let waited = {
            let mut now = lock(&run.now);
            (now.state == LabState::Waiting).then(|| now.job.take())
        };
        // What is being played ends by itself.
        if let Some(job) = waited {
            self.end(run, LabState::Cancelled, job.and_then(|job| job.page()).as_deref());
        }
        Ok(())
    }

    /// A comparison is over: it is kept, and from now on read from its file.
    fn end(&self, run: &Run, state: LabState, page: Option<&str>) {
        let mut stored = run.stored();
        stored.run.state = state;
        self.kept.keep(&stored, page);
        *lock(&run.now) = Now { state, report: None, job: None };
    }

    /// Forgets everything of a player whose account is deleted.
    pub(crate) fn forget(&self, owner: PlayerId) {
        let mut desk = lock(&self.desk);
        let (gone, stay) = desk.runs.drain(..).partition(|run: &Arc<Run>| run.whose.player == owner);
        desk.runs = stay;
        for run in gone {
            run.stop.store(true, Relaxed);
            self.kept.forget(&run.id);
        }
    }

    /// Begins to stop: what runs is given up.
    pub(crate) fn close(&self) {
        self.closing.store(true, Relaxed);
        let desk = lock(&self.desk);
        desk.runs.iter().for_each(|run| run.stop.store(true, Relaxed));
        self.bell.notify_all();
    }

    /// The thread that plays: a slice of one comparison after the other until the server stops.
    pub(crate) fn start(lab: &Arc<Lab>) -> std::io::Result<()> {
        let lab = lab.clone();
        std::thread::Builder::new().name("lab".into()).spawn(move || {
            be_nice();
            while let Some((run, job)) = lab.next() {
                lab.play(&run, job);
            }
        })?;
        Ok(())
    }

    /// Waits for the next comparison, with what was played of it; none when the server stops.
    fn next(&self) -> Option<Turn> {
        let mut desk = lock(&self.desk);
        loop {
            if self.closing.load(Relaxed) {
                return None;
            }
            if let Some((run, _)) = desk.next(Instant::now()) {
                let mut now = lock(&run.now);
                now.state = LabState::Running;
                return Some((run.clone(), now.job.take()));
            }
            desk = self.bell.wait(desk).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Plays a slice of a comparison, and keeps what became of it.
    fn play(&self, run: &Run, job: Option<Box<dyn Job>>) {
        let began = Instant::now();
        let mut turn = Some(self.background.turn());
        let mut go_on = |walls, time| {
            let goes_on = self.goes_on(run, walls, time, began);
            // Others who work in the background come between two pieces.
            drop(turn.take());
            turn = goes_on.then(|| self.background.turn());
            goes_on
        };
        let (pause, job) = work::play(run, job, &mut go_on);
        drop(turn);
        let page = job.as_ref().and_then(|job| job.page());
        // Whoever cancels it finds it waiting, or is noticed here.
        let desk = lock(&self.desk);
        if !desk.runs.iter().any(|known| known.id == run.id) {
            return;
        }
        match pause {
            Pause::GivesWay if !run.stop.load(Relaxed) => {
                // If the server ends before its next slice, this is what is left of it.
                self.kept.keep(&run.stored(), page.as_deref());
                let mut now = lock(&run.now);
                (now.state, now.job) = (LabState::Waiting, job);
            }
            Pause::Whole => self.end(run, LabState::Done, page.as_deref()),
            _ if run.stop.load(Relaxed) && !self.closing.load(Relaxed) => {
                self.end(run, LabState::Cancelled, page.as_deref());
            }
            Pause::GivesWay | Pause::Stopped => self.end(run, LabState::Stopped, page.as_deref()),
        }
    }

    /// Some walls were played: whether to go on, or to give way to somebody who has had less.
    fn goes_on(&self, run: &Run, walls: u64, time: Duration, began: Instant) -> bool {
        let (mut desk, now) = (lock(&self.desk), Instant::now());
        desk.shares.add(run.whose, time, now);
        desk.pace.learn(&run.request, walls, time);
        let own = desk.shares.rank(run.whose, now);
        now.saturating_duration_since(began) < self.slice
            || desk.next(now).is_none_or(|(_, rank)| own <= rank)
    }
}
