//! Reviews of finished matches: what the decisions of a player cost, worked out in the background while the player looks on.
//!
//! A review is a row of short steps, each one decision. A few threads of the lowest priority do them, in turns with the lab
//! ([`crate::background`]), and every step goes to whoever has had the least machine time lately. What nobody looks at any more is
//! given up; what is finished is kept in files, by match and seat. Whose decisions somebody may see is not decided here.

mod kept;
mod shown;

use crate::background::{Background, Rests, be_nice};
use crate::error::ApiError;
use crate::lab::{Shares, Whose};
use crate::limits::{Buckets, Rate, lock};
use crate::network::Network;
use kept::Kept;
use shown::{shown, summary};
use sifang_match::{MatchId, Record};
use sifang_options::Lang;
use sifang_proto::{
    ErrorBody, ErrorCode, Millis, PlayerId, ReviewRun, ReviewState, ReviewSummary, ReviewView, limits,
};
use sifang_review::{Plan, Step, Steps, steps};
use sifang_rules::any::RuleSetId;
use sifang_rules::with_rule_set;
use sifang_tiles::Seat;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often an address may begin one.
const BEGINNINGS: Rate =
    Rate { burst: limits::REVIEW_BEGIN_BURST, every: Duration::from_millis(limits::REVIEW_BEGIN_EVERY_MS) };
/// What nobody looks at for so long is given up.
const PATIENCE: Duration = Duration::from_millis(limits::REVIEW_PATIENCE_MS);

/// All reviews of a server.
#[derive(Debug)]
pub(crate) struct Reviews {
    kept: Kept,
    desk: Mutex<Desk>,
    /// Rings when there is something to do.
    bell: Condvar,
    closing: AtomicBool,
    beginnings: Buckets<Network>,
    background: Arc<Background>,
}

#[derive(Debug, Default)]
struct Desk {
    /// Those that are not finished, the oldest first.
    runs: Vec<Arc<Run>>,
    shares: Shares,
}

/// One review that is being worked out.
#[derive(Debug)]
struct Run {
    match_id: MatchId,
    seat: Seat,
    whose: Whose,
    steps: Box<dyn Steps>,
    /// When somebody last looked.
    seen: Mutex<Instant>,
    /// The first step was begun.
    begun: AtomicBool,
    /// Threads that are at it, and whether there is nothing for one more of them; changed under the desk's lock.
    at_work: AtomicUsize,
    handed_out: AtomicBool,
}

/// What there is to do for a review of this seat. The error says why the record cannot be played again.
pub(crate) fn prepare(record: Record, seat: Seat) -> Result<Box<dyn Steps>, ApiError> {
    let unplayable = |zh: String, en: String| ErrorBody::with(ErrorCode::RecordUnplayable, zh, en);
    let id = RuleSetId::from_id(&record.rules).map_err(|_| ErrorCode::RulesUnknown)?;
    let begun = with_rule_set!(id, R => steps::<R>(record, Plan::new(vec![seat])));
    begun.map_err(|why| unplayable(why.message(Lang::Zh), why.message(Lang::En)).into())
}

impl Run {
    fn is(&self, match_id: MatchId, player: PlayerId) -> bool {
        self.match_id == match_id && self.whose.player == player
    }

    fn is_given_up(&self, now: Instant) -> bool {
        now.saturating_duration_since(*lock(&self.seen)) > PATIENCE
    }

    fn review(&self) -> Option<ReviewView> {
        shown(&self.steps.review())
    }

    /// The review as it is sent.
    fn sent(&self, ahead: u32) -> Result<ReviewRun, ApiError> {
        let begun = self.begun.load(Relaxed);
        Ok(ReviewRun {
            match_id: self.match_id,
            seat: self.seat,
            state: if begun { ReviewState::Running } else { ReviewState::Waiting },
            thousandths: self.steps.thousandths().min(999),
            ahead,
            review: self.review().ok_or(ErrorCode::ServerInternal)?,
        })
    }
}

impl Desk {
    /// Whether one more is let in.
    fn admit(&self, whose: Whose) -> Result<(), ApiError> {
        let count = |test: &dyn Fn(&Whose) -> bool| self.runs.iter().filter(|run| test(&run.whose)).count();
        if count(&|other| other.player == whose.player) >= limits::REVIEWS_PER_PLAYER
            || count(&|other| other.network == whose.network) >= limits::REVIEWS_PER_ADDRESS
        {
            return Err(ErrorCode::ReviewRunning.into());
        }
        if self.runs.len() >= limits::REVIEWS {
            return Err(ErrorCode::ServerBusy.into());
        }
        Ok(())
    }

    /// Forgets what nobody looks at any more.
    fn give_up(&mut self, now: Instant) {
        self.runs.retain(|run| !run.is_given_up(now));
    }

    fn ahead(&self, run: &Arc<Run>) -> u32 {
        self.runs.iter().take_while(|other| !Arc::ptr_eq(other, run)).count() as u32
    }
}

impl Reviews {
    /// The reviews that are kept in this folder.
    pub(crate) fn open(folder: &Path, background: Arc<Background>) -> Reviews {
        Reviews {
            kept: Kept::at(folder),
            desk: Mutex::default(),
            bell: Condvar::new(),
            closing: AtomicBool::new(false),
            beginnings: Buckets::new(BEGINNINGS),
            background,
        }
    }

    /// A player's review that is being worked out; looking at it keeps it alive.
    pub(crate) fn look(&self, match_id: MatchId, player: PlayerId) -> Option<Result<ReviewRun, ApiError>> {
        let (run, ahead) = {
            let desk = lock(&self.desk);
            let run = desk.runs.iter().find(|run| run.is(match_id, player))?.clone();
            let ahead = desk.ahead(&run);
            (run, ahead)
        };
        *lock(&run.seen) = Instant::now();
        Some(run.sent(ahead))
    }

