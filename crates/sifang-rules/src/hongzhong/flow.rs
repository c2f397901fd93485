//! What follows in `hongzhong`: declarations, turns, claims, wins.

use super::score::{On, catch_at, score_on, score_self};
use super::settle::{self, note_win};
use super::{Hongzhong, Phase, TurnStart, WILD, WINNERS, shape};
use sifang_table::procedures::claim::{self, Claimed, Window, Winners};
use sifang_table::{
    Action, Answers, Aside, Choices, Deal, Declaration, End, Flow, Journal, RuleSet, Source, WallEnd,
};
use sifang_tiles::{Seat, Tile};
use tinyvec::ArrayVec;

/// Deals; who can may declare.
/// Clauses: `hongzhong.deal.hands`, `hongzhong.declare.window`, `hongzhong.ruling.2`.
pub(super) fn begin(deal: &mut Deal<Hongzhong>, journal: &mut Journal) -> Flow<Phase> {
    deal.table.deal(&Hongzhong::DEALING, journal);
    let dealer = deal.table.dealer();
    dealer.others(4).for_each(|seat| note_ready(deal, seat));
    Flow::Ask(Phase::Declare)
}

/// Carries the answers out and says what follows.
pub(super) fn resolve(
    deal: &mut Deal<Hongzhong>,
    at: Phase,
    answers: &Answers,
    journal: &mut Journal,
) -> Flow<Phase> {
    match at {
        Phase::Declare => close_declare(deal, answers, journal),
        Phase::Turn(seat) => take_turn(deal, seat, answers.of(seat), journal),
        Phase::MustDiscard(seat) => match answers.of(seat) {
            Some(Action::Discard(tile)) => discard(deal, seat, tile, false, journal),
            _ => Flow::Ask(at),
        },
        Phase::Claim(window) => close_claim(deal, window, answers, journal),
        Phase::Ask(window) => close_ask(deal, window, answers, journal),
        Phase::Rob(window) => close_rob(deal, window, answers, journal),
    }
}

// ---- turns ----

/// All have declared or passed; the dealer begins.
/// What others declare is shown only now.
/// Clauses: `hongzhong.declare.window`, `hongzhong.ruling.2`, `hongzhong.ruling.38`.
fn close_declare(deal: &mut Deal<Hongzhong>, answers: &Answers, journal: &mut Journal) -> Flow<Phase> {
    for (seat, action) in answers.iter() {
        if let Action::Declare(what) = action {
            declare(deal, seat, what, journal);
        }
    }
    Flow::Ask(Phase::Turn(deal.table.dealer()))
}

/// Notes what a seat has declared, for all to see.
/// Clauses: `hongzhong.declare.ready`, `hongzhong.declare.ready_ask`.
fn declare(deal: &mut Deal<Hongzhong>, seat: Seat, what: Declaration, journal: &mut Journal) {
    deal.memo.declared[seat.index()] = Some(what);
    deal.note_declared(seat, what, journal);
}

/// Keeps whether the seat's tiles, one short, are ready.
fn note_ready(deal: &mut Deal<Hongzhong>, seat: Seat) {
    if shape::is_ready(deal.table.hand(seat)) {
        deal.memo.ready.insert(seat);
    } else {
        deal.memo.ready.remove(seat);
    }
}

/// A seat draws and is in turn, which lifts its passing lock; or the wall is used up.
/// Clauses: `hongzhong.deal.wall`, `hongzhong.turn.passing`, `hongzhong.ruling.26`.
fn draw(deal: &mut Deal<Hongzhong>, seat: Seat, start: TurnStart, journal: &mut Journal) -> Flow<Phase> {
    let end = if start == TurnStart::Kong { WallEnd::Back } else { WallEnd::Front };
    if deal.table.draw(seat, end, journal).is_none() {
        return settle::finish(deal, End::Draw, journal);
    }
    let memo = &mut deal.memo;
    memo.first_draw = !memo.have_drawn.contains(seat);
    memo.have_drawn.insert(seat);
    memo.drew = start;
    memo.locks.lift(seat);
    Flow::Ask(Phase::Turn(seat))
}

