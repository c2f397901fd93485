//! One verdict on a record, made of named parts: walls, moves, points, end, where it comes from, and what is not covered.
//!
//! The words are in [`words`], once for everybody who shows a verdict: the command line, the server and, generated from here,
//! the browser client. What is *not* here: who keeps which records and which keys.

mod words;

pub use words::{Finding, Outcome, Part, State};

use crate::verify::{Examined, examine_any};
use crate::{Mismatch, Record};
use sifang_fair::{PublicKey, RecordDigest};
use sifang_table::Journal;

/// Who is asked where a record comes from.
#[derive(Clone, Copy, Debug)]
pub enum Asked<'a> {
    /// Nobody.
    Nobody,
    /// Whoever has these keys: somebody who holds them says that they are a server's.
    Keys(&'a [PublicKey]),
    /// The server itself: what it keeps of that match, and all the keys it has signed with.
    Server {
        /// What it keeps.
        kept: Kept,
        /// Its keys.
        keys: &'a [PublicKey],
    },
}

/// What a server keeps of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kept {
    /// The same record.
    Same,
    /// Another record of it.
    Other,
    /// Nothing.
    Nothing,
}

impl Kept {
    /// What a server keeps of the match of this record, by digest.
    pub fn compare(kept: Option<RecordDigest>, record: &Record) -> Kept {
        match kept {
            None => Kept::Nothing,
            Some(digest) if digest == record.digest() => Kept::Same,
            Some(_) => Kept::Other,
        }
    }
}

/// What was found about one part.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    /// What.
    pub finding: Finding,
    /// In particular.
    pub mismatches: Vec<Mismatch>,
}

/// The verdict on a record.
#[derive(Clone, PartialEq, Debug)]
pub struct Verdict {
    /// All in all.
    pub outcome: Outcome,
    /// The parts, in the order in which they are shown.
    pub parts: Vec<Judged>,
    /// The digest of the record.
    pub digest: RecordDigest,
    /// The key that signed the record; none: it is not signed, or not by the key that it names.
    pub key: Option<PublicKey>,
    /// How many deals the record has.
    pub deals: usize,
    /// How many commands were played again.
    pub commands: usize,
}

impl Verdict {
    /// Nothing is wrong, and everything that follows from the record alone was checked.
    pub fn holds(&self) -> bool {
        let state = |part| self.state(part) == Some(State::Holds);
        self.outcome != Outcome::Fails && [Part::Walls, Part::Moves, Part::Points].into_iter().all(state)
    }

    /// How it stands with a part.
    pub fn state(&self, part: Part) -> Option<State> {
        self.parts.iter().map(|judged| judged.finding).find(|found| found.part() == part).map(Finding::state)
    }
}

/// Checks everything at once. `each` is given every deal that was played again, with its number.
pub fn judge(record: &Record, asked: Asked<'_>, each: &mut dyn FnMut(u32, &Journal)) -> Verdict {
    let (examined, digest) = (examine_any(record, each), record.digest());
    let Examined { deals, commands, .. } = examined;
    let signature = signature(record, &digest, asked);
    let origin = [known(asked, signature), signature, Finding::NamesNotCovered];
    let mut parts = played(examined);
    parts.extend(origin.map(|finding| Judged { finding, mismatches: Vec::new() }));
    let key = record.signature.map(|signed| signed.key).filter(|_| signature != Finding::SignatureBad);
    let outcome = Outcome::of(parts.iter().map(|part| part.finding));
    Verdict { outcome, parts, digest, key, deals, commands }
}

/// What follows from the record alone.
fn played(examined: Examined) -> Vec<Judged> {
    let Examined { found, dealt, played, finished, .. } = examined;
    let foreign = found.iter().any(Mismatch::is_foreign);
    let mut parts = Vec::new();
    for (part, checked, [holds, fails, open]) in [
        (Part::Walls, dealt, [Finding::WallsHold, Finding::WallsFail, Finding::WallsOpen]),
        (Part::Moves, played, [Finding::MovesHold, Finding::MovesFail, Finding::MovesOpen]),
        (Part::Points, played, [Finding::PointsHold, Finding::PointsFail, Finding::PointsOpen]),
        (
            Part::End,
            played,
            [
                if finished { Finding::EndReached } else { Finding::EndCutShort },
                Finding::EndBeyond,
                Finding::EndOpen,
            ],
        ),
    ] {
        let own: Vec<Mismatch> = found.iter().filter(|mismatch| mismatch.part() == part).cloned().collect();
        let finding = match (own.is_empty(), checked) {
            (false, _) if foreign => open,
            (false, _) => fails,
            (true, false) => open,
            (true, true) => holds,
        };
        parts.push(Judged { finding, mismatches: own });
    }
    parts
}

/// What a signature is worth to whoever is asked.
fn signature(record: &Record, digest: &RecordDigest, asked: Asked<'_>) -> Finding {
    let Some(signed) = record.signature else { return Finding::NotSigned };
    let keys = match asked {
        Asked::Nobody => &[],
        Asked::Keys(keys) | Asked::Server { keys, .. } => keys,
    };
    match (signed.key.signed(digest, &signed.signature), keys.contains(&signed.key)) {
        (false, _) => Finding::SignatureBad,
        (true, true) => Finding::SignatureGood,
        (true, false) => Finding::SignatureStrange,
    }
}

/// Where the record comes from.
fn known(asked: Asked<'_>, signature: Finding) -> Finding {
    let signed = signature == Finding::SignatureGood;
    match asked {
        Asked::Nobody => Finding::NobodyAsked,
        Asked::Keys(_) if signed => Finding::SignedByKey,
        Asked::Keys(_) => Finding::NotSignedByKey,
        Asked::Server { kept: Kept::Same, .. } => Finding::KnownSame,
        Asked::Server { kept: Kept::Other, .. } => Finding::KnownOther,
        Asked::Server { kept: Kept::Nothing, .. } if signed => Finding::KnownSigned,
        Asked::Server { kept: Kept::Nothing, .. } => Finding::NotKnown,
    }
}
