//! Special flows of `jingji`, hand by hand: the opening, ready calls, penalties, stakes, draws, robbed kongs, the dead wall,
//! the last tile, the course of a match.

use serde_json::{Value, json};
use sifang_rules::contract::Contract;
use sifang_rules::jingji::{Carry, Jingji, Phase};
use sifang_rules::script::{self, Played, Script};
use sifang_table::{Action, Journal, MeldKind, Progress, RuleSet, Viewer};
use sifang_tiles::{Seat, Tile, format_tiles, parse_tile, parse_tiles};

/// The dealer's hand unless a test says otherwise: nothing in it, 7z drawn last.
const DEALER: &str = "1479m13p24s234567z389m";
/// Waits for 2s and 5s; no yaku but 门前清.
const WAITS_5S: &str = "123m234678p34678s22z";
/// Waits for 2p and 5p: dragons, straight, 门前清, worth 16.
const WAITS_5P: &str = "123456789m34p44s666z";

/// A table set up by hand. Hands left empty, and the part of the dead wall that does not matter, are filled with scattered tiles.
struct Table {
    script: Value,
    hands: [String; 4],
    wall: String,
    tail: String,
    indicator: String,
}

fn table(indicator: &str) -> Table {
    Table {
        script: json!({ "players": 4, "dealer": 0 }),
        hands: [DEALER.into(), String::new(), String::new(), String::new()],
        wall: "1p9m8p3z6m".into(),
        tail: String::new(),
        indicator: indicator.into(),
    }
}

impl Table {
    fn hand(mut self, seat: usize, tiles: &str) -> Table {
        self.hands[seat] = tiles.into();
        self
    }

    /// The whole live wall.
    fn wall(mut self, tiles: &str) -> Table {
        self.wall = tiles.into();
        self
    }

    /// The end of the dead wall: its last tile is the first replacement.
    fn tail(mut self, tiles: &str) -> Table {
        self.tail = tiles.into();
        self
    }

    fn set(mut self, name: &str, value: Value) -> Table {
        self.script[name] = value;
        self
    }

    fn option(mut self, name: &str, value: Value) -> Table {
        self.script["options"][name] = value;
        self
    }

    fn play(self, actions: &[&str]) -> Played<Jingji> {
        self.try_play(actions).unwrap_or_else(|e| panic!("{e}"))
    }

    fn try_play(mut self, actions: &[&str]) -> Result<Played<Jingji>, String> {
        let dealer = self.script["dealer"].as_u64().unwrap() as usize;
        let mut left = [4u8; Tile::PLAYABLE];
        let given = self.hands.iter().chain([&self.wall, &self.tail, &self.indicator]);
        given.flat_map(|text| parse_tiles(text).unwrap()).for_each(|t| left[t.index()] -= 1);
        // Scattered: one of each kind in a jumbled order, then the second copies, and so on.
        let mut rest: Vec<Tile> = Vec::new();
        for copy in 0..4 {
            let kinds = (0..34).map(|i| i * 13 % 34).filter(|i| left[*i] > copy);
            rest.extend(kinds.map(Tile::at));
        }
        let mut rest = rest.into_iter();
        for seat in 0..4 {
            if self.hands[seat].is_empty() {
                let n = if seat == dealer { 17 } else { 16 };
                self.hands[seat] = format_tiles(&rest.by_ref().take(n).collect::<Vec<_>>());
            }
        }
        let mut dead = vec![parse_tile(&self.indicator).unwrap()];
        let tail = parse_tiles(&self.tail).unwrap();
        dead.extend(rest.take(13 - tail.len()));
        dead.extend(tail);
        self.script["hands"] = json!(self.hands);
        self.script["wall"] = json!(self.wall);
        self.script["indicator"] = json!(self.indicator);
        self.script["dead_wall"] = json!(format_tiles(&dead));
        self.script["actions"] = json!(actions);
        let script: Script<<Jingji as Contract>::ScriptFields> = serde_json::from_value(self.script).unwrap();
        script::play::<Jingji>(&script)
    }
}

fn outcome(played: &Played<Jingji>) -> Value {
    json!(played.outcome())
}

#[track_caller]
fn expect(played: &Played<Jingji>, fields: Value) {
    let got = outcome(played);
    for (name, value) in fields.as_object().unwrap() {
        if let (Some(want), Some(got)) = (value.as_array().filter(|_| name == "wins"), got["wins"].as_array())
        {
            assert_eq!(want.len(), got.len(), "{got:?}");
            for (want, got) in want.iter().zip(got) {
                want.as_object().unwrap().iter().for_each(|(k, v)| assert_eq!(&got[k], v, "{k} of {got}"));
            }
        } else {
            assert_eq!(&got[name], value, "{name} of {got}");
        }
    }
}

