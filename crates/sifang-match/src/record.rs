//! A finished match as it is stored and handed out: what was agreed, every secret that was revealed, every command, and what
//! came of it. [`verify`](fn@crate::verify) checks all of it.

use crate::{Command, DealResult, Digest, Match, MatchId};
use serde::{Deserialize, Serialize, Serializer};
use sha2::{Digest as _, Sha256};
use sifang_fair::{
    NonceCommitments, Nonces, PublicKey, RecordDigest, Revealed, Signature, SigningKey, Terms, TermsHash,
};
use sifang_options::{OptionSet, RawOptions};
use sifang_table::{End, RuleSet, Source};
use sifang_tiles::{Seat, format_tiles};

/// The name of this form of record.
pub const FORMAT: &str = "sifang/record/1";

/// A match, deal by deal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Record {
    /// [`FORMAT`].
    pub format: String,
    /// The rule set's id.
    pub rules: String,
    /// The version of its rules.
    pub version: u32,
    /// Every option with its value.
    #[serde(serialize_with = "write_options")]
    #[cfg_attr(feature = "ts", ts(type = "{ [name: string]: boolean | number | string }"))]
    pub options: RawOptions,
    /// Number of seats.
    pub seats: u8,
    /// The name of the match.
    pub match_id: MatchId,
    /// `s_0`, published before the players sent their nonces.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub commitment: Revealed,
    /// Hash of rules, version, seats and options.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub terms: TermsHash,
    /// What the players committed to before any nonce was shown; not in records of matches whose nonces came in one step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "Array<string | null>"))]
    pub nonce_commitments: Option<NonceCommitments>,
    /// The deals, from the first.
    pub deals: Vec<DealRecord>,
    /// Points won and lost in all deals, final corrections included if the match was played to its end.
    pub totals: Vec<i32>,
    /// Ranks by totals, from 1.
    pub ranks: Vec<u8>,
    /// The signature of the server that the match was played on; not in records of bots, nor of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub signature: Option<Signed>,
}

/// A server's signature under a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Signed {
    /// The server's public key.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub key: PublicKey,
    /// Ed25519 over the digest.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub signature: Signature,
}

/// One deal of a record.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct DealRecord {
    /// Its number, from 1.
    pub index: u32,
    /// `s_i`, revealed when the deal was over.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub secret: Revealed,
    /// What the players sent.
    #[cfg_attr(feature = "ts", ts(type = "Array<string | null>"))]
    pub nonces: Nonces,
    /// The whole shuffled set from place 0, in tile notation: what the secret and the nonces must give.
    pub wall: String,
    /// Who dealt.
    pub dealer: Seat,
    /// Everything that was done, in order.
    pub commands: Vec<Command>,
    /// Digest of the deal's journal.
    pub digest: Digest,
    /// How it ended.
    pub end: End,
    /// The wins, in the order they count.
    pub wins: Vec<WinRecord>,
    /// What each seat won or lost.
    pub deltas: Vec<i32>,
}

/// One win of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WinRecord {
    /// Who won.
    pub seat: Seat,
    /// How.
    pub source: Source,
    /// From whom; none on a self-draw.
    pub from: Option<Seat>,
    /// What the hand was worth, in the rule set's own unit.
    pub total: i32,
}

impl Record {
    /// The record of a match that is about to begin.
    pub fn new<R: RuleSet>(rules: &R, match_id: MatchId, commitment: Revealed) -> Record {
        let mut options = RawOptions::new();
        for (name, value) in rules.options().agreed() {
            options.insert(name, value);
        }
        let seats = rules.seats();
        Record {
            format: FORMAT.into(),
            rules: R::ID.into(),
            version: R::VERSION,
            options,
            seats: seats as u8,
            match_id,
            commitment,
            terms: terms(rules),
            nonce_commitments: None,
            deals: Vec::new(),
            totals: vec![0; seats],
            ranks: vec![1; seats],
            signature: None,
        }
    }

    /// The digest of everything in the record but its signature: over its compact JSON text, fields in their declared order.
    pub fn digest(&self) -> RecordDigest {
        let bare = Record { signature: None, ..self.clone() };
        // Writing to memory does not fail.
        let text = serde_json::to_vec(&bare).unwrap_or_default();
        RecordDigest::new(Sha256::new().chain_update(b"sifang/record/1").chain_update(text).finalize().into())
    }

    /// Signs the record as it is now.
    pub fn sign(&mut self, key: &SigningKey) {
        let signature = key.sign(&self.digest());
        self.signature = Some(Signed { key: key.public(), signature });
    }

    /// Adds the deal that `game` has just finished, with what was revealed of it. Nothing happens while a deal is being played.
    pub fn add<R: RuleSet>(&mut self, game: &Match<R>, secret: Revealed, nonces: Nonces) {
        let Some(result) = game.last_deal() else { return };
        self.deals.push(DealRecord::new(result, game, secret, nonces));
        self.totals = game.totals().to_vec();
        self.ranks = game.ranks();
    }
}

impl DealRecord {
    fn new<R: RuleSet>(result: &DealResult, game: &Match<R>, secret: Revealed, nonces: Nonces) -> DealRecord {
        let wins =
            result.wins.iter().map(|&(seat, source, from, total)| WinRecord { seat, source, from, total });
        DealRecord {
            index: result.index,
            secret,
            nonces,
            wall: format_tiles(game.shuffled_set()),
            dealer: result.dealer,
            commands: game.commands().to_vec(),
            digest: result.digest,
            end: result.end,
            wins: wins.collect(),
            deltas: result.deltas.clone(),
        }
    }
}

/// The options in their canonical text, as the terms hash them: `name=value` in declared order, joined by `;`. Options that
/// were added later are named only if they are not at their defaults.
pub fn option_text<O: OptionSet>(options: &O) -> String {
    let pairs: Vec<String> = options.agreed().iter().map(|(name, value)| format!("{name}={value}")).collect();
    pairs.join(";")
}

/// The hash of what is agreed before a match.
pub(crate) fn terms<R: RuleSet>(rules: &R) -> TermsHash {
    let options = option_text(rules.options());
    Terms { rules: R::ID, version: R::VERSION, seats: rules.seats() as u8, options: &options }.hash()
}

fn write_options<S: Serializer>(options: &RawOptions, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(options.iter())
}
