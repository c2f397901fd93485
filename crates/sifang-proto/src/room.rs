//! A room: what is played there, who sits where, and how it is shown to everybody in it.

use crate::{Millis, NonceStep, Player, PlayerId, RoomCode, RoomLink, VoidCount, VoidView, WaiveView};
use serde::{Deserialize, Serialize, Serializer};
use sifang_fair::{NonceCommitments, Nonces, Revealed, TermsHash};
use sifang_match::MatchId;
use sifang_options::RawOptions;
use sifang_tiles::Seat;

/// Time for decisions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ClockSetup {
    /// For every decision.
    pub move_ms: u32,
    /// Beyond that, for all decisions of a deal together.
    pub bank_ms: u32,
}

/// What is played in a room, and how. Everything but the rule set has a default.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct RoomSetup {
    /// The rule set's id.
    pub rules: String,
    /// Its options; what is not named takes its default. The number of deals is one of them.
    #[serde(default, serialize_with = "write_options")]
    #[cfg_attr(feature = "ts", ts(type = "{ [name: string]: boolean | number | string }"))]
    pub options: RawOptions,
    /// Seats at the table.
    #[serde(default = "four")]
    pub seats: u8,
    /// Time for decisions; none: no limit.
    #[serde(default = "usual_clock")]
    pub clock: Option<ClockSetup>,
    /// The bot that takes free seats when the match starts; none: people must take them.
    #[serde(default = "usual_bot")]
    pub bots: Option<String>,
    /// Whether players may ask for hints.
    #[serde(default)]
    pub hints: bool,
    /// Whether the room stands in the public list.
    #[serde(default)]
    pub listed: bool,
    /// Whether people may watch.
    #[serde(default)]
    pub spectators: bool,
    /// Whether the same time passes after every discard, so that a pause betrays nobody.
    #[serde(default = "yes")]
    pub uniform_pause: bool,
    /// With the uniform pause: whether every claim window stays open for a drawn time, as long as people think, so that a long
    /// one does not show that somebody could claim.
    #[serde(default)]
    pub window_hold: bool,
    /// One person alone learns the game: no clock, open hints, and its last discard may be taken back. The match is marked in the
    /// history and counts in no figures.
    #[serde(default)]
    pub practice: bool,
}

impl RoomSetup {
    /// The usual setup of a rule set.
    pub fn of(rules: &str) -> RoomSetup {
        RoomSetup {
            rules: rules.to_owned(),
            options: RawOptions::new(),
            seats: four(),
            clock: usual_clock(),
            bots: usual_bot(),
            hints: false,
            listed: false,
            spectators: false,
            uniform_pause: true,
            window_hold: false,
            practice: false,
        }
    }
}

fn four() -> u8 {
    Seat::MAX as u8
}

fn usual_clock() -> Option<ClockSetup> {
    Some(ClockSetup { move_ms: 15_000, bank_ms: 60_000 })
}

fn usual_bot() -> Option<String> {
    Some("expert".into())
}

fn yes() -> bool {
    true
}

pub(crate) fn write_options<S: Serializer>(options: &RawOptions, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(options.iter())
}

/// Where a room stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// People sit down; nothing is played.
    Waiting,
    /// The commitment is shown, the players' nonces are collected.
    Nonces,
    /// A deal is played.
    Playing,
    /// A deal is over, the next one follows.
    Between,
    /// The match is over or dissolved; `again` leads back to waiting.
    Over,
}

/// Who or what is on a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Occupant {
    /// A person.
    Human {
        /// Public id.
        id: PlayerId,
        /// Name.
        nickname: String,
        /// Whether a connection is open.
        online: bool,
        /// Since when none is; not known after a restart.
        away: Option<Millis>,
        /// Whether the player left during the match; the seat is played for.
        left: bool,
    },
    /// A computer player.
    Bot {
        /// Which.
        level: String,
    },
}

/// A seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SeatView {
    /// Who is on it; nobody.
    pub occupant: Option<Occupant>,
    /// Ready to start (bots always are).
    pub ready: bool,
    /// 托管: it is played for. In a deal, others see a change with the seat's own turn.
    pub auto: bool,
}