fn clauses(played: &Played<Jingji>) -> Vec<&'static str> {
    played.journal.entries().map(|(entry, _)| entry.why.clause).collect()
}

// ---- opening ----

#[test]
fn opening_wins_are_counted_from_the_dealer() {
    let set_up = || table("4z").set("dealer", json!(2)).hand(0, "").hand(1, WAITS_5S).hand(3, WAITS_5P);
    let both = set_up().play(&["1 hu", "3 hu"]);
    expect(&both, json!({ "wins": [{ "seat": 3, "source": "self_draw", "from": null, "total": 48 }] }));
    expect(&both, json!({ "deltas": [-16, -16, -16, 48], "next_dealer": 3, "end": "wins" }));
    let one = set_up().play(&["1 hu"]);
    expect(&one, json!({ "wins": [{ "seat": 1, "total": 48, "method": "fixed" }] }));
    let none = set_up().play(&["1 pass", "! 1 hu", "3 pass", "! 3 hu", "! 1 hu"]);
    expect(&none, json!({ "end": "unfinished", "next_dealer": null, "match_over": null }));
}

#[test]
fn the_dealer_wins_the_deal_at_the_opening_or_in_its_turn() {
    let set_up = || table("4z").hand(0, "123m234678p34678s22z5s").hand(3, WAITS_5P);
    let opening = set_up().play(&["3 hu", "0 hu"]);
    // 门前清, 2 fu for the honour pair: 2 points, rounded to 3.
    expect(
        &opening,
        json!({ "wins": [{ "seat": 0, "total": 3, "fu": 2, "fan": 1 }], "deltas": [3, -1, -1, -1] }),
    );
    let later = set_up().play(&["0 pass", "3 pass", "0 hu"]);
    expect(&later, json!({ "wins": [{ "seat": 0, "total": 3 }], "next_dealer": 0 }));
}

#[test]
fn three_golds_at_the_opening_and_robbing_with_golds_in_hand() {
    let three = table("5p").hand(2, "147m268p369s1234z555p").play(&["2 hu"]);
    expect(
        &three,
        json!({ "wins": [{ "seat": 2, "tile": null, "total": 48 }], "deltas": [-16, -16, 48, -16] }),
    );
    // Two golds and the indicator make a triplet of golds: worth a golden dragon.
    let dragon = table("5m").hand(1, "123m234678p678s55m22z").play(&["1 hu"]);
    expect(&dragon, json!({ "wins": [{ "seat": 1, "tile": "5m", "total": 129 }] }));
    // The dealer's three golds count at the opening too.
    let dealer = table("5p").hand(0, "147m268p369s12345z555p").play(&["0 hu"]);
    expect(&dealer, json!({ "wins": [{ "seat": 0, "total": 48 }] }));
}

#[test]
fn an_absent_player_takes_its_opening_win() {
    let played = table("4z").hand(1, WAITS_5S).play(&["! 0 discard 9m"]);
    let idle = Jingji::on_timeout(&played.deal, &Phase::Opening, Seat::new(1));
    assert_eq!(idle, Action::Win);
}

// ---- robbing the gold as dealer ----

#[test]
fn the_dealer_robs_the_gold_with_a_ready_call_but_not_after_a_kong() {
    let ready = table("4z").hand(0, "123m234678p34678s22z9m").play(&["0 ready 9m", "0 hu"]);
    expect(
        &ready,
        json!({ "wins": [{ "seat": 0, "source": "self_draw", "total": 48 }], "stakes": [0, 0, 0, 0] }),
    );
    expect(&ready, json!({ "deltas": [48, -16, -16, -16], "next_dealer": 0 }));
    // After a concealed kong the hand waits, but it is not the dealt one any more.
    let kong = table("4z").hand(0, "9999p123456m234s67s22z").tail("1m");
    let kong = kong.play(&["0 kong 9p", "0 discard 1m", "! 0 hu"]);
    expect(&kong, json!({ "end": "unfinished" }));
    let lines = [
        "0 discard 9m",
        "0 pass",
        "! 0 hu",
        "1 discard 1z",
        "2 discard 7z",
        "3 discard 1p",
        "0 discard 3p",
        "! 0 hu",
    ];
    let second = table("4z").hand(0, "123m234678p34678s22z9m").wall("1z7z1p3p6z8m8m").play(&lines);
    expect(&second, json!({ "end": "unfinished" }));
}

