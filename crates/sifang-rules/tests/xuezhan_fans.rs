//! `xuezhan` scoring: clause by clause, one line a hand; and against a second, plain reading of the rule book on random hands.

use serde_json::{Value, json};
use sifang_rules::contract::Contract;
use sifang_rules::xuezhan::Xuezhan;
use std::collections::BTreeSet;

/// `concealed tile source [context…] [melds…]`, melds as `pon:333p`; seat 1 wins, seat 2 pays, seat 0 deals (seat 1 if heavenly).
/// Answers `fan+fan = total` or the error.
fn value(text: &str, more: Value) -> String {
    let mut words = text.split_whitespace();
    let mut next = || words.next().unwrap();
    let (concealed, tile, source) = (next(), next(), next());
    let (mut context, mut melds) = (vec![], vec![]);
    for word in words {
        match word.split_once(':') {
            Some((kind, tiles)) => melds.push(json!({ "kind": kind, "tiles": tiles })),
            None => context.push(word),
        }
    }
    let dealer = if context.contains(&"heavenly") { 1 } else { 0 };
    let mut request = json!({
        "rules": "xuezhan", "dealer": dealer, "winner": 1, "concealed": concealed, "melds": melds,
        "winning_tile": tile, "source": source, "context": context,
    });
    if source != "self_draw" {
        request["from"] = json!(2);
    }
    for (name, field) in more.as_object().unwrap() {
        request[name] = field.clone();
    }
    match Xuezhan::score(&serde_json::from_value(request).unwrap()) {
        Err(refusal) => refusal.error.to_string(),
        Ok(a) => {
            let base = a.explanation.lines[0].n;
            assert_eq!(a.points, base << a.total);
            assert_eq!(a.deltas.iter().sum::<i32>(), 0);
            let ids = a
                .fans
                .iter()
                .map(|f| if f.count > 1 { format!("{}x{}", f.id, f.count) } else { f.id.into() });
            format!("{} = {}", ids.collect::<Vec<String>>().join("+"), a.total)
        }
    }
}

#[track_caller]
fn is(text: &str, expected: &str) {
    assert_eq!(value(text, json!({})), expected, "{text}");
}

#[track_caller]
fn with(more: Value, text: &str, expected: &str) {
    assert_eq!(value(text, more), expected, "{text}");
}

#[test]
fn fans_of_the_tiles() {
    is("123m46m11p 5m discard pon:777p", " = 0");
    is("123m46m11777p 5m discard", "concealed_hand = 1");
    is("111123m9p 9p discard pon:999m", "root+terminals = 3");
    is("555p8p 8p discard pon:111m pon:333m", "all_triplets = 1");
    is("1237756m 4m discard pon:999m", "full_flush = 2");
    is("888m2p 2p discard pon:222m pon:555p", "all_middle+jiang_triplets = 4");
    is("999m4m 4m discard pon:222m pon:555m", "flush_triplets = 3");
    is("1122337999m 8m discard", "concealed_hand+flush_terminals = 5");
    is("34588m67p 5p discard pon:222p", "all_middle = 1");
    is(
        "8p 8p discard kong_direct:6666m kong_added:3333p kong_concealed:9999m",
        "all_triplets+golden_hook+rootx3 = 5",
    );
    is("4m 4m discard pon:111m pon:666m pon:777m", "all_triplets+flush_golden_hook = 5");
    // No terminals adds to the flush golden hook: nothing excludes it.
    is("4m 4m discard pon:222m pon:666m pon:777m", "all_middle+all_triplets+flush_golden_hook = 6");
    is("8p 8p discard pon:222m pon:555m pon:222p", "all_middle+golden_hook+jiang_triplets = 5");
    is("9p 9p discard pon:111m pon:999m pon:111p", "all_triplets+golden_hook+terminals = 4");
    is(
        "8p 8p self_draw kong_concealed:1111m kong_concealed:3333p kong_concealed:9999m",
        "all_triplets+concealed_hand+golden_hook+rootx3+self_draw = 7",
    );
}

