//! Everything of a tier: the engine's laws by the soak program, one kind of work after another, then the trials of the server. Each
//! gets its share of the time; what one leaves, the trials have.

use super::Whole;
use super::page::{self, Bar, Run};
use crate::run;
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Shares of the whole time; the trials have the rest.
const DEALS: f64 = 0.05;
const BOTS: f64 = 0.02;
const HINTS: f64 = 0.03;
const FEATURES: f64 = 0.01;
const SHAPES: f64 = 0.02;
const FUZZ: f64 = 0.03;
/// Fuzz targets of each rule set.
const TARGETS: f64 = 4.0;
/// Counts that no bounded run reaches.
const ENDLESS: u64 = u64::MAX / 4;

/// One kind of the engine's work.
struct Work<'a> {
    /// What a bar says if it finds something wrong.
    id: &'static str,
    what: String,
    args: Vec<&'a str>,
    count: u64,
    minutes: Option<f64>,
}

/// Builds, runs, prints and writes.
pub(super) fn run(whole: &Whole) -> Result<()> {
    let mutated = mutated(whole)?;
    let packages = ["sifang-cli", "sifang-laws", "sifang-trials"];
    let mut build = run::cargo(&["build", "--release", "--bins"]);
    for package in packages {
        build.args(["--package", package]);
    }
    run::show(build)?;
    let start = Instant::now();
    let sifang = run::binary("release", "sifang")?;
    let scratch = sifang.with_file_name("soak-bars.jsonl");
    let mut bars = engine(whole, &sifang, &scratch)?;
    bars.extend(trials(whole, &sifang, mutated.as_deref(), &scratch, start)?);
    let text = page::whole(&Run::now(whole, start.elapsed()), &bars);
    println!("{text}");
    if let Some(path) = &whole.page {
        fs::write(run::root().join(path), &text)
            .with_context(|| format!("{} cannot be written", path.display()))?;
    }
    let broken = bars.iter().filter(|bar| !bar.holds).count();
    if broken > 0 {
        bail!("{broken} of {} bars do not hold", bars.len());
    }
    println!("all {} bars hold", bars.len());
    Ok(())
}

/// A server that can be made to break its promises, for trials that must notice it. It is built in the place of the usual one, so
/// that both share what they have in common, and moved aside before that one is built: nobody finds it there by mistake.
fn mutated(whole: &Whole) -> Result<Option<PathBuf>> {
    if whole.tier == "c" {
        return Ok(None);
    }
    run::show(run::cargo(&["build", "--release", "--package", "sifang-cli", "--features", "mutations"]))?;
    let built = run::binary("release", "sifang")?;
    let aside = built.with_file_name("sifang-mutated");
    fs::rename(&built, &aside).with_context(|| format!("{} cannot be moved aside", built.display()))?;
    Ok(Some(aside))
}

/// The laws of the engine.
fn engine(whole: &Whole, sifang: &Path, scratch: &Path) -> Result<Vec<Bar>> {
    let rule_sets = run::rule_sets(sifang)?;
    let soak = run::binary("release", "soak")?;
    let mut bars = Vec::new();
    for rules in &rule_sets {
        for work in works(whole, rules, rule_sets.len() as f64) {
            let counted = soaked(&soak, whole, &work, scratch)?;
            bars.extend(counted.map_or_else(
                || vec![Bar::broken(work.id, &work.what)],
                |lines| page::of_soak(&lines, whole),
            ));
        }
    }
    let shapes = Work {
        id: "S1",
        what: "shapes".into(),
        args: vec!["--shape-hands"],
        count: counts(whole, 30_000, 10_000_000, 100_000_000),
        minutes: whole.minutes.map(|minutes| minutes * SHAPES),
    };
    let counted = soaked(&soak, whole, &shapes, scratch)?;
    bars.extend(
        counted
            .map_or_else(|| vec![Bar::broken(shapes.id, &shapes.what)], |lines| page::of_soak(&lines, whole)),
    );
    Ok(page::in_order(bars))
}