#[test]
fn an_absent_dealer_robs_the_gold_and_absent_claimants_pass() {
    let table = table("4z").hand(0, "123m234678p34678s22z9m").hand(2, "99m1357m1357p1357s13z");
    let mut deal = table.play(&[]).deal;
    deal.apply(Seat::new(0), Action::parse("discard 9m").unwrap(), &mut Journal::new()).unwrap();
    assert_eq!(deal.timeout_action(Seat::new(0)), Some(Action::Win));
    assert_eq!(deal.timeout_action(Seat::new(2)), Some(Action::Pass));
}

// ---- three golds ----

#[test]
fn three_golds_win_on_every_own_draw_but_not_after_a_call() {
    let set_up = || table("5p").hand(2, "26699m13559p3579s57z").wall("8s5p3s7m6s9s6z6z");
    let drawn = set_up().play(&["0 discard 9m", "1 discard 8s", "2 hu"]);
    expect(
        &drawn,
        json!({ "wins": [{ "seat": 2, "total": 48, "tile": "5p" }], "deltas": [-16, -16, 48, -16] }),
    );
    let later = set_up().play(&[
        "0 discard 9m",
        "1 discard 8s",
        "2 discard 2m",
        "3 discard 3s",
        "0 discard 7m",
        "1 discard 6s",
        "2 hu",
    ]);
    expect(&later, json!({ "wins": [{ "seat": 2, "total": 48, "tile": "9s" }] }));
    // Right after a pon there is no drawn tile and no win; nor on somebody's discard.
    let called = table("5p").wall("1p8p3z").hand(2, "2699m135559p3579s57z").play(&[
        "0 discard 9m",
        "! 2 hu",
        "2 pon",
        "! 2 hu",
    ]);
    expect(&called, json!({ "end": "unfinished" }));
}

// ---- ready ----

#[test]
fn ready_needs_points_a_wait_and_a_yaku_in_sight() {
    let closed = || table("4z").hand(1, WAITS_5S);
    let lines = ["0 discard 9m", "! 1 ready 2z", "1 ready 1p", "! 1 pass"];
    expect(&closed().play(&lines), json!({ "stakes": [0, 4, 0, 0], "deltas": [0, 0, 0, 0] }));
    let points = |points: i32, stake: i32| {
        let others = (800 - points) / 3;
        let points = json!([800 - points - 2 * others, points, others, others]);
        closed().set("points", points).set("stakes", json!([0, stake, 0, 0]))
    };
    points(4, 0).play(&["0 discard 9m", "1 ready 1p"]);
    points(3, 0).play(&["0 discard 9m", "! 1 ready 1p"]);
    points(7, 4).play(&["0 discard 9m", "! 1 ready 1p"]);
    expect(&points(8, 4).play(&["0 discard 9m", "1 ready 1p"]), json!({ "stakes": [0, 8, 0, 0] }));
}

#[test]
fn an_open_hand_is_ready_with_a_gold_or_with_a_yaku_on_some_wait() {
    let open = |indicator: &str, rest: &str| table(indicator).hand(1, &format!("12m456789p{rest}"));
    // A gold in hand; thrown away, nothing is left.
    let gold = open("5m", "345s99s67s5m").play(&["0 discard 3m", "1 chi 12m", "! 1 ready 5m", "1 ready 9s"]);
    expect(&gold, json!({ "stakes": [0, 4, 0, 0] }));
    // The gold kind as a plain tile completes it; with another gold nothing does.
    open("8s", "345s99s67s1z").play(&["0 discard 3m", "1 chi 12m", "1 ready 1z"]);
    open("3z", "345s99s67s1z").play(&["0 discard 3m", "1 chi 12m", "! 1 ready 1z"]);
    // A straight on one of the waits.
    let straight = table("3z").hand(1, "12m23456789s99p678p1z");
    straight.play(&["0 discard 3m", "1 chi 12m", "! 1 ready 9p", "1 ready 1z"]);
    // A concealed kong is no call.
    let kong = table("4z").hand(0, "9999p123456m234s67s22z").tail("1z").play(&["0 kong 9p", "0 ready 1z"]);
    expect(&kong, json!({ "stakes": [4, 0, 0, 0] }));
}

#[test]
fn the_stake_is_lost_even_on_the_declaring_discard() {
    let lines = ["0 discard 9m", "1 ready 5p", "3 hu"];
    let played = table("4z").hand(1, WAITS_5S).hand(3, WAITS_5P).wall("5p8p1s").play(&lines);
    expect(&played, json!({ "deltas": [0, -20, 0, 20], "stakes": [0, 0, 0, 0] }));
    assert_eq!(clauses(&played), ["jingji.pay.discard", "jingji.pay.stake"]);
}

