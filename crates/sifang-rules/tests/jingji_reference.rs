//! `jingji` scores against a slow second implementation that reads the rule book literally: every split, every role of every
//! gold, every group the winning tile can be in, lists of names compared as lists of names.

use serde_json::{Value, json};
use sifang_rules::contract::Contract;
use sifang_rules::jingji::Jingji;
use sifang_rules::request::WinRequest;
use sifang_shape::{Group, GroupKind, PairRule, for_each_grouping};
use sifang_tiles::{Tile, TileMask, format_tiles};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n as u64) as usize
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// A described hand in plain values.
#[derive(Clone, Debug)]
struct Case {
    concealed: Vec<usize>,
    /// Kind, lowest tile.
    melds: Vec<(&'static str, usize)>,
    won: usize,
    gold: usize,
    seat_wind: usize,
    round_wind: usize,
    source: &'static str,
    flags: Vec<&'static str>,
    you_self_draw_only: bool,
}

impl Case {
    fn request(&self) -> WinRequest {
        serde_json::from_value(self.json()).unwrap()
    }

    fn json(&self) -> Value {
        let text = |tiles: &[usize]| format_tiles(&tiles.iter().map(|t| Tile::at(*t)).collect::<Vec<_>>());
        let meld = |(kind, low): &(&str, usize)| {
            let tiles = match *kind {
                "chi" => vec![*low, low + 1, low + 2],
                "pon" => vec![*low; 3],
                _ => vec![*low; 4],
            };
            let mut meld = json!({ "kind": kind, "tiles": text(&tiles) });
            if *kind != "kong_concealed" {
                meld["from"] = json!(0);
            }
            meld
        };
        // The winner is seat 1; the dealer sits where the winner's wind says.
        let mut request = json!({
            "rules": "jingji", "players": 4, "winner": 1, "dealer": (5 - (self.seat_wind - 27)) % 4,
            "round_wind": Tile::at(self.round_wind).to_string(), "indicator": Tile::at(self.gold).to_string(),
            "concealed": text(&self.concealed), "melds": self.melds.iter().map(meld).collect::<Vec<_>>(),
            "winning_tile": Tile::at(self.won).to_string(), "source": self.source, "context": self.flags,
            "options": { "you_jin_self_draw_only": self.you_self_draw_only },
        });
        if self.source != "self_draw" {
            request["from"] = json!(2);
        }
        request
    }
}

type List = BTreeMap<&'static str, i32>;

#[derive(Clone, Debug, Default)]
struct Candidate {
    fixed: Option<(usize, &'static str)>,
    fans: List,
    fu_items: List,
    n: i32,
    m: i32,
    total: i32,
    yaku: bool,
}

fn fan_value(id: &str) -> i32 {
    match id {
        "full_straight" | "mixed_outside" | "double_you" => 2,
        "pure_outside" | "small_three_dragons" => 3,
        "small_four_winds" => 4,
        "big_three_dragons" | "big_four_winds" => 5,
        _ => 1,
    }
}

/// A group as this file sees it: run or not, lowest tile, size, natural, called, kong.
#[derive(Clone, Copy, Debug)]
struct Set {
    run: bool,
    tile: usize,
    pair: bool,
    natural: bool,
    called: bool,
    kong: bool,
}

fn is_outside(tile: usize) -> bool {
    tile >= 27 || [0, 8].contains(&(tile % 9))
}

fn hand_fans(case: &Case, sets: &[Set], golds: i32, fans: &mut List) {
    let mut add = |id: &'static str, n: i32| {
        if n > 0 {
            fans.insert(id, n);
        }
    };
    let triplet = |t: usize| sets.iter().any(|s| !s.run && !s.pair && s.natural && s.tile == t);
    let pair = |t: usize| sets.iter().any(|s| s.pair && s.natural && s.tile == t);
    let run = |t: usize| sets.iter().any(|s| s.run && s.natural && s.tile == t);
    add("gold_tile", golds);
    add("round_wind", triplet(case.round_wind) as i32);
    add("seat_wind", triplet(case.seat_wind) as i32);
    let dragons = (31..34).filter(|t| triplet(*t)).count() as i32;
    let winds = (27..31).filter(|t| triplet(*t)).count() as i32;
    add("dragon_triplet", dragons);
    add("small_three_dragons", (dragons == 2 && (31..34).any(pair)) as i32);
    add("big_three_dragons", (dragons == 3) as i32);
    add("small_four_winds", (winds == 3 && (27..31).any(pair)) as i32);
    add("big_four_winds", (winds == 4) as i32);
    let mut faces: Vec<usize> = case.concealed.clone();
    faces.push(case.won);
    for (kind, low) in &case.melds {
        faces.extend(if *kind == "chi" { vec![*low, low + 1, low + 2] } else { vec![*low] });
    }
    add("all_simples", !faces.iter().any(|t| is_outside(*t)) as i32);
    add("concealed_hand", case.melds.iter().all(|m| m.0 == "kong_concealed") as i32);
    add("three_suit_chow", (0..7).any(|r| run(r) && run(r + 9) && run(r + 18)) as i32);
    add("three_suit_triplet", (0..9).any(|r| triplet(r) && triplet(r + 9) && triplet(r + 18)) as i32);
    let same =
        |t: usize| sets.iter().filter(|s| s.run && s.natural && !s.called && s.tile == t).count() as i32;
    add("twin_chow", (0..27).map(|t| same(t) / 2).sum());
    add("full_straight", [0, 9, 18].iter().any(|s| run(*s) && run(s + 3) && run(s + 6)) as i32);
    let outside =
        |s: &Set| if s.run { is_outside(s.tile) || is_outside(s.tile + 2) } else { is_outside(s.tile) };
    if sets.iter().all(|s| s.natural && outside(s)) {
        let honors = sets.iter().any(|s| s.tile >= 27);
        add(if honors { "mixed_outside" } else { "pure_outside" }, 1);
    }
}

fn fu_items(sets: &[Set]) -> List {
    let mut items = List::new();
    for s in sets {
        let id = match s {
            Set { kong: true, called: true, .. } => "exposed_kong",
            Set { kong: true, .. } => "concealed_kong",
            Set { run: false, pair: false, natural: true, called: false, .. } => "concealed_triplet",
            Set { pair: true, natural: true, tile, .. } if *tile >= 27 => "honor_pair",
            _ => continue,
        };
        *items.entry(id).or_default() += 1;
    }
    items
}

fn total(case: &Case, value: i32) -> i32 {
    if case.source == "self_draw" { (value + 2) / 3 * 3 } else { value }
}

fn formula(case: &Case, mut fans: List, sets: &[Set]) -> Candidate {
    let has = |flag: &str| case.flags.contains(&flag);
    let mut add_if = |holds: bool, id: &'static str| {
        if holds {
            fans.insert(id, 1);
        }
    };
    add_if(case.source == "rob_kong", "rob_kong");
    add_if(has("kong_draw"), "kong_draw");
    add_if(has("last_tile") && case.source == "self_draw", "last_tile_draw");
    add_if(has("last_tile") && case.source == "discard", "last_discard");
    add_if(has("declared_ready"), "ready");
    let fu_items = fu_items(sets);
    let m = 1 + fu_items.iter().map(|(id, n)| if *id == "concealed_kong" { 2 * n } else { *n }).sum::<i32>();
    let n = fans.iter().map(|(id, count)| fan_value(id) * count).sum::<i32>();
    let cap = if m <= 2 { 64 } else { 128 };
    let value = (m as f64).powi(n).min(cap as f64) as i32;
    let yaku = n - has("declared_ready") as i32 > 0;
    Candidate { fixed: None, fans, fu_items, n, m, total: total(case, value), yaku }
}

