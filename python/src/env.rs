//! An environment as Python holds it.

use crate::bad;
use crate::buffers::{Lent, disjoint};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use sifang_bots::Level;
use sifang_bots::features::{ACTIONS, Depth};
use sifang_env::{AnyEnv, BadRow, Buffers, ORACLE, Plan, Player, Share, Varied, make};
use sifang_options::{OptionSet as _, RawOptions};
use sifang_rules::any::RuleSetId;
use sifang_rules::insight::Insight;
use sifang_rules::with_rule_set;

/// What a program asks to be played.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Wish {
    rules: String,
    seats: Option<usize>,
    options: String,
    varied: Option<Vec<String>>,
    vary_all: bool,
    rows: usize,
    seed: u64,
    threads: usize,
    players: Vec<String>,
    walls: u64,
    share: (u64, u64),
    rotate: bool,
    teacher: Option<String>,
    insight: bool,
}

impl Wish {
    fn plan<R: Insight>(&self) -> PyResult<Plan<R>> {
        let raw: RawOptions = serde_json::from_str(&self.options).map_err(bad)?;
        let options = R::Options::from_values(&raw).map_err(bad)?;
        let seats = self.seats.unwrap_or(*R::SEATS.end());
        if !R::SEATS.contains(&seats) {
            let (least, most) = (R::SEATS.start(), R::SEATS.end());
            return Err(bad(format!("{} is for {least} to {most} players, not {seats}", R::ID)));
        }
        let players: Result<Vec<Player>, _> = self.players.iter().map(|name| Player::by_name(name)).collect();
        let teacher = self.teacher.as_ref().map(|name| Level::by_name(name)).transpose().map_err(bad)?;
        Ok(Plan {
            rules: R::new(options, seats),
            rows: self.rows,
            seed: self.seed,
            threads: self.threads,
            players: players.map_err(bad)?,
            walls: self.walls,
            share: Share { index: self.share.0, of: self.share.1 },
            rotate: self.rotate,
            varied: match &self.varied {
                _ if self.vary_all => Varied::All,
                Some(names) => Varied::Some(names.clone()),
                None => Varied::None,
            },
            teacher,
            depth: if self.insight { Depth::Insight } else { Depth::Basic },
        })
    }
}

/// An environment in use.
struct Open {
    env: Box<dyn AnyEnv>,
    /// The answers of a step: a copy, for they may lie in one of the buffers (`env.step(env.teacher)`).
    slots: Vec<i32>,
}

/// Many deals at once, over the caller's buffers.
#[pyclass(frozen, module = "sifang._native")]
pub(crate) struct Env {
    /// None once it is closed. A step holds it; a second one at the same time is refused.
    env: std::sync::Mutex<Option<Open>>,
    rows: usize,
    obs: usize,
    /// The process that made it: its threads are not in another one.
    process: u32,
}

#[pymethods]
impl Env {
    #[new]
    fn new(wish: &Bound<'_, PyDict>) -> PyResult<Env> {
        let wish: Wish = wish.as_any().extract()?;
        let id = RuleSetId::from_id(&wish.rules).map_err(bad)?;
        let env = with_rule_set!(id, R => make(wish.plan::<R>()?)).map_err(bad)?;
        Ok(Env::of(env))
    }

    /// Rows, bytes of an observation, slots, bytes of the oracle.
    fn shape(&self) -> (usize, usize, usize, usize) {
        (self.rows, self.obs, ACTIONS, ORACLE)
    }

    /// Starts anew.
    fn begin(&self, py: Python<'_>, buffers: &Bound<'_, PyDict>) -> PyResult<()> {
        let mut lent = All::take(self, buffers)?;
        lent.check()?;
        self.with(py, |open| {
            open.env.begin(lent.lend());
            Ok(())
        })
    }

    /// Answers and goes on.
    fn step(&self, py: Python<'_>, actions: &Bound<'_, PyAny>, buffers: &Bound<'_, PyDict>) -> PyResult<()> {
        let actions: Lent<i32> = Lent::take(actions, "actions", self.rows, false)?;
        let mut lent = All::take(self, buffers)?;
        lent.check()?;
        self.with(py, |open| {
            open.slots.clear();
            open.slots.extend_from_slice(actions.slice());
            open.env.step(&open.slots, lent.lend()).map_err(bad)
        })
    }

