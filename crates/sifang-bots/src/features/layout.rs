//! The layout of an observation: which bytes mean what. One table for what is written, its description and its documentation.
//!
//! An observation is a row of bytes in four parts: *planes* (34 bytes each, one for each playable kind, in the order of
//! `Tile::index`), then *globals* (single bytes); then, where insight is asked for, its planes and its globals. Seats are given
//! relative to the one that looks: itself, the next, the one opposite, the one before (with fewer seats, the first of these).
//! A byte of 100 is one whole ([`signs`](sifang_rules::signs)).

use serde::Serialize;
use sifang_options::{OptionKind, OptionSet as _};
use sifang_rules::insight::Insight;
use sifang_tiles::Tile;

/// Changes whenever an observation or a slot could mean something else.
pub const VERSION: u32 = 1;

/// How much an observation shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Depth {
    /// What can be seen.
    Basic,
    /// Also what can be worked out: distances, useful tiles, what a win pays, dangers. Costs several times as much.
    Insight,
}

/// Some planes or bytes that belong together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    /// Its name.
    pub(super) name: &'static str,
    /// How many planes or bytes.
    pub(super) width: usize,
    /// What they mean.
    pub(super) about: &'static str,
}

const fn field(name: &'static str, width: usize, about: &'static str) -> Field {
    Field { name, width, about }
}

/// The planes of what can be seen.
pub(super) const PLANES: &[Field] = &[
    field("own", 4, "closed tiles of one's own: at least 1, 2, 3, 4 of the kind"),
    field("drawn", 1, "the tile just drawn"),
    field("tile", 1, "the tile in question: a discard, a kong's fourth tile"),
    field("wild", 1, "the kind is wild in this deal"),
    field("unseen", 1, "copies not seen yet, 25 each"),
    field("gone", 1, "no copy is left unseen"),
    field("melds", 4, "copies in the melds of each seat, 25 each"),
    field("river", 4, "copies in the river of each seat, 25 each"),
    field(
        "recent",
        3,
        "when each other seat threw it last: 100 just now, 800 / (8 + throws of anybody since)",
    ),
    field("from_hand", 3, "copies each other seat threw out of its hand, not as drawn, 50 each"),
    field("shown", 3, "closed tiles of each other seat that lie open, 25 each"),
    field("buried", 1, "tiles one has buried oneself, 25 each"),
    field("aside", 1, "open tiles beside the play, 25 each"),
    field("locked", 1, "one may not win on it for now"),
    field("may", 6, "it may be used now: discard, own kong, ready, ready_ask, ask, bury"),
    field("picked", 1, "picked so far for the burial that is being answered, 25 each"),
];

/// The bytes of what can be seen; those of the rule set and its options follow.
pub(super) const GLOBALS: &[Field] = &[
    field("wall", 1, "tiles left for normal draws, 1 each"),
    field("dead_wall", 1, "tiles of the dead wall, 1 each"),
    field("seats", 3, "two, three, four seats play"),
    field("dealer", 4, "this seat deals"),
    field("closed", 4, "closed tiles of each seat, 7 each"),
    field("meld_count", 4, "melds of each seat, 25 each"),
    field("kong_count", 4, "kongs of each seat, 25 each"),
    field("river_length", 4, "tiles in the river of each seat, 5 each"),
    field("out", 4, "this seat has won and plays no more"),
    field("won", 4, "points this seat has won in this deal so far, as an amount"),
    field("lost", 4, "points it has lost, as an amount"),
    field("flowers", 4, "flowers before each seat, 12 each"),
    field("own_turn", 1, "one holds a tile too many: a turn of one's own"),
    field("from", 4, "whose turn it is, or whose tile is in question"),
    field("may_plain", 9, "offered: pass, hu, kong, pon, chi low, chi middle, chi high, ready, ready_ask"),
    field("may_float", 1, "a float is asked for"),
    field("picks", 2, "one, two tiles of the burial are picked"),
];

