//! Special flows of `xuezhan`, played at a stacked table. Only the seats that matter are written out; the others get harmless
//! tiles, bury properly, and do what a silent seat does.

use serde_json::{Value, json};
use sifang_options::{OptionSet, RawOptions};
use sifang_rules::contract::row_of_hands;
use sifang_rules::xuezhan::{Extra, Xuezhan, XuezhanOptions};
use sifang_table::{Action, Deal, Dice, End, Journal, Progress, RuleSet, SeenEvent, SetUp, Viewer};
use sifang_tiles::{Seat, Suit, Tile, parse_tile, parse_tiles};

struct Played {
    deal: Deal<Xuezhan>,
    journal: Journal,
}

fn tiles(text: &str) -> Vec<Tile> {
    parse_tiles(&text.replace(' ', "")).unwrap()
}

/// A hand nobody cares about: three tiles of one suit to bury, the rest single tiles of the other two, far apart.
fn harmless(left: &mut [u8; 27], size: usize) -> Vec<Tile> {
    let in_suit = |left: &[u8; 27], suit: usize| {
        left[9 * suit..9 * suit + 9].iter().map(|n| *n as usize).sum::<usize>()
    };
    let bury = (0..3).max_by_key(|suit| in_suit(left, *suit)).unwrap();
    let mut hand = Vec::new();
    let mut take = |suit: usize, n: usize, hand: &mut Vec<Tile>| {
        let goal = hand.len() + n;
        for rank in [1, 4, 7, 2, 5, 8, 3, 6, 9].into_iter().cycle().take(36) {
            let kind = 9 * suit + rank - 1;
            if hand.len() < goal && left[kind] > 0 {
                left[kind] -= 1;
                hand.push(Tile::at(kind));
            }
        }
    };
    take(bury, 3, &mut hand);
    let half = (size - 3) / 2;
    take((bury + 1) % 3, half, &mut hand);
    take((bury + 2) % 3, size - 3 - half, &mut hand);
    assert_eq!(hand.len(), size);
    hand
}

/// Seat 0 deals. Empty hands are filled with harmless tiles; the wall is what is written, front first.
fn table(options: Value, hands: [&str; 4], wall: &str) -> Played {
    let raw: RawOptions = serde_json::from_value(options).unwrap();
    let rules = Xuezhan::new(XuezhanOptions::from_values(&raw).unwrap(), 4);
    let mut left = [4u8; 27];
    for tile in hands.iter().chain([&wall]).flat_map(|text| tiles(text)) {
        left[tile.index()] = left[tile.index()].checked_sub(1).unwrap_or_else(|| panic!("five {tile}"));
    }
    let hands: Vec<Vec<Tile>> = hands
        .iter()
        .enumerate()
        .map(|(i, text)| match *text {
            "" => harmless(&mut left, if i == 0 { 14 } else { 13 }),
            text => tiles(text),
        })
        .collect();
    let mut row = row_of_hands(&hands, Seat::new(0), &Xuezhan::DEALING).unwrap();
    row.extend(tiles(wall));
    let mut journal = Journal::new();
    let dealer = Seat::new(0);
    let set_up = SetUp { row: &row, dealer, shown_dice: [1, 1], dice: Dice::default(), carry: () };
    Played { deal: Deal::start(rules, &set_up, &mut journal), journal }
}

fn read(line: &str) -> (Seat, Action) {
    let (seat, action) = line.split_once(' ').unwrap();
    (Seat::new(seat.parse().unwrap()), Action::parse(action).unwrap())
}

impl Played {
    /// Plays on with silent seats until this line is legal, then plays it.
    fn go(&mut self, line: &str) -> &mut Played {
        let (seat, action) = read(line);
        while self.deal.check(seat, action).is_err() {
            assert_eq!(self.deal.end(), None, "the hand ended before '{line}' was legal");
            self.silence();
        }
        self.deal.apply(seat, action, &mut self.journal).unwrap();
        self
    }

    fn go_all(&mut self, lines: &[&str]) -> &mut Played {
        for line in lines {
            self.go(line);
        }
        self
    }

    /// The line must be refused as things stand.
    fn no(&mut self, line: &str) -> &mut Played {
        let (seat, action) = read(line);
        assert!(self.deal.check(seat, action).is_err(), "'{line}' should be illegal");
        self
    }