    /// Points by place of every deal, as bytes of int32.
    fn results(&self, py: Python<'_>, into: &Bound<'_, PyAny>) -> PyResult<()> {
        let len = self.with(py, |open| Ok(open.env.results().len()))?;
        let mut into: Lent<i32> = Lent::take(into, "results", 4 * len, true)?;
        self.with(py, |open| {
            into.slice_mut().copy_from_slice(open.env.results().as_flattened());
            Ok(())
        })
    }

    /// Digests of every deal, as hexadecimal numbers.
    fn digests(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.with(py, |open| Ok(open.env.digests().iter().map(|digest| format!("{digest:032x}")).collect()))
    }

    /// The digest of all deals together, if they are those of a simulation.
    fn digest(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.with(py, |open| Ok(open.env.digest()))
    }

    /// Another one that stands where this one stands.
    fn copy(&self, py: Python<'_>) -> PyResult<Env> {
        self.with(py, |open| open.env.copy().map(Env::of).map_err(bad))
    }

    /// What the asked seat of a row sees, as JSON.
    fn view(&self, py: Python<'_>, row: usize) -> PyResult<String> {
        self.ask(py, |env| env.view(row))
    }

    /// The hint for the asked seat of a row, as JSON.
    fn hint(&self, py: Python<'_>, row: usize) -> PyResult<String> {
        self.ask(py, |env| env.hint(row))
    }

    /// What a bot would answer in a row and why, as JSON.
    fn advice(&self, py: Python<'_>, row: usize, bot: &str) -> PyResult<String> {
        let level = Level::by_name(bot).map_err(bad)?;
        let advice = self.ask(py, |env| env.advice(row, level))?;
        serde_json::to_string(&advice).map_err(bad)
    }

    /// The points of a row's deal after each of these answers.
    fn branch(&self, py: Python<'_>, row: usize, slots: Vec<i32>, policy: &str) -> PyResult<Vec<[i32; 4]>> {
        let level = Level::by_name(policy).map_err(bad)?;
        self.ask(py, |env| env.branch(row, &slots, level))
    }

    /// Where a row stands, as text.
    fn save(&self, py: Python<'_>, row: usize) -> PyResult<String> {
        self.ask(py, |env| env.save(row))
    }

    /// The record of the deal that ended last in a row, as JSON.
    fn record(&self, py: Python<'_>, row: usize) -> PyResult<String> {
        let record = self.ask(py, |env| env.record(row))?;
        serde_json::to_string(&record).map_err(bad)
    }

    /// Puts a row where a saved one stood.
    fn load(&self, py: Python<'_>, row: usize, text: &str, buffers: &Bound<'_, PyDict>) -> PyResult<()> {
        let mut lent = All::take(self, buffers)?;
        lent.check()?;
        self.with(py, |open| open.env.load(row, text, lent.lend()).map_err(bad))
    }

    /// Puts a row into another world that its asked seat cannot distinguish from this one.
    fn determinize(
        &self,
        py: Python<'_>,
        row: usize,
        seat: usize,
        seed: u64,
        buffers: &Bound<'_, PyDict>,
    ) -> PyResult<()> {
        let mut lent = All::take(self, buffers)?;
        lent.check()?;
        self.with(py, |open| open.env.determinize(row, seat, seed, lent.lend()).map_err(bad))
    }

    /// How many deals have results.
    fn deals(&self, py: Python<'_>) -> PyResult<usize> {
        self.with(py, |open| Ok(open.env.results().len()))
    }

    /// Gives back its memory and threads.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        if self.process != std::process::id() {
            return Ok(());
        }
        let mut env = self.lock()?;
        let old = env.take();
        py.detach(|| drop(old));
        Ok(())
    }
}

