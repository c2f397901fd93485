//! Questions that rule sets ask of the facts, each with its fault and its sentence: options, seats, source, tiles, melds,
//! numbers and copies of tiles, circumstances, and the ordered tables of checks.

use super::{Facts, RawMeld};
use crate::form::From;
use crate::refusal::{Check, Fault, Refusal};
use sifang_options::{OptionSet, Sentence, sentence};
use sifang_table::{Meld, MeldKind, Source};
use sifang_tiles::{NotationError, Seat, SeatSet, Tile, parse_tile, parse_tiles};
use std::ops::RangeInclusive;

/// What a rule set asks of the seat that a meld came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MeldFrom {
    /// It is not looked at.
    Ignored,
    /// It may be left out; a meld of the own hand has none.
    Optional,
    /// It must be there, unless the meld is of the own hand.
    Required,
}

/// Whether a circumstance may be named twice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repeats {
    /// It may.
    Allowed,
    /// It may not.
    Refused,
}

/// The circumstances of a win.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Flags(Vec<&'static str>);

impl Flags {
    /// Whether this one is there.
    pub fn has(&self, name: &str) -> bool {
        self.0.contains(&name)
    }

    /// All of them, in the order given.
    pub fn names(&self) -> &[&'static str] {
        &self.0
    }
}

/// A number as a seat, if the table has it.
fn seat(number: i64, seats: usize) -> Option<Seat> {
    (0..seats as i64).contains(&number).then(|| Seat::new(number as usize))
}

fn notation(error: &NotationError, zh: &str, name: &str) -> Sentence {
    sentence!("{zh}：{why_zh}", "{name}: {error}", why_zh = error.zh())
}

impl<'a> Facts<'a> {
    /// The first check that is broken, as a refusal.
    pub fn check<W>(&self, win: &W, table: &[Check<W>]) -> Result<(), Refusal> {
        match table.iter().find(|check| (check.broken)(win)) {
            Some(check) => {
                let refusal = self.refuse(check.fault, check.why);
                Err(Refusal { clause: check.clause.or(refusal.clause), ..refusal })
            }
            None => Ok(()),
        }
    }

    /// The options in force.
    pub fn options<O: OptionSet>(&self) -> Result<O, Refusal> {
        let raw = self.value("options").and_then(super::Json::options).unwrap_or_default();
        O::from_values(&raw).map_err(|error| {
            let known = O::SPECS.iter().find(|spec| spec.name == error.option);
            let refusal = self.refuse(Fault::Options, error.sentence());
            Refusal { clause: known.map(|spec| spec.clause).or(refusal.clause), ..refusal }
        })
    }

    /// How many play; the most that can, if the request does not say.
    pub fn players(&self, allowed: RangeInclusive<usize>) -> Result<usize, Refusal> {
        let (fewest, most) = (*allowed.start(), *allowed.end());
        let Some(number) = self.number("players") else { return Ok(most) };
        usize::try_from(number).ok().filter(|n| allowed.contains(n)).ok_or_else(|| {
            let why = if fewest == most {
                sentence!("写的是 {number} 人；这种规则要 {most} 个人", "{number} players; {most} play")
            } else {
                sentence!(
                    "写的是 {number} 人；这种规则 {fewest} 到 {most} 个人打",
                    "{number} players; {fewest} to {most} play"
                )
            };
            self.refuse(Fault::Players, why)
        })
    }

    /// A number of this field as a seat.
    pub fn seat(&self, name: &'static str, number: i64, seats: usize) -> Result<Seat, Refusal> {
        seat(number, seats).ok_or_else(|| {
            let (zh, last) = (self.zh(name), seats - 1);
            let why = sentence!(
                "{zh}：没有 {number} 号位，座位是 0 到 {last} 号",
                "{name}: there is no seat {number}; seats are 0 to {last}"
            );
            self.refuse(Fault::Seat, why)
        })
    }

    /// The dealer and the winner; seat 0 if the request does not say.
    pub fn dealer_and_winner(&self, seats: usize) -> Result<(Seat, Seat), Refusal> {
        let place = |name| self.seat(name, self.number(name).unwrap_or(0), seats);
        Ok((place("dealer")?, place("winner")?))
    }

