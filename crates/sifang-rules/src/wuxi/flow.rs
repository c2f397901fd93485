//! What follows in `wuxi`: drawing with flowers, turns, claims, wins.

use super::score::{Situation, score_of, situation};
use super::settle::{note_win, pay_win};
use super::{Phase, Resume, TurnStart, Wuxi, fans};
use sifang_table::procedures::claim::{self, Claimed, Window, Winners};
use sifang_table::procedures::flowers::{self, Flowers};
use sifang_table::{Action, Answers, Deal, End, Flow, Journal, RuleSet, Source, WallEnd};
use sifang_tiles::Seat;

/// Deals, and replaces the dealt flowers. The dice are only shown: nothing here asks for them.
/// Clauses: `wuxi.deal.hands`, `wuxi.ruling.20`.
pub(super) fn begin(deal: &mut Deal<Wuxi>, journal: &mut Journal) -> Flow<Phase> {
    deal.table.deal(&Wuxi::DEALING, journal);
    deal_flowers(deal, 0, journal)
}

/// Carries the answers out and says what follows.
pub(super) fn resolve(
    deal: &mut Deal<Wuxi>,
    at: Phase,
    answers: &Answers,
    journal: &mut Journal,
) -> Flow<Phase> {
    match at {
        Phase::Turn(seat, start) => take_turn(deal, seat, start, answers.of(seat), journal),
        Phase::MustDiscard(seat) => take_turn(deal, seat, TurnStart::Wall, answers.of(seat), journal),
        Phase::Claim(window) => close_claim(deal, window, answers, journal),
        Phase::Rob(window) => close_rob(deal, window, answers, journal),
        Phase::Eight(seat, resume) => close_eight(deal, seat, resume, answers, journal),
    }
}

// ---- drawing ----

/// Replaces the dealt flowers, seat after seat from the dealer, beginning with the seat `step` places after it.
/// Clauses: `wuxi.deal.wall`, `wuxi.deal.flowers`, `wuxi.turn.eight`, `wuxi.turn.wall_empty`.
fn deal_flowers(deal: &mut Deal<Wuxi>, step: u8, journal: &mut Journal) -> Flow<Phase> {
    let dealer = deal.table.dealer();
    for step in step..4 {
        let seat = dealer.after(step as usize, 4);
        loop {
            match flowers::show_one(&mut deal.table, seat, journal) {
                Flowers::Shown(8) => return Flow::Ask(Phase::Eight(seat, Resume::Deal(step))),
                Flowers::Shown(_) => {
                    if flowers::replace(&mut deal.table, seat, journal) == Flowers::WallEmpty {
                        return Flow::Over(End::Draw);
                    }
                }
                _ => break,
            }
        }
    }
    // All fourteen came together: none of the dealer's tiles is the drawn one.
    deal.table.settle_drawn();
    Flow::Ask(Phase::Turn(dealer, TurnStart::Dealt))
}

/// A seat draws, from the front (`Wall`) or as a kong's replacement. Without a tile the deal is
/// over, and nothing is paid.
/// Clauses: `wuxi.deal.wall`, `wuxi.turn.wall_empty`, `wuxi.pay.none`, `wuxi.ruling.16`,
/// `wuxi.ruling.19`.
fn draw(deal: &mut Deal<Wuxi>, seat: Seat, start: TurnStart, journal: &mut Journal) -> Flow<Phase> {
    deal.memo.first_draw = !deal.memo.drew.contains(seat);
    deal.memo.drew.insert(seat);
    let end = if start == TurnStart::Wall { WallEnd::Front } else { WallEnd::Back };
    match deal.table.draw(seat, end, journal) {
        None => Flow::Over(End::Draw),
        Some(_) => keep_draw(deal, seat, start, journal),
    }
}

/// Shows and replaces flowers until the drawn tile stays.
/// Clauses: `wuxi.turn.draw`, `wuxi.turn.eight`, `wuxi.turn.wall_empty`, `wuxi.ruling.11`.
fn keep_draw(deal: &mut Deal<Wuxi>, seat: Seat, mut start: TurnStart, journal: &mut Journal) -> Flow<Phase> {
    loop {
        match flowers::show_one(&mut deal.table, seat, journal) {
            Flowers::Shown(8) => return Flow::Ask(Phase::Eight(seat, Resume::Draw)),
            Flowers::Shown(_) => {
                if flowers::replace(&mut deal.table, seat, journal) == Flowers::WallEmpty {
                    return Flow::Over(End::Draw);
                }
                start = TurnStart::Flower;
            }
            _ => return Flow::Ask(Phase::Turn(seat, start)),
        }
    }
}

// ---- turns and claims ----

