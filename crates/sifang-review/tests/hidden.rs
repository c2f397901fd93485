//! No hindsight: what the seat could not see has no part in its review.

use crate::common::played;
use sifang_bots::Level;
use sifang_review::{Effort, Moment, moments};
use sifang_rules::any::RuleSetId;
use sifang_rules::insight::Insight;
use sifang_rules::with_rule_set;
use sifang_table::{DecisionId, Viewer};
use sifang_tiles::Seat;

/// Every ninth decision of a deal.
fn some<R: Insight>(seed: u64) -> Vec<Moment<R>> {
    let rules = R::new(Default::default(), *R::SEATS.end());
    let record = played(rules, seed, 1, Level::Greedy, |_, _| None);
    let all = moments::<R>(&record, &Seat::all(rules.seats()).collect::<Vec<_>>()).unwrap();
    all.into_iter().step_by(9).collect()
}

fn another_truth_changes_no_figure<R: Insight>() {
    let effort = Effort::of(16);
    let (mut compared, mut different) = (0, 0);
    for moment in some::<R>(5) {
        let other = moment.elsewhere(77);
        let view = |moment: &Moment<R>| {
            let mut view = moment.deal.view(Viewer::Seat(moment.seat));
            // Asked anew, the question has another number.
            view.prompt.iter_mut().for_each(|prompt| prompt.decision = DecisionId(0));
            view
        };
        assert_eq!(view(&moment), view(&other), "{}", R::ID);
        different += u32::from(moment.deal.table != other.deal.table);
        let rival = moment.rival(&effort, 3);
        assert_eq!(rival, other.rival(&effort, 3), "{}", R::ID);
        if let Some(rival) = rival {
            assert_eq!(moment.measure(rival, 6, 4), other.measure(rival, 6, 4), "{}", R::ID);
            compared += 1;
        }
    }
    assert!(compared >= 3 && different >= 3, "{}: {compared} compared, {different} differ", R::ID);
}

#[test]
fn another_truth_changes_no_figure_of_any_rule_set() {
    for id in RuleSetId::ALL {
        with_rule_set!(*id, R => another_truth_changes_no_figure::<R>());
    }
}

/// Supposed hands are as likely as hands of players: later in a deal they are nearer to a win than tiles dealt at random.
#[test]
fn supposed_hands_are_those_of_players() {
    fn away<R: Insight>(moment: &Moment<R>, world: &sifang_table::Deal<R>) -> (u32, u32) {
        let (mut sum, mut seats) = (0, 0);
        for seat in moment.seat.others(world.table.seats()) {
            let view = world.view(Viewer::Seat(seat));
            let at = sifang_rules::insight::Standing::of(&world.rules, &view).unwrap();
            if !view.players[seat.index()].out && at.hand.len() % 3 == 1 {
                sum += u32::from(sifang_bots::study::away(&at));
                seats += 1;
            }
        }
        (sum, seats)
    }
    fn check<R: Insight>() {
        let (mut random, mut supposed, mut truth) = ((0, 0), (0, 0), (0, 0));
        let add = |to: &mut (u32, u32), more: (u32, u32)| *to = (to.0 + more.0, to.1 + more.1);
        for moment in (11..41).flat_map(|seed| some::<R>(seed).into_iter().skip(2)) {
            for seed in 0..10 {
                let mut rng = sifang_bots::Rng::new(seed);
                let dealt = moment.deal.imagine(moment.seat, &mut |n| rng.below(n));
                add(&mut random, away(&moment, &dealt));
                add(&mut supposed, away(&moment, &moment.elsewhere(seed).deal));
            }
            add(&mut truth, away(&moment, &moment.deal));
        }
        let mean = |(sum, n): (u32, u32)| f64::from(sum) / f64::from(n.max(1));
        let (random, supposed, truth) = (mean(random), mean(supposed), mean(truth));
        println!("{}: {random:.2} at random, {supposed:.2} supposed, {truth:.2} true", R::ID);
        assert!((supposed - truth).abs() < (random - truth).abs(), "{}", R::ID);
    }
    for id in RuleSetId::ALL {
        with_rule_set!(*id, R => check::<R>());
    }
}
