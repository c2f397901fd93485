//! What goes over the wire, as types: messages of the protocol `sifang/1`, HTTP bodies, error codes, ids and limits.
//!
//! `docs/protocol.md` is the prose to it. A client's frame is read strictly ([`ClientFrame::parse`]); what the server says is
//! written from types that the engine already redacted ([`sifang_table::View`], [`sifang_table::SeenEvent`]), so nothing
//! hidden has a way out. With the feature `ts` the same types are written down for TypeScript ([`ts`]).
//!
//! What is *not* here: rooms, sockets, storage, any rule of any rule set.
#![forbid(unsafe_code)]

mod account;
mod client;
mod error;
mod hint;
mod http;
mod id;
mod json;
mod lab;
pub mod limits;
mod name;
mod nonces;
mod patch;
mod review;
mod room;
mod server;
mod study;
mod table;
#[cfg(feature = "ts")]
pub mod ts;
mod verdict;

pub use account::{
    DeleteRequest, GuestRequest, NicknameRequest, PasskeyList, PasskeyQuestion, PasskeyView, Recovered,
    Recovery, RecoveryRequest, Registered, TokenList, TokenView,
};
pub use client::{ClientFrame, ClientMessage, Since};
pub use error::{ErrorBody, ErrorCode};
pub use hint::{Hint, HintAction, HintHand, HintPayment, HintUseful, HintWait, HintWhyNot};
pub use http::{
    Created, FanView, Me, Preset, PresetList, QuickRequest, RoomList, RoomSummary, RuleSetDetail,
    RuleSetSummary, TermView, Words,
};
pub use id::{IdError, KeyId, Player, PlayerId, RecoveryCode, RoomCode, RoomLink, RoomName, Token};
pub use json::{Refused, write_json};
pub use lab::{LabList, LabRequest, LabRun, LabState};
pub use name::{BOT_NAMES, Label, Nickname};
pub use nonces::{NonceStep, VoidCount, VoidReason, VoidView, WaiveView};
pub use patch::{PlayerDelta, PublicDelta, TablePatch, Tail, ViewDelta};
pub use review::{
    ReviewDeal, ReviewKind, ReviewKindCost, ReviewList, ReviewMistake, ReviewReason, ReviewRun, ReviewState,
    ReviewSummary, ReviewView,
};
pub use room::{
    ClockSetup, DissolveView, HurryView, MatchHead, NextView, Occupant, Phase, Phrase, RoomSetup, RoomView,
    SeatView,
};
pub use server::{CloseReason, ServerMessage};
pub use study::{
    BestWin, DealEvents, History, HistoryRow, HistorySeat, MatchPoint, RecordSeat, Replay, RulesStatistics,
    Statistics, StoredRecord, Tally, read_record,
};
pub use table::{Clock, CorrectionView, DealLine, Fairness, MatchOver, TableView, view_hash};
pub use verdict::{KeyList, KeyView, MismatchView, PartView, VerdictView};

/// The name and version of the protocol. A client that names another one is refused.
pub const PROTOCOL: &str = "sifang/1";

/// A moment by the server's clock, in milliseconds since 1970. Clients compare with `now` of `welcome` and `pong`.
pub type Millis = u64;
