//! 竞技规则 `jingji`: seventeen-tile hands, three golds that stand for anything, points = fu to the power of fan.
//!
//! This file is the table of contents: phases, what is remembered, the answers to the engine's questions. `flow` is the flow
//! of a hand, `settle` its end, `course` the match; `reading`, `formula` and `score` say what a win is worth, `wait` who waits and may
//! declare ready; `view` is what the screen needs beyond the common view, `request` and `script` the described
//! hands of the command line.

mod book;
mod course;
mod fans;
mod flow;
mod insight;
mod options;
mod request;
mod score;
mod settle;
mod view;

pub use course::Carry;
pub use fans::{CATALOG, FU_CATALOG};
pub use options::{JingjiOptions, RobDiscardKongPayer, StakeOnDraw};
pub use request::{Answer, JingjiRequest, JingjiWaits, Report, ScriptFields, WaitsAnswer};
pub use score::{Chance, Claim, Method, NoWin, Scored, score};
pub use view::{Extra, ReadyOption, WaitView};

use score::Short;
use serde::Serialize;
use sifang_options::Text;
use sifang_table::procedures::claim::Window;
use sifang_table::{
    Action, After, Answers, Choices, Correction, Deal, Dealing, Fan, FirstDealer, Flow, Journal, Progress,
    RuleSet, Source, Stage, Term, Viewer,
};
use sifang_tiles::{Seat, SeatSet, Tile};
use std::ops::RangeInclusive;

/// The rule set with its options.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Jingji {
    options: JingjiOptions,
}

/// Where the tile of a turn came from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Drawn {
    /// The dealer's seventeenth tile (坎门).
    Dealt,
    /// The live wall.
    Wall,
    /// A kong's replacement.
    Kong,
    /// Nothing was drawn: the seat has just chowed or punged.
    Nothing,
}

/// Where a hand of `jingji` stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// The gold has been turned: robbing it, three golds, the dealer's win on the deal.
    Opening,
    /// A seat must discard, or kong, win, declare ready.
    Turn(Seat, Drawn),
    /// A discard lies open.
    Claim(Window),
    /// An added kong has been announced.
    Rob(Window),
}

/// What `jingji` remembers beyond the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Memo {
    /// The gold kind, which is the indicator's own.
    gold: Tile,
    /// Seats that have declared ready.
    ready: SeatSet,
    /// 场供 on the table, earlier hands included.
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

