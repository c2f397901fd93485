//! `trials`: runs the trials of a tier against a built `sifang` and prints the page of all bars.

use anyhow::{Result, bail};
use clap::Parser;
use sifang_trials::{Bar, Plan, TRIALS, Tier, Trial, log_bars, page};
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Puts the promises of the server to the test and prints a page of bars; exits with 1 when one does not hold.
#[derive(Parser, Debug)]
#[command(name = "trials")]
struct Args {
    /// How much: with every change, for a night, before a release.
    #[arg(long, value_enum, default_value = "c")]
    tier: Tier,
    /// Share so many minutes among all trials.
    #[arg(long)]
    minutes: Option<f64>,
    /// Where all chance comes from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only the trials of these names.
    #[arg(long)]
    only: Vec<String>,
    /// Only this case of a trial that has numbered ones, to see a failure again.
    #[arg(long)]
    case: Option<u64>,
    /// The `sifang` binary to attack.
    #[arg(long, required_unless_present = "list")]
    sifang: Option<PathBuf>,
    /// A `sifang` with the feature `mutations`: a trial that can see it breaks its promises and must find out.
    #[arg(long)]
    mutated: Option<PathBuf>,
    /// Append every bar to this file, one line of JSON each.
    #[arg(long)]
    bars: Option<PathBuf>,
    /// Names and subjects of all trials, and nothing else.
    #[arg(long)]
    list: bool,
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("trials: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> Result<bool> {
    if args.list {
        TRIALS.iter().for_each(|trial| println!("{:10} {}", trial.name, trial.about));
        return Ok(true);
    }
    if let Some(name) = args.only.iter().find(|name| TRIALS.iter().all(|trial| trial.name != name.as_str())) {
        bail!("there is no trial '{name}'; --list names them");
    }
    let chosen: Vec<_> = TRIALS
        .iter()
        .filter(|trial| args.only.is_empty() || args.only.iter().any(|name| name == trial.name))
        .collect();
    let start = Instant::now();
    let whole = args.minutes.map(|minutes| Duration::from_secs_f64(60.0 * minutes));
    let mut bars: Vec<Bar> = Vec::new();
    for (number, trial) in chosen.iter().enumerate() {
        // What one trial leaves of its share, the others may have.
        let shares: u32 = chosen[number..].iter().map(|trial| trial.share).sum();
        let time = whole.map(|whole| whole.saturating_sub(start.elapsed()) * trial.share / shares.max(1));
        let sifang = args.sifang.clone().unwrap_or_default();
        let mutated = args.mutated.clone();
        let plan = Plan {
            tier: args.tier,
            seed: args.seed,
            case: args.case,
            sifang,
            mutated,
            is_round: false,
            time,
        };
        let mut found = tried(trial, &plan);
        if args.tier == Tier::C && is_worth_repeating(&found) {
            eprintln!("{}: only measures failed, beside other tests; once more, and that counts", trial.name);
            found = tried(trial, &plan);
        }
        if let Some(path) = &args.bars {
            keep(path, &found)?;
        }
        bars.extend(found);
    }
    let logs = log_bars();
    if let Some(path) = &args.bars {
        keep(path, &logs)?;
    }
    bars.extend(logs);
    println!("{}", page(&bars));
    Ok(bars.iter().all(|bar| bar.holds))
}

/// Whether something failed, and only what other work on this machine can spoil. What was lost,
/// leaked or refused is a count: it is never tried again.
fn is_worth_repeating(bars: &[Bar]) -> bool {
    let mut failed = bars.iter().filter(|bar| !bar.holds).peekable();
    failed.peek().is_some() && failed.all(Bar::is_measured)
}

/// Runs one trial and shows its bars. A trial that could not be finished is a bar that does not hold: the others still run.
fn tried(trial: &Trial, plan: &Plan) -> Vec<Bar> {
    let began = Instant::now();
    let most = plan.time.map_or(String::new(), |time| format!(" for {:.0} s", time.as_secs_f64()));
    eprintln!("{}{most}: {}", trial.name, trial.about);
    let found = (trial.run)(plan).unwrap_or_else(|error| {
        eprintln!("{}: {error:#}", trial.name);
        vec![Bar::untried(trial.name, trial.about, "could not be finished", "finished")]
    });
    eprintln!("{}: {} bars in {:.1} s", trial.name, found.len(), began.elapsed().as_secs_f64());
    eprint!("{}", page(&found));
    found
}

/// Keeps bars for programs.
fn keep(path: &Path, bars: &[Bar]) -> Result<()> {
    let mut file = File::options().create(true).append(true).open(path)?;
    for bar in bars {
        writeln!(file, "{}", serde_json::to_string(bar)?)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trial_is_repeated_for_its_measures_only() {
        let slow = Bar::at_most("L1", "p99", 51.0, 50.0, "ms");
        let lost = Bar::none("P1", "lost", 1, 10);
        let kept = Bar::none("P1", "lost", 0, 10);
        assert!(is_worth_repeating(&[kept.clone(), slow.clone()]));
        assert!(!is_worth_repeating(&[slow, lost]));
        assert!(!is_worth_repeating(&[kept]));
    }
}
