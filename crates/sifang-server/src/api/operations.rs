//! The table of the HTTP interface: what can be asked, by whom, and what comes back. The routes are made from it and so is the
//! OpenAPI document; neither can have anything that the other has not.

use crate::rates::Class;
use sifang_proto::ErrorCode;

/// One request that can be made.
#[derive(Debug)]
pub(crate) struct Operation {
    /// `get`, `post`, `put`, `patch` or `delete`.
    pub(crate) method: &'static str,
    /// Its address; names in braces are parameters.
    pub(crate) path: &'static str,
    /// How often it may be asked.
    pub(crate) class: Class,
    /// What it does.
    pub(crate) summary: &'static str,
    /// Whether it needs a token.
    pub(crate) auth: bool,
    /// Schema of its body.
    pub(crate) body: Option<&'static str>,
    /// Parameters after the question mark, with their schema's type.
    pub(crate) query: &'static [(&'static str, &'static str)],
    /// Status when all went well.
    pub(crate) status: u16,
    /// Schema of the answer; none: it has no body.
    pub(crate) answer: Option<&'static str>,
    /// Refusals of its own; those that any request can get are not repeated.
    pub(crate) errors: &'static [ErrorCode],
}

/// What most requests are like; how often each may be made has to be said.
const fn plain(class: Class) -> Operation {
    Operation {
        method: "get",
        path: "",
        class,
        summary: "",
        auth: false,
        body: None,
        query: &[],
        status: 200,
        answer: None,
        errors: &[],
    }
}

pub(crate) const REGISTER: Operation = Operation {
    method: "post",
    path: "/api/players",
    summary: "来访者登记，得到令牌 / Register a guest; the token is shown this once",
    body: Some("GuestRequest"),
    status: 201,
    answer: Some("Registered"),
    errors: &[ErrorCode::NicknameInvalid, ErrorCode::NicknameReserved, ErrorCode::RateExceeded],
    ..plain(Class::Write)
};

pub(crate) const ME: Operation = Operation {
    path: "/api/me",
    summary: "自己是谁、在哪些房间 / Who I am and which rooms I am in",
    auth: true,
    answer: Some("Me"),
    ..plain(Class::Light)
};

pub(crate) const RENAME: Operation = Operation {
    method: "patch",
    path: "/api/me",
    summary: "改昵称 / Change the nickname",
    auth: true,
    body: Some("NicknameRequest"),
    answer: Some("Player"),
    errors: &[ErrorCode::NicknameInvalid, ErrorCode::NicknameReserved, ErrorCode::RateExceeded],
    ..plain(Class::Write)
};

pub(crate) const DELETE_ACCOUNT: Operation = Operation {
    method: "delete",
    path: "/api/me",
    summary: "删除账号及其数据，须填昵称确认 / Delete the account with its data; the nickname confirms it",
    auth: true,
    body: Some("DeleteRequest"),
    status: 204,
    errors: &[ErrorCode::AccountConfirm],
    ..plain(Class::Write)
};

pub(crate) const DEVICES: Operation = Operation {
    path: "/api/me/tokens",
    summary: "已登录的设备 / The devices I am signed in on",
    auth: true,
    answer: Some("TokenList"),
    ..plain(Class::Light)
};

pub(crate) const REVOKE_OTHERS: Operation = Operation {
    method: "delete",
    path: "/api/me/tokens",
    summary: "退出其他所有设备，其连接立即断开 / Sign out all other devices; their connections end at once",
    auth: true,
    status: 204,
    ..plain(Class::Write)
};

pub(crate) const REVOKE: Operation = Operation {
    method: "delete",
    path: "/api/me/tokens/{id}",
    summary: "退出一台设备，其连接立即断开 / Sign out one device; its connection ends at once",
    auth: true,
    status: 204,
    errors: &[ErrorCode::NotFound],
    ..plain(Class::Write)
};

pub(crate) const NEW_RECOVERY: Operation = Operation {
    method: "post",
    path: "/api/me/recovery",
    summary: "新的恢复码，旧的失效 / A new recovery code; an earlier one is no longer valid",
    auth: true,
    answer: Some("Recovery"),
    ..plain(Class::Write)
};

pub(crate) const RECOVER: Operation = Operation {
    method: "post",
    path: "/api/recover",
    summary: "用恢复码登录：恢复码用一次即换新，其他设备全部退出 / \
              Become that player here: the code is used up for a new one, and all other devices are signed out",
    body: Some("RecoveryRequest"),
    answer: Some("Recovered"),
    errors: &[ErrorCode::AuthRecovery, ErrorCode::RateExceeded],
    ..plain(Class::Write)
};

