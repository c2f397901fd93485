//! `hongzhong`: random deals with random options, checked after every action; every fan and every payment must occur.

use sifang_options::OptionSet;
use sifang_rules::hongzhong::{AskDuty, Hongzhong, HongzhongOptions, Phase};
use sifang_table::{Action, Deal, Dice, Journal, RuleSet, SetUp, Viewer};
use sifang_tiles::{Seat, Tile};
use std::collections::BTreeMap;

struct SplitMix(u64);

impl SplitMix {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n as u64) as u32
    }

    fn shuffle(&mut self, tiles: &mut [Tile]) {
        for i in (1..tiles.len()).rev() {
            tiles.swap(i, self.below(i as u32 + 1) as usize);
        }
    }
}

/// All tiles: shuffled, or (so that rare hands occur) with each seat's tiles of one suit, of few kinds or of pairs.
fn row(rules: &Hongzhong, rng: &mut SplitMix) -> Vec<Tile> {
    let set = rules.tile_set();
    let mut row: Vec<Tile> = Tile::all().flat_map(|t| vec![t; set[t.index()] as usize]).collect();
    rng.shuffle(&mut row);
    let style = rng.below(7);
    let key = |t: &Tile| match style {
        0 => t.suit() as u32,
        1 => u32::from(t.rank() % 3 != 2),
        2 => u32::from(t.rank() != 1 && t.rank() != 9) + u32::from((4..=6).contains(&t.rank())),
        3 => t.index() as u32,
        4 => u32::from(!(4..=6).contains(&t.rank())),
        _ => 0,
    };
    // The dealing takes four, four and two tiles in turn: sorted tiles are laid out so that a seat's stay together.
    row.sort_by_key(key);
    let mut dealt = vec![Vec::new(); 4];
    for (i, tile) in row.drain(..41).enumerate() {
        dealt[(i / 10) % 4].push(tile);
    }
    let mut laid = Vec::new();
    for n in [4, 4, 2] {
        for hand in &mut dealt {
            laid.extend(hand.drain(..n));
        }
    }
    laid.extend(dealt.concat());
    rng.shuffle(&mut row);
    laid.extend(row);
    // A few exchanges make hands miss a tile or two.
    for _ in 0..rng.below(12) {
        laid.swap(rng.below(76) as usize, rng.below(76) as usize);
    }
    laid
}

/// Any action, with a liking for wins, asks, declarations, kongs and keeping pairs together.
fn pick(deal: &Deal<Hongzhong>, seat: Seat, eager: bool, rng: &mut SplitMix) -> Action {
    let hand = deal.table.hand(seat);
    let choices = deal.decision().unwrap().choices(seat).unwrap();
    let all: Vec<Action> = choices.iter(hand).collect();
    assert_eq!(all.len(), choices.len(hand));
    let liked = |a: &&Action| {
        !matches!(a, Action::Pass | Action::Discard(_) | Action::Pung | Action::DeclareDiscard(..))
    };
    if eager && rng.below(4) > 0 {
        let liked: Vec<&Action> = all.iter().filter(liked).collect();
        if !liked.is_empty() {
            return *liked[rng.below(liked.len() as u32) as usize];
        }
        let single: Vec<&Action> =
            all.iter().filter(|a| matches!(a, Action::Discard(t) if hand.count(*t) == 1)).collect();
        if !single.is_empty() {
            return *single[rng.below(single.len() as u32) as usize];
        }
    }
    all[rng.below(all.len() as u32) as usize]
}

fn check(deal: &Deal<Hongzhong>, census: &[u8; Tile::KINDS]) {
    assert_eq!(&deal.table.census(), census);
    assert_eq!(deal.ledger.balances().iter().sum::<i32>(), 0);
    assert_eq!(deal.decision().is_some(), deal.end().is_none());
    for seat in Seat::all(4) {
        let open = deal.decision().and_then(|d| d.choices(seat)).copied().unwrap_or_default();
        assert_eq!(deal.choices_now(seat), open);
        if let Some(action) = deal.timeout_action(seat) {
            assert_eq!(deal.check(seat, action), Ok(()), "{action}");
        }
    }
}

