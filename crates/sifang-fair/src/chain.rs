//! The hash chain of a match's secrets: made from the last to the first, revealed from the first to the last.
//!
//! Publishing `s_0` fixes every later `s_i`, and showing `s_i` after deal `i` says nothing about `s_{i+1}`.

use crate::{Revealed, sha256};
use std::fmt;

/// The most deals one chain serves; it bounds the memory of a chain and the work of a check.
pub const MAX_DEALS: u32 = 1024;

/// A value of the chain that nobody but the server may see yet. It has no `Display`, no serde and a mute `Debug`.
#[derive(Clone)]
pub struct Secret([u8; 32]);

impl Secret {
    /// Wraps 32 bytes, which for `s_N` must come from the operating system's generator.
    pub const fn new(bytes: [u8; 32]) -> Secret {
        Secret(bytes)
    }

    /// The bytes, for the server's own store.
    pub const fn expose(&self) -> &[u8; 32] {
        &self.0
    }

    /// The value in a form that can be shown; to be called when the deal is over, not before.
    pub const fn reveal(&self) -> Revealed {
        Revealed::new(self.0)
    }

    /// The value one step nearer to the commitment: `SHA-256("sifang/chain/1" ‖ self)`.
    fn previous(&self) -> Secret {
        Secret(sha256(&[b"sifang/chain/1", &self.0]))
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

impl From<Revealed> for Secret {
    /// A checker deals again with the very value the server used.
    fn from(revealed: Revealed) -> Secret {
        Secret(*revealed.bytes())
    }
}

/// Why a chain could not be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ChainError {
    /// No deals, or more than [`MAX_DEALS`].
    #[error("a chain serves 1 to {MAX_DEALS} deals, not {deals}")]
    Deals {
        /// How many were asked for.
        deals: u32,
    },
}

/// All secrets of a match, `s_0` to `s_N`.
#[derive(Clone)]
pub struct Chain {
    /// `s_0` is kept apart, so that it is there without a look-up that could fail.
    commitment: Revealed,
    /// `s_1` to `s_N`.
    secrets: Vec<Secret>,
}

impl Chain {
    /// The chain that ends in `s_n`, for `deals` (N) deals.
    pub fn new(s_n: Secret, deals: u32) -> Result<Chain, ChainError> {
        if deals == 0 || deals > MAX_DEALS {
            return Err(ChainError::Deals { deals });
        }
        let mut secrets = Vec::with_capacity(deals as usize);
        let mut secret = s_n;
        for _ in 0..deals {
            let previous = secret.previous();
            secrets.push(secret);
            secret = previous;
        }
        secrets.reverse();
        Ok(Chain { commitment: secret.reveal(), secrets })
    }

    /// `s_0`, to be published before any player sends a nonce.
    pub const fn commitment(&self) -> Revealed {
        self.commitment
    }

    /// `s_i`, the secret of deal `i` (from 1).
    pub fn secret(&self, i: u32) -> Option<&Secret> {
        self.secrets.get(i.checked_sub(1)? as usize)
    }

    /// How many deals the chain serves (N).
    pub fn deals(&self) -> u32 {
        self.secrets.len() as u32
    }
}

impl fmt::Debug for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Chain({} deals, commitment {})", self.deals(), self.commitment)
    }
}

/// The secrets of a match for who deals them one after another: a few at a time lie ready, and none is worked out twice that
/// does not have to be. What it gives is what [`Chain::secret`] gives.
#[derive(Clone, Debug)]
pub struct Secrets {
    last: Secret,
    deals: u32,
    /// Number of the first that lies ready.
    from: u32,
    ready: Vec<Secret>,
}

impl Secrets {
    /// How many are worked out at a time.
    const READY: u32 = 16;

    /// The secrets of the chain that ends in `s_n`, for `deals` (N) deals.
    pub fn new(s_n: Secret, deals: u32) -> Result<Secrets, ChainError> {
        if deals == 0 || deals > MAX_DEALS {
            return Err(ChainError::Deals { deals });
        }
        Ok(Secrets { last: s_n, deals, from: 0, ready: Vec::new() })
    }

