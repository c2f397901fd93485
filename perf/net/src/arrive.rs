//! Connecting many rooms of four at the same time, while those that are there play on.

use crate::dial::{Dial, field, post};
use crate::echo::Tongue;
use crate::frame::TEXT;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, channel};

/// Rooms that are set up at the same time.
const ARRIVING: usize = 32;

/// What is played in the rooms of a server.
#[derive(Clone)]
pub enum Play {
    /// Tables of Sifang, by these rules in turn.
    Sifang(Vec<String>),
    /// Rooms that repeat what is said.
    Echo(Tongue),
}

/// Connects the rooms of these numbers. They come in any order; if fewer come than were asked for, the reason is on standard error.
pub fn arrive(play: &Play, address: &str, numbers: Range<usize>) -> Receiver<(usize, Vec<Dial>)> {
    let (sender, receiver) = channel();
    let (next, end) = (Arc::new(AtomicUsize::new(numbers.start)), numbers.end);
    for _ in 0..ARRIVING {
        let (sender, next, play, address) = (sender.clone(), next.clone(), play.clone(), address.to_owned());
        std::thread::spawn(move || {
            loop {
                let number = next.fetch_add(1, Relaxed);
                if number >= end {
                    return;
                }
                let dials = match &play {
                    Play::Sifang(rules) => table(&address, number, &rules[number % rules.len()]),
                    Play::Echo(tongue) => tongue.arrive(&address, number),
                };
                if sender.send((number, dials)).is_err() {
                    return;
                }
            }
        });
    }
    receiver
}

/// Seats the four players of a table. All are ready; the host says `start` when it sees that.
fn table(address: &str, number: usize, rules: &str) -> Vec<Dial> {
    let token = |seat: usize| {
        let body = format!("{{\"nickname\":\"load {number}-{seat}\"}}");
        field(&post(address, "/api/players", "", &body), "token").to_owned()
    };
    let tokens: Vec<String> = (0..4).map(token).collect();
    let setup = format!("{{\"rules\":\"{rules}\",\"clock\":null,\"uniform_pause\":false}}");
    let room = post(address, "/api/rooms", &tokens[0], &setup);
    let link = field(&room, "link");
    let seat = tokens.iter().map(|token| {
        let mut dial = Dial::open(address, "/ws");
        let hello =
            format!("{{\"id\":1,\"type\":\"hello\",\"protocol\":\"sifang/1\",\"token\":\"{token}\"}}");
        dial.send(TEXT, hello.as_bytes());
        dial.await_text("\"type\":\"welcome\"");
        dial.send(TEXT, format!("{{\"id\":2,\"type\":\"enter\",\"room\":\"{link}\"}}").as_bytes());
        dial.await_text("\"type\":\"ack\",\"id\":2");
        dial.send(TEXT, b"{\"id\":3,\"type\":\"ready\",\"ready\":true}");
        dial.await_text("\"type\":\"ack\",\"id\":3");
        dial
    });
    seat.collect()
}
