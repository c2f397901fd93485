//! `cargo xtask bench`: our criterion benchmarks, or (`--peers`) the same questions put to other engines; `--net` is in `net`.
//!
//! The peers live in `perf/peers`, a workspace of their own, so that nobody has to build them to work on Sifang.
//! Ours and theirs take turns on one core within one run: a machine that slows down slows both.

use crate::run;
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Turns each side takes; the median counts.
const TURNS: usize = 5;
/// Length of one turn.
const SECONDS: f64 = 3.0;
/// Least ratio of our decisions/s to the peer's.
const BAR: f64 = 40.0;
/// Deals of the short run that shows how many fill a turn.
const TRIAL_DEALS: u64 = 20_000;

/// Runs one of the two kinds of benchmark.
pub(crate) fn run(args: &[String]) -> Result<()> {
    match args {
        [flag] if flag == "--peers" => peers(),
        [flag] if flag == "--net" => crate::net::run(),
        [flag, before, binary] if flag == "--net" && before == "--before" => {
            crate::net::run_before(binary.as_ref())
        }
        _ if args.iter().any(|arg| arg == "--peers" || arg == "--net") => {
            bail!("'--peers' and '--net' stand alone")
        }
        _ => criterion(args),
    }
}

/// Runs every benchmark target by name: a plain `cargo bench` would also start the unit-test harnesses, which refuse
/// criterion's arguments.
fn criterion(args: &[String]) -> Result<()> {
    let metadata = run::json(run::cargo(&["metadata", "--no-deps", "--format-version", "1"]))?;
    let targets = bench_targets(&metadata);
    if targets.is_empty() {
        bail!("the workspace has no benchmark target");
    }
    let args = if args.first().is_some_and(|arg| arg == "--") { &args[1..] } else { args };
    for (package, target) in targets {
        println!("\n== {package}: {target}");
        let mut command = run::cargo(&["bench", "--package", &package, "--bench", &target, "--"]);
        command.args(args);
        run::show(command)?;
    }
    Ok(())
}

/// Package and name of every benchmark target.
fn bench_targets(metadata: &Value) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        for target in package["targets"].as_array().into_iter().flatten() {
            let is_bench =
                target["kind"].as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind == "bench"));
            if let (true, Some(package), Some(name)) =
                (is_bench, package["name"].as_str(), target["name"].as_str())
            {
                found.push((package.to_string(), name.to_string()));
            }
        }
    }
    found.sort();
    found
}

/// Questions about single hands, then whole random play by turns.
fn peers() -> Result<()> {
    let peers = build_peers()?;
    let sifang = run::release_binary()?;
    let pinned = run::answers(run::command("taskset", &["-c", "1", "true"]));
    println!("\n== single hands{}", if pinned { " (one core, by taskset)" } else { "" });
    run::show(on_one_core(pinned, &peers, &["hand"]))?;

    println!("\n== random play: {TURNS} turns of {SECONDS} s each, by turns");
    let mut ours = Vec::new();
    for rules in run::rule_sets(&sifang)? {
        let trial = play(pinned, &sifang, &rules, TRIAL_DEALS)?;
        let deals_per_s = number(&trial, "deals_per_s")?;
        let deals = ((deals_per_s * SECONDS) as u64).max(TRIAL_DEALS);
        ours.push(Contestant { rules, deals, decisions_per_s: Vec::new() });
    }
    let mut theirs = Vec::new();
    for turn in 1..=TURNS {
        let seconds = SECONDS.to_string();
        let report = run::json(on_one_core(pinned, &peers, &["sim", "--seconds", &seconds, "--json"]))?;
        theirs.push(number(&report, "decisions_per_s")?);
        for side in &mut ours {
            let report = play(pinned, &sifang, &side.rules, side.deals)?;
            side.decisions_per_s.push(number(&report, "decisions_per_s")?);
        }
        println!("turn {turn} of {TURNS} done");
    }
    report(&ours, median(theirs))
}

