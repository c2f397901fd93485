//! Sifang's hand analysis beside the fastest published crates, on the same hands in the same run.
//!
//! `peers hand` checks that all agree and prints the ratios; `peers sim` runs riichienv-core's own game loop with
//! random legal play and prints its decisions per second. No figure is printed for answers that differ.

mod corpora;
mod exact;
mod sim;
mod speed;

use std::process::ExitCode;
use std::time::Instant;

const USAGE: &str = "usage: peers hand                         compare and print the table
       peers sim [--seconds S] [--json]   riichienv-core's random play";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["hand"] => compare(),
        ["sim"] => sim::run(5.0, false),
        ["sim", "--json"] => sim::run(5.0, true),
        ["sim", "--seconds", seconds, ref rest @ ..] => match (seconds.parse(), rest) {
            (Ok(seconds), []) => sim::run(seconds, false),
            (Ok(seconds), ["--json"]) => sim::run(seconds, true),
            _ => return usage(),
        },
        _ => return usage(),
    }
    ExitCode::SUCCESS
}

fn usage() -> ExitCode {
    eprintln!("{USAGE}");
    ExitCode::FAILURE
}

fn compare() {
    let (before, start) = (resident_mib(), Instant::now());
    sifang_shape::warm_up();
    let ready = start.elapsed();
    let memory = before.zip(resident_mib()).map(|(before, after)| after - before);
    let corpora = corpora::all();
    exact::check(&corpora);
    speed::table(&corpora);
    let memory = memory.map_or("unknown".to_string(), |mib| format!("{mib:.1} MiB"));
    println!("tables ready after {:.1} ms; {memory} resident", ready.as_secs_f64() * 1e3);
}

/// Resident memory of this process, where the system gives it.
fn resident_mib() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: f64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kib / 1024.0)
}
