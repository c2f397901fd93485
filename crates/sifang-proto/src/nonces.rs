//! How the players' nonces come in before a match: first what each commits to, then the values; and what is shown of a start that
//! came to nothing because somebody's is missing.

use crate::Player;
use serde::Serialize;
use sifang_tiles::Seat;

/// Which of the two is collected.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum NonceStep {
    /// What each player commits to.
    Commit,
    /// All that will be there are there: the values.
    Reveal,
}

/// Who has agreed to go on without the nonce of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WaiveView {
    /// Whose nonce.
    pub seat: Seat,
    /// Who has agreed. When all others have, it counts as missing.
    pub by: Vec<Seat>,
}

/// Why a start was void.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum VoidReason {
    /// They did not commit to a nonce in time.
    NoCommitment,
    /// They committed to a nonce and did not send it in time.
    NoNonce,
    /// They left before theirs was there.
    Left,
}

/// A start that was void: nothing of it is ever used.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct VoidView {
    /// By whom.
    pub by: Vec<Player>,
    /// Why.
    pub reason: VoidReason,
}

/// How many starts were void by a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct VoidCount {
    /// Who.
    pub player: Player,
    /// How many, since the room was opened.
    pub starts: u32,
}
