//! Bodies of the review: what the decisions of a finished match cost its player. Amounts are in hundredths of a point, so that they
//! add up exactly.

use crate::Millis;
use serde::{Deserialize, Serialize};
use sifang_match::MatchId;
use sifang_table::Action;
use sifang_tiles::Seat;

/// Where a review stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ReviewState {
    /// Others are before it.
    Waiting,
    /// Decisions are being played out.
    Running,
    /// Every decision was compared.
    Done,
}

/// A review: `POST` and `GET /api/records/{match_id}/review`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ReviewRun {
    /// The match.
    pub match_id: MatchId,
    /// Whose decisions: the seat of whoever asks.
    pub seat: Seat,
    /// Where it stands.
    pub state: ReviewState,
    /// How much of the work is done, in thousandths.
    pub thousandths: u32,
    /// Reviews that began before it and are not finished.
    pub ahead: u32,
    /// What was found so far.
    pub review: ReviewView,
}

/// What was found. `result` is `play` and `luck` together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ReviewView {
    /// The rule set.
    pub rules: String,
    /// Decisions that were compared with an alternative. Those that are no mistakes count as equal.
    pub compared: u32,
    /// Points won and lost in the match.
    pub result: i32,
    /// What the mistakes cost, as a negative number of hundredths.
    pub play: i64,
    /// The rest of the result, in hundredths.
    pub luck: i64,
    /// The mistakes, the worst first.
    pub mistakes: Vec<ReviewMistake>,
    /// Deal by deal.
    pub deals: Vec<ReviewDeal>,
}

/// A decision that was a mistake: the interval of its loss excludes zero.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ReviewMistake {
    /// Number of the deal, from 1.
    pub deal: u32,
    /// Which command of the deal it is, from 1.
    pub place: u32,
    /// What was done.
    pub played: Action,
    /// What would have been better.
    pub better: Action,
    /// The player's time had run out.
    pub timed_out: bool,
    /// What it cost on average, in hundredths.
    pub loss: i64,
    /// The lower end of the 95 % interval, in hundredths.
    pub low: i64,
    /// The upper end, in hundredths.
    pub high: i64,
    /// How many worlds it was played out in.
    pub worlds: u32,
    /// What kind of mistake.
    pub kind: ReviewKind,
    /// Why.
    pub reason: ReviewReason,
    /// The clause of the rule book that matters here, as the end of its address.
    pub clause: Option<String>,
}

/// Why something was a mistake, in both languages.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ReviewReason {
    /// In Chinese.
    pub zh: String,
    /// In English.
    pub en: String,
}

/// A kind of mistake.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ReviewKind {
    /// The hand wins less often.
    Speed,
    /// Its wins pay less.
    Value,
    /// Others win on its tiles more often, or more.
    Danger,
    /// A tile claimed or let go, a win let go.
    Claim,
    /// A kong made or not made.
    Kong,
    /// A declaration, asking to win, points staked.
    Declaration,
    /// The tiles buried.
    Burial,
}

/// One deal of a review. `result` is `play` and `luck` together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ReviewDeal {
    /// Its number, from 1.
    pub deal: u32,
    /// Points won and lost.
    pub result: i32,
    /// What the mistakes in it cost, as a negative number of hundredths.
    pub play: i64,
    /// The rest, in hundredths.
    pub luck: i64,
    /// What of the luck was there at the first decision, in hundredths: what such a position brings on average.
    pub start: Option<i64>,
    /// Decisions that were compared.
    pub compared: u32,
    /// How many of them were mistakes.
    pub mistakes: u32,
}

/// `GET /api/history/reviews`: what the kept reviews of the player's latest matches come to, the earliest match first.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ReviewList {
    /// Match by match; those that were never reviewed are left out.
    pub reviews: Vec<ReviewSummary>,
}

/// What the review of one match comes to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ReviewSummary {
    /// The match.
    pub match_id: MatchId,
    /// The rule set.
    pub rules: String,
    /// When the match ended.
    pub at: Millis,
    /// Deals that were reviewed.
    pub deals: u32,
    /// Points won and lost.
    pub result: i32,
    /// What the mistakes cost, as a negative number of hundredths.
    pub play: i64,
    /// Half the width of the 95 % interval of `play`, in hundredths.
    pub play_within: i64,
    /// The rest of the result, in hundredths.
    pub luck: i64,
    /// Decisions that were compared.
    pub compared: u32,
    /// The mistakes by kind, the costliest first.
    pub kinds: Vec<ReviewKindCost>,
}

/// The mistakes of one kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ReviewKindCost {
    /// Which kind.
    pub kind: ReviewKind,
    /// How many there were.
    pub mistakes: u32,
    /// What they cost together, in hundredths.
    pub cost: i64,
}
