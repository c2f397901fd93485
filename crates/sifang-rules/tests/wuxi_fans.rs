//! `wuxi` scoring, clause by clause: one line a hand, its value in words.

use expect_test::{Expect, expect};
use serde_json::{Value, json};
use sifang_rules::contract::Contract;
use sifang_rules::wuxi::Wuxi;

/// `concealed tile source [context] [melds…]`, melds as `pon:333p<0`; answers `fan+fan = total fan, n flowers, p points` or the error.
fn value(text: &str, options: Value) -> String {
    let mut words = text.split_whitespace();
    let mut next = || words.next().unwrap();
    let (concealed, tile, source) = (next(), next(), next());
    let (mut context, mut melds, mut flowers) = (vec![], vec![], "");
    for word in words {
        if let Some((kind, rest)) = word.split_once(':') {
            let (tiles, from) = rest.split_once('<').unwrap_or((rest, "9"));
            let from: i64 = from.parse().unwrap();
            let from = if from == 9 { Value::Null } else { json!(from) };
            melds.push(json!({ "kind": kind, "tiles": tiles, "from": from }));
        } else if word.ends_with('f') {
            flowers = word;
        } else {
            context.push(word);
        }
    }
    let dealer = if context.contains(&"heavenly") { 1 } else { 0 };
    let mut request = json!({
        "rules": "wuxi", "options": options, "dealer": dealer, "winner": 1, "concealed": concealed, "melds": melds,
        "winning_tile": tile, "source": source, "flowers": flowers, "context": context,
    });
    if source != "self_draw" {
        request["from"] = json!(0);
    }
    if tile == "-" {
        request["winning_tile"] = Value::Null;
    }
    match Wuxi::score(&serde_json::from_value(request).unwrap()) {
        Err(refusal) => refusal.error.to_string(),
        Ok(a) => {
            let fan = |f: &sifang_rules::answer::FanLine| {
                if f.count > 1 { format!("{}x{}", f.id, f.count) } else { f.id.to_string() }
            };
            let fans: Vec<String> = a.fans.iter().map(fan).collect();
            format!("{} = {} fan, {} flowers, {} points", fans.join(" + "), a.total, a.flowers, a.points)
        }
    }
}

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&value(text, json!({})));
}

fn check_with(options: Value, text: &str, expected: Expect) {
    expected.assert_eq(&value(text, options));
}

#[test]
fn dragons() {
    check(
        "555666z123m99p77z 7z discard",
        expect!["big_three_dragons + concealed_hand = 17 fan, 5 flowers, 425 points"],
    );
    check(
        "55666z123m99p777z 5z self_draw",
        expect!["big_three_dragons + concealed_hand = 17 fan, 6 flowers, 510 points"],
    );
    check("66677z12m99p 3m discard pon:555z<2", expect!["illegal:tile_count"]);
    check(
        "66677z12m 3m discard pon:555z<2 pon:999p<2",
        expect!["small_three_dragons = 4 fan, 3 flowers, 60 points"],
    );
}

#[test]
fn winds() {
    check(
        "111222333z99m44z 4z self_draw",
        expect!["big_four_winds + concealed_hand + half_flush = 19 fan, 8 flowers, 760 points"],
    );
    check(
        "111222333z99m44z 9m discard",
        expect![
            "all_triplets + concealed_hand + half_flush + small_four_winds = 21 fan, 6 flowers, 630 points"
        ],
    );
    check(
        "4z 4z self_draw pon:111z<0 pon:222z<0 pon:333z<0 pon:555z<0",
        expect!["all_honors + big_crane + small_four_winds = 34 fan, 4 flowers, 680 points"],
    );
    check(
        "5z 5z discard pon:111z<0 pon:222z<0 pon:333z<0 pon:444z<0",
        expect!["all_honors + big_crane + big_four_winds = 34 fan, 4 flowers, 680 points"],
    );
}

#[test]
fn colours() {
    check("1122334455667z 7z discard", expect!["seven_pairs = 8 fan, 1 flowers, 40 points"]);
    check(
        "22334466888s66z 6z discard",
        expect!["all_green + concealed_hand + twin_sequences = 18 fan, 1 flowers, 90 points"],
    );
    check(
        "22233344466s88s 8s discard",
        expect![
            "all_green + all_simples + all_triplets + concealed_hand + full_flush = 28 fan, 1 flowers, 140 points"
        ],
    );
    check(
        "1234567899m123m 9m discard",
        expect![
            "all_sequences + concealed_hand + full_flush + pure_straight + twin_sequences = 15 fan, 1 flowers, 75 points"
        ],
    );
    check(
        "123456789m1155z 5z discard",
        expect!["concealed_hand + half_flush + pure_straight = 7 fan, 1 flowers, 35 points"],
    );
}

