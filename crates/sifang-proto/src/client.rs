//! What a client says, read strictly from the bytes of one frame.
//!
//! A client never names its own seat: that follows from who it is.

use crate::{ErrorBody, ErrorCode, PlayerId, RoomName, RoomSetup, Token, limits};
use serde::de::{DeserializeSeed, IntoDeserializer, MapAccess, Visitor, value::MapAccessDeserializer};
use serde::{Deserialize, Deserializer, Serialize};
use sifang_fair::{Nonce, NonceCommitment};
use sifang_table::{Action, DecisionId};
use sifang_tiles::Seat;
use std::borrow::Cow;
use std::fmt;

/// One frame: a message and its number.
#[derive(Clone, PartialEq, Debug)]
pub struct ClientFrame {
    /// Rises with every message of a connection; `ack` and `error` name it.
    pub id: u32,
    /// The message.
    pub message: ClientMessage,
}

/// Where a client that comes back stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Since {
    /// The `stream` of the snapshot it began with.
    pub stream: String,
    /// The `seq` of the last update it has seen (or of that snapshot).
    pub seq: u32,
}

/// What a client can say.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// The first message: who connects, and in which version.
    Hello {
        /// [`PROTOCOL`](crate::PROTOCOL).
        protocol: String,
        /// The player's token.
        token: Token,
    },
    /// Come into a room, or back into it: on a free seat before a match, else to watch. Six digits alone knock where the room is
    /// not listed.
    Enter {
        /// Its code or link.
        room: RoomName,
        /// What has been seen already; without it, a snapshot follows.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        since: Option<Since>,
    },
    /// Leave the room. During a match the seat is played for.
    Leave {},
    /// Take a free seat.
    Sit {
        /// Which.
        seat: Seat,
    },
    /// Give the seat up and watch.
    Stand {},
    /// Exchange two seats (host).
    Swap {
        /// One.
        a: Seat,
        /// The other.
        b: Seat,
    },
    /// Send a player away (host).
    Kick {
        /// From which seat.
        seat: Seat,
    },
    /// Send anybody away: a spectator at any time, a seated player before a match (host).
    Remove {
        /// Whom.
        player: PlayerId,
    },
    /// Let somebody in who has knocked, or not (host; or anybody seated while the host is away).
    Admit {
        /// Whom.
        player: PlayerId,
        /// Which of the two.
        yes: bool,
    },
    /// Put a bot on a free seat (host).
    AddBot {
        /// Which seat.
        seat: Seat,
        /// Which bot.
        level: String,
    },
    /// Take a bot away (host).
    RemoveBot {
        /// From which seat.
        seat: Seat,
    },
    /// Change what is played (host). Everybody must be ready again.
    Configure {
        /// The new setup.
        setup: RoomSetup,
    },
    /// Ready to start, or not.
    Ready {
        /// Which of the two.
        ready: bool,
    },
    /// Start the match (host). Bots take the free seats.
    Start {},
    /// Commit to this player's part in the randomness of the match, before anybody's is known.
    NonceCommit {
        /// Its hash: [`Nonce::commitment`].
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        commitment: NonceCommitment,
    },
    /// This player's part in the randomness of the match, when all commitments have been shown.
    Nonce {
        /// Sixteen random bytes.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        nonce: Nonce,
    },
    /// Agree to go on without the nonce of another player.
    NonceWaive {
        /// Whose.
        seat: Seat,
    },
    /// Answer a decision.
    Act {
        /// The decision in the prompt.
        decision: DecisionId,
        /// One of its choices.
        action: Action,
    },
    /// 托管: be played for, or take over again.
    Auto {
        /// Which of the two.
        on: bool,
    },
    /// Stop the deal, or go on with it: for who plays alone with bots.
    Pause {
        /// Which of the two.
        on: bool,
    },
    /// Take the last own discard of this deal back (practice).
    TakeBack {},
    /// Make the room's link void and give it another one (host).
    NewLink {},
    /// Go on to the next deal.
    Next {},
    /// Back to the room after a match, to play again.
    Again {},
    /// Ask to dissolve the match, or answer that question.
    Dissolve {
        /// For or against.
        agree: bool,
    },
    /// In a room without a clock: whoever keeps the table waiting shall answer soon or be played for.
    Hurry {},
    /// Say one of the quick phrases.
    Phrase {
        /// Its id.
        phrase: String,
    },
    /// Ask what would be a good answer.
    Hint {
        /// To which decision.
        decision: DecisionId,
    },
    /// Ask for a snapshot.
    Sync {},
    /// Still there.
    Ping {},
}

