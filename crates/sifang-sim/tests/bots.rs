//! Bots play legally, reach what there is to reach, and better ones win more. (The figures over many deals stand in `docs/bots.md`.)

use sifang_bots::{Bot, Expert, Level};
use sifang_options::Lang;
use sifang_rules::any::RuleSetId;
use sifang_rules::insight::Insight;
use sifang_rules::with_rule_set;
use sifang_sim::{Plan, exercise, simulate};
use sifang_table::{Deal, Journal, Viewer};
use sifang_tiles::Seat;

#[test]
fn every_answer_is_legal() {
    fn check<R: Insight>() {
        for (level, deals) in [(Level::Greedy, 60), (Level::Expert, 12)] {
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

#[test]
fn greedy_beats_random_in_every_seating() {
    fn check<R: Insight>() {
        let rules = R::new(R::Options::default(), *R::SEATS.end());
        let bots = vec![Level::Greedy, Level::Random, Level::Random, Level::Random];
        let plan = Plan { bots, threads: 2, ..Plan::new(rules, 240, 9) };
        let report = simulate(&plan, &|_| {});
        let [greedy, random] = &report.bots[..] else { panic!("two named bots") };
        assert_eq!((report.illegal, report.seatings), (0, 4));
        assert!(greedy.ci95[0] > 0.0 && greedy.ci95[0] > random.ci95[1], "{}: {greedy:?}", R::ID);
        let again = simulate(&Plan { threads: 1, ..plan }, &|_| {});
        assert_eq!(again.digest, report.digest, "the digest does not depend on threads");
    }
    for id in RuleSetId::ALL {
        with_rule_set!(*id, R => check::<R>());
    }
}

#[test]
fn the_expert_says_why_in_both_languages() {
    fn check<R: Insight>() {
        let rules = R::new(R::Options::default(), *R::SEATS.end());
        let shuffled = sifang_match::Shuffled::new(&rules, &sifang_fair::sim_key(3, 3));
        let set_up = shuffled.set_up(Seat::new(0), rules.first_carry());
        let mut journal = Journal::silent();
        let mut deal = Deal::start(rules, &set_up, &mut journal);
        while let Some(seat) = deal.decision().and_then(|d| d.waiting().iter().next()) {
            let view = deal.view(Viewer::Seat(seat));
            let decision = Expert.choose(&rules, &view);
            let (zh, en) = (decision.reason.text(Lang::Zh), decision.reason.text(Lang::En));
            assert!(zh.ends_with('。') && en.ends_with('.') && en.len() > 10, "{zh} / {en}");
            assert_eq!(Expert.choose(&rules, &view), decision, "the same view gets the same answer");
            deal.apply(seat, decision.action, &mut journal).unwrap();
        }
    }
    for id in RuleSetId::ALL {
        with_rule_set!(*id, R => check::<R>());
    }
}
