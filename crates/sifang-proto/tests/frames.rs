//! Client frames: what is read, what is refused, and with which code.

use sifang_proto::{ClientFrame, ClientMessage, ErrorCode, limits};

fn refused(text: &str) -> (Option<u32>, ErrorCode, String) {
    let (id, error) = ClientFrame::parse(text.as_bytes()).unwrap_err();
    (id, error.code, error.en)
}

#[test]
fn every_message_reads_back() {
    let zeros = "0".repeat(32);
    let token = "0".repeat(64);
    let texts = [
        format!(r#"{{"id":1,"type":"hello","protocol":"sifang/1","token":"{token}"}}"#),
        r#"{"id":2,"type":"enter","room":"012345"}"#.into(),
        format!(r#"{{"id":3,"type":"enter","room":"{zeros}","since":{{"stream":"x","seq":7}}}}"#),
        r#"{"id":4,"type":"leave"}"#.into(),
        r#"{"id":5,"type":"sit","seat":3}"#.into(),
        r#"{"id":6,"type":"stand"}"#.into(),
        r#"{"id":7,"type":"swap","a":0,"b":2}"#.into(),
        r#"{"id":8,"type":"kick","seat":1}"#.into(),
        r#"{"id":9,"type":"add_bot","seat":1,"level":"random"}"#.into(),
        r#"{"id":10,"type":"remove_bot","seat":1}"#.into(),
        r#"{"id":11,"type":"ready","ready":true}"#.into(),
        r#"{"id":12,"type":"start"}"#.into(),
        format!(r#"{{"id":13,"type":"nonce_commit","commitment":"{zeros}{zeros}"}}"#),
        format!(r#"{{"id":13,"type":"nonce","nonce":"{zeros}"}}"#),
        r#"{"id":13,"type":"nonce_waive","seat":2}"#.into(),
        r#"{"id":14,"type":"act","decision":31,"action":"discard 5p"}"#.into(),
        r#"{"id":15,"type":"auto","on":false}"#.into(),
        r#"{"id":15,"type":"pause","on":true}"#.into(),
        r#"{"id":15,"type":"take_back"}"#.into(),
        r#"{"id":15,"type":"new_link"}"#.into(),
        r#"{"id":16,"type":"next"}"#.into(),
        r#"{"id":17,"type":"again"}"#.into(),
        r#"{"id":18,"type":"dissolve","agree":true}"#.into(),
        r#"{"id":19,"type":"phrase","phrase":"hello"}"#.into(),
        r#"{"id":20,"type":"hint","decision":4}"#.into(),
        r#"{"id":21,"type":"sync"}"#.into(),
        r#"{"id":22,"type":"ping"}"#.into(),
        r#"{"id":23,"type":"remove","player":"00000000000003e8"}"#.into(),
        r#"{"id":24,"type":"hurry"}"#.into(),
        r#"{"id":25,"type":"admit","player":"00000000000003e8","yes":true}"#.into(),
    ];
    let mut seen: Vec<String> = vec!["configure".into()];
    for text in &texts {
        let frame = ClientFrame::parse(text.as_bytes()).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        assert_eq!(&frame.to_json(), text);
        let value: serde_json::Value = serde_json::from_str(text).unwrap();
        seen.push(value["type"].as_str().unwrap().into());
    }
    let setup = r#"{"type":"configure","setup":{"rules":"wuxi","options":{"base":2}},"id":9}"#;
    let frame = ClientFrame::parse(setup.as_bytes()).unwrap();
    let ClientMessage::Configure { setup } = &frame.message else { panic!("{frame:?}") };
    assert!(setup.seats == 4 && setup.uniform_pause && setup.clock.is_some() && !setup.listed);
    assert_eq!(ClientFrame::parse(frame.to_json().as_bytes()).unwrap(), frame);
    seen.sort();
    seen.dedup();
    let mut names: Vec<&str> = ClientMessage::TYPES.to_vec();
    names.sort_unstable();
    assert_eq!(seen, names);
}

#[test]
fn refusals_have_their_code_and_number() {
    use ErrorCode::{MessageMalformed, MessageTooLarge, MessageUnknown};
    let cases = [
        (r#"{"id":4,"type":"fly"}"#, Some(4), MessageUnknown),
        (r#"{"id":4,"type":"leave","seat":1}"#, Some(4), MessageMalformed),
        (r#"{"id":4,"type":"act","decision":1,"action":"pass","seat":2}"#, Some(4), MessageMalformed),
        (r#"{"id":4,"type":"act","decision":1}"#, Some(4), MessageMalformed),
        (r#"{"id":4,"type":"act","decision":-1,"action":"pass"}"#, Some(4), MessageMalformed),
        (r#"{"id":4,"type":"act","decision":1,"action":"steal 5m"}"#, Some(4), MessageMalformed),
        (r#"{"id":4,"type":"act","decision":1,"action":"pass","action":"hu"}"#, Some(4), MessageMalformed),
        (r#"{"id":4,"id":5,"type":"leave"}"#, None, MessageMalformed),
        (r#"{"type":"leave"}"#, None, MessageMalformed),
        (r#"{"id":-1,"type":"leave"}"#, None, MessageMalformed),
        (r#"{"id":4.5,"type":"leave"}"#, None, MessageMalformed),
        (r#"{"id":4,"type":"nonce","nonce":"00"}"#, Some(4), MessageMalformed),
        (r#"{"id":4,"type":"enter","room":"12345"}"#, Some(4), MessageMalformed),
        (r#"{"id":4,"type":"configure","setup":{"rules":"wuxi","deals":3}}"#, Some(4), MessageMalformed),
        (r#"{"id":4,"type":"sit","seat":"1"}"#, Some(4), MessageMalformed),
        (r#"{"id":4,"type":"sit","seat":4}"#, Some(4), MessageMalformed),
        (r#"{"id":4}"#, Some(4), MessageMalformed),
        ("[]", None, MessageMalformed),
        ("null", None, MessageMalformed),
        ("", None, MessageMalformed),
        ("{", None, MessageMalformed),
        (r#"{"id":4,"type":"leave"} x"#, None, MessageMalformed),
    ];
    for (text, id, code) in cases {
        let (found_id, found, en) = refused(text);
        assert_eq!((found_id, found), (id, code), "{text}: {en}");
    }
    let deep = format!(r#"{{"id":4,"type":"configure","setup":{}"#, "[".repeat(3000));
    assert_eq!(refused(&deep).1, MessageMalformed);
    let long = format!(r#"{{"id":4,"type":"phrase","phrase":"{}"}}"#, "x".repeat(limits::FRAME_BYTES));
    assert_eq!(refused(&long).1, MessageTooLarge);
    assert!(ClientFrame::parse(b"{\"id\":4,\"type\":\"phrase\",\"phrase\":\"\xff\"}").is_err());
}

#[test]
fn refusals_say_what_is_wrong() {
    assert!(refused(r#"{"id":4,"type":"fly"}"#).2.contains("'fly'"));
    assert!(refused(r#"{"id":4,"type":"leave","seat":1}"#).2.contains("`seat`"));
    assert!(refused(r#"{"id":4,"type":"act","decision":1,"action":"steal 5m"}"#).2.contains("is no verb"));
    assert!(refused(r#"{"type":"leave"}"#).2.contains("`id`"));
}

#[test]
fn tokens_do_not_print() {
    let text = format!(r#"{{"id":1,"type":"hello","protocol":"sifang/1","token":"{}"}}"#, "ab".repeat(32));
    let frame = ClientFrame::parse(text.as_bytes()).unwrap();
    assert!(!format!("{frame:?}").contains("abab"));
}

#[test]
fn the_number_of_a_message_is_found_without_the_message() {
    let id = |text: &str| ClientFrame::id_of(text.as_bytes());
    assert_eq!(id(r#"{"id":7,"type":"ping"}"#), Some(7));
    assert_eq!(id(r#"{"type":"no such thing","x":[1,{"id":3}],"id":8}"#), Some(8));
    for none in ["", "7", "[7]", "{}", r#"{"id":"7"}"#, r#"{"id":-1}"#, r#"{"id":7"#, r#"{"id":7,"id":8}"#] {
        assert_eq!(id(none), None, "{none}");
    }
    assert_eq!(id(&format!("{{\"id\":7}}{}", " ".repeat(limits::FRAME_BYTES))), None);
}