/// Carries out a seat's own move. A concealed kong lies open at once, only an added one can be
/// robbed, and no kong is paid for.
/// Clauses: `wuxi.turn.actions`, `wuxi.turn.rob`, `wuxi.pay.none`, `wuxi.ruling.13`,
/// `wuxi.ruling.26`.
fn take_turn(
    deal: &mut Deal<Wuxi>,
    seat: Seat,
    start: TurnStart,
    answer: Option<Action>,
    journal: &mut Journal,
) -> Flow<Phase> {
    match answer {
        Some(Action::Discard(tile)) => {
            deal.table.discard(seat, tile, false, journal);
            Flow::Ask(Phase::Claim(Window { tile, from: seat }))
        }
        Some(Action::OwnKong(tile)) if deal.table.hand(seat).count(tile) == 4 => {
            deal.table.kong_concealed(seat, tile, false, journal);
            draw(deal, seat, TurnStart::Kong, journal)
        }
        Some(Action::OwnKong(tile)) if deal.rules.options.rob_kong => {
            Flow::Ask(Phase::Rob(Window { tile, from: seat }))
        }
        Some(Action::OwnKong(tile)) => {
            deal.table.kong_added(seat, tile, journal);
            draw(deal, seat, TurnStart::Kong, journal)
        }
        Some(Action::Win) => {
            let situation = situation(deal, seat);
            win_self(deal, seat, situation, journal)
        }
        // Nothing else is offered in a turn; asking again is the safe answer.
        _ => Flow::Ask(Phase::Turn(seat, start)),
    }
}

/// A discard's window closes.
/// A direct kong is not paid for either.
/// Clauses: `wuxi.turn.claims`, `wuxi.turn.after_claim`, `wuxi.pay.none`, `wuxi.ruling.22`.
fn close_claim(
    deal: &mut Deal<Wuxi>,
    window: Window,
    answers: &Answers,
    journal: &mut Journal,
) -> Flow<Phase> {
    match claim::decide(answers, window.from, deal.table.seats()) {
        Claimed::Wins(winners) => {
            deal.table.mark_won();
            win_on(deal, &winners, window, Source::Discard, journal)
        }
        Claimed::Kong(seat) => {
            deal.table.kong_direct(seat, journal);
            draw(deal, seat, TurnStart::Kong, journal)
        }
        Claimed::Pung(seat) => {
            deal.table.pung(seat, journal);
            Flow::Ask(Phase::MustDiscard(seat))
        }
        Claimed::Chow(seat, with) => {
            deal.table.chow(seat, with, journal);
            Flow::Ask(Phase::MustDiscard(seat))
        }
        Claimed::Nobody => draw(deal, deal.table.next_playing(window.from), TurnStart::Wall, journal),
    }
}

/// An added kong is robbed, or made.
/// Clauses: `wuxi.turn.rob`, `wuxi.ruling.13`.
fn close_rob(deal: &mut Deal<Wuxi>, window: Window, answers: &Answers, journal: &mut Journal) -> Flow<Phase> {
    match claim::decide(answers, window.from, deal.table.seats()) {
        Claimed::Wins(winners) => {
            deal.table.rob(window.from, window.tile, journal);
            win_on(deal, &winners, window, Source::RobKong, journal)
        }
        _ => {
            deal.table.kong_added(window.from, window.tile, journal);
            draw(deal, window.from, TurnStart::Kong, journal)
        }
    }
}

/// A seat with eight flowers wins, or goes on replacing where it was.
/// Clauses: `wuxi.turn.eight`, `wuxi.ruling.12`.
fn close_eight(
    deal: &mut Deal<Wuxi>,
    seat: Seat,
    resume: Resume,
    answers: &Answers,
    journal: &mut Journal,
) -> Flow<Phase> {
    if answers.is(seat, Action::Win) {
        return win_self(deal, seat, Situation::EightFlowers, journal);
    }
    if flowers::replace(&mut deal.table, seat, journal) == Flowers::WallEmpty {
        return Flow::Over(End::Draw);
    }
    match resume {
        Resume::Deal(step) => deal_flowers(deal, step, journal),
        Resume::Draw => keep_draw(deal, seat, TurnStart::Flower, journal),
    }
}

// ---- winning ----

/// A seat wins by itself: each of the other three pays.
/// Clause: `wuxi.pay.self_draw`.
fn win_self(deal: &mut Deal<Wuxi>, seat: Seat, situation: Situation, journal: &mut Journal) -> Flow<Phase> {
    if let Ok(scored) = score_of(deal, seat, None, Source::SelfDraw, situation) {
        let tile = deal.table.drawn(seat);
        note_win(deal, seat, None, Source::SelfDraw, tile, &scored, journal);
        for payer in seat.others(4) {
            pay_win(deal, &fans::PAY_SELF_DRAW, payer, seat, &scored, journal);
        }
    }
    Flow::Over(End::Wins)
}

/// Seats win on somebody's tile, and its owner pays each of them. A robbed kong adds no fan.
/// Clauses: `wuxi.turn.claims`, `wuxi.pay.discard`, `wuxi.pay.rob_kong`, `wuxi.ruling.13`.
fn win_on(
    deal: &mut Deal<Wuxi>,
    winners: &Winners,
    window: Window,
    source: Source,
    journal: &mut Journal,
) -> Flow<Phase> {
    let why = if source == Source::RobKong { &fans::PAY_ROB_KONG } else { &fans::PAY_DISCARD };
    for &seat in winners {
        if let Ok(scored) = score_of(deal, seat, Some(window.tile), source, Situation::Plain) {
            note_win(deal, seat, Some(window.from), source, Some(window.tile), &scored, journal);
            pay_win(deal, why, window.from, seat, &scored, journal);
        }
    }
    Flow::Over(End::Wins)
}
