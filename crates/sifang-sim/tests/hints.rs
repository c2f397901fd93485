//! Hints agree with the engine.

use sifang_rules::any::RuleSetId;
use sifang_rules::with_rule_set;
use sifang_sim::hint_law;

#[test]
fn shown_waits_are_wins_with_the_shown_points() {
    for id in RuleSetId::ALL {
        let looked = with_rule_set!(*id, R => hint_law::check::<R>(150, 1, &|_| true))
            .unwrap_or_else(|why| panic!("{why}"));
        assert!(looked.draws > 100 && looked.discards > 100, "{}: {looked:?}", id.id());
    }
}
