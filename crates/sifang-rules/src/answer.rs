//! What answers to score requests have in common: fan lines, and payments with their explanation.

use serde::Serialize;
use sifang_table::{SeenStep, Steps, Term};
use sifang_tiles::Seat;

/// One fan of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct FanLine {
    /// Its id.
    pub id: &'static str,
    /// The value of one.
    pub value: i32,
    /// How often it counts.
    pub count: i32,
}

/// One payment of an answer.
#[derive(Clone, PartialEq, Debug, Serialize)]
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
pub struct Explanation {
    /// How the amount comes about that a payer without additions pays.
    pub lines: Vec<SeenStep>,
    /// Who pays whom.
    pub payments: Vec<PaymentLine>,
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
