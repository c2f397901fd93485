//! Where an environment writes: plain rows of numbers that belong to the caller and are used again step after step.

use crate::oracle::ORACLE;
use sifang_bots::features::ACTIONS;
use sifang_tiles::Seat;

/// Sizes of the buffers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Rows of each.
    pub rows: usize,
    /// Bytes of an observation.
    pub obs: usize,
}

/// The buffers. All have `rows` rows; a wrong length panics before anything is played.
#[derive(Debug)]
pub struct Buffers<'a> {
    /// What the asked seat sees.
    pub obs: &'a mut [u8],
    /// 1 for each slot it may answer with (`ACTIONS` a row).
    pub mask: &'a mut [u8],
    /// The seat that is asked.
    pub actor: &'a mut [u8],
    /// The place of its player in the plan.
    pub place: &'a mut [u8],
    /// 1 where a deal ended since the last question of this row; `reward` has its points.
    pub done: &'a mut [u8],
    /// What each seat won in the deal that ended (4 a row), else zeros.
    pub reward: &'a mut [i32],
    /// The number of the deal.
    pub deal: &'a mut [u64],
    /// 0 where all deals of the row are played.
    pub active: &'a mut [u8],
    /// The teacher's slot, or −1.
    pub teacher: Option<&'a mut [i32]>,
    /// What a critic may see, and no player.
    pub oracle: Option<&'a mut [u8]>,
}

/// One row of the buffers.
pub(crate) struct RowOut<'a> {
    pub(crate) obs: &'a mut [u8],
    pub(crate) mask: &'a mut [u8],
    pub(crate) actor: &'a mut u8,
    pub(crate) place: &'a mut u8,
    pub(crate) done: &'a mut u8,
    pub(crate) reward: &'a mut [i32],
    pub(crate) deal: &'a mut u64,
    pub(crate) active: &'a mut u8,
    pub(crate) teacher: Option<&'a mut i32>,
    pub(crate) oracle: Option<&'a mut [u8]>,
}

impl Buffers<'_> {
    /// The same buffers, lent on.
    pub(crate) fn again(&mut self) -> Buffers<'_> {
        Buffers {
            obs: self.obs,
            mask: self.mask,
            actor: self.actor,
            place: self.place,
            done: self.done,
            reward: self.reward,
            deal: self.deal,
            active: self.active,
            teacher: self.teacher.as_deref_mut(),
            oracle: self.oracle.as_deref_mut(),
        }
    }

    pub(crate) fn check(&self, shape: Shape) {
        let n = shape.rows;
        assert_eq!(self.obs.len(), n * shape.obs, "obs");
        assert_eq!(self.mask.len(), n * ACTIONS, "mask");
        assert_eq!(self.reward.len(), n * Seat::MAX, "reward");
        let single = [&*self.actor, &*self.place, &*self.done, &*self.active];
        assert!(single.into_iter().all(|buffer| buffer.len() == n), "actor, place, done, active");
        assert_eq!(self.deal.len(), n, "deal");
        assert!(self.teacher.as_ref().is_none_or(|teacher| teacher.len() == n), "teacher");
        assert!(self.oracle.as_ref().is_none_or(|oracle| oracle.len() == n * ORACLE), "oracle");
    }
}

impl<'a> Buffers<'a> {
    /// The rows from `at` on, apart from those before.
    pub(crate) fn split(self, at: usize, obs: usize) -> (Buffers<'a>, Buffers<'a>) {
        let (o, o2) = self.obs.split_at_mut(at * obs);
        let (mask, mask2) = self.mask.split_at_mut(at * ACTIONS);
        let (actor, actor2) = self.actor.split_at_mut(at);
        let (place, place2) = self.place.split_at_mut(at);
        let (done, done2) = self.done.split_at_mut(at);
        let (reward, reward2) = self.reward.split_at_mut(at * Seat::MAX);
        let (deal, deal2) = self.deal.split_at_mut(at);
        let (active, active2) = self.active.split_at_mut(at);
        let (teacher, teacher2) = self.teacher.map(|b| b.split_at_mut(at)).unzip();
        let (oracle, oracle2) = self.oracle.map(|b| b.split_at_mut(at * ORACLE)).unzip();
        let second = Buffers {
            obs: o2,
            mask: mask2,
            actor: actor2,
            place: place2,
            done: done2,
            reward: reward2,
            deal: deal2,
            active: active2,
            teacher: teacher2,
            oracle: oracle2,
        };
        (Buffers { obs: o, mask, actor, place, done, reward, deal, active, teacher, oracle }, second)
    }

    /// One row.
    pub(crate) fn row(&mut self, i: usize, obs: usize) -> RowOut<'_> {
        RowOut {
            obs: &mut self.obs[i * obs..(i + 1) * obs],
            mask: &mut self.mask[i * ACTIONS..(i + 1) * ACTIONS],
            actor: &mut self.actor[i],
            place: &mut self.place[i],
            done: &mut self.done[i],
            reward: &mut self.reward[i * Seat::MAX..(i + 1) * Seat::MAX],
            deal: &mut self.deal[i],
            active: &mut self.active[i],
            teacher: self.teacher.as_mut().map(|teacher| &mut teacher[i]),
            oracle: self.oracle.as_mut().map(|oracle| &mut oracle[i * ORACLE..(i + 1) * ORACLE]),
        }
    }
}
