//! Better bots win more, and say why. (The figures over many deals stand in `docs/bots.md`.)

use sifang_bots::{Bot, Expert, Learned, Level, Rng};
use sifang_options::Lang;
use sifang_rules::any::RuleSetId;
use sifang_rules::insight::{Insight, Standing};
use sifang_rules::with_rule_set;
use sifang_rules::xuezhan::Xuezhan;
use sifang_sim::{Plan, simulate};
use sifang_table::{Deal, Journal, RuleSet, Viewer};
use sifang_tiles::{Seat, Suit};

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

/// A net answers to the last bit alike everywhere: the digest of its deals is the same on every machine.
#[test]
fn the_net_plays_the_same_deals_on_every_machine() {
    fn check<R: Insight>() -> Option<(&'static str, String)> {
        let rules = R::new(R::Options::default(), *R::SEATS.end());
        Learned::knows(&rules)?;
        let report =
            simulate(&Plan { bots: vec![Level::Net], threads: 2, ..Plan::new(rules, 24, 3) }, &|_| {});
        assert_eq!(report.illegal, 0);
        Some((R::ID, report.digest[..16].to_owned()))
    }
    let found: Vec<_> =
        RuleSetId::ALL.iter().filter_map(|id| with_rule_set!(*id, R => check::<R>())).collect();
    let wanted =
        [("xuezhan", "b6bca9ff54829f13"), ("jingji", "84603f33fc4a659a"), ("hongzhong", "c37b33ce25b9681c")];
    assert_eq!(found, wanted.map(|(id, digest)| (id, digest.to_owned())));
}

/// Quicker ways to the same answers must not move one.
#[test]
fn greedy_plays_the_deals_it_always_played() {
    fn digest<R: Insight>() -> String {
        let rules = R::new(R::Options::default(), *R::SEATS.end());
        let report = simulate(&Plan { bots: vec![Level::Greedy], ..Plan::new(rules, 24, 1) }, &|_| {});
        report.digest[..16].to_owned()
    }
    let wanted = [
        ("xuezhan", "8d8cfc4f341e2462"),
        ("anhua", "11f1169d6c4e2c73"),
        ("jingji", "211032baa3e224bb"),
        ("wuxi", "ff090c1c969bbc6b"),
        ("hongzhong", "f63a6b1890572b76"),
    ];
    let found = RuleSetId::ALL.iter().map(|id| (id.id(), with_rule_set!(*id, R => digest::<R>())));
    assert!(found.eq(wanted.map(|(id, digest)| (id, digest.to_owned()))));
}

/// A void suit is never held to be collected for certain, and it is guessed better the longer a deal lasts.
#[test]
fn buried_suits_are_read_from_throws() {
    let rules = Xuezhan::new(Default::default(), 4);
    let (mut early, mut late) = ([0i64; 2], [0i64; 2]);
    for wall in 0..60 {
        let shuffled = sifang_match::Shuffled::new(&rules, &sifang_fair::sim_key(11, wall));
        let mut journal = Journal::silent();
        let mut deal = Deal::start(rules, &shuffled.set_up(Seat::new(0), ()), &mut journal);
        let mut bots = [Level::Greedy, Level::Random].map(|level| level.bot(Rng::new(wall)));
        while let Some(seat) = deal.decision().and_then(|d| d.waiting().iter().next()) {
            let other = seat.after(1, 4);
            let (view, theirs) = (deal.view(Viewer::Seat(seat)), deal.view(Viewer::Seat(other)));
            let void = theirs.extra.void[other.index()].and_then(|v| v.chars().next());
            if let Some(void) = void.and_then(Suit::from_letter) {
                let at = Standing::of(&rules, &view).unwrap();
                let collects = Xuezhan::threat(&at, other).collects[void as usize];
                assert!(collects < 1000, "wall {wall}: {:?}", view.players[other.index()]);
                let when = if view.wall > 40 { &mut early } else { &mut late };
                *when = [when[0] + collects as i64, when[1] + 1];
            }
            let action = bots[seat.index() % 2].answer(&deal, seat).unwrap();
            deal.apply(seat, action, &mut journal).unwrap();
        }
    }
    let [early, late] = [early, late].map(|[sum, n]| sum / n);
    assert!(late < 250 && late < early, "{late} after {early}");
}
