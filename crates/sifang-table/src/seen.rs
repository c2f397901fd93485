//! What happens at a table as one viewer may see it, in the words in which it is sent.

use crate::event::{Aside, Source, WallEnd};
use crate::view::is_not;
use crate::{Declaration, End, Entry, EntryId, Meld, MeldTiles, Op, Step, Term};
use serde::Serialize;
use sifang_tiles::{Seat, Tile};

/// An event as one viewer sees it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[allow(missing_docs)] // The fields are those of `Event`; what is hidden is absent. What is so with nearly every turn is not said.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum SeenEvent {
    Began {
        dealer: Seat,
        seats: u8,
        dice: [u8; 2],
    },
    Dealt {
        seat: Seat,
        count: usize,
        tiles: Option<Vec<Tile>>,
    },
    Drew {
        seat: Seat,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        tile: Option<Tile>,
        /// The front, if it is not said.
        #[serde(skip_serializing_if = "WallEnd::is_front")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<WallEnd>"))]
        from: WallEnd,
    },
    SetAside {
        seat: Seat,
        tile: Option<Tile>,
        why: Aside,
    },
    TurnedUp {
        seat: Seat,
        tile: Tile,
        why: Aside,
    },
    Laid {
        seat: Seat,
        tile: Tile,
    },
    Discarded {
        seat: Seat,
        tile: Tile,
        #[serde(skip_serializing_if = "is_not")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        drawn: bool,
    },
    Melded {
        seat: Seat,
        meld: SeenMeld,
    },
    Robbed {
        seat: Seat,
        tile: Tile,
    },
    Declared {
        seat: Seat,
        what: Declaration,
    },
    Floated {
        seat: Seat,
        points: u8,
    },
    Rolled {
        seat: Seat,
        die: u8,
    },
    Won {
        seat: Seat,
        from: Option<Seat>,
        source: Source,
        tile: Option<Tile>,
    },
    Shown {
        seat: Seat,
        tiles: Vec<Tile>,
    },
    Posted {
        entry: SeenEntry,
    },
    Ended {
        how: End,
    },
}

/// A meld as one viewer sees it: a face-down one has no tiles.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SeenMeld {
    /// What it is.
    pub kind: crate::MeldKind,
    /// Its tiles, ascending; absent while face down.
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Tile>>"))]
    pub tiles: Option<MeldTiles>,
    /// The claimed tile; absent while face down.
    pub claimed: Option<Tile>,
    /// Where it came from.
    pub from: Seat,
}

impl SeenMeld {
    pub(crate) fn new(meld: &Meld, hidden: bool) -> SeenMeld {
        SeenMeld {
            kind: meld.kind,
            tiles: (!hidden).then(|| MeldTiles::new(meld)),
            claimed: (!hidden).then_some(meld.claimed),
            from: meld.from,
        }
    }
}

/// A payment with its explanation, as it is shown.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SeenEntry {
    /// Its number.
    pub id: EntryId,
    /// Who pays.
    pub from: Seat,
    /// Who is paid.
    pub to: Seat,
    /// How much.
    pub points: i32,
    /// Anchor in the rule book.
    pub clause: &'static str,
    /// What it is, in Chinese.
    pub zh: &'static str,
    /// What it is, in English.
    pub en: &'static str,
    /// The entry it pays back.
    pub reverses: Option<EntryId>,
    /// How the amount comes about.
    pub steps: Vec<SeenStep>,
}

/// One line of an explanation, as it is shown.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SeenStep {
    /// Fan, event or rule.
    pub id: &'static str,
    /// Its name in Chinese.
    pub zh: &'static str,
    /// Its name in English.
    pub en: &'static str,
    /// Anchor in the rule book.
    pub clause: &'static str,
    /// What it does.
    pub op: Op,
    /// With which number.
    pub n: i32,
}

impl SeenEntry {
    /// The entry in the form that is shown.
    pub fn new(entry: &Entry, steps: &[Step]) -> SeenEntry {
        let Term { zh, en, clause, .. } = *entry.why;
        SeenEntry {
            id: entry.id,
            from: entry.from,
            to: entry.to,
            points: entry.points,
            clause,
            zh,
            en,
            reverses: entry.reverses,
            steps: steps.iter().map(SeenStep::new).collect(),
        }
    }
}

impl SeenStep {
    /// The step in the form that is shown.
    pub fn new(step: &Step) -> SeenStep {
        let Term { id, zh, en, clause } = *step.why;
        SeenStep { id, zh, en, clause, op: step.op, n: step.n }
    }
}
