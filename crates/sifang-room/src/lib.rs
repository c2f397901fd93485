//! A room and the match played in it, as one deterministic machine without input and output.
//!
//! [`RoomCore::handle`] takes an [`Input`] and the time, and answers with an [`Output`]: at most one line for the log, and
//! effects. Whoever runs it appends the line, commits, and only then carries out the effects, so nobody is told what could be
//! forgotten. Everything from outside (time, chance, players, bots' answers) comes in through inputs and stands in the log:
//! [`RoomCore::replay`] of the lines is the same room.
//!
//! [`replay`](fn@replay) tells a finished deal in the same messages that its players got.
//!
//! What is *not* here: sockets, files, clocks, threads, random numbers, and any rule of any rule set.
#![forbid(unsafe_code)]

mod advice;
mod bot;
mod core;
mod door;
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
mod ring;
mod room;
mod scratch;
#[cfg(test)]
mod secrecy;
mod setup;
mod show;
mod step;
mod stream;
mod tell;
mod telling;
mod text;
mod time;
mod vote;

pub use self::core::{ReplayError, RoomCore};
pub use bot::{BotAnswer, BotJob, HintAnswer, HintJob};
pub use input::{ConnectionId, DealReport, EDITION, Effect, Founding, Input, LogLine, MatchReport, Output};
pub use replay::replay;
pub use setup::check_setup;
pub use text::Text;
