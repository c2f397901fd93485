//! What a player gets who asks for a hint: what each discard leaves, what winning tiles pay, what an expert would do, and which
//! clause forbids what the tiles seem to allow. Where the numbers come from is not here.

use serde::Serialize;
use sifang_table::Action;
use sifang_tiles::{Seat, Tile};

/// Hints for a decision, all from what the asking seat may see.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Hint {
    /// What an expert would do, and why.
    pub recommended: Option<HintAction>,
    /// The tiles as they stand, where nothing is to be thrown.
    pub standing: Option<HintHand>,
    /// What each offered discard leaves: the nearest to a win first, then by tiles unseen.
    pub discards: Vec<HintHand>,
    /// What the tiles seem to allow and the rules forbid here.
    pub why_not: Vec<HintWhyNot>,
    /// The amounts are what a win pays; if not, tiles turned up after the win may multiply them.
    pub exact: bool,
}

/// An action and the reason for it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct HintAction {
    /// The action.
    pub action: Action,
    /// Why, in Chinese.
    pub zh: String,
    /// Why, in English.
    pub en: String,
}

/// A hand after a discard, or as it stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct HintHand {
    /// The discard; null for the tiles as they stand.
    pub discard: Option<Tile>,
    /// Tiles away from a win: 1 is ready.
    pub away: u8,
    /// The winning tiles of a ready hand.
    pub waits: Vec<HintWait>,
    /// The tiles that bring any other hand nearer.
    pub useful: Vec<HintUseful>,
    /// Unseen copies of all of them.
    pub unseen: u32,
}

/// A winning tile.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct HintWait {
    /// The tile.
    pub tile: Tile,
    /// Copies this seat has not seen.
    pub unseen: u8,
    /// What it pays in all when drawn; null if it may not be won with then.
    pub draw: Option<i32>,
    /// What it pays in all when thrown, by each seat from which it may be won.
    pub discard: Vec<HintPayment>,
    /// The clause that forbids winning on any discard of it.
    pub forbidden: Option<HintWhyNot>,
}

/// What a discard of one seat pays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct HintPayment {
    /// Whose discard.
    pub from: Seat,
    /// What the winner gets in all.
    pub points: i32,
}

/// A tile that brings the hand nearer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct HintUseful {
    /// The tile.
    pub tile: Tile,
    /// Copies this seat has not seen.
    pub unseen: u8,
}

/// Why something is not offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct HintWhyNot {
    /// What is not offered: `hu`, `pon`, `kong`, `chi`.
    pub what: &'static str,
    /// The reason's id.
    pub id: &'static str,
    /// The reason in Chinese.
    pub zh: &'static str,
    /// The reason in English.
    pub en: &'static str,
    /// Anchor in the rule book.
    pub clause: &'static str,
}
