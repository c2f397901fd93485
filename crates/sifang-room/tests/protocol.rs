//! `docs/protocol.md` says what is so: its messages are read, its lists are complete, its example
//! is a real one.
//!
//! `UPDATE=1` writes the list of errors and the example anew.

use crate::common::{World, player, reveal, short};
use sifang_proto::{ClientFrame, ClientMessage, ErrorCode, limits};
use sifang_room::Input;
use sifang_rules::any::RuleSetId;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Mutex;

fn path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/protocol.md")
}

fn is_update() -> bool {
    std::env::var_os("UPDATE").is_some_and(|value| value == "1")
}

/// The tests of this program run side by side, and some may write.
static FILE: Mutex<()> = Mutex::new(());

fn document() -> String {
    let _one_at_a_time = FILE.lock();
    std::fs::read_to_string(path()).expect("docs/protocol.md")
}

/// Compares what stands between two marks, or writes it.
fn section(name: &str, wanted: &str) {
    let (head, tail) = (format!("<!-- {name} -->\n"), format!("<!-- end of {name} -->\n"));
    let _one_at_a_time = FILE.lock();
    let text = std::fs::read_to_string(path()).expect("docs/protocol.md");
    let start = text.find(&head).expect("a mark") + head.len();
    let end = start + text[start..].find(&tail).expect("a mark");
    if is_update() {
        std::fs::write(path(), format!("{}{wanted}{}", &text[..start], &text[end..])).unwrap();
    } else {
        assert!(
            &text[start..end] == wanted,
            "the section '{name}' of docs/protocol.md is not fresh: UPDATE=1"
        );
    }
}

#[test]
fn every_client_message_stands_there_and_can_be_read() {
    let text = document();
    let mut types = BTreeSet::new();
    for code in text.split('`').filter(|code| code.starts_with("{\"id\"")) {
        let frame = ClientFrame::parse(code.as_bytes()).unwrap_or_else(|e| panic!("{code}: {e:?}"));
        let value: serde_json::Value = serde_json::from_str(&frame.to_json()).unwrap();
        types.insert(value["type"].as_str().unwrap().to_owned());
    }
    let all: BTreeSet<String> = ClientMessage::TYPES.iter().map(|name| (*name).to_owned()).collect();
    assert_eq!(types, all);
}

#[test]
fn limits_are_the_ones_in_force() {
    // Wherever its lines are broken.
    let text = document().split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(limits::FRAME_BYTES, 8192);
    for (limit, words) in [
        (limits::MESSAGES_PER_SECOND as u64, "At most {} messages a second"),
        (limits::MESSAGES_BURST as u64, "are read, {} at once"),
        (limits::PHRASES_BURST as u64, "phrases one a second, {} at once"),
        (limits::SILENCE_MS / 1000, "for {} seconds, or no `hello`"),
        (limits::HELLO_MS / 1000, "or no `hello` for {}, is closed"),
        (limits::GUESSES_FREE as u64, "The first {} are answered at once"),
        (limits::GUESS_WAIT_MS / 1000, "doubles a wait from {} second"),
        (limits::GUESS_WAIT_MS_MOST / 3_600_000, "up to {} hours"),
        (limits::GUESS_FORGIVEN_MS / 3_600_000, "one is forgiven every {} hours"),
        (limits::NONCE_MS / 1000, "Each step waits {} seconds"),
        (limits::NEXT_MS / 1000, "the next deal {} seconds"),
        (limits::DISSOLVE_MS / 1000, "the votes on dissolving {} seconds"),
        (limits::VOTES as u64, "one vote in a deal and {} in a match"),
        (limits::HURRY_AFTER_MS / 60_000, "open for {} minutes"),
        (limits::HURRY_MS / 1000, "its `until`, {} seconds later"),
        (limits::REMOVED as u64, "remembers the last {},"),
        (limits::KNOCK_AGAIN_MS / 60_000, "for {} minutes every further knock"),
        (limits::KNOCK_MS / 60_000, "After {} minutes without an answer"),
        (limits::KNOCKS as u64, "At most {} wait at a door"),
        (limits::PAUSE_MS, "at least {} ms pass"),
        (limits::HASH_EVERY as u64, "One update in {} carries `hash`"),
    ] {
        let words = words.replace("{}", &limit.to_string());
        assert!(text.contains(&words), "{words}");
    }
}

#[test]
fn errors_are_all_there() {
    // An empty line on both sides, so that the marks are not taken for a part of the list.
    let mut rows = String::from("\n");
    for code in ErrorCode::ALL {
        writeln!(rows, "- `{}`: {}.\n  {}。", code.code(), code.text().en, code.text().zh).unwrap();
    }
    rows.push('\n');
    section("errors", &rows);
}

/// The first moves of a fixed match, as they go over the wire.
#[test]
fn the_example_is_a_real_one() {
    let mut world = World::new(short(RuleSetId::ALL[3]), 1, 21);
    let mut text = String::new();
    let mut seen = 0;
    let mut note = |world: &World, said: Option<&str>| {
        if let Some(said) = said {
            writeln!(text, "C {{\"id\":{},{}", world.clients[0].id, &said[1..]).unwrap();
        }
        for (_, message) in &world.clients[0].inbox[seen..] {
            writeln!(text, "S {message}").unwrap();
        }
        seen = world.clients[0].inbox.len();
    };
    note(&world, Some(r#"{"type":"enter","room":"07070707070707070707070707070707"}"#));
    let start = r#"{"type":"start"}"#;
    world.send(0, start);
    note(&world, Some(start));
    let nonce = "00112233445566778899aabbccddeeff".parse().unwrap();
    for said in [world.commit(0, nonce), reveal(nonce)] {
        world.send(0, &said);
        note(&world, Some(&said));
    }
    for _ in 0..2 {
        while world.clients[0].prompt().is_none() {
            match world.jobs.pop() {
                Some(job) => {
                    let answer = job.run(5);
                    world.input(Input::Bot(answer));
                }
                None => {
                    world.now = world.core.wake().unwrap().max(world.now);
                    world.input(Input::Tick);
                }
            }
            note(&world, None);
        }
        let (decision, choices) = world.clients[0].prompt().unwrap();
        let said =
            format!(r#"{{"type":"act","decision":{decision},"action":"{}"}}"#, choices[choices.len() / 2]);
        world.now += 1500;
        world.send(0, &said);
        note(&world, Some(&said));
    }
    let said = r#"{"type":"act","decision":1,"action":"pass"}"#;
    assert_eq!(world.say(0, said).as_deref(), Some("action/stale"));
    note(&world, Some(said));
    for line in text.lines().filter_map(|line| line.strip_prefix("C ")) {
        ClientFrame::parse(line.as_bytes()).unwrap_or_else(|e| panic!("{line}: {e:?}"));
    }
    assert!(text.contains("\"snapshot\"") && text.matches("\"update\"").count() > 3);
    assert!(!text.contains(&player(1).nickname.to_string()));
    let path = path().with_file_name("protocol-example.txt");
    if is_update() {
        std::fs::write(path, text).unwrap();
    } else {
        let found = std::fs::read_to_string(path).expect("docs/protocol-example.txt");
        assert!(found == text, "docs/protocol-example.txt is not fresh: UPDATE=1");
    }
}
