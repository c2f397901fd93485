//! What a seat of `hongzhong` may do, phase by phase, and what is done for one that does not answer.

use super::score::{self, On, catch_at, situation_on, with_claim};
use super::shape::{self, ORDINARY, WILD};
use super::{AskDuty, Hongzhong, HongzhongOptions, OneFanDiscard, Phase, TurnStart};
use sifang_table::procedures::claim::{self, May, Window};
use sifang_table::{Action, Choices, Deal, Declaration, Meld, RuleSet};
use sifang_tiles::{Seat, Tile, TileMask};

/// Fewest fan of a payment for somebody else's tile: 1番不能炮胡. If only asked tiles and kong discards are open to a basic win,
/// nothing counts but the form of the hand.
/// Clauses: `hongzhong.win.one_fan`, `hongzhong.win.form`, `hongzhong.ruling.9`, `hongzhong.ruling.46`.
pub(super) fn fewest_on_others(options: &HongzhongOptions) -> i32 {
    match options.one_fan_discard {
        OneFanDiscard::TwoFan => 2,
        OneFanDiscard::AskOrKong => 1,
    }
}

/// Offers what the seat may do.
/// Clauses: `hongzhong.turn.after_pung`, `hongzhong.turn.rob`, `hongzhong.ask.ask`,
/// `hongzhong.ruling.40`.
pub(super) fn offer(deal: &Deal<Hongzhong>, at: Phase, seat: Seat, out: &mut Choices) {
    match at {
        Phase::Declare => offer_declare(deal, seat, out),
        Phase::Turn(who) if who == seat => offer_turn(deal, seat, out),
        Phase::MustDiscard(who) if who == seat => offer_discards(deal, seat, out),
        Phase::Claim(window) if window.from != seat => offer_claim(deal, window, seat, out),
        Phase::Ask(window) if window.from != seat => offer_win(deal, window, seat, On::Asked, out),
        Phase::Rob(window) if window.from != seat => offer_win(deal, window, seat, On::Robbed, out),
        _ => {}
    }
}

/// After the deal: declare, or pass. The dealer declares with its first discard.
/// Clauses: `hongzhong.declare.window`, `hongzhong.declare.ready`, `hongzhong.declare.ready_ask`,
/// `hongzhong.declare.dealer`, `hongzhong.ruling.2`, `hongzhong.ruling.34`.
fn offer_declare(deal: &Deal<Hongzhong>, seat: Seat, out: &mut Choices) {
    let hand = deal.table.hand(seat);
    if seat == deal.table.dealer() {
        return;
    }
    if deal.memo.ready.contains(seat) {
        out.declare(Declaration::Ready);
    }
    if shape::pairs(hand) >= 4 {
        out.declare(Declaration::ReadyAsk);
    }
    if !out.is_empty() {
        out.pass();
    }
}

/// The seat's own turn.
/// Clauses: `hongzhong.turn.actions`, `hongzhong.ruling.34`.
#[inline]
fn offer_turn(deal: &Deal<Hongzhong>, seat: Seat, out: &mut Choices) {
    match deal.memo.declared[seat.index()] {
        Some(Declaration::ReadyAsk) => turn_of_ready_ask(deal, seat, out),
        Some(Declaration::Ready) => turn_of_ready(deal, seat, out),
        None if is_bound(deal, seat) => turn_of_bound(deal, seat, out),
        None if deal.memo.locked.contains(seat) => turn_of_locked(deal, seat, out),
        None => turn_of_free(deal, seat, out),
    }
}

/// By the option `ask_duty`: whether a seat that has declared nothing must ask in its turn, because its five pairs were complete
/// before the draw, or are among the dealer's eleven tiles.
/// Clauses: `hongzhong.option.ask_duty`, `hongzhong.ask.duty`, `hongzhong.ruling.45`.
fn is_bound(deal: &Deal<Hongzhong>, seat: Seat) -> bool {
    let (hand, options) = (deal.table.hand(seat), &deal.rules.options);
    if options.ask_duty == AskDuty::Bound || deal.memo.declared[seat.index()].is_some() {
        return false;
    }
    match deal.table.drawn(seat) {
        Some(drawn) => shape::is_five_pairs_beside(hand, drawn),
        None => deal.memo.drew == TurnStart::Dealt && !shape::asks(hand).is_empty(),
    }
}

/// Five pairs that must ask: with the drawn tile; with any ordinary one in place of a drawn wild, and of the dealer's eleven.
/// Clauses: `hongzhong.ask.duty`, `hongzhong.ruling.45`.
fn turn_of_bound(deal: &Deal<Hongzhong>, seat: Seat, out: &mut Choices) {
    let drawn = deal.table.drawn(seat).filter(|tile| *tile != WILD);
    out.asks(drawn.map_or_else(|| shape::asks(deal.table.hand(seat)), TileMask::one));
}

