//! Points of `hongzhong`: what a win pays, kong money, and the settlement of a drawn hand.

use super::fans::{self, Fans};
use super::options::HongzhongOptions;
use super::score::{self, Waiting};
use super::{Hongzhong, On};
use sifang_table::{
    Deal, Declaration, EntryId, Journal, Meld, MeldKind, Op, Payment, Sight, Source, Steps, Term,
};
use sifang_tiles::{Seat, SeatSet};
use tinyvec::ArrayVec;

/// Marks kong money in the ledger.
const KONG_MONEY: u8 = 1;

/// What a payer's own state adds to the fan it pays, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Catch {
    pub fan: i32,
    why: Option<&'static Term>,
}

/// 抓报胡 / 抓请胡: catches do not add up, the declaration goes first.
pub(super) fn catch(declared: Option<Declaration>, kongs: u8, asked: bool) -> Catch {
    match (declared, asked) {
        (Some(Declaration::Ready), _) => {
            Catch { fan: 2 + kongs.min(3) as i32, why: Some(&fans::CATCH_READY) }
        }
        (Some(Declaration::ReadyAsk), _) => Catch { fan: 4, why: Some(&fans::CATCH_READY_ASK) },
        (None, true) => Catch { fan: 2, why: Some(&fans::CATCH_ASK) },
        (None, false) => Catch::default(),
    }
}

/// What catching this seat adds as things stand.
pub(super) fn catch_at(deal: &Deal<Hongzhong>, payer: Seat, asked: bool) -> Catch {
    let kongs = score::kongs(deal.table.melds(payer));
    catch(deal.memo.declared[payer.index()], kongs, asked)
}

/// How the amount one payer pays comes about.
pub(super) fn steps(options: &HongzhongOptions, won: Fans, catch: Catch, self_draw: bool) -> Steps {
    let mut steps = Steps::new();
    steps.push(Op::Start, options.base, &fans::BASE);
    for (fan, count) in won.iter() {
        steps.push(Op::Fan, fan.value * count, &fan.term);
    }
    if let Some(why) = catch.why {
        steps.push(Op::Fan, catch.fan, why);
    }
    multiply(options, &mut steps);
    if self_draw {
        steps.push(Op::Plus, 2 * options.base, &fans::SELF_DRAW_BONUS);
    }
    steps
}

/// The cap, and the doubling from the second fan on.
fn multiply(options: &HongzhongOptions, steps: &mut Steps) {
    steps.push(Op::CapFans, options.max_fan, &fans::CAP);
    steps.push(Op::Fan, -1, &fans::FIRST_FAN);
    steps.push(Op::DoublePerFan, 0, &fans::MULTIPLIER);
}

/// What kind of payment a win on somebody's tile is.
pub(super) fn pay_term(on: On) -> &'static Term {
    match on {
        On::Discard => &fans::PAY_DISCARD,
        On::Asked => &fans::PAY_CAUGHT_ASK,
        On::Robbed => &fans::PAY_ROB_KONG,
    }
}

/// What kind of payment a win by one's own draw is.
pub(super) fn self_draw_term(asked: bool) -> &'static Term {
    if asked { &fans::PAY_ASK } else { &fans::PAY_SELF_DRAW }
}

/// Books what one seat pays for a win. Until the hand is over only the winner knows the amount.
pub(super) fn pay_win(
    deal: &mut Deal<Hongzhong>,
    why: &'static Term,
    [from, to]: [Seat; 2],
    won: Fans,
    catch: Catch,
    source: Source,
    journal: &mut Journal,
) {
    let steps = steps(&deal.rules.options, won, catch, source == Source::SelfDraw);
    let sight = Sight::only(SeatSet::one(to));
    deal.ledger.post(Payment { why, from, to, steps: &steps, tag: 0, sight }, journal);
}

/// 刮风下雨: pays for the kong `owner` has just made; a direct kong is paid by who threw the tile.
pub(super) fn pay_kong(deal: &mut Deal<Hongzhong>, owner: Seat, meld: &Meld, journal: &mut Journal) {
    let (why, step, times) = match meld.kind {
        MeldKind::KongDirect => (&fans::PAY_KONG_DIRECT, &fans::KONG_DIRECT, 2),
        MeldKind::KongAdded => (&fans::PAY_KONG_ADDED, &fans::KONG_ADDED, 1),
        _ => (&fans::PAY_KONG_CONCEALED, &fans::KONG_CONCEALED, 2),
    };
    let mut steps = Steps::new();
    steps.push(Op::Start, deal.rules.options.base, &fans::BASE).push(Op::Times, times, step);
    let alone = meld.kind == MeldKind::KongDirect;
    let payers: ArrayVec<[Seat; 4]> =
        deal.table.others_playing(owner).filter(|s| !alone || *s == meld.from).collect();
    for from in payers {
        let payment = Payment { why, from, to: owner, steps: &steps, tag: KONG_MONEY, sight: Sight::ALL };
        deal.ledger.post(payment, journal);
    }
}

/// 查大叫: who is not ready pays who is, and returns the kong money it got, also to seats that have won since.
pub(super) fn settle_draw(deal: &mut Deal<Hongzhong>, journal: &mut Journal) {
    let mut ready: ArrayVec<[(Seat, i32); 4]> = ArrayVec::new();
    let mut not_ready: ArrayVec<[Seat; 4]> = ArrayVec::new();
    for seat in Seat::all(4).filter(|s| !deal.table.out().contains(*s)) {
        match waiting(deal, seat).best() {
            0 => not_ready.push(seat),
            best => ready.push((seat, best)),
        }
    }
    for from in not_ready {
        for (to, best) in ready {
            let mut steps = Steps::new();
            steps.push(Op::Start, deal.rules.options.base, &fans::BASE).push(Op::Fan, best, &fans::BEST_FAN);
            multiply(&deal.rules.options, &mut steps);
            let payment =
                Payment { why: &fans::PAY_DRAW, from, to, steps: &steps, tag: 0, sight: Sight::ALL };
            deal.ledger.post(payment, journal);
        }
    }
    for seat in not_ready {
        let received =
            deal.ledger.lines().filter(|(_, l)| l.tag == KONG_MONEY && l.to == seat && !l.is_closed());
        let received: ArrayVec<[EntryId; 32]> = received.map(|(id, _)| id).collect();
        for entry in received {
            deal.ledger.reverse(entry, &fans::PAY_REFUND, journal);
        }
    }
}

/// The seat's hand as one that waits.
pub(super) fn waiting(deal: &Deal<Hongzhong>, seat: Seat) -> Waiting<'_> {
    Waiting {
        options: &deal.rules.options,
        hand: deal.table.hand(seat),
        melds: deal.table.melds(seat),
        declared: deal.memo.declared[seat.index()],
        locked: deal.memo.locked.contains(seat),
    }
}