/// A match that has been agreed, as everybody may check it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct MatchHead {
    /// Its name.
    pub match_id: MatchId,
    /// `s_0`: fixes all walls before any nonce is sent.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub commitment: Revealed,
    /// Hash of rules, version, seats and options.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub terms: TermsHash,
    /// What the players have committed to so far, by seat.
    #[cfg_attr(feature = "ts", ts(type = "Array<string | null>"))]
    pub nonce_commitments: NonceCommitments,
    /// The nonces they have sent so far, by seat.
    #[cfg_attr(feature = "ts", ts(type = "Array<string | null>"))]
    pub nonces: Nonces,
    /// While nonces are collected: which of the two.
    pub step: Option<NonceStep>,
    /// Who has agreed to go on without whose nonce.
    pub waived: Vec<WaiveView>,
    /// While nonces are collected: until when this step waits.
    pub until: Option<Millis>,
}

/// A vote on dissolving the match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct DissolveView {
    /// Who asked.
    pub by: Seat,
    /// Who agrees.
    pub agreed: Vec<Seat>,
    /// When it ends: then all who play for themselves must have agreed, and at least half of those seated.
    pub until: Millis,
}

/// The table is hurried: it has waited long, and there is no clock.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct HurryView {
    /// Who asked.
    pub by: Seat,
    /// When whoever has not answered is played for.
    pub until: Millis,
}

/// Waiting for the next deal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct NextView {
    /// Who wants to go on.
    pub seats: Vec<Seat>,
    /// When it goes on by itself; none: it waits for the one person who plays.
    pub until: Option<Millis>,
}

/// A room as everybody in it sees it. Sent whole whenever it changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RoomView {
    /// Six digits.
    pub code: RoomCode,
    /// For the invitation.
    pub link: RoomLink,
    /// Where it stands.
    pub phase: Phase,
    /// The host; nobody once all have left.
    pub host: Option<PlayerId>,
    /// What is played.
    pub setup: RoomSetup,
    /// The seats in playing order.
    pub seats: Vec<SeatView>,
    /// Those in the room without a seat.
    pub spectators: Vec<Player>,
    /// Those who have knocked and wait to be let in.
    pub knocks: Vec<Player>,
    /// The match that is played, or was played last.
    #[serde(rename = "match")]
    pub head: Option<MatchHead>,
    /// While a deal is over and the next one has not begun.
    pub next: Option<NextView>,
    /// While a vote runs.
    pub dissolve: Option<DissolveView>,
    /// While those who are waited for are hurried.
    pub hurry: Option<HurryView>,
    /// Who plays alone has stopped the deal.
    pub paused: bool,
    /// The last start came to nothing; until the next one.
    pub void: Option<VoidView>,
    /// How many starts came to nothing in this room, by player.
    pub voided: Vec<VoidCount>,
}

macro_rules! phrases {
    ($($name:ident = $id:literal: $zh:literal, $en:literal;)*) => {
        /// The quick phrases.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Phrase {
            $(#[doc = $en] $name,)*
        }

        impl Phrase {
            /// All of them.
            pub const ALL: &'static [Phrase] = &[$(Phrase::$name),*];

            /// The id on the wire.
            pub const fn id(self) -> &'static str {
                match self { $(Phrase::$name => $id),* }
            }

            /// The words.
            pub const fn text(self) -> sifang_options::Text {
                match self { $(Phrase::$name => sifang_options::Text::new($zh, $en)),* }
            }
        }
    };
}

phrases! {
    Hello = "hello": "大家好！", "Hello everybody!";
    Hurry = "hurry": "快点吧，我等到花儿也谢了", "Hurry up, the flowers have withered";
    Nice = "nice": "打得好！", "Well played!";
    Lucky = "lucky": "手气真好", "What luck";
    Sorry = "sorry": "不好意思", "Sorry";
    Thanks = "thanks": "谢谢！", "Thank you!";
    Moment = "moment": "稍等一下", "One moment, please";
    Back = "back": "我回来了", "I am back";
    Again = "again": "再来一局！", "Once more!";
    Bye = "bye": "下次再玩", "See you next time";
    Smile = "smile": "😊", "a smile 😊";
    Laugh = "laugh": "😂", "a laugh 😂";
    Cry = "cry": "😭", "tears 😭";
    Angry = "angry": "😤", "a huff 😤";
    Cheer = "cheer": "🎉", "a cheer 🎉";
}

impl Phrase {
    /// The phrase with this id.
    pub fn from_id(id: &str) -> Option<Phrase> {
        Phrase::ALL.iter().copied().find(|phrase| phrase.id() == id)
    }
}

impl Serialize for Phrase {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}