/// Whether the seat in turn has nothing to do but ask.
/// Clauses: `hongzhong.ask.duty`, `hongzhong.ask.locked`, `hongzhong.declare.ready_ask`.
pub(super) fn must_ask(deal: &Deal<Hongzhong>, seat: Seat) -> bool {
    let choices = deal.decision().and_then(|decision| decision.choices(seat));
    choices.is_some_and(|c| c.offered_discards().is_empty() && !c.offered_asks().is_empty())
}

/// Caught asking: ask again. Five pairs and one more can always be asked with. Another hand (only a law that exchanges hidden tiles
/// brings it about) throws: nobody may be left with nothing to do.
/// Clauses: `hongzhong.ask.locked`, `hongzhong.ruling.6`.
fn turn_of_locked(deal: &Deal<Hongzhong>, seat: Seat, out: &mut Choices) {
    out.asks(shape::asks(deal.table.hand(seat)));
    if out.is_empty() {
        offer_discards(deal, seat, out);
    }
}

/// 报请胡: throw what was drawn, or ask; with five pairs before the draw ask with what was drawn.
/// Clauses: `hongzhong.declare.ready_ask`, `hongzhong.wild.invited`, `hongzhong.ask.which`,
/// `hongzhong.ask.free`, `hongzhong.ruling.6`, `hongzhong.ruling.17`, `hongzhong.ruling.42`.
fn turn_of_ready_ask(deal: &Deal<Hongzhong>, seat: Seat, out: &mut Choices) {
    let hand = deal.table.hand(seat);
    let Some(drawn) = deal.table.drawn(seat) else { return };
    if shape::is_five_pairs_beside(hand, drawn) {
        out.asks(TileMask::one(drawn));
    } else {
        out.discards(TileMask::one(drawn));
        out.asks(shape::asks(hand));
    }
}

/// 报胡: win, throw what was drawn, or kong it if the hand still waits.
/// Clauses: `hongzhong.declare.ready`, `hongzhong.declare.kong`, `hongzhong.wild.invited`,
/// `hongzhong.turn.wall_empty`, `hongzhong.ruling.17`, `hongzhong.ruling.25`,
/// `hongzhong.ruling.33`.
fn turn_of_ready(deal: &Deal<Hongzhong>, seat: Seat, out: &mut Choices) {
    let hand = deal.table.hand(seat);
    let Some(drawn) = deal.table.drawn(seat) else { return };
    out.discards(TileMask::one(drawn));
    let kongs = hand.fours().contains(drawn) && drawn != WILD && deal.table.wall().left() > 0;
    if kongs && shape::is_ready_without(hand, drawn, 4) {
        out.own_kongs(TileMask::one(drawn));
    }
    if shape::wins(hand) {
        out.win();
    }
}

/// Undeclared and not locked: throw, kong, ask or win as the tiles allow. The dealer's very first
/// discard may declare.
/// Clauses: `hongzhong.declare.dealer`, `hongzhong.wild.melds`, `hongzhong.turn.kong`,
/// `hongzhong.turn.wall_empty`, `hongzhong.ask.free`, `hongzhong.ruling.2`, `hongzhong.ruling.24`,
/// `hongzhong.ruling.25`, `hongzhong.ruling.43`.
#[inline]
fn turn_of_free(deal: &Deal<Hongzhong>, seat: Seat, out: &mut Choices) {
    let (table, memo) = (&deal.table, &deal.memo);
    let hand = table.hand(seat);
    offer_discards(deal, seat, out);
    if table.wall().left() > 0 {
        let mut fourths = table.fourths(seat);
        // Seldom is there one, so seldom does it matter which pungs are stuck.
        if !fourths.is_empty() {
            let stuck = |(place, meld): (usize, &Meld)| memo.is_stuck(seat, place).then_some(meld.tile);
            let stuck: TileMask = table.melds(seat).iter().enumerate().filter_map(stuck).collect();
            fourths = fourths & !stuck;
        }
        out.own_kongs(hand.fours() & ORDINARY | fourths);
    }
    if table.melds(seat).is_empty() {
        out.asks(shape::asks(hand));
    }
    // What was drawn from the wall completes only a hand that was ready before.
    if (memo.drew != TurnStart::Wall || memo.ready.contains(seat)) && shape::wins(hand) {
        out.win();
    }
    if memo.drew == TurnStart::Dealt {
        out.declare_discards(Declaration::Ready, shape::ready_beside(hand));
        out.declare_discards(Declaration::ReadyAsk, shape::four_pairs_beside(hand));
    }
}

/// What an undeclared seat may throw: a wild only if it holds nothing else.
/// Clauses: `hongzhong.wild.discard`, `hongzhong.ruling.16`.
#[inline]
fn offer_discards(deal: &Deal<Hongzhong>, seat: Seat, out: &mut Choices) {
    let held = deal.table.hand(seat).held();
    let ordinary = held & ORDINARY;
    out.discards(if ordinary.is_empty() { held } else { ordinary });
}

