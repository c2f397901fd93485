//! The latest updates of a table, for clients that come back: bounded in number and in bytes. What a step has said to all its
//! viewers lies on one sheet, and is kept and forgotten together.

use crate::game::PUBLIC;
use crate::text::{Part, Text};
use sifang_proto::limits;
use std::sync::Arc;

/// An update: its number in the stream of its viewer, and where on the sheet it stands.
pub(crate) type Update = (u32, Part);

/// The updates of one step, by viewer.
struct Sheet {
    text: Arc<str>,
    updates: [Option<Update>; PUBLIC + 1],
}

/// The latest updates.
#[derive(Default)]
pub(crate) struct Ring {
    /// Each at its number, counted round.
    sheets: [Option<Sheet>; limits::RING_UPDATES],
    /// How many there were.
    count: usize,
    /// How many of them are still there.
    len: usize,
    bytes: usize,
}

impl Ring {
    /// Keeps what a step has said.
    pub(crate) fn keep(&mut self, text: Arc<str>, updates: [Option<Update>; PUBLIC + 1]) {
        if self.len == limits::RING_UPDATES {
            self.forget();
        }
        self.bytes += text.len();
        self.sheets[place(self.count)] = Some(Sheet { text, updates });
        self.count += 1;
        self.len += 1;
        while self.bytes > limits::RING_BYTES {
            self.forget();
        }
    }

    /// Forgets the oldest.
    fn forget(&mut self) {
        let oldest = self.sheets[place(self.count - self.len)].take();
        self.bytes -= oldest.map_or(0, |sheet| sheet.text.len());
        self.len -= 1;
    }

    /// The viewer's stream has ended: nobody asks for its updates any more.
    pub(crate) fn end(&mut self, viewer: usize) {
        for sheet in self.sheets.iter_mut().flatten() {
            sheet.updates[viewer] = None;
        }
    }

    /// The viewer's updates, the oldest first. They are always the latest of its stream.
    fn of(&self, viewer: usize) -> impl Iterator<Item = (&Arc<str>, Update)> {
        let kept = (self.count - self.len..self.count).filter_map(|n| self.sheets[place(n)].as_ref());
        kept.filter_map(move |sheet| Some((&sheet.text, sheet.updates[viewer]?)))
    }

    /// Number of the earliest update after which everything is still there, if the viewer's latest has number `last`.
    pub(crate) fn edge(&self, viewer: usize, last: u32) -> u32 {
        last - self.of(viewer).count() as u32
    }

    /// The viewer's updates after number `seq`; none if some of them are gone, or it names one that has not been.
    pub(crate) fn after(&self, viewer: usize, seq: u32, last: u32) -> Option<Vec<Text>> {
        let missed = self.of(viewer).filter(|(_, (number, _))| *number > seq);
        (self.edge(viewer, last)..=last)
            .contains(&seq)
            .then(|| missed.map(|(sheet, (_, part))| Text::on(sheet, part)).collect())
    }
}

/// Where a sheet lies.
fn place(number: usize) -> usize {
    number % limits::RING_UPDATES
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A step that says `text` to the first viewer as its number `seq`, and something else to the second.
    fn step(ring: &mut Ring, seq: u32, text: &str) {
        let mut updates = [None; PUBLIC + 1];
        updates[0] = Some((seq, Part::new(0..text.len())));
        updates[1] = Some((100 + seq, Part::new(text.len()..text.len() + 1)));
        ring.keep(format!("{text}!").into(), updates);
    }

    fn after(ring: &Ring, seq: u32, last: u32) -> Option<Vec<String>> {
        ring.after(0, seq, last).map(|texts| texts.iter().map(|text| text.to_string()).collect())
    }

    #[test]
    fn a_ring_answers_from_where_a_client_stands_or_not_at_all() {
        let mut ring = Ring::default();
        assert_eq!(after(&ring, 0, 0), Some(vec![]));
        assert_eq!(after(&ring, 1, 0), None);
        for n in 1..=30 {
            step(&mut ring, n, &n.to_string());
        }
        assert_eq!(ring.edge(0, 30), 22);
        assert_eq!(after(&ring, 30, 30), Some(vec![]));
        assert_eq!(after(&ring, 28, 30), Some(vec!["29".into(), "30".into()]));
        assert_eq!(after(&ring, 22, 30).map(|texts| texts.len()), Some(8));
        assert_eq!(after(&ring, 21, 30), None);
        assert_eq!(after(&ring, 31, 30), None);
        let others = ring.after(1, 128, 130).unwrap();
        assert_eq!(others.iter().map(|text| &**text).collect::<Vec<_>>(), ["!", "!"]);
        assert_eq!(ring.edge(2, 7), 7, "a viewer that was told nothing misses nothing");
    }

    #[test]
    fn a_stream_that_begins_has_nothing_of_the_last_one() {
        let mut ring = Ring::default();
        for n in 1..=5 {
            step(&mut ring, n, "old");
        }
        ring.end(0);
        assert_eq!((ring.edge(0, 0), ring.edge(1, 105)), (0, 100));
        assert_eq!(after(&ring, 0, 0), Some(vec![]));
        step(&mut ring, 1, "new");
        assert_eq!(after(&ring, 0, 1), Some(vec!["new".into()]));
        assert_eq!(after(&ring, 2, 1), None);
    }

    #[test]
    fn a_ring_is_bounded_in_bytes() {
        let mut ring = Ring::default();
        let quarter = "x".repeat(limits::RING_BYTES / 4 - 1);
        for n in 1..=10 {
            step(&mut ring, n, &quarter);
        }
        assert_eq!(after(&ring, 6, 10).map(|texts| texts.len()), Some(4));
        assert_eq!(after(&ring, 5, 10), None);
        step(&mut ring, 11, &"x".repeat(limits::RING_BYTES));
        assert_eq!(after(&ring, 10, 11), None);
        assert_eq!(after(&ring, 11, 11), Some(vec![]));
    }
}
