//! What follows in `xuezhan`: burying, declaring, turns, claims, wins.

use super::score::{dealer_steps, score_on, score_self, steps};
use super::settle::{self, note_win, pay_win};
use super::{Phase, TurnStart, Xuezhan, fans, shape};
use sifang_table::procedures::claim::{self, Claimed, Window, Winners};
use sifang_table::{
    Action, Answers, Aside, Deal, Declaration, End, Flow, Journal, MeldKind, RuleSet, Source, WallEnd,
};
use sifang_tiles::{Seat, Tile};
use tinyvec::ArrayVec;

/// Deals; everybody buries.
/// Clauses: `xuezhan.deal.hands`, `xuezhan.ruling.33`.
pub(super) fn begin(deal: &mut Deal<Xuezhan>, journal: &mut Journal) -> Flow<Phase> {
    deal.table.deal(&Xuezhan::DEALING, journal);
    Flow::Ask(Phase::Bury)
}

/// Carries the answers out and says what follows.
pub(super) fn resolve(
    deal: &mut Deal<Xuezhan>,
    at: Phase,
    answers: &Answers,
    journal: &mut Journal,
) -> Flow<Phase> {
    match at {
        Phase::Bury => close_bury(deal, answers, journal),
        Phase::Ready => close_ready(deal, answers, journal),
        Phase::Turn(seat, start) => take_turn(deal, seat, start, answers.of(seat), journal),
        Phase::Claim(window) => close_claim(deal, window, answers, journal),
        Phase::Rob(window) => close_rob(deal, window, answers, journal),
    }
}

/// All have chosen: the tiles go face down and fix the void suits.
/// Clauses: `xuezhan.deal.bury`, `xuezhan.deal.void`, `xuezhan.ruling.1`, `xuezhan.ruling.2`,
/// `xuezhan.ruling.33`.
fn close_bury(deal: &mut Deal<Xuezhan>, answers: &Answers, journal: &mut Journal) -> Flow<Phase> {
    for (seat, answer) in answers.iter() {
        if let Action::Bury(tiles) = answer {
            for tile in tiles {
                deal.table.set_aside(seat, tile, Aside::Buried, journal);
            }
            let void = shape::one_suit(&tiles);
            deal.memo.void[seat.index()] = void;
            if void.is_none() {
                deal.memo.mixed.insert(seat);
            }
        }
    }
    Flow::Ask(Phase::Ready)
}

/// The ready window closes; the dealer begins.
/// Clauses: `xuezhan.deal.ready`, `xuezhan.ruling.23`.
fn close_ready(deal: &mut Deal<Xuezhan>, answers: &Answers, journal: &mut Journal) -> Flow<Phase> {
    for (seat, answer) in answers.iter() {
        if answer == Action::Declare(Declaration::Ready) {
            declare_ready(deal, seat, journal);
        }
    }
    Flow::Ask(Phase::Turn(deal.table.dealer(), TurnStart::Dealt))
}

/// A seat declares ready, for all to see.
/// Clause: `xuezhan.turn.ready`.
fn declare_ready(deal: &mut Deal<Xuezhan>, seat: Seat, journal: &mut Journal) {
    deal.memo.declared.insert(seat);
    deal.note_declared(seat, Declaration::Ready, journal);
}

/// Carries out a seat's own move. A concealed kong lies open at once; only an added one can be
/// robbed.
/// Clauses: `xuezhan.turn.actions`, `xuezhan.turn.kong`, `xuezhan.turn.rob`, `xuezhan.turn.ready`,
/// `xuezhan.ruling.37`.
fn take_turn(
    deal: &mut Deal<Xuezhan>,
    seat: Seat,
    start: TurnStart,
    answer: Option<Action>,
    journal: &mut Journal,
) -> Flow<Phase> {
    match answer {
        Some(Action::Discard(tile)) => discard(deal, seat, tile, start, journal),
        Some(Action::DeclareDiscard(_, tile)) => {
            declare_ready(deal, seat, journal);
            discard(deal, seat, tile, start, journal)
        }
        Some(Action::OwnKong(tile)) if deal.table.hand(seat).count(tile) == 4 => {
            deal.table.kong_concealed(seat, tile, false, journal);
            after_kong(deal, seat, MeldKind::KongConcealed, seat, journal)
        }
        Some(Action::OwnKong(tile)) => Flow::Ask(Phase::Rob(Window { tile, from: seat })),
        Some(Action::Win) => win_self(deal, seat, start, journal),
        // Nothing else is offered in a turn; asking again is the safe answer.
        _ => Flow::Ask(Phase::Turn(seat, start)),
    }
}

