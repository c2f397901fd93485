//! 红中断勾卡 `hongzhong`: a blood battle of 76 tiles in which the four red dragons are wild, hands can be declared after the
//! deal, and five pairs are won by asking.
//!
//! This file is the flow of a deal; `offer` says what is legal, `shape` and `score` what wins and for how many fan, `waits` what
//! a hand waits for, `settle` who pays, `fans` the fan table, `request` the described hands of the command line.

mod fans;
mod offer;
mod options;
mod request;
mod score;
mod settle;
mod shape;
mod waits;

pub use fans::{CATALOG, TERMS};
pub use options::{HongzhongOptions, TerminalTriplets};
pub use request::{Answer, HongzhongRequest, HongzhongWaits, PayerLine};
pub use waits::{Wait, Waits};

use serde::Serialize;
use shape::{ORDINARY, WILD};
use sifang_options::Text;
use sifang_table::procedures::claim::{self, Claimed, Window, Winners};
use sifang_table::procedures::passing::Locks;
use sifang_table::{
    Action, After, Answers, Aside, Choices, Deal, Declaration, End, Fan, FirstDealer, Flow, Journal,
    Progress, RuleSet, Source, Stage, Viewer, WallEnd, Win,
};
use sifang_tiles::{Seat, SeatSet, Tile};
use std::ops::RangeInclusive;
use tinyvec::ArrayVec;

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
pub struct WinFacts {
    /// Fan before the cap.
    pub raw: i32,
    /// Won by asking, or on an asked tile.
    pub asked: bool,
}

/// What a viewer sees beyond the common view.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
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

const ROUNDS: [u8; 3] = [4, 4, 2];
const DEALER_EXTRA: u8 = 1;
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
    const FANS: &'static [Fan] = fans::CATALOG;

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
        deal.table.deal(&ROUNDS, DEALER_EXTRA, false, journal);
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
                        declare(deal, seat, what, journal);
                    }
                }
                Flow::Ask(Phase::Turn(deal.table.dealer()))
            }
            Phase::Turn(seat) => take_turn(deal, seat, answers.of(seat), journal),
            Phase::AfterPung(seat) => match answers.of(seat) {
                Some(Action::Discard(tile)) => throw(deal, seat, tile, false, journal),
                _ => Flow::Ask(at),
            },
            Phase::Claim(window) => resolve_claim(deal, window, answers, journal),
            Phase::Ask(window) => {
                note_passed(deal, window, On::Asked, answers);
                match claim::decide(answers, window.from, 4) {
                    Claimed::Wins(winners) => {
                        deal.table.lay_in_river(window.from, Aside::Asked, journal);
                        deal.memo.locked.insert(window.from);
                        win_on(deal, &winners, window, On::Asked, journal)
                    }
                    _ => win_own(deal, window.from, Some(window.tile), journal),
                }
            }
            Phase::Rob(window) => {
                note_passed(deal, window, On::Robbed, answers);
                match claim::decide(answers, window.from, 4) {
                    Claimed::Wins(winners) => {
                        deal.table.rob(window.from, window.tile, journal);
                        win_on(deal, &winners, window, On::Robbed, journal)
                    }
                    _ => {
                        deal.table.kong_added(window.from, window.tile, journal);
                        finish_kong(deal, window.from, window.tile, journal)
                    }
                }
            }
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

// ---- turns ----

fn declare(deal: &mut Deal<Hongzhong>, seat: Seat, what: Declaration, journal: &mut Journal) {
    deal.memo.declared[seat.index()] = Some(what);
    deal.note_declared(seat, what, journal);
}

/// A seat draws and is in turn, or the wall is used up.
fn draw(deal: &mut Deal<Hongzhong>, seat: Seat, kind: DrawKind, journal: &mut Journal) -> Flow<Phase> {
    let end = if kind == DrawKind::Kong { WallEnd::Back } else { WallEnd::Front };
    if deal.table.draw(seat, end, journal).is_none() {
        settle::settle_draw(deal, journal);
        return over(deal, End::Draw, journal);
    }
    let memo = &mut deal.memo;
    memo.first_draw = !memo.have_drawn.contains(seat);
    memo.have_drawn.insert(seat);
    memo.drew = kind;
    memo.passed.lift(seat);
    Flow::Ask(Phase::Turn(seat))
}

/// All hands are shown.
fn over(deal: &mut Deal<Hongzhong>, how: End, journal: &mut Journal) -> Flow<Phase> {
    for seat in Seat::all(4) {
        deal.table.show_hand(seat, journal);
    }
    Flow::Over(how)
}

fn take_turn(
    deal: &mut Deal<Hongzhong>,
    seat: Seat,
    answer: Option<Action>,
    journal: &mut Journal,
) -> Flow<Phase> {
    match answer {
        Some(Action::Discard(tile)) => throw(deal, seat, tile, false, journal),
        Some(Action::DeclareDiscard(what, tile)) => {
            declare(deal, seat, what, journal);
            throw(deal, seat, tile, true, journal)
        }
        Some(Action::Ask(tile)) => {
            deal.memo.throws += 1;
            deal.table.set_aside(seat, tile, Aside::Asked, journal);
            if tile == WILD {
                return win_own(deal, seat, Some(tile), journal);
            }
            Flow::Ask(Phase::Ask(Window { tile, from: seat }))
        }
        Some(Action::OwnKong(tile)) if deal.table.hand(seat).count(tile) == 4 => {
            deal.table.kong_concealed(seat, tile, false, journal);
            finish_kong(deal, seat, tile, journal)
        }
        Some(Action::OwnKong(tile)) => Flow::Ask(Phase::Rob(Window { tile, from: seat })),
        Some(Action::Win) => win_own(deal, seat, None, journal),
        // Nothing else is offered in a turn; asking again is the safe answer.
        _ => Flow::Ask(Phase::Turn(seat)),
    }
}

