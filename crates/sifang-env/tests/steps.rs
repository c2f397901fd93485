//! What a step writes, and what it does not depend on.

use crate::common::{Owned, begin, rules};
use sifang_bots::features::Depth;
use sifang_bots::{Level, Rng};
use sifang_env::{BadPlan, Plan, Player, Varied, VecEnv};
use sifang_rules::any::RuleSetId;
use sifang_rules::insight::Insight;
use sifang_rules::with_rule_set;
use sifang_rules::wuxi::Wuxi;

/// Everything a run writes, as one number.
fn run<R: Insight>(threads: usize, steps: usize, varied: Varied) -> (u64, Owned) {
    let players =
        [Player::External, Player::Bot(Level::Greedy), Player::External, Player::Bot(Level::Random)];
    let (mut env, mut out) = begin(Plan {
        threads,
        players: players.to_vec(),
        varied,
        teacher: Some(Level::Greedy),
        depth: Depth::Insight,
        ..Plan::new(rules::<R>(), 24, 3)
    });
    let mut rng = Rng::new(5);
    let mut sum = 0u64;
    for _ in 0..steps {
        let bytes = out.obs.iter().chain(&out.mask).chain(&out.oracle).chain(&out.done);
        sum = bytes.fold(sum, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(*byte)));
        let slots = out.by_lot(&mut rng);
        env.step(&slots, out.lend()).unwrap();
    }
    (sum, out)
}

#[test]
fn threads_change_nothing() {
    for id in RuleSetId::ALL {
        for varied in [Varied::None, Varied::All] {
            let one = with_rule_set!(*id, R => run::<R>(1, 30, varied.clone()));
            let three = with_rule_set!(*id, R => run::<R>(3, 30, varied));
            assert!(one == three, "{}", id.id());
        }
    }
}

#[test]
fn every_question_has_a_choice_and_every_end_its_points() {
    fn check<R: Insight>() {
        let (mut env, mut out) = begin(Plan { threads: 2, ..Plan::new(rules::<R>(), 16, 1) });
        let (mut rng, mut ended) = (Rng::new(2), 0);
        for _ in 0..300 {
            let before = out.deal.clone();
            let slots = out.by_lot(&mut rng);
            env.step(&slots, out.lend()).unwrap();
            for (row, before) in before.iter().enumerate() {
                assert!(out.offered(row).len() > 1, "{}: a question without a choice", R::ID);
                assert_eq!((out.active[row], out.actor[row]), (1, out.place[row]));
                let reward = &out.reward[4 * row..4 * row + 4];
                assert_eq!(reward.iter().sum::<i32>(), 0);
                // All four are asked from outside, so each deal ends with its own question behind it.
                assert_eq!(out.done[row] == 1, out.deal[row] != *before);
                assert!(out.done[row] == 1 || reward == [0; 4]);
                assert_eq!(out.deal[row] % 16, row as u64);
                ended += u32::from(out.done[row]);
            }
        }
        assert!(ended > 15, "{}: {ended} deals", R::ID);
    }
    for id in RuleSetId::ALL {
        with_rule_set!(*id, R => check::<R>());
    }
}

#[test]
fn a_wrong_answer_changes_nothing() {
    let plan = || Plan { depth: Depth::Basic, ..Plan::new(rules::<Wuxi>(), 3, 1) };
    let (mut env, mut out) = begin(plan());
    let (mut other, mut same) = begin(plan());
    let mut rng = Rng::new(1);
    for _ in 0..50 {
        let slots = out.by_lot(&mut rng);
        for wrong in [-1, 204 + 5, i32::MAX, i32::MIN] {
            let mut bad = slots.clone();
            bad[2] = wrong;
            if out.offered(2).contains(&wrong) {
                continue;
            }
            let before = out.clone();
            let why = env.step(&bad, out.lend()).unwrap_err();
            assert_eq!((why.row, why.slot), (2, wrong));
            assert!(
                why.to_string().starts_with(&format!("row 2: slot {wrong} is not offered; offered are "))
            );
            assert!(out == before);
        }
        env.step(&slots, out.lend()).unwrap();
        other.step(&slots, same.lend()).unwrap();
        assert!(out == same);
    }
}

#[test]
fn plans_that_cannot_be_played_are_refused_with_a_reason() {
    let plan = |rows| Plan::new(rules::<Wuxi>(), rows, 1);
    let why = |plan: Plan<Wuxi>| VecEnv::new(plan).err().map(|why| why.to_string()).unwrap_or_default();
    assert_eq!(why(plan(0)), "0 rows cannot be played; there can be 1 to 1048576");
    let bots = vec![Player::Bot(Level::Random); 4];
    assert!(why(Plan { players: bots, ..plan(1) }).starts_with("only bots play"));
    let three = vec![Player::External; 3];
    assert_eq!(
        why(Plan { players: three, ..plan(1) }),
        "3 players were named, and there are 4 seats; name one for each"
    );
    assert!(why(Plan { walls: u64::MAX, rotate: true, ..plan(1) }).contains("too many to keep"));
    assert!(why(Plan { threads: 5000, ..plan(1) }).starts_with("5000 threads are too many"));
    let varied = Varied::Some(vec!["min_fan".into(), "luck".into()]);
    assert!(why(Plan { varied, ..plan(1) }).starts_with("there is no option 'luck'; there are: base, "));
    let unknown = Player::by_name("genius").unwrap_err();
    assert_eq!(unknown, BadPlan::Player("genius".into()));
    assert_eq!(
        unknown.to_string(),
        "there is no player 'genius'; there are: external, random, greedy, expert, net"
    );
}