/// Throws a tile, and notes what a win on it would count.
/// Clauses: `xuezhan.turn.ready`, `xuezhan.ruling.23`.
fn discard(
    deal: &mut Deal<Xuezhan>,
    seat: Seat,
    tile: Tile,
    start: TurnStart,
    journal: &mut Journal,
) -> Flow<Phase> {
    let memo = &mut deal.memo;
    memo.first_discard = !memo.discarded.contains(seat);
    memo.discarded.insert(seat);
    memo.after_kong = start == TurnStart::Kong;
    // A declaration stands only with the dealer's first discard; all others declared in the window.
    let declared = start == TurnStart::Dealt && memo.declared.contains(seat);
    deal.table.discard(seat, tile, declared, journal);
    Flow::Ask(Phase::Claim(Window { tile, from: seat }))
}

/// A seat draws from the front, which lifts its lock; if it cannot, the hand is a draw.
/// Clauses: `xuezhan.deal.wall`, `xuezhan.turn.wall_empty`, `xuezhan.turn.passing`,
/// `xuezhan.ruling.22`.
fn draw(deal: &mut Deal<Xuezhan>, seat: Seat, journal: &mut Journal) -> Flow<Phase> {
    deal.memo.locks.lift(seat);
    match deal.table.draw(seat, WallEnd::Front, journal) {
        None => settle::finish(deal, End::Draw, journal),
        Some(_) => Flow::Ask(Phase::Turn(seat, TurnStart::Wall)),
    }
}

/// A kong has been laid down: money, then the replacement.
/// Clauses: `xuezhan.deal.wall`, `xuezhan.turn.passing`, `xuezhan.pay.kong`, `xuezhan.ruling.22`,
/// `xuezhan.ruling.30`.
fn after_kong(
    deal: &mut Deal<Xuezhan>,
    seat: Seat,
    kind: MeldKind,
    from: Seat,
    journal: &mut Journal,
) -> Flow<Phase> {
    deal.memo.melded = true;
    deal.memo.locks.lift(seat);
    settle::pay_kong(deal, seat, kind, from, journal);
    match deal.table.draw(seat, WallEnd::Back, journal) {
        // Kongs are offered only while the wall has a tile.
        None => settle::finish(deal, End::Draw, journal),
        Some(_) => Flow::Ask(Phase::Turn(seat, TurnStart::Kong)),
    }
}

// ---- windows ----

/// A discard's window closes. A pung or kong breaks into the order of play and lifts its seat's
/// lock.
/// Clauses: `xuezhan.turn.claims`, `xuezhan.turn.passing`, `xuezhan.ruling.8`, `xuezhan.ruling.22`,
/// `xuezhan.ruling.29`.
fn close_claim(
    deal: &mut Deal<Xuezhan>,
    window: Window,
    answers: &Answers,
    journal: &mut Journal,
) -> Flow<Phase> {
    let claimed = claim::decide(answers, window.from, 4);
    lock_passed(deal, window, &claimed, answers, Source::Discard);
    match claimed {
        Claimed::Wins(winners) => {
            deal.table.mark_won();
            win_on(deal, &winners, window, Source::Discard, journal)
        }
        Claimed::Kong(seat) => {
            deal.table.kong_direct(seat, journal);
            after_kong(deal, seat, MeldKind::KongDirect, window.from, journal)
        }
        Claimed::Pung(seat) => {
            deal.table.pung(seat, journal);
            deal.memo.melded = true;
            deal.memo.locks.lift(seat);
            Flow::Ask(Phase::Turn(seat, TurnStart::Claimed))
        }
        Claimed::Chow(..) | Claimed::Nobody => draw(deal, deal.table.next_playing(window.from), journal),
    }
}