#[test]
fn one_reading_decides() {
    is("1112223339m 9m discard", "concealed_hand+flush_terminals = 5");
    is("111222333m9p 9p discard", "concealed_hand+terminals = 3");
    with(
        json!({ "options": { "all_triplets_fan": 2 } }),
        "111222333m9p 9p discard",
        "all_triplets+concealed_hand = 3",
    );
    // Flush triplets stay at 3 whatever all triplets are worth.
    with(
        json!({ "options": { "all_triplets_fan": 2 } }),
        "999m4m 4m discard pon:222m pon:555m",
        "flush_triplets = 3",
    );
}

#[test]
fn fans_of_the_situation() {
    is("123456m7778p 9p self_draw heavenly", "concealed_hand+dealer_win+heavenly+self_draw = 8");
    is("123456m7778p 9p discard earthly declared_ready", "concealed_hand+declared_ready+earthly = 8");
    let only = json!({ "options": { "earthly_self_draw_only": true } });
    with(only.clone(), "123456m7778p 9p discard earthly", "concealed_hand = 1");
    with(only, "123456m7778p 9p self_draw earthly", "concealed_hand+earthly+self_draw = 7");
    is(
        "123m46m11p 5m self_draw kong_draw last_tile kong_direct:9999p",
        "kong_draw+last_tile+root+self_draw = 4",
    );
    is("123m46m11p 5m discard kong_discard last_tile pon:777p", "kong_discard = 1");
    with(
        json!({ "options": { "last_discard_fan": true } }),
        "123m46m11p 5m discard kong_discard last_tile pon:777p",
        "kong_discard+last_tile = 2",
    );
    is("123m46m11p 5m rob_kong pon:777p", " = 0");
    with(json!({ "options": { "rob_kong_fan": 1 } }), "123m46m11p 5m rob_kong pon:777p", "rob_kong = 1");
    with(json!({ "dealer": 1 }), "123m46m11p 5m rob_kong pon:777p", "dealer_win = 1");
    with(
        json!({ "options": { "fan_cap": 3, "base": 7 } }),
        "4m 4m discard pon:111m pon:666m pon:777m",
        "all_triplets+flush_golden_hook = 3",
    );
}

