//! The page of all bars: an explanation that is written by hand (`xtask/reliability.md`), what ran
//! where, and the list.

use super::Whole;
use crate::run;
use serde_json::Value;
use std::fmt::Write as _;
use std::time::Duration;

/// What stands before and around the list.
const TEMPLATE: &str = include_str!("../../reliability.md");

/// A figure and the line it must not cross.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Bar {
    id: String,
    what: String,
    value: String,
    limit: String,
    pub(super) holds: bool,
}

impl Bar {
    /// A bar as the trials write it.
    pub(super) fn read(line: &Value) -> Option<Bar> {
        let text = |name: &str| line[name].as_str().map(str::to_owned);
        let (id, what, value, limit) = (text("id")?, text("what")?, text("value")?, text("limit")?);
        Some(Bar { id, what, value, limit, holds: line["holds"].as_bool()? })
    }

    /// A program that ended with a violation.
    pub(super) fn broken(id: &str, what: &str) -> Bar {
        let value = "a violation; see the output of the run".to_owned();
        Bar { id: id.into(), what: what.into(), value, limit: "0".into(), holds: false }
    }

    /// Something that never happened in so many tries: the program would have ended otherwise.
    fn none(id: &str, what: String, tries: u64) -> Bar {
        Bar {
            id: id.into(),
            what,
            value: format!("0 in {}", grouped(tries)),
            limit: "0".into(),
            holds: tries > 0,
        }
    }
}

/// The bars of what the soak program has counted.
pub(super) fn of_soak(lines: &[Value], whole: &Whole) -> Vec<Bar> {
    lines.iter().flat_map(|line| of_line(line, whole)).collect()
}

fn of_line(line: &Value, whole: &Whole) -> Vec<Bar> {
    let rules = line["rules"].as_str().unwrap_or_default();
    let number = |name: &str| line[name].as_u64().unwrap_or_default();
    match line["work"].as_str() {
        Some("deals") => vec![
            Bar::none(
                "E1",
                format!("{rules}: deals that broke a law (E3–E5, E7 at every step)"),
                number("deals"),
            ),
            Bar::none(
                "E6",
                format!("{rules}: illegal actions accepted, or refused with a trace"),
                number("refusals"),
            ),
            Bar::none(
                "V1",
                format!("{rules}: positions at which a viewer could tell hidden tiles apart"),
                number("views"),
            ),
            coverage(rules, &line["covered"], whole),
        ],
        Some("bots") => {
            let bot = line["bot"].as_str().unwrap_or_default();
            vec![Bar::none(
                "E2",
                format!("{rules}: answers of {bot} bots that were not offered"),
                number("answers"),
            )]
        }
        Some("hints") => {
            let what = format!(
                "{rules}: hinted wins refused or paid otherwise, in {} positions",
                grouped(number("positions"))
            );
            vec![Bar::none("B1", what, number("wins"))]
        }
        Some("features") => {
            let what = format!("{rules}: observations in which a hidden tile moved a byte");
            vec![Bar::none("V10", what, number("samples"))]
        }
        Some("shapes") => {
            vec![Bar::none(
                "S1",
                "hands on which tables and groupings disagree (S1, S3)".into(),
                number("hands"),
            )]
        }
        Some("fuzz") => {
            let target = line["target"].as_str().unwrap_or_default();
            let longest = line["longest_ms"].as_f64().unwrap_or(f64::NAN);
            let what = format!("{rules}: {target} that panic or take 100 ms (longest {longest:.1} ms)");
            vec![Bar::none("H1", what, number("inputs"))]
        }
        _ => Vec::new(),
    }
}

/// How often the rarest clause came up. A whole night must see each a thousand times, a shorter run
/// each at all.
fn coverage(rules: &str, covered: &Value, whole: &Whole) -> Bar {
    let number = |name: &str| covered[name].as_u64().unwrap_or_default();
    let least = if whole.tier == "c" || whole.minutes.is_some() { 1 } else { 1_000 };
    let rarest = covered["rarest"].as_str().unwrap_or_default();
    Bar {
        id: "E9".into(),
        what: format!(
            "{rules}: how often the rarest of {} clauses and events came up ({rarest})",
            number("rows")
        ),
        value: grouped(number("least")),
        limit: format!("≥ {}", grouped(least)),
        holds: number("rows") > 0 && number("least") >= least,
    }
}

/// Bars of one id beside each other, in the order in which the ids came first.
pub(super) fn in_order(bars: Vec<Bar>) -> Vec<Bar> {
    let mut ids: Vec<String> = Vec::new();
    for bar in &bars {
        if !ids.contains(&bar.id) {
            ids.push(bar.id.clone());
        }
    }
    let mut ordered = bars;
    ordered.sort_by_key(|bar| ids.iter().position(|id| *id == bar.id));
    ordered
}

/// What ran, where and when.
pub(super) struct Run {
    command: String,
    seed: u64,
    commit: String,
    machine: String,
    date: String,
    took: Duration,
}

impl Run {
    /// This run, which has just ended.
    pub(super) fn now(whole: &Whole, took: Duration) -> Run {
        let mut command = format!("cargo xtask soak --tier {}", whole.tier);
        if let Some(minutes) = whole.minutes {
            let _ = write!(command, " --minutes {minutes}");
        }
        let _ = write!(command, " --seed {}", whole.seed);
        let said = |program: &str, args: &[&str]| {
            run::capture(run::command(program, args))
                .map_or("unknown".to_owned(), |said| said.trim().to_owned())
        };
        let commit = said("git", &["describe", "--always", "--dirty", "--abbrev=12"]);
        let date = said("date", &["-u", "+%Y-%m-%d"]);
        Run { command, seed: whole.seed, commit, machine: machine(), date, took }
    }
}

