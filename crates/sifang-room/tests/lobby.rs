//! Seats, host, bots, setup; tables of two and three; leaving and coming back.

use crate::common::{World, message, player, short};
use sifang_proto::Phase;
use sifang_room::Input;
use sifang_rules::any::RuleSetId;
use sifang_rules::with_rule_set;
use sifang_table::RuleSet;

fn occupants(world: &World) -> Vec<String> {
    let seats = world.clients[0].room["seats"].as_array().unwrap();
    seats
        .iter()
        .map(|seat| match seat["occupant"]["type"].as_str() {
            Some("human") => seat["occupant"]["nickname"].as_str().unwrap().to_owned(),
            Some("bot") => "bot".into(),
            _ => "-".into(),
        })
        .collect()
}

#[test]
fn people_sit_stand_swap_and_are_sent_away() {
    let mut w = World::new(short(RuleSetId::ALL[0]), 3, 1);
    assert_eq!(occupants(&w), ["p0", "p1", "p2", "-"]);
    w.send(2, r#"{"type":"sit","seat":3}"#);
    assert_eq!(occupants(&w), ["p0", "p1", "-", "p2"]);
    w.send(0, r#"{"type":"swap","a":0,"b":3}"#);
    assert_eq!(occupants(&w), ["p2", "p1", "-", "p0"]);
    w.send(0, r#"{"type":"add_bot","seat":2,"level":"random"}"#);
    w.send(1, r#"{"type":"stand"}"#);
    assert_eq!(occupants(&w), ["p2", "-", "bot", "p0"]);
    assert_eq!(w.clients[0].room["spectators"][0]["nickname"], "p1");
    w.send(1, r#"{"type":"sit","seat":1}"#);
    w.send(0, r#"{"type":"kick","seat":1}"#);
    assert_eq!(w.clients[1].closed.as_deref(), Some("kicked"));
    assert_eq!(occupants(&w), ["p2", "-", "bot", "p0"]);
    w.send(0, r#"{"type":"remove_bot","seat":2}"#);
    assert_eq!(occupants(&w), ["p2", "-", "-", "p0"]);
    assert_eq!(w.core.summary().humans, 2);
}

#[test]
fn changing_the_setup_asks_everybody_again() {
    let mut w = World::new(short(RuleSetId::ALL[0]), 3, 1);
    w.send(1, r#"{"type":"ready","ready":true}"#);
    assert_eq!(w.clients[2].room["seats"][1]["ready"], true);
    let other = RuleSetId::ALL[4].id();
    w.send(0, &format!(r#"{{"type":"configure","setup":{{"rules":"{other}","spectators":true}}}}"#));
    assert_eq!(w.clients[2].room["seats"][1]["ready"], false);
    assert_eq!(w.clients[2].room["setup"]["rules"], other);
    let options = w.clients[2].room["setup"]["options"].as_object().unwrap();
    assert!(options.len() > 3, "every option has its value, whatever its default will be");
}

#[test]
fn the_host_passes_on_and_an_empty_room_closes() {
    let mut w = World::new(short(RuleSetId::ALL[0]), 3, 1);
    w.send(0, r#"{"type":"leave"}"#);
    assert_eq!(w.clients[0].closed.as_deref(), Some("left"));
    assert_eq!(w.clients[1].room["host"], player(1).id.to_string());
    w.send(1, r#"{"type":"stand"}"#);
    w.send(2, r#"{"type":"leave"}"#);
    assert_eq!(w.clients[1].room["host"], player(1).id.to_string());
    // The last one, who only watches, loses the connection.
    w.drop_client(1);
    assert!(w.is_over && w.core.is_closed());
    assert!(w.replayed(w.lines.len()).is_closed());
}

#[test]
fn who_leaves_a_match_is_played_for_and_may_come_back() {
    let mut w = World::new(short(RuleSetId::ALL[3]), 3, 5);
    w.start();
    for _ in 0..10 {
        w.step();
    }
    w.send(0, r#"{"type":"leave"}"#);
    let seat = &w.clients[1].room["seats"][0];
    assert_eq!((&seat["occupant"]["left"], &seat["auto"]), (&true.into(), &true.into()));
    assert_eq!(w.clients[1].room["host"], player(1).id.to_string());
    for _ in 0..30 {
        w.step();
    }
    w.enter(0, false);
    let seat = &w.clients[1].room["seats"][0];
    assert_eq!((&seat["occupant"]["left"], &seat["auto"]), (&false.into(), &true.into()));
    assert_eq!(w.clients[0].table["view"]["seat"], 0);
    w.send(0, r#"{"type":"auto","on":false}"#);
    w.play(World::compare_views);
    assert_eq!(w.matches.len(), 1);
    let seats = &w.matches[0].seats;
    assert_eq!(seats[0].player, Some(player(0)));
    assert_eq!(seats[3].bot.as_deref(), Some("expert"));
    w.send(1, r#"{"type":"again"}"#);
    assert_eq!(w.core.summary().phase, Phase::Waiting);
    w.matches.clear();
    w.start_by(1);
    w.all_nonces();
    w.play(|_| {});
    assert_eq!(w.matches.len(), 1);
    assert_ne!(w.matches[0].record.match_id.0, 0);
}

#[test]
fn a_match_that_everybody_leaves_is_stored_as_dissolved() {
    let mut w = World::new(short(RuleSetId::ALL[3]), 2, 6);
    w.start();
    while w.deals.is_empty() {
        w.step();
    }
    w.send(0, r#"{"type":"leave"}"#);
    assert!(!w.is_over);
    w.send(1, r#"{"type":"leave"}"#);
    assert!(w.is_over && w.core.is_closed() && w.core.wake().is_none());
    assert!(w.matches[0].dissolved && w.matches[0].record.deals.len() == 1);
    assert_eq!(w.replayed(w.lines.len()).digest(), w.core.digest());
}

/// One person, three bots, one order: the quick game.
#[test]
fn bots_fill_the_seats_of_every_rule_set() {
    for (n, id) in RuleSetId::ALL.iter().enumerate() {
        let mut w = World::new(short(*id), 1, n as u64);
        let order = Input::Order { player: player(0).id, message: message(r#"{"id":1,"type":"start"}"#) };
        assert!(w.input(order).is_none());
        let before = w.now;
        w.all_nonces();
        assert_eq!(w.now, before, "nobody else is waited for");
        assert_eq!(w.clients[0].phase(), "playing");
        w.play(World::compare_views);
        assert!(sifang_match::verify_any(&w.matches[0].record, &mut |_, _| {}).unwrap().finished);
    }
}

#[test]
fn tables_of_every_size_a_rule_set_allows() {
    let mut small = 0;
    for id in RuleSetId::ALL {
        let sizes = with_rule_set!(*id, R => <R as RuleSet>::SEATS);
        for seats in sizes.filter(|seats| *seats < 4) {
            let mut setup = short(*id);
            setup.seats = seats as u8;
            let mut w = World::new(setup, seats + 1, seats as u64);
            assert_eq!(w.seat(seats), None);
            w.start();
            w.play(World::compare_views);
            let record = &w.matches[0].record;
            assert_eq!(record.seats as usize, seats);
            assert!(sifang_match::verify_any(record, &mut |_, _| {}).unwrap().finished);
            small += 1;
        }
    }
    assert!(small >= 2);
}

/// Where an option lets a match start with fewer, the ready ones start at once; the others' seats are back afterwards.
#[test]
fn two_may_start_at_a_larger_table_where_the_rules_say_so() {
    let mut started = 0;
    for id in RuleSetId::ALL {
        let mut setup = short(*id);
        setup.options.insert("fewer_players", sifang_options::OptionValue::Bool(true));
        if sifang_room::check_setup(&setup).is_err() {
            continue;
        }
        let mut w = World::new(setup, 2, 3);
        w.send(1, r#"{"type":"sit","seat":3}"#);
        w.start();
        assert_eq!(occupants(&w), ["p0", "p1"]);
        w.play(World::compare_views);
        assert_eq!(w.matches[0].record.seats, 2);
        w.send(0, r#"{"type":"again"}"#);
        assert_eq!(occupants(&w), ["p0", "p1", "-", "-"]);
        started += 1;
    }
    assert_eq!(started, 1);
}

#[test]
fn without_bots_the_seats_must_be_taken() {
    let mut setup = short(RuleSetId::ALL[3]);
    setup.bots = None;
    let mut w = World::new(setup, 3, 3);
    for n in 1..3 {
        w.send(n, r#"{"type":"ready","ready":true}"#);
    }
    assert_eq!(w.say(0, r#"{"type":"start"}"#).as_deref(), Some("room/too_few"));
}

#[test]
fn hints_are_given_to_who_is_asked() {
    let mut setup = short(RuleSetId::ALL[3]);
    setup.hints = true;
    let mut w = World::new(setup, 4, 3);
    w.start();
    while w.clients[1].prompt().is_none() {
        w.step();
    }
    let (decision, choices) = w.clients[1].prompt().unwrap();
    w.send(1, &format!(r#"{{"type":"hint","decision":{decision}}}"#));
    let job = w.hints.pop().unwrap();
    w.input(Input::Hint(job.run()));
    let hint = w.clients[1].last("hint").unwrap();
    assert_eq!(hint["decision"], decision);
    let hint = &hint["hint"];
    assert!(choices.contains(&hint["recommended"]["action"].as_str().unwrap().to_owned()));
    // Each offered discard with what it leaves, and nothing else.
    let thrown: Vec<String> =
        choices.iter().filter_map(|c| c.strip_prefix("discard ")).map(str::to_owned).collect();
    let shown = hint["discards"].as_array().unwrap();
    assert_eq!(shown.len(), thrown.len());
    for hand in shown {
        assert!(thrown.contains(&hand["discard"].as_str().unwrap().to_owned()));
        assert_eq!(hand["away"] == 1, hand["useful"].as_array().unwrap().is_empty());
    }
    assert_eq!(hint["standing"].is_null(), !shown.is_empty());
    assert!(w.clients[2].last("hint").is_none());
    // One look at a decision is enough.
    let again = w.say(1, &format!(r#"{{"type":"hint","decision":{decision}}}"#));
    assert_eq!(again.as_deref(), Some("rate/exceeded"));
}
