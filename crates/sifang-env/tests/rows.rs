//! Single rows: copies, saved rows, other worlds, branches, records, shares.

use crate::common::{Owned, begin, rules};
use serde_json::{Value, json};
use sifang_bots::features::Depth;
use sifang_bots::{Level, Rng};
use sifang_env::{BadRow, Buffers, Plan, Player, Share, Varied, VecEnv};
use sifang_match::Simulated;
use sifang_rules::any::RuleSetId;
use sifang_rules::insight::Insight;
use sifang_rules::with_rule_set;
use sifang_rules::wuxi::Wuxi;
use sifang_rules::xuezhan::Xuezhan;
use sifang_tiles::Tile;
use std::collections::BTreeSet;

const ROWS: usize = 6;

/// Bots beside two who are asked, under drawn options.
fn plan<R: Insight>() -> Plan<R> {
    let players =
        vec![Player::External, Player::Bot(Level::Random), Player::External, Player::Bot(Level::Greedy)];
    Plan {
        players,
        varied: Varied::All,
        rotate: true,
        depth: Depth::Insight,
        ..Plan::new(rules::<R>(), ROWS, 9)
    }
}

fn step<R: Insight>(env: &mut VecEnv<R>, out: &mut Owned, rng: &mut Rng) {
    let slots = out.by_lot(rng);
    // Without a teacher: what an expert would answer takes longer than all the rest.
    env.step(&slots, Buffers { teacher: None, ..out.lend() }).unwrap();
}

#[test]
fn copies_and_saved_rows_go_on_alike() {
    fn check<R: Insight>() {
        let (mut env, mut out) = begin(plan::<R>());
        let mut rng = Rng::new(1);
        (0..45).for_each(|_| step(&mut env, &mut out, &mut rng));
        let (mut copy, mut same) = (env.copy().unwrap(), out.clone());
        let saved: Vec<String> = (0..ROWS).map(|row| env.save(row).unwrap()).collect();
        // Other rows of a new environment, so that nothing can have stayed.
        let (mut loaded, mut turned) = begin(plan::<R>());
        for (row, text) in saved.iter().enumerate() {
            loaded.load((row + 1) % ROWS, text, turned.lend()).unwrap();
        }
        for _ in 0..60 {
            for row in 0..ROWS {
                let other = (row + 1) % ROWS;
                assert_eq!(out.offered(row), turned.offered(other), "{}", R::ID);
                let size = out.obs.len() / ROWS;
                assert!(out.obs[row * size..][..size] == turned.obs[other * size..][..size]);
                assert_eq!(out.deal[row], turned.deal[other]);
            }
            let slots = out.by_lot(&mut rng);
            let mut shifted = slots.clone();
            shifted.rotate_right(1);
            env.step(&slots, out.lend()).unwrap();
            copy.step(&slots, same.lend()).unwrap();
            loaded.step(&shifted, turned.lend()).unwrap();
            assert!(out == same, "{}", R::ID);
        }
    }
    for id in RuleSetId::ALL {
        with_rule_set!(*id, R => check::<R>());
    }
}

#[test]
fn another_world_looks_the_same_and_is_another() {
    fn check<R: Insight>() {
        let (mut env, mut out) = begin(Plan { depth: Depth::Insight, ..Plan::new(rules::<R>(), ROWS, 2) });
        let (mut rng, mut differ) = (Rng::new(8), 0);
        for n in 0..48 {
            step(&mut env, &mut out, &mut rng);
            let (row, seat) = (n % ROWS, out.actor[n % ROWS] as usize);
            let (mut world, mut seen) = (env.copy().unwrap(), out.clone());
            world.determinize(row, seat, n as u64, seen.lend()).unwrap();
            let other = (0..out.obs.len()).find(|i| seen.obs[*i] != out.obs[*i]);
            assert_eq!(other, None, "{} step {n}: an observation differs", R::ID);
            assert!(seen.mask == out.mask && seen.actor == out.actor, "{} step {n}", R::ID);
            differ += usize::from(seen.oracle != out.oracle);
            assert_eq!(world.save(row), Err(BadRow::Imagined(row)));
            // It can be played on, to its end and beyond.
            for _ in 0..40 {
                step(&mut world, &mut seen, &mut rng);
            }
            assert_eq!(env.view(row), env.copy().unwrap().view(row), "the row itself has not changed");
        }
        assert!(differ > 40, "{}: {differ} of 48 worlds differ", R::ID);
        let seat = 3 - out.actor[0] as usize;
        let asked = out.actor[0] as usize;
        assert_eq!(env.determinize(0, seat, 1, out.lend()), Err(BadRow::Seat { row: 0, asked, seat }));
    }
    for id in RuleSetId::ALL {
        with_rule_set!(*id, R => check::<R>());
    }
}