#[test]
fn errors_come_in_their_order() {
    let hand = "123m46m11777p 5m discard";
    with(json!({ "options": { "base": 0 }, "players": 3 }), hand, "illegal:options");
    with(json!({ "players": 3, "concealed": "1z" }), hand, "illegal:seat");
    with(json!({ "from": 1 }), hand, "illegal:seat");
    with(json!({ "from": null }), hand, "illegal:seat");
    with(json!({ "out": [0, 0] }), hand, "illegal:seat");
    with(json!({ "out": [0, 3, 2] }), hand, "illegal:seat");
    with(json!({ "out": [1] }), hand, "illegal:seat");
    with(json!({ "dealer": 4 }), hand, "illegal:seat");
    with(
        json!({ "winning_tile": "1z", "melds": [{ "kind": "chi", "tiles": "123m" }] }),
        hand,
        "illegal:tiles",
    );
    with(json!({ "winning_tile": null }), hand, "illegal:tiles");
    with(json!({ "buried": "1f23m" }), hand, "illegal:tiles");
    is("46m11777p 5m discard chi:123m", "illegal:meld");
    is("46m11777p 5m discard pon:1111m", "illegal:meld");
    with(
        json!({ "melds": [{ "kind": "kong_concealed", "tiles": "9999p", "from": 0 }] }),
        "12346m11p 5m discard",
        "illegal:meld",
    );
    with(
        json!({ "melds": [{ "kind": "pon", "tiles": "999p", "from": 1 }] }),
        "12346m11p 5m discard",
        "illegal:meld",
    );
    is("12346m1177p 5m discard", "illegal:hand_size");
    with(json!({ "buried": "15s" }), hand, "illegal:buried");
    with(json!({ "buried": "15s9p", "options": { "bury_check": "at_once" } }), hand, "illegal:buried");
    with(json!({ "buried": "5551m" }), hand, "illegal:buried");
    with(json!({ "buried": "555m" }), "123m46m11777p 5m discard", "not_a_win");
    with(json!({ "buried": "77p5m" }), "123m46m11777p 5m discard", "illegal:tile_count");
    is("4655m123789p 5m rob_kong", "illegal:tile_count");
    with(json!({ "source": "theft" }), hand, "illegal:context");
    with(json!({ "source": null }), hand, "illegal:context");
    for context in ["luck", "declared_ready declared_ready", "kong_draw", "heavenly"] {
        is(&format!("{hand} {context}"), "illegal:context");
    }
    is("123m46m11p 5m self_draw kong_draw pon:777p", "illegal:context");
    is("123m46m11777p 5m self_draw kong_discard", "illegal:context");
    is("123m46m11777p 5m rob_kong last_tile", "illegal:context");
    is("123m46m11777p 5m self_draw heavenly last_tile", "illegal:context");
    with(json!({ "out": [3] }), "123m46m11777p 5m self_draw heavenly", "illegal:context");
    with(json!({ "dealer": 1 }), "123m46m11777p 5m self_draw earthly", "illegal:context");
    is("123m46m11777p 5m rob_kong earthly", "illegal:context");
    is("123m46m11p 5m discard earthly kong_concealed:9999p", "illegal:context");
    is("123m46m11777p 5m self_draw earthly last_tile", "illegal:context");
    is("123m46m11p 5m discard declared_ready pon:777p", "illegal:context");
    is("123m46m11p 5m discard declared_ready kong_concealed:9999p", "concealed_hand+declared_ready+root = 4");
    is("123m46s11777p 5s discard", "not_a_win");
    is("123m46m11778p 5m discard", "not_a_win");
    with(json!({ "buried": "159m" }), "123m46m11777p 5m discard", "not_a_win");
    with(json!({ "buried": "15s9p" }), hand, "concealed_hand = 1");
}

#[test]
fn waits_know_what_the_seat_itself_holds() {
    let waits = |request: Value| json!(Xuezhan::waits(&serde_json::from_value(request).unwrap()).unwrap());
    let of = |answer: Value| answer["waits"].as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    let two = waits(json!({ "rules": "xuezhan", "concealed": "5588p123456m" }));
    assert_eq!(of(two), ["5p", "8p"]);
    // Two more 5p are buried: there is none left to win on.
    let one = waits(json!({ "rules": "xuezhan", "concealed": "5588p123456m", "buried": "55p9m" }));
    assert_eq!(of(one), ["8p"]);
    let declared =
        json!({ "concealed": "22345678p23s", "dealer": 0, "winner": 0, "context": ["declared_ready"] });
    assert_eq!(
        waits(declared),
        json!({ "waits": { "1s": { "total": 4, "points": 16 }, "4s": { "total": 5, "points": 32 } } })
    );
    assert_eq!(of(waits(json!({ "concealed": "22345678p2s3m" }))), [""; 0]);
    assert_eq!(of(waits(json!({ "concealed": "22345678p23s", "buried": "999s" }))), [""; 0]);
}

// ---- a second reading of the rule book ----

type Counts = [u8; 27];

/// Every way to take sets and one pair out of the tiles: lists of (is_run, lowest kind) and the pair's kind.
fn readings(
    counts: &mut Counts,
    pair: Option<usize>,
    sets: &mut Vec<(bool, usize)>,
    out: &mut Vec<(Vec<(bool, usize)>, usize)>,
) {
    let Some(low) = (0..27).find(|i| counts[*i] > 0) else {
        out.extend(pair.map(|pair| (sets.clone(), pair)));
        return;
    };
    if counts[low] >= 2 && pair.is_none() {
        counts[low] -= 2;
        readings(counts, Some(low), sets, out);
        counts[low] += 2;
    }
    if counts[low] >= 3 {
        counts[low] -= 3;
        sets.push((false, low));
        readings(counts, pair, sets, out);
        sets.pop();
        counts[low] += 3;
    }
    if low % 9 < 7 && counts[low + 1] > 0 && counts[low + 2] > 0 {
        (0..3).for_each(|i| counts[low + i] -= 1);
        sets.push((true, low));
        readings(counts, pair, sets, out);
        sets.pop();
        (0..3).for_each(|i| counts[low + i] += 1);
    }
}

