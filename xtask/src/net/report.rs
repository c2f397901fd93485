//! The figures as tables to read.

use super::capacity::{Capacity, LEVELS, figure, fit};
use super::search::Bound;
use crate::bench::median;
use serde_json::Value;

/// The columns, and how each figure is shown: its name, its factor, its decimals.
const COLUMNS: [(&str, &str, f64, usize); 9] = [
    ("actions/s", "actions_per_s", 1.0, 0),
    ("CPU us/act", "server_cpu_us", 1.0, 1),
    ("server %", "server_cpu_share", 100.0, 0),
    ("p50 ms", "p50_ms", 1.0, 2),
    ("p99 ms", "p99_ms", 1.0, 2),
    ("p99.9 ms", "p999_ms", 1.0, 2),
    ("KiB/conn", "kib_after", 1.0, 1),
    ("load %", "load_cpu_share", 100.0, 0),
    ("late ms", "late_p99_ms", 1.0, 2),
];

/// The line above the figures.
pub(super) fn head() {
    let names = COLUMNS.iter().map(|(title, ..)| format!("{title:>11}"));
    println!("\n{:<26}{}", "", names.collect::<String>());
}

/// The figures of one step. What the load process could not measure is marked.
fn row(name: &str, step: &Value, open: bool) {
    let cells = COLUMNS.iter().map(|(_, field, factor, decimals)| {
        let (value, decimals) = (factor * figure(step, field), *decimals);
        format!("{value:>11.decimals$}")
    });
    let mark = if open && !fit(step) { "  load process!" } else { "" };
    println!("{name:<26}{}{mark}", cells.collect::<String>());
}

/// The medians of several turns of the same step.
pub(super) fn medians(name: &str, steps: Vec<&Value>) {
    let middle = |field: &str| median(steps.iter().map(|step| figure(step, field)));
    let fields = COLUMNS.iter().map(|(_, field, ..)| ((*field).to_owned(), middle(field).into()));
    row(name, &Value::Object(fields.collect()), false);
}

/// What one server carries, and how it felt.
pub(super) fn capacity(capacity: &Capacity) {
    let Capacity { name, tables, bound, connected, compared, large, levels, rest } = capacity;
    let least = if *bound == Bound::Load { "at least " } else { "" };
    head();
    row(&format!("{name}, 1,000 tables"), compared, true);
    row(&format!("{name}, 2,500 tables"), large, true);
    for (level, step) in LEVELS.iter().zip(levels) {
        row(&format!("{name}, {:.0} % = {:.0}", 100.0 * level, level * tables), step, true);
    }
    println!(
        "{name}: {least}{tables:.0} tables; {connected:.0} of them connected, which took {:.0} s and {:.1} % of a core at rest",
        levels.last().map_or(f64::NAN, |step| figure(step, "joined_s")),
        100.0 * rest,
    );
}
