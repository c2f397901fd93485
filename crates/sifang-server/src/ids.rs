//! New names and secrets, from the operating system's generator; and the hashes under which secrets are stored.

use crate::error::ApiError;
use sha2::{Digest as _, Sha256};
use sifang_proto::{ErrorCode, KeyId, PlayerId, RecoveryCode, RoomCode, RoomLink, Token};
use sifang_store::Hash;

/// Random bytes; without them nothing fair or secret can be made, so their absence is an error and never a weaker value.
pub(crate) fn random<const N: usize>() -> Result<[u8; N], ApiError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| {
        tracing::error!(%error, "the operating system gives no random bytes");
        ApiError::from(ErrorCode::ServerInternal)
    })?;
    Ok(bytes)
}

pub(crate) fn token() -> Result<Token, ApiError> {
    random().map(Token::new)
}

pub(crate) fn recovery_code() -> Result<RecoveryCode, ApiError> {
    random().map(RecoveryCode::new)
}

pub(crate) fn player() -> Result<PlayerId, ApiError> {
    random().map(|bytes| PlayerId(u64::from_be_bytes(bytes)))
}

/// The public id of a token or a passkey.
pub(crate) fn key() -> Result<KeyId, ApiError> {
    random().map(|bytes| KeyId(u64::from_be_bytes(bytes)))
}

/// A room's name in the store; nobody outside ever sees it.
pub(crate) fn room() -> Result<String, ApiError> {
    random().map(|bytes| format!("{:032x}", u128::from_be_bytes(bytes)))
}

pub(crate) fn link() -> Result<RoomLink, ApiError> {
    random().map(RoomLink::new)
}

/// A room code. Taking the rest of a division makes some codes a hair likelier, which matters to nobody: they are no secrets.
pub(crate) fn code() -> Result<RoomCode, ApiError> {
    random().map(|bytes| RoomCode::new(u32::from_be_bytes(bytes)))
}

/// How a token is stored.
pub(crate) fn token_hash(token: &Token) -> Hash {
    Sha256::new().chain_update(b"sifang/token/1").chain_update(token.bytes()).finalize().into()
}

/// How a recovery code is stored. A hundred random bits cannot be searched, so no slow hash is needed.
pub(crate) fn recovery_hash(code: &RecoveryCode) -> Hash {
    Sha256::new().chain_update(b"sifang/recovery/1").chain_update(code.bytes()).finalize().into()
}