/// The planes of what can be worked out.
pub(super) const INSIGHT_PLANES: &[Field] = &[
    field("safe", 3, "each other seat has let the kind pass since its hand last changed"),
    field("takes", 3, "each other seat may win on it, weighed by how likely it is ready"),
    field("danger_cost", 1, "what throwing it costs on average, tenfold, as an amount"),
    field("danger_chance", 1, "how likely somebody wins on it, fivefold"),
    field("after_away", 1, "thrown or buried, it leaves the hand as near as can be: 100, one further: 50"),
    field("after_useful", 1, "useful tiles unseen after it, 2 each"),
    field("after_waits", 1, "tiles unseen to win on after it, 10 each"),
    field("after_draw", 1, "what they pay together when drawn, as an amount"),
    field("after_discard", 1, "what they pay together when thrown by the next seat, as an amount"),
    field("after_kong", 1, "an own kong of it leaves the hand as near: 100, one further: 50"),
    field("useful", 1, "between turns: it brings the hand nearer"),
];

/// The bytes of what can be worked out.
pub(super) const INSIGHT_GLOBALS: &[Field] = &[
    field("ready", 3, "how likely each other seat is ready"),
    field("loss", 3, "what throwing it the winning tile costs, as an amount"),
    field("frozen", 3, "its hand does not change any more"),
    field("collects", 9, "how likely each other seat collects each of the three suits"),
    field("away", 9, "tiles away from a win after the best discard: 0 to 8 and more"),
    field("claim_away", 5, "pung, the three chows, kong: brings nearer 100, as near 50, further 10"),
    field("claim_useful", 5, "useful tiles unseen after it, 2 each"),
    field("plans", 7, "the dearest hand that is 0 to 6 tiles further than the nearest, as an amount"),
    field("win_worth", 1, "what the offered win pays, as an amount"),
    field("win_is_bad", 1, "the offered win costs points"),
    field("waits_now", 3, "between turns: tiles unseen to win on (10 each), what they pay drawn, and thrown"),
    field("draws", 1, "draws that are left to a seat, 5 each"),
];

/// How many planes or bytes a table has.
pub(super) const fn width(fields: &[Field]) -> usize {
    let (mut sum, mut i) = (0, 0);
    while i < fields.len() {
        sum += fields[i].width;
        i += 1;
    }
    sum
}

/// Where a field begins in its table. For constants: a name that is not there does not compile.
pub(super) const fn at(fields: &[Field], name: &str) -> usize {
    let (mut sum, mut i) = (0, 0);
    while i < fields.len() {
        if same(fields[i].name, name) {
            return sum;
        }
        sum += fields[i].width;
        i += 1;
    }
    panic!("no such field")
}

/// `==` for texts, which constants cannot use.
const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// Where the parts of an observation begin, for a rule set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parts {
    /// The globals; the planes begin at 0.
    pub globals: usize,
    /// Those of the rule set: its stages, signs of seats, other signs.
    pub own: usize,
    /// The options in force.
    pub options: usize,
    /// The insight's planes: the end of what can be seen.
    pub insight: usize,
    /// The insight's globals.
    pub insight_globals: usize,
    /// The end.
    pub end: usize,
}

impl Parts {
    /// Of this rule set.
    pub fn of<R: Insight>() -> Parts {
        let globals = width(PLANES) * Tile::PLAYABLE;
        let own = globals + width(GLOBALS);
        let options = own + R::STAGES.len() + 4 * R::SEAT_SIGNS.len() + R::SIGNS.len();
        let widths = R::Options::SPECS.iter().map(|spec| option_width(spec.kind));
        let insight = options + widths.sum::<usize>();
        let insight_globals = insight + width(INSIGHT_PLANES) * Tile::PLAYABLE;
        let end = insight_globals + width(INSIGHT_GLOBALS);
        Parts { globals, own, options, insight, insight_globals, end }
    }

