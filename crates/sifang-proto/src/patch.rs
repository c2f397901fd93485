//! What changed at a table between two moments, typed: a field that is absent has not changed.
//!
//! A client applies it without knowing any rule: it replaces fields, and for lists that grow it
//! keeps a beginning and adds the rest. [`PublicDelta`] is worked out once for all viewers of a
//! table, [`ViewDelta`] once for each; both compare the pieces that a view is made of ([`Seen`]),
//! and build only what is different.

use crate::{Clock, DealLine, Fairness, MatchOver};
use serde::{Serialize, Serializer};
use sifang_table::{
    AsideView, End, HandTiles, Moment, Prompt, RuleSet, Seen, SeenEntry, SeenMeld, Stage, ThrownView, WinView,
};
use sifang_tiles::{Seat, Tile};

/// A list that keeps its beginning: the first `keep` elements stay, `add` follows them.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Tail<'a, T> {
    /// How many stay.
    pub keep: usize,
    /// What comes after them.
    pub add: &'a [T],
}

/// What changed of a [`TableView`](crate::TableView).
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TablePatch<'a, E, W> {
    /// The next deal.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub deal: Option<u32>,
    /// Its dealer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub dealer: Option<Seat>,
    /// New totals.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub totals: Option<&'a [i32]>,
    /// Finished deals.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub results: Option<Tail<'a, DealLine>>,
    /// More has been revealed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub fairness: Option<&'a Fairness>,
    /// The deal.
    #[serde(skip_serializing_if = "ViewDelta::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<ViewDelta<'a, E, W>>", optional))]
    pub view: ViewDelta<'a, E, W>,
    /// Payments.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub entries: Option<Tail<'a, SeenEntry>>,
    /// Running time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "Clock | null"))]
    pub clock: Option<Option<&'a Clock>>,
    /// The end.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "MatchOver | null"))]
    pub over: Option<Option<&'a MatchOver>>,
}

impl<E, W> TablePatch<'_, E, W> {
    /// Nothing changed.
    pub fn is_empty(&self) -> bool {
        self.deal.is_none()
            && self.dealer.is_none()
            && self.totals.is_none()
            && self.results.is_none()
            && self.fairness.is_none()
            && self.view.is_empty()
            && self.entries.is_none()
            && self.clock.is_none()
            && self.over.is_none()
    }
}

/// What changed of a deal for everybody: worked out once for all who look at it.
#[derive(Debug)]
pub struct PublicDelta {
    dealer: Option<Seat>,
    wall: Option<usize>,
    dead_wall: Option<usize>,
    stage: Option<Option<Stage>>,
    end: Option<Option<End>>,
    players: [PublicPlayer; Seat::MAX],
}

/// What changed of a seat for everybody.
#[derive(Debug)]
struct PublicPlayer {
    closed: Option<usize>,
    /// How many thrown tiles stay, and what follows them.
    river: Option<(usize, Vec<ThrownView>)>,
    out: Option<bool>,
}

impl PublicDelta {
    /// What leads from one moment to another.
    pub fn between<'m, R: RuleSet>(before: Moment<'m, R>, now: Moment<'m, R>) -> PublicDelta {
        let (old, new) = (&before.deal.table, &now.deal.table);
        let player = |n: usize| {
            let seat = Seat::new(n);
            let river = |moment: Moment<'m, R>| {
                moment.thrown().filter(move |(by, _)| *by == seat).map(|(_, thrown)| thrown)
            };
            PublicPlayer {
                closed: changed(old.hand(seat).len(), new.hand(seat).len()),
                river: growth(river(before), river(now)),
                out: changed(old.out().contains(seat), new.out().contains(seat)),
            }
        };
        PublicDelta {
            dealer: changed(old.dealer(), new.dealer()),
            wall: changed(old.wall().left(), new.wall().left()),
            dead_wall: changed(old.wall().dead(), new.wall().dead()),
            stage: changed(before.stage(), now.stage()),
            end: changed(before.deal.end(), now.deal.end()),
            players: std::array::from_fn(player),
        }
    }
}

/// What changed of a [`View`](sifang_table::View).
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ViewDelta<'a, E, W> {
    /// The dealer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub dealer: Option<Seat>,
    /// Tiles left.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub wall: Option<usize>,
    /// Tiles in the dead wall.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub dead_wall: Option<usize>,
    /// Where the deal stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "Stage | null"))]
    pub stage: Option<Option<Stage>>,
    /// How it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "End | null"))]
    pub end: Option<Option<End>>,
    /// The seats that changed, by number.
    #[serde(skip_serializing_if = "PlayerDeltas::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, type = "{ [seat: string]: PlayerDelta }"))]
    pub players: PlayerDeltas<'a>,
    /// What lies aside.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub aside: Option<Vec<AsideView>>,
    /// The question to the viewer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "Prompt | null"))]
    pub prompt: Option<Option<Prompt>>,
    /// Wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub wins: Option<Vec<WinView<W>>>,
    /// The rule set's own part.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub extra: Option<E>,
}

