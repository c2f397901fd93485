//! What clients write: messages, HTTP bodies, setups, records, codes and names, actions; and the operator's settings.

use super::{Share, Target, text};
use crate::short::short_match;
use serde_json::json;
use sifang_fair::Nonce;
use sifang_match::{MatchId, RecordViewer, verify_any};
use sifang_proto::{
    ClientFrame, Nickname, PlayerId, Preset, QuickRequest, RecoveryCode, RecoveryRequest, RoomCode, RoomLink,
    RoomName, RoomSetup, Since, Token, limits, read_record,
};
use sifang_rules::any::RuleSetId;
use sifang_server::{Config, Given, strangers};
use sifang_table::Action;

pub(super) fn targets(record: String) -> Vec<Target> {
    let rules = RuleSetId::ALL[0].id();
    let setup = json!({"rules": rules, "options": {"base": 2}, "seats": 4, "bots": "random",
        "clock": {"move_ms": 5000, "bank_ms": 1000}, "uniform_pause": true, "spectators": false});
    let since = json!({"stream": "9f31c2aa-1-4", "seq": 17});
    let messages = [
        json!({"id": 1, "type": "hello", "protocol": "sifang/1", "token": "0".repeat(64)}),
        json!({"id": 2, "type": "enter", "room": "012345", "since": since}),
        json!({"id": 3, "type": "act", "decision": 31, "action": "discard 5p"}),
        json!({"id": 4, "type": "configure", "setup": setup}),
        json!({"id": 5, "type": "nonce", "nonce": "00112233445566778899aabbccddeeff"}),
        json!({"id": 5, "type": "nonce_commit", "commitment": "00112233445566778899aabbccddeeff".repeat(2)}),
        json!({"id": 5, "type": "nonce_waive", "seat": 3}),
        json!({"id": 6, "type": "swap", "a": 0, "b": 2}),
    ];
    let bodies = [
        json!({"setup": setup}),
        json!({"code": "ABCDE-FGHJK-MNPQR-STVWX"}),
        since.clone(),
        json!({"nickname": "小明"}),
        json!({"name": "house rules", "setup": setup}),
        json!({"rules": rules, "seats": 4, "a": {}, "b": {"base": 2}, "deals": 10_000, "bots": "greedy", "seed": 7}),
    ];
    let setups =
        RuleSetId::ALL.iter().map(|rules| json!({"rules": rules.id(), "options": short_match(*rules)}));
    let handed_out = format!("{{\"players\":[],\"record\":{record}}}");
    let names = [
        "012345",
        &"ab".repeat(16),
        &"0".repeat(64),
        "ABCDE-FGHJK-MNPQR-STVWX",
        "小明",
        "00000000000003e8",
        "open",
        "3",
    ];
    let addresses = [
        "/api/me/history".to_owned(),
        "/api/me/history?before=1700000000000".to_owned(),
        format!("/api/me/history?before=17&rules={rules}"),
        format!("https://example.org/api/me/history?rules={rules}&before=%31"),
    ];
    let actions = ["discard 5p", "chi 46p", "kong 3m", "bury 119m", "ready_ask 9p", "piao 2"];
    let settings =
        "listen = \"127.0.0.1:1\"\nrooms = 7\norigins = [\"https://example.org\"]\nbehind_proxy = true\n";
    vec![
        Target {
            name: "client messages",
            corpus: written(messages),
            most: limits::FRAME_BYTES + 1,
            share: Share::Light,
            read: |bytes| ClientFrame::parse(bytes).is_ok().into(),
        },
        Target {
            name: "HTTP bodies",
            corpus: written(bodies),
            most: limits::FRAME_BYTES,
            share: Share::Light,
            read: |bytes| {
                let preset = serde_json::from_slice::<Preset>(bytes);
                (serde_json::from_slice::<QuickRequest>(bytes).is_ok()
                    | serde_json::from_slice::<RecoveryRequest>(bytes).is_ok()
                    | serde_json::from_slice::<Since>(bytes).is_ok()
                    | preset.is_ok_and(|preset| sifang_room::check_setup(&preset.setup).is_ok())
                    | strangers::read_body(bytes))
                .into()
            },
        },
        Target {
            name: "passkeys",
            corpus: vec![strangers::made_passkey()],
            most: limits::FRAME_BYTES / 2,
            share: Share::Light,
            read: |bytes| strangers::read_passkey(bytes).into(),
        },
        Target {
            name: "room setups and options",
            corpus: written(setups),
            most: limits::FRAME_BYTES,
            share: Share::Light,
            read: |bytes| {
                let setup = serde_json::from_slice::<RoomSetup>(bytes);
                setup.is_ok_and(|setup| sifang_room::check_setup(&setup).is_ok()).into()
            },
        },
        Target {
            name: "records handed in",
            corpus: written([record, handed_out]),
            most: limits::RECORD_BYTES,
            share: Share::Heavy,
            read: |bytes| {
                read_record(bytes).is_ok_and(|record| verify_any(&record, &mut |_, _| {}).is_ok()).into()
            },
        },
        Target {
            name: "codes, links, tokens, names",
            corpus: written(names),
            most: limits::FRAME_BYTES,
            share: Share::Light,
            read: |bytes| {
                let text = text(bytes);
                (text.parse::<RoomCode>().is_ok()
                    | text.parse::<RoomLink>().is_ok()
                    | text.parse::<RoomName>().is_ok()
                    | text.parse::<Token>().is_ok()
                    | text.parse::<RecoveryCode>().is_ok()
                    | text.parse::<Nickname>().is_ok()
                    | text.parse::<PlayerId>().is_ok()
                    | text.parse::<MatchId>().is_ok()
                    | text.parse::<RecordViewer>().is_ok()
                    | serde_json::from_value::<Nonce>(json!(text)).is_ok())
                .into()
            },
        },
        Target {
            name: "query strings",
            corpus: written(addresses),
            most: limits::FRAME_BYTES,
            share: Share::Light,
            read: |bytes| strangers::read_page(bytes).into(),
        },
        Target {
            name: "actions",
            corpus: written(actions),
            most: limits::FRAME_BYTES,
            share: Share::Light,
            read: |bytes| Action::parse(&text(bytes)).is_ok().into(),
        },
        Target {
            name: "settings",
            corpus: written([settings]),
            most: 1 << 20,
            share: Share::Light,
            read: |bytes| Given::parse(&text(bytes)).is_ok_and(|given| Config::new(given).is_ok()).into(),
        },
    ]
}

/// Inputs to begin with, as they go over the wire.
pub(super) fn written(inputs: impl IntoIterator<Item = impl ToString>) -> Vec<Vec<u8>> {
    inputs.into_iter().map(|input| input.to_string().into_bytes()).collect()
}
