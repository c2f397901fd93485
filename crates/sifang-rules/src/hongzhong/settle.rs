//! Who pays what in `hongzhong`: wins, kong money, and what the end of a hand settles.

use super::fans;
use super::score::{self, Catch, On, Scored, multiply, steps};
use super::{Hongzhong, Phase, WinFacts};
use sifang_table::{
    Deal, End, EntryId, Flow, Journal, Meld, MeldKind, Op, Payment, Sight, Source, Steps, Term, Win,
};
use sifang_tiles::{Seat, SeatSet, Tile};
use tinyvec::ArrayVec;

/// Marks kong money in the ledger, for a drawn deal to take back.
/// Clause: `hongzhong.pay.kong_refund`.
const KONG_MONEY: u8 = 1;

/// Notes a win whose tiles and worth stay closed to the others for now.
/// Clauses: `hongzhong.turn.closed`, `hongzhong.ruling.37`.
pub(super) fn note_win(
    deal: &mut Deal<Hongzhong>,
    seat: Seat,
    from: Option<Seat>,
    tile: Option<Tile>,
    source: Source,
    (raw, asked): (i32, bool),
    journal: &mut Journal,
) {
    let total = raw.min(deal.rules.options.max_fan);
    let win = Win { seat, source, from, tile, total, facts: WinFacts { raw, asked } };
    deal.note_win(win, true, journal);
}

/// What kind of payment a win on somebody's tile is.
/// Clauses: `hongzhong.pay.discard`, `hongzhong.pay.caught_ask`, `hongzhong.pay.rob_kong`.
pub(super) fn pay_term(on: On) -> &'static Term {
    match on {
        On::Discard => &fans::PAY_DISCARD,
        On::Asked => &fans::PAY_CAUGHT_ASK,
        On::Robbed => &fans::PAY_ROB_KONG,
    }
}

/// What kind of payment a win by one's own draw is.
/// Clauses: `hongzhong.pay.self_draw`, `hongzhong.pay.ask`.
pub(super) fn self_draw_term(asked: bool) -> &'static Term {
    if asked { &fans::PAY_ASK } else { &fans::PAY_SELF_DRAW }
}

/// Books what one seat pays for a win. Until the hand is over only the winner knows the amount.
/// Clauses: `hongzhong.turn.closed`, `hongzhong.ruling.37`.
pub(super) fn pay_win(
    deal: &mut Deal<Hongzhong>,
    why: &'static Term,
    [from, to]: [Seat; 2],
    won: Scored,
    catch: Catch,
    source: Source,
    journal: &mut Journal,
) {
    let steps = steps(&deal.rules.options, won, catch, source == Source::SelfDraw);
    let sight = Sight::only(SeatSet::one(to));
    deal.ledger.post(Payment { why, from, to, steps: &steps, tag: 0, sight }, journal);
}

/// 刮风下雨: pays for the kong `owner` has just made; a direct kong is paid by who threw the tile.
/// Clauses: `hongzhong.pay.kong_direct`, `hongzhong.pay.kong_added`,
/// `hongzhong.pay.kong_concealed`, `hongzhong.pay.kong_kept`.
pub(super) fn pay_kong(deal: &mut Deal<Hongzhong>, owner: Seat, meld: &Meld, journal: &mut Journal) {
    let (why, step, times) = match meld.kind {
        MeldKind::KongDirect => (&fans::PAY_KONG_DIRECT, &fans::KONG_DIRECT, 2),
        MeldKind::KongAdded => (&fans::PAY_KONG_ADDED, &fans::KONG_ADDED, 1),
        _ => (&fans::PAY_KONG_CONCEALED, &fans::KONG_CONCEALED, 2),
    };
    let mut steps = Steps::start(deal.rules.options.base, &fans::BASE);
    steps.push(Op::Times, times, step);
    let alone = meld.kind == MeldKind::KongDirect;
    let payers: ArrayVec<[Seat; 4]> =
        deal.table.others_playing(owner).filter(|s| !alone || *s == meld.from).collect();
    for from in payers {
        let payment = Payment { why, from, to: owner, steps: &steps, tag: KONG_MONEY, sight: Sight::ALL };
        deal.ledger.post(payment, journal);
    }
}

/// 查大叫: who is not ready pays who is, and returns the kong money it got, also to seats that have won since.
/// Clauses: `hongzhong.pay.not_ready`, `hongzhong.pay.kong_refund`, `hongzhong.pay.ready`,
/// `hongzhong.ruling.31`.
fn settle_draw(deal: &mut Deal<Hongzhong>, journal: &mut Journal) {
    let mut ready: ArrayVec<[(Seat, i32); 4]> = ArrayVec::new();
    let mut not_ready: ArrayVec<[Seat; 4]> = ArrayVec::new();
    for seat in Seat::all(4).filter(|s| !deal.table.out().contains(*s)) {
        match score::waiting(deal, seat).best() {
            0 => not_ready.push(seat),
            best => ready.push((seat, best)),
        }
    }
    for from in not_ready {
        for (to, best) in ready {
            let mut steps = Steps::start(deal.rules.options.base, &fans::BASE);
            steps.push(Op::Fan, best, &fans::BEST_FAN);
            multiply(&deal.rules.options, &mut steps);
            let payment =
                Payment { why: &fans::PAY_DRAW, from, to, steps: &steps, tag: 0, sight: Sight::ALL };
            deal.ledger.post(payment, journal);
        }
    }
    for seat in not_ready {
        let received =
            deal.ledger.postings().filter(|(_, l)| l.tag == KONG_MONEY && l.to == seat && !l.is_closed());
        let received: ArrayVec<[EntryId; 32]> = received.map(|(id, _)| id).collect();
        for entry in received {
            deal.ledger.reverse(entry, &fans::PAY_REFUND, journal);
        }
    }
}

/// Ends the hand: a draw is settled, and all hands are shown.
/// With two winners nothing more is paid.
/// Clauses: `hongzhong.pay.two_wins`, `hongzhong.ruling.44`.
pub(super) fn finish(deal: &mut Deal<Hongzhong>, end: End, journal: &mut Journal) -> Flow<Phase> {
    if end == End::Draw {
        settle_draw(deal, journal);
    }
    for seat in Seat::all(4) {
        deal.table.show_hand(seat, journal);
    }
    Flow::Over(end)
}
