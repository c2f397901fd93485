//! The figures of good play in the code are near those that simulated deals give.

use sifang_laws::estimate;
use sifang_rules::any::RuleSetId;
use sifang_rules::insight::Insight;
use sifang_rules::with_rule_set;

fn check<R: Insight>() {
    let found = estimate::<R>(300, 5, 2, &|_| true);
    assert_eq!(found, estimate::<R>(300, 5, 1, &|_| true), "threads make no difference");
    assert!(found.deals == 300 && found.pace.len() >= 5 && found.relief > 0, "{}: {found:?}", R::ID);
    for (round, (measured, code)) in found.pace.iter().zip(R::PACE).enumerate() {
        assert!(measured.abs_diff(*code) <= 120, "{} round {round}: {measured} and {code}", R::ID);
    }
    assert!(R::WAITS <= 2 * found.waits && found.waits <= 2 * R::WAITS, "{}: {}", R::ID, found.waits);
    assert!((1..1000).contains(&found.drawn), "{}: {} of a thousand wins are drawn", R::ID, found.drawn);
    // After six throws, without melds and with one.
    for melds in 0..2 {
        let after = |[base, slope]: [i32; 2]| base + 6 * slope;
        let (measured, code) = (after(found.ready[melds]), after(R::READY[melds]));
        assert!((measured - code).abs() <= 200, "{} with {melds} melds: {measured} and {code}", R::ID);
    }
}

#[test]
fn figures_in_the_code_are_near_those_of_play() {
    for id in RuleSetId::ALL {
        with_rule_set!(*id, R => check::<R>());
    }
}
