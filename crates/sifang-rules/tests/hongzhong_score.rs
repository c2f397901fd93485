//! `hongzhong`: every fan with its exclusions, the order of refusals, waits, and a comparison with a slow second scorer.

use serde_json::{Value, json};
use sifang_rules::contract::Contract;
use sifang_rules::hongzhong::Hongzhong;
use sifang_tiles::{Tile, format_tiles, parse_tile};

fn score(request: Value) -> Value {
    match Hongzhong::score(&serde_json::from_value(request).unwrap()) {
        Ok(answer) => json!(answer),
        Err(refusal) => json!({ "error": refusal.error }),
    }
}

/// A request for seat 1: source `self_draw`, or from seat 2; `more` overrides.
fn request(concealed: &str, melds: &str, tile: &str, more: Value) -> Value {
    let melds: Vec<Value> = melds
        .split_whitespace()
        .map(|m| {
            let (kind, tiles) = m.split_once(':').unwrap();
            json!({ "kind": kind, "tiles": tiles })
        })
        .collect();
    let mut request = json!({ "rules": "hongzhong", "winner": 1, "concealed": concealed, "melds": melds,
        "winning_tile": tile, "source": "self_draw" });
    for (key, value) in more.as_object().unwrap() {
        request[key] = value.clone();
    }
    request
}

fn fans(request: Value) -> String {
    let answer = score(request);
    let Some(list) = answer["fans"].as_array() else { return answer["error"].as_str().unwrap().into() };
    let words: Vec<String> = list
        .iter()
        .map(|f| match f["count"].as_i64() {
            Some(1) => f["id"].as_str().unwrap().into(),
            n => format!("{}*{}", f["id"].as_str().unwrap(), n.unwrap()),
        })
        .collect();
    words.join(" ")
}

fn discard() -> Value {
    json!({ "source": "discard", "from": 2 })
}

fn ask() -> Value {
    json!({ "context": ["ask"] })
}

#[test]
fn shapes_and_their_exclusions() {
    for (concealed, melds, tile, expect) in [
        ("123p789p23s99s", "", "4s", "base_win"),
        ("11122p33s", "pon:777s", "3s", "all_triplets base_win"),
        ("123p345p78p99p", "", "9p", "base_win pure_suit"),
        ("12p789p111s99s", "", "3p", "base_win outside_hand"),
        ("11p999p99s", "pon:111s", "1p", "base_win outside_hand"),
        ("222p55s22s", "pon:888p", "5s", "base_win jiang_triplets no_terminals"),
        ("456p456s46p88s", "", "5p", "base_win ka_456*3 no_terminals"),
        (
            "9s",
            "kong_direct:1111p kong_added:4444s kong_concealed:7777p",
            "9s",
            "all_triplets base_win root*3",
        ),
        // A pung and a natural fourth in a run; four copies and a wild fifth: still one root each.
        ("34p123s99s", "pon:333p", "5p", "base_win root"),
        ("1111p12345s7z", "", "6s", "base_win ka_456 root"),
    ] {
        assert_eq!(fans(request(concealed, melds, tile, json!({}))), expect, "{concealed} {tile}");
    }
}

#[test]
fn terminal_triplets_by_option() {
    let triplets = json!({ "options": { "terminal_triplets": "triplets" } });
    assert_eq!(fans(request("11p999p99s", "pon:111s", "1p", triplets.clone())), "all_triplets base_win");
    // With a run among the sets it is terminals in every set under either option.
    assert_eq!(fans(request("12p999p99s", "pon:111s", "3p", triplets)), "base_win outside_hand");
}

#[test]
fn a_456_on_another_seats_tile_needs_the_five() {
    for (concealed, tile, expect) in [
        ("46p123s789s11s", "5p", "base_win ka_456"),
        ("46p456s78s234p", "9s", "not_a_win"),
        ("456p789s23s11s", "4s", "illegal:one_fan_discard"),
        ("4556p123s789s", "5p", "base_win ka_456"),
        ("44455666p99s", "5p", "all_triplets base_win"),
        ("46p123s789s1s7z", "5p", "base_win ka_456"),
        // A thrown wild stands for the five, be it beside a 456 that was there before.
        ("46p123s789s11s", "7z", "base_win ka_456"),
        ("456p123s789s5p", "7z", "base_win ka_456"),
        ("456p123s789s9p", "7z", "illegal:one_fan_discard"),
    ] {
        assert_eq!(fans(request(concealed, "", tile, discard())), expect, "{concealed} {tile}");
    }
    let rob = json!({ "source": "rob_kong", "from": 3 });
    assert_eq!(fans(request("46p123s789s11s", "", "5p", rob)), "base_win ka_456 rob_kong");
}