pub(crate) const PASSKEYS: Operation = Operation {
    path: "/api/me/passkeys",
    summary: "自己的通行密钥 / My passkeys",
    auth: true,
    answer: Some("PasskeyList"),
    ..plain(Class::Light)
};

pub(crate) const BEGIN_PASSKEY: Operation = Operation {
    method: "post",
    path: "/api/me/passkeys/begin",
    summary: "开始添加通行密钥 / Begin to add a passkey",
    auth: true,
    answer: Some("PasskeyQuestion"),
    errors: &[ErrorCode::PasskeyUnavailable, ErrorCode::PasskeyFull, ErrorCode::RateExceeded],
    ..plain(Class::Costly)
};

pub(crate) const FINISH_PASSKEY: Operation = Operation {
    method: "post",
    path: "/api/me/passkeys/finish",
    summary: "完成添加通行密钥 / Add the passkey that the browser made",
    auth: true,
    body: Some("PasskeyMade"),
    status: 201,
    answer: Some("PasskeyView"),
    errors: &[ErrorCode::PasskeyUnavailable, ErrorCode::PasskeyRefused, ErrorCode::PasskeyFull],
    ..plain(Class::Write)
};

pub(crate) const FORGET_PASSKEY: Operation = Operation {
    method: "delete",
    path: "/api/me/passkeys/{id}",
    summary: "删除通行密钥 / Remove a passkey",
    auth: true,
    status: 204,
    errors: &[ErrorCode::NotFound],
    ..plain(Class::Write)
};

pub(crate) const BEGIN_SIGN_IN: Operation = Operation {
    method: "post",
    path: "/api/passkeys/begin",
    summary: "开始用通行密钥登录 / Begin to sign in with a passkey",
    answer: Some("PasskeyQuestion"),
    errors: &[ErrorCode::PasskeyUnavailable, ErrorCode::RateExceeded],
    ..plain(Class::Costly)
};

pub(crate) const FINISH_SIGN_IN: Operation = Operation {
    method: "post",
    path: "/api/passkeys/finish",
    summary: "用通行密钥登录，其他设备不受影响 / Sign in with the passkey that the browser showed; other devices stay",
    body: Some("PasskeyShown"),
    answer: Some("Registered"),
    errors: &[ErrorCode::PasskeyUnavailable, ErrorCode::PasskeyRefused, ErrorCode::RateExceeded],
    ..plain(Class::Write)
};

pub(crate) const PRESETS: Operation = Operation {
    path: "/api/me/presets",
    summary: "保存的家规 / Saved sets of options",
    auth: true,
    answer: Some("PresetList"),
    ..plain(Class::Light)
};

pub(crate) const SAVE_PRESET: Operation = Operation {
    method: "put",
    path: "/api/me/presets",
    summary: "按名称保存家规 / Save a set of options by name",
    auth: true,
    body: Some("Preset"),
    answer: Some("Preset"),
    errors: &[ErrorCode::OptionsInvalid, ErrorCode::SetupInvalid, ErrorCode::RulesUnknown],
    ..plain(Class::Write)
};

pub(crate) const FORGET_PRESET: Operation = Operation {
    method: "delete",
    path: "/api/me/presets/{name}",
    summary: "删除保存的家规 / Forget a saved set of options",
    auth: true,
    status: 204,
    errors: &[ErrorCode::NotFound],
    ..plain(Class::Write)
};

pub(crate) const SHARED_PRESET: Operation = Operation {
    path: "/api/presets/{link}",
    summary: "按链接取得家规 / A set of options by its link",
    answer: Some("Preset"),
    errors: &[ErrorCode::NotFound],
    ..plain(Class::Light)
};

pub(crate) const RULES: Operation = Operation {
    path: "/api/rules",
    summary: "规则列表 / The rule sets",
    answer: Some("RuleSetList"),
    ..plain(Class::Constant)
};

pub(crate) const RULE_SET: Operation = Operation {
    path: "/api/rules/{id}",
    summary: "一种规则的选项和番种 / One rule set with its options and fans",
    answer: Some("RuleSetDetail"),
    errors: &[ErrorCode::RulesUnknown],
    ..plain(Class::Constant)
};

pub(crate) const BOOK: Operation = Operation {
    path: "/api/rules/{id}/book/{lang}",
    summary: "规则书，lang 为 zh 或 en / The rule book; lang is zh or en",
    answer: Some("RuleBook"),
    errors: &[ErrorCode::RulesUnknown, ErrorCode::NotFound],
    ..plain(Class::Constant)
};

pub(crate) const FORM: Operation = Operation {
    path: "/api/rules/{id}/form",
    summary: "算分请求的组成，供画表单 / What a score request is made of, for drawing a form",
    answer: Some("ScoreForm"),
    errors: &[ErrorCode::RulesUnknown],
    ..plain(Class::Constant)
};

