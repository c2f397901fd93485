//! 血战到底·埋三张定缺 `xuezhan`: 108 tiles, three of them buried to fix the void suit, and play goes on after a win.
//!
//! This file says what a deal of it is; `flow` how it goes, `offer` what is legal, `shape` what wins, `fans` and `score` what
//! a win is worth, `settle` the other payments, `view` what a screen needs beyond the table, `request` the described hands.

mod book;
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
pub use options::{BuryCheck, BuryPenalty, NextDealer, PigPenaltyUnit, XuezhanOptions};
pub use request::{Answer, Wait, WaitsAnswer, XuezhanRequest, XuezhanWaits};
pub use view::{Account, AfterDiscard, Extra, NextDealerView, ReadySeat, Settlement, WaitView};

use fans::F;
use score::Scored;
use serde::Serialize;
use sifang_options::Text;
use sifang_table::procedures::claim::Window;
use sifang_table::procedures::passing::Locks;
use sifang_table::{
    Action, After, Answers, Choices, Deal, Dealing, Fan, FirstDealer, Flow, Journal, Progress, RuleSet,
    Source, Stage, Term, Viewer,
};
use sifang_tiles::{Seat, SeatSet, Suit, Tile};
use std::ops::RangeInclusive;

/// The rule set with its options.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Xuezhan {
    options: XuezhanOptions,
}

/// How a turn came about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TurnKind {
    /// The dealer's first turn, without a draw.
    Initial,
    /// After a draw from the front.
    Draw,
    /// After the replacement of a kong.
    Replacement,
    /// After a pon, without a draw.
    Pon,
}

/// Where a deal of `xuezhan` stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// All four choose the three tiles they bury.
    Bury,
    /// Seats other than the dealer that are ready may say so.
    Ready,
    /// A seat's own move.
    Turn(Seat, TurnKind),
    /// A discard lies open.
    Claim(Window),
    /// An added kong has been announced.
    Rob(Window),
}

/// What `xuezhan` remembers beyond the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Memo {
    /// Void suit of each seat, known to itself.
    void: [Option<Suit>; Seat::MAX],
    /// Seats that buried tiles of several suits.
    mixed: SeatSet,
    /// Seats that have declared ready.
    declared: SeatSet,
    /// Seats that have discarded.
    discarded: SeatSet,
    /// Wins let go.
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
    last_kong: u8,
    /// How many seats won in the first win event.
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
    const DEALING: Dealing = Dealing { rounds: &[4, 4, 4, 1], extra: 1, apart: false };
    const FANS: &'static [Fan] = fans::CATALOG;
    const TERMS: &'static [&'static Term] = fans::TERMS;

    type Options = XuezhanOptions;
    type Phase = Phase;
    type Memo = Memo;
    type WinFacts = WinFacts;
    type Carry = ();
    type Extra = Extra;

    fn new(options: XuezhanOptions, _seats: usize) -> Self {
        Xuezhan { options }
    }

    fn options(&self) -> &XuezhanOptions {
        &self.options
    }

    fn seats(&self) -> usize {
        4
    }

    fn tile_set(&self) -> [u8; Tile::KINDS] {
        let mut set = [0; Tile::KINDS];
        set[..Suit::Honor.start() as usize].fill(4);
        set
    }

    fn begin(deal: &mut Deal<Self>, journal: &mut Journal) -> Flow<Phase> {
        deal.table.deal(&Self::DEALING, journal);
        Flow::Ask(Phase::Bury)
    }

    fn choices(deal: &Deal<Self>, at: &Phase, seat: Seat, out: &mut Choices) {
        offer::offer(deal, *at, seat, out);
    }

    fn resolve(deal: &mut Deal<Self>, at: Phase, answers: &Answers, journal: &mut Journal) -> Flow<Phase> {
        match at {
            Phase::Bury => flow::bury(deal, answers, journal),
            Phase::Ready => flow::declare(deal, answers, journal),
            Phase::Turn(seat, kind) => flow::take_turn(deal, seat, kind, answers.of(seat), journal),
            Phase::Claim(window) => flow::close_claim(deal, window, answers, journal),
            Phase::Rob(window) => flow::close_rob(deal, window, answers, journal),
        }
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

    fn on_timeout(deal: &Deal<Self>, at: &Phase, seat: Seat) -> Action {
        match at {
            Phase::Bury => Action::Bury(offer::default_burial(deal.table.hand(seat))),
            Phase::Ready | Phase::Claim(_) | Phase::Rob(_) => Action::Pass,
            Phase::Turn(..) => {
                let legal = offer::discards(deal, seat);
                let drawn = deal.table.drawn(seat).filter(|t| legal.contains(*t));
                drawn.or(legal.last()).map_or(Action::Pass, Action::Discard)
            }
        }
    }

    fn extra(deal: &Deal<Self>, who: Viewer) -> Extra {
        view::extra(deal, who)
    }

    fn first_dealer(&self) -> FirstDealer {
        FirstDealer::Random
    }

    fn after(deal: &Deal<Self>, before: &Progress<()>) -> After<()> {
        let over = before.played + 1 >= deal.rules.options.deals as u32;
        After { dealer: Some(next_dealer(deal).0), carry: (), over }
    }
}