/// What is done for one rule set.
fn works<'a>(whole: &Whole, rules: &'a str, of: f64) -> Vec<Work<'a>> {
    let share = |part: f64| whole.minutes.map(|minutes| minutes * part / of);
    let work = |id, kind: &'a str, count: u64, part: f64| Work {
        id,
        what: format!("{rules}: {}", kind.trim_start_matches('-')),
        args: vec!["--rules", rules, kind],
        count,
        minutes: share(part),
    };
    // Fuzz targets take seconds, not a count.
    let seconds = match share(FUZZ) {
        Some(minutes) => (minutes * 60.0 / TARGETS).ceil() as u64,
        None => counts(whole, 5, 3_600, 14_400),
    };
    vec![
        work("E1", "--deals", counts(whole, 20_000, 10_000_000, 100_000_000), DEALS),
        work("E2", "--bot-deals", counts(whole, 100, 20_000, 200_000), BOTS),
        work("B1", "--hints", counts(whole, 150, 20_000, 200_000), HINTS),
        work("V10", "--features", counts(whole, 4_000, 1_000_000, 10_000_000), FEATURES),
        Work { minutes: None, ..work("H1", "--fuzz-seconds", seconds, FUZZ) },
    ]
}

/// The count of a tier; a run that is bounded in time has no other bound.
fn counts(whole: &Whole, c: u64, n: u64, r: u64) -> u64 {
    match whole.tier.as_str() {
        _ if whole.minutes.is_some() => ENDLESS,
        "c" => c,
        "n" => n,
        _ => r,
    }
}

/// Runs the soak program for one kind of work; none: it found something wrong, and has said what.
fn soaked(soak: &Path, whole: &Whole, work: &Work<'_>, scratch: &Path) -> Result<Option<Vec<Value>>> {
    println!("\n== soak: {}", work.what);
    fs::write(scratch, "")?;
    let (count, seed) = (work.count.to_string(), whole.seed.to_string());
    let mut command = run::command(soak, &work.args);
    command.args([&count, "--seed", &seed, "--json"]).arg(scratch);
    if let Some(minutes) = work.minutes {
        command.args(["--minutes", &minutes.to_string()]);
    }
    match run::show(command) {
        Ok(()) => Ok(Some(lines(scratch)?)),
        Err(error) => {
            println!("{error:#}");
            Ok(None)
        }
    }
}

/// The trials, in the time that is left.
fn trials(
    whole: &Whole,
    sifang: &Path,
    mutated: Option<&Path>,
    scratch: &Path,
    start: Instant,
) -> Result<Vec<Bar>> {
    println!("\n== trials");
    fs::write(scratch, "")?;
    let trials: PathBuf = run::binary("release", "trials")?;
    let seed = whole.seed.to_string();
    let mut command = run::command(trials, &["--tier", &whole.tier, "--seed", &seed, "--sifang"]);
    command.arg(sifang).arg("--bars").arg(scratch);
    if let Some(mutated) = mutated {
        command.arg("--mutated").arg(mutated);
    }
    if let Some(minutes) = whole.minutes {
        let left = (minutes - start.elapsed().as_secs_f64() / 60.0).max(0.0);
        command.args(["--minutes", &left.to_string()]);
    }
    let outcome = run::show(command);
    let mut bars: Vec<Bar> = lines(scratch)?.iter().filter_map(Bar::read).collect();
    // A bar that does not hold makes the program fail and stands on the page; whatever else went wrong must stand there, too.
    if let Err(error) = outcome
        && bars.iter().all(|bar| bar.holds)
    {
        println!("{error:#}");
        bars.push(Bar::broken("trials", "the trials of the server could not be finished"));
    }
    Ok(bars)
}

fn lines(path: &Path) -> Result<Vec<Value>> {
    let text = fs::read_to_string(path)?;
    text.lines().map(|line| Ok(serde_json::from_str(line)?)).collect()
}
