//! What players were sent against what was kept: every acknowledged answer stands in the room's log, once, in its order.

use serde_json::Value;
use std::collections::BTreeMap;

/// An answer: the number of the decision, and the action.
pub(crate) type Answer = (u64, String);

/// What comparing has shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Audit {
    /// Acknowledgements looked at.
    pub acknowledged: u64,
    /// Acknowledged, and not in the log.
    pub lost: u64,
    /// More than one answer of a seat to one decision.
    pub doubled: u64,
    /// In the log, but before an answer that was given earlier.
    pub reordered: u64,
}

impl Audit {
    /// Whether nothing is wrong.
    pub(crate) fn is_clean(&self) -> bool {
        (self.lost, self.doubled, self.reordered) == (0, 0, 0)
    }

    /// Adds another room's.
    pub(crate) fn add(&mut self, other: Audit) {
        self.acknowledged += other.acknowledged;
        self.lost += other.lost;
        self.doubled += other.doubled;
        self.reordered += other.reordered;
    }
}

/// The answers in a log, by the id of the player, in order.
pub(crate) fn answers<'a>(lines: impl IntoIterator<Item = &'a [u8]>) -> BTreeMap<String, Vec<Answer>> {
    let mut answers: BTreeMap<String, Vec<Answer>> = BTreeMap::new();
    for line in lines {
        let Ok(line) = serde_json::from_slice::<Value>(line) else { continue };
        let (by, message) = (&line["say"]["by"], &line["say"]["message"]);
        if message["type"] == "act"
            && let (Some(by), Some(decision), Some(action)) =
                (by.as_str(), message["decision"].as_u64(), message["action"].as_str())
        {
            answers.entry(by.to_owned()).or_default().push((decision, action.to_owned()));
        }
    }
    answers
}

/// Holds what one player was sent against the answers that were kept of it.
pub(crate) fn audit(kept: &[Answer], acknowledged: &[Answer]) -> Audit {
    let mut found = Audit { acknowledged: acknowledged.len() as u64, ..Audit::default() };
    let mut decisions: Vec<u64> = kept.iter().map(|(decision, _)| *decision).collect();
    decisions.sort_unstable();
    found.doubled = decisions.windows(2).filter(|pair| pair[0] == pair[1]).count() as u64;
    let mut from = 0;
    for answer in acknowledged {
        match kept.iter().position(|other| other == answer) {
            None => found.lost += 1,
            Some(at) if at < from => found.reordered += 1,
            Some(at) => from = at + 1,
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(numbers: &[u64]) -> Vec<Answer> {
        numbers.iter().map(|number| (*number, "pass".to_owned())).collect()
    }

    #[test]
    fn what_is_lost_doubled_or_reordered_is_counted() {
        let found = |kept: &[u64], sent: &[u64]| {
            let audit = audit(&all(kept), &all(sent));
            (audit.lost, audit.doubled, audit.reordered)
        };
        assert_eq!(found(&[1, 2, 3], &[1, 3]), (0, 0, 0));
        assert_eq!(found(&[1, 2], &[1, 3]), (1, 0, 0));
        assert_eq!(found(&[1, 2, 2], &[1]), (0, 1, 0));
        assert_eq!(found(&[2, 1], &[1, 2]), (0, 0, 1));
    }

    #[test]
    fn answers_are_read_from_lines() {
        let line = br#"{"at":5,"say":{"by":"07","message":{"type":"act","decision":3,"action":"pass"}}}"#;
        let other = br#"{"at":5,"tick":{}}"#;
        let found = answers([&line[..], &other[..]]);
        assert_eq!(found.get("07"), Some(&all(&[3])));
        assert_eq!(found.len(), 1);
    }
}
