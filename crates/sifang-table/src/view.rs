//! What one viewer may see of a deal at this moment. With `Journal::seen_by` this is the only place that decides it.

use crate::{Action, Aside, Deal, DecisionId, End, RuleSet, SeenMeld, Stage, Viewer, Win};
use serde::Serialize;
use sifang_tiles::{Seat, Tile};

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
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PlayerView {
    /// Number of closed tiles.
    pub closed: usize,
    /// The closed tiles, where the viewer may see them, ascending.
    pub hand: Option<Vec<Tile>>,
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

/// A thrown tile.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ThrownView {
    /// The tile.
    pub tile: Tile,
    /// Its place among all thrown tiles of the deal: the highest is the latest.
    pub order: usize,
    /// It was thrown as drawn.
    pub drawn: bool,
    /// It lies sideways: a declaration went with it.
    pub declared: bool,
    /// Somebody won on it.
    pub won: bool,
    /// Nobody can claim it.
    pub dead: bool,
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

impl<R: RuleSet> Deal<R> {
    /// The deal as `who` sees it.
    pub fn view(&self, who: Viewer) -> View<R::Extra, R::WinFacts> {
        let table = &self.table;
        let over = self.end().is_some();
        let own = |seat: Seat| who.owns(seat);
        let balances = self.ledger.balances_seen_by(|sight| over || sight.includes(who));
        let players = Seat::all(table.seats()).map(|seat| {
            let open = own(seat) || table.shown().contains(seat);
            let thrown = table.river().iter().enumerate().filter(|(_, t)| t.seat() == seat && !t.is_taken());
            PlayerView {
                closed: table.hand(seat).len(),
                hand: open.then(|| table.hand(seat).tiles().collect()),
                drawn: table.drawn(seat).filter(|_| open),
                melds: table.melds(seat).iter().map(|m| SeenMeld::new(m, m.closed && !open)).collect(),
                river: thrown
                    .map(|(order, t)| ThrownView {
                        tile: t.tile,
                        order,
                        drawn: t.was_drawn(),
                        declared: t.is_declared(),
                        won: t.is_won(),
                        dead: t.is_dead(),
                    })
                    .collect(),
                out: table.out().contains(seat),
                points: balances[seat.index()],
            }
        });
        let aside = table.aside().iter().map(|a| AsideView {
            seat: a.seat,
            why: a.why,
            tile: (!a.why.is_secret() || own(a.seat) || table.turned_up() || over).then_some(a.tile),
        });
        let wins = self.wins().iter().map(|win| WinView {
            seat: win.seat,
            from: win.from,
            detail: (over || own(win.seat) || R::win_is_open(self, win)).then_some(*win),
        });
        let seat = if let Viewer::Seat(seat) = who { Some(seat) } else { None };
        View {
            rules: R::ID,
            seat,
            dealer: table.dealer(),
            wall: table.wall().left(),
            dead_wall: table.wall().dead(),
            stage: self.phase().map(R::stage),
            end: self.end(),
            players: players.collect(),
            aside: aside.collect(),
            prompt: seat.and_then(|seat| self.prompt(seat)),
            wins: wins.collect(),
            extra: R::extra(self, who),
        }
    }

    /// What a seat is asked now.
    pub fn prompt(&self, seat: Seat) -> Option<Prompt> {
        let decision = self.decision()?;
        let choices = decision.choices(seat)?;
        Some(Prompt {
            decision: decision.id(),
            choices: choices.iter(self.table.hand(seat)).collect(),
            answered: decision.answer(seat),
        })
    }
}