    /// Everybody asked and silent lets the open decision go.
    fn silence(&mut self) -> &mut Played {
        for seat in self.deal.decision().unwrap().waiting().iter() {
            let action = self.deal.timeout_action(seat).unwrap();
            self.deal.apply(seat, action, &mut self.journal).unwrap();
        }
        self
    }

    /// Plays on with silent seats until this tile lies open for claims.
    fn until_open(&mut self, tile: &str) -> &mut Played {
        let tile = parse_tile(tile).unwrap();
        loop {
            let stage = Xuezhan::stage(self.deal.phase().expect("the tile never lay open"));
            if ["claim", "rob"].contains(&stage.name) && stage.tile == Some(tile) {
                return self;
            }
            self.silence();
        }
    }

    /// Silence to the end.
    fn finish(&mut self) -> &mut Played {
        while self.deal.end().is_none() {
            self.silence();
        }
        self
    }

    fn points(&self) -> [i32; 4] {
        self.deal.ledger.balances()
    }

    fn totals(&self) -> Vec<(usize, i32)> {
        self.deal.wins().iter().map(|w| (w.seat.index(), w.total)).collect()
    }

    fn next_dealer(&self) -> usize {
        Xuezhan::after(&self.deal, &Progress::default()).dealer.unwrap().index()
    }

    fn extra(&self, seat: usize) -> Extra {
        self.deal.view(Viewer::Seat(Seat::new(seat))).extra
    }

    /// (from, to, points) of every payment with this clause.
    fn paid(&self, clause: &str) -> Vec<(usize, usize, i32)> {
        let entries = self.journal.entries().map(|(entry, _)| entry).filter(|e| e.why.clause == clause);
        entries.map(|e| (e.from.index(), e.to.index(), e.points)).collect()
    }
}

// ---- kong money ----

/// Seat 1 kongs twice in one turn and discards seat 2's tile: only the second kong's money moves, and only the first is refunded.
#[test]
fn only_the_last_kong_is_transferred_and_never_refunded() {
    let mut t = table(json!({}), ["", "123s 1111222p 469m", "456s 123456789m5p", ""], "2p 9s 5p 8m");
    t.go_all(&["1 bury 123s", "2 bury 456s", "1 kong 1p", "1 kong 2p", "1 discard 5p", "2 hu"]);
    assert_eq!(t.totals(), [(2, 2)]);
    assert_eq!(t.paid("xuezhan.pay.kong_concealed").len(), 6);
    assert_eq!(t.paid("xuezhan.pay.transfer"), [(1, 2, 3)]);
    assert_eq!(t.points(), [-2, -1, 5, -2]);
    t.finish();
    assert_eq!(t.deal.end(), Some(End::Draw));
    // Seat 1 is not ready: the first kong's money goes back, also to seat 2, which is out.
    assert_eq!(t.paid("xuezhan.pay.refund"), [(1, 2, 1), (1, 3, 1), (1, 0, 1)]);
    assert_eq!(t.points(), [-1, -4, 6, -1]);
    let account = t.extra(2).accounts[1];
    assert_eq!((account.kongs_collected, account.transfers, account.refunds, account.wins), (6, -3, -3, -4));
}

/// A direct kong's 2 points are shared by the two winners of the discard after it.
#[test]
fn a_transfer_is_split_in_win_order() {
    let mut t =
        table(json!({}), ["", "123s 222p 469m 456p 9m", "456s 123456789m5p", "789s 111222m 345m5p"], "7m 5p");
    let two = parse_tile("2p").unwrap();
    assert!(t.deal.table.hand(Seat::new(0)).count(two) > 0, "the dealer holds the fourth 2p");
    t.go_all(&["1 bury 123s", "2 bury 456s", "3 bury 789s"]);
    t.go("0 discard 2p").go("1 kong").go("1 discard 5p").go("3 hu").go("2 hu");
    assert_eq!(t.paid("xuezhan.pay.transfer"), [(1, 2, 1), (1, 3, 1)]);
    assert_eq!(t.deal.wins().iter().map(|w| w.seat.index()).collect::<Vec<_>>(), [2, 3]);
}