    /// Bytes of an observation.
    pub fn size(&self, depth: Depth) -> usize {
        match depth {
            Depth::Basic => self.insight,
            Depth::Insight => self.end,
        }
    }
}

/// Bytes of one option: one for a switch or a number, one for each of a few values.
pub(super) fn option_width(kind: OptionKind) -> usize {
    match kind {
        OptionKind::Bool | OptionKind::Int { .. } => 1,
        OptionKind::IntSet(set) => set.len(),
        OptionKind::Choice(choices) => choices.len(),
    }
}

/// A part of an observation, for people and programs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// Where it begins.
    pub offset: usize,
    /// How many planes, or bytes.
    pub count: usize,
    /// What it means.
    pub about: String,
}

/// The layout of a rule set's observations and actions, for people and programs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Layout {
    /// The rule set.
    pub rules: &'static str,
    /// Its version.
    pub rules_version: u32,
    /// The version of layout and catalogue.
    pub version: u32,
    /// The byte that is one whole.
    pub unit: u8,
    /// Bytes of a plane.
    pub kinds: usize,
    /// Bytes of an observation without insight.
    pub basic: usize,
    /// Bytes of an observation with it.
    pub full: usize,
    /// Planes, from byte 0.
    pub planes: Vec<Entry>,
    /// Single bytes after them.
    pub globals: Vec<Entry>,
    /// The insight's planes.
    pub insight_planes: Vec<Entry>,
    /// The insight's single bytes.
    pub insight_globals: Vec<Entry>,
    /// The rows of the catalogue that have a slot for each kind; the others follow.
    pub action_rows: Vec<&'static str>,
    /// The name of every slot.
    pub actions: Vec<String>,
}

impl Layout {
    /// Of this rule set.
    pub fn of<R: Insight>() -> Layout {
        let parts = Parts::of::<R>();
        let mut globals = entries(GLOBALS, parts.globals, 1);
        let mut next = parts.own;
        let mut add = |name: String, count: usize, about: String| {
            globals.push(Entry { name, offset: next, count, about });
            next += count;
        };
        for stage in R::STAGES {
            add(format!("stage_{stage}"), 1, format!("the deal stands at the stage {stage}"));
        }
        for sign in R::SEAT_SIGNS {
            add(format!("seat_{sign}"), 4, format!("{sign}, of each seat"));
        }
        for sign in R::SIGNS {
            add(format!("own_{sign}"), 1, format!("{sign}, of the deal or one's own"));
        }
        for spec in R::Options::SPECS {
            let about = match spec.kind {
                OptionKind::Bool => format!("{}: on", spec.label.en),
                OptionKind::Int { min, .. } => format!("{}: above {min}, as an amount", spec.label.en),
                kind => format!("{}: {}", spec.label.en, kind.describe(sifang_options::Lang::En)),
            };
            add(format!("option_{}", spec.name), option_width(spec.kind), about);
        }
        Layout {
            rules: R::ID,
            rules_version: R::VERSION,
            version: VERSION,
            unit: sifang_rules::signs::ONE,
            kinds: Tile::PLAYABLE,
            basic: parts.size(Depth::Basic),
            full: parts.size(Depth::Insight),
            planes: entries(PLANES, 0, Tile::PLAYABLE),
            globals,
            insight_planes: entries(INSIGHT_PLANES, parts.insight, Tile::PLAYABLE),
            insight_globals: entries(INSIGHT_GLOBALS, parts.insight_globals, 1),
            action_rows: super::ROWS.to_vec(),
            actions: (0..super::ACTIONS).filter_map(super::name_of).collect(),
        }
    }
}

fn entries(fields: &[Field], from: usize, size: usize) -> Vec<Entry> {
    let mut offset = from;
    let entry = |field: &Field| {
        let entry = Entry { name: field.name.into(), offset, count: field.width, about: field.about.into() };
        offset += field.width * size;
        entry
    };
    fields.iter().map(entry).collect()
}
