//! The latest updates of a stream, for a client that comes back: bounded in number and in bytes.

use super::Message;
use sifang_proto::limits;
use std::collections::VecDeque;

/// The latest updates, the oldest first.
#[derive(Default)]
pub(super) struct Ring {
    messages: VecDeque<Message>,
    bytes: usize,
}

impl Ring {
    /// Keeps one more.
    pub(super) fn keep(&mut self, message: Message) {
        if self.messages.len() == limits::RING_UPDATES {
            self.forget();
        }
        self.bytes += message.len();
        self.messages.push_back(message);
        while self.bytes > limits::RING_BYTES {
            self.forget();
        }
    }

    fn forget(&mut self) {
        self.bytes -= self.messages.pop_front().map_or(0, |oldest| oldest.len());
    }

    /// Number of the earliest update after which everything is still there, if the latest has
    /// number `last`.
    pub(super) fn edge(&self, last: u32) -> u32 {
        last - self.messages.len() as u32
    }

    /// The updates after number `seq`; none if some of them are gone, or it names one that has not
    /// been.
    pub(super) fn after(&self, seq: u32, last: u32) -> Option<Vec<Message>> {
        let edge = self.edge(last);
        let known = (edge..=last).contains(&seq);
        known.then(|| self.messages.iter().skip((seq - edge) as usize).cloned().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(ring: &Ring, seq: u32, last: u32) -> Option<Vec<String>> {
        ring.after(seq, last).map(|messages| messages.iter().map(|message| message.to_string()).collect())
    }

    #[test]
    fn a_ring_answers_from_where_a_client_stands_or_not_at_all() {
        let mut ring = Ring::default();
        assert_eq!(after(&ring, 0, 0), Some(vec![]));
        assert_eq!(after(&ring, 1, 0), None);
        for n in 1..=30 {
            ring.keep(n.to_string().into());
        }
        assert_eq!(ring.edge(30), 22);
        assert_eq!(after(&ring, 30, 30), Some(vec![]));
        assert_eq!(after(&ring, 28, 30), Some(vec!["29".into(), "30".into()]));
        assert_eq!(after(&ring, 22, 30).map(|messages| messages.len()), Some(8));
        assert_eq!(after(&ring, 21, 30), None);
        assert_eq!(after(&ring, 31, 30), None);
    }

    #[test]
    fn a_ring_is_bounded_in_bytes() {
        let mut ring = Ring::default();
        let quarter = "x".repeat(limits::RING_BYTES / 4);
        for _ in 1..=10 {
            ring.keep(quarter.as_str().into());
        }
        assert_eq!(after(&ring, 6, 10).map(|messages| messages.len()), Some(4));
        assert_eq!(after(&ring, 5, 10), None);
        ring.keep("x".repeat(limits::RING_BYTES + 1).into());
        assert_eq!(after(&ring, 10, 11), None);
        assert_eq!(after(&ring, 11, 11), Some(vec![]));
    }
}
