//! What handlers get from a request: the player behind its token, its body, the address it came from.

use crate::app::Shared;
use crate::config::Config;
use crate::error::ApiError;
use crate::network::Network;
use crate::{clock, ids, proxy};
use axum::body::Bytes;
use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Request};
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap};
use serde::de::DeserializeOwned;
use sifang_proto::{ErrorBody, ErrorCode, KeyId, Nickname, Player, Token};
use std::net::SocketAddr;

/// The player whose token the request carries.
pub(crate) struct Guest(pub(crate) Player);

impl FromRequestParts<Shared> for Guest {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Guest, ApiError> {
        Signed::from_request_parts(parts, app).await.map(|signed| Guest(signed.player))
    }
}

/// A player, and by which token it is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Signed {
    pub(crate) player: Player,
    pub(crate) token: KeyId,
}

impl FromRequestParts<Shared> for Signed {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Signed, ApiError> {
        signed(app, &token(&parts.headers).ok_or(ErrorCode::AuthToken)?).await
    }
}

/// The token that a request carries.
pub(crate) fn token(headers: &HeaderMap) -> Option<Token> {
    let header = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    header.and_then(|value| value.strip_prefix("Bearer ")).and_then(|token| token.parse().ok())
}

/// After this long it is written down again that a token is in use: nobody waits for that.
const TOUCH_MS: i64 = 3_600_000;

/// Whose token this is.
pub(crate) async fn signed(app: &Shared, token: &Token) -> Result<Signed, ApiError> {
    let (hash, now) = (ids::token_hash(token), clock::stored_now());
    let known = app.store.player_by_token(hash, app.tokens_since(now)).await?.ok_or(ErrorCode::AuthToken)?;
    if now.saturating_sub(known.used_ms) >= TOUCH_MS {
        let app = app.clone();
        tokio::spawn(async move {
            if let Err(error) = app.store.touch_token(hash, now).await {
                tracing::warn!(%error, "it could not be written down that a token is in use");
            }
        });
    }
    let token = known.token.parse().map_err(|_| {
        tracing::error!(player = known.player.id, "a stored token cannot be read");
        ErrorCode::ServerInternal
    })?;
    Ok(Signed { player: readable(known.player)?, token })
}

/// A stored player on the wire. A name that nobody may choose any more is not shown to others; its owner plays on under a
/// neutral one and may choose anew.
pub(crate) fn readable(player: sifang_store::Player) -> Result<Player, ApiError> {
    match (player.id.parse(), player.nickname.parse::<Nickname>()) {
        (Ok(id), Ok(nickname)) => Ok(Player { id, nickname: nickname.or_neutral(id) }),
        _ => {
            tracing::error!(id = player.id, "a stored player cannot be read");
            Err(ErrorCode::ServerInternal.into())
        }
    }
}

/// A JSON body, read strictly.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Shared> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &Shared) -> Result<Body<T>, ApiError> {
        let bytes = Bytes::from_request(request, app).await.map_err(|_| ErrorCode::MessageTooLarge)?;
        read(&bytes).map(Body)
    }
}

/// Reads JSON; the answer says what is wrong with it.
pub(crate) fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    serde_json::from_slice(bytes).map_err(|error| {
        let detail: String = error.to_string().chars().take(200).collect();
        ErrorBody::with(ErrorCode::RequestInvalid, &detail, &detail).into()
    })
}

/// Where a request came from, as far as limits care.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Address(pub(crate) Network);

impl FromRequestParts<Shared> for Address {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Address, Self::Rejection> {
        Ok(Address(network(&parts.headers, &parts.extensions, &app.config)))
    }
}

/// Where a request with this head came from.
pub(crate) fn network(headers: &HeaderMap, extensions: &Extensions, config: &Config) -> Network {
    let peer = extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    peer.map_or(Network::UNKNOWN, |peer| proxy::client(headers, peer, config).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_name_of_earlier_rules_is_shown_neutrally() {
        let stored = |nickname: &str| sifang_store::Player {
            id: "00000000000004d2".into(),
            nickname: nickname.into(),
        };
        for old in ["\u{3164}", "\u{2800}\u{2800}", "竹青"] {
            assert_eq!(readable(stored(old)).unwrap().nickname.as_str(), "玩家1234");
        }
        assert_eq!(readable(stored("小明")).unwrap().nickname.as_str(), "小明");
    }
}
