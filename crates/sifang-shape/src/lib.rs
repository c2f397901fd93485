//! The shape of a hand: is it complete, what completes it, how far away is it, and which groupings does it have.
//!
//! Wild tiles are understood everywhere: a wild stands for any tile, also for a fifth copy. Yes-or-no questions and
//! distances are answered from tables indexed by the suit keys of `sifang-tiles`, so they cost the same for no wild and
//! for seven; groupings are enumerated exactly, for scoring. A wild that should count as itself is simply counted
//! among the natural tiles by the caller. What is *not* here: points, fan, turns, and which tiles are wild.
#![forbid(unsafe_code)]

mod away;
mod counts;
mod grouping;
mod orphans;
mod pairs;
mod tables;
mod unfold;
mod win;

pub use away::{tiles_away, useful};
pub use counts::keys_of;
pub use grouping::{Group, GroupKind, Grouping, any_grouping, for_each_grouping};
pub use orphans::{is_thirteen_orphans, thirteen_orphans_away, thirteen_orphans_waits};
pub use pairs::{
    five_pairs_away, is_five_pairs, is_seven_pairs, pairs_made, seven_pairs_away, seven_pairs_waits,
};
pub use tables::warm_up;
pub use win::{is_melds, is_ready, is_win, is_win_counts, waits};

/// Which pairs a hand of melds and one pair may have.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PairRule {
    /// Any pair.
    Any,
    /// 二五八将: the pair is a 2, 5 or 8 of a numbered suit.
    TwoFiveEight,
}

impl PairRule {
    /// Whether two of `tile` may be the pair.
    #[inline]
    pub const fn allows(self, tile: sifang_tiles::Tile) -> bool {
        match self {
            PairRule::Any => true,
            PairRule::TwoFiveEight => tile.is_suited() && tile.rank() % 3 == 2,
        }
    }
}
