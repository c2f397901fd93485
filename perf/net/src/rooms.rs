//! What a step needs of the rooms it drives, whatever is played in them.

use crate::book::Book;
use crate::wire::{Game, Out};

/// Rooms of four; the sockets of room n are 4n to 4n + 3.
pub trait Rooms: Game {
    /// The next four sockets are a room, dialled by this number.
    fn seat(&mut self, name: usize);
    /// Everybody who can act does so at once.
    fn start(&mut self, out: &mut Out<'_>);
    /// What is measured.
    fn book(&mut self) -> &mut Book;
    /// Rooms that do not keep the pace yet.
    fn unready(&self) -> usize;
    /// What must not have happened.
    fn fault(&mut self) -> Option<String>;
}
