//! The special flows of `anhua`, played from scripts: kong tiles, sealed hands, robbing, four kings at the start, the sea
//! bottom, locks, birds, piao, two players.

use serde_json::{Value, json};
use sifang_rules::anhua::{Anhua, AnhuaOptions};
use sifang_rules::script::{self, Played};
use sifang_table::{Action, Aside, Deal, Dice, End, Journal, Progress, RuleSet, SetUp, Viewer};
use sifang_tiles::{Seat, Tile, format_tiles, parse_tile, parse_tiles};

/// A script in the making. Seats without a hand get thirteen (or fourteen) different tiles that are no kings of the four-king
/// game; the wall is filled up between `front` and `back` with what is left.
struct Play<'a> {
    options: Value,
    players: usize,
    dealer: usize,
    indicator: &'a str,
    hands: &'a [&'a str],
    front: &'a str,
    back: &'a str,
    /// Length of the wall; all tiles if none.
    wall: Option<usize>,
    dice: &'a [u8],
}

impl Default for Play<'_> {
    fn default() -> Self {
        Play {
            options: json!({}),
            players: 4,
            dealer: 0,
            indicator: "2m",
            hands: &[],
            front: "",
            back: "",
            wall: None,
            dice: &[],
        }
    }
}

impl Play<'_> {
    fn run(&self, actions: &[&str]) -> Played<Anhua> {
        let mut left: Vec<u8> = vec![4; 27];
        let mut take = |tiles: &[Tile]| {
            for tile in tiles {
                left[tile.index()] =
                    left[tile.index()].checked_sub(1).unwrap_or_else(|| panic!("a fifth {tile}"));
            }
        };
        let (front, back) = (parse_tiles(self.front).unwrap(), parse_tiles(self.back).unwrap());
        take(&[parse_tile(self.indicator).unwrap()]);
        take(&front);
        take(&back);
        self.hands.iter().for_each(|text| take(&parse_tiles(text).unwrap()));
        let king = parse_tile(self.indicator).unwrap().up(1).unwrap();
        let mut hands: Vec<String> = self.hands.iter().map(|h| h.to_string()).collect();
        hands.resize(self.players, String::new());
        for (seat, hand) in hands.iter_mut().enumerate().filter(|(_, hand)| hand.is_empty()) {
            let wanted = if seat == self.dealer { 14 } else { 13 };
            let kinds = (0..27).map(|i| (i * 7 + seat * 4) % 27);
            let kinds = kinds.filter(|i| *i != king.index() && left[*i] > 0);
            let tiles: Vec<Tile> = kinds.take(wanted).map(Tile::at).collect();
            tiles.iter().for_each(|t| left[t.index()] -= 1);
            *hand = format_tiles(&tiles);
        }
        let mut filler: Vec<Tile> = Vec::new();
        while left.iter().any(|n| *n > 0) {
            filler.extend((0..27).map(|i| i * 10 % 27).filter(|i| left[*i] > 0).map(Tile::at));
            left.iter_mut().for_each(|n| *n = n.saturating_sub(1));
        }
        if let Some(n) = self.wall {
            filler.truncate(n - front.len() - back.len());
        }
        let wall: Vec<Tile> = front.into_iter().chain(filler).chain(back).collect();
        let script = json!({
            "options": self.options, "players": self.players, "dealer": self.dealer, "hands": hands,
            "indicator": self.indicator, "wall": format_tiles(&wall), "dice": self.dice, "actions": actions,
        });
        script::play(&serde_json::from_value(script).unwrap()).unwrap_or_else(|e| panic!("{e}"))
    }

    /// Plays and compares parts of the outcome.
    fn gives(&self, actions: &[&str], expect: Value) -> Played<Anhua> {
        let played = self.run(actions);
        let outcome = json!(played.outcome());
        for (field, value) in expect.as_object().unwrap() {
            let got = match (field.as_str(), &outcome["wins"]) {
                ("won", wins) => wins
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|w| json!([w["seat"], w["source"], w["tile"], w["total"]]))
                    .collect(),
                _ => outcome[field].clone(),
            };
            assert_eq!(got, *value, "{field} of {outcome}");
        }
        played
    }
}