#[test]
fn a_called_ready_discard_hands_its_place_sideways_to_the_next() {
    let lines = ["0 discard 9m", "1 ready 1p", "3 pon", "3 discard 9s", "0 discard 8p", "1 discard 3z"];
    let set_up = table("4z").hand(1, WAITS_5S).hand(3, "11p1479m259p1369s567z").wall("1p8p3z6m");
    let played = set_up.play(&lines);
    let view = played.deal.view(Viewer::Public);
    let river: Vec<_> = view.players[1].river.iter().map(|t| (t.tile.to_string(), t.declared)).collect();
    assert_eq!(river, [("3z".to_string(), true)]);
}

// ---- penalties ----

/// Ready after chi 6m: 8s makes 678 in all suits, 5s makes nothing.
const HALF_YAKU: &str = "78m234678p67s99s123s1z";

fn half_yaku() -> Table {
    table("4z").hand(0, "1469m13p24s234567z38m5s").hand(1, HALF_YAKU)
}

#[test]
fn a_ready_win_without_yaku_is_punished_on_a_discard_and_on_a_draw() {
    let calls = ["0 discard 6m", "1 chi 78m", "1 ready 1z"];
    let discard =
        half_yaku().play(&[&calls[..], &["2 discard 1p", "3 discard 9m", "0 discard 5s", "1 hu"]].concat());
    expect(
        &discard,
        json!({ "end": "penalty", "wins": [], "deltas": [4, -12, 4, 4], "stakes": [0, 4, 0, 0] }),
    );
    expect(&discard, json!({ "next_dealer": 1, "match_over": false }));
    assert_eq!(clauses(&discard), ["jingji.pay.penalty"; 3]);
    assert_eq!(discard.deal.table.shown().iter().collect::<Vec<_>>(), [Seat::new(1)]);
    let draws = ["2 discard 1p", "3 discard 9m", "0 discard 8p", "1 hu"];
    let drawn = half_yaku().wall("1p9m8p5s3z").play(&[&calls[..], &draws].concat());
    expect(&drawn, json!({ "end": "penalty", "deltas": [4, -12, 4, 4] }));
    // The same draw as the last tile of the wall has a yaku.
    let last = half_yaku().wall("1p9m8p5s").play(&[&calls[..], &draws].concat());
    expect(&last, json!({ "end": "wins", "wins": [{ "seat": 1, "fan": 2, "fu": 1, "total": 3 }] }));
    let refund = half_yaku().option("stake_on_draw", json!("refund")).wall("1p9m8p5s3z");
    expect(&refund.play(&[&calls[..], &draws].concat()), json!({ "stakes": [0, 0, 0, 0], "end": "penalty" }));
}

#[test]
fn a_punished_win_keeps_its_place_and_a_kong_answer_saves_it() {
    let calls = ["0 discard 6m", "1 chi 78m", "1 ready 1z", "2 discard 1p", "3 discard 9m", "0 discard 5s"];
    let far = || half_yaku().hand(3, "111222m999p46s555z66p");
    let void = far().play(&[&calls[..], &["3 hu", "1 hu"]].concat());
    expect(&void, json!({ "end": "penalty", "wins": [], "deltas": [4, -12, 4, 4] }));
    let passed = far().play(&[&calls[..], &["1 pass", "3 hu"]].concat());
    expect(&passed, json!({ "end": "wins", "wins": [{ "seat": 3, "from": 0, "source": "discard" }] }));
    // Seat 2 wants the tile for a kong: robbing it is a yaku.
    let kong = || half_yaku().hand(2, "555s1479m1359p12367z");
    let robbed = kong().play(&[&calls[..], &["2 kong", "1 hu"]].concat());
    let win = json!([{ "seat": 1, "source": "rob_kong", "from": 2, "total": 1, "fan": 2 }]);
    expect(&robbed, json!({ "end": "wins", "wins": win, "deltas": [0, 1, -1, 0], "stakes": [0, 0, 0, 0] }));
    let silent = kong().play(&[&calls[..], &["1 hu"]].concat());
    expect(&silent, json!({ "end": "penalty" }));
}

#[test]
fn the_warning_is_for_the_seat_alone() {
    let calls = ["0 discard 6m", "1 chi 78m", "1 ready 1z", "2 discard 1p", "3 discard 9m"];
    let mut deal = half_yaku().play(&calls).deal;
    deal.apply(Seat::new(0), Action::parse("discard 5s").unwrap(), &mut Journal::new()).unwrap();
    let warned = |who| deal.view(who).extra.win_is_penalty;
    assert!(warned(Viewer::Seat(Seat::new(1))));
    assert!(!warned(Viewer::Seat(Seat::new(2))) && !warned(Viewer::Public));
}

