//! 改良无锡麻将 `wuxi`: 144 tiles with flowers, points = flowers × fans × base.
//!
//! The plainest of the rule sets, and the one to read first: this file has the phases and what follows what, `flow` how each
//! step is carried out, `options` its options, `fans` the fan table, `shape` and `score` what a win is and what it is worth, `request` the
//! described hands of the command line.

mod book;
mod fans;
mod flow;
mod insight;
mod options;
mod request;
mod score;
mod shape;

pub use fans::CATALOG;
pub use options::{
    BaseFlower, DealerOnDraw, HonorTripletByDiscard, MultiWinDealer, SelfDrawFan, WuxiOptions,
};
pub use request::{Answer, WaitsAnswer, WuxiRequest, WuxiWaits};

use score::Situation;
use serde::Serialize;
use sifang_options::Text;
use sifang_table::procedures::claim::{self, Claimed, May, Window};
use sifang_table::procedures::flowers::{self, Flowers};
use sifang_table::{
    Action, After, Answers, Aside, Choices, Deal, Dealing, End, Fan, FirstDealer, Flow, Journal, MeldKind,
    Progress, RuleSet, Source, Stage, Term, Viewer,
};
use sifang_tiles::{Seat, SeatSet, Tile};
use std::ops::RangeInclusive;

/// The rule set with its options.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Wuxi {
    options: WuxiOptions,
}

/// How the tile of a turn was drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DrawKind {
    /// The dealer's fourteen tiles.
    Deal,
    /// From the front of the wall.
    Wall,
    /// As a kong's replacement.
    Kong,
    /// As a flower's replacement.
    Flower,
}

/// Where a flower replacement was interrupted by the eighth flower.
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
    Turn(Seat, DrawKind),
    /// A seat has chowed or punged: it must discard.
    MustDiscard(Seat),
    /// A discard lies open.
    Claim(Window),
    /// An added kong has been announced.
    Rob(Window),
    /// A seat has shown its eighth flower: win now, or never this way.
    Eight(Seat, Resume),
}

/// What `wuxi` remembers beyond the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Memo {
    /// Seats that have drawn from the wall since the deal.
    drew: SeatSet,
    /// The seat in turn is making its first draw.
    first_draw: bool,
}

/// What a win of `wuxi` notes beside its total.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "WuxiWinFacts"))]
pub struct WinFacts {
    /// Flowers counted.
    pub flowers: i32,
}

