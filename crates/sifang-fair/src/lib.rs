//! Committed randomness: how a wall is fixed before anyone sees a tile, and how anyone can check it afterwards.
//!
//! The server commits to a chain of secrets ([`Chain`]) under published terms ([`Terms`]), the players add nonces
//! ([`Nonces`]), and each deal's key ([`deal_key`]) drives a named, versioned generator ([`Stream`]) and shuffle
//! ([`shuffle`]). Every byte is written down in `docs/fairness.md`, with test vectors, so that a checker in any
//! language can deal again. With the key of a server ([`SigningKey`]) the record of what was played is signed.
//!
//! What is *not* here: where random bytes come from (the caller brings `s_N` and the nonces), when values are
//! published, and which end of the shuffled list is drawn first (that is the rule set's business).
//!
//! ```
//! use sifang_fair::{Chain, Nonce, Nonces, Secret, Stream, Terms, deal_key, dice, verify_against};
//! use sifang_tiles::Seat;
//!
//! let chain = Chain::new(Secret::new([7; 32]), 16)?; // take it from the system's random numbers
//! let published = chain.commitment();
//! let mut nonces = Nonces::default();
//! nonces.set(Seat::new(0), Nonce::new([1; 16])); // what each player adds
//! let terms = Terms { rules: "wuxi", version: 1, seats: 4, options: "{}" }.hash();
//! let secret = chain.secret(1).expect("there are sixteen deals");
//! let key = deal_key(secret, &[0; 16], 1, &terms, &nonces); // this alone makes the wall and the dice
//! assert!((1..=6).contains(&dice(&mut Stream::new(&key))));
//! assert!(verify_against(&published, 1, &secret.reveal())); // after the deal, by anybody
//! # Ok::<(), sifang_fair::ChainError>(())
//! ```
#![forbid(unsafe_code)]

mod chain;
mod hex;
mod key;
mod shuffle;
mod sign;
mod stream;
mod terms;

pub use chain::{Chain, ChainError, MAX_DEALS, Secret, Secrets, follows, verify_against};
pub use hex::{
    HexDigits, HexError, Nonce, NonceCommitment, PublicKey, RecordDigest, Revealed, Signature, TermsHash,
    read_hex,
};
pub use key::{NonceCommitments, Nonces, deal_key, hold_word, sim_key};
pub use shuffle::{dice, shuffle, sorted_set};
pub use sign::SigningKey;
pub use stream::Stream;
pub use terms::Terms;

/// SHA-256 of the parts written one after another.
fn sha256(parts: &[&[u8]]) -> [u8; 32] {
    use sha2::{Digest, Sha256};
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part);
    }
    hash.finalize().into()
}