/// What a rule set remembers of the others is not taken over from the truth: a suit that somebody has given up is another one in
/// many worlds. It shows when the deal is over.
#[test]
fn another_world_keeps_no_secret_memory() {
    let (mut env, mut out) = begin(Plan::new(rules::<Xuezhan>(), 1, 4));
    let mut rng = Rng::new(5);
    let truth = |env: &VecEnv<Xuezhan>| -> Value { serde_json::from_str(&env.view(0).unwrap()).unwrap() };
    // Until everybody has buried, and for some throws more.
    while truth(&env)["extra"]["buried"] != json!([true, true, true, true]) {
        step(&mut env, &mut out, &mut rng);
    }
    (0..6).for_each(|_| step(&mut env, &mut out, &mut rng));
    let seat = out.actor[0] as usize;
    let mut buried = BTreeSet::new();
    for seed in 0..40 {
        let (mut world, mut seen) = (env.copy().unwrap(), out.clone());
        world.determinize(0, seat, seed, seen.lend()).unwrap();
        // The buried tiles of the others, by suit: three of one suit for each of them, but rarely.
        let planes = &seen.oracle[10 * Tile::PLAYABLE..11 * Tile::PLAYABLE];
        let suits: Vec<u32> =
            planes.chunks(9).take(3).map(|suit| suit.iter().map(|n| u32::from(*n) / 25).sum()).collect();
        assert_eq!(suits.iter().sum::<u32>(), 9, "{suits:?}");
        assert!(
            suits.iter().all(|count| count % 3 == 0),
            "nobody is supposed to have buried several suits: {suits:?}"
        );
        buried.insert(suits);
    }
    assert!(buried.len() > 2, "{buried:?}");
}

/// What a branch promises is what happens when the same players play on.
#[test]
fn a_branch_ends_as_the_deal_does() {
    fn check<R: Insight>() {
        let (mut env, mut out) =
            begin(Plan { teacher: Some(Level::Greedy), ..Plan::new(rules::<R>(), 1, 5) });
        for _ in 0..3 {
            let offered = out.offered(0);
            let branches = env.branch(0, &offered, Level::Greedy).unwrap();
            assert!(branches.iter().all(|points| points.iter().sum::<i32>() == 0));
            let chosen = offered.len() / 2;
            let mut slot = offered[chosen];
            while {
                env.step(&[slot], out.lend()).unwrap();
                out.done[0] == 0
            } {
                slot = out.teacher[0];
            }
            assert_eq!(out.reward, branches[chosen], "{}", R::ID);
        }
        assert!(matches!(env.branch(0, &[999], Level::Greedy), Err(BadRow::Action(why)) if why.slot == 999));
        assert_eq!(env.branch(7, &[0], Level::Greedy), Err(BadRow::Absent(7, 1)));
    }
    for id in RuleSetId::ALL {
        with_rule_set!(*id, R => check::<R>());
    }
}

