//! The repository's own chores, run as `cargo xtask <chore>`.
//!
//! Everything a contributor or a build machine does beyond plain `cargo build` is one of the subcommands here, so
//! that no script has to be kept in step with another. What is *not* here: anything the shipped binary needs.

mod advisories;
mod bench;
mod check;
mod net;
mod portable;
mod postgres;
mod python;
mod run;
mod soak;
mod steps;
mod test;
mod tidy;
mod web;

use anyhow::{Result, bail};
use std::process::ExitCode;

const HELP: &str = "\
The chores of this repository.

Usage: cargo xtask <chore>

  check [--base R]  seconds: format, tidy, and lints, tests and worked cases of what has changed (since R)
  test              everything that must hold: format, clippy, tidy, the browser client's checks; the built binary's case files and one
                    simulation per rule set with 1 and 2 threads; then, side by side: unit and integration
                    tests, games in a real browser, and the short tier of all attacks on the server
  test --only NAME  only this step; can be repeated (test --list names them)
  test --no-browser without the games in a browser
  web               builds the browser client into web/dist, where a build of the server finds it
  tidy              only the checks of the sources: layers, documentation, lengths
  advisories        whether a weakness is known in anything we depend on; asks the network, needs cargo-deny
  bench [ARGS]      the criterion benchmarks; ARGS go to criterion (for example: bench -- --quick)
  bench --peers     the same questions put to other open engines, interleaved with ours; prints ratios
  bench --net       how many tables a core carries, beside other servers for rooms of four (about twenty minutes)
  bench --net --before BINARY
                    the server under load beside an earlier build of its own; nothing may change by more than 3 %
  soak --tier n     everything that is counted, for an hour or a night, on one page (try: cargo xtask soak --help)
  soak [ARGS]       long runs of the engine alone; ARGS go to the soak program
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match dispatch(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(args: &[String]) -> Result<()> {
    let (chore, rest) = match args.split_first() {
        Some((chore, rest)) => (chore.as_str(), rest),
        None => ("help", args),
    };
    match chore {
        "check" => check::run(rest),
        "test" if rest == ["--list"] => {
            test::list_steps();
            Ok(())
        }
        "test" => test::run(&test::Wanted::parse(rest)?),
        "web" => {
            no_arguments(chore, rest)?;
            web::build()
        }
        "tidy" => {
            no_arguments(chore, rest)?;
            tidy::run()
        }
        "advisories" => {
            no_arguments(chore, rest)?;
            advisories::run()
        }
        "bench" => bench::run(rest),
        "soak" => soak::run(rest),
        "help" | "--help" | "-h" => {
            print!("{HELP}");
            Ok(())
        }
        other => {
            bail!(
                "there is no chore '{other}'; the chores are check, test, web, tidy, advisories, bench and soak"
            )
        }
    }
}

fn no_arguments(chore: &str, rest: &[String]) -> Result<()> {
    match rest.first() {
        None => Ok(()),
        Some(extra) => bail!("'{chore}' takes no arguments, '{extra}' was given"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_chores_and_arguments_are_refused() {
        let error = |words: &[&str]| {
            let args: Vec<String> = words.iter().map(|word| word.to_string()).collect();
            dispatch(&args).unwrap_err().to_string()
        };
        assert_eq!(
            error(&["tets"]),
            "there is no chore 'tets'; the chores are check, test, web, tidy, advisories, bench and soak"
        );
        assert_eq!(error(&["tidy", "--fast"]), "'tidy' takes no arguments, '--fast' was given");
        assert!(error(&["test", "--fast"]).contains("'--fast' was given"));
    }
}