/// Carries out a seat's own move. A red dragon asked with wins at once; only an added kong can be
/// robbed.
/// Clauses: `hongzhong.declare.dealer`, `hongzhong.turn.actions`, `hongzhong.turn.kong`,
/// `hongzhong.turn.rob`, `hongzhong.ask.ask`, `hongzhong.ask.which`.
fn take_turn(
    deal: &mut Deal<Hongzhong>,
    seat: Seat,
    answer: Option<Action>,
    journal: &mut Journal,
) -> Flow<Phase> {
    match answer {
        Some(Action::Discard(tile)) => discard(deal, seat, tile, false, journal),
        Some(Action::DeclareDiscard(what, tile)) => {
            declare(deal, seat, what, journal);
            discard(deal, seat, tile, true, journal)
        }
        Some(Action::Ask(tile)) => {
            deal.memo.throws += 1;
            deal.table.set_aside(seat, tile, Aside::Asked, journal);
            if tile == WILD {
                return win_self(deal, seat, Some(tile), journal);
            }
            Flow::Ask(Phase::Ask(Window { tile, from: seat }))
        }
        Some(Action::OwnKong(tile)) if deal.table.hand(seat).count(tile) == 4 => {
            deal.table.kong_concealed(seat, tile, false, journal);
            after_kong(deal, seat, tile, journal)
        }
        Some(Action::OwnKong(tile)) => Flow::Ask(Phase::Rob(Window { tile, from: seat })),
        Some(Action::Win) => win_self(deal, seat, None, journal),
        // Nothing else is offered in a turn; asking again is the safe answer.
        _ => Flow::Ask(Phase::Turn(seat)),
    }
}

/// Throws a tile; its window opens.
/// Clause: `hongzhong.turn.actions`.
fn discard(
    deal: &mut Deal<Hongzhong>,
    seat: Seat,
    tile: Tile,
    declared: bool,
    journal: &mut Journal,
) -> Flow<Phase> {
    deal.memo.throws += 1;
    deal.table.discard(seat, tile, declared, journal);
    note_ready(deal, seat);
    Flow::Ask(Phase::Claim(Window { tile, from: seat }))
}

/// Pays for the kong just made of `tile` and draws its replacement.
/// Clauses: `hongzhong.pay.kong_kept`, `hongzhong.ruling.26`.
fn after_kong(deal: &mut Deal<Hongzhong>, seat: Seat, tile: Tile, journal: &mut Journal) -> Flow<Phase> {
    let made = deal.table.melds(seat).iter().find(|m| m.tile == tile).copied();
    if let Some(meld) = made {
        settle::pay_kong(deal, seat, &meld, journal);
    }
    draw(deal, seat, TurnStart::Kong, journal)
}

// ---- claims ----

/// A discard's window closes. A pung lifts the passing lock, and may hold its fourth tile back.
/// Clauses: `hongzhong.turn.claims`, `hongzhong.turn.after_pung`, `hongzhong.turn.passing`,
/// `hongzhong.ruling.24`, `hongzhong.ruling.40`.
fn close_claim(
    deal: &mut Deal<Hongzhong>,
    window: Window,
    answers: &Answers,
    journal: &mut Journal,
) -> Flow<Phase> {
    lock_passed(deal, window, On::Discard, answers);
    match claim::decide(answers, window.from, 4) {
        Claimed::Wins(winners) => win_on(deal, &winners, window, On::Discard, journal),
        Claimed::Kong(seat) => {
            deal.table.kong_direct(seat, journal);
            after_kong(deal, seat, window.tile, journal)
        }
        Claimed::Pung(seat) => {
            if deal.table.hand(seat).count(window.tile) == 3 {
                deal.memo.stuck[seat.index()] |= 1 << deal.table.melds(seat).len();
            }
            deal.table.pung(seat, journal);
            deal.memo.locks.lift(seat);
            deal.memo.drew = TurnStart::Claimed;
            Flow::Ask(Phase::MustDiscard(seat))
        }
        _ => {
            let next = deal.table.next_playing(window.from);
            draw(deal, next, TurnStart::Wall, journal)
        }
    }
}

/// 过手胡: seats that could have won and did not are bound by what they let go.
/// Clauses: `hongzhong.turn.passing`, `hongzhong.ruling.30`.
fn lock_passed(deal: &mut Deal<Hongzhong>, window: Window, on: On, answers: &Answers) {
    if !deal.rules.options.pass_hu_lock {
        return;
    }
    for (seat, action) in answers.iter() {
        let could = deal.decision().and_then(|d| d.choices(seat)).is_some_and(Choices::may_win);
        if action != Action::Win
            && could
            && let Some(worth) = score_on(deal, window, seat, on)
        {
            deal.memo.locks.let_go(seat, worth.total);
        }
    }
}

// ---- winning ----

