//! What one viewer may see of a deal at this moment. With `Journal::seen_by` this is the only place that decides it.

use crate::{Action, Aside, Deal, DecisionId, End, HandTiles, RuleSet, SeenMeld, Stage, Viewer, Win};
use serde::Serialize;
use sifang_tiles::{Seat, SeatSet, Tile};

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
    /// What lies aside and belongs to nobody (an indicator), or to a seat: flowers, sea tiles, birds; unknown tiles are absent.
    pub aside: Vec<AsideView>,
    /// What the viewer is asked, if it is.
    pub prompt: Option<Prompt>,
    /// Wins so far, as far as the viewer may know them.
    pub wins: Vec<WinView<W>>,
    /// What the rule set adds.
    pub extra: E,
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

/// What anybody may see something else of than at an earlier moment of the same deal. Two views that are compared need show no
/// more: the rest is left out of both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moved {
    /// Hands, points, and who is out.
    hands: SeatSet,
    melds: SeatSet,
    rivers: SeatSet,
    /// Tiles beside the play.
    aside: bool,
}

impl Moved {
    /// Everything of a table with so many seats.
    pub fn all(seats: usize) -> Moved {
        let all = Seat::all(seats).collect();
        Moved { hands: all, melds: all, rivers: all, aside: true }
    }
}

impl<R: RuleSet> Deal<R> {
    /// The deal as `who` sees it.
    pub fn view(&self, who: Viewer) -> View<R::Extra, R::WinFacts> {
        let mut view = View {
            rules: R::ID,
            seat: None,
            dealer: self.table.dealer(),
            wall: 0,
            dead_wall: 0,
            stage: None,
            end: None,
            players: Vec::new(),
            aside: Vec::new(),
            prompt: None,
            wins: Vec::new(),
            extra: R::extra(self, who),
        };
        let all = Moved::all(self.table.seats());
        self.show_all(all, &mut view);
        self.show_own(who, all, &mut view);
        view
    }

    /// The same in two parts, over any view of this rule set, so that whoever shows one deal to many viewers writes what looks the
    /// same to all of them only once. This is that part; [`Deal::show_to`] must follow. What has not
    /// moved is not shown.
    pub fn show_all(&self, moved: Moved, view: &mut View<R::Extra, R::WinFacts>) {
        let table = &self.table;
        view.dealer = table.dealer();
        (view.wall, view.dead_wall) = (table.wall().left(), table.wall().dead());
        (view.stage, view.end) = (self.phase().map(R::stage), self.end());
        view.players.resize_with(table.seats(), PlayerView::default);
        for (seat, player) in Seat::all(table.seats()).zip(&mut view.players) {
            let shown = moved.hands.contains(seat);
            player.closed = if shown { table.hand(seat).len() } else { 0 };
            player.river.clear();
            player.out = shown && table.out().contains(seat);
        }
        let river = table.river().iter().enumerate();
        for (order, t) in river.filter(|(_, t)| !t.is_taken() && moved.rivers.contains(t.seat())) {
            view.players[t.seat().index()].river.push(ThrownView {
                tile: t.tile,
                // A deal has far fewer tiles than that.
                order: order as u16,
                drawn: t.was_drawn(),
                declared: t.is_declared(),
                won: t.is_won(),
                dead: t.is_dead(),
            });
        }
    }

    /// The part that may differ from viewer to viewer, over a view in which [`Deal::show_all`] has shown this deal at this moment.
    pub fn show_to(&self, who: Viewer, moved: Moved, view: &mut View<R::Extra, R::WinFacts>) {
        view.extra = R::extra(self, who);
        self.show_own(who, moved, view);
    }

