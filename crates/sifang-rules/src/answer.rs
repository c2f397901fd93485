//! What answers to score requests have in common: fan lines, payments with their explanation, and how the hand was read.

use crate::reading::{Explained, NotCounted, ReadGroup};
use serde::Serialize;
use sifang_table::{Fan, SeenStep, Steps, Term};
use sifang_tiles::{Seat, Tile};

/// One fan of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct FanLine {
    /// Its id.
    pub id: &'static str,
    /// The value of one.
    pub value: i32,
    /// How often it counts.
    pub count: i32,
}

impl FanLine {
    /// A fan that counts so often, at the value of the table.
    pub fn new(fan: &Fan, count: u8) -> FanLine {
        FanLine { id: fan.term.id, value: fan.value, count: count.into() }
    }
}

/// One payment of an answer.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PaymentLine {
    /// Who pays.
    pub from: Seat,
    /// Who is paid.
    pub to: Seat,
    /// How much.
    pub points: i32,
    /// Anchor in the rule book.
    pub clause: &'static str,
    /// How this amount comes about.
    pub steps: Vec<SeenStep>,
}

/// Payments with their explanation, as answers carry them.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Explanation {
    /// How the amount comes about that a payer without additions pays.
    pub lines: Vec<SeenStep>,
    /// Who pays whom.
    pub payments: Vec<PaymentLine>,
    /// The kinds that are wild here.
    pub wilds: Vec<Tile>,
    /// How the hand was read, group by group; empty for wins that look at no shape.
    pub reading: Vec<ReadGroup>,
    /// Fans that seem to be there and do not count.
    pub not_counted: Vec<NotCounted>,
}

impl Explanation {
    /// Adds a payment.
    pub fn pay(&mut self, why: &'static Term, from: Seat, to: Seat, steps: &Steps) {
        let (points, clause) = (steps.points(), why.clause);
        let steps: Vec<SeenStep> = steps.as_slice().iter().map(SeenStep::new).collect();
        if self.payments.is_empty() || steps.len() < self.lines.len() {
            self.lines.clone_from(&steps);
        }
        self.payments.push(PaymentLine { from, to, points, clause, steps });
    }

    /// Adds how the hand was read.
    pub fn add_reading(&mut self, Explained { wilds, reading, not_counted }: Explained) {
        (self.wilds, self.reading, self.not_counted) = (wilds, reading, not_counted);
    }

    /// What each seat wins or loses by these payments.
    pub fn deltas(&self, seats: usize) -> Vec<i32> {
        let mut deltas = vec![0; seats];
        for p in &self.payments {
            deltas[p.from.index()] -= p.points;
            deltas[p.to.index()] += p.points;
        }
        deltas
    }
}