/// Every candidate of clause 6.6.
fn candidates(case: &Case) -> Vec<Candidate> {
    let mut counts = [0u8; Tile::PLAYABLE];
    case.concealed.iter().chain([&case.won]).for_each(|t| counts[*t] += 1);
    let golds = counts[case.gold];
    let melds: Vec<Set> = case
        .melds
        .iter()
        .map(|(kind, tile)| Set {
            run: *kind == "chi",
            tile: *tile,
            pair: false,
            natural: true,
            called: *kind != "kong_concealed",
            kong: kind.starts_with("kong"),
        })
        .collect();
    let mut all = Vec::new();
    let (mut golden_pair, mut golden_dragon, mut complete) = (false, false, false);
    for stand_ins in 0..=golds {
        let mut naturals = counts;
        naturals[case.gold] -= stand_ins;
        let kinds = TileMask::PLAYABLE & !TileMask::one(Tile::at(case.gold));
        let _ = for_each_grouping(&naturals, stand_ins, PairRule::Any, kinds, &mut |grouping| {
            let is_gold = |g: &Group, i: usize, t: Tile| g.wilds >> i & 1 == 1 || t.index() == case.gold;
            let only_golds = |g: &Group| g.tiles().enumerate().all(|(i, t)| is_gold(g, i, t));
            if grouping.groups().iter().any(|g| only_golds(g) && g.wilds != 0) {
                return ControlFlow::Continue(());
            }
            complete = true;
            let mut sets = melds.clone();
            for g in grouping.groups() {
                sets.push(Set {
                    run: g.kind == GroupKind::Run,
                    tile: g.tile.index(),
                    pair: g.kind == GroupKind::Pair,
                    natural: g.wilds == 0,
                    called: false,
                    kong: false,
                });
                golden_pair |= g.kind == GroupKind::Pair && only_golds(g);
                golden_dragon |= g.kind == GroupKind::Triplet && only_golds(g);
            }
            let mut fans = List::new();
            hand_fans(case, &sets, golds as i32, &mut fans);
            for g in grouping.groups() {
                let mut tiles = g.tiles().enumerate();
                let has_winner = if case.won == case.gold {
                    tiles.any(|(i, t)| is_gold(g, i, t))
                } else {
                    tiles.any(|(i, t)| g.wilds >> i & 1 == 0 && t.index() == case.won)
                };
                if !has_winner {
                    continue;
                }
                let mut fans = fans.clone();
                let you = case.source == "self_draw" || !case.you_self_draw_only;
                let on_gold = case.won == case.gold;
                let golds_here = g.tiles().enumerate().filter(|(i, t)| is_gold(g, *i, *t)).count();
                let id = match g.kind {
                    GroupKind::Run => "gold_middle",
                    GroupKind::Pair => "single_you",
                    GroupKind::Triplet => "double_you",
                };
                let counts = match g.kind {
                    GroupKind::Run => on_gold && g.wilds == 0 && g.tile.index() + 1 == case.gold,
                    GroupKind::Pair => you && golds_here == if on_gold { 2 } else { 1 },
                    GroupKind::Triplet => you && golds_here == if on_gold { 3 } else { 2 },
                };
                if counts {
                    fans.insert(id, 1);
                }
                all.push(formula(case, fans, &sets));
            }
            ControlFlow::Continue(())
        });
    }
    let mut fixed = |holds: bool, order: usize, id: &'static str, points: i32| {
        if holds {
            let fans = List::from([(id, 1)]);
            let total = total(case, points);
            all.push(Candidate { fixed: Some((order, id)), fans, total, yaku: true, ..Candidate::default() });
        }
    };
    let rob = case.flags.contains(&"rob_gold");
    let dealer = case.seat_wind == 27;
    fixed(golden_dragon, 0, "golden_dragon", 128);
    fixed(golden_pair, 1, "golden_pair", 64);
    fixed(complete && rob, 2, if dealer { "dealer_rob_gold" } else { "nondealer_rob_gold" }, 48);
    fixed(golds >= 3 && case.source == "self_draw" && (complete || !rob), 3, "three_golds", 48);
    all
}

