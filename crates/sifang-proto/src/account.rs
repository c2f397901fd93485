//! Bodies of the HTTP interface about an account: who one is, on which devices, and how to come back.

use crate::{KeyId, Label, Millis, Nickname, Player, RecoveryCode, Token};
use serde::{Deserialize, Serialize};

/// `POST /api/players`: a new guest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct GuestRequest {
    /// How to call the player.
    pub nickname: Nickname,
    /// What to call this device in the player's list.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub device: Option<Label>,
}

/// The answer: the only time the token is shown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Registered {
    /// The player.
    pub player: Player,
    /// What proves it.
    pub token: Token,
}

/// `PATCH /api/me`: another name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NicknameRequest {
    /// The name.
    pub nickname: Nickname,
}

/// A device on which a player is signed in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TokenView {
    /// Revokes it: `DELETE /api/me/tokens/{id}`.
    pub id: KeyId,
    /// What it called itself; empty if it did not say.
    pub device: String,
    /// When it signed in.
    pub created: Millis,
    /// When it was last here, to the hour.
    pub used: Millis,
    /// It is the one that asks.
    pub current: bool,
}

/// `GET /api/me/tokens`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TokenList {
    /// The devices, the latest first.
    pub tokens: Vec<TokenView>,
    /// Whether there is a recovery code.
    pub recovery: bool,
    /// A device that has not been here for so many days is signed out; 0: never.
    pub days: u32,
}

/// `POST /api/me/recovery`: a new code; an earlier one is no longer valid.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Recovery {
    /// The code, shown once.
    pub code: RecoveryCode,
}

/// `POST /api/recover`: become that player here, and nowhere else.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct RecoveryRequest {
    /// The code, which is used up by it.
    pub code: RecoveryCode,
    /// What to call this device in the player's list.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub device: Option<Label>,
}

/// The answer: the only time the token and the next code are shown. All other devices are signed out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Recovered {
    /// The player.
    pub player: Player,
    /// What proves it.
    pub token: Token,
    /// The code for the next time.
    pub code: RecoveryCode,
}

/// `DELETE /api/me`: the account and its data.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct DeleteRequest {
    /// The player's nickname, which confirms that it is meant.
    pub nickname: String,
}

/// `POST /api/me/passkeys/begin` and `POST /api/passkeys/begin`: what to ask the browser.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PasskeyQuestion {
    /// For `navigator.credentials`, with bytes as base64url: `PublicKeyCredentialCreationOptionsJSON` or
    /// `PublicKeyCredentialRequestOptionsJSON`. It may be answered once, within five minutes.
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub public_key: serde_json::Value,
}

/// A passkey in its owner's list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PasskeyView {
    /// Removes it: `DELETE /api/me/passkeys/{id}`.
    pub id: KeyId,
    /// What it was called when it was made; may be empty.
    pub name: String,
    /// When it was made.
    pub created: Millis,
    /// When it was last used.
    pub used: Option<Millis>,
}

/// `GET /api/me/passkeys`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PasskeyList {
    /// The passkeys, the oldest first.
    pub passkeys: Vec<PasskeyView>,
    /// Whether they can be used at the address that was asked.
    pub available: bool,
}
