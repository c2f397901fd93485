//! `anhua` scoring, clause by clause: one line a hand, its value in words; and every refusal in its order.

use serde_json::{Value, json};
use sifang_rules::anhua::{Anhua, Answer};
use sifang_rules::contract::Contract;

/// `concealed tile source [context] [melds…]`, melds as `pon:111s`, `k:` before turned-up kong tiles in place of the tile, `-` for
/// no tile; the indicator is 2m, so 3m is king (and 2m with seven). Answers `fan+fan = total class` or the error.
fn value(text: &str, options: Value) -> String {
    let mut words = text.split_whitespace();
    let mut next = || words.next().unwrap();
    let (concealed, tile, source) = (next(), next(), next());
    let (mut context, mut melds) = (vec![], vec![]);
    for word in words {
        match word.split_once(':') {
            Some((kind, tiles)) => melds.push(json!({ "kind": kind, "tiles": tiles, "from": 0 })),
            None => context.push(word),
        }
    }
    let mut request = json!({
        "rules": "anhua", "options": options, "winner": 1, "indicator": "2m", "concealed": concealed, "melds": melds,
        "source": source, "context": context,
    });
    match tile.strip_prefix("k:") {
        Some(tiles) => request["kong_tiles"] = json!(tiles),
        None if tile != "-" => request["winning_tile"] = json!(tile),
        None => {}
    }
    if source != "self_draw" {
        request["from"] = json!(0);
    }
    ask(request)
}

fn ask(request: Value) -> String {
    match Anhua::score(&serde_json::from_value(request).unwrap()) {
        Err(refusal) => refusal.error.to_string(),
        Ok(Answer::Win(a)) => {
            let fans: Vec<&str> = a.fans.iter().map(|f| f.id).collect();
            let class = json!(a.king_class);
            let class = class.as_str().unwrap();
            assert_eq!(a.deltas.iter().sum::<i32>(), 0);
            assert!(!a.explanation.lines.is_empty() && !a.explanation.payments.is_empty());
            format!("{} = {} {class}", fans.join(" + "), a.total)
        }
        Ok(other) => json!(other).to_string(),
    }
}

fn check(table: &[(&str, &str)]) {
    check_with(json!({}), table);
}

fn check_with(options: Value, table: &[(&str, &str)]) {
    for (text, expected) in table {
        assert_eq!(value(text, options.clone()), *expected, "{text}");
    }
}

#[test]
fn plain_and_hard_hands() {
    check(&[
        ("345m123456p5578s 9s self_draw", "ping_hu = 2 single"),
        ("456m123456p5578s 9s self_draw", "hard_hand = 4 none"),
        ("456m123456p5578s 9s discard", "hard_hand = 4 none"),
        ("456m123456p5578s 9s self_draw sea_bottom", "hard_hand + sea_bottom = 4 none"),
        // The pair must be 2, 5 or 8; two kings may be it.
        ("456m123456p1178s 9s self_draw", "not_a_win"),
        ("33m456m123456p78s 9s self_draw", "ping_hu = 2 single"),
        ("3m456m123456p178s 9s self_draw", "not_a_win"),
        ("3m456m123456p578s 9s self_draw", "ping_hu = 2 single"),
    ]);
}

#[test]
fn one_suit_frees_the_pair() {
    check(&[
        ("1112345678999p 1p self_draw", "hard_hand + pure_suit = 8 none"),
        ("3m1123456789p13p 3p self_draw", "pure_suit = 4 single"),
        ("3m1123456p13p 3p self_draw pon:999p", "pure_suit = 4 single"),
    ]);
    // In the natural reading kings count as printed: 3m is of the suit here.
    check_with(
        json!({ "wild_self_hard": true }),
        &[
            ("1113456789m99m1m 9m self_draw", "pure_suit = 4 single"),
            ("11145678999m33m 3m self_draw", "pure_suit + three_kings = 8 three"),
            ("111456789m3399m 9m self_draw", "hard_hand + pure_suit = 8 single"),
            ("111456789m3399m 9m discard", "hard_hand + pure_suit = 8 single"),
            ("3m1123456789p13p 3p discard", "illegal:king_claim"),
        ],
    );
}

#[test]
fn seven_pairs() {
    check(&[
        ("1144p22557799s8m 8m discard", "hard_hand + seven_pairs = 8 none"),
        ("3m1144p22557799s 6p self_draw", "seven_pairs = 4 single"),
        ("9m1111p22335566s 9m self_draw", "hard_hand + seven_pairs = 8 none"),
        ("1122334455668p 8p self_draw", "hard_hand + pure_suit + seven_pairs = 16 none"),
        ("333m1122p44776s9s 8p self_draw", "seven_pairs + three_kings = 8 three"),
        ("4477p3399s6m5s 6m self_draw pon:111p", "not_a_win"),
    ]);
}

