//! What a seat of `jingji` may do, phase by phase, and what is done for one that does not answer.

use super::score::{Situation, has_yaku, situation, waiting, with_claim};
use super::settle::STAKE;
use super::{Jingji, Phase, TurnStart, shape};
use sifang_table::procedures::claim::{self, May, Window};
use sifang_table::{Action, Choices, Deal, Declaration, Source};
use sifang_tiles::{Seat, Tile, TileMask};

/// Offers what the seat may do.
#[inline]
pub(super) fn offer(deal: &Deal<Jingji>, at: Phase, seat: Seat, out: &mut Choices) {
    match at {
        Phase::Opening => offer_opening(deal, seat, out),
        Phase::Turn(who, start) if who == seat => offer_turn(deal, seat, start, out),
        Phase::Claim(window) => offer_claim(deal, window, seat, out),
        Phase::Rob(window) if window.from != seat && can_rob_kong(deal, seat, window.tile) => {
            out.win_or_pass();
        }
        Phase::Turn(..) | Phase::Rob(_) => {}
    }
}

/// Golds in a seat's hand.
pub(super) fn golds(deal: &Deal<Jingji>, seat: Seat) -> u8 {
    deal.table.hand(seat).count(deal.memo.gold)
}

/// Whether a seat's hand, with `tile` more if given, has the winning shape.
/// Clause: `jingji.win.shape`.
#[inline]
fn is_complete(deal: &Deal<Jingji>, seat: Seat, tile: Option<Tile>) -> bool {
    shape::wins(deal.table.hand(seat), deal.memo.gold, tile)
}

/// Whether the indicator would complete the seat's hand (抢金).
/// Clauses: `jingji.turn.opening`, `jingji.ruling.38`.
pub(super) fn can_rob_gold(deal: &Deal<Jingji>, seat: Seat) -> bool {
    is_complete(deal, seat, Some(deal.memo.gold))
}

/// `min_fan`: whether a complete hand may win. Only where the option is set does this need a look at its yaku, and a ready seat
/// may always try (and be punished).
/// Clauses: `jingji.score.no_yaku`, `jingji.ruling.1`, `jingji.ruling.18`.
fn may_win(deal: &Deal<Jingji>, seat: Seat, added: Option<Tile>, situation: Situation) -> bool {
    if deal.rules.options.min_fan == 0 || situation.ready {
        return true;
    }
    let (tile, source) = match added {
        Some(_) => (added, Source::Discard),
        None => (deal.table.drawn(seat), Source::SelfDraw),
    };
    with_claim(deal, seat, tile, added, source, situation, |claim| has_yaku(&deal.rules.options, claim))
}

/// 开金: the dealer's win on the deal, robbing the gold, three golds.
/// Clauses: `jingji.turn.opening`, `jingji.turn.three_golds`, `jingji.ruling.24`,
/// `jingji.ruling.38`.
fn offer_opening(deal: &Deal<Jingji>, seat: Seat, out: &mut Choices) {
    let complete =
        if seat == deal.table.dealer() { is_complete(deal, seat, None) } else { can_rob_gold(deal, seat) };
    if complete || golds(deal, seat) >= 3 {
        out.win_or_pass();
    }
}

/// The tiles a seat may throw in its turn.
/// Clause: `jingji.ruling.6`.
fn discards(deal: &Deal<Jingji>, seat: Seat) -> TileMask {
    let held = deal.table.hand(seat).held();
    let others = held & !TileMask::one(deal.memo.gold);
    if deal.rules.options.gold_discard || others.is_empty() { held } else { others }
}

