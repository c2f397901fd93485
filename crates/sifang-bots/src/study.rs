//! Single questions about a position, for those who study play: how far tiles are, what they lead to, who is dangerous, which choices
//! an expert likes. Bots and hints put the same questions for themselves.

pub use crate::expert::rank::rank;

use crate::expert::danger::Danger;
use crate::hint::{AfterDiscard, look};
use crate::sense::Sense;
use crate::shape::Tiles;
use sifang_rules::insight::{Insight, Plan, Plans, Standing};
use sifang_tiles::{Seat, Tile};

/// Fewest draws until the tiles win in any way; 1 is ready.
pub fn away<R: Insight>(at: &Standing<'_, R>) -> u8 {
    let tiles = Tiles::of(&at.hand, R::wilds(&at.view.extra));
    let mut ways = Plans::new();
    R::ways(at, &mut ways);
    ways.iter().map(|way| tiles.away(way)).min().unwrap_or(u8::MAX)
}

/// What tiles that are one short wait for and what that pays, or which tiles bring them nearer.
pub fn outlook<R: Insight>(at: &Standing<'_, R>) -> AfterDiscard {
    look(at, None, &Sense::of(at))
}

/// Everything the tiles could become, each with the draws it is away.
pub fn plans<R: Insight>(at: &Standing<'_, R>) -> Vec<(Plan, u8)> {
    let tiles = Tiles::of(&at.hand, R::wilds(&at.view.extra));
    let mut plans = Plans::new();
    R::plans(at, &mut plans);
    plans.iter().map(|plan| (*plan, tiles.away(plan))).collect()
}

/// One opponent to whom a tile may be thrown.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Risk {
    /// Who.
    pub seat: Seat,
    /// How likely it wins on the tile.
    pub chance: f64,
    /// What throwing the tile costs on average.
    pub cost: f64,
    /// How likely it waits at all, in thousandths.
    pub ready: i32,
    /// It has declared, or its hand is sealed.
    pub frozen: bool,
}

/// How dangerous a tile is, opponent by opponent.
pub fn risks<R: Insight>(at: &Standing<'_, R>, tile: Tile) -> Vec<Risk> {
    let danger = Danger::of(at, &Sense::of(at));
    let risk = |(threat, seat, chance, cost): (&sifang_rules::insight::Threat, Seat, f64, f64)| Risk {
        seat,
        chance,
        cost,
        ready: threat.ready,
        frozen: threat.frozen,
    };
    danger.by_seat(tile).map(risk).collect()
}
