//! What a seat of `hongzhong` may do: the legality of every action.

use super::fans::Fans;
use super::score::{self, Claim, Situation, Special};
use super::settle::{self, Catch};
use super::shape::{self, ORDINARY, WILD};
use super::{DrawKind, Hongzhong, On};
use sifang_table::procedures::claim::{self, May, Window};
use sifang_table::{Choices, Deal, Declaration, MeldKind, Source};
use sifang_tiles::{Seat, Tile, TileMask};

/// Fewest fan of a payment for somebody else's tile: 1番不能炮胡.
pub(super) const FEWEST_ON_OTHERS: i32 = 2;

/// After the deal: declare, or pass. The dealer declares with its first discard.
pub(super) fn declare(deal: &Deal<Hongzhong>, seat: Seat, out: &mut Choices) {
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
#[inline]
pub(super) fn turn(deal: &Deal<Hongzhong>, seat: Seat, out: &mut Choices) {
    match deal.memo.declared[seat.index()] {
        Some(Declaration::ReadyAsk) => turn_of_ready_ask(deal, seat, out),
        Some(Declaration::Ready) => turn_of_ready(deal, seat, out),
        None if deal.memo.locked.contains(seat) => turn_of_locked(deal, seat, out),
        None => turn_of_free(deal, seat, out),
    }
}

/// Caught asking: ask again. Five pairs and one more can always be asked with. Another hand (only a law that exchanges hidden tiles
/// brings it about) throws: nobody may be left with nothing to do.
fn turn_of_locked(deal: &Deal<Hongzhong>, seat: Seat, out: &mut Choices) {
    out.asks(shape::asks(deal.table.hand(seat)));
    if out.is_empty() {
        discards(deal, seat, out);
    }
}

/// 报请胡: throw what was drawn, or ask; with five pairs before the draw ask with what was drawn.
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
fn turn_of_ready(deal: &Deal<Hongzhong>, seat: Seat, out: &mut Choices) {
    let hand = deal.table.hand(seat);
    let Some(drawn) = deal.table.drawn(seat) else { return };
    out.discards(TileMask::one(drawn));
    let kongs = hand.fours().contains(drawn) && drawn != WILD && deal.table.wall().left() > 0;
    if kongs && shape::is_ready_without(hand, drawn, 4) {
        out.own_kong(drawn);
    }
    if shape::wins(hand) {
        out.win();
    }
}

#[inline]
fn turn_of_free(deal: &Deal<Hongzhong>, seat: Seat, out: &mut Choices) {
    let (table, memo) = (&deal.table, &deal.memo);
    let hand = table.hand(seat);
    discards(deal, seat, out);
    if table.wall().left() > 0 {
        for tile in (hand.fours() & ORDINARY).iter() {
            out.own_kong(tile);
        }
        for (place, meld) in table.melds(seat).iter().enumerate() {
            if meld.kind == MeldKind::Pung && hand.count(meld.tile) > 0 && !memo.is_stuck(seat, place) {
                out.own_kong(meld.tile);
            }
        }
    }
    if table.melds(seat).is_empty() {
        out.asks(shape::asks(hand));
    }
    // What was drawn from the wall completes only a hand that was ready before.
    if (memo.drew != DrawKind::Wall || memo.ready.contains(seat)) && shape::wins(hand) {
        out.win();
    }
    if memo.drew == DrawKind::Deal {
        out.declare_discards(Declaration::Ready, shape::ready_beside(hand));
        out.declare_discards(Declaration::ReadyAsk, shape::four_pairs_beside(hand));
    }
}

/// What an undeclared seat may throw: a wild only if it holds nothing else.
#[inline]
pub(super) fn discards(deal: &Deal<Hongzhong>, seat: Seat, out: &mut Choices) {
    let held = deal.table.hand(seat).held();
    let ordinary = held & ORDINARY;
    out.discards(if ordinary.is_empty() { held } else { ordinary });
}

/// A thrown tile lies open.
#[inline]
pub(super) fn claim(deal: &Deal<Hongzhong>, window: Window, seat: Seat, out: &mut Choices) {
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
            win_only(deal, window, seat, On::Discard, out);
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
    let win = can_win_on(deal, window, seat, On::Discard);
    let may = May { win, kong, pung: wall && declared.is_none(), chow: false };
    claim::offer(&deal.table, window, seat, may, out);
}

/// Whether a hand with three of `tile` is ready without them.
fn keeps_waiting(deal: &Deal<Hongzhong>, tile: Tile, seat: Seat) -> bool {
    let hand = deal.table.hand(seat);
    hand.count(tile) == 3 && shape::is_ready_without(hand, tile, 3)
}

/// A tile that can only be won on: one asked with, or one added to a pung.
pub(super) fn win_only(deal: &Deal<Hongzhong>, window: Window, seat: Seat, on: On, out: &mut Choices) {
    if !deal.table.out().contains(seat) && can_win_on(deal, window, seat, on) {
        out.win();
        out.pass();
    }
}

/// Whether the seat may win on somebody else's tile.
#[inline]
fn can_win_on(deal: &Deal<Hongzhong>, window: Window, seat: Seat, on: On) -> bool {
    let memo = &deal.memo;
    let bound = memo.locked.contains(seat) || memo.declared[seat.index()] == Some(Declaration::ReadyAsk);
    if bound || !memo.ready.contains(seat) || !shape::wins_with(deal.table.hand(seat), window.tile) {
        return false;
    }
    // Every win has a fan of its own, so that any other is enough; only a plain hand or a lock needs the score.
    let declared = memo.declared[seat.index()];
    let others = score::circumstances(on.source(), situation_on(deal, window, seat, on), declared, &[]).raw
        + settle::catch_at(deal, window.from, on == On::Asked).fan;
    if others > 0 && memo.passed.is_free(seat) {
        return true;
    }
    let wanted =
        memo.passed.exceeds(seat).map_or(FEWEST_ON_OTHERS, |passed| FEWEST_ON_OTHERS.max(passed + 1));
    let catch = settle::catch_at(deal, window.from, on == On::Asked).fan;
    wanted <= deal.rules.options.max_fan
        && on_others(deal, window, seat, on, |claim| {
            score::reaches(&deal.rules.options, claim, wanted - catch)
        })
}

/// A win on somebody else's tile: the winner's fans, the payer's catch, and what is paid for.
pub(super) struct WorthOn {
    pub fans: Fans,
    pub catch: Catch,
    /// Capped fan of the payment.
    pub total: i32,
}

/// What a win on this tile is worth.
pub(super) fn worth_on(deal: &Deal<Hongzhong>, window: Window, seat: Seat, on: On) -> Option<WorthOn> {
    let fans = on_others(deal, window, seat, on, |claim| score::standard(&deal.rules.options, claim))?;
    let catch = settle::catch_at(deal, window.from, on == On::Asked);
    Some(WorthOn { fans, catch, total: (fans.raw + catch.fan).min(deal.rules.options.max_fan) })
}

/// Asks something of the seat's hand as one that wins on this tile.
#[inline]
fn on_others<T>(
    deal: &Deal<Hongzhong>,
    window: Window,
    seat: Seat,
    on: On,
    ask: impl FnOnce(&Claim<'_>) -> T,
) -> T {
    let mut counts = *deal.table.hand(seat).counts();
    counts[window.tile.index()] += 1;
    ask(&Claim {
        counts: &counts,
        melds: deal.table.melds(seat),
        tile: window.tile,
        source: on.source(),
        declared: deal.memo.declared[seat.index()],
        situation: situation_on(deal, window, seat, on),
    })
}

fn situation_on(deal: &Deal<Hongzhong>, window: Window, seat: Seat, on: On) -> Situation {
    if on == On::Robbed {
        return Situation::default();
    }
    let memo = &deal.memo;
    let first_throw = memo.throws == 1 && window.from == deal.table.dealer();
    let untouched = memo.declared[seat.index()].is_some() && deal.table.melds(seat).is_empty();
    Situation {
        special: (first_throw && untouched).then_some(Special::Earthly),
        kong: memo.drew == DrawKind::Kong,
        last: memo.drew_last(deal.table.wall().left()),
    }
}

/// What a win by one's own draw, or by asking, is worth.
pub(super) fn worth_of_own(deal: &Deal<Hongzhong>, seat: Seat, asked: bool) -> Option<Fans> {
    let (memo, table) = (&deal.memo, &deal.table);
    let declared = memo.declared[seat.index()];
    let untouched = declared.is_some() && seat != table.dealer() && table.melds(seat).is_empty();
    let special = match memo.drew {
        DrawKind::Deal => Some(Special::Heavenly),
        _ => (memo.first_draw && untouched).then_some(Special::Earthly),
    };
    let last = memo.drew_last(table.wall().left());
    let situation = Situation { special, kong: memo.drew == DrawKind::Kong, last };
    let counts = table.hand(seat).counts();
    if asked {
        return score::five_pairs(&deal.rules.options, counts, declared, situation);
    }
    // No particular tile was won on: the drawn one is among the others.
    let claim =
        Claim { counts, melds: table.melds(seat), tile: WILD, source: Source::SelfDraw, declared, situation };
    score::standard(&deal.rules.options, &claim)
}
