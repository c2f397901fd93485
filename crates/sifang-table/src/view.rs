//! What one viewer may see of a deal at this moment. With `Journal::seen_by` this is the only place
//! that decides it.

use crate::{
    Action, Aside, Deal, DecisionId, End, HandTiles, MeldKind, RuleSet, SeenMeld, Stage, Viewer, Win,
};
use serde::Serialize;
use sifang_tiles::{Hand, Seat, Tile};

/// Most prompts offer a discard of each kind held, and little else.
const CHOICES: usize = 16;

/// A deal as one viewer sees it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct View<E, W> {
    /// The rule set.
    pub rules: &'static str,
    /// The viewer's seat; none for a spectator or a record.
    pub seat: Option<Seat>,
    /// The dealer.
    pub dealer: Seat,
    /// Tiles left for normal draws.
    pub wall: usize,
    /// Tiles in the dead wall.
    pub dead_wall: usize,
    /// Where the deal stands, as far as everybody may know; none when it is over.
    pub stage: Option<Stage>,
    /// How it ended, if it is over.
    pub end: Option<End>,
    /// The seats in order.
    pub players: Vec<PlayerView>,
    /// What lies aside and belongs to nobody (an indicator), or to a seat: flowers, sea tiles,
    /// birds; unknown tiles are absent.
    pub aside: Vec<AsideView>,
    /// What the viewer is asked, if it is.
    pub prompt: Option<Prompt>,
    /// Wins so far, as far as the viewer may know them.
    pub wins: Vec<WinView<W>>,
    /// What the rule set adds.
    pub extra: E,
}

impl<E: Default, W> View<E, W> {
    /// A view of nothing, for [`Deal::view_plain`] to fill.
    pub fn blank() -> View<E, W> {
        View {
            rules: "",
            seat: None,
            dealer: Seat::default(),
            wall: 0,
            dead_wall: 0,
            stage: None,
            end: None,
            players: Vec::new(),
            aside: Vec::new(),
            prompt: None,
            wins: Vec::new(),
            extra: E::default(),
        }
    }
}

/// One seat as a viewer sees it.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PlayerView {
    /// Number of closed tiles.
    pub closed: usize,
    /// The closed tiles, where the viewer may see them, ascending.
    #[cfg_attr(feature = "ts", ts(type = "Array<Tile> | null"))]
    pub hand: Option<HandTiles>,
    /// The tile just drawn, where the viewer may see it.
    pub drawn: Option<Tile>,
    /// Melds in the order they were made.
    pub melds: Vec<SeenMeld>,
    /// Thrown tiles in order, taken ones left out.
    pub river: Vec<ThrownView>,
    /// It has won and plays no more.
    pub out: bool,
    /// What it has won or lost in this deal, as far as the viewer may know.
    pub points: i32,
}

/// A thrown tile. What is not so is not said: most of these are neither.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ThrownView {
    /// The tile.
    pub tile: Tile,
    /// Its place among all thrown tiles of the deal: the highest is the latest.
    pub order: u16,
    /// It was thrown as drawn.
    #[serde(skip_serializing_if = "is_not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub drawn: bool,
    /// It lies sideways: a declaration went with it.
    #[serde(skip_serializing_if = "is_not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub declared: bool,
    /// Somebody won on it.
    #[serde(skip_serializing_if = "is_not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub won: bool,
    /// Nobody can claim it.
    #[serde(skip_serializing_if = "is_not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub dead: bool,
}

/// Fills a list anew, in the memory it has.
pub fn refill<T>(list: &mut Vec<T>, with: impl IntoIterator<Item = T>) {
    list.clear();
    list.extend(with);
}

/// For what is left out when it is false.
pub(crate) fn is_not(flag: &bool) -> bool {
    !flag
}

/// A tile beside the play.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct AsideView {
    /// Whose.
    pub seat: Seat,
    /// Why it lies there.
    pub why: Aside,
    /// Which; absent while face down.
    pub tile: Option<Tile>,
}

/// A question to the viewer.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Prompt {
    /// The decision to name in the answer.
    pub decision: DecisionId,
    /// What may be answered, in canonical order.
    pub choices: Vec<Action>,
    /// What has been answered; the others have not yet.
    pub answered: Option<Action>,
}

