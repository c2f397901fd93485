//! The course of a match of `wuxi`: who deals next, and when it is over.

use super::Wuxi;
use super::options::{DealerOnDraw, MultiWinDealer};
use sifang_table::{After, Deal, Progress};

/// What follows a deal.
/// Clauses: `wuxi.match.dealer`, `wuxi.match.end`, `wuxi.ruling.18`, `wuxi.ruling.19`,
/// `wuxi.ruling.21`.
pub(super) fn after(deal: &Deal<Wuxi>, before: &Progress<()>) -> After<()> {
    let options = &deal.rules.options;
    let dealer = match deal.wins() {
        [] if options.dealer_on_draw == DealerOnDraw::Next => before.dealer.after(1, 4),
        [] => before.dealer,
        [first, _, ..] if options.multi_win_dealer == MultiWinDealer::Discarder => {
            first.from.unwrap_or(first.seat)
        }
        [first, ..] => first.seat,
    };
    After { dealer: Some(dealer), carry: (), over: before.played + 1 >= options.deals as u32 }
}