/// An added kong that is robbed pays nothing; the pon stays; the robbed seat pays alone.
#[test]
fn a_robbed_kong_pays_no_kong_money() {
    let mut t = table(
        json!({ "rob_kong_fan": 1 }),
        [HAS_4S, WAITS_1S_4S, "", "123m 44s 2468p 6789s"],
        "9m 9m 9m 4s 9m 8m 8m 1s",
    );
    t.go_all(&[
        "0 bury 258m",
        "1 bury 147m",
        "3 bury 123m",
        "0 discard 4s",
        "3 pon",
        "3 discard 6s",
        "3 kong 4s",
    ]);
    t.no("1 pon").no("1 kong").no("2 hu").no("0 hu");
    t.go("1 hu");
    assert_eq!(t.totals(), [(1, 3)], "concealed, all middle, robbed");
    assert_eq!(t.points(), [0, 8, 0, -8]);
    assert!(t.paid("xuezhan.pay.kong_added").is_empty());
    assert_eq!(t.deal.table.melds(Seat::new(3))[0].tiles().count(), 3);
    // The next seat after the winner draws; the robbed seat neither draws nor discards.
    assert_eq!(Xuezhan::stage(t.deal.phase().unwrap()).seat, Some(Seat::new(2)));
}

// ---- declared hands ----

#[test]
fn a_declared_hand_kongs_only_with_unchanged_waits() {
    // 1234567m 999p waits for 1m 4m 7m with and without the kong of 9p.
    let mut t = table(json!({}), ["", "123s 1234567m 999p", "", ""], "9p 8s 8s 3s");
    t.go_all(&["1 bury 123s", "1 ready"]).go("1 kong 9p");
    assert_eq!(t.points(), [-1, 3, -1, -1]);
    t.no("1 discard 1m").go("1 discard 3s");

    // 2223m waits for 1m 3m 4m; after a kong of 2m only for 3m.
    let mut t = table(json!({}), ["", "123s 2223m 456789p", "", ""], "2m 8s 8s 3s");
    t.go_all(&["1 bury 123s", "1 ready", "1 discard 2m"]);
    let mut t = table(json!({}), ["", "123s 2223m 456789p", "", ""], "2m 8s 8s 3s");
    t.go_all(&["1 bury 123s", "1 ready"]);
    while t.deal.table.drawn(Seat::new(1)).is_none() {
        t.silence();
    }
    t.no("1 kong 2m").no("1 discard 3m");

    // Four of a kind held before the draw: the kong does not contain the drawn tile.
    let mut t = table(json!({}), ["", "123s 111123p 4567m", "", ""], "9s 8s 8s 8s");
    t.go_all(&["1 bury 123s", "1 ready"]);
    while t.deal.table.drawn(Seat::new(1)).is_none() {
        t.silence();
    }
    t.no("1 kong 1p").go("1 discard 9s");
}

#[test]
fn a_declared_seat_does_not_pon_and_wins_with_two_more_fan() {
    let mut t = table(json!({}), ["147s 9m 1223467888p", "123s 99m 88m 123456p", "", ""], "5s 5s 5s 5s");
    t.go_all(&["0 bury 147s", "1 bury 123s", "1 ready", "0 discard 9m"]);
    t.no("1 pon").go("1 hu");
    assert_eq!(t.totals(), [(1, 8)], "concealed 1, declared 2, earthly 5");
}

#[test]
fn the_dealer_declares_with_its_first_discard_only() {
    let mut t = table(json!({}), ["147s 123456m 1199p 7m", "", "", ""], "5s 5s 5s 5s 7m 8m 8m 9p 5m");
    t.go("0 bury 147s");
    t.silence();
    t.no("0 ready 1p").no("0 ready").go("0 ready 7m");
    assert!(t.extra(2).declared[0]);
    let thrown = *t.deal.table.last_thrown().unwrap();
    assert!(thrown.is_declared());
    // From now on it throws what it draws, or wins.
    while t.deal.table.drawn(Seat::new(0)).is_none() {
        t.silence();
    }
    t.no("0 discard 1m").no("0 ready 5s").go("0 discard 5s").go("0 hu");
    assert_eq!(t.totals(), [(0, 5)], "self-draw 1, concealed 1, declared 2, dealer 1");
}

/// R36: a kong in the first turn ends heavenly and the declaration.
#[test]
fn a_kong_ends_the_dealers_first_turn() {
    let mut t = table(json!({}), ["147s 1111p 23456m 99m", "", "", ""], "5s 5s 5s 9m");
    t.go("0 bury 147s");
    t.go("0 kong 1p").no("0 ready 2m").no("0 ready 9m");
    t.finish();
    assert_eq!(t.deal.end(), Some(End::Draw));
}

// ---- the passing lock ----

