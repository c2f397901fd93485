//! Long runs: the laws of every rule set over many deals, the law of shapes over many hands, bots at every seat, hints tried out, and
//! inputs nobody would write.
//!
//! Prints its seed and totals; exits with 1 on the first violation, with the numbers that show it again.

use anyhow::{Result, bail};
use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use sifang_bots::Level;
use sifang_laws::conformance::{Config, check_deal, conformance};
use sifang_laws::fuzz::{Target, check_input, fuzz};
use sifang_laws::{Coverage, estimate, exercise, feature_law, hint_law, shape_law};
use sifang_rules::any::RuleSetId;
use sifang_rules::contract::Contract;
use sifang_rules::insight::Insight;
use sifang_rules::with_rule_set;
use sifang_table::RuleSet;
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Long runs that check the laws of the engine. Without counts it plays 1,000,000 deals of every rule set, checks 1,000,000 hands
/// and feeds every fuzz target for 60 seconds.
#[derive(Parser, Debug)]
#[command(name = "soak", after_help = "Example: cargo xtask soak --rules all --deals 100000 --seed 7")]
struct Args {
    /// A rule set, or `all`.
    #[arg(long, default_value = "all")]
    rules: String,
    /// Deals of each rule set [1000000 if no other work is named].
    #[arg(long)]
    deals: Option<u64>,
    /// Where walls, options and players come from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads [all cores].
    #[arg(long)]
    threads: Option<usize>,
    /// Stop each kind of work (but for the fuzz targets) after so many minutes; for deals, bots and hints: of each rule set.
    #[arg(long)]
    minutes: Option<f64>,
    /// Append one line of JSON for each kind of work that found nothing wrong: what was counted.
    #[arg(long)]
    json: Option<PathBuf>,
    /// Hands for the law of shapes [1000000 if no other work is named].
    #[arg(long)]
    shape_hands: Option<u64>,
    /// Seconds for each fuzz target [60 if no other work is named].
    #[arg(long)]
    fuzz_seconds: Option<u64>,
    /// Where worked score requests lie (`RULES.score.jsonl`), for the fuzzer to change.
    #[arg(long, default_value = "crates/sifang-rules/tests/cases")]
    cases: PathBuf,
    /// Deals with one kind of bot at every seat, of each rule set.
    #[arg(long)]
    bot_deals: Option<u64>,
    /// Which bot plays them.
    #[arg(long, default_value = "expert")]
    bots: String,
    /// Positions of each rule set whose hints are tried out.
    #[arg(long)]
    hints: Option<u64>,
    /// Questions of each rule set whose observations are compared with others that differ in what is hidden.
    #[arg(long)]
    features: Option<u64>,
    /// Measure what the `insight` of this rule set, or of `all`, has from experience, in so many deals as --deals says (20,000).
    #[arg(long, value_name = "RULES")]
    estimate: Option<String>,
    /// Only this deal, hand or input, to see a violation again (with --deals 1, --shape-hands 1 or --fuzz-seconds 1).
    #[arg(long)]
    only: Option<u64>,
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("soak: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// The rule sets of this name.
fn named(rules: &str) -> Result<Vec<RuleSetId>> {
    Ok(match rules {
        "all" => RuleSetId::ALL.to_vec(),
        id => vec![RuleSetId::from_id(id)?],
    })
}

fn run(args: &Args) -> Result<()> {
    let rule_sets = named(&args.rules)?;
    let threads = args.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, |n| n.get()));
    if let Some(rules) = &args.estimate {
        for id in named(rules)? {
            with_rule_set!(id, R => estimate_of::<R>(args, threads));
        }
        return Ok(());
    }
    let level = Level::by_name(&args.bots)?;
    let named = [args.deals, args.shape_hands, args.fuzz_seconds, args.bot_deals, args.hints, args.features];
    let all = named.iter().all(Option::is_none);
    let amount = |given: Option<u64>, default: u64| given.unwrap_or(if all { default } else { 0 });
    let (deals, hands, seconds) =
        (amount(args.deals, 1_000_000), amount(args.shape_hands, 1_000_000), amount(args.fuzz_seconds, 60));
    println!("seed {}, {threads} threads", args.seed);
    for id in rule_sets {
        with_rule_set!(id, R => {
            if deals > 0 {
                deals_of::<R>(args, deals, threads)?;
            }
            if seconds > 0 {
                fuzz_of::<R>(args, seconds)?;
            }
            if let Some(deals) = args.bot_deals {
                bots_of::<R>(args, level, deals, threads)?;
            }
            if let Some(positions) = args.hints {
                hints_of::<R>(args, positions)?;
            }
            if let Some(samples) = args.features {
                features_of::<R>(args, samples)?;
            }
        });
    }
    if hands > 0 {
        shapes(args, hands, threads)?;
    }
    Ok(())
}

