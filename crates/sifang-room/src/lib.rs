//! A room and the match played in it, as one deterministic machine without input and output.
//!
//! [`RoomCore::handle`] takes an [`Input`] and the time, and answers with an [`Output`]: at most one
//! line for the log, and effects. Everything from outside (time, chance, players, bots' answers) comes
//! in through inputs and stands in the log: [`RoomCore::replay`] of the lines is the same room.
//!
//! [`Driver`] is the loop around it: it holds the effects back until the line is committed, so nobody
//! is sent what could be forgotten, and builds the room again from its log after a failure.
//!
//! [`replay`](fn@replay) shows a finished deal in the same messages that its players got.
//!
//! What is *not* here: sockets, files, clocks, threads, random numbers, and any rule of any rule set.
#![forbid(unsafe_code)]

mod advice;
mod bot;
mod core;
mod door;
mod driver;
mod game;
mod hold;
mod input;
mod kept;
mod lobby;
mod log;
mod names;
mod nonces;
mod play;
mod presence;
mod replay;
mod room;
#[cfg(test)]
mod secrecy;
mod setup;
mod show;
mod step;
mod time;
mod updates;
mod vote;

pub use self::core::{ReplayError, RoomCore};
pub use bot::{BotAnswer, BotJob, HintAnswer, HintJob};
#[cfg(feature = "mutations")]
pub use driver::Fault;
pub use driver::{Append, Command, Driver, Event, Loaded};
pub use input::{
    ConnectionId, DealReport, EDITION, Effect, Founding, Input, LogLine, MatchReport, Output, Report,
};
pub use replay::{question, replay};
pub use setup::check_setup;
pub use updates::Message;