    /// A finished review.
    pub(crate) fn finished(&self, match_id: MatchId, seat: Seat) -> Option<ReviewRun> {
        let review = self.kept.read(match_id, seat)?;
        Some(ReviewRun { match_id, seat, state: ReviewState::Done, thousandths: 1000, ahead: 0, review })
    }

    /// What a finished review comes to.
    pub(crate) fn summary(&self, match_id: MatchId, seat: Seat, at: Millis) -> Option<ReviewSummary> {
        self.kept.read(match_id, seat).map(|review| summary(match_id, at, review))
    }

    /// Whether a review may be begun now: asked before the record is played again.
    pub(crate) fn may_begin(&self, whose: Whose) -> Result<(), ApiError> {
        let now = Instant::now();
        let mut desk = lock(&self.desk);
        desk.give_up(now);
        desk.admit(whose)?;
        if !self.beginnings.take(whose.network, now) {
            return Err(ErrorCode::RateExceeded.into());
        }
        Ok(())
    }

    /// Begins a review.
    pub(crate) fn begin(
        &self,
        match_id: MatchId,
        seat: Seat,
        whose: Whose,
        steps: Box<dyn Steps>,
    ) -> Result<ReviewRun, ApiError> {
        let now = Instant::now();
        let mut desk = lock(&self.desk);
        if self.closing.load(Relaxed) {
            return Err(ErrorCode::ServerBusy.into());
        }
        if let Some(run) = desk.runs.iter().find(|run| run.is(match_id, whose.player)) {
            return run.sent(desk.ahead(run));
        }
        desk.admit(whose)?;
        let run = Arc::new(Run {
            match_id,
            seat,
            whose,
            steps,
            seen: Mutex::new(now),
            begun: AtomicBool::new(false),
            at_work: AtomicUsize::new(0),
            handed_out: AtomicBool::new(false),
        });
        desk.runs.push(run.clone());
        let ahead = desk.ahead(&run);
        drop(desk);
        self.bell.notify_all();
        run.sent(ahead)
    }

    /// The player no longer wants it.
    pub(crate) fn cancel(&self, match_id: MatchId, player: PlayerId) -> Result<(), ApiError> {
        let mut desk = lock(&self.desk);
        let before = desk.runs.len();
        desk.runs.retain(|run| !run.is(match_id, player));
        if desk.runs.len() == before { Err(ErrorCode::NotFound.into()) } else { Ok(()) }
    }

    /// Forgets everything of a player whose account is deleted.
    pub(crate) fn forget(&self, owner: PlayerId) {
        lock(&self.desk).runs.retain(|run| run.whose.player != owner);
        self.kept.forget(owner);
    }

    /// Begins to stop: what is being worked out is given up.
    pub(crate) fn close(&self) {
        self.closing.store(true, Relaxed);
        lock(&self.desk).runs.clear();
        self.bell.notify_all();
    }

    /// The threads that do the work, until the server stops.
    pub(crate) fn start(reviews: &Arc<Reviews>) -> std::io::Result<()> {
        for number in 0..reviews.background.threads() {
            let reviews = reviews.clone();
            std::thread::Builder::new().name(format!("review-{number}")).spawn(move || {
                be_nice();
                while let Some(run) = reviews.next() {
                    reviews.work(&run);
                }
            })?;
        }
        Ok(())
    }

    /// Waits for something to do; none when the server stops.
    fn next(&self) -> Option<Arc<Run>> {
        let mut desk = lock(&self.desk);
        loop {
            if self.closing.load(Relaxed) {
                return None;
            }
            let now = Instant::now();
            desk.give_up(now);
            let open = desk.runs.iter().filter(|run| !run.handed_out.load(Relaxed));
            if let Some(run) = open.min_by_key(|run| desk.shares.rank(run.whose, now)) {
                run.at_work.fetch_add(1, Relaxed);
                return Some(run.clone());
            }
            desk = self.bell.wait(desk).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// One step of a review, and what becomes of it.
    fn work(&self, run: &Arc<Run>) {
        let turn = self.background.turn();
        let (began, rests) = (Instant::now(), Rests::new());
        run.begun.store(true, Relaxed);
        let step = catch_unwind(AssertUnwindSafe(|| run.steps.step(&|| rests.rest())));
        drop(turn);
        let is_open = self.note(run, step.as_ref().ok(), began.elapsed());
        match step {
            Ok(Step::Last) if is_open => {
                if let Some(review) = run.review() {
                    self.kept.keep(run.match_id, run.seat, run.whose.player, review);
                }
                self.end(run);
            }
            Ok(_) => {}
            Err(_) => {
                tracing::error!(match_id = %run.match_id, seat = %run.seat, "a review failed");
                self.end(run);
            }
        }
    }

    /// Notes a step; says whether its review is still wanted.
    fn note(&self, run: &Arc<Run>, step: Option<&Step>, took: Duration) -> bool {
        let mut desk = lock(&self.desk);
        desk.shares.add(run.whose, took, Instant::now());
        let others = run.at_work.fetch_sub(1, Relaxed) - 1;
        // What others are at may bring more to do; when one of them is done, it is looked for again.
        let wait = step == Some(&Step::Nothing) && others > 0;
        if run.handed_out.swap(wait, Relaxed) && !wait {
            self.bell.notify_all();
        }
        desk.runs.iter().any(|other| Arc::ptr_eq(other, run))
    }

    fn end(&self, run: &Arc<Run>) {
        lock(&self.desk).runs.retain(|other| !Arc::ptr_eq(other, run));
    }
}
