//! A review in small steps, for whoever has other things to do between them and wants the worst mistakes first.
//!
//! First every decision is looked at, then those that seem to lose the most are measured before all others. Every step draws its worlds
//! from the seed, the decision and nothing else: in whatever order and on however many threads, it comes to the review that
//! [`review`](fn@crate::review) gives.

use crate::Moment;
use crate::measure::{Effort, Looked, Table};
use crate::playout::Player;
use crate::report::Review;
use crate::review::{Done, Plan, compared, put_together, questions};
use sifang_match::{Mismatch, Record};
use sifang_rules::insight::Insight;
use std::fmt::Debug;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What came of asking for one more step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// One was done.
    Worked,
    /// None is left.
    Last,
    /// All that are left are being worked at by others.
    Nothing,
}

/// A review that is worked out in steps, of any rule set. Several threads may be at it at once.
pub trait Steps: Send + Sync + Debug {
    /// Does one more step, calling `between` after each world that was played out.
    fn step(&self, between: &dyn Fn()) -> Step;
    /// The part of the work that is done, in thousandths: an estimate until every decision was looked at.
    fn thousandths(&self) -> u32;
    /// The review as far as it is known.
    fn review(&self) -> Review;
}

/// Begins a review of a record that has been verified; nothing is worked out yet.
pub fn steps<R: Insight>(record: Record, plan: Plan) -> Result<Box<dyn Steps>, Mismatch> {
    let asked = questions::<R>(&record, &plan)?;
    let desk = Mutex::new(Desk { left: asked.len(), ..Desk::default() });
    let effort = Effort::of(plan.worlds);
    Ok(Box::new(Gradual { record, plan, effort, asked, desk }))
}

/// What a look takes, and what a measurement takes by how close it is: for the share that is done.
const LOOK: u64 = 3;
const PLAIN: u64 = 1;
const SURE: u64 = 16;

#[derive(Debug)]
struct Gradual<R: Insight> {
    record: Record,
    plan: Plan,
    effort: Effort,
    asked: Vec<Moment<R>>,
    desk: Mutex<Desk>,
}

#[derive(Debug, Default)]
struct Desk {
    /// The next decision to look at.
    next: usize,
    /// Decisions that were looked at and wait to be measured.
    waiting: Vec<(usize, Looked)>,
    /// In the order of the decisions.
    done: Vec<(usize, Done)>,
    /// Decisions that are not finished.
    left: usize,
    /// How many were looked at, what the measurements of those take, and what is done of it.
    looked: u64,
    wanted: u64,
    measured: u64,
}

enum Task {
    Look(usize),
    Settle(usize, Looked),
}

fn cost(looked: &Looked) -> u64 {
    if looked.suspicious { SURE } else { PLAIN }
}

impl Desk {
    /// What is next: a look, else what seems to lose the most.
    fn take(&mut self, all: usize) -> Option<Task> {
        if self.next < all {
            self.next += 1;
            return Some(Task::Look(self.next - 1));
        }
        let order = |looked: &Looked| (looked.suspicious, looked.seems);
        let worse = |a: &Looked, b: &Looked| {
            let ((a, lost), (b, other)) = (order(a), order(b));
            a.cmp(&b).then(lost.total_cmp(&other))
        };
        let list = self.waiting.iter().enumerate();
        let worst = list.max_by(|(_, a), (_, b)| worse(&a.1, &b.1).then(b.0.cmp(&a.0)))?.0;
        let (at, looked) = self.waiting.swap_remove(worst);
        Some(Task::Settle(at, looked))
    }

    fn finish(&mut self, at: usize, done: Option<Done>) {
        self.left -= 1;
        if let Some(done) = done {
            let place = self.done.partition_point(|(other, _)| *other < at);
            self.done.insert(place, (at, done));
        }
    }
}

impl<R: Insight> Gradual<R> {
    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<R: Insight> Steps for Gradual<R> {
    fn step(&self, between: &dyn Fn()) -> Step {
        let (task, none_left) = {
            let mut desk = self.desk();
            (desk.take(self.asked.len()), desk.left == 0)
        };
        let Some(task) = task else { return if none_left { Step::Last } else { Step::Nothing } };
        let (Task::Look(at) | Task::Settle(at, _)) = task;
        let (moment, mut player) = (&self.asked[at], Player::new());
        let mut table = Table { moment, seed: self.plan.seed, player: &mut player, between };
        let left = match task {
            Task::Look(_) => {
                let looked = table.look(&self.effort);
                let mut desk = self.desk();
                desk.looked += 1;
                match looked {
                    Some(looked) => {
                        desk.wanted += cost(&looked);
                        desk.waiting.push((at, looked));
                    }
                    None => desk.finish(at, None),
                }
                desk.left
            }
            Task::Settle(_, looked) => {
                let weighed = table.settle(&self.effort, &looked);
                let done = compared(moment, &weighed);
                let mut desk = self.desk();
                desk.measured += cost(&looked);
                desk.finish(at, done);
                desk.left
            }
        };
        if left == 0 { Step::Last } else { Step::Worked }
    }

    fn thousandths(&self) -> u32 {
        let desk = self.desk();
        let all = self.asked.len() as u64;
        if desk.left == 0 {
            return 1000;
        }
        // What was not looked at counts as what was, on average.
        let measures = (desk.wanted + 1) * all / desk.looked.max(1);
        let (done, total) = (LOOK * desk.looked + desk.measured, LOOK * all + measures.max(desk.wanted));
        (1000 * done / total.max(1)).min(999) as u32
    }

    fn review(&self) -> Review {
        let done = self.desk().done.clone();
        put_together(&self.record, &self.plan, &self.asked, &done)
    }
}
