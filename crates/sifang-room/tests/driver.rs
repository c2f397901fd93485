//! The loop around a room, where the storms do not look: their drivers are never asked for what is
//! not due, and their logs are never damaged.

use crate::common::{PAUSE, player};
use serde_json::Value;
use sifang_proto::{ErrorCode, Millis, RoomCode, RoomLink, RoomSetup};
use sifang_room::{Append, Command, ConnectionId, Driver, EDITION, Event, Founding, Input, Loaded, RoomCore};

const START: Millis = 1_000_000;
const IDLE: Millis = 900_000;
const HERE: ConnectionId = ConnectionId(1);

fn core() -> RoomCore {
    let founding = Founding {
        code: RoomCode::new(123_456),
        link: RoomLink::new([7; 16]),
        setup: RoomSetup::of("wuxi"),
        host: player(0),
        pause_ms: PAUSE,
        edition: EDITION,
    };
    RoomCore::create(founding, START, 1).unwrap().0
}

fn driver() -> Driver {
    Driver::new(core(), 1, START, IDLE)
}

fn handle(driver: &mut Driver, event: Event, now: Millis) -> Vec<Command> {
    driver.handle(event, now, &mut || [0; 48])
}

fn enter(id: u32) -> Event {
    Event::Input(Input::Enter { connection: HERE, player: player(1), id, by_link: true, since: None })
}

/// The codes of the errors that are sent.
fn codes(commands: &[Command]) -> Vec<String> {
    let sent = commands.iter().filter_map(|command| match command {
        Command::Send(_, text) => serde_json::from_str::<Value>(text).ok(),
        _ => None,
    });
    sent.filter_map(|message| Some(message["code"].as_str()?.to_owned())).collect()
}

/// Lets a guest in, its line committed.
fn let_in(driver: &mut Driver, now: Millis) {
    let commands = handle(driver, enter(1), now);
    let [Command::Append(Append { after: 1, .. })] = &commands[..] else { panic!("{commands:?}") };
    assert!(!driver.is_ready() && driver.wake().is_none());
    let commands = handle(driver, Event::Committed, now);
    assert!(matches!(commands[..], [Command::Send(..), .., Command::List]), "{commands:?}");
    assert!(driver.is_ready());
}

#[test]
fn a_room_is_closed_when_nobody_is_connected_for_long_and_not_before() {
    let mut driver = driver();
    assert_eq!(driver.wake(), Some(START + IDLE));
    let_in(&mut driver, START + 5);
    assert_eq!(driver.wake(), None);
    assert!(handle(&mut driver, Event::Timer, START + 9 * IDLE).is_empty(), "somebody is there");
    let gone = START + 10 * IDLE;
    handle(&mut driver, Event::Input(Input::Disconnect { connection: HERE }), gone);
    assert_eq!(driver.wake(), Some(gone + IDLE));
    assert!(handle(&mut driver, Event::Timer, gone + IDLE - 1).is_empty(), "it is not due yet");
    let commands = handle(&mut driver, Event::Timer, gone + IDLE);
    assert!(matches!(commands[..], [Command::Append(Append { after: 2, .. })]), "{commands:?}");
    assert!(!driver.is_over());
    let commands = handle(&mut driver, Event::Committed, gone + IDLE);
    assert!(matches!(commands.last(), Some(Command::Close)), "{commands:?}");
    assert!(driver.is_over() && driver.wake().is_none());
    assert_eq!(codes(&handle(&mut driver, enter(1), gone + IDLE)), ["room/not_found"]);
}

#[test]
fn a_log_that_cannot_be_read_is_tried_again_and_a_damaged_one_is_not() {
    let mut driver = driver();
    let_in(&mut driver, START);
    let commands = handle(&mut driver, Event::Panicked, START);
    assert!(matches!(commands[..], [Command::Reconnect, Command::Load]), "{commands:?}");
    for now in [START, START + 1_000] {
        assert!(handle(&mut driver, Event::Loaded(Loaded::Unreadable), now).is_empty());
        assert_eq!(driver.wake(), Some(now + 1_000));
        assert!(handle(&mut driver, Event::Timer, now + 999).is_empty());
        assert!(matches!(handle(&mut driver, Event::Timer, now + 1_000)[..], [Command::Load]));
    }
    let found = Loaded::Room(Box::new(core()), 1);
    let commands = handle(&mut driver, Event::Loaded(found), START + 2_000);
    assert!(matches!(commands[..], [Command::List]), "{commands:?}");
    assert!(driver.is_ready() && driver.core().connections() == 0);
    handle(&mut driver, Event::CommitFailed, START + 2_000);
    handle(&mut driver, Event::Timer, START + 3_000);
    let commands = handle(&mut driver, Event::Loaded(Loaded::Damaged), START + 3_000);
    assert!(matches!(commands[..], [Command::SetAside]), "{commands:?}");
    assert_eq!(codes(&handle(&mut driver, enter(1), START + 3_000)), ["room/damaged"]);
}

#[test]
fn a_room_whose_log_leads_to_nothing_is_gone() {
    let mut driver = driver();
    handle(&mut driver, Event::Panicked, START);
    assert!(handle(&mut driver, Event::Loaded(Loaded::Nothing), START).is_empty());
    assert_eq!(codes(&handle(&mut driver, enter(1), START)), ["room/not_found"]);
}

#[test]
fn a_server_that_stops_leaves_the_log_and_answers_who_still_comes() {
    let mut driver = driver();
    let_in(&mut driver, START);
    assert!(handle(&mut driver, Event::Stop, START).is_empty());
    assert!(driver.is_over());
    assert_eq!(codes(&handle(&mut driver, enter(2), START)), ["room/not_found"]);
    let message = serde_json::from_value(serde_json::json!({"type": "ready", "ready": true})).unwrap();
    let message = Event::Input(Input::Message { connection: HERE, id: 3, message });
    assert_eq!(codes(&handle(&mut driver, message, START)), ["room/none"]);
}

#[test]
fn what_is_forbidden_from_outside_is_answered_like_everything_else() {
    let mut driver = driver();
    let_in(&mut driver, START);
    let refuse = Event::Refuse(HERE, 2, ErrorCode::RoomTooManyListed);
    assert_eq!(codes(&handle(&mut driver, refuse, START)), ["room/too_many_listed"]);
    assert!(driver.is_ready());
}

/// The lobby keeps a place in its list while a setup is decided on: a refused one must give it back.
#[test]
fn the_lobby_hears_of_a_setup_that_is_refused() {
    let mut driver = driver();
    let_in(&mut driver, START);
    let setup = serde_json::to_value(RoomSetup::of("wuxi")).unwrap();
    let message = serde_json::from_value(serde_json::json!({"type": "configure", "setup": setup})).unwrap();
    let message = Event::Input(Input::Message { connection: HERE, id: 1, message });
    let commands = handle(&mut driver, message, START);
    assert!(matches!(commands[..], [Command::Send(..), Command::List]), "{commands:?}");
}
