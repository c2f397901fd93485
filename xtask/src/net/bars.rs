//! What must hold of the figures. How they are come by is elsewhere.

use super::capacity::{Capacity, figure, fit};
use super::search::Bound;
use super::{Closed, closed};
use crate::bench::median;
use anyhow::{Result, bail};

/// The time in which what is written is kept together, in milliseconds.
const COMMIT_MS: f64 = 8.0;

/// A figure that has to be on one side of a bar.
pub(super) struct Bar {
    pub(super) what: &'static str,
    pub(super) value: f64,
    pub(super) limit: f64,
    pub(super) least: bool,
}

impl Bar {
    pub(super) fn least(what: &'static str, value: f64, limit: f64) -> Bar {
        Bar { what, value, limit, least: true }
    }

    pub(super) fn most(what: &'static str, value: f64, limit: f64) -> Bar {
        Bar { what, value, limit, least: false }
    }

    /// What is no number holds nowhere.
    pub(super) fn holds(&self) -> bool {
        if self.least { self.value >= self.limit } else { self.value <= self.limit }
    }
}

/// The bars of the whole comparison.
pub(super) fn bars(capacities: &[Capacity], loops: &[Closed]) -> Vec<Bar> {
    let ours = || capacities.iter().filter(|capacity| capacity.name == "sifang");
    let looped = |name: &'static str| loops.iter().filter(move |looped| looped.name == name);
    let speed = looped("sifang").zip(looped("colyseus"));
    let speed = speed.map(|(ours, theirs)| closed(ours, "actions_per_s") / closed(theirs, "actions_per_s"));
    let own = |field: &str| median(looped("sifang").map(|ours| closed(ours, field)));
    let wait = |capacity: &Capacity| {
        let step = &capacity.compared;
        if fit(step) { figure(step, "p99_ms") } else { f64::NAN }
    };
    vec![
        Bar::least("tables at 50 ms: ours / Colyseus' bare broadcast (goal 2.2)", carried(capacities), 1.5),
        Bar::most(
            "ms from due to the last of four screens at 1,000 tables, p99",
            worst(ours().map(wait)),
            15.0,
        ),
        Bar::most("KiB resident for each of 2,000 seated connections, closed loop", own("kib_after"), 16.0),
        Bar::most(
            "KiB resident for each of 10,000 seated connections (goal 8)",
            worst(ours().map(|capacity| figure(&capacity.large, "kib_after"))),
            12.0,
        ),
        Bar::least("closed loop, actions/s: ours / Colyseus' bare broadcast", median(speed), 1.2),
        Bar::most(
            "syncs a second in the closed loop x commit interval",
            own("syncs_per_s") * COMMIT_MS / 1000.0,
            1.0,
        ),
    ]
}

/// The worse of our ratios to Colyseus, turn by turn. Where the load process was Colyseus' limit there is none.
fn carried(capacities: &[Capacity]) -> f64 {
    let of = |name: &'static str| capacities.iter().filter(move |capacity| capacity.name == name);
    let ratios = of("sifang").zip(of("colyseus")).map(|(ours, theirs)| match theirs.bound {
        Bound::Server => ours.tables / theirs.tables,
        Bound::Load => f64::NAN,
    });
    -worst(ratios.map(|ratio| -ratio))
}

/// The largest; not a number if one of them is none, or there are none.
fn worst(values: impl Iterator<Item = f64>) -> f64 {
    let larger = |a: f64, b: f64| if a.is_nan() || b.is_nan() { f64::NAN } else { a.max(b) };
    values.reduce(larger).unwrap_or(f64::NAN)
}

