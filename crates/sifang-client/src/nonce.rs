//! A player's part in the randomness of a match: a nonce that is committed to, then sent, then found again among what is shown.

use serde_json::{Value, json};
use sifang_fair::{Nonce, NonceCommitment};
use sifang_tiles::Seat;
use std::hash::{BuildHasher, Hasher, RandomState};

/// The nonce of the match that is about to begin, or was begun last.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Part {
    /// The match, as the room names it.
    of: String,
    nonce: Option<Nonce>,
    /// The step for which the last word was given.
    said: String,
    /// What all had committed to when this player sent its nonce.
    shown: Value,
}

impl Part {
    /// What there is to say as the room stands, if it has not been said. `fresh` is asked once for every match.
    pub fn word(&mut self, room: &Value, player: &str, fresh: impl FnOnce() -> Nonce) -> Option<Value> {
        let (head, seat) = (&room["match"], seat_of(room, player)?);
        let step = head["step"].as_str().filter(|_| room["phase"] == "nonces")?;
        let match_id = head["match_id"].as_str()?;
        if self.of != match_id {
            *self = Part { of: match_id.to_owned(), nonce: Some(fresh()), ..Part::default() };
        }
        if self.said == step {
            return None;
        }
        self.said = step.to_owned();
        let nonce = self.nonce?;
        if step == "commit" {
            let commitment = commitment(match_id, seat, nonce)?;
            return Some(json!({"type": "nonce_commit", "commitment": commitment.to_string()}));
        }
        // Without one's own among them the others have agreed to go on without it.
        let own = head["nonce_commitments"][seat].as_str();
        if own != commitment(match_id, seat, nonce).map(|own| own.to_string()).as_deref() {
            return None;
        }
        if self.shown.is_null() {
            self.shown = head["nonce_commitments"].clone();
        }
        Some(json!({"type": "nonce", "nonce": nonce.to_string()}))
    }

    /// Whether the room asks for something that has not been said.
    pub fn is_due(&self, room: &Value) -> bool {
        let head = &room["match"];
        room["phase"] == "nonces"
            && (head["match_id"] != self.of.as_str() || head["step"] != self.said.as_str())
    }

    /// Whether what was said has arrived is unknown: said again it changes nothing.
    pub fn say_again(&mut self) {
        self.said.clear();
    }

    /// What is wrong with the nonces of the match that is played: this player's own must be among them, and everybody's must be
    /// what was committed to before this player's was known.
    pub fn wrong(&self, room: &Value, player: &str) -> Option<String> {
        let (head, seat) = (&room["match"], seat_of(room, player)?);
        let begun = ["playing", "between", "over"].iter().any(|phase| room["phase"] == *phase);
        if !begun || head["match_id"] != self.of.as_str() || self.shown.is_null() {
            return None;
        }
        let own = self.nonce?.to_string();
        if head["nonces"][seat] != own.as_str() {
            return Some(format!(
                "the server shows {} as this player's nonce, not {own}",
                head["nonces"][seat]
            ));
        }
        for (seat, nonce) in head["nonces"].as_array()?.iter().enumerate() {
            let Some(nonce) = nonce.as_str() else { continue };
            let given = nonce.parse().ok().and_then(|nonce| commitment(&self.of, seat, nonce));
            if given.map(|given| given.to_string()).as_deref() != self.shown[seat].as_str() {
                return Some(format!("the nonce of seat {seat} is not the one that it had committed to"));
            }
        }
        None
    }
}

/// The seat of a player in a room.
fn seat_of(room: &Value, player: &str) -> Option<usize> {
    room["seats"].as_array()?.iter().position(|seat| seat["occupant"]["id"] == player)
}

fn commitment(match_id: &str, seat: usize, nonce: Nonce) -> Option<NonceCommitment> {
    // The name of a match is sixteen bytes in the same spelling.
    let id: Nonce = match_id.parse().ok()?;
    (seat < Seat::MAX).then(|| nonce.commitment(id.bytes(), Seat::new(seat)))
}

/// Sixteen bytes that nobody can foresee: the keys with which the standard library seeds its maps are random.
pub fn random_nonce() -> Nonce {
    let random = || RandomState::new().build_hasher().finish();
    Nonce::new((u128::from(random()) << 64 | u128::from(random())).to_be_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room(phase: &str, step: Value, commitments: Value, nonces: Value) -> Value {
        json!({"phase": phase, "seats": [{"occupant": {"id": "a"}}, {"occupant": {"id": "b"}}], "match": {
            "match_id": "00".repeat(16), "step": step, "nonce_commitments": commitments, "nonces": nonces}})
    }

    #[test]
    fn a_nonce_is_kept_until_all_have_committed_and_then_found_again() {
        let (mine, theirs) = (Nonce::new([1; 16]), Nonce::new([2; 16]));
        let id = "00".repeat(16);
        let committed = |nonce, seat| json!(commitment(&id, seat, nonce).unwrap().to_string());
        let mut part = Part::default();
        let none = json!([null, null]);
        let first = part.word(&room("nonces", json!("commit"), none.clone(), none.clone()), "b", || mine);
        assert_eq!(first.unwrap()["commitment"], committed(mine, 1));
        assert_eq!(
            part.word(&room("nonces", json!("commit"), none.clone(), none.clone()), "b", || theirs),
            None
        );
        let both = json!([committed(theirs, 0), committed(mine, 1)]);
        let second = part.word(&room("nonces", json!("reveal"), both.clone(), none.clone()), "b", || theirs);
        assert_eq!(second.unwrap()["nonce"], mine.to_string());
        let begun = |first: Value, second: Value| {
            part.wrong(&room("playing", Value::Null, both.clone(), json!([first, second])), "b").is_some()
        };
        assert!(!begun(json!(theirs.to_string()), json!(mine.to_string())));
        assert!(!begun(Value::Null, json!(mine.to_string())), "another may be left out");
        assert!(begun(json!(theirs.to_string()), Value::Null), "one's own may not");
        assert!(begun(json!(theirs.to_string()), json!(theirs.to_string())));
        assert!(begun(json!(mine.to_string()), json!(mine.to_string())), "another one than was committed to");
    }

    #[test]
    fn a_commitment_that_is_not_shown_is_not_followed_by_the_nonce() {
        let mut part = Part::default();
        let none = json!([null, null]);
        part.word(&room("nonces", json!("commit"), none.clone(), none.clone()), "a", random_nonce);
        let other = json!(["11".repeat(32), null]);
        assert_eq!(part.word(&room("nonces", json!("reveal"), other, none), "a", random_nonce), None);
    }
}
