//! `wsload`: rooms of four on one server, driven from one thread; the figures come out as one line of JSON.
//!
//! The same loop drives every server, so that they can be compared. *closed*: a room acts again as soon as it can; *rate*: every
//! room acts once in a period. Sifang's rooms are tables with full rules and a view for each seat; the others' repeat what
//! somebody said.

mod dial;
mod echo;
mod frame;
mod table;
mod tally;
mod wire;

use dial::request;
use echo::{Echo, Tongue};
use std::time::{Duration, Instant};
use table::Tables;
use tally::{Tally, process};
use wire::{Game, Wire};

const USAGE: &str = "usage: wsload sifang|raw|socketio|boardgame|colyseus ADDRESS ROOMS closed|rate SECONDS SERVER_PID [RULES,…]";

/// How long connections rest before memory is looked at.
const REST: Duration = Duration::from_millis(500);
/// Time from action to action in a room at a fixed rate.
const PERIOD: Duration = Duration::from_secs(1);
/// The part of the measured time that passes before measuring.
const WARM: f64 = 0.25;

struct Run {
    tongue: String,
    address: String,
    rooms: usize,
    period: Option<Duration>,
    seconds: f64,
    server: u32,
    rules: Vec<String>,
}

impl Run {
    fn read(args: &[String]) -> Option<Run> {
        let [tongue, address, rooms, mode, seconds, server, rest @ ..] = args else { return None };
        let rules = rest.first().map_or("wuxi", String::as_str);
        Some(Run {
            tongue: tongue.clone(),
            address: address.clone(),
            rooms: rooms.parse().ok()?,
            period: match mode.as_str() {
                "closed" => None,
                "rate" => Some(PERIOD),
                _ => return None,
            },
            seconds: seconds.parse().ok()?,
            server: server.parse().ok()?,
            rules: rules.split(',').map(str::to_owned).collect(),
        })
    }
}

/// A game whose counts can be looked at.
trait Counted: Game {
    fn tally(&mut self) -> &mut Tally;
}

impl Counted for Echo {
    fn tally(&mut self) -> &mut Tally {
        &mut self.tally
    }
}

impl Counted for Tables {
    fn tally(&mut self) -> &mut Tally {
        &mut self.tally
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let Some(run) = Run::read(&args) else {
        eprintln!("{USAGE}");
        std::process::exit(2);
    };
    let (empty, _) = process(run.server);
    let start = Instant::now();
    let tongue = match run.tongue.as_str() {
        "sifang" => {
            let wire = Wire::new(table::connect(&run.address, run.rooms, &run.rules));
            let joined = start.elapsed();
            let mut game = Tables::new(run.rooms, run.period);
            measure(&run, wire, &mut game, joined, empty);
            if game.refused + game.gaps > 0 {
                eprintln!("{} messages refused, {} updates missing", game.refused, game.gaps);
                std::process::exit(1);
            }
            return;
        }
        "raw" => Tongue::Raw,
        "socketio" => Tongue::SocketIo,
        "boardgame" => Tongue::BoardGame,
        "colyseus" => Tongue::Colyseus,
        _ => panic!("{USAGE}"),
    };
    let (dials, rooms) = tongue.connect(&run.address, run.rooms);
    let joined = start.elapsed();
    let mut game = Echo::new(tongue, rooms, run.period);
    measure(&run, Wire::new(dials), &mut game, joined, empty);
}

/// Drives the game, first to warm up, then for the measured time, and prints the figures.
fn measure(run: &Run, mut wire: Wire, game: &mut impl Counted, joined: Duration, empty: f64) {
    std::thread::sleep(REST);
    let (seated, _) = process(run.server);
    wire.begin(game);
    let patience = Duration::from_millis(if run.period.is_none() { 20 } else { 1 });
    let mut drive = |game: &mut _, seconds: f64| {
        let start = Instant::now();
        while start.elapsed().as_secs_f64() < seconds {
            wire.turn(patience, game);
        }
        start.elapsed().as_secs_f64()
    };
    drive(game, (run.seconds * WARM).max(1.0));
    *game.tally() = Tally::new();
    let syncs_before = syncs(run);
    let (_, server_before) = process(run.server);
    let (_, own_before) = process(std::process::id());
    let seconds = drive(game, run.seconds);
    let (resident, server_after) = process(run.server);
    let (_, own_after) = process(std::process::id());
    let syncs = syncs(run) - syncs_before;
    let tally = game.tally();
    let sockets = 4.0 * run.rooms as f64;
    let per_action = |seconds: f64| 1e6 * seconds / tally.actions.max(1) as f64;
    println!(
        "{{\"actions_per_s\":{:.0},\"deliveries_per_s\":{:.0},\"bytes_per_delivery\":{:.0},\"p50_ms\":{:.3},\"p99_ms\":{:.3},\
         \"max_ms\":{:.1},\"server_cpu_us\":{:.1},\"load_cpu_share\":{:.2},\"joined_s\":{:.2},\"kib_seated\":{:.1},\"kib_after\":{:.1},\"syncs_per_s\":{:.1}}}",
        tally.actions as f64 / seconds,
        tally.deliveries as f64 / seconds,
        tally.bytes as f64 / tally.deliveries.max(1) as f64,
        tally.percentile(0.5),
        tally.percentile(0.99),
        tally.percentile(1.0),
        per_action(server_after - server_before),
        (own_after - own_before) / seconds,
        joined.as_secs_f64(),
        (seated - empty) / sockets,
        (resident - empty) / sockets,
        syncs / seconds,
    );
}

/// Commits so far, where the server counts them and `SIFANG_METRICS` says where it serves them.
fn syncs(run: &Run) -> f64 {
    let Ok(address) = std::env::var("SIFANG_METRICS") else { return 0.0 };
    if run.tongue != "sifang" {
        return 0.0;
    }
    let metrics = request(&address, "GET", "/metrics", "", "");
    let line = metrics.lines().find_map(|line| line.strip_prefix("sifang_commits_total "));
    line.and_then(|count| count.trim().parse().ok()).unwrap_or(f64::NAN)
}
