//! A simulation depends on what is asked for, never on how the work is shared out; and its figures add up.

use sifang_bots::Level;
use sifang_rules::any::RuleSetId;
use sifang_rules::insight::Insight;
use sifang_rules::with_rule_set;
use sifang_sim::{Plan, Report, simulate};

fn plan<R: Insight>(deals: u64, seed: u64) -> Plan<R> {
    Plan::new(R::new(R::Options::default(), *R::SEATS.end()), deals, seed)
}

fn run<R: Insight>(plan: &Plan<R>) -> Report {
    simulate(plan, &|_| {})
}

#[test]
fn the_digest_depends_on_the_plan_and_not_on_threads() {
    fn check<R: Insight>() {
        let one = run(&plan::<R>(1000, 1));
        for threads in [2, 3, 7] {
            let other = run(&Plan { threads, ..plan::<R>(1000, 1) });
            assert_eq!(other.digest, one.digest);
            assert_eq!((other.decisions, other.draws, other.wins), (one.decisions, one.draws, one.wins));
            assert_eq!((other.bots, other.fans), (one.bots.clone(), one.fans.clone()));
        }
        let timed = run(&Plan { timing: true, ..plan::<R>(1000, 1) });
        assert_eq!(timed.digest, one.digest, "the way that takes the time plays the same deals");
        assert!(timed.bots[0].us_per_decision.is_some() && one.bots[0].us_per_decision.is_none());
        let others = [
            run(&plan::<R>(1000, 2)).digest,
            run(&plan::<R>(999, 1)).digest,
            run(&Plan { bots: vec![Level::Seeker, Level::Random], ..plan::<R>(1000, 1) }).digest,
        ];
        assert!(others.iter().all(|digest| *digest != one.digest));
    }
    for id in RuleSetId::ALL {
        with_rule_set!(*id, R => check::<R>());
    }
}

#[test]
fn figures_add_up() {
    fn check<R: Insight>() {
        let bots = vec![Level::Seeker, Level::Random];
        let report = run(&Plan { bots, threads: 2, ..plan::<R>(1500, 3) });
        assert_eq!(report.deals, 1500);
        let [seeker, random] = &report.bots[..] else { panic!("two named bots") };
        assert_eq!((seeker.name, random.name), ("seeker", "random"));
        let sum: f64 = report.bots.iter().map(|bot| bot.points_per_deal * bot.seats.len() as f64).sum();
        assert!(sum.abs() < 1e-6, "points of all seats together: {sum}");
        assert!(seeker.win_rate > 2.0 * random.win_rate, "{seeker:?} {random:?}");
        assert!(seeker.ci95[0] < seeker.points_per_deal && seeker.points_per_deal < seeker.ci95[1]);
        assert!(seeker.ci95[0] > random.ci95[1], "seeking wins wins");
        assert!(report.wins > 0 && report.draws < report.deals);
        let fans: u64 = report.fans.iter().map(|(_, fan)| fan.count).sum();
        assert!(fans > 0 || R::FANS.is_empty());
        assert!(report.fans.iter().all(|(_, fan)| fan.share_of_wins <= 1.0));
    }
    for id in RuleSetId::ALL {
        with_rule_set!(*id, R => check::<R>());
    }
}

#[test]
fn the_report_has_the_fields_of_the_contract() {
    let value = with_rule_set!(RuleSetId::ALL[0], R => serde_json::to_value(run(&plan::<R>(50, 1))).unwrap());
    for field in [
        "rules",
        "options",
        "deals",
        "seed",
        "threads",
        "seconds",
        "deals_per_s",
        "decisions",
        "decisions_per_s",
        "digest",
        "draws",
        "bots",
        "fans",
    ] {
        assert!(value.get(field).is_some(), "{field}");
    }
    for field in [
        "name",
        "seats",
        "points_per_deal",
        "ci95",
        "win_rate",
        "deal_in_rate",
        "mean_win",
        "us_per_decision",
    ] {
        assert!(value["bots"][0].get(field).is_some(), "{field}");
    }
    let (_, fan) = value["fans"].as_object().unwrap().iter().next().unwrap();
    assert!(fan.get("count").is_some() && fan.get("share_of_wins").is_some());
    assert!(value["options"].is_object());
    assert_eq!(value["digest"].as_str().unwrap().len(), 64);
}

#[test]
fn no_deals_and_few_deals_work() {
    with_rule_set!(RuleSetId::ALL[0], R => {
        let none = run(&plan::<R>(0, 1));
        assert_eq!((none.deals, none.decisions, none.bots[0].points_per_deal), (0, 0, 0.0));
        assert_eq!(run(&Plan { threads: 0, ..plan::<R>(1, 1) }).deals, 1);
    });
}
