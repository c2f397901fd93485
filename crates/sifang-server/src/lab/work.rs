//! Playing a comparison: from a request to a plan, and from a plan to a report, slowly enough that no table notices.

use super::kept::Kept;
use super::{Run, lock};
use crate::error::ApiError;
use sifang_bots::Level;
use sifang_lab::{How, Plan, Report, Tally, html};
use sifang_options::{OptionSet, RawOptions};
use sifang_proto::{ErrorBody, ErrorCode, LabRequest, LabState, limits};
use sifang_rules::any::RuleSetId;
use sifang_rules::insight::Insight;
use sifang_rules::with_rule_set;
use sifang_table::RuleSet;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

/// After each wall the thread rests for this part of the time it took.
const REST: u32 = 3;

/// Gives this thread, and those it starts, the lowest priority. Where that cannot be done the rests between walls must do.
pub(super) fn be_nice() {
    #[cfg(unix)]
    if let Err(error) = rustix::process::nice(19) {
        tracing::warn!(%error, "the lab's thread keeps its priority");
    }
}

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
    let plan =
        Plan { a: side(&request.a)?, b: side(&request.b)?, bots, seed: request.seed, deals: request.deals };
    if plan.a == plan.b {
        return Err(invalid("A 与 B 相同，没有可比的".into(), "A and B are the same".into()));
    }
    Ok(plan)
}

/// Plays a comparison to its end, or until it is stopped, and keeps its report.
pub(super) fn play(run: &Run, kept: &Kept, closing: &AtomicBool) {
    let Ok(id) = RuleSetId::from_id(&run.request.rules) else { return };
    let played = catch_unwind(AssertUnwindSafe(|| with_rule_set!(id, R => play_as::<R>(run))));
    let (whole, page) = played.unwrap_or_else(|_| {
        tracing::error!(rules = run.request.rules, seed = run.request.seed, "a comparison failed");
        (false, None)
    });
    let state = match whole {
        true => LabState::Done,
        false if run.stop.load(Relaxed) && !closing.load(Relaxed) => LabState::Cancelled,
        false => LabState::Stopped,
    };
    let mut stored = run.stored();
    stored.run.state = state;
    kept.keep(&stored, page.as_deref());
    let mut now = lock(&run.now);
    now.state = state;
    // From now on it is read from its file.
    now.report = None;
}

/// Whether everything was played, and the report as a page.
fn play_as<R: Insight>(run: &Run) -> (bool, Option<String>) {
    let Ok(plan) = plan::<R>(&run.request) else { return (false, None) };
    let mut tally = Tally::new::<R>(plan.a.seats());
    let parts: Vec<u64> = (0..plan.parts()).collect();
    let how = How { threads: 1, facts: false, played: &run.played, stop: &run.stop, between: &rest };
    let whole = sifang_lab::run(&plan, &parts, &how, |part| {
        tally.add(&part.tally);
        let report = serde_json::to_value(Report::new(&plan, &tally));
        lock(&run.now).report = report.ok();
        Ok::<(), std::convert::Infallible>(())
    });
    let page = (tally.walls() > 0).then(|| html(&Report::new(&plan, &tally)));
    (whole.unwrap_or(false), page)
}

thread_local! {
    /// When this thread last began to play.
    static SINCE: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// Rests between two walls, so that even without priorities a table is not kept waiting.
fn rest() {
    if let Some(since) = SINCE.get() {
        std::thread::sleep(since.elapsed() / REST);
    }
    SINCE.set(Some(Instant::now()));
}
