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
}

impl Bar {
    /// Something that must never have happened, in so many tries.
    pub fn none(id: &'static str, what: impl Into<String>, count: u64, tries: u64) -> Bar {
        let value = format!("{count} in {tries}");
        Bar { id, what: what.into(), value, limit: "0".into(), holds: count == 0 && tries > 0 }
    }

    /// Something that must have happened at least so often.
    pub fn at_least(id: &'static str, what: impl Into<String>, count: u64, least: u64) -> Bar {
        let limit = format!("≥ {least}");
        Bar { id, what: what.into(), value: count.to_string(), limit, holds: count >= least }
    }

    /// A measure in some unit that must not be larger than this.
    pub fn at_most(id: &'static str, what: impl Into<String>, value: f64, most: f64, unit: &str) -> Bar {
        let (shown, limit) = (format!("{value:.2} {unit}"), format!("≤ {most} {unit}"));
        Bar { id, what: what.into(), value: shown, limit, holds: value <= most }
    }
}

/// The bars as a table of a Markdown page.
pub fn page(bars: &[Bar]) -> String {
    let mut text = String::from("| | what | bar | value | |\n|---|---|---|---|---|\n");
    for Bar { id, what, value, limit, holds } in bars {
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
    }
}
