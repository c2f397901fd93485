//! 血战到底·埋三张定缺 `xuezhan`: 108 tiles, three of them buried to fix the void suit, and play goes on after a win.
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

pub use fans::{CATALOG, FanSet};
pub use options::{
    BuryCheck, BuryPenalty, DealerOnExhaustedWall, NextDealer, PigPenaltyUnit, XuezhanOptions,
};
pub use request::{Answer, Wait, WaitsAnswer};
pub use view::{Account, AfterDiscard, Extra, NextDealerView, ReadySeat, Settlement, WaitView};

use crate::plan::floor_plan;
use serde::Serialize;
use sifang_options::Text;
use sifang_table::procedures::claim::Window;
use sifang_table::procedures::passing::Locks;
use sifang_table::{Dealing, FirstDealer, RuleSet, Stage};
use sifang_tiles::{Seat, SeatSet, Suit, Tile};
use std::ops::RangeInclusive;

/// The rule set with its options.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Xuezhan {
    options: XuezhanOptions,
}

/// How a turn began.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TurnStart {
    /// With the dealer's tiles after burying.
    /// A kong ends it.
    /// Clauses: `xuezhan.ruling.33`, `xuezhan.ruling.36`.
    Dealt,
    /// With a draw from the front of the wall.
    Wall,
    /// With a kong's replacement.
    /// Clause: `xuezhan.ruling.30`.
    Kong,
    /// With a pon: nothing was drawn.
    /// Clauses: `xuezhan.turn.actions`, `xuezhan.ruling.31`.
    Claimed,
}

/// Where a deal of `xuezhan` stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// All four choose the three tiles they bury.
    /// Clause: `xuezhan.deal.bury`.
    Bury,
    /// Seats other than the dealer that are ready may say so.
    /// Clauses: `xuezhan.deal.ready`, `xuezhan.ruling.23`.
    Ready,
    /// A seat's own move.
    /// Clause: `xuezhan.turn.actions`.
    Turn(Seat, TurnStart),
    /// A discard lies open.
    /// Clauses: `xuezhan.turn.claims`, `xuezhan.ruling.29`.
    Claim(Window),
    /// An added kong has been announced.
    /// Clauses: `xuezhan.turn.rob`, `xuezhan.ruling.15`.
    Rob(Window),
}

/// What `xuezhan` remembers beyond the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Memo {
    /// Void suit of each seat, known to itself.
    void: [Option<Suit>; Seat::MAX],
    /// Seats that buried tiles of several suits.
    /// Clauses: `xuezhan.deal.void`, `xuezhan.ruling.2`.
    mixed: SeatSet,
    /// Seats that have declared ready.
    declared: SeatSet,
    /// Seats that have discarded.
    discarded: SeatSet,
    /// Wins let go.
    /// Clauses: `xuezhan.turn.passing`, `xuezhan.ruling.22`.
    locks: Locks,
    /// Somebody has ponged or konged.
    melded: bool,
    /// The last discard was its seat's first.
    first_discard: bool,
    /// The last discard followed a kong's replacement.
    after_kong: bool,
    /// Kongs paid so far.
    kongs: u8,
    /// Ledger tag of the kong made last.
    /// Clauses: `xuezhan.pay.transfer`, `xuezhan.ruling.24`.
    last_kong: u8,
    /// How many seats won in the first win event.
    /// Clause: `xuezhan.ruling.27`.
    first_winners: u8,
}

/// What a win of `xuezhan` notes beside its total.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "XuezhanWinFacts"))]
pub struct WinFacts {
    /// What a payer pays that pays once.
    pub points: i32,
    /// The fans that count.
    #[cfg_attr(feature = "ts", ts(type = "Array<string>"))]
    pub fans: FanSet,
}

impl RuleSet for Xuezhan {
    const ID: &'static str = "xuezhan";
    const VERSION: u32 = 1;
    const NAME: Text = Text::new("血战到底·埋三张定缺", "Blood battle, bury three");
    const PITCH: Text = Text::new(
        "埋三张定缺门，胡了不散，三家胡完才收场；刮风下雨，现杠现结。",
        "Bury three tiles to fix your void suit; a win does not end the hand, and kongs are paid on the spot.",
    );
    const SEATS: RangeInclusive<usize> = 4..=4;
    /// Thirteen tiles each, and one more for the dealer.
    /// Clause: `xuezhan.deal.hands`.
    const DEALING: Dealing = Dealing { rounds: &[4, 4, 4, 1], extra: 1, apart: false };

    floor_plan!(XuezhanOptions);

    type Carry = ();

    fn new(options: XuezhanOptions, _seats: usize) -> Self {
        Xuezhan { options }
    }

    /// Four of each kind of the three suits.
    /// Clause: `xuezhan.deal.tiles`.
    fn tile_set(&self) -> [u8; Tile::KINDS] {
        let mut set = [0; Tile::KINDS];
        set[..Suit::Honor.start() as usize].fill(4);
        set
    }

    /// Burying is everybody's own decision: nobody can pass it.
    fn is_window(at: &Phase) -> bool {
        matches!(at, Phase::Ready | Phase::Claim(_) | Phase::Rob(_))
    }

    fn stage(at: &Phase) -> Stage {
        let (name, seat, tile) = match *at {
            Phase::Bury => ("bury", None, None),
            Phase::Ready => ("ready", None, None),
            Phase::Turn(seat, _) => ("turn", Some(seat), None),
            Phase::Claim(w) => ("claim", Some(w.from), Some(w.tile)),
            Phase::Rob(w) => ("rob", Some(w.from), Some(w.tile)),
        };
        Stage { name, seat, tile }
    }

    /// Drawn by lot.
    /// Clause: `xuezhan.match.end`.
    fn first_dealer(&self) -> FirstDealer {
        FirstDealer::Random
    }
}
