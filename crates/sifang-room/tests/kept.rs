//! Bots' answers to windows with the uniform pause: nothing is written before the window may close, so that no delay of the disk
//! shows whether a bot was asked.

use crate::common::{PAUSE, World, short};
use sifang_proto::{Millis, RoomSetup};
use sifang_room::Input;
use sifang_rules::any::RuleSetId;

/// Whether a claim window is open, as everybody sees it.
fn is_window(world: &World) -> bool {
    world.clients[0].phase() == "playing" && world.clients[0].table["view"]["stage"]["name"] == "claim"
}

/// Plays until a window has just been opened in which bots are asked, or nobody is.
fn until_window(world: &mut World, bots: bool) {
    for _ in 0..3_000 {
        let asked = (world.clients.iter().any(|c| c.prompt().is_some()), !world.jobs.is_empty());
        if is_window(world) && asked == (false, bots) {
            return;
        }
        assert!(world.step());
    }
    panic!("there is no such window");
}

/// Lets all bots answer, some milliseconds apart.
fn bots_answer(world: &mut World) {
    while let Some(job) = world.jobs.pop() {
        world.now += 7;
        let answer = job.run(world.rng.word());
        world.input(Input::Bot(answer));
    }
}

/// How many lines are written with the window open, and how many when it closes; and the moment of that.
fn lines(setup: RoomSetup, seed: u64, bots: bool) -> (usize, usize, Millis) {
    let mut world = World::new(setup, 1, seed);
    world.start();
    until_window(&mut world, bots);
    let (opened, before) = (world.now, world.lines.len());
    bots_answer(&mut world);
    let end = world.core.wake().unwrap();
    // Whatever somebody who measures asks meanwhile is answered without a line.
    world.now = end - 1;
    world.input(Input::Tick);
    world.send(0, r#"{"type":"sync"}"#);
    let open = world.lines.len() - before;
    assert!(is_window(&world));
    world.now = end;
    world.input(Input::Tick);
    assert_eq!(world.replayed(world.lines.len()).digest(), world.core.digest());
    (open, world.lines.len() - before - open, end - opened)
}

#[test]
fn nothing_is_written_before_a_window_closes_whoever_is_asked() {
    for id in RuleSetId::ALL {
        for seed in 1..=4 {
            for bots in [false, true] {
                assert_eq!(lines(short(*id), seed, bots), (0, 1, PAUSE), "{} {seed} {bots}", id.id());
                let held = RoomSetup { window_hold: true, ..short(*id) };
                let (open, closing, after) = lines(held, seed, bots);
                assert_eq!((open, closing), (0, 1));
                assert!((500..6_000).contains(&after));
            }
        }
    }
}

/// The server fails between an answer and its line: the bot is asked again, and the table goes on as it would have.
#[test]
fn a_bot_whose_answer_is_lost_is_asked_again() {
    let mut world = World::new(short(RuleSetId::ALL[3]), 1, 5);
    world.start();
    until_window(&mut world, true);
    let asked = world.jobs.len();
    bots_answer(&mut world);
    let lines = world.lines.len();
    world.restart();
    world.enter(0, true);
    assert_eq!((world.jobs.len(), world.lines.len()), (asked, lines + 1));
    bots_answer(&mut world);
    assert_eq!(world.lines.len(), lines + 1);
    world.now = world.core.wake().unwrap();
    world.input(Input::Tick);
    assert!(world.lines.len() == lines + 2 && world.lines[lines + 1].windows(7).any(|w| w == b"\"bots\":"));
    world.play(|_| {});
    assert!(!world.matches.is_empty());
}

/// A person and a bot are asked, and the person thinks: the bot's answer waits, is not taken for silence when a silent bot would
/// be answered for, and counts in the end.
#[test]
fn a_person_who_thinks_costs_no_bot_its_answer() {
    for waits in [PAUSE + 300, 60_000] {
        let mut both = None;
        for seed in 1..200 {
            let mut world = World::new(short(RuleSetId::ALL[3]), 2, seed);
            world.start();
            while world.deals.is_empty() && both.is_none() {
                let person = (0..2).find(|n| world.clients[*n].prompt().is_some());
                if is_window(&world) && !world.jobs.is_empty() && person.is_some() {
                    both = person;
                } else {
                    assert!(world.step());
                }
            }
            let Some(person) = both else { continue };
            let (opened, before) = (world.now, world.lines.len());
            bots_answer(&mut world);
            while let Some(at) = world.core.wake().filter(|at| *at <= opened + waits) {
                world.now = at;
                world.input(Input::Tick);
            }
            world.now = opened + waits;
            assert_eq!(
                world.lines.len() - before,
                usize::from(waits > 10_000),
                "one line has all bots' answers"
            );
            let (decision, _) = world.clients[person].prompt().unwrap();
            world.send(person, &format!(r#"{{"type":"act","decision":{decision},"action":"pass"}}"#));
            while world.core.wake().is_some_and(|at| at <= world.now) {
                world.input(Input::Tick);
            }
            assert!(world.clients[person].prompt().is_none_or(|(next, _)| next != decision));
            world.play(|_| {});
            break;
        }
        assert!(both.is_some(), "never were a person and a bot asked at once");
    }
}
