//! The review as a value: for JSON, for a page, for a terminal.

use crate::difference::Difference;
use crate::kind::Kind;
use serde::{Serialize, Serializer};
use sifang_lab::Estimate;
use sifang_match::MatchId;
use sifang_options::{Lang, Sentence};
use sifang_table::Action;
use sifang_tiles::Seat;
use std::fmt;

/// The name of this form of review.
pub const FORMAT: &str = "sifang/review/1";

/// A reviewed match.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Review {
    /// [`FORMAT`].
    pub format: &'static str,
    /// The rule set.
    pub rules: &'static str,
    /// The version of its rules.
    pub version: u32,
    /// Which match.
    pub match_id: MatchId,
    /// Who played the deals out.
    pub player: &'static str,
    /// The seed of the worlds.
    pub seed: u64,
    /// Worlds of a decision that looks like a mistake.
    pub worlds: u32,
    /// The reviewed seats.
    pub seats: Vec<SeatReview>,
}

/// One player's match.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SeatReview {
    /// The seat.
    pub seat: Seat,
    /// Decisions that were compared with an alternative.
    pub compared: usize,
    /// How many of them were mistakes.
    pub mistakes: usize,
    /// Points won and lost in the reviewed deals.
    pub result: i32,
    /// What the mistakes cost, as a negative number.
    pub play: Hundredths,
    /// The rest of the result.
    pub luck: Hundredths,
    /// The three worst mistakes, the worst first: places in `deals` and in their `decisions`.
    pub worst: Vec<[usize; 2]>,
    /// Deal by deal.
    pub deals: Vec<DealReview>,
}

impl SeatReview {
    /// The worst mistakes themselves.
    pub fn worst(&self) -> impl Iterator<Item = &Compared> {
        self.worst.iter().filter_map(|[deal, at]| self.deals.get(*deal)?.decisions.get(*at))
    }
}

/// One player's deal. `result` is `play` and `luck` together, to the hundredth.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DealReview {
    /// Its number, from 1.
    pub deal: u32,
    /// Points won and lost.
    pub result: i32,
    /// What the mistakes in it cost, as a negative number.
    pub play: Hundredths,
    /// What the same player would have got without them, by what came of the deal: tiles and what others did.
    pub luck: Hundredths,
    /// What of the luck was there at the first decision that was compared: points such a position brings on average.
    pub start: Option<Hundredths>,
    /// The decisions that were compared.
    pub decisions: Vec<Compared>,
}

/// A decision and its best alternative.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Compared {
    /// Number of the deal, from 1.
    pub deal: u32,
    /// Which command of the deal it is, from 1.
    pub place: usize,
    /// The closed tiles.
    pub hand: String,
    /// The tile in question, if there is one.
    pub tile: Option<String>,
    /// What was done.
    pub played: Action,
    /// The seat's time had run out.
    pub timed_out: bool,
    /// The alternative it was compared with.
    pub better: Action,
    /// What was lost, in points, with its 95 % interval; negative where the alternative is worse.
    pub loss: Estimate,
    /// Worlds it was measured in.
    pub worlds: u64,
    /// The interval excludes zero. Everything else counts as equal.
    pub mistake: bool,
    /// What kind of mistake; none where it is none.
    pub kind: Option<Kind>,
    /// Why; none where it is none.
    pub reason: Option<Said>,
    /// The facts behind the reason.
    pub difference: Option<Difference>,
}

/// A sentence in both languages.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Said {
    /// In Chinese.
    pub zh: String,
    /// In English.
    pub en: String,
}

impl From<Sentence> for Said {
    fn from(sentence: Sentence) -> Said {
        Said { zh: sentence.zh, en: sentence.en }
    }
}

impl Said {
    /// In this language.
    pub fn get(&self, lang: Lang) -> &str {
        match lang {
            Lang::Zh => &self.zh,
            Lang::En => &self.en,
        }
    }
}

/// An amount in hundredths of a point, so that amounts add up exactly.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Hundredths(pub i64);

impl Hundredths {
    /// The nearest to so many points.
    pub(crate) fn of(points: f64) -> Hundredths {
        Hundredths((points * 100.0).round() as i64)
    }
}

impl fmt::Display for Hundredths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.1}", self.0 as f64 / 100.0)
    }
}

impl Serialize for Hundredths {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.0 as f64 / 100.0)
    }
}
