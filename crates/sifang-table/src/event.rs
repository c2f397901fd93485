//! What happened, as physical facts, and what of it each viewer may see.
//!
//! `Event` is deliberately not serializable: only [`SeenEvent`] leaves the engine, made by [`Journal::seen_by`], one of the
//! two places that decide what a viewer may know (the other is `Deal::view`).

use crate::seen::{SeenEntry, SeenEvent, SeenMeld};
use crate::{Declaration, End, Entry, EntryId, Meld, Step, Steps};
use serde::{Deserialize, Serialize};
use sifang_tiles::{Seat, SeatSet, Tile};
use tinyvec::ArrayVec;
use xxhash_rust::xxh3::xxh3_128;

/// Who looks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Viewer {
    /// A player at this seat.
    Seat(Seat),
    /// A spectator: only what lies open.
    Public,
    /// Everything, hands included. Nobody can look so at a deal that is being played: it takes the proof that it is over.
    All(Finished),
}

impl Viewer {
    /// Whether what belongs to the seat is this viewer's to see.
    #[inline]
    pub fn owns(self, seat: Seat) -> bool {
        match self {
            Viewer::All(_) => true,
            Viewer::Seat(own) => own == seat,
            Viewer::Public => false,
        }
    }
}

/// Proof that a deal is over. Only [`Deal::finished`](crate::Deal::finished) makes one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Finished(());

impl Finished {
    /// For a deal that has ended.
    pub(crate) fn after(_: End) -> Finished {
        Finished(())
    }
}

/// Which seats may know a thing before the deal is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sight(u8);

impl Sight {
    /// Everybody, spectators included.
    pub const ALL: Sight = Sight(u8::MAX);

    /// Only these seats.
    pub fn only(seats: SeatSet) -> Sight {
        Sight(seats.bits())
    }

    /// Whether the viewer is among them.
    #[inline]
    pub fn includes(self, who: Viewer) -> bool {
        match who {
            Viewer::All(_) => true,
            Viewer::Public => self == Sight::ALL,
            Viewer::Seat(seat) => self == Sight::ALL || self.0 & (1 << seat.index()) != 0,
        }
    }
}

impl Default for Sight {
    fn default() -> Self {
        Sight::ALL
    }
}

/// Which end of the wall a tile came from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum WallEnd {
    /// A normal draw.
    Front,
    /// A replacement.
    Back,
}

impl WallEnd {
    pub(crate) fn is_front(&self) -> bool {
        *self == WallEnd::Front
    }
}

/// Why a tile lies beside the play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Aside {
    /// 补花: a shown flower.
    #[default]
    Flower,
    /// 埋牌: face down until the end.
    Buried,
    /// 翻牌: fixes the wild tiles.
    Indicator,
    /// Turned up by a kong.
    KongTile,
    /// 请胡: shown to ask.
    Asked,
    /// 海底: drawn at the sea bottom and not kept.
    Sea,
    /// 鸟: drawn after the win.
    Bird,
}

impl Aside {
    /// Only its owner may know it before the deal is over.
    pub const fn is_secret(self) -> bool {
        matches!(self, Aside::Buried)
    }
}

/// How a win came about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Source {
    /// 自摸.
    #[default]
    SelfDraw,
    /// 点炮.
    Discard,
    /// 抢杠.
    RobKong,
}

impl Source {
    /// The source a written name stands for.
    pub fn from_name(name: &str) -> Option<Source> {
        Some(match name {
            "self_draw" => Source::SelfDraw,
            "discard" => Source::Discard,
            "rob_kong" => Source::RobKong,
            _ => return None,
        })
    }
}

/// Tiles of one hand, in canonical order.
pub type HandTiles = ArrayVec<[Tile; 18]>;

