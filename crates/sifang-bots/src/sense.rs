//! What a seat can count: the tiles it has not seen yet, and how many draws are left to it.

use crate::shape::Tiles;
use sifang_rules::insight::{Insight, Plans, Standing};
use sifang_tiles::{Tile, TileMask};

/// Counts from one view.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sense {
    /// Copies of each kind that this seat has not seen.
    pub(crate) unseen: [u8; Tile::KINDS],
    /// All of them together (at least 1).
    pub(crate) total: u32,
    /// Draws this seat may still make.
    pub(crate) draws: u32,
    /// The wild kinds.
    pub(crate) wilds: TileMask,
}

impl Sense {
    /// Counts what the seat sees.
    pub(crate) fn of<R: Insight>(at: &Standing<'_, R>) -> Sense {
        let view = at.view;
        let mut unseen = at.rules.tile_set();
        let mut see = |tile: Tile| unseen[tile.index()] = unseen[tile.index()].saturating_sub(1);
        for player in &view.players {
            player.hand.iter().flatten().copied().for_each(&mut see);
            player.melds.iter().filter_map(|m| m.tiles.as_ref()).flatten().copied().for_each(&mut see);
            player.river.iter().for_each(|t| see(t.tile));
        }
        view.aside.iter().filter_map(|a| a.tile).for_each(&mut see);
        R::open_tile(&view.extra).into_iter().for_each(&mut see);
        let total = unseen.iter().map(|n| *n as u32).sum::<u32>().max(1);
        let playing = view.players.iter().filter(|p| !p.out).count().max(1);
        Sense { unseen, total, draws: (view.wall / playing) as u32, wilds: R::wilds(&view.extra) }
    }

    /// How far the tiles are from the nearest way to win, and the kinds that bring them nearer on any way as near.
    pub(crate) fn nearest<R: Insight>(&self, at: &Standing<'_, R>) -> (u8, TileMask) {
        let tiles = Tiles::of(&at.hand, self.wilds);
        let mut ways = Plans::new();
        R::ways(at, &mut ways);
        let away = tiles.nearest(&ways);
        (away, tiles.useful_within(&ways, away))
    }

    /// Unseen copies of these kinds.
    pub(crate) fn count(&self, kinds: TileMask) -> u32 {
        kinds.iter().map(|t| self.unseen[t.index()] as u32).sum()
    }
}
