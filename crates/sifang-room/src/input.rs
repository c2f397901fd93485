//! What comes in, what is written to the log, and what goes out.

use crate::updates::Message;
use crate::{BotAnswer, BotJob, HintAnswer, HintJob};
use serde::{Deserialize, Serialize};
use sifang_match::{DealRecord, MatchId, Record};
use sifang_proto::{
    ClientMessage, CloseReason, ErrorBody, Millis, Player, PlayerId, RecordSeat, RoomCode, RoomLink,
    RoomSetup, Since,
};

/// A connection; unique in the life of the server.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ConnectionId(pub u64);

/// Random bytes for a match: its name and the secret at the end of its chain.
pub(crate) const CHANCE: usize = 48;

/// The latest edition of what a room itself rules: votes, seats, who is let in. A log is replayed under the edition that each of
/// its lines was written under; a room of an older one takes the latest when somebody comes to it after a restart.
///
/// 0: silence is agreement to a dissolution, votes have no limit, ready flags stay when seats change.
/// 1: silence is none, votes are limited, whoever was ready is asked again when seats change.
/// 2: nonces come in two steps; before, in one, and what was missing after a while was left out.
/// 3: a bot answers for who is played for, before it was the rule set's default; one person alone with bots is waited for between
/// deals.
pub const EDITION: u32 = 3;

/// What a room is made from.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Founding {
    /// Its code.
    pub code: RoomCode,
    /// Its link.
    pub link: RoomLink,
    /// What is played there.
    pub setup: RoomSetup,
    /// Who made it.
    pub host: Player,
    /// How long the uniform pause is, and how long a seat that is played for waits; 0: not at all.
    pub pause_ms: Millis,
    /// What the room itself rules, and how: [`EDITION`] for a new one.
    #[serde(default)]
    pub edition: u32,
}

/// Something from outside.
#[derive(Debug)]
pub enum Input {
    /// A player's connection comes into the room, or comes back.
    Enter {
        /// The connection.
        connection: ConnectionId,
        /// Whose it is.
        player: Player,
        /// Number of the message.
        id: u32,
        /// Whether it named the room by its link: six digits can be guessed.
        by_link: bool,
        /// What the client has seen.
        since: Option<Since>,
    },
    /// A message from a connection that is in the room.
    Message {
        /// The connection.
        connection: ConnectionId,
        /// Number of the message.
        id: u32,
        /// The message.
        message: ClientMessage,
    },
    /// An order of a member that does not come over a connection (a quick start).
    Order {
        /// Who.
        player: PlayerId,
        /// What.
        message: ClientMessage,
    },
    /// The connection is gone.
    Disconnect {
        /// The connection.
        connection: ConnectionId,
    },
    /// The moment of [`RoomCore::wake`](crate::RoomCore::wake) has come.
    Tick,
    /// A bot has thought.
    Bot(BotAnswer),
    /// The adviser has thought.
    Hint(HintAnswer),
    /// A player has another name now.
    Rename(Player),
    /// A player's account is deleted: it leaves, and nobody knows its name any more.
    Forget(PlayerId),
    /// Close the room.
    Close,
}

/// What can change a room for good.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Deed {
    Found(Founding),
    Enter(Player),
    Say {
        by: PlayerId,
        message: ClientMessage,
    },
    /// A spectator's connection is gone.
    Gone(PlayerId),
    Tick {},
    Bot(BotAnswer),
    /// Bots' answers to a window that were kept until it could close.
    Bots(Vec<BotAnswer>),
    Rename(Player),
    Forget(PlayerId),
    /// The server has started again. No longer written: rooms go on when somebody comes.
    Resume {
        /// From here on.
        #[serde(default)]
        edition: u32,
    },
    /// Somebody comes to a table that stood still: clocks begin anew, bots are asked again.
    Return {
        player: Player,
        /// From here on.
        edition: u32,
    },
    Close {},
}

/// What follows from an input.
#[derive(Debug, Default)]
pub struct Output {
    /// To be appended to the room's log and committed *before* any effect is carried out. None: nothing durable has changed.
    /// It may hold the secret of a match: it must not be printed.
    pub line: Option<LogLine>,
    /// What to do, in order.
    pub effects: Vec<Effect>,
    /// Why an order was refused. (A message is answered over its connection.)
    pub refused: Option<ErrorBody>,
}

/// The bytes of one line of a room's log: a JSON object without line breaks.
#[derive(Clone, PartialEq, Eq)]
pub struct LogLine(pub(crate) Vec<u8>);

impl LogLine {
    /// The bytes, for the store.
    pub fn expose(&self) -> &[u8] {
        &self.0
    }

    /// The bytes, for the store.
    pub fn into_bytes(self) -> Vec<u8> {
        self.0
    }
}

impl std::fmt::Debug for LogLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "LogLine({} bytes)", self.0.len())
    }
}

/// Something to be done outside.
#[derive(Debug)]
pub enum Effect {
    /// Send a frame.
    Send {
        /// To whom.
        to: ConnectionId,
        /// The text.
        text: Message,
    },
    /// The connection is no longer in this room; a `closed` message was sent before. When it was replaced, close it.
    Detach {
        /// Which.
        connection: ConnectionId,
        /// Why.
        reason: CloseReason,
    },
    /// Let a bot think.
    Ask(BotJob),
    /// Let the adviser think.
    Advise(HintJob),
    /// Something for the store, to be committed with the line.
    Report(Report),
    /// [`RoomCore::summary`](crate::RoomCore::summary) or
    /// [`RoomCore::members`](crate::RoomCore::members) may have changed.
    Listing,
    /// The room is over.
    Closed,
}

/// What the store keeps beside a room's log.
#[derive(Debug)]
pub enum Report {
    /// A deal is over.
    Deal(Box<DealReport>),
    /// A match is over in which no person has ever answered for itself: its deals are not to be kept.
    Unplayed(MatchId),
    /// Another match is over, or dissolved after at least one deal.
    Match(Box<MatchReport>),
}

/// A finished deal, for the store.
#[derive(Debug)]
pub struct DealReport {
    /// The match.
    pub match_id: MatchId,
    /// Terms, commands, secret, nonces and result.
    pub record: DealRecord,
    /// Everything that happened, in the open: the JSON of [`DealEvents`](sifang_proto::DealEvents).
    pub events: String,
}

/// A finished match, for the store.
#[derive(Debug)]
pub struct MatchReport {
    /// What [`sifang_match::verify_any`] checks.
    pub record: Record,
    /// Who sat where.
    pub seats: Vec<RecordSeat>,
    /// It was dissolved before its end.
    pub dissolved: bool,
    /// It was practice.
    pub practice: bool,
}
