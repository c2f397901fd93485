//! Who pays what in `wuxi`: the win is noted, and every payment booked with its steps.

use super::score::{self, Scored};
use super::{WinFacts, Wuxi};
use sifang_table::{Deal, Journal, Payment, Sight, Source, Term, Win};
use sifang_tiles::{Seat, Tile};

/// Notes a win and shows its hand.
/// Clause: `wuxi.ruling.28`.
pub(super) fn note_win(
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

/// Books what one seat pays for a win.
/// The ledger has no other lines.
/// Clauses: `wuxi.score.points`, `wuxi.pay.none`.
pub(super) fn pay_win(
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
