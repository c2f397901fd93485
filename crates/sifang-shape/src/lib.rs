//! The shape of a hand: is it complete, what completes it, how far away is it, and which groupings does it have.
//!
//! Wild tiles are understood everywhere: a wild stands for any tile, also for a fifth copy. Yes-or-no questions and
//! distances are answered from tables indexed by the suit keys of `sifang-tiles`, so they cost the same for no wild and
//! for seven; groupings are enumerated exactly, for scoring. A wild that should count as itself is simply counted
//! among the natural tiles by the caller. What is *not* here: points, fan, turns, and which tiles are wild.
//!
//! ```
//! use sifang_shape::{PairRule, is_win, tiles_away, waits};
//! use sifang_tiles::{Hand, format_tiles, parse_tile, parse_tiles};
//!
//! let hand = Hand::from_tiles(&parse_tiles("1334555777999s")?).expect("at most four of each");
//! assert_eq!(tiles_away(hand.keys(), 0, 4, PairRule::Any), 1); // ready: one tile away
//! let winning: Vec<_> = waits(hand.keys(), 0, PairRule::Any).iter().collect();
//! assert_eq!(format_tiles(&winning), "2s");
//! assert!(is_win(hand.keys().with(parse_tile("2s")?), 0, PairRule::Any));
//! // Two wild tiles do as well as the 1 and the 2.
//! assert!(is_win(hand.keys().without(parse_tile("1s")?, 1), 2, PairRule::Any));
//! # Ok::<(), sifang_tiles::NotationError>(())
//! ```
#![forbid(unsafe_code)]

mod away;
mod counts;
mod grouping;
mod orphans;
mod pairs;
mod tables;
mod unfold;
mod win;

pub use away::{Distance, Draws, tiles_away, useful};
pub use counts::keys_of;
pub use grouping::{Group, GroupKind, Grouping, any_grouping, for_each_grouping};
pub use orphans::{is_thirteen_orphans, thirteen_orphans_away, thirteen_orphans_waits};
pub use pairs::{
    five_pairs_away, is_five_pairs, is_seven_pairs, pairs_away, pairs_made, seven_pairs_away,
    seven_pairs_waits,
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