/// 王牌.
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
    const DEALING: Dealing = Dealing { rounds: &[4; 4], extra: 1, apart: true };
    const FANS: &'static [Fan] = fans::CATALOG;
    const TERMS: &'static [&'static Term] = fans::TERMS;

    type Options = JingjiOptions;
    type Phase = Phase;
    type Memo = Memo;
    type WinFacts = WinFacts;
    type Carry = Carry;
    type Extra = Extra;

    fn new(options: JingjiOptions, _seats: usize) -> Self {
        Jingji { options }
    }

    fn options(&self) -> &JingjiOptions {
        &self.options
    }

    fn seats(&self) -> usize {
        4
    }

    fn tile_set(&self) -> [u8; Tile::KINDS] {
        let mut set = [0; Tile::KINDS];
        set[..Tile::PLAYABLE].fill(4);
        set
    }

    fn begin(deal: &mut Deal<Self>, journal: &mut Journal) -> Flow<Phase> {
        deal.table.deal(&Self::DEALING, journal);
        deal.table.keep_dead_wall(DEAD_WALL);
        deal.memo.gold = deal.table.show_dead_wall_tile(journal).unwrap_or_default();
        deal.memo.stakes = deal.carry.stakes;
        Flow::Ask(Phase::Opening)
    }

    #[inline]
    fn choices(deal: &Deal<Self>, at: &Phase, seat: Seat, out: &mut Choices) {
        match *at {
            Phase::Opening => flow::offer_opening(deal, seat, out),
            Phase::Turn(who, drawn) if who == seat => flow::offer_turn(deal, seat, drawn, out),
            Phase::Claim(window) => flow::offer_claim(deal, window, seat, out),
            Phase::Rob(window) if window.from != seat => flow::offer_rob(deal, window, seat, out),
            Phase::Turn(..) | Phase::Rob(_) => {}
        }
    }

    fn resolve(deal: &mut Deal<Self>, at: Phase, answers: &Answers, journal: &mut Journal) -> Flow<Phase> {
        match at {
            Phase::Opening => flow::open(deal, answers, journal),
            Phase::Turn(seat, drawn) => flow::take_turn(deal, seat, drawn, answers.of(seat), journal),
            Phase::Claim(window) => flow::decide_claim(deal, window, answers, journal),
            Phase::Rob(window) => flow::decide_rob(deal, window, answers, journal),
        }
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

    fn on_timeout(deal: &Deal<Self>, at: &Phase, seat: Seat) -> Action {
        match at {
            Phase::Opening => Action::Win,
            // Only the dealer's own robbing of the gold is put to the discarder.
            Phase::Claim(window) if window.from == seat => Action::Win,
            Phase::Claim(_) | Phase::Rob(_) => Action::Pass,
            Phase::Turn(..) => Action::Discard(flow::idle_discard(deal, seat)),
        }
    }

    fn extra(deal: &Deal<Self>, who: Viewer) -> Extra {
        view::extra(deal, who)
    }

    fn first_dealer(&self) -> FirstDealer {
        FirstDealer::Seat(Seat::new(0))
    }

    fn first_carry(&self) -> Carry {
        Carry::first(self.options.start_points)
    }

    fn after(deal: &Deal<Self>, before: &Progress<Carry>) -> After<Carry> {
        course::after(deal, before)
    }

    fn settle_match(&self, end: &Progress<Carry>) -> Vec<Correction> {
        course::settle(end)
    }

    fn ranks(&self, end: &Progress<Carry>) -> Vec<u8> {
        course::ranks(end)
    }
}

/// 自风: the dealer is East.
fn seat_wind(dealer: Seat, seat: Seat) -> Tile {
    Tile::honor(dealer.distance_to(seat, 4) as u8 + 1)
}

/// A seat's hand as a hand that is one tile short (or, in its own turn, one too long).
fn short(deal: &Deal<Jingji>, seat: Seat) -> Short<'_> {
    let hand = deal.table.hand(seat);
    Short {
        counts: *hand.counts(),
        keys: hand.keys(),
        melds: deal.table.melds(seat),
        gold: deal.memo.gold,
        is_dealer: seat == deal.table.dealer(),
        seat_wind: seat_wind(deal.table.dealer(), seat),
        round_wind: deal.carry.round_wind(),
    }
}

/// Looks at a seat's hand, with `added` to it, as won on `tile`.
fn with_claim<T>(
    deal: &Deal<Jingji>,
    seat: Seat,
    tile: Option<Tile>,
    added: Option<Tile>,
    source: Source,
    chance: Chance,
    look: impl FnOnce(&Claim<'_>) -> T,
) -> T {
    let mut counts = *deal.table.hand(seat).counts();
    if let Some(tile) = added {
        counts[tile.index()] += 1;
    }
    look(&Claim {
        counts: &counts,
        melds: deal.table.melds(seat),
        tile,
        gold: deal.memo.gold,
        source,
        chance,
        is_dealer: seat == deal.table.dealer(),
        seat_wind: seat_wind(deal.table.dealer(), seat),
        round_wind: deal.carry.round_wind(),
    })
}

fn score_of(
    deal: &Deal<Jingji>,
    seat: Seat,
    tile: Option<Tile>,
    added: Option<Tile>,
    source: Source,
    chance: Chance,
) -> Result<Scored, NoWin> {
    with_claim(deal, seat, tile, added, source, chance, |claim| score::score(&deal.rules.options, claim))
}