    /// What has moved since the moment `before`.
    pub fn moved(&self, before: &Deal<R>) -> Moved {
        let (old, new) = (&before.table, &self.table);
        let seats = new.seats();
        if before.end() != self.end() || before.ledger != self.ledger || old.seats() != seats {
            return Moved::all(seats);
        }
        let hand = |seat: &Seat| {
            old.hand(*seat) != new.hand(*seat)
                || old.drawn(*seat) != new.drawn(*seat)
                || old.shown().contains(*seat) != new.shown().contains(*seat)
                || old.out().contains(*seat) != new.out().contains(*seat)
        };
        let hands: SeatSet = Seat::all(seats).filter(hand).collect();
        // Who shows its hand shows its face-down melds with it.
        let meld = |seat: &Seat| {
            hands.contains(*seat) && old.shown() != new.shown() || old.melds(*seat) != new.melds(*seat)
        };
        let melds = Seat::all(seats).filter(meld).collect();
        let aside = old.aside() != new.aside() || old.turned_up() != new.turned_up();
        let (old, new) = (old.river(), new.river());
        let same = old.iter().zip(new).take_while(|(old, new)| old == new).count();
        let rivers = old[same..].iter().chain(&new[same..]).map(|thrown| thrown.seat()).collect();
        Moved { hands, melds, rivers, aside }
    }

    /// The same without what the rule set adds.
    fn show_own(&self, who: Viewer, moved: Moved, view: &mut View<R::Extra, R::WinFacts>) {
        let table = &self.table;
        let over = self.end().is_some();
        let own = |seat: Seat| who.owns(seat);
        view.seat = if let Viewer::Seat(seat) = who { Some(seat) } else { None };
        let balances = self.ledger.balances_seen_by(|sight| over || sight.includes(who));
        for (seat, player) in Seat::all(table.seats()).zip(&mut view.players) {
            let open = own(seat) || table.shown().contains(seat);
            let shown = moved.hands.contains(seat);
            player.hand = (shown && open).then(|| table.hand(seat).tiles().collect());
            player.drawn = table.drawn(seat).filter(|_| shown && open);
            player.points = if shown { balances[seat.index()] } else { 0 };
            player.melds.clear();
            if moved.melds.contains(seat) {
                player.melds.extend(table.melds(seat).iter().map(|m| SeenMeld::new(m, m.closed && !open)));
            }
        }
        view.aside.clear();
        if moved.aside {
            view.aside.extend(table.aside().iter().map(|a| AsideView {
                seat: a.seat,
                why: a.why,
                tile: (!a.why.is_secret() || own(a.seat) || table.turned_up() || over).then_some(a.tile),
            }));
        }
        let choices = view.prompt.take().map(|prompt| prompt.choices).unwrap_or_default();
        view.prompt = view.seat.and_then(|seat| self.prompt_into(seat, choices));
        view.wins.clear();
        view.wins.extend(self.wins().iter().map(|win| WinView {
            seat: win.seat,
            from: win.from,
            detail: (over || own(win.seat) || R::win_is_open(self, win)).then_some(*win),
        }));
    }

    /// Whether what has happened between `before` and this moment of one deal looks to `who` as to everybody of whom this is
    /// true: nothing has changed that is anybody's own to see, or that some may see earlier than others. Such viewers are told
    /// the same. It may be false where it could be true, never the other way round.
    pub fn looks_on(&self, before: &Deal<R>, who: Viewer) -> bool {
        let (old, new) = (&before.table, &self.table);
        let untouched = match who {
            Viewer::Seat(seat) => {
                let asked = |deal: &Deal<R>| deal.decision().is_some_and(|d| d.asked().contains(seat));
                old.hand(seat) == new.hand(seat)
                    && old.drawn(seat) == new.drawn(seat)
                    && old.melds(seat) == new.melds(seat)
                    && !asked(before)
                    && !asked(self)
            }
            Viewer::Public => true,
            Viewer::All(_) => false,
        };
        untouched
            && (before.end(), self.end()) == (None, None)
            && before.wins().is_empty()
            && self.wins().is_empty()
            && old.aside() == new.aside()
            && (old.shown(), old.turned_up()) == (new.shown(), new.turned_up())
            && before.ledger == self.ledger
            && R::extra(before, who) == R::extra(self, who)
    }

    /// What a seat is asked now.
    pub fn prompt(&self, seat: Seat) -> Option<Prompt> {
        self.prompt_into(seat, Vec::new())
    }

    fn prompt_into(&self, seat: Seat, mut list: Vec<Action>) -> Option<Prompt> {
        let decision = self.decision()?;
        let choices = decision.choices(seat)?;
        list.clear();
        list.reserve(CHOICES);
        choices.iter(self.table.hand(seat)).for_each(|action| list.push(action));
        Some(Prompt { decision: decision.id(), choices: list, answered: decision.answer(seat) })
    }
}
