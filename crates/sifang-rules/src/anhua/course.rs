//! The course of a match of `anhua`: who deals next, when it is over, and what the end of a two-player match corrects.

use super::options::AnhuaOptions;
use super::{Anhua, fans};
use sifang_table::{After, Correction, Deal, Progress};
use sifang_tiles::Seat;

/// What follows a deal: the first winner deals, or who drew last.
/// Clauses: `anhua.match.dealer`, `anhua.match.end`, `anhua.ruling.30`, `anhua.ruling.31`.
pub(super) fn after(deal: &Deal<Anhua>, before: &Progress<()>) -> After<()> {
    let dealer = deal.wins().first().map_or(deal.memo.last_drawer, |win| win.seat);
    let over = before.played + 1 >= deal.rules.options.deals as u32;
    After { dealer: Some(dealer), carry: (), over }
}

/// 低于加分, then 翻倍: what a two-player match adds to the totals when it ends.
/// Clauses: `anhua.match.two`, `anhua.ruling.32`.
pub(super) fn settle_match(
    options: &AnhuaOptions,
    seats: usize,
    totals: &[i32; Seat::MAX],
) -> Vec<Correction> {
    let mut corrections = Vec::new();
    let leader = if totals[0] > totals[1] { 0 } else { 1 };
    let mut ahead = totals[leader];
    if seats != 2 || ahead <= 0 {
        return corrections;
    }
    let mut raise = |why, by: i32| {
        let mut deltas = [0; Seat::MAX];
        (deltas[leader], deltas[1 - leader]) = (by, -by);
        corrections.push(Correction { why, deltas });
    };
    if ahead < options.below_score {
        raise(&fans::BELOW_ADD, options.below_add);
        ahead += options.below_add;
    }
    if options.double_times > 1 && (options.double_below == 0 || 2 * ahead < options.double_below) {
        raise(&fans::FINAL_DOUBLE, ahead * (options.double_times - 1));
    }
    corrections
}
