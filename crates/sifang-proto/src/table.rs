//! A running match as one viewer sees it: the engine's redacted view, and what the table adds to it.

use crate::Millis;
use serde::Serialize;
use sifang_fair::{Nonces, Revealed, TermsHash};
use sifang_match::{MatchId, WinRecord};
use sifang_table::{End, SeenEntry, View};
use sifang_tiles::{Seat, SeatSet};

/// A match as one viewer sees it, complete. `E` and `W` are the rule set's own part of the view.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TableView<'a, E, W> {
    /// The match.
    pub match_id: MatchId,
    /// Number of the deal, from 1.
    pub deal: u32,
    /// Who deals.
    pub dealer: Seat,
    /// Points of all finished deals (and final corrections), by seat.
    pub totals: &'a [i32],
    /// The finished deals, from the first.
    pub results: &'a [DealLine],
    /// What lets everybody check the walls.
    pub fairness: &'a Fairness,
    /// The deal.
    pub view: &'a View<E, W>,
    /// The payments of this deal that the viewer may know, in the order it came to know them.
    pub entries: &'a [SeenEntry],
    /// Whose time runs; none: nobody's, as far as the viewer may know.
    pub clock: Option<&'a Clock>,
    /// The end of the match, once it is there.
    pub over: Option<&'a MatchOver>,
}

/// A finished deal in one line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct DealLine {
    /// Its number, from 1.
    pub index: u32,
    /// Who dealt.
    pub dealer: Seat,
    /// How it ended.
    pub end: End,
    /// What each seat won or lost.
    pub deltas: Vec<i32>,
    /// The wins, in the order they count.
    pub wins: Vec<WinRecord>,
}

/// What everybody needs to check the walls.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Fairness {
    /// `s_0`, shown before the players sent their nonces.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub commitment: Revealed,
    /// Hash of rules, version, seats and options.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub terms: TermsHash,
    /// What the players sent, by seat.
    #[cfg_attr(feature = "ts", ts(type = "Array<string | null>"))]
    pub nonces: Nonces,
    /// `s_1`, `s_2` … of the finished deals.
    #[cfg_attr(feature = "ts", ts(type = "Array<string>"))]
    pub revealed: Vec<Revealed>,
}

/// Running time, as far as the viewer may know it. In a claim window nobody learns whether others are asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Clock {
    /// Whose time runs.
    #[cfg_attr(feature = "ts", ts(type = "Array<Seat>"))]
    pub seats: SeatSet,
    /// When the time for this decision ends.
    pub until: Millis,
    /// What the viewer itself has beyond that, if it is asked. Nobody sees another's bank.
    pub bank_ms: Option<u32>,
}

/// The end of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct MatchOver {
    /// Ranks by seat, from 1; equal totals share one.
    pub ranks: Vec<u8>,
    /// What was corrected at the end; `totals` have it in them.
    pub corrections: Vec<CorrectionView>,
    /// It was dissolved by vote: the deal that was being played does not count.
    pub dissolved: bool,
}

/// A correction of the totals at the end of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct CorrectionView {
    /// Why, in Chinese.
    pub zh: &'static str,
    /// Why, in English.
    pub en: &'static str,
    /// Anchor in the rule book.
    pub clause: &'static str,
    /// What it adds to each seat.
    pub deltas: Vec<i32>,
}

/// The hash that updates carry now and then: FNV-1a of 32 bits over the UTF-8 bytes of the view's compact JSON, fields in the
/// order they are declared; eight hexadecimal digits.
pub fn view_hash(json: &[u8]) -> String {
    let hash =
        json.iter().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ *byte as u32).wrapping_mul(0x0100_0193));
    format!("{hash:08x}")
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_hash_is_the_published_one() {
        // Values of the function's authors.
        assert_eq!(super::view_hash(b""), "811c9dc5");
        assert_eq!(super::view_hash(b"a"), "e40c292c");
        assert_eq!(super::view_hash(b"foobar"), "bf9cf968");
    }
}
