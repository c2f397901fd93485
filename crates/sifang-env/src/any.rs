//! An environment of a rule set known only at run time.

use crate::{Advice, BadAction, BadPlan, BadRow, Buffers, Plan, Shape, VecEnv};
use sifang_bots::Level;
use sifang_match::Simulated;
use sifang_rules::insight::Insight;
use sifang_tiles::Seat;

/// An environment of any rule set.
pub trait AnyEnv: Send + Sync {
    /// See [`VecEnv::copy`].
    fn copy(&self) -> Result<Box<dyn AnyEnv>, BadPlan>;
    /// See [`VecEnv::shape`].
    fn shape(&self) -> Shape;
    /// See [`VecEnv::results`].
    fn results(&self) -> &[[i32; Seat::MAX]];
    /// See [`VecEnv::digests`].
    fn digests(&self) -> &[u128];
    /// See [`VecEnv::digest`].
    fn digest(&self) -> Option<String>;
    /// See [`VecEnv::view`].
    fn view(&self, row: usize) -> Result<String, BadRow>;
    /// See [`VecEnv::hint`].
    fn hint(&self, row: usize) -> Result<String, BadRow>;
    /// See [`VecEnv::advice`].
    fn advice(&self, row: usize, level: Level) -> Result<Advice, BadRow>;
    /// See [`VecEnv::branch`].
    fn branch(&self, row: usize, slots: &[i32], level: Level) -> Result<Vec<[i32; Seat::MAX]>, BadRow>;
    /// See [`VecEnv::save`].
    fn save(&self, row: usize) -> Result<String, BadRow>;
    /// See [`VecEnv::record`].
    fn record(&self, row: usize) -> Result<Simulated, BadRow>;
    /// See [`VecEnv::begin`].
    fn begin(&mut self, out: Buffers<'_>);
    /// See [`VecEnv::step`].
    fn step(&mut self, slots: &[i32], out: Buffers<'_>) -> Result<(), BadAction>;
    /// See [`VecEnv::determinize`].
    fn determinize(&mut self, row: usize, seat: usize, seed: u64, out: Buffers<'_>) -> Result<(), BadRow>;
    /// See [`VecEnv::load`].
    fn load(&mut self, row: usize, text: &str, out: Buffers<'_>) -> Result<(), BadRow>;
}

impl<R: Insight> AnyEnv for VecEnv<R> {
    fn copy(&self) -> Result<Box<dyn AnyEnv>, BadPlan> {
        Ok(Box::new(self.copy()?))
    }

    fn shape(&self) -> Shape {
        self.shape()
    }

    fn results(&self) -> &[[i32; Seat::MAX]] {
        self.results()
    }

    fn digests(&self) -> &[u128] {
        self.digests()
    }

    fn digest(&self) -> Option<String> {
        self.digest()
    }

    fn view(&self, row: usize) -> Result<String, BadRow> {
        self.view(row)
    }

    fn hint(&self, row: usize) -> Result<String, BadRow> {
        self.hint(row)
    }

    fn advice(&self, row: usize, level: Level) -> Result<Advice, BadRow> {
        self.advice(row, level)
    }

    fn branch(&self, row: usize, slots: &[i32], level: Level) -> Result<Vec<[i32; Seat::MAX]>, BadRow> {
        self.branch(row, slots, level)
    }

    fn save(&self, row: usize) -> Result<String, BadRow> {
        self.save(row)
    }

    fn record(&self, row: usize) -> Result<Simulated, BadRow> {
        self.record(row)
    }

    fn begin(&mut self, out: Buffers<'_>) {
        self.begin(out)
    }

    fn step(&mut self, slots: &[i32], out: Buffers<'_>) -> Result<(), BadAction> {
        self.step(slots, out)
    }

    fn determinize(&mut self, row: usize, seat: usize, seed: u64, out: Buffers<'_>) -> Result<(), BadRow> {
        self.determinize(row, seat, seed, out)
    }

    fn load(&mut self, row: usize, text: &str, out: Buffers<'_>) -> Result<(), BadRow> {
        self.load(row, text, out)
    }
}

/// The environment of a plan.
pub fn make<R: Insight>(plan: Plan<R>) -> Result<Box<dyn AnyEnv>, BadPlan> {
    Ok(Box::new(VecEnv::new(plan)?))
}
