//! The course of a match of `xuezhan`: who deals next and why, and when it is over.

use super::options::{DealerOnExhaustedWall, NextDealer};
use super::{Xuezhan, fans};
use sifang_table::{After, Deal, End, Progress, Term};
use sifang_tiles::Seat;

/// What follows a deal.
/// Clause: `xuezhan.match.end`.
pub(super) fn after(deal: &Deal<Xuezhan>, before: &Progress<()>) -> After<()> {
    let over = before.played + 1 >= deal.rules.options.deals as u32;
    After { dealer: Some(next_dealer(deal).0), carry: (), over }
}

/// Who deals next and why: the first win event of the hand decides. By option the dealer stays whenever the wall has run out.
/// Clauses: `xuezhan.dealer.several`, `xuezhan.dealer.dealer_won`, `xuezhan.dealer.no_win`,
/// `xuezhan.option.dealer_on_exhausted_wall`, `xuezhan.ruling.27`, `xuezhan.ruling.28`.
pub(super) fn next_dealer(deal: &Deal<Xuezhan>) -> (Seat, &'static Term) {
    let dealer = deal.table.dealer();
    let Some(first) = deal.wins().first() else { return (dealer, &fans::DEALER_NO_WIN) };
    let stays = deal.rules.options.dealer_on_exhausted_wall == DealerOnExhaustedWall::Stay;
    if stays && deal.end() == Some(End::Draw) {
        return (dealer, &fans::DEALER_EXHAUSTED);
    }
    if deal.memo.first_winners > 1 {
        (first.seat, &fans::DEALER_SEVERAL)
    } else if first.seat == dealer {
        (dealer, &fans::DEALER_WON)
    } else if deal.rules.options.next_dealer == NextDealer::Winner {
        (first.seat, &fans::DEALER_WINNER)
    } else {
        (first.seat.after(3, 4), &fans::DEALER_UPPER)
    }
}
