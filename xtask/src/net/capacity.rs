//! How many tables one server carries: the steps its load process is ordered to take, and what they say.
//!
//! A real table acts every two seconds. Where a server carries more tables than the system has handles or ports for, the tables
//! that are there act more often instead, and what the missing connections would cost at rest is added.

use super::programs::{Contestant, Load, Programs, most_tables};
use super::search::{Bound, Found, Verdict, search};
use anyhow::Result;
use serde_json::Value;

/// From action to action at a real table.
const GAP_MS: f64 = 2000.0;
/// From due to the last of four screens, for 99 of 100: more is too much.
const LIMIT_MS: f64 = 50.0;
/// The load process measures nothing but itself when it is busier than this, or later than that.
const BUSY: f64 = 0.85;
const LATE_MS: f64 = 5.0;
/// Tables at which latency is compared, and 10,000 connections.
const COMPARED: f64 = 1000.0;
const LARGE: usize = 2500;
/// Where the search begins, and where it ends at the latest.
const FIRST: f64 = 4000.0;
const LAST: f64 = 256_000.0;
/// Seconds that are measured in a step of the search, and in one that is reported.
const GLANCE: f64 = 2.0;
const LOOK: f64 = 4.0;
/// Seconds in which latency is compared: 3,000 actions.
const COMPARING: f64 = 6.0;
/// Our server asks every connection each ten seconds whether it is there.
const REST: f64 = 10.0;
/// Parts of its capacity at which a server is reported.
pub(super) const LEVELS: [f64; 3] = [0.25, 0.5, 1.0];

/// What one server carries.
#[derive(Clone)]
pub(super) struct Capacity {
    pub(super) name: &'static str,
    /// Tables at a real table's pace.
    pub(super) tables: f64,
    pub(super) bound: Bound,
    /// Tables that were really connected at the most.
    pub(super) connected: f64,
    /// At 1,000 tables.
    pub(super) compared: Value,
    /// At 10,000 connections, after some seconds of a closed loop.
    pub(super) large: Value,
    /// At the levels.
    pub(super) levels: Vec<Value>,
    /// The server's share of its core while nobody acts.
    pub(super) rest: f64,
}

/// A number of a step; not a number where there is none.
pub(super) fn figure(step: &Value, name: &str) -> f64 {
    step[name].as_f64().unwrap_or(f64::NAN)
}

/// Whether the load process was able to measure.
pub(super) fn fit(step: &Value) -> bool {
    figure(step, "load_cpu_share") <= BUSY && figure(step, "late_p99_ms") <= LATE_MS
}

fn verdict(step: &Value) -> Verdict {
    let seen = figure(step, "samples") > 0.0 && figure(step, "p99_ms") <= LIMIT_MS;
    match (fit(step), seen) {
        (false, _) => Verdict::Unfit,
        (true, true) => Verdict::Carried,
        (true, false) => Verdict::Over,
    }
}

/// The order for so many tables at a real table's pace, of which so many can be connected.
fn order(tables: f64, most: usize, seconds: f64) -> String {
    let rooms = tables.round().clamp(1.0, most as f64);
    let gap = GAP_MS * rooms / tables.max(1.0);
    format!("step {rooms} {gap:.3} {seconds}")
}

/// Tables at a real table's pace, of which only some were connected and acted more often: the missing connections would rest
/// most of the time, and resting costs, too. `busy` and `rest` are shares of the server's core, at capacity and while nobody acts.
fn at_real_pace(found: f64, connected: f64, busy: f64, rest: f64) -> f64 {
    if found <= connected {
        return found;
    }
    let acting = (busy - rest) / found;
    let resting = rest / connected;
    found.min(busy / (acting + resting))
}

/// One step of so many tables.
fn step(load: &mut Load, tables: f64, most: usize, seconds: f64) -> Result<Value> {
    load.order(&order(tables, most, seconds))
}

