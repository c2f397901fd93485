//! The rows together, played by some threads.

use crate::buffers::{Buffers, Shape};
use crate::plan::{BadPlan, Plan, Player, Share, Varied};
use crate::portions::{FEW, Portions};
use crate::row::{BadAction, Row};
use rayon::ThreadPool;
use sifang_bots::features::Parts;
use sifang_rules::insight::Insight;
use sifang_table::Journal;
use sifang_tiles::Seat;
use std::sync::Mutex;

/// Many deals of one rule set at once.
#[derive(Debug)]
pub struct VecEnv<R: Insight> {
    pub(crate) plan: Plan<R>,
    pub(crate) shape: Shape,
    pub(crate) rows: Vec<Row<R>>,
    results: Results,
    pool: Option<ThreadPool>,
}

/// What became of every deal, where there is an end.
#[derive(Clone, Debug)]
struct Results {
    /// Points by place.
    points: Vec<[i32; Seat::MAX]>,
    digests: Vec<u128>,
    /// Memory for digests.
    scratch: Vec<u8>,
}

impl Results {
    fn new(deals: u64) -> Results {
        let deals = deals as usize;
        Results { points: vec![[0; Seat::MAX]; deals], digests: vec![0; deals], scratch: Vec::new() }
    }

    fn note<R: Insight>(&mut self, plan: &Plan<R>, number: u64, points: [i32; Seat::MAX], journal: &Journal) {
        let Some(place) = plan.place_of(number).map(|place| place as usize) else { return };
        let Some(result) = self.points.get_mut(place) else { return };
        let (_, seating) = plan.split(number);
        for seat in Seat::all(plan.rules.seats()) {
            result[plan.place(seat, seating)] = points[seat.index()];
        }
        self.digests[place] = journal.digest(&mut self.scratch);
    }
}

impl<R: Insight> VecEnv<R> {
    /// Gets ready to play. The first [`VecEnv::step`] must be [`VecEnv::begin`].
    pub fn new(plan: Plan<R>) -> Result<VecEnv<R>, BadPlan> {
        plan.check()?;
        sifang_shape::warm_up();
        let pool = pool(plan.threads, plan.rows)?;
        let rows = (0..plan.rows as u64).map(|row| Row::new(&plan, row)).collect();
        let results = Results::new(plan.deals().unwrap_or(0));
        let shape = Shape { rows: plan.rows, obs: Parts::of::<R>().size(plan.depth) };
        Ok(VecEnv { plan, shape, rows, results, pool })
    }

    /// Another environment that stands where this one stands, with threads of its own.
    pub fn copy(&self) -> Result<VecEnv<R>, BadPlan> {
        let pool = pool(self.plan.threads, self.plan.rows)?;
        let VecEnv { plan, shape, rows, results, .. } = self;
        Ok(VecEnv { plan: plan.clone(), shape: *shape, rows: rows.clone(), results: results.clone(), pool })
    }

    /// The sizes of the buffers.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// What is played.
    pub fn plan(&self) -> &Plan<R> {
        &self.plan
    }

    /// Starts all rows anew, from their first deals, and shows their first questions.
    pub fn begin(&mut self, mut out: Buffers<'_>) {
        out.check(self.shape);
        self.results = Results::new(self.plan.deals().unwrap_or(0));
        for (number, row) in self.rows.iter_mut().enumerate() {
            *row = Row::new(&self.plan, number as u64);
        }
        self.play(out.again());
    }

    /// Answers every question and goes on to the next ones. If an answer is not among those offered, nothing has changed.
    pub fn step(&mut self, slots: &[i32], mut out: Buffers<'_>) -> Result<(), BadAction> {
        out.check(self.shape);
        assert_eq!(slots.len(), self.rows.len(), "one answer for each row");
        for (number, (row, slot)) in self.rows.iter_mut().zip(slots).enumerate() {
            row.check(number, *slot)?;
        }
        self.play(out.again());
        Ok(())
    }

    fn play(&mut self, out: Buffers<'_>) {
        let VecEnv { plan, shape, rows, results, pool } = self;
        let (plan, obs) = (&*plan, shape.obs);
        let Some(pool) = pool else {
            let mut note = |number, points, journal: &Journal| results.note(plan, number, points, journal);
            return play_rows(plan, rows, out, obs, &mut note);
        };
        let results = Mutex::new(results);
        let note = |number, points, journal: &Journal| {
            // A thread that panicked has left nothing half written.
            let mut results = results.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            results.note(plan, number, points, journal);
        };
        let helpers = pool.current_num_threads();
        let portions = Portions::new(rows, out, obs, helpers + 1);
        let work = |thread| {
            while let Some((these, into)) = portions.take(thread) {
                play_rows(plan, these, into, obs, &mut |n, p, j: &Journal| note(n, p, j));
            }
        };
        // The caller works, too: where the others wake late, little is lost.
        pool.in_place_scope(|scope| {
            for _ in 0..helpers {
                scope.spawn(|_| work(rayon::current_thread_index().map_or(0, |helper| helper + 1)));
            }
            work(0);
        });
    }

    /// The points of every deal so far by place, in the order of their numbers (zeros where one is not over).
    pub fn results(&self) -> &[[i32; Seat::MAX]] {
        &self.results.points
    }

    /// The digest of every deal so far (0 where one is not over), as in the digest of a simulation.
    pub fn digests(&self) -> &[u128] {
        &self.results.digests
    }
}

impl<R: Insight> VecEnv<R> {
    /// The digest of all deals together: that of `sifang simulate`. Nothing unless bots alone have played the deals of a simulation, and
    /// all of them.
    pub fn digest(&self) -> Option<String> {
        let plan = &self.plan;
        let bots = plan.players.iter().map(|player| match player {
            Player::Bot(level) => Some(*level),
            Player::External => None,
        });
        let bots = bots.collect::<Option<Vec<_>>>()?;
        let differ = bots.iter().any(|bot| *bot != bots[0]);
        if plan.varied != Varied::None || plan.share != Share::ALL || plan.rotate != differ {
            return None;
        }
        let deals = self.results.digests.len() as u64;
        let same = sifang_sim::Plan { bots, ..sifang_sim::Plan::new(plan.rules, deals, plan.seed) };
        Some(same.digest(&self.results.digests))
    }
}

/// The threads beside the caller's, where more than one is worth while.
fn pool(threads: usize, rows: usize) -> Result<Option<ThreadPool>, BadPlan> {
    let threads = match threads {
        0 => std::thread::available_parallelism().map_or(1, |n| n.get()),
        n => n,
    };
    let threads = threads.min(rows.div_ceil(FEW));
    let pool = (threads > 1).then(|| rayon::ThreadPoolBuilder::new().num_threads(threads - 1).build());
    pool.transpose().map_err(|why| BadPlan::Pool(why.to_string()))
}

/// Plays each of these rows to its next question.
fn play_rows<R: Insight>(
    plan: &Plan<R>,
    rows: &mut [Row<R>],
    mut out: Buffers<'_>,
    obs: usize,
    finish: &mut impl FnMut(u64, [i32; Seat::MAX], &Journal),
) {
    for (i, row) in rows.iter_mut().enumerate() {
        row.step(plan, out.row(i, obs), finish);
    }
}
