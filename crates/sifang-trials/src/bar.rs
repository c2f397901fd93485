//! A figure and the line it must not cross, and the page that shows all of them.

use serde::Serialize;
use std::fmt::Write as _;

/// One figure of a trial.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Bar {
    /// Which promise: an id of the list in docs/reliability.md, as `P1` or `H7`.
    pub id: &'static str,
    /// What was counted or measured.
    pub what: String,
    /// The figure.
    pub value: String,
    /// What the figure must be.
    pub limit: String,
    /// Whether it is.
    pub holds: bool,
    /// What the figure is made from, for adding rounds.
    #[serde(skip)]
    measure: Measure,
}

/// What a figure is made from.
#[derive(Clone, PartialEq, Debug)]
enum Measure {
    None { count: u64, tries: u64 },
    AtLeast { count: u64, least: u64 },
    AtMost { value: f64 },
    NoLess { value: f64 },
    Said,
}

impl Bar {
    /// Something that must never have happened, in so many tries.
    pub fn none(id: &'static str, what: impl Into<String>, count: u64, tries: u64) -> Bar {
        let value = format!("{count} in {tries}");
        let (holds, measure) = (count == 0 && tries > 0, Measure::None { count, tries });
        Bar { id, what: what.into(), value, limit: "0".into(), holds, measure }
    }

    /// Something that must have happened at least so often.
    pub fn at_least(id: &'static str, what: impl Into<String>, count: u64, least: u64) -> Bar {
        let limit = format!("≥ {least}");
        let (holds, measure) = (count >= least, Measure::AtLeast { count, least });
        Bar { id, what: what.into(), value: count.to_string(), limit, holds, measure }
    }

    /// A measure in some unit that must not be larger than this.
    pub fn at_most(id: &'static str, what: impl Into<String>, value: f64, most: f64, unit: &str) -> Bar {
        // A limit that was itself measured has more digits than anybody wants to read.
        let shortened = (most * 100.0).round() / 100.0;
        let (shown, limit) = (format!("{value:.2} {unit}"), format!("≤ {shortened} {unit}"));
        let (holds, measure) = (value <= most, Measure::AtMost { value });
        Bar { id, what: what.into(), value: shown, limit, holds, measure }
    }

    /// A measure in some unit that must not be smaller than this.
    pub fn no_less(id: &'static str, what: impl Into<String>, value: f64, least: f64, unit: &str) -> Bar {
        let (shown, limit) = (format!("{value:.2} {unit}"), format!("≥ {least} {unit}"));
        let (holds, measure) = (value >= least, Measure::NoLess { value });
        Bar { id, what: what.into(), value: shown, limit, holds, measure }
    }

    /// Something that could not be tried, and why.
    pub fn untried(id: &'static str, what: impl Into<String>, why: &str, limit: &str) -> Bar {
        let (value, limit) = (why.to_owned(), limit.to_owned());
        Bar { id, what: what.into(), value, limit, holds: false, measure: Measure::Said }
    }

    /// Whether this is a measure, which a busy machine can spoil, and not a count, which it cannot.
    pub fn is_measured(&self) -> bool {
        matches!(self.measure, Measure::AtMost { .. } | Measure::NoLess { .. })
    }

    /// The same bar after one more round: counts add up, and of measures the worse one stands.
    pub(crate) fn and(&self, more: &Bar) -> Bar {
        use Measure::{AtLeast, AtMost, NoLess, None};
        match (&self.measure, &more.measure) {
            (None { count, tries }, None { count: c, tries: t }) => {
                Bar::none(self.id, &*self.what, count + c, tries + t)
            }
            (AtLeast { count, least }, AtLeast { count: c, least: l }) => {
                Bar::at_least(self.id, &*self.what, count + c, least + l)
            }
            (AtMost { value }, AtMost { value: v }) if (self.holds, v) > (more.holds, value) => more.clone(),
            (NoLess { value }, NoLess { value: v }) if (self.holds, value) > (more.holds, v) => more.clone(),
            (_, Measure::Said) => more.clone(),
            _ => self.clone(),
        }
    }
}

/// The bars as a table of a Markdown page.
pub fn page(bars: &[Bar]) -> String {
    let mut text = String::from("| | what | bar | value | |\n|---|---|---|---|---|\n");
    for Bar { id, what, value, limit, holds, .. } in bars {
        let verdict = if *holds { "holds" } else { "**FAILS**" };
        let _ = writeln!(text, "| {id} | {what} | {limit} | {value} | {verdict} |");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_without_tries_does_not_hold() {
        assert!(Bar::none("P1", "lost", 0, 10).holds);
        assert!(!Bar::none("P1", "lost", 1, 10).holds);
        assert!(!Bar::none("P1", "lost", 0, 0).holds);
        assert!(!Bar::at_least("T2", "reached", 99, 100).holds);
        assert!(page(&[Bar::at_most("L1", "p99", 51.0, 50.0, "ms")]).contains("FAILS"));
        assert_eq!(Bar::at_most("L1", "p99", 1.0, 199.045_94, "ms").limit, "≤ 199.05 ms");
    }

    #[test]
    fn only_measures_can_be_spoiled_by_a_busy_machine() {
        assert!(Bar::at_most("L1", "p99", 51.0, 50.0, "ms").is_measured());
        assert!(!Bar::none("P1", "lost", 1, 10).is_measured());
        assert!(!Bar::at_least("T2", "reached", 99, 100).is_measured());
        assert!(!Bar::untried("kill", "kills", "could not be finished", "finished").is_measured());
    }

    #[test]
    fn rounds_add_up_and_the_worst_measure_stands() {
        let lost = Bar::none("P1", "lost", 0, 10).and(&Bar::none("P1", "lost", 1, 5));
        assert_eq!((lost.value.as_str(), lost.holds), ("1 in 15", false));
        let seen = Bar::at_least("T2", "seen", 3, 2).and(&Bar::at_least("T2", "seen", 0, 2));
        assert_eq!((seen.value.as_str(), seen.limit.as_str(), seen.holds), ("3", "≥ 4", false));
        let slow = |value, most| Bar::at_most("L1", "p99", value, most, "ms");
        assert_eq!(slow(1.0, 5.0).and(&slow(2.0, 5.0)), slow(2.0, 5.0));
        assert_eq!(slow(2.0, 5.0).and(&slow(1.0, 5.0)), slow(2.0, 5.0));
        assert_eq!(slow(4.0, 5.0).and(&slow(2.0, 1.0)), slow(2.0, 1.0), "one that fails stands");
        assert_eq!(slow(2.0, 1.0).and(&slow(4.0, 5.0)), slow(2.0, 1.0));
        let clear = |value| Bar::no_less("V8", "shown", value, 3.0, "bits");
        assert_eq!((clear(5.0).and(&clear(4.0)), clear(2.0).and(&clear(4.0))), (clear(4.0), clear(2.0)));
        assert!(clear(3.0).holds && !clear(2.0).holds);
        assert!(!seen.and(&Bar::untried("T2", "seen", "no time", "≥ 1")).holds);
    }
}
