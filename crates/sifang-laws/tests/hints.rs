//! Hints agree with the engine.

use sifang_laws::hint_law;
use sifang_rules::any::RuleSetId;
use sifang_rules::with_rule_set;

/// Here a seat that has to ask again is left with a hand that cannot, by the exchange of a hidden tile: the deal goes on all the same.
#[test]
fn a_seat_whose_tiles_were_exchanged_has_something_to_do() {
    let mut looked = hint_law::Looked::default();
    hint_law::check_deal::<sifang_rules::hongzhong::Hongzhong>(1, 27_502, &mut looked).unwrap();
    assert!(looked.positions > 0);
}

#[test]
fn shown_waits_are_wins_with_the_shown_points() {
    for id in RuleSetId::ALL {
        let looked = with_rule_set!(*id, R => hint_law::check::<R>(150, 1, &|_| true))
            .unwrap_or_else(|why| panic!("{why}"));
        assert!(looked.draws > 100 && looked.discards > 100, "{}: {looked:?}", id.id());
    }
}
