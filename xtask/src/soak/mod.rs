//! `cargo xtask soak`: long runs before a release.
//!
//! The programs live beside what they test (`sifang-laws`, `sifang-trials`); this only starts them optimised. With `--tier` it runs all of
//! them, one after another within the given time, and writes one page of bars; without it, all arguments go to the soak program.

mod page;
mod tiers;

use crate::run;
use anyhow::{Context, Result, bail};
use std::path::PathBuf;

const HELP: &str = "\
cargo xtask soak --tier n|r|c [--minutes M] [--seed S] [--page FILE]
    The laws of all rule sets, hints, fuzz targets, then all trials of the server; prints one page of bars and
    writes it to FILE. Without --minutes it takes as long as the tier's counts take: n a night, r days.

cargo xtask soak [ARGS]
    ARGS go to the soak program of the engine alone:
";

/// Runs everything of a tier, or hands the arguments to the soak program.
pub(crate) fn run(args: &[String]) -> Result<()> {
    if args.iter().any(|arg| arg == "--tier") {
        return tiers::run(&Whole::read(args)?);
    }
    if args.iter().any(|arg| arg == "--help" || arg == "-h") {
        println!("{HELP}");
    }
    let mut command = run::cargo(&["run", "--release", "--package", "sifang-laws", "--bin", "soak", "--"]);
    command.args(args);
    run::show(command)
}

/// A run of everything.
#[derive(Clone, PartialEq, Debug)]
struct Whole {
    /// `c`, `n` or `r`.
    tier: String,
    /// The longest it may take, builds aside.
    minutes: Option<f64>,
    /// Where all chance comes from.
    seed: u64,
    /// Where the page is written.
    page: Option<PathBuf>,
}

impl Whole {
    fn read(args: &[String]) -> Result<Whole> {
        let mut whole = Whole { tier: String::new(), minutes: None, seed: 1, page: None };
        let mut args = args.iter();
        while let Some(name) = args.next() {
            let value = args.next().with_context(|| format!("'{name}' needs a value"))?;
            match name.as_str() {
                "--tier" if ["c", "n", "r"].contains(&value.as_str()) => whole.tier = value.clone(),
                "--tier" => bail!("there is no tier '{value}'; the tiers are c, n and r"),
                "--minutes" => {
                    let minutes: f64 = value
                        .parse()
                        .ok()
                        .filter(|minutes| *minutes > 0.0)
                        .context("--minutes takes a number above 0")?;
                    whole.minutes = Some(minutes);
                }
                "--seed" => whole.seed = value.parse().context("--seed takes a whole number")?,
                "--page" => whole.page = Some(PathBuf::from(value)),
                other => bail!("'{other}' does not go with --tier (try: cargo xtask soak --help)"),
            }
        }
        Ok(whole)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &[&str]) -> Result<Whole> {
        Whole::read(&words.iter().map(ToString::to_string).collect::<Vec<_>>())
    }

    #[test]
    fn the_arguments_of_a_whole_run_are_read() {
        let whole = read(&["--tier", "n", "--minutes", "1.5", "--seed", "7", "--page", "a.md"]).unwrap();
        let expected = Whole { tier: "n".into(), minutes: Some(1.5), seed: 7, page: Some("a.md".into()) };
        assert_eq!(whole, expected);
        assert!(read(&["--tier", "x"]).is_err());
        assert!(read(&["--tier", "n", "--minutes", "-1"]).is_err());
        assert!(read(&["--tier", "n", "--deals", "1"]).is_err());
        assert!(read(&["--tier"]).is_err());
    }
}
