//! `hongzhong`: the special flows, played by scripts with exact tiles and points.

use serde_json::{Value, json};
use sifang_rules::hongzhong::{Hongzhong, Phase};
use sifang_rules::script::{self, Played};
use sifang_table::{Action, Aside, Deal, Journal, MeldKind, SeenEvent, Viewer};
use sifang_tiles::Seat;

fn try_play(
    hands: [&str; 4],
    wall: &str,
    actions: &[&str],
    options: Value,
) -> Result<Played<Hongzhong>, String> {
    let case = json!({ "hands": hands, "wall": wall, "actions": actions, "options": options });
    script::play(&serde_json::from_value(case).unwrap())
}

fn play(hands: [&str; 4], wall: &str, actions: &[&str]) -> Played<Hongzhong> {
    try_play(hands, wall, actions, json!({})).unwrap()
}

fn deltas(played: &Played<Hongzhong>) -> [i32; 4] {
    played.deal.ledger.balances()
}

fn winners(played: &Played<Hongzhong>) -> Vec<(usize, i32)> {
    played.deal.wins().iter().map(|w| (w.seat.index(), w.total)).collect()
}

fn ended(played: &Played<Hongzhong>) -> (&'static str, Option<usize>) {
    let outcome = played.outcome();
    (outcome.end, outcome.next_dealer.map(Seat::index))
}

fn offered(deal: &Deal<Hongzhong>, seat: usize) -> String {
    let seat = Seat::new(seat);
    let choices = deal.choices_now(seat);
    choices.iter(deal.table.hand(seat)).map(|a| a.to_string()).collect::<Vec<_>>().join(", ")
}

const FIVE_PAIRS: [&str; 4] = ["134679p12578s", "2255p336699s", "134679p1258s", "134679p1278s"];

#[test]
fn an_ask_nobody_takes_wins_like_a_self_draw() {
    let played = play(FIVE_PAIRS, "4s4s4s", &["0 discard 1p", "! 1 hu", "1 ask 4s"]);
    assert_eq!((deltas(&played), winners(&played)), ([-6, 18, -6, -6], vec![(1, 3)]));
    assert_eq!(played.deal.phase(), Some(&Phase::Turn(Seat::new(2))), "the seat after the winner draws");
    let table = &played.deal.table;
    assert_eq!(table.hand(Seat::new(1)).len(), 10);
    assert_eq!(table.aside().iter().map(|a| a.why).collect::<Vec<_>>(), [Aside::Asked]);
}

#[test]
fn a_winner_stays_closed_until_the_end() {
    let open = |played: &Played<Hongzhong>, who: Viewer| {
        let view = played.deal.view(who);
        let points: Vec<i32> = view.players.iter().map(|p| p.points).collect();
        (view.wins[0].detail.is_some(), view.players[1].hand.is_some(), points)
    };
    let posted = |journal: &Journal, who: Viewer| {
        let seen = (0..journal.events().len()).filter_map(|n| journal.seen_by(n, who));
        seen.filter(|e| matches!(e, SeenEvent::Posted { .. })).count()
    };
    let played = play(FIVE_PAIRS, "4s4s4s", &["0 discard 1p", "1 ask 4s"]);
    for other in [Viewer::Seat(Seat::new(0)), Viewer::Seat(Seat::new(2)), Viewer::Public] {
        assert_eq!(open(&played, other), (false, false, vec![0; 4]));
        assert_eq!(posted(&played.journal, other), 0);
    }
    let own = Viewer::Seat(Seat::new(1));
    assert_eq!(open(&played, own), (true, true, vec![-6, 18, -6, -6]));
    assert_eq!(posted(&played.journal, own), 3);
    // The wall runs out: everything is shown.
    let played = play(FIVE_PAIRS, "4s", &["0 discard 1p", "1 ask 4s"]);
    assert_eq!(ended(&played), ("draw", Some(1)));
    assert_eq!(open(&played, Viewer::Public), (true, true, deltas(&played).to_vec()));
    assert!(posted(&played.journal, Viewer::Public) >= 3);
}

/// Seats 0, 2 and 3 wait for 4s; seat 1 has five pairs.
const CAUGHT: [&str; 4] = ["55667788p135s", "2244p227788s", "12378999p56s", "11234678p56s"];

