//! `sifang lab`: two sets of options on the same walls, kept in a folder, stopped and taken up again at will.

pub(crate) mod args;
mod folder;
mod table;

use crate::exit::Failure;
use crate::{rules, simulate};
use args::{Lab, LabCommand, Merge, Run};
use folder::Folder;
use sifang_bots::Level;
use sifang_lab::{How, Length, Plan, Report, Shard, Tally};
use sifang_options::{Lang, OptionSet, RawOptions};
use sifang_rules::any::RuleSetId;
use sifang_rules::contract::Contract;
use sifang_rules::insight::Insight;
use sifang_rules::with_rule_set;
use sifang_table::RuleSet;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// How often the progress bar moves.
const TICK: Duration = Duration::from_millis(100);

/// Compares, or merges.
pub(crate) fn run(asked: &Lab, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
    match (&asked.command, &asked.run) {
        (Some(LabCommand::Merge(merge)), _) => self::merge(merge, lang, out),
        (None, Some(run)) => {
            let id = rules::named(&run.rules, lang)?;
            with_rule_set!(id, R => compare::<R>(run, lang, out))
        }
        (None, None) => Err(Failure::usage("sifang lab --help")),
    }
}

fn plan<R: Contract>(asked: &Run, lang: Lang) -> Result<Plan<R>, Failure> {
    let seats = simulate::seats::<R>(asked.players, lang)?;
    let side = |pairs: &[String]| -> Result<R, Failure> {
        let raw = RawOptions::from_pairs(R::Options::SPECS, pairs);
        let options = R::Options::from_values(&raw).map_err(|error| Failure::usage(error.message(lang)))?;
        Ok(R::new(options, seats))
    };
    let plan = Plan {
        a: side(&asked.a)?,
        b: side(&asked.b)?,
        bots: Level::by_name(asked.bots.trim()).map_err(Failure::usage)?,
        seed: asked.seed,
        deals: asked.matches.or(asked.deals).unwrap_or_default(),
        length: if asked.matches.is_some() { Length::Match } else { Length::Deal },
    };
    if plan.a == plan.b {
        return Err(Failure::usage(match lang {
            Lang::Zh => "A 与 B 相同，没有可比的：请用 --a 或 --b 改一个选项",
            Lang::En => "A and B are the same; change an option with --a or --b",
        }));
    }
    if let Some(options) = plan.only_for_matches() {
        let names: Vec<&str> = options.iter().map(|spec| spec.name).collect();
        let (names, deals) = (names.join(", "), plan.deals);
        return Err(Failure::usage(match lang {
            Lang::Zh => {
                format!("{names} 只影响整场，单局里不起作用：请用 --matches N 打整场（代替 --deals {deals}）")
            }
            Lang::En => format!(
                "{names}: this matters to whole matches only, never to a single deal; \
                 use --matches N instead of --deals {deals}"
            ),
        }));
    }
    Ok(plan)
}

fn compare<R: Contract + Insight>(asked: &Run, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
    let plan = plan::<R>(asked, lang)?;
    if plan.bots == Level::Net {
        simulate::say_if_untrained(&plan.a, lang);
        simulate::say_if_untrained(&plan.b, lang);
    }
    let folder = Folder::open(&asked.out, &folder::head(&plan, asked.shard), lang)?;
    let (mut tally, mut left) = (Tally::new(&plan), Vec::new());
    for number in (0..plan.parts()).filter(|number| asked.shard.has(*number)) {
        match folder.tally(&plan, number) {
            Some(done) => tally.add(&done),
            None => left.push(number),
        }
    }
    let before = tally.walls();
    if before > 0 {
        match lang {
            Lang::Zh => eprintln!("{} 里已有 {before} 副牌墙，接着跑", asked.out.display()),
            Lang::En => eprintln!("{before} walls are already in {}; going on", asked.out.display()),
        }
    }
    let start = Instant::now();
    let whole = play(&plan, &left, asked, |part| {
        folder.keep(&part, &plan)?;
        tally.add(&part.tally);
        Ok(())
    })?;
    let report = Report::new(&plan, &tally);
    folder.report(&report)?;
    table::print(&report, lang, out)?;
    let (played, seconds) = (tally.walls() - before, start.elapsed().as_secs_f64());
    said(played, seconds, &asked.out, lang);
    if whole { Ok(()) } else { Err(stopped(&report, &asked.out, lang)) }
}

