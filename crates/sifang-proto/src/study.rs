//! Bodies of the HTTP interface about what was played: histories, statistics, records, replays.

use crate::room::write_options;
use crate::{Millis, Player};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use sifang_match::{MatchId, Record};
use sifang_options::RawOptions;
use sifang_table::SeenEvent;
use sifang_tiles::Seat;

/// A seat of a match in a history.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct HistorySeat {
    /// The person's name, or the bot's.
    pub name: String,
    /// Whether it was a bot.
    pub bot: bool,
    /// Points in the end.
    pub total: i32,
    /// Rank, from 1.
    pub rank: u8,
}

/// The dearest win of a player in a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct BestWin {
    /// The deal, from 1.
    pub deal: u32,
    /// What the hand was worth, in the rule set's own unit.
    pub total: i32,
}

/// How the deals of a match went for a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Tally {
    /// Deals in which the player won.
    pub wins: u32,
    /// Deals in which it won by its own draw.
    pub self_draws: u32,
    /// Deals in which somebody won on its tile.
    pub deal_ins: u32,
}

/// A match in a player's history.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct HistoryRow {
    /// The match; its record is under `/api/records/{match_id}`.
    pub match_id: MatchId,
    /// The rule set.
    pub rules: String,
    /// The options that were not at their defaults.
    #[serde(default, serialize_with = "write_options")]
    #[cfg_attr(feature = "ts", ts(type = "{ [name: string]: boolean | number | string }"))]
    pub options: RawOptions,
    /// When it ended.
    pub at: Millis,
    /// Deals played to their end.
    pub deals: u32,
    /// It was dissolved before its end.
    pub dissolved: bool,
    /// It was practice: it counts in no figures.
    #[serde(default)]
    pub practice: bool,
    /// The player's own seat.
    pub seat: Seat,
    /// All seats.
    pub seats: Vec<HistorySeat>,
    /// How its deals went for the player.
    #[serde(default)]
    pub tally: Tally,
    /// The player's dearest win.
    #[serde(default)]
    pub best: Option<BestWin>,
}

/// `GET /api/history`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct History {
    /// Matches, the latest first.
    pub matches: Vec<HistoryRow>,
    /// Pass it as `before` to get more; none: there are no more.
    pub before: Option<Millis>,
}

/// What a player has done under one rule set.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RulesStatistics {
    /// The rule set.
    pub rules: String,
    /// Matches.
    pub matches: u32,
    /// Deals of these matches.
    pub deals: u32,
    /// How often the player came first, second, third, fourth.
    pub ranks: Vec<u32>,
    /// How the deals went.
    pub tally: Tally,
    /// The dearest win.
    pub best: Option<BestWin>,
    /// The match of the dearest win.
    pub best_match: Option<MatchId>,
}

/// The result of one match, for a curve of points over time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct MatchPoint {
    /// The match.
    pub match_id: MatchId,
    /// The rule set.
    pub rules: String,
    /// When it ended.
    pub at: Millis,
    /// What the player won or lost.
    pub total: i32,
}

/// `GET /api/history/statistics`: counted over the player's latest matches.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Statistics {
    /// By rule set, the most played first.
    pub rules: Vec<RulesStatistics>,
    /// The matches, the earliest first.
    pub points: Vec<MatchPoint>,
}

/// `GET /api/records/{match_id}/deals/{number}/views/{viewer}`: a finished deal step by step.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Replay {
    /// Number of the deal, from 1.
    pub deal: u32,
    /// The same messages that a live viewer gets: a snapshot, then an update for every step, each with the hash of its view.
    #[cfg_attr(feature = "ts", ts(type = "Array<ServerMessage<AnyExtra, AnyWinFacts>>"))]
    pub messages: Vec<Box<RawValue>>,
}

/// Reads a record: alone, or as a server hands it out with who sat where around it.
pub fn read_record(text: &[u8]) -> serde_json::Result<Record> {
    #[derive(Deserialize)]
    struct HandedOut {
        record: Record,
    }
    serde_json::from_slice(text)
        .or_else(|alone| serde_json::from_slice(text).map(|out: HandedOut| out.record).map_err(|_| alone))
}

/// One finished deal for a replay: everything in the open.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct DealEvents {
    /// Number of the deal, from 1.
    pub deal: u32,
    /// Everything that happened, nothing hidden.
    pub events: Vec<SeenEvent>,
}

/// Who sat where in a stored match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RecordSeat {
    /// The person; none for a bot.
    pub player: Option<Player>,
    /// The bot's level.
    pub bot: Option<String>,
}

/// `GET /api/records/{match_id}`: what `sifang replay` checks, and who played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct StoredRecord {
    /// The match: terms, secrets, nonces, commands, results.
    pub record: Record,
    /// Who sat where.
    pub seats: Vec<RecordSeat>,
    /// When it ended.
    pub at: Millis,
    /// It was dissolved before its end.
    pub dissolved: bool,
}
