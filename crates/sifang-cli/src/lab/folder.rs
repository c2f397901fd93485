//! A folder of results: `run.json` says what is compared, every finished part has its files, the reports are made from them.
//!
//! The tally of a part is written last and under another name first: a part whose tally is there is whole.

use crate::exit::Failure;
use anyhow::Context;
use serde_json::{Value, json};
use sifang_bots::Level;
use sifang_lab::{Length, PART, Part, Plan, Report, Shard, Tally, Words, chart, columns, html};
use sifang_options::{Lang, OptionSet, OptionValue, RawOptions};
use sifang_table::RuleSet;
use std::fs;
use std::path::{Path, PathBuf};

const FORMAT: &str = "sifang-lab-run/2";

/// A folder of results.
pub(super) struct Folder {
    path: PathBuf,
}

/// What is compared, as `run.json` has it.
pub(super) fn head<R: RuleSet>(plan: &Plan<R>, shard: Shard) -> Value {
    let options = |rules: &R| -> Value {
        rules
            .options()
            .to_values()
            .into_iter()
            .map(|(name, value)| (name.to_owned(), json!(value)))
            .collect::<serde_json::Map<_, _>>()
            .into()
    };
    json!({
        "format": FORMAT,
        "rules": R::ID,
        "version": R::VERSION,
        "players": plan.a.seats(),
        "a": options(&plan.a),
        "b": options(&plan.b),
        "bots": plan.bots.name(),
        "seed": plan.seed,
        "deals": plan.deals,
        "matches": plan.length == Length::Match,
        "part": PART,
        "shard": shard.to_string(),
    })
}

/// The plan that a `run.json` describes.
pub(super) fn plan_of<R: RuleSet>(head: &Value, lang: Lang) -> Result<Plan<R>, Failure> {
    let damaged =
        |what: &str| Failure::usage(format!("run.json: '{what}' is missing or not what it should be"));
    let number = |what: &str| head[what].as_u64().ok_or_else(|| damaged(what));
    let seats = number("players")? as usize;
    if head["format"] != FORMAT || number("part")? != PART || !R::SEATS.contains(&seats) {
        return Err(damaged("format"));
    }
    if number("version")? != u64::from(R::VERSION) {
        return Err(Failure::usage(match lang {
            Lang::Zh => "这些结果出自另一版本的规则",
            Lang::En => "these results come from another version of the rules",
        }));
    }
    let side = |what: &str| -> Result<R, Failure> {
        let raw: RawOptions = serde_json::from_value(head[what].clone()).map_err(|_| damaged(what))?;
        let options = R::Options::from_values(&raw).map_err(|error| Failure::usage(error.message(lang)))?;
        Ok(R::new(options, seats))
    };
    let bots = Level::by_name(head["bots"].as_str().unwrap_or_default()).map_err(Failure::usage)?;
    let length = match head["matches"].as_bool() {
        Some(false) => Length::Deal,
        Some(true) => Length::Match,
        None => return Err(damaged("matches")),
    };
    Ok(Plan { a: side("a")?, b: side("b")?, bots, seed: number("seed")?, deals: number("deals")?, length })
}

/// Reads a `run.json`.
pub(super) fn read_head(path: &Path) -> Result<Value, Failure> {
    let file = path.join("run.json");
    let text = fs::read(&file).with_context(|| file.display().to_string())?;
    Ok(serde_json::from_slice(&text).with_context(|| file.display().to_string())?)
}

impl Folder {
    /// A folder that is there.
    pub(super) fn at(path: &Path) -> Folder {
        Folder { path: path.to_owned() }
    }

    /// Makes the folder, or goes on with one that holds the same run.
    pub(super) fn open(path: &Path, head: &Value, lang: Lang) -> Result<Folder, Failure> {
        let folder = Folder { path: path.to_owned() };
        if path.join("run.json").exists() {
            let found = read_head(path)?;
            if found != *head {
                return Err(Failure::usage(differs(path, &found, head, lang)));
            }
            return Ok(folder);
        }
        let name = || path.display().to_string();
        let used = path.is_dir() && fs::read_dir(path).with_context(name)?.next().is_some();
        if used {
            return Err(Failure::usage(match lang {
                Lang::Zh => format!("{} 里有别的文件，请另选一个空目录", path.display()),
                Lang::En => format!("{} holds other files; choose an empty folder", path.display()),
            }));
        }
        for table in ["tally", "deals", "wins"] {
            fs::create_dir_all(path.join(table)).with_context(name)?;
        }
        let mut text = serde_json::to_vec_pretty(head)?;
        text.push(b'\n');
        folder.write("run.json", &text)?;
        Ok(folder)
    }

