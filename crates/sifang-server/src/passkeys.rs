//! Passkeys (WebAuthn): what is asked of a browser, what is remembered of that, and whether the answer holds. The steps of the
//! standard are those of `webauthn_rp`; here is what we ask for, and for which site.
//!
//! A question is remembered in memory for five minutes and answered once. What is *not* here: where passkeys are kept, and what
//! somebody may do who has shown one.

use crate::config::Site;
use crate::error::ApiError;
use serde_json::Value;
use sifang_proto::{ErrorCode, Player, PlayerId};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use webauthn_rp::bin::{Decode, Encode};
use webauthn_rp::request::auth::AuthenticationVerificationOptions;
use webauthn_rp::request::register::{
    PublicKeyCredentialUserEntity, RegistrationVerificationOptions, UserHandle,
};
use webauthn_rp::request::{
    AsciiDomain, DomainOrigin, FixedCapHashSet, InsertResult, Port, PublicKeyCredentialDescriptor, RpId,
    Scheme, UserVerificationRequirement,
};
use webauthn_rp::response::register::{CompressedPubKey, DynamicState, StaticState};
use webauthn_rp::response::{AuthTransports, CredentialId};
use webauthn_rp::{
    AuthenticatedCredential, DiscoverableAuthenticationServerState, DiscoverableCredentialRequestOptions,
    PublicKeyCredentialCreationOptions, Registration, RegistrationServerState,
};

/// Bytes of the name by which a passkey knows its player: the player's public id.
const HANDLE: usize = 8;
/// Questions of each kind that may be open at the same time. One network can open about sixty in the five minutes that one lasts,
/// so some 270 of them would have to work together to leave no room for others.
const OPEN: usize = 16_384;
/// What passkeys call us.
const NAME: &str = "四方 Sifang";

type Answer = webauthn_rp::response::auth::DiscoverableAuthentication<HANDLE>;
type Fixed = StaticState<CompressedPubKey<[u8; 32], [u8; 32], [u8; 48], Vec<u8>>>;

/// A new passkey, as the store keeps it.
#[derive(Debug)]
pub(crate) struct Added {
    pub(crate) credential: Vec<u8>,
    pub(crate) fixed: Vec<u8>,
    pub(crate) changing: Vec<u8>,
}

/// The open questions. There are none, and no room for any, before the first.
#[derive(Debug, Default)]
pub(crate) struct Passkeys {
    adding: OnceLock<Mutex<FixedCapHashSet<RegistrationServerState<HANDLE>>>>,
    entering: OnceLock<Mutex<FixedCapHashSet<DiscoverableAuthenticationServerState>>>,
}

fn lock<T>(place: &OnceLock<Mutex<T>>, new: impl FnOnce() -> T) -> MutexGuard<'_, T> {
    place.get_or_init(|| Mutex::new(new())).lock().unwrap_or_else(PoisonError::into_inner)
}

fn refused<T>(_: T) -> ApiError {
    ErrorCode::PasskeyRefused.into()
}

fn internal<T>(_: T) -> ApiError {
    tracing::error!("a passkey's question could not be made, or what is stored of one cannot be read");
    ErrorCode::ServerInternal.into()
}

fn handle(player: PlayerId) -> Result<UserHandle<HANDLE>, ApiError> {
    UserHandle::decode(player.0.to_be_bytes()).map_err(internal)
}

impl Passkeys {
    /// Asks a browser to make a passkey for this player, on a device that has none of these.
    pub(crate) fn ask_new(
        &self,
        site: &Site,
        player: &Player,
        known: Vec<Vec<u8>>,
    ) -> Result<Value, ApiError> {
        let (rp, user) = (rp(site)?, handle(player.id)?);
        let known = known.into_iter().map(|id| {
            let id = CredentialId::decode(id).map_err(internal)?;
            Ok(PublicKeyCredentialDescriptor { id, transports: AuthTransports::decode(0).map_err(internal)? })
        });
        let known: Vec<_> = known.collect::<Result<_, ApiError>>()?;
        let user = PublicKeyCredentialUserEntity::from(&user);
        let mut options = PublicKeyCredentialCreationOptions::passkey(&rp, user, known);
        options.authenticator_selection.user_verification = UserVerificationRequirement::Preferred;
        // To be asked for only where a person must be verified.
        options.extensions.cred_protect = Default::default();
        let (open, ask) = options.start_ceremony().map_err(internal)?;
        let mut ask = serde_json::to_value(&ask).map_err(internal)?;
        ask["rp"]["name"] = NAME.into();
        ask["user"]["name"] = player.nickname.as_str().into();
        ask["user"]["displayName"] = player.nickname.as_str().into();
        let mut adding = lock(&self.adding, || FixedCapHashSet::new(OPEN));
        match adding.insert_or_replace_all_expired(open) {
            InsertResult::Success => Ok(ask),
            _ => Err(ErrorCode::ServerBusy.into()),
        }
    }