fn tile(text: &str) -> Tile {
    parse_tile(text).unwrap()
}

fn may(deal: &Deal<Anhua>, seat: usize) -> Vec<String> {
    let prompt = deal.view(Viewer::Seat(Seat::new(seat))).prompt;
    prompt.map_or(Vec::new(), |p| p.choices.iter().map(Action::to_string).collect())
}

/// Waits for 6s and 9s after the kong of 1s.
const KONGER: &str = "456m456p11115578s";
/// Waits for 1p and 4p, all hard.
const WAITS_14P: &str = "55789m23789p222s";
/// Waits for 4p and 7p, all hard.
const WAITS_47P: &str = "67888m56p345999s";

// ---- kong tiles ----

#[test]
fn the_konger_wins_on_its_first_dearest_tile() {
    let play = Play {
        options: json!({ "kong_tiles": 3 }),
        hands: &[KONGER],
        // The second place from the end: two tiles stay behind the three.
        back: "1m6s9s22p",
        dice: &[2],
        ..Play::default()
    };
    let played = play.gives(
        &["0 kong 1s", "0 hu"],
        json!({ "won": [[0, "self_draw", "6s", 8]], "deltas": [24, -8, -8, -8], "next_dealer": 0 }),
    );
    let open: Vec<Tile> =
        played.deal.table.aside().iter().filter(|a| a.why == Aside::KongTile).map(|a| a.tile).collect();
    assert_eq!(format_tiles(&open), "1m69s");
    assert_eq!(played.deal.view(Viewer::Public).extra.die, Some(2));
}

#[test]
fn too_large_a_throw_wraps() {
    // Nine tiles, two turned up: four places. Five is the first again, eight the fourth.
    for (die, open) in [(1, "89p"), (4, "23p"), (5, "89p"), (8, "23p"), (255, "45p")] {
        let play = Play {
            hands: &[KONGER],
            front: "1p",
            back: "23456789p",
            wall: Some(9),
            dice: &[die],
            ..Play::default()
        };
        let played = play.run(&["0 kong 1s"]);
        let dead: Vec<Tile> =
            played.deal.table.river().iter().filter(|t| t.is_dead()).map(|t| t.tile).collect();
        assert_eq!(format_tiles(&dead), open, "die {die}");
    }
}

#[test]
fn others_win_on_kong_tiles_each_on_its_dearest() {
    let mut play = Play {
        options: json!({ "kong_tiles": 3, "multi_win": true }),
        hands: &[KONGER, WAITS_14P, WAITS_47P],
        // The king would make either hand worth less than a tile that keeps it hard.
        back: "3m7p1p",
        ..Play::default()
    };
    let actions = ["0 kong 1s", "! 1 hu", "0 pass", "! 3 pass", "2 hu", "1 hu"];
    play.gives(
        &actions,
        json!({
            "won": [[1, "discard", "1p", 8], [2, "discard", "7p", 8]], "deltas": [-16, 8, 8, 0], "next_dealer": 1,
        }),
    );
    play.options = json!({ "kong_tiles": 3 });
    play.gives(&actions, json!({ "won": [[1, "discard", "1p", 8]], "deltas": [-8, 8, 0, 0] }));
    play.options = json!({ "kong_tiles": 3, "kong_discard_big": false });
    play.gives(&actions, json!({ "won": [[1, "discard", "1p", 4]], "deltas": [-4, 4, 0, 0] }));
}

