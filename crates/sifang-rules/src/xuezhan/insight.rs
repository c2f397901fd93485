//! What a good player of `xuezhan` knows: which suit to bury, that every fan doubles, that kongs are paid at once, and that who is
//! not ready at a draw pays.

use super::fans::{F, FanSet};
use super::{Extra, Phase, Xuezhan, score, shape};
use crate::catalog::terms;
use crate::insight::{
    Arrival, Insight, Pattern, Plan, Plans, Readiness, Standing, Threat, ViewOf, Worth, add_plan, has_thrown,
};
use crate::signs;
use sifang_table::procedures::claim::May;
use sifang_table::{Action, Aside, Deal, Declaration, RuleSet, Term, Viewer};
use sifang_tiles::{Seat, Suit, Tile, TileMask};

terms! {
    /// Every reason why a win or a claim is not offered.
    REASONS;

    SHAPE = "no_shape", "xuezhan.win.shape", "牌型不成", "The tiles form no winning hand";
    VOID = "void_suit", "xuezhan.deal.void", "还有缺门的牌或三门都有", "Tiles of the void suit, or of all three suits";
    PASSED = "passed_win", "xuezhan.turn.passing", "过手胡，须番数更大", "A win was let go: only a bigger one counts until the next draw";
    DECLARED = "declared", "xuezhan.turn.ready", "报叫后不能再改牌", "A declared hand does not change";
    WALL_EMPTY = "wall_empty", "xuezhan.turn.wall_empty", "牌墙已空，不能杠", "No kong once the wall is empty";
}

/// The void suit of the viewer: what it buries, or what the view says; none before it is fixed, or after a mixed burial.
fn void(at: &Standing<'_, Xuezhan>) -> Option<Suit> {
    if let Some(buried) = at.buries {
        return shape::one_suit(&buried);
    }
    let letter = at.view.extra.void.get(at.seat.index()).copied().flatten()?;
    letter.chars().next().and_then(Suit::from_letter).filter(|_| letter != "none")
}

fn has_declared(at: &Standing<'_, Xuezhan>) -> bool {
    at.declares == Some(Declaration::Ready)
        || at.view.extra.declared.get(at.seat.index()).copied().unwrap_or(false)
}

/// Fans the seat has however it wins.
fn own_fans(at: &Standing<'_, Xuezhan>) -> FanSet {
    let mut fans = FanSet::default();
    fans.add_if(has_declared(at), F::DeclaredReady);
    fans.add_if(at.seat == at.view.dealer, F::DealerWin);
    fans
}

/// How much likelier a throw is of the void suit than of another one: one of the first, out of the hand; a tile just drawn.
const FIRST_OF_VOID: i64 = 3;
const DRAWN_OF_VOID: i64 = 2;
/// Throws of a seat that are looked at: more say nothing new.
const MOST_READ: usize = 30;