fn as_list(list: &List) -> Vec<(&'static str, i32)> {
    list.iter().map(|(id, n)| (*id, *n)).collect()
}

fn expected(case: &Case) -> Option<Value> {
    let mut all = candidates(case);
    if all.iter().any(|c| c.yaku) {
        all.retain(|c| c.yaku);
    }
    let best = all.into_iter().min_by(|a, b| {
        let fixed = |c: &Candidate| c.fixed.map_or(9, |(order, _)| order);
        (b.total.cmp(&a.total))
            .then(fixed(a).cmp(&fixed(b)))
            .then(b.n.cmp(&a.n))
            .then(b.m.cmp(&a.m))
            .then_with(|| as_list(&a.fans).cmp(&as_list(&b.fans)))
            .then_with(|| as_list(&a.fu_items).cmp(&as_list(&b.fu_items)))
    })?;
    if !best.yaku && case.flags.contains(&"declared_ready") {
        return Some(
            json!({ "method": "penalty", "fans": {}, "fu_items": {}, "fu": 0, "fan": 0, "total": 0 }),
        );
    }
    let method = if best.fixed.is_some() { "fixed" } else { "formula" };
    Some(json!({
        "method": method, "fans": best.fans, "fu_items": best.fu_items,
        "fu": best.m, "fan": best.n, "total": best.total,
    }))
}

