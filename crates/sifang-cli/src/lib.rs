//! The command line: reads arguments and files, asks the engine, prints. One module per command.
//!
//! Nothing here knows a rule or names a rule set: commands are generic functions reached through `with_rule_set!`.
//! Results go to standard output, talk to standard error. The exit status is 0 when all went well, 1 when what was
//! checked does not hold (or a file could not be read or written), 2 when the command itself was wrong.
#![forbid(unsafe_code)]

mod arena;
mod args;
mod backup;
pub mod cases;
mod compare;
mod example;
mod exit;
mod form;
mod health;
mod input;
mod key;
mod lab;
mod layout;
mod lines;
mod load;
mod locale;
mod moving;
mod people;
mod record;
mod replay;
mod review;
mod rules;
mod score;
mod serve;
mod service;
mod shell;
mod simulate;
mod statistics;
mod trust;
mod views;
mod wrong;
mod zh;

use args::Command;
use exit::Failure;
use sifang_options::Lang;
use sifang_query::Query;
use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

/// Runs the command line given (the program's name first).
pub fn run(arguments: Vec<OsString>) -> ExitCode {
    let lang = locale::language(&arguments);
    let command = match args::parse(&arguments, lang) {
        Ok(command) => command,
        Err(usage) => {
            // Help and version come as errors too; clap knows their stream and status. A closed pipe is no news.
            let is_error = usage.use_stderr();
            if is_error && lang == Lang::Zh {
                let _ = io::stderr().write_all(wrong::chinese(&usage, args::declared(lang)).as_bytes());
            } else {
                let _ = usage.print();
            }
            return ExitCode::from(if is_error { exit::USAGE } else { exit::GOOD });
        }
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let result = dispatch(command, lang, &mut out);
    let result = result.and_then(|()| out.flush().map_err(Failure::from));
    exit::status(result)
}

fn dispatch(command: Command, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
    match command {
        Command::Serve(asked) => serve::run(&asked, lang, out),
        Command::Backup(asked) => backup::backup(&asked, lang, out),
        Command::Restore(asked) => backup::restore(&asked, lang, out),
        Command::Move(asked) => moving::run(&asked, lang, out),
        Command::Vacuum(asked) => backup::vacuum(&asked, lang, out),
        Command::Key(asked) => key::run(&asked, lang, out),
        Command::Health(asked) => health::run(&asked, lang, out),
        Command::Load(asked) => load::run(&asked, lang, out),
        Command::Rules(wanted) => rules::run(&wanted, lang, out),
        Command::Score(input) => score::run(&input, Query::Score, lang, out),
        Command::Waits(input) => score::run(&input, Query::Waits, lang, out),
        Command::Cases(files) => cases::run(&files.files, lang, out),
        Command::Simulate(asked) => simulate::run(&asked, lang, out),
        Command::Arena(asked) => arena::run(&asked, lang, out),
        Command::Lab(asked) => lab::run(&asked, lang, out),
        Command::Replay(asked) => replay::run(&asked, lang, out),
        Command::Review(asked) => review::run(&asked, lang, out),
        Command::Completions(asked) => shell::completions(&asked, out),
        Command::Man => shell::man(lang, out),
        // The parser has answered already.
        Command::Help(_) => Ok(()),
    }
}