#[test]
fn an_asked_tile_caught_by_three() {
    let played = play(CAUGHT, "4s1s", &["0 discard 1s", "1 ask 4s", "! 2 pon", "0 hu", "2 hu", "3 hu"]);
    assert_eq!(deltas(&played), [8, -16, 4, 4]);
    assert_eq!(winners(&played), [(2, 1), (3, 1), (0, 2)]);
    assert_eq!(ended(&played), ("wins", Some(1)), "whoever asked deals next");
    let last = played.deal.table.last_thrown().unwrap();
    assert!(last.is_won() && last.seat() == Seat::new(1));
    assert!(played.deal.table.aside().is_empty());
}

#[test]
fn a_caught_asker_goes_on_with_five_pairs_only() {
    let lines = [
        "0 discard 1s",
        "1 ask 4s",
        "2 hu",
        "3 discard 9s",
        "0 discard 2s",
        "! 1 pon",
        "! 1 discard 9s",
        "! 1 hu",
    ];
    let wall = "4s9s2s9s1p";
    let played = play(CAUGHT, wall, &lines);
    assert_eq!(offered(&played.deal, 1), "ask 9s");
    assert_eq!(played.deal.timeout_action(Seat::new(1)), Some(Action::parse("ask 9s").unwrap()));
    let all: Vec<&str> = lines.iter().copied().chain(["1 ask 9s"]).collect();
    let played = play(CAUGHT, wall, &all);
    assert_eq!((deltas(&played), winners(&played)), ([-10, 16, 4, -10], vec![(2, 1), (1, 4)]));
    assert_eq!(ended(&played), ("wins", Some(2)));
}

#[test]
fn a_locked_seat_with_wilds_may_choose_its_tile_but_never_the_wild() {
    let hands = ["55667788p135s", "2244p22778s7z", "12378999p56s", "11234678p56s"];
    let lines = ["0 discard 1s", "1 ask 4s", "2 hu", "3 discard 9s", "0 discard 2s"];
    let played = play(hands, "4s9s2s7z1p", &lines);
    assert_eq!(offered(&played.deal, 1), "ask 2p, ask 4p, ask 2s, ask 7s, ask 8s");
}

#[test]
fn a_declared_hand_kongs_and_is_caught_for_it() {
    let hands = ["13579p125789s", "11199p44456s", "234678p3346s", "24568p12789s"];
    let lines = ["1 ready", "0 discard 1p", "! 1 pon", "1 kong", "1 discard 9s", "2 hu"];
    let played = play(hands, "5s3p9s", &lines);
    // 2 for the kong; the winner's 3 fan, and 2 + 1 more from the declared seat with one kong.
    assert_eq!(deltas(&played), [-8, -32, 46, -6]);
    assert_eq!(played.deal.view(Viewer::Public).extra.declared_kongs, [0, 1, 0, 0]);
    assert_eq!(played.deal.view(Viewer::Public).extra.catch, [0, 3, 0, 0]);
}

#[test]
fn an_invited_red_dragon_is_nobodys() {
    // Seats 2 and 3 are ready, so any wild would complete them.
    let hands = ["13579p125789s", "11199p44456s", "234678p3346s", "234567p7789s"];
    let played = play(hands, "7z1s1s", &["1 ready", "0 discard 5p", "1 discard 7z", "! 3 hu", "! 2 pass"]);
    assert_eq!(played.deal.phase(), Some(&Phase::Turn(Seat::new(2))));
    assert_eq!(played.deal.table.last_thrown().map(|t| t.tile.to_string()), Some("7z".into()));
}

#[test]
fn a_red_dragon_from_an_all_wild_hand() {
    let hands = ["19p223344678s", "1133p1669s77z", "248p23458s77z", "23446678p88s"];
    let lines = [
        "0 discard 1p",
        "1 pon",
        "1 discard 1s",
        "2 discard 3p",
        "1 pon",
        "1 discard 9s",
        "2 discard 6s",
        "1 pon",
        "1 discard 7z",
    ];
    let wall = "3p6s6p9p7p3s8p2p";
    let on = try_play(hands, wall, &[&lines[..], &["! 2 pon", "3 hu"]].concat(), json!({})).unwrap();
    assert_eq!(deltas(&on), [0, -4, 0, 4]);
    let off = json!({ "wild_discard_hu": false });
    let off = try_play(hands, wall, &[&lines[..], &["! 3 hu", "! 2 pon"]].concat(), off).unwrap();
    assert_eq!(off.deal.phase(), Some(&Phase::Turn(Seat::new(2))), "nobody is asked");
}