/// One rule set of ours with what was measured.
struct Contestant {
    rules: String,
    deals: u64,
    decisions_per_s: Vec<f64>,
}

/// Prints the ratios; one below the bar is an error.
fn report(ours: &[Contestant], peer: f64) -> Result<()> {
    println!("\n{:<16}{:>14}  ratio (bar: {BAR:.0}x)", "random play", "decisions/s");
    println!("{:<16}{peer:>14.0}", "riichienv-core");
    let mut below = Vec::new();
    for side in ours {
        let speed = median(side.decisions_per_s.iter().copied());
        let ratio = speed / peer;
        println!("{:<16}{speed:>14.0}  {ratio:.1}x", side.rules);
        if ratio.is_nan() || ratio < BAR {
            below.push(side.rules.as_str());
        }
    }
    if !below.is_empty() {
        bail!("below {BAR:.0}x: {}", below.join(", "));
    }
    Ok(())
}

/// Builds the peers' workspace in its own target folder.
fn build_peers() -> Result<PathBuf> {
    let target = run::root().join("perf/peers/target");
    let mut command =
        run::cargo(&["build", "--release", "--manifest-path", "perf/peers/Cargo.toml", "--target-dir"]);
    command.arg(&target);
    run::show(command)?;
    Ok(target.join("release").join(format!("peers{}", std::env::consts::EXE_SUFFIX)))
}

/// One simulation of ours on one thread.
fn play(pinned: bool, sifang: &Path, rules: &str, deals: u64) -> Result<Value> {
    let deals = deals.to_string();
    let args = [
        "simulate",
        "--rules",
        rules,
        "--bots",
        "random",
        "--deals",
        &deals,
        "--seed",
        "1",
        "--threads",
        "1",
        "--json",
    ];
    run::json(on_one_core(pinned, sifang, &args))
}

/// A command kept on one core where the machine can do that.
fn on_one_core(pinned: bool, program: &Path, args: &[&str]) -> Command {
    if !pinned {
        return run::command(program, args);
    }
    let mut command = run::command("taskset", &["-c", "1"]);
    command.arg(program).args(args);
    command
}

/// A number of a report.
fn number(report: &Value, name: &str) -> Result<f64> {
    report[name].as_f64().with_context(|| format!("the report has no number \"{name}\": {report}"))
}

/// The middle value; of an even number of them the upper middle, of none not a number. What is no number does not count.
pub(crate) fn median(values: impl IntoIterator<Item = f64>) -> f64 {
    let mut sorted: Vec<f64> = values.into_iter().filter(|value| !value.is_nan()).collect();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_median_is_not_moved_by_one_slow_turn() {
        assert_eq!(median([5.0, 0.1, 4.0, 6.0, 5.5]), 5.0);
        assert!(median([]).is_nan());
    }

    #[test]
    fn a_ratio_below_the_bar_is_an_error() {
        let side = |speed: f64| [Contestant { rules: "east".into(), deals: 1, decisions_per_s: vec![speed] }];
        assert!(report(&side(400.0), 10.0).is_ok());
        assert_eq!(report(&side(399.0), 10.0).unwrap_err().to_string(), "below 40x: east");
        assert!(report(&side(f64::NAN), 10.0).is_err());
    }

    #[test]
    fn bench_targets_are_found_by_kind() {
        let metadata = json!({"packages": [
            {"name": "b", "targets": [{"name": "b", "kind": ["lib"]}, {"name": "deals", "kind": ["bench"]}]},
            {"name": "a", "targets": [{"name": "shape", "kind": ["bench"]}]},
        ]});
        let expected = [("a", "shape"), ("b", "deals")].map(|(p, t)| (p.to_string(), t.to_string()));
        assert_eq!(bench_targets(&metadata), expected);
    }

    #[test]
    fn peers_stands_alone() {
        let args: Vec<String> = ["--peers", "--quick"].map(String::from).to_vec();
        assert_eq!(run(&args).unwrap_err().to_string(), "'--peers' and '--net' stand alone");
    }
}