/// Five pairs among ten tiles: every odd kind has a wild, and what is left of the wilds makes pairs.
fn are_five_pairs(counts: &[u8; Tile::PLAYABLE]) -> bool {
    let wilds = counts[Tile::honor(7).index()];
    let odd = (9..27).filter(|i| counts[*i] % 2 == 1).count() as u8;
    counts.iter().sum::<u8>() == 10 && wilds >= odd && (wilds - odd).is_multiple_of(2)
}

/// By the letter a turn with five pairs before the draw is an ask and nothing else, and no other turn is.
fn check_duty(deal: &Deal<Hongzhong>, bound: &mut u32) {
    let Some(Phase::Turn(seat)) = deal.phase() else { return };
    let view = deal.view(Viewer::Public);
    if view.extra.declared[seat.index()].is_some() || view.extra.locked.contains(seat) {
        return;
    }
    let hand = deal.table.hand(*seat);
    let without = |tile: Tile| {
        let mut ten = *hand.counts();
        ten[tile.index()] -= 1;
        are_five_pairs(&ten)
    };
    let tile = deal.table.drawn(*seat);
    let before = tile.map_or_else(|| hand.held().iter().any(without), without);
    let choices = deal.choices_now(*seat);
    let only_asks = choices.iter(hand).all(|action| matches!(action, Action::Ask(_)));
    assert_eq!(only_asks, before && deal.rules.options().ask_duty == AskDuty::Always);
    if only_asks {
        *bound += 1;
        let free = tile.filter(|tile| *tile != Tile::honor(7));
        assert!(choices.iter(hand).all(|action| match action {
            Action::Ask(asked) => without(asked) && free.is_none_or(|tile| tile == asked),
            _ => false,
        }));
    }
}

/// What a seat sees and may do depends on nothing hidden from it.
fn check_secrets(deal: &Deal<Hongzhong>, rng: &mut SplitMix) {
    for seat in Seat::all(4) {
        let other = deal.reimagine(Some(seat), &mut |n| rng.below(n));
        assert_eq!(other.view(Viewer::Seat(seat)), deal.view(Viewer::Seat(seat)));
        assert_eq!(other.choices_now(seat), deal.choices_now(seat));
    }
    let other = deal.reimagine(None, &mut |n| rng.below(n));
    assert_eq!(other.view(Viewer::Public), deal.view(Viewer::Public));
}

#[test]
fn random_deals_keep_the_laws_and_reach_every_clause() {
    let mut rng = SplitMix(20);
    let mut journal = Journal::new();
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    let mut bound = 0;
    for n in 0..6000 {
        let options = HongzhongOptions::sample(&mut |n| rng.below(n));
        let rules = Hongzhong::new(options, 4);
        let row = row(&rules, &mut rng);
        let dealer = Seat::new(rng.below(4) as usize);
        let set_up = SetUp { row: &row, dealer, shown_dice: [1, 1], dice: Dice::default(), carry: () };
        journal.clear();
        let mut deal = Deal::start(rules, &set_up, &mut journal);
        let census = deal.table.census();
        let eager = n % 3 > 0;
        let mut moves = 0;
        while deal.end().is_none() {
            check(&deal, &census);
            check_duty(&deal, &mut bound);
            if rng.below(40) == 0 {
                check_secrets(&deal, &mut rng);
            }
            let waiting = deal.decision().unwrap().waiting();
            let seats: Vec<Seat> = waiting.iter().collect();
            let seat = seats[rng.below(seats.len() as u32) as usize];
            let action = pick(&deal, seat, eager, &mut rng);
            deal.apply(seat, action, &mut journal).unwrap();
            moves += 1;
            assert!(moves < 500);
        }
        check(&deal, &census);
        assert!(deal.wins().len() <= 3 && deal.table.shown().len() == 4);
        for (entry, steps) in journal.entries() {
            *seen.entry(entry.why.id).or_default() += 1;
            assert_eq!(sifang_table::fold(steps), entry.points);
            for step in steps {
                *seen.entry(step.why.id).or_default() += 1;
            }
        }
    }
    assert!(bound > 100, "only {bound} turns had to ask");
    let fans = Hongzhong::FANS.iter().map(|f| f.term.id);
    let missing: Vec<&str> =
        fans.chain(Hongzhong::TERMS.iter().map(|t| t.id)).filter(|id| !seen.contains_key(id)).collect();
    assert!(missing.is_empty(), "never happened: {missing:?}\n{seen:?}");
}