#[test]
fn unwon_kong_tiles_lie_dead_in_the_kongers_river() {
    let play = Play { hands: &[KONGER, "1144m147p258s369s", ""], back: "1m4m", ..Play::default() };
    let played =
        play.gives(&["0 kong 1s", "! 1 pon", "! 1 chi 23m", "! 2 chi 23m"], json!({ "end": "unfinished" }));
    let dead: Vec<(Seat, Tile)> =
        played.deal.table.river().iter().filter(|t| t.is_dead()).map(|t| (t.seat(), t.tile)).collect();
    assert_eq!(dead, [(Seat::new(0), tile("1m")), (Seat::new(0), tile("4m"))]);
    assert_eq!(played.deal.phase().map(Anhua::stage).unwrap().seat, Some(Seat::new(1)));
    assert_eq!(played.deal.view(Viewer::Public).extra.sealed, [true, false, false, false]);
}

#[test]
fn three_kings_take_no_kong_tile_and_passing_locks_the_kinds() {
    // Seat 2 holds three kings and waits; seat 1 passes 1p and 4p and is locked for both until it draws.
    let play = Play {
        hands: &[KONGER, WAITS_14P, "333m56p345999s88p", ""],
        front: "9m9m9m9p1m",
        back: "1p4p",
        ..Play::default()
    };
    let played = play.run(&["0 kong 1s", "! 2 hu", "! 2 pass", "1 pass"]);
    // Nobody is left to answer: seat 1 has drawn, which lifts the lock again.
    assert_eq!(played.deal.view(Viewer::Seat(Seat::new(1))).extra.locked, []);
    let play = Play { dealer: 3, hands: &["", WAITS_14P, "", "456m456p11115578s"], ..play };
    let played = play.run(&["3 kong 1s", "1 pass"]);
    let locked = |seat| played.deal.view(Viewer::Seat(Seat::new(seat))).extra.locked;
    assert_eq!(format_tiles(&locked(1)), "14p");
    assert_eq!(locked(0), []);
}

#[test]
fn a_kong_needs_five_tiles_and_may_leave_one_for_the_sea() {
    let mut play = Play { hands: &[KONGER], back: "8888p", wall: Some(4), ..Play::default() };
    play.run(&["! 0 kong 1s"]);
    play.wall = Some(5);
    play.options = json!({ "kong_tiles": 4 });
    let played = play.gives(&["0 kong 1s"], json!({ "end": "draw", "next_dealer": 1 }));
    let sea = played.deal.table.aside().iter().filter(|a| a.why == Aside::Sea).count();
    assert_eq!(sea, 1);
}

// ---- sealed hands ----

#[test]
fn a_sealed_hand_plays_by_itself() {
    let play = Play {
        hands: &[KONGER, "", "", ""],
        // Seat 0 draws 8m (goes out at once), then 6s (may win, passes), then 3m, a king.
        front: "7p7p7p8m9p9p9p6s8p8p8p3m",
        back: "1m1m",
        ..Play::default()
    };
    let lines = ["0 kong 1s", "1 discard 7p", "2 discard 7p", "3 discard 7p", "! 0 discard 8m"];
    let played = play.run(&lines);
    assert!(played.deal.table.river().iter().any(|t| t.tile == tile("8m") && t.seat() == Seat::new(0)));
    let more = ["1 discard 9p", "2 discard 9p", "3 discard 9p", "! 0 discard 6s", "0 pass"];
    let played = play.run(&[&lines[..], &more].concat());
    assert!(played.deal.table.last_thrown().unwrap().seat() == Seat::new(0));
    let last = ["1 discard 8p", "2 discard 8p", "3 discard 8p", "! 0 pass", "! 0 discard 3m"];
    let played = play.run(&[&lines[..], &more, &last].concat());
    assert_eq!(may(&played.deal, 0), ["hu"]);
    assert_eq!(played.deal.timeout_action(Seat::new(0)), Some(Action::Win));
    let all = [&lines[..], &more, &last, &["0 hu"]].concat();
    play.gives(&all, json!({ "won": [[0, "self_draw", "3m", 2]] }));
}

