//! Why something was refused: a stable code for programs, and a sentence in both languages for people.

use serde::{Deserialize, Serialize, Serializer};
use sifang_options::{OptionError, Text};

macro_rules! error_codes {
    ($($(#[$doc:meta])* $name:ident = $code:literal: $zh:literal, $en:literal;)*) => {
        /// The reasons there are. Codes never change their meaning; new ones may be added.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum ErrorCode {
            $($(#[$doc])* $name,)*
        }

        impl ErrorCode {
            /// All of them, in the order of the documentation.
            pub const ALL: &'static [ErrorCode] = &[$(ErrorCode::$name),*];

            /// The code on the wire.
            pub const fn code(self) -> &'static str {
                match self { $(ErrorCode::$name => $code),* }
            }

            /// The sentence, without the particulars of a case.
            pub const fn text(self) -> Text {
                match self { $(ErrorCode::$name => Text::new($zh, $en)),* }
            }
        }
    };
}

error_codes! {
    /// The answer names a decision that is no longer open.
    ActionStale = "action/stale": "这个选择已经过去了", "That decision is no longer open";
    /// The action is not among the choices.
    ActionNotAChoice = "action/not_a_choice": "现在不能这样做", "That is not among what you may do now";
    /// The seat is not asked.
    ActionNotAsked = "action/not_asked": "现在没有轮到你选择", "You are not asked anything now";
    /// The seat has answered otherwise.
    ActionAnswered = "action/answered": "你已经做了别的选择", "You have already answered otherwise";
    /// The deal is over.
    ActionDealOver = "action/deal_over": "这一局已经结束", "The deal is over";
    /// No match is being played.
    NoMatch = "match/none": "现在没有进行中的对局", "No match is being played now";
    /// Nonces are not being collected.
    NonceClosed = "nonce/closed": "现在不收随机数", "Nonces are not being collected now";
    /// Another nonce or commitment was sent before.
    NonceSent = "nonce/sent": "你已经交过随机数", "You have already sent another nonce";
    /// A nonce before its commitment.
    NonceUncommitted = "nonce/uncommitted": "要先交随机数的承诺", "Commit to your nonce first";
    /// A nonce before all commitments.
    NonceEarly = "nonce/early": "还有人没有交承诺，现在不要公开随机数", "Not everybody has committed yet; keep your nonce";
    /// A nonce that is not the one committed to.
    NonceMismatch = "nonce/mismatch": "随机数与你的承诺不符", "That is not the nonce you committed to";
    /// Somebody sits there.
    SeatTaken = "seat/taken": "这个座位有人了", "Somebody sits there";
    /// Nobody sits there.
    SeatEmpty = "seat/empty": "这个座位没有人", "Nobody sits there";
    /// The table has no such seat.
    SeatUnknown = "seat/unknown": "没有这个座位", "There is no such seat";
    /// The player has no seat.
    SeatNone = "seat/none": "你没有座位", "You have no seat";
    /// All seats are taken.
    RoomFull = "room/full": "房间已满", "The room is full";
    /// No such room.
    RoomNotFound = "room/not_found": "没有这个房间", "There is no such room";
    /// The room's log is damaged, or the room failed twice at the same place.
    RoomDamaged = "room/damaged": "这个房间的数据已损坏，房间已停用，未打完的一局作废", "The data of this room is damaged; it is set aside, and a deal that was not finished is void";
    /// Only the host may.
    RoomNotHost = "room/not_host": "只有房主可以这样做", "Only the host may do that";
    /// Not while a match is played.
    RoomPlaying = "room/playing": "对局进行中不能这样做", "That cannot be done while a match is played";
    /// The player is in no room.
    RoomNone = "room/none": "你不在任何房间里", "You are not in a room";
    /// The host has sent the player away, or did not let it in.
    RoomRefused = "room/refused": "房主没有让你进来", "The host does not let you in";
    /// A look at a room that is not listed, by its code.
    RoomPrivate = "room/private": "这是私人房间：用邀请链接进入，或用房号敲门", "A private room: come by its link, or knock with its code";
    /// No such player in the room.
    PlayerNone = "player/none": "房间里没有这个人", "Nobody of that id is in the room";
    /// Not everybody is ready.
    RoomNotReady = "room/not_ready": "还有人没有准备好", "Not everybody is ready";
    /// Too few players and bots may not fill the seats.
    RoomTooFew = "room/too_few": "人数不够，不能开始", "There are too few players to start";
    /// The player is in too many rooms.
    RoomTooMany = "room/too_many": "你同时在太多房间里", "You are in too many rooms";
    /// Too many rooms were opened from the same network.
    RoomTooManyHere = "room/too_many_here": "从这个网络地址开的房间太多了", "Too many rooms were opened from this network address";
    /// Too many rooms of the same player or network are in the public list.
    RoomTooManyListed = "room/too_many_listed": "公开的房间太多了；可以开不公开的", "Too many of your rooms are in the public list; this one may be opened unlisted";
    /// The deal is stopped.
    RoomPaused = "room/paused": "已暂停，先继续", "The table is paused; go on first";
    /// Others play, too.
    RoomNotAlone = "room/not_alone": "只有一个人和机器人玩时才行", "That is only for somebody who plays alone with bots";
    /// Nothing can be taken back here.
    PracticeOnly = "practice/only": "只有练习时才能悔牌", "Only in practice can a discard be taken back";
    /// There is no discard to take back.
    PracticeNothing = "practice/nothing": "这一局还没有可以收回的牌", "There is no discard of yours in this deal to take back";
    /// No vote is running.
    VoteNone = "vote/none": "现在没有解散投票", "No vote on dissolving is running";
    /// The seat has called its vote in this deal, or all of them in this match.
    VoteLimit = "vote/limit": "一局只能提出一次解散，一场最多三次", "You may ask to dissolve once in a deal and three times in a match";
    /// The table has not waited long enough to be hurried.
    HurryEarly = "hurry/early": "还没有等够时间，不能催", "The table has not waited long enough to be hurried";
    /// The room has a clock.
    HurryClock = "hurry/clock": "本房间有计时，不用催", "This room has a clock that hurries already";
    /// An option is not allowed.
    OptionsInvalid = "options/invalid": "选项不对", "An option is not allowed";
    /// The setup of the room is not allowed.
    SetupInvalid = "setup/invalid": "房间设置不对", "The setup of the room is not allowed";
    /// No such rule set.
    RulesUnknown = "rules/unknown": "没有这种规则", "There is no such rule set";
    /// No such bot.
    BotUnknown = "bot/unknown": "没有这种机器人", "There is no such bot";
    /// No such quick phrase.
    PhraseUnknown = "phrase/unknown": "没有这句快捷语", "There is no such phrase";
    /// Hints are switched off in this room.
    HintsOff = "hint/off": "本房间不提供提示", "Hints are switched off in this room";
    /// The frame is not a message.
    MessageMalformed = "message/malformed": "消息格式不对", "The message cannot be read";
    /// No such message.
    MessageUnknown = "message/unknown": "没有这种消息", "There is no such message";
    /// Longer than allowed.
    MessageTooLarge = "message/too_large": "消息太长", "The message is too long";
    /// Its number is not higher than the last one's.
    MessageOrder = "message/order": "消息编号必须递增", "Message numbers must rise";
    /// Another message than `hello` came first, or `hello` came twice.
    MessageUnexpected = "message/unexpected": "现在不能发这种消息", "That message does not belong here";
    /// Another version of the protocol.
    ProtocolVersion = "protocol/version": "协议版本不对", "This server speaks another version of the protocol";
    /// The token is nobody's.
    AuthToken = "auth/token": "登录凭证无效", "The token is not valid";
    /// The recovery code is nobody's.
    AuthRecovery = "auth/recovery": "恢复码无效", "The recovery code is not valid";
    /// Not a nickname.
    NicknameInvalid = "nickname/invalid": "昵称须为 1 到 16 个可见字符", "A nickname has 1 to 16 visible characters";
    /// The nickname looks like a bot's name or like a word for the server.
    NicknameReserved = "nickname/reserved": "这个昵称会被当成机器人、房主或系统，请换一个", "That name would be taken for a bot, the host or the server; choose another";
    /// Passkeys belong to a name and a secure page, and this is not it.
    PasskeyUnavailable = "passkey/unavailable": "这个网址不能用通行密钥：须是服务器设置的 https 网址（public_url）或 localhost", "Passkeys work only at the server's own https address (setting public_url) or at localhost";
    /// The answer does not fit an open question, or its signature does not hold.
    PasskeyRefused = "passkey/refused": "通行密钥没有通过验证，或已超时，请重试", "The passkey could not be verified, or it took too long; try again";
    /// There are as many as there may be, or this one is there already.
    PasskeyFull = "passkey/full": "通行密钥太多了，或这一把已经添加过", "There are too many passkeys, or this one was added before";
    /// The nickname that should confirm a deletion is another.
    AccountConfirm = "account/confirm": "昵称不符，账号没有删除", "The nickname does not match; nothing was deleted";
    /// No such record or saved option set.
    NotFound = "request/not_found": "没有找到", "There is no such thing";
    /// A record was made under other rules than the server plays now.
    RecordUnplayable = "record/unplayable": "这份记录不能重放", "This record cannot be played again";
    /// An HTTP body or parameter is wrong.
    RequestInvalid = "request/invalid": "请求不对", "The request cannot be read";
    /// Too many messages or requests.
    RateExceeded = "rate/exceeded": "太频繁了，请稍等", "Too many messages; wait a little";
    /// The player has a comparison running already.
    LabRunning = "lab/running": "你已有一次实验在进行", "A comparison of yours is already running";
    /// The lab has as much to do as it takes on, for everybody or for one address.
    LabFull = "lab/full": "实验室排得太满了", "The lab has too much to do";
    /// The comparison is not allowed.
    LabInvalid = "lab/invalid": "实验设置不对", "The comparison is not allowed";
    /// A review is of one's own decisions only.
    ReviewNotYours = "review/not_yours": "这场不是你打的，只能复盘自己的对局", "You did not play in this match; only your own decisions can be reviewed";
    /// The player or the address has as many reviews going on as it may have.
    ReviewRunning = "review/running": "你已有别的复盘在进行，请等它完成", "Other reviews of yours are still being worked on; wait for them";
    /// Spectators are not allowed.
    SpectatorsOff = "spectators/off": "本房间不允许旁观", "This room allows no spectators";
    /// The server has no room for more.
    ServerBusy = "server/busy": "服务器繁忙，请稍后再试", "The server is busy; try again later";
    /// Something failed that should not.
    ServerInternal = "server/internal": "服务器出错了", "Something failed on the server";
}

impl Serialize for ErrorCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

impl<'de> Deserialize<'de> for ErrorCode {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        let found = ErrorCode::ALL.iter().find(|code| code.code() == text);
        found.copied().ok_or_else(|| serde::de::Error::custom("no such error code"))
    }
}

impl From<ErrorCode> for ErrorBody {
    fn from(code: ErrorCode) -> ErrorBody {
        ErrorBody { code, zh: code.text().zh.into(), en: code.text().en.into() }
    }
}

impl From<&OptionError> for ErrorBody {
    /// The option's own sentence: it names the option and what is allowed.
    fn from(error: &OptionError) -> ErrorBody {
        ErrorBody { code: ErrorCode::OptionsInvalid, zh: error.zh(), en: error.to_string() }
    }
}

/// A refusal as it is sent, over the socket and as the body of a failed HTTP request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ErrorBody {
    /// Which reason.
    #[cfg_attr(feature = "ts", ts(type = "ErrorCode"))]
    pub code: ErrorCode,
    /// What was wrong and what would be right, in Chinese.
    pub zh: String,
    /// The same in English.
    pub en: String,
}

impl ErrorBody {
    /// A reason with the particulars of the case.
    pub fn with(code: ErrorCode, zh: impl std::fmt::Display, en: impl std::fmt::Display) -> ErrorBody {
        let text = code.text();
        ErrorBody { code, zh: format!("{}：{zh}", text.zh), en: format!("{}: {en}", text.en) }
    }
}

impl std::fmt::Display for ErrorBody {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.code.code(), self.en)
    }
}

impl std::error::Error for ErrorBody {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_spoken_in_both_languages() {
        let mut codes: Vec<&str> = ErrorCode::ALL.iter().map(|code| code.code()).collect();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), ErrorCode::ALL.len());
        for code in ErrorCode::ALL {
            assert!(code.code().contains('/'), "{code:?}");
            assert!(!code.text().zh.is_ascii() && code.text().en.is_ascii(), "{code:?}");
            let body = ErrorBody::from(*code);
            let text = serde_json::to_string(&body).unwrap();
            assert_eq!(serde_json::from_str::<ErrorBody>(&text).unwrap(), body);
        }
    }
}
