//! What a good player of a rule set knows beside what is legal: which tiles are wild, what a hand can become and what that
//! pays, what a win on a given tile would pay exactly, and how dangerous the others are. Bots and hints ask this.
//!
//! Everything is answered from a view, that is, from what one seat may know. Each rule set answers in its own file
//! `<id>/insight.rs`; nothing here names one. What is *not* here: the weighing of chances (`sifang-bots`), and any choice.

use sifang_shape::PairRule;
use sifang_table::procedures::claim::May;
use sifang_table::{Action, Aside, Deal, Declaration, Meld, MeldKind, Melds, RuleSet, Term, View};
use sifang_tiles::{Hand, Seat, Suit, Tile, TileMask};
use tinyvec::ArrayVec;

/// The view of a rule set.
pub type ViewOf<R> = View<<R as RuleSet>::Extra, <R as RuleSet>::WinFacts>;

/// How a winning tile reaches a seat, in the ordinary course of its or another's next turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Arrival {
    /// The seat draws it itself, from the wall.
    Draw,
    /// This seat draws from the wall and throws it.
    Discard(Seat),
}

/// What a win pays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Worth {
    /// What each seat pays (0 for the winner).
    pub from: [i32; Seat::MAX],
}

impl Worth {
    /// One seat pays alone.
    pub fn alone(payer: Seat, points: i32) -> Worth {
        let mut from = [0; Seat::MAX];
        from[payer.index()] = points;
        Worth { from }
    }

    /// Each of these seats pays as much as is said of it.
    pub fn by_each(payers: impl Iterator<Item = Seat>, points: impl Fn(Seat) -> i32) -> Worth {
        let mut worth = Worth::default();
        payers.for_each(|payer| worth.from[payer.index()] = points(payer));
        worth
    }

    /// Who threw the tile pays alone; for a drawn one all the others pay.
    pub fn plain<R: RuleSet>(at: &Standing<'_, R>, how: Arrival, points: i32) -> Worth {
        match how {
            Arrival::Discard(from) => Worth::alone(from, points),
            Arrival::Draw => Worth::by_each(at.others(), |_| points),
        }
    }

    /// What the winner gets in all.
    pub fn points(&self) -> i32 {
        self.from.iter().sum()
    }
}

/// A family of winning hands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Pattern {
    /// Sets and a pair.
    #[default]
    Sets,
    /// Sets and a pair of twos, fives or eights.
    SetsTwoFiveEight,
    /// Triplets and a pair.
    Triplets,
    /// 七对: seven pairs, each kind at most once.
    SevenPairs,
    /// 七对 in which four equal tiles may be two pairs.
    SevenPairsQuads,
    /// 五对: five pairs beside one tile.
    FivePairs,
    /// 十三幺.
    Orphans,
}

impl Pattern {
    /// Sets and a pair under a rule for the pair.
    pub const fn sets(pair: PairRule) -> Pattern {
        match pair {
            PairRule::Any => Pattern::Sets,
            PairRule::TwoFiveEight => Pattern::SetsTwoFiveEight,
        }
    }
}

/// Something a hand could become, and what that would pay.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Plan {
    /// Its shape.
    pub pattern: Pattern,
    /// The kinds that may be in it (beside wild ones).
    pub keep: TileMask,
    /// Tiles may be claimed on the way to it; else the hand stays closed.
    pub open: bool,
    /// What such a win pays in all, on average over how it is won, in hundredths of a point.
    pub value: i32,
}

/// Plans for a hand.
pub type Plans = ArrayVec<[Plan; 20]>;

/// Adds a plan; beyond the room there is, it is not pursued.
pub fn add_plan(plans: &mut Plans, plan: Plan) {
    let _ = plans.try_push(plan);
}

/// What an opponent may be up to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threat {
    /// How likely it waits for one tile, in thousandths.
    pub ready: i32,
    /// What throwing it the winning tile costs, on average, in hundredths of a point.
    pub loss: i32,
    /// The kinds it may win on.
    pub takes: TileMask,
    /// How likely it collects tiles of each numbered suit at all, in thousandths.
    pub collects: [i32; 3],
    /// Its hand has not changed since it declared or was sealed.
    pub frozen: bool,
}

impl Threat {
    /// It may collect any suit.
    pub const ANY_SUIT: [i32; 3] = [1000; 3];
}

