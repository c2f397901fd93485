//! A review in steps is the review in one go, whoever does which step; and what seems to lose the most is measured first.

use crate::common::played;
use sifang_bots::Level;
use sifang_review::{Plan, Step, review, steps};
use sifang_rules::hongzhong::Hongzhong;
use sifang_rules::wuxi::Wuxi;
use sifang_table::RuleSet as _;
use sifang_tiles::Seat;

#[test]
fn steps_of_two_threads_come_to_the_same_review() {
    let rules = Wuxi::new(Default::default(), 4);
    let record = played(rules, 3, 1, Level::Random, |_, _| None);
    let plan = Plan { worlds: 48, ..Plan::new(vec![Seat::new(2)]) };
    let whole = review::<Wuxi>(&record, &plan, &|_, _| ()).unwrap();
    let begun = steps::<Wuxi>(record, plan).unwrap();
    assert_eq!(begun.review().seats[0].compared, 0);
    let last = std::sync::atomic::AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    match begun.step(&|| ()) {
                        Step::Worked => {}
                        Step::Nothing => std::thread::yield_now(),
                        Step::Last => {
                            last.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                            return;
                        }
                    }
                }
            });
        }
    });
    assert_eq!(last.into_inner(), 2, "it ends for everybody");
    assert_eq!(begun.thousandths(), 1000);
    assert_eq!(begun.review(), whole);
}

#[test]
fn the_worst_come_first() {
    let rules = Hongzhong::new(Default::default(), 4);
    let record = played(rules, 7, 2, Level::Random, |_, _| None);
    let plan = Plan { worlds: 96, ..Plan::new(vec![Seat::new(0)]) };
    let begun = steps::<Hongzhong>(record, plan).unwrap();
    let worlds = std::cell::Cell::new(0);
    let (mut order, mut before) = (Vec::new(), 0);
    loop {
        let step = begun.step(&|| worlds.set(worlds.get() + 1));
        assert!(begun.thousandths() >= before || before < 900, "{before}");
        before = begun.thousandths();
        let found = begun.review();
        let seat = &found.seats[0];
        let decisions: Vec<_> = seat.deals.iter().flat_map(|deal| &deal.decisions).collect();
        let new = decisions.iter().find(|one| !order.iter().any(|(at, _)| *at == (one.deal, one.place)));
        order.extend(new.map(|one| ((one.deal, one.place), one.worlds)));
        if step == Step::Last {
            break;
        }
    }
    assert!(worlds.get() > 100);
    let close = order.iter().take_while(|(_, worlds)| *worlds == 96).count();
    assert!(close > 0 && order[close..].iter().all(|(_, worlds)| *worlds < 96), "{order:?}");
}

#[test]
fn where_nothing_was_decided_there_is_nothing_to_do() {
    let rules = Wuxi::new(Default::default(), 4);
    let record = played(rules, 3, 1, Level::Greedy, |_, _| None);
    let plan = Plan { deal: Some(9), ..Plan::new(vec![Seat::new(2)]) };
    let begun = steps::<Wuxi>(record, plan).unwrap();
    assert_eq!((begun.step(&|| ()), begun.thousandths()), (Step::Last, 1000));
}
