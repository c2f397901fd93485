//! What follows in `jingji`: the opening, turns, claims, wins.

use super::offer::can_rob_gold;
use super::options::RobDiscardKongPayer;
use super::score::{Method, Situation, score_of, situation, steps};
use super::settle::{self, STAKE, note_win, pay_win};
use super::{DEAD_WALL, Jingji, Phase, TurnStart, fans};
use sifang_table::procedures::claim::{self, Claimed, Window};
use sifang_table::{Action, Answers, Deal, End, Flow, Journal, RuleSet, Source, WallEnd};
use sifang_tiles::{Seat, Tile};

/// Deals, and turns up the gold.
/// The dice are only shown: nothing here asks for them.
/// Clauses: `jingji.deal.hands`, `jingji.deal.walls`, `jingji.deal.gold`, `jingji.ruling.5`,
/// `jingji.ruling.31`.
pub(super) fn begin(deal: &mut Deal<Jingji>, journal: &mut Journal) -> Flow<Phase> {
    deal.table.deal(&Jingji::DEALING, journal);
    deal.table.keep_dead_wall(DEAD_WALL);
    deal.memo.gold = deal.table.show_dead_wall_tile(journal).unwrap_or_default();
    deal.memo.stakes = deal.carry.stakes;
    Flow::Ask(Phase::Opening)
}

/// Carries the answers out and says what follows.
pub(super) fn resolve(
    deal: &mut Deal<Jingji>,
    at: Phase,
    answers: &Answers,
    journal: &mut Journal,
) -> Flow<Phase> {
    match at {
        Phase::Opening => close_opening(deal, answers, journal),
        Phase::Turn(seat, start) => take_turn(deal, seat, start, answers.of(seat), journal),
        Phase::Claim(window) => close_claim(deal, window, answers, journal),
        Phase::Rob(window) => close_rob(deal, window, answers, journal),
    }
}

/// Of several opening wins the first counted from the dealer stands. Otherwise the dealer begins.
/// There is no heavenly hand: the dealer's dealt tiles win as a self-draw does.
/// Clauses: `jingji.turn.opening`, `jingji.ruling.25`, `jingji.ruling.33`, `jingji.ruling.39`.
fn close_opening(deal: &mut Deal<Jingji>, answers: &Answers, journal: &mut Journal) -> Flow<Phase> {
    let dealer = deal.table.dealer();
    let winner = (0..4).map(|step| dealer.after(step, 4)).find(|s| answers.is(*s, Action::Win));
    match winner {
        None => Flow::Ask(Phase::Turn(dealer, TurnStart::Dealt)),
        Some(seat) if seat == dealer => {
            let (tile, situation) = (deal.table.drawn(seat), situation(deal, seat, TurnStart::Dealt));
            win_self(deal, seat, tile, situation, journal)
        }
        Some(seat) if can_rob_gold(deal, seat) => rob_gold(deal, seat, journal),
        Some(seat) => win_self(deal, seat, None, Situation::default(), journal),
    }
}

/// A seat wins on the indicator: at the opening, or the dealer after its first discard.
/// Clauses: `jingji.turn.opening`, `jingji.turn.dealer_robs`, `jingji.ruling.27`.
fn rob_gold(deal: &mut Deal<Jingji>, seat: Seat, journal: &mut Journal) -> Flow<Phase> {
    let ready = deal.memo.declared.contains(seat);
    let situation = Situation { rob_gold: true, ready, ..Situation::default() };
    win_self(deal, seat, Some(deal.memo.gold), situation, journal)
}

/// A seat draws, from the front or as a kong's replacement. Without a live tile the deal is drawn.
/// Clauses: `jingji.deal.replacement`, `jingji.turn.last`, `jingji.ruling.32`.
fn draw(deal: &mut Deal<Jingji>, seat: Seat, start: TurnStart, journal: &mut Journal) -> Flow<Phase> {
    let end = if start == TurnStart::Kong { WallEnd::Back } else { WallEnd::Front };
    match deal.table.draw(seat, end, journal) {
        Some(_) => Flow::Ask(Phase::Turn(seat, start)),
        None => {
            settle::settle_draw(deal, journal);
            Flow::Over(End::Draw)
        }
    }
}

/// Carries out a seat's own move. Declaring ready lays its stake at once; a concealed kong lies
/// face down and cannot be robbed.
/// Clauses: `jingji.turn.actions`, `jingji.turn.kong`, `jingji.turn.rob`, `jingji.turn.ready`,
/// `jingji.pay.stake`, `jingji.ruling.30`.
fn take_turn(
    deal: &mut Deal<Jingji>,
    seat: Seat,
    start: TurnStart,
    answer: Option<Action>,
    journal: &mut Journal,
) -> Flow<Phase> {
    match answer {
        Some(Action::Discard(tile)) => discard(deal, seat, tile, journal),
        Some(Action::DeclareDiscard(what, tile)) => {
            deal.memo.declared.insert(seat);
            deal.memo.stakes[seat.index()] += STAKE;
            deal.note_declared(seat, what, journal);
            discard(deal, seat, tile, journal)
        }
        Some(Action::OwnKong(tile)) if deal.table.hand(seat).count(tile) == 4 => {
            deal.table.kong_concealed(seat, tile, true, journal);
            draw(deal, seat, TurnStart::Kong, journal)
        }
        Some(Action::OwnKong(tile)) => Flow::Ask(Phase::Rob(Window { tile, from: seat })),
        Some(Action::Win) => {
            let (tile, situation) = (deal.table.drawn(seat), situation(deal, seat, start));
            win_self(deal, seat, tile, situation, journal)
        }
        // Nothing else is offered in a turn; asking again is the safe answer.
        _ => Flow::Ask(Phase::Turn(seat, start)),
    }
}

