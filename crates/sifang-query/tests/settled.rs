//! Wins of played deals are described so that the score request pays what was paid.

use serde_json::{Value, json};
use sifang_bots::{Level, Rng};
use sifang_fair::sim_key;
use sifang_match::Shuffled;
use sifang_options::OptionSet;
use sifang_query::describe;
use sifang_rules::any::RuleSetId;
use sifang_rules::insight::Insight;
use sifang_rules::with_rule_set;
use sifang_table::{Deal, Journal, SeenEvent, Viewer};
use sifang_tiles::Seat;
use std::collections::BTreeMap;

/// Plays one deal; what a spectator knows at its end.
fn seen<R: Insight>(seed: u64) -> (Value, usize) {
    let mut rng = Rng::of(&[seed]);
    let options =
        if rng.below(3) > 0 { R::Options::default() } else { R::Options::sample(&mut |n| rng.below(n)) };
    let changed = options.changed().into_iter();
    let raw: BTreeMap<&str, Value> =
        changed.map(|(name, value)| (name, serde_json::to_value(value).unwrap())).collect();
    let rules = R::new(options, *R::SEATS.end());
    let dealer = Seat::new(rng.below(rules.seats() as u32) as usize);
    let mut journal = Journal::new();
    let shuffled = Shuffled::new(&rules, &sim_key(seed, 7));
    let mut deal = Deal::start(rules, &shuffled.set_up(dealer, rules.first_carry()), &mut journal);
    let mut bots: [_; Seat::MAX] = std::array::from_fn(|_| Level::Greedy.bot(Rng::new(rng.word())));
    while let Some(seat) = deal.decision().and_then(|d| d.waiting().iter().next()) {
        let action = bots[seat.index()].answer(&deal, seat).unwrap();
        deal.apply(seat, action, &mut journal).unwrap();
    }
    let seen = (0..journal.events().len()).filter_map(|n| journal.seen_by(n, Viewer::Seat(Seat::new(0))));
    let entries: Vec<_> =
        seen.filter_map(|e| if let SeenEvent::Posted { entry } = e { Some(entry) } else { None }).collect();
    let view = deal.view(Viewer::Seat(Seat::new(0)));
    let wins = view.wins.len();
    (json!({"options": raw, "view": view, "entries": entries}), wins)
}

#[test]
fn nearly_every_win_can_be_described() {
    for id in RuleSetId::ALL {
        let (mut wins, mut described, mut missed) = (0, 0, Vec::new());
        for seed in 0..120 {
            let (mut seen, n) = with_rule_set!(*id, R => seen::<R>(seed));
            for win in 0..n {
                seen["win"] = win.into();
                wins += 1;
                match describe(*id, &seen) {
                    Some(_) => described += 1,
                    None => missed.push(format!("{seed}/{win}: {}", seen["view"]["wins"][win])),
                }
            }
        }
        println!("{}: {described} of {wins}", id.id());
        assert!(wins > 60 && described * 20 >= wins * 19, "{}: {described} of {wins}: {missed:#?}", id.id());
    }
}

#[test]
fn what_makes_no_sense_is_not_described() {
    for id in RuleSetId::ALL {
        let (seen, _) = with_rule_set!(*id, R => seen::<R>(1));
        for (place, value) in [
            ("/view/dealer", json!(9)),
            ("/view/players", json!([])),
            ("/entries", json!(3)),
            ("/view/wins", json!([])),
        ] {
            let mut bad = seen.clone();
            *bad.pointer_mut(place).unwrap() = value;
            assert_eq!(describe(*id, &bad), None, "{} {place}", id.id());
        }
        let mut other = seen.clone();
        for entry in other["entries"].as_array_mut().unwrap() {
            entry["points"] = (entry["points"].as_i64().unwrap() + 1).into();
        }
        assert_eq!(describe(*id, &other), None, "{}: another amount", id.id());
    }
}