impl Insight for Xuezhan {
    const REASONS: &'static [&'static Term] = REASONS;
    const PACE: &'static [u16] =
        &[0, 0, 0, 0, 0, 8, 15, 30, 50, 70, 90, 120, 150, 150, 160, 200, 220, 260, 300];
    const CHOWS: bool = false;
    const WAITS: i32 = 180;
    const READY: Readiness = [[20, 63], [130, 65], [850, 10], [950, 0], [950, 0]];
    const STAGES: &'static [&'static str] = &["bury", "ready", "turn", "claim", "rob"];
    const SEAT_SIGNS: &'static [&'static str] =
        &["declared", "buried", "void_m", "void_p", "void_s", "void_none"];
    const SIGNS: &'static [&'static str] = &["passed", "passed_fan"];

    fn seat_signs(extra: &Extra, seat: Seat, out: &mut [u8]) {
        let i = seat.index();
        out[0] = signs::flag(extra.declared[i]);
        out[1] = signs::flag(extra.buried[i]);
        let void = match extra.void[i] {
            Some("m") => 0,
            Some("p") => 1,
            Some("s") => 2,
            Some(_) => 3,
            None => usize::MAX,
        };
        for (suit, out) in out[2..6].iter_mut().enumerate() {
            *out = signs::flag(suit == void);
        }
    }

    fn signs(extra: &Extra, out: &mut [u8]) {
        out[0] = signs::flag(extra.needs_more_than.is_some());
        out[1] = signs::count(extra.needs_more_than.unwrap_or(0).max(0) as usize, 15);
    }

    fn ways(at: &Standing<'_, Self>, out: &mut Plans) {
        let void = void(at);
        for suit in Suit::NUMBERED.into_iter().filter(|s| void.is_none_or(|v| v == *s)) {
            let keep = TileMask::SUITED & !TileMask::of_suit(suit);
            if at.melds.iter().all(|m| keep.contains(m.tile)) {
                add_plan(out, Plan { pattern: Pattern::Sets, keep, open: true, value: 0 });
            }
        }
        if out.is_empty() {
            add_plan(out, Plan { pattern: Pattern::Sets, keep: TileMask::SUITED, open: true, value: 0 });
        }
    }

    fn plans(at: &Standing<'_, Self>, out: &mut Plans) {
        let options = at.rules.options();
        let melded: TileMask = at.melds.iter().map(|m| m.tile).collect();
        let roots = Tile::playable().filter(|t| t.is_suited() && at.own(*t) == 4).count() as i32;
        let common = own_fans(at).sum(options) + roots;
        let payers = at.others().count() as i32;
        let closed = !at.has_called();
        // Drawn it pays one fan more, by all; about two wins of five are
        // (measured by `cargo xtask soak --estimate xuezhan`).
        let each = 60 + 40 * 2 * payers.max(1);
        let mut add = |pattern: Pattern, keep: TileMask, fans: i32, open: bool| {
            if melded & !keep == TileMask::EMPTY {
                let fans = common + fans + !open as i32;
                let fans = if options.fan_cap > 0 { fans.min(options.fan_cap) } else { fans };
                add_plan(
                    out,
                    Plan { pattern, keep, open, value: (options.base * each) << fans.clamp(0, 12) },
                );
            }
        };
        let void = void(at);
        for suit in Suit::NUMBERED {
            let (own, keep) = (TileMask::of_suit(suit), TileMask::SUITED & !TileMask::of_suit(suit));
            if void.is_none_or(|v| v == suit) {
                add(Pattern::Sets, keep, 0, true);
                add(Pattern::Triplets, keep, options.all_triplets_fan, true);
                if closed {
                    add(Pattern::Sets, keep, 0, false);
                }
                add(Pattern::Sets, keep & TileMask::SIMPLES, 1, !closed);
            }
            if void != Some(suit) {
                add(Pattern::Sets, own, 2, true);
                add(Pattern::Triplets, own, 3, true);
            }
        }
        if out.is_empty() {
            add_plan(out, Plan { pattern: Pattern::Sets, keep: TileMask::SUITED, open: true, value: 1 });
        }
    }

    fn worth(at: &Standing<'_, Self>, tile: Tile, how: Arrival) -> Result<Worth, &'static Term> {
        if at.hand.count(tile) >= 4 {
            return Err(&SHAPE);
        }
        let (hand, options) = (at.with(tile), at.rules.options());
        if !shape::wins(hand.keys(), &at.melds, None) && !shape::has_three_suits(&hand, &at.melds) {
            return Err(&SHAPE);
        }
        if !shape::wins(hand.keys(), &at.melds, void(at)) {
            return Err(&VOID);
        }
        let wall_empty = at.wall_after(how) == 0;
        let melded = at.view.players.iter().any(|p| !p.melds.is_empty()) || !at.melds.is_empty();
        let first_round = at.seat != at.view.dealer && !melded && !at.thrown && !wall_empty;
        let mut fans = own_fans(at);
        match how {
            Arrival::Draw => {
                fans.add(F::SelfDraw);
                fans.add_if(wall_empty, F::LastTile);
                fans.add_if(first_round, F::Earthly);
            }
            Arrival::Discard(from) => {
                fans.add_if(options.last_discard_fan && wall_empty, F::LastTile);
                let first = first_round && !has_thrown(at.view, from);
                fans.add_if(first && !options.earthly_self_draw_only, F::Earthly);
            }
        }
        let claim = score::Claim { counts: hand.counts(), melds: &at.melds, situation: fans };
        let scored = score::score(options, &claim).ok_or(&SHAPE)?;
        match how {
            Arrival::Draw => Ok(Worth::by_each(at.others(), |payer| {
                let steps = if payer == at.view.dealer { score::dealer_steps } else { score::steps };
                steps(options, &scored).points()
            })),
            Arrival::Discard(from) => {
                let locked = at.view.extra.needs_more_than.filter(|_| at.is_before_own_draw(from));
                if locked.is_some_and(|least| scored.total <= least) {
                    return Err(&PASSED);
                }
                Ok(Worth::alone(from, scored.points))
            }
        }
    }

    fn threat(at: &Standing<'_, Self>, other: Seat) -> Threat {
        let (view, base) = (at.view, at.rules.options().base);
        let player = &view.players[other.index()];
        let declared = view.extra.declared.get(other.index()).copied().unwrap_or(false);
        let melded: TileMask = player.melds.iter().filter_map(|m| m.claimed).collect();
        let suits =
            Suit::NUMBERED.into_iter().filter(|s| !(melded & TileMask::of_suit(*s)).is_empty()).count();
        let ready = if declared { 1000 } else { Self::usual_readiness(view, other) };
        let fans = 1 + 2 * declared as i32 + (player.melds.len() >= 2 && suits == 1) as i32;
        let loss = 600 * base * (1 << fans) * if other == view.dealer { 2 } else { 1 };
        let collects = likely_void(view, other).map(|void| 1000 - void);
        Threat { ready, loss, takes: TileMask::SUITED, collects, frozen: declared }
    }

    fn income(at: &Standing<'_, Self>, action: Action) -> i32 {
        let options = at.rules.options();
        let payers = at.others().count() as i32;
        let times = match action {
            Action::Kong => 2,
            Action::OwnKong(tile) if at.hand.count(tile) == 4 => options.concealed_kong_value * payers,
            Action::OwnKong(_) => options.added_kong_value * payers,
            Action::Bury(tiles) if shape::one_suit(&tiles).is_none() => -48,
            _ => 0,
        };
        100 * options.base * times
    }

    fn stake(at: &Standing<'_, Self>, _what: Declaration) -> i32 {
        150 * at.rules.options().base
    }

    fn ready_bonus(at: &Standing<'_, Self>) -> i32 {
        400 * at.rules.options().base
    }

    fn relief(at: &Standing<'_, Self>) -> i32 {
        1500 * at.rules.options().base
    }

    fn suppose(deal: &mut Deal<Self>, seat: Seat, below: &mut dyn FnMut(u32) -> u32) {
        let view = deal.view(Viewer::Seat(seat));
        for other in seat.others(4) {
            deal.memo.locks.lift(other);
            // Only what was buried fixes a void suit; a mixed burial is supposed of nobody.
            if deal.phase() != Some(&Phase::Bury) && !deal.table.turned_up() {
                let odds = likely_void(&view, other).map(|odds| odds.max(0) as u32);
                // Whoever has won holds nothing of the suit, and everybody sees the hand.
                let known = deal.table.shown().contains(other).then(|| *deal.table.hand(other));
                let may = |suit: Suit| known.is_none_or(|hand| hand.tiles().all(|tile| tile.suit() != suit));
                let odds = Suit::NUMBERED.into_iter().zip(odds).filter(|(suit, _)| may(*suit));
                let mut lot = below(odds.clone().map(|(_, odds)| odds).sum::<u32>().max(1));
                let drawn = odds.clone().find(|(_, odds)| {
                    let hit = lot < *odds;
                    lot = lot.saturating_sub(*odds);
                    hit
                });
                let void = drawn.or(odds.clone().next()).map_or(Suit::Man, |(suit, _)| suit);
                suppose_void(deal, other, void, below);
            }
        }
    }

    fn barred(at: &Standing<'_, Self>, may: May) -> Option<&'static Term> {
        let tile = at.view.stage.and_then(|s| s.tile)?;
        if void(at) == Some(tile.suit()) {
            return Some(&VOID);
        }
        if has_declared(at) && !may.win {
            return Some(&DECLARED);
        }
        (may.kong && at.view.wall == 0).then_some(&WALL_EMPTY)
    }
}

/// In an imagined deal: a seat has buried tiles of this suit and, once it has thrown its first tiles, holds no more of it.
fn suppose_void(deal: &mut Deal<Xuezhan>, seat: Seat, void: Suit, below: &mut dyn FnMut(u32) -> u32) {
    deal.memo.void[seat.index()] = Some(void);
    deal.memo.mixed.remove(seat);
    for number in 0..deal.table.aside().len() {
        let aside = deal.table.aside()[number];
        if aside.seat == seat && aside.why == Aside::Buried && aside.tile.suit() != void {
            let place = hidden_place(deal, |tile| tile.suit() == void, below);
            if let Some(place) = place {
                deal.table.exchange_aside(number, place);
            }
        }
    }
    if deal.table.shown().contains(seat) {
        return;
    }
    let thrown = deal.table.river().iter().filter(|t| t.seat() == seat).count();
    // Its first throws are what it has left of the suit: about two tiles.
    let kept = 2usize.saturating_sub(thrown);
    let held = deal.table.hand(seat).tiles().filter(|tile| tile.suit() == void).skip(kept);
    for tile in held.collect::<Vec<_>>() {
        let place = hidden_place(deal, |tile| tile.suit() != void, below);
        if let Some(place) = place {
            deal.table.exchange(seat, tile, place);
        }
    }
}

/// A place of the wall with such a tile, any of them with equal chance.
fn hidden_place(
    deal: &Deal<Xuezhan>,
    wanted: impl Fn(Tile) -> bool,
    below: &mut dyn FnMut(u32) -> u32,
) -> Option<usize> {
    let row = deal.table.wall().row();
    let mut places = row.iter().enumerate().filter(|(_, tile)| wanted(**tile)).map(|(place, _)| place);
    let count = places.clone().count();
    if count == 0 { None } else { places.nth(below(count as u32) as usize) }
}

/// How likely a seat has buried each suit, in thousandths, as far as its melds and throws show. Tiles of the void suit go first,
/// and later at once when they are drawn: whoever throws a tile out of its hand after one of another suit is not void in its suit.
fn likely_void(view: &ViewOf<Xuezhan>, other: Seat) -> [i32; 3] {
    let known = view.extra.void.get(other.index()).copied().flatten();
    if let Some(void) = known.and_then(|l| l.chars().next()).and_then(Suit::from_letter) {
        return Suit::NUMBERED.map(|suit| if suit == void { 1000 } else { 0 });
    }
    let player = &view.players[other.index()];
    let odds = Suit::NUMBERED.map(|suit| {
        if player.melds.iter().any(|m| m.claimed.is_some_and(|t| t.suit() == suit)) {
            return 0;
        }
        let (mut odds, mut only) = (1i64, true);
        for thrown in player.river.iter().take(MOST_READ) {
            match (thrown.tile.suit() == suit, thrown.drawn) {
                (false, _) => only = false,
                (true, true) => odds *= DRAWN_OF_VOID,
                (true, false) if only => odds *= FIRST_OF_VOID,
                (true, false) => return 0,
            }
        }
        odds
    });
    let sum = odds.iter().sum::<i64>().max(1);
    odds.map(|odds| (1000 * odds / sum) as i32)
}
