//! `anhua` played at random with random options by two, three and four: what must hold after every action; and its scoring
//! against a second, slow one.

use sifang_options::OptionSet;
use sifang_rules::anhua::{Anhua, AnhuaOptions, Claim, KingClass, Kings, NoWin, Phase, Situation, score};
use sifang_shape::{PairRule, tiles_away};
use sifang_table::{
    Action, Choices, Deal, Dice, End, Journal, Meld, MeldKind, RuleSet, SetUp, Source, Viewer,
};
use sifang_tiles::{Hand, Seat, Tile};

/// SplitMix64.
struct Rng(u64);

impl Rng {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 33) as u32 % n
    }

    fn shuffled(&mut self) -> Vec<Tile> {
        let mut row: Vec<Tile> = (0..108).map(|i| Tile::at(i / 4)).collect();
        for i in (1..row.len()).rev() {
            row.swap(i, self.below(i as u32 + 1) as usize);
        }
        row
    }
}

/// How often each thing happened.
#[derive(Default, Debug)]
struct Met {
    draws: u32,
    sea_wins: u32,
    robbed: u32,
    own_kong_tiles: u32,
    kong_tiles: u32,
    several: u32,
    openings: u32,
    discards: u32,
    sealed_waits: u32,
}

/// What holds whatever happens.
fn check(deal: &Deal<Anhua>, census: &[u8; Tile::KINDS]) {
    assert_eq!(deal.table.census(), *census);
    assert_eq!(deal.ledger.balances().iter().sum::<i32>(), 0);
    match deal.decision() {
        None => assert!(deal.end().is_some() && deal.phase().is_none()),
        Some(decision) => {
            assert!(deal.end().is_none() && !decision.waiting().is_empty());
            for seat in Seat::all(deal.table.seats()) {
                let now = deal.choices_now(seat);
                assert_eq!(decision.choices(seat).copied().unwrap_or_default(), now);
                if let Some(action) = deal.timeout_action(seat) {
                    assert!(deal.check(seat, action).is_ok(), "{seat:?} {action} in {:?}", deal.phase());
                }
            }
        }
    }
}

/// Nothing a seat is shown or offered depends on what it may not know.
fn check_secrecy(deal: &Deal<Anhua>, rng: &mut Rng) {
    for seat in Seat::all(deal.table.seats()) {
        let other = deal.reimagine(Some(seat), &mut |n| rng.below(n));
        assert_eq!(deal.view(Viewer::Seat(seat)), other.view(Viewer::Seat(seat)));
        assert_eq!(deal.choices_now(seat), other.choices_now(seat), "{:?}", deal.phase());
    }
    let other = deal.reimagine(None, &mut |n| rng.below(n));
    assert_eq!(deal.view(Viewer::Public), other.view(Viewer::Public));
}

/// Puts the four tiles after the indicator into one seat's first four places.
fn gather_kings(row: &mut [Tile], seats: usize, step: usize) {
    let indicator = row[13 * seats + 1];
    let king = indicator.up(1).unwrap_or_else(|| Tile::at(indicator.index() - 8));
    for place in 4 * step..4 * step + 4 {
        let from = (place..row.len()).find(|i| row[*i] == king);
        let from = from.or_else(|| (0..place).find(|i| row[*i] == king && *i / 4 != step)).unwrap();
        row.swap(place, from);
    }
}

/// Plays towards a win: kongs, mostly wins, no other claims, and the discard that leaves the hand nearest.
fn sensible(deal: &Deal<Anhua>, seat: Seat, choices: &Choices, rng: &mut Rng) -> Action {
    let hand = *deal.table.hand(seat);
    let kong = choices.iter(&hand).find(|a| matches!(a, Action::Kong | Action::OwnKong(_)));
    if let Some(kong) = kong {
        return kong;
    }
    if choices.may_win() && (rng.below(4) > 0 || !choices.may_pass()) {
        return Action::Win;
    }
    if choices.may_pung() && rng.below(2) == 0 {
        return Action::Pung;
    }
    let view = deal.view(Viewer::Public);
    let (mut keys, mut wilds) = (hand.keys(), 0);
    for king in &view.extra.kings {
        keys.remove_many(*king, hand.count(*king));
        wilds += hand.count(*king);
    }
    let open = 4 - deal.table.melds(seat).len() as u8;
    let away = |tile: &Tile| tiles_away(keys.without(*tile, 1), wilds, open, PairRule::TwoFiveEight);
    let discard = choices.offered_discards().iter().min_by_key(away).map(Action::Discard);
    discard.unwrap_or_else(|| choices.iter(&hand).next().unwrap())
}

