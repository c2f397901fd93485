//! `cargo xtask bench --net --before BINARY`: this build beside an earlier one of our own.

use super::bars::{Bar, judge};
use super::capacity::figure;
use super::programs::{Programs, build_load};
use super::{OURS, loop_order, report};
use crate::bench::median;
use crate::run;
use anyhow::{Result, ensure};
use serde_json::Value;
use std::path::Path;

/// Turns each build takes.
const TURNS: usize = 9;
/// 500 actions a second, as many as the closed loop has rooms.
const PACED: &str = "step 1000 2000 5";
/// How much of what an action costs may be lost or won against an earlier build before it counts as a change.
const CHANGE: f64 = 0.03;
/// Earlier builds of our server take huge pages where they can. They come in steps of 2 MiB, a KiB for each of 2,000 connections:
/// too coarse to see a small change, so memory is compared without them.
const SMALL_PAGES: &str = "thp:never,narenas:2";

/// What was measured of one build in one turn.
struct Turn {
    name: &'static str,
    closed: Value,
    paced: Value,
}

/// One of the two steps of a turn.
type Step = fn(&Turn) -> &Value;

/// Builds, and compares: no change may cost a player's server more than this.
pub(crate) fn run_before(binary: &Path) -> Result<()> {
    ensure!(binary.is_file(), "there is no program {}", binary.display());
    let ours = build_load()?;
    let now = Programs { sifang: run::release_binary()?, net: ours.clone(), memory: None };
    let before = Programs { sifang: binary.to_owned(), net: ours, memory: None };
    let mut turns = Vec::new();
    for number in 1..=TURNS {
        // Who begins changes from turn to turn: the second may find the machine warmer.
        let mut pair = [("before", &before), ("sifang", &now)];
        if number % 2 == 0 {
            pair.reverse();
        }
        for (name, programs) in pair {
            let mut closed = programs.open(OURS)?.order(&loop_order())?;
            let small = Programs { memory: Some(SMALL_PAGES), ..programs.clone() };
            closed["kib_after"] = small.open(OURS)?.order(&loop_order())?["kib_after"].take();
            turns.push(Turn { name, closed, paced: programs.open(OURS)?.order(PACED)? });
        }
        println!("turn {number} of {TURNS} done");
    }
    report::head();
    for name in ["before", "sifang"] {
        let of =
            |step: Step| turns.iter().filter(|turn| turn.name == name).map(step).collect::<Vec<&Value>>();
        report::medians(&format!("{name}, closed loop"), of(|turn| &turn.closed));
        report::medians(&format!("{name}, 1,000 tables"), of(|turn| &turn.paced));
    }
    judge(&change(&turns))
}

/// What has changed against an earlier build.
fn change(turns: &[Turn]) -> Vec<Bar> {
    let of = |name: &'static str| turns.iter().filter(move |turn| turn.name == name);
    let ratio = |step: Step, field: &str| {
        let pairs = of("sifang").zip(of("before"));
        median(pairs.map(|(now, before)| figure(step(now), field) / figure(step(before), field)))
    };
    let (closed, paced): (Step, Step) = (|turn| &turn.closed, |turn| &turn.paced);
    vec![
        Bar::least("closed loop, actions/s: now / before", ratio(closed, "actions_per_s"), 1.0 - CHANGE),
        Bar::most(
            "closed loop, the server's CPU for an action: now / before",
            ratio(closed, "server_cpu_us"),
            1.0 + CHANGE,
        ),
        Bar::most(
            "1,000 tables, the server's CPU for an action: now / before",
            ratio(paced, "server_cpu_us"),
            1.0 + CHANGE,
        ),
        Bar::most(
            "KiB resident for each seated connection: now / before",
            ratio(closed, "kib_after"),
            1.0 + CHANGE,
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_earlier_build_is_compared_turn_by_turn() {
        let turn = |name, speed: f64, kib: f64| Turn {
            name,
            closed: json!({"actions_per_s": speed, "server_cpu_us": 1e6 / speed, "kib_after": kib}),
            paced: json!({"server_cpu_us": 30.0}),
        };
        let turns = |speed: f64, kib: f64| {
            [turn("before", 10_000.0, 14.0), turn("sifang", speed, kib), turn("before", 1_000.0, 14.0)]
                .into_iter()
                .chain([turn("sifang", speed / 10.0, kib)])
                .collect::<Vec<_>>()
        };
        let holds = |turns: &[Turn]| change(turns).iter().all(Bar::holds);
        assert!(holds(&turns(9_800.0, 14.2)));
        assert!(!holds(&turns(9_600.0, 14.0)), "four in a hundred slower");
        assert!(!holds(&turns(10_000.0, 14.6)), "four in a hundred larger");
        let mut paced = turns(10_000.0, 14.0);
        paced.iter_mut().filter(|turn| turn.name == "sifang").for_each(|turn| {
            turn.paced["server_cpu_us"] = json!(31.0);
        });
        assert!(!holds(&paced), "an action at a real table's pace costs more");
        assert!(!holds(&[]), "nothing measured is not enough");
    }
}
