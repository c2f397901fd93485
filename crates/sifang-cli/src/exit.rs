//! How a command ends: the exit statuses of the contract and the errors behind them.

use std::fmt::Display;
use std::io;
use std::process::ExitCode;

/// All went well.
pub(crate) const GOOD: u8 = 0;
/// What was checked does not hold, or a file could not be read or written.
pub(crate) const FAILED: u8 = 1;
/// The command itself was wrong.
pub(crate) const USAGE: u8 = 2;

/// Why a command did not go well.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The command was wrong: what, and what would be right.
    Usage(String),
    /// What was checked does not hold; the findings are already printed.
    DoesNotHold,
    /// Something outside failed: a file, a pipe.
    Outside(anyhow::Error),
}

impl Failure {
    /// A usage error.
    pub(crate) fn usage(why: impl Display) -> Failure {
        Failure::Usage(why.to_string())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Outside(error.into())
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Failure::Outside(error)
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Failure::Outside(error.into())
    }
}

/// Says what failed, and gives the exit status.
pub(crate) fn status(result: Result<(), Failure>) -> ExitCode {
    ExitCode::from(match result {
        Ok(()) => GOOD,
        Err(Failure::DoesNotHold) => FAILED,
        Err(Failure::Usage(why)) => {
            eprintln!("sifang: {why}");
            USAGE
        }
        Err(Failure::Outside(error)) => {
            if !is_closed_pipe(&error) {
                eprintln!("sifang: {error:#}");
            }
            FAILED
        }
    })
}

/// Whoever read our output has seen enough (`| head`): nothing to complain about.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let kind = error.chain().find_map(|cause| {
        let json = cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind);
        cause.downcast_ref::<io::Error>().map(io::Error::kind).or(json)
    });
    kind == Some(io::ErrorKind::BrokenPipe)
}