/// The processor and how many of it there are, as far as the system says.
fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let said = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = said.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    let model = model.map_or("an unnamed processor", |(_, model)| model.trim());
    format!("{cores} cores of {model}, {}", std::env::consts::OS)
}

/// The whole page.
pub(super) fn whole(run: &Run, bars: &[Bar]) -> String {
    let Run { command, seed, commit, machine, date, took } = run;
    let held = bars.iter().filter(|bar| bar.holds).count();
    let minutes = took.as_secs_f64() / 60.0;
    let about = format!(
        "`{command}` ran for {minutes:.0} minutes on {date}: seed {seed}, commit `{commit}`, {machine}. \
         **{held} of {} bars hold.**",
        bars.len()
    );
    let mut run = String::new();
    wrap(&mut run, "", &about);
    TEMPLATE.replace("{run}", run.trim_end()).replace("{bars}", list(bars).trim_end())
}

/// The bars as a list of ids, each with a list of its figures.
fn list(bars: &[Bar]) -> String {
    let mut text = String::new();
    let mut last = None;
    for Bar { id, what, value, limit, holds } in bars {
        if last != Some(id) {
            let _ = writeln!(text, "- **{id}**");
            last = Some(id);
        }
        let verdict = if *holds { "holds" } else { "**FAILS**" };
        wrap(&mut text, "  - ", &format!("{what}: {value} (bar {limit}), {verdict}"));
    }
    text
}

/// Columns of a line of prose.
const COLUMNS: usize = 100;

/// Adds words in lines of [`COLUMNS`]: the first behind `mark`, the others below its words.
fn wrap(text: &mut String, mark: &str, words: &str) {
    let mut line = mark.to_owned();
    let mut is_empty = true;
    for word in words.split_whitespace() {
        let is_full = line.chars().count() + 1 + word.chars().count() > COLUMNS;
        if !is_empty && is_full && !begins_a_block(word) {
            let _ = writeln!(text, "{line}");
            line = " ".repeat(mark.chars().count());
            is_empty = true;
        }
        if !is_empty {
            line.push(' ');
        }
        line += word;
        is_empty = false;
    }
    let _ = writeln!(text, "{line}");
}

/// Whether Markdown would take the word for something else at the beginning of a line: an item, a
/// heading, a quotation.
fn begins_a_block(word: &str) -> bool {
    let number = word.strip_suffix(['.', ')']).unwrap_or_default();
    let is_number = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    is_number || word.starts_with(['>', '|']) || word.chars().all(|c| "-+*#=".contains(c))
}

/// A number with its thousands apart.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn night(minutes: Option<f64>) -> Whole {
        Whole { tier: "n".into(), minutes, seed: 1, page: None }
    }

    #[test]
    fn a_clause_seen_too_rarely_fails_a_whole_night() {
        let line = json!({"work": "deals", "rules": "east", "deals": 1_000_000, "refusals": 5, "views": 6,
            "covered": {"rows": 9, "never": 0, "least": 999, "rarest": "fan x"}});
        let holds =
            |minutes| of_soak(std::slice::from_ref(&line), &night(minutes)).iter().all(|bar| bar.holds);
        assert!(holds(Some(60.0)));
        assert!(!holds(None));
        let nothing = json!({"work": "deals", "rules": "east", "deals": 0});
        assert!(of_soak(&[nothing], &night(None)).iter().all(|bar| !bar.holds));
    }

    #[test]
    fn the_page_has_an_explanation_a_run_and_a_list() {
        let bars = [Bar::none("E1", "deals".into(), 1_234_567), Bar::broken("E2", "bots")];
        let run = Run::now(&night(Some(60.0)), Duration::from_secs(3_600));
        let text = whole(&run, &bars);
        assert!(text.contains("- **E1**\n  - deals: 0 in 1,234,567 (bar 0), holds\n"), "{text}");
        assert!(text.contains("**1 of 2 bars hold.**"), "{text}");
        assert!(text.contains("--tier n --minutes 60 --seed 1"), "{text}");
        assert!(!text.contains("{run}") && !text.contains("{bars}"), "{text}");
    }

    #[test]
    fn no_line_of_the_page_is_too_long() {
        let what =
            "seats that others saw take over - in the middle of 3. windows # or 12) turns | and ".repeat(9);
        let bars = [Bar::none("A1", what, 1_234_567), Bar::broken("E2", "bots")];
        let machine = "2 cores of a processor with a very long name".repeat(2);
        let run = Run { machine, ..Run::now(&night(Some(60.0)), Duration::from_secs(3_600)) };
        let text = whole(&run, &bars);
        let longest = text.lines().map(|line| line.chars().count()).max();
        assert!(longest <= Some(120), "{longest:?}");
        // A line that began with one of these would be a block of its own.
        let marks = ["- in", "3. windows", "# or", "12) turns", "| and"];
        let broken = text.lines().find(|line| marks.iter().any(|mark| line.trim_start().starts_with(mark)));
        assert_eq!(broken, None);
    }

    #[test]
    fn bars_of_the_trials_are_read() {
        let line = json!({"id": "P1", "what": "lost", "value": "0 in 9", "limit": "0", "holds": true});
        assert_eq!(Bar::read(&line).map(|bar| bar.holds), Some(true));
        assert_eq!(Bar::read(&json!({"id": "P1"})), None);
    }

    #[test]
    fn bars_of_one_kind_stand_together() {
        let ids = ["E1", "E2", "E1", "S1"].map(|id| Bar::broken(id, ""));
        let ordered: Vec<String> = in_order(ids.to_vec()).into_iter().map(|bar| bar.id).collect();
        assert_eq!(ordered, ["E1", "E1", "E2", "S1"]);
    }
}
