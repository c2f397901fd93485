//! How a hand of `jingji` ends: wins, penalties and draws, who pays whom, and what becomes of the ready stakes.

use super::options::{RobDiscardKongPayer, StakeOnDraw};
use super::score::{Chance, Method, Scored};
use super::{Jingji, Phase, WinFacts, fans, score_of};
use sifang_table::procedures::claim::Window;
use sifang_table::{Deal, End, Flow, Journal, Op, Payment, Sight, Source, Steps, Term, Win};
use sifang_tiles::{Seat, SeatSet, Tile};

/// Points of a ready stake, of the penalty to each seat, and of the smaller shares of a draw.
pub(super) const STAKE: i32 = 4;
/// What each of two losers pays when two seats wait.
const DRAW_OF_TWO: i32 = 6;

/// A win that three seats pay: a self-draw, robbing the gold, three golds.
pub(super) fn win_self(
    deal: &mut Deal<Jingji>,
    seat: Seat,
    tile: Option<Tile>,
    chance: Chance,
    journal: &mut Journal,
) -> Flow<Phase> {
    let extra = tile.filter(|_| chance.rob_gold);
    let Ok(scored) = score_of(deal, seat, tile, extra, Source::SelfDraw, chance) else {
        return Flow::Over(End::Draw); // Not reached: a win is offered only if it scores.
    };
    if scored.method == Method::Penalty {
        return penalty(deal, seat, journal);
    }
    note(deal, seat, None, Source::SelfDraw, tile, &scored, journal);
    let steps = scored.steps(Source::SelfDraw);
    for payer in seat.others(4) {
        pay(deal, &fans::PAY_SELF_DRAW, payer, seat, &steps, journal);
    }
    collect_stakes(deal, seat, journal);
    Flow::Over(End::Wins)
}

/// A win on somebody's tile. `konger` claimed the same discard for a kong and is robbed of it.
pub(super) fn win_on(
    deal: &mut Deal<Jingji>,
    seat: Seat,
    window: Window,
    source: Source,
    konger: Option<Seat>,
    journal: &mut Journal,
) -> Flow<Phase> {
    let chance = Chance {
        last_tile: deal.table.wall().left() == 0,
        ready: deal.memo.ready.contains(seat),
        ..Chance::default()
    };
    let Ok(scored) = score_of(deal, seat, Some(window.tile), Some(window.tile), source, chance) else {
        return Flow::Over(End::Draw); // Not reached: a win is offered only if it scores.
    };
    if scored.method == Method::Penalty {
        return penalty(deal, seat, journal);
    }
    if source == Source::RobKong && konger.is_none() {
        deal.table.rob(window.from, window.tile, journal);
    } else {
        deal.table.mark_won();
    }
    let from = konger.unwrap_or(window.from);
    let discarder_pays = deal.rules.options.rob_discard_kong_payer == RobDiscardKongPayer::Discarder;
    let (why, payer) = match (source, konger) {
        (Source::RobKong, Some(_)) if discarder_pays => (&fans::PAY_ROB_DISCARD_KONG, window.from),
        (Source::RobKong, _) => (&fans::PAY_ROB_KONG, from),
        _ => (&fans::PAY_DISCARD, from),
    };
    note(deal, seat, Some(from), source, Some(window.tile), &scored, journal);
    pay(deal, why, payer, seat, &scored.steps(source), journal);
    collect_stakes(deal, seat, journal);
    Flow::Over(End::Wins)
}

/// 报听者屁胡: it pays each of the others, the hand ends without a winner.
fn penalty(deal: &mut Deal<Jingji>, seat: Seat, journal: &mut Journal) -> Flow<Phase> {
    deal.table.show_hand(seat, journal);
    let steps = plain(STAKE, &fans::PAY_PENALTY);
    for other in seat.others(4) {
        pay(deal, &fans::PAY_PENALTY, seat, other, &steps, journal);
    }
    keep_stakes(deal);
    Flow::Over(End::Penalty)
}

/// 荒牌流局: the waiting seats show their hands and are paid twelve points together, unless all or none wait.
pub(super) fn draw(deal: &mut Deal<Jingji>, journal: &mut Journal) -> Flow<Phase> {
    let dealer = deal.table.dealer();
    let mut waiting = SeatSet::EMPTY;
    for step in 0..4 {
        let seat = dealer.after(step, 4);
        if super::short(deal, seat).is_waiting() {
            waiting.insert(seat);
            deal.table.show_hand(seat, journal);
        }
    }
    let in_order = |waits: bool| {
        (0..4).map(move |step| dealer.after(step, 4)).filter(move |s| waiting.contains(*s) == waits)
    };
    let even = plain(DRAW_OF_TWO, &fans::PAY_DRAW);
    let each = plain(STAKE, &fans::PAY_DRAW);
    if waiting.len() == 2 {
        for (payer, seat) in in_order(false).zip(in_order(true)) {
            pay(deal, &fans::PAY_DRAW, payer, seat, &even, journal);
        }
    } else {
        for payer in in_order(false) {
            for seat in in_order(true) {
                pay(deal, &fans::PAY_DRAW, payer, seat, &each, journal);
            }
        }
    }
    keep_stakes(deal);
    Flow::Over(End::Draw)
}

/// After a win all stakes go to the winner; its own is simply its own again.
fn collect_stakes(deal: &mut Deal<Jingji>, winner: Seat, journal: &mut Journal) {
    for seat in winner.others(4) {
        let stake = deal.memo.stakes[seat.index()];
        if stake > 0 {
            pay(deal, &fans::PAY_STAKE, seat, winner, &plain(stake, &fans::PAY_STAKE), journal);
        }
    }
    deal.memo.stakes = [0; Seat::MAX];
}

/// Without a winner the stakes stay for the next one, or by option go back. Either way no points move.
fn keep_stakes(deal: &mut Deal<Jingji>) {
    if deal.rules.options.stake_on_draw == StakeOnDraw::Refund {
        deal.memo.stakes = [0; Seat::MAX];
    }
}

fn note(
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

fn plain(points: i32, why: &'static Term) -> Steps {
    let mut steps = Steps::new();
    steps.push(Op::Start, points, why);
    steps
}

fn pay(
    deal: &mut Deal<Jingji>,
    why: &'static Term,
    from: Seat,
    to: Seat,
    steps: &Steps,
    journal: &mut Journal,
) {
    deal.ledger.post(Payment { why, from, to, steps, tag: 0, sight: Sight::ALL }, journal);
}
