//! How a deal of `xuezhan` goes on from each answer: burying, declaring, turns, claims, wins.

use super::score::{self, Scored};
use super::settle::{self, tag};
use super::{Phase, TurnKind, WinFacts, Xuezhan, fans, score_claim, score_self_draw, shape};
use sifang_table::procedures::claim::{self, Claimed, Window, Winners};
use sifang_table::{
    Action, Answers, Aside, Deal, Declaration, End, Flow, Journal, MeldKind, Payment, Sight, Source, WallEnd,
    Win,
};
use sifang_tiles::{Seat, Tile};

/// All have chosen: the tiles go face down and fix the void suits.
pub(super) fn bury(deal: &mut Deal<Xuezhan>, answers: &Answers, journal: &mut Journal) -> Flow<Phase> {
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
pub(super) fn declare(deal: &mut Deal<Xuezhan>, answers: &Answers, journal: &mut Journal) -> Flow<Phase> {
    for (seat, answer) in answers.iter() {
        if answer == Action::Declare(Declaration::Ready) {
            declare_ready(deal, seat, journal);
        }
    }
    Flow::Ask(Phase::Turn(deal.table.dealer(), TurnKind::Initial))
}

fn declare_ready(deal: &mut Deal<Xuezhan>, seat: Seat, journal: &mut Journal) {
    deal.memo.declared.insert(seat);
    deal.note_declared(seat, Declaration::Ready, journal);
}

pub(super) fn take_turn(
    deal: &mut Deal<Xuezhan>,
    seat: Seat,
    kind: TurnKind,
    answer: Option<Action>,
    journal: &mut Journal,
) -> Flow<Phase> {
    match answer {
        Some(Action::Discard(tile)) => discard(deal, seat, tile, kind, journal),
        Some(Action::DeclareDiscard(_, tile)) => {
            declare_ready(deal, seat, journal);
            discard(deal, seat, tile, kind, journal)
        }
        Some(Action::OwnKong(tile)) if deal.table.hand(seat).count(tile) == 4 => {
            deal.table.kong_concealed(seat, tile, false, journal);
            after_kong(deal, seat, MeldKind::KongConcealed, seat, journal)
        }
        Some(Action::OwnKong(tile)) => Flow::Ask(Phase::Rob(Window { tile, from: seat })),
        Some(Action::Win) => win_self(deal, seat, kind, journal),
        // Nothing else is offered in a turn; asking again is the safe answer.
        _ => Flow::Ask(Phase::Turn(seat, kind)),
    }
}

fn discard(
    deal: &mut Deal<Xuezhan>,
    seat: Seat,
    tile: Tile,
    kind: TurnKind,
    journal: &mut Journal,
) -> Flow<Phase> {
    let memo = &mut deal.memo;
    memo.first_discard = !memo.discarded.contains(seat);
    memo.discarded.insert(seat);
    memo.after_kong = kind == TurnKind::Replacement;
    // A declaration stands only with the dealer's first discard; all others declared in the window.
    let declared = kind == TurnKind::Initial && memo.declared.contains(seat);
    deal.table.discard(seat, tile, declared, journal);
    Flow::Ask(Phase::Claim(Window { tile, from: seat }))
}

/// A seat draws from the front; if it cannot, the hand is a draw.
fn draw(deal: &mut Deal<Xuezhan>, seat: Seat, journal: &mut Journal) -> Flow<Phase> {
    deal.memo.locks.lift(seat);
    match deal.table.draw(seat, WallEnd::Front, journal) {
        None => settle::finish(deal, End::Draw, journal),
        Some(_) => Flow::Ask(Phase::Turn(seat, TurnKind::Draw)),
    }
}

/// A kong has been laid down: money, then the replacement.
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
        Some(_) => Flow::Ask(Phase::Turn(seat, TurnKind::Replacement)),
    }
}

// ---- windows ----

pub(super) fn close_claim(
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
            Flow::Ask(Phase::Turn(seat, TurnKind::Pon))
        }
        Claimed::Chow(..) | Claimed::Nobody => draw(deal, deal.table.next_playing(window.from), journal),
    }
}

pub(super) fn close_rob(
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
            && let Some(scored) = score_claim(deal, seat, window.tile, source)
        {
            deal.memo.locks.let_go(seat, scored.total);
        }
    }
}

// ---- winning ----

fn win_self(deal: &mut Deal<Xuezhan>, seat: Seat, kind: TurnKind, journal: &mut Journal) -> Flow<Phase> {
    if let Some(scored) = score_self_draw(deal, seat, kind) {
        let win = win(seat, Source::SelfDraw, None, deal.table.drawn(seat), &scored);
        note(deal, win, journal);
        let plain = score::steps(&deal.rules.options, &scored);
        let doubled = score::dealer_steps(&deal.rules.options, &scored);
        for payer in deal.table.others_playing(seat) {
            let steps = if payer == deal.table.dealer() { &doubled } else { &plain };
            let why = &fans::PAY_SELF_DRAW;
            let payment = Payment { why, from: payer, to: seat, steps, tag: tag::WIN, sight: Sight::ALL };
            deal.ledger.post(payment, journal);
        }
    }
    go_on_after(deal, &[seat], journal)
}

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
        if let Some(scored) = score_claim(deal, seat, tile, source) {
            note(deal, win(seat, source, Some(from), Some(tile), &scored), journal);
            let steps = score::steps(&deal.rules.options, &scored);
            let payment = Payment { why, from, to: seat, steps: &steps, tag: tag::WIN, sight: Sight::ALL };
            deal.ledger.post(payment, journal);
        }
    }
    if source == Source::Discard && deal.memo.after_kong {
        settle::transfer(deal, from, winners, journal);
    }
    go_on_after(deal, winners, journal)
}

fn win(seat: Seat, source: Source, from: Option<Seat>, tile: Option<Tile>, scored: &Scored) -> Win<WinFacts> {
    let facts = WinFacts { points: scored.points, fans: scored.fans };
    Win { seat, source, from, tile, total: scored.total, facts }
}

fn note(deal: &mut Deal<Xuezhan>, win: Win<WinFacts>, journal: &mut Journal) {
    deal.note_win(win, false, journal);
    deal.table.show_hand(win.seat, journal);
}

/// The winners of one tile, in win order, leave; the hand ends with the third, else the seat after the last of them draws.
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
