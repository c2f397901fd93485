//! Random matches of `jingji` with random options: what must hold after every action, whatever is played.

use sifang_options::OptionSet;
use sifang_rules::jingji::{Jingji, JingjiOptions};
use sifang_table::{Deal, Dice, End, Journal, Progress, RuleSet, SetUp, Source, Viewer};
use sifang_tiles::{Seat, Tile};
use std::collections::BTreeMap;

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: u32) -> u32 {
        (self.next() % n as u64) as u32
    }
}

/// A shuffled set, or (so that golds, kongs and wins come up) one sorted in stretches.
fn row(random: &mut Random) -> Vec<Tile> {
    let mut row: Vec<Tile> = Tile::playable().flat_map(|t| [t; 4]).collect();
    for i in (1..row.len()).rev() {
        row.swap(i, random.below(i as u32 + 1) as usize);
    }
    let sorted = random.below(3) as usize * 4;
    if sorted > 0 {
        for hand in row[..64].chunks_mut(sorted.max(4) * 2) {
            hand.sort_unstable();
        }
        row[..64].sort_by_key(|t| t.index() / sorted);
    }
    row
}

fn check(deal: &Deal<Jingji>, census: &[u8; Tile::KINDS]) {
    assert_eq!(&deal.table.census(), census);
    assert_eq!(deal.ledger.balances().iter().sum::<i32>(), 0);
    assert_eq!(deal.decision().is_none(), deal.end().is_some());
    assert_eq!(deal.table.wall().dead(), 14);
    if let Some(decision) = deal.decision() {
        for seat in Seat::all(4) {
            let now = deal.choices_now(seat);
            assert_eq!(decision.choices(seat).copied().unwrap_or_default(), now);
            if decision.waiting().contains(seat) {
                let idle = deal.timeout_action(seat).unwrap();
                assert!(deal.check(seat, idle).is_ok(), "{idle} for {seat:?} in {:?}", deal.phase());
            }
        }
    }
}

/// Prefers wins, ready calls and kongs, so that hands end in every way.
fn pick(deal: &Deal<Jingji>, seat: Seat, random: &mut Random) -> sifang_table::Action {
    let choices = deal.decision().unwrap().choices(seat).unwrap();
    let hand = deal.table.hand(seat);
    let all: Vec<_> = choices.iter(hand).collect();
    let rare = |a: &&sifang_table::Action| {
        let text = a.to_string();
        text == "hu" || text.starts_with("ready") || text.starts_with("kong")
    };
    let rare: Vec<_> = all.iter().filter(rare).collect();
    if !rare.is_empty() && random.below(2) == 0 {
        return **rare[random.below(rare.len() as u32) as usize..].first().unwrap();
    }
    all[random.below(all.len() as u32) as usize]
}

#[test]
fn random_matches_keep_every_promise() {
    let mut random = Random(5);
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    let mut deals = 0;
    while deals < 3000 {
        let options = JingjiOptions::sample(&mut |n| random.below(n));
        let rules = Jingji::new(options, 4);
        let first_dealer = Seat::new(random.below(4) as usize);
        let mut before = Progress {
            first_dealer,
            dealer: first_dealer,
            carry: rules.first_carry(),
            ..Progress::default()
        };
        loop {
            deals += 1;
            let row = row(&mut random);
            let set_up = SetUp {
                row: &row,
                dealer: before.dealer,
                shown_dice: [1, 1],
                dice: Dice::default(),
                carry: before.carry,
            };
            let mut journal = Journal::new();
            let mut deal = Deal::start(rules, &set_up, &mut journal);
            let census = deal.table.census();
            check(&deal, &census);
            while let Some(decision) = deal.decision() {
                let seat = decision.waiting().iter().next().unwrap();
                let action = pick(&deal, seat, &mut random);
                *seen.entry(action.to_string().split(' ').next().unwrap().into()).or_default() += 1;
                deal.apply(seat, action, &mut journal).unwrap();
                check(&deal, &census);
            }
            check_end(&deal, &before, &mut seen);
            let after = Jingji::after(&deal, &before);
            assert_eq!(after.carry.points.iter().sum::<i32>(), 4 * options.start_points);
            for (total, won) in before.totals.iter_mut().zip(deal.ledger.balances()) {
                *total += won;
            }
            (before.carry, before.played) = (after.carry, before.played + 1);
            match after.dealer {
                Some(dealer) => before.dealer = dealer,
                None => break,
            }
        }
        for correction in rules.settle_match(&before) {
            assert_eq!(correction.deltas.iter().sum::<i32>(), 0);
            *seen.entry("match stakes".into()).or_default() += 1;
        }
    }
    let wanted = [
        "hu",
        "pass",
        "chi",
        "pon",
        "kong",
        "discard",
        "ready",
        "Wins",
        "Draw",
        "Penalty",
        "SelfDraw",
        "Discard",
        "RobKong",
        "match stakes",
    ];
    let missing: Vec<_> = wanted.iter().filter(|w| !seen.contains_key(**w)).collect();
    assert!(missing.is_empty(), "never seen: {missing:?} in {seen:?}");
}

/// What is shown at the end (12.5), and that stakes are where they belong.
fn check_end(
    deal: &Deal<Jingji>,
    before: &Progress<sifang_rules::jingji::Carry>,
    seen: &mut BTreeMap<String, u32>,
) {
    let end = deal.end().unwrap();
    *seen.entry(format!("{end:?}")).or_default() += 1;
    for win in deal.wins() {
        *seen.entry(format!("{:?}", win.source)).or_default() += 1;
        assert_eq!(win.from.is_none(), win.source == Source::SelfDraw);
    }
    let shown = deal.table.shown();
    match end {
        End::Wins => assert_eq!(shown.iter().collect::<Vec<_>>(), vec![deal.wins()[0].seat]),
        End::Penalty => assert!(shown.len() == 1 && deal.wins().is_empty()),
        End::Draw => assert!(deal.wins().is_empty() && deal.table.wall().left() == 0),
    }
    let stakes = Jingji::after(deal, before).carry.stakes;
    if end == End::Wins {
        assert_eq!(stakes, [0; 4]);
    }
    // Face-down kongs of hands that are not shown stay face down.
    let view = deal.view(Viewer::Public);
    for seat in Seat::all(4).filter(|s| !shown.contains(*s)) {
        assert!(view.players[seat.index()].hand.is_none());
        for (meld, seen) in deal.table.melds(seat).iter().zip(&view.players[seat.index()].melds) {
            assert_eq!(meld.closed, seen.tiles.is_none());
        }
    }
}