fn play(rng: &mut Rng, eager: bool, met: &mut Met) {
    let options = AnhuaOptions::sample(&mut |n| rng.below(n));
    let seats = 2 + rng.below(3) as usize;
    let rules = Anhua::new(options, seats);
    let mut row = rng.shuffled();
    if rng.below(8) == 0 {
        gather_kings(&mut row, seats, rng.below(seats as u32) as usize);
    }
    row.truncate(rules.row_length());
    let dice: Vec<u8> = (0..8).map(|_| 1 + rng.below(6) as u8).collect();
    let dealer = Seat::new(rng.below(seats as u32) as usize);
    let set_up = SetUp { row: &row, dealer, shown_dice: [1, 1], dice: Dice::new(&dice), carry: () };
    let mut journal = Journal::new();
    let mut deal = Deal::start(rules, &set_up, &mut journal);
    let census = deal.table.census();
    let mut actions = 0;
    while let Some(decision) = deal.decision() {
        check(&deal, &census);
        if rng.below(50) == 0 {
            check_secrecy(&deal, rng);
        }
        let waiting: Vec<Seat> = decision.waiting().iter().collect();
        let seat = waiting[rng.below(waiting.len() as u32) as usize];
        let (choices, hand) = (*decision.choices(seat).unwrap(), *deal.table.hand(seat));
        met.openings += matches!(deal.phase(), Some(Phase::Opening(_))) as u32;
        met.sealed_waits +=
            (matches!(deal.phase(), Some(Phase::Turn(..))) && choices.offered_discards().is_empty()) as u32;
        let action = if eager && rng.below(8) > 0 {
            sensible(&deal, seat, &choices, rng)
        } else {
            choices.nth(rng.below(choices.len(&hand) as u32) as usize, &hand).unwrap()
        };
        deal.apply(seat, action, &mut journal).unwrap();
        actions += 1;
        assert!(actions < 500, "a deal ends");
    }
    check(&deal, &census);
    match deal.end() {
        Some(End::Draw) => {
            met.draws += 1;
            assert!(deal.wins().is_empty() && deal.table.wall().left() == 0);
        }
        _ => assert!(!deal.wins().is_empty(), "an end by winning has a winner"),
    }
    note_wins(&deal, met);
}

fn note_wins(deal: &Deal<Anhua>, met: &mut Met) {
    met.several += (deal.wins().len() > 1) as u32;
    for win in deal.wins() {
        assert!((2..=64).contains(&win.total) && win.total.count_ones() == 1);
        let kong_tile = deal.table.aside().iter().any(|a| a.why == sifang_table::Aside::KongTile);
        let sea = deal.table.wall().left() < 4 && deal.rules.options().bird_type.name() == "none";
        match win.source {
            Source::RobKong => met.robbed += 1,
            Source::Discard if kong_tile => met.kong_tiles += 1,
            Source::Discard => met.discards += 1,
            Source::SelfDraw if kong_tile => met.own_kong_tiles += 1,
            Source::SelfDraw => met.sea_wins += sea as u32,
        }
        if win.source != Source::SelfDraw {
            assert!(
                win.facts.king_class <= KingClass::Single,
                "three kings and more never win on others' tiles"
            );
        }
    }
}

