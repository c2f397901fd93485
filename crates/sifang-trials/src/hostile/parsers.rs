//! H1 at the parsers: everything that reads bytes from the network, fed with damaged and invented input. Input `n` of a seed is
//! always the same, so a failure can be shown again.

use crate::{Bar, Plan};
use anyhow::Result;
use serde_json::json;
use sifang_bots::Rng;
use sifang_fair::Nonce;
use sifang_match::{Record, verify_any};
use sifang_proto::{
    ClientFrame, Nickname, PlayerId, QuickRequest, RecoveryCode, RecoveryRequest, RoomCode, RoomLink,
    RoomName, RoomSetup, Since, Token,
};
use sifang_rules::any::RuleSetId;
use sifang_server::{Config, Given};
use sifang_table::Action;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// The longest one input may take. Far above what any takes, so that a busy machine raises no alarm.
const LONGEST: Duration = Duration::from_secs(2);

/// A parser: its name, inputs to begin with, and whether it took an input.
struct Target {
    name: &'static str,
    corpus: Vec<String>,
    read: fn(&[u8]) -> bool,
}

fn text(bytes: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

fn targets(record: String) -> Vec<Target> {
    let setup = json!({"rules": RuleSetId::ALL[0].id(), "options": {"base": 2}, "seats": 4, "bots": "random",
        "clock": {"move_ms": 5000, "bank_ms": 1000}, "uniform_pause": true, "spectators": false});
    let messages = [
        json!({"id": 1, "type": "hello", "protocol": "sifang/1", "token": "0".repeat(64)}),
        json!({"id": 2, "type": "enter", "room": "012345", "since": {"stream": "9f31c2aa-1-4", "seq": 17}}),
        json!({"id": 3, "type": "act", "decision": 31, "action": "discard 5p"}),
        json!({"id": 4, "type": "configure", "setup": setup}),
        json!({"id": 5, "type": "nonce", "nonce": "00112233445566778899aabbccddeeff"}),
        json!({"id": 6, "type": "swap", "a": 0, "b": 2}),
    ];
    let names =
        ["012345", &"ab".repeat(16), &"0".repeat(64), "ABCDE-FGHJK-MNPQR-STVWX", "小明", "00000000000003e8"];
    vec![
        Target {
            name: "client messages",
            corpus: messages.iter().map(ToString::to_string).collect(),
            read: |bytes| ClientFrame::parse(bytes).is_ok(),
        },
        Target {
            name: "HTTP bodies",
            corpus: vec![json!({"setup": setup}).to_string(), json!({"code": "ABCDE-FGHJK-MNPQR-STVWX"}).to_string(), setup.to_string()],
            read: |bytes| {
                serde_json::from_slice::<QuickRequest>(bytes).is_ok()
                    | serde_json::from_slice::<RecoveryRequest>(bytes).is_ok()
                    | serde_json::from_slice::<Since>(bytes).is_ok()
            },
        },
        Target {
            name: "room setups and options",
            corpus: RuleSetId::ALL.iter().map(|rules| json!({"rules": rules.id(), "options": {"base": 1}}).to_string()).collect(),
            read: |bytes| {
                let setup = serde_json::from_slice::<RoomSetup>(bytes);
                setup.is_ok_and(|setup| sifang_room::check_setup(&setup).is_ok())
            },
        },
        Target {
            name: "records handed in",
            corpus: vec![record],
            read: |bytes| {
                let record = serde_json::from_slice::<Record>(bytes);
                record.is_ok_and(|record| verify_any(&record, &mut |_, _| {}).is_ok())
            },
        },
        Target {
            name: "codes, links, tokens, names",
            corpus: names.iter().map(ToString::to_string).collect(),
            read: |bytes| {
                let text = text(bytes);
                text.parse::<RoomCode>().is_ok()
                    | text.parse::<RoomLink>().is_ok()
                    | text.parse::<RoomName>().is_ok()
                    | text.parse::<Token>().is_ok()
                    | text.parse::<RecoveryCode>().is_ok()
                    | text.parse::<Nickname>().is_ok()
                    | text.parse::<PlayerId>().is_ok()
                    | serde_json::from_value::<Nonce>(json!(text)).is_ok()
            },
        },
        Target {
            name: "actions",
            corpus: ["discard 5p", "chi 46p", "kong 3m", "bury 119m", "ready_ask 9p", "piao 2"].map(Into::into).to_vec(),
            read: |bytes| Action::parse(&text(bytes)).is_ok(),
        },
        Target {
            name: "settings",
            corpus: vec!["listen = \"127.0.0.1:1\"\nrooms = 7\norigins = [\"https://example.org\"]\nbehind_proxy = true\n".into()],
            read: |bytes| Given::parse(&text(bytes)).is_ok_and(|given| Config::new(given).is_ok()),
        },
    ]
}

/// Pieces that parsers trip over.
const PIECES: &[&str] = &[
    "\"",
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "null",
    "true",
    "-",
    "1e999",
    "-1",
    "18446744073709551616",
    "0.5",
    "\\u0000",
    "\\ud800",
    "\u{0}",
    "\u{202e}",
    "\u{10ffff}",
    "é",
    "东",
    "９",
    " ",
    "\n",
    "\t",
    "[[[[[[[[",
    "{\"a\":",
    "0x",
    "%00",
    "'--",
    "=",
    "#",
];

/// One input: something from the corpus, damaged; or nothing but pieces.
fn input(rng: &mut Rng, corpus: &[String]) -> Vec<u8> {
    let mut bytes = match rng.below(8) {
        0 => Vec::new(),
        _ => corpus[rng.below(corpus.len() as u32) as usize].clone().into_bytes(),
    };
    for _ in 0..rng.below(6) {
        let at = rng.below(bytes.len() as u32 + 1) as usize;
        match rng.below(6) {
            0 if at < bytes.len() => bytes[at] = rng.word() as u8,
            1 if at < bytes.len() => drop(bytes.remove(at)),
            2 if rng.below(4) == 0 => bytes.truncate(at),
            3 => {
                let from = rng.below(at as u32 + 1) as usize;
                let again = bytes[from..at].to_vec();
                bytes.splice(at..at, again);
            }
            _ => {
                let piece = PIECES[rng.below(PIECES.len() as u32) as usize].repeat(1 + rng.below(3) as usize);
                bytes.splice(at..at, piece.into_bytes());
            }
        }
        bytes.truncate(1 << 20);
    }
    bytes
}

/// Every parser in turn, each for its share of inputs.
pub(super) fn parsers(plan: &Plan, record: String) -> Result<Vec<Bar>> {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let mut bars = Vec::new();
    let (mut good, mut all) = (0, 0);
    for target in targets(record) {
        let heavy = target.name == "records handed in";
        let tries =
            if heavy { plan.count(300, 20_000, 200_000) } else { plan.count(20_000, 5_000_000, 100_000_000) };
        let (mut panics, mut slow, mut taken) = (0, 0, 0);
        for n in 0..tries {
            let bytes = input(&mut Rng::of(&[plan.seed, n]), &target.corpus);
            let start = Instant::now();
            let read = catch_unwind(AssertUnwindSafe(|| (target.read)(&bytes)));
            slow += u64::from(start.elapsed() > LONGEST);
            taken += u64::from(read.as_ref().is_ok_and(|read| *read));
            if read.is_err() {
                eprintln!(
                    "H1: {} panics at input {n} of seed {}: {:?}",
                    target.name,
                    plan.seed,
                    text(&bytes)
                );
                panics += 1;
            }
        }
        bars.push(Bar::none(
            "H1",
            format!("{}: inputs that panic or take long", target.name),
            panics + slow,
            tries,
        ));
        good += taken;
        all += tries;
    }
    // Inputs that are all refused at the first byte would try little.
    bars.push(Bar::at_least("H1", "of all these, inputs that were good", good, all / 20));
    std::panic::set_hook(hook);
    Ok(bars)
}
