//! What is counted while measuring: actions, messages, and how long it took until each seat had learned of an action.

use std::time::Duration;

/// Microseconds beyond which a sample is only "long".
const LONGEST: usize = 2_000_000;

/// The counts of one run.
pub struct Tally {
    /// Actions that were carried out.
    pub actions: u64,
    /// Messages that brought one to a seat.
    pub deliveries: u64,
    /// Bytes of all messages.
    pub bytes: u64,
    histogram: Vec<u32>,
    samples: u64,
}

impl Tally {
    /// Nothing yet.
    pub fn new() -> Tally {
        Tally { actions: 0, deliveries: 0, bytes: 0, histogram: vec![0; LONGEST + 1], samples: 0 }
    }

    /// One seat has learned of an action after this long.
    pub fn sample(&mut self, after: Duration) {
        self.histogram[(after.as_micros() as usize).min(LONGEST)] += 1;
        self.samples += 1;
    }

    /// The milliseconds within which this share of the samples lies.
    pub fn percentile(&self, share: f64) -> f64 {
        let wanted = (self.samples as f64 * share).ceil() as u64;
        let mut below = 0;
        for (us, count) in self.histogram.iter().enumerate() {
            below += u64::from(*count);
            if below >= wanted && below > 0 {
                return us as f64 / 1000.0;
            }
        }
        0.0
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