// ---- min_fan ----

#[test]
fn min_fan_counts_chances_but_not_a_kong_that_may_be_claimed() {
    let calls = ["0 discard 6m", "1 chi 78m", "1 discard 1z", "2 discard 1p", "3 discard 9m"];
    let strict = || half_yaku().option("min_fan", json!(1));
    let refused = strict().hand(2, "555s1479m1359p12367z");
    let refused = refused.play(&[&calls[..], &["0 discard 5s", "! 1 hu", "2 kong", "! 1 hu"]].concat());
    expect(&refused, json!({ "end": "unfinished" }));
    let last = strict().wall("1p9m8p").play(&[&calls[..], &["0 discard 5s", "1 hu"]].concat());
    expect(&last, json!({ "end": "wins", "wins": [{ "seat": 1, "fan": 1, "total": 1 }] }));
    let robbed = strict().hand(2, "55s11479m1359p12367z").wall("1p9m8p6m2z3z5s3z");
    let lines = [
        &[
            "0 discard 6m",
            "1 chi 78m",
            "1 discard 1z",
            "2 discard 1p",
            "3 discard 9m",
            "0 discard 5s",
            "2 pon",
        ][..],
        &["2 discard 4m", "3 discard 6m", "0 discard 2z", "1 discard 3z", "2 kong 5s", "1 hu"],
    ]
    .concat();
    expect(
        &robbed.play(&lines),
        json!({ "wins": [{ "seat": 1, "source": "rob_kong", "from": 2, "total": 1 }] }),
    );
}

// ---- robbed kongs ----

#[test]
fn the_nearest_robber_of_an_added_kong_wins_and_the_pon_stays() {
    let set_up = table("4z").hand(1, "55s1479m1359p123667z").hand(3, WAITS_5S);
    let lines =
        ["0 discard 5s", "3 pass", "1 pon", "1 discard 6z", "2 discard 1p", "3 discard 9m", "0 discard 8p"];
    let set_up =
        set_up.hand(0, "1469m13p24s234567z38m5s").wall("1p9m8p5s3z3z").hand(2, "34s678s77z999p234567p");
    let played = set_up.play(&[&lines[..], &["1 kong 5s", "3 hu", "2 hu"]].concat());
    expect(&played, json!({ "wins": [{ "seat": 2, "source": "rob_kong", "from": 1, "tile": "5s" }] }));
    let meld = played.deal.table.melds(Seat::new(1))[0];
    assert_eq!(meld.kind, MeldKind::Pung);
    assert_eq!(clauses(&played), ["jingji.pay.rob_kong"]);
}

#[test]
fn a_robbed_discard_kong_is_paid_by_the_konger_or_by_option_the_discarder() {
    let set_up = || {
        let table = table("4z").hand(0, "1469m13p24s234567z38m5s");
        table.hand(1, "555s1479m1359p12367z").hand(3, WAITS_5S)
    };
    let konger = set_up().play(&["0 discard 5s", "1 kong", "3 hu"]);
    expect(
        &konger,
        json!({ "deltas": [0, -4, 0, 4], "wins": [{ "seat": 3, "source": "rob_kong", "from": 1 }] }),
    );
    let option = set_up().option("rob_discard_kong_payer", json!("discarder"));
    let discarder = option.play(&["0 discard 5s", "3 hu", "1 kong"]);
    expect(
        &discarder,
        json!({ "deltas": [-4, 0, 0, 4], "wins": [{ "source": "rob_kong", "from": 1, "total": 4 }] }),
    );
    assert_eq!(clauses(&discarder), ["jingji.option.rob_discard_kong_payer"]);
    assert!(discarder.deal.table.melds(Seat::new(1)).is_empty(), "the kong is void");
    // A pon is no kong: an ordinary win.
    let pon = set_up().play(&["0 discard 5s", "1 pon", "3 hu"]);
    expect(
        &pon,
        json!({ "deltas": [-2, 0, 0, 2], "wins": [{ "source": "discard", "from": 0, "total": 2 }] }),
    );
}

// ---- the dead wall and the last tile ----