/// What changed of a seat.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PlayerDelta<'a> {
    /// Number of closed tiles.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub closed: Option<usize>,
    /// The closed tiles.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "Array<Tile> | null"))]
    pub hand: Option<Option<HandTiles>>,
    /// The tile just drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "Tile | null"))]
    pub drawn: Option<Option<Tile>>,
    /// Melds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub melds: Option<Vec<SeenMeld>>,
    /// Thrown tiles.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub river: Option<Tail<'a, ThrownView>>,
    /// It plays no more.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub out: Option<bool>,
    /// Points in this deal.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub points: Option<i32>,
}

/// The seats that changed. Most moves change one or two, so they lie in place.
#[derive(Debug)]
pub struct PlayerDeltas<'a>([Option<PlayerDelta<'a>>; Seat::MAX]);

impl PlayerDeltas<'_> {
    /// Nothing changed.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }
}

impl Serialize for PlayerDeltas<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let changed = self.0.iter().enumerate();
        serializer.collect_map(changed.filter_map(|(seat, delta)| Some((seat as u8, delta.as_ref()?))))
    }
}

/// The new value if it is another.
fn changed<T: PartialEq>(old: T, new: T) -> Option<T> {
    (old != new).then_some(new)
}

/// The new list if it is another. Nearly always it is not, and then none is made.
fn changed_list<S: Copy, T: PartialEq, I: Iterator<Item = T>>(
    old: S,
    new: S,
    list: impl Fn(S) -> I,
) -> Option<Vec<T>> {
    (!list(old).eq(list(new))).then(|| list(new).collect())
}

/// How many elements two lists have in common at their beginning, and what follows in the new one;
/// none if they are the same.
fn growth<T: PartialEq>(
    old: impl Iterator<Item = T>,
    new: impl Iterator<Item = T>,
) -> Option<(usize, Vec<T>)> {
    let (mut old, mut new, mut keep) = (old.peekable(), new.peekable(), 0);
    while old.peek().is_some() && old.peek() == new.peek() {
        old.next();
        new.next();
        keep += 1;
    }
    (old.peek().is_some() || new.peek().is_some()).then(|| (keep, new.collect()))
}

impl<'a, E: PartialEq, W: PartialEq> ViewDelta<'a, E, W> {
    /// What leads one viewer from one moment to another, of which `public` is what everybody sees.
    pub fn between<R: RuleSet<Extra = E, WinFacts = W>>(
        public: &'a PublicDelta,
        before: Seen<'_, R>,
        now: Seen<'_, R>,
    ) -> ViewDelta<'a, E, W> {
        let (old, new) = (before.points(), now.points());
        let mut players = PlayerDeltas(Default::default());
        for seat in now.moment().seats() {
            let all = &public.players[seat.index()];
            let delta = PlayerDelta {
                closed: all.closed,
                hand: changed(before.hand(seat), now.hand(seat)),
                drawn: changed(before.drawn(seat), now.drawn(seat)),
                melds: changed_list(before, now, |seen| seen.melds(seat)),
                river: all.river.as_ref().map(|(keep, add)| Tail { keep: *keep, add }),
                out: all.out,
                points: changed(old[seat.index()], new[seat.index()]),
            };
            players.0[seat.index()] = Some(delta).filter(|delta| !delta.is_empty());
        }
        ViewDelta {
            dealer: public.dealer,
            wall: public.wall,
            dead_wall: public.dead_wall,
            stage: public.stage,
            end: public.end,
            players,
            aside: changed_list(before, now, Seen::aside),
            prompt: changed(before.prompt(), now.prompt()),
            wins: changed_list(before, now, Seen::wins),
            extra: changed(before.extra(), now.extra()),
        }
    }
}

impl<E, W> ViewDelta<'_, E, W> {
    /// Nothing changed.
    pub fn is_empty(&self) -> bool {
        self.dealer.is_none()
            && self.wall.is_none()
            && self.dead_wall.is_none()
            && self.stage.is_none()
            && self.end.is_none()
            && self.players.is_empty()
            && self.aside.is_none()
            && self.prompt.is_none()
            && self.wins.is_none()
            && self.extra.is_none()
    }
}

impl PlayerDelta<'_> {
    /// Nothing changed.
    fn is_empty(&self) -> bool {
        self.closed.is_none()
            && self.hand.is_none()
            && self.drawn.is_none()
            && self.melds.is_none()
            && self.river.is_none()
            && self.out.is_none()
            && self.points.is_none()
    }
}