#[test]
fn special_shapes() {
    check("19m19p19s1234567z 7z discard", expect!["thirteen_orphans = 16 fan, 1 flowers, 80 points"]);
    check_with(
        json!({"literal_stacking": true}),
        "19m19p19s1234567z 7z discard",
        expect!["concealed_hand + thirteen_orphans = 17 fan, 1 flowers, 85 points"],
    );
    check("1111m223344p55s7z 7z discard", expect!["seven_pairs = 8 fan, 1 flowers, 40 points"]);
    check_with(json!({"seven_pairs_quads": false}), "1111m223344p55s7z 7z discard", expect!["not_a_win"]);
    // Two readings: three pairs of runs count more than seven pairs only with other fans; here seven pairs win.
    check(
        "2233445566778p 8p discard",
        expect!["all_simples + full_flush + seven_pairs = 17 fan, 1 flowers, 85 points"],
    );
}

#[test]
fn nine_gates() {
    check("1112345678999p 5p discard", expect!["nine_gates = 16 fan, 1 flowers, 80 points"]);
    check("1112345678999p 1p discard", expect!["nine_gates + pure_straight = 20 fan, 1 flowers, 100 points"]);
    check("1112345567899p 9p discard", expect!["concealed_hand + full_flush = 9 fan, 1 flowers, 45 points"]);
    check_with(
        json!({"nine_gates_any_wait": true}),
        "1112345567899p 9p discard",
        expect!["nine_gates = 16 fan, 1 flowers, 80 points"],
    );
}

#[test]
fn circumstances() {
    check(
        "123m456m789m11p23p 1p self_draw heavenly",
        expect!["all_sequences + heavenly_hand + pure_straight = 21 fan, 1 flowers, 105 points"],
    );
    check_with(
        json!({"literal_stacking": true, "self_draw_fan": "always"}),
        "123m456p789s11p23p 1p self_draw earthly",
        expect!["all_sequences + concealed_hand + earthly_hand + self_draw = 19 fan, 1 flowers, 95 points"],
    );
    check(
        "1122z 2z self_draw kong_draw kong_direct:5555m<0 pon:777p<2 pon:888s<3",
        expect!["all_triplets + win_on_kong_draw = 6 fan, 3 flowers, 90 points"],
    );
    check_with(
        json!({"self_draw_fan": "always"}),
        "1122z 2z self_draw kong_draw kong_direct:5555m<0 pon:777p<2 pon:888s<3",
        expect!["all_triplets + win_on_kong_draw = 6 fan, 3 flowers, 90 points"],
    );
    check(
        "1112223334445m - self_draw eight_flowers 12345678f",
        expect!["eight_immortals = 16 fan, 8 flowers, 640 points"],
    );
    check(
        "1112224m - self_draw eight_flowers 12345678f kong_concealed:5555z pon:777z<2",
        expect!["eight_immortals = 16 fan, 13 flowers, 1040 points"],
    );
    check(
        "111222z3m - self_draw eight_flowers 12345678f chi:123s<0 chi:123s<0",
        expect!["eight_immortals = 16 fan, 12 flowers, 960 points"],
    );
}

#[test]
fn small_fans() {
    check(
        "234m234p23s678s55p 4s discard",
        expect![
            "all_sequences + all_simples + concealed_hand + three_color_sequences = 7 fan, 1 flowers, 35 points"
        ],
    );
    // 3s completes 234s in the middle: no two-sided wait.
    check(
        "234m234p24s678s55p 3s discard",
        expect!["all_simples + concealed_hand + three_color_sequences = 6 fan, 1 flowers, 30 points"],
    );
    // Edge waits: 3 of 12, 7 of 89.
    check("12m456m456p678s55p 3m discard", expect!["concealed_hand = 1 fan, 1 flowers, 5 points"]);
    check("89m456m456p678s55p 7m discard", expect!["concealed_hand = 1 fan, 1 flowers, 5 points"]);
    check(
        "333m333p33s678s55p 3s discard",
        expect!["all_simples + concealed_hand + three_color_triplets = 6 fan, 1 flowers, 30 points"],
    );
    check(
        "56m55s 7m discard chi:123p<0 chi:123p<0 chi:789s<0",
        expect!["all_sequences + twin_sequences = 2 fan, 1 flowers, 10 points"],
    );
    check(
        "22m33p 3p discard chi:123s<0 pon:999s<2 kong_direct:8888s<2",
        expect!["chicken_hand = 1 fan, 1 flowers, 5 points"],
    );
    check(
        "22m33p 3p self_draw chi:123s<0 pon:999s<2 kong_direct:8888s<2",
        expect!["self_draw = 1 fan, 1 flowers, 5 points"],
    );
    check(
        "3p 3p discard chi:123s<0 chi:123s<0 chi:123s<0 chi:123s<0",
        expect!["big_crane + twin_sequencesx2 = 4 fan, 1 flowers, 20 points"],
    );
}