/// One seat's tiles as they would stand after something it may do, with the view it looks at.
#[derive(Clone, Copy, Debug)]
pub struct Standing<'a, R: RuleSet> {
    /// The rules with their options.
    pub rules: &'a R,
    /// What the seat sees (before it does anything).
    pub view: &'a ViewOf<R>,
    /// The seat.
    pub seat: Seat,
    /// Its closed tiles.
    pub hand: Hand,
    /// Its melds.
    pub melds: Melds,
    /// It has thrown a tile in this deal.
    pub thrown: bool,
    /// It declares this with what it does.
    pub declares: Option<Declaration>,
    /// It buries these.
    pub buries: Option<[Tile; 3]>,
}

impl<'a, R: RuleSet> Standing<'a, R> {
    /// The viewer's tiles as they are; none for a spectator.
    pub fn of(rules: &'a R, view: &'a ViewOf<R>) -> Option<Standing<'a, R>> {
        let seat = view.seat?;
        let own = view.players.get(seat.index())?;
        let hand = Hand::from_tiles(own.hand.as_deref()?).ok()?;
        let melds = own.melds.iter().filter_map(|m| {
            let (tiles, claimed) = (m.tiles.as_ref()?, m.claimed?);
            Some(Meld { kind: m.kind, tile: *tiles.first()?, claimed, from: m.from, closed: false })
        });
        let (thrown, melds) = (has_thrown(view, seat), melds.take(5).collect());
        Some(Standing { rules, view, seat, hand, melds, thrown, declares: None, buries: None })
    }

    /// The drawn tile, while it is the seat's turn.
    pub fn drawn(&self) -> Option<Tile> {
        self.view.players[self.seat.index()].drawn
    }

    /// Removes `n` of a tile.
    fn take(&mut self, tile: Tile, n: u8) {
        for _ in 0..n {
            self.hand.remove(tile);
        }
    }

    fn lay(&mut self, kind: MeldKind, tile: Tile, claimed: Tile) {
        let from = self.view.stage.and_then(|s| s.seat).unwrap_or(self.seat);
        let _ = self.melds.try_push(Meld { kind, tile, claimed, from, closed: false });
    }

    /// How the tiles stand once the seat has done this; draws that follow are not taken.
    pub fn after(&self, action: Action) -> Standing<'a, R> {
        let mut next = *self;
        let open = self.view.stage.and_then(|s| s.tile);
        match (action, open) {
            (Action::Discard(tile) | Action::Ask(tile), _) => {
                next.take(tile, 1);
                next.thrown = true;
            }
            (Action::DeclareDiscard(what, tile), _) => {
                next.take(tile, 1);
                next.thrown = true;
                next.declares = Some(what);
            }
            (Action::Declare(what), _) => next.declares = Some(what),
            (Action::Bury(tiles), _) => {
                tiles.into_iter().for_each(|tile| next.take(tile, 1));
                next.buries = Some(tiles);
            }
            (Action::Pung, Some(tile)) => {
                next.take(tile, 2);
                next.lay(MeldKind::Pung, tile, tile);
            }
            (Action::Kong, Some(tile)) => {
                next.take(tile, 3);
                next.lay(MeldKind::KongDirect, tile, tile);
            }
            (Action::Chow(a, b), Some(tile)) => {
                next.take(a, 1);
                next.take(b, 1);
                next.lay(MeldKind::Chow, tile.min(a).min(b), tile);
            }
            (Action::OwnKong(tile), _) if self.hand.count(tile) == 4 => {
                next.take(tile, 4);
                next.lay(MeldKind::KongConcealed, tile, tile);
            }
            (Action::OwnKong(tile), _) => {
                next.take(tile, 1);
                if let Some(meld) = next.melds.iter_mut().find(|m| m.tile == tile && m.is_triplet()) {
                    meld.kind = MeldKind::KongAdded;
                }
            }
            _ => {}
        }
        next
    }

    /// The closed tiles with one more: for looking at a win.
    pub fn with(&self, tile: Tile) -> Hand {
        let mut hand = self.hand;
        if hand.count(tile) < 4 {
            hand.add(tile);
        }
        hand
    }

    /// Copies of a kind among its own tiles, melds included.
    pub fn own(&self, tile: Tile) -> u8 {
        self.hand.count(tile) + self.melds.iter().map(|m| m.count(tile)).sum::<u8>()
    }

    /// Whether it has called a tile of another seat.
    pub fn has_called(&self) -> bool {
        self.melds.iter().any(|m| m.kind.is_called())
    }

    /// The other seats still playing, in playing order.
    pub fn others(&self) -> impl Iterator<Item = Seat> + '_ {
        let players = &self.view.players;
        self.seat.others(players.len()).filter(|s| !players[s.index()].out)
    }

    /// Whether this seat's next turn comes before the own next draw.
    pub fn is_before_own_draw(&self, other: Seat) -> bool {
        let n = self.view.players.len();
        let from = self.latest_thrower();
        let distance = |to: Seat| match from.distance_to(to, n) {
            0 => n,
            distance => distance,
        };
        distance(other) < distance(self.seat)
    }

    /// Whose tile is, or will be, the latest thrown.
    fn latest_thrower(&self) -> Seat {
        match self.view.stage {
            // In its own turn the seat itself throws next.
            Some(stage) if self.view.players[self.seat.index()].closed % 3 == 1 && stage.tile.is_some() => {
                stage.seat.unwrap_or(self.seat)
            }
            _ => self.seat,
        }
    }

    /// Tiles left in the wall right after this arrival in the ordinary course: each seat still playing draws one in turn, from
    /// the seat after the latest thrower.
    pub fn wall_after(&self, how: Arrival) -> usize {
        let players = &self.view.players;
        let from = self.latest_thrower();
        let to = if let Arrival::Discard(seat) = how { seat } else { self.seat };
        let n = players.len();
        let distance = match from.distance_to(to, n) {
            0 => n,
            distance => distance,
        };
        let drawing = (1..=distance).filter(|step| !players[from.after(*step, n).index()].out).count();
        self.view.wall.saturating_sub(drawing)
    }
}

