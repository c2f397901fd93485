//! Counters of one server, and their text for Prometheus. They count; they never name a player, a tile or a secret.

use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// Upper bounds of the buckets of a duration, in microseconds.
const BUCKETS_US: [u64; 14] = [
    100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000,
    5_000_000,
];

/// Something that only grows.
#[derive(Debug, Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    /// One more.
    pub(crate) fn add(&self) {
        self.0.fetch_add(1, Relaxed);
    }

    /// So many more.
    pub(crate) fn add_many(&self, count: u64) {
        self.0.fetch_add(count, Relaxed);
    }

    /// How many.
    pub(crate) fn get(&self) -> u64 {
        self.0.load(Relaxed)
    }
}

/// Something that comes and goes.
#[derive(Debug, Default)]
pub(crate) struct Gauge(AtomicI64);

impl Gauge {
    /// This much more, or less.
    pub(crate) fn change(&self, by: i64) {
        self.0.fetch_add(by, Relaxed);
    }

    /// How many.
    pub(crate) fn get(&self) -> i64 {
        self.0.load(Relaxed)
    }
}

/// How long something took.
#[derive(Debug, Default)]
pub(crate) struct Durations {
    buckets: [AtomicU64; BUCKETS_US.len()],
    count: AtomicU64,
    sum_us: AtomicU64,
}

impl Durations {
    /// Adds one.
    pub(crate) fn add(&self, duration: Duration) {
        let us = duration.as_micros().min(u64::MAX as u128) as u64;
        if let Some(place) = BUCKETS_US.iter().position(|bound| us <= *bound) {
            self.buckets[place].fetch_add(1, Relaxed);
        }
        self.count.fetch_add(1, Relaxed);
        self.sum_us.fetch_add(us, Relaxed);
    }
}

/// All counters of a server.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    /// Rooms that live now.
    pub(crate) rooms: Gauge,
    /// Rooms that were opened.
    pub(crate) rooms_opened: Counter,
    /// Rooms that could not be read at the start, or failed twice; nobody can play in them.
    pub(crate) rooms_quarantined: Counter,
    /// Tables that were built anew from their log after a failure.
    pub(crate) rooms_restarted: Counter,
    /// Sockets that are open now.
    pub(crate) sockets: Gauge,
    /// Sockets that were refused or closed for breaking a limit.
    pub(crate) sockets_dropped: Counter,
    /// Messages that came.
    pub(crate) messages_in: Counter,
    /// Messages that went out.
    pub(crate) messages_out: Counter,
    /// Messages that were answered with an error.
    pub(crate) messages_refused: Counter,
    /// HTTP requests.
    pub(crate) requests: Counter,
    /// HTTP requests that were answered with an error of the client.
    pub(crate) requests_refused: Counter,
    /// HTTP requests that the server failed.
    pub(crate) requests_failed: Counter,
    /// Answers of bots.
    pub(crate) bot_answers: Counter,
    /// How long bots think.
    pub(crate) bot_time: Durations,
    /// From asking for a commit to having it.
    pub(crate) commit_time: Durations,
    /// From a message's arrival to its effects being handed to all connections.
    pub(crate) turn_time: Durations,
}

impl Metrics {
    /// The text for `GET /metrics`, with the store's own count of commits.
    pub(crate) fn render(&self, commits: u64) -> String {
        let mut text = String::with_capacity(4096);
        gauge(&mut text, "sifang_rooms", "Rooms that live now", &self.rooms);
        gauge(&mut text, "sifang_sockets", "Sockets that are open now", &self.sockets);
        let counters = [
            ("sifang_rooms_opened_total", "Rooms that were opened", &self.rooms_opened),
            ("sifang_rooms_quarantined_total", "Rooms set aside as unreadable", &self.rooms_quarantined),
            ("sifang_rooms_restarted_total", "Rooms built anew from their log", &self.rooms_restarted),
            ("sifang_sockets_dropped_total", "Sockets that broke a limit", &self.sockets_dropped),
            ("sifang_messages_in_total", "Messages from clients", &self.messages_in),
            ("sifang_messages_out_total", "Messages to clients", &self.messages_out),
            ("sifang_messages_refused_total", "Messages answered with an error", &self.messages_refused),
            ("sifang_http_requests_total", "HTTP requests", &self.requests),
            ("sifang_http_refused_total", "HTTP requests with a client error", &self.requests_refused),
            ("sifang_http_failed_total", "HTTP requests with a server error", &self.requests_failed),
            ("sifang_bot_answers_total", "Answers of bots", &self.bot_answers),
        ];
        let counters = counters.map(|(name, help, counter)| (name, help, counter.get()));
        let commits = ("sifang_commits_total", "Commits, each with a sync of the disk", commits);
        for (name, help, value) in counters.into_iter().chain([commits]) {
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} counter\n{name} {value}");
        }
        durations(&mut text, "sifang_bot_seconds", "How long bots think", &self.bot_time);
        durations(&mut text, "sifang_commit_seconds", "How long commits take", &self.commit_time);
        durations(&mut text, "sifang_turn_seconds", "From a message to its effects", &self.turn_time);
        text
    }
}

fn gauge(text: &mut String, name: &str, help: &str, gauge: &Gauge) {
    let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} gauge\n{name} {}", gauge.get());
}

fn durations(text: &mut String, name: &str, help: &str, durations: &Durations) {
    let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} histogram");
    let mut below = 0;
    for (bound, count) in BUCKETS_US.iter().zip(&durations.buckets) {
        below += count.load(Relaxed);
        let seconds = *bound as f64 / 1e6;
        let _ = writeln!(text, "{name}_bucket{{le=\"{seconds}\"}} {below}");
    }
    let count = durations.count.load(Relaxed);
    let sum = durations.sum_us.load(Relaxed) as f64 / 1e6;
    let _ = writeln!(text, "{name}_bucket{{le=\"+Inf\"}} {count}\n{name}_sum {sum}\n{name}_count {count}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_has_every_counter_with_its_value() {
        let metrics = Metrics::default();
        metrics.rooms.change(3);
        metrics.rooms.change(-1);
        metrics.messages_in.add();
        metrics.commit_time.add(Duration::from_micros(300));
        metrics.commit_time.add(Duration::from_secs(60));
        let text = metrics.render(5);
        for line in [
            "sifang_rooms 2",
            "sifang_messages_in_total 1",
            "sifang_commits_total 5",
            "sifang_commit_seconds_bucket{le=\"0.00025\"} 0",
            "sifang_commit_seconds_bucket{le=\"0.0005\"} 1",
            "sifang_commit_seconds_bucket{le=\"5\"} 1",
            "sifang_commit_seconds_bucket{le=\"+Inf\"} 2",
            "sifang_commit_seconds_sum 60.0003",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} in\n{text}");
        }
    }
}