#[test]
fn random_deals_keep_every_promise() {
    let mut rng = Rng(4);
    let mut met = Met::default();
    for n in 0..4000 {
        play(&mut rng, n % 2 == 0, &mut met);
    }
    let Met { draws, sea_wins, kong_tiles, own_kong_tiles, robbed, .. } = met;
    let Met { discards, sealed_waits, openings, several, .. } = met;
    let rare =
        [draws, sea_wins, kong_tiles, own_kong_tiles, robbed, discards, sealed_waits, openings, several];
    assert!(rare.iter().all(|n| *n > 0), "{met:?}");
}

// ---- a second, slow scoring: every king tried as every tile ----

/// Whether counts split into melds and one pair that `pair` allows.
fn splits(counts: &mut [u8; 27], pair: &dyn Fn(usize) -> bool) -> bool {
    (0..27).any(|i| {
        if counts[i] < 2 || !pair(i) {
            return false;
        }
        counts[i] -= 2;
        let rest = melds_only(counts);
        counts[i] += 2;
        rest
    })
}

fn melds_only(counts: &mut [u8; 27]) -> bool {
    let Some(i) = counts.iter().position(|n| *n > 0) else { return true };
    let mut found = false;
    if counts[i] >= 3 {
        counts[i] -= 3;
        found = melds_only(counts);
        counts[i] += 3;
    }
    if !found && i % 9 < 7 && counts[i + 1] > 0 && counts[i + 2] > 0 {
        (i..i + 3).for_each(|j| counts[j] -= 1);
        found = melds_only(counts);
        (i..i + 3).for_each(|j| counts[j] += 1);
    }
    found
}

/// The most doublings of shape and suit over all tiles that `kings` jokers could stand for.
fn slow_reading(counts: &[u8; 27], jokers: u8, melds: &[Meld]) -> Option<u32> {
    let suits = (0..3).filter(|s| {
        counts[s * 9..s * 9 + 9].iter().any(|n| *n > 0) || melds.iter().any(|m| m.tile.index() / 9 == *s)
    });
    let pure = suits.count() <= 1;
    let (mut pairs, mut standard) = (false, false);
    every_joker(&mut counts.clone(), jokers, 0, &mut |full| {
        pairs |= melds.is_empty() && full.iter().all(|n| n % 2 == 0);
        standard = standard || splits(full, &|i| pure || i % 9 % 3 == 1);
    });
    (pairs || standard).then_some(pure as u32 + pairs as u32)
}

fn every_joker(counts: &mut [u8; 27], left: u8, from: usize, look: &mut dyn FnMut(&mut [u8; 27])) {
    if left == 0 {
        return look(counts);
    }
    for i in from..27 {
        counts[i] += 1;
        every_joker(counts, left - 1, i, look);
        counts[i] -= 1;
    }
}

/// The total by the letter of the rule book, or why there is none.
fn slow_score(
    options: &AnhuaOptions,
    hand: &Hand,
    melds: &[Meld],
    kinds: &[Tile],
    situation: Situation,
) -> Result<u32, NoWin> {
    let mut printed = [0u8; 27];
    hand.tiles().for_each(|t| printed[t.index()] += 1);
    let number: Vec<u8> = kinds.iter().map(|k| printed[k.index()]).collect();
    let mut natural_tiles = printed;
    kinds.iter().for_each(|k| natural_tiles[k.index()] = 0);
    let level: u32 = number
        .iter()
        .map(|n| {
            if *n == 3 {
                1
            } else if *n == 4 {
                2
            } else {
                0
            }
        })
        .sum();
    let kings: u8 = number.iter().sum();
    let wild = slow_reading(&natural_tiles, kings, melds).map(|v| v + level + (kings == 0) as u32);
    let natural = (options.wild_self_hard && kings > 0 && level == 0)
        .then(|| slow_reading(&printed, 0, melds).map(|v| v + 1))
        .flatten();
    let claimed = !matches!(
        situation,
        Situation::SelfDraw | Situation::KongDraw | Situation::SeaBottom | Situation::Opening
    );
    let best = match (claimed, level, kings, situation) {
        (true, 1.., ..) => None,
        (_, _, 1.., Situation::Discard) => natural,
        _ => wild.max(natural),
    };
    let event = match situation {
        Situation::KongDraw | Situation::RobKong => 1,
        Situation::KongDiscard => options.kong_discard_big as u32,
        _ => 0,
    };
    match (best, wild.or(natural)) {
        (Some(v), _) => Ok(2 << (v + event)),
        (None, Some(_)) => Err(NoWin::KingClaim),
        (None, None) => Err(NoWin::Shape),
    }
}