impl Args {
    /// A function for loops to call with what they have done: shows it, and says whether there is time for more.
    fn pace(&self, bar: &ProgressBar) -> impl Fn(u64) -> bool + Sync + use<> {
        let (start, bar) = (Instant::now(), bar.clone());
        let limit = self.minutes.map(|minutes| Duration::from_secs_f64(minutes.max(0.0) * 60.0));
        move |done: u64| {
            if done.is_multiple_of(64) {
                bar.set_position(done);
            }
            limit.is_none_or(|limit| start.elapsed() < limit)
        }
    }

    /// Keeps what was counted, for programs.
    fn keep(&self, counted: &Value) -> Result<()> {
        let Some(path) = &self.json else { return Ok(()) };
        let mut file = File::options().create(true).append(true).open(path)?;
        writeln!(file, "{counted}")?;
        Ok(())
    }
}

/// What was covered: the rarest of all rows, and how many never came up.
fn covered(coverage: &Coverage) -> Value {
    let rarest = coverage.rows().min_by_key(|row| row.count);
    let never = coverage.rows().filter(|row| row.count == 0).count();
    json!({
        "rows": coverage.rows().count(),
        "never": never,
        "least": rarest.as_ref().map_or(0, |row| row.count),
        "rarest": rarest.map_or_else(String::new, |row| format!("{} {}", row.kind, row.id)),
    })
}

fn bar(total: u64, what: &str) -> ProgressBar {
    let style = ProgressStyle::with_template("{prefix} {bar:30} {human_pos}/{human_len} {per_sec} {eta}");
    let bar = ProgressBar::new(total).with_prefix(what.to_owned());
    if let Ok(style) = style { bar.with_style(style) } else { bar }
}

/// The laws of one rule set.
fn deals_of<R: RuleSet>(args: &Args, deals: u64, threads: usize) -> Result<()> {
    if let Some(index) = args.only {
        check_deal::<R>(args.seed, index, &mut Coverage::default())?;
        println!("{}: deal {index} keeps all laws", R::ID);
        return Ok(());
    }
    let start = Instant::now();
    let bar = bar(deals, R::ID);
    let config = Config { seed: args.seed, deals: 0..deals, threads };
    let coverage = conformance::<R>(&config, &args.pace(&bar));
    bar.finish_and_clear();
    let coverage = match coverage {
        Ok(coverage) => coverage,
        Err(violation) => {
            bail!(
                "{violation}\nagain: --rules {} --deals 1 --seed {} --only {}",
                R::ID,
                args.seed,
                violation.index
            )
        }
    };
    println!(
        "{}: {} deals, {} answers, {} illegal actions refused, {} positions looked at from all sides, no violation, {:.1} s",
        R::ID,
        coverage.deals,
        coverage.decisions,
        coverage.refusals,
        coverage.views,
        start.elapsed().as_secs_f64()
    );
    print_rows(&coverage);
    args.keep(&json!({
        "work": "deals",
        "rules": R::ID,
        "deals": coverage.deals,
        "answers": coverage.decisions,
        "refusals": coverage.refusals,
        "views": coverage.views,
        "covered": covered(&coverage),
    }))
}

/// One kind of bot at every seat: every answer legal, and what it reached.
fn bots_of<R: Insight>(args: &Args, level: Level, deals: u64, threads: usize) -> Result<()> {
    let start = Instant::now();
    let bar = bar(deals, R::ID);
    let coverage = exercise::<R>(level, deals, args.seed, threads, &args.pace(&bar));
    bar.finish_and_clear();
    let coverage = coverage.map_err(anyhow::Error::msg)?;
    let (name, seconds) = (level.name(), start.elapsed().as_secs_f64());
    println!(
        "{}: {} deals by {name}, {} answers, none illegal, {seconds:.1} s",
        R::ID,
        coverage.deals,
        coverage.decisions
    );
    print_rows(&coverage);
    args.keep(&json!({"work": "bots", "rules": R::ID, "bot": name, "deals": coverage.deals, "answers": coverage.decisions}))
}

/// Hints tried out.
fn hints_of<R: Insight>(args: &Args, positions: u64) -> Result<()> {
    let start = Instant::now();
    let looked = hint_law::check::<R>(positions, args.seed, &args.pace(&bar(positions, R::ID)));
    let looked = looked.map_err(anyhow::Error::msg)?;
    println!(
        "{}: hints of {} positions, {} wins by draw and {} by discard as shown, {} could not arrive, {:.1} s",
        R::ID,
        looked.positions,
        looked.draws,
        looked.discards,
        looked.unreachable,
        start.elapsed().as_secs_f64()
    );
    let wins = looked.draws + looked.discards;
    args.keep(&json!({"work": "hints", "rules": R::ID, "positions": looked.positions, "wins": wins}))
}