#[test]
fn five_pairs_count_their_ten_tiles() {
    for (ten, asked, expect) in [
        ("1122p446699s", "3s", "base_win five_pairs"),
        ("1133446699p", "5s", "base_win five_pairs pure_suit"),
        ("2233p446688s", "1s", "base_win five_pairs no_terminals"),
        ("1111p446699s", "3s", "base_win five_pairs root"),
        ("11p3335577s7z", "2p", "base_win five_pairs root"),
        // Two wilds over: the pair they make joins an existing pair as a root.
        ("22p4466s88s77z", "1p", "base_win five_pairs no_terminals root"),
        ("2p4466s88s777z", "1p", "base_win five_pairs no_terminals root"),
        ("223344p7777z", "9s", "base_win five_pairs no_terminals pure_suit root*2"),
        ("1122p44669s3s", "9s", "not_a_win"),
    ] {
        assert_eq!(fans(request(ten, "", asked, ask())), expect, "{ten}");
    }
    let plain = json!({ "context": ["ask"], "options": { "wild_makes_root": false } });
    assert_eq!(fans(request("2244p4466s77z", "", "1p", plain.clone())), "base_win five_pairs no_terminals");
    assert_eq!(fans(request("1111p446699s", "", "1s", plain)), "base_win five_pairs root");
}

#[test]
fn circumstances_add_up_and_great_wins_replace_all() {
    let chicken = |more: Value| fans(request("123p789p23s99s", "", "4s", more));
    let on = |context: &str| json!({ "source": "discard", "from": 0, "context": [context] });
    assert_eq!(chicken(discard()), "illegal:one_fan_discard");
    assert_eq!(chicken(on("last_tile")), "base_win last_discard");
    assert_eq!(chicken(on("kong_discard")), "base_win kong_discard");
    assert_eq!(chicken(on("caught_ask")), "base_win");
    assert_eq!(chicken(json!({ "context": ["last_tile"] })), "base_win last_draw");
    let ready = json!(["none", "ready", "none", "none"]);
    assert_eq!(chicken(json!({ "context": ["earthly"], "declared": ready })), "earthly");
    assert_eq!(chicken(json!({ "dealer": 1, "context": ["heavenly", "last_tile"] })), "heavenly");
    let melds = "kong_concealed:1111p kong_direct:7777p";
    let kongs = |more: Value| fans(request("23s99s", melds, "4s", more));
    assert_eq!(
        kongs(json!({ "declared": ready, "context": ["kong_draw"] })),
        "base_win declared declared_kong*2 kong_draw root*2"
    );
    let once = json!({ "declared_kong_also_root": false });
    assert_eq!(kongs(json!({ "declared": ready, "options": once })), "base_win declared declared_kong*2");
    // The option is about kongs: four of a kind in the hand stay a root, and an undeclared winner's kongs too.
    assert_eq!(kongs(json!({ "options": once })), "base_win root*2");
    let four = json!({ "declared": ready, "options": once });
    assert_eq!(
        fans(request("55556p99s", "kong_concealed:1111p", "7p", four)),
        "base_win declared declared_kong root"
    );
}

