//! What is counted while measuring: actions, messages, latencies, and what a process uses.

use std::time::Duration;

/// Microseconds beyond which a sample is only "long".
const LONGEST: usize = 2_000_000;

/// Times, in microseconds.
pub struct Histogram {
    counts: Vec<u32>,
    samples: u64,
}

impl Histogram {
    fn new() -> Histogram {
        Histogram { counts: vec![0; LONGEST + 1], samples: 0 }
    }

    /// One more.
    pub fn add(&mut self, time: Duration) {
        self.counts[(time.as_micros() as usize).min(LONGEST)] += 1;
        self.samples += 1;
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.samples
    }

    /// The milliseconds within which this share of the samples lies.
    pub fn percentile(&self, share: f64) -> f64 {
        let wanted = (self.samples as f64 * share).ceil() as u64;
        let mut below = 0;
        for (us, count) in self.counts.iter().enumerate() {
            below += u64::from(*count);
            if below >= wanted && below > 0 {
                return us as f64 / 1000.0;
            }
        }
        0.0
    }
}

/// The counts of one step.
pub struct Tally {
    /// Actions that were carried out.
    pub actions: u64,
    /// Messages that showed an action on a screen.
    pub deliveries: u64,
    /// Bytes of all messages.
    pub bytes: u64,
    /// From due to the last of four screens.
    pub latency: Histogram,
    /// From due to the load process seeing it.
    pub late: Histogram,
}

impl Tally {
    /// Nothing yet.
    pub fn new() -> Tally {
        Tally { actions: 0, deliveries: 0, bytes: 0, latency: Histogram::new(), late: Histogram::new() }
    }

    /// All four screens have an action after this long.
    pub fn sample(&mut self, after: Duration) {
        self.latency.add(after);
    }
}

/// Resident memory of a process in KiB, and the processor time it has used in seconds.
pub fn process(pid: u32) -> (f64, f64) {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS")).unwrap_or_default();
    let resident = line.split_whitespace().nth(1).and_then(|kib| kib.parse().ok()).unwrap_or(0.0);
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |place: usize| fields.get(place).and_then(|ticks| ticks.parse().ok()).unwrap_or(0.0);
    // Fields 14 and 15 of the line, in hundredths of a second.
    (resident, (ticks(11) + ticks(12)) / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentile_is_the_time_within_which_that_share_lies() {
        let mut times = Histogram::new();
        assert_eq!(times.percentile(0.99), 0.0);
        (1..=1000).for_each(|ms| times.add(Duration::from_millis(ms)));
        assert_eq!(
            [0.5, 0.99, 0.999, 1.0].map(|share| times.percentile(share)),
            [500.0, 990.0, 999.0, 1000.0]
        );
        times.add(Duration::from_secs(60));
        assert_eq!(times.percentile(1.0), 2000.0);
    }
}
