//! What a screen of `wuxi` shows beyond the common view: the flowers of each seat.

use super::Wuxi;
use super::score::flowers_of_meld;
use serde::Serialize;
use sifang_table::{Aside, Deal, Viewer};
use sifang_tiles::{Seat, Tile};

/// What a viewer sees beyond the common view.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "WuxiExtra"))]
pub struct Extra {
    /// Flower count of each seat from what lies open, and for the viewer's own seat also its closed honour triplets.
    pub flowers: [u8; Seat::MAX],
}

/// The extra part of `who`'s view.
pub(super) fn extra(deal: &Deal<Wuxi>, who: Viewer) -> Extra {
    let mut extra = Extra::default();
    plain(deal, who, &mut extra);
    extra
}

/// All of it: nothing here takes long.
/// Clause: `wuxi.flowers.honor_triplet`.
pub(super) fn plain(deal: &Deal<Wuxi>, who: Viewer, extra: &mut Extra) {
    let mut flowers = [0; 4];
    for aside in deal.table.aside().iter().filter(|aside| aside.why == Aside::Flower) {
        flowers[aside.seat.index()] += 1;
    }
    for (seat, flowers) in Seat::all(4).zip(&mut flowers) {
        *flowers += deal.table.melds(seat).iter().map(|m| flowers_of_meld(m.kind, m.tile)).sum::<u8>();
        if who.owns(seat) || deal.table.shown().contains(seat) {
            let hand = deal.table.hand(seat);
            *flowers += 2 * Tile::honors().filter(|honor| hand.count(*honor) >= 3).count() as u8;
        }
    }
    extra.flowers = flowers;
}
