//! Bots play legally and reach what there is to reach.

use sifang_bots::Level;
use sifang_laws::exercise;
use sifang_rules::any::RuleSetId;
use sifang_rules::insight::Insight;
use sifang_rules::with_rule_set;

#[test]
fn every_answer_is_legal() {
    fn check<R: Insight>() {
        for (level, deals) in [(Level::Greedy, 60), (Level::Expert, 12), (Level::Net, 12)] {
            let coverage = exercise::<R>(level, deals, 5, 2, &|_| true).unwrap_or_else(|why| panic!("{why}"));
            assert_eq!(coverage.deals, deals);
            assert!(coverage.get("phase", "turn").unwrap_or(0) > deals);
            assert!(coverage.get("end", "Wins").unwrap_or(0) > deals / 3, "{}: hardly any win", R::ID);
        }
    }
    for id in RuleSetId::ALL {
        with_rule_set!(*id, R => check::<R>());
    }
}