#[test]
fn every_kong_takes_the_tail_and_moves_one_live_tile_over() {
    let set_up = || table("8m").hand(0, "9999p1111z2222s123m57m").wall("345p6s").tail("6z7z3z");
    let played = set_up().play(&["0 kong 9p", "0 kong 1z", "0 kong 2s"]);
    let wall = played.deal.table.wall();
    assert_eq!((wall.left(), wall.dead(), wall.shown_place()), (1, 14, Some(4)));
    assert_eq!(played.deal.table.drawn(Seat::new(0)), Some(parse_tile("6z").unwrap()));
    let own = played.deal.view(Viewer::Seat(Seat::new(0)));
    let other = played.deal.view(Viewer::Seat(Seat::new(1)));
    assert_eq!(own.extra.indicator_place, 3);
    assert!(own.players[0].melds.iter().all(|m| m.tiles.is_some()));
    assert!(other.players[0].melds.iter().all(|m| m.tiles.is_none() && m.claimed.is_none()));
    // With one live tile a kong is still possible, with none it is not.
    let last = set_up().wall("5p").play(&["0 kong 9p", "! 0 kong 1z", "0 discard 3z", "! 1 pon"]);
    expect(&last, json!({ "end": "draw", "next_dealer": 1 }));
}

#[test]
fn the_last_tile_adds_to_the_kong_and_its_discard_can_only_be_won() {
    let kong = || table("3z").hand(0, "9999p123456m234s67s22z").tail("8s");
    // 门前清 1 + 杠上开花 1 + 海底捞月 1; fu 1 + 2 + 1.
    let both = kong().wall("5p").play(&["0 kong 9p", "0 hu"]);
    expect(&both, json!({ "wins": [{ "seat": 0, "fu": 4, "fan": 3, "total": 66 }] }));
    let more = kong().wall("5p5p").play(&["0 kong 9p", "0 hu"]);
    expect(&more, json!({ "wins": [{ "seat": 0, "fu": 4, "fan": 2, "total": 18 }] }));
    let river = table("4z").hand(1, WAITS_5S).hand(2, "55s1479m1359p123667z").wall("9p9m7z5s");
    let lines =
        ["0 discard 9m", "1 discard 9p", "2 discard 9m", "3 discard 7z", "0 discard 5s", "! 2 pon", "1 hu"];
    expect(&river.play(&lines), json!({ "wins": [{ "seat": 1, "fan": 2, "total": 4 }] }));
}

// ---- draws and stakes ----

#[test]
fn draws_pay_twelve_points_unless_all_or_none_wait() {
    const THIRD: &str = "111999s111p555z55p77s";
    const FOURTH: &str = "333z777z111z999p22s33s5m";
    let lines = ["0 discard 5m", "1 discard 1s", "2 discard 9m", "3 discard 8p", "0 discard 8m"];
    let played = |hands: &[(usize, &str)]| {
        let set_up = table("4z").hand(0, "1479m13p24s234567z38m5m").wall("1s9m8p8m");
        hands.iter().fold(set_up, |t, (seat, hand)| t.hand(*seat, hand)).play(&lines)
    };
    let (one, two, three) = ((1, WAITS_5S), (3, WAITS_5P), (2, THIRD));
    for (hands, deltas) in [
        (vec![], [0, 0, 0, 0]),
        (vec![one], [-4, 12, -4, -4]),
        (vec![one, two], [-6, 6, -6, 6]),
        (vec![one, two, three], [-12, 4, 4, 4]),
        (vec![one, two, three, (0, FOURTH)], [0, 0, 0, 0]),
    ] {
        let played = played(&hands);
        expect(&played, json!({ "end": "draw", "wins": [], "deltas": deltas, "next_dealer": 1 }));
        let shown: Vec<usize> = played.deal.table.shown().iter().map(|s| s.index()).collect();
        let mut waiting: Vec<usize> = hands.iter().map(|h| h.0).collect();
        waiting.sort_unstable();
        assert_eq!(shown, waiting, "only waiting hands are shown");
        let view = played.deal.view(Viewer::Public);
        for seat in 0..4 {
            assert_eq!(view.players[seat].hand.is_some(), waiting.contains(&seat));
            assert_eq!(view.extra.waits[seat].is_some(), waiting.contains(&seat));
        }
        let count = |clause| clauses(&played).iter().filter(|c| **c == clause).count();
        assert_eq!(count("jingji.pay.draw"), [0, 3, 2, 3, 0][hands.len()]);
    }
}