/// Observations compared.
fn features_of<R: Insight>(args: &Args, samples: u64) -> Result<()> {
    let start = Instant::now();
    let looked = feature_law::check::<R>(samples, args.seed, &args.pace(&bar(samples, R::ID)));
    let looked = looked.map_err(anyhow::Error::msg)?;
    println!(
        "{}: {} observations in which hidden tiles moved no byte, {} actions back from their slots, {:.1} s",
        R::ID,
        looked.samples,
        looked.actions,
        start.elapsed().as_secs_f64()
    );
    args.keep(
        &json!({"work": "features", "rules": R::ID, "samples": looked.samples, "actions": looked.actions}),
    )
}

/// The figures of `insight`, as they are measured and as they stand in the code.
fn estimate_of<R: Insight>(args: &Args, threads: usize) {
    let deals = args.deals.unwrap_or(20_000);
    let bar = bar(deals, R::ID);
    let found = estimate::<R>(deals, args.seed, threads, &args.pace(&bar));
    bar.finish_and_clear();
    println!("{}: {} deals of greedy players, seed {}", R::ID, found.deals, args.seed);
    println!("  PACE    measured {:?}\n          in code  {:?}", found.pace, R::PACE);
    println!("  WAITS   measured {}\n          in code  {}", found.waits, R::WAITS);
    println!("  READY   measured {:?}\n          in code  {:?}", found.ready, R::READY);
    println!("  relief  measured {} hundredths of a point", found.relief);
    println!(
        "  drawn   measured {} of a thousand wins are by an own draw (`plans` assumes 400)",
        found.drawn
    );
}

fn print_rows(coverage: &Coverage) {
    for row in coverage.rows() {
        let flag = if row.count == 0 { "  NEVER SEEN" } else { "" };
        println!("  {:<9} {:<40} {:>12}{flag}", row.kind, row.id, row.count);
    }
}

/// The law of shapes.
fn shapes(args: &Args, hands: u64, threads: usize) -> Result<()> {
    if let Some(n) = args.only {
        let mut looked = shape_law::Looked::default();
        if let Err(what) = shape_law::check_hand(args.seed, n, &mut looked) {
            bail!("{what}");
        }
        println!("shapes: hand {n} keeps the law");
        return Ok(());
    }
    let start = Instant::now();
    let bar = bar(hands, "shapes");
    let looked = shape_law::check(hands, args.seed, threads, &args.pace(&bar));
    bar.finish_and_clear();
    let looked = looked.map_err(anyhow::Error::msg)?;
    println!(
        "shapes: {} hands, {} of them complete, {} waits compared, no difference, {:.1} s",
        looked.hands,
        looked.wins,
        looked.waits,
        start.elapsed().as_secs_f64()
    );
    args.keep(&json!({"work": "shapes", "hands": looked.hands, "wins": looked.wins, "waits": looked.waits}))
}

/// The requests of a case file; none if there is no such file.
fn worked_requests(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let cases = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    cases.map(|mut case| case["request"].take()).collect()
}

/// Inputs nobody would write.
fn fuzz_of<R: Contract + Insight>(args: &Args, seconds: u64) -> Result<()> {
    let corpus = worked_requests(&args.cases.join(format!("{}.score.jsonl", R::ID)));
    println!("{}: {} worked requests to change", R::ID, corpus.len());
    for target in Target::ALL {
        if let Some(n) = args.only {
            if let Err(what) = check_input::<R>(target, args.seed, n, &corpus) {
                bail!("{what}");
            }
            continue;
        }
        match fuzz::<R>(target, args.seed, Duration::from_secs(seconds), &corpus) {
            Ok(tried) => {
                let longest = tried.longest.as_secs_f64() * 1e3;
                println!(
                    "{} fuzz {target:?}: {} inputs, {} accepted, longest {longest:.1} ms, no panic",
                    R::ID,
                    tried.inputs,
                    tried.accepted,
                );
                let target = format!("{target:?}").to_lowercase();
                args.keep(&json!({
                    "work": "fuzz",
                    "rules": R::ID,
                    "target": target,
                    "inputs": tried.inputs,
                    "accepted": tried.accepted,
                    "longest_ms": longest,
                }))?;
            }
            Err(what) => {
                bail!("{what}\nagain: --rules {} --fuzz-seconds 1 --seed {} --only <input>", R::ID, args.seed)
            }
        }
    }
    Ok(())
}
