//! From a secret to the key of one deal, with everything that has a say in it: the players' nonces, and how they are committed to
//! before any of them is known; and the keys of simulations.

use crate::{Nonce, NonceCommitment, Secret, TermsHash, sha256};
use serde::{Deserialize, Serialize};
use sifang_tiles::Seat;

/// What the players sent, by seat. A seat without a player, or whose player sent nothing, is recorded as missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Nonces([Option<Nonce>; Seat::MAX]);

impl Nonces {
    /// Length of the encoding: a presence byte and sixteen bytes for each of four seats.
    pub const BYTES: usize = Seat::MAX * Nonces::SLOT;
    const SLOT: usize = 17;

    /// The nonces of seats 0 to 3.
    pub const fn new(nonces: [Option<Nonce>; Seat::MAX]) -> Nonces {
        Nonces(nonces)
    }

    /// What the seat's player sent.
    pub const fn get(&self, seat: Seat) -> Option<Nonce> {
        self.0[seat.index()]
    }

    /// Records what the seat's player sent.
    pub const fn set(&mut self, seat: Seat, nonce: Nonce) {
        self.0[seat.index()] = Some(nonce);
    }

    /// Always four slots, seat 0 first: `01` and the sixteen bytes, or `00` and sixteen zero bytes. A nonce of
    /// zeros thus differs from a missing one, and the seat matters.
    pub fn encode(&self) -> [u8; Nonces::BYTES] {
        let mut bytes = [0; Nonces::BYTES];
        for (slot, nonce) in bytes.chunks_exact_mut(Nonces::SLOT).zip(&self.0) {
            if let Some(nonce) = nonce {
                slot[0] = 1;
                slot[1..].copy_from_slice(nonce.bytes());
            }
        }
        bytes
    }
}

impl Nonce {
    /// What a player sends before the nonce itself, as 47 bytes hashed:
    /// `SHA-256("sifang/nonce/1" ‖ match id (16) ‖ seat (u8) ‖ nonce (16))`.
    ///
    /// Match and seat are part of it, so that nobody can repeat somebody else's commitment, or one of another match.
    pub fn commitment(&self, match_id: &[u8; 16], seat: Seat) -> NonceCommitment {
        NonceCommitment::new(sha256(&[b"sifang/nonce/1", match_id, &[seat.index() as u8], self.bytes()]))
    }
}

/// What the players committed to, by seat; missing like [`Nonces`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NonceCommitments([Option<NonceCommitment>; Seat::MAX]);

impl NonceCommitments {
    /// What the seat's player committed to.
    pub const fn get(&self, seat: Seat) -> Option<NonceCommitment> {
        self.0[seat.index()]
    }

    /// Records what the seat's player committed to.
    pub const fn set(&mut self, seat: Seat, commitment: NonceCommitment) {
        self.0[seat.index()] = Some(commitment);
    }

    /// The first seat whose nonce is not the one that was committed to.
    pub fn broken(&self, match_id: &[u8; 16], nonces: &Nonces) -> Option<Seat> {
        Seat::all(Seat::MAX).find(|seat| {
            let kept = |nonce: Nonce| self.get(*seat) == Some(nonce.commitment(match_id, *seat));
            nonces.get(*seat).is_some_and(|nonce| !kept(nonce))
        })
    }
}

/// The key of deal `i` (from 1), `K_i`, as 165 bytes hashed:
/// `SHA-256("sifang/hand/1" ‖ s_i (32) ‖ match id (16) ‖ i (u32 big-endian) ‖ terms hash (32) ‖ nonces (68))`.
///
/// The terms are part of it, so that other options, seats or rules give another wall, not only another commitment.
pub fn deal_key(s_i: &Secret, match_id: &[u8; 16], i: u32, terms: &TermsHash, nonces: &Nonces) -> [u8; 32] {
    let parts: [&[u8]; 6] =
        [b"sifang/hand/1", s_i.expose(), match_id, &i.to_be_bytes(), terms.bytes(), &nonces.encode()];
    sha256(&parts)
}

/// The key of deal `index` in a simulation, where nobody needs a proof:
/// `SHA-256("sifang/sim/1" ‖ seed (u64 big-endian) ‖ index (u64 big-endian))`.
pub fn sim_key(seed: u64, index: u64) -> [u8; 32] {
    sha256(&[b"sifang/sim/1", &seed.to_be_bytes(), &index.to_be_bytes()])
}