/// A physical fact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// The deal begins.
    Began {
        /// The dealer.
        dealer: Seat,
        /// Number of seats.
        seats: u8,
        /// The dealer's throw, for show.
        dice: [u8; 2],
    },
    /// A seat got its first tiles.
    Dealt {
        /// Who.
        seat: Seat,
        /// Which.
        tiles: HandTiles,
    },
    /// A seat drew a tile.
    Drew {
        /// Who.
        seat: Seat,
        /// Which.
        tile: Tile,
        /// From where.
        from: WallEnd,
    },
    /// A tile was laid beside the play.
    SetAside {
        /// Whose it is (the dealer's for what is nobody's).
        seat: Seat,
        /// Which.
        tile: Tile,
        /// Why.
        why: Aside,
    },
    /// A tile that lay face down beside the play was turned up.
    TurnedUp {
        /// Whose.
        seat: Seat,
        /// Which.
        tile: Tile,
        /// Why it lies there.
        why: Aside,
    },
    /// A tile that lay aside went into the owner's river.
    Laid {
        /// Whose.
        seat: Seat,
        /// Which.
        tile: Tile,
    },
    /// A tile was thrown.
    Discarded {
        /// Who.
        seat: Seat,
        /// Which.
        tile: Tile,
        /// It is the tile just drawn.
        drawn: bool,
    },
    /// A meld was laid down, or a pung became a kong.
    Melded {
        /// Who.
        seat: Seat,
        /// What.
        meld: Meld,
    },
    /// The fourth tile of an added kong was taken by a winner; the pung stays.
    Robbed {
        /// Whose kong.
        seat: Seat,
        /// Which tile.
        tile: Tile,
    },
    /// A seat announced something about its hand.
    Declared {
        /// Who.
        seat: Seat,
        /// What.
        what: Declaration,
    },
    /// A seat staked points before the deal.
    Floated {
        /// Who.
        seat: Seat,
        /// How many.
        points: u8,
    },
    /// A die was thrown.
    Rolled {
        /// By whom.
        seat: Seat,
        /// What it shows.
        die: u8,
    },
    /// A seat won.
    Won {
        /// Who.
        seat: Seat,
        /// On whose tile (none: its own).
        from: Option<Seat>,
        /// How.
        source: Source,
        /// On which tile, where there is one.
        tile: Option<Tile>,
        /// The tile and the hand stay closed to others for now.
        closed: bool,
    },
    /// A hand, or what was kept face down, was shown to everybody.
    Shown {
        /// Whose.
        seat: Seat,
        /// Closed tiles.
        tiles: HandTiles,
    },
    /// Points moved; the entry is number `n` of the journal.
    Posted {
        /// Which entry.
        entry: EntryId,
    },
    /// An entry that was hidden from some is now open.
    Opened {
        /// Which entry.
        entry: EntryId,
    },
    /// The deal is over.
    Ended {
        /// How.
        how: End,
    },
}

/// The record of a deal as it is played: events, entries, explanations. Reused from deal to deal, so that play allocates nothing.
#[derive(Clone, Default, Debug)]
pub struct Journal {
    events: Vec<Event>,
    entries: Vec<(Entry, u32)>,
    steps: Vec<Step>,
    silent: bool,
}

impl Journal {
    /// An empty journal with room for the longest deals, so that it need not grow.
    pub fn roomy() -> Journal {
        let (events, entries, steps) =
            (Vec::with_capacity(1024), Vec::with_capacity(256), Vec::with_capacity(1024));
        Journal { events, entries, steps, silent: false }
    }

    /// An empty journal.
    pub fn new() -> Journal {
        Journal { events: Vec::with_capacity(256), ..Journal::default() }
    }

    /// A journal that keeps nothing: for search, where only the state matters.
    pub fn silent() -> Journal {
        Journal { silent: true, ..Journal::default() }
    }

    /// Forgets everything, keeps the memory.
    pub fn clear(&mut self) {
        self.events.clear();
        self.entries.clear();
        self.steps.clear();
    }

    /// Writes an event down.
    #[inline]
    pub(crate) fn push(&mut self, event: Event) {
        if !self.silent {
            self.events.push(event);
        }
    }