/// A win as a viewer sees it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WinView<W> {
    /// Who won.
    pub seat: Seat,
    /// From whom.
    pub from: Option<Seat>,
    /// Everything else, once the viewer may know it.
    pub detail: Option<Win<W>>,
}

/// A deal at one moment, and what the table around it knows of the open decision.
#[derive(Debug)]
pub struct Moment<'a, R: RuleSet> {
    /// The deal.
    pub deal: &'a Deal<R>,
    /// The number under which prompts name the open decision.
    pub decision: DecisionId,
    /// An answer that is given, but not yet played.
    pub held: Option<(Seat, Action)>,
}

impl<R: RuleSet> Clone for Moment<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: RuleSet> Copy for Moment<'_, R> {}

impl<'a, R: RuleSet> Moment<'a, R> {
    /// The moment through the eyes of one viewer.
    pub fn seen_by(self, who: Viewer) -> Seen<'a, R> {
        Seen { moment: self, who, over: self.deal.end().is_some() }
    }

    /// The seats.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<R> {
        Seat::all(self.deal.table.seats())
    }

    /// Where the deal stands, as far as everybody may know.
    pub fn stage(&self) -> Option<Stage> {
        self.deal.phase().map(R::stage)
    }

    /// The thrown tiles in order, each with who threw it; taken ones are left out. They lie open.
    pub fn thrown(self) -> impl Iterator<Item = (Seat, ThrownView)> + use<'a, R> {
        let river = self.deal.table.river().iter().enumerate();
        river.filter(|(_, t)| !t.is_taken()).map(|(order, t)| {
            let thrown = ThrownView {
                tile: t.tile,
                // A deal has far fewer tiles than that.
                order: order as u16,
                drawn: t.was_drawn(),
                declared: t.is_declared(),
                won: t.is_won(),
                dead: t.is_dead(),
            };
            (t.seat(), thrown)
        })
    }
}

/// A moment of a deal through the eyes of one viewer, piece by piece: [`View`] is made of these
/// pieces, and so is the difference of two moments. With
/// [`Journal::seen_by`](crate::Journal::seen_by) this alone decides what a viewer may see.
#[derive(Debug)]
pub struct Seen<'a, R: RuleSet> {
    moment: Moment<'a, R>,
    who: Viewer,
    over: bool,
}

impl<R: RuleSet> Clone for Seen<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: RuleSet> Copy for Seen<'_, R> {}