/// Plays with a progress bar until everything is done or somebody presses Ctrl-C.
fn play<R: Insight>(
    plan: &Plan<R>,
    parts: &[u64],
    asked: &Run,
    keep: impl FnMut(sifang_lab::Part) -> Result<(), Failure>,
) -> Result<bool, Failure> {
    let walls = parts.iter().map(|part| plan.walls(*part)).map(|walls| walls.end - walls.start).sum();
    let (played, over) = (AtomicU64::new(0), AtomicBool::new(false));
    let stop = Arc::new(AtomicBool::new(false));
    watch_for_interrupt(stop.clone())?;
    let threads = asked.threads.map_or_else(simulate::available_threads, usize::from);
    let how = How { threads, facts: true, played: &played, stop: &stop, between: &|| {} };
    let bar = simulate::progress_bar(walls);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(Relaxed) {
                bar.set_position(played.load(Relaxed));
                std::thread::sleep(TICK);
            }
        });
        let whole = sifang_lab::run(plan, parts, &how, keep);
        over.store(true, Relaxed);
        bar.finish_and_clear();
        whole
    })
}

/// Ctrl-C asks the run to stop; a second one ends the program at once.
fn watch_for_interrupt(stop: Arc<AtomicBool>) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    std::thread::spawn(move || {
        runtime.block_on(async {
            while tokio::signal::ctrl_c().await.is_ok() {
                if stop.swap(true, Relaxed) {
                    std::process::exit(130);
                }
            }
        });
    });
    Ok(())
}

fn said(played: u64, seconds: f64, folder: &Path, lang: Lang) {
    let rate = if seconds > 0.0 { 2.0 * played as f64 / seconds } else { 0.0 };
    let page = folder.join("report.html");
    match lang {
        Lang::Zh => eprintln!(
            "打了 {} 局，用时 {seconds:.1} 秒，每秒 {rate:.0} 局；报告：{}",
            2 * played,
            page.display()
        ),
        Lang::En => eprintln!(
            "{} deals in {seconds:.1} s, {rate:.0} deals/s; the report is {}",
            2 * played,
            page.display()
        ),
    }
}

fn stopped(report: &Report, folder: &Path, lang: Lang) -> Failure {
    match lang {
        Lang::Zh => eprintln!(
            "已停止：{} 副牌墙的结果保留在 {}，再次执行同一命令即可接着跑",
            report.deals,
            folder.display()
        ),
        Lang::En => eprintln!(
            "stopped: the results of {} walls are kept in {}; the same command goes on from there",
            report.deals,
            folder.display()
        ),
    }
    Failure::DoesNotHold
}

fn merge(asked: &Merge, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
    let head = folder::read_head(&asked.from[0])?;
    let id = head["rules"].as_str().unwrap_or_default();
    let id: RuleSetId = rules::named(id, lang)?;
    with_rule_set!(id, R => merge_of::<R>(asked, &head, lang, out))
}

fn merge_of<R: RuleSet>(
    asked: &Merge,
    head: &serde_json::Value,
    lang: Lang,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let plan = folder::plan_of::<R>(head, lang)?;
    for path in &asked.from {
        if !folder::same_run(&folder::read_head(path)?, head) {
            return Err(Failure::usage(match lang {
                Lang::Zh => format!("{} 与 {} 不是同一次比较", path.display(), asked.from[0].display()),
                Lang::En => format!(
                    "{} and {} are not shares of the same comparison",
                    path.display(),
                    asked.from[0].display()
                ),
            }));
        }
    }
    let whole = Folder::open(&asked.out, &folder::head(&plan, Shard::WHOLE), lang)?;
    let mut tally = Tally::new(&plan);
    for number in 0..plan.parts() {
        for path in &asked.from {
            let share = Folder::at(path);
            if let Some(part) = share.tally(&plan, number) {
                whole.copy(path, number)?;
                tally.add(&part);
                break;
            }
        }
    }
    let report = Report::new(&plan, &tally);
    whole.report(&report)?;
    table::print(&report, lang, out)?;
    if tally.walls() < plan.deals {
        match lang {
            Lang::Zh => eprintln!("合并后有 {} 副牌墙，共要 {}", tally.walls(), plan.deals),
            Lang::En => eprintln!("together there are {} walls of {}", tally.walls(), plan.deals),
        }
    }
    Ok(())
}