/// Whether the seat has thrown a tile, as everybody can see: it lies in its river, or in somebody's meld.
pub fn has_thrown<E, W>(view: &View<E, W>, seat: Seat) -> bool {
    let claimed = |m: &sifang_table::SeenMeld| m.from == seat && m.kind != MeldKind::KongConcealed;
    view.players.get(seat.index()).is_some_and(|p| !p.river.is_empty())
        || view.players.iter().enumerate().any(|(i, p)| i != seat.index() && p.melds.iter().any(claimed))
        || view.aside.iter().any(|a| a.seat == seat && a.why == Aside::Asked)
}

/// Turns a seat has had, about: the tiles in its river and its melds.
pub fn turns<E, W>(view: &View<E, W>, seat: Seat) -> i32 {
    view.players.get(seat.index()).map_or(0, |p| (p.river.len() + p.melds.len()) as i32)
}

/// How likely a seat with so many melds waits for one tile, in thousandths: where it begins, and what each throw adds.
pub type Readiness = [[i32; 2]; 5];

/// The numbered suit of which the tiles have most, melds included.
pub fn main_suit<R: RuleSet>(at: &Standing<'_, R>) -> Suit {
    let count = |suit: Suit| {
        let closed: u8 = (0..9).map(|i| at.hand.counts()[suit.start() as usize + i]).sum();
        closed as usize + at.melds.iter().filter(|m| m.tile.suit() == suit).count() * 3
    };
    Suit::NUMBERED.into_iter().max_by_key(|s| count(*s)).unwrap_or(Suit::Man)
}