#[test]
fn a_sealed_hand_kongs_only_with_the_tile_just_drawn() {
    // After the kong of 1s it waits for 6s. With 8s it could kong its four 5s and still wait, were it not sealed.
    let hand = "88m999p111155557s";
    let mut play = Play { hands: &[hand], front: "7p7p7p9p", back: "1m1m", ..Play::default() };
    let lines = ["0 kong 1s", "1 discard 7p", "2 discard 7p", "3 discard 7p"];
    let played = play.run(&lines);
    assert_eq!(may(&played.deal, 0), ["pass", "kong 9p"]);
    let played = play.run(&[&lines[..], &["! 0 kong 5s", "0 kong 9p"]].concat());
    assert_eq!(played.deal.table.melds(Seat::new(0)).len(), 2);
    play.front = "7p7p7p8s";
    let played = play.run(&lines);
    let thrown = played.deal.table.last_thrown().unwrap();
    assert_eq!((thrown.seat(), thrown.tile), (Seat::new(0), tile("8s")));
}

// ---- robbing ----

#[test]
fn an_added_kong_can_be_robbed_and_a_passed_robbery_locks() {
    let mut play = Play {
        options: json!({ "multi_win": true }),
        hands: &["1245m2358p134689s", "1567m2245667p99s", "456m111789p5578s", "678m123444p2278s"],
        front: "1m7m1s9s",
        back: "99m",
        ..Play::default()
    };
    let pung = ["0 discard 9s", "1 pon", "1 discard 1m", "2 discard 1m", "3 discard 7m", "0 discard 1s"];
    let lines = [&pung[..], &["1 kong 9s"]].concat();
    let robbed = [&lines[..], &["! 0 hu", "3 hu", "2 hu"]].concat();
    play.gives(
        &robbed,
        json!({
            "won": [[2, "rob_kong", "9s", 8], [3, "rob_kong", "9s", 8]], "deltas": [0, -16, 8, 8], "next_dealer": 2,
        }),
    );
    let played = play.run(&[&lines[..], &["2 pass", "3 pass"]].concat());
    assert!(played.deal.table.melds(Seat::new(1)).iter().any(|m| m.kind.is_kong()));
    assert_eq!(played.deal.view(Viewer::Seat(Seat::new(3))).extra.locked, [tile("9s")]);
    assert_eq!(played.deal.view(Viewer::Seat(Seat::new(2))).extra.locked, [], "it has drawn since");
    play.options = json!({ "rob_kong": false });
    play.run(&[&lines[..], &["! 2 hu", "! 3 hu"]].concat());
}

// ---- four kings at the start ----

#[test]
fn four_kings_at_the_start() {
    let shapeless = Play { hands: &["33331m1479p25889s"], ..Play::default() };
    shapeless.gives(&["0 hu"], json!({ "won": [[0, "self_draw", null, 2]], "deltas": [6, -2, -2, -2] }));
    // Any other action passes it: in its next turn the dealer needs a shape.
    let later = Play { players: 2, front: "9m9m", ..shapeless };
    let played = later.run(&["0 discard 1p", "1 discard 9m"]);
    assert!(may(&played.deal, 0).iter().all(|action| action.starts_with("discard")));
    let real = Play { hands: &["3333m1245p115579s"], ..Play::default() };
    real.gives(&["0 hu"], json!({ "won": [[0, "self_draw", null, 8]] }));
    let other = Play { hands: &["", "3333m1245p11557s"], front: "9s", ..Play::default() };
    let played = other.run(&[]);
    assert_eq!(may(&played.deal, 1), ["pass", "hu"]);
    assert_eq!(may(&played.deal, 0), Vec::<String>::new());
    assert_eq!(played.deal.timeout_action(Seat::new(1)), Some(Action::Win));
    other.gives(&["1 hu"], json!({ "won": [[1, "self_draw", null, 2]], "deltas": [-2, 6, -2, -2] }));
    let played = other.run(&["1 pass"]);
    assert_eq!(played.deal.phase().map(Anhua::stage).unwrap().seat, Some(Seat::new(0)));
    // Two and two of either kind are not four of one.
    let seven = Play {
        options: json!({ "kings": 7 }),
        indicator: "5m",
        hands: &["", "5566m147p147s789s"],
        ..Play::default()
    };
    assert_eq!(may(&seven.run(&[]).deal, 1), Vec::<String>::new());
}

