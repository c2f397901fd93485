//! What is refused: its code, and that nothing changes by it.

use crate::common::{self, World, nonce_of, reveal, short};
use sifang_proto::{ErrorCode, limits};
use sifang_room::Input;
use sifang_rules::any::RuleSetId;

fn world(clients: usize) -> World {
    let mut setup = short(RuleSetId::ALL[3]);
    setup.spectators = true;
    World::new(setup, clients, 11)
}

/// Refused with this code, changing nothing (`World::input` compares the digest where there is no line).
fn refused(world: &mut World, n: usize, message: &str, code: ErrorCode) {
    let (digest, lines) = (world.core.digest(), world.lines.len());
    let found = world.say(n, message);
    assert_eq!(found.as_deref(), Some(code.code()), "{message}");
    assert_eq!((world.core.digest(), world.lines.len()), (digest, lines), "{message}");
    let error = world.clients[n].last("error").unwrap();
    for lang in ["zh", "en"] {
        assert!(error[lang].as_str().is_some_and(|text| text.len() > 4), "{message}: no sentence in {lang}");
    }
}

#[test]
fn before_a_match() {
    use ErrorCode::*;
    let mut w = world(3);
    let setup = |rules: &str, more: &str| {
        format!(r#"{{"type":"configure","setup":{{"rules":"{rules}","spectators":true{more}}}}}"#)
    };
    let rules = RuleSetId::ALL[3].id();
    let cases: Vec<(usize, String, ErrorCode)> = vec![
        (1, r#"{"type":"start"}"#.into(), RoomNotHost),
        (1, r#"{"type":"kick","seat":0}"#.into(), RoomNotHost),
        (1, r#"{"type":"swap","a":0,"b":1}"#.into(), RoomNotHost),
        (1, r#"{"type":"add_bot","seat":3,"level":"random"}"#.into(), RoomNotHost),
        (1, setup(rules, ""), RoomNotHost),
        (0, r#"{"type":"start"}"#.into(), RoomNotReady),
        (1, r#"{"type":"sit","seat":0}"#.into(), SeatTaken),
        (0, r#"{"type":"add_bot","seat":1,"level":"random"}"#.into(), SeatTaken),
        (0, r#"{"type":"add_bot","seat":3,"level":"genius"}"#.into(), BotUnknown),
        (0, r#"{"type":"remove_bot","seat":1}"#.into(), SeatEmpty),
        (0, r#"{"type":"kick","seat":3}"#.into(), SeatEmpty),
        (0, setup("chess", ""), RulesUnknown),
        (0, setup(rules, r#","options":{"base":0}"#), OptionsInvalid),
        (0, setup(rules, r#","options":{"bases":1}"#), OptionsInvalid),
        (0, setup(rules, r#","options":{"base":1,"base":2}"#), OptionsInvalid),
        (0, setup(rules, r#","seats":3"#), SetupInvalid),
        (0, setup(rules, r#","seats":9"#), SetupInvalid),
        (0, setup(rules, r#","clock":{"move_ms":1,"bank_ms":0}"#), SetupInvalid),
        (0, setup(rules, r#","clock":{"move_ms":5000,"bank_ms":999999999}"#), SetupInvalid),
        (0, setup(rules, r#","bots":"genius""#), BotUnknown),
        (0, r#"{"type":"act","decision":1,"action":"pass"}"#.into(), NoMatch),
        (0, r#"{"type":"nonce","nonce":"00000000000000000000000000000000"}"#.into(), NonceClosed),
        (0, r#"{"type":"auto","on":true}"#.into(), NoMatch),
        (0, r#"{"type":"next"}"#.into(), NoMatch),
        (0, r#"{"type":"dissolve","agree":true}"#.into(), NoMatch),
        (0, r#"{"type":"hint","decision":1}"#.into(), HintsOff),
        (0, r#"{"type":"phrase","phrase":"insult"}"#.into(), PhraseUnknown),
        (0, r#"{"type":"enter","room":"123456"}"#.into(), MessageUnexpected),
    ];
    for (n, message, code) in &cases {
        refused(&mut w, *n, message, *code);
    }
    w.send(1, r#"{"type":"stand"}"#);
    refused(&mut w, 1, r#"{"type":"ready","ready":true}"#, SeatNone);
    refused(&mut w, 1, r#"{"type":"stand"}"#, SeatNone);
    refused(&mut w, 1, r#"{"type":"again"}"#, SeatNone);
    refused(&mut w, 1, r#"{"type":"phrase","phrase":"hello"}"#, SeatNone);
    let without = format!(r#"{{"type":"configure","setup":{{"rules":"{rules}"}}}}"#);
    refused(&mut w, 0, &without, SetupInvalid);
}

#[test]
fn during_a_match() {
    use ErrorCode::*;
    let mut w = world(5);
    w.start_without_nonces();
    let (mine, other) = (nonce_of(0), nonce_of(40));
    let commits = [w.commit(0, mine), w.commit(0, other)];
    refused(&mut w, 0, &reveal(mine), NonceUncommitted);
    w.send(0, &w.commit(0, mine));
    w.send(0, &w.commit(0, mine));
    refused(&mut w, 0, &commits[1], NonceSent);
    refused(&mut w, 4, &commits[0], SeatNone);
    refused(&mut w, 0, &reveal(mine), NonceEarly);
    refused(&mut w, 0, r#"{"type":"nonce_waive","seat":0}"#, MessageUnexpected);
    refused(&mut w, 4, r#"{"type":"nonce_waive","seat":0}"#, SeatNone);
    for n in 1..4 {
        w.send(n, &w.commit(n, nonce_of(n)));
    }
    refused(&mut w, 0, &commits[1], NonceSent);
    refused(&mut w, 0, &reveal(other), NonceMismatch);
    refused(&mut w, 4, &reveal(mine), SeatNone);
    w.send(0, &reveal(mine));
    w.send(0, &reveal(mine));
    refused(&mut w, 0, &reveal(other), NonceSent);
    for n in 1..4 {
        w.send(n, &reveal(nonce_of(n)));
    }
    w.send(1, &w.commit(1, nonce_of(1)));
    w.send(1, &reveal(nonce_of(1)));
    refused(&mut w, 1, &commits[1], NonceClosed);
    refused(&mut w, 1, &reveal(other), NonceSent);
    refused(&mut w, 1, r#"{"type":"nonce_waive","seat":0}"#, NonceClosed);
    for _ in 0..30 {
        w.step();
    }
    while (0..4).all(|n| w.clients[n].prompt().is_none()) {
        w.step();
    }
    let asked = (0..4).find(|n| w.clients[*n].prompt().is_some()).unwrap();
    let silent = (0..4).find(|n| w.clients[*n].prompt().is_none()).unwrap();
    let (decision, choices) = w.clients[asked].prompt().unwrap();
    let act = |decision: u32, action: &str| {
        format!(r#"{{"type":"act","decision":{decision},"action":"{action}"}}"#)
    };
    refused(&mut w, asked, &act(decision - 1, &choices[0]), ActionStale);
    refused(&mut w, asked, &act(decision + 1, &choices[0]), ActionStale);
    refused(&mut w, asked, &act(decision, "bury 123m"), ActionNotAChoice);
    refused(&mut w, silent, &act(decision, "pass"), ActionNotAsked);
    refused(&mut w, 4, &act(decision, &choices[0]), SeatNone);
    for message in [r#"{"type":"stand"}"#, r#"{"type":"sit","seat":1}"#, r#"{"type":"ready","ready":true}"#] {
        refused(&mut w, 1, message, RoomPlaying);
    }
    for message in [r#"{"type":"swap","a":0,"b":1}"#, r#"{"type":"kick","seat":1}"#, r#"{"type":"start"}"#] {
        refused(&mut w, 0, message, RoomPlaying);
    }
    refused(&mut w, 0, r#"{"type":"again"}"#, RoomPlaying);
    refused(&mut w, 0, r#"{"type":"dissolve","agree":false}"#, VoteNone);
    refused(&mut w, 4, r#"{"type":"dissolve","agree":true}"#, SeatNone);
    refused(&mut w, 4, r#"{"type":"auto","on":true}"#, SeatNone);
    // Accepted, repeated, and then something else for the same decision.
    w.send(asked, &act(decision, &choices[0]));
    let (digest, lines) = (w.core.digest(), w.lines.len());
    w.send(asked, &act(decision, &choices[0]));
    assert_eq!(
        (w.core.digest(), w.lines.len()),
        (digest, lines),
        "a repetition is acknowledged and does nothing"
    );
    let other = choices.get(1).map_or("hu", String::as_str).to_owned();
    let code = w.say(asked, &act(decision, &other)).unwrap();
    assert!(["action/answered", "action/stale"].contains(&code.as_str()), "{code}");
    w.play(|_| {});
    refused(&mut w, asked, &act(decision, &other), ActionDealOver);
    w.send(asked, r#"{"type":"again"}"#);
    w.send(asked, r#"{"type":"again"}"#);
    refused(&mut w, asked, &act(decision, &choices[0]), NoMatch);
}

#[test]
fn numbers_of_messages_rise() {
    let mut w = world(2);
    let connection = w.clients[1].connection.unwrap();
    let send = |w: &mut World, id: u32, text: &str| {
        let message = common::message(text);
        let seen = w.clients[1].inbox.len();
        w.input(Input::Message { connection, id, message });
        w.clients[1].inbox[seen..].iter().map(|(_, t)| t.clone()).collect::<Vec<_>>()
    };
    let ready = r#"{"id":9,"type":"ready","ready":true}"#;
    assert!(send(&mut w, 9, ready).iter().any(|t| t.contains("\"ack\"")));
    let lines = w.lines.len();
    let again = send(&mut w, 9, r#"{"id":9,"type":"ready","ready":false}"#);
    assert!(
        again.len() == 1 && again[0].contains("\"ack\""),
        "the same number is the same message: {again:?}"
    );
    let lower = send(&mut w, 8, r#"{"id":8,"type":"ready","ready":false}"#);
    assert!(lower.len() == 1 && lower[0].contains("message/order"));
    assert_eq!(w.lines.len(), lines);
}

#[test]
fn strangers_and_full_rooms() {
    let mut setup = short(RuleSetId::ALL[3]);
    setup.spectators = false;
    let mut w = World::new(setup, 5, 2);
    let error = w.clients[4].last("error").unwrap();
    assert_eq!(error["code"], "room/full");
    assert_eq!(w.core.connections(), 4);
    let connection = w.clients[4].connection.unwrap();
    let message = common::message(r#"{"id":5,"type":"sit","seat":0}"#);
    w.input(Input::Message { connection, id: 5, message });
    assert_eq!(w.clients[4].last("error").unwrap()["code"], "room/none");
    for n in 1..4 {
        w.send(n, r#"{"type":"ready","ready":true}"#);
    }
    w.send(0, r#"{"type":"start"}"#);
    w.enter(4, false);
    assert_eq!(w.clients[4].last("error").unwrap()["code"], "room/playing");
    refused(&mut w, 1, r#"{"type":"stand"}"#, ErrorCode::RoomPlaying);
    let stranger = common::player(77).id;
    let order =
        w.input(Input::Order { player: stranger, message: common::message(r#"{"id":1,"type":"leave"}"#) });
    assert_eq!(order.unwrap().code, ErrorCode::RoomNone);
}

#[test]
fn phrases_are_few() {
    let mut w = world(2);
    for _ in 0..limits::PHRASES_BURST {
        w.send(0, r#"{"type":"phrase","phrase":"hello"}"#);
    }
    refused(&mut w, 0, r#"{"type":"phrase","phrase":"hello"}"#, ErrorCode::RateExceeded);
    let received = w.clients[1].last("phrase").unwrap();
    assert_eq!((received["seat"].as_u64(), received["phrase"].as_str()), (Some(0), Some("hello")));
    w.now += 1000;
    w.send(0, r#"{"type":"phrase","phrase":"thanks"}"#);
    refused(&mut w, 0, r#"{"type":"phrase","phrase":"hello"}"#, ErrorCode::RateExceeded);
}

/// Thousands of messages of every kind, by everybody, at random moments: what is refused changes nothing, what is accepted
/// is in the log, and the match still ends with a record that holds.
#[test]
fn noise_does_no_harm() {
    let noise = [
        r#"{"type":"leave"}"#,
        r#"{"type":"sit","seat":1}"#,
        r#"{"type":"stand"}"#,
        r#"{"type":"swap","a":0,"b":2}"#,
        r#"{"type":"add_bot","seat":2,"level":"random"}"#,
        r#"{"type":"remove_bot","seat":2}"#,
        r#"{"type":"ready","ready":true}"#,
        r#"{"type":"start"}"#,
        r#"{"type":"again"}"#,
        r#"{"type":"next"}"#,
        r#"{"type":"auto","on":true}"#,
        r#"{"type":"auto","on":false}"#,
        r#"{"type":"dissolve","agree":true}"#,
        r#"{"type":"dissolve","agree":false}"#,
        r#"{"type":"hurry"}"#,
        r#"{"type":"remove","player":"00000000000003ec"}"#,
        r#"{"type":"hint","decision":3}"#,
        r#"{"type":"sync"}"#,
        r#"{"type":"act","decision":5,"action":"pass"}"#,
        r#"{"type":"act","decision":40,"action":"hu"}"#,
        r#"{"type":"nonce","nonce":"00000000000000000000000000000000"}"#,
        r#"{"type":"phrase","phrase":"bye"}"#,
    ];
    for (n, id) in RuleSetId::ALL.iter().enumerate() {
        let mut setup = short(*id);
        setup.hints = true;
        let mut w = World::new(setup, 5, 300 + n as u64);
        w.start();
        let mut steps = 0;
        w.play(|w| {
            steps += 1;
            for _ in 0..3 {
                let n = w.rng.below(5) as usize;
                if w.clients[n].connection.is_none() {
                    w.enter(n, true);
                    continue;
                }
                // A vote that everybody agrees to would end the match, and all leaving would close the room.
                let text = noise[w.rng.below(noise.len() as u32) as usize];
                let risky = text.contains("\"agree\":true") || text.contains("leave");
                if !risky || n == 1 || n == 3 {
                    let _ = w.say(n, text);
                }
            }
        });
        assert!(steps > 50 && !w.matches.is_empty(), "{}", id.id());
        assert!(sifang_match::verify_any(&w.matches[0].record, &mut |_, _| {}).is_ok());
        assert_eq!(w.replayed(w.lines.len()).digest(), w.core.digest());
    }
}