/// Throws a tile. The one thrown with the ready call lies sideways; if it was called away, the next one does.
/// Clause: `jingji.turn.locked`.
fn discard(deal: &mut Deal<Jingji>, seat: Seat, tile: Tile, journal: &mut Journal) -> Flow<Phase> {
    let marked = |t: &sifang_table::Thrown| t.seat() == seat && t.is_declared() && !t.is_taken();
    let sideways = deal.memo.declared.contains(seat) && !deal.table.river().iter().any(marked);
    deal.table.discard(seat, tile, sideways, journal);
    Flow::Ask(Phase::Claim(Window { tile, from: seat }))
}

/// One winner at most, the nearest after the discarder and the discarder itself last; then kong or pon; then chi.
/// Clauses: `jingji.turn.claims`, `jingji.turn.dealer_robs`, `jingji.turn.rob`, `jingji.ruling.16`,
/// `jingji.ruling.25`.
fn close_claim(
    deal: &mut Deal<Jingji>,
    window: Window,
    answers: &Answers,
    journal: &mut Journal,
) -> Flow<Phase> {
    match claim::decide(answers, window.from, 4) {
        Claimed::Wins(winners) if winners[0] == window.from => rob_gold(deal, window.from, journal),
        Claimed::Wins(winners) => {
            let konger = answers.iter().find(|(_, a)| *a == Action::Kong).map(|(seat, _)| seat);
            let source = if konger.is_some() { Source::RobKong } else { Source::Discard };
            win_on(deal, winners[0], window, source, konger, journal)
        }
        Claimed::Kong(seat) => {
            deal.table.kong_direct(seat, journal);
            draw(deal, seat, TurnStart::Kong, journal)
        }
        Claimed::Pung(seat) => {
            deal.table.pung(seat, journal);
            Flow::Ask(Phase::Turn(seat, TurnStart::Claimed))
        }
        Claimed::Chow(seat, with) => {
            deal.table.chow(seat, with, journal);
            Flow::Ask(Phase::Turn(seat, TurnStart::Claimed))
        }
        Claimed::Nobody => draw(deal, window.from.after(1, 4), TurnStart::Wall, journal),
    }
}

/// An added kong is robbed by the nearest winner, or made.
/// Clauses: `jingji.turn.rob`, `jingji.ruling.16`.
fn close_rob(
    deal: &mut Deal<Jingji>,
    window: Window,
    answers: &Answers,
    journal: &mut Journal,
) -> Flow<Phase> {
    if let Claimed::Wins(winners) = claim::decide(answers, window.from, 4) {
        return win_on(deal, winners[0], window, Source::RobKong, None, journal);
    }
    deal.table.kong_added(window.from, window.tile, journal);
    draw(deal, window.from, TurnStart::Kong, journal)
}

// ---- winning ----

/// A win that three seats pay: a self-draw, robbing the gold, three golds.
/// Clauses: `jingji.pay.self_draw`, `jingji.ruling.27`.
fn win_self(
    deal: &mut Deal<Jingji>,
    seat: Seat,
    tile: Option<Tile>,
    situation: Situation,
    journal: &mut Journal,
) -> Flow<Phase> {
    let extra = tile.filter(|_| situation.rob_gold);
    let Ok(scored) = score_of(deal, seat, tile, extra, Source::SelfDraw, situation) else {
        return Flow::Over(End::Draw); // Not reached: a win is offered only if it scores.
    };
    if scored.method == Method::Penalty {
        settle::pay_penalty(deal, seat, journal);
        return Flow::Over(End::Penalty);
    }
    note_win(deal, seat, None, Source::SelfDraw, tile, &scored, journal);
    let steps = steps(&scored, Source::SelfDraw);
    for payer in seat.others(4) {
        pay_win(deal, &fans::PAY_SELF_DRAW, payer, seat, &steps, journal);
    }
    settle::collect_stakes(deal, seat, journal);
    Flow::Over(End::Wins)
}

/// A win on somebody's tile. `konger` claimed the same discard for a kong and is robbed of it.
/// Clauses: `jingji.pay.discard`, `jingji.pay.rob_kong`, `jingji.ruling.16`.
fn win_on(
    deal: &mut Deal<Jingji>,
    seat: Seat,
    window: Window,
    source: Source,
    konger: Option<Seat>,
    journal: &mut Journal,
) -> Flow<Phase> {
    let situation = Situation {
        last_tile: deal.table.wall().left() == 0,
        ready: deal.memo.declared.contains(seat),
        ..Situation::default()
    };
    let Ok(scored) = score_of(deal, seat, Some(window.tile), Some(window.tile), source, situation) else {
        return Flow::Over(End::Draw); // Not reached: a win is offered only if it scores.
    };
    if scored.method == Method::Penalty {
        settle::pay_penalty(deal, seat, journal);
        return Flow::Over(End::Penalty);
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
    note_win(deal, seat, Some(from), source, Some(window.tile), &scored, journal);
    pay_win(deal, why, payer, seat, &steps(&scored, source), journal);
    settle::collect_stakes(deal, seat, journal);
    Flow::Over(End::Wins)
}