// ---- the sea bottom ----

#[test]
fn the_sea_bottom_goes_round_without_discards() {
    for (players, last) in [(2, 0), (3, 1), (4, 0)] {
        let play = Play { players, wall: Some(4), ..Play::default() };
        let lowest = may(&play.run(&[]).deal, 0).into_iter().find(|a| a.starts_with("discard")).unwrap();
        let line = format!("0 {lowest}");
        let played = play.gives(&[&line], json!({ "end": "draw", "next_dealer": last }));
        let sea: Vec<usize> = played
            .deal
            .table
            .aside()
            .iter()
            .filter(|a| a.why == Aside::Sea)
            .map(|a| a.seat.index())
            .collect();
        assert_eq!(sea, (1..=4).map(|i| i % players).collect::<Vec<_>>());
        assert_eq!(played.deal.table.river().len(), 1);
    }
}

#[test]
fn a_sea_tile_left_behind_is_no_part_of_the_hand() {
    // Two players: seat 1 waits for 69s. It leaves 9s, then draws 1m, then 6s is the dealer's.
    let waits = "456m123456p5578s";
    let play = Play { players: 2, hands: &["", waits], front: "9s1m6s1m", wall: Some(4), ..Play::default() };
    let lowest = may(&play.run(&[]).deal, 0).into_iter().find(|a| a.starts_with("discard")).unwrap();
    let line = format!("0 {lowest}");
    let played = play.run(&[&line]);
    assert_eq!(may(&played.deal, 1), ["pass", "hu"]);
    assert_eq!(played.deal.timeout_action(Seat::new(1)), Some(Action::Win));
    assert_eq!(played.deal.view(Viewer::Public).players[1].hand, None, "the drawn tile is still its own");
    play.gives(&[&line, "1 hu"], json!({ "won": [[1, "self_draw", "9s", 4]], "deltas": [-4, 4] }));
    // It may leave the first and win on the third.
    let play = Play { front: "9s1m6s1m", ..play };
    let played = play.gives(&[&line, "1 pass", "1 hu"], json!({ "won": [[1, "self_draw", "6s", 4]] }));
    assert_eq!(played.deal.table.hand(Seat::new(1)).len(), 14);
}

// ---- locks ----

#[test]
fn a_declined_win_locks_its_kind_until_the_next_own_draw() {
    let hands = ["", "", "456m123456p5578s", "1789m289p1234789s"];
    let mut play = Play { dealer: 3, hands: &hands, front: "9s1m1m", ..Play::default() };
    let passed = ["3 discard 9s", "2 pass"];
    let locked = |played: &Played<Anhua>| played.deal.view(Viewer::Seat(Seat::new(2))).extra.locked;
    assert_eq!(locked(&play.run(&passed)), [tile("9s")]);
    let played = play.run(&[&passed[..], &["0 discard 9s", "! 2 hu", "1 discard 1m"]].concat());
    assert_eq!(locked(&played), [], "its own draw has lifted it");
    // Another kind is free.
    play.front = "6s";
    let lines = [&passed[..], &["0 discard 6s", "2 hu"]].concat();
    play.gives(&lines, json!({ "won": [[2, "discard", "6s", 4]], "deltas": [-4, 0, 4, 0] }));
}

#[test]
fn a_claim_instead_of_a_win_locks_and_does_not_lift() {
    let hands = ["", "19m1469p23678s99p1m", "456m123456p2278s", ""];
    let play = Play { dealer: 1, hands: &hands, ..Play::default() };
    let played = play.run(&["1 discard 6s", "2 chi 78s", "2 discard 1p"]);
    assert_eq!(played.deal.view(Viewer::Seat(Seat::new(2))).extra.locked, [tile("6s")]);
}

// ---- birds and piao ----

