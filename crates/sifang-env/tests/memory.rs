//! A step allocates nothing: the buffers are the caller's, and everything else is used again.

use crate::common::{begin, rules};
use sifang_bots::Rng;
use sifang_env::Plan;
use sifang_rules::any::RuleSetId;
use sifang_rules::insight::Insight;
use sifang_rules::with_rule_set;

/// Steps until every list of a deal has had its longest, and steps that are counted.
const WARM: usize = 10_000;
const COUNTED: usize = 1000;

#[test]
fn a_step_allocates_nothing() {
    fn check<R: Insight>() {
        let (mut env, mut out) = begin(Plan::new(rules::<R>(), 8, 1));
        let mut rng = Rng::new(3);
        let mut allocations = 0;
        for step in 0..WARM + COUNTED {
            let slots = out.by_lot(&mut rng);
            let mut lent = out.lend();
            (lent.teacher, lent.oracle) = (None, None);
            let counted = allocation_counter::measure(|| env.step(&slots, lent).unwrap());
            allocations += if step < WARM { 0 } else { counted.count_total };
        }
        assert_eq!(allocations, 0, "{}: allocations in {COUNTED} steps of 8 rows", R::ID);
    }
    for id in RuleSetId::ALL {
        with_rule_set!(*id, R => check::<R>());
    }
}