/// Seat 1 waits for 1s (1 fan) and 4s (2 fan).
const WAITS_1S_4S: &str = "147m 22345678p 23s";
/// A dealer that can throw a 4s.
const HAS_4S: &str = "258m 4s 8s 9s 11p 99p 3567p";

#[test]
fn a_win_let_go_needs_more_until_the_own_draw() {
    let mut t = table(json!({}), ["", WAITS_1S_4S, "", ""], "9m 9m 9m 9m 8m 1s 1s 8m 7m 1s");
    t.go("1 bury 147m");
    t.until_open("1s");
    assert_eq!(t.extra(1).needs_more_than, None);
    t.go("1 pass");
    // Seat 2's 1s has gone by; seat 3 throws another.
    assert_eq!(t.extra(1).needs_more_than, Some(1));
    assert_eq!(t.extra(2).needs_more_than, None);
    t.silence();
    t.no("1 hu");
    // Seat 1 has drawn since when the third 1s comes.
    t.go("1 hu");
    assert_eq!((t.totals(), t.deal.wins()[0].from), (vec![(1, 1)], Some(Seat::new(2))));
}

#[test]
fn a_higher_win_is_open_to_a_locked_seat() {
    let mut t = table(json!({}), ["", WAITS_1S_4S, "", ""], "9m 9m 9m 9m 8m 1s 4s");
    t.go("1 bury 147m").until_open("1s").go("1 pass").go("1 hu");
    assert_eq!(t.totals(), [(1, 2)]);
    // With a cap both are worth the same: nothing is higher.
    let mut t = table(json!({ "fan_cap": 1 }), ["", WAITS_1S_4S, "", ""], "9m 9m 9m 9m 8m 1s 4s");
    t.go("1 bury 147m").until_open("1s").go("1 pass").finish();
    assert_eq!(t.totals(), []);
}

#[test]
fn a_declined_self_draw_locks_nothing() {
    let mut t = table(json!({}), ["", WAITS_1S_4S, "", ""], "9m 9m 9m 9m 4s 1s");
    t.go("1 bury 147m").go("1 discard 4s").go("1 hu");
    assert_eq!(t.totals(), [(1, 1)]);
    assert_eq!(t.deal.wins()[0].tile, parse_tile("1s").ok());
}

#[test]
fn passing_a_robbed_kong_locks_too() {
    let hands = [HAS_4S, WAITS_1S_4S, "", "123m 44s 2468p 6789s"];
    let mut t = table(json!({}), hands, "9m 9m 9m 4s 9m 8m 8m 1s");
    t.go_all(&[
        "0 bury 258m",
        "1 bury 147m",
        "3 bury 123m",
        "0 discard 4s",
        "3 pon",
        "3 discard 6s",
        "3 kong 4s",
        "1 pass",
    ]);
    // The replacement 1s would give concealed + kong_discard = 2, what was let go.
    assert_eq!(t.extra(1).needs_more_than, Some(2));
    t.go("3 discard 1s").no("1 hu");
    // If the tile may be won on at the kong, so it may without having passed before.
    let mut t = table(json!({}), hands, "9m 9m 9m 4s 9m 8m 8m 1s");
    t.go_all(&[
        "0 bury 258m",
        "1 bury 147m",
        "3 bury 123m",
        "0 discard 4s",
        "3 pon",
        "3 discard 6s",
        "3 kong 4s",
        "1 hu",
    ]);
    assert_eq!(t.totals(), [(1, 2)]);
}

/// A pon that loses against somebody's win locks; a later pon is free and lifts the lock.
#[test]
fn a_beaten_pon_locks_and_an_own_pon_lifts() {
    let hands = ["", "147m 11456p 345s 99s", "789s 23p 99p 123456m", ""];
    let mut t = table(json!({}), hands, "8m 8m 1p 9s 8m 8m");
    let one = parse_tile("1p").unwrap();
    assert_eq!(t.deal.table.hand(Seat::new(0)).count(one), 1);
    t.go_all(&["1 bury 147m", "2 bury 789s", "0 discard 1p", "1 pon", "2 hu"]);
    // Seat 1 let an earthly win of 6 go.
    assert_eq!(t.extra(1).needs_more_than, Some(6));
    assert_eq!(t.deal.table.melds(Seat::new(1)).len(), 0);
    // Seat 3, then 0, then 1: its draw would lift the lock, so look before.
    t.silence();
    assert_eq!(t.extra(1).needs_more_than, Some(6));

    // Seat 3 throws the last 1p at once: equal, so no win; the pon is allowed and frees the seat.
    let mut t = table(json!({}), hands, "1p 8m 9s 8m 8m 8m");
    t.go_all(&["1 bury 147m", "2 bury 789s", "0 discard 1p", "1 pon", "2 hu"]);
    t.until_open("1p");
    t.no("1 hu").go("1 pon");
    assert_eq!(t.extra(1).needs_more_than, None);
    t.no("1 hu").no("1 kong 1p").go("1 discard 9s");
    t.go("1 hu");
    assert_eq!(t.totals()[1], (1, 0));
}

