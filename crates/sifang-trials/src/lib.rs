//! The promises of the server put to the test, as programs that print figures: each trial attacks something, counts what happened,
//! and holds the count against a bar.
//!
//! The same trials run in three sizes: **c** with every change, **n** for an hour or a night, **r** before a release. A trial takes
//! its size, its seed and its time from a [`Plan`] and gives [`Bar`]s; whether all bars hold is one answer for all of them. What is
//! *not* here: the laws of the rule sets (`sifang-laws`), and tests of single functions, which stand beside those functions.
#![forbid(unsafe_code)]

mod bar;
mod crowd;
mod disk;
mod guess;
mod host;
mod hostile;
mod inside;
mod kill;
mod ledger;
mod load;
mod logs;
mod plan;
mod power;
mod preload;
mod secrecy;
mod short;
mod stop;
mod storm;
mod unwatched;
mod upgrade;
mod windows;

pub use bar::{Bar, page};
pub use host::{Host, quick_setup};
pub use logs::log_bars;
pub use plan::{Plan, Tier};
pub use short::short_match;

use anyhow::Result;

/// One trial: its name on the command line, what it is about, and the program.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    /// As in `trials --only NAME`.
    pub name: &'static str,
    /// What it attacks.
    pub about: &'static str,
    /// Its part of a time that all of them share.
    pub share: u32,
    /// Runs it; an error is something that kept the trial from counting, not a bar that does not hold.
    pub run: fn(&Plan) -> Result<Vec<Bar>>,
}

/// All trials, in the order in which they run: those that fill whatever time is left come last.
pub const TRIALS: &[Trial] = &[
    Trial {
        name: "hostile",
        about: "clients that lie, flood, dawdle and guess (H1–H12, Q1)",
        share: 4,
        run: hostile::run,
    },
    Trial {
        name: "unwatched",
        about: "tables that one address makes and nobody looks at (U1)",
        share: 1,
        run: unwatched::run,
    },
    Trial { name: "guess", about: "guessed room codes (G1)", share: 1, run: guess::run },
    Trial {
        name: "secrecy",
        about: "what sockets, logs and public pages tell (V1–V3, V6, V7, A1, N1)",
        share: 3,
        run: secrecy::run,
    },
    Trial {
        name: "windows",
        about: "what a claim window tells by its length, and by what is written meanwhile (V8, V9)",
        share: 1,
        run: windows::run,
    },
    Trial {
        name: "disk",
        about: "disks that fail, fill up and forget; backups (P4, P5, P8)",
        share: 4,
        run: disk::run,
    },
    Trial {
        name: "load",
        about: "many tables, all connections broken at once, a kill (L1–L4, P6)",
        share: 3,
        run: load::run,
    },
    Trial {
        name: "upgrade",
        about: "the server restarted under load with its socket kept, as an upgrade does: nothing lost, a short pause (P11)",
        share: 1,
        run: upgrade::run,
    },
    Trial {
        name: "storm",
        about: "a room in a simulated network: delays, losses, crashes, refusals, and every promise checked (T1–T5)",
        share: 10,
        run: storm::run,
    },
    Trial {
        name: "kill",
        about: "the process killed again and again under load, and stopped for a while: nothing acknowledged is lost (P1, P3, P9, P10)",
        share: 24,
        run: kill::run,
    },
    Trial {
        name: "power",
        about: "the power lost under load, with everything that was not synced: nothing acknowledged is lost (P2, P9)",
        share: 4,
        run: power::run,
    },
];
