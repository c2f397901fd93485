//! Whole matches of every rule set through the room, with clients that reduce updates.

use crate::common::{World, short};
use sifang_match::verify_any;
use sifang_room::Input;
use sifang_rules::any::RuleSetId;

/// Four people and one who watches; after every step every view is compared with a snapshot.
#[test]
fn four_players_play_to_the_result_and_the_record_holds() {
    for (n, id) in RuleSetId::ALL.iter().enumerate() {
        let mut world = World::new(short(*id), 5, n as u64);
        assert_eq!(world.seat(4), None, "the fifth watches");
        world.start();
        world.play(World::compare_views);
        let report = world.matches.first().unwrap_or_else(|| panic!("{}: no result", id.id()));
        assert!(!report.dissolved);
        let verified =
            verify_any(&report.record, &mut |_, _| {}).unwrap_or_else(|e| panic!("{}: {e:?}", id.id()));
        assert!(verified.finished && verified.deals == world.deals.len(), "{}", id.id());
        let totals = serde_json::to_value(&report.record.totals).unwrap();
        for client in &world.clients {
            assert_eq!(client.phase(), "over");
            assert_eq!(client.table["totals"], totals);
            assert_eq!(client.table["over"]["ranks"], serde_json::to_value(&report.record.ranks).unwrap());
            assert_eq!(client.table["results"].as_array().unwrap().len(), verified.deals);
            let revealed = client.table["fairness"]["revealed"].as_array().unwrap();
            assert_eq!(revealed.len(), verified.deals);
            assert!(client.updates > 50 && client.hashes > 0, "{}: {} updates", id.id(), client.updates);
        }
        assert_eq!(world.replayed(world.lines.len()).digest(), world.core.digest(), "{}", id.id());
    }
}

/// A bot whose thought failed gives up its answer: the match goes on to its end without it.
#[test]
fn bots_that_fail_do_not_hold_up_the_table() {
    for (n, id) in RuleSetId::ALL.iter().enumerate() {
        let mut world = World::new(short(*id), 1, 40 + n as u64);
        world.start();
        while world.matches.is_empty() {
            while let Some(job) = world.jobs.pop() {
                world.input(Input::Bot(job.given_up()));
            }
            assert!(world.step(), "{}: the table stands still", id.id());
        }
        let report = world.matches.first().unwrap_or_else(|| panic!("{}: no result", id.id()));
        assert!(verify_any(&report.record, &mut |_, _| {}).unwrap().finished, "{}", id.id());
    }
}
