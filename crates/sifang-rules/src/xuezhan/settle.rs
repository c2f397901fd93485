//! Who pays what in `xuezhan`: wins, kong money and its transfer, and what the end of a hand settles.

use super::fans;
use super::options::{BuryPenalty, PigPenaltyUnit};
use super::score::{self, Scored, ScoredWait};
use super::{Phase, WinFacts, Xuezhan, shape};
use sifang_table::{
    Deal, End, EntryId, Flow, Journal, MeldKind, Op, Payment, Sight, Source, Steps, Term, Win,
};
use sifang_tiles::{Seat, SeatSet, Tile};
use tinyvec::ArrayVec;

/// What a ledger line is for: the numbers below `KONG`, or `KONG` + 16 × konger + number of the kong.
pub(super) mod tag {
    use sifang_tiles::Seat;

    pub(in super::super) const WIN: u8 = 0;
    pub(in super::super) const TRANSFER: u8 = 1;
    pub(in super::super) const DRAW: u8 = 2;
    pub(in super::super) const BURIAL: u8 = 3;
    const KONG: u8 = 64;

    /// The tag of a seat's kong. There are at most twelve kongs in a hand.
    pub(in super::super) fn kong(seat: Seat, number: u8) -> u8 {
        KONG + 16 * seat.index() as u8 + number % 16
    }

    /// Whose kong a line is about, if it is about one.
    pub(in super::super) fn konger(tag: u8) -> Option<Seat> {
        (tag >= KONG).then(|| Seat::new((tag - KONG) as usize / 16))
    }
}

type Seats = ArrayVec<[Seat; Seat::MAX]>;

/// Notes a win and shows its hand.
/// Clauses: `xuezhan.turn.win`, `xuezhan.ruling.37`.
pub(super) fn note_win(
    deal: &mut Deal<Xuezhan>,
    seat: Seat,
    from: Option<Seat>,
    source: Source,
    tile: Option<Tile>,
    scored: &Scored,
    journal: &mut Journal,
) {
    let facts = WinFacts { points: scored.points, fans: scored.fans };
    deal.note_win(Win { seat, source, from, tile, total: scored.total, facts }, false, journal);
    deal.table.show_hand(seat, journal);
}

/// Books what one seat pays for a win.
pub(super) fn pay_win(
    deal: &mut Deal<Xuezhan>,
    why: &'static Term,
    from: Seat,
    to: Seat,
    steps: &Steps,
    journal: &mut Journal,
) {
    deal.ledger.post(Payment { why, from, to, steps, tag: tag::WIN, sight: Sight::ALL }, journal);
}

/// Pays for a kong just made; `from` is the discarder of a direct kong.
/// Clauses: `xuezhan.pay.kong`, `xuezhan.pay.kong_direct`, `xuezhan.pay.kong_concealed`,
/// `xuezhan.pay.kong_added`, `xuezhan.ruling.9`, `xuezhan.ruling.10`, `xuezhan.ruling.24`.
pub(super) fn pay_kong(
    deal: &mut Deal<Xuezhan>,
    seat: Seat,
    kind: MeldKind,
    from: Seat,
    journal: &mut Journal,
) {
    let options = &deal.rules.options;
    let (why, times) = match kind {
        MeldKind::KongConcealed => (&fans::PAY_KONG_CONCEALED, options.concealed_kong_value),
        MeldKind::KongAdded => (&fans::PAY_KONG_ADDED, options.added_kong_value),
        _ => (&fans::PAY_KONG_DIRECT, 2),
    };
    deal.memo.kongs += 1;
    let tag = tag::kong(seat, deal.memo.kongs);
    deal.memo.last_kong = tag;
    let mut steps = Steps::start(options.base, &fans::BASE);
    steps.push(Op::Times, times, &fans::KONG_AMOUNT);
    for payer in deal.table.others_playing(seat) {
        if kind != MeldKind::KongDirect || payer == from {
            let payment = Payment { why, from: payer, to: seat, steps: &steps, tag, sight: Sight::ALL };
            deal.ledger.post(payment, journal);
        }
    }
}

