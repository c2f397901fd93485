//! Bodies of the lab: two sets of options compared on the server.

use crate::room::write_options;
use serde::{Deserialize, Serialize};
use sifang_options::RawOptions;

/// `POST /api/lab`: begin a comparison.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct LabRequest {
    /// The rule set's id.
    pub rules: String,
    /// Seats at the table.
    pub seats: u8,
    /// The options of set A; what is not named takes its default.
    #[serde(default, serialize_with = "write_options")]
    #[cfg_attr(feature = "ts", ts(type = "{ [name: string]: boolean | number | string }"))]
    pub a: RawOptions,
    /// The options of set B.
    #[serde(default, serialize_with = "write_options")]
    #[cfg_attr(feature = "ts", ts(type = "{ [name: string]: boolean | number | string }"))]
    pub b: RawOptions,
    /// How many walls, each played under A and under B.
    pub deals: u64,
    /// On each wall a whole match is played, not a single deal.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub matches: bool,
    /// Who plays.
    pub bots: String,
    /// Seed of all chance.
    #[serde(default = "one")]
    pub seed: u64,
}

fn one() -> u64 {
    1
}

/// Where a comparison stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum LabState {
    /// Others are before it.
    Waiting,
    /// Deals are being played.
    Running,
    /// Everything was played.
    Done,
    /// Its player cancelled it; the report has what was played.
    Cancelled,
    /// The server was stopped, or the run failed.
    Stopped,
}

impl LabState {
    /// Nothing more will come.
    pub fn is_over(self) -> bool {
        !matches!(self, LabState::Waiting | LabState::Running)
    }
}

/// A comparison: `POST /api/lab`, `GET /api/lab/{id}`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LabRun {
    /// Names it, also in links.
    pub id: String,
    /// What is compared.
    pub request: LabRequest,
    /// Where it stands.
    pub state: LabState,
    /// Walls played.
    pub played: u64,
    /// Runs before it.
    pub ahead: u32,
    /// The report of what has been played (the form of `report.json`, docs/lab.md); none before the first figures, and in lists.
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub report: Option<serde_json::Value>,
}

/// `GET /api/lab`: the player's comparisons, the latest first, without their reports.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LabList {
    /// The runs.
    pub runs: Vec<LabRun>,
}
