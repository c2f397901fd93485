//! The verdict on a record as it is sent to programs, by the server and by `sifang replay --json` alike; and the keys with which
//! a server signs records.

use crate::{Millis, Words};
use serde::{Deserialize, Serialize};
use sifang_fair::{PublicKey, RecordDigest};
use sifang_match::{Finding, Judged, Mismatch, Outcome, Part, State, Verdict};
use sifang_options::Lang;

/// The most mismatches of one part that are listed; a forged record may have thousands.
const MOST: usize = 20;

/// Something in a record that does not hold.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct MismatchView {
    /// The deal, from 1; none: the match.
    pub deal: Option<u32>,
    /// What, in Chinese.
    pub zh: String,
    /// What, in English.
    pub en: String,
}

/// A part of a verdict.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PartView {
    /// The part.
    pub part: Part,
    /// How it stands.
    pub state: State,
    /// What was found.
    pub finding: Finding,
    /// What the part is called.
    pub name: Words,
    /// What was found, in words.
    pub text: Words,
    /// In particular; not all of it, where there is much.
    pub mismatches: Vec<MismatchView>,
}

/// `POST /api/verify`: one verdict on a record, made of named parts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct VerdictView {
    /// All in all: `proven` only if every part that counts holds.
    pub verdict: Outcome,
    /// The same in words.
    pub text: Words,
    /// Nothing is wrong, and walls, moves and points hold.
    pub holds: bool,
    /// The parts.
    pub parts: Vec<PartView>,
    /// SHA-256 of the record without its signature.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub digest: RecordDigest,
    /// The public key that signed it, if the signature fits.
    #[cfg_attr(feature = "ts", ts(type = "string | null"))]
    pub key: Option<PublicKey>,
    /// Deals in the record.
    pub deals: usize,
    /// Commands that were played again.
    pub commands: usize,
}

impl From<&Verdict> for VerdictView {
    fn from(verdict: &Verdict) -> VerdictView {
        VerdictView {
            verdict: verdict.outcome,
            text: words(|lang| verdict.outcome.text(lang)),
            holds: verdict.holds(),
            parts: verdict.parts.iter().map(PartView::from).collect(),
            digest: verdict.digest,
            key: verdict.key,
            deals: verdict.deals,
            commands: verdict.commands,
        }
    }
}

impl From<&Judged> for PartView {
    fn from(judged: &Judged) -> PartView {
        let finding = judged.finding;
        PartView {
            part: finding.part(),
            state: finding.state(),
            finding,
            name: words(|lang| finding.part().text(lang)),
            text: words(|lang| finding.text(lang)),
            mismatches: judged.mismatches.iter().take(MOST).map(MismatchView::from).collect(),
        }
    }
}

impl From<&Mismatch> for MismatchView {
    fn from(found: &Mismatch) -> MismatchView {
        MismatchView { deal: found.deal, zh: found.message(Lang::Zh), en: found.message(Lang::En) }
    }
}

fn words(text: impl Fn(Lang) -> &'static str) -> Words {
    Words { zh: text(Lang::Zh), en: text(Lang::En) }
}

/// A key with which a server signs, or has signed, records.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct KeyView {
    /// The public half, 32 bytes: Ed25519.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub key: PublicKey,
    /// Since when it signs.
    pub since: Millis,
    /// Until when it did; none: it still does.
    pub until: Option<Millis>,
}

/// `GET /api/keys`: all keys with which a server has ever signed, the present one first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct KeyList {
    /// The keys.
    pub keys: Vec<KeyView>,
}
