//! Every rule set keeps the laws; the suite notices those that do not.

use crate::common::{self, Fault, Toy};
use sifang_laws::conformance::{Config, assert_conformance, check_deal, conformance};
use sifang_laws::fuzz::{Target, fuzz};
use sifang_laws::{Coverage, shape_law};
use sifang_rules::any::RuleSetId;
use sifang_rules::with_rule_set;
use sifang_table::RuleSet;
use std::time::Duration;

#[test]
fn all_rule_sets_keep_the_laws() {
    for id in RuleSetId::ALL {
        with_rule_set!(*id, R => assert_conformance::<R>(1, 3000));
    }
}

/// Two players whose hands are bound after kongs throw what they draw, without a question, to the end of the wall.
#[test]
fn a_deal_may_go_on_for_long_without_a_question() {
    let mut coverage = Coverage::default();
    check_deal::<sifang_rules::anhua::Anhua>(1, 614_783, &mut coverage).unwrap_or_else(|why| panic!("{why}"));
}

mod sound {
    use crate::common::Sound;
    sifang_laws::conformance!(Sound, 300);
}

/// What the suite says of a rule set with this fault.
fn found<const FAULT: u8>() -> String {
    let config = Config { seed: 1, deals: 0..200, threads: 1 };
    let violation = conformance::<Toy<FAULT>>(&config, &|_| true).expect_err("the fault goes unnoticed");
    // The two numbers show it again.
    let again = check_deal::<Toy<FAULT>>(violation.seed, violation.index, &mut Coverage::default());
    assert_eq!(again.unwrap_err(), violation);
    violation.what
}

#[test]
fn faults_are_noticed() {
    let starts = |what: String, with: &str| assert!(what.starts_with(with), "{what}");
    starts(found::<{ Fault::VIEW_LEAKS }>(), "the view of");
    starts(found::<{ Fault::CHOICES_LEAK }>(), "what seat");
    starts(found::<{ Fault::BAD_TIMEOUT }>(), "pass is done for a silent");
    starts(found::<{ Fault::NO_END }>(), "more than 1000 answers");
    starts(found::<{ Fault::NO_TEXT }>(), "a term lacks a text");
    starts(found::<{ Fault::WRONG_END }>(), "the deal ended by a win and nobody won");
    starts(found::<{ Fault::PANICS }>(), "panic: on purpose");
    starts(found::<{ Fault::NO_DEALER }>(), "the match goes on and nobody deals");
    starts(found::<{ Fault::ASKS_NOBODY }>(), "panic: toy asks nobody");
}

#[test]
fn coverage_counts_what_was_seen_and_what_was_not() {
    let config = Config { seed: 1, deals: 0..200, threads: 2 };
    let coverage = conformance::<Toy<{ Fault::NONE }>>(&config, &|_| true).unwrap();
    assert_eq!(coverage.deals, 200);
    assert!(coverage.get("fan", "toy_win").unwrap() > 0);
    assert_eq!(coverage.get("fan", "toy_never"), Some(0));
    assert!(coverage.get("end", "Wins").unwrap() > 0);
    assert!(coverage.views > 200 && coverage.refusals > 1000);
    assert_eq!(Toy::<{ Fault::NONE }>::FANS.len(), 2);
}

#[test]
fn tables_and_groupings_agree() {
    let looked = shape_law::check(30_000, 1, 2, &|_| true).unwrap();
    assert_eq!(looked.hands, 30_000);
    assert!(looked.wins > 5_000 && looked.wins < 25_000 && looked.waits > 5_000, "{looked:?}");
}

#[test]
fn odd_inputs_do_no_harm() {
    for id in RuleSetId::ALL {
        let corpus = common::worked_requests(id.id());
        for target in Target::ALL {
            let tried =
                with_rule_set!(*id, R => fuzz::<R>(target, 1, Duration::from_millis(800), &corpus).unwrap());
            assert!(tried.accepted > 0, "{}: {target:?} never gets past the door: {tried:?}", id.id());
        }
    }
}
