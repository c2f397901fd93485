//! Buffers, and a program that answers by lot.

use sifang_bots::Rng;
use sifang_bots::features::ACTIONS;
use sifang_env::{Buffers, ORACLE, Plan, VecEnv};
use sifang_rules::insight::Insight;

/// The buffers of an environment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Owned {
    pub(crate) obs: Vec<u8>,
    pub(crate) mask: Vec<u8>,
    pub(crate) actor: Vec<u8>,
    pub(crate) place: Vec<u8>,
    pub(crate) done: Vec<u8>,
    pub(crate) reward: Vec<i32>,
    pub(crate) deal: Vec<u64>,
    pub(crate) active: Vec<u8>,
    pub(crate) teacher: Vec<i32>,
    pub(crate) oracle: Vec<u8>,
}

impl Owned {
    pub(crate) fn new(rows: usize, obs: usize) -> Owned {
        Owned {
            obs: vec![1; rows * obs],
            mask: vec![1; rows * ACTIONS],
            actor: vec![9; rows],
            place: vec![9; rows],
            done: vec![9; rows],
            reward: vec![9; rows * 4],
            deal: vec![9; rows],
            active: vec![9; rows],
            teacher: vec![9; rows],
            oracle: vec![9; rows * ORACLE],
        }
    }

    pub(crate) fn lend(&mut self) -> Buffers<'_> {
        Buffers {
            obs: &mut self.obs,
            mask: &mut self.mask,
            actor: &mut self.actor,
            place: &mut self.place,
            done: &mut self.done,
            reward: &mut self.reward,
            deal: &mut self.deal,
            active: &mut self.active,
            teacher: Some(&mut self.teacher),
            oracle: Some(&mut self.oracle),
        }
    }

    /// The slots that row `row` may answer with.
    pub(crate) fn offered(&self, row: usize) -> Vec<i32> {
        let mask = &self.mask[row * ACTIONS..(row + 1) * ACTIONS];
        (0..ACTIONS as i32).filter(|slot| mask[*slot as usize] == 1).collect()
    }

    /// An answer for every row, by lot.
    pub(crate) fn by_lot(&self, rng: &mut Rng) -> Vec<i32> {
        let pick = |row| {
            let offered = self.offered(row);
            offered.get(rng.below(offered.len() as u32) as usize).copied().unwrap_or(-1)
        };
        (0..self.actor.len()).map(pick).collect()
    }
}

/// An environment at its first questions.
pub(crate) fn begin<R: Insight>(plan: Plan<R>) -> (VecEnv<R>, Owned) {
    let mut env = VecEnv::new(plan).unwrap_or_else(|why| panic!("{why}"));
    let mut out = Owned::new(env.shape().rows, env.shape().obs);
    env.begin(out.lend());
    (env, out)
}

/// The rules as they are without any choice.
pub(crate) fn rules<R: Insight>() -> R {
    R::new(Default::default(), *R::SEATS.end())
}