    /// A browser has made a passkey for this player.
    pub(crate) fn add(&self, site: &Site, player: PlayerId, answer: &[u8]) -> Result<Added, ApiError> {
        let answer = Registration::from_json_relaxed(answer).map_err(refused)?;
        let challenge = answer.challenge_relaxed().map_err(refused)?;
        let open =
            lock(&self.adding, || FixedCapHashSet::new(OPEN)).take(&challenge).ok_or(()).map_err(refused)?;
        let rules = RegistrationVerificationOptions::<DomainOrigin<'_, '_>, DomainOrigin<'_, '_>> {
            allowed_origins: &[origin(site)],
            error_on_unsolicited_extensions: false,
            ..Default::default()
        };
        let made = open.verify(&rp(site)?, &answer, &rules).map_err(refused)?;
        // The question was another player's.
        if made.user_id().as_ref() != player.0.to_be_bytes() {
            return Err(ErrorCode::PasskeyRefused.into());
        }
        Ok(Added {
            credential: made.id().as_ref().to_vec(),
            fixed: made.static_state().encode().map_err(internal)?,
            changing: made.dynamic_state().encode().map_err(internal)?.to_vec(),
        })
    }

    /// Asks a browser for any passkey that it has for us.
    pub(crate) fn ask_known(&self, site: &Site) -> Result<Value, ApiError> {
        let rp = rp(site)?;
        let mut options = DiscoverableCredentialRequestOptions::passkey(&rp);
        options.0.user_verification = UserVerificationRequirement::Preferred;
        let (open, ask) = options.start_ceremony().map_err(internal)?;
        let ask = serde_json::to_value(&ask).map_err(internal)?;
        let mut entering = lock(&self.entering, || FixedCapHashSet::new(OPEN));
        match entering.insert_or_replace_all_expired(open) {
            InsertResult::Success => Ok(ask),
            _ => Err(ErrorCode::ServerBusy.into()),
        }
    }

    /// Reads what a browser has shown. The question it answers is used up by it, whatever comes of it.
    pub(crate) fn shown(&self, answer: &[u8]) -> Result<Shown, ApiError> {
        let answer = Answer::from_json_relaxed(answer).map_err(refused)?;
        let challenge = answer.challenge_relaxed().map_err(refused)?;
        let mut entering = lock(&self.entering, || FixedCapHashSet::new(OPEN));
        let open = entering.take(&challenge).ok_or(()).map_err(refused)?;
        Ok(Shown { open, answer })
    }
}

/// A passkey that a browser has shown.
pub(crate) struct Shown {
    open: DiscoverableAuthenticationServerState,
    answer: Answer,
}

impl Shown {
    /// Which one it says to be.
    pub(crate) fn credential(&self) -> Vec<u8> {
        self.answer.raw_id().as_ref().to_vec()
    }

    /// Checks it against what is stored of this player's; what is to be stored of it now.
    pub(crate) fn check(
        self,
        site: &Site,
        player: PlayerId,
        fixed: &[u8],
        changing: &[u8],
    ) -> Result<Vec<u8>, ApiError> {
        let fixed = Fixed::decode(fixed).map_err(internal)?;
        let changing = DynamicState::decode(changing.try_into().map_err(internal)?).map_err(internal)?;
        let (credential, user) = (self.credential(), handle(player)?);
        let id = CredentialId::<&[u8]>::decode(&credential).map_err(refused)?;
        let mut known = AuthenticatedCredential::new(id, &user, fixed, changing).map_err(internal)?;
        let rules = AuthenticationVerificationOptions::<DomainOrigin<'_, '_>, DomainOrigin<'_, '_>> {
            allowed_origins: &[origin(site)],
            error_on_unsolicited_extensions: false,
            ..Default::default()
        };
        self.open.verify(&rp(site)?, &self.answer, &mut known, &rules).map_err(refused)?;
        Ok(known.dynamic_state().encode().map_err(internal)?.to_vec())
    }
}

fn rp(site: &Site) -> Result<RpId, ApiError> {
    AsciiDomain::try_from(site.host.clone()).map(RpId::Domain).map_err(internal)
}

/// Where the page must have come from.
fn origin(site: &Site) -> DomainOrigin<'_, '_> {
    let scheme = if site.secure { Scheme::Https } else { Scheme::Other("http") };
    let port = match site.port {
        Some(port) => Port::Val(port),
        None if site.secure => Port::None,
        None => Port::Any,
    };
    DomainOrigin { scheme, host: &site.host, port }
}