    pub(crate) fn post(&mut self, entry: Entry, steps: &Steps) {
        if !self.silent {
            self.steps.extend_from_slice(steps.as_slice());
            self.entries.push((entry, self.steps.len() as u32));
            self.events.push(Event::Posted { entry: entry.id });
        }
    }

    /// Opens what was hidden: called when the deal ends.
    pub(crate) fn open_entries(&mut self) {
        if !self.silent {
            let hidden = self.entries.iter().filter(|(e, _)| e.sight != Sight::ALL);
            self.events.extend(hidden.map(|(e, _)| Event::Opened { entry: e.id }));
        }
    }

    /// The events so far.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The entries so far, each with its explanation.
    pub fn entries(&self) -> impl Iterator<Item = (&Entry, &[Step])> {
        (0..self.entries.len()).filter_map(|i| self.entry(EntryId(i as u8)))
    }

    /// One entry with its explanation.
    pub fn entry(&self, id: EntryId) -> Option<(&Entry, &[Step])> {
        let i = id.0 as usize;
        let (entry, end) = self.entries.get(i)?;
        let start = if i == 0 { 0 } else { self.entries[i - 1].1 as usize };
        Some((entry, &self.steps[start..*end as usize]))
    }

    /// A digest of everything written: the same play gives the same digest on every machine.
    ///
    /// `buffer` is scratch memory, so that a simulator can reuse it.
    pub fn digest(&self, buffer: &mut Vec<u8>) -> u128 {
        buffer.clear();
        for event in &self.events {
            event.write_bytes(buffer);
        }
        for (entry, steps) in self.entries() {
            buffer.extend_from_slice(entry.why.clause.as_bytes());
            buffer.extend_from_slice(&[0xF0, entry.id.0, entry.from.index() as u8, entry.to.index() as u8]);
            buffer.extend_from_slice(&entry.points.to_le_bytes());
            buffer.push(entry.reverses.map_or(u8::MAX, |e| e.0));
            for step in steps {
                buffer.extend_from_slice(step.why.id.as_bytes());
                buffer.push(step.op as u8);
                buffer.extend_from_slice(&step.n.to_le_bytes());
            }
        }
        xxh3_128(buffer)
    }

    /// A digest of the play and of who paid whom how much, without the reasons: rules that explain the same payment in other
    /// words give the same digest. A payment of nothing is only an explanation.
    pub fn course_digest(&self, buffer: &mut Vec<u8>) -> u128 {
        buffer.clear();
        for event in &self.events {
            match *event {
                Event::Posted { entry } => {
                    if let Some((entry, _)) = self.entry(entry).filter(|(entry, _)| entry.points != 0) {
                        buffer.extend_from_slice(&[0xF0, entry.from.index() as u8, entry.to.index() as u8]);
                        buffer.extend_from_slice(&entry.points.to_le_bytes());
                    }
                }
                Event::Opened { .. } => {}
                _ => event.write_bytes(buffer),
            }
        }
        xxh3_128(buffer)
    }

