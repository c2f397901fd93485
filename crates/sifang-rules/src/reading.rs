//! How a winning hand was read, for people: its groups, what each wild stands for, and the fans that seem to be there and do
//! not count.
//!
//! A rule set finds the reading that it counts and the reasons; here they are laid out. What is *not* here: what anything is
//! worth, and any rule.

use serde::Serialize;
use sifang_shape::{Group, GroupKind};
use sifang_table::{Fan, Meld, MeldKind, Term};
use sifang_tiles::Tile;

/// What a group is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum ReadKind {
    /// Three consecutive tiles of a suit.
    Run,
    /// Three equal tiles.
    Triplet,
    /// Four equal tiles, laid down.
    Kong,
    /// Two equal tiles.
    Pair,
    /// The thirteen orphans.
    Orphans,
    /// One tile beside the hand.
    Single,
}

/// One group of a hand as it was read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ReadGroup {
    /// What it is.
    pub kind: ReadKind,
    /// Its tiles as they lie.
    pub tiles: Vec<Tile>,
    /// What each of them stands for: itself, but for wilds.
    pub stands: Vec<Tile>,
    /// It was laid down before the win.
    pub meld: bool,
    /// The place of the winning tile among them.
    pub won: Option<u8>,
}

/// A fan that seems to be there and does not count.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct NotCounted {
    /// Its id.
    pub id: &'static str,
    /// Chinese name.
    pub zh: &'static str,
    /// English name.
    pub en: &'static str,
    /// Where the rule book has the fan.
    pub clause: &'static str,
    /// Why it does not count.
    pub why: Why,
}

/// A reason in both languages, with its place in the rule book.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "WhyNotCounted"))]
pub struct Why {
    /// In Chinese.
    pub zh: String,
    /// In English.
    pub en: String,
    /// Anchor in the rule book.
    pub clause: &'static str,
}

impl NotCounted {
    /// A fan and the reason why it does not count.
    pub fn new(fan: &Fan, why: &Term) -> NotCounted {
        NotCounted::of(fan, Why { zh: why.zh.into(), en: why.en.into(), clause: why.clause })
    }

    /// A fan in whose place another counts, by that one's clause or by the one given.
    pub fn replaced(fan: &Fan, by: &Fan, clause: Option<&'static str>) -> NotCounted {
        let why = Why {
            zh: format!("已算{}，不再算", by.term.zh),
            en: format!("“{}” counts in its place", by.term.en),
            clause: clause.unwrap_or(by.term.clause),
        };
        NotCounted::of(fan, why)
    }

    fn of(fan: &Fan, why: Why) -> NotCounted {
        let Term { id, zh, en, clause } = fan.term;
        NotCounted { id, zh, en, clause, why }
    }
}

/// How a hand was read, and what does not count of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Explained {
    /// The kinds that are wild here, in the order of the notation.
    pub wilds: Vec<Tile>,
    /// The groups of the reading that counts.
    pub reading: Vec<ReadGroup>,
    /// Fans that seem to be there, each once.
    pub not_counted: Vec<NotCounted>,
}

impl Explained {
    /// Adds a fan that does not count, unless it is there already: the first reason is the best one.
    pub fn not(&mut self, fan: NotCounted) {
        if !self.not_counted.iter().any(|known| known.id == fan.id) {
            self.not_counted.push(fan);
        }
    }

    /// The same, if something holds.
    pub fn not_if(&mut self, holds: bool, fan: &Fan, why: &Term) {
        if holds {
            self.not(NotCounted::new(fan, why));
        }
    }
}

/// A hand being laid out.
#[derive(Clone, Debug, Default)]
pub struct Laid {
    groups: Vec<ReadGroup>,
    /// Wild tiles of the hand that have no place yet.
    wilds: Vec<Tile>,
}

impl Laid {
    /// Begins with the melds; `wilds` are the tiles that stand in for others.
    pub fn new(melds: &[Meld], wilds: Vec<Tile>) -> Laid {
        let group = |meld: &Meld| {
            let kind = match meld.kind {
                MeldKind::Chow => ReadKind::Run,
                MeldKind::Pung => ReadKind::Triplet,
                MeldKind::KongDirect | MeldKind::KongAdded | MeldKind::KongConcealed => ReadKind::Kong,
            };
            let tiles: Vec<Tile> = meld.tiles().collect();
            ReadGroup { kind, stands: tiles.clone(), tiles, meld: true, won: None }
        };
        Laid { groups: melds.iter().map(group).collect(), wilds }
    }