#[test]
fn records_hold_and_changed_ones_do_not() {
    fn check<R: Insight>() {
        let (mut env, mut out) = begin(plan::<R>());
        assert_eq!(env.record(0), Err(BadRow::NoRecord(0)));
        let mut rng = Rng::new(1);
        let (mut records, mut rewards) = (Vec::new(), Vec::new());
        while records.len() < 5 {
            step(&mut env, &mut out, &mut rng);
            for row in (0..ROWS).filter(|row| out.done[*row] == 1) {
                records.push(env.record(row).unwrap());
                rewards.push(out.reward[4 * row..4 * row + 4].to_vec());
            }
        }
        for (record, reward) in records.iter().zip(&rewards) {
            let text = serde_json::to_string(record).unwrap();
            let read: Simulated = serde_json::from_str(&text).unwrap();
            assert_eq!(&read, record);
            assert_eq!(&read.deltas[..], &reward[..read.deltas.len()]);
            read.verify().unwrap();
            let mut wrong = read.clone();
            wrong.deltas[0] += 1;
            assert_eq!(wrong.verify().unwrap_err(), "what was played does not give: deltas");
            let wrong = Simulated { seed: 10, ..read };
            assert!(wrong.verify().is_err());
        }
    }
    for id in RuleSetId::ALL {
        with_rule_set!(*id, R => check::<R>());
    }
}

#[test]
fn shares_are_the_whole_wall_by_wall() {
    let bots = vec![
        Player::Bot(Level::Random),
        Player::Bot(Level::Greedy),
        Player::Bot(Level::Random),
        Player::Bot(Level::Random),
    ];
    let plan = |share, rows| Plan {
        players: bots.clone(),
        walls: 25,
        rotate: true,
        share,
        ..Plan::new(rules::<Wuxi>(), rows, 3)
    };
    let (whole, _) = begin(plan(Share::ALL, 7));
    let shares: Vec<_> =
        (0..3).map(|index| begin(plan(Share { index, of: 3 }, 2 + index as usize)).0).collect();
    for wall in 0..25 {
        let share = &shares[wall % 3];
        let at = wall / 3 * 4;
        assert_eq!(whole.results()[4 * wall..][..4], share.results()[at..][..4]);
        assert_eq!(whole.digests()[4 * wall..][..4], share.digests()[at..][..4]);
    }
    assert_eq!(shares.iter().map(|share| share.results().len()).sum::<usize>(), 100);
    let none = Plan { share: Share { index: 3, of: 3 }, ..plan(Share::ALL, 2) };
    assert_eq!(
        VecEnv::new(none).unwrap_err().to_string(),
        "there is no share 3 of 3; shares are counted from 0"
    );
}

#[test]
fn what_is_no_saved_row_is_refused() {
    let (mut env, mut out) = begin(plan::<Wuxi>());
    let good = env.save(0).unwrap();
    let before = out.clone();
    let other = VecEnv::new(Plan { seed: 10, ..plan::<Wuxi>() }).unwrap();
    drop(other);
    for bad in [
        String::new(),
        "{}".into(),
        good.replace("sifang/row/1", "sifang/row/9"),
        good.replace("seed 9", "seed 10"),
        good.replace("\"answers\":[", "\"answers\":[\"hu\""),
        good.replace("\"picks\":\"\"", "\"picks\":\"9p\""),
    ] {
        assert!(bad != good);
        let why = env.load(0, &bad, out.lend()).unwrap_err();
        assert!(why.to_string().starts_with("this is no saved row of this environment: "), "{why}");
        assert!(out == before);
    }
}

#[test]
fn a_bot_says_what_it_would_do_and_why() {
    let (env, out) = begin(Plan { teacher: Some(Level::Expert), ..Plan::new(rules::<Wuxi>(), 4, 1) });
    for row in 0..4 {
        let advice = env.advice(row, Level::Expert).unwrap();
        assert_eq!(advice.slot, Some(out.teacher[row] as usize));
        assert!(advice.en.ends_with('.') && advice.zh.ends_with('。'), "{advice:?}");
        assert!(env.hint(row).unwrap().contains("\"recommended\":{\"action\":"));
        assert!(env.view(row).unwrap().contains("\"prompt\":{"));
    }
}
