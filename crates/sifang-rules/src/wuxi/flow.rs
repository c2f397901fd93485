//! The flow of a `wuxi` deal: drawing with flowers, turns, claims, winning and paying.

use super::score::{self, Claim, Scored, Situation};
use super::{DrawKind, Phase, Resume, WinFacts, Wuxi, fans, shape};
use sifang_table::procedures::claim::{self, May, Window, Winners};
use sifang_table::procedures::flowers::{self, Flowers};
use sifang_table::{
    Action, Choices, Deal, End, Flow, Journal, MeldKind, Payment, Sight, Source, Term, WallEnd, Win,
};
use sifang_tiles::{Seat, Tile};

// ---- drawing ----

/// Replaces the dealt flowers, seat after seat from the dealer, beginning with the seat `step` places after it.
pub(super) fn deal_flowers(deal: &mut Deal<Wuxi>, step: u8, journal: &mut Journal) -> Flow<Phase> {
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
    Flow::Ask(Phase::Turn(dealer, DrawKind::Deal))
}

/// A seat draws, from the front (`Wall`) or as a kong's replacement.
pub(super) fn draw(deal: &mut Deal<Wuxi>, seat: Seat, kind: DrawKind, journal: &mut Journal) -> Flow<Phase> {
    deal.memo.first_draw = !deal.memo.drew.contains(seat);
    deal.memo.drew.insert(seat);
    let end = if kind == DrawKind::Wall { WallEnd::Front } else { WallEnd::Back };
    match deal.table.draw(seat, end, journal) {
        None => Flow::Over(End::Draw),
        Some(_) => keep_draw(deal, seat, kind, journal),
    }
}

/// Shows and replaces flowers until the drawn tile stays.
pub(super) fn keep_draw(
    deal: &mut Deal<Wuxi>,
    seat: Seat,
    mut kind: DrawKind,
    journal: &mut Journal,
) -> Flow<Phase> {
    loop {
        match flowers::show_one(&mut deal.table, seat, journal) {
            Flowers::Shown(8) => return Flow::Ask(Phase::Eight(seat, Resume::Draw)),
            Flowers::Shown(_) => {
                if flowers::replace(&mut deal.table, seat, journal) == Flowers::WallEmpty {
                    return Flow::Over(End::Draw);
                }
                kind = DrawKind::Flower;
            }
            _ => return Flow::Ask(Phase::Turn(seat, kind)),
        }
    }
}

// ---- turns and claims ----

pub(super) fn offer_turn(deal: &Deal<Wuxi>, seat: Seat, out: &mut Choices) {
    let table = &deal.table;
    let hand = table.hand(seat);
    out.discards(hand.held());
    if table.wall().left() > 0 {
        for tile in hand.fours().iter() {
            out.own_kong(tile);
        }
        for meld in table.melds(seat) {
            if meld.kind == MeldKind::Pung && hand.count(meld.tile) > 0 {
                out.own_kong(meld.tile);
            }
        }
    }
    if shape::wins(&deal.rules.options, hand, None, table.melds(seat).len())
        && is_worth_enough(deal, None, seat, Source::SelfDraw)
    {
        out.win();
    }
}

pub(super) fn offer_claim(deal: &Deal<Wuxi>, window: Window, seat: Seat, out: &mut Choices) {
    let wall = deal.table.wall().left() > 0;
    let next = seat == window.from.after(1, 4);
    let may = May {
        win: can_win_on(deal, window.tile, seat, Source::Discard),
        kong: wall,
        pung: wall,
        chow: wall && next,
    };
    claim::offer(&deal.table, window, seat, may, out);
}

pub(super) fn can_win_on(deal: &Deal<Wuxi>, tile: Tile, seat: Seat, source: Source) -> bool {
    let melds = deal.table.melds(seat).len();
    shape::wins(&deal.rules.options, deal.table.hand(seat), Some(tile), melds)
        && is_worth_enough(deal, Some(tile), seat, source)
}

/// `min_fan`: only where it is set does legality need a score.
pub(super) fn is_worth_enough(deal: &Deal<Wuxi>, tile: Option<Tile>, seat: Seat, source: Source) -> bool {
    if deal.rules.options.min_fan == 0 {
        return true;
    }
    let situation = if source == Source::SelfDraw { situation(deal, seat) } else { Situation::Plain };
    score_of(deal, seat, tile, source, situation).is_ok()
}