impl ClientMessage {
    /// The names of all messages.
    pub const TYPES: &'static [&'static str] = &[
        "hello",
        "enter",
        "leave",
        "sit",
        "stand",
        "swap",
        "kick",
        "remove",
        "admit",
        "add_bot",
        "remove_bot",
        "configure",
        "ready",
        "start",
        "nonce_commit",
        "nonce",
        "nonce_waive",
        "act",
        "auto",
        "pause",
        "take_back",
        "new_link",
        "next",
        "again",
        "dissolve",
        "hurry",
        "phrase",
        "hint",
        "sync",
        "ping",
    ];
}

impl ClientFrame {
    /// Reads a frame. The error comes with the message's number where that could be read.
    pub fn parse(bytes: &[u8]) -> Result<ClientFrame, (Option<u32>, ErrorBody)> {
        if bytes.len() > limits::FRAME_BYTES {
            return Err((None, ErrorCode::MessageTooLarge.into()));
        }
        serde_json::from_slice(bytes).map_err(|error| explain(bytes, &error))
    }

    /// The number of a message that is not read any further, if it has one.
    pub fn id_of(bytes: &[u8]) -> Option<u32> {
        if bytes.len() > limits::FRAME_BYTES {
            return None;
        }
        serde_json::from_slice(bytes).ok().and_then(|Head { id, .. }| id)
    }

    /// The frame as a client writes it.
    pub fn to_json(&self) -> String {
        #[derive(Serialize)]
        struct Written<'a> {
            id: u32,
            #[serde(flatten)]
            message: &'a ClientMessage,
        }
        // A message has no map with other keys than texts: writing it does not fail.
        serde_json::to_string(&Written { id: self.id, message: &self.message }).unwrap_or_default()
    }
}

/// What every message has; the rest is passed over.
#[derive(Deserialize)]
struct Head<'a> {
    #[serde(borrow, rename = "type")]
    name: Option<Cow<'a, str>>,
    id: Option<u32>,
}

/// Finds out what was wrong with a frame that could not be read. Off the usual way, so a second reading costs nothing.
fn explain(bytes: &[u8], error: &serde_json::Error) -> (Option<u32>, ErrorBody) {
    let head = serde_json::from_slice(bytes).unwrap_or(Head { name: None, id: None });
    let body = match head.name {
        Some(name) if !ClientMessage::TYPES.contains(&name.as_ref()) => {
            let name: String = name.chars().take(20).filter(|c| !c.is_control()).collect();
            ErrorBody::with(ErrorCode::MessageUnknown, format_args!("“{name}”"), format_args!("'{name}'"))
        }
        _ => {
            let detail: String = error.to_string().chars().take(200).collect();
            ErrorBody::with(ErrorCode::MessageMalformed, &detail, &detail)
        }
    };
    (head.id, body)
}

impl<'de> Deserialize<'de> for ClientFrame {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(FrameVisitor)
    }
}

struct FrameVisitor;

impl<'de> Visitor<'de> for FrameVisitor {
    type Value = ClientFrame;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with `type` and `id`")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<ClientFrame, A::Error> {
        let mut id = None;
        let message = ClientMessage::deserialize(MapAccessDeserializer::new(WithoutId { map, id: &mut id }))?;
        let id = id.ok_or_else(|| serde::de::Error::missing_field("id"))?;
        Ok(ClientFrame { id, message })
    }
}

/// A map whose `id` is taken out on the way, so that the message itself can refuse every field it does not know.
struct WithoutId<'a, A> {
    map: A,
    id: &'a mut Option<u32>,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for WithoutId<'_, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        loop {
            let Some(key) = self.map.next_key::<Cow<'de, str>>()? else { return Ok(None) };
            if key != "id" {
                return seed.deserialize(key.into_deserializer()).map(Some);
            }
            if self.id.is_some() {
                return Err(serde::de::Error::duplicate_field("id"));
            }
            *self.id = Some(self.map.next_value()?);
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.map.next_value_seed(seed)
    }
}