#[test]
fn a_kong_robbed_by_two() {
    let hands = ["3456p1225788s", "2468p135579s", "11123789p46s", "12378999p46s"];
    let lines = [
        "0 discard 5s",
        "1 pon",
        "! 1 kong 5s",
        "1 discard 2p",
        "2 discard 3s",
        "3 discard 9s",
        "0 discard 7p",
        "1 kong 5s",
        "! 0 hu",
        "2 hu",
        "3 hu",
    ];
    let played = play(hands, "3s9s7p5s1s", &lines);
    assert_eq!((deltas(&played), winners(&played)), ([0, -8, 4, 4], vec![(2, 3), (3, 3)]));
    assert_eq!(ended(&played), ("wins", Some(1)));
    let meld = played.deal.table.melds(Seat::new(1))[0];
    assert_eq!(meld.kind, MeldKind::Pung, "the pung stays a pung");
    assert_eq!(played.deal.table.hand(Seat::new(1)).len(), 7);
}

#[test]
fn a_kong_nobody_robs_is_paid_by_all_and_replaced() {
    let hands = ["3456p1225788s", "2468p135579s", "11123789p46s", "12378999p46s"];
    let lines = [
        "0 discard 5s",
        "1 pon",
        "1 discard 2p",
        "2 discard 3s",
        "3 discard 9s",
        "0 discard 7p",
        "1 kong 5s",
        "2 pass",
        "3 pass",
        "! 1 kong 1s",
    ];
    let played = play(hands, "3s9s7p5s1s", &lines);
    assert_eq!(deltas(&played), [-1, 3, -1, -1]);
    assert_eq!(played.deal.table.drawn(Seat::new(1)).map(|t| t.to_string()), Some("1s".into()));
}

#[test]
fn a_passed_win_binds_until_more_is_offered() {
    // Seat 2 wins on 5s with 3 fan; the declared seat's 5s is worth 2 more.
    let hands = ["13579p125789s", "11199p44456s", "234678p3346s", "24568p12789s"];
    let lines = ["1 ready", "0 discard 5s", "2 pass"];
    let locked = play(hands, "5s3p9s", &lines);
    assert_eq!(locked.deal.view(Viewer::Seat(Seat::new(2))).extra.passed, Some(3));
    assert_eq!(locked.deal.view(Viewer::Seat(Seat::new(1))).extra.passed, None);
    let caught = play(hands, "5s3p9s", &[&lines[..], &["1 discard 5s", "2 hu"]].concat());
    assert_eq!(deltas(&caught), [0, -16, 16, 0]);
    let free: Vec<&str> = lines[1..].iter().copied().chain(["1 discard 5s", "! 2 hu"]).collect();
    play(hands, "5s3p9s", &free);
}

#[test]
fn a_pung_lifts_the_lock() {
    let hands = ["13579p123789s", "13579p12789s", "234678p3355s", "12569p12789s"];
    let lines = ["0 discard 3s", "2 pon", "2 discard 8p", "3 discard 8p", "2 hu"];
    let played = play(hands, "8p4s4s", &lines);
    assert_eq!((deltas(&played), winners(&played)), ([0, 0, 2, -2], vec![(2, 2)]));
}

#[test]
fn a_draw_settles_and_returns_kong_money_also_to_winners() {
    let hands = ["1111258p2589s", "234678p3346s", "78999p12789s", "3568p124679s"];
    let lines = ["0 kong 1p", "0 discard 7p", "1 hu", "2 discard 2p", "3 discard 5p"];
    let played = play(hands, "5s2p5p7p", &lines);
    assert_eq!(deltas(&played), [-22, 18, 26, -22]);
    assert_eq!(ended(&played), ("draw", Some(1)));
    let refunds: Vec<_> = played.journal.entries().filter(|(e, _)| e.reverses.is_some()).collect();
    assert_eq!(refunds.len(), 3);
}

#[test]
fn the_second_win_on_the_last_tile_is_no_draw() {
    let hands = ["1111258p2589s", "234678p3346s", "78999p12789s", "3568p124679s"];
    let lines = ["0 kong 1p", "0 discard 7p", "1 hu", "2 hu"];
    // 3s completes 123s: terminals in every set and the last tile, 6 fan; nobody pays for not being ready.
    let played = play(hands, "5s3s7p", &lines);
    assert_eq!(ended(&played), ("wins", Some(1)));
    assert_eq!(winners(&played), [(1, 3), (2, 6)]);
    assert_eq!(deltas(&played), [6 - 6 - 34, -2 + 18, -2 - 6 + 68, -2 - 6 - 34]);
}

