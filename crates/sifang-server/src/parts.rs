//! What a server stands on: where lines and players are kept, where the random bytes of matches come from, how long an empty
//! room is kept. A server that people play on takes [`Parts::usual`]; trials put other parts in their place, such as a disk
//! that fails or chance that repeats. None of them can be chosen by a setting.

use crate::ids;
use sifang_proto::{RoomCode, limits};
use sifang_room::Input;
use sifang_store::{Journal, Keeper, Store};
use std::fmt::Debug;
use std::sync::Arc;
use std::time::Duration;

/// Where the random bytes of matches come from.
pub trait Chance: Send + Sync + Debug {
    /// Fresh bytes for one match; none if there are none to be had: then nothing is dealt.
    fn draw(&self) -> Option<[u8; 48]>;

    /// A room is about to carry out an input from outside. Trials let it fail here, in the middle of a
    /// match, as a bug would.
    fn before(&self, _room: RoomCode, _input: &Input) {}
}

/// The operating system's generator.
#[derive(Debug)]
struct System;

impl Chance for System {
    fn draw(&self) -> Option<[u8; 48]> {
        ids::random().ok()
    }
}

/// What a server stands on.
#[derive(Clone, Debug)]
pub struct Parts {
    /// Players, saved options, what was played.
    pub store: Arc<dyn Store>,
    /// The logs of live rooms.
    pub journal: Arc<dyn Journal>,
    /// The randomness of matches.
    pub chance: Arc<dyn Chance>,
    /// How long a room is kept in which nobody is and nothing happens.
    pub idle: Duration,
}

impl Parts {
    /// What people play on: everything in one store, random bytes of the operating system.
    pub fn usual(keeper: Arc<dyn Keeper>) -> Parts {
        let idle = Duration::from_millis(limits::IDLE_ROOM_MS);
        Parts { store: keeper.clone(), journal: keeper, chance: Arc::new(System), idle }
    }
}
