//! Playing a comparison: from a request to a plan, and from a plan to a report, slowly enough that no table notices. It is played
//! in pieces, between which it may be put aside for any time: the walls and their sums are the same.

use super::Run;
use crate::background::Rests;
use crate::error::ApiError;
use crate::limits::lock;
use sifang_bots::Level;
use sifang_lab::{How, Length, PART, Plan, Player, Report, Tally, html};
use sifang_options::{OptionSet, RawOptions};
use sifang_proto::{ErrorBody, ErrorCode, LabRequest, limits};
use sifang_rules::any::RuleSetId;
use sifang_rules::insight::Insight;
use sifang_rules::with_rule_set;
use sifang_table::RuleSet;
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// Walls that are played before others are looked at; a whole match takes longer, and is a piece of its own.
const PIECE: u64 = 25;

/// Whether the request can be carried out.
pub(crate) fn check(request: &LabRequest) -> Result<(), ApiError> {
    let id = RuleSetId::from_id(&request.rules).map_err(|_| ErrorCode::RulesUnknown)?;
    with_rule_set!(id, R => plan::<R>(request).map(drop))
}

fn plan<R: RuleSet>(request: &LabRequest) -> Result<Plan<R>, ApiError> {
    let invalid = |zh: String, en: String| ApiError::from(ErrorBody::with(ErrorCode::LabInvalid, zh, en));
    let (least, most) = (limits::LAB_DEALS_LEAST, limits::LAB_DEALS_MOST);
    if !(least..=most).contains(&request.deals) {
        return Err(invalid(format!("局数须为 {least} 到 {most}"), format!("from {least} to {most} deals")));
    }
    let seats = usize::from(request.seats);
    if !R::SEATS.contains(&seats) {
        let (few, many) = (R::SEATS.start(), R::SEATS.end());
        return Err(invalid(format!("人数须为 {few} 到 {many}"), format!("from {few} to {many} seats")));
    }
    let side = |raw: &RawOptions| -> Result<R, ApiError> {
        let options = R::Options::from_values(raw).map_err(|error| ErrorBody::from(&error))?;
        Ok(R::new(options, seats))
    };
    let bots = Level::by_name(&request.bots).map_err(|_| ErrorCode::BotUnknown)?;
    let plan = Plan {
        a: side(&request.a)?,
        b: side(&request.b)?,
        bots,
        seed: request.seed,
        deals: request.deals,
        length: if request.matches { Length::Match } else { Length::Deal },
    };
    if plan.a == plan.b {
        return Err(invalid("A 与 B 相同，没有可比的".into(), "A and B are the same".into()));
    }
    if plan.only_for_matches().is_some() {
        return Err(invalid(
            "A 与 B 只在影响整场的选项上不同，单局里不起作用：请选“整场”".into(),
            "A and B differ only in options about whole matches, which never matter to a single deal; ask for whole matches"
                .into(),
        ));
    }
    Ok(plan)
}

/// How far a comparison was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pause {
    /// To its end.
    Whole,
    /// Until somebody else's turn came; it can be played on.
    GivesWay,
    /// Until it was stopped, or failed.
    Stopped,
}

/// Called after some walls how many they were and how long they took; says whether to go on.
pub(super) type GoOn<'a> = dyn FnMut(u64, Duration) -> bool + 'a;

/// A comparison that is being played, of any rule set.
pub(super) trait Job: Debug + Send {
    /// Plays on.
    fn play(&mut self, run: &Run, go_on: &mut GoOn<'_>) -> Pause;
    /// The report of what was played as a page; none of nothing.
    fn page(&self) -> Option<String>;
}

/// What was played of a plan: the walls from the first, however many slices it took.
#[derive(Debug)]
struct Playing<R> {
    plan: Plan<R>,
    tally: Tally,
}

/// Plays a comparison on, or begins it. What can be played on or shown comes back.
pub(super) fn play(
    run: &Run,
    job: Option<Box<dyn Job>>,
    go_on: &mut GoOn<'_>,
) -> (Pause, Option<Box<dyn Job>>) {
    let begun = job.map_or_else(|| begin(&run.request), Ok);
    let Ok(mut job) = begun else { return (Pause::Stopped, None) };
    match catch_unwind(AssertUnwindSafe(|| job.play(run, go_on))) {
        Ok(pause) => (pause, Some(job)),
        Err(_) => {
            tracing::error!(rules = run.request.rules, seed = run.request.seed, "a comparison failed");
            (Pause::Stopped, None)
        }
    }
}

fn begin(request: &LabRequest) -> Result<Box<dyn Job>, ApiError> {
    let id = RuleSetId::from_id(&request.rules).map_err(|_| ErrorCode::RulesUnknown)?;
    with_rule_set!(id, R => {
        let plan = plan::<R>(request)?;
        let tally = Tally::new(&plan);
        Ok(Box::new(Playing { plan, tally }))
    })
}

impl<R: Insight + Debug + Send + 'static> Job for Playing<R> {
    fn play(&mut self, run: &Run, go_on: &mut GoOn<'_>) -> Pause {
        let Playing { plan, tally } = self;
        let piece_walls = if plan.length == Length::Match { 1 } else { PIECE };
        let mut player = Player::new(plan);
        let report =
            |tally: &Tally| lock(&run.now).report = serde_json::to_value(Report::new(plan, tally)).ok();
        let pause = loop {
            let from = tally.walls();
            if from >= plan.deals {
                break Pause::Whole;
            }
            let (to, began) = ((from + piece_walls).min(plan.deals), Instant::now());
            let rests = Rests::new();
            let how = How {
                threads: 1,
                facts: false,
                played: &run.played,
                stop: &run.stop,
                between: &|| rests.rest(),
            };
            let Some(piece) = player.play(from..to, &how) else {
                // Walls of a piece that was not finished do not count.
                run.played.store(from, Relaxed);
                break Pause::Stopped;
            };
            tally.add(&piece);
            if to.is_multiple_of(PART) {
                report(tally);
            }
            if !go_on(to - from, began.elapsed()) {
                break Pause::GivesWay;
            }
        };
        if tally.walls() > 0 {
            report(tally);
        }
        pause
    }

    fn page(&self) -> Option<String> {
        (self.tally.walls() > 0).then(|| html(&Report::new(&self.plan, &self.tally)))
    }
}
