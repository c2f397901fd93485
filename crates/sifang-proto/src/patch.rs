//! The difference between two views of one viewer, typed: a field that is absent has not changed.
//!
//! A client applies it without knowing any rule: it replaces fields, and for lists that grow it keeps a beginning and adds the
//! rest. [`ViewPatch::between`] compares two values; nothing is turned into JSON to find out what changed.

use crate::{Clock, DealLine, Fairness, MatchOver};
use serde::{Serialize, Serializer};
use sifang_table::{AsideView, PlayerView, Prompt, SeenEntry, SeenMeld, Stage, ThrownView, View, WinView};
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

impl<'a, T: PartialEq> Tail<'a, T> {
    /// What turns `old` into `new`; none if nothing does.
    pub fn between(old: &[T], new: &'a [T]) -> Option<Tail<'a, T>> {
        let keep = old.iter().zip(new).take_while(|(a, b)| a == b).count();
        (keep < old.len() || keep < new.len()).then(|| Tail { keep, add: &new[keep..] })
    }
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
    #[serde(skip_serializing_if = "ViewPatch::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<ViewPatch<'a, E, W>>", optional))]
    pub view: ViewPatch<'a, E, W>,
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

/// What changed of a [`View`].
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ViewPatch<'a, E, W> {
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
    pub end: Option<Option<sifang_table::End>>,
    /// The seats that changed, by number.
    #[serde(skip_serializing_if = "PlayerPatches::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, type = "{ [seat: string]: PlayerPatch }"))]
    pub players: PlayerPatches<'a>,
    /// What lies aside.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub aside: Option<&'a [AsideView]>,
    /// The question to the viewer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "Prompt | null"))]
    pub prompt: Option<Option<&'a Prompt>>,
    /// Wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub wins: Option<&'a [WinView<W>]>,
    /// The rule set's own part.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub extra: Option<&'a E>,
}

/// What changed of a seat.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PlayerPatch<'a> {
    /// Number of closed tiles.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub closed: Option<usize>,
    /// The closed tiles.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "Array<Tile> | null"))]
    pub hand: Option<Option<&'a [Tile]>>,
    /// The tile just drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "Tile | null"))]
    pub drawn: Option<Option<Tile>>,
    /// Melds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub melds: Option<&'a [SeenMeld]>,
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
#[derive(Debug, Default)]
pub struct PlayerPatches<'a>([Option<PlayerPatch<'a>>; Seat::MAX]);

impl<'a> PlayerPatches<'a> {
    fn between(old: &[PlayerView], new: &'a [PlayerView]) -> PlayerPatches<'a> {
        let mut patches = PlayerPatches::default();
        for (place, (old, new)) in patches.0.iter_mut().zip(old.iter().zip(new)) {
            *place = Some(PlayerPatch::between(old, new)).filter(|patch| !patch.is_empty());
        }
        patches
    }

    /// Nothing changed.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }
}

impl Serialize for PlayerPatches<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let changed = self.0.iter().enumerate();
        serializer.collect_map(changed.filter_map(|(seat, patch)| Some((seat as u8, patch.as_ref()?))))
    }
}

/// `Some(new)` if it is another value.
fn changed<T: PartialEq>(old: &T, new: T) -> Option<T> {
    (*old != new).then_some(new)
}

impl<'a, E: PartialEq, W: PartialEq> ViewPatch<'a, E, W> {
    /// What turns `old` into `new`, two views of one viewer at one table.
    pub fn between(old: &View<E, W>, new: &'a View<E, W>) -> ViewPatch<'a, E, W> {
        ViewPatch {
            dealer: changed(&old.dealer, new.dealer),
            wall: changed(&old.wall, new.wall),
            dead_wall: changed(&old.dead_wall, new.dead_wall),
            stage: changed(&old.stage, new.stage),
            end: changed(&old.end, new.end),
            players: PlayerPatches::between(&old.players, &new.players),
            aside: (old.aside != new.aside).then_some(&new.aside),
            prompt: (old.prompt != new.prompt).then_some(new.prompt.as_ref()),
            wins: (old.wins != new.wins).then_some(&new.wins),
            extra: (old.extra != new.extra).then_some(&new.extra),
        }
    }
}

impl<E, W> ViewPatch<'_, E, W> {
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

impl<'a> PlayerPatch<'a> {
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

    fn between(old: &PlayerView, new: &'a PlayerView) -> PlayerPatch<'a> {
        PlayerPatch {
            closed: changed(&old.closed, new.closed),
            hand: (old.hand != new.hand).then_some(new.hand.as_deref()),
            drawn: changed(&old.drawn, new.drawn),
            melds: (old.melds != new.melds).then_some(&new.melds),
            river: Tail::between(&old.river, &new.river),
            out: changed(&old.out, new.out),
            points: changed(&old.points, new.points),
        }
    }
}
