//! `cargo xtask bench --net`: how many tables our server carries on one core, beside other servers for rooms of four.
//!
//! The load process, two bare servers and the Node peers live in `perf/net`, outside the main build. Each server has one core, the
//! load process the other. Capacity is looked for in an open loop, in which every table acts at its own moments whatever the server
//! does. The closed loop, in which everybody acts as soon as it can, is a diagnostic. With `--before BINARY` the other server is an
//! earlier build of our own.

mod bars;
mod before;
mod capacity;
mod programs;
mod report;
mod search;

use anyhow::Result;
use programs::{Contestant, Programs};
use serde_json::Value;

pub(crate) use before::run_before;

/// Turns each server takes in the closed loop.
const TURNS: usize = 3;
/// Rooms and measured seconds of it.
const ROOMS: usize = 500;
const SECONDS: f64 = 3.0;

const OURS: Contestant = Contestant { name: "sifang", tongue: "sifang" };
const COLYSEUS: Contestant = Contestant { name: "colyseus", tongue: "colyseus" };

/// In the order in which they run: the machine is not the same from minute to minute, so ours stands right between the two it is
/// compared with.
const CONTESTANTS: [Contestant; 6] = [
    Contestant { name: "socketio", tongue: "socketio" },
    COLYSEUS,
    OURS,
    Contestant { name: "boardgame", tongue: "boardgame" },
    Contestant { name: "epoll", tongue: "raw" },
    Contestant { name: "axum", tongue: "raw" },
];

/// A closed loop of one server.
struct Closed {
    name: &'static str,
    figures: Value,
}

/// A figure of a closed loop; not a number where there is none.
fn closed(looped: &Closed, field: &str) -> f64 {
    capacity::figure(&looped.figures, field)
}

fn loop_order() -> String {
    format!("closed {ROOMS} {SECONDS}")
}

/// Builds, runs and compares.
pub(crate) fn run() -> Result<()> {
    let programs = Programs::build()?;
    let mut loops = Vec::new();
    for number in 1..=TURNS {
        for contestant in CONTESTANTS {
            let figures = programs.open(contestant)?.order(&loop_order())?;
            loops.push(Closed { name: contestant.name, figures });
        }
        println!("closed loop: turn {number} of {TURNS} done");
    }
    report::head();
    for Contestant { name, .. } in CONTESTANTS {
        let turns = loops.iter().filter(|looped| looped.name == name).map(|looped| &looped.figures);
        report::medians(&format!("{name}, closed loop"), turns.collect());
    }
    let mut capacities = Vec::new();
    // Once more the two that are compared, so that not one bad minute decides.
    for contestant in CONTESTANTS.into_iter().chain([OURS, COLYSEUS]) {
        let found = capacity::measure(&programs, contestant)?;
        report::capacity(&found);
        capacities.push(found);
    }
    bars::judge(&bars::bars(&capacities, &loops))
}