/// What a rule set knows of good play. Answers come from a view alone.
pub trait Insight: RuleSet {
    /// Every reason that `worth` and `barred` give.
    const REASONS: &'static [&'static Term];

    /// 吃: runs may be claimed from the seat before.
    const CHOWS: bool;
    /// How likely somebody else ends the deal in a round, in thousandths, by the number of rounds played.
    /// Measured by `cargo xtask soak --estimate <id>`.
    const PACE: &'static [u16];
    /// Kinds that a ready hand takes from others, on average, in hundredths.
    /// Measured by `cargo xtask soak --estimate <id>`.
    const WAITS: i32;
    /// How likely a seat that has declared nothing waits for one tile.
    /// Measured by `cargo xtask soak --estimate <id>`.
    const READY: Readiness;

    /// The same for this seat as it stands, in thousandths.
    fn usual_readiness(view: &ViewOf<Self>, seat: Seat) -> i32 {
        let Some(player) = view.players.get(seat.index()) else { return 0 };
        let [base, slope] = Self::READY[player.melds.len().min(4)];
        (base + slope * player.river.len() as i32).clamp(5, 950)
    }

    /// The phases of a deal, by the names of their stages.
    const STAGES: &'static [&'static str];
    /// What `seat_signs` writes of one seat, in its order.
    const SEAT_SIGNS: &'static [&'static str];
    /// What `signs` writes, in its order.
    const SIGNS: &'static [&'static str];

    /// What the rule set shows of a seat beyond the common view, in numbers ([`signs`](crate::signs)): one for each of
    /// `SEAT_SIGNS`.
    fn seat_signs(extra: &Self::Extra, seat: Seat, out: &mut [u8]);

    /// What it shows of the deal and the viewer's own state, in numbers: one for each of `SIGNS`.
    fn signs(extra: &Self::Extra, out: &mut [u8]) {
        let _ = (extra, out);
    }

    /// The kinds on which the viewer may not win for now, whatever they are worth.
    fn locked(extra: &Self::Extra) -> TileMask {
        let _ = extra;
        TileMask::EMPTY
    }

    /// The kinds that stand for anything in this deal.
    fn wilds(extra: &Self::Extra) -> TileMask {
        let _ = extra;
        TileMask::EMPTY
    }

    /// A tile that lies open beside what the common view lists.
    fn open_tile(extra: &Self::Extra) -> Option<Tile> {
        let _ = extra;
        None
    }

    /// Every way the tiles could still win, whatever it pays. `at` may hold one tile too many. The
    /// ways depend on melds, declaration and burial, not on the closed tiles: a discard leaves them
    /// as they are.
    fn ways(at: &Standing<'_, Self>, out: &mut Plans);

    /// What the tiles could become, with what that pays: the ways, and dearer hands among them.
    fn plans(at: &Standing<'_, Self>, out: &mut Plans);

    /// What a win on `tile` pays exactly, when it arrives in this way next; else the clause that forbids it. `at` is one tile short.
    fn worth(at: &Standing<'_, Self>, tile: Tile, how: Arrival) -> Result<Worth, &'static Term>;

    /// Whether `worth` is all that a win pays; not where tiles turned up after the win multiply it.
    fn worth_is_exact(&self) -> bool {
        true
    }

    /// What the seat `other` may be up to.
    fn threat(at: &Standing<'_, Self>, other: Seat) -> Threat;

    /// What the action itself brings or costs at once, in hundredths of a point: kong money, fines.
    fn income(at: &Standing<'_, Self>, action: Action) -> i32 {
        let _ = (at, action);
        0
    }

    /// What being bound by this declaration costs when somebody else wins, in hundredths of a point.
    fn stake(at: &Standing<'_, Self>, what: Declaration) -> i32 {
        let _ = (at, what);
        0
    }

    /// What asking to win pays if nobody takes the tile asked with; `at` has the tiles without it.
    fn asking(at: &Standing<'_, Self>) -> Option<Worth> {
        let _ = at;
        None
    }

    /// What a deal costs a seat that does not win it, on average, in hundredths of a point: winning saves it.
    /// Measured by `cargo xtask soak --estimate <id>`.
    fn relief(at: &Standing<'_, Self>) -> i32;

    /// The win that is offered now would cost points instead.
    fn win_is_bad(view: &ViewOf<Self>) -> bool {
        let _ = view;
        false
    }

    /// What being ready when the wall runs out brings, compared with not being ready, in hundredths of a point.
    fn ready_bonus(at: &Standing<'_, Self>) -> i32 {
        let _ = at;
        0
    }

    /// In an imagined deal (`Deal::imagine_with`): supposes of the other seats what `seat` cannot know and the rule set remembers, such
    /// as a suit that somebody has given up. It may exchange hidden tiles.
    fn suppose(deal: &mut Deal<Self>, seat: Seat, below: &mut dyn FnMut(u32) -> u32) {
        let _ = (deal, seat, below);
    }

    /// In an imagined deal, when no more tiles are exchanged: brings what is remembered of the others' closed tiles up to date.
    fn recount(deal: &mut Deal<Self>, seat: Seat) {
        let _ = (deal, seat);
    }

    /// Why these claims of the open tile, which the tiles alone would allow, are not offered. A win that is not worth enough is
    /// `worth`'s business.
    fn barred(at: &Standing<'_, Self>, may: May) -> Option<&'static Term> {
        let _ = (at, may);
        None
    }
}