/// Who deals next and why: the first win event of the hand decides.
fn next_dealer(deal: &Deal<Xuezhan>) -> (Seat, &'static Term) {
    let dealer = deal.table.dealer();
    let Some(first) = deal.wins().first() else { return (dealer, &fans::DEALER_NO_WIN) };
    if deal.memo.first_winners > 1 {
        (first.seat, &fans::DEALER_SEVERAL)
    } else if first.seat == dealer {
        (dealer, &fans::DEALER_WON)
    } else if deal.rules.options.next_dealer == NextDealer::Winner {
        (first.seat, &fans::DEALER_WINNER)
    } else {
        (first.seat.after(3, 4), &fans::DEALER_UPPER)
    }
}

// ---- what a win in the present situation is worth ----

/// The fans that belong to the seat however it wins: declared ready, and being the dealer.
fn declared_and_dealer(deal: &Deal<Xuezhan>, seat: Seat) -> FanSet {
    let mut fans = FanSet::default();
    fans.add_if(deal.memo.declared.contains(seat), F::DeclaredReady);
    fans.add_if(deal.table.dealer() == seat, F::DealerWin);
    fans
}

/// Scores a win by self-draw in the seat's turn.
fn score_self_draw(deal: &Deal<Xuezhan>, seat: Seat, kind: TurnKind) -> Option<Scored> {
    let mut fans = declared_and_dealer(deal, seat);
    let wall_empty = deal.table.wall().left() == 0;
    let drew = matches!(kind, TurnKind::Draw | TurnKind::Replacement);
    fans.add(F::SelfDraw);
    fans.add_if(kind == TurnKind::Initial, F::Heavenly);
    fans.add_if(kind == TurnKind::Replacement, F::KongDraw);
    fans.add_if(drew && wall_empty, F::LastTile);
    fans.add_if(kind == TurnKind::Draw && is_first_round(deal, seat), F::Earthly);
    score::score(&deal.rules.options, deal.table.hand(seat).counts(), deal.table.melds(seat), fans)
}

/// Scores a win on somebody's discard or robbed kong.
fn score_claim(deal: &Deal<Xuezhan>, seat: Seat, tile: Tile, source: Source) -> Option<Scored> {
    let options = &deal.rules.options;
    let mut fans = declared_and_dealer(deal, seat);
    if source == Source::RobKong {
        fans.add_if(options.rob_kong_fan > 0, F::RobKong);
    } else {
        let wall_empty = deal.table.wall().left() == 0;
        fans.add_if(deal.memo.after_kong, F::KongDiscard);
        fans.add_if(options.last_discard_fan && wall_empty, F::LastTile);
        let first = deal.memo.first_discard && is_first_round(deal, seat);
        fans.add_if(first && !options.earthly_self_draw_only, F::Earthly);
    }
    let mut counts = *deal.table.hand(seat).counts();
    counts[tile.index()] += 1;
    score::score(options, &counts, deal.table.melds(seat), fans)
}

/// 首轮 for a seat: not the dealer, it has not discarded, nobody has ponged or konged, and the wall is not empty.
fn is_first_round(deal: &Deal<Xuezhan>, seat: Seat) -> bool {
    let memo = &deal.memo;
    seat != deal.table.dealer()
        && !memo.melded
        && !memo.discarded.contains(seat)
        && deal.table.wall().left() > 0
}