    /// The seats that a field names: none of `not`, each once, at most as many as its declaration says.
    pub fn other_seats(&self, name: &'static str, not: &[Seat], seats: usize) -> Result<SeatSet, Refusal> {
        let most = self.form.most_seats(name);
        let mut named = SeatSet::EMPTY;
        for number in self.numbers(name).unwrap_or_default() {
            let seat = self.seat(name, number, seats)?;
            if not.contains(&seat) || named.contains(seat) || named.len() == most {
                let why = sentence!(
                    "“{zh}”写别的座位，每个一次，最多 {most} 个",
                    "{name} names other seats, each once, at most {most}",
                    zh = self.zh(name)
                );
                return Err(self.refuse(Fault::Seat, why));
            }
            named.insert(seat);
        }
        Ok(named)
    }

    /// A number from 0 to `most` for each seat, if the field is there; what is wrong with it is this fault.
    pub fn per_seat(
        &self,
        name: &'static str,
        seats: usize,
        most: i32,
        fault: Fault,
    ) -> Result<Option<[i32; Seat::MAX]>, Refusal> {
        let Some(numbers) = self.numbers(name) else { return Ok(None) };
        if numbers.len() != seats || numbers.iter().any(|n| !(0..=i64::from(most)).contains(n)) {
            let why = sentence!(
                "“{zh}”要给 {seats} 家各写一个 0 到 {most} 的数",
                "{name} is {seats} numbers from 0 to {most}, one for each seat",
                zh = self.zh(name)
            );
            return Err(self.refuse(fault, why));
        }
        Ok(Some(std::array::from_fn(|seat| numbers.get(seat).map_or(0, |n| *n as i32))))
    }

    /// How the win came about.
    pub fn source(&self) -> Result<Source, Refusal> {
        self.text("source").and_then(Source::from_name).ok_or_else(|| {
            let why = sentence!(
                "还没有说怎样胡的：自摸（self_draw）、点炮（discard）还是抢杠（rob_kong）",
                "source is self_draw, discard or rob_kong"
            );
            self.refuse(Fault::Source, why)
        })
    }

    /// The seat whose tile it was: another than the winner's, and one that `plays`.
    pub fn payer(&self, winner: Seat, seats: usize, plays: impl Fn(Seat) -> bool) -> Result<Seat, Refusal> {
        let other = |number| seat(number, seats).filter(|s| *s != winner && plays(*s));
        self.number("from").and_then(other).ok_or_else(|| {
            let why = sentence!(
                "还没有说是谁的牌：应是胡家以外还在打的一家",
                "from must name the other seat still playing whose tile it was"
            );
            self.refuse(Fault::From, why)
        })
    }