    /// What `who` may see of event number `n`; nothing if it must not even know that something happened.
    pub fn seen_by(&self, n: usize, who: Viewer) -> Option<SeenEvent> {
        let own = |seat: Seat| who.owns(seat);
        Some(match *self.events.get(n)? {
            Event::Began { dealer, seats, dice } => SeenEvent::Began { dealer, seats, dice },
            Event::Dealt { seat, tiles } => {
                SeenEvent::Dealt { seat, count: tiles.len(), tiles: own(seat).then(|| tiles.to_vec()) }
            }
            Event::Drew { seat, tile, from } => {
                SeenEvent::Drew { seat, tile: own(seat).then_some(tile), from }
            }
            Event::SetAside { seat, tile, why } => {
                SeenEvent::SetAside { seat, tile: (!why.is_secret() || own(seat)).then_some(tile), why }
            }
            Event::TurnedUp { seat, tile, why } => SeenEvent::TurnedUp { seat, tile, why },
            Event::Laid { seat, tile } => SeenEvent::Laid { seat, tile },
            Event::Discarded { seat, tile, drawn } => SeenEvent::Discarded { seat, tile, drawn },
            Event::Melded { seat, meld } => {
                SeenEvent::Melded { seat, meld: SeenMeld::new(&meld, meld.closed && !own(seat)) }
            }
            Event::Robbed { seat, tile } => SeenEvent::Robbed { seat, tile },
            Event::Declared { seat, what } => SeenEvent::Declared { seat, what },
            Event::Floated { seat, points } => SeenEvent::Floated { seat, points },
            Event::Rolled { seat, die } => SeenEvent::Rolled { seat, die },
            Event::Won { seat, from, source, tile, closed } => SeenEvent::Won {
                seat,
                from,
                source,
                // A tile somebody else threw lies open anyway.
                tile: if closed && from.is_none() && !own(seat) { None } else { tile },
            },
            Event::Shown { seat, tiles } => SeenEvent::Shown { seat, tiles: tiles.to_vec() },
            Event::Posted { entry } => {
                let (entry, steps) = self.entry(entry)?;
                if !entry.sight.includes(who) {
                    return None;
                }
                SeenEvent::Posted { entry: SeenEntry::new(entry, steps) }
            }
            Event::Opened { entry } => {
                let (entry, steps) = self.entry(entry)?;
                if entry.sight.includes(who) {
                    return None;
                }
                SeenEvent::Posted { entry: SeenEntry::new(entry, steps) }
            }
            Event::Ended { how } => SeenEvent::Ended { how },
        })
    }
}

impl Event {
    /// The canonical bytes of the event: a tag, then its operands, all of fixed meaning.
    fn write_bytes(&self, out: &mut Vec<u8>) {
        let s = |seat: Seat| seat.index() as u8;
        let t = |tile: Tile| tile.index() as u8;
        match *self {
            Event::Began { dealer, seats, dice } => out.extend([1, s(dealer), seats, dice[0], dice[1]]),
            Event::Dealt { seat, tiles } => {
                out.extend([2, s(seat), tiles.len() as u8]);
                out.extend(tiles.iter().map(|tile| t(*tile)));
            }
            Event::Drew { seat, tile, from } => out.extend([3, s(seat), t(tile), from as u8]),
            Event::SetAside { seat, tile, why } => out.extend([4, s(seat), t(tile), why as u8]),
            Event::Laid { seat, tile } => out.extend([5, s(seat), t(tile)]),
            Event::Discarded { seat, tile, drawn } => out.extend([6, s(seat), t(tile), drawn as u8]),
            Event::Melded { seat, meld } => {
                let m = [meld.kind as u8, t(meld.tile), t(meld.claimed), s(meld.from), meld.closed as u8];
                out.extend([7, s(seat), m[0], m[1], m[2], m[3], m[4]]);
            }
            Event::Robbed { seat, tile } => out.extend([8, s(seat), t(tile)]),
            Event::Declared { seat, what } => out.extend([9, s(seat), what as u8]),
            Event::Floated { seat, points } => out.extend([10, s(seat), points]),
            Event::Rolled { seat, die } => out.extend([11, s(seat), die]),
            Event::Won { seat, from, source, tile, closed } => {
                let (from, tile) = (from.map_or(u8::MAX, s), tile.map_or(u8::MAX, t));
                out.extend([12, s(seat), from, source as u8, tile, closed as u8]);
            }
            Event::Shown { seat, tiles } => {
                out.extend([13, s(seat), tiles.len() as u8]);
                out.extend(tiles.iter().map(|tile| t(*tile)));
            }
            Event::Posted { entry } => out.extend([14, entry.0]),
            Event::Opened { entry } => out.extend([15, entry.0]),
            Event::Ended { how } => out.extend([16, how as u8]),
            Event::TurnedUp { seat, tile, why } => out.extend([17, s(seat), t(tile), why as u8]),
        }
    }
}
