//! A win thrown away is found, is the worst mistake, and says what it would have paid.

use crate::common::{may_win, played};
use sifang_bots::Level;
use sifang_match::verify;
use sifang_review::{Kind, Plan, Review, html, review};
use sifang_rules::hongzhong::Hongzhong;
use sifang_rules::wuxi::Wuxi;
use sifang_table::{Action, Deal, RuleSet};
use sifang_tiles::Seat;

const SEAT: Seat = Seat::new(0);

/// In its own turn, with a win offered: throws the tile of which it has most instead.
fn throws_a_win_apart<R: RuleSet>(deal: &Deal<R>, seat: Seat) -> Option<Action> {
    let choices = *deal.decision()?.choices(seat)?;
    let own_turn = !choices.offered_discards().is_empty();
    if seat != SEAT || !choices.may_win() || !own_turn {
        return None;
    }
    let hand = deal.table.hand(seat);
    choices.offered_discards().iter().max_by_key(|tile| hand.count(*tile)).map(Action::Discard)
}

fn reviewed(threads: usize) -> Review {
    let rules = Wuxi::new(Default::default(), 4);
    let mut thrown_in = None;
    for seed in 0..200 {
        let mut thrown = 0;
        let record = played(rules, seed, 1, Level::Greedy, |deal, seat| {
            let action = (thrown == 0).then(|| throws_a_win_apart(deal, seat)).flatten();
            thrown += u32::from(action.is_some());
            action
        });
        if thrown == 1 && record.deals[0].deltas[0] <= 0 {
            thrown_in = Some(record);
            break;
        }
    }
    let record = thrown_in.expect("somebody draws a winning tile in two hundred deals");
    assert!(verify::<Wuxi>(&record, &mut |_, _| ()).is_ok());
    let plan = Plan { worlds: 150, threads, ..Plan::new(vec![SEAT]) };
    review::<Wuxi>(&record, &plan, &|_, _| ()).unwrap()
}

#[test]
fn a_win_thrown_apart_is_the_worst_mistake() {
    let review = reviewed(2);
    let seat = &review.seats[0];
    let worst = seat.worst().next().expect("a mistake was found");
    assert_eq!((worst.better, worst.mistake), (Action::Win, true), "{worst:?}");
    assert!(worst.loss.low > 0.0 && worst.loss.value > 3.0, "{worst:?}");
    let difference = worst.difference.as_ref().unwrap();
    let pays = difference.win.expect("it is known what it would have paid");
    let reason = worst.reason.as_ref().unwrap();
    assert!(reason.en.contains(&format!("lets go of a win that pays {pays}")), "{reason:?}");
    assert!(reason.zh.contains(&format!("放过了值 {pays} 分的胡牌")), "{reason:?}");
    // The worst comes first, and only what is certain is called a mistake.
    let losses: Vec<f64> = seat.worst().map(|mistake| mistake.loss.value).collect();
    assert!(losses.is_sorted_by(|a, b| a >= b) && losses.len() <= 3, "{losses:?}");
    for compared in seat.deals.iter().flat_map(|deal| &deal.decisions) {
        assert_eq!(compared.mistake, compared.loss.low > 0.0);
        assert_eq!(compared.mistake, compared.kind.is_some() && compared.reason.is_some());
    }

    let page = html(&review, Wuxi::NAME);
    assert!(page.contains(&reason.zh) && page.contains("lets go of a win"), "{page}");
    assert!(!page.contains("<script") && !page.contains("http"), "the page needs nothing else");
    assert!(page.contains("prefers-color-scheme:dark") && page.contains("@media print"));
}

#[test]
fn threads_change_nothing() {
    let [one, three] = [1, 3].map(|threads| serde_json::to_string(&reviewed(threads)).unwrap());
    assert!(one == three);
}

/// A win on somebody else's tile that is passed is a matter of claims.
#[test]
fn a_win_that_is_passed_is_found() {
    let rules = Hongzhong::new(Default::default(), 4);
    let mut found = false;
    for seed in 0..60 {
        let mut passed = 0;
        let record = played(rules, seed, 1, Level::Greedy, |deal, seat| {
            let own_turn = !deal.decision()?.choices(seat)?.offered_discards().is_empty();
            let lets_go = seat == SEAT && passed == 0 && may_win(deal, seat) && !own_turn;
            passed += u32::from(lets_go);
            lets_go.then_some(Action::Pass)
        });
        if passed == 0 {
            continue;
        }
        let plan = Plan { worlds: 150, threads: 2, ..Plan::new(vec![SEAT]) };
        let review = review::<Hongzhong>(&record, &plan, &|_, _| ()).unwrap();
        let all = review.seats[0].deals.iter().flat_map(|deal| &deal.decisions);
        let mut passes = all.filter(|c| c.played == Action::Pass && c.better == Action::Win && c.mistake);
        if let Some(mistake) = passes.next() {
            assert_eq!(mistake.kind, Some(Kind::Claim));
            found = true;
            break;
        }
    }
    assert!(found, "a passed win is a mistake in one of sixty deals");
}
