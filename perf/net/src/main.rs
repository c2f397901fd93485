//! `wsload`: rooms of four on one server, driven from one thread. Orders come by standard input, one in a line; the figures of each
//! come out as one line of JSON.
//!
//! The same loop drives every server, so that they can be compared. Sifang's rooms are tables with full rules and a view for each
//! seat; the others' repeat what somebody said. Rooms that are there stay from order to order, and more are added as they are
//! needed.
//!
//! * `step ROOMS GAP_MS SECONDS`: an open loop. Each of the first so many rooms acts once in a gap on average, at random moments.
//! * `closed ROOMS SECONDS`: all rooms act again as soon as they can.
//! * `rest ROOMS SECONDS`: nobody acts.

mod arrive;
mod book;
mod dial;
mod drive;
mod echo;
mod frame;
mod pace;
mod rooms;
mod table;
mod tally;
mod text;
mod wire;

use arrive::Play;
use drive::Drive;
use echo::{Echo, Tongue};
use rooms::Rooms;
use std::io::BufRead;
use std::sync::mpsc::{Receiver, channel};
use table::Tables;

const USAGE: &str = "usage: wsload sifang|raw|socketio|boardgame|colyseus ADDRESS SERVER_PID [RULES,…]";

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [tongue, address, server, rest @ ..] = &args[..] else { refuse() };
    let Ok(server) = server.parse() else { refuse() };
    let rules = rest.first().map_or("wuxi", String::as_str);
    let tongue = match tongue.as_str() {
        "sifang" => {
            let play = Play::Sifang(rules.split(',').map(str::to_owned).collect());
            return obey(Drive::new(play, address, server), Tables::new());
        }
        "raw" => Tongue::Raw,
        "socketio" => Tongue::SocketIo,
        "boardgame" => Tongue::BoardGame,
        "colyseus" => Tongue::Colyseus,
        _ => refuse(),
    };
    obey(Drive::new(Play::Echo(tongue), address, server), Echo::new(tongue));
}

fn refuse() -> ! {
    eprintln!("{USAGE}");
    std::process::exit(2);
}

/// Carries out order after order, and keeps the connections alive between them.
fn obey(mut drive: Drive, mut rooms: impl Rooms) {
    let orders = orders();
    loop {
        let line = drive.idle_until(&mut rooms, &orders);
        let Some(line) = line else { return };
        let words: Vec<&str> = line.split_whitespace().collect();
        let numbers: Vec<f64> = words.iter().skip(1).filter_map(|word| word.parse().ok()).collect();
        let figures = match (words.first().copied(), &numbers[..]) {
            (Some("step"), [count, gap_ms, seconds]) => {
                drive.step(&mut rooms, *count as usize, *gap_ms, *seconds)
            }
            (Some("closed"), [count, seconds]) => drive.closed(&mut rooms, *count as usize, *seconds),
            (Some("rest"), [count, seconds]) => drive.rest(&mut rooms, *count as usize, *seconds),
            _ => refuse(),
        };
        println!("{figures}");
        if let Some(fault) = rooms.fault() {
            eprintln!("{fault}");
            std::process::exit(1);
        }
    }
}

/// The lines of standard input, read beside the loop that drives the sockets.
fn orders() -> Receiver<String> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    receiver
}
