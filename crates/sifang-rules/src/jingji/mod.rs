//! 竞技规则 `jingji`: seventeen-tile hands, three golds that stand for anything, points = fu to the power of fan.
//!
//! This file has the phases and what is remembered; the others are those of every rule set (the plan is in
//! `docs/design/rule-sets.md`).

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

pub use course::Carry;
pub use fans::{CATALOG, FU_CATALOG};
pub use options::{JingjiOptions, RobDiscardKongPayer, StakeOnDraw};
pub use request::{Answer, Report, ScriptFields, WaitsAnswer};
pub use score::{Claim, Method, NoWin, Scored, Situation, WaitView, score};
pub use view::{Extra, ReadyOption};

use crate::plan::floor_plan;
use course::seat_wind;
use serde::Serialize;
use sifang_options::Text;
use sifang_table::procedures::claim::Window;
use sifang_table::{Correction, Dealing, FirstDealer, Progress, RuleSet, Stage};
use sifang_tiles::{Seat, SeatSet, Tile};
use std::ops::RangeInclusive;

/// The rule set with its options.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Jingji {
    options: JingjiOptions,
}

/// How a turn began.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TurnStart {
    /// With the dealer's seventeenth tile (坎门).
    /// Clause: `jingji.deal.hands`.
    Dealt,
    /// With a draw from the live wall.
    Wall,
    /// With a kong's replacement.
    Kong,
    /// With a chow or pung: nothing was drawn.
    /// Clause: `jingji.turn.actions`.
    Claimed,
}

/// Where a hand of `jingji` stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// The gold has been turned: robbing it, three golds, the dealer's win on the deal.
    /// Clauses: `jingji.turn.opening`, `jingji.turn.three_golds`, `jingji.ruling.24`,
    /// `jingji.ruling.25`.
    Opening,
    /// A seat must discard, or kong, win, declare ready.
    /// Clause: `jingji.turn.actions`.
    Turn(Seat, TurnStart),
    /// A discard lies open.
    /// Clauses: `jingji.turn.claims`, `jingji.turn.dealer_robs`, `jingji.turn.last`.
    Claim(Window),
    /// An added kong has been announced.
    /// Clauses: `jingji.turn.rob`, `jingji.ruling.16`.
    Rob(Window),
}

/// What `jingji` remembers beyond the table.
/// No pass is, so that none restricts anything later.
/// Clause: `jingji.turn.free`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Memo {
    /// The gold kind, which is the indicator's own.
    /// Clauses: `jingji.deal.gold`, `jingji.ruling.5`.
    gold: Tile,
    /// Seats that have declared ready.
    /// Clause: `jingji.turn.locked`.
    declared: SeatSet,
    /// 场供 on the table, earlier hands included.
    /// Clauses: `jingji.pay.stake`, `jingji.ruling.19`.
    stakes: [i32; Seat::MAX],
}

/// What a win of `jingji` notes beside its total.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "JingjiWinFacts"))]
pub struct WinFacts {
    /// Formula or fixed points.
    pub method: Method,
    /// m; 0 for fixed points.
    pub fu: i32,
    /// n; 0 for fixed points.
    pub fan: i32,
}

/// 王牌: how many tiles the dead wall keeps.
/// Clause: `jingji.deal.walls`.
pub const DEAD_WALL: usize = 14;

impl RuleSet for Jingji {
    const ID: &'static str = "jingji";
    const VERSION: u32 = 1;
    const NAME: Text = Text::new("竞技规则", "Competition rules");
    const PITCH: Text = Text::new(
        "十七张和牌，金牌百搭；副的番次方计点，报听押点。",
        "Seventeen tiles, wild golds; fu to the power of fan, and a stake on every ready call.",
    );
    const SEATS: RangeInclusive<usize> = 4..=4;
    /// Sixteen each; the dealer's seventeenth (坎门) counts as drawn.
    /// Clauses: `jingji.deal.tiles`, `jingji.deal.hands`.
    const DEALING: Dealing = Dealing { rounds: &[4; 4], extra: 1, apart: true };

    floor_plan!(JingjiOptions);

    type Carry = Carry;

    fn new(options: JingjiOptions, _seats: usize) -> Self {
        Jingji { options }
    }

    /// Four of each kind, honours included.
    /// Clause: `jingji.deal.tiles`.
    fn tile_set(&self) -> [u8; Tile::KINDS] {
        let mut set = [0; Tile::KINDS];
        set[..Tile::PLAYABLE].fill(4);
        set
    }

    fn is_window(at: &Phase) -> bool {
        !matches!(at, Phase::Turn(..))
    }

    fn stage(at: &Phase) -> Stage {
        let (name, seat, tile) = match *at {
            Phase::Opening => ("opening", None, None),
            Phase::Turn(seat, _) => ("turn", Some(seat), None),
            Phase::Claim(w) => ("claim", Some(w.from), Some(w.tile)),
            Phase::Rob(w) => ("rob", Some(w.from), Some(w.tile)),
        };
        Stage { name, seat, tile }
    }

    /// The first seat: whoever seats the players draws the lot.
    /// Clause: `jingji.ruling.31`.
    fn first_dealer(&self) -> FirstDealer {
        FirstDealer::Seat(Seat::new(0))
    }

    fn first_carry(&self) -> Carry {
        Carry::first(self.options.start_points)
    }

    fn settle_match(&self, end: &Progress<Carry>) -> Vec<Correction> {
        course::settle_match(end)
    }

    fn ranks(&self, end: &Progress<Carry>) -> Vec<u8> {
        course::ranks(end)
    }
}
