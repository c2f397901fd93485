//! What a seat of `xuezhan` waits for, and what each wait is worth.

use super::{Claim, Scored, declared_and_dealer, score};
use crate::xuezhan::{Xuezhan, shape};
use sifang_table::Deal;
use sifang_tiles::{Hand, Seat, Tile};

/// A wait and what it is worth.
pub(in super::super) type ScoredWait = (Tile, Scored);

/// Each wait of a seat that would have these closed tiles, scored as a plain win on a discard.
/// Clauses: `xuezhan.win.waits`, `xuezhan.pay.not_ready`, `xuezhan.ruling.26`.
pub(in super::super) fn waits<'a>(
    deal: &'a Deal<Xuezhan>,
    seat: Seat,
    hand: &'a Hand,
) -> impl Iterator<Item = ScoredWait> + 'a {
    let (melds, buried) = (deal.table.melds(seat), shape::buried(&deal.table, seat));
    let situation = declared_and_dealer(deal, seat);
    shape::waits(hand, melds, &buried, deal.memo.void[seat.index()]).iter().filter_map(move |tile| {
        let mut counts = *hand.counts();
        counts[tile.index()] += 1;
        Some((tile, score(&deal.rules.options, &Claim { counts: &counts, melds, situation })?))
    })
}
