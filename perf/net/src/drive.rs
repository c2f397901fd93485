//! Orders on their way: rooms are added, warmed up, and driven for the measured time.

use crate::arrive::{Play, arrive};
use crate::dial::request;
use crate::rooms::Rooms;
use crate::tally::process;
use crate::wire::Wire;
use std::sync::mpsc::{Receiver, TryRecvError};
use std::time::{Duration, Instant};

/// How long connections rest before memory is looked at.
const REST: f64 = 0.5;
/// How long a new pace is kept before it is measured.
const WARM: f64 = 0.75;
/// How long the last actions of a step may take to be seen; the pace goes on meanwhile. What takes longer counts with that.
const DRAIN: f64 = 0.25;
/// How long all tables may take until they keep the pace.
const PATIENCE: Duration = Duration::from_secs(60);
/// How often somebody looks for orders and new connections.
const LOOK: Duration = Duration::from_millis(2);

/// What both processes have used, and the counts, at a moment.
struct Mark {
    at: Instant,
    server_s: f64,
    own_s: f64,
    syncs: f64,
    actions: u64,
    deliveries: u64,
    bytes: u64,
}

/// One server and the sockets to it.
pub struct Drive {
    play: Play,
    address: String,
    server: u32,
    wire: Wire,
    /// KiB resident before anybody came.
    empty: f64,
    /// How long connecting took, and KiB of each connection before anything was played.
    joined_s: f64,
    kib_seated: f64,
}

impl Drive {
    /// Nobody is connected yet.
    pub fn new(play: Play, address: &str, server: u32) -> Drive {
        let (empty, _) = process(server);
        let address = address.to_owned();
        Drive { play, address, server, wire: Wire::new(), empty, joined_s: 0.0, kib_seated: 0.0 }
    }

    /// Keeps the connections alive until there is an order; none when there will be no more.
    pub fn idle_until(&mut self, rooms: &mut impl Rooms, orders: &Receiver<String>) -> Option<String> {
        loop {
            match orders.try_recv() {
                Ok(line) => return Some(line),
                Err(TryRecvError::Disconnected) => return None,
                Err(TryRecvError::Empty) => self.wire.turn(Instant::now() + LOOK, rooms),
            }
        }
    }

    /// Adds rooms until there are so many, and waits until they keep the pace.
    fn fill(&mut self, rooms: &mut impl Rooms, count: usize) {
        let there = self.wire.len() / 4;
        if there >= count {
            return;
        }
        let start = Instant::now();
        let mut arrived = there;
        let arriving = arrive(&self.play, &self.address, there..count);
        while arrived < count {
            match arriving.try_recv() {
                Ok((name, dials)) => {
                    rooms.seat(name);
                    dials.into_iter().for_each(|dial| self.wire.adopt(dial, rooms));
                    arrived += 1;
                }
                Err(TryRecvError::Empty) => self.wire.turn(Instant::now() + LOOK, rooms),
                Err(TryRecvError::Disconnected) => panic!("only {arrived} of {count} rooms could be set up"),
            }
        }
        self.joined_s += start.elapsed().as_secs_f64();
        self.pass(rooms, REST);
        self.kib_seated = self.kib();
        while rooms.unready() > 0 {
            assert!(start.elapsed() < PATIENCE, "{} of {count} rooms do not play", rooms.unready());
            self.wire.turn(Instant::now() + LOOK, rooms);
        }
    }

    /// Drives the rooms for a time.
    fn pass(&mut self, rooms: &mut impl Rooms, seconds: f64) {
        let end = Instant::now() + Duration::from_secs_f64(seconds);
        while Instant::now() < end {
            self.wire.turn(end, rooms);
        }
    }

    /// Each of the first so many rooms acts once in a gap on average.
    pub fn step(&mut self, rooms: &mut impl Rooms, count: usize, gap_ms: f64, seconds: f64) -> String {
        self.fill(rooms, count);
        let gap = Duration::from_secs_f64(gap_ms / 1000.0);
        rooms.book().pace.begin(count, gap, Instant::now());
        self.pass(rooms, WARM);
        let figures = self.measure(rooms, seconds);
        rooms.book().pace.stop();
        figures
    }

