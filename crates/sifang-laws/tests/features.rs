//! Observations show nothing hidden, and actions come back from their slots.

use sifang_bots::Rng;
use sifang_bots::features::Picks;
use sifang_fair::sim_key;
use sifang_laws::feature_law::{self, Eye};
use sifang_match::Shuffled;
use sifang_rules::any::RuleSetId;
use sifang_rules::insight::Insight;
use sifang_rules::with_rule_set;
use sifang_table::{Deal, Journal};
use sifang_tiles::Seat;

#[test]
fn hidden_tiles_move_no_byte_and_actions_come_back() {
    for id in RuleSetId::ALL {
        let looked = with_rule_set!(*id, R => feature_law::check::<R>(4_000, 1, &|_| true))
            .unwrap_or_else(|why| panic!("{why}"));
        assert!(looked.samples >= 4_000 && looked.actions > 10_000, "{}: {looked:?}", id.id());
        assert_eq!(looked.burials > 0, id.id() == "xuezhan");
    }
}

/// A seat whose own tiles are exchanged is shown something else, and the law says so.
#[test]
fn a_byte_that_moves_is_noticed() {
    fn check<R: Insight>() {
        let rules = R::new(Default::default(), *R::SEATS.end());
        let shuffled = Shuffled::new(&rules, &sim_key(1, 1));
        let set_up = shuffled.set_up(Seat::new(0), rules.first_carry());
        let deal = Deal::start(rules, &set_up, &mut Journal::silent());
        let seat = deal.decision().and_then(|d| d.waiting().iter().next()).unwrap();
        let mut rng = Rng::new(1);
        let own = deal.reimagine(None, &mut |n| rng.below(n));
        let why = Eye::new(&deal).compare(&deal, &own, seat, &Picks::NONE).unwrap_err();
        assert!(why.contains("depends on what it must not know"), "{why}");
        Eye::new(&deal).compare(&deal, &deal, seat, &Picks::NONE).unwrap();
    }
    for id in RuleSetId::ALL {
        with_rule_set!(*id, R => check::<R>());
    }
}