/// The engine's answer in the same form.
fn answered(case: &Case) -> Option<Value> {
    let answer = match Jingji::score(&case.request()) {
        Ok(answer) => answer,
        Err(refusal) if refusal.error == "not_a_win" => return None,
        Err(refusal) => panic!("{case:?}: {refusal}"),
    };
    let map = |lines: &[sifang_rules::answer::FanLine]| {
        lines.iter().map(|l| (l.id, l.count)).collect::<BTreeMap<_, _>>()
    };
    assert!(answer.fans.windows(2).all(|w| w[0].id < w[1].id));
    assert!(answer.fu_items.windows(2).all(|w| w[0].id < w[1].id));
    assert_eq!(answer.deltas.iter().sum::<i32>(), 0);
    if answer.method != sifang_rules::jingji::Method::Penalty {
        assert_eq!(answer.deltas[1], answer.total, "{case:?}");
    }
    Some(json!({
        "method": answer.method, "fans": map(&answer.fans), "fu_items": map(&answer.fu_items),
        "fu": answer.fu, "fan": answer.fan, "total": answer.total,
    }))
}

/// A random hand that is complete, or nearly: groups of few or many kinds, some called, some tiles replaced by golds.
fn random_case(random: &mut Random) -> Option<Case> {
    let gold = random.below(34);
    let kinds: Vec<usize> = match random.below(7) {
        0 => (0..9).collect(),
        1 => (0..18).collect(),
        2 => (27..34).chain(0..4).collect(),
        3 => (0..34).filter(|t| is_outside(*t) || t % 9 == 6).collect(),
        4 => (0..27).filter(|t| t % 9 < 4).collect(),
        5 => (0..27).filter(|t| [0, 6, 8].contains(&(t % 9))).collect(),
        _ => (0..34).collect(),
    };
    let mut melds = Vec::new();
    let mut tiles = Vec::new();
    let mut called = random.below(7).saturating_sub(2);
    for _ in 0..5 {
        let low = kinds[random.below(kinds.len())];
        let run = low < 27 && low % 9 < 7 && !random.one_in(3);
        if called > 0 {
            called -= 1;
            let kind = ["pon", "kong_direct", "kong_added", "kong_concealed"][random.below(4)];
            melds.push((if run { "chi" } else { kind }, low));
        } else {
            tiles.extend(if run { [low, low + 1, low + 2] } else { [low; 3] });
        }
    }
    tiles.extend([kinds[random.below(kinds.len())]; 2]);
    let rob_gold = melds.is_empty() && random.one_in(8);
    let golds = [0, 0, 1, 1, 2, 2, 3, 3][random.below(8)] + (rob_gold && random.one_in(2)) as usize;
    for _ in 0..golds {
        let place = if random.one_in(3) { tiles.len() - 1 } else { random.below(tiles.len()) };
        tiles[place] = gold;
    }
    if random.one_in(10) {
        let place = random.below(tiles.len());
        tiles[place] = random.below(34);
    }
    let place = random.below(tiles.len());
    let won = if rob_gold { gold } else { tiles[place] };
    tiles.remove(tiles.iter().position(|t| *t == won)?);
    let source = if rob_gold { "self_draw" } else { ["self_draw", "discard", "rob_kong"][random.below(3)] };
    let mut flags = Vec::new();
    let kong = melds.iter().any(|m| m.0.starts_with("kong"));
    let seat_wind = 27 + random.below(4);
    if rob_gold {
        flags.push("rob_gold");
        if seat_wind == 27 && random.one_in(2) {
            flags.push("declared_ready");
        }
    } else {
        if source == "self_draw" && kong && random.one_in(3) {
            flags.push("kong_draw");
        } else if random.one_in(2) {
            flags.push("declared_ready");
        }
        if source != "rob_kong" && random.one_in(6) {
            flags.push("last_tile");
        }
    }
    let case = Case {
        concealed: tiles,
        melds,
        won,
        gold,
        seat_wind,
        round_wind: 27 + random.below(4),
        source,
        flags,
        you_self_draw_only: random.one_in(4),
    };
    let mut all = [0u8; 34];
    case.concealed.iter().chain([&case.won]).for_each(|t| all[*t] += 1);
    for (kind, low) in &case.melds {
        match *kind {
            "chi" => (0..3).for_each(|i| all[low + i] += 1),
            "pon" => all[*low] += 3,
            _ => all[*low] += 4,
        }
    }
    let gold_melded =
        all[gold] > case.concealed.iter().chain([&case.won]).filter(|t| **t == gold).count() as u8;
    all[gold] += !rob_gold as u8;
    (all.iter().all(|n| *n <= 4) && !gold_melded).then_some(case)
}