fn throw(
    deal: &mut Deal<Hongzhong>,
    seat: Seat,
    tile: Tile,
    declared: bool,
    journal: &mut Journal,
) -> Flow<Phase> {
    deal.memo.throws += 1;
    deal.table.discard(seat, tile, declared, journal);
    Flow::Ask(Phase::Claim(Window { tile, from: seat }))
}

/// Pays for the kong just made of `tile` and draws its replacement.
fn finish_kong(deal: &mut Deal<Hongzhong>, seat: Seat, tile: Tile, journal: &mut Journal) -> Flow<Phase> {
    let made = deal.table.melds(seat).iter().find(|m| m.tile == tile).copied();
    if let Some(meld) = made {
        settle::pay_kong(deal, seat, &meld, journal);
    }
    draw(deal, seat, DrawKind::Kong, journal)
}

// ---- claims ----

fn resolve_claim(
    deal: &mut Deal<Hongzhong>,
    window: Window,
    answers: &Answers,
    journal: &mut Journal,
) -> Flow<Phase> {
    note_passed(deal, window, On::Discard, answers);
    match claim::decide(answers, window.from, 4) {
        Claimed::Wins(winners) => win_on(deal, &winners, window, On::Discard, journal),
        Claimed::Kong(seat) => {
            deal.table.kong_direct(seat, journal);
            finish_kong(deal, seat, window.tile, journal)
        }
        Claimed::Pung(seat) => {
            if deal.table.hand(seat).count(window.tile) == 3 {
                deal.memo.stuck[seat.index()] |= 1 << deal.table.melds(seat).len();
            }
            deal.table.pung(seat, journal);
            deal.memo.passed.lift(seat);
            deal.memo.drew = DrawKind::Pung;
            Flow::Ask(Phase::AfterPung(seat))
        }
        _ => {
            let next = deal.table.next_playing(window.from);
            draw(deal, next, DrawKind::Wall, journal)
        }
    }
}

/// 过手胡: seats that could have won and did not are bound by what they let go.
fn note_passed(deal: &mut Deal<Hongzhong>, window: Window, on: On, answers: &Answers) {
    if !deal.rules.options.pass_hu_lock {
        return;
    }
    for (seat, action) in answers.iter() {
        let could = deal.decision().and_then(|d| d.choices(seat)).is_some_and(Choices::may_win);
        if action != Action::Win
            && could
            && let Some(worth) = offer::worth_on(deal, window, seat, on)
        {
            deal.memo.passed.let_go(seat, worth.total);
        }
    }
}

// ---- winning ----

/// A seat wins by its own draw, or by asking with this tile.
fn win_own(
    deal: &mut Deal<Hongzhong>,
    seat: Seat,
    asked: Option<Tile>,
    journal: &mut Journal,
) -> Flow<Phase> {
    let Some(fans) = offer::worth_of_own(deal, seat, asked.is_some()) else {
        return Flow::Ask(Phase::Turn(seat));
    };
    let tile = asked.or(deal.table.drawn(seat));
    note(deal, seat, None, tile, Source::SelfDraw, (fans.raw, asked.is_some()), journal);
    let payers: ArrayVec<[Seat; 4]> = deal.table.others_playing(seat).collect();
    let why = settle::self_draw_term(asked.is_some());
    for from in payers {
        let catch = settle::catch_at(deal, from, false);
        settle::pay_win(deal, why, [from, seat], fans, catch, Source::SelfDraw, journal);
    }
    deal.table.leave(seat);
    go_on_after(deal, seat, journal)
}

/// Seats win on somebody's tile; each is paid by itself.
fn win_on(
    deal: &mut Deal<Hongzhong>,
    winners: &Winners,
    window: Window,
    on: On,
    journal: &mut Journal,
) -> Flow<Phase> {
    deal.table.mark_won();
    if winners.len() > 1 {
        deal.memo.fed_several = Some(window.from);
    }
    for &seat in winners {
        if let Some(worth) = offer::worth_on(deal, window, seat, on) {
            let facts = (worth.fans.raw, on == On::Asked);
            note(deal, seat, Some(window.from), Some(window.tile), on.source(), facts, journal);
            let sides = [window.from, seat];
            settle::pay_win(deal, settle::pay_term(on), sides, worth.fans, worth.catch, on.source(), journal);
        }
    }
    for &seat in winners {
        deal.table.leave(seat);
    }
    let last = winners.last().copied().unwrap_or(window.from);
    go_on_after(deal, last, journal)
}

/// After a win: the deal is over with the second winner, otherwise the seat after the winner draws.
fn go_on_after(deal: &mut Deal<Hongzhong>, winner: Seat, journal: &mut Journal) -> Flow<Phase> {
    if deal.table.out().len() >= WINNERS {
        return over(deal, End::Wins, journal);
    }
    let next = deal.table.next_playing(winner);
    draw(deal, next, DrawKind::Wall, journal)
}

/// Notes a win whose tiles and worth stay closed to the others for now.
fn note(
    deal: &mut Deal<Hongzhong>,
    seat: Seat,
    from: Option<Seat>,
    tile: Option<Tile>,
    source: Source,
    (raw, asked): (i32, bool),
    journal: &mut Journal,
) {
    let total = raw.min(deal.rules.options.max_fan);
    let win = Win { seat, source, from, tile, total, facts: WinFacts { raw, asked } };
    deal.note_win(win, true, journal);
}
