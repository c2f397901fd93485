//! 红中断勾卡 `hongzhong`: a blood battle of 76 tiles in which the four red dragons are wild, hands can be declared after the
//! deal, and five pairs are won by asking.
//!
//! This file says what a deal consists of; `flow` is how it goes on, `offer` what is legal, `shape`, `reading` and `score`
//! what wins and for how many fan, `waits` what a hand waits for, `settle` who pays, `fans` the fan table; `request` and
//! `described` are the described hands of the command line.

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

pub use fans::CATALOG;
pub use options::{HongzhongOptions, TerminalTriplets};
pub use request::{Answer, HongzhongRequest, HongzhongWaits, Loose, PayerLine};
pub use score::{Wait, Waits};
pub use shape::{ORDINARY, WILD};

use serde::Serialize;
use sifang_options::Text;
use sifang_table::procedures::claim::Window;
use sifang_table::procedures::passing::Locks;
use sifang_table::{
    Action, After, Answers, Choices, Deal, Dealing, Declaration, Fan, FirstDealer, Flow, Journal, Progress,
    RuleSet, Source, Stage, Term, Viewer, Win,
};
use sifang_tiles::{Seat, SeatSet, Tile};
use std::ops::RangeInclusive;

/// The rule set with its options.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hongzhong {
    options: HongzhongOptions,
}

/// How the seat in turn came to its tiles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum DrawKind {
    /// The dealer's eleven tiles.
    #[default]
    Deal,
    /// From the front of the wall.
    Wall,
    /// As a kong's replacement, from the back.
    Kong,
    /// It has claimed a tile and drawn none.
    Pung,
}

/// On whose tile a seat wins, and how it came to lie there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum On {
    /// Thrown.
    Discard,
    /// Asked with.
    Asked,
    /// Added to a pung.
    Robbed,
}

impl On {
    const fn source(self) -> Source {
        match self {
            On::Discard | On::Asked => Source::Discard,
            On::Robbed => Source::RobKong,
        }
    }
}

/// Where a deal of `hongzhong` stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// After the deal: who can may declare.
    Declare,
    /// A seat has drawn, or is the dealer with its eleven tiles.
    Turn(Seat),
    /// A seat has punged: it must discard.
    AfterPung(Seat),
    /// A discard lies open.
    Claim(Window),
    /// 请胡: a tile asked with lies open.
    Ask(Window),
    /// An added kong has been announced.
    Rob(Window),
}

/// What `hongzhong` remembers beyond the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Memo {
    declared: [Option<Declaration>; Seat::MAX],
    /// 过手胡: what each seat has let go.
    passed: Locks,
    /// 勇往直前: seats whose asked tile was won on.
    locked: SeatSet,
    /// Seats whose closed tiles are ready for a standard win: kept, because only these can win on a thrown tile.
    ready: SeatSet,
    /// Seats that have drawn from the wall.
    have_drawn: SeatSet,
    /// Per seat the places of pungs that were made with three in the hand: they never become kongs.
    stuck: [u8; Seat::MAX],
    /// How the seat that is or was last in turn came to its tiles.
    drew: DrawKind,
    /// That seat is making its first draw.
    first_draw: bool,
    /// Tiles thrown so far, asked ones included.
    throws: u8,
    /// Whose tile several seats won on.
    fed_several: Option<Seat>,
}

impl Memo {
    fn is_stuck(&self, seat: Seat, place: usize) -> bool {
        self.stuck[seat.index()] >> place & 1 == 1
    }

    /// Whether the seat in turn drew the last tile, if so many are left.
    fn drew_last(&self, left: usize) -> bool {
        left == 0 && matches!(self.drew, DrawKind::Wall | DrawKind::Kong)
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

/// What a viewer sees beyond the common view.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "HongzhongExtra"))]
pub struct Extra {
    /// What each seat has declared.
    pub declared: Vec<Option<Declaration>>,
    /// Kongs each seat has made since declaring ready.
    pub declared_kongs: Vec<u8>,
    /// 勇往直前: seats that can only win by asking.
    pub locked: Vec<Seat>,
    /// Fan that each seat's declaration adds to what it pays.
    pub catch: Vec<i32>,
    /// 过手胡: the viewer may win on others' tiles only with more fan than this.
    pub passed: Option<i32>,
    /// What the viewer's own hand waits for, while it is one tile short.
    pub waits: Option<Waits>,
}

/// So many winners end a deal.
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
    const DEALING: Dealing = Dealing { rounds: &[4, 4, 2], extra: 1, apart: false };
    const FANS: &'static [Fan] = fans::CATALOG;
    const TERMS: &'static [&'static Term] = fans::TERMS;

    type Options = HongzhongOptions;
    type Phase = Phase;
    type Memo = Memo;
    type WinFacts = WinFacts;
    type Carry = ();
    type Extra = Extra;

    fn new(options: HongzhongOptions, _seats: usize) -> Self {
        Hongzhong { options }
    }

    fn options(&self) -> &HongzhongOptions {
        &self.options
    }

    fn seats(&self) -> usize {
        4
    }

