//! What one viewer has been told: the last view it has, and the latest updates for when it comes back.
//!
//! A stream begins with a snapshot and lives as long as the match; it goes on while its viewer is away. It is not part of a
//! room's durable state: after a restart everybody starts with a new snapshot.

use sifang_proto::{Clock, limits};
use sifang_table::{RuleSet, View};
use std::collections::VecDeque;
use std::sync::Arc;

/// The view type of a rule set.
pub(crate) type ViewOf<R> = View<<R as RuleSet>::Extra, <R as RuleSet>::WinFacts>;

/// One viewer's row of updates, and everything that is needed to find the next one.
pub(crate) struct Stream<R: RuleSet> {
    /// Names the stream to the client.
    pub name: Arc<str>,
    /// The view as the client has it.
    pub view: ViewOf<R>,
    /// The clock as the client has it.
    pub clock: Option<Clock>,
    /// What it has of the rest of the table.
    pub told: Told,
    /// The updates it could ask for again.
    pub ring: Ring,
}

/// How far the parts of a table that only grow have been told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Told {
    /// Number of the deal.
    pub deal: u32,
    /// Events of that deal's journal.
    pub events: usize,
    /// Payments of that deal that this viewer has seen.
    pub entries: usize,
    /// Finished deals; totals and secrets come with them.
    pub results: usize,
    /// The end of the match.
    pub over: bool,
}

/// The latest updates, bounded in number and in bytes.
#[derive(Default)]
pub(crate) struct Ring {
    texts: VecDeque<Arc<str>>,
    bytes: usize,
    /// Number of the latest update; 0 before the first.
    seq: u32,
}

impl Ring {
    /// Number of the latest update.
    pub(crate) fn seq(&self) -> u32 {
        self.seq
    }

    /// Keeps the next update.
    pub(crate) fn push(&mut self, text: Arc<str>) {
        self.seq += 1;
        self.bytes += text.len();
        self.texts.push_back(text);
        while self.texts.len() > limits::RING_UPDATES || self.bytes > limits::RING_BYTES {
            let Some(oldest) = self.texts.pop_front() else { break };
            self.bytes -= oldest.len();
        }
    }

    /// The updates after number `seq`; none if some of them are gone, or it names one that has not been.
    pub(crate) fn after(&self, seq: u32) -> Option<impl Iterator<Item = &Arc<str>>> {
        let missing = self.seq.checked_sub(seq)? as usize;
        let skip = self.texts.len().checked_sub(missing)?;
        Some(self.texts.iter().skip(skip))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(ring: &Ring, seq: u32) -> Option<Vec<String>> {
        ring.after(seq).map(|texts| texts.map(|t| t.to_string()).collect())
    }

    #[test]
    fn a_ring_answers_from_where_a_client_stands_or_not_at_all() {
        let mut ring = Ring::default();
        assert_eq!(after(&ring, 0), Some(vec![]));
        assert_eq!(after(&ring, 1), None);
        for n in 1..=300 {
            ring.push(n.to_string().into());
        }
        assert_eq!(ring.seq(), 300);
        assert_eq!(after(&ring, 300), Some(vec![]));
        assert_eq!(after(&ring, 298), Some(vec!["299".into(), "300".into()]));
        assert_eq!(after(&ring, 44).map(|texts| texts.len()), Some(256));
        assert_eq!(after(&ring, 43), None);
        assert_eq!(after(&ring, 301), None);
    }

    #[test]
    fn a_ring_is_bounded_in_bytes() {
        let mut ring = Ring::default();
        for _ in 0..10 {
            ring.push("x".repeat(limits::RING_BYTES / 4).into());
        }
        assert_eq!(after(&ring, 6).map(|texts| texts.len()), Some(4));
        assert_eq!(after(&ring, 5), None);
        ring.push("x".repeat(limits::RING_BYTES + 1).into());
        assert_eq!(after(&ring, 10), None);
        assert_eq!(after(&ring, 11), Some(vec![]));
    }
}
