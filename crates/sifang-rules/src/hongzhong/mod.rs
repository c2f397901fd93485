//! 红中断勾卡 `hongzhong`: a blood battle of 76 tiles in which the four red dragons are wild, hands can be declared after the
//! deal, and five pairs are won by asking.
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

pub use fans::CATALOG;
pub use options::{AskDuty, HongzhongOptions, OneFanDiscard, TerminalTriplets};
pub use request::{Answer, PayerLine};
pub use score::{Wait, Waits};
pub use shape::{ORDINARY, WILD};
pub use view::Extra;

use crate::plan::floor_plan;
use serde::Serialize;
use sifang_options::Text;
use sifang_table::procedures::claim::Window;
use sifang_table::procedures::passing::Locks;
use sifang_table::{Deal, Dealing, Declaration, FirstDealer, RuleSet, Stage, Win};
use sifang_tiles::{Seat, SeatSet, Tile};
use std::ops::RangeInclusive;

/// The rule set with its options.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hongzhong {
    options: HongzhongOptions,
}

/// How a turn began.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum TurnStart {
    /// With the dealer's eleven tiles.
    /// Clause: `hongzhong.deal.hands`.
    #[default]
    Dealt,
    /// With a draw from the front of the wall.
    Wall,
    /// With a kong's replacement, from the back.
    /// Clause: `hongzhong.ruling.26`.
    Kong,
    /// With a pung: nothing was drawn.
    /// Clause: `hongzhong.turn.after_pung`.
    Claimed,
}

/// Where a deal of `hongzhong` stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// After the deal: who can may declare.
    /// Clauses: `hongzhong.declare.window`, `hongzhong.ruling.2`, `hongzhong.ruling.38`.
    Declare,
    /// A seat has drawn, or is the dealer with its eleven tiles.
    /// Clause: `hongzhong.turn.actions`.
    Turn(Seat),
    /// A seat has punged: it must discard.
    /// Clauses: `hongzhong.turn.after_pung`, `hongzhong.ruling.40`.
    MustDiscard(Seat),
    /// A discard lies open.
    /// Clauses: `hongzhong.turn.claims`, `hongzhong.ruling.28`.
    Claim(Window),
    /// 请胡: a tile asked with lies open.
    /// Clauses: `hongzhong.ask.ask`, `hongzhong.ruling.5`.
    Ask(Window),
    /// An added kong has been announced.
    /// Clause: `hongzhong.turn.rob`.
    Rob(Window),
}

/// What `hongzhong` remembers beyond the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Memo {
    declared: [Option<Declaration>; Seat::MAX],
    /// 过手胡: what each seat has let go.
    /// Clauses: `hongzhong.turn.passing`, `hongzhong.ruling.30`.
    locks: Locks,
    /// 勇往直前: seats whose asked tile was won on.
    /// Clauses: `hongzhong.ask.caught`, `hongzhong.ask.locked`.
    locked: SeatSet,
    /// Seats whose closed tiles are ready for a standard win: kept, because only these can win on a thrown tile.
    ready: SeatSet,
    /// Seats that have drawn from the wall.
    have_drawn: SeatSet,
    /// Per seat the places of pungs that were made with three in the hand: they never become kongs.
    /// Clauses: `hongzhong.turn.kong`, `hongzhong.ruling.24`.
    stuck: [u8; Seat::MAX],
    /// How the seat that is or was last in turn came to its tiles.
    drew: TurnStart,
    /// That seat is making its first draw.
    first_draw: bool,
    /// Tiles thrown so far, asked ones included.
    throws: u8,
    /// Whose tile several seats won on.
    /// Clauses: `hongzhong.match.dealer`, `hongzhong.ruling.29`, `hongzhong.ruling.41`.
    fed_several: Option<Seat>,
}

impl Memo {
    /// Whether the pung at this place was made with three in the hand.
    /// Clauses: `hongzhong.turn.kong`, `hongzhong.ruling.24`.
    fn is_stuck(&self, seat: Seat, place: usize) -> bool {
        self.stuck[seat.index()] >> place & 1 == 1
    }

    /// Whether the seat in turn drew the last tile, if so many are left.
    /// Clauses: `hongzhong.deal.wall`, `hongzhong.ruling.1`.
    fn drew_last(&self, left: usize) -> bool {
        left == 0 && matches!(self.drew, TurnStart::Wall | TurnStart::Kong)
    }
}

/// What a win of `hongzhong` notes beside its total.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "HongzhongWinFacts"))]
pub struct WinFacts {
    /// Fan before the cap.
    pub raw: i32,
    /// Won by asking, or on an asked tile.
    pub asked: bool,
}

/// So many winners end a deal.
/// Clause: `hongzhong.turn.after_win`.
const WINNERS: usize = 2;

impl RuleSet for Hongzhong {
    const ID: &'static str = "hongzhong";
    const VERSION: u32 = 1;
    const NAME: Text = Text::new("红中断勾卡", "Red-dragon blood battle");
    const PITCH: Text = Text::new(
        "红中是癞子，五对要请胡，一家胡了接着打。",
        "Red dragons are wild, five pairs must ask to win, and play goes on after the first win.",
    );
    const SEATS: RangeInclusive<usize> = 4..=4;
    /// Ten tiles each, and one more for the dealer.
    /// Clause: `hongzhong.deal.hands`.
    const DEALING: Dealing = Dealing { rounds: &[4, 4, 2], extra: 1, apart: false };

    floor_plan!(HongzhongOptions);

    type Carry = ();

    fn new(options: HongzhongOptions, _seats: usize) -> Self {
        Hongzhong { options }
    }

    /// Four of each ordinary kind, and four red dragons.
    /// Clause: `hongzhong.deal.tiles`.
    fn tile_set(&self) -> [u8; Tile::KINDS] {
        let mut set = [0; Tile::KINDS];
        ORDINARY.iter().for_each(|tile| set[tile.index()] = 4);
        set[WILD.index()] = 4;
        set
    }

    fn is_window(at: &Phase) -> bool {
        !matches!(at, Phase::Turn(_) | Phase::MustDiscard(_))
    }

    fn stage(at: &Phase) -> Stage {
        let (name, seat, tile) = match *at {
            Phase::Declare => ("declare", None, None),
            Phase::Turn(seat) => ("turn", Some(seat), None),
            Phase::MustDiscard(seat) => ("after_pon", Some(seat), None),
            Phase::Claim(w) => ("claim", Some(w.from), Some(w.tile)),
            Phase::Ask(w) => ("ask", Some(w.from), Some(w.tile)),
            Phase::Rob(w) => ("rob", Some(w.from), Some(w.tile)),
        };
        Stage { name, seat, tile }
    }

    /// Not before the deal is over.
    /// Clauses: `hongzhong.turn.closed`, `hongzhong.ruling.37`.
    fn win_is_open(_deal: &Deal<Self>, _win: &Win<WinFacts>) -> bool {
        false
    }

    /// Seat 0.
    /// Clause: `hongzhong.match.dealer`.
    fn first_dealer(&self) -> FirstDealer {
        FirstDealer::Seat(Seat::new(0))
    }
}