/// An added kong is robbed, or made and paid for.
/// Clauses: `xuezhan.turn.rob`, `xuezhan.pay.kong_added`, `xuezhan.ruling.15`.
fn close_rob(
    deal: &mut Deal<Xuezhan>,
    window: Window,
    answers: &Answers,
    journal: &mut Journal,
) -> Flow<Phase> {
    let claimed = claim::decide(answers, window.from, 4);
    lock_passed(deal, window, &claimed, answers, Source::RobKong);
    if let Claimed::Wins(winners) = claimed {
        deal.table.rob(window.from, window.tile, journal);
        return win_on(deal, &winners, window, Source::RobKong, journal);
    }
    deal.table.kong_added(window.from, window.tile, journal);
    after_kong(deal, window.from, MeldKind::KongAdded, window.from, journal)
}

/// 过手胡: whoever could have won and neither won nor carried out its own claim is locked at what it let go.
/// Clauses: `xuezhan.turn.passing`, `xuezhan.ruling.22`.
fn lock_passed(
    deal: &mut Deal<Xuezhan>,
    window: Window,
    claimed: &Claimed,
    answers: &Answers,
    source: Source,
) {
    for (seat, answer) in answers.iter() {
        let carried_out = *claimed == Claimed::Kong(seat) || *claimed == Claimed::Pung(seat);
        let could_win = || deal.decision().and_then(|d| d.choices(seat)).is_some_and(|c| c.may_win());
        if answer != Action::Win
            && !carried_out
            && could_win()
            && let Some(scored) = score_on(deal, seat, window.tile, source)
        {
            deal.memo.locks.let_go(seat, scored.total);
        }
    }
}

// ---- winning ----

/// A seat wins by itself: all others still playing pay, the dealer double.
/// Clauses: `xuezhan.pay.self_draw`, `xuezhan.pay.dealer_double`, `xuezhan.ruling.6`,
/// `xuezhan.ruling.10`.
fn win_self(deal: &mut Deal<Xuezhan>, seat: Seat, start: TurnStart, journal: &mut Journal) -> Flow<Phase> {
    if let Some(scored) = score_self(deal, seat, start) {
        let tile = deal.table.drawn(seat);
        note_win(deal, seat, None, Source::SelfDraw, tile, &scored, journal);
        let plain = steps(&deal.rules.options, &scored);
        let doubled = dealer_steps(&deal.rules.options, &scored);
        let payers: ArrayVec<[Seat; 4]> = deal.table.others_playing(seat).collect();
        for payer in payers {
            let steps = if payer == deal.table.dealer() { &doubled } else { &plain };
            pay_win(deal, &fans::PAY_SELF_DRAW, payer, seat, steps, journal);
        }
    }
    go_on_after(deal, &[seat], journal)
}

/// Seats win on somebody's tile: its owner alone pays, and hands over what its last kong brought if
/// it threw right after the replacement.
/// Clauses: `xuezhan.pay.discard`, `xuezhan.pay.rob_kong`, `xuezhan.pay.transfer`,
/// `xuezhan.ruling.15`.
fn win_on(
    deal: &mut Deal<Xuezhan>,
    winners: &Winners,
    window: Window,
    source: Source,
    journal: &mut Journal,
) -> Flow<Phase> {
    let Window { tile, from } = window;
    let why = if source == Source::RobKong { &fans::PAY_ROB_KONG } else { &fans::PAY_DISCARD };
    for &seat in winners {
        if let Some(scored) = score_on(deal, seat, tile, source) {
            note_win(deal, seat, Some(from), source, Some(tile), &scored, journal);
            pay_win(deal, why, from, seat, &steps(&deal.rules.options, &scored), journal);
        }
    }
    if source == Source::Discard && deal.memo.after_kong {
        settle::transfer(deal, from, winners, journal);
    }
    go_on_after(deal, winners, journal)
}

/// The winners of one tile, in win order, leave; the hand ends with the third, else the seat after the last of them draws.
/// Clauses: `xuezhan.turn.win`, `xuezhan.ruling.27`, `xuezhan.ruling.29`.
fn go_on_after(deal: &mut Deal<Xuezhan>, winners: &[Seat], journal: &mut Journal) -> Flow<Phase> {
    if deal.memo.first_winners == 0 {
        deal.memo.first_winners = winners.len() as u8;
    }
    for &seat in winners {
        deal.table.leave(seat);
    }
    match winners.last() {
        Some(&last) if deal.table.out().len() < 3 => draw(deal, deal.table.next_playing(last), journal),
        _ => settle::finish(deal, End::Wins, journal),
    }
}
