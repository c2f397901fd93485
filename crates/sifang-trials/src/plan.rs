//! How large a run is, where its chance comes from, and what it runs against.

use clap::ValueEnum;
use std::path::PathBuf;
use std::time::Duration;

/// How much of everything.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, ValueEnum)]
pub enum Tier {
    /// With every change: minutes.
    C,
    /// An hour or a night.
    N,
    /// Before a release.
    R,
}

/// What a trial is asked to do.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// How much.
    pub tier: Tier,
    /// Where all chance comes from.
    pub seed: u64,
    /// Only this case of a trial that has numbered cases, to see a failure again.
    pub case: Option<u64>,
    /// The `sifang` binary to attack.
    pub sifang: PathBuf,
    /// A `sifang` that can be made to break its promises (feature `mutations`), to see that this is found.
    pub mutated: Option<PathBuf>,
    /// The longest this trial may take; it stops early with the counts it has and says so. `None`: as long as its counts take.
    pub time: Option<Duration>,
}

impl Plan {
    /// The count of the plan's tier.
    pub fn count(&self, c: u64, n: u64, r: u64) -> u64 {
        match self.tier {
            Tier::C => c,
            Tier::N => n,
            Tier::R => r,
        }
    }
}