// ---- draws ----

/// Three suits left in every hand: four pigs pay nobody. With one proper hand each pig pays it everything.
#[test]
fn pigs_pay_all_that_are_none() {
    let pig = ["12345m 1469p 14699s", "12345m 1469p 1469s", "11234m 2358p 2358s", "66789m 2358p 2358s"];
    let mut t = table(json!({}), pig, "");
    t.go_all(&["0 bury 123m", "1 bury 123m", "2 bury 112m", "3 bury 667m"]).finish();
    assert_eq!((t.points(), t.deal.end(), t.next_dealer()), ([0; 4], Some(End::Draw), 0));
    assert_eq!(t.extra(0).settlement.unwrap().pigs.len(), 4);

    let three = ["12345m 1469p 14699s", "12345m 1469p 1469s", "11234m 2358p 2358s", "666m 2357789p 235s"];
    let mut t = table(json!({ "base": 2 }), three, "");
    t.go_all(&["0 bury 123m", "1 bury 123m", "2 bury 112m", "3 bury 666m"]).finish();
    assert_eq!(t.points(), [-96, -96, -96, 288]);
    let mut t = table(json!({ "base": 2, "pig_penalty_unit": "flat" }), three, "");
    t.go_all(&["0 bury 123m", "1 bury 123m", "2 bury 112m", "3 bury 666m"]).finish();
    assert_eq!(t.points(), [-48, -48, -48, 144]);

    let two = ["12345m 1469p 14699s", "12345m 1469p 1469s", "888m 123456p 22s 78s", "666m 2357789p 235s"];
    let mut t = table(json!({}), two, "");
    t.go_all(&["0 bury 123m", "1 bury 123m", "2 bury 888m", "3 bury 666m"]).finish();
    // 24 each from both pigs; seat 3 is not ready and pays seat 2 its better wait: concealed 1 → 2.
    assert_eq!(t.points(), [-48, -48, 50, 46]);
    let settlement = t.extra(1).settlement.unwrap();
    assert_eq!((settlement.ready[0].seat.index(), settlement.unready.len()), (2, 1));
}

/// 7.5(b) looks at declaration and dealer, not at self-draw or last tile; out seats take no part.
#[test]
fn the_ready_check_counts_declared_and_dealer() {
    let hands = ["147s 123456m 1199p 7m", "", "", ""];
    let mut t = table(json!({}), hands, "");
    t.go_all(&["0 bury 147s", "0 ready 7m"]).finish();
    let unready = t.extra(0).settlement.unwrap().unready.len() as i32;
    assert_eq!(unready, 3);
    // Concealed 1 + declared 2 + dealer 1 = 16 from each.
    assert_eq!(t.points(), [48, -16, -16, -16]);
}

// ---- burials ----

const PROPER: [&str; 4] =
    ["147s 9m 1223467888p", "369s 2468m 13579p 2m", "258s 1357m 24689p 9m", "147m 2468s 13579p 3s"];

#[test]
fn mixed_burials_are_fined_when_all_is_turned_up() {
    let bury = |lines: &[&str], options: Value| {
        let mut t = table(options, PROPER, "");
        t.go_all(lines).finish();
        (t.paid("xuezhan.pay.burial"), t.paid("xuezhan.pay.burial_pig"), t.points())
    };
    let one = ["0 bury 14s9m", "1 bury 369s", "2 bury 258s", "3 bury 147m"];
    let (fines, pigs, _) = bury(&one, json!({}));
    assert_eq!((fines, pigs.len()), (vec![(0, 1, 3), (0, 2, 3), (0, 3, 2)], 0));
    let two = ["0 bury 14s9m", "1 bury 36s2m", "2 bury 258s", "3 bury 147m"];
    let (fines, _, _) = bury(&two, json!({ "base": 3 }));
    assert_eq!(fines, [(0, 2, 12), (0, 3, 12), (1, 2, 12), (1, 3, 12)]);
    let all = ["0 bury 14s9m", "1 bury 36s2m", "2 bury 25s1m", "3 bury 14m2s"];
    let (fines, _, _) = bury(&all, json!({}));
    assert_eq!(fines, []);
    let (fines, pigs, points) = bury(&all, json!({ "bury_penalty": "pig" }));
    assert_eq!((fines.len(), pigs.len(), points), (0, 0, [0; 4]));
}