    fn part(table: &str, number: u64, ending: &str) -> String {
        format!("{table}/part-{number:06}.{ending}")
    }

    /// Writes a file so that it is either whole or not there.
    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), Failure> {
        let (whole, unfinished) = (self.path.join(name), self.path.join(format!("{name}.unfinished")));
        fs::write(&unfinished, bytes)
            .and_then(|()| fs::rename(&unfinished, &whole))
            .with_context(|| whole.display().to_string())?;
        Ok(())
    }

    /// Keeps a part.
    pub(super) fn keep<R: RuleSet>(&self, part: &Part, plan: &Plan<R>) -> Result<(), Failure> {
        let parquet = |error| Failure::Outside(anyhow::Error::new(error));
        self.write(
            &Folder::part("deals", part.number, "parquet"),
            &columns::deals::<R>(part).map_err(parquet)?,
        )?;
        self.write(
            &Folder::part("wins", part.number, "parquet"),
            &columns::wins::<R>(part).map_err(parquet)?,
        )?;
        let tally = serde_json::to_vec(&part.tally.to_json(plan))?;
        self.write(&Folder::part("tally", part.number, "json"), &tally)
    }

    /// The tally of a part, if the part is whole. One that cannot be read counts as not there: it is played again.
    pub(super) fn tally<R: RuleSet>(&self, plan: &Plan<R>, number: u64) -> Option<Tally> {
        let bytes = fs::read(self.path.join(Folder::part("tally", number, "json"))).ok()?;
        let value: Value = serde_json::from_slice(&bytes).ok()?;
        let walls = plan.walls(number);
        let tally = Tally::from_json(&value, plan).ok()?;
        (tally.walls() == walls.end - walls.start).then_some(tally)
    }

    /// Takes a part over from another folder.
    pub(super) fn copy(&self, from: &Path, number: u64) -> Result<(), Failure> {
        for (table, ending) in [("deals", "parquet"), ("wins", "parquet"), ("tally", "json")] {
            let name = Folder::part(table, number, ending);
            let file = from.join(&name);
            let bytes = fs::read(&file).with_context(|| file.display().to_string())?;
            self.write(&name, &bytes)?;
        }
        Ok(())
    }

    /// Writes the reports.
    pub(super) fn report(&self, report: &Report) -> Result<(), Failure> {
        let mut text = serde_json::to_vec(report)?;
        text.push(b'\n');
        self.write("report.json", &text)?;
        self.write("report.html", html(report).as_bytes())?;
        self.write("chart.svg", chart(report, Words::Both).as_bytes())
    }
}

/// What is different about the run that is already in the folder.
fn differs(path: &Path, found: &Value, wanted: &Value, lang: Lang) -> String {
    let fields = wanted.as_object().into_iter().flatten().map(|(name, _)| name);
    let names: Vec<&str> = fields.filter(|name| found[*name] != wanted[*name]).map(String::as_str).collect();
    let names = names.join(", ");
    match lang {
        Lang::Zh => format!("{} 里是另一次比较（不同之处：{names}）；请另选目录", path.display()),
        Lang::En => format!(
            "{} holds another comparison (it differs in: {names}); choose another folder",
            path.display()
        ),
    }
}

/// Whether two runs are shares of the same one.
pub(super) fn same_run(a: &Value, b: &Value) -> bool {
    let whole = |head: &Value| {
        let mut head = head.clone();
        head["shard"] = Value::Null;
        head
    };
    whole(a) == whole(b)
}

/// For the table: the changed options of a side as `name=value`.
pub(super) fn option_words(values: &[(&'static str, OptionValue)], names: &[&str]) -> String {
    let chosen = values.iter().filter(|(name, _)| names.contains(name));
    chosen.map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
}
