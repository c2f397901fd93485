//! Which thread plays which rows of a step. What playing means is not here.
//!
//! Every thread begins with its own rows, the same in each step: they still lie in its cache. Whoever is done takes rows from the end of
//! another thread's portion, so nobody waits for a thread that sleeps.

use crate::buffers::Buffers;
use std::sync::{Mutex, PoisonError};

/// Rows that are not worth handing out apart.
pub(crate) const FEW: usize = 8;

/// Rows, and where they are written.
type Part<'a, T> = (&'a mut [T], Buffers<'a>);

/// The rows that nobody has taken yet, by thread.
pub(crate) struct Portions<'a, T> {
    left: Vec<Mutex<Option<Part<'a, T>>>>,
    /// How many rows are taken at once.
    few: usize,
    /// Bytes of an observation.
    obs: usize,
}

impl<'a, T> Portions<'a, T> {
    pub(crate) fn new(mut rows: &'a mut [T], mut out: Buffers<'a>, obs: usize, threads: usize) -> Self {
        let few = rows.len().div_ceil(4 * threads).max(FEW);
        let each = rows.len().div_ceil(threads);
        let mut left = Vec::with_capacity(threads);
        for _ in 0..threads {
            let (mine, others) = rows.split_at_mut(each.min(rows.len()));
            let (into, rest) = out.split(mine.len(), obs);
            left.push(Mutex::new((!mine.is_empty()).then_some((mine, into))));
            (rows, out) = (others, rest);
        }
        Portions { left, few, obs }
    }

    /// Some rows for a thread: its own, or else the last of another's.
    pub(crate) fn take(&self, thread: usize) -> Option<Part<'a, T>> {
        let threads = self.left.len();
        (0..threads).find_map(|i| self.take_from((thread + i) % threads, i == 0))
    }

    fn take_from(&self, portion: usize, own: bool) -> Option<Part<'a, T>> {
        // A thread that panicked has left nothing half taken.
        let mut left = self.left.get(portion)?.lock().unwrap_or_else(PoisonError::into_inner);
        let (rows, out) = left.take()?;
        let few = self.few.min(rows.len());
        let at = if own { few } else { rows.len() - few };
        let (front, back) = rows.split_at_mut(at);
        let (into_front, into_back) = out.split(at, self.obs);
        let (mine, rest) = match own {
            true => ((front, into_front), (back, into_back)),
            false => ((back, into_back), (front, into_front)),
        };
        *left = (!rest.0.is_empty()).then_some(rest);
        Some(mine)
    }
}