    /// `s_i`, the secret of deal `i` (from 1).
    pub fn secret(&mut self, i: u32) -> Option<&Secret> {
        if i == 0 || i > self.deals {
            return None;
        }
        let end = self.from + self.ready.len() as u32;
        if i < self.from || i >= end {
            let top = (i + Secrets::READY - 1).min(self.deals);
            let mut secret = (top..self.deals).fold(self.last.clone(), |secret, _| secret.previous());
            self.ready.clear();
            for _ in i..=top {
                let previous = secret.previous();
                self.ready.push(secret);
                secret = previous;
            }
            self.ready.reverse();
            self.from = i;
        }
        self.ready.get((i - self.from) as usize)
    }
}

/// Whether `s_i` is the value that had to follow the one revealed (or committed to) before it.
pub fn follows(s_i: &Revealed, before: &Revealed) -> bool {
    Secret::from(*s_i).previous().reveal() == *before
}

/// Whether `s_i` is what the commitment `s_0` fixed for deal `i`; `false` for a number no chain has.
pub fn verify_against(s_0: &Revealed, i: u32, s_i: &Revealed) -> bool {
    if i == 0 || i > MAX_DEALS {
        return false;
    }
    (0..i).fold(Secret::from(*s_i), |secret, _| secret.previous()).reveal() == *s_0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chain(deals: u32) -> Chain {
        Chain::new(Secret::new([7; 32]), deals).unwrap()
    }

    #[test]
    fn every_link_follows_and_leads_to_the_commitment() {
        let chain = chain(16);
        let mut before = chain.commitment();
        for i in 1..=16 {
            let s_i = chain.secret(i).unwrap().reveal();
            assert!(follows(&s_i, &before), "link {i}");
            assert!(verify_against(&chain.commitment(), i, &s_i), "deal {i}");
            assert!(!verify_against(&chain.commitment(), i + 1, &s_i), "deal {i} taken for the next");
            assert!(!verify_against(&chain.commitment(), i - 1, &s_i), "deal {i} taken for the one before");
            before = s_i;
        }
        assert_eq!(chain.secret(16).unwrap().expose(), &[7; 32]);
        assert!(chain.secret(0).is_none() && chain.secret(17).is_none());
    }

    #[test]
    fn a_few_at_a_time_are_the_same() {
        for deals in [1, 15, 16, 17, 100] {
            let chain = chain(deals);
            let mut secrets = Secrets::new(Secret::new([7; 32]), deals).unwrap();
            for i in (1..=deals).chain([deals, 1, deals / 2 + 1]) {
                let (one, other) = (secrets.secret(i).unwrap(), chain.secret(i).unwrap());
                assert_eq!(one.expose(), other.expose(), "{i} of {deals}");
            }
            assert!(secrets.secret(0).is_none() && secrets.secret(deals + 1).is_none());
        }
        assert!(Secrets::new(Secret::new([7; 32]), 0).is_err());
        assert!(Secrets::new(Secret::new([7; 32]), MAX_DEALS + 1).is_err());
    }

    #[test]
    fn one_wrong_bit_is_noticed() {
        let chain = chain(3);
        let honest = chain.secret(2).unwrap().reveal();
        let before = chain.secret(1).unwrap().reveal();
        for bit in 0..256 {
            let mut bytes = *honest.bytes();
            bytes[bit / 8] ^= 1 << (bit % 8);
            let forged = Revealed::new(bytes);
            assert!(!follows(&forged, &before));
            assert!(!verify_against(&chain.commitment(), 2, &forged));
        }
    }

    #[test]
    fn length_is_bounded() {
        assert_eq!(chain(MAX_DEALS).deals(), MAX_DEALS);
        for deals in [0, MAX_DEALS + 1, u32::MAX] {
            assert_eq!(Chain::new(Secret::new([0; 32]), deals).unwrap_err(), ChainError::Deals { deals });
        }
        // A hostile deal number costs nothing and is refused.
        let value = chain(1).commitment();
        assert!(!verify_against(&value, u32::MAX, &value) && !verify_against(&value, 0, &value));
    }

    #[test]
    fn debug_shows_no_secret() {
        assert_eq!(format!("{:?}", Secret::new([0xab; 32])), "Secret(..)");
        let chain = chain(2);
        let text = format!("{chain:?}");
        assert!(text.contains(&chain.commitment().to_string()));
        assert!(!text.contains(&chain.secret(1).unwrap().reveal().to_string()));
        assert!(!text.contains(&chain.secret(2).unwrap().reveal().to_string()));
    }
}
