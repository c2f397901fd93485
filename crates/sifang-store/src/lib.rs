//! What a server must not forget.
//!
//! [`Journal`] keeps the log of every live room: a line is in it for good when `append` answers, and a damaged log is noticed
//! when it is read. [`Store`] keeps players, saved options, what was played, and the keys that sign it. Both have two
//! implementations: [`Sqlite`], a file for one server, in which a single thread writes and many requests share one commit; and
//! [`Postgres`], a database that several nodes share. Lines, records and summaries are bytes here: what they mean is the business
//! of the room. What is *not* here: rules, rooms, clocks, random numbers.
#![forbid(unsafe_code)]

mod accounts;
mod backup;
mod chain;
mod error;
mod keys;
mod part;
pub mod postgres;
pub mod private;
mod rhythm;
mod sqlite;
mod transfer;

pub use accounts::{
    Accounts, Forgotten, Known, KnownPasskey, NewPasskey, NewPlayer, NewRecovery, NewToken, Passkey,
    PasskeyUse, Player, Token,
};
pub use backup::{Copied, CopyError, backup, restore};
pub use chain::Digest;
pub use error::{Damage, Lost, Refusal, StoreError};
pub use keys::{KeySecret, NewKey, StoredKey};
pub use postgres::{Address, AddressError, Postgres};
pub use sqlite::{Settings, Sqlite, Vacuumed, signing_keys, vacuum};
pub use transfer::{Transferred, to_database, to_folder};

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

/// An answer that comes later.
pub type Later<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// A SHA-256 hash of something secret; the secret itself is never stored.
pub type Hash = [u8; 32];

/// A room that begins.
#[derive(Clone, Debug)]
pub struct NewRoom {
    /// Its name inside the server.
    pub id: String,
    /// The digits people type.
    pub code: String,
    /// The unguessable end of its link.
    pub link: String,
    /// When, in milliseconds since 1970.
    pub created_ms: i64,
    /// What is known of it besides its log.
    pub meta: Vec<u8>,
}

/// A room that was live when the server stopped.
#[derive(Clone, Debug)]
pub struct LiveRoom {
    /// As it was opened.
    pub room: NewRoom,
    /// Its log from the first line, or what is wrong with it.
    pub log: Result<Vec<Vec<u8>>, Damage>,
}

/// Lines for the log of a room, and what they bring about: all of it is kept, or nothing.
#[derive(Clone, Debug, Default)]
pub struct Entry {
    /// The room, whose name goes from hand to hand with every line.
    pub room: Arc<str>,
    /// How many lines its log has before these.
    pub after: u64,
    /// The lines.
    pub lines: Vec<Vec<u8>>,
    /// Deals that were finished by them.
    pub deals: Vec<PlayedDeal>,
    /// The match that ended with them.
    pub played: Option<PlayedMatch>,
    /// A match that ended with them and is not to be kept: its deals are forgotten.
    pub unplayed: Option<String>,
}

/// A finished deal.
#[derive(Clone, Debug)]
pub struct PlayedDeal {
    /// The match.
    pub match_id: String,
    /// Its number, from 1.
    pub number: u32,
    /// What verifies it.
    pub record: Vec<u8>,
    /// What shows it.
    pub events: Vec<u8>,
}

/// A match that is over.
#[derive(Clone, Debug)]
pub struct PlayedMatch {
    /// The match.
    pub id: String,
    /// What was played.
    pub rules: String,
    /// When it ended, in milliseconds since 1970.
    pub ended_ms: i64,
    /// Who played, and how the match stands in that player's history.
    pub players: Vec<(String, Vec<u8>)>,
    /// The record, which can be verified.
    pub record: Vec<u8>,
}

/// The logs of live rooms.
pub trait Journal: Send + Sync + std::fmt::Debug {
    /// Begins the log of a room. Its code and link must be free.
    fn open(&self, room: NewRoom) -> Later<'_, ()>;

    /// Adds lines. The answer comes after the commit that holds them; without it nothing may be sent to anybody.
    /// Waits while the queue is full.
    fn append(&self, entry: Entry) -> Later<'_, ()>;

    /// All live rooms, each with its log or what is wrong with it. Called once, before anything is appended.
    fn load(&self) -> Later<'_, Vec<LiveRoom>>;

    /// One live room, for building it anew after a failure.
    fn load_one(&self, room: String) -> Later<'_, Option<LiveRoom>>;

    /// Ends a room: its log is no longer needed.
    fn close(&self, room: String) -> Later<'_, ()>;

    /// Commits so far, where they are counted: each cost the disk a sync.
    fn commits(&self) -> u64 {
        0
    }
}

/// Options saved by name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preset {
    /// Its name among its owner's.
    pub name: String,
    /// The unguessable end of its link.
    pub link: String,
    /// What was saved.
    pub body: Vec<u8>,
}

/// A match in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The match.
    pub id: String,
    /// When it ended.
    pub ended_ms: i64,
    /// How it stands in the history.
    pub summary: Vec<u8>,
}

/// What is kept of what was played; the oldest goes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Keep {
    /// Matches that ended since this moment, in milliseconds since 1970.
    pub since_ms: Option<i64>,
    /// At most so many matches.
    pub matches: Option<u64>,
    /// As many as fit when everything that is stored takes no more bytes than this.
    pub bytes: Option<u64>,
}

/// Saved options and what was played, beside the accounts. A full queue is answered with [`StoreError::Busy`] at once.
pub trait Store: Accounts {
    /// Saves options by name; a name that is there keeps its link. The link now in force is the answer.
    fn save_preset(&self, player: String, preset: Preset, saved_ms: i64) -> Later<'_, String>;
    /// Forgets saved options; says whether there were any.
    fn drop_preset(&self, player: String, name: String) -> Later<'_, bool>;
    /// A player's saved options, by name.
    fn presets(&self, player: String) -> Later<'_, Vec<Preset>>;
    /// Saved options by their link.
    fn preset_by_link(&self, link: String) -> Later<'_, Option<Preset>>;

    /// A player's matches (of one rule set, or all) that ended before `before_ms`, the latest first.
    fn history(
        &self,
        player: String,
        rules: Option<String>,
        before_ms: i64,
        most: u32,
    ) -> Later<'_, Vec<Played>>;
    /// The record of a match.
    fn record(&self, match_id: String) -> Later<'_, Option<Vec<u8>>>;
    /// What shows one deal of a match that is over; of one that is being played nothing is shown.
    fn events(&self, match_id: String, number: u32) -> Later<'_, Option<Vec<u8>>>;
    /// Takes away a little of what is not to be kept, or gives back a little space; says whether there may be more to do.
    fn trim(&self, keep: Keep) -> Later<'_, bool>;
    /// Whether writing works: a commit that changes nothing, but reaches the disk.
    fn probe(&self) -> Later<'_, ()>;

    /// The keys with which records are or were signed, the one in use first.
    fn signing_keys(&self) -> Later<'_, Vec<StoredKey>>;
    /// Takes a new key into use. Of the one before, if there is one, only the public half stays.
    fn begin_signing_key(&self, key: NewKey) -> Later<'_, ()>;
    /// Forgets a key that is no longer in use; says whether there was one.
    fn withdraw_signing_key(&self, public: [u8; 32]) -> Later<'_, bool>;
}

/// All that a server keeps, in one place.
pub trait Keeper: Store + Journal {
    /// Finishes every write that waits, then closes. Later requests get [`StoreError::Closed`].
    fn shut_down(&self) -> Later<'_, ()>;

    /// Waits until others have taken the rooms from here; where there are no others, for ever.
    fn given_up(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(std::future::pending())
    }
}