pub(crate) const SCORE: Operation = Operation {
    method: "post",
    path: "/api/rules/{id}/score",
    summary: "算分，与 sifang score 相同 / Score a described win, as `sifang score` does; `error` says why it is none",
    body: Some("Described"),
    answer: Some("Described"),
    errors: &[ErrorCode::RulesUnknown],
    ..plain(Class::Costly)
};

pub(crate) const WAITS: Operation = Operation {
    method: "post",
    path: "/api/rules/{id}/waits",
    summary: "查听，与 sifang waits 相同 / The winning tiles of a described hand, as `sifang waits` does",
    body: Some("Described"),
    answer: Some("Described"),
    errors: &[ErrorCode::RulesUnknown],
    ..plain(Class::Costly)
};

pub(crate) const DESCRIBE: Operation = Operation {
    method: "post",
    path: "/api/rules/{id}/describe",
    summary: "把一次结算还原成算分请求 / The score request that describes a settled win (options, view, entries, win); null if none does",
    body: Some("Described"),
    answer: Some("Described"),
    errors: &[ErrorCode::RulesUnknown],
    ..plain(Class::Costly)
};

pub(crate) const ROOMS: Operation = Operation {
    path: "/api/rooms",
    summary: "公开的、有人在的房间，顺序随机；at、next 用作 after 重取本页、取下一页 / \
              The public rooms in which somebody is, in random order; as `after`, `at` asks for this page again and `next` \
              for the one behind it",
    query: &[("after", "string")],
    answer: Some("RoomList"),
    errors: &[ErrorCode::RequestInvalid],
    ..plain(Class::Light)
};

pub(crate) const CREATE_ROOM: Operation = Operation {
    method: "post",
    path: "/api/rooms",
    summary: "开房间 / Open a room",
    auth: true,
    body: Some("RoomSetup"),
    status: 201,
    answer: Some("Created"),
    errors: &[
        ErrorCode::OptionsInvalid,
        ErrorCode::SetupInvalid,
        ErrorCode::RulesUnknown,
        ErrorCode::BotUnknown,
        ErrorCode::RoomTooMany,
        ErrorCode::RoomTooManyHere,
        ErrorCode::RoomTooManyListed,
        ErrorCode::RateExceeded,
        ErrorCode::ServerBusy,
    ],
    ..plain(Class::Write)
};

pub(crate) const QUICK: Operation = Operation {
    method: "post",
    path: "/api/quick",
    summary: "和机器人马上开局 / Play with bots at once",
    body: Some("QuickRequest"),
    ..CREATE_ROOM
};

pub(crate) const PEEK: Operation = Operation {
    path: "/api/rooms/{room}",
    summary: "看一眼房间（链接，或公开房间的六位房号） / Look at a room by its link, or by its code if it is listed",
    answer: Some("RoomSummary"),
    errors: &[ErrorCode::RoomNotFound, ErrorCode::RoomPrivate, ErrorCode::RateExceeded],
    ..plain(Class::Light)
};

pub(crate) const HISTORY: Operation = Operation {
    path: "/api/history",
    summary: "自己的战绩 / My matches, the latest first",
    auth: true,
    query: &[("before", "integer"), ("rules", "string")],
    answer: Some("History"),
    ..plain(Class::Light)
};

pub(crate) const STATISTICS: Operation = Operation {
    path: "/api/history/statistics",
    summary: "自己的统计 / My statistics, counted over the latest 1000 matches",
    auth: true,
    answer: Some("Statistics"),
    ..plain(Class::Costly)
};

pub(crate) const RECORD: Operation = Operation {
    path: "/api/records/{match_id}",
    summary: "一场的记录，可用 sifang replay 核对 / The record of a match; `sifang replay` verifies it",
    answer: Some("StoredRecord"),
    errors: &[ErrorCode::NotFound],
    ..plain(Class::Costly)
};

pub(crate) const RECORD_DEAL: Operation = Operation {
    path: "/api/records/{match_id}/deals/{number}",
    summary: "打完的一场中一局的全部事件，供回放 / All events of one deal of a match that is over, for a replay",
    answer: Some("DealEvents"),
    errors: &[ErrorCode::NotFound],
    ..plain(Class::Costly)
};

pub(crate) const REPLAY: Operation = Operation {
    path: "/api/records/{match_id}/deals/{number}/views/{viewer}",
    summary: "一局的回放：从某个座位（0–3）或全部亮牌（open）看到的每一步 / \
              A finished deal step by step, as a seat (0 to 3) saw it or with all hands `open`",
    answer: Some("Replay"),
    errors: &[ErrorCode::NotFound, ErrorCode::RecordUnplayable, ErrorCode::RateExceeded],
    ..plain(Class::Costly)
};

