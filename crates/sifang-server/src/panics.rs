//! What the log says of a panic: where it was, and its words only if the source has them so. Words that were put together while
//! running may hold what was at hand: tiles, names, secrets.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::panic::PanicHookInfo;

/// From now on a panic anywhere in this process is a line of the log, and nothing else is said of it.
pub fn log_panics() {
    std::panic::set_hook(Box::new(|panic| {
        // Names of functions, if the environment asks for them.
        let trace = Backtrace::capture();
        match trace.status() {
            BacktraceStatus::Captured => tracing::error!("{}\n{trace}", panic_line(panic)),
            _ => tracing::error!("{}", panic_line(panic)),
        }
    }));
}

/// That line.
pub fn panic_line(panic: &PanicHookInfo<'_>) -> String {
    let words = panic.payload().downcast_ref::<&'static str>().copied();
    let words = words.unwrap_or("its words were made while running and are not logged");
    match panic.location() {
        Some(place) => format!("panicked at {}:{}: {words}", place.file(), place.line()),
        None => format!("panicked: {words}"),
    }
}