/// Finds out what a server carries.
pub(super) fn measure(programs: &Programs, contestant: Contestant) -> Result<Capacity> {
    let most = most_tables()?;
    let mut load = programs.open(contestant)?;
    let compared = step(&mut load, COMPARED, most, COMPARING)?;
    load.order(&format!("closed {LARGE} {LOOK}"))?;
    let large = step(&mut load, LARGE as f64, most, GLANCE)?;
    let found = search(FIRST, LAST, |tables| {
        let step = step(&mut load, tables, most, GLANCE)?;
        let verdict = verdict(&step);
        println!(
            "  {:<10} {tables:>7.0} tables: p99 {:>8.2} ms, server {:>3.0} %, load {:>3.0} %: {verdict:?}",
            contestant.name,
            figure(&step, "p99_ms"),
            100.0 * figure(&step, "server_cpu_share"),
            100.0 * figure(&step, "load_cpu_share"),
        );
        Ok(verdict)
    })?;
    at_levels(&mut load, contestant.name, found, most, compared, large)
}

/// Looks at the levels, and at rest.
fn at_levels(
    load: &mut Load,
    name: &'static str,
    found: Found,
    most: usize,
    compared: Value,
    large: Value,
) -> Result<Capacity> {
    let levels = LEVELS.iter().map(|level| step(load, level * found.tables, most, LOOK));
    let levels = levels.collect::<Result<Vec<Value>>>()?;
    let connected = figure(&levels[2], "rooms");
    let rest = load.order(&format!("rest {connected} {REST}"))?;
    let (busy, rest) = (figure(&levels[2], "server_cpu_share"), figure(&rest, "server_cpu_share"));
    let tables = at_real_pace(found.tables, connected, busy, rest);
    Ok(Capacity { name, tables, bound: found.bound, connected, compared, large, levels, rest })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_step_is_judged_only_if_the_load_process_could_measure_it() {
        let step = |p99: f64, busy: f64, late: f64| json!({"samples": 1000, "p99_ms": p99, "load_cpu_share": busy, "late_p99_ms": late});
        assert_eq!(verdict(&step(50.0, 0.85, 5.0)), Verdict::Carried);
        assert_eq!(verdict(&step(50.1, 0.5, 0.1)), Verdict::Over);
        assert_eq!(verdict(&step(20.0, 0.86, 0.1)), Verdict::Unfit);
        assert_eq!(verdict(&step(90.0, 0.5, 5.1)), Verdict::Unfit);
        let mut nothing = step(0.0, 0.1, 0.1);
        nothing["samples"] = json!(0);
        assert_eq!(verdict(&nothing), Verdict::Over, "nobody has seen anything");
        assert_eq!(verdict(&json!({})), Verdict::Unfit);
    }

    #[test]
    fn tables_that_cannot_be_connected_are_made_up_for_by_a_faster_pace() {
        assert_eq!(order(1000.0, 4750, 2.0), "step 1000 2000.000 2");
        assert_eq!(order(4750.0, 4750, 2.0), "step 4750 2000.000 2");
        assert_eq!(order(19_000.0, 4750, 5.0), "step 4750 500.000 5");
    }

    #[test]
    fn missing_connections_cost_what_they_cost_at_rest() {
        assert_eq!(at_real_pace(3000.0, 4000.0, 0.9, 0.1), 3000.0, "all of them were there");
        // 20,000 tables' actions took 80 % of a core, and 4,000 tables at rest 10 %: each of the others would take a 4,000th
        // of that, too.
        let tables = at_real_pace(20_000.0, 4000.0, 0.9, 0.1);
        assert!((tables * (0.8 / 20_000.0 + 0.1 / 4000.0) - 0.9).abs() < 1e-9, "{tables}");
        assert!((13_846.0..13_847.0).contains(&tables), "{tables}");
        assert_eq!(at_real_pace(20_000.0, 4000.0, 0.9, 0.0), 20_000.0, "rest costs nothing");
    }
}