#[test]
fn scores_are_those_of_the_rule_book_read_literally() {
    let mut random = Random(2024);
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    let mut compared = 0;
    while compared < 8000 {
        let Some(case) = random_case(&mut random) else { continue };
        compared += 1;
        let (want, got) = (expected(&case), answered(&case));
        assert_eq!(want, got, "{case:?} {}", serde_json::to_string(&case.flags).unwrap());
        let Some(got) = got else { continue };
        *seen.entry(got["method"].as_str().unwrap().to_string()).or_default() += 1;
        for list in ["fans", "fu_items"] {
            for id in got[list].as_object().unwrap().keys() {
                *seen.entry(id.clone()).or_default() += 1;
            }
        }
    }
    // The comparison is worth something only if everything came up.
    let ids = sifang_rules::jingji::CATALOG.iter().chain(sifang_rules::jingji::FU_CATALOG).map(|f| f.term.id);
    let missing: Vec<_> = ids.chain(["penalty"]).filter(|id| !seen.contains_key(*id)).collect();
    assert!(missing.is_empty(), "never seen: {missing:?} in {seen:?}");
}

#[test]
fn waits_are_the_tiles_that_score() {
    let mut random = Random(77);
    for _ in 0..1500 {
        let Some(mut case) = random_case(&mut random) else { continue };
        if case.flags.contains(&"rob_gold") {
            continue;
        }
        (case.source, case.flags) = ("discard", Vec::new());
        let mut request = case.json();
        ["winning_tile", "source", "from"].into_iter().for_each(|name| drop(request[name].take()));
        let waits = Jingji::waits(&serde_json::from_value(request).unwrap()).unwrap().waits;
        for kind in 0..34 {
            let with = Case { won: kind, ..case.clone() };
            let own = with.concealed.iter().filter(|t| **t == kind).count()
                + (kind == case.gold) as usize
                + with
                    .melds
                    .iter()
                    .map(|(k, low)| match *k {
                        "chi" => (*low..low + 3).contains(&kind) as usize,
                        "pon" => 3 * (*low == kind) as usize,
                        _ => 4 * (*low == kind) as usize,
                    })
                    .sum::<usize>();
            let want =
                if own >= 4 { None } else { expected(&with).map(|v| v["total"].as_i64().unwrap() as i32) };
            assert_eq!(waits.get(&Tile::at(kind)).copied(), want, "{with:?}");
        }
    }
}