/// The circumstance of a self-draw in the present turn.
pub(super) fn situation(deal: &Deal<Wuxi>, seat: Seat) -> Situation {
    match deal.phase() {
        Some(Phase::Turn(_, DrawKind::Deal)) => Situation::Heavenly,
        Some(Phase::Turn(_, DrawKind::Kong)) => Situation::KongDraw,
        _ if deal.memo.first_draw && seat != deal.table.dealer() && deal.table.melds(seat).is_empty() => {
            Situation::Earthly
        }
        _ => Situation::Plain,
    }
}

pub(super) fn score_of(
    deal: &Deal<Wuxi>,
    seat: Seat,
    claimed: Option<Tile>,
    source: Source,
    situation: Situation,
) -> Result<Scored, score::NoWin> {
    let mut counts = *deal.table.hand(seat).counts();
    if let Some(tile) = claimed {
        counts[tile.index()] += 1;
    }
    let claim = Claim {
        counts: &counts,
        melds: deal.table.melds(seat),
        tile: claimed.or(deal.table.drawn(seat)),
        source,
        situation,
        flowers: flowers::shown(&deal.table, seat),
    };
    score::score(&deal.rules.options, &claim)
}

pub(super) fn take_turn(
    deal: &mut Deal<Wuxi>,
    seat: Seat,
    kind: DrawKind,
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
            draw(deal, seat, DrawKind::Kong, journal)
        }
        Some(Action::OwnKong(tile)) if deal.rules.options.rob_kong => {
            Flow::Ask(Phase::Rob(Window { tile, from: seat }))
        }
        Some(Action::OwnKong(tile)) => {
            deal.table.kong_added(seat, tile, journal);
            draw(deal, seat, DrawKind::Kong, journal)
        }
        Some(Action::Win) => {
            let situation = situation(deal, seat);
            win_self(deal, seat, situation, journal)
        }
        // Nothing else is offered in a turn; asking again is the safe answer.
        _ => Flow::Ask(Phase::Turn(seat, kind)),
    }
}

// ---- winning ----

pub(super) fn win_self(
    deal: &mut Deal<Wuxi>,
    seat: Seat,
    situation: Situation,
    journal: &mut Journal,
) -> Flow<Phase> {
    if let Ok(scored) = score_of(deal, seat, None, Source::SelfDraw, situation) {
        let tile = deal.table.drawn(seat);
        note(deal, seat, None, Source::SelfDraw, tile, &scored, journal);
        for payer in seat.others(4) {
            pay(deal, &fans::PAY_SELF_DRAW, payer, seat, &scored, journal);
        }
    }
    Flow::Over(End::Wins)
}

pub(super) fn win_on(
    deal: &mut Deal<Wuxi>,
    winners: &Winners,
    window: Window,
    source: Source,
    journal: &mut Journal,
) -> Flow<Phase> {
    let why = if source == Source::RobKong { &fans::PAY_ROB_KONG } else { &fans::PAY_DISCARD };
    for &seat in winners {
        if let Ok(scored) = score_of(deal, seat, Some(window.tile), source, Situation::Plain) {
            note(deal, seat, Some(window.from), source, Some(window.tile), &scored, journal);
            pay(deal, why, window.from, seat, &scored, journal);
        }
    }
    Flow::Over(End::Wins)
}

pub(super) fn note(
    deal: &mut Deal<Wuxi>,
    seat: Seat,
    from: Option<Seat>,
    source: Source,
    tile: Option<Tile>,
    scored: &Scored,
    journal: &mut Journal,
) {
    let facts = WinFacts { flowers: scored.flowers };
    deal.note_win(Win { seat, source, from, tile, total: scored.total, facts }, false, journal);
    deal.table.show_hand(seat, journal);
}

pub(super) fn pay(
    deal: &mut Deal<Wuxi>,
    why: &'static Term,
    from: Seat,
    to: Seat,
    scored: &Scored,
    journal: &mut Journal,
) {
    let steps = score::steps(&deal.rules.options, scored);
    deal.ledger.post(Payment { why, from, to, steps: &steps, tag: 0, sight: Sight::ALL }, journal);
}