/// What chance says about the length of a claim window, counted in its deal, to whoever does not know the deal's key: the first
/// four bytes of `SHA-256("sifang/hold/1" ‖ K_i (32) ‖ window (u32 big-endian))`.
pub fn hold_word(deal_key: &[u8; 32], window: u32) -> u32 {
    let [a, b, c, d, ..] = sha256(&[b"sifang/hold/1", deal_key, &window.to_be_bytes()]);
    u32::from_be_bytes([a, b, c, d])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Terms;
    use std::collections::BTreeSet;

    const TERMS: Terms<'static> = Terms { rules: "some", version: 3, seats: 4, options: "flowers=true" };

    fn nonces() -> Nonces {
        Nonces::new([1, 2, 3, 4].map(|byte| Some(Nonce::new([byte; 16]))))
    }

    #[test]
    fn every_bit_of_every_input_changes_the_key() {
        let (secret, id, i, terms) = ([9; 32], [5; 16], 7, TERMS.hash());
        let mut keys = BTreeSet::from([deal_key(&Secret::new(secret), &id, i, &terms, &nonces())]);
        let mut expected = 1;
        let mut note = |key| {
            expected += 1;
            keys.insert(key);
            assert_eq!(keys.len(), expected, "a changed input gave a key seen before");
        };
        for bit in 0..256 {
            let mut bytes = secret;
            bytes[bit / 8] ^= 1 << (bit % 8);
            note(deal_key(&Secret::new(bytes), &id, i, &terms, &nonces()));
            let mut bytes = *terms.bytes();
            bytes[bit / 8] ^= 1 << (bit % 8);
            note(deal_key(&Secret::new(secret), &id, i, &TermsHash::new(bytes), &nonces()));
        }
        for bit in 0..128 {
            let mut other = id;
            other[bit / 8] ^= 1 << (bit % 8);
            note(deal_key(&Secret::new(secret), &other, i, &terms, &nonces()));
            for seat in Seat::all(4) {
                let mut bytes = *nonces().get(seat).unwrap().bytes();
                bytes[bit / 8] ^= 1 << (bit % 8);
                let mut other = nonces();
                other.set(seat, Nonce::new(bytes));
                note(deal_key(&Secret::new(secret), &id, i, &terms, &other));
            }
        }
        for bit in 0..32 {
            note(deal_key(&Secret::new(secret), &id, i ^ 1 << bit, &terms, &nonces()));
        }
    }

    #[test]
    fn options_seats_rules_and_version_change_the_key() {
        let key = |terms: Terms<'_>| {
            deal_key(&Secret::new([9; 32]), &[5; 16], 1, &terms.hash(), &Nonces::default())
        };
        let keys = BTreeSet::from([
            key(TERMS),
            key(Terms { options: "flowers=false", ..TERMS }),
            key(Terms { seats: 3, ..TERMS }),
            key(Terms { rules: "other", ..TERMS }),
            key(Terms { version: 4, ..TERMS }),
        ]);
        assert_eq!(keys.len(), 5);
    }

    #[test]
    fn missing_zero_and_misplaced_nonces_differ() {
        let zero = Some(Nonce::new([0; 16]));
        let all: BTreeSet<_> = [
            [None, None, None, None],
            [zero, None, None, None],
            [None, zero, None, None],
            [None, None, None, zero],
            [zero, zero, None, None],
        ]
        .map(|nonces| Nonces::new(nonces).encode())
        .into();
        assert_eq!(all.len(), 5);
        let mut swapped = nonces();
        swapped.set(Seat::new(0), nonces().get(Seat::new(1)).unwrap());
        swapped.set(Seat::new(1), nonces().get(Seat::new(0)).unwrap());
        assert_ne!(swapped.encode(), nonces().encode());
    }

    #[test]
    fn nonces_are_stored_as_hexadecimal_or_null() {
        let mut nonces = Nonces::default();
        nonces.set(Seat::new(2), Nonce::new([0xa0; 16]));
        let text = serde_json::to_string(&nonces).unwrap();
        assert_eq!(text, format!("[null,null,\"{}\",null]", "a0".repeat(16)));
        assert_eq!(serde_json::from_str::<Nonces>(&text).unwrap(), nonces);
    }

    #[test]
    fn a_commitment_is_of_one_nonce_one_seat_and_one_match() {
        let nonce = |byte: u8| Nonce::new([byte; 16]);
        let mut all = BTreeSet::new();
        for (byte, id) in [(1, 1), (2, 1), (1, 2)] {
            for seat in Seat::all(4) {
                all.insert(*nonce(byte).commitment(&[id; 16], seat).bytes());
            }
        }
        assert_eq!(all.len(), 12);
        // Computed with `printf … | xxd -r -p | sha256sum`, as docs/fairness.md has it.
        let of_zeros = Nonce::new([0; 16]).commitment(&[0; 16], Seat::new(0));
        assert_eq!(of_zeros.to_string(), "dcd6ae71c9d40b47e27a5ccd5bd74fbb8a30d99d98c7de8f2f79c2b00ffff8a6");
        let mut commitments = NonceCommitments::default();
        let nonces = nonces();
        assert_eq!(commitments.broken(&[7; 16], &Nonces::default()), None);
        assert_eq!(commitments.broken(&[7; 16], &nonces), Some(Seat::new(0)));
        for seat in Seat::all(4) {
            commitments.set(seat, nonces.get(seat).unwrap().commitment(&[7; 16], seat));
        }
        assert_eq!(commitments.broken(&[7; 16], &nonces), None);
        assert_eq!(commitments.broken(&[8; 16], &nonces), Some(Seat::new(0)));
        let mut other = nonces;
        other.set(Seat::new(2), nonce(9));
        assert_eq!(commitments.broken(&[7; 16], &other), Some(Seat::new(2)));
    }

    #[test]
    fn simulation_keys_depend_on_seed_and_index() {
        let keys: BTreeSet<_> = (0..32u64).flat_map(|a| (0..32u64).map(move |b| sim_key(a, b))).collect();
        assert_eq!(keys.len(), 1024);
    }
}