    fn tile_set(&self) -> [u8; Tile::KINDS] {
        let mut set = [0; Tile::KINDS];
        ORDINARY.iter().for_each(|tile| set[tile.index()] = 4);
        set[WILD.index()] = 4;
        set
    }

    fn begin(deal: &mut Deal<Self>, journal: &mut Journal) -> Flow<Phase> {
        deal.table.deal(&Self::DEALING, journal);
        let dealer = deal.table.dealer();
        dealer.others(4).for_each(|seat| flow::note_ready(deal, seat));
        Flow::Ask(Phase::Declare)
    }

    fn choices(deal: &Deal<Self>, at: &Phase, seat: Seat, out: &mut Choices) {
        match *at {
            Phase::Declare => offer::declare(deal, seat, out),
            Phase::Turn(who) if who == seat => offer::turn(deal, seat, out),
            Phase::AfterPung(who) if who == seat => offer::discards(deal, seat, out),
            Phase::Claim(window) if window.from != seat => offer::claim(deal, window, seat, out),
            Phase::Ask(window) if window.from != seat => offer::win_only(deal, window, seat, On::Asked, out),
            Phase::Rob(window) if window.from != seat => offer::win_only(deal, window, seat, On::Robbed, out),
            _ => {}
        }
    }

    fn resolve(deal: &mut Deal<Self>, at: Phase, answers: &Answers, journal: &mut Journal) -> Flow<Phase> {
        match at {
            Phase::Declare => {
                for (seat, action) in answers.iter() {
                    if let Action::Declare(what) = action {
                        flow::declare(deal, seat, what, journal);
                    }
                }
                Flow::Ask(Phase::Turn(deal.table.dealer()))
            }
            Phase::Turn(seat) => flow::take_turn(deal, seat, answers.of(seat), journal),
            Phase::AfterPung(seat) => match answers.of(seat) {
                Some(Action::Discard(tile)) => flow::throw(deal, seat, tile, false, journal),
                _ => Flow::Ask(at),
            },
            Phase::Claim(window) => flow::resolve_claim(deal, window, answers, journal),
            Phase::Ask(window) => flow::resolve_ask(deal, window, answers, journal),
            Phase::Rob(window) => flow::resolve_rob(deal, window, answers, journal),
        }
    }

    fn is_window(at: &Phase) -> bool {
        !matches!(at, Phase::Turn(_) | Phase::AfterPung(_))
    }

    fn stage(at: &Phase) -> Stage {
        let (name, seat, tile) = match *at {
            Phase::Declare => ("declare", None, None),
            Phase::Turn(seat) => ("turn", Some(seat), None),
            Phase::AfterPung(seat) => ("after_pon", Some(seat), None),
            Phase::Claim(w) => ("claim", Some(w.from), Some(w.tile)),
            Phase::Ask(w) => ("ask", Some(w.from), Some(w.tile)),
            Phase::Rob(w) => ("rob", Some(w.from), Some(w.tile)),
        };
        Stage { name, seat, tile }
    }

    fn on_timeout(deal: &Deal<Self>, at: &Phase, seat: Seat) -> Action {
        if Self::is_window(at) {
            return Action::Pass;
        }
        let choices = deal.choices_now(seat);
        let (discards, asks) = (choices.offered_discards(), choices.offered_asks());
        let drawn = deal.table.drawn(seat);
        let discard = drawn.filter(|t| discards.contains(*t)).or(discards.first()).map(Action::Discard);
        let ask = || drawn.filter(|t| asks.contains(*t)).or(asks.first()).map(Action::Ask);
        discard.or_else(ask).unwrap_or(Action::Pass)
    }

    fn win_is_open(_deal: &Deal<Self>, _win: &Win<WinFacts>) -> bool {
        false
    }

    fn extra(deal: &Deal<Self>, who: Viewer) -> Extra {
        let own = if let Viewer::Seat(seat) = who { Some(seat) } else { None };
        let ready = |seat: Seat| deal.memo.declared[seat.index()] == Some(Declaration::Ready);
        let kongs = |seat: Seat| if ready(seat) { score::kongs(deal.table.melds(seat)) } else { 0 };
        let waits = |seat: &Seat| deal.table.hand(*seat).len() % 3 == 1 && !deal.table.out().contains(*seat);
        Extra {
            declared: deal.memo.declared.to_vec(),
            declared_kongs: Seat::all(4).map(kongs).collect(),
            locked: deal.memo.locked.iter().collect(),
            catch: Seat::all(4).map(|seat| settle::catch_at(deal, seat, false).fan).collect(),
            passed: own.and_then(|seat| deal.memo.passed.exceeds(seat)),
            waits: own.filter(waits).map(|seat| settle::waiting(deal, seat).table()),
        }
    }

    fn first_dealer(&self) -> FirstDealer {
        FirstDealer::Seat(Seat::new(0))
    }

    fn after(deal: &Deal<Self>, before: &Progress<()>) -> After<()> {
        let first_winner = deal.wins().first().map_or(before.dealer, |win| win.seat);
        After {
            dealer: Some(deal.memo.fed_several.unwrap_or(first_winner)),
            carry: (),
            over: before.played + 1 >= deal.rules.options.deals as u32,
        }
    }
}
