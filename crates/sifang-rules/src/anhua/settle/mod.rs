//! Who pays what in `anhua`: birds and payments.

pub(super) mod birds;

use super::options::BirdType;
use super::score::{Scored, Situation, Stakes, steps};
use super::{Anhua, WinFacts};
use birds::{Hits, Places};
use sifang_table::{Aside, Deal, Journal, Payment, Sight, Win};
use sifang_tiles::{Seat, Tile};
use tinyvec::ArrayVec;

/// One winner of a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Winner {
    seat: Seat,
    tile: Option<Tile>,
    scored: Scored,
}

impl Winner {
    pub(super) fn new(seat: Seat, tile: Option<Tile>, scored: Scored) -> Winner {
        Winner { seat, tile, scored }
    }
}

/// Notes the wins, turns up the birds, and books every payment. `from` pays alone; without it every other seat pays.
/// Nothing else is ever paid.
/// Clauses: `anhua.pay.self_draw`, `anhua.pay.discard`, `anhua.pay.rob_kong`,
/// `anhua.pay.kong_discard`, `anhua.pay.birds`, `anhua.pay.piao`, `anhua.pay.none`,
/// `anhua.ruling.14`, `anhua.ruling.19`, `anhua.ruling.21`.
pub(super) fn pay_wins(
    deal: &mut Deal<Anhua>,
    winners: &[Winner],
    from: Option<Seat>,
    situation: Situation,
    journal: &mut Journal,
) {
    for w in winners {
        let facts = WinFacts { king_class: w.scored.king_class };
        let (source, total) = (situation.source(), w.scored.total);
        deal.note_win(Win { seat: w.seat, source, from, tile: w.tile, total, facts }, false, journal);
        deal.table.show_hand(w.seat, journal);
    }
    let Some(places) = places(deal) else { return };
    let birds = turn_up_birds(deal, places.winner, journal);
    let hits = Hits::of(&deal.rules.options, birds, places);
    let seats = deal.table.seats();
    for w in winners {
        let payers: ArrayVec<[Seat; 4]> = match from {
            Some(from) => std::iter::once(from).collect(),
            None => w.seat.others(seats).collect(),
        };
        for payer in payers {
            let stakes = Stakes {
                birds: hits.factor(&deal.rules.options, w.seat, payer),
                winner_piao: deal.memo.piao[w.seat.index()],
                payer_piao: deal.memo.piao[payer.index()],
            };
            let steps = steps(&deal.rules.options, &w.scored, stakes);
            let why = situation.payment();
            deal.ledger.post(
                Payment { why, from: payer, to: w.seat, steps: &steps, tag: 0, sight: Sight::ALL },
                journal,
            );
        }
    }
}

/// Where the birds of a won deal are counted from; nothing while nobody has won.
/// Clauses: `anhua.pay.birds`, `anhua.ruling.19`.
pub(super) fn places(deal: &Deal<Anhua>) -> Option<Places> {
    let winner = match deal.wins() {
        [] => return None,
        [only] => only.seat,
        [first, ..] => first.from.unwrap_or(first.seat),
    };
    Some(Places { dealer: deal.table.dealer(), winner, seats: deal.table.seats() })
}

/// Turns up as many birds as are played for and still there.
/// Clauses: `anhua.pay.birds`, `anhua.ruling.20`.
fn turn_up_birds(deal: &mut Deal<Anhua>, by: Seat, journal: &mut Journal) -> ArrayVec<[Tile; 6]> {
    let options = &deal.rules.options;
    let wanted = if options.bird_type == BirdType::None { 0 } else { options.bird_count };
    (0..wanted).map_while(|_| deal.table.set_aside_front(by, Aside::Bird, journal)).collect()
}