#[test]
fn king_classes_and_kings_as_themselves() {
    check(&[
        ("333m123456p5578s 9s self_draw", "three_kings = 4 three"),
        ("3333m1245p11557s 9s self_draw", "four_kings = 8 four"),
        ("333m123456p5578s 9s discard", "illegal:king_claim"),
        ("333m123456p5578s 9s rob_kong", "illegal:king_claim"),
        ("333m123456p5578s 9s discard kong_discard", "illegal:king_claim"),
        // The claimed king counts in the class.
        ("33m123456p55678s 3m discard kong_discard", "illegal:king_claim"),
        ("3m123456p55678s4m 3m discard kong_discard", "kong_discard = 4 single"),
    ]);
    check_with(
        json!({ "kings": 7 }),
        &[
            ("222333m4p155s 9s self_draw chi:678p", "six_kings = 8 six"),
            ("2223333m46p8s 9m self_draw pon:111s", "seven_kings = 16 seven"),
            ("22233m45p117s 5s self_draw chi:123p", "three_kings = 4 three"),
            ("223333m4p155s 9s self_draw chi:123p", "four_kings = 8 four"),
            ("2233m1245p11557s 9s self_draw", "ping_hu = 2 single"),
            ("2223333m124567p 9p self_draw", "pure_suit + seven_kings + seven_pairs = 64 seven"),
        ],
    );
    check_with(
        json!({ "wild_self_hard": true }),
        &[
            ("345m123456p5578s 9s self_draw", "hard_hand = 4 single"),
            ("345m123456p5578s 9s discard", "hard_hand = 4 single"),
            ("333m123456p5578s 9s self_draw", "three_kings = 4 three"),
            ("23m456p789s11155s 2m self_draw", "ping_hu = 2 single"),
            ("23m456p789s11155s 2m discard", "illegal:king_claim"),
            // The wild reading has seven pairs, the natural one does not and is hard: equal, so the natural one counts.
            ("344556m2p667788s 2p self_draw", "hard_hand = 4 single"),
        ],
    );
}

#[test]
fn kong_events() {
    check(&[
        ("345m456p5578s 9s self_draw kong_draw kong_concealed:1111s", "kong_draw = 4 single"),
        ("456m456p5578s k:1m9s self_draw kong_draw kong_added:1111s", "hard_hand + kong_draw = 8 none"),
        ("345m123456p5578s 9s rob_kong", "rob_kong = 4 single"),
        ("456m123456p5578s 9s discard kong_discard", "hard_hand + kong_discard = 8 none"),
        ("456m123456p5578s k:3m9s discard kong_discard", "hard_hand + kong_discard = 8 none"),
        ("456m123456p5578s k:3m1m discard kong_discard", "kong_discard = 4 single"),
        ("456m123456p5578s k:1m2m discard kong_discard", "not_a_win"),
        ("333m123456p5578s k:9s1m discard kong_discard", "illegal:king_claim"),
    ]);
    check_with(
        json!({ "kong_discard_big": false }),
        &[
            ("345m123456p5578s 9s discard kong_discard", "ping_hu = 2 single"),
            ("456m123456p5578s 9s discard kong_discard", "hard_hand = 4 none"),
        ],
    );
}

#[test]
fn four_kings_at_the_start() {
    check(&[
        ("33331m1479p2589s - self_draw opening_four_kings", "opening_four_kings = 2 four"),
        // Thirteen tiles have no shape, however near to it they are.
        ("3333m123p123s125p - self_draw opening_four_kings", "opening_four_kings = 2 four"),
        ("33331245m11789m - self_draw opening_four_kings", "opening_four_kings = 2 four"),
        ("33331m1479p2589s 1m self_draw opening_four_kings", "illegal:request"),
        ("3331m1479p25899s - self_draw opening_four_kings", "illegal:context"),
        ("3333m1245p11557s 9s self_draw opening_four_kings pon:111m", "illegal:context"),
    ]);
    let dealer = |concealed: &str, tile: &str| {
        ask(json!({
            "rules": "anhua", "winner": 0, "source": "self_draw", "indicator": "2m", "concealed": concealed,
            "winning_tile": tile, "context": ["opening_four_kings"],
        }))
    };
    assert_eq!(dealer("3337m1479p25889s", "3m"), "opening_four_kings = 2 four");
    assert_eq!(dealer("3333m1245p11557s", "9s"), "four_kings = 8 four");
}

