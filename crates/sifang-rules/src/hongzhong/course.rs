//! The course of a match of `hongzhong`: who deals next, and when it is over.

use super::Hongzhong;
use sifang_table::{After, Deal, Progress};

/// What follows a deal: whose tile several won on deals next, or the first winner.
/// Clauses: `hongzhong.match.dealer`, `hongzhong.match.end`, `hongzhong.ruling.29`,
/// `hongzhong.ruling.41`.
pub(super) fn after(deal: &Deal<Hongzhong>, before: &Progress<()>) -> After<()> {
    let first_winner = deal.wins().first().map_or(before.dealer, |win| win.seat);
    After {
        dealer: Some(deal.memo.fed_several.unwrap_or(first_winner)),
        carry: (),
        over: before.played + 1 >= deal.rules.options.deals as u32,
    }
}