/// The best fans of a hand by the tables of the rule book; none if it is no win.
fn plainly(closed: &Counts, melds: &[(&str, usize)], all_triplets: i32) -> Option<(i32, Vec<String>)> {
    let mut own = *closed;
    for (kind, tile) in melds {
        own[*tile] += if *kind == "pon" { 3 } else { 4 };
    }
    let kinds: Vec<usize> = (0..27).filter(|i| own[*i] > 0).collect();
    let suits: BTreeSet<usize> = kinds.iter().map(|k| k / 9).collect();
    if suits.len() > 2 {
        return None;
    }
    let end = |k: usize| matches!(k % 9, 0 | 8);
    let (flush, hook) = (suits.len() == 1, melds.len() == 3);
    let mut out = Vec::new();
    readings(&mut closed.clone(), None, &mut Vec::new(), &mut out);
    let scored = out.into_iter().map(|(sets, pair)| {
        let triplets = sets.iter().all(|(run, _)| !run);
        let terminals = end(pair)
            && melds.iter().all(|(_, k)| end(*k))
            && sets.iter().all(|(run, k)| if *run { end(*k) || end(k + 2) } else { end(*k) });
        let mut fans: Vec<(&str, i32)> = Vec::new();
        if melds.iter().all(|(kind, _)| *kind == "kong_concealed") {
            fans.push(("concealed_hand", 1));
        }
        let roots = own.iter().filter(|n| **n == 4).count() as i32;
        if roots > 0 {
            fans.push(("root", roots));
        }
        let jiang = triplets && kinds.iter().all(|k| k % 9 % 3 == 1);
        // The conditions, each by its own row; then the exclusions of the last column.
        let rows = [
            ("all_triplets", all_triplets, triplets && (hook && flush || !flush && !jiang)),
            ("full_flush", 2, flush && !triplets && !terminals && !hook),
            ("terminals", 2, terminals && !flush),
            ("jiang_triplets", 3, jiang && !flush),
            ("flush_triplets", 3, flush && triplets && !hook),
            ("flush_terminals", 4, flush && terminals && !hook),
            ("all_middle", 1, kinds.iter().all(|k| !end(*k))),
            ("golden_hook", 1, hook && !flush),
            ("flush_golden_hook", 4, hook && flush),
        ];
        fans.extend(rows.iter().filter(|row| row.2).map(|row| (row.0, row.1)));
        fans.sort_unstable();
        (fans.iter().map(|f| f.1).sum::<i32>(), fans.iter().map(|f| f.0.to_string()).collect::<Vec<_>>())
    });
    scored.reduce(|a, b| if b.0 > a.0 || b.0 == a.0 && b.1 < a.1 { b } else { a })
}

fn written(counts: &Counts) -> String {
    let mut text = String::new();
    for (suit, letter) in ['m', 'p', 's'].into_iter().enumerate() {
        let before = text.len();
        for rank in 0..9 {
            (0..counts[9 * suit + rank]).for_each(|_| text.push((b'1' + rank as u8) as char));
        }
        if text.len() > before {
            text.push(letter);
        }
    }
    text
}

