//! Who pays what in `jingji`: wins, penalties and draws, and what becomes of the ready stakes. Nothing else
//! is paid (`jingji.pay.none`).

use super::options::StakeOnDraw;
use super::score::{self, Scored};
use super::{Jingji, WinFacts, fans};
use sifang_table::{Deal, Journal, Payment, Sight, Source, Steps, Term, Win};
use sifang_tiles::{Seat, SeatSet, Tile};

/// Points of a ready stake, of the penalty to each seat, and of the smaller shares of a draw.
/// Clauses: `jingji.pay.penalty`, `jingji.pay.stake`, `jingji.pay.draw`.
pub(super) const STAKE: i32 = 4;
/// What each of two losers pays when two seats wait.
/// Clauses: `jingji.pay.draw`, `jingji.ruling.28`.
const DRAW_OF_TWO: i32 = 6;

/// 报听者屁胡: it pays each of the others, the hand ends without a winner.
/// Clauses: `jingji.turn.shown`, `jingji.pay.penalty`, `jingji.ruling.18`.
pub(super) fn pay_penalty(deal: &mut Deal<Jingji>, seat: Seat, journal: &mut Journal) {
    deal.table.show_hand(seat, journal);
    let steps = Steps::start(STAKE, &fans::PAY_PENALTY);
    for other in seat.others(4) {
        pay_win(deal, &fans::PAY_PENALTY, seat, other, &steps, journal);
    }
    keep_stakes(deal);
}

/// 荒牌流局: the waiting seats show their hands and are paid twelve points together, unless all or none wait.
/// Clauses: `jingji.turn.shown`, `jingji.pay.draw`, `jingji.ruling.28`, `jingji.ruling.29`,
/// `jingji.ruling.37`.
pub(super) fn settle_draw(deal: &mut Deal<Jingji>, journal: &mut Journal) {
    let dealer = deal.table.dealer();
    let mut waiting = SeatSet::EMPTY;
    for step in 0..4 {
        let seat = dealer.after(step, 4);
        if score::waiting(deal, seat).is_waiting() {
            waiting.insert(seat);
            deal.table.show_hand(seat, journal);
        }
    }
    let in_order = |waits: bool| {
        (0..4).map(move |step| dealer.after(step, 4)).filter(move |s| waiting.contains(*s) == waits)
    };
    let even = Steps::start(DRAW_OF_TWO, &fans::PAY_DRAW);
    let each = Steps::start(STAKE, &fans::PAY_DRAW);
    if waiting.len() == 2 {
        for (payer, seat) in in_order(false).zip(in_order(true)) {
            pay_win(deal, &fans::PAY_DRAW, payer, seat, &even, journal);
        }
    } else {
        for payer in in_order(false) {
            for seat in in_order(true) {
                pay_win(deal, &fans::PAY_DRAW, payer, seat, &each, journal);
            }
        }
    }
    keep_stakes(deal);
}

/// After a win all stakes go to the winner; its own is simply its own again.
/// Clauses: `jingji.pay.stake`, `jingji.ruling.19`.
pub(super) fn collect_stakes(deal: &mut Deal<Jingji>, winner: Seat, journal: &mut Journal) {
    for seat in winner.others(4) {
        let stake = deal.memo.stakes[seat.index()];
        if stake > 0 {
            pay_win(deal, &fans::PAY_STAKE, seat, winner, &Steps::start(stake, &fans::PAY_STAKE), journal);
        }
    }
    deal.memo.stakes = [0; Seat::MAX];
}

/// Without a winner the stakes stay for the next one, or by option go back. Either way no points move.
/// Clauses: `jingji.pay.stake`, `jingji.ruling.19`.
fn keep_stakes(deal: &mut Deal<Jingji>) {
    if deal.rules.options.stake_on_draw == StakeOnDraw::Refund {
        deal.memo.stakes = [0; Seat::MAX];
    }
}

/// Notes a win and shows its hand.
/// Clause: `jingji.turn.shown`.
pub(super) fn note_win(
    deal: &mut Deal<Jingji>,
    seat: Seat,
    from: Option<Seat>,
    source: Source,
    tile: Option<Tile>,
    scored: &Scored,
    journal: &mut Journal,
) {
    let facts = WinFacts { method: scored.method, fu: scored.fu, fan: scored.fan };
    deal.note_win(Win { seat, source, from, tile, total: scored.total, facts }, false, journal);
    deal.table.show_hand(seat, journal);
}

/// Books a payment.
pub(super) fn pay_win(
    deal: &mut Deal<Jingji>,
    why: &'static Term,
    from: Seat,
    to: Seat,
    steps: &Steps,
    journal: &mut Journal,
) {
    deal.ledger.post(Payment { why, from, to, steps, tag: 0, sight: Sight::ALL }, journal);
}