#[test]
fn stakes_are_carried_refunded_and_collected() {
    let draw = |option: &str| {
        let lines = ["0 discard 9m", "1 ready 1s", "2 discard 9m", "3 discard 9p", "0 discard 1z"];
        let set_up = table("4z").hand(1, WAITS_5S).wall("1s9m9p1z").set("stakes", json!([0, 0, 8, 0]));
        set_up.option("stake_on_draw", json!(option)).play(&lines)
    };
    expect(&draw("carry"), json!({ "stakes": [0, 4, 8, 0], "deltas": [-4, 12, -4, -4] }));
    expect(&draw("refund"), json!({ "stakes": [0, 0, 0, 0], "deltas": [-4, 12, -4, -4] }));
    let before = draw("carry").before;
    assert_eq!(Jingji::after(&draw("carry").deal, &before).carry.stakes, [0, 4, 8, 0]);
    // The winner's own stake is simply its own again.
    let win = table("4z").hand(1, WAITS_5S).set("stakes", json!([4, 4, 0, 8])).wall("1p9m8p").play(&[
        "0 discard 9m",
        "1 ready 1p",
        "2 discard 9m",
        "3 discard 8p",
    ]);
    expect(&win, json!({ "end": "draw", "stakes": [4, 8, 0, 8] }));
    let lines = ["0 discard 5s", "1 hu"];
    let set_up = table("4z").hand(0, "1469m13p24s234567z38m5s").hand(1, WAITS_5S);
    let won = set_up.set("stakes", json!([4, 4, 0, 8])).play(&lines);
    expect(&won, json!({ "deltas": [-6, 14, 0, -8], "stakes": [0, 0, 0, 0] }));
}

// ---- golds ----

#[test]
fn protected_golds_stay_in_hand_and_idle_players_know_it() {
    let protected = || table("5m").option("gold_discard", json!(false)).wall("5m1s3z");
    let played = protected().hand(1, "1368m258p279s12367z1p").play(&["0 discard 9m", "! 1 discard 5m"]);
    assert_eq!(played.deal.timeout_action(Seat::new(1)), Some(Action::parse("discard 7z").unwrap()));
    let free = table("5m").wall("5m1s3z").play(&["0 discard 9m"]);
    assert_eq!(free.deal.timeout_action(Seat::new(1)), Some(Action::parse("discard 5m").unwrap()));
    // A ready seat throws what it draws, gold or not.
    let ready = protected().hand(1, WAITS_5S).wall("1p9m8p3z5m6m");
    let lines =
        ["0 discard 9m", "1 ready 1p", "2 discard 9m", "3 discard 8p", "0 discard 3z", "! 1 discard 2z"];
    let ready = ready.play(&lines);
    assert_eq!(ready.deal.timeout_action(Seat::new(1)), Some(Action::parse("discard 5m").unwrap()));
    // A discarded gold is wild for its winner and nothing else.
    let thrown = table("5m").hand(0, "1479m13p24s234567z38m5m").hand(3, WAITS_5S);
    let thrown = thrown.play(&["0 discard 5m", "3 hu"]);
    expect(&thrown, json!({ "wins": [{ "seat": 3, "tile": "5m", "source": "discard", "from": 0 }] }));
}

// ---- the match ----

#[test]
fn the_deal_passes_and_rounds_end() {
    let hand = |dealer: usize, round: &str, rounds: i32, lines: [&str; 2]| {
        let set_up = table("9m").hand(0, "").set("dealer", json!(dealer)).set("round_wind", json!(round));
        let set_up = set_up.hand(dealer, "2468m2468p13579s1347z").hand((dealer + 2) % 4, WAITS_5S);
        let set_up = set_up.option("rounds", json!(rounds)).set("first_dealer", json!(1));
        let lines: Vec<String> = lines.iter().map(|l| l.replace('D', &dealer.to_string())).collect();
        let lines: Vec<String> =
            lines.iter().map(|l| l.replace('W', &((dealer + 2) % 4).to_string())).collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        set_up.play(&lines)
    };
    let lost = ["D discard 5s", "W hu"];
    expect(
        &hand(1, "1z", 4, lost),
        json!({ "next_dealer": 2, "next_round_wind": "1z", "match_over": false }),
    );
    expect(
        &hand(0, "1z", 4, lost),
        json!({ "next_dealer": 1, "next_round_wind": "2z", "match_over": false }),
    );
    expect(
        &hand(0, "1z", 1, lost),
        json!({ "next_dealer": null, "next_round_wind": null, "match_over": true }),
    );
    expect(&hand(0, "4z", 4, lost), json!({ "next_dealer": null, "match_over": true }));
    expect(
        &hand(3, "4z", 4, lost),
        json!({ "next_dealer": 0, "next_round_wind": "4z", "match_over": false }),
    );
    // 连庄: a winning dealer goes on, also in the very last hand.
    let kept = table("9m").set("dealer", json!(3)).set("round_wind", json!("4z")).hand(0, "");
    let kept = kept.hand(3, "123m234678p34678s22z5s").play(&["3 hu"]);
    expect(&kept, json!({ "next_dealer": 3, "next_round_wind": "4z", "match_over": false }));
    let carry = Jingji::after(&kept.deal, &kept.before).carry;
    assert_eq!((carry.round, carry.hand), (3, 3));
    // The seat wind follows the dealer, the round wind the round: East is the dealer's in the South round.
    let winds = hand(1, "2z", 4, lost).deal.view(Viewer::Public).extra;
    assert_eq!(format_tiles(&winds.seat_winds), "4123z");
    assert_eq!((winds.round_wind.to_string(), winds.hand), ("2z".to_string(), 1));
}

