//! Deals are those of a simulation, and results are by place.

use crate::common::{begin, rules};
use sifang_bots::{Level, RandomBot, Rng};
use sifang_env::{Plan, Player, Varied};
use sifang_fair::sim_key;
use sifang_match::Shuffled;
use sifang_rules::any::RuleSetId;
use sifang_rules::insight::Insight;
use sifang_rules::with_rule_set;
use sifang_rules::wuxi::Wuxi;
use sifang_sim::play_out;
use sifang_table::{Deal, Journal};
use sifang_tiles::Seat;

/// A deal of random players, as `sifang simulate` plays it.
fn simulated<R: Insight>(seed: u64, wall: u64) -> ([i32; 4], u128) {
    let rules = rules::<R>();
    let shuffled = Shuffled::new(&rules, &sim_key(seed, wall));
    let mut journal = Journal::new();
    let dealer = Seat::new(wall as usize % rules.seats());
    let mut deal = Deal::start(rules, &shuffled.set_up(dealer, rules.first_carry()), &mut journal);
    let mut bots: [RandomBot; 4] =
        std::array::from_fn(|seat| RandomBot::new(Rng::of(&[seed, wall, seat as u64])));
    play_out(&mut deal, &mut journal, |deal, seat, choices| {
        bots[seat.index()].pick(choices, deal.table.hand(seat))
    });
    let mut points = [0; 4];
    points.iter_mut().zip(deal.ledger.balances()).for_each(|(to, from)| *to = from);
    (points, journal.digest(&mut Vec::new()))
}

#[test]
fn deals_of_bots_are_those_of_a_simulation() {
    fn check<R: Insight>() {
        let players = vec![Player::Bot(Level::Random); 4];
        let (env, out) = begin(Plan { players, walls: 50, threads: 2, ..Plan::new(rules::<R>(), 16, 11) });
        assert_eq!(out.active, [0; 16]);
        for wall in 0..50 {
            let (points, digest) = simulated::<R>(11, wall);
            assert_eq!(env.results()[wall as usize], points, "{} wall {wall}", R::ID);
            assert_eq!(env.digests()[wall as usize], digest, "{} wall {wall}", R::ID);
        }
        let report = sifang_sim::simulate(&sifang_sim::Plan::new(rules::<R>(), 50, 11), &|_| {});
        assert_eq!(env.digest(), Some(report.digest), "{}", R::ID);
    }
    for id in RuleSetId::ALL {
        with_rule_set!(*id, R => check::<R>());
    }
}

/// Who answers as the expert does plays as the expert does, in whatever rows and seatings.
#[test]
fn who_follows_the_teacher_plays_as_it_does() {
    fn check<R: Insight>() {
        let expert = Player::Bot(Level::Expert);
        let plan = |players: [Player; 4], rows| Plan {
            players: players.to_vec(),
            walls: 2,
            rotate: true,
            varied: Varied::All,
            teacher: Some(Level::Expert),
            ..Plan::new(rules::<R>(), rows, 4)
        };
        let greedy = Player::Bot(Level::Greedy);
        let (bots, _) = begin(plan([expert, greedy, greedy, expert], 3));
        let (mut env, mut out) = begin(plan([Player::External, greedy, greedy, Player::External], 7));
        let mut asked = [0; 4];
        while out.active.contains(&1) {
            for row in 0..7 {
                if out.active[row] == 1 {
                    asked[out.place[row] as usize] += 1;
                    assert!(out.offered(row).contains(&out.teacher[row]), "{}", R::ID);
                }
            }
            let slots = out.teacher.clone();
            env.step(&slots, out.lend()).unwrap();
        }
        assert!(asked[0] > 0 && asked[3] > 0 && asked[1] + asked[2] == 0);
        assert_eq!(env.results(), bots.results(), "{}", R::ID);
        assert_eq!(env.digests(), bots.digests(), "{}", R::ID);
    }
    for id in RuleSetId::ALL {
        with_rule_set!(*id, R => check::<R>());
    }
}

/// In seating `k` the player of place `p` sits at seat `p − k`: with the same player everywhere a wall gives the same points to the
/// same seats, so the four results are turned by one place each.
#[test]
fn seatings_turn_the_places() {
    let players = vec![Player::Bot(Level::Greedy); 4];
    let plan = Plan { players, walls: 20, rotate: true, ..Plan::new(rules::<Wuxi>(), 4, 2) };
    let (env, _) = begin(plan);
    for wall in env.results().chunks(4) {
        for (seating, result) in wall.iter().enumerate() {
            let seats: Vec<i32> = (0..4).map(|seat| result[(seat + seating) % 4]).collect();
            assert_eq!(seats, wall[0]);
        }
    }
    assert!(env.results().iter().any(|result| result != &[0; 4]));
}

/// Options are drawn by wall, so all seatings of one have the same; those that are not named stay.
#[test]
fn drawn_options_are_shown() {
    let layout = sifang_bots::features::Layout::of::<Wuxi>();
    let at = |name: &str| {
        layout.globals.iter().find(|entry| entry.name == format!("option_{name}")).unwrap().offset
    };
    let (base, rob) = (at("base"), at("rob_kong"));
    let varied = Varied::Some(vec!["rob_kong".into()]);
    let plan = Plan { varied, walls: 16, rotate: true, ..Plan::new(rules::<Wuxi>(), 64, 1) };
    let (_, out) = begin(plan);
    let row = |row: usize| &out.obs[row * layout.basic..(row + 1) * layout.basic];
    let robs: Vec<u8> = (0..64).map(|i| row(i)[rob]).collect();
    assert!(robs.contains(&0) && robs.contains(&100));
    for wall in 0..16 {
        assert!((0..4).all(|seating| robs[4 * wall + seating] == robs[4 * wall]));
        assert_eq!(row(4 * wall)[base], sifang_rules::signs::amount(4));
    }
}
