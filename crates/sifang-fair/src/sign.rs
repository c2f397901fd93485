//! A server's signature under a record: Ed25519 (RFC 8032) over the record's digest.
//!
//! Where the secret half comes from and where it is kept is the server's business; what is digested is the record's.

use crate::{PublicKey, RecordDigest, Signature};
use ed25519_dalek::Signer as _;
use std::fmt;

/// Signed before the digest, so that a signature of ours is good for nothing else.
const PURPOSE: &[u8; 18] = b"sifang/signature/1";

/// The key of a server. It has no `Display`, no serde and a `Debug` that shows the public half only; its memory is cleared when
/// it is dropped.
pub struct SigningKey(ed25519_dalek::SigningKey);

impl SigningKey {
    /// The key of these 32 bytes, which must come from the operating system's generator.
    pub fn new(secret: &[u8; 32]) -> SigningKey {
        SigningKey(ed25519_dalek::SigningKey::from_bytes(secret))
    }

    /// The half that everybody may see.
    pub fn public(&self) -> PublicKey {
        PublicKey::new(self.0.verifying_key().to_bytes())
    }

    /// Signs the digest of a record.
    pub fn sign(&self, digest: &RecordDigest) -> Signature {
        Signature::new(self.0.sign(&message(digest)).to_bytes())
    }
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SigningKey(.. of {})", self.public())
    }
}

impl PublicKey {
    /// Whether the key has signed this digest. Keys and signatures that could be taken for others are refused.
    pub fn signed(&self, digest: &RecordDigest, signature: &Signature) -> bool {
        let signature = ed25519_dalek::Signature::from_bytes(signature.bytes());
        let key = ed25519_dalek::VerifyingKey::from_bytes(self.bytes());
        key.is_ok_and(|key| key.verify_strict(&message(digest), &signature).is_ok())
    }
}

/// What is signed.
fn message(digest: &RecordDigest) -> [u8; 50] {
    let mut message = [0; 50];
    message[..18].copy_from_slice(PURPOSE);
    message[18..].copy_from_slice(digest.bytes());
    message
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed by another implementation (OpenSSL, as `docs/record.md` describes it).
    #[test]
    fn a_signature_is_what_the_documentation_says() {
        let key = SigningKey::new(&[7; 32]);
        let digest = RecordDigest::new([9; 32]);
        assert_eq!(
            key.public().to_string(),
            "ea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22c"
        );
        assert_eq!(
            key.sign(&digest).to_string(),
            "5b99acd2ec4218c96295b9af3e81e0723297e5e8c0de82bf41eb7a1a25e0ebec\
             16bf8507aa143b8074f9dcbce90130230b003d0384eda36e22a4845ca873eb04"
        );
    }

    #[test]
    fn only_the_key_that_signed_fits_and_only_to_what_it_signed() {
        let (key, digest) = (SigningKey::new(&[1; 32]), RecordDigest::new([2; 32]));
        let signature = key.sign(&digest);
        assert!(key.public().signed(&digest, &signature));
        assert!(!key.public().signed(&RecordDigest::new([3; 32]), &signature));
        assert!(!SigningKey::new(&[4; 32]).public().signed(&digest, &signature));
        for bit in [0, 100, 511] {
            let mut bytes = *signature.bytes();
            bytes[bit / 8] ^= 1 << (bit % 8);
            assert!(!key.public().signed(&digest, &Signature::new(bytes)), "bit {bit}");
        }
        // Bytes that are no point, and the point that fits to everything.
        assert!(!PublicKey::new([2; 32]).signed(&digest, &signature));
        let mut neutral = [0; 32];
        neutral[0] = 1;
        let mut weak = [0; 64];
        weak[0] = 1;
        assert!(!PublicKey::new(neutral).signed(&digest, &Signature::new(weak)));
    }

    #[test]
    fn a_key_is_not_shown() {
        let key = SigningKey::new(&[0x5a; 32]);
        let shown = format!("{key:?}");
        assert!(shown.contains(&key.public().to_string()) && !shown.contains("5a5a"), "{shown}");
        assert!(!shown.contains("90, 90"), "{shown}");
    }
}