/// 呼叫转移: what the discarder collected for its last kong goes to the winners.
/// Clauses: `xuezhan.pay.transfer`, `xuezhan.ruling.24`.
pub(super) fn transfer(deal: &mut Deal<Xuezhan>, from: Seat, winners: &[Seat], journal: &mut Journal) {
    let last = deal.memo.last_kong;
    let open = deal.ledger.postings().filter(|(_, line)| line.tag == last && !line.is_closed());
    let open: ArrayVec<[(EntryId, i32); 4]> = open.map(|(id, line)| (id, line.points)).collect();
    let mut amount = Steps::new();
    amount.push(Op::Start, open.iter().map(|(_, points)| points).sum(), &fans::KONG_AMOUNT);
    for (id, _) in open {
        deal.ledger.settle(id);
    }
    share_out(deal, &fans::PAY_TRANSFER, from, winners, &amount, tag::TRANSFER, journal);
}

/// Pays an amount in equal parts; points that do not divide go to the first receivers.
/// Clauses: `xuezhan.pay.split`, `xuezhan.ruling.3`.
fn share_out(
    deal: &mut Deal<Xuezhan>,
    why: &'static Term,
    from: Seat,
    receivers: &[Seat],
    amount: &Steps,
    tag: u8,
    journal: &mut Journal,
) {
    let n = receivers.len() as i32;
    let odd = amount.points() % n.max(1);
    for (i, &to) in receivers.iter().enumerate() {
        let mut steps = *amount;
        if n > 1 {
            steps.push(Op::Share, n, &fans::SHARED);
        }
        if (i as i32) < odd {
            steps.push(Op::Plus, 1, &fans::ODD_POINT);
        }
        deal.ledger.post(Payment { why, from, to, steps: &steps, tag, sight: Sight::ALL }, journal);
    }
}

/// Ends the hand: everything is turned up and settled, in the order of the rule book.
/// Three wins leave only the burials to check.
/// Clauses: `xuezhan.pay.burial`, `xuezhan.ruling.34`.
pub(super) fn finish(deal: &mut Deal<Xuezhan>, end: End, journal: &mut Journal) -> Flow<Phase> {
    for seat in Seat::all(4) {
        deal.table.show_hand(seat, journal);
    }
    deal.table.turn_up(journal);
    let pigs = pigs(deal, end);
    pay_pigs(deal, pigs, end, journal);
    if end == End::Draw {
        let ready = ReadyCheck::of(deal, pigs);
        pay_not_ready(deal, &ready, journal);
        refund_kongs(deal, &ready, journal);
    }
    if deal.rules.options.bury_penalty == BuryPenalty::Points {
        pay_burial(deal, journal);
    }
    Flow::Over(end)
}

/// 花猪: at a draw, seats still playing with three suits; by option also whoever buried several suits, however the hand ended.
/// Clauses: `xuezhan.pay.pig`, `xuezhan.pay.burial_pig`.
pub(super) fn pigs(deal: &Deal<Xuezhan>, end: End) -> SeatSet {
    let mut pigs = SeatSet::EMPTY;
    for seat in Seat::all(4) {
        let mixed = deal.memo.mixed.contains(seat) && deal.rules.options.bury_penalty == BuryPenalty::Pig;
        if mixed || is_real_pig(deal, seat, end) {
            pigs.insert(seat);
        }
    }
    pigs
}

/// A pig by its tiles: still playing at a draw, with all three suits.
/// Clauses: `xuezhan.pay.pig`, `xuezhan.ruling.5`.
fn is_real_pig(deal: &Deal<Xuezhan>, seat: Seat, end: End) -> bool {
    let table = &deal.table;
    end == End::Draw
        && !table.out().contains(seat)
        && shape::has_three_suits(table.hand(seat), table.melds(seat))
}