/// A thrown tile lies open.
/// Clauses: `hongzhong.declare.ready`, `hongzhong.declare.ready_ask`, `hongzhong.declare.kong`,
/// `hongzhong.wild.melds`, `hongzhong.wild.discard`, `hongzhong.wild.invited`,
/// `hongzhong.turn.claims`, `hongzhong.turn.kong`, `hongzhong.turn.wall_empty`,
/// `hongzhong.win.bound`, `hongzhong.ruling.16`, `hongzhong.ruling.25`.
#[inline]
fn offer_claim(deal: &Deal<Hongzhong>, window: Window, seat: Seat, out: &mut Choices) {
    let memo = &deal.memo;
    // Most seats have nothing to do with most tiles: they neither wait for anything nor hold a pair of it.
    let concerned = memo.ready.contains(seat) || deal.table.hand(seat).count(window.tile) >= 2;
    if !concerned || deal.table.out().contains(seat) || memo.locked.contains(seat) {
        return;
    }
    if window.tile == WILD {
        // Invited out by a declared seat it is nobody's; thrown from an all-wild hand it may be won on.
        let invited = memo.declared[window.from.index()].is_some();
        if !invited && deal.rules.options.wild_discard_hu {
            offer_win(deal, window, seat, On::Discard, out);
        }
        return;
    }
    let declared = memo.declared[seat.index()];
    let wall = deal.table.wall().left() > 0;
    let kong = wall
        && match declared {
            None => true,
            Some(Declaration::ReadyAsk) => false,
            Some(Declaration::Ready) => keeps_waiting(deal, window.tile, seat),
        };
    let win = can_win_on(deal, seat, window, On::Discard);
    let may = May { win, kong, pung: wall && declared.is_none(), chow: false };
    claim::offer(&deal.table, window, seat, may, out);
}

/// Whether a hand with three of `tile` is ready without them.
/// Clauses: `hongzhong.declare.kong`, `hongzhong.ruling.33`.
fn keeps_waiting(deal: &Deal<Hongzhong>, tile: Tile, seat: Seat) -> bool {
    let hand = deal.table.hand(seat);
    hand.count(tile) == 3 && shape::is_ready_without(hand, tile, 3)
}

/// A tile that can only be won on: one asked with, or one added to a pung.
/// Clauses: `hongzhong.turn.rob`, `hongzhong.ask.ask`, `hongzhong.ruling.5`.
fn offer_win(deal: &Deal<Hongzhong>, window: Window, seat: Seat, on: On, out: &mut Choices) {
    if !deal.table.out().contains(seat) && can_win_on(deal, seat, window, on) {
        out.win_or_pass();
    }
}

/// Whether the seat may win on somebody else's tile.
/// Clauses: `hongzhong.turn.passing`, `hongzhong.win.one_fan`, `hongzhong.win.bound`,
/// `hongzhong.win.form`, `hongzhong.ruling.9`, `hongzhong.ruling.30`.
#[inline]
fn can_win_on(deal: &Deal<Hongzhong>, seat: Seat, window: Window, on: On) -> bool {
    let memo = &deal.memo;
    let bound = memo.locked.contains(seat) || memo.declared[seat.index()] == Some(Declaration::ReadyAsk);
    if bound || !memo.ready.contains(seat) || !shape::wins_with(deal.table.hand(seat), window.tile) {
        return false;
    }
    // Every win has a fan of its own, so that any other is enough; only a plain hand, a form or a lock needs the score.
    let (declared, options) = (memo.declared[seat.index()], &deal.rules.options);
    let (situation, fewest) = (situation_on(deal, window, seat, on), fewest_on_others(options));
    let catch = catch_at(deal, window.from, on == On::Asked).fan;
    let others = score::circumstances(on.source(), situation, declared, &[]).raw + catch;
    let any_reading = !score::needs_form(options, on.source(), situation);
    if any_reading && others + 1 >= fewest && memo.locks.is_free(seat) {
        return true;
    }
    let wanted = memo.locks.exceeds(seat).map_or(fewest, |passed| fewest.max(passed + 1));
    wanted <= options.max_fan
        && with_claim(deal, window, seat, on, |claim| score::reaches(options, claim, wanted - catch))
}

/// What is done for a seat that does not answer in time.
/// Clause: `hongzhong.turn.timeout`.
pub(super) fn on_timeout(deal: &Deal<Hongzhong>, at: Phase, seat: Seat) -> Action {
    if Hongzhong::is_window(&at) {
        return Action::Pass;
    }
    let choices = deal.choices_now(seat);
    let (discards, asks) = (choices.offered_discards(), choices.offered_asks());
    let drawn = deal.table.drawn(seat);
    let discard = drawn.filter(|t| discards.contains(*t)).or(discards.first()).map(Action::Discard);
    let ask = || drawn.filter(|t| asks.contains(*t)).or(asks.first()).map(Action::Ask);
    discard.or_else(ask).unwrap_or(Action::Pass)
}
