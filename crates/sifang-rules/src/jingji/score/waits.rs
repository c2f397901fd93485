//! What a hand of `jingji` waits for, what each wait is worth, and what may be declared ready.

use super::{Claim, Method, Situation, has_yaku, score};
use crate::jingji::options::JingjiOptions;
use serde::Serialize;
use sifang_shape::{PairRule, is_ready, is_win};
use sifang_table::{Meld, Source};
use sifang_tiles::{SuitKeys, Tile, TileMask};

/// A hand that is one tile short, seen by its owner.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Waiting<'a> {
    /// Concealed tiles: 16 less three per meld.
    pub counts: [u8; Tile::PLAYABLE],
    /// Their suit keys.
    pub keys: SuitKeys,
    pub melds: &'a [Meld],
    pub gold: Tile,
    pub is_dealer: bool,
    pub seat_wind: Tile,
    pub round_wind: Tile,
}

impl<'a> Waiting<'a> {
    fn golds(&self) -> u8 {
        self.counts[self.gold.index()]
    }

    /// The keys of all tiles but the golds.
    fn others(&self) -> SuitKeys {
        self.keys.without(self.gold, self.golds())
    }

    /// Whether `tile` completes the hand.
    fn is_completed_by(&self, tile: Tile) -> bool {
        if tile == self.gold {
            return is_win(self.others(), self.golds() + 1, PairRule::Any);
        }
        is_win(self.others().with(tile), self.golds(), PairRule::Any)
    }

    /// Whether the seat itself does not account for all four of `tile`.
    /// Clause: `jingji.win.waiting`.
    fn can_come(&self, tile: Tile) -> bool {
        let held = self.counts[tile.index()] + self.melds.iter().map(|m| m.count(tile)).sum::<u8>();
        held + (tile == self.gold) as u8 <= 3
    }

    /// Every wait.
    /// Clause: `jingji.win.waiting`.
    pub(in super::super) fn waits(&self) -> TileMask {
        if !is_ready(self.others(), self.golds(), PairRule::Any) {
            return TileMask::EMPTY;
        }
        Tile::playable().filter(|t| self.can_come(*t) && self.is_completed_by(*t)).collect()
    }

    /// 听牌. A gold completes every waiting hand, so only a holder of all three must look for another tile.
    /// Clauses: `jingji.win.waiting`, `jingji.ruling.29`.
    pub(in super::super) fn is_waiting(&self) -> bool {
        is_ready(self.others(), self.golds(), PairRule::Any)
            && (self.golds() < 3
                || Tile::playable().any(|t| t != self.gold && self.can_come(t) && self.is_completed_by(t)))
    }

    /// 游金: every tile that can come completes the hand.
    pub(in super::super) fn wins_on_everything(&self) -> bool {
        Tile::playable().all(|t| !self.can_come(t) || self.is_completed_by(t))
    }

    /// The yaku part of 报听: a gold, no called meld, a wait with a yaku of its own, or the gold kind as a plain tile.
    /// Clauses: `jingji.turn.ready`, `jingji.ruling.35`.
    pub(in super::super) fn may_have_yaku(&self, options: &JingjiOptions) -> bool {
        if self.golds() > 0 || !self.melds.iter().any(|m| m.kind.is_called()) {
            return true;
        }
        if self.can_come(self.gold) && is_win(self.keys.with(self.gold), 0, PairRule::Any) {
            return true;
        }
        Tile::playable().any(|tile| {
            tile != self.gold
                && self.can_come(tile)
                && self.is_completed_by(tile)
                && self.with(tile, |claim| has_yaku(options, claim))
        })
    }

    /// Looks at the hand as won on a discarded `tile`, in no particular situation.
    /// So chances do not count.
    /// Clause: `jingji.ruling.20`.
    pub(in super::super) fn with<T>(&self, tile: Tile, look: impl FnOnce(&Claim<'_>) -> T) -> T {
        let mut counts = self.counts;
        counts[tile.index()] += 1;
        look(&Claim {
            counts: &counts,
            melds: self.melds,
            tile: Some(tile),
            gold: self.gold,
            source: Source::Discard,
            situation: Situation::default(),
            is_dealer: self.is_dealer,
            seat_wind: self.seat_wind,
            round_wind: self.round_wind,
        })
    }

    /// The hand without one `tile` (which it must hold), for hands with one tile too many.
    pub(in super::super) fn without(&self, tile: Tile) -> Waiting<'a> {
        let mut less = *self;
        less.counts[tile.index()] -= 1;
        less.keys.remove(tile);
        less
    }

    /// For a hand with one tile too many: the discards after which the seat may declare ready. `allowed` are its discards.
    /// Clause: `jingji.turn.ready`.
    pub(in super::super) fn ready_discards(&self, options: &JingjiOptions, allowed: TileMask) -> TileMask {
        // After a discard one more wild must complete the hand; the tile thrown needs at most two.
        if !is_win(self.others(), self.golds() + 3, PairRule::Any) {
            return TileMask::EMPTY;
        }
        let (others, golds) = (self.others(), self.golds());
        let near = |tile: Tile| {
            if tile == self.gold {
                is_ready(others, golds - 1, PairRule::Any)
            } else {
                is_ready(others.without(tile, 1), golds, PairRule::Any)
            }
        };
        let declares = |tile: &Tile| {
            near(*tile) && {
                let less = self.without(*tile);
                less.is_waiting() && less.may_have_yaku(options)
            }
        };
        allowed.iter().filter(declares).collect()
    }
}

/// A winning tile and what it is worth as an ordinary win by discard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "JingjiWaitView"))]
pub struct WaitView {
    /// The tile.
    pub tile: Tile,
    /// Formula or fixed points.
    pub method: Method,
    /// m.
    pub fu: i32,
    /// n.
    pub fan: i32,
    /// Points.
    pub total: i32,
    /// It wins, but without any yaku.
    pub without_yaku: bool,
}

/// Every wait with its value; `min_fan` plays no part.
pub(in super::super) fn waits(options: &JingjiOptions, hand: &Waiting<'_>) -> Vec<WaitView> {
    let options = JingjiOptions { min_fan: 0, ..*options };
    let value = |tile: Tile| {
        let scored = hand.with(tile, |claim| score(&options, claim)).ok()?;
        Some(WaitView {
            tile,
            method: scored.method,
            fu: scored.fu,
            fan: scored.fan,
            total: scored.total,
            without_yaku: scored.method == Method::Formula && scored.fan == 0,
        })
    };
    hand.waits().iter().filter_map(value).collect()
}
