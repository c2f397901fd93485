//! `xuezhan` played at random with random options: laws that hold after every action, whatever is played.

use sifang_options::OptionSet;
use sifang_rules::xuezhan::{Xuezhan, XuezhanOptions};
use sifang_table::{Deal, Dice, End, Journal, RuleSet, SeenEvent, SetUp, Viewer};
use sifang_tiles::{Seat, Tile};

/// A small generator for tests (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (((z ^ (z >> 31)) >> 32) * n as u64 >> 32) as u32
    }
}

fn shuffled(random: &mut Random) -> Vec<Tile> {
    let set = Xuezhan::default().tile_set();
    let mut row: Vec<Tile> =
        Tile::all().flat_map(|t| std::iter::repeat_n(t, set[t.index()] as usize)).collect();
    assert_eq!(row.len(), 108);
    for i in (1..row.len()).rev() {
        row.swap(i, random.below(i as u32 + 1) as usize);
    }
    row
}

fn start(random: &mut Random, journal: &mut Journal) -> Deal<Xuezhan> {
    let options = XuezhanOptions::sample(&mut |n| random.below(n));
    let row = shuffled(random);
    let dealer = Seat::new(random.below(4) as usize);
    let set_up = SetUp { row: &row, dealer, shown_dice: [1, 1], dice: Dice::default(), carry: () };
    Deal::start(Xuezhan::new(options, 4), &set_up, journal)
}

/// What holds at every moment of every deal.
fn check_laws(deal: &Deal<Xuezhan>, census: &[u8; Tile::KINDS]) {
    assert_eq!(deal.table.census(), *census);
    assert_eq!(deal.ledger.balances().iter().sum::<i32>(), 0);
    assert_eq!(deal.decision().is_some(), deal.end().is_none());
    let Some(decision) = deal.decision() else { return };
    assert!(!decision.waiting().is_empty());
    for seat in Seat::all(4) {
        let now = deal.choices_now(seat);
        assert_eq!(decision.choices(seat).copied().unwrap_or_default(), now, "{seat:?}");
        assert!(!deal.table.out().contains(seat) || now.is_empty(), "{seat:?} has won and is asked");
        assert_eq!(deal.timeout_action(seat).is_some(), decision.waiting().contains(seat));
        if let Some(action) = deal.timeout_action(seat) {
            deal.check(seat, action).unwrap();
        }
    }
}

/// Every view is the same whatever the viewer cannot see, its accounts explain its points, and nobody's secrets are in it.
fn check_views(deal: &Deal<Xuezhan>, random: &mut Random) {
    for seat in Seat::all(4) {
        let who = Viewer::Seat(seat);
        let view = deal.view(who);
        let other = deal.reimagine(Some(seat), &mut |n| random.below(n));
        assert_eq!(other.view(who), view);
        assert_eq!(other.choices_now(seat), deal.choices_now(seat));
        for (place, account) in view.extra.accounts.iter().enumerate() {
            let a = account;
            let sum = a.wins + a.kongs_collected + a.kongs_paid + a.transfers + a.refunds + a.draw + a.burial;
            assert_eq!(sum, view.players[place].points);
        }
        for aside in &view.aside {
            assert_eq!(aside.tile.is_some(), aside.seat == seat || deal.end().is_some());
        }
        let open = deal.end().is_some() || deal.rules.options().show_void_suit;
        for other in seat.others(4).filter(|_| !open) {
            assert_eq!(view.extra.void[other.index()], None);
        }
    }
    assert!(deal.end().is_some() || deal.view(Viewer::Public).aside.iter().all(|a| a.tile.is_none()));
}

fn check_end(deal: &Deal<Xuezhan>, journal: &Journal) {
    let out = deal.table.out().len();
    assert_eq!(deal.end() == Some(End::Wins), out == 3);
    assert_eq!(deal.wins().len(), out);
    assert_eq!(deal.table.shown().len(), 4);
    let turned = (0..journal.events().len())
        .filter(|n| matches!(journal.seen_by(*n, Viewer::Public), Some(SeenEvent::TurnedUp { .. })));
    assert_eq!(turned.count(), 12, "all buried tiles are turned up for everybody");
    for (entry, steps) in journal.entries() {
        assert_eq!(entry.points, sifang_table::fold(steps), "{entry:?}");
    }
}

#[test]
fn random_deals_keep_every_law() {
    let mut random = Random(7);
    let (mut wins, mut draws, mut moves) = (0, 0, 0u64);
    for n in 0..3000 {
        let mut journal = Journal::new();
        let mut deal = start(&mut random, &mut journal);
        let census = deal.table.census();
        check_laws(&deal, &census);
        while let Some(decision) = deal.decision() {
            let waiting: Vec<Seat> = decision.waiting().iter().collect();
            let seat = waiting[random.below(waiting.len() as u32) as usize];
            let choices = *decision.choices(seat).unwrap();
            let hand = *deal.table.hand(seat);
            // Wins and kongs more often than by lot: else they hardly occur.
            let eager = random.below(3) > 0;
            let action = if eager && choices.may_win() {
                sifang_table::Action::Win
            } else if eager && choices.may_kong() {
                sifang_table::Action::Kong
            } else {
                choices.nth(random.below(choices.len(&hand) as u32) as usize, &hand).unwrap()
            };
            deal.apply(seat, action, &mut journal).unwrap();
            moves += 1;
            check_laws(&deal, &census);
            if n % 10 == 0 && moves % 7 == 0 || n % 50 == 0 && deal.end().is_some() {
                check_views(&deal, &mut random);
            }
        }
        check_end(&deal, &journal);
        wins += deal.wins().len();
        draws += usize::from(deal.end() == Some(End::Draw));
    }
    assert!(wins > 100 && draws > 2000 && moves > 150_000, "{wins} wins, {draws} draws, {moves} moves");
}