#[test]
fn earthly_wins() {
    let hands = ["134466p24589s", "2234678p235s", "123789p2399s", "125569p1579s"];
    // On its first draw.
    let lines = ["2 ready", "0 discard 8s", "1 discard 8p", "2 hu"];
    let played = play(hands, "8p1s6s", &lines);
    assert_eq!((winners(&played), deltas(&played)), (vec![(2, 6)], [-34, -34, 102, -34]));
    // Undeclared the same hand is a plain self-draw.
    assert_eq!(winners(&play(hands, "8p1s6s", &lines[1..])), [(2, 5)]);
    // On the dealer's first tile, also after a kong.
    let kong = ["455556p24589s", "2234678p235s", "123789p2399s", "126699p1579s"];
    let played = play(kong, "8p6s6s3s", &["2 ready", "0 kong 5p", "0 discard 4s", "2 hu"]);
    assert_eq!(winners(&played), [(2, 6)]);
    // Not on the dealer's second.
    let later =
        ["2 ready", "0 discard 9s", "1 discard 8p", "2 discard 6s", "3 discard 6s", "0 discard 4s", "2 hu"];
    assert_eq!(winners(&play(hands, "8p6s6s3s5p", &later)), [(2, 3)]);
}

#[test]
fn the_dealers_asked_tile_is_its_first_thrown() {
    let hands = ["2244p2255774s", "13579p12346s", "123789p3511s", "13569p13446s"];
    let played = play(hands, "8p6s6s3s5p", &["2 ready", "0 ask 4s", "2 hu"]);
    assert_eq!((winners(&played), deltas(&played)), (vec![(2, 6)], [-32, 0, 32, 0]));
    assert_eq!(played.deal.view(Viewer::Public).extra.locked, [Seat::new(0)]);
}

#[test]
fn declared_to_ask() {
    let hands = ["3456778p4699s", "22449p36688s", "125667p6777s", "13457p44559s"];
    // The draw that makes the fifth pair may be thrown again.
    let played = play(hands, "9p1s1p", &["1 ready_ask", "0 discard 7p"]);
    assert_eq!(offered(&played.deal, 1), "discard 9p, ask 3s");
    // With five pairs the drawn tile is asked, also a wild: nobody can take it.
    let five = [hands[0], "224499p6688s", hands[2], hands[3]];
    let played = play(five, "7z1s1p", &["1 ready_ask", "0 discard 7p"]);
    assert_eq!(offered(&played.deal, 1), "ask 7z");
    let played = play(five, "7z1s1p", &["1 ready_ask", "0 discard 7p", "1 ask 7z"]);
    assert_eq!(winners(&played), [(1, 6)], "on its first draw");
    // It never wins plainly, pungs or kongs.
    let lines = [
        "1 ready_ask",
        "0 discard 4s",
        "1 discard 1p",
        "2 discard 5p",
        "! 1 hu",
        "3 discard 5s",
        "0 discard 9s",
    ];
    play(hands, "1p5p5s9s1s", &lines);
    let pung = ["1 ready_ask", "0 discard 6s", "! 1 pon", "! 1 kong"];
    play(hands, "1p5p5s9s1s", &pung);
}

#[test]
fn declarations_are_hidden_until_all_have_answered() {
    let hands = ["134466p24589s", "2345678p789s", "123789p2399s", "125569p1579s"];
    let case = json!({ "hands": hands, "wall": "8p6s6s3s5p", "actions": [] });
    let stacked: script::Script<_> = serde_json::from_value(case).unwrap();
    let rules = Hongzhong::default();
    let row = sifang_rules::contract::Contract::stack(&rules, &stacked).unwrap().row;
    let mut journal = Journal::new();
    let set_up = sifang_table::SetUp {
        row: &row,
        dealer: Seat::new(0),
        shown_dice: [1, 1],
        dice: Default::default(),
        carry: (),
    };
    let mut deal = Deal::start(rules, &set_up, &mut journal);
    let before = deal.view(Viewer::Seat(Seat::new(2)));
    deal.apply(Seat::new(1), Action::parse("ready").unwrap(), &mut journal).unwrap();
    assert_eq!(deal.view(Viewer::Seat(Seat::new(2))), before);
    deal.apply(Seat::new(2), Action::Pass, &mut journal).unwrap();
    assert!(deal.view(Viewer::Public).extra.declared[1].is_some());
}

