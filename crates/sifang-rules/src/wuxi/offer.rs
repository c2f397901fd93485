//! What a seat of `wuxi` may do, phase by phase, and what is done for one that does not answer.

use super::score::{Situation, score_of, situation};
use super::{Phase, Wuxi, shape};
use sifang_table::procedures::claim::{self, May, Window};
use sifang_table::{Action, Choices, Deal, Source};
use sifang_tiles::{Seat, Tile};

/// Offers what the seat may do.
/// Clauses: `wuxi.turn.after_claim`, `wuxi.turn.rob`, `wuxi.turn.eight`, `wuxi.ruling.12`,
/// `wuxi.ruling.13`, `wuxi.ruling.15`.
pub(super) fn offer(deal: &Deal<Wuxi>, at: Phase, seat: Seat, out: &mut Choices) {
    match at {
        Phase::Turn(who, _) if who == seat => offer_turn(deal, seat, out),
        Phase::MustDiscard(who) if who == seat => out.discards(deal.table.hand(seat).held()),
        Phase::Claim(window) if window.from != seat => offer_claim(deal, window, seat, out),
        Phase::Rob(window) if window.from != seat && can_win_on(deal, seat, window.tile, Source::RobKong) => {
            out.win_or_pass();
        }
        Phase::Eight(who, _) if who == seat => out.win_or_pass(),
        _ => {}
    }
}

/// After a draw: any discard, a kong while the wall has a tile to replace it, or a win.
/// Clauses: `wuxi.turn.actions`, `wuxi.turn.wall_empty`, `wuxi.ruling.16`.
fn offer_turn(deal: &Deal<Wuxi>, seat: Seat, out: &mut Choices) {
    let table = &deal.table;
    let hand = table.hand(seat);
    out.discards(hand.held());
    if table.wall().left() > 0 {
        out.own_kongs(hand.fours() | table.fourths(seat));
    }
    if shape::wins(&deal.rules.options, hand, None, table.melds(seat).len())
        && is_worth_enough(deal, seat, None, Source::SelfDraw)
    {
        out.win();
    }
}

/// On a discard: a win, and while the wall has a tile a kong or pung, or a chow for the next seat.
/// Clauses: `wuxi.turn.claims`, `wuxi.turn.wall_empty`, `wuxi.ruling.16`, `wuxi.ruling.17`,
/// `wuxi.ruling.22`.
fn offer_claim(deal: &Deal<Wuxi>, window: Window, seat: Seat, out: &mut Choices) {
    let wall = deal.table.wall().left() > 0;
    let next = seat == window.from.after(1, 4);
    let may = May {
        win: can_win_on(deal, seat, window.tile, Source::Discard),
        kong: wall,
        pung: wall,
        chow: wall && next,
    };
    claim::offer(&deal.table, window, seat, may, out);
}

/// Whether the seat wins with the tile. What it passed before is not remembered.
/// Clause: `wuxi.ruling.17`.
fn can_win_on(deal: &Deal<Wuxi>, seat: Seat, tile: Tile, source: Source) -> bool {
    let melds = deal.table.melds(seat).len();
    shape::wins(&deal.rules.options, deal.table.hand(seat), Some(tile), melds)
        && is_worth_enough(deal, seat, Some(tile), source)
}

/// `min_fan`: only where it is set does legality need a score.
/// Clauses: `wuxi.option.min_fan`, `wuxi.ruling.3`.
fn is_worth_enough(deal: &Deal<Wuxi>, seat: Seat, tile: Option<Tile>, source: Source) -> bool {
    if deal.rules.options.min_fan == 0 {
        return true;
    }
    let situation = if source == Source::SelfDraw { situation(deal, seat) } else { Situation::Plain };
    score_of(deal, seat, tile, source, situation).is_ok()
}

/// What is done for a seat that does not answer in time.
/// Clauses: `wuxi.turn.timeout`, `wuxi.ruling.27`.
pub(super) fn on_timeout(deal: &Deal<Wuxi>, at: Phase, seat: Seat) -> Action {
    let highest = || deal.table.hand(seat).held().last().map_or(Action::Pass, Action::Discard);
    match at {
        Phase::Claim(_) | Phase::Rob(_) => Action::Pass,
        Phase::Eight(..) => Action::Win,
        Phase::Turn(..) | Phase::MustDiscard(_) => {
            deal.table.drawn(seat).map_or_else(highest, Action::Discard)
        }
    }
}