#[test]
fn falling_below_zero_ends_the_match_only_by_option() {
    let hand = |bust: bool| {
        let points = json!([10, 230, 330, 230]);
        let set_up = table("4z").hand(0, "1479m13p24s234567z38m5p").hand(3, WAITS_5P).set("points", points);
        set_up.option("bust_ends_match", json!(bust)).play(&["0 discard 5p", "3 hu"])
    };
    expect(&hand(true), json!({ "deltas": [-16, 0, 0, 16], "match_over": true, "next_dealer": null }));
    expect(&hand(false), json!({ "match_over": false, "next_dealer": 1 }));
    assert_eq!(Jingji::after(&hand(false).deal, &hand(false).before).carry.points[0], -6);
}

#[test]
fn stakes_left_at_the_end_go_to_the_leader() {
    let rules = Jingji::new(Default::default(), 4);
    let settle = |points: [i32; 4], stakes: [i32; 4], first_dealer: usize| {
        let carry = Carry { points, stakes, ..rules.first_carry() };
        let end = Progress { first_dealer: Seat::new(first_dealer), carry, ..Progress::default() };
        rules.settle_match(&end).iter().map(|c| (c.why.clause, c.deltas)).collect::<Vec<_>>()
    };
    let clause = "jingji.pay.match_stakes";
    assert_eq!(settle([180, 220, 210, 190], [4, 4, 0, 8], 0), [(clause, [-4, 12, 0, -8])]);
    // Ties: the first seat counted from the first dealer.
    assert_eq!(settle([220, 180, 220, 180], [4, 0, 4, 4], 1), [(clause, [-4, 0, 8, -4])]);
    assert_eq!(settle([220, 180, 220, 180], [4, 0, 4, 4], 3), [(clause, [8, 0, -4, -4])]);
    assert_eq!(settle([200; 4], [0; 4], 0), []);
    assert_eq!(settle([230, 190, 190, 190], [4, 0, 0, 0], 0), []);
}

// ---- what the screen shows ----

#[test]
fn the_view_shows_a_seat_its_own_waits_and_nobody_elses() {
    let deal = table("4z").hand(1, WAITS_5S).play(&["0 discard 9m"]).deal;
    let own = deal.view(Viewer::Seat(Seat::new(1))).extra;
    // In its own turn: what each ready discard leaves.
    assert_eq!(own.waits, [None, None, None, None]);
    let option = own.ready_options.iter().find(|o| o.discard == parse_tile("1p").unwrap()).unwrap();
    let waits: Vec<_> = option.waits.iter().map(|w| (w.tile.to_string(), w.total)).collect();
    assert_eq!(waits, [("2s", 2), ("5s", 2), ("4z", 4)].map(|(t, n)| (t.to_string(), n)));
    let other = deal.view(Viewer::Seat(Seat::new(2))).extra;
    assert!(other.ready_options.is_empty() && other.waits[1].is_none() && other.waits[2].is_some());
    assert_eq!((other.gold.to_string(), other.points, other.stakes), ("4z".into(), vec![200; 4], vec![0; 4]));
    // Between turns the seat sees its waits, and that a lone gold beside five melds wins on everything.
    let you = table("5m").hand(1, "123m234678p678s999s5m").play(&[]).deal;
    let extra = you.view(Viewer::Seat(Seat::new(1))).extra;
    assert_eq!((extra.you_jin[1], extra.waits[1].as_ref().unwrap().len()), (true, 34));
    assert!(!you.view(Viewer::Seat(Seat::new(0))).extra.you_jin[1]);
}

#[test]
fn scripts_must_fit_the_table() {
    let error = |table: Table| table.try_play(&[]).err().unwrap_or_default();
    assert!(error(table("4z").set("points", json!([1, 2]))).contains("points are four numbers"));
    assert!(error(table("4z").set("round_wind", json!("5z"))).contains("round_wind is 1z to 4z"));
    assert!(error(table("4z").set("first_dealer", json!(4))).contains("no seat 4"));
    assert!(error(table("4z").hand(1, "123m")).contains("has 3 tiles, 16 are dealt"));
}
