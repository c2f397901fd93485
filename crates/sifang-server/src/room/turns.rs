//! Whose turn it is among jobs that wait. Groups take turns, and within a group its tables: however much one of them wants, all
//! others wait for one job of it at most. Jobs of one table come in their order.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

/// Jobs that wait, by group and table.
#[derive(Debug)]
pub(super) struct Turns<G, T, J> {
    groups: HashMap<G, Tables<T, J>>,
    /// Groups that have jobs, the next one first.
    order: VecDeque<G>,
}

#[derive(Debug)]
struct Tables<T, J> {
    jobs: HashMap<T, VecDeque<J>>,
    /// Tables that have jobs, the next one first.
    order: VecDeque<T>,
}

impl<G, T, J> Default for Turns<G, T, J> {
    fn default() -> Self {
        Turns { groups: HashMap::new(), order: VecDeque::new() }
    }
}

impl<G: Eq + Hash + Copy, T: Eq + Hash + Copy, J> Turns<G, T, J> {
    /// One more job.
    pub(super) fn push(&mut self, group: G, table: T, job: J) {
        let tables = self.groups.entry(group).or_insert_with(|| {
            self.order.push_back(group);
            Tables { jobs: HashMap::new(), order: VecDeque::new() }
        });
        let jobs = tables.jobs.entry(table).or_insert_with(|| {
            tables.order.push_back(table);
            VecDeque::new()
        });
        jobs.push_back(job);
    }

    /// The next job.
    pub(super) fn pop(&mut self) -> Option<J> {
        let group = self.order.pop_front()?;
        let tables = self.groups.get_mut(&group)?;
        let job = tables.pop();
        if tables.order.is_empty() {
            self.groups.remove(&group);
        } else {
            self.order.push_back(group);
        }
        job
    }
}

impl<T: Eq + Hash + Copy, J> Tables<T, J> {
    fn pop(&mut self) -> Option<J> {
        let table = self.order.pop_front()?;
        let jobs = self.jobs.get_mut(&table)?;
        let job = jobs.pop_front();
        if jobs.is_empty() {
            self.jobs.remove(&table);
        } else {
            self.order.push_back(table);
        }
        job
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(turns: &mut Turns<char, u32, (u32, u32)>) -> Vec<(u32, u32)> {
        std::iter::from_fn(|| turns.pop()).collect()
    }

    #[test]
    fn groups_take_turns_and_tables_within_them() {
        let mut turns = Turns::default();
        for n in 0..3 {
            for (group, table) in [('a', 1), ('a', 2), ('b', 3)] {
                turns.push(group, table, (table, n));
            }
        }
        let order = all(&mut turns);
        assert_eq!(order, [(1, 0), (3, 0), (2, 0), (3, 1), (1, 1), (3, 2), (2, 1), (1, 2), (2, 2)]);
        assert!(turns.groups.is_empty() && turns.order.is_empty(), "nobody is remembered");
    }

    /// A thousand tables of one network, each with four bots, came first: a table of another waits for one of them.
    #[test]
    fn one_network_keeps_nobody_else_waiting() {
        let mut turns = Turns::default();
        for n in 0..4000 {
            turns.push('a', n % 1000, (n % 1000, n));
        }
        assert_eq!(turns.pop(), Some((0, 0)));
        turns.push('b', 5000, (5000, 0));
        assert_eq!(turns.pop(), Some((1, 1)));
        assert_eq!(turns.pop(), Some((5000, 0)));
        // Nor does one table keep another of the same network waiting.
        for n in 0..100 {
            turns.push('c', 1, (1, n));
        }
        turns.push('c', 2, (2, 0));
        let order: Vec<_> =
            all(&mut turns).into_iter().filter(|(table, n)| *table <= 2 && *n < 100).collect();
        let place = order.iter().position(|job| *job == (2, 0)).unwrap();
        assert!(place <= 3, "{order:?}");
    }
}