impl Env {
    fn of(env: Box<dyn AnyEnv>) -> Env {
        let shape = env.shape();
        let open = Open { env, slots: Vec::with_capacity(shape.rows) };
        let process = std::process::id();
        Env { env: std::sync::Mutex::new(Some(open)), rows: shape.rows, obs: shape.obs, process }
    }

    /// Asks something that changes nothing.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        ask: impl FnOnce(&dyn AnyEnv) -> Result<T, BadRow> + Send,
    ) -> PyResult<T> {
        self.with(py, |open| ask(&*open.env).map_err(bad))
    }

    fn lock(&self) -> PyResult<std::sync::MutexGuard<'_, Option<Open>>> {
        use std::sync::TryLockError::{Poisoned, WouldBlock};
        if self.process != std::process::id() {
            return Err(busy(
                "the environment was made in another process, and its threads are not here: make one after the fork",
            ));
        }
        match self.env.try_lock() {
            Ok(env) => Ok(env),
            Err(WouldBlock) => Err(busy("the environment is in use by another thread: one step at a time")),
            Err(Poisoned(_)) => Err(busy("the environment has failed: make a new one")),
        }
    }

    /// Does something with the open environment while other Python threads run.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Open) -> PyResult<T> + Send,
    ) -> PyResult<T> {
        let mut open = self.lock()?;
        let Some(open) = open.as_mut() else { return Err(busy("the environment is closed: make a new one")) };
        py.detach(move || work(open))
    }
}

fn busy(why: &str) -> PyErr {
    pyo3::exceptions::PyRuntimeError::new_err(why.to_owned())
}

/// All buffers of an environment, lent for one call.
struct All {
    obs: Lent<u8>,
    mask: Lent<u8>,
    actor: Lent<u8>,
    place: Lent<u8>,
    done: Lent<u8>,
    reward: Lent<i32>,
    deal: Lent<u64>,
    active: Lent<u8>,
    teacher: Option<Lent<i32>>,
    oracle: Option<Lent<u8>>,
}

impl All {
    fn take(env: &Env, buffers: &Bound<'_, PyDict>) -> PyResult<All> {
        let n = env.rows;
        let get = |name: &'static str| buffers.get_item(name);
        let must =
            |name: &'static str| get(name)?.ok_or_else(|| bad(format!("the buffer {name} is missing")));
        Ok(All {
            obs: Lent::take(&must("obs")?, "obs", n * env.obs, true)?,
            mask: Lent::take(&must("mask")?, "mask", n * ACTIONS, true)?,
            actor: Lent::take(&must("actor")?, "actor", n, true)?,
            place: Lent::take(&must("place")?, "place", n, true)?,
            done: Lent::take(&must("done")?, "done", n, true)?,
            reward: Lent::take(&must("reward")?, "reward", 4 * n, true)?,
            deal: Lent::take(&must("deal")?, "deal", n, true)?,
            active: Lent::take(&must("active")?, "active", n, true)?,
            teacher: get("teacher")?.map(|b| Lent::take(&b, "teacher", n, true)).transpose()?,
            oracle: get("oracle")?.map(|b| Lent::take(&b, "oracle", n * ORACLE, true)).transpose()?,
        })
    }

    /// No two share memory.
    fn check(&self) -> PyResult<()> {
        let bytes = [&self.obs, &self.mask, &self.actor, &self.place, &self.done, &self.active];
        let mut ranges: Vec<_> = bytes.into_iter().chain(&self.oracle).map(Lent::range).collect();
        ranges.extend([&self.reward].into_iter().chain(&self.teacher).map(Lent::range));
        ranges.push(self.deal.range());
        disjoint(&mut ranges)
    }

    fn lend(&mut self) -> Buffers<'_> {
        Buffers {
            obs: self.obs.slice_mut(),
            mask: self.mask.slice_mut(),
            actor: self.actor.slice_mut(),
            place: self.place.slice_mut(),
            done: self.done.slice_mut(),
            reward: self.reward.slice_mut(),
            deal: self.deal.slice_mut(),
            active: self.active.slice_mut(),
            teacher: self.teacher.as_mut().map(Lent::slice_mut),
            oracle: self.oracle.as_mut().map(Lent::slice_mut),
        }
    }
}
