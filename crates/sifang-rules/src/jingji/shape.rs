//! Shapes of `jingji`: what wins with golds that stand for anything.

use sifang_shape::{PairRule, is_win};
use sifang_tiles::{Hand, Tile};

/// Whether a hand, with `tile` more if given, is five sets and a pair.
/// Clauses: `jingji.deal.gold`, `jingji.win.shape`.
#[inline]
pub(super) fn wins(hand: &Hand, gold: Tile, tile: Option<Tile>) -> bool {
    let mut wilds = hand.count(gold);
    let mut keys = hand.keys().without(gold, wilds);
    match tile {
        Some(tile) if tile == gold => wilds += 1,
        Some(tile) => keys.add(tile),
        None => {}
    }
    is_win(keys, wilds, PairRule::Any)
}