    /// Nobody acts.
    pub fn rest(&mut self, rooms: &mut impl Rooms, count: usize, seconds: f64) -> String {
        self.fill(rooms, count);
        self.measure(rooms, seconds)
    }

    /// All rooms act again as soon as they can.
    pub fn closed(&mut self, rooms: &mut impl Rooms, count: usize, seconds: f64) -> String {
        self.fill(rooms, count);
        rooms.book().closed = true;
        rooms.start(&mut self.wire.out());
        self.pass(rooms, WARM);
        let figures = self.measure(rooms, seconds);
        rooms.book().closed = false;
        figures
    }

    /// Drives the rooms as they are for the measured time; the figures as JSON.
    fn measure(&mut self, rooms: &mut impl Rooms, seconds: f64) -> String {
        rooms.book().open(Instant::now());
        let from = self.mark(rooms);
        self.pass(rooms, seconds);
        rooms.book().close(Instant::now());
        let to = self.mark(rooms);
        let kib_after = self.kib();
        if !rooms.book().closed {
            self.pass(rooms, DRAIN);
        }
        rooms.book().settle(Instant::now());
        let seconds = (to.at - from.at).as_secs_f64();
        let (actions, deliveries) = (to.actions - from.actions, to.deliveries - from.deliveries);
        let tally = &rooms.book().tally;
        let latency = |share: f64| tally.latency.percentile(share);
        format!(
            "{{\"actions_per_s\":{:.1},\"deliveries_per_s\":{:.0},\"bytes_per_delivery\":{:.0},\"samples\":{},\
             \"p50_ms\":{:.3},\"p99_ms\":{:.3},\"p999_ms\":{:.3},\"max_ms\":{:.1},\"late_p99_ms\":{:.3},\
             \"server_cpu_us\":{:.1},\"server_cpu_share\":{:.3},\"load_cpu_share\":{:.3},\"syncs_per_s\":{:.1},\
             \"rooms\":{},\"joined_s\":{:.2},\"kib_seated\":{:.1},\"kib_after\":{kib_after:.1}}}",
            actions as f64 / seconds,
            deliveries as f64 / seconds,
            (to.bytes - from.bytes) as f64 / deliveries.max(1) as f64,
            tally.latency.count(),
            latency(0.5),
            latency(0.99),
            latency(0.999),
            latency(1.0),
            tally.late.percentile(0.99),
            1e6 * (to.server_s - from.server_s) / actions.max(1) as f64,
            (to.server_s - from.server_s) / seconds,
            (to.own_s - from.own_s) / seconds,
            (to.syncs - from.syncs) / seconds,
            self.wire.len() / 4,
            self.joined_s,
            self.kib_seated,
        )
    }

    fn mark(&self, rooms: &mut impl Rooms) -> Mark {
        // Asking takes time in which nobody looks at the sockets: a closed loop does not mind.
        let syncs = if rooms.book().closed { self.syncs() } else { 0.0 };
        let tally = &rooms.book().tally;
        let (_, server_s) = process(self.server);
        let (_, own_s) = process(std::process::id());
        let (actions, deliveries, bytes) = (tally.actions, tally.deliveries, tally.bytes);
        Mark { at: Instant::now(), server_s, own_s, syncs, actions, deliveries, bytes }
    }

    /// KiB resident for each connection.
    fn kib(&self) -> f64 {
        (process(self.server).0 - self.empty) / self.wire.len().max(1) as f64
    }

    /// Commits so far, where the server counts them and `SIFANG_METRICS` says where it publishes them.
    fn syncs(&self) -> f64 {
        let Ok(address) = std::env::var("SIFANG_METRICS") else { return 0.0 };
        if !matches!(self.play, Play::Sifang(_)) {
            return 0.0;
        }
        let metrics = request(&address, "GET", "/metrics", "", "");
        let line = metrics.lines().find_map(|line| line.strip_prefix("sifang_commits_total "));
        line.and_then(|count| count.trim().parse().ok()).unwrap_or(f64::NAN)
    }
}
