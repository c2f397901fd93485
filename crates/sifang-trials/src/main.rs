//! `trials`: runs the trials of a tier against a built `sifang` and prints the page of all bars.

use anyhow::{Result, bail};
use clap::Parser;
use sifang_trials::{Bar, Plan, TRIALS, Tier, page};
use std::path::PathBuf;
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
    /// The `sifang` binary to attack.
    #[arg(long)]
    sifang: PathBuf,
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
        let left = (chosen.len() - number) as u32;
        let time = whole.map(|whole| whole.saturating_sub(start.elapsed()) / left);
        let plan = Plan { tier: args.tier, seed: args.seed, sifang: args.sifang.clone(), time };
        let began = Instant::now();
        let found = (trial.run)(&plan)?;
        eprintln!("{}: {} bars in {:.1} s", trial.name, found.len(), began.elapsed().as_secs_f64());
        eprint!("{}", page(&found));
        bars.extend(found);
    }
    println!("{}", page(&bars));
    Ok(bars.iter().all(|bar| bar.holds))
}
