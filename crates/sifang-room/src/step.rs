//! One step of a room: the moment, the chance it may draw on, and what it leaves to be sent.

use crate::input::{CHANCE, Effect};
use sifang_proto::{CloseReason, Millis, PlayerId};
use sifang_tiles::SeatSet;

/// Most steps leave an acknowledgement and an update for everybody at the table.
const EFFECTS: usize = 6;

/// What a step works with, and what it has come to.
pub(crate) struct Step<'a> {
    /// The moment.
    pub now: Millis,
    chance: &'a mut dyn FnMut() -> [u8; CHANCE],
    /// What was drawn, for the log.
    pub drawn: Option<[u8; CHANCE]>,
    /// Whether anything is sent; a replay sends nothing.
    pub live: bool,
    /// Whether bots are asked: not in a replay, nor where nobody is.
    pub asks: bool,
    /// What is to be done outside.
    pub effects: Vec<Effect>,
    /// The room looks different.
    pub room: bool,
    /// Seats to whose own players alone the room looks different.
    pub own: SeatSet,
    /// The table looks different to somebody.
    pub table: bool,
    /// A match has begun: everybody gets a snapshot.
    pub fresh: bool,
    /// Who is no longer in the room, and why.
    pub gone: Vec<(PlayerId, CloseReason)>,
}

impl<'a> Step<'a> {
    pub(crate) fn new(now: Millis, live: bool, chance: &'a mut dyn FnMut() -> [u8; CHANCE]) -> Step<'a> {
        Step {
            now,
            chance,
            drawn: None,
            live,
            asks: live,
            effects: Vec::with_capacity(EFFECTS),
            room: false,
            own: SeatSet::EMPTY,
            table: false,
            fresh: false,
            gone: Vec::new(),
        }
    }

    /// Random bytes; the same ones if asked again in this step, so that a line of the log needs to hold them only once.
    pub(crate) fn draw(&mut self) -> [u8; CHANCE] {
        *self.drawn.get_or_insert_with(|| (self.chance)())
    }

    /// Leaves something to be done.
    pub(crate) fn effect(&mut self, effect: Effect) {
        if self.live {
            self.effects.push(effect);
        }
    }
}
