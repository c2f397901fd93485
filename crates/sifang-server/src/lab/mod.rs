//! Comparisons in the background: players ask what a house rule does, one low-priority thread plays the deals.
//!
//! Each player has one comparison at a time, and all together a bounded number run or wait. What is finished is kept in files
//! (`kept`), the latest ones only. A comparison that the end of the server interrupts is reported as stopped.

mod kept;
mod work;

pub(crate) use work::check;

use crate::clock;
use crate::error::ApiError;
use crate::ids;
use kept::{Kept, Stored};
use serde_json::Value;
use sifang_proto::{ErrorCode, LabRequest, LabRun, LabState, PlayerId, limits};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// All comparisons of a server.
#[derive(Debug)]
pub(crate) struct Lab {
    kept: Kept,
    /// The oldest first; those that are over have their reports in files.
    runs: Mutex<Vec<Arc<Run>>>,
    /// Rings when there is something to do.
    bell: Condvar,
    closing: AtomicBool,
}

/// One comparison.
#[derive(Debug)]
pub(crate) struct Run {
    id: String,
    owner: PlayerId,
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
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

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
        Stored { owner: self.owner, began: self.began, run: self.shown(0, true) }
    }
}

impl Lab {
    /// The comparisons that are kept in this folder. Those that were not over have been stopped.
    pub(crate) fn open(folder: &Path) -> Lab {
        let kept = Kept::at(folder);
        let mut runs = Vec::new();
        for mut stored in kept.all() {
            if !stored.run.state.is_over() {
                stored.run.state = LabState::Stopped;
                kept.keep(&stored, None);
            }
            runs.push(Arc::new(Run {
                id: stored.run.id,
                owner: stored.owner,
                request: stored.run.request,
                began: stored.began,
                played: AtomicU64::new(stored.run.played),
                stop: AtomicBool::new(false),
                now: Mutex::new(Now { state: stored.run.state, report: None }),
            }));
        }
        runs.sort_by_key(|run| run.began);
        Lab { kept, runs: Mutex::new(runs), bell: Condvar::new(), closing: AtomicBool::new(false) }
    }

    /// Begins a comparison, or lets it wait for its turn.
    pub(crate) fn begin(&self, owner: PlayerId, request: LabRequest) -> Result<LabRun, ApiError> {
        check(&request)?;
        let id = ids::room()?;
        let mut runs = lock(&self.runs);
        let open: Vec<&Arc<Run>> = runs.iter().filter(|run| !run.state().is_over()).collect();
        if open.iter().any(|run| run.owner == owner) {
            return Err(ErrorCode::LabRunning.into());
        }
        if open.len() >= limits::LAB_RUNS || self.closing.load(Relaxed) {
            return Err(ErrorCode::ServerBusy.into());
        }
        let ahead = open.len() as u32;
        let run = Arc::new(Run {
            id,
            owner,
            request,
            began: clock::now(),
            played: AtomicU64::new(0),
            stop: AtomicBool::new(false),
            now: Mutex::new(Now { state: LabState::Waiting, report: None }),
        });
        self.kept.keep(&run.stored(), None);
        runs.push(run.clone());
        self.forget_old(&mut runs);
        self.bell.notify_all();
        Ok(run.shown(ahead, false))
    }

    /// Forgets the oldest comparisons that are over, beyond the number that is kept.
    fn forget_old(&self, runs: &mut Vec<Arc<Run>>) {
        while runs.len() > limits::LAB_KEPT {
            let Some(oldest) = runs.iter().position(|run| run.state().is_over()) else { return };
            self.kept.forget(&runs.remove(oldest).id);
        }
    }

    /// The player's comparisons, the latest first.
    pub(crate) fn list(&self, owner: PlayerId) -> Vec<LabRun> {
        let runs = lock(&self.runs);
        let own = runs.iter().enumerate().rev().filter(|(_, run)| run.owner == owner);
        own.map(|(at, run)| run.shown(ahead(&runs, at), false)).collect()
    }

    /// One comparison with its report.
    pub(crate) fn one(&self, id: &str) -> Result<LabRun, ApiError> {
        let shown = {
            let runs = lock(&self.runs);
            let at = runs.iter().position(|run| run.id == id).ok_or(ErrorCode::NotFound)?;
            runs[at].shown(ahead(&runs, at), true)
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
        let is_known = lock(&self.runs).iter().any(|run| run.id == id);
        is_known.then(|| self.kept.page(id)).flatten()
    }

    /// The player no longer wants it; what was played is kept.
    pub(crate) fn cancel(&self, owner: PlayerId, id: &str) -> Result<(), ApiError> {
        let runs = lock(&self.runs);
        let run = runs.iter().find(|run| run.id == id && run.owner == owner).ok_or(ErrorCode::NotFound)?;
        run.stop.store(true, Relaxed);
        let was_waiting = {
            let mut now = lock(&run.now);
            let waiting = now.state == LabState::Waiting;
            if waiting {
                now.state = LabState::Cancelled;
            }
            waiting
        };
        if was_waiting {
            self.kept.keep(&run.stored(), None);
        }
        Ok(())
    }

    /// Begins to stop: what runs is given up.
    pub(crate) fn close(&self) {
        self.closing.store(true, Relaxed);
        let runs = lock(&self.runs);
        runs.iter().for_each(|run| run.stop.store(true, Relaxed));
        self.bell.notify_all();
    }

    /// The thread that plays: takes one comparison after the other until the server stops.
    pub(crate) fn start(lab: &Arc<Lab>) -> std::io::Result<()> {
        let lab = lab.clone();
        std::thread::Builder::new().name("lab".into()).spawn(move || {
            work::be_nice();
            while let Some(run) = lab.next() {
                work::play(&run, &lab.kept, &lab.closing);
            }
        })?;
        Ok(())
    }

    /// Waits for the next comparison; none when the server stops.
    fn next(&self) -> Option<Arc<Run>> {
        let mut runs = lock(&self.runs);
        loop {
            if self.closing.load(Relaxed) {
                return None;
            }
            let waiting = runs.iter().find(|run| run.state() == LabState::Waiting);
            if let Some(run) = waiting {
                lock(&run.now).state = LabState::Running;
                return Some(run.clone());
            }
            runs = self.bell.wait(runs).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// How many comparisons come before this one.
fn ahead(runs: &[Arc<Run>], at: usize) -> u32 {
    if runs[at].state() != LabState::Waiting {
        return 0;
    }
    runs[..at].iter().filter(|run| !run.state().is_over()).count() as u32
}
