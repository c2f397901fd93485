//! What honest players feel while somebody attacks: tables of four that play on, and how long each discard takes until the
//! others at the table have learned of it. The same players are measured alone first, on the same server.

use crate::{Bar, Tier};
use anyhow::{Context, Result};
use sifang_client::Server;
use sifang_client::load::{self, Progress, Report, load};
use sifang_rules::any::RuleSetId;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// How long a player thinks: many samples in little time, and each seat stays below what one seat may say.
const THINK: Duration = Duration::from_millis(30);
/// What attackers may cost on a machine of two cores that they share with the server and the players.
const MARGIN_MS: f64 = 25.0;
/// In the smallest tier the build is slow and the machine busy: only a server that hangs needs this long.
const HANGS_MS: f64 = 5_000.0;

/// Honest tables of one server.
#[derive(Debug)]
pub(super) struct Honest<'a> {
    pub(super) server: &'a Server,
    pub(super) tables: usize,
    pub(super) tier: Tier,
}

impl Honest<'_> {
    /// How many players that is, and sockets.
    pub(super) fn players(&self) -> usize {
        4 * self.tables
    }

    /// Plays while nobody attacks.
    pub(super) async fn alone(&self, time: Duration) -> Result<Report> {
        Ok(self.beside(time, async |_| Ok(())).await?.1)
    }

    /// Plays beside an attack, which begins when all players are seated and is notified when the measuring ends. It may go on after
    /// that, unmeasured.
    pub(super) async fn beside<T>(
        &self,
        time: Duration,
        attack: impl AsyncFnOnce(Instant) -> Result<T>,
    ) -> Result<(T, Report)> {
        let plan = load::Plan {
            server: self.server.clone(),
            tables: self.tables,
            time,
            think: THINK,
            rules: vec![RuleSetId::ALL[0].id().into()],
        };
        let progress = Arc::<Progress>::default();
        let playing = tokio::spawn({
            let progress = progress.clone();
            async move { load(&plan, progress).await }
        });
        while progress.tables.load(Relaxed) < self.tables as u64 && !playing.is_finished() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        let attacked = attack(Instant::now() + time).await;
        let felt = playing.await?.context("the honest tables")?;
        felt.failures.iter().take(3).for_each(|failure| eprintln!("an honest player: {failure}"));
        Ok((attacked?, felt))
    }

    /// The bars of what was felt during something: how long it took, and whether they could go on at all: what never arrives has
    /// no time that could be too long.
    pub(super) fn bars(&self, id: &'static str, during: &str, alone: &Report, felt: &Report) -> Vec<Bar> {
        let samples = felt.latencies_us.len();
        let (name, share) = worst(samples.min(alone.latencies_us.len()));
        let (before, value) = (alone.percentile(share), felt.percentile(share));
        let slowest = felt.percentile(1.0);
        eprintln!(
            "{id}: {during} {samples} discards were shown; {name} {value:.1} ms, slowest {slowest:.1} ms"
        );
        let received = format!("discards shown {during}, at least half as many as alone");
        let usual = alone.latencies_us.len() as f64 / alone.seconds * felt.seconds;
        let (most, least) = match self.tier {
            Tier::C => (HANGS_MS, 1),
            Tier::N | Tier::R => (allowed(before), (usual / 2.0).ceil() as u64),
        };
        let what = format!("time until an honest discard is shown {during}: {name} (alone {before:.1} ms)");
        let felt = match samples {
            0 => Bar::untried(id, what, "none was shown", &format!("≤ {most:.0} ms")),
            _ => Bar::at_most(id, what, value, most, "ms"),
        };
        vec![felt, Bar::at_least(id, received, samples as u64, least)]
    }

    /// The bar of players who lost their connection or their table.
    pub(super) fn cut_off(&self, id: &'static str, during: &str, felt: &[&Report]) -> Bar {
        let lost = felt.iter().map(|felt| felt.returned + felt.failures.len() as u64).sum();
        let players = (felt.len() * self.players()) as u64;
        Bar::none(id, format!("honest players cut off {during}"), lost, players)
    }
}

/// The promise: twice as long at most, or a margin more where twice is next to nothing.
fn allowed(before: f64) -> f64 {
    (2.0 * before).max(before + MARGIN_MS)
}

/// Which of the slow ones so many samples can speak of: ten must lie beyond it.
fn worst(samples: usize) -> (&'static str, f64) {
    match samples {
        1000.. => ("p99", 0.99),
        200.. => ("p95", 0.95),
        100.. => ("p90", 0.9),
        _ => ("slowest", 1.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slower_moves_and_silence_break_the_bars() {
        let server = Server::new("http://127.0.0.1:1").unwrap();
        let honest = |tier| Honest { server: &server, tables: 1, tier };
        let report = |count, slow_ms: u32| {
            let mut latencies_us = vec![2_000; count];
            latencies_us.extend(vec![slow_ms * 1000; count / 50]);
            Report { seconds: 4.0, latencies_us, ..Report::default() }
        };
        let holds = |tier, felt: &Report| -> Vec<bool> {
            let bars = honest(tier).bars("H7", "during it", &report(1000, 10), felt);
            bars.iter().map(|bar| bar.holds).collect()
        };
        assert_eq!(holds(Tier::N, &report(1000, 30)), [true, true]);
        assert_eq!(holds(Tier::N, &report(1000, 200)), [false, true]);
        assert_eq!(holds(Tier::C, &report(1000, 200)), [true, true]);
        assert_eq!(holds(Tier::N, &report(400, 30)), [true, false]);
        assert_eq!(holds(Tier::C, &Report { seconds: 4.0, ..Report::default() }), [false, false]);
        let cut = Report { returned: 1, ..report(1000, 10) };
        assert!(!honest(Tier::C).cut_off("H7", "in it", &[&report(1000, 10), &cut]).holds);
    }
}