impl<'a, R: RuleSet> Seen<'a, R> {
    /// What is looked at.
    pub fn moment(&self) -> Moment<'a, R> {
        self.moment
    }

    /// Whose eyes they are, if a seat's.
    #[inline]
    pub fn seat(&self) -> Option<Seat> {
        if let Viewer::Seat(seat) = self.who { Some(seat) } else { None }
    }

    /// Whether the seat's hand lies open to this viewer.
    fn is_open(&self, seat: Seat) -> bool {
        self.who.owns(seat) || self.moment.deal.table.shown().contains(seat)
    }

    /// The closed tiles of a seat, where they may be seen.
    pub fn open_hand(&self, seat: Seat) -> Option<&'a Hand> {
        self.is_open(seat).then(|| self.moment.deal.table.hand(seat))
    }

    /// The same as a list, ascending.
    pub fn hand(&self, seat: Seat) -> Option<HandTiles> {
        self.open_hand(seat).map(|hand| hand.tiles().collect())
    }

    /// The tile it has just drawn, where that may be seen.
    pub fn drawn(&self, seat: Seat) -> Option<Tile> {
        self.moment.deal.table.drawn(seat).filter(|_| self.is_open(seat))
    }

    /// Its melds in the order they were made.
    pub fn melds(self, seat: Seat) -> impl Iterator<Item = SeenMeld> + use<'a, R> {
        let melds = self.moment.deal.table.melds(seat).iter();
        melds.map(move |meld| SeenMeld::new(meld, meld.closed && !self.is_open(seat)))
    }

    /// Its melds, each as its kind and its lowest tile, which is absent while face down.
    #[inline]
    pub fn lowest_of_melds(self, seat: Seat) -> impl Iterator<Item = (MeldKind, Option<Tile>)> + use<'a, R> {
        let melds = self.moment.deal.table.melds(seat).iter();
        melds.map(move |meld| (meld.kind, (!meld.closed || self.is_open(seat)).then_some(meld.tile)))
    }

    /// What each seat has won or lost so far.
    pub fn points(&self) -> [i32; Seat::MAX] {
        self.moment.deal.ledger.balances_seen_by(|sight| self.over || sight.includes(self.who))
    }

    /// The tiles beside the play.
    pub fn aside(self) -> impl Iterator<Item = AsideView> + use<'a, R> {
        let table = &self.moment.deal.table;
        let all = self.over || table.turned_up();
        table.aside().iter().map(move |a| AsideView {
            seat: a.seat,
            why: a.why,
            tile: (all || !a.why.is_secret() || self.who.owns(a.seat)).then_some(a.tile),
        })
    }

    /// What the viewer is asked.
    pub fn prompt(&self) -> Option<Prompt> {
        self.prompt_into(Vec::new())
    }

    fn prompt_into(&self, mut list: Vec<Action>) -> Option<Prompt> {
        let Moment { deal, decision, held } = self.moment;
        let (seat, open) = (self.seat()?, deal.decision()?);
        let choices = open.choices(seat)?;
        list.clear();
        list.reserve(CHOICES);
        choices.list(deal.table.hand(seat), &mut list);
        let held = held.filter(|(by, _)| *by == seat).map(|(_, action)| action);
        Some(Prompt { decision, choices: list, answered: held.or(open.answer(seat)) })
    }

    /// The wins so far.
    pub fn wins(self) -> impl Iterator<Item = WinView<R::WinFacts>> + use<'a, R> {
        let deal = self.moment.deal;
        deal.wins().iter().map(move |win| WinView {
            seat: win.seat,
            from: win.from,
            detail: (self.over || self.who.owns(win.seat) || R::win_is_open(deal, win)).then_some(*win),
        })
    }

    /// What the rule set adds.
    pub fn extra(&self) -> R::Extra {
        R::extra(self.moment.deal, self.who)
    }

    /// All of it.
    pub fn view(&self) -> View<R::Extra, R::WinFacts> {
        let mut view = View { extra: self.extra(), ..View::blank() };
        self.show(&mut view);
        view
    }

    /// Makes a view of this rule set the one of this moment, but for what the rule set adds.
    fn show(&self, view: &mut View<R::Extra, R::WinFacts>) {
        let deal = self.moment.deal;
        let table = &deal.table;
        (view.rules, view.seat) = (R::ID, self.seat());
        view.dealer = table.dealer();
        (view.wall, view.dead_wall) = (table.wall().left(), table.wall().dead());
        (view.stage, view.end) = (self.moment.stage(), deal.end());
        let points = self.points();
        view.players.resize_with(table.seats(), PlayerView::default);
        for (seat, player) in self.moment.seats().zip(&mut view.players) {
            player.closed = table.hand(seat).len();
            player.hand = self.hand(seat);
            player.drawn = self.drawn(seat);
            refill(&mut player.melds, self.melds(seat));
            player.river.clear();
            player.out = table.out().contains(seat);
            player.points = points[seat.index()];
        }
        for (seat, thrown) in self.moment.thrown() {
            view.players[seat.index()].river.push(thrown);
        }
        refill(&mut view.aside, self.aside());
        let list = view.prompt.take().map(|prompt| prompt.choices).unwrap_or_default();
        view.prompt = self.prompt_into(list);
        refill(&mut view.wins, self.wins());
    }
}

impl<R: RuleSet> Deal<R> {
    /// The present moment of the deal by itself.
    pub fn moment(&self) -> Moment<'_, R> {
        let decision = self.decision().map(|open| open.id()).unwrap_or_default();
        Moment { deal: self, decision, held: None }
    }

    /// The deal as `who` sees it.
    pub fn view(&self, who: Viewer) -> View<R::Extra, R::WinFacts> {
        self.moment().seen_by(who).view()
    }

    /// What a player sees that reckons for itself, over an earlier view of any deal of this rule
    /// set: all of [`Deal::view`] but what the rule set works out for people
    /// ([`RuleSet::plain_extra`]). Once the lists are long enough it costs no memory.
    pub fn view_plain(&self, who: Viewer, view: &mut View<R::Extra, R::WinFacts>) {
        R::plain_extra(self, who, &mut view.extra);
        self.moment().seen_by(who).show(view);
    }
}