/// A hand near to winning: melds and a pair with up to two tiles exchanged and some turned into kings.
fn near_hand(rng: &mut Rng, kings: &[Tile], most_kings: u32) -> Option<(Hand, Vec<Meld>)> {
    let one_suit = rng.below(3) == 0;
    let suit = rng.below(3) as usize;
    let kind = |rng: &mut Rng, ranks: u32| {
        let suit = if one_suit { suit } else { rng.below(3) as usize };
        suit * 9 + rng.below(ranks) as usize
    };
    let laid = rng.below(4) as usize;
    let mut melds = Vec::new();
    let mut tiles: Vec<Tile> = Vec::new();
    if rng.below(4) == 0 {
        (0..7).for_each(|_| tiles.extend([Tile::at(kind(rng, 9)); 2]));
        tiles = tiles.chunks(2).flat_map(|pair| [pair[0]; 2]).collect();
    } else {
        for n in 0..4 {
            let run = rng.below(2) == 0;
            let i = kind(rng, if run { 7 } else { 9 });
            if n < laid {
                let (tile, kind) = (Tile::at(i), if run { MeldKind::Chow } else { MeldKind::Pung });
                melds.push(Meld { kind, tile, claimed: tile, from: Seat::new(0), closed: false });
            } else {
                tiles.extend((0..3).map(|j| Tile::at(if run { i + j } else { i })));
            }
        }
        tiles.extend([Tile::at(kind(rng, 9)); 2]);
    }
    if rng.below(3) == 0 {
        let at = rng.below(tiles.len() as u32) as usize;
        tiles[at] = Tile::at(kind(rng, 9));
    }
    for n in 0..rng.below(most_kings + 1) {
        let at = rng.below(tiles.len() as u32) as usize;
        tiles[at] = kings[n as usize % kings.len()];
    }
    let held = Hand::from_tiles(&tiles).ok()?;
    let in_meld = |k: &Tile| melds.iter().any(|m: &Meld| m.tiles().any(|t| t == *k));
    (!kings.iter().any(in_meld)).then_some((held, melds))
}

#[test]
fn scoring_agrees_with_trying_every_tile_for_every_king() {
    let mut rng = Rng(44);
    let situations = [
        Situation::SelfDraw,
        Situation::SeaBottom,
        Situation::KongDraw,
        Situation::Discard,
        Situation::RobKong,
        Situation::KongDiscard,
    ];
    let (mut wins, mut forbidden) = (0, 0);
    for _ in 0..6_000 {
        let options = AnhuaOptions {
            kings: if rng.below(2) == 0 { 4 } else { 7 },
            wild_self_hard: rng.below(2) == 0,
            kong_discard_big: rng.below(4) > 0,
            ..AnhuaOptions::default()
        };
        let indicator = Tile::at(rng.below(27) as usize);
        let kings = Kings::new(indicator, &options);
        let kinds: Vec<Tile> = kings.mask().iter().collect();
        let Some((hand, melds)) = near_hand(&mut rng, &kinds, 4) else { continue };
        if hand.count(indicator) == 4 {
            continue;
        }
        let situation = situations[rng.below(6) as usize];
        let fast =
            score(&options, &Claim { hand: &hand, melds: &melds, kings, situation }).map(|s| s.total as u32);
        let slow = slow_score(&options, &hand, &melds, &kinds, situation);
        assert_eq!(fast, slow, "{hand:?} {melds:?} kings {kinds:?} {situation:?} {options:?}");
        wins += fast.is_ok() as u32;
        forbidden += (fast == Err(NoWin::KingClaim)) as u32;
    }
    assert!(wins > 1000 && forbidden > 150, "{wins} wins, {forbidden} forbidden");
}
