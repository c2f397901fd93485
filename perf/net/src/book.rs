//! What both kinds of rooms measure: the time from the moment an action was due until the last of four screens shows it.
//!
//! Every action that becomes due in the measured window counts once, whenever it is sent and shown. What nobody has seen when
//! waiting for it ends counts with the age it has by then. So a server that falls behind cannot hide it.

use crate::pace::Pace;
use crate::tally::Tally;
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// All four screens of a table have it.
const ALL: u8 = 0b1111;

/// An action on its way to the screens of its table.
struct Sent {
    seat: usize,
    due: Instant,
    /// A bit for each screen that has it.
    received: u8,
}

/// What is due, what is under way, and what was counted.
pub struct Book {
    /// When actions are due; nothing is in a closed loop.
    pub pace: Pace,
    /// Whether everybody acts as soon as it can.
    pub closed: bool,
    /// What is counted.
    pub tally: Tally,
    under_way: Vec<VecDeque<Sent>>,
    from: Option<Instant>,
    to: Option<Instant>,
    /// Actions that some screen never showed.
    pub lost: u64,
}

impl Book {
    /// Nothing yet.
    pub fn new() -> Book {
        Book {
            pace: Pace::new(),
            closed: false,
            tally: Tally::new(),
            under_way: Vec::new(),
            from: None,
            to: None,
            lost: 0,
        }
    }

    /// One more table.
    pub fn seat(&mut self) {
        self.under_way.push(VecDeque::new());
    }

    /// What becomes due from now on counts.
    pub fn open(&mut self, now: Instant) {
        self.tally = Tally::new();
        (self.from, self.to) = (Some(now), None);
    }

    /// What becomes due from now on does not count; what became due before still does.
    pub fn close(&mut self, now: Instant) {
        self.to = Some(now);
    }

    fn counts(&self, due: Instant) -> bool {
        self.from.is_some_and(|from| from <= due) && self.to.is_none_or(|to| due < to)
    }

    /// Nothing is waited for any more: what should have been seen and was not counts with its age.
    pub fn settle(&mut self, now: Instant) {
        let under_way = self.under_way.iter().flatten().map(|sent| sent.due);
        let open = under_way.chain(self.pace.overdue()).filter(|due| self.counts(*due));
        for due in open.collect::<Vec<Instant>>() {
            self.tally.sample(now.saturating_duration_since(due));
        }
        (self.from, self.to) = (Some(now), Some(now));
    }

    /// A seat of a table sends an action that was due at this moment.
    pub fn sent(&mut self, table: usize, seat: usize, due: Instant) {
        let under_way = &mut self.under_way[table];
        let before = under_way.len();
        under_way.retain(|sent| sent.seat != seat);
        self.lost += (before - under_way.len()) as u64;
        under_way.push_back(Sent { seat, due, received: 0 });
    }

    /// One of the four screens of a table shows the action of a seat. Whether it is the last of them.
    pub fn received(&mut self, table: usize, seat: usize, screen: usize, now: Instant) -> bool {
        let under_way = &mut self.under_way[table];
        let Some(place) = under_way.iter().position(|sent| sent.seat == seat) else { return false };
        under_way[place].received |= 1 << screen;
        if under_way[place].received != ALL {
            return false;
        }
        let due = under_way.remove(place).map(|sent| sent.due);
        if let Some(due) = due.filter(|due| self.counts(*due)) {
            self.tally.sample(now.saturating_duration_since(due));
        }
        true
    }

    /// How late the load process itself was to see that something was due.
    pub fn noticed(&mut self, late: Duration) {
        self.tally.late.add(late);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    fn at_one_table(now: Instant) -> Book {
        let mut book = Book::new();
        book.seat();
        book.open(now);
        book
    }

    #[test]
    fn latency_is_from_the_due_moment_to_the_last_of_four_screens() {
        let start = Instant::now();
        let mut book = at_one_table(start);
        // Due at 0 and sent only at 30, because the answer before it was still on its way.
        book.sent(0, 2, start);
        let shown = [31, 40, 33].map(|ms| start + ms * MS);
        assert!(shown.iter().enumerate().all(|(screen, now)| !book.received(0, 2, screen, *now)));
        assert!(!book.received(0, 2, 1, start + 44 * MS), "a screen that has it already is not the last");
        assert!(!book.received(0, 1, 3, start + 45 * MS), "another seat's action");
        assert_eq!(book.tally.latency.count(), 0);
        assert!(book.received(0, 2, 3, start + 47 * MS));
        assert_eq!((book.tally.latency.count(), book.tally.latency.percentile(1.0)), (1, 47.0));
    }

    #[test]
    fn what_is_due_in_the_window_counts_and_nothing_else() {
        let start = Instant::now();
        let mut book = at_one_table(start + 10 * MS);
        let show = |book: &mut Book, due: u32, shown: u32| {
            book.sent(0, 0, start + due * MS);
            for screen in 0..4 {
                book.received(0, 0, screen, start + shown * MS);
            }
        };
        show(&mut book, 9, 12);
        assert_eq!(book.tally.latency.count(), 0, "due before it began");
        show(&mut book, 15, 20);
        book.close(start + 50 * MS);
        show(&mut book, 40, 90);
        show(&mut book, 60, 200);
        assert_eq!(book.tally.latency.count(), 2, "due in it, one of them shown after its end");
        assert_eq!(book.tally.latency.percentile(1.0), 50.0);
    }

    #[test]
    fn what_nobody_has_seen_counts_with_its_age() {
        let start = Instant::now();
        let mut book = at_one_table(start);
        book.pace.begin(1, 20 * MS, start);
        assert!(book.pace.ripe(start + 20 * MS).is_some());
        book.sent(0, 3, start + 5 * MS);
        book.received(0, 3, 0, start + 7 * MS);
        book.close(start + 100 * MS);
        book.settle(start + 305 * MS);
        let latency = &book.tally.latency;
        assert_eq!(latency.count(), 2, "one that three screens miss, one that was never sent");
        assert!(latency.percentile(0.5) >= 285.0 && latency.percentile(1.0) >= 300.0);
        book.received(0, 3, 1, start + 400 * MS);
        book.received(0, 3, 2, start + 400 * MS);
        book.received(0, 3, 3, start + 400 * MS);
        assert_eq!(book.tally.latency.count(), 2, "it is not counted twice");
    }

    #[test]
    fn an_action_that_some_screen_never_shows_is_noticed() {
        let start = Instant::now();
        let mut book = at_one_table(start);
        book.sent(0, 1, start);
        book.received(0, 1, 0, start + MS);
        book.sent(0, 2, start + MS);
        assert_eq!(book.lost, 0);
        book.sent(0, 1, start + 2 * MS);
        assert_eq!(book.lost, 1);
    }
}
