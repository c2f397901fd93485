//! The digest chain of a log: each digest covers its line and the digest before it, so that no line can change, move or go
//! missing unnoticed. It guards against a damaged disk, not against somebody who may write to the file.

use crate::Damage;
use sha2::{Digest as _, Sha256};

/// A digest in the chain.
pub type Digest = [u8; 32];

/// Where a log ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Head {
    /// How many lines it has.
    pub(crate) seq: u64,
    /// The digest of the last.
    pub(crate) digest: Digest,
}

impl Head {
    /// The head of an empty log.
    pub(crate) fn new(room: &str) -> Head {
        let digest = Sha256::new().chain_update(b"sifang/log/1").chain_update(room).finalize().into();
        Head { seq: 0, digest }
    }

    /// The head after one more line.
    pub(crate) fn with(self, line: &[u8]) -> Head {
        let seq = self.seq + 1;
        let hash = Sha256::new().chain_update(self.digest).chain_update(seq.to_be_bytes()).chain_update(line);
        Head { seq, digest: hash.finalize().into() }
    }
}

/// Reads a log again and compares it with what was written.
pub(crate) fn check(
    room: &str,
    rows: Vec<(i64, Vec<u8>, Vec<u8>)>,
    written: Head,
) -> Result<Vec<Vec<u8>>, Damage> {
    let mut head = Head::new(room);
    let mut lines = Vec::with_capacity(rows.len());
    for (seq, line, digest) in rows {
        head = head.with(&line);
        if seq != head.seq as i64 {
            return Err(Damage::Order { expected: head.seq, found: seq.max(0) as u64 });
        }
        if digest != head.digest {
            return Err(Damage::Line { seq: head.seq });
        }
        lines.push(line);
    }
    if head.seq != written.seq {
        return Err(Damage::End { expected: written.seq, found: head.seq });
    }
    if head != written {
        return Err(Damage::Line { seq: head.seq });
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    type Rows = Vec<(i64, Vec<u8>, Vec<u8>)>;

    fn log() -> (Rows, Head) {
        let mut head = Head::new("room");
        let mut rows = Vec::new();
        for line in ["one", "two", "three"] {
            head = head.with(line.as_bytes());
            rows.push((head.seq as i64, line.as_bytes().to_vec(), head.digest.to_vec()));
        }
        (rows, head)
    }

    #[test]
    fn a_whole_log_reads_back() {
        let (rows, head) = log();
        let lines = check("room", rows, head).unwrap();
        assert_eq!(lines, [b"one".to_vec(), b"two".to_vec(), b"three".to_vec()]);
        assert_eq!(check("empty", Vec::new(), Head::new("empty")), Ok(Vec::new()));
    }

    #[test]
    fn every_flipped_bit_is_noticed() {
        let (rows, head) = log();
        for row in 0..rows.len() {
            for bit in 0..8 * rows[row].1.len() {
                let mut bad = rows.clone();
                bad[row].1[bit / 8] ^= 1 << (bit % 8);
                assert_eq!(check("room", bad, head), Err(Damage::Line { seq: row as u64 + 1 }));
            }
            for bit in 0..256 {
                let mut bad = rows.clone();
                bad[row].2[bit / 8] ^= 1 << (bit % 8);
                assert!(check("room", bad, head).is_err());
            }
        }
    }

    #[test]
    fn missing_moved_and_foreign_lines_are_noticed() {
        let (rows, head) = log();
        for gone in 0..rows.len() {
            let mut bad = rows.clone();
            bad.remove(gone);
            assert!(check("room", bad, head).is_err(), "line {gone}");
        }
        let mut swapped = rows.clone();
        let (first, second) = (swapped[0].1.clone(), swapped[1].1.clone());
        (swapped[0].1, swapped[1].1) = (second, first);
        assert!(check("room", swapped, head).is_err());
        assert!(check("another room", rows.clone(), head).is_err());
        let mut longer = rows;
        let extra = head.with(b"four");
        longer.push((4, b"four".to_vec(), extra.digest.to_vec()));
        assert_eq!(check("room", longer, head), Err(Damage::End { expected: 3, found: 4 }));
    }
}