pub(crate) const REVIEWS: Operation = Operation {
    path: "/api/history/reviews",
    summary: "自己复盘过的对局：打法与运气、失误的种类 / \
              My reviewed matches: play and luck, and the kinds of mistakes",
    auth: true,
    answer: Some("ReviewList"),
    ..plain(Class::Costly)
};

pub(crate) const QUESTION: Operation = Operation {
    path: "/api/records/{match_id}/deals/{number}/questions/{place}/{viewer}",
    summary: "一次选择当时的样子：第 place 个命令回答之前，从某个座位（0–3）或全部亮牌（open）看到的桌面 / \
              A decision as it stood before command `place` answered it, as a seat (0 to 3) saw it or with all hands `open`",
    answer: Some("Replay"),
    errors: &[ErrorCode::NotFound, ErrorCode::RecordUnplayable, ErrorCode::RateExceeded],
    ..plain(Class::Costly)
};

pub(crate) const BEGIN_REVIEW: Operation = Operation {
    method: "post",
    path: "/api/records/{match_id}/review",
    summary: "复盘自己打完的一场：每次选择亏了多少；已在进行或完成的照样给出 / \
              Review a finished match of one's own: what each decision cost. One that is going on or finished is answered as it stands",
    auth: true,
    answer: Some("ReviewRun"),
    errors: &[
        ErrorCode::NotFound,
        ErrorCode::ReviewNotYours,
        ErrorCode::ReviewRunning,
        ErrorCode::RecordUnplayable,
        ErrorCode::RateExceeded,
        ErrorCode::ServerBusy,
    ],
    ..plain(Class::Costly)
};

pub(crate) const REVIEW: Operation = Operation {
    path: "/api/records/{match_id}/review",
    summary: "自己的复盘，最大的失误在前；没人看的不久就放弃 / \
              One's review so far, the worst mistakes first; one that nobody looks at is soon given up",
    auth: true,
    answer: Some("ReviewRun"),
    errors: &[ErrorCode::NotFound, ErrorCode::ReviewNotYours],
    ..plain(Class::Light)
};

pub(crate) const CANCEL_REVIEW: Operation = Operation {
    method: "delete",
    path: "/api/records/{match_id}/review",
    summary: "停止自己的复盘 / Stop a review that is going on",
    auth: true,
    status: 204,
    errors: &[ErrorCode::NotFound],
    ..plain(Class::Light)
};

pub(crate) const VERIFY: Operation = Operation {
    method: "post",
    path: "/api/verify",
    summary: "核对一份记录，分项给出结论，与 sifang replay 相同 / \
              Check a record by playing it again, as `sifang replay` does: one verdict in named parts",
    body: Some("Record"),
    answer: Some("VerdictView"),
    errors: &[
        ErrorCode::RequestInvalid,
        ErrorCode::MessageTooLarge,
        ErrorCode::RateExceeded,
        ErrorCode::ServerBusy,
    ],
    ..plain(Class::Costly)
};

pub(crate) const KEYS: Operation = Operation {
    path: "/api/keys",
    summary: "服务器签名用过的公钥（Ed25519），现用的在最前 / \
              The public keys (Ed25519) with which this server has signed records, the present one first",
    answer: Some("KeyList"),
    ..plain(Class::Light)
};

pub(crate) const LAB: Operation = Operation {
    path: "/api/lab",
    summary: "自己的实验 / My comparisons in the lab, the latest first",
    auth: true,
    answer: Some("LabList"),
    ..plain(Class::Light)
};

pub(crate) const BEGIN_LAB: Operation = Operation {
    method: "post",
    path: "/api/lab",
    summary: "在同样的牌墙上比较两套选项 / Compare two sets of options on the same walls",
    auth: true,
    body: Some("LabRequest"),
    status: 201,
    answer: Some("LabRun"),
    errors: &[
        ErrorCode::LabInvalid,
        ErrorCode::LabRunning,
        ErrorCode::LabFull,
        ErrorCode::RateExceeded,
        ErrorCode::OptionsInvalid,
        ErrorCode::RulesUnknown,
        ErrorCode::BotUnknown,
        ErrorCode::ServerBusy,
    ],
    ..plain(Class::Write)
};

pub(crate) const LAB_RUN: Operation = Operation {
    path: "/api/lab/{id}",
    summary: "一次实验及其报告 / A comparison with its report so far",
    answer: Some("LabRun"),
    errors: &[ErrorCode::NotFound],
    ..plain(Class::Light)
};

pub(crate) const CANCEL_LAB: Operation = Operation {
    method: "delete",
    path: "/api/lab/{id}",
    summary: "取消实验，已打的保留 / Cancel a comparison; what was played is kept",
    auth: true,
    status: 204,
    errors: &[ErrorCode::NotFound],
    ..plain(Class::Write)
};