/// What a viewer sees beyond the common view.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "WuxiExtra"))]
pub struct Extra {
    /// Flower count of each seat from what lies open, and for the viewer's own seat also its closed honour triplets.
    pub flowers: [u8; Seat::MAX],
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
    const DEALING: Dealing = Dealing { rounds: &[4, 4, 4, 1], extra: 1, apart: false };
    const FANS: &'static [Fan] = fans::CATALOG;
    const TERMS: &'static [&'static Term] = fans::TERMS;

    type Options = WuxiOptions;
    type Phase = Phase;
    type Memo = Memo;
    type WinFacts = WinFacts;
    type Carry = ();
    type Extra = Extra;

    fn new(options: WuxiOptions, _seats: usize) -> Self {
        Wuxi { options }
    }

    fn options(&self) -> &WuxiOptions {
        &self.options
    }

    fn seats(&self) -> usize {
        4
    }

    fn tile_set(&self) -> [u8; Tile::KINDS] {
        let mut set = [4; Tile::KINDS];
        set[Tile::PLAYABLE..].fill(1);
        set
    }

    fn begin(deal: &mut Deal<Self>, journal: &mut Journal) -> Flow<Phase> {
        deal.table.deal(&Self::DEALING, journal);
        flow::deal_flowers(deal, 0, journal)
    }

    fn choices(deal: &Deal<Self>, at: &Phase, seat: Seat, out: &mut Choices) {
        match *at {
            Phase::Turn(who, _) if who == seat => flow::offer_turn(deal, seat, out),
            Phase::MustDiscard(who) if who == seat => out.discards(deal.table.hand(seat).held()),
            Phase::Claim(window) if window.from != seat => flow::offer_claim(deal, window, seat, out),
            Phase::Rob(window) if window.from != seat => {
                let may =
                    May { win: flow::can_win_on(deal, window.tile, seat, Source::RobKong), ..May::default() };
                claim::offer(&deal.table, window, seat, may, out);
            }
            Phase::Eight(who, _) if who == seat => {
                out.win();
                out.pass();
            }
            _ => {}
        }
    }

    fn resolve(deal: &mut Deal<Self>, at: Phase, answers: &Answers, journal: &mut Journal) -> Flow<Phase> {
        match at {
            Phase::Turn(seat, kind) => flow::take_turn(deal, seat, kind, answers.of(seat), journal),
            Phase::MustDiscard(seat) => {
                flow::take_turn(deal, seat, DrawKind::Wall, answers.of(seat), journal)
            }
            Phase::Claim(window) => match claim::decide(answers, window.from, deal.table.seats()) {
                Claimed::Wins(winners) => {
                    deal.table.mark_won();
                    flow::win_on(deal, &winners, window, Source::Discard, journal)
                }
                Claimed::Kong(seat) => {
                    deal.table.kong_direct(seat, journal);
                    flow::draw(deal, seat, DrawKind::Kong, journal)
                }
                Claimed::Pung(seat) => {
                    deal.table.pung(seat, journal);
                    Flow::Ask(Phase::MustDiscard(seat))
                }
                Claimed::Chow(seat, with) => {
                    deal.table.chow(seat, with, journal);
                    Flow::Ask(Phase::MustDiscard(seat))
                }
                Claimed::Nobody => {
                    flow::draw(deal, deal.table.next_playing(window.from), DrawKind::Wall, journal)
                }
            },
            Phase::Rob(window) => match claim::decide(answers, window.from, deal.table.seats()) {
                Claimed::Wins(winners) => {
                    deal.table.rob(window.from, window.tile, journal);
                    flow::win_on(deal, &winners, window, Source::RobKong, journal)
                }
                _ => {
                    deal.table.kong_added(window.from, window.tile, journal);
                    flow::draw(deal, window.from, DrawKind::Kong, journal)
                }
            },
            Phase::Eight(seat, resume) => {
                if answers.is(seat, Action::Win) {
                    return flow::win_self(deal, seat, Situation::EightFlowers, journal);
                }
                if flowers::replace(&mut deal.table, seat, journal) == Flowers::WallEmpty {
                    return Flow::Over(End::Draw);
                }
                match resume {
                    Resume::Deal(step) => flow::deal_flowers(deal, step, journal),
                    Resume::Draw => flow::keep_draw(deal, seat, DrawKind::Flower, journal),
                }
            }
        }
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

    fn on_timeout(deal: &Deal<Self>, at: &Phase, seat: Seat) -> Action {
        let highest = || deal.table.hand(seat).held().last().map_or(Action::Pass, Action::Discard);
        match at {
            Phase::Claim(_) | Phase::Rob(_) => Action::Pass,
            Phase::Eight(..) => Action::Win,
            Phase::Turn(..) | Phase::MustDiscard(_) => {
                deal.table.drawn(seat).map_or_else(highest, Action::Discard)
            }
        }
    }

    fn extra(deal: &Deal<Self>, who: Viewer) -> Extra {
        let mut flowers = [0; 4];
        for aside in deal.table.aside().iter().filter(|aside| aside.why == Aside::Flower) {
            flowers[aside.seat.index()] += 1;
        }
        for (seat, flowers) in Seat::all(4).zip(&mut flowers) {
            *flowers += deal.table.melds(seat).iter().map(|m| flowers_of_meld(m.kind, m.tile)).sum::<u8>();
            if who.owns(seat) || deal.table.shown().contains(seat) {
                let hand = deal.table.hand(seat);
                *flowers += 2 * Tile::honors().filter(|honor| hand.count(*honor) >= 3).count() as u8;
            }
        }
        Extra { flowers }
    }

    fn first_dealer(&self) -> FirstDealer {
        FirstDealer::Random
    }

    fn after(deal: &Deal<Self>, before: &Progress<()>) -> After<()> {
        let options = &deal.rules.options;
        let dealer = match deal.wins() {
            [] if options.dealer_on_draw == DealerOnDraw::Next => before.dealer.after(1, 4),
            [] => before.dealer,
            [first, _, ..] if options.multi_win_dealer == MultiWinDealer::Discarder => {
                first.from.unwrap_or(first.seat)
            }
            [first, ..] => first.seat,
        };
        After { dealer: Some(dealer), carry: (), over: before.played + 1 >= options.deals as u32 }
    }
}

/// Flowers that a laid-down meld is worth.
fn flowers_of_meld(kind: MeldKind, tile: Tile) -> u8 {
    match (tile.is_honor(), kind) {
        (_, MeldKind::Chow) | (false, MeldKind::Pung) => 0,
        (true, MeldKind::Pung) | (false, MeldKind::KongDirect | MeldKind::KongAdded) => 1,
        (false, MeldKind::KongConcealed) => 2,
        (true, MeldKind::KongDirect | MeldKind::KongAdded) => 3,
        (true, MeldKind::KongConcealed) => 4,
    }
}