/// As a pig a mixed burier pays once, even if three suits in its hand make it one anyway.
#[test]
fn a_mixed_burier_is_a_pig_only_once() {
    let mut t = table(json!({ "bury_penalty": "pig" }), PROPER, "");
    t.go_all(&["0 bury 9m12p", "1 bury 36s2m", "2 bury 258s", "3 bury 147m"]).finish();
    // Seat 0 holds two suits after all, seat 1 three: each pays 48 once, 24 to each of the others.
    assert_eq!(t.paid("xuezhan.pay.burial_pig"), [(0, 2, 24), (0, 3, 24)]);
    assert_eq!(t.paid("xuezhan.pay.pig"), [(1, 2, 24), (1, 3, 24)]);
    assert!(t.paid("xuezhan.pay.burial").is_empty());
}

/// A mixed burial leaves the seat free of void restrictions, but not of the two-suit rule.
#[test]
fn a_mixed_burier_has_no_void_suit() {
    let mut t = table(json!({}), ["", "12m9s 123m 456p 789p 5s", "", ""], "9m 5s");
    t.go("1 bury 12m9s").silence();
    assert_eq!(t.extra(1).void[1], Some("none"));
    assert_eq!(t.extra(1).waits, [], "three suits never wait");
}

// ---- what is shown ----

#[test]
fn void_suits_and_burials_stay_secret_to_the_end() {
    for (open, expected) in [(false, None), (true, Some("s"))] {
        let mut t = table(json!({ "show_void_suit": open }), PROPER, "9s 9s");
        t.go_all(&["0 bury 147s"]);
        assert_eq!(t.extra(3).buried, [true, false, false, false]);
        assert_eq!(t.extra(3).void, [None; 4]);
        t.go_all(&["1 bury 369s", "2 bury 258s", "3 bury 147m", "0 discard 9m"]);
        assert_eq!((t.extra(3).void[0], t.extra(3).void[3]), (expected, Some("m")));
        let seen = |t: &Played, who: Viewer| {
            let all = (0..t.journal.events().len()).filter_map(|n| t.journal.seen_by(n, who));
            all.filter(|e| match e {
                SeenEvent::SetAside { tile, .. } => tile.is_some(),
                SeenEvent::TurnedUp { .. } => true,
                _ => false,
            })
            .count()
        };
        assert_eq!((seen(&t, Viewer::Public), seen(&t, Viewer::Seat(Seat::new(1)))), (0, 3));
        t.finish();
        assert_eq!((seen(&t, Viewer::Public), seen(&t, Viewer::Seat(Seat::new(1)))), (12, 15));
        assert_eq!(t.extra(3).void, [Some("s"), Some("s"), Some("s"), Some("m")]);
        assert_eq!(t.extra(3).next_dealer.unwrap().clause, "xuezhan.dealer.no_win");
    }
}

#[test]
fn a_silent_seat_buries_the_shortest_suit_that_has_three() {
    let mut t = table(json!({}), ["1122m 345678p 1199s", "123m 123456p 123s 9s", "", ""], "");
    t.silence();
    if Xuezhan::stage(t.deal.phase().unwrap()).name == "ready" {
        t.silence();
    }
    let buried = |seat: usize| {
        let own = t.deal.table.aside().iter().filter(|a| a.seat == Seat::new(seat));
        own.map(|a| a.tile).collect::<Vec<_>>()
    };
    assert_eq!((buried(0), buried(1)), (tiles("112m"), tiles("123m")));
    // The void suit goes first, highest tile first where nothing was drawn.
    let (phase, dealer) = (*t.deal.phase().unwrap(), Seat::new(0));
    assert_eq!(Xuezhan::on_timeout(&t.deal, &phase, dealer), Action::Discard(parse_tile("2m").unwrap()));
    assert!(tiles("112m").iter().all(|t| t.suit() == Suit::Man));
}
