//! Players and what proves who they are: tokens, recovery codes, passkeys; and the end of an account.
//!
//! Secrets are hashes here. How long a token lasts and what a passkey's bytes mean is the server's business.

use crate::{Hash, Later};

/// A player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// The public name of the account.
    pub id: String,
    /// What others see.
    pub nickname: String,
}

/// A player who comes for the first time.
#[derive(Clone, Debug)]
pub struct NewPlayer {
    /// The player.
    pub player: Player,
    /// What proves who it is.
    pub token: NewToken,
}

/// A token for a device.
#[derive(Clone, Debug)]
pub struct NewToken {
    /// Its hash.
    pub hash: Hash,
    /// Its public name.
    pub id: String,
    /// Which device has it, as that said; may be empty.
    pub device: String,
    /// When, in milliseconds since 1970.
    pub created_ms: i64,
}

/// A token in its owner's list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    /// Its public name.
    pub id: String,
    /// Which device has it.
    pub device: String,
    /// When it was made.
    pub created_ms: i64,
    /// When it was last used, to the hour or so.
    pub used_ms: i64,
}

/// Who a token stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Known {
    /// The player.
    pub player: Player,
    /// The public name of the token.
    pub token: String,
    /// When it was last used.
    pub used_ms: i64,
}

/// A recovery: the code is used up, and everything that proved who the player is with it.
#[derive(Clone, Debug)]
pub struct NewRecovery {
    /// The code that was given.
    pub code: Hash,
    /// The code that takes its place.
    pub next: Hash,
    /// The only token from now on.
    pub token: NewToken,
}

/// A new passkey.
#[derive(Clone, Debug)]
pub struct NewPasskey {
    /// The name its device gave it.
    pub credential: Vec<u8>,
    /// Its public name.
    pub id: String,
    /// What its owner calls it.
    pub name: String,
    /// What never changes: the public key and its kind.
    pub fixed: Vec<u8>,
    /// What changes with every use.
    pub changing: Vec<u8>,
    /// When, in milliseconds since 1970.
    pub created_ms: i64,
}

/// A passkey in its owner's list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passkey {
    /// Its public name.
    pub id: String,
    /// The name its device gave it.
    pub credential: Vec<u8>,
    /// What its owner calls it.
    pub name: String,
    /// When it was made.
    pub created_ms: i64,
    /// When it was last used.
    pub used_ms: Option<i64>,
}

/// Whose passkey this is, and what checks it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownPasskey {
    /// The player.
    pub player: Player,
    /// What never changes.
    pub fixed: Vec<u8>,
    /// What changes with every use.
    pub changing: Vec<u8>,
}

/// A use of a passkey that was checked.
#[derive(Clone, Debug)]
pub struct PasskeyUse {
    /// Which.
    pub credential: Vec<u8>,
    /// What it was checked against: if that has changed in the meantime, the check is worth nothing.
    pub before: Vec<u8>,
    /// What it is now.
    pub after: Vec<u8>,
    /// The token that it brings.
    pub token: NewToken,
}

/// What a match still holds of somebody whose account is deleted.
#[derive(Clone, Debug)]
pub struct Forgotten {
    /// The match.
    pub match_id: String,
    /// Who is forgotten.
    pub player: String,
    /// The record without that player; none: no person is left in it, and the match goes altogether.
    pub record: Option<Vec<u8>>,
    /// How the match stands in the histories of the others.
    pub others: Vec<(String, Vec<u8>)>,
}

/// Players and what proves who they are. A full queue is answered with [`StoreError::Busy`](crate::StoreError::Busy) at once.
pub trait Accounts: Send + Sync + std::fmt::Debug {
    /// Adds a player.
    fn add_player(&self, new: NewPlayer) -> Later<'_, ()>;
    /// Replaces a player's nickname.
    fn rename(&self, player: String, nickname: String) -> Later<'_, ()>;

    /// Whose token this is, if it was used since that moment.
    fn player_by_token(&self, token: Hash, since_ms: i64) -> Later<'_, Option<Known>>;
    /// A player's tokens that were used since that moment, the latest first.
    fn tokens(&self, player: String, since_ms: i64) -> Later<'_, Vec<Token>>;
    /// The token was used at this moment.
    fn touch_token(&self, token: Hash, used_ms: i64) -> Later<'_, ()>;
    /// Takes a token away; says whether the player had it.
    fn revoke_token(&self, player: String, id: String) -> Later<'_, bool>;
    /// Takes all of a player's tokens away but this one.
    fn revoke_others(&self, player: String, id: String) -> Later<'_, ()>;
    /// Removes the tokens that nobody has used since that moment.
    fn expire_tokens(&self, since_ms: i64) -> Later<'_, ()>;

    /// Gives a player a recovery code; an earlier one is forgotten.
    fn set_recovery(&self, player: String, recovery: Hash) -> Later<'_, ()>;
    /// Whether a player has a recovery code.
    fn has_recovery(&self, player: String) -> Later<'_, bool>;
    /// Uses a recovery code up; none: there is no such code.
    fn recover(&self, recovery: NewRecovery) -> Later<'_, Option<Player>>;

    /// Adds a passkey, unless the player has so many; says whether it was added.
    fn add_passkey(&self, player: String, passkey: NewPasskey, most: u32) -> Later<'_, bool>;
    /// A player's passkeys, the oldest first.
    fn passkeys(&self, player: String) -> Later<'_, Vec<Passkey>>;
    /// Whose passkey this is.
    fn passkey(&self, credential: Vec<u8>) -> Later<'_, Option<KnownPasskey>>;
    /// Signs in by a passkey. The player then has at most so many tokens: those longest unused go, and are named. None: the
    /// passkey is gone or was used elsewhere in the meantime.
    fn use_passkey(&self, used: PasskeyUse, most: u32) -> Later<'_, Option<Vec<String>>>;
    /// Takes a passkey away; says whether the player had it.
    fn drop_passkey(&self, player: String, id: String) -> Later<'_, bool>;

    /// Deletes an account: who it was can no longer be proved, and what it had saved is gone. What was played stays until
    /// [`Accounts::forget`].
    fn erase(&self, player: String, at_ms: i64) -> Later<'_, ()>;
    /// Accounts that were deleted lately.
    fn erased(&self) -> Later<'_, Vec<String>>;
    /// Matches that still hold something of a deleted account, each with that account; at most so many.
    fn to_forget(&self, most: u32) -> Later<'_, Vec<(String, String)>>;
    /// How a match stands in a player's history.
    fn summary(&self, player: String, match_id: String) -> Later<'_, Option<Vec<u8>>>;
    /// Takes somebody whose account is deleted out of a match.
    fn forget(&self, forgotten: Forgotten) -> Later<'_, ()>;
    /// Nothing is looked for any more of accounts that were deleted before that moment.
    fn end_erasures(&self, before_ms: i64) -> Later<'_, ()>;
}