#[test]
fn birds_of_every_type() {
    let dealt = "456m123456p55789s";
    // 2p 6m 4s 9m: offsets 1, 1, 3, 0.
    for (kind, count, multiplier, deltas) in [
        ("none", 4, "linear", [12, -4, -4, -4]),
        ("159", 4, "linear", [24, -8, -8, -8]),
        ("dealer_seat", 4, "linear", [48, -24, -8, -16]),
        ("winner_seat", 3, "power", [28, -16, -4, -8]),
        ("one_bird_all", 1, "linear", [24, -8, -8, -8]),
    ] {
        let options = json!({ "bird_type": kind, "bird_count": count, "bird_multiplier": multiplier });
        let play = Play { options, hands: &[dealt], front: "2p6m4s9m", ..Play::default() };
        let played = play.gives(&["0 hu"], json!({ "deltas": deltas }));
        let birds = played.deal.view(Viewer::Public).extra.birds;
        assert_eq!(birds.len(), if kind == "none" { 0 } else { count });
        let hit: Vec<Option<usize>> = birds.iter().map(|b| b.seat.map(Seat::index)).collect();
        match kind {
            "dealer_seat" => assert_eq!(hit, [Some(1), Some(1), Some(3), Some(0)]),
            "159" => assert_eq!(birds.iter().map(|b| b.hit).collect::<Vec<_>>(), [false, false, false, true]),
            _ => {}
        }
    }
}

#[test]
fn several_winners_count_seats_from_the_discarder_and_a_short_wall_gives_fewer_birds() {
    let hands = ["14589m2369p23689s", "456m123456p5578s", "1479m14589p1469s", "678m123789p2278s"];
    let options = json!({ "multi_win": true, "bird_type": "winner_seat", "bird_count": 6 });
    let play = Play { options, hands: &hands, front: "5p", back: "4p", wall: Some(2), ..Play::default() };
    // 5p hits seat 0, the discarder, 4p seat 3.
    play.gives(&["0 discard 9s", "3 hu", "1 hu"], json!({ "deltas": [-24, 8, 0, 16] }));
    let none = Play { front: "", back: "", wall: Some(0), ..play };
    none.gives(&["0 discard 9s", "3 hu", "1 hu"], json!({ "deltas": [-8, 4, 0, 4] }));
}

#[test]
fn piao_is_chosen_before_any_tile_is_dealt() {
    let mut play =
        Play { options: json!({ "piao_mode": "choose" }), hands: &["456m123456p55789s"], ..Play::default() };
    let played = play.run(&["2 piao 3", "! 2 piao 1", "! 1 piao 4"]);
    assert_eq!(played.deal.table.hand(Seat::new(0)).len(), 0);
    let view = played.deal.view(Viewer::Seat(Seat::new(1)));
    assert_eq!(
        (view.extra.piao, view.extra.kings.len()),
        (vec![0; 4], 0),
        "choices stay closed until all are made"
    );
    assert_eq!(played.deal.timeout_action(Seat::new(1)), Some(Action::Float(0)));
    // Silent seats stake nothing.
    let played = play.gives(&["2 piao 3", "0 piao 1", "0 hu"], json!({ "deltas": [18, -5, -8, -5] }));
    assert_eq!(played.deal.view(Viewer::Public).extra.piao, [1, 0, 3, 0]);
    play.options = json!({ "piao_mode": "fixed", "fixed_piao": 5, "base": 2 });
    play.gives(&["0 hu"], json!({ "deltas": [54, -18, -18, -18] }));
}

// ---- claims with kings, time-outs ----

#[test]
fn a_claim_must_leave_a_tile_that_may_be_thrown() {
    let lines = [
        "0 discard 9m",
        "1 pon",
        "1 discard 1s",
        "2 discard 9p",
        "1 pon",
        "1 discard 4s",
        "2 discard 9s",
        "1 pon",
        "1 discard 7s",
        "2 discard 1p",
    ];
    // What is left after three pungs: two kings and a pair, or a king, an 8 and a pair.
    for (left, last) in [("33m11p", "! 1 pon"), ("3m8s11p", "1 pon")] {
        let hand = format!("99m99p99s147s{left}");
        let hands = ["124569m2458p2468s", &hand];
        let play = Play { hands: &hands, front: "9p9s1p", ..Play::default() };
        play.run(&[&lines[..], &[last]].concat());
    }
}

