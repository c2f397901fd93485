//! How large a run is, where its chance comes from, and what it runs against.

use crate::Bar;
use anyhow::{Result, ensure};
use clap::ValueEnum;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Where there is less time than this, nobody waits for what takes a minute, or comes up once in a thousand cases.
pub(crate) const SHORT: Duration = Duration::from_secs(120);
/// Where there is so much, it is a share of an hour, and counts must be had.
pub(crate) const LONG: Duration = Duration::from_secs(6 * 60);
/// How far apart the seeds of rounds are, so that parts of a trial can count on from theirs.
const APART: u64 = 1_000_003;

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
    /// One of several rounds of the smallest size, which together fill a time.
    pub is_round: bool,
    /// The longest this trial may take; it stops early with the counts it has and says so. `None`: as long as its counts take.
    pub time: Option<Duration>,
}

impl Plan {
    /// The count of the plan's tier.
    pub fn count(&self, c: u64, n: u64, r: u64) -> u64 {
        match self.tier {
            _ if self.is_round => c,
            Tier::C => c,
            Tier::N => n,
            Tier::R => r,
        }
    }

    /// P9: a server that breaks a promise must be seen to do so; counted is what it lost. With every change there may be none.
    pub(crate) async fn breach(
        &self,
        what: String,
        lost: impl AsyncFnOnce(&Path) -> Result<u64>,
    ) -> Result<Vec<Bar>> {
        match (&self.mutated, self.tier) {
            (None, Tier::C) => Ok(Vec::new()),
            (None, _) => Ok(vec![Bar::untried("P9", what, "no such server was given (--mutated)", "≥ 1")]),
            (Some(mutated), _) => Ok(vec![Bar::at_least("P9", what, lost(mutated).await?, 1)]),
        }
    }

    /// Runs a trial once in the size of the tier. Where there is a time to fill, it runs in the smallest size instead, again and
    /// again with other seeds, as long as another round fits; the bars are those of all rounds together.
    pub(crate) fn rounds(&self, mut round: impl FnMut(&Plan) -> Result<Vec<Bar>>) -> Result<Vec<Bar>> {
        let Some(time) = self.time else { return round(self) };
        let start = Instant::now();
        let tier = if time < SHORT { Tier::C } else { self.tier };
        let (mut bars, mut longest, mut number): (Vec<Bar>, _, _) = (Vec::new(), Duration::ZERO, 0);
        while number == 0 || start.elapsed() + longest < time {
            let began = Instant::now();
            let seed = self.seed.wrapping_add(number * APART);
            let found = round(&Plan { tier, seed, is_round: true, time: None, ..self.clone() })?;
            ensure!(number == 0 || found.len() == bars.len(), "a round has other bars than those before it");
            bars = match number {
                0 => found,
                _ => bars.iter().zip(&found).map(|(all, more)| all.and(more)).collect(),
            };
            longest = longest.max(began.elapsed());
            number += 1;
            let (spent, whole) = (start.elapsed().as_secs_f64(), time.as_secs_f64());
            eprintln!("round {number} is over: {spent:.0} of {whole:.0} s");
        }
        Ok(bars)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(time: Option<Duration>) -> Plan {
        let (seed, case, sifang, mutated) = (1, None, PathBuf::new(), None);
        Plan { tier: Tier::N, seed, case, sifang, mutated, is_round: false, time }
    }

    #[test]
    fn a_time_is_filled_with_small_rounds_of_different_seeds() {
        let mut seeds = Vec::new();
        let mut round = |plan: &Plan| {
            seeds.push(plan.seed);
            std::thread::sleep(Duration::from_millis(10));
            let tries = plan.count(5, 1000, 1000);
            Ok(vec![Bar::none("P1", "lost", 0, tries), Bar::at_least("P1", "seen", tries, 5)])
        };
        let once = plan(None).rounds(&mut round).unwrap();
        assert_eq!(once, [Bar::none("P1", "lost", 0, 1000), Bar::at_least("P1", "seen", 1000, 5)]);
        let filled = plan(Some(Duration::from_millis(1500))).rounds(&mut round).unwrap();
        let rounds = seeds.len() as u64 - 1;
        assert!(rounds > 1 && rounds <= 150, "{rounds}");
        assert_eq!(filled[0], Bar::none("P1", "lost", 0, 5 * rounds));
        assert_eq!(filled[1], Bar::at_least("P1", "seen", 5 * rounds, 5 * rounds));
        seeds.dedup();
        assert_eq!(seeds.len() as u64, rounds, "the first round has the seed of the plan");
        let none = plan(Some(Duration::ZERO)).rounds(|_| Ok(vec![Bar::none("P1", "lost", 0, 1)])).unwrap();
        assert_eq!(none.len(), 1, "there is always one round");
    }
}