#[test]
fn payers_are_caught_one_by_one() {
    let declared = json!(["ready", "none", "ready_ask", "none"]);
    let answer = score(request(
        "123p789p23s99s",
        "",
        "4s",
        json!({ "declared": declared, "declared_kongs": [7, 0, 3, 2], "options": { "base": 10 } }),
    ));
    let payers: Vec<(i64, i64)> = answer["payers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|p| (p["catch"].as_i64().unwrap(), p["amount"].as_i64().unwrap()))
        .collect();
    assert_eq!(payers, [(5, 340), (4, 180), (0, 30)]);
    assert_eq!(answer["deltas"], json!([-340, 550, -180, -30]));
    assert_eq!(answer["payments"].as_array().unwrap().len(), 3);
    let ids = |steps: &Value| -> Vec<String> {
        steps.as_array().unwrap().iter().map(|l| l["id"].as_str().unwrap().into()).collect()
    };
    // The lines are those of the payer that is not caught; each payment has its own.
    let plain = ["base", "base_win", "cap", "first_fan", "multiplier", "self_draw_bonus"];
    assert_eq!(ids(&answer["lines"]), plain);
    assert_eq!(ids(&answer["payments"][2]["steps"]), plain);
    assert_eq!(
        ids(&answer["payments"][0]["steps"]),
        ["base", "base_win", "catch_ready", "cap", "first_fan", "multiplier", "self_draw_bonus"]
    );
}

#[test]
fn refusals_come_in_order() {
    let of =
        |concealed: &str, melds: &str, tile: &str, more: Value| fans(request(concealed, melds, tile, more));
    let good = "123p789p23s99s";
    // Each request is wrong in everything that comes after, too.
    let mut more = json!({ "options": { "no_such": 1 }, "players": 3, "winner": 9, "from": 1, "source": "x", "context": ["x"] });
    assert_eq!(of("123m", "chi:123p", "1z", more.clone()), "illegal:option");
    more["options"] = json!(null);
    assert_eq!(of("123m", "chi:123p", "1z", more.clone()), "illegal:players");
    more["players"] = json!(4);
    assert_eq!(of("123m", "chi:123p", "1z", more.clone()), "illegal:bad_tile");
    assert_eq!(of("123p", "chi:123p", "1z", more.clone()), "illegal:bad_tile");
    assert_eq!(of("1p", "pon:111m", "1p", more.clone()), "illegal:bad_tile");
    assert_eq!(of("1p", "pon:777z chi:123p", "1p", more.clone()), "illegal:chi");
    assert_eq!(of("1p", "pon:112p pon:777z", "1p", more.clone()), "illegal:wild_meld");
    assert_eq!(of("1p", "pon:112p", "1p", more.clone()), "illegal:bad_meld");
    assert_eq!(of("11111p", "", "1p", more.clone()), "illegal:tile_count");
    assert_eq!(of("11112345s9p1p", "", "1s", more.clone()), "illegal:too_many_copies");
    assert_eq!(of(good, "", "4s", more.clone()), "illegal:seat");
    more["winner"] = json!(1);
    more["out"] = json!([2, 3]);
    assert_eq!(of(good, "", "4s", more.clone()), "illegal:seat");
    more["out"] = json!([1]);
    assert_eq!(of(good, "", "4s", more.clone()), "illegal:seat");
    more["out"] = json!([2]);
    assert_eq!(of(good, "", "4s", more.clone()), "illegal:from");
    more["from"] = json!(2);
    assert_eq!(of(good, "", "4s", more.clone()), "illegal:from");
    more["from"] = json!(3);
    assert_eq!(of(good, "", "4s", more.clone()), "illegal:source");
    more["source"] = json!("discard");
    assert_eq!(of(good, "", "4s", more.clone()), "illegal:flags");
    more["context"] = json!([]);
    more["declared"] = json!(["none", "ready_ask", "none"]);
    assert_eq!(of(good, "", "4s", more.clone()), "illegal:flags");
    more["declared"] = json!("ready");
    assert_eq!(of(good, "", "4s", more.clone()), "illegal:flags");
    more["declared"] = json!(["none", "ready_ask", "none", "ready"]);
    more["declared_kongs"] = json!([0, -1, 0, 0]);
    assert_eq!(of(good, "", "4s", more.clone()), "illegal:flags");
    more["declared_kongs"] = json!(null);
    assert_eq!(of(good, "", "7z", more.clone()), "illegal:declared");
    more["declared"] = json!(["none", "ready", "none", "ready"]);
    assert_eq!(of(good, "", "7z", more.clone()), "illegal:wild_discard");
    more["declared"] = json!(null);
    assert_eq!(of(good, "", "5s", more.clone()), "not_a_win");
    assert_eq!(of(good, "", "4s", more.clone()), "illegal:one_fan_discard");
    more["source"] = json!("rob_kong");
    assert_eq!(of(good, "", "7z", more), "illegal:wild_meld");
    assert_eq!(of(good, "", "4s", json!({ "from": 2 })), "illegal:from");
    assert_eq!(of(good, "", "7z", ask()), "illegal:wild_ask");
}

#[test]
fn impossible_flags_are_refused() {
    let ready2 = json!(["none", "none", "ready", "none"]);
    let ask2 = json!(["none", "none", "ready_ask", "none"]);
    let own = json!(["none", "ready", "none", "none"]);
    for more in [
        json!({ "source": "discard", "from": 2, "context": ["ask"] }),
        json!({ "source": "rob_kong", "from": 2, "declared": ready2 }),
        json!({ "context": ["caught_ask"] }),
        json!({ "source": "discard", "from": 2, "context": ["caught_ask", "kong_discard"] }),
        json!({ "source": "discard", "from": 2, "context": ["caught_ask"], "declared": ready2 }),
        json!({ "context": ["kong_draw"] }),
        json!({ "context": ["kong_discard"] }),
        json!({ "source": "discard", "from": 2, "context": ["kong_discard"], "declared": ask2 }),
        json!({ "source": "rob_kong", "from": 2, "context": ["last_tile"] }),
        json!({ "context": ["heavenly"] }),
        json!({ "dealer": 1, "context": ["heavenly"], "declared": own }),
        json!({ "dealer": 1, "context": ["heavenly"], "out": [0] }),
        json!({ "context": ["earthly"] }),
        json!({ "dealer": 1, "context": ["earthly"], "declared": own }),
        json!({ "source": "discard", "from": 2, "context": ["earthly"], "declared": own }),
    ] {
        assert_eq!(fans(request("123p789p23s99s", "", "4s", more.clone())), "illegal:flags", "{more}");
    }
}

fn waits(more: Value) -> Value {
    match Hongzhong::waits(&serde_json::from_value(more).unwrap()) {
        Ok(answer) => json!(answer),
        Err(refusal) => json!({ "error": refusal.error }),
    }
}

#[test]
fn waits_are_listed_by_status() {
    let plain = waits(json!({ "concealed": "234678p3346s" }));
    assert_eq!(plain["ready"], true);
    assert_eq!(plain["waits"]["5s"], json!({ "self_draw": 3, "discard": 3, "ask": 0 }));
    assert_eq!(plain["waits"]["7z"]["self_draw"], 3);
    assert_eq!(plain["best"], 3);
    let chicken = waits(json!({ "concealed": "123p789p23s99s", "options": { "wild_discard_hu": false } }));
    assert_eq!(chicken["waits"]["4s"], json!({ "self_draw": 1, "discard": 1, "ask": 0 }));
    assert_eq!(chicken["waits"]["7z"]["discard"], 0);
    // Five pairs wait for any tile, four pairs for a fifth; declared ready they do not count.
    let five = waits(json!({ "concealed": "2244p444488s" }));
    assert_eq!(five["waits"].as_object().unwrap().len(), 18, "not the 4s held four times");
    assert_eq!(five["waits"]["9p"], json!({ "self_draw": 0, "discard": 0, "ask": 5 }));
    let mut four = json!({ "concealed": "2244p156688s" });
    let keys = |v: &Value| v["waits"].as_object().unwrap().keys().cloned().collect::<Vec<_>>().join(" ");
    assert_eq!(keys(&waits(four.clone())), "1s 5s 7z");
    four["declared"] = json!(["ready", "none", "none", "none"]);
    assert_eq!(waits(four.clone()), json!({ "ready": false, "best": 0, "waits": {} }));
    four["declared"] = json!(["ready_ask", "none", "none", "none"]);
    assert_eq!(waits(four.clone())["best"], 6, "1 + five pairs 2 + declared 2 + no terminals 1");
    four["declared"] = json!(["none", "x", "none", "none"]);
    assert_eq!(waits(four), json!({ "error": "illegal:flags" }));
    let both = json!({ "concealed": "223344p6688s", "locked": true });
    let locked = waits(both.clone());
    assert!(locked["waits"].as_object().unwrap().values().all(|w| w["self_draw"] == 0 && w["ask"] != 0));
    assert!(keys(&waits(both)).contains("6s"));
    // A seat that holds all four copies of its only wait is not ready.
    let none = waits(json!({ "concealed": "9s", "melds": [{ "kind": "pon", "tiles": "999s" },
        { "kind": "kong_direct", "tiles": "1111p" }, { "kind": "pon", "tiles": "222p" }] }));
    assert_eq!(keys(&none), "7z");
}

const LETTER: &str = "ask_or_kong";

/// 其他情况鸡胡不能炮胡, by the letter: what opens a tile to a basic win, and what does not.
#[test]
fn a_basic_win_takes_only_asked_tiles_and_kong_discards() {
    let plain = |more: Value| {
        let mut all = json!({ "source": "discard", "from": 2, "options": { "one_fan_discard": LETTER } });
        for (key, value) in more.as_object().unwrap() {
            all[key] = value.clone();
        }
        fans(request("123p789p23s99s", "", "4s", all))
    };
    let declared = |own: &str, payer: &str| json!(["none", own, payer, "none"]);
    for barred in [
        json!({}),
        json!({ "source": "rob_kong" }),
        json!({ "context": ["last_tile"] }),
        json!({ "declared": declared("none", "ready"), "declared_kongs": [0, 0, 3, 0] }),
        json!({ "declared": declared("ready", "none") }),
    ] {
        assert_eq!(plain(barred.clone()), "illegal:one_fan_discard", "{barred}");
    }
    assert_eq!(plain(json!({ "context": ["caught_ask"] })), "base_win");
    assert_eq!(plain(json!({ "context": ["caught_ask", "last_tile"] })), "base_win last_discard");
    assert_eq!(plain(json!({ "declared": declared("none", "ready_ask") })), "base_win");
    assert_eq!(plain(json!({ "context": ["kong_discard"] })), "base_win kong_discard");
    let earthly = json!({ "from": 0, "context": ["earthly"], "declared": declared("ready", "none") });
    assert_eq!(plain(earthly), "earthly");
    assert_eq!(plain(json!({ "source": "self_draw", "from": null })), "base_win");
    // What is no win is still refused as that.
    let more = json!({ "source": "discard", "from": 2, "options": { "one_fan_discard": LETTER } });
    assert_eq!(fans(request("123p789p23s99s", "", "8s", more.clone())), "not_a_win");
    // Extras count in a win that a form allows.
    let mut rob = more.clone();
    rob["source"] = json!("rob_kong");
    assert_eq!(fans(request("234p345p67p88p", "", "5p", rob)), "base_win no_terminals pure_suit rob_kong");
    // 456 and four 5s would be more than triplets, but may not be read so.
    let usual = fans(request("4556p333s777z", "", "5p", discard()));
    assert_eq!(usual, "base_win ka_456 no_terminals root");
    assert_eq!(fans(request("4556p333s777z", "", "5p", more)), "all_triplets base_win no_terminals");
}

#[test]
fn waits_by_the_letter() {
    let options = |name: &str, value: &str| json!({ name: value });
    // No form: 1 whatever the total; with a form the total of that reading.
    let plain = json!({ "concealed": "234678p3346s", "options": options("one_fan_discard", LETTER) });
    assert_eq!(waits(plain)["waits"]["5s"], json!({ "self_draw": 3, "discard": 1, "ask": 0 }));
    let flush = json!({ "concealed": "2346788999p", "options": options("one_fan_discard", LETTER) });
    assert_eq!(waits(flush)["waits"]["8p"]["discard"], 3);
    let ready = json!({ "concealed": "123p789p23s99s", "declared": ["ready", "none", "none", "none"],
        "options": options("one_fan_discard", LETTER) });
    assert_eq!(waits(ready)["waits"]["4s"], json!({ "self_draw": 3, "discard": 1, "ask": 0 }));
    // Five pairs that must ask draw nothing else; what they could take counts for the best wait.
    let mut both = json!({ "concealed": "22334455p66s", "options": options("ask_duty", "always") });
    let always = waits(both.clone());
    assert!(always["waits"].as_object().unwrap().values().all(|w| w["self_draw"] == 0 && w["ask"] != 0));
    assert_eq!(always["waits"]["2p"], json!({ "self_draw": 0, "discard": 2, "ask": 4 }));
    both["locked"] = json!(true);
    assert_eq!(waits(both.clone())["waits"]["2p"], json!({ "self_draw": 0, "discard": 0, "ask": 4 }));
    both["locked"] = json!(false);
    both["declared"] = json!(["ready", "none", "none", "none"]);
    assert_eq!(waits(both)["waits"]["2p"]["self_draw"], 4, "declared ready nothing must be asked");
    // The drawn tile itself is asked; in place of a wild any ordinary one.
    let wild =
        |duty: &str| waits(json!({ "concealed": "22445588p9s7z", "options": options("ask_duty", duty) }));
    assert_eq!(wild("bound")["waits"]["5p"]["ask"], 6);
    assert_eq!(wild("always")["waits"]["5p"]["ask"], 3);
    assert_eq!(wild("always")["waits"]["7z"]["ask"], wild("bound")["waits"]["7z"]["ask"]);
    // Four pairs: the draw that makes the fifth is free.
    let four =
        |duty: &str| waits(json!({ "concealed": "2244p156688s", "options": options("ask_duty", duty) }));
    assert_eq!(four("bound"), four("always"));
}

/// Declared to ask with five pairs the drawn tile itself is asked, so the ten tiles stay what they are.
#[test]
fn a_declared_asker_keeps_its_ten_tiles() {
    let request = |declared: &str| {
        waits(json!({ "concealed": "22445588p9s7z", "declared": [declared, "none", "none", "none"] }))
    };
    // Undeclared it may keep a drawn 5p and ask with the nine: one suit and a root then.
    assert_eq!(request("none")["waits"]["5p"]["ask"], 6);
    assert_eq!(request("ready_ask")["waits"]["5p"]["ask"], 5);
}

// ---- a second, slow scorer: every assignment of wilds, every decomposition ----

struct Slow {
    groups: Vec<(char, usize)>,
    best: Option<(i64, Vec<(String, i64)>)>,
}

#[derive(Clone)]
struct Hand {
    /// Closed natural tiles with the winning one, by kind 0..18.
    closed: [u8; 18],
    wilds: usize,
    /// Kind and size.
    melds: Vec<(usize, u8)>,
    won_on: Option<Option<usize>>,
    wild_makes_root: bool,
    only_triplets: bool,
    /// Readings without a form are barred.
    form_only: bool,
}

fn decompose(slow: &mut Slow, hand: &Hand, left: &mut [u8; 18], pair: bool, stands: &[usize]) {
    let Some(k) = (0..18).find(|k| left[*k] > 0) else {
        if pair {
            judge(slow, hand, stands);
        }
        return;
    };
    if left[k] >= 2 && !pair {
        left[k] -= 2;
        slow.groups.push(('p', k));
        decompose(slow, hand, left, true, stands);
        slow.groups.pop();
        left[k] += 2;
    }
    if left[k] >= 3 {
        left[k] -= 3;
        slow.groups.push(('t', k));
        decompose(slow, hand, left, pair, stands);
        slow.groups.pop();
        left[k] += 3;
    }
    if k % 9 < 7 && left[k + 1] > 0 && left[k + 2] > 0 {
        (k..k + 3).for_each(|i| left[i] -= 1);
        slow.groups.push(('r', k));
        decompose(slow, hand, left, pair, stands);
        slow.groups.pop();
        (k..k + 3).for_each(|i| left[i] += 1);
    }
}

fn judge(slow: &mut Slow, hand: &Hand, stands: &[usize]) {
    let mut groups = slow.groups.clone();
    groups.extend(hand.melds.iter().map(|(k, _)| ('t', *k)));
    let tiles: Vec<usize> = groups
        .iter()
        .flat_map(|(kind, k)| match kind {
            'r' => vec![*k, k + 1, k + 2],
            't' => vec![*k; 3],
            _ => vec![*k; 2],
        })
        .collect();
    let rank = |k: &usize| k % 9 + 1;
    let triplets = groups.iter().all(|(kind, _)| *kind != 'r');
    let has_end = |(kind, k): &(char, usize)| [1, 9].contains(&rank(k)) || (*kind == 'r' && rank(k) == 7);
    let jiang = triplets && tiles.iter().all(|k| [2, 5, 8].contains(&rank(k)));
    let outside = groups.iter().all(has_end) && !(triplets && hand.only_triplets);
    let mut fans = vec![("base_win", 1, 1)];
    if jiang {
        fans.push(("jiang_triplets", 5, 1));
    } else if outside {
        fans.push(("outside_hand", 4, 1));
    } else if triplets {
        fans.push(("all_triplets", 1, 1));
    }
    if tiles.iter().all(|k| *k < 9) || tiles.iter().all(|k| *k >= 9) {
        fans.push(("pure_suit", 2, 1));
    }
    if !tiles.iter().any(|k| [1, 9].contains(&rank(k))) {
        fans.push(("no_terminals", 1, 1));
    }
    let runs = |suit: usize| groups.iter().filter(|g| **g == ('r', suit * 9 + 3)).count() as i64;
    let ka = match hand.won_on {
        None => runs(0) + runs(1),
        Some(Some(k)) => (rank(&k) == 5 && runs(k / 9) > 0) as i64,
        Some(None) => (0..2).any(|s| runs(s) > 0 && stands.contains(&(s * 9 + 4))) as i64,
    };
    fans.push(("ka_456", 1, ka));
    let roots = (0..18)
        .filter(|k| {
            let natural = hand.closed[*k] + hand.melds.iter().filter(|m| m.0 == *k).map(|m| m.1).sum::<u8>();
            let wild = stands.iter().filter(|s| *s == k).count() as u8;
            natural == 4 || (hand.wild_makes_root && natural + wild == 4)
        })
        .count();
    fans.push(("root", 1, roots.min(3) as i64));
    let forms = ["all_triplets", "pure_suit", "outside_hand", "jiang_triplets"];
    if hand.form_only && !fans.iter().any(|f| forms.contains(&f.0)) {
        return;
    }
    let raw = fans.iter().map(|f| f.1 * f.2).sum();
    let mut list: Vec<(String, i64)> =
        fans.iter().filter(|f| f.2 > 0).map(|f| (f.0.to_string(), f.2)).collect();
    list.sort();
    let better = slow.best.as_ref().is_none_or(|(r, l)| raw > *r || (raw == *r && list < *l));
    if better {
        slow.best = Some((raw, list));
    }
}

fn assign(slow: &mut Slow, hand: &Hand, from: usize, stands: &mut Vec<usize>) {
    if stands.len() == hand.wilds {
        let mut all = hand.closed;
        stands.iter().for_each(|k| all[*k] += 1);
        let stands = stands.clone();
        decompose(slow, hand, &mut all, false, &stands);
        return;
    }
    for k in from..18 {
        stands.push(k);
        assign(slow, hand, k, stands);
        stands.pop();
    }
}

struct SplitMix(u64);

impl SplitMix {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}

/// Natural closed tiles by kind, wilds, and melds with their sizes.
type Dealt = (Vec<usize>, usize, Vec<(usize, u8)>);

/// A random hand that wins: groups drawn mostly from one corner of the tiles, some tiles exchanged for wilds.
fn random_win(rng: &mut SplitMix) -> Option<Dealt> {
    let narrow = [18, 9, 6, 3][rng.below(4)];
    let first = rng.below(18 - narrow + 1);
    let kind = |rng: &mut SplitMix| first + rng.below(narrow);
    let melds: Vec<(usize, u8)> =
        (0..[0, 0, 0, 1, 1, 2, 3][rng.below(7)]).map(|_| (kind(rng), [3, 4][rng.below(2)])).collect();
    let mut tiles = Vec::new();
    for _ in melds.len()..3 {
        let k = kind(rng);
        if rng.below(2) == 0 && k % 9 < 7 { tiles.extend([k, k + 1, k + 2]) } else { tiles.extend([k; 3]) }
    }
    let k = kind(rng);
    tiles.extend([k, k]);
    let wilds = rng.below(5).min(tiles.len());
    for _ in 0..wilds {
        tiles.swap_remove(rng.below(tiles.len()));
    }
    let copies = |k: usize| {
        tiles.iter().filter(|t| **t == k).count()
            + melds.iter().filter(|m| m.0 == k).map(|m| m.1 as usize).sum::<usize>()
    };
    (0..18).all(|k| copies(k) <= 4).then_some((tiles, wilds, melds))
}

#[test]
fn the_best_reading_is_found() {
    let mut rng = SplitMix(7);
    let tile = |k: usize| Tile::at(9 + k);
    let red = parse_tile("7z").unwrap();
    let (mut compared, mut with_four, mut barred) = (0, 0, 0);
    while compared < 600 {
        let Some((natural, wilds, melds)) = random_win(&mut rng) else { continue };
        let mut all: Vec<Tile> = natural.iter().map(|k| tile(*k)).chain(vec![red; wilds]).collect();
        let winning = all.swap_remove(rng.below(all.len()));
        let by_discard = rng.below(2) == 0;
        let mut closed = [0; 18];
        natural.iter().for_each(|k| closed[*k] += 1);
        let (wild_makes_root, only_triplets) = (rng.below(4) > 0, rng.below(4) == 0);
        let won_on = by_discard.then(|| (winning != red).then(|| winning.index() - 9));
        let letter = rng.below(2) == 0;
        let hand = Hand {
            closed,
            wilds,
            melds: melds.clone(),
            won_on,
            wild_makes_root,
            only_triplets,
            form_only: letter && by_discard,
        };
        let mut slow = Slow { groups: Vec::new(), best: None };
        assign(&mut slow, &hand, 0, &mut Vec::new());
        let slow_barred = slow.best.is_none();
        barred += usize::from(slow_barred);
        let (raw, list) = slow.best.unwrap_or_default();
        let written: Vec<Value> = melds
            .iter()
            .map(|(k, n)| json!({ "kind": if *n == 3 { "pon" } else { "kong_direct" }, "tiles": format_tiles(&vec![tile(*k); *n as usize]) }))
            .collect();
        let mut asked = json!({ "concealed": format_tiles(&all), "melds": written, "winning_tile": winning.to_string(), "source": "self_draw",
            "options": { "wild_makes_root": wild_makes_root, "one_fan_discard": if letter { "ask_or_kong" } else { "two_fan" },
            "terminal_triplets": if only_triplets { "triplets" } else { "outside" } } });
        if by_discard {
            asked["source"] = json!("discard");
            asked["from"] = json!(1);
        }
        let got = score(asked.clone());
        if by_discard && (raw < 2 || slow_barred) {
            assert_eq!(got["error"], "illegal:one_fan_discard", "{asked}");
        } else {
            let expect: Vec<Value> = list.iter().map(|(id, n)| json!([id, n])).collect();
            let got_list: Vec<Value> = got["fans"]
                .as_array()
                .unwrap_or_else(|| panic!("{asked} {got}"))
                .iter()
                .map(|f| json!([f["id"], f["count"]]))
                .collect();
            assert_eq!((got["raw"].as_i64(), got_list), (Some(raw), expect), "{asked}");
        }
        compared += 1;
        with_four += usize::from(wilds == 4);
    }
    assert!(with_four > 20 && barred > 20, "{with_four} with four wilds, {barred} barred");
}

#[test]
fn tiles_that_do_not_win_are_refused() {
    let mut rng = SplitMix(11);
    let mut refused = 0;
    for _ in 0..200 {
        let mut tiles: Vec<usize> = (0..72).map(|i| i / 4).collect();
        (1..72).rev().for_each(|i| tiles.swap(i, rng.below(i + 1)));
        let ten: Vec<Tile> = tiles[..10].iter().map(|k| Tile::at(9 + k)).collect();
        let mut closed = [0; 18];
        tiles[..11].iter().for_each(|k| closed[*k] += 1);
        let hand = Hand {
            closed,
            wilds: 0,
            melds: vec![],
            won_on: None,
            wild_makes_root: true,
            only_triplets: false,
            form_only: false,
        };
        let mut slow = Slow { groups: Vec::new(), best: None };
        assign(&mut slow, &hand, 0, &mut Vec::new());
        let got = score(request(&format_tiles(&ten), "", &Tile::at(9 + tiles[10]).to_string(), json!({})));
        assert_eq!(slow.best.is_some(), got.get("error").is_none());
        refused += usize::from(got["error"] == "not_a_win");
    }
    assert!(refused > 100);
}

/// Every assignment of wilds that leaves each kind an even number of times.
fn slow_five_pairs(
    natural: &[u8; 18],
    wilds: usize,
    from: usize,
    stands: &mut Vec<usize>,
    best: &mut Option<(i64, Vec<(String, i64)>)>,
) {
    if stands.len() < wilds {
        for k in from..18 {
            stands.push(k);
            slow_five_pairs(natural, wilds, k, stands, best);
            stands.pop();
        }
        return;
    }
    let of = |k: usize| natural[k] + stands.iter().filter(|s| **s == k).count() as u8;
    if (0..18).any(|k| of(k) % 2 == 1) {
        return;
    }
    let used: Vec<usize> = (0..18).filter(|k| of(*k) > 0).collect();
    let mut fans = vec![("base_win".to_string(), 1), ("five_pairs".to_string(), 1)];
    let mut raw = 3;
    if used.iter().all(|k| *k < 9) || used.iter().all(|k| *k >= 9) {
        fans.push(("pure_suit".into(), 1));
        raw += 2;
    }
    if used.iter().all(|k| k % 9 != 0 && k % 9 != 8) {
        fans.push(("no_terminals".into(), 1));
        raw += 1;
    }
    let roots = (0..18).filter(|k| natural[*k] == 4 || of(*k) == 4).count().min(3) as i64;
    if roots > 0 {
        fans.push(("root".into(), roots));
        raw += roots;
    }
    fans.sort();
    if best.as_ref().is_none_or(|(r, l)| raw > *r || (raw == *r && fans < *l)) {
        *best = Some((raw, fans));
    }
}

#[test]
fn the_best_five_pairs_are_found() {
    let mut rng = SplitMix(3);
    let (mut wins, mut refusals) = (0, 0);
    while wins < 150 || refusals < 50 {
        let wilds = rng.below(5);
        let narrow = [18, 9, 4][rng.below(3)];
        let first = rng.below(18 - narrow + 1);
        let mut natural = [0u8; 18];
        while natural.iter().sum::<u8>() + 2 <= 10 - (wilds as u8) {
            natural[first + rng.below(narrow)] += 2;
        }
        while natural.iter().sum::<u8>() < 10 - wilds as u8 {
            natural[first + rng.below(narrow)] += 1;
        }
        // Move single tiles about, so that some hands are no five pairs.
        for _ in 0..rng.below(4) {
            let (a, b) = (first + rng.below(narrow), first + rng.below(narrow));
            if natural[a] > 0 {
                natural[a] -= 1;
                natural[b] += 1;
            }
        }
        if natural.iter().any(|n| *n > 4) {
            continue;
        }
        let mut best = None;
        slow_five_pairs(&natural, wilds, 0, &mut Vec::new(), &mut best);
        let mut ten: Vec<Tile> = (0..18).flat_map(|k| vec![Tile::at(9 + k); natural[k] as usize]).collect();
        ten.extend(vec![parse_tile("7z").unwrap(); wilds]);
        let spare = (0..18).rev().find(|k| natural[*k] < 4).unwrap();
        let asked = request(&format_tiles(&ten), "", &Tile::at(9 + spare).to_string(), ask());
        let got = score(asked.clone());
        match best {
            None => {
                assert_eq!(got["error"], "not_a_win", "{asked}");
                refusals += 1;
            }
            Some((raw, list)) => {
                let expect: Vec<Value> = list.iter().map(|(id, n)| json!([id, n])).collect();
                let list: Vec<Value> =
                    got["fans"].as_array().unwrap().iter().map(|f| json!([f["id"], f["count"]])).collect();
                assert_eq!((got["raw"].as_i64(), list), (Some(raw), expect), "{asked}");
                wins += 1;
            }
        }
    }
}