#[test]
fn time_outs_throw_what_was_drawn_or_the_highest_tile() {
    let play = Play { hands: &["13489m258p1479s1s2s"], front: "7p3m", ..Play::default() };
    let played = play.run(&[]);
    assert_eq!(played.deal.timeout_action(Seat::new(0)), Some(Action::Discard(tile("9s"))));
    let played = play.run(&["0 discard 9s"]);
    assert_eq!(played.deal.timeout_action(Seat::new(1)), Some(Action::Discard(tile("7p"))));
    let played = play.run(&["0 discard 9s", "1 discard 7p"]);
    let seat = Seat::new(2);
    let highest = played.deal.table.hand(seat).held().last().map(Action::Discard);
    assert_eq!(played.deal.table.drawn(seat), Some(tile("3m")));
    assert_eq!(played.deal.timeout_action(seat), highest, "a king cannot be thrown");
}

// ---- two players, the match ----

#[test]
fn two_players_correct_their_totals_at_the_end() {
    let options = AnhuaOptions {
        below_score: 10,
        below_add: 5,
        double_times: 2,
        double_below: 30,
        ..Default::default()
    };
    let settle = |seats: usize, totals: [i32; 4]| {
        let end = Progress { totals, ..Progress::default() };
        let mut sums = totals;
        for c in Anhua::new(options, seats).settle_match(&end) {
            sums.iter_mut().zip(c.deltas).for_each(|(sum, delta)| *sum += delta);
        }
        sums
    };
    assert_eq!(settle(2, [8, -8, 0, 0]), [26, -26, 0, 0]);
    assert_eq!(settle(2, [-9, 9, 0, 0]), [-28, 28, 0, 0]);
    assert_eq!(settle(2, [-10, 10, 0, 0]), [-20, 20, 0, 0], "10 is not below 10");
    assert_eq!(settle(2, [15, -15, 0, 0]), [15, -15, 0, 0], "30 is not below 30");
    assert_eq!(settle(2, [0, 0, 0, 0]), [0; 4]);
    assert_eq!(settle(3, [8, -8, 0, 0]), [8, -8, 0, 0]);
}

#[test]
fn tiles_are_taken_out_for_two_players_only() {
    let options = AnhuaOptions { remove_tiles: 40, deals: 2, ..Default::default() };
    let left = |seats: usize| {
        let rules = Anhua::new(options, seats);
        let row: Vec<Tile> = (0..rules.row_length()).map(|i| Tile::at(i * 7 % 27)).collect();
        let set_up =
            SetUp { row: &row, dealer: Seat::new(1), shown_dice: [1, 1], dice: Dice::default(), carry: () };
        let deal = Deal::start(rules, &set_up, &mut Journal::silent());
        (deal.table.wall().left(), Anhua::after(&deal, &Progress { played: 1, ..Progress::default() }).over)
    };
    assert_eq!((left(2), left(3), left(4)), ((40, true), (67, true), (54, true)));
}

#[test]
fn the_winner_deals_next_and_a_drawn_deal_counts() {
    let play = Play { hands: &["", "456m123456p5578s"], front: "9s", ..Play::default() };
    let lowest = may(&play.run(&[]).deal, 0).into_iter().find(|a| a.starts_with("discard")).unwrap();
    let line = format!("0 {lowest}");
    let played = play.gives(&[&line, "1 hu"], json!({ "next_dealer": 1, "end": "wins" }));
    let after = |played_before| {
        Anhua::after(&played.deal, &Progress { played: played_before, ..Progress::default() }).over
    };
    assert_eq!((after(6), after(7)), (false, true));
    assert_eq!(played.deal.end(), Some(End::Wins));
}