    /// Adds a closed group; of its tiles those with a set bit are wild.
    pub fn add(&mut self, group: &Group) {
        let kind = match group.kind {
            GroupKind::Run => ReadKind::Run,
            GroupKind::Triplet => ReadKind::Triplet,
            GroupKind::Pair => ReadKind::Pair,
        };
        let stands: Vec<Tile> = group.tiles().collect();
        let (wilds, mut tiles) = (group.wilds, stands.clone());
        let mut places: Vec<usize> = (0..stands.len()).filter(|i| wilds >> i & 1 == 1).collect();
        // Wilds that can stand for themselves do; only then come the others.
        places.sort_by_key(|i| !self.wilds.contains(&stands[*i]));
        for i in places {
            let at = self.wilds.iter().position(|wild| *wild == stands[i]).unwrap_or(0);
            if at < self.wilds.len() {
                tiles[i] = self.wilds.remove(at);
            }
        }
        self.groups.push(ReadGroup { kind, tiles, stands, meld: false, won: None });
    }

    /// Adds pairs of these tiles, by how often each is held: odd ones get a wild, and what is left of the wilds makes pairs.
    pub fn add_pairs(&mut self, counts: impl IntoIterator<Item = (Tile, u8)>) {
        let pair = |tile, wilds| Group { kind: GroupKind::Pair, tile, wilds };
        for (tile, n) in counts {
            (0..n / 2).for_each(|_| self.add(&pair(tile, 0)));
            if n % 2 == 1 {
                self.add(&pair(tile, 0b10));
            }
        }
        while let Some(&wild) = self.wilds.first() {
            self.add(&pair(wild, 0b11));
        }
    }

    /// Adds tiles that lie together as they are.
    pub fn add_tiles(&mut self, kind: ReadKind, tiles: Vec<Tile>) {
        self.groups.push(ReadGroup { kind, stands: tiles.clone(), tiles, meld: false, won: None });
    }

    /// The groups, with the winning tile marked: in a group that `prefers` it, else in any closed one that has it. Equal tiles
    /// are interchangeable, so a wild that stands there gives way.
    pub fn won(mut self, tile: Option<Tile>, prefers: impl Fn(&ReadGroup, usize) -> bool) -> Vec<ReadGroup> {
        let Some(tile) = tile else { return self.groups };
        let mut held = Vec::new();
        let mut stood = None;
        for (g, group) in self.groups.iter().enumerate().filter(|(_, group)| !group.meld) {
            for i in 0..group.tiles.len() {
                if group.tiles[i] == tile {
                    held.push((g, i));
                } else if group.stands[i] == tile && prefers(group, i) {
                    stood = stood.or(Some((g, i)));
                }
            }
        }
        let found = held.iter().find(|(g, i)| prefers(&self.groups[*g], *i)).copied();
        let natural = held.iter().rfind(|(g, i)| self.groups[*g].stands[*i] == tile).copied();
        let mut place = found.or(held.last().copied());
        if let (None, Some((g, i)), Some((h, j))) = (found, stood, natural) {
            self.groups[h].tiles[j] = std::mem::replace(&mut self.groups[g].tiles[i], tile);
            place = Some((g, i));
        }
        if let Some((g, i)) = place {
            self.groups[g].won = Some(i as u8);
        }
        self.groups
    }
}

/// Whether kongs alone were laid down: then only an open one keeps the hand from being concealed.
pub fn has_only_kongs(melds: &[Meld]) -> bool {
    !melds.is_empty() && melds.iter().all(|meld| meld.kind.is_kong())
}

/// Anything will do for the winning tile.
pub fn anywhere(_: &ReadGroup, _: usize) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use sifang_tiles::parse_tiles;

    fn tiles(text: &str) -> Vec<Tile> {
        parse_tiles(text).unwrap()
    }

    #[test]
    fn a_wild_stands_for_itself_where_it_can() {
        let mut laid = Laid::new(&[], tiles("3m5m"));
        laid.add(&Group { kind: GroupKind::Run, tile: tiles("4m")[0], wilds: 0b011 });
        let groups = laid.won(None, anywhere);
        assert_eq!((groups[0].tiles.clone(), groups[0].stands.clone()), (tiles("3m5m6m"), tiles("456m")));
    }

    #[test]
    fn pairs_take_wilds_where_one_is_missing() {
        let counts = |text: &str| tiles(text).into_iter().map(|tile| (tile, 1));
        let mut laid = Laid::new(&[], tiles("777z"));
        laid.add_pairs(counts("5p"));
        let groups = laid.won(Some(tiles("7z")[0]), anywhere);
        let shown: Vec<_> = groups.iter().map(|g| (g.tiles.clone(), g.stands.clone())).collect();
        assert_eq!(shown, [(tiles("5p7z"), tiles("55p")), (tiles("77z"), tiles("77z"))]);
        assert_eq!(groups[0].won, Some(1));
    }
}