#[test]
fn time_outs_take_the_drawn_tile_or_the_lowest() {
    let start = play(FIVE_PAIRS, "4s4s4s", &[]);
    assert_eq!(start.deal.timeout_action(Seat::new(0)), Some(Action::parse("discard 1p").unwrap()));
    let drawn = play(FIVE_PAIRS, "4s4s4s", &["0 discard 1p"]);
    assert_eq!(drawn.deal.timeout_action(Seat::new(1)), Some(Action::parse("discard 4s").unwrap()));
    // A drawn wild may not be thrown beside other tiles.
    let wild = play(FIVE_PAIRS, "7z4s4s", &["0 discard 1p"]);
    assert_eq!(wild.deal.timeout_action(Seat::new(1)), Some(Action::parse("discard 2p").unwrap()));
}

/// The option `ask_duty` binds own turns only, and never a seat declared ready.
#[test]
fn five_pairs_must_ask_by_option() {
    let always = |hands: [&str; 4], wall: &str, lines: &[&str]| {
        try_play(hands, wall, lines, json!({ "ask_duty": "always" })).unwrap()
    };
    let bound = always(FIVE_PAIRS, "4s4s4s", &["0 discard 1p"]);
    assert_eq!(offered(&bound.deal, 1), "ask 4s");
    assert!(bound.deal.view(Viewer::Seat(Seat::new(1))).extra.must_ask);
    assert!(!bound.deal.view(Viewer::Seat(Seat::new(2))).extra.must_ask);
    assert!(!bound.deal.view(Viewer::Public).extra.must_ask);
    assert_eq!(bound.deal.timeout_action(Seat::new(1)), Some(Action::parse("ask 4s").unwrap()));
    let free = play(FIVE_PAIRS, "4s4s4s", &["0 discard 1p"]);
    assert!(!free.deal.view(Viewer::Seat(Seat::new(1))).extra.must_ask);
    // The fourth 2p is no kong, and a drawn wild keeps its place.
    let kong = ["134679p12578s", "222255p3366s", "134679p1258s", "134679p1278s"];
    assert_eq!(offered(&always(kong, "4s4s4s", &["0 discard 1p"]).deal, 1), "ask 4s");
    let wild = always(FIVE_PAIRS, "7z4s4s", &["0 discard 1p"]);
    assert_eq!(offered(&wild.deal, 1), "ask 2p, ask 5p, ask 3s, ask 6s, ask 9s");
    // Others' tiles may be claimed: with a pung the five pairs are gone, and the hand is free.
    let pung = always(FIVE_PAIRS, "4s4s4s", &["0 discard 9p", "1 ask 4s"]);
    assert_eq!(winners(&pung), [(1, 3)]);
    // Declared ready the hand throws, wins or kongs as ever.
    let ready = ["134679p12578s", "2255p334455s", "134679p1258s", "134679p1278s"];
    let played = always(ready, "6s4s4s", &["1 ready", "0 discard 1p"]);
    assert!(offered(&played.deal, 1).contains("discard 6s"));
    assert!(offered(&always(ready, "2p4s4s", &["1 ready", "0 discard 1p"]).deal, 1).contains("hu"));
    // The dealer's eleven tiles are bound by any tile that leaves five pairs; with four pairs they are not.
    let dealer = ["2255p336699s1p", "134679p1258s", "134679p1278s", "134679p1257s"];
    assert_eq!(offered(&always(dealer, "4s4s4s", &[]).deal, 0), "ask 1p");
    let four = ["2255p33669s18p", "134679p1258s", "134679p1278s", "134679p1257s"];
    assert!(offered(&always(four, "4s4s4s", &[]).deal, 0).contains("ready_ask"));
}

/// The passing lock keeps what may be won, not what another reading would give.
#[test]
fn a_lock_counts_only_readings_that_may_win() {
    let options = json!({ "one_fan_discard": "ask_or_kong" });
    // 断幺九 456: three fan, but a basic win: nothing is offered, nothing is let go.
    let hands = ["13579p125789s", "11199p44456s", "234678p3346s", "24568p12789s"];
    let played = try_play(hands, "5s3p9s", &["0 discard 5s", "! 2 hu"], options.clone()).unwrap();
    assert_eq!(played.deal.view(Viewer::Seat(Seat::new(2))).extra.passed, None);
    // The same tile asked with, or thrown by a seat declared to ask, may be taken.
    let asked = ["22p335577s99p5s", "134679p1258s", "234678p3346s", "134679p1278s"];
    let caught = try_play(asked, "4s4s4s", &["0 ask 5s", "2 hu"], options).unwrap();
    assert_eq!((winners(&caught), deltas(&caught)), (vec![(2, 3)], [-16, 0, 16, 0]));
}
