//! A table at which nobody is: it stands still, goes on when somebody comes, and a match that nobody played is not kept.

use crate::common::{World, message, player, short};
use sifang_proto::{ClockSetup, limits};
use sifang_room::{BotAnswer, Input};
use sifang_rules::any::RuleSetId;

fn world(clients: usize, seed: u64) -> World {
    let mut setup = short(RuleSetId::ALL[3]);
    setup.clock = Some(ClockSetup { move_ms: 5_000, bank_ms: 10_000 });
    World::new(setup, clients, seed)
}

/// The first answer that a bot is asked for.
fn bots_turn(world: &mut World) -> BotAnswer {
    for _ in 0..500 {
        if let Some(job) = world.jobs.pop() {
            return job.run(1);
        }
        assert!(world.step());
    }
    panic!("no bot is asked");
}

/// Whatever could happen by itself, tried at many moments, changes nothing.
fn stands_still(world: &mut World, answer: BotAnswer) {
    let (lines, digest) = (world.lines.len(), world.core.digest());
    for _ in 0..20 {
        world.now += 60_000;
        assert_eq!(world.core.wake(), None);
        world.input(Input::Tick);
        world.input(Input::Bot(answer));
    }
    assert!(world.core.is_paused() && world.jobs.is_empty());
    assert_eq!((world.lines.len(), world.core.digest()), (lines, digest));
}

#[test]
fn a_quick_match_waits_for_its_host() {
    let mut world = world(0, 1);
    for text in [r#"{"id":1,"type":"ready","ready":true}"#, r#"{"id":2,"type":"start"}"#] {
        assert!(world.input(Input::Order { player: player(0).id, message: message(text) }).is_none());
    }
    assert_eq!(world.core.summary().phase, sifang_proto::Phase::Nonces);
    let (lines, digest) = (world.lines.len(), world.core.digest());
    world.now += 3_600_000;
    assert_eq!(world.core.wake(), None);
    world.input(Input::Tick);
    assert!(world.jobs.is_empty());
    assert_eq!((world.lines.len(), world.core.digest()), (lines, digest));
    world.clients.push(crate::common::Client::new(player(0)));
    world.enter(0, false);
    assert_eq!(world.lines.len(), lines + 1);
    assert!(world.core.wake().is_some_and(|at| at > world.now), "it waits anew");
    assert_eq!(world.replayed(world.lines.len()).digest(), world.core.digest());
}

#[test]
fn a_table_plays_on_for_a_moment_and_then_stands_still() {
    let mut world = world(1, 2);
    world.start();
    let answer = bots_turn(&mut world);
    world.jobs.clear();
    world.drop_client(0);
    let gone = world.now;
    assert!(world.core.wake().is_some() && !world.core.is_paused());
    world.now = gone + limits::ALONE_MS - 1;
    let lines = world.lines.len();
    world.input(Input::Bot(answer));
    assert!(world.lines.len() > lines, "who lost its connection may be back at once");
    world.jobs.clear();
    world.now = gone + limits::ALONE_MS;
    stands_still(&mut world, answer);
    assert_eq!(world.replayed(world.lines.len()).digest(), world.core.digest());
}

/// Clocks, bank and what a returning client has seen: an hour without anybody is nobody's.
#[test]
fn who_comes_back_finds_the_clocks_anew_and_the_table_as_it_was() {
    let mut returned = 0;
    for seed in 0..12 {
        let mut world = world(1, 100 + seed);
        world.start();
        world.clients[0].plays = false;
        while world.clients[0].prompt().is_none() && world.deals.is_empty() && world.step() {}
        let Some((decision, _)) = world.clients[0].prompt() else { continue };
        let bank = world.clients[0].table["clock"]["bank_ms"].clone();
        world.drop_client(0);
        world.jobs.clear();
        world.now += 3_600_000;
        let lines = world.lines.len();
        world.enter(0, true);
        assert_eq!(world.lines.len(), lines + 1);
        let (again, _) = world.clients[0].prompt().expect("the same question");
        let clock = &world.clients[0].table["clock"];
        assert_eq!((again, &clock["bank_ms"]), (decision, &bank));
        assert_eq!(clock["until"], world.now + 5_000, "seed {seed}");
        // What was put together from the updates is what a snapshot would say.
        world.compare_views();
        assert!(world.answer(0));
        assert_eq!(world.replayed(world.lines.len()).digest(), world.core.digest());
        returned += 1;
    }
    assert!(returned > 5, "{returned}");
}

#[test]
fn somebody_who_watches_keeps_a_table_going_and_can_bring_it_back() {
    let mut world = world(1, 4);
    world.start();
    world.clients.push(crate::common::Client::new(player(9)));
    world.enter(1, false);
    world.drop_client(0);
    world.now += 2 * limits::ALONE_MS;
    assert!(!world.core.is_paused() && world.core.wake().is_some());
    world.drop_client(1);
    world.jobs.clear();
    world.now += 2 * limits::ALONE_MS;
    world.input(Input::Tick);
    assert!(world.core.is_paused());
    // Coming in and going on are one line.
    let lines = world.lines.len();
    world.enter(1, false);
    assert_eq!(world.lines.len(), lines + 1);
    assert!(!world.core.is_paused() && world.core.wake().is_some());
    assert_eq!(world.replayed(world.lines.len()).digest(), world.core.digest());
}

#[test]
fn a_room_that_comes_back_does_nothing_before_somebody_is_there() {
    let mut world = world(1, 5);
    world.start();
    let answer = bots_turn(&mut world);
    world.restart();
    stands_still(&mut world, answer);
    world.enter(0, true);
    assert!(!world.jobs.is_empty(), "its bots are asked again");
}

#[test]
fn a_match_that_nobody_played_is_not_kept() {
    for (id, plays) in RuleSetId::ALL.iter().flat_map(|id| [(*id, false), (*id, true)]) {
        let mut world = World::new(short(id), 1, 6);
        world.start();
        world.clients[0].plays = plays;
        if !plays {
            world.send(0, r#"{"type":"auto","on":true}"#);
        }
        let mut steps = 0;
        while world.matches.is_empty() && world.unplayed == 0 {
            assert!(world.step() && steps < 100_000);
            steps += 1;
            // It survives the death of the server: the log says who has played.
            if steps == 40 {
                world.restart();
                world.enter(0, true);
            }
        }
        assert_eq!((world.matches.len(), world.unplayed), (plays as usize, !plays as u32), "{}", id.id());
    }
}

#[test]
fn a_match_that_ends_early_is_kept_if_somebody_played() {
    for plays in [false, true] {
        let mut world = world(1, 7);
        world.start();
        world.clients[0].plays = plays;
        if !plays {
            world.send(0, r#"{"type":"auto","on":true}"#);
        }
        while world.deals.is_empty() {
            assert!(world.step());
        }
        world.input(Input::Close);
        assert_eq!((world.matches.len(), world.unplayed), (plays as usize, !plays as u32));
        assert!(world.is_over);
    }
}
