//! `cargo xtask bench --net`: our server under load beside other servers for rooms of four.
//!
//! The load process, two bare servers and the Node peers live in `perf/net`, outside the main build. Each server has one core, the load
//! process the other; all take turns within one run, and what counts is the median of the ratios of a turn.
//! With `--before BINARY` the other server is an earlier build of our own.

use crate::bench::median;
use crate::run;
use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use std::fs::File;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::atomic::{AtomicU16, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Turns each server takes.
const TURNS: usize = 9;
/// Seconds that are measured in each.
const SECONDS: &str = "5";
/// The time in which what is written is kept together, which nobody's latency is blamed for, in milliseconds.
const COMMIT_MS: f64 = 8.0;
/// Handles that two thousand sockets need, with room to spare.
const HANDLES: &str = "ulimit -n 16384 2>/dev/null || ulimit -n $(ulimit -Hn); exec \"$@\"";
/// How much of what an action costs may be lost or won against an earlier build before it counts as a change.
const CHANGE: f64 = 0.03;
/// Our server takes huge pages where it can. They come in steps of 2 MiB, a KiB for each of 2,000 connections: too coarse to see
/// a small change, so memory is compared without them.
const SMALL_PAGES: &str = "thp:never,narenas:2";
/// How long a server may take to start.
const PATIENCE: Duration = Duration::from_secs(20);

/// A server under load.
struct Contestant {
    name: &'static str,
    /// What the load process speaks with it.
    tongue: &'static str,
    rooms: &'static str,
    /// Whether it is also measured at one action a second in each room.
    paced: bool,
}

/// In the order in which they run: the machine is not the same from minute to minute, so ours stands right between the two it is
/// compared with, and those that are paced run once more, one after the other, when all have run.
const CONTESTANTS: [Contestant; 6] = [
    Contestant { name: "socketio", tongue: "socketio", rooms: "500", paced: false },
    Contestant { name: "colyseus", tongue: "colyseus", rooms: "500", paced: false },
    Contestant { name: "sifang", tongue: "sifang", rooms: "500", paced: true },
    Contestant { name: "boardgame", tongue: "boardgame", rooms: "500", paced: false },
    Contestant { name: "epoll", tongue: "raw", rooms: "500", paced: false },
    Contestant { name: "axum", tongue: "raw", rooms: "500", paced: true },
];

/// What was measured of one server in one turn.
struct Turn {
    name: &'static str,
    closed: Value,
    paced: Option<Value>,
}

/// Where everything that runs lies.
#[derive(Clone)]
struct Programs {
    sifang: PathBuf,
    net: PathBuf,
    /// How our server's memory is given out, where it is not as usual.
    memory: Option<&'static str>,
}

/// Builds, runs and compares.
pub(crate) fn run() -> Result<()> {
    let programs = build()?;
    let mut turns = Vec::new();
    for number in 1..=TURNS {
        let mut turn = Vec::new();
        for contestant in &CONTESTANTS {
            let closed = programs.measure(contestant, "closed")?;
            turn.push(Turn { name: contestant.name, closed, paced: None });
        }
        for (turn, contestant) in turn.iter_mut().zip(&CONTESTANTS).filter(|(_, c)| c.paced) {
            turn.paced = Some(programs.measure(contestant, "rate")?);
        }
        turns.append(&mut turn);
        println!("turn {number} of {TURNS} done");
    }
    report(&CONTESTANTS.map(|contestant| contestant.name), &turns, &bars(&turns))
}

/// Builds, and compares with an earlier build: no change may cost a player's server more than this.
pub(crate) fn run_before(binary: &Path) -> Result<()> {
    ensure!(binary.is_file(), "there is no program {}", binary.display());
    let ours = build_load()?;
    let now = Programs { sifang: run::release_binary()?, net: ours.clone(), memory: None };
    let before = Programs { sifang: binary.to_owned(), net: ours, memory: None };
    let contestant = &CONTESTANTS[2];
    let mut turns = Vec::new();
    for number in 1..=TURNS {
        // Who begins changes from turn to turn: the second may find the machine warmer.
        let mut pair = [("before", &before), ("sifang", &now)];
        if number % 2 == 0 {
            pair.reverse();
        }
        for (name, programs) in pair {
            let mut closed = programs.measure(contestant, "closed")?;
            let small = Programs { memory: Some(SMALL_PAGES), ..programs.clone() };
            closed["kib_after"] = small.measure(contestant, "closed")?["kib_after"].take();
            turns.push(Turn { name, closed, paced: Some(programs.measure(contestant, "rate")?) });
        }
        println!("turn {number} of {TURNS} done");
    }
    report(&["before", "sifang"], &turns, &change(&turns))
}

/// What has changed against an earlier build.
fn change(turns: &[Turn]) -> Vec<Bar> {
    let of = |name: &'static str| turns.iter().filter(move |turn| turn.name == name);
    let ratio = |of_turn: Of, field: &str| {
        let pairs = of("sifang").zip(of("before"));
        median(pairs.map(|(now, before)| of_turn(now, field) / of_turn(before, field)))
    };
    let most = |what, value| Bar { what, value, limit: 1.0 + CHANGE, least: false };
    vec![
        Bar {
            what: "closed loop, actions/s: now / before",
            value: ratio(closed, "actions_per_s"),
            limit: 1.0 - CHANGE,
            least: true,
        },
        most("closed loop, the server's CPU for an action: now / before", ratio(closed, "server_cpu_us")),
        most(
            "one action a second, the server's CPU for an action: now / before",
            ratio(paced, "server_cpu_us"),
        ),
        most("KiB resident for each seated connection: now / before", ratio(closed, "kib_after")),
    ]
}

fn build() -> Result<Programs> {
    let net = build_load()?;
    run::show(run::command("npm", &["ci", "--prefix", "perf/net"]))?;
    Ok(Programs { sifang: run::release_binary()?, net, memory: None })
}

/// The load process and the bare servers.
fn build_load() -> Result<PathBuf> {
    let target = run::root().join("perf/net/target");
    let mut command =
        run::cargo(&["build", "--release", "--manifest-path", "perf/net/Cargo.toml", "--target-dir"]);
    command.arg(&target);
    run::show(command)?;
    Ok(target.join("release"))
}

/// A server that runs; it ends with this value.
struct Server {
    child: Child,
    data: PathBuf,
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself, and not every server has data.
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.data);
    }
}