/// Each pig pays all that are none, those already out included.
/// Clauses: `xuezhan.pay.pig`, `xuezhan.pay.burial_pig`, `xuezhan.ruling.4`, `xuezhan.ruling.35`.
fn pay_pigs(deal: &mut Deal<Xuezhan>, pigs: SeatSet, end: End, journal: &mut Journal) {
    let options = &deal.rules.options;
    let mut amount = Steps::new();
    amount.push(Op::Start, 48, &fans::PIG_AMOUNT);
    if options.pig_penalty_unit == PigPenaltyUnit::Base {
        amount.push(Op::Times, options.base, &fans::BASE);
    }
    for pig in pigs.iter() {
        let receivers: Seats = pig.others(4).filter(|s| !pigs.contains(*s)).collect();
        let (why, tag) = if is_real_pig(deal, pig, end) {
            (&fans::PAY_PIG, tag::DRAW)
        } else {
            (&fans::PAY_BURIAL_PIG, tag::BURIAL)
        };
        share_out(deal, why, pig, &receivers, &amount, tag, journal);
    }
}

/// Who is ready at a draw, and who is not.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ReadyCheck {
    /// The best wait of each seat that takes part and is ready.
    pub ready: [Option<ScoredWait>; Seat::MAX],
    /// Seats that take part and are not ready.
    pub unready: SeatSet,
    /// Seats still playing that take no part.
    pub pigs: SeatSet,
}

impl ReadyCheck {
    /// Looks at the seats still playing that are no pigs.
    /// Clauses: `xuezhan.pay.not_ready`, `xuezhan.pay.burial_pig`.
    pub(super) fn of(deal: &Deal<Xuezhan>, pigs: SeatSet) -> ReadyCheck {
        let mut check = ReadyCheck::default();
        for seat in Seat::all(4).filter(|s| !deal.table.out().contains(*s)) {
            if pigs.contains(seat) {
                check.pigs.insert(seat);
                continue;
            }
            // The first of several equal ones.
            let best = score::waits(deal, seat, deal.table.hand(seat))
                .reduce(|a, b| if b.1.points > a.1.points { b } else { a });
            check.ready[seat.index()] = best;
            if best.is_none() {
                check.unready.insert(seat);
            }
        }
        check
    }
}

/// 查大叫: who is not ready pays each who is.
/// Clause: `xuezhan.pay.not_ready`.
fn pay_not_ready(deal: &mut Deal<Xuezhan>, check: &ReadyCheck, journal: &mut Journal) {
    for from in check.unready.iter() {
        for to in from.others(4) {
            if let Some((_, scored)) = &check.ready[to.index()] {
                let steps = score::steps(&deal.rules.options, scored);
                let why = &fans::PAY_NOT_READY;
                let payment = Payment { why, from, to, steps: &steps, tag: tag::DRAW, sight: Sight::ALL };
                deal.ledger.post(payment, journal);
            }
        }
    }
}

/// 退税: seats that are not ready, and pigs still playing, give their kong money back to whoever paid it.
/// Clauses: `xuezhan.pay.refund`, `xuezhan.pay.burial_pig`, `xuezhan.ruling.25`.
fn refund_kongs(deal: &mut Deal<Xuezhan>, check: &ReadyCheck, journal: &mut Journal) {
    let owes = |seat: Seat| check.unready.contains(seat) || check.pigs.contains(seat);
    let due = deal.ledger.postings().filter(|(_, line)| {
        !line.is_closed() && tag::konger(line.tag).is_some_and(|konger| konger == line.to && owes(konger))
    });
    let due: ArrayVec<[EntryId; 40]> = due.map(|(id, _)| id).collect();
    for id in due {
        deal.ledger.reverse(id, &fans::PAY_REFUND, journal);
    }
}

/// 埋牌验证: whoever buried several suits pays those who did not.
/// Clauses: `xuezhan.pay.burial`, `xuezhan.ruling.3`, `xuezhan.ruling.35`.
fn pay_burial(deal: &mut Deal<Xuezhan>, journal: &mut Journal) {
    let mixed = deal.memo.mixed;
    let mut amount = Steps::new();
    amount.push(Op::Start, 8, &fans::BURIAL_AMOUNT).push(Op::Times, deal.rules.options.base, &fans::BASE);
    for from in mixed.iter() {
        let receivers: Seats = from.others(4).filter(|s| !mixed.contains(*s)).collect();
        share_out(deal, &fans::PAY_BURIAL, from, &receivers, &amount, tag::BURIAL, journal);
    }
}
