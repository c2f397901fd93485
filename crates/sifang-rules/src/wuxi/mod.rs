//! 改良无锡麻将 `wuxi`: 144 tiles with flowers, points = flowers × fans × base.
//!
//! The plainest of the rule sets, and the one to read first. This file has the phases and what is remembered; the others are
//! those of every rule set (the plan is in `docs/design/rule-sets.md`).

mod book;
mod course;
mod fans;
mod flow;
mod insight;
mod offer;
mod options;
mod request;
mod score;
mod settle;
mod shape;
mod view;

pub use fans::CATALOG;
pub use options::{
    BaseFlower, DealerOnDraw, HonorTripletByDiscard, MultiWinDealer, SelfDrawFan, WuxiOptions,
};
pub use request::{Answer, WaitsAnswer};
pub use view::Extra;

use crate::plan::floor_plan;
use serde::Serialize;
use sifang_options::Text;
use sifang_table::procedures::claim::Window;
use sifang_table::{Dealing, FirstDealer, RuleSet, Stage};
use sifang_tiles::{Seat, SeatSet, Tile};
use std::ops::RangeInclusive;

/// The rule set with its options.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Wuxi {
    options: WuxiOptions,
}

/// How a turn began.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TurnStart {
    /// With the dealer's fourteen tiles.
    /// Clause: `wuxi.ruling.14`.
    Dealt,
    /// With a draw from the front of the wall.
    Wall,
    /// With a kong's replacement.
    /// Clause: `wuxi.ruling.11`.
    Kong,
    /// With a flower's replacement.
    /// Clauses: `wuxi.turn.draw`, `wuxi.ruling.11`.
    Flower,
}

/// Where a flower replacement was interrupted by the eighth flower.
/// Clause: `wuxi.turn.eight`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Resume {
    /// In the deal, at the seat this many places after the dealer.
    Deal(u8),
    /// In a draw.
    Draw,
}

/// Where a deal of `wuxi` stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// A seat has drawn: discard, kong or win.
    /// Clause: `wuxi.turn.actions`.
    Turn(Seat, TurnStart),
    /// A seat has chowed or punged: it must discard.
    /// Clauses: `wuxi.turn.after_claim`, `wuxi.ruling.15`.
    MustDiscard(Seat),
    /// A discard lies open.
    /// Clauses: `wuxi.turn.claims`, `wuxi.turn.wall_empty`, `wuxi.ruling.22`.
    Claim(Window),
    /// An added kong has been announced.
    /// Clauses: `wuxi.turn.rob`, `wuxi.ruling.13`.
    Rob(Window),
    /// A seat has shown its eighth flower: win now, or never this way.
    /// Clauses: `wuxi.turn.eight`, `wuxi.ruling.12`.
    Eight(Seat, Resume),
}

/// What `wuxi` remembers beyond the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Memo {
    /// Seats that have drawn from the wall since the deal.
    drew: SeatSet,
    /// The seat in turn is making its first draw.
    /// Clause: `wuxi.ruling.14`.
    first_draw: bool,
}

/// What a win of `wuxi` notes beside its total.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "WuxiWinFacts"))]
pub struct WinFacts {
    /// Flowers counted.
    pub flowers: i32,
}

impl RuleSet for Wuxi {
    const ID: &'static str = "wuxi";
    const VERSION: u32 = 1;
    const NAME: Text = Text::new("改良无锡麻将", "Improved Wuxi mahjong");
    const PITCH: Text = Text::new(
        "摸花算花，花数乘番数；八张花齐，当即胡牌。",
        "Flowers times fans; draw all eight flowers and win on the spot.",
    );
    const SEATS: RangeInclusive<usize> = 4..=4;
    /// Thirteen tiles each, and one more for the dealer.
    /// Clause: `wuxi.deal.hands`.
    const DEALING: Dealing = Dealing { rounds: &[4, 4, 4, 1], extra: 1, apart: false };

    floor_plan!(WuxiOptions);

    type Carry = ();

    fn new(options: WuxiOptions, _seats: usize) -> Self {
        Wuxi { options }
    }

    /// Four of each kind, and one of each flower.
    /// Clause: `wuxi.deal.tiles`.
    fn tile_set(&self) -> [u8; Tile::KINDS] {
        let mut set = [4; Tile::KINDS];
        set[Tile::PLAYABLE..].fill(1);
        set
    }

    fn is_window(at: &Phase) -> bool {
        matches!(at, Phase::Claim(_) | Phase::Rob(_))
    }

    fn stage(at: &Phase) -> Stage {
        let (name, seat, tile) = match *at {
            Phase::Turn(seat, _) => ("turn", seat, None),
            Phase::MustDiscard(seat) => ("must_discard", seat, None),
            Phase::Claim(w) => ("claim", w.from, Some(w.tile)),
            Phase::Rob(w) => ("rob", w.from, Some(w.tile)),
            Phase::Eight(seat, _) => ("eight", seat, None),
        };
        Stage { name, seat: Some(seat), tile }
    }

    /// Drawn by lot.
    /// Clause: `wuxi.match.dealer`.
    fn first_dealer(&self) -> FirstDealer {
        FirstDealer::Random
    }
}
