//! What a hand of `anhua` waits for, and what each wait is worth.

use super::{Claim, Situation, score};
use crate::anhua::Anhua;
use crate::anhua::shape::{self, Kings};
use serde::Serialize;
use sifang_table::Meld;
use sifang_tiles::{Hand, Tile};

/// A winning tile of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "AnhuaWait"))]
pub struct Wait {
    /// The tile.
    pub tile: Tile,
    /// What the hand is worth when it is drawn.
    pub total: i32,
    /// An ordinary discard of it may be taken too.
    pub discard: bool,
}

/// The winning tiles of a hand of 3m+1 tiles, each with its worth when drawn. Kinds of which the own tiles and the indicator
/// show all four are left out.
/// Clause: `anhua.win.readings`.
pub(in super::super) fn waits(
    rules: Anhua,
    hand: &Hand,
    melds: &[Meld],
    kings: Kings,
    indicator: Tile,
) -> Vec<Wait> {
    if !shape::is_ready(hand, melds, kings) {
        return Vec::new();
    }
    let seen = |tile: Tile| {
        let melded: u8 = melds.iter().map(|m| m.count(tile)).sum();
        hand.count(tile) + melded + (tile == indicator) as u8
    };
    let kinds = Tile::playable().filter(|tile| tile.is_suited() && seen(*tile) < 4);
    let wait = |tile: Tile| {
        let mut with = *hand;
        with.add(tile);
        let scored =
            score(&rules.options, &Claim { hand: &with, melds, kings, situation: Situation::SelfDraw })
                .ok()?;
        let discard = !kings.contains(tile)
            && shape::can_claim(&rules.options, hand, melds, kings, tile, Situation::Discard);
        Some(Wait { tile, total: scored.total, discard })
    };
    kinds.filter_map(wait).collect()
}
