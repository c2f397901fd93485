//! N1: no socket carries anybody's nonce before everybody at the table has committed to one, and each is the one committed to.

use serde_json::Value;
use sifang_fair::Nonce;
use sifang_tiles::Seat;

/// What one viewer was shown of nonces.
#[derive(Debug, Default)]
pub(super) struct Nonces {
    /// Nonces of matches that have begun.
    pub(super) seen: u64,
    /// What must not be.
    pub(super) wrong: Vec<String>,
}

impl Nonces {
    /// Reads the messages of one viewer.
    pub(super) fn read(texts: &[String]) -> Nonces {
        let mut found = Nonces::default();
        let (mut begun, mut committed) = (false, Value::Null);
        for message in texts.iter().filter_map(|text| serde_json::from_str::<Value>(text).ok()) {
            let room = &message["room"];
            let head = &room["match"];
            if message["type"] != "room" || head.is_null() {
                continue;
            }
            let shown: Vec<(usize, &str)> = nonces(head).collect();
            if head["step"] == "commit" || committed.is_null() {
                if let Some((seat, _)) = shown.first() {
                    found.wrong.push(format!("the nonce of seat {seat} before all had committed: {head}"));
                }
                committed = head["nonce_commitments"].clone();
            }
            if head["step"] == "reveal" && committed_by(&committed) < people(room) {
                // The room with the last commitment is the first of the second step.
                committed = head["nonce_commitments"].clone();
            }
            for (seat, nonce) in &shown {
                if commitment(head, *seat, nonce).as_deref() != committed[seat].as_str() {
                    found.wrong.push(format!("seat {seat} has not committed to {nonce}: {committed}"));
                }
            }
            if room["phase"] == "playing" && !begun {
                begun = true;
                found.seen += shown.len() as u64;
            }
        }
        found
    }
}

fn nonces(head: &Value) -> impl Iterator<Item = (usize, &str)> {
    let all = head["nonces"].as_array().into_iter().flatten().enumerate();
    all.filter_map(|(seat, nonce)| Some((seat, nonce.as_str()?)))
}

fn committed_by(committed: &Value) -> usize {
    committed.as_array().into_iter().flatten().filter(|one| one.is_string()).count()
}

fn people(room: &Value) -> usize {
    let seats = room["seats"].as_array().into_iter().flatten();
    seats.filter(|seat| seat["occupant"]["type"] == "human").count()
}

fn commitment(head: &Value, seat: usize, nonce: &str) -> Option<String> {
    let (id, nonce): (Nonce, Nonce) = (head["match_id"].as_str()?.parse().ok()?, nonce.parse().ok()?);
    Some(nonce.commitment(id.bytes(), Seat::new(seat)).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn room(phase: &str, step: Value, committed: [Option<u8>; 2], nonces: [Option<u8>; 2]) -> String {
        let id = "07".repeat(16);
        let value = |byte: u8| Nonce::new([byte; 16]);
        let mut head = json!({"match_id": id, "step": step});
        head["nonces"] = nonces.map(|byte| byte.map(|byte| value(byte).to_string())).to_vec().into();
        let of =
            |seat: usize| committed[seat].and_then(|byte| commitment(&head, seat, &value(byte).to_string()));
        let committed = json!([of(0), of(1)]);
        head["nonce_commitments"] = committed;
        let seat = json!({"occupant": {"type": "human"}});
        json!({"type": "room", "room": {"phase": phase, "seats": [seat, seat], "match": head}}).to_string()
    }

    #[test]
    fn what_is_shown_early_or_was_not_committed_to_is_seen() {
        let (commit, reveal) = (json!("commit"), json!("reveal"));
        let fair = [
            room("nonces", commit.clone(), [None, None], [None, None]),
            room("nonces", commit.clone(), [Some(1), None], [None, None]),
            room("nonces", reveal.clone(), [Some(1), Some(2)], [None, None]),
            room("nonces", reveal.clone(), [Some(1), Some(2)], [Some(1), None]),
            room("playing", Value::Null, [Some(1), Some(2)], [Some(1), Some(2)]),
        ];
        let found = Nonces::read(&fair);
        assert_eq!((found.seen, found.wrong), (2, Vec::new()));
        let mut early = fair.clone();
        early[1] = room("nonces", commit, [Some(1), None], [Some(1), None]);
        assert!(!Nonces::read(&early).wrong.is_empty());
        let mut other = fair.clone();
        other[4] = room("playing", Value::Null, [Some(1), Some(3)], [Some(1), Some(3)]);
        assert!(!Nonces::read(&other).wrong.is_empty(), "commitments that change afterwards are none");
    }
}