impl Programs {
    /// One run of the load process against one server.
    fn measure(&self, contestant: &Contestant, mode: &str) -> Result<Value> {
        let Contestant { name, tongue, rooms, .. } = contestant;
        let (address, metrics) = (free_address()?, free_address()?);
        let server = self.start(name, &address, &metrics).with_context(|| (*name).to_owned())?;
        let process = server.child.id().to_string();
        let mut load = on_core("0", &self.net.join("wsload"));
        load.args([tongue, address.as_str(), rooms, mode, SECONDS, &process]);
        // Builds that knew no address for counters had them on the public one.
        let counters = if TcpStream::connect(&metrics).is_ok() { &metrics } else { &address };
        load.env("SIFANG_METRICS", counters);
        run::json(load).with_context(|| format!("{name}, {mode}"))
    }

    fn start(&self, name: &str, address: &str, metrics: &str) -> Result<Server> {
        let data = run::root().join("target/net").join(address.replace(':', "-"));
        std::fs::create_dir_all(&data)?;
        let mut command = match name {
            "sifang" => {
                let mut serve = on_core("1", &self.sifang);
                serve.args(["serve", "--log", "warn", "--listen", address, "--data"]).arg(&data);
                serve.args(["--sockets-per-address", "100000", "--players-per-minute", "1000000"]);
                serve.args(["--messages-per-second", "1000"]);
                // By the environment: a build that does not know one of these goes on without it.
                serve.env("SIFANG_METRICS", metrics).env("SIFANG_ROOMS_PER_ADDRESS", "100000");
                serve.env("SIFANG_REQUESTS_PER_SECOND", "1000000");
                serve.envs(self.memory.map(|settings| ("MALLOC_CONF", settings)));
                serve
            }
            "axum" | "epoll" => on_core("1", &self.net.join(format!("srv_{name}"))),
            peer => {
                let mut node = on_core("1", Path::new("node"));
                node.arg(format!("perf/net/peers/{peer}.js"));
                node
            }
        };
        if name != "sifang" {
            command.arg(address);
        }
        let log = File::create(data.join("server.txt"))?;
        let child = command.stdout(log.try_clone()?).stderr(log).spawn()?;
        let mut server = Server { child, data };
        let start = Instant::now();
        while TcpStream::connect(address).is_err() {
            if start.elapsed() > PATIENCE || server.child.try_wait()?.is_some() {
                bail!("it does not start: {}", std::fs::read_to_string(server.data.join("server.txt"))?);
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(server)
    }
}

/// An address that nobody listens on. Not one of those that the system gives to clients: asking whether somebody is there by now
/// could connect the question with itself, and then nobody can listen there any more.
fn free_address() -> Result<String> {
    static NEXT: AtomicU16 = AtomicU16::new(20_000);
    loop {
        let port = NEXT.fetch_add(1, Relaxed);
        ensure!(port < 32_000, "no port is free");
        if let Ok(listener) = TcpListener::bind(("127.0.0.1", port)) {
            return Ok(listener.local_addr()?.to_string());
        }
    }
}

/// A program on one core, with enough handles. The shell and `taskset` become the program, so that its process is the child's.
fn on_core(core: &str, program: &Path) -> Command {
    let mut command = run::command("sh", &["-c", HANDLES, "sh", "taskset", "-c", core]);
    command.arg(program);
    command
}

/// A figure that has to be on one side of a bar.
struct Bar {
    what: &'static str,
    value: f64,
    limit: f64,
    least: bool,
}

impl Bar {
    fn holds(&self) -> bool {
        if self.least { self.value >= self.limit } else { self.value <= self.limit }
    }
}

fn report(names: &[&str], turns: &[Turn], bars: &[Bar]) -> Result<()> {
    println!(
        "\n{:<10} {:>10} {:>13} {:>11} {:>9} {:>9} {:>9} {:>9} {:>9}",
        "server",
        "actions/s",
        "deliveries/s",
        "CPU µs/act.",
        "p50 ms",
        "p99 ms",
        "KiB/conn",
        "join s",
        "load busy"
    );
    for name in names {
        for (kind, of) in [("", closed as Of), (", 1/s", paced as Of)] {
            let middle = |field: &str| {
                median(turns.iter().filter(|turn| turn.name == *name).map(|turn| of(turn, field)))
            };
            if middle("actions_per_s").is_nan() {
                continue;
            }
            println!(
                "{:<10} {:>10.0} {:>13.0} {:>11.1} {:>9.2} {:>9.2} {:>9.1} {:>9.1} {:>8.0}%",
                format!("{name}{kind}"),
                middle("actions_per_s"),
                middle("deliveries_per_s"),
                middle("server_cpu_us"),
                middle("p50_ms"),
                middle("p99_ms"),
                middle("kib_after"),
                middle("joined_s"),
                100.0 * middle("load_cpu_share"),
            );
        }
    }
    println!();
    for Bar { what, value, limit, least } in bars {
        println!("{what:<76} {value:>7.2}  (bar: {} {limit})", if *least { "at least" } else { "at most" });
    }
    let below: Vec<&str> = bars.iter().filter(|bar| !bar.holds()).map(|bar| bar.what).collect();
    if !below.is_empty() {
        bail!("bars that do not hold: {}", below.join("; "));
    }
    Ok(())
}

/// A figure of a turn; not a number where there is none.
type Of = fn(&Turn, &str) -> f64;

fn closed(turn: &Turn, field: &str) -> f64 {
    turn.closed[field].as_f64().unwrap_or(f64::NAN)
}

fn paced(turn: &Turn, field: &str) -> f64 {
    turn.paced.as_ref().and_then(|paced| paced[field].as_f64()).unwrap_or(f64::NAN)
}

fn bars(turns: &[Turn]) -> Vec<Bar> {
    let of = |name: &'static str| turns.iter().filter(move |turn| turn.name == name);
    let against = |peer: &'static str, ratio: &dyn Fn(&Turn, &Turn) -> f64| {
        median(of("sifang").zip(of(peer)).map(|(ours, theirs)| ratio(ours, theirs)))
    };
    let speed = |ours: &Turn, theirs: &Turn| closed(ours, "actions_per_s") / closed(theirs, "actions_per_s");
    let wait = |field: &'static str| {
        move |ours: &Turn, bare: &Turn| paced(ours, field) / (2.0 * paced(bare, field) + COMMIT_MS)
    };
    let own = |of_turn: Of, field: &str| median(of("sifang").map(|turn| of_turn(turn, field)));
    let least = |what, value, limit| Bar { what, value, limit, least: true };
    let most = |what, value, limit| Bar { what, value, limit, least: false };
    vec![
        least(
            "closed loop, actions/s: ours / Colyseus' bare broadcast (goal 2.2)",
            against("colyseus", &speed),
            1.5,
        ),
        least("closed loop, actions/s: ours / boardgame.io (goal 10)", against("boardgame", &speed), 8.0),
        most(
            "one action a second, p50: ours / (2 x bare axum + commit interval)",
            against("axum", &wait("p50_ms")),
            1.0,
        ),
        most(
            "one action a second, p99: ours / (2 x bare axum + commit interval)",
            against("axum", &wait("p99_ms")),
            1.0,
        ),
        most(
            "KiB resident for each of 2,000 seated connections, game and log included",
            own(closed, "kib_after"),
            16.0,
        ),
        most(
            "syncs a second in the closed loop x commit interval",
            own(closed, "syncs_per_s") * COMMIT_MS / 1000.0,
            1.0,
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn ratios_are_taken_within_a_turn() {
        let turn = |name, speed: f64| Turn {
            name,
            closed: json!({"actions_per_s": speed, "kib_after": 12.0, "syncs_per_s": 100.0}),
            paced: Some(json!({"p50_ms": 4.0, "p99_ms": 9.0})),
        };
        let mut turns = Vec::new();
        // The machine slows down to a tenth for one turn, and both with it.
        for speed in [1.0, 0.1, 1.0] {
            for (name, alone) in
                [("sifang", 20_000.0), ("colyseus", 10_000.0), ("boardgame", 2_000.0), ("axum", 0.0)]
            {
                turns.push(turn(name, speed * alone));
            }
        }
        let bars = bars(&turns);
        let close = |value: f64, wanted: f64| (value - wanted).abs() < 1e-9;
        assert!(
            close(bars[0].value, 2.0) && close(bars[1].value, 10.0),
            "{} {}",
            bars[0].value,
            bars[1].value
        );
        assert!(close(bars[2].value, 4.0 / 16.0) && close(bars[3].value, 9.0 / 26.0));
        assert!(close(bars[4].value, 12.0) && close(bars[5].value, 0.8));
        let report = |turns: &[Turn]| super::report(&["sifang"], turns, &super::bars(turns));
        assert!(bars.iter().all(Bar::holds) && report(&turns).is_ok());
        assert!(report(&turns[1..]).is_ok());
        let slow = [
            turn("sifang", 14_000.0),
            turn("colyseus", 10_000.0),
            turn("boardgame", 100.0),
            turn("axum", 0.0),
        ];
        assert!(report(&slow).unwrap_err().to_string().contains("Colyseus"));
        assert!(report(&[]).is_err(), "nothing measured is not enough");
    }

    #[test]
    fn an_earlier_build_is_compared_turn_by_turn() {
        let turn = |name, speed: f64, kib: f64| Turn {
            name,
            closed: json!({"actions_per_s": speed, "server_cpu_us": 1e6 / speed, "kib_after": kib}),
            paced: Some(json!({"server_cpu_us": 30.0})),
        };
        let turns = |speed: f64, kib: f64| {
            [turn("before", 10_000.0, 14.0), turn("sifang", speed, kib), turn("before", 1_000.0, 14.0)]
                .into_iter()
                .chain([turn("sifang", speed / 10.0, kib)])
                .collect::<Vec<_>>()
        };
        let holds = |turns: &[Turn]| change(turns).iter().all(Bar::holds);
        assert!(holds(&turns(9_800.0, 14.2)));
        assert!(!holds(&turns(9_600.0, 14.0)), "four in a hundred slower");
        assert!(!holds(&turns(10_000.0, 14.6)), "four in a hundred larger");
        assert!(!holds(&[]), "nothing measured is not enough");
    }
}