/// A seat's own move: a win, a kong, a discard with or without declaring ready. After declaring
/// only what it drew and a win; after a chow or pung only a discard.
/// Clauses: `jingji.turn.actions`, `jingji.turn.kong`, `jingji.turn.three_golds`,
/// `jingji.turn.ready`, `jingji.turn.locked`, `jingji.turn.last`, `jingji.ruling.21`,
/// `jingji.ruling.24`, `jingji.ruling.30`.
fn offer_turn(deal: &Deal<Jingji>, seat: Seat, start: TurnStart, out: &mut Choices) {
    let table = &deal.table;
    if start != TurnStart::Claimed {
        let wins = is_complete(deal, seat, None) && may_win(deal, seat, None, situation(deal, seat, start));
        if wins || golds(deal, seat) >= 3 {
            out.win();
        }
    }
    if deal.memo.declared.contains(seat) {
        out.discards(table.drawn(seat).into_iter().collect());
        return;
    }
    let hand = table.hand(seat);
    if start != TurnStart::Claimed && table.wall().left() > 0 {
        out.own_kongs(hand.fours() | table.fourths(seat));
    }
    let allowed = discards(deal, seat);
    out.discards(allowed);
    let (points, stake) = (deal.carry.points[seat.index()], deal.memo.stakes[seat.index()]);
    if points - stake >= STAKE {
        let ready = waiting(deal, seat).ready_discards(&deal.rules.options, allowed);
        out.declare_discards(Declaration::Ready, ready);
    }
}

/// 庄家抢金: the dealer's sixteen tiles and the indicator, right after the first discard of the hand and before any kong.
/// Clauses: `jingji.turn.dealer_robs`, `jingji.ruling.26`.
fn dealer_may_rob_gold(deal: &Deal<Jingji>, window: Window) -> bool {
    let dealer = deal.table.dealer();
    window.from == dealer
        && deal.table.river().len() == 1
        && deal.table.melds(dealer).is_empty()
        && can_rob_gold(deal, dealer)
}

/// On a discard: a win, and unless it is a gold, the last, or the seat has declared, a kong, a
/// pung, or a chow for the next seat. The discarder itself may only rob the gold, as dealer.
/// Clauses: `jingji.turn.claims`, `jingji.turn.dealer_robs`, `jingji.turn.golds`,
/// `jingji.turn.free`, `jingji.turn.locked`, `jingji.turn.last`, `jingji.ruling.7`,
/// `jingji.ruling.21`.
fn offer_claim(deal: &Deal<Jingji>, window: Window, seat: Seat, out: &mut Choices) {
    if seat == window.from {
        if dealer_may_rob_gold(deal, window) {
            out.win_or_pass();
        }
        return;
    }
    let tile = window.tile;
    let win = is_complete(deal, seat, Some(tile))
        && may_win(deal, seat, Some(tile), situation(deal, seat, TurnStart::Claimed));
    let calls = tile != deal.memo.gold && !deal.memo.declared.contains(seat) && deal.table.wall().left() > 0;
    if calls && seat == window.from.after(1, 4) {
        out.chows(tile, deal.table.hand(seat).held() & !TileMask::one(deal.memo.gold));
    }
    claim::offer(&deal.table, window, seat, May { win, kong: calls, pung: calls, chow: false }, out);
}

/// A robbed kong is a yaku, so the shape is all it needs.
/// Clauses: `jingji.turn.rob`, `jingji.ruling.16`.
fn can_rob_kong(deal: &Deal<Jingji>, seat: Seat, tile: Tile) -> bool {
    is_complete(deal, seat, Some(tile))
}

/// What is done for a seat that does not answer in time.
/// Clauses: `jingji.turn.timeout`, `jingji.ruling.36`.
pub(super) fn on_timeout(deal: &Deal<Jingji>, at: Phase, seat: Seat) -> Action {
    match at {
        Phase::Opening => Action::Win,
        // Only the dealer's own robbing of the gold is put to the discarder.
        Phase::Claim(window) if window.from == seat => Action::Win,
        Phase::Claim(_) | Phase::Rob(_) => Action::Pass,
        Phase::Turn(..) => Action::Discard(idle_discard(deal, seat)),
    }
}

/// What an absent player throws: the drawn tile; without one, or if it is a protected gold, its highest other tile.
/// Clauses: `jingji.turn.timeout`, `jingji.ruling.36`.
fn idle_discard(deal: &Deal<Jingji>, seat: Seat) -> Tile {
    let allowed = match deal.table.drawn(seat) {
        Some(tile) if deal.memo.declared.contains(seat) => return tile,
        Some(tile) if discards(deal, seat).contains(tile) => return tile,
        _ => discards(deal, seat),
    };
    let others = allowed & !TileMask::one(deal.memo.gold);
    others.last().unwrap_or(deal.memo.gold)
}