#[test]
fn random_hands_agree_with_the_plain_reading() {
    let mut state = 11u64;
    let mut below = |n: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((state >> 33) as usize) % n
    };
    let (mut won, mut fans_seen) = (0, BTreeSet::new());
    for round in 0..40_000 {
        // Hands of few kinds, so that several readings and rare fans come up.
        let taste: Vec<usize> = match round % 6 {
            0 => (0..9).collect(),
            1 => (0..27).filter(|k| k % 9 % 3 == 1).collect(),
            2 => vec![0, 1, 2, 6, 7, 8, 9, 10, 11, 15, 16, 17],
            3 => (0..18).filter(|k| (1..8).contains(&(k % 9))).collect(),
            4 => (0..5).chain(9..12).collect(),
            _ => (0..27).collect(),
        };
        let mut closed: Counts = [0; 27];
        let mut all: Counts = [0; 27];
        let mut melds: Vec<(&str, usize)> = Vec::new();
        let laid = below(4);
        while melds.len() < laid {
            let k = taste[below(taste.len())];
            if all[k] == 0 {
                let kind = ["pon", "kong_direct", "kong_added", "kong_concealed"][below(4)];
                all[k] += if kind == "pon" { 3 } else { 4 };
                melds.push((kind, k));
            }
        }
        let mut tiles = Vec::new();
        let mut tries = 0;
        while tiles.len() < 11 - 3 * laid && tries < 300 {
            tries += 1;
            let k = taste[below(taste.len())];
            let set: Vec<usize> = match (11 - 3 * laid - tiles.len(), below(2)) {
                (2, _) => vec![k, k],
                (_, 0) => vec![k; 3],
                _ if k % 9 < 7 => vec![k, k + 1, k + 2],
                _ => continue,
            };
            let mut trial = all;
            set.iter().for_each(|k| trial[*k] += 1);
            if trial.iter().all(|n| *n <= 4) {
                all = trial;
                set.iter().for_each(|k| closed[*k] += 1);
                tiles.extend(set);
            }
        }
        if tiles.len() < 11 - 3 * laid {
            continue;
        }
        let all_triplets = 1 + below(2) as i32;
        let expected = plainly(&closed, &melds, all_triplets);
        let mut before = closed;
        let last = tiles[below(tiles.len())];
        before[last] -= 1;
        let one = |k: usize, n: u8| {
            let mut counts: Counts = [0; 27];
            counts[k] = n;
            written(&counts)
        };
        let melds: Vec<Value> = melds
            .iter()
            .map(|(kind, k)| json!({ "kind": kind, "tiles": one(*k, if *kind == "pon" { 3 } else { 4 }) }))
            .collect();
        let request = json!({
            "rules": "xuezhan", "options": { "all_triplets_fan": all_triplets }, "dealer": 0, "winner": 1, "from": 2,
            "concealed": written(&before), "melds": melds, "winning_tile": one(last, 1), "source": "discard",
        });
        let got = Xuezhan::score(&serde_json::from_value(request.clone()).unwrap());
        let got = got.ok().map(|a| (a.total, a.fans.iter().map(|f| f.id.to_string()).collect::<Vec<_>>()));
        assert_eq!(got, expected, "{request}");
        if let Some((_, fans)) = got {
            won += 1;
            fans_seen.extend(fans);
        }
    }
    assert!(won > 20_000, "{won} wins");
    assert_eq!(fans_seen.len(), 11, "{fans_seen:?}");
}

/// The lines explain what an ordinary payer pays; the dealer's doubling stands with the dealer's payment.
#[test]
fn lines_explain_the_ordinary_payment() {
    for dealer in [1, 2] {
        let request = serde_json::json!({
            "rules": "xuezhan", "dealer": dealer, "winner": 0, "concealed": "123m46m11777p", "winning_tile": "5m",
            "source": "self_draw",
        });
        let answer =
            serde_json::to_value(Xuezhan::score(&serde_json::from_value(request).unwrap()).unwrap()).unwrap();
        let has_doubling =
            |steps: &serde_json::Value| steps.as_array().unwrap().iter().any(|s| s["id"] == "dealer_pays");
        assert!(!has_doubling(&answer["lines"]));
        for payment in answer["payments"].as_array().unwrap() {
            assert_eq!(has_doubling(&payment["steps"]), payment["from"] == dealer, "{payment}");
        }
    }
}