/// A seat wins by its own draw, or by asking with this tile.
/// Clauses: `hongzhong.pay.self_draw`, `hongzhong.pay.ask`, `hongzhong.ruling.8`,
/// `hongzhong.ruling.10`, `hongzhong.ruling.12`.
fn win_self(
    deal: &mut Deal<Hongzhong>,
    seat: Seat,
    asked: Option<Tile>,
    journal: &mut Journal,
) -> Flow<Phase> {
    let Some(fans) = score_self(deal, seat, asked.is_some()) else {
        return Flow::Ask(Phase::Turn(seat));
    };
    let tile = asked.or(deal.table.drawn(seat));
    note_win(deal, seat, None, tile, Source::SelfDraw, (fans.raw, asked.is_some()), journal);
    let payers: ArrayVec<[Seat; 4]> = deal.table.others_playing(seat).collect();
    let why = settle::self_draw_term(asked.is_some());
    for from in payers {
        let catch = catch_at(deal, from, false);
        settle::pay_win(deal, why, [from, seat], fans, catch, Source::SelfDraw, journal);
    }
    deal.table.leave(seat);
    go_on_after(deal, seat, journal)
}

/// Seats win on somebody's tile; each is paid by itself.
/// Kong money stays where it is, also if a kong's discard is won on.
/// Clauses: `hongzhong.pay.discard`, `hongzhong.pay.caught_ask`, `hongzhong.pay.rob_kong`,
/// `hongzhong.ruling.28`, `hongzhong.ruling.29`, `hongzhong.ruling.36`, `hongzhong.ruling.41`.
fn win_on(
    deal: &mut Deal<Hongzhong>,
    winners: &Winners,
    window: Window,
    on: On,
    journal: &mut Journal,
) -> Flow<Phase> {
    deal.table.mark_won();
    if winners.len() > 1 {
        deal.memo.fed_several = Some(window.from);
    }
    for &seat in winners {
        if let Some(worth) = score_on(deal, window, seat, on) {
            let facts = (worth.fans.raw, on == On::Asked);
            note_win(deal, seat, Some(window.from), Some(window.tile), on.source(), facts, journal);
            let sides = [window.from, seat];
            settle::pay_win(deal, settle::pay_term(on), sides, worth.fans, worth.catch, on.source(), journal);
        }
    }
    for &seat in winners {
        deal.table.leave(seat);
    }
    let last = winners.last().copied().unwrap_or(window.from);
    go_on_after(deal, last, journal)
}

/// After a win: the deal is over with the second winner, otherwise the seat after the winner draws.
/// Clauses: `hongzhong.turn.after_win`, `hongzhong.pay.two_wins`, `hongzhong.ruling.27`,
/// `hongzhong.ruling.44`.
fn go_on_after(deal: &mut Deal<Hongzhong>, winner: Seat, journal: &mut Journal) -> Flow<Phase> {
    if deal.table.out().len() >= WINNERS {
        return settle::finish(deal, End::Wins, journal);
    }
    let next = deal.table.next_playing(winner);
    draw(deal, next, TurnStart::Wall, journal)
}

// ---- asked tiles and announced kongs ----

/// Answers to an asked tile: it is caught, or the asker wins.
/// Clauses: `hongzhong.ask.ask`, `hongzhong.ask.caught`, `hongzhong.ask.locked`,
/// `hongzhong.pay.caught_ask`, `hongzhong.ruling.8`, `hongzhong.ruling.41`.
fn close_ask(
    deal: &mut Deal<Hongzhong>,
    window: Window,
    answers: &Answers,
    journal: &mut Journal,
) -> Flow<Phase> {
    lock_passed(deal, window, On::Asked, answers);
    match claim::decide(answers, window.from, 4) {
        Claimed::Wins(winners) => {
            deal.table.lay_in_river(window.from, Aside::Asked, journal);
            deal.memo.locked.insert(window.from);
            win_on(deal, &winners, window, On::Asked, journal)
        }
        _ => win_self(deal, window.from, Some(window.tile), journal),
    }
}

/// Answers to an added kong: it is robbed, or made.
/// Clauses: `hongzhong.turn.rob`, `hongzhong.pay.rob_kong`.
fn close_rob(
    deal: &mut Deal<Hongzhong>,
    window: Window,
    answers: &Answers,
    journal: &mut Journal,
) -> Flow<Phase> {
    lock_passed(deal, window, On::Robbed, answers);
    match claim::decide(answers, window.from, 4) {
        Claimed::Wins(winners) => {
            deal.table.rob(window.from, window.tile, journal);
            note_ready(deal, window.from);
            win_on(deal, &winners, window, On::Robbed, journal)
        }
        _ => {
            deal.table.kong_added(window.from, window.tile, journal);
            after_kong(deal, window.from, window.tile, journal)
        }
    }
}
