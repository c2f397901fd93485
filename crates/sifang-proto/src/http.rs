//! Bodies of the HTTP interface beside the socket.
//!
//! A request carries its token as `Authorization: Bearer …`. A refused one answers with [`ErrorBody`](crate::ErrorBody).

use crate::{Nickname, Phase, Player, RoomCode, RoomLink, RoomSetup};
use serde::{Deserialize, Serialize};
use sifang_options::Text;

/// `GET /api/me`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Me {
    /// The player.
    pub player: Player,
    /// Rooms the player is in, the latest first.
    pub rooms: Vec<RoomSummary>,
}

/// A set of options saved by name ("our house rules"); `PUT /api/me/presets`, and `GET /api/presets/{link}` for others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Preset {
    /// Its name, up to 24 characters.
    pub name: String,
    /// What is played.
    pub setup: RoomSetup,
    /// Carries it in a link; given by the server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub link: Option<RoomLink>,
}

/// `GET /api/me/presets`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PresetList {
    /// The saved sets by name.
    pub presets: Vec<Preset>,
}

/// The same words in both languages.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Words {
    /// Chinese.
    pub zh: &'static str,
    /// English.
    pub en: &'static str,
}

impl From<Text> for Words {
    fn from(text: Text) -> Words {
        Words { zh: text.zh, en: text.en }
    }
}

/// `GET /api/rules`: one of the list.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RuleSetSummary {
    /// Its id.
    pub id: &'static str,
    /// Its name.
    pub name: Words,
    /// One line for the menu.
    pub pitch: Words,
    /// The numbers of players it allows.
    pub seats: Vec<u8>,
    /// Tiles of a full set.
    pub tiles: u32,
    /// Version of its rules.
    pub version: u32,
}

/// `GET /api/rules/{id}`.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RuleSetDetail {
    /// As in the list.
    #[serde(flatten)]
    pub summary: RuleSetSummary,
    /// Its options as a JSON Schema with `x-zh`, `x-en`, `x-group`, `x-clause`, `x-visible-if`.
    #[cfg_attr(feature = "ts", ts(as = "sifang_options::OptionSchema<'static>"))]
    pub options: serde_json::Value,
    /// Its fan table.
    pub fans: Vec<FanView>,
    /// Every other term its explanations use.
    pub terms: Vec<TermView>,
}

/// One entry of a fan table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct FanView {
    /// Its id.
    pub id: &'static str,
    /// Its name.
    pub name: Words,
    /// When it counts.
    pub when: Words,
    /// Its value (0 where options decide).
    pub value: i32,
    /// Anchor in the rule book.
    pub clause: &'static str,
}

/// A term that explanations use.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TermView {
    /// Its id.
    pub id: &'static str,
    /// Its name.
    pub name: Words,
    /// Anchor in the rule book.
    pub clause: &'static str,
}

/// `POST /api/rooms` (body: a [`RoomSetup`]) and `POST /api/quick`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Created {
    /// Six digits.
    pub code: RoomCode,
    /// For the invitation.
    pub link: RoomLink,
}

/// `POST /api/quick`: a room with bots that starts at once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct QuickRequest {
    /// What is played; `bots` names the opponents.
    pub setup: RoomSetup,
}

/// A room in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RoomSummary {
    /// Six digits.
    pub code: RoomCode,
    /// What is played.
    pub setup: RoomSetup,
    /// Where it stands.
    pub phase: Phase,
    /// The host's name.
    pub host: Option<Nickname>,
    /// People on seats.
    pub humans: u8,
    /// Bots on seats.
    pub bots: u8,
    /// People who watch.
    pub spectators: u32,
}

/// `GET /api/rooms`: a page of the public rooms in which somebody is.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RoomList {
    /// The rooms, in an order drawn by lot for each reader.
    pub rooms: Vec<RoomSummary>,
    /// Asks for this page again, in the same order, as `?after=`.
    pub at: String,
    /// Asks for the next page, as `?after=`; null on the last.
    pub next: Option<String>,
}