/// Prints the bars; one that does not hold is an error.
pub(super) fn judge(bars: &[Bar]) -> Result<()> {
    println!();
    for Bar { what, value, limit, least } in bars {
        println!("{what:<76} {value:>7.2}  (bar: {} {limit})", if *least { "at least" } else { "at most" });
    }
    let below: Vec<&str> = bars.iter().filter(|bar| !bar.holds()).map(|bar| bar.what).collect();
    if !below.is_empty() {
        bail!("bars that do not hold: {}", below.join("; "));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn capacity(name: &'static str, tables: f64, p99: f64, kib: f64) -> Capacity {
        Capacity {
            name,
            tables,
            bound: Bound::Server,
            connected: 4750.0,
            compared: json!({"p99_ms": p99, "load_cpu_share": 0.2, "late_p99_ms": 0.2}),
            large: json!({"kib_after": kib}),
            levels: Vec::new(),
            rest: 0.0,
        }
    }

    fn looped(name: &'static str, speed: f64) -> Closed {
        let figures = json!({"actions_per_s": speed, "kib_after": 14.0, "syncs_per_s": 100.0});
        Closed { name, figures }
    }

    /// The machine slows down to a tenth for one turn, and both with it.
    fn loops() -> Vec<Closed> {
        let turn = |speed: f64| [looped("sifang", 20_000.0 * speed), looped("colyseus", 10_000.0 * speed)];
        [1.0, 0.1, 1.0].into_iter().flat_map(turn).collect()
    }

    #[test]
    fn bars_are_those_of_the_worse_turn() {
        let turns = [
            capacity("colyseus", 10_000.0, 9.0, 40.0),
            capacity("sifang", 24_000.0, 7.0, 9.0),
            capacity("sifang", 16_000.0, 11.0, 10.5),
            capacity("colyseus", 8_000.0, 9.0, 40.0),
        ];
        let bars = super::bars(&turns, &loops());
        let values: Vec<f64> = bars.iter().map(|bar| bar.value).collect();
        assert_eq!(values, [2.0, 11.0, 14.0, 10.5, 2.0, 0.8]);
        assert!(bars.iter().all(Bar::holds) && judge(&bars).is_ok());
    }

    #[test]
    fn each_bar_can_be_missed() {
        let turns = |ours: Capacity| [capacity("colyseus", 10_000.0, 9.0, 40.0), ours];
        let missed = |ours: Capacity, loops: &[Closed]| -> Vec<usize> {
            let bars = super::bars(&turns(ours), loops);
            (0..bars.len()).filter(|number| !bars[*number].holds()).collect()
        };
        let good = || capacity("sifang", 15_000.0, 15.0, 12.0);
        assert_eq!(missed(good(), &loops()), [] as [usize; 0]);
        assert_eq!(missed(capacity("sifang", 14_900.0, 15.0, 12.0), &loops()), [0]);
        assert_eq!(missed(capacity("sifang", 15_000.0, 15.1, 12.0), &loops()), [1]);
        assert_eq!(missed(capacity("sifang", 15_000.0, 15.0, 12.1), &loops()), [3]);
        assert_eq!(missed(good(), &[looped("sifang", 11_900.0), looped("colyseus", 10_000.0)]), [4]);
        assert_eq!(missed(good(), &[]), [2, 4, 5], "nothing measured is not enough");
        let mut heavy = loops();
        heavy.iter_mut().for_each(|looped| {
            looped.figures["kib_after"] = json!(16.5);
            looped.figures["syncs_per_s"] = json!(126.0);
        });
        assert_eq!(missed(good(), &heavy), [2, 5]);
    }

    #[test]
    fn what_the_load_process_could_not_measure_holds_nothing() {
        let (mut ours, mut theirs) =
            (capacity("sifang", 20_000.0, 7.0, 9.0), capacity("colyseus", 10_000.0, 9.0, 40.0));
        ours.compared["load_cpu_share"] = json!(0.9);
        theirs.bound = Bound::Load;
        let bars = super::bars(&[ours, theirs], &loops());
        assert!(!bars[0].holds() && !bars[1].holds());
        let error = judge(&bars).unwrap_err().to_string();
        assert!(error.contains("Colyseus") && error.contains("1,000 tables"), "{error}");
        assert!(super::bars(&[], &[]).iter().all(|bar| !bar.holds()), "nothing measured is not enough");
    }
}
