//! How often each fan, payment, clause and kind of event came up: what has not been seen has not been tested.

use sifang_table::{Deal, Event, Journal, RuleSet, Term};
use std::collections::BTreeMap;

/// Counts by kind and id.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Coverage {
    counts: BTreeMap<(&'static str, String), u64>,
    /// Deals looked at.
    pub deals: u64,
    /// Answers given in them.
    pub decisions: u64,
    /// Positions at which views were compared with those of another deal that looks the same.
    pub views: u64,
    /// Illegal actions tried.
    pub refusals: u64,
}

/// One line of the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CoverageRow {
    /// `fan`, `term`, `clause`, `event` …
    pub kind: &'static str,
    /// Which.
    pub id: String,
    /// How often.
    pub count: u64,
}

impl Coverage {
    /// Nothing seen yet of what the rule set says there is.
    pub fn new<R: RuleSet>() -> Coverage {
        let mut new = Coverage::default();
        for fan in R::FANS {
            new.add("fan", fan.term.id, 0);
        }
        for term in R::TERMS {
            new.add("term", term.id, 0);
        }
        new
    }

    fn add(&mut self, kind: &'static str, id: &str, n: u64) {
        *self.counts.entry((kind, id.to_owned())).or_default() += n;
    }

    /// Counts something that was seen.
    pub fn see(&mut self, kind: &'static str, id: &str) {
        self.add(kind, id, 1);
    }

    fn add_term(&mut self, term: &Term) {
        let is_fan = self.get("fan", term.id).is_some();
        self.add(if is_fan { "fan" } else { "term" }, term.id, 1);
        self.add("clause", term.clause, 1);
    }

    /// Counts a finished deal.
    pub fn count<R: RuleSet>(&mut self, deal: &Deal<R>, journal: &Journal) {
        self.deals += 1;
        for (entry, steps) in journal.entries() {
            self.add_term(entry.why);
            if entry.reverses.is_some() {
                self.add("event", "PaidBack", 1);
            }
            for step in steps {
                self.add_term(step.why);
            }
        }
        for event in journal.events() {
            self.count_event(event);
        }
        self.add("winners", &deal.wins().len().to_string(), 1);
        self.add("seats", &deal.table.seats().to_string(), 1);
    }

    fn count_event(&mut self, event: &Event) {
        match event {
            Event::Melded { meld, .. } => self.add("meld", &format!("{:?}", meld.kind), 1),
            Event::Won { source, .. } => self.add("source", &format!("{source:?}"), 1),
            Event::Ended { how } => self.add("end", &format!("{how:?}"), 1),
            Event::Declared { what, .. } => self.add("declared", &format!("{what:?}"), 1),
            Event::SetAside { why, .. } => self.add("aside", &format!("{why:?}"), 1),
            Event::Robbed { .. } => self.add("event", "Robbed", 1),
            Event::Rolled { .. } => self.add("event", "Rolled", 1),
            Event::Floated { .. } => self.add("event", "Floated", 1),
            Event::Opened { .. } => self.add("event", "Opened", 1),
            _ => {}
        }
    }

    /// Adds what another thread saw.
    pub fn merge(&mut self, other: &Coverage) {
        for ((kind, id), n) in &other.counts {
            self.add(kind, id, *n);
        }
        self.deals += other.deals;
        self.decisions += other.decisions;
        self.views += other.views;
        self.refusals += other.refusals;
    }

    /// How often this was seen; none if nobody has said that it exists.
    pub fn get(&self, kind: &'static str, id: &str) -> Option<u64> {
        self.counts.get(&(kind, id.to_owned())).copied()
    }

    /// All lines, by kind and id.
    pub fn rows(&self) -> impl Iterator<Item = CoverageRow> + '_ {
        self.counts.iter().map(|((kind, id), count)| CoverageRow { kind, id: id.clone(), count: *count })
    }
}