/// A good request with some fields changed; `null` takes one out.
fn changed(changes: Value) -> String {
    let mut request = json!({
        "rules": "anhua", "players": 4, "dealer": 0, "winner": 1, "source": "discard", "from": 0, "indicator": "2m",
        "concealed": "456m123456p5578s", "winning_tile": "9s",
    });
    for (field, value) in changes.as_object().unwrap() {
        request[field] = value.clone();
    }
    ask(request)
}

#[test]
fn requests_that_cannot_be() {
    for changes in [
        json!({ "options": { "kings": 5 } }),
        json!({ "options": { "king": 4 } }),
        json!({ "players": 5 }),
        json!({ "players": 2, "from": 2 }),
        json!({ "winner": null }),
        json!({ "from": 1 }),
        json!({ "from": null }),
        json!({ "source": null }),
        json!({ "source": "self_draw" }),
        json!({ "indicator": null }),
        json!({ "concealed": null }),
        json!({ "winning_tile": null }),
        json!({ "co_winners": [2] }),
        json!({ "co_winners": [0], "options": { "multi_win": true } }),
        json!({ "kong_tiles": "1m9s", "winning_tile": null }),
        json!({ "kong_tiles": "1m9s3p", "winning_tile": null, "context": ["kong_discard"] }),
        json!({ "birds": "1m" }),
        json!({ "birds": "1m2m", "options": { "bird_type": "159" } }),
        json!({ "piao": [0, 0, 0, 0] }),
        json!({ "piao": [0, 0, 4, 0], "options": { "piao_mode": "choose" } }),
        json!({ "piao": [0, 0], "options": { "piao_mode": "choose" } }),
        json!({ "query": "best" }),
        json!({ "totals": [0, 0, 0, 0] }),
        json!({ "flowers": "" }),
    ] {
        assert_eq!(changed(changes.clone()), "illegal:request", "{changes}");
    }
}

#[test]
fn refusals_come_in_order() {
    for (changes, code) in [
        (json!({ "context": ["sea_bottom"] }), "illegal:context"),
        (json!({ "context": ["kong_discard", "sea_bottom"] }), "illegal:context"),
        (json!({ "context": ["rain"], "concealed": "1z" }), "illegal:context"),
        (json!({ "concealed": "456m123456p557s" }), "illegal:tiles"),
        (json!({ "concealed": "456m123456p557s1z" }), "illegal:tiles"),
        (json!({ "winning_tile": "3m" }), "illegal:tiles"),
        (json!({ "birds": "9s", "options": { "bird_type": "159" }, "source": "rob_kong" }), "illegal:tiles"),
        (json!({ "source": "rob_kong", "indicator": "9s" }), "illegal:tiles"),
        (json!({ "source": "rob_kong", "options": { "rob_kong": false } }), "illegal:rob_kong_off"),
        (
            json!({ "source": "rob_kong", "options": { "rob_kong": false }, "winning_tile": "1s" }),
            "illegal:rob_kong_off",
        ),
        (json!({ "winning_tile": "1s" }), "not_a_win"),
        (json!({ "concealed": "345m123456p5578s" }), "illegal:king_claim"),
    ] {
        assert_eq!(changed(changes.clone()), code, "{changes}");
    }
    assert_eq!(changed(json!({ "context": null, "melds": null, "options": null })), "hard_hand = 4 none");
}

#[test]
fn waits_and_final_totals() {
    let waits = json!({ "rules": "anhua", "indicator": "2m", "concealed": "23m456p789s11155s" });
    let by_waits = Anhua::waits(&serde_json::from_value(waits.clone()).unwrap()).unwrap();
    let mut query = waits;
    query["query"] = json!("waits");
    assert_eq!(json!(by_waits).to_string(), ask(query.clone()));
    query["winning_tile"] = json!("1m");
    assert_eq!(ask(query), "illegal:request");
    // Seven pairs with the wait shown four times: tenpai all the same, only the king is left to draw.
    let shown = ask(
        json!({ "rules": "anhua", "query": "waits", "indicator": "5s", "concealed": "555s112244m3377p" }),
    );
    assert_eq!(shown, r#"{"tenpai":true,"waits":{"6s":4}}"#);
    let end =
        |totals: Value| ask(json!({ "rules": "anhua", "query": "final", "players": 2, "totals": totals }));
    assert_eq!(end(json!([3, -3])), r#"{"final":[3,-3],"corrections":[]}"#);
    for totals in [json!([3, 3]), json!([0]), json!([i64::MIN, 0]), Value::Null] {
        assert_eq!(end(totals), "illegal:request");
    }
}