    /// Refuses fields that a win by self-draw has not.
    pub fn from_nobody(&self, names: &[&'static str]) -> Result<(), Refusal> {
        match names.iter().find(|name| self.has(name)) {
            Some(name) => {
                let why = sentence!("自摸没有“{zh}”", "a self_draw has no {name}", zh = self.zh(name));
                Err(self.refuse(Fault::From, why))
            }
            None => Ok(()),
        }
    }

    /// Whether a tile can stand in this field: it is in the set, and a flower only among flowers.
    fn belongs(&self, name: &'static str, tile: Tile) -> Result<(), Sentence> {
        let zh = self.zh(name);
        let flowers = self.form.is_for_flowers(name);
        let set = self.set[tile.index()] > 0;
        if set && tile.is_flower() == flowers {
            Ok(())
        } else if set && flowers {
            Err(sentence!("{zh}：{tile} 不是花牌", "{name}: {tile} is no flower"))
        } else if set {
            Err(sentence!(
                "{zh}：{tile} 是花牌，要放到“亮出的花”里",
                "{name}: {tile} is a flower; list it under flowers"
            ))
        } else {
            Err(sentence!("{zh}：这副牌里没有 {tile}", "{name}: {tile} is not in this set of tiles"))
        }
    }

    fn read_tiles(&self, name: &'static str, text: &str) -> Result<Vec<Tile>, Refusal> {
        let tiles = parse_tiles(text)
            .map_err(|error| self.refuse(Fault::Tiles, notation(&error, self.zh(name), name)))?;
        for tile in &tiles {
            self.belongs(name, *tile).map_err(|why| self.refuse(Fault::Tiles, why))?;
        }
        Ok(tiles)
    }

    /// The tiles of a field; none if it is not there.
    pub fn tiles(&self, name: &'static str) -> Result<Vec<Tile>, Refusal> {
        self.read_tiles(name, self.text(name).unwrap_or_default())
    }

    /// The one tile of a field, if it is there; what is wrong with it is this fault.
    pub fn tile(&self, name: &'static str, fault: Fault) -> Result<Option<Tile>, Refusal> {
        let Some(text) = self.text(name) else { return Ok(None) };
        let read = parse_tile(text).map_err(|error| notation(&error, self.zh(name), name));
        let read = read.and_then(|tile| self.belongs(name, tile).map(|()| tile));
        read.map(Some).map_err(|why| self.refuse(fault, why))
    }

    /// The winning tile, which is there exactly if it is due.
    pub fn winning_tile(&self, due: bool) -> Result<Option<Tile>, Refusal> {
        match (self.has("winning_tile"), due) {
            (false, true) => {
                let why = sentence!("还没有选胡的那张牌", "winning_tile is missing");
                Err(self.refuse(Fault::WinningTile, why))
            }
            (true, false) => {
                let why = sentence!("这里没有胡的那张牌，请不要写", "there is no winning_tile here");
                Err(self.refuse(Fault::WinningTile, why))
            }
            _ => self.tile("winning_tile", Fault::Tiles),
        }
    }

    /// The tiles of every meld as written, for rule sets that look at them before they look at the melds.
    pub fn meld_tiles(&self) -> Result<Vec<Vec<Tile>>, Refusal> {
        self.raw_melds().iter().map(|raw| self.read_tiles("melds", raw.tiles)).collect()
    }

    /// The melds. For a run the lowest tile counts as the claimed one; where nothing is said of whom a meld is from, the
    /// winner stands in.
    pub fn melds(&self, winner: Seat, seats: usize, rule: MeldFrom) -> Result<Vec<Meld>, Refusal> {
        let one = |raw: &RawMeld<'_>| self.meld(raw, winner, seats, rule);
        self.raw_melds()
            .iter()
            .map(one)
            .collect::<Result<_, _>>()
            .map_err(|why| self.refuse(Fault::Meld, why))
    }

    fn meld(&self, raw: &RawMeld<'_>, winner: Seat, seats: usize, rule: MeldFrom) -> Result<Meld, Sentence> {
        let mut tiles = parse_tiles(raw.tiles).map_err(|error| notation(&error, "副露", "melds"))?;
        let choice = self.form.melds.iter().find(|choice| choice.name == raw.kind);
        let Some((choice, kind)) = choice.zip(MeldKind::from_name(raw.kind)) else {
            let kind: String = raw.kind.chars().take(30).collect();
            let known = self.form.melds.iter().map(|c| c.name).collect::<Vec<_>>().join(", ");
            return Err(sentence!(
                "这种规则没有“{kind}”这种副露；有 {known}",
                "'{kind}' is no meld of this rule set; there are {known}"
            ));
        };
        tiles.sort_unstable();
        let fits = tiles.len() == kind.size()
            && match kind {
                MeldKind::Chow => tiles[0].up(1) == Some(tiles[1]) && tiles[0].up(2) == Some(tiles[2]),
                _ => tiles.iter().all(|t| *t == tiles[0]) && !tiles[0].is_flower(),
            };
        let (zh, name, written) = (choice.label.zh, choice.name, raw.tiles);
        if !fits {
            return Err(sentence!("{written} 不成{zh}", "{written} is no {name}"));
        }
        let mut meld = Meld { kind, tile: tiles[0], claimed: tiles[0], from: winner, closed: false };
        if rule == MeldFrom::Ignored {
            return Ok(meld);
        }
        match (raw.from, choice.from) {
            (Some(_), From::Nobody) if rule == MeldFrom::Optional => {
                return Err(sentence!("{zh} {written}：不来自别家", "{name} {written} comes from nobody"));
            }
            (_, From::Nobody) => {}
            (None, _) if rule == MeldFrom::Optional => {}
            (number, _) => {
                let other = number.and_then(|n| seat(n, seats)).filter(|s| *s != winner);
                meld.from = other.ok_or_else(|| {
                    sentence!(
                        "{zh} {written}：来自谁要选另外一家",
                        "{name} {written}: from must be another seat"
                    )
                })?;
            }
        }
        if choice.from == From::Previous && meld.from != winner.after(seats - 1, seats) {
            return Err(sentence!(
                "{zh} {written}：只能来自上家",
                "{name} {written} comes from the previous seat only"
            ));
        }
        Ok(meld)
    }

    /// As many concealed tiles as go with the melds.
    pub fn hand_size(&self, concealed: usize, melds: usize) -> Result<(), Refusal> {
        let wanted = self.form.hand as i64 - 3 * melds as i64;
        if concealed as i64 == wanted {
            return Ok(());
        }
        let hand = self.form.hand;
        let why = sentence!(
            "手牌 {concealed} 张、副露 {melds} 副，张数不对：手牌（不算胡的那张）加每副副露三张应是 {hand} 张",
            "{concealed} concealed tiles with {melds} melds; concealed tiles without the winning tile and three per \
             meld make {hand}"
        );
        Err(self.refuse(Fault::HandSize, why))
    }

    /// No more of any tile than the set has.
    pub fn copies(&self, tiles: impl Iterator<Item = Tile>) -> Result<(), Refusal> {
        let mut seen = [0u8; Tile::KINDS];
        for tile in tiles {
            let (count, most) = (&mut seen[tile.index()], self.set[tile.index()]);
            *count = count.saturating_add(1);
            if *count > most {
                let why = sentence!(
                    "{tile} 多了：这副牌里一共 {most} 张（副露、翻出的牌都算）",
                    "more {tile} than the {most} there are (melds and tiles turned up included)"
                );
                return Err(self.refuse(Fault::Copies, why));
            }
        }
        Ok(())
    }

    /// The circumstances: known ones, as many as the form allows, that go with the way the hand was won.
    pub fn flags(&self, source: Source, repeats: Repeats) -> Result<Flags, Refusal> {
        let names = self.words("context").unwrap_or_default();
        let refuse = |why: Sentence| Err(self.refuse(Fault::Context, why));
        if self.form.most_flags == 1 && names.len() > 1 {
            return refuse(sentence!("情况最多选一项", "at most one flag"));
        }
        let mut flags = Flags::default();
        for name in names {
            let Some(flag) = self.form.flags.iter().find(|flag| flag.name == name) else {
                let name: String = name.chars().take(30).collect();
                let known = self.form.flags.iter().map(|flag| flag.name).collect::<Vec<_>>().join(", ");
                return refuse(sentence!(
                    "没有“{name}”这种情况；有 {known}",
                    "'{name}' is no flag; there are {known}"
                ));
            };
            let zh = flag.label.zh;
            if repeats == Repeats::Refused && flags.has(name) {
                return refuse(sentence!("“{zh}”写了两次", "{name} is given twice"));
            }
            if !flag.sources.iter().any(|known| Source::from_name(known) == Some(source)) {
                let ways = self.form.sources.iter().filter(|way| flag.sources.contains(&way.name));
                let ways_zh = ways.map(|way| way.label.zh).collect::<Vec<_>>().join("、");
                let known = flag.sources.join(" or ");
                return refuse(sentence!("“{zh}”只能是{ways_zh}", "{name} goes with {known} only"));
            }
            flags.0.push(flag.name);
        }
        Ok(flags)
    }

    /// Robbing kongs is an option that may be switched off.
    pub fn may_rob(&self, source: Source, allowed: bool) -> Result<(), Refusal> {
        if source != Source::RobKong || allowed {
            return Ok(());
        }
        let why = sentence!("选项里没有打开抢杠", "robbing kongs is switched off");
        Err(self.refuse(Fault::RobKongOff, why))
    }

    /// The refusal of tiles that form no win.
    pub fn no_win(&self) -> Refusal {
        let why = sentence!(
            "这些牌不成胡牌型；看看是不是少了将、少了一副，或拿错了花色",
            "the tiles form no winning hand"
        );
        self.refuse(Fault::NotAWin, why)
    }
}