#[test]
fn flowers() {
    check(
        "22m3p3p 3p self_draw 3f pon:777z<0 kong_direct:1111z<2 kong_concealed:6666z",
        expect!["all_triplets = 2 fan, 9 flowers, 90 points"],
    );
    check(
        "22m3p3p 3p discard kong_added:7777m<0 kong_concealed:1111p pon:666s<2",
        expect!["all_triplets = 2 fan, 3 flowers, 30 points"],
    );
    check_with(
        json!({"base_flower": "always"}),
        "22m3p3p 3p discard kong_added:7777m<0 kong_concealed:1111p pon:666s<2",
        expect!["all_triplets = 2 fan, 4 flowers, 40 points"],
    );
    check_with(
        json!({"honor_triplet_by_discard": "concealed"}),
        "55z123456m789s1p1p 5z discard",
        expect!["concealed_hand = 1 fan, 2 flowers, 10 points"],
    );
}

#[test]
fn minimum() {
    let two = || json!({"min_fan": 2});
    check_with(two(), "12m456m456p678s55p 3m discard", expect!["illegal:min_fan"]);
    check_with(
        two(),
        "22m33p 3p self_draw chi:123s<0 pon:999s<2 kong_direct:8888s<2",
        expect!["illegal:min_fan"],
    );
    check_with(
        json!({"min_fan": 1}),
        "22m33p 3p discard chi:123s<0 pon:999s<2 kong_direct:8888s<2",
        expect!["illegal:min_fan"],
    );
    check_with(
        json!({"min_fan": 1}),
        "22m33p 3p self_draw chi:123s<0 pon:999s<2 kong_direct:8888s<2",
        expect!["self_draw = 1 fan, 1 flowers, 5 points"],
    );
    check_with(
        two(),
        "23m456m456p678s55p 4m discard",
        expect!["all_sequences + all_simples + concealed_hand = 3 fan, 1 flowers, 15 points"],
    );
}

#[test]
fn fan_ids_are_listed_in_order() {
    // The order of answers is a table of its own; it must be the order of the ids.
    let (_, ids): (Vec<_>, Vec<_>) = sifang_rules::wuxi::CATALOG.iter().map(|f| (f.value, f.term.id)).unzip();
    let mut sorted = ids.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted.len(), 26);
    let all = value("22233344466s88s 8s discard", json!({}));
    let names: Vec<&str> = all.split(" = ").next().unwrap().split(" + ").collect();
    assert!(names.is_sorted());
}

/// Odd requests: what is wrong first is said first.
#[test]
fn odd_requests_are_refused_as_the_specification_orders() {
    use serde_json::json;
    let eight = |tile: serde_json::Value, context: serde_json::Value| {
        let request = json!({
            "rules": "wuxi", "winner": 1, "dealer": 1, "concealed": "2344455556699m", "winning_tile": tile,
            "source": "self_draw", "context": context, "melds": null, "flowers": null, "options": null,
        });
        Wuxi::score(&serde_json::from_value(request).unwrap()).unwrap_err().error
    };
    // A second flag makes it no win by eight flowers, so that the tile belongs there and the flags are what is wrong.
    assert_eq!(eight(json!("9m"), json!(["heavenly", "eight_flowers"])), "illegal:context");
    assert_eq!(eight(json!(null), json!(["heavenly", "eight_flowers"])), "illegal:tiles");
    assert_eq!(eight(json!("9m"), json!(["eight_flowers"])), "illegal:tiles");
    let waits = json!({ "rules": "wuxi", "concealed": "123m456p789s1155z", "source": "rob_kong" });
    assert_eq!(Wuxi::waits(&serde_json::from_value(waits).unwrap()).unwrap_err().error, "illegal:source");
}
