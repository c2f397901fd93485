//! 安化麻将 `anhua`: kings that stand for anything, kongs that turn up tiles and seal the hand, a sea bottom, birds; for two to
//! four players.
//!
//! This file has the phases and what is remembered; the others are those of every rule set (the plan is in
//! `docs/design/rule-sets.md`). Kings are a part of `shape`, birds of `settle`.

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
pub use options::{AnhuaOptions, BirdMultiplier, BirdType, FirstDealerRule, PiaoMode};
pub use request::{Answer, FinalAnswer, ScriptFields, WaitsAnswer, WinAnswer};
pub use score::{Claim, NoWin, Scored, Situation, Wait, score};
pub use shape::{KingClass, Kings};
pub use view::{Bird, Extra};

use crate::plan::floor_plan;
use serde::Serialize;
use sifang_options::Text;
use sifang_table::procedures::claim::Window;
use sifang_table::{Correction, Dealing, FirstDealer, Progress, RuleSet, Stage};
use sifang_tiles::{Seat, SeatSet, Tile, TileMask};
use std::ops::RangeInclusive;

/// The rule set with its options and number of seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Anhua {
    options: AnhuaOptions,
    seats: u8,
}

/// How a turn began.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TurnStart {
    /// With the dealer's fourteen tiles.
    /// Clause: `anhua.rule.opening`.
    Dealt,
    /// With a draw from the wall.
    Wall,
    /// With a chow or pung: nothing but a discard follows.
    /// Clauses: `anhua.rule.claims`, `anhua.ruling.22`.
    Claimed,
}

/// Where a deal of `anhua` stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// Every seat chooses its piao; nothing is dealt yet.
    /// Clause: `anhua.deal.piao`.
    Float,
    /// A seat that does not deal holds four kings: win now, or play on.
    /// Clauses: `anhua.rule.opening`, `anhua.ruling.9`.
    Opening(Seat),
    /// A seat's turn.
    /// Clause: `anhua.rule.turn`.
    Turn(Seat, TurnStart),
    /// A discard lies open.
    /// Clause: `anhua.rule.claims`.
    Claim(Window),
    /// An added kong has been announced.
    /// Clauses: `anhua.rule.rob`, `anhua.ruling.14`.
    Rob(Window),
    /// A kong's tiles lie open; first its owner may win on one.
    /// Clauses: `anhua.rule.kong_tiles`, `anhua.ruling.25`.
    KongSelf(Seat),
    /// Then the others may.
    /// Clauses: `anhua.rule.kong_tiles`, `anhua.ruling.1`, `anhua.ruling.14`, `anhua.ruling.25`.
    KongClaim(Seat),
    /// A seat has drawn one of the last four tiles.
    /// Clauses: `anhua.rule.sea`, `anhua.ruling.27`.
    Sea(Seat),
}

/// What `anhua` remembers beyond the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Memo {
    /// 过手胡: the kinds each seat let pass since its last draw.
    /// Clauses: `anhua.rule.passed_win`, `anhua.ruling.28`.
    locks: [TileMask; Seat::MAX],
    /// Which tiles are kings, once the indicator lies open.
    kings: Kings,
    /// Points staked before the deal.
    piao: [u8; Seat::MAX],
    /// 封牌: seats that have made a kong.
    /// Clause: `anhua.rule.sealed`.
    sealed: SeatSet,
    /// The seat that drew last.
    /// Clause: `anhua.match.dealer`.
    last_drawer: Seat,
    /// The latest throw for kong tiles; 0 before the first.
    die: u8,
}

/// What a win of `anhua` notes beside its total.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "AnhuaWinFacts"))]
pub struct WinFacts {
    /// The class of its kings.
    pub king_class: KingClass,
}

/// Kongs need this many tiles in the wall: the last four are the sea bottom.
/// Clauses: `anhua.rule.kong`, `anhua.rule.sea`, `anhua.ruling.23`.
const LEAST_FOR_KONG: usize = 5;
/// The largest stake.
/// Clause: `anhua.deal.piao`.
const MOST_PIAO: u8 = 3;

impl RuleSet for Anhua {
    const ID: &'static str = "anhua";
    const VERSION: u32 = 1;
    const NAME: Text = Text::new("安化麻将", "Anhua mahjong");
    const PITCH: Text = Text::new(
        "四王七王任你代；开杠掷骰翻牌，一封到底。",
        "Four or seven kings stand for anything; a kong turns up tiles for all to win, and seals your hand.",
    );
    /// Two, three or four players.
    /// Clause: `anhua.deal.tiles`.
    const SEATS: RangeInclusive<usize> = 2..=4;
    /// Thirteen tiles each, and one more for the dealer.
    /// Clause: `anhua.deal.hands`.
    const DEALING: Dealing = Dealing { rounds: &[4, 4, 4, 1], extra: 1, apart: false };

    floor_plan!(AnhuaOptions);

    type Carry = ();

    fn new(options: AnhuaOptions, seats: usize) -> Self {
        Anhua { options, seats: seats.clamp(2, 4) as u8 }
    }

    fn seats(&self) -> usize {
        self.seats as usize
    }

    /// A full table, or two players by option; never three of four.
    /// Clauses: `anhua.match.fewer`, `anhua.ruling.34`.
    fn may_start_with(&self, players: usize) -> bool {
        players == self.seats() || (self.options.fewer_players && players == 2)
    }

    /// Four of each kind of the three suits.
    /// Clause: `anhua.deal.tiles`.
    fn tile_set(&self) -> [u8; Tile::KINDS] {
        let mut set = [0; Tile::KINDS];
        set[..27].fill(4);
        set
    }

    /// Tiles in the row before the deal: with two players some are taken out unseen.
    /// Clauses: `anhua.deal.hands`, `anhua.deal.wall`, `anhua.ruling.33`.
    fn row_length(&self) -> usize {
        let removed = if self.seats == 2 { self.options.remove_tiles } else { 0 };
        108 - removed.clamp(0, 40) as usize
    }

    fn is_window(at: &Phase) -> bool {
        matches!(at, Phase::Claim(_) | Phase::Rob(_) | Phase::KongClaim(_))
    }

    fn stage(at: &Phase) -> Stage {
        let (name, seat, tile) = match *at {
            Phase::Float => ("piao", None, None),
            Phase::Opening(seat) => ("opening", Some(seat), None),
            Phase::Turn(seat, _) => ("turn", Some(seat), None),
            Phase::Claim(w) => ("claim", Some(w.from), Some(w.tile)),
            Phase::Rob(w) => ("rob", Some(w.from), Some(w.tile)),
            Phase::KongSelf(seat) => ("kong_self", Some(seat), None),
            Phase::KongClaim(seat) => ("kong_claim", Some(seat), None),
            Phase::Sea(seat) => ("sea", Some(seat), None),
        };
        Stage { name, seat, tile }
    }

    fn first_dealer(&self) -> FirstDealer {
        match self.options.first_dealer {
            FirstDealerRule::Creator => FirstDealer::Seat(Seat::new(0)),
            FirstDealerRule::Random => FirstDealer::Random,
        }
    }

    fn settle_match(&self, end: &Progress<()>) -> Vec<Correction> {
        course::settle_match(&self.options, self.seats(), &end.totals)
    }
}
